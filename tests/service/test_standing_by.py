"""A start with a PostgreSQL database, with which another bot may play."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from platform import node

import pytest

from pontoon.cli import main
from pontoon.service.standing_by import stand_by, take_alone
from pontoon.storage.database import Database
from pontoon.storage.move import move
from pontoon.storage.place import Server
from pontoon.storage.rows import DatabaseError
from tests.support.full_database import filled
from tests.support.postgresql_server import PostgresqlServer, running_postgresql

pytestmark = pytest.mark.real_server

TAKEOVER = 15


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresqlServer]:
    with running_postgresql() as started:
        yield started


@pytest.fixture
def place(server: PostgresqlServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """Give a new bank, and its config.ini, on a server that may have started just now."""
    monkeypatch.setattr("pontoon.storage.standby.RETURN_SECONDS", 0.0)
    url = server.new_url()
    (tmp_path / "config.ini").write_text(f"[players]\ndatabase = {url}\n")
    return Server(tmp_path / "players.xml", url)


@pytest.fixture
def playing(place: Server) -> Iterator[Database]:
    """Have a bot play there."""
    with closing(take_alone(place)) as database:
        yield database


def test_a_bot_plays_as_soon_as_no_other_one_does(place: Server, playing: Database) -> None:
    """Until then it says what it waits for, once, and that it lives."""
    said: list[str] = []
    lives: list[None] = []

    def wait(_seconds: float) -> None:
        if len(lives) == 3:
            playing.close()

    with closing(stand_by(place, TAKEOVER, said.append, lambda: lives.append(None), wait)) as taken:
        assert taken.read("SELECT count(*) FROM document") == [(0,)]
    assert said == [f"standby: the bot on {node()} plays"]
    assert len(lives) >= 3


@pytest.mark.usefixtures("playing")
def test_no_bot_may_play_for_what_needs_the_database_alone(place: Server) -> None:
    with pytest.raises(DatabaseError, match=rf"cannot be changed: the bot on {node()} plays"):
        take_alone(place)
    filled(place.players)
    with pytest.raises(DatabaseError, match=rf"is in use by the bot on {node()}: stop that first"):
        move(str(place.players.with_suffix(".db")), place.url)


def edited(folder: Path, editor: str) -> tuple[int, str]:
    """Return how ``edit`` ends in FOLDER, by EDITOR, and what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "pontoon", "--config", str(folder / "config.ini"), "edit"],
        env={**os.environ, "VISUAL": editor},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_players_are_edited_where_the_bot_is(place: Server, playing: Database) -> None:
    """On any other machine it says on which."""
    folder = place.players.parent
    place.players.write_text("<players/>")
    assert edited(folder, "true") == (
        0,
        f"{place.players} has no mistakes. A bot that runs has taken it over within five seconds\n",
    )
    playing.write("UPDATE holder SET host = 'east'")
    playing.commit()
    assert edited(folder, "true") == (
        2,
        "pontoonbot: the bot plays on east: edit players.xml there\n",
    )


def test_mistakes_are_named_after_an_edit(tmp_path: Path) -> None:
    """With a database in a file, too."""
    (tmp_path / "config.ini").write_text("")
    (tmp_path / "players.xml").write_text("<players/>")
    status, said = edited(tmp_path, "sed -i s/players/player/")
    assert status == 1
    assert said.startswith(f"{tmp_path}/players.xml, line 1: ")
    (tmp_path / "players.xml").unlink()
    status, said = edited(tmp_path, "true")
    assert (status, said) == (
        2,
        f"pontoonbot: {tmp_path}/players.xml is missing: the first start of the bot creates it\n",
    )


def test_a_check_tries_the_connection(
    place: Server, server: PostgresqlServer, capsys: pytest.CaptureFixture[str]
) -> None:
    place.players.write_text("<players/>")
    config = place.players.with_name("config.ini")
    with closing(take_alone(place)):
        assert main(["--config", str(config), "--check"]) == 0
    config.write_text("[players]\ndatabase = postgresql://bot@127.0.0.1:9/club\n")
    assert main(["--config", str(config), "--check"]) == 1
    assert "postgresql://bot@127.0.0.1:9/club cannot be used: " in capsys.readouterr().out
    assert server is not None
