"""The settlement queue: the changes of each round wait until they are written, once."""

from collections import deque
from collections.abc import Callable, Mapping

from msgspec import Struct

from pontoon.engine.events import Kitty
from pontoon.storage.players.player import (
    CHIPS,
    Fault,
    KittyChange,
    KittyKey,
    PlayerChange,
    PlayersFileError,
    Receipt,
)
from pontoon.storage.players.store import PlayerStore

Paid = Callable[[Receipt], None]
"""Called with the receipt as soon as a round is settled."""


class _Settlement(Struct, frozen=True):
    game: str
    changes: Mapping[str, PlayerChange]
    paid: Paid
    kitty: KittyChange | None
    round_id: str


class SettlementQueue:
    """Writes the changes of rounds to STORE; those that cannot be written yet wait.

    The faults of the file, and what was dropped, go to LOG in lines for the admin.
    """

    def __init__(self, store: PlayerStore, log: Callable[[str], None]) -> None:
        self.store = store
        self._log = log
        self._waiting: deque[_Settlement] = deque()
        self._reported: tuple[Fault, ...] = ()

    def look(self) -> str:
        """Read the file again, and write what waits; return what is wrong, "" for nothing."""
        self.store.refresh()
        faults = self.store.faults or self._pay()
        self.report(faults)
        return str(faults[0]) if faults else ""

    def settle(
        self,
        game: str,
        changes: Mapping[str, PlayerChange],
        paid: Paid,
        kitty: KittyChange | None = None,
        round_id: str = "",
    ) -> bool:
        """Write the CHANGES of a round of GAME to players and a KITTY, now or as soon as possible.

        Calls PAID once they are written; returns whether they are written now. A round whose
        ROUND_ID is settled is not written again.
        """
        self._waiting.append(_Settlement(game, changes, paid, kitty, round_id))
        self.look()
        return not self._waiting

    def is_waiting_for(self, nick: str) -> bool:
        """Tell whether a result of the player with that NICK waits."""
        return any(nick in each.changes for each in self._waiting)

    def return_kitty(self, key: KittyKey) -> Kitty | None:
        """Give that kitty back to its banker, and log it; return it, None if nobody gets any."""
        kitty = self.store.return_kitty(key)
        if kitty is None:
            return None
        banker, where = kitty.banker, f"the kitty of {key.game} in {key.channel}"
        if self.store.find(banker) is None:
            self._log(f"{banker} is no longer in players.xml: {where}, {kitty.chips}, is dropped")
            return None
        self._log(f"{banker} gets back {where}: {kitty.chips:+}")
        return kitty

    def close(self) -> None:
        """Try a last time to write what waits; log for the admin what cannot be written.

        A round with an id is in the journal, and is settled when the bot is started again.
        """
        self.look()
        for each in self._waiting:
            changes = ", ".join(f"{nick} {_gist(change)}" for nick, change in each.changes.items())
            if each.kitty is not None:
                changes += f", the kitty in {each.kitty.key.channel} {each.kitty.chips:+}"
            how = "the next start will do it" if each.round_id else "please add it by hand"
            self._log(f"not written to players.xml, {how}: {changes}")

    def _pay(self) -> tuple[Fault, ...]:
        while self._waiting:
            first = self._waiting[0]
            try:
                receipt = self.store.settle(first.game, first.changes, first.kitty, first.round_id)
            except PlayersFileError as error:
                return error.faults
            self._waiting.popleft()
            self._report_round(first, receipt)
            first.paid(receipt)
        return ()

    def report(self, faults: tuple[Fault, ...]) -> None:
        """Log FAULTS of players.xml if they are new; log when there are none any more."""
        if faults == self._reported:
            return
        for fault in faults:
            self._log(f"players.xml: {fault}")
        if not faults:
            self._log("players.xml can be used again")
        self._reported = faults

    def _report_round(self, settlement: _Settlement, receipt: Receipt) -> None:
        written = (self._written(settlement, nick) for nick in receipt.balances)
        self._log(f"{settlement.game} is settled: {', '.join(written)}")
        for nick in receipt.gone:
            gist = _gist(settlement.changes[nick])
            self._log(f"{nick} is no longer in players.xml: {gist} is dropped")
        if receipt.kitty_clipped:
            short = receipt.kitty_clipped
            self._log(
                f"the kitty has too few chips in players.xml: {short} chips of a loss are not taken"
            )
        for nick, chips in receipt.clipped.items():
            self._log(f"{nick} has too few chips in players.xml: {chips} of a loss are not taken")

    def _written(self, settlement: _Settlement, nick: str) -> str:
        change, player = settlement.changes[nick], self.store.find(nick)
        if player is None:
            return f"{nick} {_gist(change)}"
        has = " and ".join(str(player.has(name, settlement.game)) for name in change.moved)
        return f"{nick} {_gist(change)} has {has}"


def _gist(change: PlayerChange) -> str:
    """Return CHANGE in words: ``+100`` for chips, ``drinks +3`` or ``minutes -10`` otherwise."""
    moved = change.moved.items()
    return " and ".join(
        f"{number:+}" if name == CHIPS else f"{name} {number:+}" for name, number in moved
    )
