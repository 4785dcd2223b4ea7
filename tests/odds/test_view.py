"""What a player can see of a round: their own cards and what lies open, and nothing hidden."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pontoon.engine import events
from pontoon.engine.cards import PACK, Card
from pontoon.engine.events import Event
from pontoon.engine.moves import Ask, Move, Phase, Verb
from pontoon.engine.table import Table
from pontoon.games import GAMES, Game
from pontoon.odds.view import Observer, View
from tests.support.banker_rounds import play
from tests.support.british_rounds import british, deal
from tests.support.shed_rounds import asked, dealt
from tests.support.stacked_decks import StackedPack

PLAYERS = ("dave", "kevin", "bob")
HIDDEN = (events.FirstCard, events.SecondCard, events.Bought, events.Burned, events.Busted)


def a_move(ask: Ask, lots: random.Random) -> Move:
    if ask.phase is Phase.BANK:
        return Move(Verb.TAKE)
    option = lots.choice(ask.options)
    amount = None if option.least is None else lots.randint(option.least, option.most or 0)
    return Move(option.verb, amount)


def played(game: Game, number: int) -> Iterator[tuple[list[Event], Sequence[Ask], Table]]:
    """Play a round by lot; yield what has happened, and what is asked then."""
    lots = random.Random(number)
    rules = game.Rules()
    table = Table(game, rules, game.new_equipment(rules, lots.randbytes(32)), 10)
    happened = table.deal([(player, 1000) for player in PLAYERS])
    while table.asks:
        yield happened, table.asks, table
        ask = table.asks[0]
        happened = table.act(ask.player, a_move(ask, lots))
    yield happened, (), table


def views(game: Game, number: int, player: str, swap: random.Random | None) -> list[View]:
    """Return all that PLAYER sees at their decisions, if hidden cards are others by SWAP."""
    observer, seen = Observer(player, game.name, game.Rules()), []
    for happened, asks, _ in played(game, number):
        observer.see(swapped(each, player, swap) for each in happened)
        seen += [observer.view(ask) for ask in asks if ask.player == player]
    return seen


def swapped(event: Any, player: str, swap: random.Random | None) -> Any:
    """Return EVENT with other cards in place of those that PLAYER does not see."""
    if swap is None or not isinstance(event, HIDDEN) or event.player == player:
        return event
    return replace(event, cards=tuple(swap.choice(PACK) for _ in event.cards))


@pytest.mark.parametrize("game", GAMES)
def test_cards_that_are_hidden_change_nothing_that_is_seen(game: Game) -> None:
    for number in range(30):
        for player in PLAYERS:
            expected = views(game, number, player, None)
            assert views(game, number, player, random.Random(number)) == expected


@pytest.mark.parametrize("game", GAMES)
def test_a_player_sees_the_hand_that_they_are_asked_about_and_its_stakes(game: Game) -> None:
    for number in range(30):
        observers = {player: Observer(player, game.name, game.Rules()) for player in PLAYERS}
        for happened, asks, _ in played(game, number):
            for observer in observers.values():
                observer.see(happened)
            for ask in asks:
                if ask.phase in (Phase.HAND, Phase.BANKER):
                    hand = observers[ask.player].view(ask).hand
                    assert (tuple(hand.cards), hand.stake) == (ask.cards, ask.stake)


def on_table(table: Table) -> list[Card]:
    """Return the cards of all hands, the dealer's too."""
    dealer = getattr(table.round, "dealer", None)
    hands = [hand for seat in table.seats for hand in seat.hands]
    return [card for hand in (*hands, *([dealer] if dealer else ())) for card in hand.cards]


@pytest.mark.parametrize("game", GAMES)
def test_every_card_that_is_seen_is_on_the_table_or_was(game: Game) -> None:
    for number in range(30):
        observers = {player: Observer(player, game.name, game.Rules()) for player in PLAYERS}
        for happened, asks, table in played(game, number):
            for player, observer in observers.items():
                observer.see(happened)
                for ask in asks[:1]:
                    view, left = observer.view(ask), on_table(table)
                    for hand in view.hands:
                        assert all(card in left for card in hand.known), (player, happened)
                    assert sum(view.unseen.values()) >= 52 - len(left) - len(view.thrown)


def test_a_pontoon_on_a_split_ten_is_seen_whole() -> None:
    """The ten was shown with its pair, and the ace is when the pontoon is declared."""
    table = british(StackedPack(dealt("KC KD", "10S 9S", then="AS 3C")))
    observer = Observer("dave", "british", table.rules)
    observer.see(deal(table, "dave", "bob"))
    observer.see(play(table, "bob: 10 bob: p"))
    pontoon, other = observer.view(asked(table)).of("bob")
    assert pontoon.is_pontoon
    assert {str(card) for card in pontoon.known} == {"KC", "AS"}
    assert [str(card) for card in other.known] == ["KD"]
