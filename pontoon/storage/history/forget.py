"""Forgetting a person: a pseudonym takes the place of their name in histories and ledgers.

It follows from the name and a random salt, which is made once and kept beside players.xml. So it is
the same in all files and whenever somebody else is forgotten; without the salt nobody can find out
whose it is by trying names. No nick begins with its ``~``.
"""

import hmac
import json
import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from pontoon.irc.casemapping import rfc1459
from pontoon.storage import fs
from pontoon.storage.append_file import older
from pontoon.storage.atomic_file import beside, create, fresh_beside, sync_folder, write_new
from pontoon.storage.history.files import files_beside
from pontoon.storage.history.line import LaterVersion, checked, with_sum
from pontoon.storage.history.search import Found, lines_with, plain_part
from pontoon.storage.journal import Journal
from pontoon.storage.players import ledger, ledger_line
from pontoon.storage.players.player import AccountKind

SALT_SUFFIX = ".salt"
_SALT_BYTES = 32
_DIGITS = 12


class CannotForget(Exception):
    """A line cannot be changed, or must not be yet; the message says why."""


class Forgotten(Struct):
    """How a person was forgotten: under which pseudonym, and in how many lines."""

    pseudonym: str
    rounds: int = 0
    changes: int = 0
    """The lines of ledgers."""


def forget(players_file: Path, nick: str) -> Forgotten:
    """Replace NICK in all histories and ledgers beside PLAYERS_FILE, which no bot may use now.

    It can be repeated. CannotForget or OSError if something cannot be changed; each file is changed
    as a whole or not at all.
    """
    names = _Names(nick, pseudonym_of(nick, _salt_of(players_file)))
    forgotten = Forgotten(names.pseudonym)
    for path in files_beside(players_file):
        forgotten.rounds += _rewrite(path, names.nick, names.in_history)
    path = ledger.path_beside(players_file)
    for each in (path, *(older(path, number) for number in range(1, ledger.KEPT + 1))):
        if each.exists():
            forgotten.changes += _rewrite(each, names.nick, names.in_ledger)
    return forgotten


def is_in_play(journal: Journal, nick: str) -> bool:
    """Tell whether JOURNAL has a round of NICK whose line may still be added to the history."""
    results = (each.player for result in journal.results() for each in result.settled.results)
    players = (player for each in journal.unfinished() for player, _ in each.players)
    return rfc1459(nick) in map(rfc1459, (*results, *players))


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


class _Names:
    """Replaces NICK, in whatever spelling, by PSEUDONYM in lines."""

    def __init__(self, nick: str, pseudonym: str) -> None:
        self.nick = rfc1459(nick)
        self.pseudonym = pseudonym
        letter = r"[\w\[\]{}|\\^`~-]"
        self._as_a_word = re.compile(rf"(?<!{letter}){re.escape(self.nick)}(?!{letter})")

    def in_history(self, line: bytes) -> bytes:
        fields: dict[str, Any] = json.loads(checked(line))
        del fields["sum"]
        people = fields["people"]
        fields["people"] = [*map(self._name, people)]
        if fields["people"] == people:
            return line
        return with_sum(json.dumps(fields, separators=(",", ":")).encode())

    def in_ledger(self, text: bytes) -> bytes:
        line = ledger_line.read(text)
        account = line.account
        if account is not None and account.kind in (AccountKind.PLAYER, AccountKind.BANK):
            account = account._replace(name=self._name(account.name))
        # A person who did something is named with their address; it goes too.
        by = self.pseudonym if self._as_a_word.search(rfc1459(line.by)) else line.by
        why = self._in_words(line.why) if account is None else line.why
        changed = line._replace(account=account, by=by, why=why)
        return text if changed == line else ledger_line.written(changed)

    def _name(self, name: str) -> str:
        return self.pseudonym if rfc1459(name) == self.nick else name

    def _in_words(self, order: str) -> str:
        """Return what an admin has ordered, without the nick; folding keeps each place."""
        places = [found.span() for found in self._as_a_word.finditer(rfc1459(order))]
        for start, end in reversed(places):
            order = order[:start] + self.pseudonym + order[end:]
        return order


def _rewrite(path: Path, nick: str, changed: Callable[[bytes], bytes]) -> int:
    """Replace the lines of a file that have NICK by what they are CHANGED to; count them.

    The file keeps its mode and its owner. A torn last line goes, since it may have the nick.
    """
    fresh, needle = fresh_beside(path), plain_part(nick)
    with suppress(FileNotFoundError):
        fs.remove(fresh)  # of an earlier try, with the nick in it
    parts: list[tuple[Found, bytes]] = []
    for found in lines_with(path, needle):
        try:
            text = changed(found.text)
        except LaterVersion as error:
            why = f"{path.name}, line {found.number}: {error}, and may name {nick}"
            raise CannotForget(f"{why}: forget them by that version") from error
        except ValueError as error:
            why = f"{path.name}, line {found.number}, is damaged"
            raise CannotForget(f"{why}, and may name {nick}: mend or remove it") from error
        if text != found.text:
            parts.append((found, text))
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if parts or (len(whole) < len(content) and needle in content[len(whole) :].lower()):
        _replace(path, fresh, b"".join(_joined(whole, parts)))
    return len(parts)


def _joined(content: bytes, parts: Iterable[tuple[Found, bytes]]) -> Iterator[bytes]:
    """Yield CONTENT in pieces, with other text in the place of each of PARTS."""
    end = 0
    for found, text in parts:
        yield content[end : found.offset]
        yield text
        end = found.offset + len(found.text)
    yield content[end:]


def _replace(path: Path, fresh: Path, content: bytes) -> None:
    try:
        write_new(fresh, content, like=path.stat())
        fs.replace(fresh, path)
    except OSError:
        with suppress(OSError):
            fs.remove(fresh)
        raise
    sync_folder(path.parent)
