"""PontoonBot.py as a process: its output and its exit status."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from pontoon import __version__
from tests.service.test_cli import PLAYERS
from tests.support.repository import ROOT

pytestmark = pytest.mark.slow

SCRIPT = ROOT / "PontoonBot.py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a current folder in which a bot could be started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PONTOON_PASSWORD", raising=False)
    (tmp_path / "config.ini").write_text("[irc]\nserver = irc.example.org\n")
    (tmp_path / "players.xml").write_text(PLAYERS)
    return tmp_path


def run_script(*arguments: str, environ: Mapping[str, str] | None = None) -> tuple[int, str, str]:
    """Run the script itself; return its exit status, standard output and standard error."""
    done = subprocess.run(
        [sys.executable, SCRIPT, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **(environ or {})},
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="needs to be root")
def test_script_run_by_root_refuses(folder: Path) -> None:
    status, out, err = run_script("--config", str(folder / "config.ini"))
    assert (status, out) == (2, "")
    assert re.fullmatch(r"pontoonbot: .*\broot\b.*--allow-root.*\n", err)


def test_script_tells_its_version_and_its_options() -> None:
    assert run_script("--version") == (0, f"pontoonbot {__version__}\n", "")
    status, out, err = run_script("--help")
    assert (status, err) == (0, "")
    options = "--config FILE", "--check", "--verbose", "--allow-root", "--version", "--help"
    for option in options:
        assert option in out


def test_package_can_be_executed_too() -> None:
    version = [sys.executable, "-m", "pontoon", "--version"]
    assert subprocess.check_output(version, text=True) == f"pontoonbot {__version__}\n"


def test_script_can_be_executed_by_itself() -> None:
    assert os.access(SCRIPT, os.X_OK)
    assert SCRIPT.read_text().startswith("#!/usr/bin/env python3\n")


def test_script_says_what_to_do_where_nothing_is_installed() -> None:
    """In one line, as somebody sees it who starts it before anything else."""
    done = subprocess.run(
        [sys.executable, "-S", SCRIPT], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"pontoonbot: \w+ is not installed for .*make run.*\n", done.stderr)


def test_script_refuses_what_it_does_not_know() -> None:
    for arguments in (["--chek"], ["--verb"], ["start"]):
        status, out, err = run_script(*arguments)
        assert (status, out) == (2, "")
        assert err.splitlines()[-1].startswith("pontoonbot: error: ")


def test_script_exits_with_a_clear_line_and_no_traceback(folder: Path) -> None:
    (folder / "config.ini").write_text("[irc]\nport = 99999\n")
    assert run_script() == (
        2,
        "",
        "pontoonbot: config.ini, line 2, [irc] port: "
        "'99999' is not a whole number from 1 to 65535\n",
    )


def test_anything_can_be_printed_on_any_terminal(folder: Path) -> None:
    (folder / "bøt.ini").write_text("[irc]\nnickname = bøt\n")
    status, out, err = run_script(
        "--check", "--config", "bøt.ini", environ={"PYTHONIOENCODING": "ascii:strict"}
    )
    assert (status, err) == (1, "")
    assert out.startswith(r"b\xf8t.ini, line 2, [irc] nickname: 'b\xf8t' is not a nick")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "arguments", ["--check", "--help", "--version", "odds shed --players 1 2 3 4 5 6"]
)
def test_reader_who_went_away_causes_no_traceback(
    folder: Path, arguments: str, unbuffered: str
) -> None:
    (folder / "config.ini").write_text("x\n" * 5000)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, SCRIPT, *arguments.split()],
            stdout=writer,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            check=False,
            timeout=60,
        )
    finally:
        os.close(writer)
    assert done.stderr == b""
    assert done.returncode == (1 if arguments == "--check" else 0)
