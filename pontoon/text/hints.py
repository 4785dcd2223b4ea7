"""What moves are worth, in words: hints, and what a player's own moves have cost."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from pontoon.engine.hands import total
from pontoon.engine.moves import Ask, Move, Phase, Unit, Verb
from pontoon.games import Game
from pontoon.text.formatting import CardFormat, count, rule_text, tag
from pontoon.text.prompts import OFFERS, bet_of, stake_of


class Worth(NamedTuple):
    """What a move is expected to gain, in chips (fingers, minutes), and its chance to win."""

    move: Move
    gain: float
    win: float | None
    """None if it is not known."""


class Why(NamedTuple):
    """Chances behind what moves are worth; None where they are not known."""

    move: Move
    """The best move, or if that is to take no card, the best one that takes some."""
    bust: float | None
    """The chance that the hand ends bust after ``move``."""
    five_cards: float | None = None
    five_cards_pay: Fraction | None = None
    high_cards_win: bool = True
    """Whether high cards that win get more than their stake back."""
    dealer_busts: float | None = None
    dealer_natural: float | None = None
    cards_counted: int = 0
    """How many cards of earlier rounds the chances count on."""


NOT_ASKED = "A hint is about what I ask you: say hint when it is your turn. {whose_turn}"
NO_ODDS = "There is no hint for this question."
NO_HINTS = "There are no hints here."
ONLY_FOR_PRACTICE = (
    "Hints here are for practice, in rounds without other people: say {command} ann+ to "
    "play with a computer."
)
ARE_ALLOWED = "hints are allowed in this round: players say hint to me in private"
HOW_TO_ASK_ODDS = (
    "Say odds and two cards: odds 8 6, or odds british A 7. In Black Jack the dealer's card comes "
    "third: odds blackjack 10 6 9"
)
NOTHING_TO_DECIDE = "There is nothing to decide with these cards: they end the hand at once."
NOT_WORKED_OUT = "I cannot work out a hint now. The round goes on without it."

HIGH_CARDS_WIN_NOTHING = "high cards win only the stake back"

OFTEN = 0.25
"""A move that wins so often, and yet loses chips, wants an explanation."""

WORTH_SAYING = 0.03
"""By so much likelier wins or five cards are a reason."""

ROUNDED = 10
"""From so many chips or minutes on, they are told without parts of one."""

_ALONE = (Verb.BET, Verb.BID, Verb.SHOOT, Verb.KITTY)
"""Verbs behind which an amount stands alone, as in ``bet 30``; others have a price."""


def of_cards(game: Game, players: int, ask: Ask) -> str:
    """Return what is asked when somebody asks for the odds of cards, before the hint on ASK.

    >>> from pontoon.engine.cards import cards
    >>> from pontoon.engine.moves import Phase
    >>> from pontoon.games.shed import ShedPontoon
    >>> of_cards(ShedPontoon, 3, Ask("p1", Phase.HAND, (), cards("8C 6D"), 100, 900))
    'Shed Pontoon, 3 players, bet 100, 8 6 = 14.'
    """
    ranks = " ".join(card.rank for card in ask.cards)
    bet = f"{bet_of(ask.unit)} {ask.stake}"
    against = "".join(f" against {card.rank}" for card in ask.against)
    many = "" if ask.against else f"{count(players, 'player')}, "
    return f"{game.title}, {many}{bet}, {ranks} = {total(ask.cards)}{against}."


def hint(worth: Sequence[Worth], why: Why, ask: Ask) -> str:
    """Return what the moves that ASK offers are WORTH, the best one first, and WHY.

    >>> from pontoon.engine.moves import Option, Phase
    >>> ask = Ask("dave", Phase.HAND, (Option(Verb.BUY, 5, 50), Option(Verb.TWIST)), (), 50, 100)
    >>> moves = Worth(Move(Verb.TWIST), 12.3, 0.41), Worth(Move(Verb.BUY, 50), -8.1, 0.361)
    >>> print(hint(moves, Why(Move(Verb.TWIST), 0.381, 0.312, Fraction(3)), ask))
    Best: (t)wist: +12 chips, wins 41 %; (b)uy for 50: -8 chips, wins 36 %. \
Why: (t)wist ends with five cards in 31 % (they pay 3 × your stake) and bust in 38 %.
    """
    digits = _digits(max(abs(each.gain) for each in worth), ask.unit)
    moves = [
        f"{move_of(each.move, ask)}: {gain(each.gain, ask.unit, digits)}{_wins(each.win)}"
        for each in worth
    ]
    loses = any(each.gain < 0 and (each.win or 0.0) >= OFTEN for each in worth)
    more = [HIGH_CARDS_WIN_NOTHING] if loses and not why.high_cards_win else []
    reasons = "; ".join([*_reasons(why, ask), *more])
    return f"Best: {'; '.join(moves)}.{f' Why: {reasons}.' if reasons else ''}"


def _reasons(why: Why, ask: Ask) -> Iterator[str]:
    """Yield the chances of WHY that are not 0 when they are rounded."""
    if why.dealer_natural is not None:
        yield f"the dealer has a natural in {_percent(why.dealer_natural)}"
        return
    ends = []
    if why.five_cards and _percent(why.five_cards) != _NEVER:
        pay = why.five_cards_pay
        paid = f" (they pay {rule_text(pay)} × your stake)" if pay else ""
        ends.append(f"with five cards in {_percent(why.five_cards)}{paid}")
    if why.bust is not None and _percent(why.bust) != _NEVER:
        ends.append(f"bust in {_percent(why.bust)}")
    if ends:
        move = OFFERS[why.move.verb] if ask.phase in _WITH_A_HAND else "the hand"
        yield f"{move} ends {' and '.join(ends)}"
    if why.dealer_busts is not None:
        yield f"the dealer busts in {_percent(why.dealer_busts)}"
    if why.cards_counted:
        yield f"I count {count(why.cards_counted, 'card')} of earlier rounds"


_NEVER = "0 %"

_WITH_A_HAND = (Phase.HAND, Phase.BANKER)


def _wins(chance: float | None) -> str:
    return "" if chance is None else f", wins {_percent(chance)}"


def _percent(chance: float) -> str:
    return f"{round(100 * chance)} %"


def gain(gained: float, unit: Unit, digits: int) -> str:
    """Return what is GAINED, in the name of UNIT, with so many DIGITS after the point at most.

    >>> gain(123.4, Unit.CHIPS, 0), gain(-1.04, Unit.CHIPS, 1), gain(-0.567, Unit.FINGERS, 2)
    ('+123 chips', '-1 chip', '-0.57 fingers')
    """
    number = _number(abs(gained), digits)
    sign = "" if number == "0" else "+" if gained > 0 else "-"
    return f"{sign}{number} {_noun(number, unit)}"


def _lost(cost: float, unit: Unit) -> str:
    """Return a COST, with one digit after the point if it is small, and more if that says nothing.

    >>> _lost(12.3, Unit.CHIPS), _lost(0.96, Unit.CHIPS), _lost(0.034, Unit.CHIPS)
    ('12 chips', '1 chip', '0.03 chips')
    """
    digits = 0 if cost >= ROUNDED else 1 if cost >= 0.1 and unit is not Unit.FINGERS else 2
    number = _number(cost, digits)
    return f"{number} {_noun(number, unit)}"


def _digits(greatest: float, unit: Unit) -> int:
    """Return how many digits after the point are told of numbers up to the GREATEST."""
    if unit is Unit.FINGERS:  # of which a round costs one or two
        return 2
    return 0 if greatest >= ROUNDED else 1 if greatest >= 1 else 2


def _number(number: float, digits: int) -> str:
    text = f"{number:.{digits}f}"
    return text.rstrip("0").rstrip(".") if digits else text


def _noun(number: str, unit: Unit) -> str:
    nouns = {Unit.CHIPS: "chip", Unit.FINGERS: "finger", Unit.COINS: "minute"}
    return nouns[unit] if number == "1" else f"{nouns[unit]}s"


def move_of(move: Move, ask: Ask) -> str:
    """Return MOVE as prompts name it, with its amount if ASK leaves a choice."""
    name = bet_of(ask.unit) if move.verb is Verb.BET else OFFERS.get(move.verb, move.verb)
    return name + _amount(move, ask)


def _amount(move: Move, ask: Ask) -> str:
    """Return the amount of MOVE as it stands behind its name; "" if ASK leaves no choice.

    A bet without one would be none.
    """
    option = ask.option(move.verb)
    is_fixed = option is None or option.least == option.most
    if is_fixed and move.verb is not Verb.BET:
        return ""
    return f" {'' if move.verb in _ALONE else 'for '}{move.amount}"


# What was decided in a round that is over

MAX_REVIEWED = 8
"""The decisions of a round that are all told; of more, those that cost something."""

NO_ROUND_OF_YOURS = "You have finished no round that I remember."
NOT_YOURS = "You did not play that round."
HOW_TO_REVIEW = "Say review, or review and the id of a round of yours: review 3f0c96c1a4b25e77"
NOTHING_TO_REVIEW = "In round {id} you made no decision that I can rate."
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
}

_DID_NOT: Mapping[Phase, str] = {Phase.SHOOT: "did not shoot", Phase.INSURANCE: "did not insure"}


class Reviewed(NamedTuple):
    """A decision: what was asked, the move that was made, the best one, and what that cost.

    The cost is in chips (fingers, minutes), on average. ``wins`` and ``five_cards`` say how likely
    the move that was made wins and makes five cards, and the best one; ``dealer_natural`` how
    likely the dealer has one.
    """

    ask: Ask
    made: Move
    best: Move
    cost: float
    wins: tuple[float, float] = (0.0, 0.0)
    five_cards: tuple[float, float] = (0.0, 0.0)
    dealer_natural: float | None = None


def review(round_id: str, decisions: Sequence[Reviewed], faces: CardFormat) -> list[str]:
    """Return a line for each of the DECISIONS in the round of that id, and one for their sum."""
    if not decisions:
        return [NOTHING_TO_REVIEW.format(id=round_id)]
    many = len(decisions) > MAX_REVIEWED
    lines = [_reviewed(each, faces) for each in decisions if each.cost or not many]
    number, cost = count(len(decisions), "decision"), sum(each.cost for each in decisions)
    unit = decisions[0].ask.unit
    sum_of = f"cost {_lost(cost, unit)} on average" if cost else "cost nothing"
    return [*lines, f"Round {round_id}: your {number} {sum_of}."]


def _reviewed(decision: Reviewed, faces: CardFormat) -> str:
    ask, made, best, cost = decision.ask, decision.made, decision.best, decision.cost
    cards = faces(ask.cards)
    hand = f"{total(ask.cards)} ({cards})" if len(ask.cards) > 1 else cards
    whose = f"{hand}{tag(ask.hand)}: " if cards else ""
    line = f"{whose}{'you' if whose else 'You'} {_did(made, ask)}{_amount(made, ask)}"
    if not cost:
        return f"{line}, which was {'best' if made == best else 'as good as the best'}"
    is_on = ask.stake and made.verb is not Verb.BET
    stake = f" for your {stake_of(ask.unit)} of {ask.stake}" if is_on else ""
    better = f"{move_of(best, ask)} is better by {_lost(cost, ask.unit)}{stake}"
    why = _why_better(decision)
    return f"{line}; {better}{f': {why}' if why else ''}"


def _did(move: Move, ask: Ask) -> str:
    if move.verb is Verb.BET:
        return bet_of(ask.unit)
    return _DID_NOT[ask.phase] if move.verb is Verb.PASS else _DID[move.verb]


def _why_better(decision: Reviewed) -> str:
    """Return in a few words why the best move of DECISION is better; "" if that is not known."""
    made, best = decision.made, decision.best
    if made.verb is Verb.BET:
        return _why_bet(decision)
    if decision.dealer_natural is not None:
        return f"the dealer has a natural in {_percent(decision.dealer_natural)}"
    if {made.verb, best.verb} <= {Verb.TWIST, Verb.BUY}:
        is_more = (best.chips or 0) > (made.chips or 0)
        return (
            "this hand is worth a higher stake"
            if is_more
            else "this hand is not worth a higher stake"
        )
    if _is_likelier(decision.five_cards):
        return f"five cards in {_not_that(decision.five_cards)}"
    if _is_likelier(decision.wins) and Verb.SPLIT not in (made.verb, best.verb):
        return f"it wins in {_not_that(decision.wins)}"
    return ""


def _is_likelier(chances: tuple[float, float]) -> bool:
    before, after = chances
    return after - before >= WORTH_SAYING


def _not_that(chances: tuple[float, float]) -> str:
    """Return the second of CHANCES, which is the better one, and the first.

    >>> _not_that((0.36, 0.41))
    '41 %, not 36 %'
    """
    worse, better = chances
    return f"{_percent(better)}, not {_percent(worse)}"


def _why_bet(decision: Reviewed) -> str:
    """Return why another bet is better than the one that was made."""
    ask, made, best = decision.ask, decision.made.chips or 0, decision.best.chips or 0
    what = "this card {} on average" if ask.cards else f"a {bet_of(ask.unit)} {{}} on average"
    if best > made:
        return what.format("gains")
    if best == ask.options[0].least:
        no_gain = ask.unit is Unit.FINGERS
        return "a higher bid can only cost more" if no_gain else what.format("loses")
    return "it leaves enough to raise the stake later"
