"""Forgetting a person: a pseudonym takes the place of their name in the database.

It follows from the name and a random salt, which is made once and kept beside players.xml. So it is
the same whenever somebody else is forgotten; without the salt nobody can find out whose it is by
trying names. No nick begins with its ``~``.
"""

import hmac
import re
import secrets
from array import array
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from pontoon.irc.casemapping import rfc1459
from pontoon.storage.atomic_file import beside, create
from pontoon.storage.place import Connection, Place, database_at, dialect_of, players_at
from pontoon.storage.rows import MAKES_NO_SENSE, marks, text_of, total

SALT_SUFFIX = ".salt"
_SALT_BYTES = 32
_DIGITS = 12

_NAMES = (
    *("players", "listed", "consent", "kitty", "banker", "circle", "sale"),
    *("acknowledged", "claimant", "left_by"),
)
"""The fields of JSON in which each string is the name of a person."""


_NOT_OF_PEOPLE = ("settings", "untold")
"""The fields with lists of other things; version 0.5 has written the latter."""


class CannotForget(Exception):
    """Nothing is changed, or traces may be left; the message says why."""


class StillPlaying(CannotForget):
    """A round of the person is played, or still to be paid or told."""


class Forgotten(Struct):
    """How a person was forgotten: under which pseudonym, in how many rounds, and how many CHANGES.

    The latter are entries of the ledger, and orders in it.
    """

    pseudonym: str
    rounds: int = 0
    changes: int = 0


def forget(place: Place, nick: str, progress: Callable[[], None] = lambda: None) -> Forgotten:
    """Replace NICK in the database at PLACE, which no bot may use now.

    It can be repeated. PROGRESS is called now and then. CannotForget or OSError, and nothing is
    changed, or only traces are left.
    """
    dialect, database = dialect_of(place), database_at(place)
    names = _Names(nick, pseudonym_of(nick, _salt_of(players_at(place))))
    with closing(dialect.opened(database)) as connection:
        dialect.watch(connection, progress)
        try:
            with dialect.transaction(connection):
                forgotten = _Forgetting(connection, names, progress).done()
        except dialect.ERRORS as error:
            why = dialect.reason(error, database)
            raise CannotForget(f"players.db cannot be changed: {why}") from error
        except MAKES_NO_SENSE as error:
            why = "it has a round that cannot be read; pontoonbot history --check says which"
            raise CannotForget(f"players.db cannot be changed: {why}") from error
        try:
            # SQLite overwrites what it deletes, but leaves copies where it has split a page.
            dialect.compact(connection)
        except dialect.ERRORS as error:
            why = f"the name may be left in unused parts of players.db: {dialect.reason(error)}"
            raise CannotForget(f"{why}. Forget {nick} once more") from error
    return forgotten


def pseudonym_of(nick: str, salt: bytes) -> str:
    digest = hmac.new(salt, rfc1459(nick).encode("utf-8", "surrogatepass"), "sha256").hexdigest()
    return f"~{digest[:_DIGITS]}"


def _salt_of(players_file: Path) -> bytes:
    """Return the salt beside PLAYERS_FILE, and make it if there is none."""
    path = beside(players_file, SALT_SUFFIX)
    if not path.exists():
        create(path, secrets.token_hex(_SALT_BYTES).encode() + b"\n", mode=0o600)
    try:
        salt = bytes.fromhex(path.read_text("ascii"))
    except ValueError:
        salt = b""
    if len(salt) != _SALT_BYTES:
        raise CannotForget(f"{path} is damaged: it must have {2 * _SALT_BYTES} hex digits")
    return salt


class _Forgetting:
    """Replaces NAMES in the rows that CONNECTION has, and tells PROGRESS that it goes on."""

    def __init__(
        self, connection: Connection, names: "_Names", progress: Callable[[], None]
    ) -> None:
        self._execute = connection.execute
        self._names = names
        self._progress = progress

    def done(self) -> Forgotten:
        """Replace the name everywhere; StillPlaying, or what is raised for rows without sense."""
        names = self._names
        rounds = self._rename_rounds()
        changes = self._rename_accounts() + self._rename_orders()
        self._rename("tables", "table_id", "players", names.without)
        self._rename("tables", "table_id", "bank", names.renamed)
        self._rename("channels", "n", "kept", names.without)
        self._rename("decks", "n", "deck", names.renamed)
        self._rename("decks_of_0_5", "number", "note", names.renamed)
        return Forgotten(names.pseudonym, rounds, changes)

    def _rename_rounds(self) -> int:
        """Replace the name in rounds and their acts; return in how many rounds."""
        names, found = self._names, array("q")
        for number, is_open, *texts in self._execute(
            "SELECT number, ended IS NULL OR number IN (SELECT round FROM due), begin, settled"
            " FROM rounds ORDER BY number"
        ):
            self._progress()
            if any(map(names.is_named, texts)):
                if is_open:
                    raise StillPlaying
                found.append(number)
        for number in found:
            self._progress()
            only = "WHERE number = ?", number
            self._rename("rounds", "number", "begin", names.renamed, *only)
            self._rename("rounds", "number", "settled", names.settled_renamed, *only)
            self._rename("acts", "round, n", "act", names.act_renamed, "WHERE round = ?", number)
        both = names.pseudonym, names.nick
        self._execute("UPDATE round_players SET player = ? WHERE player = ?", both)
        return len(found)

    def _rename(
        self,
        table: str,
        key: str,
        column: str,
        renamed: Callable[[str], str],
        only: str = "",
        *parameters: int,
    ) -> None:
        """Have COLUMN of TABLE RENAMED where it has the name, in the rows that ONLY picks."""
        found = self._execute(f"SELECT {key}, {column} FROM {table} {only}", parameters)
        for *where, text in found.fetchall():
            if self._names.is_named(text):
                self._execute(
                    f"UPDATE {table} SET {column} = ? WHERE ({key}) = ({marks(where)})",
                    (renamed(text), *where),
                )

    def _rename_accounts(self) -> int:
        """Replace the name in the ledger; return how many entries had it.

        It may be there in two spellings, or with the pseudonym of somebody who came back after they
        were forgotten: such rows become one.
        """
        people = self._execute(
            f"SELECT name FROM entries WHERE {_OF_PEOPLE}"
            f" UNION SELECT name FROM accounts WHERE {_OF_PEOPLE}"
        )
        nick, pseudonym = self._names.nick, self._names.pseudonym
        spellings = [nick, *(name for (name,) in people if rfc1459(name) == nick)]
        ((entries,),) = self._execute(
            f"SELECT count(*) FROM entries WHERE {_are(spellings)}", spellings
        )
        both = [*spellings, pseudonym]
        self._merge("entries", "change, kind", f"{total('before')}, {total('after')}", both)
        self._merge("accounts", "kind", total("chips"), both)
        return int(entries)

    def _merge(self, table: str, key: str, sums: str, names: Sequence[str]) -> None:
        """Have one row of TABLE where several with the same KEY have one of NAMES."""
        theirs = f"{table} WHERE {_are(names)}"
        merged = self._execute(
            f"SELECT {key}, ?, {sums} FROM {theirs} GROUP BY {key}",
            (self._names.pseudonym, *names),
        ).fetchall()
        self._execute(f"DELETE FROM {theirs}", names)
        for row in merged:
            self._execute(f"INSERT INTO {table} VALUES ({marks(row)})", row)

    def _rename_orders(self) -> int:
        """Replace the name in what admins have ordered, and who has; return how many changes."""
        # A person who did something is named with their address; it goes too.
        by = self._rename_changes("by", lambda _: self._names.pseudonym)
        return by + self._rename_changes("why", self._names.why_without, _WITHOUT_ENTRIES)

    def _rename_changes(self, column: str, renamed: Callable[[str], str], only: str = "") -> int:
        """Have COLUMN RENAMED in the changes that say the name there; return how many."""
        sql, done = f"UPDATE changes SET {column} = ? WHERE {column} = ? {only}", 0
        for (text,) in self._execute(f"SELECT DISTINCT {column} FROM changes").fetchall():
            if self._names.has_word(text):
                done += self._execute(sql, (renamed(text), text)).rowcount
        return done


_OF_PEOPLE = "kind IN ('player', 'bank')"

_WITHOUT_ENTRIES = "AND NOT EXISTS (SELECT 1 FROM entries WHERE change = id)"
"""Which changes are only what somebody has ordered."""


def _are(names: Sequence[str]) -> str:
    """Return what picks the rows of the ledger that are of people with these NAMES."""
    return f"{_OF_PEOPLE} AND name IN ({marks(names)})"


class _Names:
    """Replaces NICK, in whatever spelling, by PSEUDONYM in the columns of rows."""

    def __init__(self, nick: str, pseudonym: str) -> None:
        self.nick = rfc1459(nick)
        self.pseudonym = pseudonym
        self._quoted = rfc1459('"{}"'.format(nick.replace('"', '\\"')))
        letter = r"[\w\[\]{}|\\^`~-]"
        self._as_a_word = re.compile(rf"(?<!{letter}){re.escape(self.nick)}(?!{letter})")

    def is_named(self, text: str | None) -> bool:
        """Tell whether TEXT, JSON, has the name as a string."""
        return text is not None and self._quoted in rfc1459(text.replace("\\\\", "\\"))

    def has_word(self, text: str) -> bool:
        return self._as_a_word.search(rfc1459(text)) is not None

    def why_without(self, order: str) -> str:
        """Return what an admin has ordered, without the nick; folding keeps each place."""
        places = [found.span() for found in self._as_a_word.finditer(rfc1459(order))]
        for start, end in reversed(places):
            order = order[:start] + self.pseudonym + order[end:]
        return order

    def act_renamed(self, text: str) -> str:
        who, what, *whom = json.decode(text)
        return text_of([self._renamed(who), what, *self._renamed(whom)])

    def renamed(self, text: str) -> str:
        """Return TEXT, JSON about a round or a deck, with the pseudonym; a nickname goes."""
        return text_of(self._fields_renamed(json.decode(text)))

    def settled_renamed(self, text: str) -> str:
        """Return TEXT, the JSON of what a round did (Settled), with the pseudonym."""
        results, house, kitty = json.decode(text)
        return text_of([self._renamed(results), house, kitty and self._fields_renamed(kitty)])

    def _fields_renamed(self, fields: dict[str, Any]) -> dict[str, Any]:
        for key, value in fields.items():
            if key in ("equipment", "kitty") and isinstance(value, dict):
                fields[key] = self._fields_renamed(value)
            elif key in _NAMES:
                fields[key] = self._renamed(value)
            elif key == "last_cut" and value:
                fields[key] = self._cut_renamed(value)
            elif key == "cuts":
                fields[key] = [*map(self._cut_renamed, value)]
            elif key == "names":
                fields[key] = {name: each for name, each in value.items() if not self._is(name)}
        return fields

    def _cut_renamed(self, cut: list[str]) -> list[str]:
        """Return CUT with the pseudonym; without account and host if one is theirs. Words stay."""
        nick, words, *known = cut
        if self._is(nick):
            return [self.pseudonym, words]
        return [nick, words] if known and self._is(known[0]) else cut

    def _renamed(self, value: Any) -> Any:
        """Return VALUE, a name or a list with names in it, with the pseudonym in it."""
        if isinstance(value, list):
            return [*map(self._renamed, value)]
        return self.pseudonym if self._is(value) else value

    def without(self, text: str) -> str:
        """Return TEXT, JSON with lists of people, without the person."""
        return text_of(self._without(json.decode(text)))

    def _without(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {
                key: each if key in _NOT_OF_PEOPLE else self._without(each)
                for key, each in value.items()
            }
        if isinstance(value, list):
            return [each for each in value if not self._is_about(each)]
        return value

    def _is_about(self, value: Any) -> bool:
        """Tell whether VALUE is the name, a place with it, or a watcher of that name."""
        match value:
            case list(names):
                return any(map(self._is, names))
            case {"player": name}:
                return self._is(name)
        return self._is(value)

    def _is(self, name: Any) -> bool:
        return isinstance(name, str) and rfc1459(name) == self.nick
