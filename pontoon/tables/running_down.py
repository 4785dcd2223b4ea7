"""What players can stake that becomes less meanwhile, as minutes do: there is no credit."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import Event
from pontoon.engine.moves import Waiting
from pontoon.engine.table import Table
from pontoon.tables.context import TableContext
from pontoon.tables.wallets import Wallet

GoOn = Callable[[Sequence[Event], Waiting], None]
"""Tells what has happened since that was waited for, and plays on."""


def run_down(
    context: TableContext, wallet: Wallet, table: Table, began: datetime, go_on: GoOn
) -> None:
    """See what those who play at TABLE have left in WALLET, the round having BEGUN then.

    What follows from that is given to GO_ON.
    """
    seats, store = table.seats, context.settlements.store
    context.presence.count(seat.player for seat in seats if wallet.in_play(seat, began) is not None)
    for seat in seats:
        player, before = store.find(seat.player), table.waiting
        if player is not None and before.turn is not None and not seat.has_resigned:
            left = wallet.left(player, seat, began)
            if seat.player in context.seat_registry.seated_twice:
                at_risk = context.seat_registry.at_risk(seat.player, table.unit)
                elsewhere = at_risk - table.at_risk(seat.player)
                left = min(left, max(wallet.stakes(player) + seat.change - elsewhere, 0))
            with suppress(NotRecorded):  # they are counted again before anything else is done
                events = table.run_down(seat.player, left)
                if events or len(table.asks) < len(before.asks):
                    go_on(events, before)
