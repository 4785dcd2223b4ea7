"""Selling the bank between two rounds, where it changes hands at once."""

import pytest

from pontoon.engine.decks import Pack
from pontoon.engine.errors import RequestFault
from pontoon.engine.moves import Accept, Cancel, Decline, SellBank
from pontoon.engine.table import Table
from pontoon.games.bank import Sale
from pontoon.games.bank_events import (
    BankSold,
    BankTaken,
    SaleCancelled,
    SaleDeclined,
    SaleOffered,
    SaleVoid,
    WayToBank,
)
from tests.support.bank_sales import end_of_round, next_round, playing, refused, sell
from tests.support.british_rounds import SEED, bank_of, banker, deal, shoot
from tests.support.shed_rounds import of_kind


def between() -> Table:
    """Return a table between two rounds of bob, kevin and dave."""
    table = playing()
    end_of_round(table)
    return table


def test_between_rounds_the_bank_is_sold_at_once() -> None:
    table = between()
    assert table.do("dave", SellBank("kevin", 200)) == [
        SaleOffered("dave", "kevin", 200, is_at_once=True)
    ]
    assert table.do("kevin", Accept(200), 990) == [
        BankTaken("kevin", WayToBank.SALE, 200),
        BankSold("dave", "kevin", 200),
    ]
    assert (bank_of(table).banker, bank_of(table).sale) == ("kevin", None)
    events = next_round(table, "bob", "kevin", "dave")
    assert of_kind(BankTaken, events) == []
    assert banker(events) == "kevin"


@pytest.mark.parametrize("buyer", ["bob", "kevin"])
def test_between_rounds_those_of_the_last_round_are_at_the_table(buyer: str) -> None:
    offer = SaleOffered("dave", buyer, 1, is_at_once=True)
    assert between().do("dave", SellBank(buyer, 1)) == [offer]
    assert refused(between(), "dave", SellBank("eve", 1)) is RequestFault.NOT_A_PLAYER
    assert refused(between(), buyer, SellBank("dave", 1)) is RequestFault.NOT_THE_BANKER


@pytest.mark.parametrize(("price", "needed"), [(200, 202), (0, 2)])
def test_between_rounds_the_buyer_needs_the_price_and_the_cover_for_one_player(
    price: int, needed: int
) -> None:
    table = between()
    table.do("dave", SellBank("kevin", price))
    assert refused(table, "kevin", Accept(price), needed - 1) is RequestFault.TOO_FEW_CHIPS
    assert bank_of(table).sale == Sale("dave", "kevin", price)
    assert BankSold("dave", "kevin", price) in table.do("kevin", Accept(price), needed)


def test_whoever_buys_a_shoot_bank_needs_the_least_for_a_kitty_as_well() -> None:
    table = shoot(Pack(SEED), kitty=50, kitty_min=20)
    bank_of(table).circle = ("bob", "kevin", "dave")
    table.do("dave", SellBank("kevin", 200))
    assert refused(table, "kevin", Accept(200), 221) is RequestFault.TOO_FEW_CHIPS
    assert BankSold("dave", "kevin", 200) in table.do("kevin", Accept(200), 222)


def test_the_bank_is_sold_once() -> None:
    table = between()
    sell(table)
    assert refused(table, "kevin", Accept()) is RequestFault.NOTHING_OFFERED
    assert refused(table, "dave", SellBank("bob", 1)) is RequestFault.NOT_THE_BANKER


def test_between_rounds_an_offer_may_be_declined_and_cancelled() -> None:
    table = between()
    table.do("dave", SellBank("kevin", 200))
    assert table.do("kevin", Decline()) == [SaleDeclined("kevin", "dave")]
    table.do("dave", SellBank("kevin", 200))
    assert table.do("dave", Cancel()) == [SaleCancelled("dave", "kevin")]
    assert refused(table, "kevin", Accept()) is RequestFault.NOTHING_OFFERED


def test_an_offer_is_void_if_the_bank_moves_before_it_is_answered() -> None:
    table = between()
    table.do("dave", SellBank("kevin", 200))
    events = deal(table, "bob", "kevin")
    assert of_kind(SaleVoid, events) == [SaleVoid("dave", "kevin")]
