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
    table_of,
)
from tests.support.shed_rounds import first_moves, names, of_kind
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


def test_whoever_falls_short_once_the_bank_has_moved_sits_out_and_is_told() -> None:
    """The chips are tested again when it is known who is banker."""
    seats = [Seat("dave", 1000), Seat("bob", 1), Seat("kevin", 2)]
    round_ = BritishPontoon(seats, has_been_played(Bank(Pack(SEED))), BritishRules())
    round_.consent = dict.fromkeys(round_.named, True)
    ask = next(round_.play())
    noted = round_.take_events()
    assert SatOut("bob") in noted
    assert BankerSeated("dave", ("kevin", "dave"), way=WayToBank.KEPT) in noted
    assert isinstance(ask, Ask)
    assert ask.player == "kevin"


def test_with_fewer_than_two_seats_left_there_is_no_round() -> None:
    seats = [Seat("dave", 1000), Seat("bob", 1)]
    round_ = BritishPontoon(seats, has_been_played(Bank(Pack(SEED))), BritishRules())
    round_.consent = dict.fromkeys(round_.named, True)
    assert list(round_.play()) == []
    assert round_.take_events()[-2:] == [SatOut("bob"), NoRound(Obstacle.TOO_FEW_PLAYERS)]


# A banker needs 2 × min_bet × (players − 1)


def test_a_banker_needs_twice_the_least_bets_of_all_the_others() -> None:
    for min_bet, punters, too_few in [(1, 1, 1), (1, 3, 5), (5, 2, 19), (5, 3, 29)]:
        others = ("bob", "kevin", "eve")[:punters]
        chips = {"dave": too_few, **dict.fromkeys(others, 1000)}
        if punters > 1:
            table = british(Pack(SEED), min_bet=min_bet)
            assert banker(deal(table, "dave", *others, chips=chips)) == "bob"
        table = british(Pack(SEED), min_bet=min_bet)
        chips["dave"] += 1
        assert banker(deal(table, "dave", *others, chips=chips)) == "dave"


def test_if_nobody_can_bank_there_is_no_round_and_it_is_said_why() -> None:
    table = table_of(Bank(Pack(SEED)))
    events = deal(table, "dave", "bob", "kevin", chips=3)
    assert events == [
        RoundBegan(("dave", "bob", "kevin")),
        NoRound(Obstacle.NOBODY_CAN_BANK),
    ]
    assert table.ask is None
    assert table.seats == ()
    assert bank_of(table).banker is None


def test_no_round_leaves_the_bank_and_the_pack_as_they_were() -> None:
    table = british(StackedPack("AS KS QS"))
    events = deal(table, "dave", "bob", "kevin", chips=3)
    assert events[-1] == NoRound(Obstacle.NOBODY_CAN_BANK)
    assert bank_of(table).banker == "dave"
    assert names([bank_of(table).pack.deal() for _ in range(3)]) == "AS KS QS"


def test_a_round_that_could_not_be_leaves_the_list_of_players() -> None:
    table = british(Pack(SEED))
    deal(table, "dave", "bob", "kevin")
    table.abandon()
    deal(table, "dave", "bob", "eve", chips=3)
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


def test_only_those_who_can_cover_cut_for_the_bank() -> None:
    table = table_of(Bank(CutPack("2C 3D")))
    events = deal(table, "dave", "bob", "kevin", chips={"dave": 4, "bob": 3, "kevin": 4})
    assert [player for player, _ in of_kind(BankCut, events)[0].cuts] == ["dave", "kevin"]
    assert banker(events) == "kevin"


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
