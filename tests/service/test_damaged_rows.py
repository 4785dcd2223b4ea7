"""A damaged row in any table: the bot says so in one line and does not start, or starts soundly."""

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from twisted.internet.task import Clock

from pontoon.cli import main
from pontoon.service import network, service
from pontoon.service.config.settings import Config
from pontoon.service.service import BotService
from pontoon.storage.players.store import PlayerStore
from tests.service.test_cli import ORDINARY_USER
from tests.support.full_database import columns, damage, filled
from tests.support.several_networks import Line
from tests.support.work_at_once import OddsAtOnce, WorkAtOnce

pytestmark = pytest.mark.slow

DAMAGE = {
    "nothing": "NULL",
    "negative": "-5",
    "absurdly big": "9223372036854775807",
    "a word": "'abc'",
    "not UTF-8": "CAST(x'fffe0a41' AS TEXT)",
    "cut off": "substr({column}, 1, length({column}) / 2)",
    "other JSON": """'[[["dave",99999999999999999999,1,0,0]],{},null]'""",
}
"""What a column may have, as SQL."""

COMMANDS = ("audit", "history --check")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with config.ini, players.xml and a database that has rows in all tables."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "config.ini").write_text(
        "[irc]\nserver = irc.example.org\n[irc:libera]\nserver = a\n"
    )
    filled(folder / "players.xml")
    return folder


@pytest.fixture
def copied(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Path]:
    """Give what makes a new copy of that folder the current one."""
    numbers: Iterator[int] = iter(range(1000))
    monkeypatch.setattr(os, "geteuid", lambda: ORDINARY_USER)
    monkeypatch.setattr(signal, "signal", Mock())
    monkeypatch.setattr(network, "Connection", Line)
    monkeypatch.setattr(service, "run", run)

    def copy() -> Path:
        folder = tmp_path / str(next(numbers))
        shutil.copytree(whole, folder)
        monkeypatch.chdir(folder)
        return folder / "players.xml"

    return copy


def run(config: Config, store: PlayerStore, reread: Any, *, verbose: bool) -> int:
    """Do what a start does, without connections."""
    clock, beside = Clock(), (OddsAtOnce(), WorkAtOnce(), WorkAtOnce())
    running = BotService(config, store, reread, None, clock, *beside, verbose=verbose)
    running.connect()
    running.look()
    clock.advance(1)
    running.status()
    running.stop()
    return 0


def test_all_is_well_without_damage(
    copied: Callable[[], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied()
    assert len({table for table, _ in columns(path)}) == 16
    assert main(["--check"]) == 0
    assert main([]) == 0
    assert "players.db" not in capsys.readouterr().err


@pytest.mark.parametrize("value", DAMAGE.values(), ids=DAMAGE)
def test_it_is_one_line_or_no_matter(
    whole: Path, copied: Callable[[], Path], capsys: pytest.CaptureFixture[str], value: str
) -> None:
    """A check says what the start says; other commands print a line, too, or their report."""
    for table, column in columns(whole / "players.xml"):
        path = copied()
        damage(path, table, column, value.format(column=column) if "{col" in value else value)
        checked = main(["--check"])
        said = capsys.readouterr().out
        for command in COMMANDS:
            status, err = main(command.split()), capsys.readouterr().err
            assert status in (0, 1) or (status, err.count("\n")) == (2, 1), (table, column)
        status = main([])
        err = capsys.readouterr().err
        assert status in (0, 2), (table, column)
        if status:
            assert (err.count("\n"), checked) == (1, 1), (table, column)
            assert err == f"pontoonbot: {said}"
