"""The settlement queue: the changes of each round wait until they are written, once."""

from collections.abc import Callable
from typing import Protocol

from pontoon.engine.events import Kitty
from pontoon.storage.players.player import (
    CHIPS,
    Fault,
    KittyKey,
    PlayerChange,
    PlayersFileError,
    Receipt,
    RoundChange,
)
from pontoon.storage.players.store import PlayerStore


class Payee(Protocol):
    """A round that is to be settled."""

    def paid(self) -> None:
        """Note that the round is settled."""

    def postponed(self) -> None:
        """Note, perhaps several times, that players.xml cannot be written now."""


class SettlementQueue:
    """Writes the changes of rounds to STORE; those that cannot be written yet wait.

    All rounds that end in one turn of the reactor are written together, in the transaction that
    ends the turn. The faults of the file, and what was dropped, go to LOG in lines for the admin.
    """

    def __init__(self, store: PlayerStore, log: Callable[[str], None]) -> None:
        self.store = store
        self._log = log
        self._waiting: list[tuple[RoundChange, Payee]] = []
        self._reported: tuple[Fault, ...] = ()

    def look(self) -> str:
        """Read the file again, and write what waits; return what is wrong, "" for nothing."""
        faults = self._pay()
        self.report(faults)
        if not faults:
            return ""
        for _, payee in self._waiting:
            payee.postponed()
        return str(faults[0])

    def _pay(self) -> tuple[Fault, ...]:
        """Write what waits to the file as it is now; return what is wrong."""
        if not self._waiting:
            self.store.refresh()
            return self.store.faults
        try:
            receipts = self.store.settle_all([change for change, _ in self._waiting])
        except PlayersFileError as error:
            return error.faults
        settled, self._waiting = self._waiting, []
        for (change, payee), receipt in zip(settled, receipts, strict=True):
            self._report_round(change, receipt)
            payee.paid()
        return ()

    def settle(self, change: RoundChange, payee: Payee) -> None:
        """Make the CHANGE of a round when this turn of the reactor ends, or as soon as possible.

        PAYEE learns when it is made. A round is settled only once.
        """
        self._waiting.append((change, payee))
        self.store.database.before_commit(self._end_turn)

    def _end_turn(self) -> None:
        if self._waiting:  # something else in this turn may have needed what is in the file now
            self.look()

    def lost_by(self, nick: str) -> int:
        """Return the chips that the player of that NICK has lost by the results that wait."""
        changes = (change.players.get(nick) for change, _ in self._waiting)
        return max(-sum(change.chips for change in changes if change is not None), 0)

    def is_waiting_for(self, nick: str) -> bool:
        return any(nick in change.players for change, _ in self._waiting)

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

        A round with an id is in the database, and is settled when the bot is started again.
        """
        self.look()
        for each, _ in self._waiting:
            changes = ", ".join(f"{nick} {_gist(change)}" for nick, change in each.players.items())
            if each.kitty is not None:
                changes += f", the kitty in {each.kitty.key.channel} {each.kitty.chips:+}"
            how = "the next start will do it" if each.round else "please add it by hand"
            self._log(f"not written to players.xml, {how}: {changes}")

    def report(self, faults: tuple[Fault, ...]) -> None:
        """Log FAULTS of players.xml if they are new; log when there are none any more."""
        if faults == self._reported:
            return
        for fault in faults:
            self._log(f"players.xml: {fault}")
        if not faults:
            self._log("players.xml can be used again")
        self._reported = faults

    def _report_round(self, settled: RoundChange, receipt: Receipt) -> None:
        written = (self._written(settled, nick) for nick in receipt.balances)
        where = f"{settled.channel}: " if settled.channel else ""
        self._log(f"{where}{settled.game} is settled: {', '.join(written)}")
        for nick in receipt.gone:
            gist = _gist(settled.players[nick])
            self._log(f"{nick} is no longer in players.xml: {gist} is dropped")
        if receipt.kitty_clipped:
            short = receipt.kitty_clipped
            self._log(
                f"the kitty has too few chips in players.xml: {short} chips of a loss are not taken"
            )
        for nick, chips in receipt.clipped.items():
            self._log(f"{nick} has too few chips in players.xml: {chips} of a loss are not taken")

    def _written(self, settled: RoundChange, nick: str) -> str:
        change, player = settled.players[nick], self.store.find(nick)
        if player is None:
            return f"{nick} {_gist(change)}"
        has = " and ".join(str(player.has(name, settled.game)) for name in change.moved)
        return f"{nick} {_gist(change)} has {has}"


def _gist(change: PlayerChange) -> str:
    """Return CHANGE in words: ``+100`` for chips, ``drinks +3`` or ``minutes -10`` otherwise."""
    moved = change.moved.items()
    return " and ".join(
        f"{number:+}" if name == CHIPS else f"{name} {number:+}" for name, number in moved
    )
