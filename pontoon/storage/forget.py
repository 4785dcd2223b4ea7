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

from msgspec import Struct, json, structs

from pontoon.irc.casemapping import rfc1459
from pontoon.storage.atomic_file import beside, create
from pontoon.storage.channels import LineupRecord, Watcher
from pontoon.storage.database import opened, path_beside, reason, text_of
from pontoon.storage.decks.deck_notes import DeckNote
from pontoon.storage.rounds import RoundBeginning, SettledRow

SALT_SUFFIX = ".salt"
_SALT_BYTES = 32
_DIGITS = 12

_NAMED_IN_EQUIPMENT = ("banker", "circle", "sale", "kitty")


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


def forget(players_file: Path, nick: str) -> Forgotten:
    """Replace NICK in the database beside PLAYERS_FILE, which no bot may use now.

    It can be repeated. CannotForget or OSError, and nothing is changed, or only traces are left.
    """
    names = _Names(nick, pseudonym_of(nick, _salt_of(players_file)))
    with closing(opened(path_beside(players_file))) as connection:
        names.teach(connection)
        try:
            connection.execute("BEGIN IMMEDIATE")
            _check_not_playing(connection)
            forgotten = _replace(connection, names)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise CannotForget(f"players.db cannot be changed: {reason(error)}") from error
        try:
            # SQLite overwrites what it deletes, but leaves copies where it has split a page.
            connection.execute("VACUUM")
        except sqlite3.Error as error:
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
        " AND (is_named(begin) OR is_named(coalesce(settled, '')))"
    )
    if found.fetchone():
        connection.execute("ROLLBACK")
        raise StillPlaying


def _replace(connection: sqlite3.Connection, names: "_Names") -> Forgotten:
    nick, pseudonym = names.nick, names.pseudonym

    def change(sql: str, *parameters: Any) -> int:
        """Do what SQL says; return how many rows it has changed."""
        return connection.execute(sql, parameters).rowcount

    change(
        "UPDATE acts SET act = act_without(act)"
        " WHERE is_named(act) AND round IN (SELECT number FROM rounds WHERE is_named(begin))"
    )
    rounds = change(
        "UPDATE rounds SET begin = begin_without(begin), settled = settled_without(settled)"
        " WHERE is_named(begin) OR is_named(settled)"
    )
    change("UPDATE round_players SET player = ? WHERE player = ?", pseudonym, nick)
    entries = _replace_in_entries(connection, names)
    _replace_in_accounts(connection, names)
    # A person who did something is named with their address; it goes too.
    by = change("UPDATE changes SET by = ? WHERE has_word(by)", pseudonym)
    orders = change(
        "UPDATE changes SET why = why_without(why) WHERE has_word(why)"
        " AND NOT EXISTS (SELECT 1 FROM entries WHERE change = id)"
    )
    change(
        "UPDATE tables SET players = list_without(players) WHERE is_named(coalesce(players, ''))"
    )
    for thing in ("lineup", "watchers"):
        change(
            f"UPDATE channels SET value = {thing}_without(value)"
            " WHERE thing = ? AND is_named(value)",
            thing,
        )
    change("UPDATE decks SET note = note_without(note) WHERE is_named(note)")
    return Forgotten(pseudonym, rounds, entries + by + orders)


def _replace_in_entries(connection: sqlite3.Connection, names: "_Names") -> int:
    """Replace the name in the entries of the ledger; return how many entries had it.

    A change may have had the name in two spellings, or be that with which somebody came back who
    was forgotten: such entries become one.
    """
    both = (names.nick, names.pseudonym)
    merged = connection.execute(
        "SELECT change, kind, ?, sum(before), sum(after) FROM entries"
        f" WHERE {_OF_PLAYERS} IN (?, ?) GROUP BY change, kind",
        (names.pseudonym, *both),
    ).fetchall()
    replaced = connection.execute(f"DELETE FROM entries WHERE {_OF_PLAYERS} = ?", both[:1])
    connection.execute(f"DELETE FROM entries WHERE {_OF_PLAYERS} = ?", both[1:])
    connection.executemany(
        "INSERT INTO entries (change, kind, name, before, after) VALUES (?, ?, ?, ?, ?)", merged
    )
    return replaced.rowcount


def _replace_in_accounts(connection: sqlite3.Connection, names: "_Names") -> None:
    both = (names.nick, names.pseudonym)
    merged = connection.execute(
        f"SELECT kind, ?, sum(chips) FROM accounts WHERE {_OF_PLAYERS} IN (?, ?) GROUP BY kind",
        (names.pseudonym, *both),
    ).fetchall()
    connection.execute(f"DELETE FROM accounts WHERE {_OF_PLAYERS} IN (?, ?)", both)
    connection.executemany("INSERT INTO accounts (kind, name, chips) VALUES (?, ?, ?)", merged)


_OF_PLAYERS = "kind IN ('player', 'bank') AND folded(name)"


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
        functions: list[Callable[[str], Any]] = [
            *(self.is_named, self.has_word, self.why_without, self.act_without, self.begin_without),
            *(self.settled_without, self.list_without, self.lineup_without),
            *(self.watchers_without, self.note_without),
        ]
        for function in functions:
            connection.create_function(function.__name__, 1, function)
        connection.create_function("folded", 1, rfc1459)

    def is_named(self, text: str) -> bool:
        """Tell whether TEXT, JSON, has the name as a string."""
        return self._quoted in rfc1459(text.replace("\\\\", "\\"))

    def has_word(self, text: str) -> bool:
        return self._as_a_word.search(rfc1459(text)) is not None

    def why_without(self, order: str) -> str:
        """Return what an admin has ordered, without the nick; folding keeps each place."""
        places = [found.span() for found in self._as_a_word.finditer(rfc1459(order))]
        for start, end in reversed(places):
            order = order[:start] + self.pseudonym + order[end:]
        return order

    def act_without(self, text: str) -> str:
        who, what, *whom = json.decode(text)
        return text_of([self._renamed(who), what, *self._renamed(whom)])

    def begin_without(self, text: str) -> str:
        begin = json.decode(text, type=RoundBeginning)
        equipment = dict(begin.equipment)
        for key in _NAMED_IN_EQUIPMENT:
            if key in equipment:
                equipment[key] = self._renamed(equipment[key])
        named = {
            name: self._renamed(getattr(begin, name)) for name in ("players", "listed", "consent")
        }
        cut = begin.last_cut and (self._renamed(begin.last_cut[0]), begin.last_cut[1])
        names = {player: each for player, each in begin.names.items() if not self._is(player)}
        return text_of(
            structs.replace(begin, equipment=equipment, last_cut=cut, names=names, **named)
        )

    def settled_without(self, text: str) -> str:
        row = json.decode(text, type=SettledRow)
        return text_of(
            structs.replace(row, results=self._renamed(row.results), kitty=self._renamed(row.kitty))
        )

    def list_without(self, text: str) -> str:
        return text_of([name for name in json.decode(text, type=list[str]) if not self._is(name)])

    def lineup_without(self, text: str) -> str:
        record = json.decode(text, type=LineupRecord)
        places = [each for each in record.places if not (self._is(each[0]) or self._is(each[1]))]
        answered = [each for each in record.answered if not self._is(each)]
        return text_of(structs.replace(record, places=tuple(places), answered=tuple(answered)))

    def watchers_without(self, text: str) -> str:
        watchers = json.decode(text, type=list[Watcher])
        return text_of([each for each in watchers if not self._is(each.player)])

    def note_without(self, text: str) -> str:
        note = json.decode(text, type=DeckNote)
        cuts = tuple((self._renamed(nick), words) for nick, words in note.cuts)
        acknowledged = self._renamed(note.acknowledged)
        return text_of(structs.replace(note, cuts=cuts, acknowledged=acknowledged))

    def _is(self, name: str) -> bool:
        return rfc1459(name) == self.nick

    def _renamed(self, value: Any) -> Any:
        """Return VALUE, a name or a list with names in it, with the pseudonym in it."""
        if isinstance(value, str):
            return self.pseudonym if self._is(value) else value
        if isinstance(value, list | tuple):
            return tuple(map(self._renamed, value))
        return value
