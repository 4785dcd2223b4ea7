"""What a player can see of a round: their own cards and what lies open, and nothing hidden."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pontoon.engine import events
from pontoon.engine.cards import PACK, RANKS, Card, cards
from pontoon.engine.events import Event
from pontoon.engine.moves import Ask, Move, Option, Phase, Verb
from pontoon.engine.table import Table
from pontoon.games import GAMES, Game, game_named
from pontoon.odds.advise import advise
from pontoon.odds.view import Observer, SeenHand, View
from tests.support.banker_rounds import play
from tests.support.british_rounds import british, deal, shoot
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


def test_for_how_many_buys_a_banker_had_cover_is_known_of_each_draw() -> None:
    """Bob's bust leaves the banker cover again: 80 chips for a bet of 10, and kevin can buy."""
    table = british(StackedPack(dealt("10C 3D", "2C 3C", "10S 9S", then="5D KD 2D")))
    observer, chips = Observer("dave", "british", table.rules), {"bob": 100, "kevin": 100}
    observer.see(deal(table, "dave", *chips, chips={"dave": 60, **chips}))
    for script, covered in (
        ("bob: 20 kevin: 10", [(0,), (0,)]),
        ("bob: t", [(0, 0), (0,)]),
        ("bob: t", [(0, 0, 1), (3,)]),
        ("kevin: b20", [(0, 0, 0), (3, 1)]),
    ):
        observer.see(play(table, script))
        hands = observer.view(asked(table)).hands
        assert [hand.covered for hand in hands if hand.bet] == covered


# Earlier rounds of the deck


def played_out(table: Table, lots: random.Random, *observers: Observer) -> list[Card]:
    """Play the round at TABLE by lot, before OBSERVERS; return the cards that are shown at its end.

    It has been dealt already.
    """
    happened: list[Event] = []
    while (ask := table.ask) is not None:
        happened = table.act(ask.player, a_move(ask, lots))
        for observer in observers:
            observer.see(happened)
    ends = [each for each in happened if isinstance(each, events.HandEnd)]
    return [card for each in ends for card in each.cards]


def rounds_seen(game: Game, number: int) -> Iterator[tuple[list[list[Card]], View, Table]]:
    """Deal one deck to dave, kevin and bob, round after round, until it is finished.

    Yield the cards shown at the end of each earlier round, and what kevin sees when he is first
    asked.
    """
    rules, lots = game.Rules(), random.Random(number)
    observer = Observer("kevin", game.name, rules)
    table = Table(game, rules, game.new_equipment(rules, lots.randbytes(32)), 10)
    shown: list[list[Card]] = []
    while not table.deck.is_finished:
        observer.see(table.deal([(player, 1000) for player in PLAYERS]))
        if (ask := table.ask_of("kevin")) is not None:
            yield shown, observer.view(ask), table
        shown.append(played_out(table, lots, observer))


def test_what_was_shown_in_earlier_rounds_is_out_of_the_shoe() -> None:
    for game in (game_named("pontoon"), game_named("blackjack")):
        for shown, view, table in rounds_seen(game, 1):
            gone = [card for cards in shown for card in cards]
            assert sorted(map(str, view.gone)) == sorted(map(str, gone))
            left = Counter(card.rank for card in (*table.deck.cards, *on_table(table)))
            assert all(view.unseen[rank] <= left[rank] for rank in RANKS)
        assert len(gone) > 200


def test_what_lies_deep_under_the_pack_is_not_among_the_next_cards() -> None:
    """The cards that can come are those on top, in the order of the rounds that they were in."""
    for number in range(8):
        for shown, view, table in rounds_seen(game_named("cutwc"), number):
            next_cards = [*table.deck.cards][:7]
            assert not {*next_cards} & {*view.gone}
            if len(shown) == 1:
                assert {*view.gone} == {*shown[0]}
            if len(shown) > 12:  # the pack has been turned over three times
                assert 20 < len(view.gone) <= 41
                break
        assert len(shown) > 12


@pytest.mark.parametrize(
    ("kitty", "says", "acts"),
    [
        *((20, "o20", [Verb.SHOOT]), (20, "o5", [Verb.SHOOT]), (20, "o4", [Verb.PASS])),
        *((5, "o5", [Verb.SHOOT]), (5, "n", [Verb.PASS]), (4, "o4", []), (4, "n", [])),
    ],
)
def test_who_can_shoot_for_half_of_the_bet_tells_by_it(
    kitty: int, says: str, acts: list[Verb]
) -> None:
    table = shoot(StackedPack(dealt("AC 9C", "10S 9S")), kitty=kitty)
    observer = Observer("dave", "shoot", table.rules)
    observer.see(deal(table, "dave", "bob"))
    observer.see(play(table, f"dave: n bob: 10 bob: {says}"))
    (hand,) = observer.view(asked(table)).of("bob")
    assert hand.acts == acts


@pytest.mark.parametrize("name", ["british", "shoot", "cutwc"])
def test_cards_for_everybody_can_come_whatever_is_remembered(name: str) -> None:
    """Who bets before the banker has a hand counts on that hand, too."""
    game, lots = game_named(name), random.Random(3)
    rules = game.Rules()
    equipment = game.new_equipment(rules, lots.randbytes(32))
    for _ in range(12):
        observer = Observer("kevin", name, rules)
        table = Table(game, rules, equipment, 10)
        for _ in range(20):
            happened = table.deal([(player, 1000) for player in PLAYERS])
            observer.see(happened)
            while (ask := table.ask) is not None:
                if ask.player == "kevin" and ask.phase is not Phase.BANK:
                    view = observer.view(ask)
                    known = sum(len(hand.known) for hand in view.hands)
                    assert sum(view.unseen.values()) >= 3 * len(view.players) - known
                observer.see(table.act(ask.player, a_move(ask, lots)))


def test_a_shoe_that_ran_dry_has_the_cards_of_earlier_rounds_again() -> None:
    rules = game_named("pontoon").Rules()
    observer = Observer("dave", "pontoon", rules)
    observer.see([events.RoundBegan(("dave",)), events.FirstCard("dave", PACK[:1])])
    observer.see([events.RoundBegan(("dave",)), events.FirstCard("dave", PACK[1:2])])
    ask = Ask("dave", Phase.BET, (), cards=(), stake=0, chips=1)
    assert observer.view(ask).gone == PACK[:1]
    observer.see([events.ShoeRanDry()])
    assert observer.view(ask).gone == ()


@pytest.mark.parametrize("name", ["pontoon", "blackjack"])
def test_a_shoe_that_may_run_dry_leaves_cards_for_everybody(name: str) -> None:
    """It is dealt past its marker here, as where few cards lie behind that."""
    game, lots = game_named(name), random.Random(5)
    rules = replace(game.Rules(), decks=1)
    observer = Observer("kevin", name, rules)
    table = Table(game, rules, game.new_equipment(rules, lots.randbytes(32)), 10)
    for _ in range(60):
        observer.see(table.deal([(player, 1000) for player in PLAYERS]))
        while (ask := table.ask) is not None:
            if ask.player == "kevin":
                view = observer.view(ask)
                known = sum(len(hand.known) for hand in view.hands)
                assert sum(view.unseen.values()) >= 3 * len(view.players) - known
            observer.see(table.act(ask.player, a_move(ask, lots)))


UNDER = (
    "2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 7C 7D 7H 7S 8C 8D 8H 8S 9C 9D 9H 9S 6D 6H 6S"
)
"""Cards that lie under the pack: what is left is high."""


def test_who_remembers_the_low_cards_does_not_buy_one() -> None:
    """Of the cards that can come only an ace is not worth ten."""
    rules = game_named("british").Rules()
    hand = SeenHand("bob", 1, [*cards("AS 6C")], [], 10, 10)
    others = SeenHand("dave", 1, [None, None])
    options = (Option(Verb.STICK), Option(Verb.TWIST), Option(Verb.BUY, 10, 20))
    ask = Ask("bob", Phase.HAND, options, cards("AS 6C"), stake=10, chips=1000)
    forgetful = View("british", rules, "bob", ask, ("bob", "dave"), "dave", (hand, others), (), 0)
    remembers = replace(forgetful, gone=cards(UNDER))
    assert sum(remembers.unseen.values()) == 52 - 2 - 31
    buy, stick = Move(Verb.BUY, 20), Move(Verb.STICK)
    assert value_of(forgetful, buy) > value_of(forgetful, stick)
    assert value_of(remembers, buy) < value_of(remembers, stick) - 0.5


def value_of(view: View, move: Move) -> float:
    advice = advise(view)
    assert advice is not None
    return next(each.value for each in advice.values if each.move == move)
