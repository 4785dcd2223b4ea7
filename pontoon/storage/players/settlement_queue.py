"""The cashier: sees to it that what a round did to players.xml is written, once."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

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
"""Told how a round was written, as soon as it is."""


@dataclass(frozen=True, slots=True)
class _Owed:
    game: str
    changes: Mapping[str, PlayerChange]
    paid: Paid
    kitty: KittyChange | None
    round_id: str


class SettlementQueue:
    """Writes the results of rounds to STORE; those that cannot be written now wait.

    LOG is told, in lines for the admin, what is wrong with the file and what was dropped.
    """

    def __init__(self, store: PlayerStore, log: Callable[[str], None]) -> None:
        self.store = store
        self._log = log
        self._waiting: deque[_Owed] = deque()
        self._reported: tuple[Fault, ...] = ()

    def look(self) -> str:
        """Look at the file again, write what waits, and return what is wrong; "" if all is well."""
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
        """Write what a round of GAME did to each player and a kitty, now or as soon as can be done.

        PAID is called once it is written. Returns whether that was at once. What a round of the
        same ROUND_ID did is not written again, whenever that was.
        """
        self._waiting.append(_Owed(game, changes, paid, kitty, round_id))
        self.look()
        return not self._waiting

    def return_kitty(self, place: KittyKey) -> Kitty | None:
        """Give the kitty at PLACE back to its banker; None where nobody gets any.

        PlayersFileError, and nothing has changed.
        """
        returned = self.store.return_kitty(place)
        if returned is None:
            return None
        banker, chips = returned.kitty.banker, returned.kitty.chips
        where = f"the kitty of {place.game} in {place.channel}"
        if returned.is_dropped:
            self._log(f"{banker} is no longer in players.xml: {where}, {chips}, is dropped")
            return None
        self._log(f"{banker} gets back {where}: {chips:+}")
        return returned.kitty

    def close(self) -> None:
        """Try a last time to write what waits; what cannot be written is logged for the admin.

        A round that has a name is in the journal, and is settled when the bot is started again.
        """
        self.look()
        for owed in self._waiting:
            changes = ", ".join(f"{nick} {_gist(change)}" for nick, change in owed.changes.items())
            if owed.kitty is not None:
                changes += f", the kitty in {owed.kitty.place.channel} {owed.kitty.chips:+}"
            how = "the next start will do it" if owed.round_id else "please add it by hand"
            self._log(f"not written to players.xml, {how}: {changes}")

    def _pay(self) -> tuple[Fault, ...]:
        while self._waiting:
            owed = self._waiting[0]
            try:
                posted = self.store.settle(owed.game, owed.changes, owed.kitty, owed.round_id)
            except PlayersFileError as error:
                return error.faults
            self._waiting.popleft()
            self._report_round(owed, posted)
            owed.paid(posted)
        return ()

    def report(self, faults: tuple[Fault, ...]) -> None:
        """Log FAULTS of players.xml when they are new, and when the file is OK again."""
        if faults == self._reported:
            return
        for fault in faults:
            self._log(f"players.xml: {fault}")
        if not faults:
            self._log("players.xml is OK again")
        self._reported = faults

    def _report_round(self, owed: _Owed, posted: Receipt) -> None:
        written = (self._written(owed, nick) for nick in posted.balances)
        self._log(f"{owed.game} is settled: {', '.join(written)}")
        for nick in posted.gone:
            gist = _gist(owed.changes[nick])
            self._log(f"{nick} is no longer in players.xml: {gist} is dropped")
        if posted.kitty_clipped:
            short = posted.kitty_clipped
            self._log(
                f"the kitty has too few chips in players.xml: {short} chips of a loss are not taken"
            )
        for nick, chips in posted.clipped.items():
            self._log(
                f"{nick} has too few chips in players.xml: {chips} chips of a loss are not taken"
            )

    def _written(self, owed: _Owed, nick: str) -> str:
        """Say what a round did to a player who is in the file, and what they have now of that."""
        change, player = owed.changes[nick], self.store.find(nick)
        if player is None:
            return f"{nick} {_gist(change)}"
        has = " and ".join(str(player.has(name, owed.game)) for name in change.moved)
        return f"{nick} {_gist(change)} has {has}"


def _gist(change: PlayerChange) -> str:
    """Say what CHANGE does: ``+100`` in chips, ``drinks +3`` or ``minutes -10`` otherwise."""
    moved = change.moved.items()
    return " and ".join(
        f"{number:+}" if name == CHIPS else f"{name} {number:+}" for name, number in moved
    )
