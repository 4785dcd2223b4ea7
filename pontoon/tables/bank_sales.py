"""A bank that is sold between two rounds: the price changes hands in players.xml at once."""

from dataclasses import replace

from pontoon.engine.errors import RequestFault, RequestRefused
from pontoon.engine.events import Event
from pontoon.engine.moves import Accept, SellBank
from pontoon.engine.table import Table
from pontoon.games.bank_events import BankSold
from pontoon.storage.players.document import PlayersDocument
from pontoon.storage.players.ledger import Reason
from pontoon.storage.players.player import Fault, PlayersFileError
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.context import TableContext


def trade_between_rounds(
    context: TableContext, table: Table, player: str, deed: SellBank | Accept
) -> list[Event]:
    """Let PLAYER offer the bank of TABLE, where no round is running, or accept an offer of it.

    NoSuchDeed, also while one of the two plays anywhere; PlayersFileError where the price cannot be
    paid. Nothing has changed then.
    """
    seller = table.banker
    parties = [player, deed.buyer if isinstance(deed, SellBank) else seller]
    if any(each is not None and context.seat_registry.where(each) for each in parties):
        raise RequestRefused(deed, RequestFault.IS_PLAYING)
    if trouble := context.settlements.look():
        raise PlayersFileError(Fault(0, trouble))
    store, before = context.settlements.store, table.state()
    buyer = store.find(player)
    events = table.do(player, deed, 0 if buyer is None else buyer.chips)
    try:
        for event in events:
            if isinstance(event, BankSold):
                _pay(store, event)
    except PlayersFileError as error:
        context.settlements.report(error.faults)
        table.restore(before)
        raise
    return events


def _pay(store: PlayerStore, sold: BankSold) -> None:
    """Move the price in players.xml; PlayersFileError, and nothing has changed."""

    def move(document: PlayersDocument) -> None:
        seller, buyer = document.find(sold.player), document.find(sold.buyer)
        if seller is None or buyer is None or buyer.chips < sold.price:
            raise PlayersFileError(Fault(0, f"the chips of {sold.buyer} have just changed"))
        document.put(replace(seller, chips=seller.chips + sold.price))
        document.put(replace(buyer, chips=buyer.chips - sold.price))

    store.rewrite(move, Reason("bank sold"))
