"""Forgetting a person: a pseudonym takes the place of their name in the database.

It follows from the name and a random salt, which is made once and kept beside players.xml. So it is
the same whenever somebody else is forgotten; without the salt nobody can find out whose it is by
trying names. No nick begins with its ``~``.
"""

import hmac
import re
import secrets
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from pontoon.irc.casemapping import rfc1459
from pontoon.storage.atomic_file import beside, create
from pontoon.storage.database import SQLITE_ERRORS, opened, path_beside, reason, text_of, watch

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


def forget(players_file: Path, nick: str, progress: Callable[[], None] | None = None) -> Forgotten:
    """Replace NICK in the database beside PLAYERS_FILE, which no bot may use now.

    It can be repeated. PROGRESS is called now and then. CannotForget or OSError, and nothing is
    changed, or only traces are left.
    """
    names = _Names(nick, pseudonym_of(nick, _salt_of(players_file)))
    with closing(opened(path_beside(players_file))) as connection:
        names.teach(connection)
        watch(connection, progress)
        try:
            connection.execute("BEGIN IMMEDIATE")
            _check_not_playing(connection)
            forgotten = _replace(connection, names)
            connection.execute("COMMIT")
        except SQLITE_ERRORS as error:
            why = reason(error, path_beside(players_file))
            if "user-defined function" in why:  # all that SQLite says of an exception in ``names``
                why = "it has a round that cannot be read; pontoonbot history --check says which"
            raise CannotForget(f"players.db cannot be changed: {why}") from error
        try:
            # SQLite overwrites what it deletes, but leaves copies where it has split a page.
            connection.execute("VACUUM")
        except SQLITE_ERRORS as error:
            why = f"the name may be left in unused parts of players.db: {reason(error)}"
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


def _check_not_playing(connection: sqlite3.Connection) -> None:
    found = connection.execute(
        "SELECT 1 FROM rounds WHERE (ended IS NULL OR number IN (SELECT round FROM due))"
        " AND (is_named(begin) OR is_named(settled))"
    )
    if found.fetchone():
        connection.execute("ROLLBACK")
        raise StillPlaying


def _replace(connection: sqlite3.Connection, names: "_Names") -> Forgotten:
    nick, pseudonym = names.nick, names.pseudonym

    def change(sql: str, *parameters: Any) -> int:
        """Do what SQL says; return how many rows it has changed."""
        return connection.execute(sql, parameters).rowcount

    # Only people of its beginning have done anything in a round.
    change(
        "UPDATE acts SET act = act_renamed(act)"
        " WHERE is_named(act) AND round IN (SELECT number FROM rounds WHERE is_named(begin))"
    )
    rounds = change(
        "UPDATE rounds SET begin = renamed(begin), settled = settled_renamed(settled)"
        " WHERE is_named(begin) OR is_named(settled)"
    )
    change("UPDATE round_players SET player = ? WHERE player = ?", pseudonym, nick)
    ((entries,),) = connection.execute(
        "SELECT count(*) FROM entries WHERE kind IN ('player', 'bank') AND folded(name) = ?",
        (nick,),
    )
    _merge(connection, "entries", "change, kind", "sum(before), sum(after)", names)
    _merge(connection, "accounts", "kind", "sum(chips)", names)
    # A person who did something is named with their address; it goes too.
    by = change("UPDATE changes SET by = ? WHERE has_word(by)", pseudonym)
    orders = change(
        "UPDATE changes SET why = why_without(why) WHERE has_word(why)"
        " AND NOT EXISTS (SELECT 1 FROM entries WHERE change = id)"
    )
    change("UPDATE tables SET players = without(players) WHERE is_named(players)")
    change("UPDATE tables SET bank = renamed(bank) WHERE is_named(bank)")
    change("UPDATE channels SET kept = without(kept) WHERE is_named(kept)")
    change("UPDATE decks SET deck = renamed(deck) WHERE is_named(deck)")
    change("UPDATE decks_of_0_5 SET note = renamed(note) WHERE is_named(note)")
    return Forgotten(pseudonym, rounds, entries + by + orders)


def _merge(
    connection: sqlite3.Connection, table: str, key: str, sums: str, names: "_Names"
) -> None:
    """Replace the name in the accounts of TABLE.

    It may be there in two spellings, or with the pseudonym of somebody who came back after they
    were forgotten: such rows become one.
    """
    both = names.nick, names.pseudonym
    theirs = f"{table} WHERE kind IN ('player', 'bank') AND folded(name) IN (?, ?)"
    sql = f"SELECT {key}, ?, {sums} FROM {theirs} GROUP BY {key}"
    merged = connection.execute(sql, (names.pseudonym, *both)).fetchall()
    connection.execute(f"DELETE FROM {theirs}", both)
    for row in merged:
        connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' for _ in row)})", row)


class _Names:
    """Replaces NICK, in whatever spelling, by PSEUDONYM in the columns of rows."""

    def __init__(self, nick: str, pseudonym: str) -> None:
        self.nick = rfc1459(nick)
        self.pseudonym = pseudonym
        self._quoted = rfc1459('"{}"'.format(nick.replace('"', '\\"')))
        letter = r"[\w\[\]{}|\\^`~-]"
        self._as_a_word = re.compile(rf"(?<!{letter}){re.escape(self.nick)}(?!{letter})")

    def teach(self, connection: sqlite3.Connection) -> None:
        """Have SQL on CONNECTION know what is done here."""
        for function in (
            *(self.is_named, self.has_word, self.why_without),
            *(self.act_renamed, self.renamed, self.settled_renamed, self.without),
        ):
            connection.create_function(function.__name__, 1, function)
        connection.create_function("folded", 1, rfc1459)

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
