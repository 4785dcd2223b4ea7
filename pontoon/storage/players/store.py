"""The players of the bot, as players.xml says and as rounds change them."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from pontoon.engine.events import Kitty
from pontoon.games import GAMES
from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.storage import atomic_file
from pontoon.storage.players.document import PlayersDocument, without_players
from pontoon.storage.players.indexes import AccountIndex
from pontoon.storage.players.ledger import Ledger, LedgerError, LedgerPosting, Reason
from pontoon.storage.players.nicknames import nickname_fault
from pontoon.storage.players.player import (
    Balances,
    Fault,
    KittyChange,
    KittyKey,
    Player,
    PlayerChange,
    PlayersFileError,
    Receipt,
    ReturnedKitty,
    Tallies,
)
from pontoon.storage.players.player_element import Games
from pontoon.storage.versions import FileVersions, Version, digest_of, is_in_place

_Outcome = TypeVar("_Outcome")

RECORDED: Games = {game.name: game.tallies for game in GAMES}
"""The games of which there are statistics: all that can be dealt."""


def _now() -> datetime:
    return datetime.now(UTC)


_TRIES = 10
"""How often a write is done over when somebody else changes the file at the same time."""


class PlayerStore:
    """The players in the file at PATH, with their statistics in GAMES (names, each with tallies).

    NOW is what time it is.

    ``refresh`` reads the file, and so does every change before it is made. A file that cannot be
    read as it is leaves the players as they were at the last good reading, and is not written to
    until it is mended. Nicks are compared by FOLD.

    A change is written as a whole or not at all, to what the file then says. It raises
    PlayersFileError, having changed nothing, where that cannot be done. What it does to chips is in
    the ledger beside the file. A store that only reads has none: ``recover`` or the first change
    takes it up, and from then on what others do to chips is found and written down there too.
    """

    def __init__(
        self,
        path: Path,
        fold: Fold = rfc1459,
        games: Games = RECORDED,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self.faults: tuple[Fault, ...] = ()
        """What is wrong with the file as it was last read, or its ledger; empty if all is well."""
        self._path = path
        self._now = now
        self._file_faults: tuple[Fault, ...] = ()
        self._ledger_faults: tuple[Fault, ...] = ()
        self._ledger: Ledger | None = None
        self._is_noted = False
        """Whether the ledger says what the file says."""
        self._fold = fold
        self._games = games
        self._document: PlayersDocument | None = None
        self._stamp: atomic_file.Stamp | None = None
        self._version: Version | None = None

    @staticmethod
    def create(path: Path, date: str) -> None:
        """Make a file without players at PATH, that says it is of that DATE.

        Raises PlayersFileError where there is a file already or none can be made.
        """
        try:
            atomic_file.create(path, without_players(date))
        except OSError as error:
            raise PlayersFileError(_unusable("created", error)) from error

    def recover(self) -> None:
        """Take up the ledger; take out of it what did not come to be in the file any more.

        Nobody else may be writing either. LedgerError where it cannot be used.
        """
        ledger = Ledger(atomic_file.beside(self._path, ".ledger"), self._now)
        ledger.open(self._is_in_place)
        self._ledger = ledger

    @property
    def is_ledger_new(self) -> bool:
        """Whether nothing can tell which rounds were settled before the program was started."""
        return self._ledger is not None and self._ledger.is_new

    def sweep(self) -> None:
        """Remove what a killed program may have left beside the file: nobody may be writing it.

        It is needed to ``recover``, which has to come first.
        """
        atomic_file.sweep(self._path)
        if self._ledger is not None:
            self._ledger.sweep()

    def find(self, nick: str) -> Player | None:
        """Return the player of that nick as last read; None where there is none."""
        return None if self._document is None else self._document.find(nick)

    def players(self) -> list[Player]:
        """Return all players as last read, in the order of the file."""
        return [] if self._document is None else self._document.players()

    @property
    def owners(self) -> AccountIndex | None:
        """Whose the services accounts are, and which masks there are; None if nothing is read."""
        return None if self._document is None else self._document.owners

    def named(self, skeleton: str) -> Collection[str]:
        """Return the nicks of the players who have a name with that SKELETON, as last read."""
        return () if self._document is None else self._document.names.find(skeleton)

    def balances(self) -> Balances:
        """Return the chips of everybody, and of all kitties, as last read."""
        return {} if self._document is None else self._document.balances()

    def use_casemapping(self, fold: Fold) -> None:
        """Compare nicks by FOLD from now on, and see whether the file is well under it."""
        if fold is not self._fold:
            self._fold = fold
            self._stamp = None
            self.refresh()

    def refresh(self) -> bool:
        """Read the file if it was changed since it was last read.

        Nothing is raised: what is wrong is in ``faults`` afterwards. Returns whether the file or
        that has changed.
        """
        is_read = self._read()
        if not self._file_faults and self._ledger is not None:
            self._note(self._ledger)
        before, self.faults = self.faults, self._file_faults or self._ledger_faults
        return is_read or self.faults != before

    def _read(self) -> bool:
        """Read the file if it was changed; return whether it was, and could be read."""
        try:
            if atomic_file.stamp(self._path) == self._stamp:
                return False
            content, self._stamp = atomic_file.read(self._path)
        except OSError as error:
            self._stamp = None
            self._file_faults = (_unusable("read", error),)
            return False
        self._version = digest_of(content)
        self._is_noted = False
        try:
            self._document = PlayersDocument(content, self._fold, self._games)
            self._file_faults = ()
        except PlayersFileError as error:
            self._file_faults = error.faults
        return True

    def _note(self, ledger: Ledger) -> None:
        """See that the ledger is well, and have in it what is in the file."""
        try:
            if ledger.look(self._is_in_place):
                self._is_noted = False
            if not self._is_noted and self._document is not None:
                ledger.note(self._document.balances())
            self._is_noted = True
            self._ledger_faults = ()
        except LedgerError as error:
            self._ledger_faults = (Fault(0, str(error)),)

    def _is_in_place(self, versions: FileVersions) -> bool | None:
        return is_in_place(self._path, versions)

    def settle(
        self,
        game: str,
        changes: Mapping[str, PlayerChange],
        kitty: KittyChange | None = None,
        round_id: str = "",
    ) -> Receipt:
        """Add what a round of GAME did to players, by nick, and to a kitty if there is one.

        Nobody ends below 0 chips, and no kitty. A round is settled once: where one of that ROUND_ID
        is already nothing is changed, and what it has clipped is not known any more.
        """
        if round_id and self.has_settled(round_id):
            found = {nick: self.find(nick) for nick in changes}
            balances = {nick: player.chips for nick, player in found.items() if player}
            return Receipt(balances, {}, tuple(nick for nick in changes if nick not in balances))

        def settle(document: PlayersDocument) -> Receipt:
            clipped = 0 if kitty is None else _settle_kitty(document, kitty)
            return replace(_settle(document, game, changes), kitty_clipped=clipped)

        return self.rewrite(settle, Reason(game, game, round_id))

    def has_settled(self, round_id: str) -> bool:
        """Tell whether the round of that ROUND_ID is settled, if it was not many rounds ago.

        PlayersFileError where that cannot be known, since the ledger cannot be read.
        """
        return self._taken_up().has_settled(round_id)

    def kitty(self, place: KittyKey) -> Kitty | None:
        """Return the kitty that lies at PLACE as last read; None where nothing does."""
        return None if self._document is None else self._document.kitty(place)

    def return_kitty(self, place: KittyKey) -> ReturnedKitty | None:
        """Give the kitty at PLACE back to its banker; return it, None where nothing lies there."""

        def give_back(document: PlayersDocument) -> ReturnedKitty | None:
            kitty = document.kitty(place)
            if kitty is None:
                return None
            document.put_kitty(place, None)
            player = document.find(kitty.banker)
            if player is None:
                return ReturnedKitty(kitty, is_dropped=True)
            document.put(replace(player, chips=player.chips + kitty.chips))
            return ReturnedKitty(Kitty(player.nick, kitty.chips))

        return self.rewrite(give_back, Reason("kitty returned", place.game))

    def move_to_bank(self, nick: str, amount: int) -> Player:
        """Move AMOUNT chips to the bank, or from it if negative; return the player as they are.

        A deposit leaves at least 1 chip.
        """

        def move(document: PlayersDocument) -> Player:
            player = _present(document, nick)
            leaves_none = 0 < amount >= player.chips
            if leaves_none or -amount > player.bank:
                raise PlayersFileError(Fault(0, f"the chips of {nick} have just changed"))
            return document.put(
                replace(player, chips=player.chips - amount, bank=player.bank + amount)
            )

        return self.rewrite(move, Reason("bank"))

    def tally(self, game: str, nick: str, change: Callable[[Tallies], Tallies]) -> Player:
        """Make a CHANGE to the tallies of GAME, in a round or not; return the player as they are.

        CHANGE is given those in the file. What it raises is raised, and nothing has changed.
        """

        def rewrite(document: PlayersDocument) -> Player:
            player = _present(document, nick)
            record = document.record(player, game)
            record = replace(record, tallies=change(record.tallies))
            return document.put(replace(player, records={**player.records, game: record}))

        return self.rewrite(rewrite, Reason("tally"))

    def set_nickname(self, nick: str, nickname: str) -> Player:
        """Write a nickname, or none if it is empty; return the player as they are.

        ValueError for one that ``nickname_fault`` refuses.
        """
        if nickname and nickname_fault(nickname):
            raise ValueError(nickname)
        return self.rewrite(
            lambda document: document.put(replace(_present(document, nick), nickname=nickname)),
            Reason("nickname"),
        )

    def remark(self, why: str, by: str) -> None:
        """Write into the ledger what was done BY somebody that has changed nothing in the file.

        PlayersFileError where that cannot be.
        """
        ledger = self._taken_up()
        self.refresh()
        if self.faults:
            raise PlayersFileError(*self.faults)
        try:
            ledger.remark(why, by)
        except LedgerError as error:
            raise PlayersFileError(Fault(0, str(error))) from error

    def rewrite(self, change: Callable[[PlayersDocument], _Outcome], occasion: Reason) -> _Outcome:
        """Make a CHANGE to what the file says now, write it, and return what CHANGE returned.

        What it raises is raised, and nothing has changed.
        """
        ledger = self._taken_up()
        for _ in range(_TRIES):
            self.refresh()
            document = self._document
            if document is None or self.faults:
                raise PlayersFileError(*self.faults)
            try:
                outcome = change(document)
                self._write(document, ledger, occasion)
                return outcome
            except atomic_file.Overtaken:
                continue
            except LedgerError as error:
                raise PlayersFileError(Fault(0, str(error))) from error
            except OSError as error:
                raise PlayersFileError(_unusable("written", error)) from error
            finally:
                document.undo()  # nothing, once it is kept
        raise PlayersFileError(Fault(0, "another program keeps changing it"))

    def _write(self, document: PlayersDocument, ledger: Ledger, occasion: Reason) -> None:
        """Write DOCUMENT, if it is changed, and into the LEDGER what became of chips."""
        moved, before = document.moved(), self._stamp
        assert before is not None
        if document.is_changed:
            content = document.content()
            versions = FileVersions(self._version, digest_of(content))
            posting = LedgerPosting(ledger, moved, occasion, versions)
            self._stamp = atomic_file.replace(self._path, content, before, posting)
            self._version = versions.written
        else:
            _post_alone(ledger, occasion)
        document.keep()
        ledger.keep()

    def _taken_up(self) -> Ledger:
        if self._ledger is None:
            try:
                self.recover()
            except LedgerError as error:
                raise PlayersFileError(Fault(0, str(error))) from error
        assert self._ledger is not None
        return self._ledger


def _post_alone(ledger: Ledger, occasion: Reason) -> None:
    """Write into the ledger that there was a round, which has changed nothing in the file."""
    try:
        ledger.post({}, occasion, None)
    except LedgerError:
        ledger.take_back()
        raise


def _settle(document: PlayersDocument, game: str, changes: Mapping[str, PlayerChange]) -> Receipt:
    balances: dict[str, int] = {}
    clipped: dict[str, int] = {}
    for nick, change in changes.items():
        player = document.find(nick)
        if player is None:
            continue
        chips = player.chips + change.chips
        if chips < 0:
            clipped[nick] = -chips
        balances[nick] = max(chips, 0)
        records = {**player.records, game: document.record(player, game).after(change)}
        document.put(replace(player, chips=balances[nick], records=records))
    gone = tuple(nick for nick in changes if nick not in balances)
    return Receipt(balances, clipped, gone)


def _settle_kitty(document: PlayersDocument, change: KittyChange) -> int:
    """Add what a round did to a kitty, and return the chips of a loss that were not there."""
    before = document.kitty(change.place) or Kitty(change.banker or "", 0)
    chips = before.chips + change.chips
    after = Kitty(change.banker or before.banker, chips) if chips > 0 else None
    document.put_kitty(change.place, after)
    return max(-chips, 0)


def _present(document: PlayersDocument, nick: str) -> Player:
    player = document.find(nick)
    if player is None:
        raise PlayersFileError(Fault(0, f"{nick} is not in it"))
    return player


def _unusable(done: str, error: OSError) -> Fault:
    """Return as a fault why the file could not be DONE, which is read, written or created."""
    if isinstance(error, FileNotFoundError) and done == "read":
        return Fault(0, "there is no such file")
    return Fault(0, f"it cannot be {done}: {error.strerror or error}")
