"""Two bots on the same players.xml: the second does not start, and the first goes on."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_servers.runningbot import RunningBot, write_config
from tests.real_servers.servers import free_port
from tests.support.repository import ROOT

pytestmark = pytest.mark.slow

STARTED = "To stop, press Ctrl-C"


def settings() -> dict[str, dict[str, object]]:
    return {"irc": {"server": "local", "port": free_port()}}


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[RunningBot]:
    """Give a bot that has started."""
    folder = tmp_path / "first"
    folder.mkdir()
    running = RunningBot(folder, settings(), {"dave": 1000, "kevin": 1000})
    try:
        running.wait_for(STARTED)
        yield running
    finally:
        running.end()


def run(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Run the command in FOLDER; return its exit status, standard output and standard error."""
    done = subprocess.run(
        [sys.executable, ROOT / "PontoonBot.py", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def process_id(bot: RunningBot) -> int:
    return int(bot.players_file.with_suffix(".lock").read_text())


def test_the_second_bot_is_told_who_has_the_players(bot: RunningBot, tmp_path: Path) -> None:
    """Whatever the path by which it comes to them; and it leaves all as it is."""
    other = tmp_path / "other"
    other.mkdir()
    write_config(other / "config.ini", settings())
    (other / "players.xml").symlink_to(bot.players_file)
    database = bot.players_file.with_suffix(".db")
    before = database.read_bytes()
    for folder, name in ((bot.players_file.parent, "players.xml"), (other, "players.xml")):
        complaint = f"{name} is in use by the bot with process id {process_id(bot)}\n"
        assert run(folder) == (2, "", f"pontoonbot: {complaint}")
    assert database.read_bytes() == before
    assert sorted(file.name for file in other.iterdir()) == ["config.ini", "players.xml"]


def test_what_only_reads_runs_meanwhile_and_after_a_kill_another_starts(bot: RunningBot) -> None:
    folder = bot.players_file.parent
    assert run(folder, "--check") == (0, "config.ini and players.xml are OK\n", "")
    counted = "0 rounds, 0 edits by hand: all chips are accounted for\n"
    assert run(folder, "audit") == (0, counted, "")
    bot.kill()
    bot.start_again()
    bot.wait_for(STARTED, times=2)
