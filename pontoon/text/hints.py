"""What moves are worth, in words: hints, and what a player's own moves have cost."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pontoon.engine.hands import total
from pontoon.engine.moves import Ask, Move, Verb
from pontoon.text.formatting import CardFormat, count, tag
from pontoon.text.prompts import OFFERS, bet_of

Worth = Sequence[tuple[Move, float]]
"""Moves, each with what it is expected to gain for each unit of the first bet; the best first."""

NOT_ASKED = "A hint is about what I ask you: say hint when it is your turn. {whose_turn}"
NO_ODDS = "There is no hint for this question."
NO_HINTS = "There are no hints here."
ONLY_FOR_PRACTICE = (
    "Hints here are for practice, in rounds without other people: say {command} ann+ to "
    "play with a computer."
)
ARE_ALLOWED = "hints are allowed in this round: players say hint to me in private"
NOT_WORKED_OUT = "I cannot work out a hint now. The round goes on without it."

STAKED = 100
"""What moves are worth is said for this many chips staked."""

_ALONE = (Verb.BET, Verb.BID, Verb.SHOOT, Verb.KITTY)
"""Verbs behind which an amount stands alone, as in ``bet 30``; others have a price."""


def hint(worth: Worth, bust: float, ask: Ask) -> str:
    """Return what the moves that ASK offers are worth; BUST is the chance that the best busts.

    >>> from pontoon.engine.moves import Option, Phase
    >>> ask = Ask("dave", Phase.HAND, (Option(Verb.BUY, 5, 50), Option(Verb.TWIST)), (), 50, 100)
    >>> hint([(Move(Verb.TWIST), 0.1234), (Move(Verb.BUY, 50), -0.08)], 0.381, ask)
    'Best: (t)wist, +12 for 100 staked; (b)uy for 50 -8; 38 % to bust.'
    """
    (best, value), *others = [(move_of(move, ask), per_stake(value)) for move, value in worth]
    parts = [f"{best}, {value} for {STAKED} staked", *(" ".join(each) for each in others)]
    if percent := round(100 * bust):
        parts.append(f"{percent} % to bust")
    return f"Best: {'; '.join(parts)}."


def per_stake(value: float) -> str:
    """Return what VALUE, for each unit staked, is for ``STAKED``.

    >>> per_stake(0.123), per_stake(-0.004)
    ('+12', '0')
    """
    rounded = round(STAKED * value)
    return f"{rounded:+}" if rounded else "0"


def move_of(move: Move, ask: Ask) -> str:
    """Return MOVE as prompts name it, with its amount if ASK leaves a choice."""
    name = bet_of(ask.unit) if move.verb is Verb.BET else OFFERS.get(move.verb, move.verb)
    return name + _amount(move, ask)


def _amount(move: Move, ask: Ask) -> str:
    """Return the amount of MOVE as it stands behind its name; "" if ASK leaves no choice."""
    option = ask.option(move.verb)
    if option is None or option.least == option.most:
        return ""
    return f" {'' if move.verb in _ALONE else 'for '}{move.amount}"


# What was decided in a round that is over

MAX_REVIEWED = 8
"""The decisions of a round that are all told; of more, those that cost something."""

NO_ROUND_OF_YOURS = "No round of yours that I remember was played to its end."
NOT_YOURS = "You did not play that round."
HOW_TO_REVIEW = "Say review, or review and the id of a round of yours: review 3f0c96c1a4b25e77"
NOTHING_TO_REVIEW = "In round {id} you decided nothing of which I know the odds."
NOT_REVIEWED = "I cannot work out now what your moves were worth."
REVIEW_RUNS = "I am at work on another round: ask again when I have told it."

_DID: Mapping[Verb, str] = {
    Verb.STICK: "stuck",
    Verb.TWIST: "twisted",
    Verb.BUY: "bought",
    Verb.BURN: "burned",
    Verb.SPLIT: "split",
    Verb.DRAW: "twisted",
    Verb.STAY: "stayed",
    Verb.HIT: "hit",
    Verb.DOUBLE: "doubled",
    Verb.INSURE: "insured",
    Verb.SHOOT: "shot",
    Verb.PASS: "said no",
}


class Reviewed(NamedTuple):
    """A decision: what was asked, the move that was made, the best one, and what that cost.

    The cost is for each unit of the first bet.
    """

    ask: Ask
    made: Move
    best: Move
    cost: float


def review(round_id: str, decisions: Sequence[Reviewed], faces: CardFormat) -> list[str]:
    """Return a line for each of the DECISIONS in the round of that id, and one for their sum."""
    if not decisions:
        return [NOTHING_TO_REVIEW.format(id=round_id)]
    many = len(decisions) > MAX_REVIEWED
    lines = [_reviewed(each, faces) for each in decisions if _cost(each.cost) or not many]
    number, cost = count(len(decisions), "decision"), _cost(sum(each.cost for each in decisions))
    sum_of = f"cost {cost} for {STAKED} staked" if cost else "cost nothing"
    return [*lines, f"Round {round_id}: your {number} {sum_of}."]


def _reviewed(decision: Reviewed, faces: CardFormat) -> str:
    ask, made, best, cost = decision
    hand = f"{total(ask.cards)} ({faces(ask.cards)}){tag(ask.hand)}"
    did = f"{hand}: you {_DID[made.verb]}{_amount(made, ask)}"
    if not _cost(cost):
        return f"{did}, which cost nothing"
    return f"{did}, best was {move_of(best, ask)}: cost {_cost(cost)} for {STAKED} staked"


def _cost(cost: float) -> int:
    return round(STAKED * cost)
