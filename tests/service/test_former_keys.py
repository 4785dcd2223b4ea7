"""Where an admin hears of keys and values that earlier versions had: --check and the log."""

from pathlib import Path

import pytest

from pontoon.cli import main
from pontoon.service.config import former
from tests.support.several_networks import EAST, Evening

WARNING = (
    "warning: {file}, line {line}, [table] speed: is a key of an earlier version, and ignored:"
    " replaced by grace; you can remove the line"
)


@pytest.fixture(autouse=True)
def _gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a key be gone that no version had."""
    monkeypatch.setattr(former, "FORMER_KEYS", {"table": {"speed": "replaced by grace"}})


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a config.ini with that key."""
    monkeypatch.chdir(tmp_path)
    Path("players.xml").write_text("<players></players>\n")
    path = Path("config.ini")
    path.write_text("[irc]\n[table]\nspeed = hunter2\n")
    return path


@pytest.mark.usefixtures("config")
def test_check_warns_before_its_verdict_and_finds_no_fault(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--check"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        WARNING.format(file="config.ini", line=3),
        "config.ini and players.xml are OK",
    ]


def test_check_warns_before_it_lists_faults(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config.write_text("[irc]\nport = 0\n[table]\nspeed = hunter2\n")
    assert main(["--check"]) == 1
    warning, fault = capsys.readouterr().out.splitlines()
    assert warning == WARNING.format(file="config.ini", line=4)
    assert fault.startswith("config.ini, line 2, [irc] port: ")


def test_the_log_has_the_warnings_of_the_start_and_of_each_reload(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = {**EAST, "table": {"speed": "hunter2"}}
    warning = WARNING.format(file=tmp_path / "config.ini", line=4)
    evening = Evening(tmp_path, old, monkeypatch)
    assert evening.logged == [warning]
    evening.logged.clear()
    told = evening.reload({**EAST, "table": {"speed": "hunter2", "grace": "30"}})
    assert evening.logged == [warning, *told]
    assert told == ["In effect now: [table] grace"]
    evening.logged.clear()
    evening.reload(EAST)
    assert warning not in evening.logged
