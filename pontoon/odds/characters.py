"""How the three characters of computer players play, each from what it sees and nothing else.

ann plays the best move by the odds. bob is a careful beginner, who needs none: small bets, nothing
added to them but on a hand that cannot go bust yet, and stick early. cat is reckless: big bets, a
card too many, and everything that costs more. All take the bank if they are asked, and none buys
or sells it.
"""

from collections.abc import Sequence
from typing import Protocol

from pontoon.engine.cards import RANKS
from pontoon.engine.hands import ranks_not_bust, total
from pontoon.engine.moves import Ask, Move, Option, Phase, Verb
from pontoon.odds.advice import Advice
from pontoon.odds.view import View

STOPS = (Verb.STICK, Verb.STAY)
CARDS = (Verb.TWIST, Verb.HIT, Verb.DRAW)
"""A card that costs nothing."""

WITHOUT_ODDS = (Phase.BANK, Phase.AUCTION, Phase.KITTY)
"""The phases that no odds are worked out for."""

ANN_RISKS = 10
"""ann bets at most one part in this many of her chips."""
ANN_STICKS = 16
"""Where ann stops in a game without odds."""

BOB_STICKS = 15
BOB_BETS = 10
"""bob bets at most one part in this many of what is allowed."""
BOB_BUYS = 0.25
"""How often bob buys a card if no card can make his hand bust."""

CAT_STICKS = 18
CAT_DOUBLES = range(9, 15)
CAT_SPENDS = 0.5
"""How often cat burns, shoots on three cards, or insures."""


class Lots(Protocol):
    """What lots are drawn with; ``random.Random`` is such."""

    def random(self) -> float:
        """Return a number from 0 to 1, 1 excluded."""

    def randint(self, a: int, b: int) -> int:
        """Return a number from A to B, both included."""


def needs_advice(character: str, ask: Ask) -> bool:
    """Tell whether CHARACTER needs odds to answer ASK."""
    has_choice = len(ask.options) > 1 or ask.phase is Phase.BET
    return character == "ann" and has_choice and ask.phase not in WITHOUT_ODDS


def choose(character: str, view: View, advice: Advice | None, lots: Lots) -> Move:
    """Return the move of CHARACTER, always one on offer; ValueError if there is no such character.

    ADVICE is what the moves are worth, None if it is not known or not needed. What is decided by
    lot takes LOTS.
    """
    ask = view.ask
    if ask.phase in WITHOUT_ODDS and not _wants_kitty(ask):
        return _first(ask, (Verb.TAKE, Verb.PASS))
    match character:
        case "ann":
            return _anns(ask, advice, lots)
        case "bob":
            return _bobs(ask, lots)
        case "cat":
            return _cats(ask, lots)
    raise ValueError(character)


def _wants_kitty(ask: Ask) -> bool:
    """Tell whether ASK is for a kitty where there is none; nothing is added to one."""
    return ask.phase is Phase.KITTY and not ask.shot


def _anns(ask: Ask, advice: Advice | None, lots: Lots) -> Move:
    """Make the best move, or a usual one if it is hardly worse.

    Of those that are worth the same, make the one that is made without odds.
    """
    if kitty := ask.option(Verb.KITTY):
        return _for(kitty, _anns_bet(ask, kitty))
    if advice is None:
        return _without_odds(ask)
    best = advice.best.value
    if bet := ask.option(Verb.BET):
        return _for(bet, _anns_bet(ask, bet) if best > 0 else bet.least)
    if advice.usual:
        return advice.expected(lots.random())
    moves = [each.move for each in advice.values if each.value == best]
    usual = _without_odds(ask)
    return usual if usual in moves else moves[0]


def _anns_bet(ask: Ask, bet: Option) -> int:
    """Return what ann risks for a gain: as much as she can lose many times over."""
    least, most = bet.least or 0, bet.most or 0
    return max(least, min(ask.chips // ANN_RISKS, most))


def _without_odds(ask: Ask) -> Move:
    """Bet the least, add nothing, and stop on a total that most cards would make bust."""
    return _stop_on(ask, ANN_STICKS)


def _bobs(ask: Ask, lots: Lots) -> Move:
    """Make the move of a careful beginner, who splits only aces."""
    if bet := ask.option(Verb.BET) or ask.option(Verb.KITTY):
        least, most = bet.least or 0, bet.most or 0
        return _for(bet, least + lots.randint(0, (most - least) // BOB_BETS))
    if (split := ask.option(Verb.SPLIT)) and ask.cards[0].is_ace:
        return _for(split)
    buy = ask.option(Verb.BUY)
    if buy and ranks_not_bust(ask.cards) == len(RANKS) and lots.random() < BOB_BUYS:
        return _for(buy)
    return _stop_on(ask, BOB_STICKS)


def _cats(ask: Ask, lots: Lots) -> Move:
    """Make the move of a reckless player, who splits every pair."""
    spends = lots.random() < CAT_SPENDS
    is_tempted = {
        Verb.BET: True,
        Verb.KITTY: True,
        Verb.SPLIT: True,
        Verb.SHOOT: spends or ask.phase is Phase.SHOOT,
        Verb.INSURE: spends,
        Verb.BURN: spends,
        Verb.DOUBLE: total(ask.cards) in CAT_DOUBLES,
        Verb.BUY: total(ask.cards) < CAT_STICKS,
    }
    for verb, would in is_tempted.items():
        if would and (option := ask.option(verb)):
            return _much(option, lots)
    return _stop_on(ask, CAT_STICKS)


def _stop_on(ask: Ask, enough: int) -> Move:
    """Want no more cards on a total of ENOUGH, and one below that; of anything else nothing."""
    stops = total(ask.cards) >= enough
    return _first(ask, (Verb.PASS, *(STOPS + CARDS if stops else CARDS + STOPS)))


def _first(ask: Ask, verbs: Sequence[Verb]) -> Move:
    """Make the first of VERBS that is on offer; if none is, what is offered first."""
    offers = (option for verb in verbs if (option := ask.option(verb)))
    return _for(next(offers, ask.options[0]))


def _much(option: Option, lots: Lots) -> Move:
    """Make the move of OPTION for at least half of the most chips that it takes."""
    least, most = option.least, option.most
    if least is None or most is None:
        return _for(option)
    return _for(option, lots.randint(max(least, most // 2), most))


def _for(option: Option, chips: int | None = None) -> Move:
    """Make the move of OPTION for this many CHIPS, or the least that it takes."""
    return Move(option.verb, option.least if chips is None else chips)
