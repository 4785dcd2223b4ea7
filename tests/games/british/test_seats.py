"""Who can play British Pontoon, and who has the bank first: limits, and cutting for it."""

import pytest

from pontoon.engine.cards import cards
from pontoon.engine.decks import Pack
from pontoon.engine.errors import CannotSeat, SeatFault
from pontoon.engine.events import (
    FirstCard,
    NoRound,
    Obstacle,
    RoundBegan,
    Settled,
    Shuffled,
)
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask
from pontoon.games.bank import Bank
from pontoon.games.bank_events import (
    BankCut,
    BankerSeated,
    BankTaken,
    NotCovered,
    SatOut,
    WayToBank,
)
from pontoon.games.british import BritishPontoon, BritishRules
from tests.support.british_rounds import (
    SEED,
    CutPack,
    bank_of,
    banker,
    british,
    deal,
    has_been_played,
    order,
    table_of,
)
from tests.support.shed_rounds import first_moves, of_kind, settled
from tests.support.stacked_decks import StackedPack

# Seats


@pytest.mark.parametrize(("players", "most", "least"), [(1, None, 2), (2, None, None)])
def test_two_players_at_least(players: int, most: int | None, least: int | None) -> None:
    table = british(Pack(SEED))
    refused = table.why_not_deal([(f"p{number}", 10) for number in range(players)])
    assert ((refused.most, refused.least) if refused else (None, None)) == (most, least)


@pytest.mark.parametrize(("config", "players", "most"), [({}, 8, None), ({}, 9, 8)])
def test_eight_players_at_most(config: dict[str, int], players: int, most: int | None) -> None:
    refused = british(Pack(SEED), **config).why_not_deal([(f"p{n}", 50) for n in range(players)])
    assert (refused.most if refused else None) == most


def test_the_greatest_number_of_players_is_config() -> None:
    table = british(Pack(SEED), max_players=3)
    assert table.why_not_deal([(f"p{number}", 10) for number in range(3)]) is None
    refused = table.why_not_deal([(f"p{number}", 10) for number in range(4)])
    assert refused is not None
    assert refused.most == 3


def test_eight_players_can_be_dealt_to_and_play() -> None:
    table = british(Pack(SEED))
    events = deal(table, *(f"p{number}" for number in range(8)))
    assert len(of_kind(FirstCard, events)) == 7
    assert of_kind(Settled, first_moves(table))


# To be seated a player needs 2 × min_bet


@pytest.mark.parametrize(("min_bet", "chips"), [(1, 1), (5, 9)])
def test_a_player_needs_twice_the_least_bet(min_bet: int, chips: int) -> None:
    table = british(Pack(SEED), min_bet=min_bet)
    refused = table.why_not_deal([("dave", 1000), ("bob", chips)])
    assert refused is not None
    assert refused.seats == (CannotSeat("bob", SeatFault.TOO_FEW_CHIPS),)
    assert table.why_not_deal([("dave", 1000), ("bob", chips + 1)]) is None


def begun(*seats: Seat) -> tuple[BritishPontoon, Ask | None]:
    """Return a round of SEATS, of whom dave has the bank, and who is asked first."""
    this_round = BritishPontoon(seats, has_been_played(Bank(Pack(SEED))), BritishRules())
    ask = next(this_round.play(), None)
    assert not isinstance(ask, tuple)
    return this_round, ask


def test_whoever_falls_short_once_the_bank_has_moved_sits_out_and_is_told() -> None:
    """The chips are tested again when it is known who is banker."""
    this_round, ask = begun(Seat("dave", 1000), Seat("bob", 1), Seat("kevin", 2))
    noted = this_round.take_events()
    assert SatOut("bob") in noted
    assert BankerSeated("dave", ("kevin", "dave"), way=WayToBank.KEPT) in noted
    assert ask is not None
    assert ask.player == "kevin"


def test_with_fewer_than_two_seats_left_there_is_no_round() -> None:
    this_round, ask = begun(Seat("dave", 1000), Seat("bob", 1))
    assert ask is None
    assert this_round.take_events()[-2:] == [SatOut("bob"), NoRound(Obstacle.TOO_FEW_PLAYERS)]


# A banker needs 2 × min_bet for one player


@pytest.mark.parametrize(("chips", "left_out"), [(6, ""), (5, "eve"), (4, "eve"), (3, "eve kevin")])
def test_whom_the_banker_cannot_cover_is_left_out_the_last_one_named_first(
    chips: int, left_out: str
) -> None:
    table = british(Pack(SEED))
    has = {"bob": 9, "dave": chips, "kevin": 9, "eve": 9}
    events = deal(table, *has, chips=has)
    assert banker(events) == "dave"
    assert [event.player for event in of_kind(NotCovered, events)] == left_out.split()
    assert len(of_kind(FirstCard, events)) == 3 - len(left_out.split())


def test_the_banker_is_not_left_out_wherever_they_are_named() -> None:
    table = british(Pack(SEED), min_bet=5)
    has = {"bob": 99, "kevin": 99, "dave": 10}
    events = deal(table, *has, chips=has)
    assert of_kind(NotCovered, events) == [NotCovered("kevin")]
    assert order(events) == "bob dave"


def test_who_is_left_out_plays_no_round_and_loses_nothing() -> None:
    table = british(Pack(SEED))
    has = {"dave": 2, "bob": 9, "kevin": 9}
    events = deal(table, *has, chips=has) + first_moves(table)
    played = {each.player: (each.chips, each.played) for each in settled(events).results}
    assert played["kevin"] == (0, 0)


def test_a_round_that_could_not_be_leaves_the_list_of_players() -> None:
    table = british(Pack(SEED))
    deal(table, "dave", "bob", "kevin")
    table.abandon()
    deal(table, "bob", "eve", willing=[])
    assert table.players == ("dave", "bob", "kevin")


# The first banker is chosen by cutting


def test_each_player_draws_a_card_and_the_highest_is_banker() -> None:
    table = table_of(Bank(CutPack("9C KD 10H")))
    events = deal(table, "dave", "kevin", "bob")
    dave, kevin, bob = cards("9C KD 10H")
    assert events[:4] == [
        RoundBegan(("dave", "kevin", "bob")),
        BankCut((("dave", dave), ("kevin", kevin), ("bob", bob))),
        BankTaken("kevin", WayToBank.CUT),
        BankerSeated("kevin", ("bob", "dave", "kevin")),
    ]


def test_in_cutting_an_ace_is_high() -> None:
    for cut, first in [
        ("2C 3D", "bob"),
        ("10C JD", "bob"),
        ("JC QD", "bob"),
        ("QC KD", "bob"),
        ("KC AD", "bob"),
    ]:
        assert banker(deal(table_of(Bank(CutPack(cut))), "dave", "bob")) == first
        swapped = " ".join(reversed(cut.split()))
        assert banker(deal(table_of(Bank(CutPack(swapped))), "dave", "bob")) == "dave"


def test_ties_for_the_highest_cut_again_and_only_these() -> None:
    table = table_of(Bank(CutPack("AC 9D AH KS", "5C 5D", "2C 8D")))
    events = deal(table, "dave", "kevin", "bob", "eve")
    assert [[player for player, _ in cut.cuts] for cut in of_kind(BankCut, events)] == [
        ["dave", "kevin", "bob", "eve"],
        ["dave", "bob"],
        ["dave", "bob"],
    ]
    assert banker(events) == "bob"


def test_a_cut_is_made_with_a_pack_of_its_own_and_the_other_is_not_shuffled_for_it() -> None:
    bank = Bank(StackedPack("AS KS"))
    events = deal(table_of(bank), "dave", "bob")
    assert of_kind(BankCut, events)
    assert of_kind(Shuffled, events) == []
    assert of_kind(FirstCard, events)[0].cards == cards("AS")


def test_the_result_of_a_cut_stands_though_the_round_is_stopped() -> None:
    """Or whoever starts rounds could stop them until the cut suits."""
    table = table_of(Bank(CutPack("2C 3D")))
    assert banker(deal(table, "dave", "bob")) == "bob"
    table.abandon()
    assert bank_of(table).banker == "bob"
    events = deal(table, "dave", "bob")
    assert of_kind(BankCut, events) == []
    assert banker(events) == "bob"


def test_it_stands_though_the_round_is_void() -> None:
    table = table_of(Bank(CutPack("2C 3D")))
    deal(table, "dave", "bob")
    table.resign("dave")
    assert table.ask is None
    assert bank_of(table).banker == "bob"
