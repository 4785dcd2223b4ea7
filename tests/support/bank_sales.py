"""The bank of British Pontoon for sale, as tests begin with it: dave has it."""

import pytest

from pontoon.engine.errors import Refused, RequestFault
from pontoon.engine.events import Event
from pontoon.engine.moves import Accept, SellBank, TableRequest
from pontoon.engine.table import Table
from tests.support.banker_rounds import play
from tests.support.british_rounds import Purse, against_dave, bet, deal, stack
from tests.support.shed_rounds import snapshot


def playing(chips: Purse = 1000, bobs: str = "10C 8C", kevins: str = "10D 8D") -> Table:
    """Return a table at which bob is to play, then kevin, then dave."""
    return against_dave(bobs, kevins, chips=chips)


def end_of_round(table: Table) -> list[Event]:
    """Let everybody who is asked stick or stay; return what happened."""
    events: list[Event] = []
    while table.ask is not None:
        events += play(table, f"{table.ask.player}: s")
    return events


def sell(table: Table, buyer: str = "kevin", price: int = 200, chips: int = 1000) -> list[Event]:
    """Let dave offer the bank and the buyer, who has CHIPS between rounds, accept.

    Return what happened.
    """
    return [*table.do("dave", SellBank(buyer, price)), *table.do(buyer, Accept(price), chips)]


def refused(table: Table, player: str, deed: TableRequest, chips: int = 1000) -> RequestFault:
    """Return why PLAYER, with CHIPS, cannot do that, having checked that nothing changed."""
    before = snapshot(table)
    with pytest.raises(Refused) as refusal:
        table.do(player, deed, chips)
    assert snapshot(table) == before
    assert isinstance(refusal.value.reason, RequestFault)
    return refusal.value.reason


def next_round(table: Table, *players: str) -> list[Event]:
    """Play a round of PLAYERS, of whom dave is the last, with an 18 against his 19."""
    stack(table, *("10C 8C", "10D 8D")[: len(players) - 1])
    return deal(table, *players) + bet(table) + end_of_round(table)
