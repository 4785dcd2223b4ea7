"""What could not be written to players.xml is not remembered either."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest

from pontoon.storage import atomic_file
from pontoon.storage.players.document import PlayersDocument
from pontoon.storage.players.player import PlayerChange, PlayersFileError
from pontoon.storage.players.store import PlayerStore
from tests.support.players_files import (
    ADMINS_OWN,
    file_of,
    full,
    short,
    store_at,
    text_in,
    unsigned,
    write,
)
from tests.support.players_files import settle as settle_round

FULL = "it cannot be written: No space left on device"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


@contextmanager
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make every write fail."""
    failing = Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))
    with monkeypatch.context() as patched:
        patched.setattr(atomic_file, "replace", failing)
        yield


@pytest.mark.parametrize("people", [["dave"], ["bob", "dave"], ["dave", "DAVE"], ["bob", "gone"]])
@pytest.mark.parametrize(
    "text",
    [file_of(full("dave"), full("bob")), ADMINS_OWN.format(chips=1, played=2, won=3)],
    ids=["in the usual form", "in an admin's own"],
)
def test_what_could_not_be_written_is_forgotten(
    path: Path, monkeypatch: pytest.MonkeyPatch, text: str, people: list[str]
) -> None:
    """The players are as before; what is written next is the same as if nothing had failed."""
    changes = {nick: PlayerChange(7, 1, 1) for nick in people}
    write(path, text)
    settle_round(PlayerStore(path), "pontoon", changes)
    settled = unsigned(path.read_bytes())

    write(path, text)
    store = PlayerStore(path)
    store.refresh()
    before = store.players()
    with full_disk(monkeypatch), pytest.raises(PlayersFileError, match=FULL):
        settle_round(store, "pontoon", changes)
    assert store.players() == before
    assert [store.find(player.nick) for player in before] == before
    assert text_in(path) == text

    settle_round(store, "pontoon", changes)
    assert unsigned(path.read_bytes()) == settled


def test_what_could_not_be_written_is_not_written_with_the_next_change(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_at(path, short("dave"), short("bob"))
    with full_disk(monkeypatch), pytest.raises(PlayersFileError, match=FULL):
        store.set_nickname("dave", "Dave")
    store.set_nickname("bob", "Bob")
    assert text_in(path) == file_of(short("dave"), full("bob", nickname="Bob"))


def test_what_was_written_is_not_forgotten_with_the_next_failure(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_at(path, full("dave"))
    store.move_to_bank("dave", 5)
    with full_disk(monkeypatch), pytest.raises(PlayersFileError, match=FULL):
        store.move_to_bank("dave", 5)
    assert store.players()[0].bank == 5
    assert store.move_to_bank("dave", 5).outcome.bank == 10
    assert "<bank>10</bank>" in path.read_text()


def test_a_change_that_stops_in_the_middle_is_forgotten(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever has stopped it."""
    store = store_at(path, full("dave"))
    with monkeypatch.context() as patched:
        patched.setattr(PlayersDocument, "content", Mock(side_effect=MemoryError))
        with pytest.raises(MemoryError):
            settle_round(store, "pontoon", {"dave": PlayerChange(5, 1, 1)})
    assert store.players()[0].chips == 1000
    store.set_nickname("dave", "")
    assert text_in(path) == file_of(full("dave"))
