"""The table: who may be dealt to, who may do what when, and that a refusal changes nothing."""

import pytest

from pontoon.engine.cards import card
from pontoon.engine.decks import Pack, Shoe
from pontoon.engine.errors import CannotDeal, CannotSeat, Refused, SeatFault
from pontoon.engine.events import (
    Abandoned,
    FirstCard,
    MarkerHit,
    RoundBegan,
    Settled,
    Stuck,
    Twisted,
)
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, Bound, Move, Option, Phase, Verb, WhyNot
from pontoon.engine.round import EquipmentState, GameRules, Round, Script
from pontoon.engine.running_round import with_amount
from pontoon.engine.table import Table
from pontoon.games.british import BritishRules
from pontoon.games.shed import ShedRules
from tests.support.british_rounds import british
from tests.support.shed_rounds import (
    asked,
    begin,
    bob_holding,
    changes,
    dealt,
    first_moves,
    legal_moves,
    of_kind,
    play,
    snapshot,
    table_of,
)
from tests.support.stacked_decks import StackedShoe

SEED = bytes(range(32))


def empty_table(max_players: int = 10) -> Table:
    return table_of(Shoe(6, (60, 75), SEED), max_players=max_players)


def chips_of(*names: str, chips: int = 1000) -> list[tuple[str, int]]:
    return [(name, chips) for name in names]


# Starting a round


def test_a_round_seats_the_players_in_the_order_given() -> None:
    table = empty_table()
    events = table.deal([("kevin", 5), ("bob", 1000), ("dave", 1)])
    assert events[0] == RoundBegan(("kevin", "bob", "dave"))
    assert [(seat.player, seat.chips) for seat in table.seats] == [
        ("kevin", 5),
        ("bob", 1000),
        ("dave", 1),
    ]
    assert table.players == ("kevin", "bob", "dave")
    assert asked(table).player == "kevin"


def test_without_a_round_nothing_is_asked_and_nobody_is_seated() -> None:
    table = empty_table()
    assert (table.ask, table.seats, table.players) == (None, (), ())
    assert table.rotated_players() == ()


def refused(table: Table, players: list[tuple[str, int]]) -> CannotDeal:
    """Return why the round cannot start, having checked that nothing changed."""
    before = snapshot(table)
    with pytest.raises(Refused) as refusal:
        table.deal(players)
    assert snapshot(table) == before
    told = table.why_not_deal(players)
    assert told is not None
    assert refusal.value.reason == told
    return told


@pytest.mark.parametrize("chips", [0, -1])
def test_a_player_needs_a_chip(chips: int) -> None:
    refusal = refused(empty_table(), [("bob", chips), ("dave", 1)])
    assert refusal.seats == (CannotSeat("bob", SeatFault.NO_CHIPS),)
    assert refusal.most is None


def test_nobody_is_seated_twice_and_is_told_so_once() -> None:
    refusal = refused(empty_table(), chips_of("bob", "dave", "bob", "bob"))
    assert refusal.seats == (CannotSeat("bob", SeatFault.SEATED_TWICE),)


def test_all_that_is_wrong_is_told_and_not_only_the_first() -> None:
    players = [("bob", 5), ("dave", 0), ("kevin", 0), ("eve", 5), ("bob", 5), ("eve", 5)]
    refusal = refused(empty_table(max_players=5), players)
    assert set(refusal.seats) == {
        CannotSeat("bob", SeatFault.SEATED_TWICE),
        CannotSeat("eve", SeatFault.SEATED_TWICE),
        CannotSeat("dave", SeatFault.NO_CHIPS),
        CannotSeat("kevin", SeatFault.NO_CHIPS),
    }
    assert len(refusal.seats) == 4
    assert refusal.most == 5


def test_no_more_players_than_config_allows() -> None:
    table = empty_table(max_players=3)
    assert refused(table, chips_of("a", "b", "c", "d")).most == 3
    assert table.why_not_deal(chips_of("a", "b", "c")) is None
    table.deal(chips_of("a", "b", "c"))
    assert len(table.seats) == 3


def test_ten_players_can_be_dealt_to() -> None:
    table = empty_table()
    events = table.deal(chips_of(*"abcdefghij"))
    assert [event.player for event in of_kind(FirstCard, events)] == list("abcdefghij")


def test_a_round_needs_a_player() -> None:
    refusal = refused(empty_table(), [])
    assert (refusal.seats, refusal.most) == ((), None)


def test_a_round_cannot_start_while_one_is_running() -> None:
    table = begin("", "bob", "dave")
    before = snapshot(table)
    with pytest.raises(Refused, match="ROUND_RUNNING"):
        table.deal(chips_of("kevin"))
    assert snapshot(table) == before


def test_a_round_that_could_not_start_leaves_the_list_of_players() -> None:
    table = begin("", "bob", "dave", "kevin")
    table.abandon()
    refused(table, [("eve", 0)])
    assert table.rotated_players() == ("dave", "kevin", "bob")


def test_the_list_rotates_by_one_each_round_and_the_first_goes_last() -> None:
    table = empty_table()
    orders = []
    players: tuple[str, ...] = ("dave", "kevin", "bob")
    for _ in range(4):
        table.deal(chips_of(*players))
        table.abandon()
        players = table.rotated_players()
        orders.append(" ".join(players))
    assert orders == ["kevin bob dave", "bob dave kevin", "dave kevin bob", "kevin bob dave"]


def test_a_new_list_replaces_the_old_one() -> None:
    table = begin("", "bob", "dave")
    table.abandon()
    table.deal(chips_of("eve", "kevin", "mallory"))
    assert table.rotated_players() == ("kevin", "mallory", "eve")


# Moves


def test_only_the_player_asked_can_move() -> None:
    table = begin(dealt("10C 6D", "9C 8S"), "bob", "dave")
    play(table, "bob: 10 dave: 10")
    before = snapshot(table)
    with pytest.raises(Refused, match="NOT_YOUR_TURN"):
        table.act("dave", Move(Verb.STICK))
    assert snapshot(table) == before


def test_who_has_no_seat_can_neither_move_nor_resign() -> None:
    """Names are compared letter by letter: casemapping is for those who know the server."""
    for stranger in ["eve", "", "Bob", "bob "]:
        table = begin("", "bob", "dave")
        before = snapshot(table)
        with pytest.raises(Refused, match="NOT_SEATED"):
            table.act(stranger, Move(Verb.BET, 1))
        with pytest.raises(Refused, match="NOT_SEATED"):
            table.resign(stranger)
        assert snapshot(table) == before


def over(table: Table) -> Table:
    table.abandon()
    return table


@pytest.mark.parametrize("table", [empty_table(), over(begin("", "bob"))], ids=["new", "after"])
def test_without_a_round_nothing_can_be_done(table: Table) -> None:
    before = snapshot(table)
    with pytest.raises(Refused, match="NOTHING_ASKED"):
        table.act("bob", Move(Verb.BET, 1))
    with pytest.raises(Refused, match="NOTHING_ASKED"):
        table.resign("bob")
    with pytest.raises(Refused, match="NOTHING_ASKED"):
        table.abandon()
    assert snapshot(table) == before
    assert list(legal_moves(table)) == []


def test_the_legal_moves_can_be_listed_at_any_moment() -> None:
    table = begin(dealt("7C 7D", "9C 7S"), "bob", "dave", chips=20)
    assert list(legal_moves(table)) == [Move(Verb.BET, 1), Move(Verb.BET, 2)]
    play(table, "bob: 2 dave: 1")
    assert list(legal_moves(table)) == [
        Move(Verb.TWIST),
        Move(Verb.BUY, 2),
        Move(Verb.BURN, 2),
        Move(Verb.SPLIT, 2),
    ]
    assert list(legal_moves(table)) == list(legal_moves(table))


def test_every_move_that_is_listed_is_accepted() -> None:
    for listed in legal_moves(bob_holding("7C 7D")):
        bob_holding("7C 7D").act("bob", listed)


def test_a_move_returns_what_happened_and_only_that() -> None:
    table = begin(dealt("10C 6D", "9C 8S", then="2H"), "bob", "dave")
    play(table, "bob: 5 dave: 6")
    assert table.act("bob", Move(Verb.STICK)) == [Stuck("bob", None)]
    assert table.act("dave", Move(Verb.TWIST)) == [Twisted("dave", None, card("2H"))]


class Patience(Round[Pack, GameRules]):
    """A game of which the shared part has to know everything there is to know."""

    @classmethod
    def new_equipment(cls, _rules: GameRules, seed: bytes) -> Pack:
        """Need a pack."""
        return Pack(seed)

    @classmethod
    def restored(cls, _rules: GameRules, state: EquipmentState) -> Pack:
        """Need a pack."""
        return Pack.restored(state)

    def play(self) -> Script:
        """Ask for a twist."""
        yield Ask(self.seats[0].player, Phase.HAND, (Option(Verb.TWIST),), (), 0, 10)

    def resign(self, seat: Seat) -> None:
        """Let the only player go."""
        seat.has_resigned = True


# Amounts

ASK = Ask("bob", Phase.BET, (Option(Verb.BET, 3, 8), Option(Verb.TWIST)), (), 0, 10)


def test_an_amount_is_worked_out_from_what_is_on_offer() -> None:
    for said, amount in [(3, 3), (5, 5), (8, 8), (None, 3), (Bound.MIN, 3), (Bound.MAX, 8)]:
        move = with_amount(Move(Verb.BET, said), ASK.options[0])
        assert move == Move(Verb.BET, amount)
        assert move.chips == amount


def test_an_amount_outside_what_is_on_offer_is_refused() -> None:
    for said in [2, 9, 0, -3]:
        with pytest.raises(Refused, match="BAD_AMOUNT"):
            with_amount(Move(Verb.BET, said), ASK.options[0])


def test_nothing_is_staked_where_the_most_on_offer_is_less_than_the_least() -> None:
    for said in [None, Bound.MIN, Bound.MAX, 0, -110, 10]:
        with pytest.raises(Refused, match="BAD_AMOUNT"):
            with_amount(Move(Verb.BET, said), Option(Verb.BET, 10, -110))


def test_a_move_without_an_amount_is_worth_no_chips() -> None:
    twist = Move(Verb.TWIST)
    assert with_amount(twist, ASK.options[1]) == twist
    assert twist.chips == 0


def test_a_move_that_a_game_does_not_have_is_refused_as_such() -> None:
    table = Table(Patience, GameRules(), Pack(SEED), 2)
    table.deal(chips_of("bob"))
    with pytest.raises(Refused) as refusal:
        table.act("bob", Move(Verb.SPLIT))
    assert (refusal.value.reason, refusal.value.limit) == (WhyNot.NO_SUCH_MOVE, 0)


# From round to round


def test_the_shoe_carries_on_from_round_to_round() -> None:
    """Nothing is shuffled as long as the marker is not hit."""
    shoe = StackedShoe("AC KD 2C 3D")
    table = table_of(shoe)
    table.deal(chips_of("bob"))
    play(table, "bob: 1 s")
    assert shoe.left == 310
    table.deal(chips_of("bob"))
    assert str(asked(table).cards[0]) == "2C"


def test_nothing_of_a_round_is_left_in_the_next() -> None:
    table = begin(dealt("AC KD", "AH KS"), "bob", "dave")
    play(table, "bob: 10 dave: 10 bob: s dave: s")
    assert (table.seats, table.ask) == ((), None)
    table.deal(chips_of("bob"))
    (seat,) = table.seats
    assert (seat.chips, seat.staked, len(seat.hands), seat.has_resigned) == (1000, 0, 1, False)


def test_the_same_seed_seats_and_moves_make_the_same_round() -> None:
    def evening(seed: bytes) -> list[object]:
        table = table_of(Shoe(6, (60, 75), seed))
        events: list[object] = []
        for _ in range(40):
            events += table.deal(chips_of("bob", "dave", "kevin")) + first_moves(table)
        return events

    assert evening(SEED) == evening(SEED)
    assert evening(SEED) != evening(SEED[::-1])
    kinds = {type(event) for event in evening(SEED)}
    assert {MarkerHit, Settled} <= kinds


@pytest.mark.parametrize(("seed", "gather"), [(SEED, "hands"), (b"", "mixed")])
def test_a_pack_is_gathered_as_it_was_sealed_until_another_takes_its_place(
    seed: bytes, gather: str
) -> None:
    table, mixed = british(Pack(seed), gather="hands"), BritishRules(gather="mixed")
    table.set_rules(mixed, max_players=10)
    assert table.rules.marker == gather
    table.put_in_deck(SEED[::-1])
    assert table.rules.marker == "mixed"


def test_two_tables_of_one_game_have_nothing_in_common() -> None:
    one, other = begin("", "bob"), begin("", "bob")
    before = snapshot(other)
    play(one, "bob: 1")
    assert snapshot(other) == before


def test_a_round_stopped_gives_every_stake_back() -> None:
    """Nothing is settled, so nothing changes hands, and the table is free."""
    table = begin(dealt("7C 7D", "9C 7S", then="8H 8S"), "bob", "dave")
    play(table, "bob: 10 dave: 10 bob: u p")
    assert table.abandon() == [Abandoned()]
    assert (table.ask, table.seats) == (None, ())
    assert table.players == ("bob", "dave")
    table.deal(chips_of("bob"))


def test_a_whole_round_with_another_rule_book() -> None:
    """The rules are those the table was opened with."""
    rules = ShedRules(max_bet_percent=(50,), stick_min=12)
    table = begin("10C 2D", "bob", chips=10, rules=rules)
    assert changes(play(table, "bob: 5 s")) == {"bob": 0}
