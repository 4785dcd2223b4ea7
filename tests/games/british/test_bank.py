"""The bank of British Pontoon from round to round: who keeps it, where it goes, and the pack."""

import pytest

from pontoon.engine.cards import cards
from pontoon.engine.decks import Pack
from pontoon.engine.errors import RequestFault, RequestRefused
from pontoon.engine.events import (
    Event,
    FirstCard,
    Settled,
    Shuffled,
)
from pontoon.engine.moves import LookAtBank
from pontoon.engine.table import Table
from pontoon.games.bank import Bank
from pontoon.games.bank_events import (
    BankClaimed,
    BankCut,
    BankLooked,
    BankTaken,
    BankVacant,
    WayToBank,
)
from pontoon.games.british import BritishPontoon, BritishRules
from tests.support.banker_rounds import play
from tests.support.british_rounds import (
    SEED,
    CutPack,
    against_dave,
    answer_for_bank,
    bank_of,
    banker,
    bet,
    british,
    deal,
    has_been_played,
    order,
    seat,
    table_of,
)
from tests.support.shed_rounds import asked, dealt, first_moves, of_kind, snapshot
from tests.support.stacked_decks import StackedPack

# Later rounds keep the banker


def test_the_banker_keeps_the_bank_and_plays_last_wherever_the_list_has_turned_to() -> None:
    table = against_dave("10C 8C", "10D 8D")
    first_moves(table)
    for _ in range(3):
        events = deal(table, *table.rotated_players())
        assert order(events) == "bob kevin dave"
        assert of_kind(BankTaken, events) == []
        table.abandon()


def test_left_is_the_next_seat() -> None:
    table = table_of(Bank(CutPack("2C 9D 3H 4S")))
    assert order(deal(table, "bob", "dave", "kevin", "eve")) == "kevin eve bob dave"


def test_the_circle_is_that_of_the_last_settled_round_in_whatever_order_they_are_named() -> None:
    """Or whoever names them could have a friend sit on the left of somebody who sleeps."""
    table = british(Pack(SEED))
    assert order(deal(table, "dave", "eve", "bob", "kevin")) == "bob kevin eve dave"


def test_newcomers_sit_on_the_bankers_right_in_the_order_in_which_they_are_named() -> None:
    table = british(Pack(SEED))
    assert order(deal(table, "zed", "dave", "ann", "bob", "kevin")) == "bob kevin zed ann dave"


def test_newcomers_sit_where_a_banker_who_is_not_here_has_them_on_the_right() -> None:
    table = british(Pack(SEED))
    assert order(deal(table, "zed", "kevin", "bob")) == "kevin zed bob"


def test_a_round_that_is_not_settled_leaves_the_circle_as_it_was() -> None:
    table = british(Pack(SEED))
    deal(table, "dave", "zed", "bob")
    table.abandon()
    assert order(deal(table, "dave", "eve", "bob", "zed")) == "bob eve zed dave"


# Where the bank goes


def test_a_pontoon_takes_the_bank_for_the_next_round() -> None:
    table = against_dave("10C 8C", "AD KD", "10H 8H")
    events = play(table, "bob: s eve: s dave: s")
    assert BankClaimed("kevin") in events
    assert order(deal(table, *table.rotated_players())) == "eve dave bob kevin"


def test_of_several_pontoons_that_of_the_first_on_the_bankers_left_takes_the_bank() -> None:
    table = against_dave("10C 8C", "AD KD", "AH KH")
    events = play(table, "bob: s dave: s")
    assert of_kind(BankClaimed, events) == [BankClaimed("kevin")]


def test_a_pontoon_on_a_split_hand_does_not_take_the_bank() -> None:
    table = against_dave("AC AD", then="KH KS 10C 10D")
    events = play(table, "bob: p dave: s")
    assert of_kind(BankClaimed, events) == []
    assert bank_of(table).banker == "dave"


def test_21_on_three_cards_does_not_take_the_bank() -> None:
    table = against_dave("10C 6C", then="5D")
    assert of_kind(BankClaimed, play(table, "bob: t dave: s")) == []


@pytest.mark.parametrize("bobs", ["10C 8C", "AC KC"])
def test_a_bankers_own_pontoon_moves_nothing(bobs: str) -> None:
    table = against_dave(bobs, bank="AS KS")
    assert table.ask is None
    assert (bank_of(table).banker, bank_of(table).claimant) == ("dave", None)


def test_a_pontoon_of_somebody_who_has_resigned_does_not_take_the_bank() -> None:
    table = against_dave("AC KC", "10H 8H")
    events = play(table, "bob: resigns kevin: s dave: s")
    assert of_kind(BankClaimed, events) == []


# A banker who is not there, or cannot cover


def test_the_bank_of_a_banker_who_is_not_seated_passes_to_the_next_on_the_left() -> None:
    """On the left in the last round: to bob there, wherever he sits now."""
    table = against_dave("10C 8C", "10D 8D", "10H 8H")
    first_moves(table)
    events = deal(table, "eve", "kevin", "bob")
    assert of_kind(BankTaken, events) == [BankTaken("bob", WayToBank.LEFT)]
    assert order(events) == "kevin eve bob"


def test_but_those_of_one_who_is_here_and_passes_it_on_they_are() -> None:
    table = british(Pack(SEED))
    table.deal([("zed", 9), ("dave", 9), ("ann", 9)], bank_passes_on=True)
    events = answer_for_bank(table, ["zed", "ann"])
    assert of_kind(BankTaken, events) == [BankTaken("zed", WayToBank.LEFT)]


def test_if_nobody_on_the_left_is_here_it_is_cut_for() -> None:
    table = table_of(has_been_played(Bank(CutPack("9C 2D")), circle=("dave", "bob")))
    events = deal(table, "kevin", "eve")
    assert [type(event) for event in events[1:3]] == [BankCut, BankTaken]
    assert banker(events) == "kevin"


def test_the_bank_of_a_banker_who_resigns_moves_at_the_end_of_the_round() -> None:
    table = against_dave("10C 8C", "10D 8D")
    assert of_kind(BankVacant, play(table, "dave: resigns bob: s")) == []
    assert of_kind(BankVacant, play(table, "kevin: s")) == [BankVacant("dave")]
    assert banker(deal(table, "dave", "bob", "kevin")) == "bob"


def test_if_nobody_on_the_left_wants_it_then_it_is_cut_for_among_the_others() -> None:
    table = table_of(has_been_played(Bank(CutPack("2C 9D")), circle=("dave", "bob")))
    deal(table, "dave", "bob")
    table.resign("dave")
    events = deal(table, "zed", "ann", "bob", willing=["zed", "ann"])
    assert of_kind(BankTaken, events) == [BankTaken("ann", WayToBank.CUT)]


# The pack between rounds


def test_dealing_goes_on_from_the_top_without_a_shuffle() -> None:
    pack = StackedPack(dealt("10C 8C", "10S 9S", then="5D 4D"))
    table = british(pack)
    deal(table, "bob", "dave")
    bet(table)
    events = play(table, "bob: s dave: s")
    assert of_kind(Shuffled, events) == []
    events = deal(table, "bob", "dave")
    assert of_kind(FirstCard, events)[0].cards == cards("5D")
    assert pack.left == 50


def test_the_pack_is_shuffled_after_a_round_in_which_somebody_made_a_pontoon() -> None:
    for hand, bank, then, script in [
        ("AC KC", "10S 9S", "", "dave: s"),
        ("10C 8C", "AS KS", "", ""),
        ("AC AD", "10S 9S", "KH 9H", "bob: p s dave: s"),
    ]:
        pack = StackedPack(dealt(hand, bank, then=then))
        table = british(pack)
        deal(table, "bob", "dave")
        events = bet(table) + play(table, script)
        assert of_kind(Shuffled, events) == [Shuffled()]
        assert events[-2:] == [Shuffled(), *of_kind(Settled, events)]
        assert table.deck.is_finished


def test_nothing_else_shuffles_the_pack() -> None:
    table = against_dave("2C 2D", bank="10S 9S", then="2H 2S 3C")
    assert of_kind(Shuffled, play(table, "bob: t t t dave: s")) == []


def test_two_tables_have_packs_and_banks_of_their_own() -> None:
    one, other = british(Pack(SEED)), british(Pack(SEED))
    before = snapshot(other)
    deal(one, "dave", "bob")
    assert snapshot(other) == before


def test_a_new_table_has_a_pack_and_nobody_has_its_bank() -> None:
    bank = BritishPontoon.new_equipment(BritishRules(), SEED)
    assert (bank.banker, bank.sale, bank.pack.left) == (None, None, 52)


# Looking at the bank


def looked(table: Table) -> list[Event]:
    """Return what somebody is told who asks for the bank."""
    return table.do("a stranger", LookAtBank())


def test_before_the_first_round_nobody_has_the_bank() -> None:
    with pytest.raises(RequestRefused) as refusal:
        looked(table_of(Bank(Pack(SEED))))
    assert refusal.value.why is RequestFault.NO_BANK_YET


def test_between_rounds_the_bank_shows_the_banker() -> None:
    assert looked(british(Pack(SEED))) == [BankLooked("dave", None, None)]


def test_in_a_round_the_bank_shows_how_much_can_still_be_staked_against_it() -> None:
    table = british(StackedPack(dealt("10C 8C", "10D 2D", "10S 9S", then="KC")))
    deal(table, "bob", "kevin", "dave", chips=101)
    assert looked(table) == [BankLooked("dave", 50, None)]
    play(table, "bob: 10 kevin: 20")
    assert looked(table) == [BankLooked("dave", 20, None)]
    play(table, "bob: s kevin: t")
    assert looked(table) == [BankLooked("dave", 50, None)]
    assert seat(table, "dave").chips == 121
    assert asked(table).player == "dave"
