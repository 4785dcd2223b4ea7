"""What players can stake that becomes less meanwhile, as minutes do: there is no credit."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from pontoon.engine.errors import NotWritten
from pontoon.engine.events import Event
from pontoon.engine.moves import Waiting
from pontoon.engine.table import Table
from pontoon.tables.context import Premises
from pontoon.tables.wallets import Purse

GoOn = Callable[[Sequence[Event], Waiting], None]
"""Tells what has happened since that was waited for, and plays on."""


def run_down(premises: Premises, purse: Purse, table: Table, began: datetime, go_on: GoOn) -> None:
    """See what those who play at TABLE have left in PURSE, the round having BEGUN then.

    What follows from that is given to GO_ON.
    """
    seats, store = table.seats, premises.cashier.store
    premises.presence.count(seat.player for seat in seats if purse.in_play(seat, began) is not None)
    for seat in seats:
        player, before = store.find(seat.player), table.waiting
        if player is not None and before.turn is not None and not seat.has_resigned:
            left = purse.left(player, seat, began)
            if seat.player in premises.engagements.seated_twice:
                at_risk = premises.engagements.at_risk(seat.player, table.unit)
                elsewhere = at_risk - table.at_risk(seat.player)
                left = min(left, max(purse.stakes(player) + seat.change - elsewhere, 0))
            with suppress(NotWritten):  # they are counted again before anything else is done
                if events := table.run_down(seat.player, left):
                    go_on(events, before)
