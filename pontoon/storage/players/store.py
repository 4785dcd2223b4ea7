"""The players in players.xml, as they were last read, and every change of the file."""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

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
from pontoon.storage.players.change import Change, faults_of
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
from pontoon.storage.players.ledger import (
    EDIT,
    FORGOTTEN,
    Ledger,
    Since,
    difference,
    read_since,
)
from pontoon.storage.players.next_version import NextVersion
from pontoon.storage.players.nicknames import MAX_NICK_LENGTH, nickname_fault, skeletons
from pontoon.storage.players.pair import UNNUMBERED, merge, merged, older_file, why_no_pair
from pontoon.storage.players.player import (
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
    unusable,
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

    A change is decided at once, in the current content of the file, and read from then on. Refused
    says that it is not allowed, PlayersFileError that the file cannot be used: then nothing has
    changed. It goes to the disk with the transaction of the turn, while the reactor goes on; the
    ``Change`` tells when it is there. Until then the file is not read; if another program has
    changed it by then, all is decided anew on that. What cannot be written is undone. Where there
    is no reactor, a change is on the disk when its method returns. Nothing here knows whether a
    player is seated.

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
        """The file as it is believed; only ``_decide`` may change it, and reading replaces it."""
        self._as_read = self._document
        """The file as it was last read."""
        self._old_copy: PlayersDocument | None = None
        """The old copy of the file that was merged last, or will be."""
        self._next = NextVersion(path, self._go_back, self._make_again, self._keep_surplus)
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
        self._wait_for_ledger()

    def _wait_for_ledger(self) -> None:
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
        change = self._write()
        if change.error is not None:
            raise change.error

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
            self.ledger.note(self.ledger.balances(), self._as_read.balances(), FORGOTTEN)
            self._wait_for_ledger()
            self._next.stamp = None
            self.refresh()

    def sweep(self) -> None:
        """Remove what a killed program has left beside the file; no other may be writing it."""
        atomic_file.sweep(self._path)

    def use_casemapping(self, fold: Fold) -> None:
        """Compare nicks by FOLD from now on, or as soon as the file has all that is decided.

        It may have other faults then.
        """
        if fold is not self._fold:
            self._fold = fold
            self._compare_anew()

    def _compare_anew(self) -> None:
        if self._next.is_held:
            return  # it is done when nothing is held any more
        if self._next.is_due:
            self.database.when_kept(self._compare_anew)
        else:
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
            self._is_noted, self._ledger_faults = True, ()
            try:
                self._take_in(self._ledger)
            except PlayersFileError as error:
                self._is_noted, self._ledger_faults = False, error.faults
            except DatabaseError as error:
                self._is_noted, self._ledger_faults = False, (Fault(0, str(error)),)
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

        PlayersFileError if the two do not belong together.
        """
        found, change = self._as_read, self._as_read.mark.change
        if why := why_no_pair(found.mark, ledger.mark):
            raise PlayersFileError(Fault(0, why))
        if not self._has_met:
            ledger.find_out(change, digest_of(found.content_before))
        elif change not in (None, self._next.number, ledger.last):
            self._merge(ledger, found)
            return
        last, is_new, is_first = ledger.last, ledger.is_new, not self._has_met
        known = self._document.balances() if self._has_met else ledger.balances()
        is_edited = ledger.note(known, found.balances())
        self._document, self._next.number, self._has_met = found, change, True
        if change is None:
            if not is_new:
                self.notices(UNNUMBERED)
        elif is_edited and change < last:
            self.notices(older_file(last - change))
        # If that cannot be done now, the next change of the file does it.
        if found.mark != ledger.mark or not self.database.has_file(found.content_before):
            self._write()
        if is_first:
            self._wait_for_ledger()

    def _merge(self, ledger: Ledger, edited: PlayersDocument) -> None:
        """Take over what was edited in EDITED, an old copy of the file.

        A thread reads what has changed since. Until then what is decided waits: written now, it
        would take the place of the edit.
        """
        if self._old_copy is not edited:
            self._old_copy = edited
            self._next.is_held = True
            changed = self.database.look_up(read_since, edited.mark.change or 0)
            changed.then(partial(self._merge_with, ledger, edited))

    def _merge_with(self, ledger: Ledger, edited: PlayersDocument, since: Since) -> None:
        """Take over what was edited in EDITED, an old copy, and what has changed SINCE."""
        if self._old_copy is not edited:
            return  # another one has taken its place, which is still to be merged
        decided = self._next.let_go()
        if self._as_read is edited:
            try:
                self._take_over(ledger, edited, since)
            except PlayersFileError as error:
                self._not_taken_in(error)
        self._make_again(decided)
        if edited.fold is not self._fold:
            self._compare_anew()

    def _take_over(self, ledger: Ledger, edited: PlayersDocument, since: Since) -> None:
        """Add what was edited in EDITED to what has changed SINCE.

        All that the ledger does not count stays as the bot has it.
        """
        change, now = edited.mark.change or 0, self._document.balances()
        edits = difference(since.balances_before(change, now), edited.balances())
        moved, last = since.moved(), ledger.last
        document = self._read_again(self._document.content_before)
        merge(document, edited, edits, moved)
        document.post(Reason(EDIT))
        self._read_again(document.content())  # which must have no fault, as two of one account
        self._document = document
        self._write().then(
            lambda _: self.notices(merged(last - change, edits, moved)), self._not_taken_in
        )

    def _not_taken_in(self, error: Exception) -> None:
        self._old_copy = None
        self._is_noted, self._ledger_faults = False, faults_of(error)

    def _read_again(self, content: bytes) -> PlayersDocument:
        return PlayersDocument(content, self._fold, self._games)

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

    def told(self, round_id: str) -> None:
        """Note that nobody will ask any more whether that round is settled."""
        self.ledger.told(round_id)

    # Chips

    def settle_all(self, rounds: Sequence[RoundChange]) -> Change[list[Receipt]]:
        """Make the changes of ROUNDS, which several rounds must have names for.

        No player and no kitty ends below 0 chips. A round that is settled already changes nothing,
        and its receipt lacks what was clipped.
        """

        def settle(document: PlayersDocument) -> list[Receipt]:
            return settle_in(document, rounds, self.has_settled)

        return self._decide(Change(settle, [each.round for each in rounds if each.round]))

    def return_kitty(self, key: TableKey) -> Change[Kitty | None]:
        """Give that kitty back to its banker, or drop it if they are gone.

        The outcome is the kitty, if there is any.
        """

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

    def move_to_bank(self, nick: str, amount: int) -> Change[Player]:
        """Move AMOUNT chips to the bank, leaving at least 1, or from it if negative."""

        def moved(player: Player) -> Player:
            leaves_none = 0 < amount >= player.chips
            after = replace(player, chips=player.chips - amount, bank=player.bank + amount)
            if leaves_none or after.bank < 0 or after != after.bounded():
                raise PlayersFileError(Fault(0, f"the chips of {nick} have just changed"))
            return after

        return self._change(nick, moved, "bank")

    def tally(self, game: str, nick: str, change: Callable[[Tallies], Tallies]) -> Change[Player]:
        """Make a CHANGE to the tallies of GAME in the file."""

        def tallied(player: Player) -> Player:
            stats = self._document.stats_in(player, game)
            stats = replace(stats, tallies=change(stats.tallies))
            return replace(player, statistics={**player.statistics, game: stats})

        return self._change(nick, tallied, "tally")

    # What players set

    def set_nickname(self, nick: str, nickname: str) -> Change[Player]:
        """Write NICKNAME, "" for none; ValueError if ``nickname_fault`` refuses it."""
        if nickname and nickname_fault(nickname):
            raise ValueError(nickname)
        return self._change(nick, partial(replace, nickname=nickname), "nickname")

    def opt_out(self, nick: str, *, is_out: bool) -> Change[Player]:
        """Write whether nobody can name the player for a round."""
        return self._change(nick, partial(replace, is_opted_out=is_out), "optout")

    def set_speech(self, nick: str, speech: Speech) -> Change[Player]:
        return self._change(nick, partial(replace, speech=speech), "set")

    # Players

    def register(self, newcomer: NewPlayer, chips: int) -> Change[Player]:
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

    def bind(self, nick: str, network: str, account: str) -> Change[Player]:
        """Bind a player who has no account to ACCOUNT on NETWORK."""

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

    def refill(
        self, nick: str, chips: int, least: int, asked: Refill, wait: timedelta
    ) -> Change[Player]:
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

        return self.find(nick) or self._rewrite(find, Reason("computer", GIFTS)).outcome

    def refill_purse(self, nick: str, chips: int, least: int, now: datetime) -> Change[Player]:
        """Raise the computer of that NICK to CHIPS, as ``refill`` does; it is NOW.

        All computers of a channel have one refill a day together.
        """
        return self.refill(nick, chips, least, Refill(now, place_of(nick)), timedelta(days=1))

    # What admins do

    def add(self, nick: str, chips: int, *, by: str = "") -> Change[Player]:
        check_spelling(nick)
        player = new_player(nick, chips)
        reason = Reason("added", GIFTS, by=by)
        return self._rewrite(lambda document: document.add(player), reason)

    def remove(self, nick: str, *, by: str = "") -> Change[Player]:
        """Remove a player with all their data; the outcome is the player as they were."""
        reason = Reason("removed", GIFTS, by=by)
        return self._rewrite(lambda document: document.remove(_entry(document, nick)), reason)

    def rename(self, old: str, new: str, *, by: str = "") -> Change[Player]:
        check_spelling(new)
        reason = Reason("renamed", by=by)
        return self._rewrite(lambda document: document.rename(_entry(document, old), new), reason)

    def give(self, nick: str, chips: int, *, by: str = "") -> Change[Player]:
        """Give CHIPS to a player, or take them if negative."""

        def give(document: PlayersDocument) -> Player:
            player = _entry(document, nick)
            if player.chips + chips < 0:
                raise Refused(EntryFault.TOO_FEW_CHIPS)
            if chips > 0 and player.chips + chips > MAX_CHIPS:
                raise Refused(EntryFault.TOO_MANY_CHIPS)
            return document.put(replace(player, chips=player.chips + chips))

        return self._rewrite(give, Reason("given", GIFTS, by=by))

    def remark(self, why: str, by: str) -> Change[None]:
        """Write into the ledger what was done BY somebody without changing the file."""
        return self._rewrite(lambda document: document.note(Reason(why, by=by)), Reason(why))

    # Writing

    def _change(self, nick: str, change: Callable[[Player], Player], why: str) -> Change[Player]:
        """Make a CHANGE to the player of that NICK."""

        def make(document: PlayersDocument) -> Player:
            player = document.find(nick)
            if player is None:
                raise PlayersFileError(Fault(0, f"{nick} is not in it"))
            return document.put(change(player))

        return self._rewrite(make, Reason(why))

    def _rewrite(
        self, change: Callable[[PlayersDocument], _Outcome], reason: Reason
    ) -> Change[_Outcome]:
        """Make a CHANGE, which refuses before it begins; after an error nothing has changed.

        The ledger is told the REASON, unless the change has said others.
        """

        def make(document: PlayersDocument) -> _Outcome:
            outcome = change(document)
            document.post(reason)
            return outcome

        return self._decide(Change(make))

    def _decide(self, change: Change[_Outcome]) -> Change[_Outcome]:
        self._read_for_a_change()
        self._make(change)
        if change.error is not None:  # there is no reactor, so that it was written at once
            raise change.error
        return change

    def _make(self, change: Change[_Outcome]) -> None:
        """Make CHANGE in the document, which is written when the turn of the reactor ends."""
        document = self._document
        assert change.make is not None
        try:
            change.outcome = change.make(document)
        except (Refused, PlayersFileError):
            raise
        except Exception as error:  # in the middle: nobody knows what it has done until then
            self._next.give_up(document, error)
            raise
        if document.is_changed or document.postings:
            self._write_with(change)
        else:
            change.is_certain = True

    def _make_again(self, changes: Sequence[Change[Any]]) -> None:
        """Make CHANGES in the file as another program has written it."""
        for change in changes:
            if change.make is None:  # whoever reads the file finds that again, or not
                continue
            change.tries += 1
            try:
                if change.tries > _TRIES:
                    raise PlayersFileError(Fault(0, _KEEPS_CHANGING))
                self._read_for_a_change()
                self._make(change)
            except (Refused, PlayersFileError) as error:
                change.fail(error)

    def _read_for_a_change(self) -> None:
        """Read the file again, and have a ledger; PlayersFileError if the file has faults."""
        if self._ledger is None:
            self.recover()
        self.refresh()
        if self.faults:
            raise PlayersFileError(*self.faults)

    def _write(self) -> Change[None]:
        """Have the document written as it is, with the number that it has then."""
        change: Change[None] = Change(None)
        change.outcome = None
        self._write_with(change)
        return change

    def _write_with(self, change: Change[Any]) -> None:
        """Have the document, in which CHANGE is made, written when the turn ends."""
        self._next.decide(self._document, self.ledger, change)
        self.database.write_file(self._next)
        self.database.when_kept(change.tell)

    def _keep_surplus(self, whose: str, chips: int) -> None:
        self.house_keeps(whose, chips)

    def _go_back(self, content: bytes) -> None:
        self._document = self._read_again(content)


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
