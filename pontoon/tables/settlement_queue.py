"""The settlement queue: the changes of each round wait until they are written, once."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from pontoon.engine.events import Kitty
from pontoon.engine.result import MAX_NUMBER, TableKey
from pontoon.irc.outgoing import do_nothing
from pontoon.storage.players.change import Change, faults_of
from pontoon.storage.players.player import (
    BANK_SOLD,
    CHIPS,
    Fault,
    PlayerChange,
    PlayersFileError,
    Receipt,
    RoundChange,
)
from pontoon.storage.players.store import PlayerStore

Call = Callable[[], object]


class _Settlement(NamedTuple):
    """The CHANGE of a round; PAID is called when it is made, POSTPONED whenever it has to wait."""

    change: RoundChange
    paid: Call
    postponed: Call


class SettlementQueue:
    """Writes the changes of rounds to STORE; those that cannot be written yet wait.

    All rounds that end in one turn of the reactor are written together, in the transaction that
    ends the turn. The faults of the file, and what was dropped, go to LOG in lines for the admin.
    """

    def __init__(self, store: PlayerStore, log: Callable[[str], None]) -> None:
        self.store = store
        self._log = log
        store.house_keeps = self._report_surplus
        self._waiting: dict[str, _Settlement] = {}
        """By the name of the round, those that are not decided."""
        self._decided: dict[str, _Settlement] = {}
        """Those that the store has, but that may not be on the disk."""
        self._returning: dict[TableKey, Change[Kitty | None]] = {}
        """What gives kitties back, and may not be on the disk."""
        self._unwritable: tuple[Fault, ...] = ()
        """Why the last ones could not be written; whether the next ones can is seen then."""
        self._reported: tuple[Fault, ...] = ()

    def look(self) -> str:
        """Read the file again, and decide what waits; return what is wrong, "" for nothing.

        What is decided counts for all that is read from the store. It is written when the turn of
        the reactor ends.
        """
        faults = self._decide()
        self.report(faults)
        if not faults:
            return ""
        self._postpone()
        return str(faults[0])

    def _decide(self) -> tuple[Fault, ...]:
        """Have the store make what waits in the file as it is now; return what is wrong."""
        store, waiting = self.store, self._waiting
        if not waiting:
            store.refresh()
            return store.faults or (self._unwritable if self._decided else ())
        self._waiting, self._decided = {}, {**self._decided, **waiting}
        names, changes = [*waiting], [each.change for each in waiting.values()]
        try:
            change = store.settle_all(changes)
        except PlayersFileError as error:
            self._wait_again(names)
            return error.faults
        change.then(partial(self._settled, names), partial(self._failed, names))
        return self._unwritable

    def _settled(self, names: Sequence[str], receipts: Sequence[Receipt]) -> None:
        """Report the rounds of those NAMES, which are settled with RECEIPTS, and have them told."""
        self._unwritable = ()
        self.report(())
        for name, receipt in zip(names, receipts, strict=True):
            settlement = self._decided.pop(name)
            self._report_round(settlement.change, receipt)
            settlement.paid()

    def _failed(self, names: Sequence[str], error: Exception) -> None:
        """Have the rounds of those NAMES wait again because of ERROR."""
        self._wait_again(names)
        self._unwritable = faults_of(error)
        self.report(self._unwritable)
        self._postpone()

    def _wait_again(self, names: Sequence[str]) -> None:
        self._waiting = {**{name: self._decided.pop(name) for name in names}, **self._waiting}

    def _postpone(self) -> None:
        for each in [*self._waiting.values()]:
            each.postponed()

    def settle(self, change: RoundChange, paid: Call, postponed: Call = do_nothing) -> None:
        """Make the CHANGE of a round when this turn of the reactor ends, or as soon as possible.

        PAID is called when it is on the disk, and POSTPONED, perhaps several times, while
        players.xml cannot be written. If the round waits already, they take the place of the
        former ones.
        """
        settlement = _Settlement(change, paid, postponed)
        if change.round in self._decided:
            self._decided[change.round] = settlement
            return
        self._waiting[change.round] = settlement
        self.store.database.before_commit(self._end_turn)

    def pay_for_bank(
        self,
        where: TableKey,
        name: str,
        seller: str,
        buyer: str,
        price: int,
        paid: Call = do_nothing,
        postponed: Call = do_nothing,
    ) -> None:
        """Have the BUYER of a bank WHERE it was sold pay its PRICE to SELLER.

        It hangs on no round; its NAME keeps it from being paid twice. PAID and POSTPONED are those
        of ``settle``.
        """
        changes = {seller: PlayerChange(price, 0, 0), buyer: PlayerChange(-price, 0, 0)}
        change = RoundChange(where.game, changes, None, name, where.channel, BANK_SOLD)
        self.settle(change, paid, postponed)

    def withdraw(self, name: str) -> None:
        """Drop the changes of that NAME, which wait: nothing is paid."""
        del self._waiting[name]

    def _end_turn(self) -> None:
        if self._waiting:  # something else in this turn may have needed what is in the file now
            self.look()

    def lost_by(self, nick: str) -> int:
        """Return the chips that the player of that NICK has lost by the results that wait."""
        changes = (each.change.players.get(nick) for each in self._waiting.values())
        return max(-sum(change.chips for change in changes if change is not None), 0)

    def is_waiting_for(self, nick: str) -> bool:
        return any(nick in each.change.players for each in self._waiting.values())

    def return_kitty(self, key: TableKey) -> Change[Kitty | None]:
        """Give that kitty back to its banker, and log it; the outcome is None if there is none."""
        change = self._returning[key] = self.store.return_kitty(key)
        change.then(partial(self._kitty_returned, key), partial(self._kitty_stays, key))
        return change

    def returning(self, key: TableKey) -> Change[Kitty | None] | None:
        """Return what gives that kitty back, while it is not on the disk; None if nothing does."""
        return self._returning.get(key)

    def _kitty_stays(self, key: TableKey, error: Exception) -> None:
        self._returning.pop(key, None)
        self.report(faults_of(error))

    def _kitty_returned(self, key: TableKey, kitty: Kitty | None) -> None:
        self._returning.pop(key, None)
        if kitty is None:
            return
        banker, where = kitty.banker, f"the kitty of {key.game} in {key.channel}"
        if self.store.find(banker) is None:
            self._log(f"{banker} is no longer in players.xml: {where}, {kitty.chips}, is dropped")
        else:
            self._log(f"{banker} gets back {where}: {kitty.chips:+}")

    def close(self) -> None:
        """Try a last time to write what waits; log for the admin what cannot be written.

        The results are in the database, and are settled when the bot is started again. Who calls
        this waits for the disk.
        """
        self.look()
        self.store.database.commit()
        for each in (settlement.change for settlement in self._waiting.values()):
            changes = ", ".join(f"{nick} {_gist(change)}" for nick, change in each.players.items())
            if each.kitty is not None:
                changes += f", the kitty in {each.kitty.key.channel} {each.kitty.chips:+}"
            self._log(f"not written to players.xml, the next start will do it: {changes}")

    def report(self, faults: tuple[Fault, ...]) -> None:
        """Log FAULTS of players.xml if they are new; log when there are none any more."""
        if faults == self._reported:
            return
        for fault in faults:
            self._log(f"players.xml: {fault}")
        if not faults:
            self._log("players.xml can be used again")
        self._reported = faults

    def _report_surplus(self, whose: str, chips: int) -> None:
        """Log how many CHIPS the house keeps that do not fit, and WHOSE they would be."""
        self._log(f"{whose} cannot have more than {MAX_NUMBER} chips: the house keeps {chips}")

    def _report_round(self, settled: RoundChange, receipt: Receipt) -> None:
        """Log what was done to players and a kitty, and what could not be."""
        written = []
        for nick in receipt.balances:
            change, player = settled.players[nick], self.store.find(nick)
            has = player and (str(player.has(name, settled.game)) for name in change.moved)
            written.append(f"{nick} {_gist(change)}" + (f" has {' and '.join(has)}" if has else ""))
        where = f"{settled.channel}: " if settled.channel else ""
        is_sale = settled.paid_for == BANK_SOLD
        what = f"the bank of {settled.game} is sold" if is_sale else f"{settled.game} is settled"
        self._log(f"{where}{what}: {', '.join(written)}")
        for nick in receipt.gone:
            gist = _gist(settled.players[nick])
            self._log(f"{nick} is no longer in players.xml: {gist} is dropped")
        lacks = "has too few chips in players.xml"
        if short := receipt.kitty_clipped:
            self._log(f"the kitty {lacks}: {short} chips of a loss are not taken")
        for nick, chips in receipt.clipped.items():
            self._log(f"{nick} {lacks}: {chips} of a loss are not taken")


def _gist(change: PlayerChange) -> str:
    """Return CHANGE in words: ``+100`` for chips, ``drinks +3`` or ``minutes -10`` otherwise."""
    moved = change.moved.items()
    return " and ".join(
        f"{number:+}" if name == CHIPS else f"{name} {number:+}" for name, number in moved
    )
