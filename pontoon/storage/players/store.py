"""The players in players.xml, as they were last read, and every change of the file."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from pontoon.engine.events import Kitty
from pontoon.games import GAMES
from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.storage import atomic_file
from pontoon.storage.atomic_file import FileVersions, Version, digest_of
from pontoon.storage.database import Database, DatabaseError, path_beside
from pontoon.storage.players.document import PlayersDocument, without_players
from pontoon.storage.players.ledger import (
    Ledger,
    LedgerEntry,
    LedgerError,
    LedgerPosting,
    Reason,
)
from pontoon.storage.players.nicknames import nickname_fault
from pontoon.storage.players.player import (
    Fault,
    KittyChange,
    KittyKey,
    Player,
    PlayersFileError,
    Receipt,
    RoundChange,
    Speech,
    Tallies,
)
from pontoon.storage.players.player_element import Games

_Outcome = TypeVar("_Outcome")

RECORDED: Games = {game.name: game.tallies for game in GAMES}
"""The games with statistics: all that can be dealt."""

_now = partial(datetime.now, UTC)

_TRIES = 10
"""How often a write is tried again if another program changes the file at the same time."""


class PlayerStore:
    """The players in the file at PATH, with their statistics in GAMES; FOLD compares nicks.

    ``refresh`` reads the file, and so does every change before it is made. If the file has faults,
    the players stay as they were last read, and nothing is written until the faults are gone.

    A change is made to the current content of the file, and written as a whole or not at all. If it
    cannot be written, the method raises PlayersFileError and changes nothing. Every change of chips
    is in the ledger, in DATABASE. A store that only reads has no ledger: ``recover`` or the first
    change opens it. From then on edits of the file by others are written there too.
    """

    def __init__(
        self,
        path: Path,
        fold: Fold = rfc1459,
        games: Games = RECORDED,
        now: Callable[[], datetime] = _now,
        database: Database | None = None,
    ) -> None:
        self.faults: tuple[Fault, ...] = ()
        """The faults of the file as it was last read, or of its ledger."""
        self._path = path
        self._now = now
        self._file_faults: tuple[Fault, ...] = ()
        self._ledger_faults: tuple[Fault, ...] = ()
        self._database = database
        self._ledger: Ledger | None = None
        self._is_noted = False
        """Whether the ledger has all that others have changed in the file."""
        self._fold = fold
        self._games = games
        self.document = PlayersDocument(without_players(""), fold, games)
        """The file as last read; only ``rewrite`` may change it, and reading replaces it."""
        self._stamp: atomic_file.Stamp | None = None
        self._version: Version | None = None
        """The version of the file; None until the ledger needs it, since to know it takes long."""

    @staticmethod
    def create(path: Path, date: str) -> None:
        """Create a file without players at PATH, with that DATE in it; it must not exist yet."""
        try:
            atomic_file.create(path, without_players(date))
        except OSError as error:
            raise PlayersFileError(unusable("created", error)) from error

    def recover(self) -> None:
        """Open the ledger, and take back a last change that was not made in the file.

        No other program may be writing the file. DatabaseError if the database cannot be used.
        """
        self._ledger = Ledger(self._path, self.database, self._now)
        if not self.database.commit():
            raise DatabaseError(f"players.db cannot be written: {self.database.trouble}")

    @property
    def database(self) -> Database:
        """The database beside the file, which is opened when it is first needed."""
        if self._database is None:
            self._database = Database(path_beside(self._path))
        return self._database

    @property
    def is_ledger_new(self) -> bool:
        """Whether the ledger has nothing yet."""
        return self._ledger is not None and self._ledger.is_new

    def sweep(self) -> None:
        """Remove what a killed program may have left beside the file; no other may be writing it.

        Call ``recover`` before: it needs what is removed.
        """
        atomic_file.sweep(self._path)

    def find(self, nick: str) -> Player | None:
        return self.document.find(nick)

    def players(self) -> list[Player]:
        return self.document.players()

    def use_casemapping(self, fold: Fold) -> None:
        """Compare nicks by FOLD from now on; the file may have other faults then."""
        if fold is not self._fold:
            self._fold = fold
            self._stamp = None
            self.refresh()

    def refresh(self) -> bool:
        """Read the file if it has changed; return whether it, or ``faults``, has changed."""
        is_read = self._read()
        if not self._file_faults and self._ledger is not None:
            self._note(self._ledger)
        before, self.faults = self.faults, self._file_faults or self._ledger_faults
        return is_read or self.faults != before

    def _read(self) -> bool:
        try:
            if atomic_file.stamp(self._path) == self._stamp:
                return False
            content, self._stamp = atomic_file.read(self._path)
        except OSError as error:
            self._stamp = None
            self._file_faults = (unusable("read", error),)
            return False
        self._version = None
        try:
            self.document = PlayersDocument(content, self._fold, self._games)
            self._file_faults, self._is_noted = (), False
        except PlayersFileError as error:
            self._file_faults = error.faults
        return True

    def _note(self, ledger: Ledger) -> None:
        """Write to the LEDGER how the file was edited."""
        try:
            if not self._is_noted:
                ledger.note(self.document.balances())
            self._is_noted, self._ledger_faults = True, ()
        except LedgerError as error:
            self._ledger_faults = error.faults

    def settle_all(self, rounds: Sequence[RoundChange]) -> list[Receipt]:
        """Make the changes of ROUNDS in one version of the file; several must have names.

        No player and no kitty ends below 0 chips. A round that is settled already changes nothing,
        and its receipt lacks what was clipped.
        """

        def settle(document: PlayersDocument) -> tuple[list[Receipt], list[LedgerEntry]]:
            receipts: list[Receipt] = []
            entries: dict[str, LedgerEntry] = {}
            for each in rounds:
                name = each.round
                if name and (name in entries or self.has_settled(name)):
                    receipts.append(_settled_before(document, each))
                else:
                    receipts.append(_settle(document, each))
                    reason = Reason(each.game, each.game, name)
                    entries[name] = LedgerEntry(document.take_moved(), reason)
            return receipts, [*entries.values()]

        return self._rewrite(settle)

    def has_settled(self, round_id: str) -> bool:
        """Tell whether the round of that ROUND_ID is settled, if it was one of the last ones."""
        return self._opened_ledger().has_settled(round_id)

    def return_kitty(self, key: KittyKey) -> Kitty | None:
        """Give that kitty back to its banker, or drop it if they are gone; return it, if any."""

        def give_back(document: PlayersDocument) -> Kitty | None:
            kitty = document.kitty(key)
            if kitty is None:
                return None
            document.put_kitty(key, None)
            player = document.find(kitty.banker)
            if player is None:
                return kitty
            document.put(replace(player, chips=player.chips + kitty.chips))
            return Kitty(player.nick, kitty.chips)

        return self.rewrite(give_back, Reason("kitty returned", key.game))

    def move_to_bank(self, nick: str, amount: int) -> Player:
        """Move AMOUNT chips to the bank, leaving at least 1, or from it if negative."""

        def move(document: PlayersDocument) -> Player:
            player = _present(document, nick)
            leaves_none = 0 < amount >= player.chips
            if leaves_none or -amount > player.bank:
                raise PlayersFileError(Fault(0, f"the chips of {nick} have just changed"))
            chips, bank = player.chips - amount, player.bank + amount
            return document.put(replace(player, chips=chips, bank=bank))

        return self.rewrite(move, Reason("bank"))

    def sell_bank(self, seller: str, buyer: str, price: int) -> None:
        """Move the PRICE of a bank that is sold between rounds from BUYER to SELLER."""

        def move(document: PlayersDocument) -> None:
            selling, buying = document.find(seller), document.find(buyer)
            if selling is None or buying is None or buying.chips < price:
                raise PlayersFileError(Fault(0, f"the chips of {buyer} have just changed"))
            document.put(replace(selling, chips=selling.chips + price))
            document.put(replace(buying, chips=buying.chips - price))

        self.rewrite(move, Reason("bank sold"))

    def tally(self, game: str, nick: str, change: Callable[[Tallies], Tallies]) -> Player:
        """Make a CHANGE to the tallies of GAME in the file; return the player."""

        def rewrite(document: PlayersDocument) -> Player:
            player = _present(document, nick)
            record = document.record(player, game)
            record = replace(record, tallies=change(record.tallies))
            return document.put(replace(player, records={**player.records, game: record}))

        return self.rewrite(rewrite, Reason("tally"))

    def set_nickname(self, nick: str, nickname: str) -> Player:
        """Write NICKNAME, "" for none; ValueError if ``nickname_fault`` refuses it."""
        if nickname and nickname_fault(nickname):
            raise ValueError(nickname)

        def rewrite(document: PlayersDocument) -> Player:
            return document.put(replace(_present(document, nick), nickname=nickname))

        return self.rewrite(rewrite, Reason("nickname"))

    def opt_out(self, nick: str, *, is_out: bool) -> Player:
        """Write whether nobody can name the player for a round."""

        def rewrite(document: PlayersDocument) -> Player:
            return document.put(replace(_present(document, nick), is_opted_out=is_out))

        return self.rewrite(rewrite, Reason("optout" if is_out else "optin"))

    def set_speech(self, nick: str, speech: Speech) -> Player:
        """Write how the bot speaks to the player in private."""

        def rewrite(document: PlayersDocument) -> Player:
            return document.put(replace(_present(document, nick), speech=speech))

        return self.rewrite(rewrite, Reason("set"))

    def remark(self, why: str, by: str) -> None:
        """Write into the ledger what was done BY somebody without changing the file."""
        ledger = self._opened_ledger()
        self.refresh()
        if self.faults:
            raise PlayersFileError(*self.faults)
        ledger.remark(why, by)

    def rewrite(self, change: Callable[[PlayersDocument], _Outcome], reason: Reason) -> _Outcome:
        """Make a CHANGE to the current file, and write it; after an error nothing has changed."""

        def make(document: PlayersDocument) -> tuple[_Outcome, list[LedgerEntry]]:
            return change(document), [LedgerEntry(document.take_moved(), reason)]

        return self._rewrite(make)

    def _rewrite(
        self, change: Callable[[PlayersDocument], tuple[_Outcome, Sequence[LedgerEntry]]]
    ) -> _Outcome:
        """Make a CHANGE, which returns what the ledger is told of it, and write it."""
        ledger = self._opened_ledger()
        for _ in range(_TRIES):
            self.refresh()
            document = self.document
            if self.faults:
                raise PlayersFileError(*self.faults)
            try:
                outcome, entries = change(document)
                self._write(document, ledger, entries)
                return outcome
            except atomic_file.Overtaken:
                continue
            except OSError as error:
                raise PlayersFileError(unusable("written", error)) from error
            finally:
                document.undo()  # does nothing after ``keep``
        raise PlayersFileError(Fault(0, "another program keeps changing it"))

    def _write(
        self, document: PlayersDocument, ledger: Ledger, entries: Sequence[LedgerEntry]
    ) -> None:
        """Write DOCUMENT, if it has changed, and ENTRIES into the LEDGER."""
        if document.is_changed:
            assert self._stamp is not None
            content, version = document.content(), None
            versions = None
            if any(entry.is_written for entry in entries):
                before = self._version or digest_of(document.content_before)
                versions = FileVersions(before, version := digest_of(content))
            posting = LedgerPosting(ledger, entries, versions)
            self._stamp = atomic_file.replace(self._path, content, self._stamp, posting)
            self._version = version
            document.keep(content)
        else:
            ledger.post(entries, None)
        ledger.keep()

    def _opened_ledger(self) -> Ledger:
        if self._ledger is None:
            self.recover()
        assert self._ledger is not None
        return self._ledger


def _settled_before(document: PlayersDocument, change: RoundChange) -> Receipt:
    found = {nick: document.find(nick) for nick in change.players}
    balances = {nick: player.chips for nick, player in found.items() if player}
    return Receipt(balances, {}, tuple(nick for nick in found if nick not in balances))


def _settle(document: PlayersDocument, round_change: RoundChange) -> Receipt:
    game, kitty = round_change.game, round_change.kitty
    kitty_clipped = 0 if kitty is None else _settle_kitty(document, kitty)
    balances: dict[str, int] = {}
    clipped: dict[str, int] = {}
    for nick, change in round_change.players.items():
        player = document.find(nick)
        if player is None:
            continue
        chips = player.chips + change.chips
        if chips < 0:
            clipped[nick] = -chips
        balances[nick] = max(chips, 0)
        records = {**player.records, game: document.record(player, game).after(change)}
        document.put(replace(player, chips=balances[nick], records=records))
    gone = tuple(nick for nick in round_change.players if nick not in balances)
    return Receipt(balances, clipped, gone, kitty_clipped)


def _settle_kitty(document: PlayersDocument, change: KittyChange) -> int:
    """Make CHANGE to a kitty; return the chips that it lacked for a loss."""
    before = document.kitty(change.key) or Kitty(change.banker or "", 0)
    chips = before.chips + change.chips
    after = Kitty(change.banker or before.banker, chips) if chips > 0 else None
    document.put_kitty(change.key, after)
    return max(-chips, 0)


def _present(document: PlayersDocument, nick: str) -> Player:
    player = document.find(nick)
    if player is None:
        raise PlayersFileError(Fault(0, f"{nick} is not in it"))
    return player


def unusable(done: str, error: OSError) -> Fault:
    """Return the fault that ERROR is: why the file cannot be DONE (read, written or created)."""
    if isinstance(error, FileNotFoundError) and done == "read":
        return Fault(0, "there is no such file")
    return Fault(0, f"it cannot be {done}: {error.strerror or error}")
