"""The players in players.xml, as they were last read, and every change of the file."""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from pontoon.engine.computers import is_computer, place_of
from pontoon.engine.errors import Refused
from pontoon.engine.events import Kitty
from pontoon.engine.result import TableKey
from pontoon.games import GAMES
from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.irc.outgoing import do_nothing
from pontoon.irc.people import Person
from pontoon.storage import atomic_file
from pontoon.storage.atomic_file import digest_of
from pontoon.storage.database import Database
from pontoon.storage.place import path_beside
from pontoon.storage.players.document import Mark, PlayersDocument, without_players
from pontoon.storage.players.entries import (
    MAX_CHIPS,
    MAX_PLAYERS,
    MAX_PLAYERS_A_DAY,
    EntryFault,
    NewPlayer,
    check_spelling,
    is_account,
    is_host,
    new_player,
)
from pontoon.storage.players.ledger import EDIT, FORGOTTEN, Ledger, LedgerError, difference
from pontoon.storage.players.next_version import Decision, NextVersion
from pontoon.storage.players.nicknames import MAX_NICK_LENGTH, nickname_fault, skeletons
from pontoon.storage.players.pair import UNNUMBERED, merge, merged, older_file, why_no_pair
from pontoon.storage.players.player import (
    BANK_SOLD,
    Fault,
    Games,
    Player,
    PlayersFileError,
    Reason,
    Receipt,
    Refill,
    Registered,
    RoundChange,
    Speech,
    Tallies,
)
from pontoon.storage.players.settling import settle_in
from pontoon.storage.rows import DatabaseError
from pontoon.storage.sqlite_file import SqliteFile

_Outcome = TypeVar("_Outcome")

RECORDED: Games = {game.name: game.tallies for game in GAMES}
"""The games with statistics: all that can be dealt."""

GIFTS = "gifts"
"""The name of the house account that pays for gifts, and gets the chips that are taken."""

_now = partial(datetime.now, UTC)

_DAY = timedelta(days=1)

_KEEPS_CHANGING = "another program keeps changing it"

_TRIES = 10
"""How often a write is tried again if another program changes the file at the same time."""


class PlayerStore:
    """The players in the file at PATH, with their statistics in GAMES; FOLD compares nicks.

    ``refresh`` reads the file, and so does every change before it is made. If the file has faults,
    the players stay as they were last read, and nothing is written until the faults are gone.

    A change is made to the current content of the file, and written as a whole or not at all. If it
    cannot be written, the method raises PlayersFileError and changes nothing; Refused says
    that it is not allowed. Nothing here knows whether a player is seated.

    What rounds have done is decided at once, and read from then on. It goes to the disk with the
    transaction of the turn, while the reactor goes on. Until it is there, the file is not read;
    if another program has changed it by then, all is decided anew on that. Any other change is on
    the disk when its method returns.

    Every change of chips is in the ledger, in DATABASE, with the admin who made it (BY). A store
    that only reads has no ledger: ``recover`` or the first change opens it. From then on edits of
    the file by others are written there too.
    """

    def __init__(
        self,
        path: Path,
        fold: Fold = rfc1459,
        games: Games = RECORDED,
        now: Callable[[], datetime] = _now,
        database: Database | None = None,
    ) -> None:
        self._path = path
        self._now = now
        self._file_faults: tuple[Fault, ...] = ()
        self._ledger_faults: tuple[Fault, ...] = ()
        self._database = database
        self._ledger: Ledger | None = None
        self._is_noted = False
        """Whether the ledger has all that others have changed in the file."""
        self._has_met = False
        """Whether the ledger and the file have been compared since the start."""
        self.house_keeps: Callable[[str, int], object] = do_nothing
        """Told whose chips a change could not add, since nobody can have so many, and how many."""
        self.notices: Callable[[str], object] = do_nothing
        """Told, in a line, what admins should know of a file that somebody has put there."""
        self._fold = fold
        self._games = games
        self._document = self._read_again(without_players(""))
        """The file as it is believed; only ``_rewrite`` may change it, and reading replaces it."""
        self._as_read = self._document
        """The file as it was last read."""
        self._next = NextVersion(path, self._go_back, self._keep_surplus)
        """All that the document has, and the file may not."""

    @staticmethod
    def create(path: Path, date: str) -> None:
        """Create a file without players at PATH, with that DATE in it; it must not exist yet."""
        try:
            atomic_file.create(path, without_players(date))
        except OSError as error:
            raise PlayersFileError(unusable("created", error)) from error

    def recover(self) -> None:
        """Open the ledger; DatabaseError if the database cannot be used."""
        self._ledger = Ledger(self.database, self._now)
        if not self.database.commit():
            raise DatabaseError(f"players.db cannot be written: {self.database.trouble}")

    @property
    def mark(self) -> Mark:
        """Where the file stands."""
        return self._document.mark

    def begin_anew(self, ledger: Ledger) -> None:
        """Have LEDGER be that of another bank, in which the chips in the file count.

        PlayersFileError if the file cannot be written; LEDGER is of the other bank by then.
        """
        document = self._document
        ledger.begin_anew(document.mark.change or 0, document.balances())
        self._ledger = ledger
        self._write_once()

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of the file as it was last read, or of its ledger."""
        return self._file_faults or self._ledger_faults

    @property
    def database(self) -> Database:
        """The database beside the file, which is opened when it is first needed."""
        if self._database is None:
            self._database = Database(SqliteFile(path_beside(self._path)))
        return self._database

    @property
    def ledger(self) -> Ledger:
        """The ledger, which is opened when it is first needed, as ``recover`` does."""
        if self._ledger is None:
            self.recover()
        assert self._ledger is not None
        return self._ledger

    def note_forgotten(self) -> None:
        """Have the ledger know a player again who was forgotten, but is in the file."""
        self.refresh()
        if not self.faults:
            self.ledger.note(self._as_read.balances(), FORGOTTEN)
            self._next.stamp = None
            self.refresh()

    def sweep(self) -> None:
        """Remove what a killed program has left beside the file; no other may be writing it."""
        atomic_file.sweep(self._path)

    def use_casemapping(self, fold: Fold) -> None:
        """Compare nicks by FOLD from now on; the file may have other faults then."""
        if fold is not self._fold:
            self._catch_up()
            self._fold = fold
            self._next.stamp = None
            self.refresh()

    def refresh(self) -> bool:
        """Read the file if it has changed; return whether it, or ``faults``, has changed."""
        if self._next.is_due:
            return False
        before, is_read = self.faults, self._read()
        if self._ledger is None:
            self._document = self._as_read
        elif not (self._file_faults or self._is_noted):
            try:
                self._take_in(self._ledger)
                self._is_noted, self._has_met, self._ledger_faults = True, True, ()
            except PlayersFileError as error:
                self._ledger_faults = error.faults
            except DatabaseError as error:
                self._ledger_faults = (Fault(0, str(error)),)
        return is_read or self.faults != before

    def _read(self) -> bool:
        try:
            if atomic_file.stamp(self._path) == self._next.stamp:
                return False
            content, self._next.stamp = atomic_file.read(self._path)
        except OSError as error:
            self._next.stamp = None
            self._file_faults = (unusable("read", error),)
            return False
        try:
            self._as_read = PlayersDocument(content, self._fold, self._games)
            self._is_noted = False
            self._file_faults = ()
        except PlayersFileError as error:
            self._file_faults = error.faults
        return True

    def _take_in(self, ledger: Ledger) -> None:
        """Have LEDGER know what others have changed in the file, and the file its number.

        PlayersFileError if the two do not belong together, or cannot be written.
        """
        found, change = self._as_read, self._as_read.mark.change
        if why := why_no_pair(found.mark, ledger.mark):
            raise PlayersFileError(Fault(0, why))
        if not self._has_met:
            ledger.find_out(change, digest_of(found.content_before))
        if self._has_met and change not in (None, self._next.number, ledger.last):
            self._merge(ledger, found)
            return
        known, is_new = ledger.last, ledger.is_new
        is_edited = ledger.note(found.balances())
        self._document, self._next.number = found, change
        if change is None:
            if not is_new:
                self.notices(UNNUMBERED)
        elif is_edited and change < known:
            self.notices(older_file(known - change))
        self._sign(ledger)

    def _merge(self, ledger: Ledger, edited: PlayersDocument) -> None:
        """Take over what was edited in EDITED, an old copy of the file.

        What rounds and orders have changed since is added to it. All that the ledger does not count
        stays as the bot has it.
        """
        change, last = edited.mark.change or 0, ledger.last
        then, since = ledger.balances_at(change), ledger.moved_since(change)
        edits = difference(then, edited.balances())
        document = self._read_again(self._document.content_before)
        merge(document, edited, edits, since)
        document.post(Reason(EDIT))
        self._read_again(document.content())  # which must have no fault, as two of one account
        self._document = document
        self._write_once()
        self.notices(merged(last - change, edits, since))

    def _read_again(self, content: bytes) -> PlayersDocument:
        return PlayersDocument(content, self._fold, self._games)

    def _sign(self, ledger: Ledger) -> None:
        """Write into the file the number that LEDGER has reached, if it has another one.

        If that cannot be done now, the next change of the file does it.
        """
        if self._document.mark != ledger.mark:
            with suppress(OSError, atomic_file.Overtaken, LedgerError):
                self._write()

    # What the file says

    def ignored(self) -> list[Fault]:
        """Return what the bot ignores though it may be meant as something; it is kept."""
        return self._document.ignored()

    def find(self, nick: str) -> Player | None:
        return self._document.find(nick)

    def players(self) -> list[Player]:
        return self._document.players()

    def called_like(self, name: str) -> list[Player]:
        """Return the players whose nick or nickname looks like NAME; the one of that nick first."""
        player = self.find(name)
        found = {} if player is None else {player.nick: None}
        if len(name) <= MAX_NICK_LENGTH:
            for skeleton in skeletons(name):
                found |= dict.fromkeys(self._document.named(skeleton))
        return self._found(found)

    def who_played(self, game: str) -> Iterator[Player]:
        """Yield the people who have played GAME, and no computers."""
        for player in self.players():
            stats = player.statistics.get(game)
            if stats is not None and stats.played and not is_computer(player.nick):
                yield player

    def owner_of(self, network: str, account: str) -> Player | None:
        found = self._found(self._document.owners.of_account(network, account))
        return found[0] if found else None

    def has_accounts(self, network: str) -> bool:
        return self._document.owners.are_on(network)

    def may_register_from(self, host: str, now: datetime) -> bool:
        """Tell whether somebody without an account can register from HOST, so early in the day."""
        return _may_register_from(self._document, host, now)

    def perhaps_masked(self, person: Person) -> list[Player]:
        """Return the players with a mask that may fit PERSON: a few, however many have one."""
        return self._found(self._document.owners.perhaps_masked(person))

    def _found(self, nicks: Collection[str]) -> list[Player]:
        return [player for nick in nicks if (player := self.find(nick)) is not None]

    def kitty(self, key: TableKey) -> Kitty | None:
        return self._document.kitty(key)

    def kitties(self) -> Collection[TableKey]:
        """Return the keys of the kitties that are not empty, spelled as in the file."""
        return self._document.kitties()

    def owned(self, player: Player) -> int:
        """Return all chips that PLAYER owns: in hand, in the bank, and in kitties."""
        return self._document.owned(player)

    def has_settled(self, round_id: str) -> bool:
        """Tell whether that round is settled, on the disk or soon."""
        return self._next.settles(round_id) or self.ledger.has_settled(round_id)

    # Chips

    def settle_all(
        self,
        rounds: Sequence[RoundChange],
        settled: Callable[[list[Receipt]], object],
        failed: Callable[[tuple[Fault, ...]], object],
    ) -> None:
        """Decide the changes of ROUNDS, which several rounds must have names for.

        They are written when the turn of the reactor ends. SETTLED is called with their receipts
        when they are on the disk, in its place among what is told then, or FAILED with what is
        wrong: then they are not made. If that is known at once, PlayersFileError is raised.

        No player and no kitty ends below 0 chips. A round that is settled already changes nothing,
        and its receipt lacks what was clipped.
        """
        self._settle_all(rounds, settled, failed, _TRIES)

    def _settle_all(
        self,
        rounds: Sequence[RoundChange],
        settled: Callable[[list[Receipt]], object],
        failed: Callable[[tuple[Fault, ...]], object],
        tries: int,
    ) -> None:
        self._read_for_a_change()
        names = tuple(each.round for each in rounds if each.round)
        made: list[list[Receipt]] = []

        def tell() -> None:
            for each in made:
                settled(each)

        def not_made(error: Exception) -> None:
            if isinstance(error, atomic_file.Overtaken) and tries > 1:
                self.database.before_commit(again)
            else:
                failed(_faults_of(error))

        def again() -> None:
            try:
                self._settle_all(rounds, settled, failed, tries - 1)
            except PlayersFileError as error:
                failed(error.faults)

        try:
            receipts = settle_in(self._document, rounds, self.has_settled)
        except Exception as error:
            self._next.give_up(self._document, error)
            raise
        self._decide(Decision(names, partial(made.append, receipts), not_made))
        self.database.when_kept(tell)

    def return_kitty(self, key: TableKey) -> Kitty | None:
        """Give that kitty back to its banker, or drop it if they are gone; return it, if any."""

        def give_back(document: PlayersDocument) -> Kitty | None:
            kitty = document.kitty(key)
            if kitty is None:
                return None
            document.put_kitty(key, None)
            player = document.find(kitty.banker)
            if player is None:
                return kitty
            after = document.put(replace(player, chips=player.chips + kitty.chips))
            return Kitty(player.nick, after.chips - player.chips)

        return self._rewrite(give_back, Reason("kitty returned", key.game))

    def move_to_bank(self, nick: str, amount: int) -> Player:
        """Move AMOUNT chips to the bank, leaving at least 1, or from it if negative."""

        def moved(player: Player) -> Player:
            leaves_none = 0 < amount >= player.chips
            after = replace(player, chips=player.chips - amount, bank=player.bank + amount)
            if leaves_none or after.bank < 0 or after != after.bounded():
                raise PlayersFileError(Fault(0, f"the chips of {nick} have just changed"))
            return after

        return self._change(nick, moved, "bank")

    def sell_bank(self, seller: str, buyer: str, price: int) -> None:
        """Move the PRICE of a bank that is sold between rounds from BUYER to SELLER."""

        def move(document: PlayersDocument) -> None:
            selling, buying = document.find(seller), document.find(buyer)
            if selling is None or buying is None or buying.chips < price:
                raise PlayersFileError(Fault(0, f"the chips of {buyer} have just changed"))
            document.put(replace(selling, chips=selling.chips + price))
            document.put(replace(buying, chips=buying.chips - price))

        self._rewrite(move, Reason(BANK_SOLD, GIFTS))

    def tally(self, game: str, nick: str, change: Callable[[Tallies], Tallies]) -> Player:
        """Make a CHANGE to the tallies of GAME in the file; return the player."""

        def tallied(player: Player) -> Player:
            stats = self._document.stats_in(player, game)
            stats = replace(stats, tallies=change(stats.tallies))
            return replace(player, statistics={**player.statistics, game: stats})

        return self._change(nick, tallied, "tally")

    # What players set

    def set_nickname(self, nick: str, nickname: str) -> Player:
        """Write NICKNAME, "" for none; ValueError if ``nickname_fault`` refuses it."""
        if nickname and nickname_fault(nickname):
            raise ValueError(nickname)
        return self._change(nick, partial(replace, nickname=nickname), "nickname")

    def opt_out(self, nick: str, *, is_out: bool) -> Player:
        """Write whether nobody can name the player for a round."""
        return self._change(nick, partial(replace, is_opted_out=is_out), "optout")

    def set_speech(self, nick: str, speech: Speech) -> Player:
        return self._change(nick, partial(replace, speech=speech), "set")

    # Players

    def register(self, newcomer: NewPlayer, chips: int) -> Player:
        """Add a NEWCOMER with CHIPS, once for each account; without, a few a day from each host."""
        player = replace(
            new_player(newcomer.nick, chips),
            masks=(newcomer.mask,) if newcomer.mask else (),
            registered=(Registered(newcomer.host, newcomer.at),) if is_host(newcomer.host) else (),
            accounts={newcomer.network: newcomer.account} if newcomer.account else {},
        )

        def register(document: PlayersDocument) -> Player:
            if len(document) >= MAX_PLAYERS:
                raise Refused(EntryFault.FULL)
            if newcomer.account:
                self._check_account(newcomer.network, newcomer.account)
            elif not _may_register_from(document, newcomer.host, newcomer.at):
                raise Refused(EntryFault.TOO_MANY_TODAY)
            return document.add(player)

        return self._rewrite(register, Reason("registered", GIFTS))

    def bind(self, nick: str, network: str, account: str) -> Player:
        """Bind a player who has no account to ACCOUNT on NETWORK; return them."""

        def bind(document: PlayersDocument) -> Player:
            player = _entry(document, nick)
            if player.accounts:
                raise Refused(EntryFault.HAS_ACCOUNT)
            self._check_account(network, account)
            return document.put(replace(player, accounts={network: account}))

        return self._rewrite(bind, Reason("claimed"))

    def _check_account(self, network: str, account: str) -> None:
        if not is_account(account):
            raise Refused(EntryFault.BAD_ACCOUNT)
        if self.owner_of(network, account) is not None:
            raise Refused(EntryFault.ACCOUNT_TAKEN)

    def refill(self, nick: str, chips: int, least: int, asked: Refill, wait: timedelta) -> Player:
        """Raise the player of that NICK to CHIPS, as was ASKED for (RULES 0, The broke).

        They must own fewer than LEAST. Refused, with the seconds to wait, if the player, or
        somebody of the same account or else host, has had a refill since WAIT ago.
        """

        def refill(document: PlayersDocument) -> Player:
            player = _entry(document, nick)
            if document.owned(player) >= least or player.chips >= chips:
                raise Refused(EntryFault.NOT_BROKE)
            for each in (player, *self._found(document.owners.perhaps_refilled(asked))):
                last = each.refill
                if (
                    last is not None
                    and (each is player or asked.is_by_same(last))
                    and abs(asked.at - last.at) < wait  # much later is a mistake of some clock
                ):
                    seconds = (last.at + wait - asked.at).total_seconds()
                    raise Refused(EntryFault.REFILLED, math.ceil(seconds))
            return document.put(replace(player, chips=chips, refill=asked))

        return self._rewrite(refill, Reason("gift", GIFTS))

    def computer(self, nick: str, chips: int) -> Player:
        """Return the computer of that NICK, which has CHIPS when it is first used."""
        new = Player(nick, chips, 0, "", {})

        def find(document: PlayersDocument) -> Player:
            return document.find(nick) or document.add(new)

        return self.find(nick) or self._rewrite(find, Reason("computer", GIFTS))

    def refill_purse(self, nick: str, chips: int, least: int, now: datetime) -> Player:
        """Raise the computer of that NICK to CHIPS, as ``refill`` does; it is NOW.

        All computers of a channel have one refill a day together.
        """
        return self.refill(nick, chips, least, Refill(now, place_of(nick)), timedelta(days=1))

    # What admins do

    def add(self, nick: str, chips: int, *, by: str = "") -> Player:
        check_spelling(nick)
        player = new_player(nick, chips)
        reason = Reason("added", GIFTS, by=by)
        return self._rewrite(lambda document: document.add(player), reason)

    def remove(self, nick: str, *, by: str = "") -> Player:
        """Remove a player with all their data; return them as they were."""
        reason = Reason("removed", GIFTS, by=by)
        return self._rewrite(lambda document: document.remove(_entry(document, nick)), reason)

    def rename(self, old: str, new: str, *, by: str = "") -> Player:
        check_spelling(new)
        reason = Reason("renamed", by=by)
        return self._rewrite(lambda document: document.rename(_entry(document, old), new), reason)

    def give(self, nick: str, chips: int, *, by: str = "") -> Player:
        """Give CHIPS to a player, or take them if negative; return the player."""

        def give(document: PlayersDocument) -> Player:
            player = _entry(document, nick)
            if player.chips + chips < 0:
                raise Refused(EntryFault.TOO_FEW_CHIPS)
            if chips > 0 and player.chips + chips > MAX_CHIPS:
                raise Refused(EntryFault.TOO_MANY_CHIPS)
            return document.put(replace(player, chips=player.chips + chips))

        return self._rewrite(give, Reason("given", GIFTS, by=by))

    def remark(self, why: str, by: str) -> None:
        """Write into the ledger what was done BY somebody without changing the file."""
        self._rewrite(lambda document: document.note(Reason(why, by=by)), Reason(why))

    # Writing

    def _change(self, nick: str, change: Callable[[Player], Player], why: str) -> Player:
        """Make a CHANGE to the player of that NICK; return them."""

        def make(document: PlayersDocument) -> Player:
            player = document.find(nick)
            if player is None:
                raise PlayersFileError(Fault(0, f"{nick} is not in it"))
            return document.put(change(player))

        return self._rewrite(make, Reason(why))

    def _rewrite(self, change: Callable[[PlayersDocument], _Outcome], reason: Reason) -> _Outcome:
        """Make a CHANGE to the current file, and write it; after an error nothing has changed.

        The ledger is told the REASON, unless the change has said others.
        """
        for _ in range(_TRIES):
            self._catch_up()
            self._read_for_a_change()
            document = self._document
            try:
                outcome = change(document)
                document.post(reason)
            except BaseException:
                if document.is_changed or document.postings:
                    self._document = self._read_again(document.content_before)
                raise
            try:
                if document.is_changed or document.postings:
                    self._write()
            except atomic_file.Overtaken:
                continue
            except OSError as error:
                raise PlayersFileError(unusable("written", error)) from error
            return outcome
        raise PlayersFileError(Fault(0, _KEEPS_CHANGING))

    def _read_for_a_change(self) -> None:
        """Read the file again, and have a ledger; PlayersFileError if the file has faults."""
        if self._ledger is None:
            self.recover()
        self.refresh()
        if self.faults:
            raise PlayersFileError(*self.faults)

    def _write_once(self) -> None:
        """Write the document; PlayersFileError, and it is not written."""
        try:
            self._write()
        except OSError as error:
            raise PlayersFileError(unusable("written", error)) from error
        except atomic_file.Overtaken as error:
            raise PlayersFileError(Fault(0, _KEEPS_CHANGING)) from error

    def _write(self) -> None:
        """Write the document with the number that it has then, and its postings into the ledger.

        OSError, Overtaken or LedgerError, and the document is again what the file says.
        """
        errors: list[Exception] = []
        self._decide(Decision((), do_nothing, errors.append))
        self.database.write_here()
        for error in errors:
            raise error

    def _decide(self, decision: Decision) -> None:
        """Have what is in the document by DECISION written when the turn of the reactor ends."""
        self._next.decide(self._document, self.ledger, decision)
        self.database.write_file(self._next)

    def _keep_surplus(self, whose: str, chips: int) -> None:
        self.house_keeps(whose, chips)

    def _go_back(self, content: bytes) -> None:
        self._document = self._read_again(content)

    def _catch_up(self) -> None:
        """Wait until the file has all that is decided, or that is decided no longer."""
        if self._next.is_due:
            self.database.write_here()


def _faults_of(error: Exception) -> tuple[Fault, ...]:
    """Return what is wrong with the file where ERROR kept it from being written."""
    match error:
        case PlayersFileError():
            return error.faults
        case OSError():
            return (unusable("written", error),)
        case atomic_file.Overtaken():
            return (Fault(0, _KEEPS_CHANGING),)
    return (Fault(0, str(error)),)


def _may_register_from(document: PlayersDocument, host: str, now: datetime) -> bool:
    found = (document.find(nick) for nick in document.owners.registered_from(host))
    made = (each for player in found if player is not None for each in player.registered)
    today = [each for each in made if each.at is not None and abs(now - each.at) < _DAY]
    return len(today) < MAX_PLAYERS_A_DAY


def _entry(document: PlayersDocument, nick: str) -> Player:
    player = document.find(nick)
    if player is None:
        raise Refused(EntryFault.NOT_THERE)
    return player


def unusable(done: str, error: OSError) -> Fault:
    """Return the fault that ERROR is: why the file cannot be DONE (read, written or created)."""
    if isinstance(error, FileNotFoundError) and done == "read":
        return Fault(0, "there is no such file")
    return Fault(0, f"it cannot be {done}: {error.strerror or error}")
