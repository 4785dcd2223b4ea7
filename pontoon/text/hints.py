"""What moves are worth, in words: hints, and what a player's own moves have cost."""

from collections.abc import Sequence

from pontoon.engine.moves import Ask, Move, Verb
from pontoon.text.prompts import OFFERS

Worth = Sequence[tuple[Move, float]]
"""Moves, each with what it is expected to gain for each unit of the first bet; the best first."""

NOT_ASKED = "A hint is about what I ask you: say hint when it is your turn. {whose_turn}"
NO_ODDS = "There is no hint for this question."
NO_HINTS = "There are no hints here."
ONLY_FOR_PRACTICE = (
    "Hints here are for practice, in rounds without other people: say {command} {nick} ann+ to "
    "play with a computer."
)
ARE_ALLOWED = "hints are allowed in this round: players say hint to me in private"
NOT_WORKED_OUT = "I cannot work out a hint now. The round goes on without it."

STAKED = 100
"""What moves are worth is said for so many chips staked."""

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
    option, name = ask.option(move.verb), OFFERS.get(move.verb, move.verb)
    if option is None or option.least == option.most:
        return name
    return f"{name} {'' if move.verb in _ALONE else 'for '}{move.amount}"
