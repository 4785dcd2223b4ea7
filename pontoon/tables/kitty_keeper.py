"""The kitties of a channel: at the table while they are played for, in players.xml at all times."""

from collections.abc import Callable

from pontoon.engine.events import Kitty, Settled
from pontoon.engine.table import Table
from pontoon.games.bank_events import KittyTaken
from pontoon.irc.casemapping import Fold
from pontoon.storage.players.player import KittyChange, KittyKey
from pontoon.storage.players.settlement_queue import SettlementQueue


class KittyKeeper:
    """Knows which kitties are those of CHANNEL on NETWORK, by the name that the bot has for it."""

    def __init__(
        self, settlements: SettlementQueue, network: str, channel: str, fold: Callable[[], Fold]
    ) -> None:
        self._settlements = settlements
        self._network = network
        self._channel = channel
        self._fold = fold

    def lay(self, game: str, table: Table) -> KittyTaken | None:
        """Lay the kitty of GAME that is in players.xml on TABLE, if its banker has the bank there.

        Otherwise it was left from before, and goes back to that banker first of all; return that.
        PlayersFileError where it cannot, and nothing has changed.
        """
        kitty, banker, fold = (
            self._settlements.store.kitty(self._place(game)),
            table.banker,
            self._fold(),
        )
        if kitty is not None and (banker is None or fold(kitty.banker) != fold(banker)):
            returned = self._settlements.return_kitty(self._place(game))
            table.lay_kitty(None)
            return None if returned is None else KittyTaken(returned.banker, returned.chips)
        table.lay_kitty(kitty and Kitty(str(banker), kitty.chips))
        return None

    def _place(self, game: str) -> KittyKey:
        return KittyKey(game, self._network, self._channel)


def kitty_change(place: KittyKey, settled: Settled) -> KittyChange | None:
    """Return what a round did to the kitty at PLACE: with it all changes add up to nothing."""
    gained = -settled.house - sum(result.chips for result in settled.results)
    if settled.kitty is None and not gained:
        return None
    banker = settled.kitty.banker if settled.kitty else None
    return KittyChange(place, banker, gained)
