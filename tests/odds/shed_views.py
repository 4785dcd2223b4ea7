"""What players of Shed Pontoon see, written down instead of played."""

from collections.abc import Sequence

from pontoon.engine.cards import Card, cards
from pontoon.engine.moves import Ask, Option, Phase, Verb
from pontoon.games.shed import ShedPontoon, ShedRules
from pontoon.odds.advice import MoveValue
from pontoon.odds.shed import advise_shed, is_allowed
from pontoon.odds.shed_hands import state_of
from pontoon.odds.view import SeenHand, View

BET = 100

ME = "dave"

PAID = (Verb.BUY, Verb.BURN, Verb.SPLIT)
"""The moves that cost a bet."""


def seen(player: str, names: str, acts: Sequence[Verb] = (), **more: int) -> SeenHand:
    """Return a hand of the cards that NAMES has; ``?`` is one that is not seen."""
    of_hand: list[Card | None] = [None if name == "?" else cards(name)[0] for name in names.split()]
    number, bets = more.get("number", 1), more.get("bets", 1)
    hand = SeenHand(player, number, of_hand, [*acts], BET, BET * bets)
    hand.is_over = Verb.STICK in acts
    return hand


def bust(player: str) -> SeenHand:
    """Return a hand that is known to be bust, and of which nothing was seen."""
    hand = seen(player, "? ? ?", [Verb.BUY])
    hand.is_bust = hand.is_over = True
    return hand


def resigned(player: str) -> SeenHand:
    hand = seen(player, "? ?")
    hand.has_resigned = hand.is_over = True
    return hand


def view(
    *hands: SeenHand, rules: ShedRules | None = None, chips: int = 100 * BET, asked: int = 1
) -> View:
    """Return what ME sees of HANDS, asked about the hand with that number, with so many CHIPS."""
    rules = rules or ShedRules()
    hand = [each for each in hands if each.player == ME][asked - 1]
    state = state_of(hand.known, hand.stake // hand.bet, hand.acts)
    options = [
        Option(verb, *((hand.bet, hand.bet) if verb in PAID else ()))
        for verb in ShedPontoon.MOVES
        if is_allowed(verb, state, rules.stick_min) and (verb not in PAID or chips >= hand.bet)
    ]
    ask = Ask(ME, Phase.HAND, tuple(options), hand.known, hand.stake, chips, asked)
    return _view(ask, hands, rules)


def view_of_bet(*hands: SeenHand, least: int, most: int, chips: int) -> View:
    """Return what ME sees who has one card, and bets from LEAST to MOST of so many CHIPS."""
    (hand,) = [each for each in hands if each.player == ME]
    option = Option(Verb.BET, least, most)
    return _view(Ask(ME, Phase.BET, (option,), hand.known, 0, chips), hands, ShedRules())


def _view(ask: Ask, hands: Sequence[SeenHand], rules: ShedRules) -> View:
    players = tuple(dict.fromkeys(hand.player for hand in hands))
    return View(
        *("pontoon", rules, ME, ask, players, None, tuple(hands)),
        thrown=(),
        kitty=0,
    )


def value_of(verb: Verb, seen_by_me: View) -> MoveValue:
    """Return what VERB is worth in what is SEEN_BY_ME; AssertionError if it is not on offer."""
    (found,) = [each for each in advise_shed(seen_by_me).values if each.move.verb is verb]
    return found
