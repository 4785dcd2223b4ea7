"""Others change players.xml at the moment when the bot writes it."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock, create_autospec

import pytest

from pontoon.cli import main
from pontoon.service import service
from pontoon.storage import sqlite
from pontoon.storage.atomic_file import previous
from pontoon.storage.players.player import PlayerChange, PlayersFileError
from pontoon.storage.players.store import PlayerStore
from tests.support.edits import posted
from tests.support.ledger_checks import check_books
from tests.support.players_files import (
    chips_in,
    edit,
    file_of,
    full,
    names,
    store_at,
    text_in,
    write,
)
from tests.support.players_files import settle as settle_round

WIN = {"dave": PlayerChange(5, 1, 1)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


@pytest.fixture
def store(path: Path) -> PlayerStore:
    return store_at(path, full("dave"), full("bob"))


def edit_at_the_first(
    monkeypatch: pytest.MonkeyPatch, function: str, edit: Callable[[], object], times: int = 1
) -> None:
    """Call EDIT the first few TIMES before FUNCTION of the operating system is called."""
    real = getattr(os, function)
    left = [edit] * times

    def hooked(*given: Any, **named: Any) -> Any:
        if left:
            left.pop()()
        return real(*given, **named)

    monkeypatch.setattr(os, function, hooked)


@pytest.mark.parametrize("function", ["fsync", "link"])
def test_an_edit_while_the_bot_writes_is_not_lost(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    """The round is added to what the file says by then."""
    edited = file_of(full("kevin", 5), full("dave", 1500))
    edit_at_the_first(monkeypatch, function, lambda: write(path, edited))
    assert settle_round(store, "pontoon", WIN).balances == {"dave": 1505}
    assert chips_in(path) == {"kevin": 5, "dave": 1505}
    assert text_in(previous(path)) == edited


def test_an_edit_while_the_ledger_is_written_is_not_lost(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in the ledger by then is taken back, and the edit comes first there."""
    edited = file_of(full("dave", 1500), full("bob"))
    real, edits = sqlite.commit, [edited]

    def commit(connection: sqlite.Connection) -> None:
        real(connection)
        if edits:
            edit(path, edits.pop())

    monkeypatch.setattr(sqlite, "commit", commit)
    assert settle_round(store, "pontoon", WIN, None, "a round").balances == {"dave": 1505}
    assert chips_in(path) == {"dave": 1505, "bob": 1000}
    assert [(name, had) for (_, name), had, *_ in posted(path)] == [
        ("dave", 1000),
        ("dave", 1500),
        ("pontoon", 0),
    ]
    check_books(path)


def test_an_edit_that_breaks_the_file_while_the_bot_writes_is_not_lost(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_at_the_first(monkeypatch, "fsync", lambda: write(path, "<players>"))
    with pytest.raises(PlayersFileError, match="not XML"):
        settle_round(store, "pontoon", WIN)
    assert text_in(path) == "<players>"
    assert names(path.parent) == ["players.db", "players.xml"]


def test_a_file_taken_away_while_the_bot_writes_stays_away(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_at_the_first(monkeypatch, "fsync", path.unlink)
    with pytest.raises(PlayersFileError, match="there is no such file"):
        settle_round(store, "pontoon", WIN)
    assert names(path.parent) == ["players.db"]


def test_the_new_file_swept_by_another_program_is_written_again(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a second bot does that is started on the same file."""
    edit_at_the_first(monkeypatch, "link", PlayerStore(path).sweep)
    settle_round(store, "pontoon", WIN)
    assert chips_in(path) == {"dave": 1005, "bob": 1000}


def test_only_a_bot_that_starts_sweeps(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a ``--check`` finds there may be what a running bot is just writing."""
    config = path.with_name("config.ini")
    config.write_text("[irc]\nserver = 127.0.0.1\n")
    stray = path.with_name(".players.xml.new")
    stray.touch()
    assert main(["--config", str(config), "--check"]) == 0
    store.refresh()
    assert stray.exists()

    monkeypatch.setattr(service, "run", create_autospec(service.run, return_value=False))
    monkeypatch.setattr(signal, "signal", Mock())
    assert main(["--config", str(config)]) == 0
    assert not stray.exists()


def test_a_file_that_never_stands_still_is_given_up(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a number of tries, so that the bot does not hang."""
    versions = iter(range(2000, 3000))
    text = text_in(path)

    def edit() -> None:
        write(path, text.replace("1000", str(next(versions)), 1))

    edit_at_the_first(monkeypatch, "link", edit, times=1000)
    with pytest.raises(PlayersFileError, match="another program keeps changing it"):
        settle_round(store, "pontoon", WIN)
    assert chips_in(path)["dave"] == next(versions) - 1
