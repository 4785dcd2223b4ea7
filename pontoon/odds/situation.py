"""What a player sees in a situation that somebody thinks of: a hand, and nobody has moved before.

>>> from pontoon.engine.cards import cards
>>> from pontoon.games.shed import ShedPontoon, ShedRules
>>> view = situation(ShedPontoon, ShedRules(), 3, cards("8C 6D"))
>>> [str(option.verb) for option in view.ask.options], view.hand.bet, len(view.players)
(['twist', 'buy', 'burn'], 100, 3)
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from pontoon.engine.cards import Card
from pontoon.engine.decks import Pack
from pontoon.engine.moves import Ask, Move, Phase, Unit, Verb
from pontoon.engine.rng import SEED_BYTES
from pontoon.engine.table import Table
from pontoon.games import Game
from pontoon.games.bank import Bank
from pontoon.odds.view import Observer, View

CHIPS = 10_000_000
"""What everybody has: so much that it limits nothing."""

BETS: Mapping[Unit, int] = {Unit.CHIPS: 100, Unit.FINGERS: 1, Unit.COINS: 10}
"""What everybody bets, if the rules allow so much."""

_SEED = bytes(SEED_BYTES)


def situation(
    game: Game,
    rules: Any,
    players: int,
    hand: Sequence[Card],
    acts: Sequence[Verb] = (),
    up: Card | None = None,
) -> View | None:
    """Return what the first of so many PLAYERS sees who has HAND and is asked what to do.

    That is in a round of GAME by RULES; the last player has the bank, if there is one. The cards of
    HAND behind the second were drawn by ACTS. UP is the card that the dealer shows in Black Jack.
    None is returned if nothing is asked then, or ACTS are not allowed.
    """
    names = [f"p{number}" for number in range(1, players + 1)]
    dealt = players + (up is not None)
    places = {0: hand[0], dealt: hand[1], **dict(enumerate(hand[2:], 2 * dealt))}
    if up is not None:
        places[1] = up
    table = Table(game, rules, _equipment(game, rules, places, names[-1]), players)
    observer = Observer(names[0], game.name, rules)
    left = deque(acts)
    observer.see(table.deal([(name, CHIPS) for name in names]))
    while (ask := table.ask) is not None:
        move = _before_play(ask, names[-1])
        if move is None:
            if ask.player != names[0]:
                return None
            if not left:
                return observer.view(ask)
            option = ask.option(left.popleft())
            if option is None:
                return None
            move = Move(option.verb, option.least)
        observer.see(table.act(ask.player, move))
    return None


def first_bet(game: Game, rules: Any) -> View:
    """Return what somebody alone sees who is asked for the first bet on new cards, in GAME."""
    table = Table(game, rules, game.new_equipment(rules, _SEED), 1)
    observer = Observer("p1", game.name, rules)
    observer.see(table.deal([("p1", CHIPS)]))
    (ask,) = table.asks
    return observer.view(ask)


def _before_play(ask: Ask, banker: str) -> Move | None:
    """Return what is done when ASK comes before the first hand is played; None if it is played."""
    option = ask.options[0]
    match ask.phase:
        case Phase.BET:
            return Move(Verb.BET, min(option.most or 0, BETS[ask.unit]))
        case Phase.BANK:
            return Move(Verb.TAKE if ask.player == banker else Verb.PASS)
        case Phase.KITTY if kitty := ask.option(Verb.KITTY):
            return Move(Verb.KITTY, kitty.least)
        case Phase.AUCTION | Phase.KITTY | Phase.SHOOT | Phase.INSURANCE:
            return Move(Verb.PASS)
    return None


def _equipment(game: Game, rules: Any, places: Mapping[int, Card], banker: str) -> Any:
    """Return equipment with cards of the ranks of PLACES there, and all others by their value.

    BANKER has the bank. The next cards are low, so that nobody has a pontoon.
    """
    equipment = game.new_equipment(rules, _SEED)
    rest = sorted(equipment.deck.cards, key=lambda card: (card.is_ace, card.value))
    for card in places.values():
        del rest[next(place for place, each in enumerate(rest) if each.rank == card.rank)]
    for place in sorted(places):
        rest.insert(place, places[place])
    if isinstance(equipment.deck, Pack):
        equipment.deck.cards = deque(rest)
    else:
        equipment.deck.cards = rest[::-1]
    if isinstance(equipment, Bank):
        equipment.banker = banker
    return equipment
