"""What players stake that runs down meanwhile, as minutes do: there is no credit."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from pontoon.errors import NotWritten
from pontoon.events import Event
from pontoon.moves import Ask
from pontoon.premises import Premises
from pontoon.purse import Purse
from pontoon.table import Table

GoOn = Callable[[Sequence[Event], Ask | None], None]
"""Tells what has happened since that was asked, and plays on."""


def run_down(premises: Premises, purse: Purse, table: Table, began: datetime, go_on: GoOn) -> None:
    """See what those who play at TABLE have left in PURSE, the round having BEGUN then.

    What follows from that is given to GO_ON.
    """
    seats, store = table.seats, premises.cashier.store
    premises.presence.count(seat.player for seat in seats if purse.in_play(seat, began) is not None)
    for seat in seats:
        player, ask = store.find(seat.player), table.ask
        if player is not None and ask is not None and not seat.has_resigned:
            left = purse.left(player, seat, began)
            with suppress(NotWritten):  # they are counted again before anything else is done
                if events := table.run_down(seat.player, left):
                    go_on(events, ask)
