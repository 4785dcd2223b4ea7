"""A bank whose database is on a PostgreSQL server, with players.xml in it."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pontoon.service.startup import Players, StartupError, take_players
from pontoon.storage import atomic_file, postgresql
from pontoon.storage.place import Server, reading
from pontoon.storage.players.kept_document import content_in
from pontoon.storage.players.player import PlayersFileError
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.rows import DatabaseError
from tests.support.gateway import Gateway
from tests.support.players_files import file_of, full
from tests.support.postgresql_server import PostgresqlServer

pytestmark = pytest.mark.real_server


@pytest.fixture
def place(
    postgresql_server: PostgresqlServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Server:
    """Give a new bank with dave and kevin."""
    monkeypatch.setattr("pontoon.storage.standby.RETURN_SECONDS", 0.0)
    path = tmp_path / "players.xml"
    path.write_text(file_of(full("dave"), full("kevin")))
    return Server(path, postgresql_server.new_url())


@pytest.fixture
def store(place: Server) -> Iterator[PlayerStore]:
    """Give the players of a bot that plays there, without a reactor: each change is written."""
    players: Players = take_players(place, print)
    with players.lock, closing(players.store.database):
        yield players.store


def check_kept(place: Server) -> None:
    """Fail unless the server has players.xml as it is."""
    with reading(place) as read:
        assert content_in(read) == place.players.read_bytes()


def test_the_server_has_the_file_after_each_change(place: Server, store: PlayerStore) -> None:
    check_kept(place)
    store.give("dave", 5)
    check_kept(place)
    store.remove("kevin")
    check_kept(place)


def test_the_server_has_what_was_edited_by_hand(place: Server, store: PlayerStore) -> None:
    """Also where no chips have changed, and nobody has written anything since."""
    content = place.players.read_text()
    place.players.write_text(content.replace("<player>", "<!-- the founder --><player>", 1))
    store.refresh()
    check_kept(place)
    assert "the founder" in place.players.read_text()


def test_what_could_not_be_put_in_place_leaves_the_server_with_its_change(
    place: Server, store: PlayerStore
) -> None:
    """Both are taken back by one transaction, and nothing that follows brings it again."""
    before = place.players.read_bytes()
    full_disk = OSError(28, "No space left on device")
    with (
        patch.object(atomic_file, "_put_in_place", side_effect=full_disk),
        pytest.raises(PlayersFileError, match="No space left"),
    ):
        store.give("dave", 5)
    assert store.database.commit()
    assert place.players.read_bytes() == before
    check_kept(place)
    store.give("dave", 7)
    store.database.write_soon("DELETE FROM bans")
    assert store.database.commit()
    check_kept(place)


def test_a_bank_without_its_file_is_not_begun_anew(place: Server) -> None:
    """As on the second machine, after move-database: all players would be gone."""
    players = take_players(place, print)
    players.store.database.write("DELETE FROM document")
    players.store.database.close()
    players.lock.release()
    for file in place.players.parent.glob("players.xml*"):
        file.unlink()
    with pytest.raises(StartupError, match="is missing: start the bot where it is first"):
        take_players(place, print)
    assert not place.players.exists()


def test_a_session_that_reads_is_made_anew_when_it_is_lost(
    place: Server, store: PlayerStore
) -> None:
    """As after a restart of the server, or where something between drops what is silent."""
    backend: Any = store.database._backend
    with closing(postgresql.session(place.url)) as other:
        postgresql.end_session(other, backend._connection.process)
    assert store.database.read("SELECT 1") == [(1,)]


def test_a_bot_that_stops_leaves_a_session_that_is_read_from(store: PlayerStore) -> None:
    """Its answer may never come, and two threads cannot use it."""
    backend: Any = store.database._backend
    with backend._is_reading:
        store.database.close()
        assert not backend._connection.is_lost


def test_a_network_that_is_cut_keeps_who_reads_waiting_for_some_seconds_only(
    postgresql_server: PostgresqlServer, place: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pontoon.storage.server.ANSWER_SECONDS", 0.1)
    database = postgresql_server.new_database()
    connect = partial(asyncio.open_unix_connection, postgresql_server.socket)
    with Gateway(connect).running() as way:
        url = f"postgresql://bot@127.0.0.1:{way.port}/{database}?connect_timeout=2"
        players = take_players(Server(place.players, url), print)
        with players.lock, closing(players.store.database) as kept:
            way.cut()
            with pytest.raises(DatabaseError):
                kept.read("SELECT 1")
            way.mend()
            assert kept.read("SELECT 1") == [(1,)]
