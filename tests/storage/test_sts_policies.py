"""players.sts: kept safely, and never what keeps the bot from starting."""

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pontoon.storage import fs
from pontoon.storage.sts_policies import MOST_BYTES, StsPolicies
from tests.support.faulty_disk import CUTS, FAILURES, FaultyDisk, Trouble

HOST = "irc.example.org"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Desk:
    """Policies in a file of FOLDER, a clock that stands at noon until it is set, and a log."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "players.sts"
        self.now = NOON
        self.log: list[str] = []
        self.policies = self.opened()

    def opened(self) -> StsPolicies:
        """Open the file anew, as after a restart."""
        self.policies = StsPolicies(self.file, lambda: self.now, self.log.append)
        return self.policies


@pytest.fixture
def player_commands(tmp_path: Path) -> Desk:
    """Return policies in an empty folder."""
    return Desk(tmp_path)


def test_nothing_is_written_where_nothing_was_promised(player_commands: Desk) -> None:
    assert player_commands.policies.port_of(HOST) is None
    player_commands.policies.keep(HOST, 6697, 0)
    assert not player_commands.file.exists()


def test_a_promise_is_kept_until_its_end(player_commands: Desk) -> None:
    player_commands.policies.keep(HOST, 6697, 60)
    player_commands.now += timedelta(seconds=59)
    assert player_commands.opened().port_of(HOST) == 6697
    player_commands.now += timedelta(seconds=1)
    assert player_commands.policies.port_of(HOST) is None
    assert player_commands.opened().port_of(HOST) is None


def test_the_file_is_for_the_bot_alone(player_commands: Desk) -> None:
    before = os.umask(0)
    try:
        player_commands.policies.keep(HOST, 6697, 60)
        player_commands.policies.keep(HOST, 6697, 90)
    finally:
        os.umask(before)
    assert player_commands.file.stat().st_mode & 0o777 == 0o600


def test_the_file_can_be_read_by_people(player_commands: Desk) -> None:
    player_commands.policies.keep(HOST.upper(), 6697, 60)
    said = {HOST: {"port": 6697, "until": "2026-01-01T12:01:00+00:00"}}
    assert json.loads(player_commands.file.read_text()) == said


def test_what_has_ended_goes_when_the_file_is_written(player_commands: Desk) -> None:
    player_commands.policies.keep("a.org", 6697, 60)
    player_commands.policies.keep("b.org", 6697, 600)
    player_commands.now += timedelta(seconds=60)
    player_commands.policies.keep("c.org", 6697, 60)
    assert list(json.loads(player_commands.file.read_text())) == ["b.org", "c.org"]


def test_what_was_promised_before_the_bot_was_started_stays(player_commands: Desk) -> None:
    player_commands.policies.keep("a.org", 6697, 60)
    player_commands.opened().keep("b.org", 6697, 60)
    assert list(json.loads(player_commands.file.read_text())) == ["a.org", "b.org"]


def test_an_admin_can_take_a_server_out_while_the_bot_runs(player_commands: Desk) -> None:
    player_commands.policies.keep("a.org", 6697, 60)
    player_commands.policies.keep("b.org", 6697, 60)
    said = json.loads(player_commands.file.read_text())
    del said["a.org"]
    player_commands.file.write_text(json.dumps(said))
    assert player_commands.policies.port_of("a.org") is None
    assert player_commands.policies.port_of("b.org") == 6697
    player_commands.file.unlink()
    assert player_commands.policies.port_of("b.org") is None


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"junk",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"a": 1}',
        b'{"a": {}}',
        b'{"a": {"port": "6697", "until": "2027-01-01T00:00:00+00:00"}}',
        b'{"a": {"port": 0, "until": "2027-01-01T00:00:00+00:00"}}',
        b'{"a": {"port": 65536, "until": "2027-01-01T00:00:00+00:00"}}',
        b'{"a": {"port": true, "until": "2027-01-01T00:00:00+00:00"}}',
        b'{"a": {"port": 6697, "until": "2027-01-01T00:00:00"}}',
        b'{"a": {"port": 6697, "until": "soon"}}',
        b'{"a": {"port": 6697, "until": 1e400}}',
        b"[" * 100_000,
        b'{"a": ' + b"1" * 10_000 + b"}",
        b"{}" + b" " * MOST_BYTES,
    ],
    ids=lambda content: content[:20].decode(errors="replace").strip() or "-",
)
def test_a_file_that_makes_no_sense_is_put_aside(player_commands: Desk, content: bytes) -> None:
    """The bot goes on with a new one."""
    player_commands.file.write_bytes(content)
    assert player_commands.policies.port_of("a") is None
    assert not player_commands.file.exists()
    assert player_commands.file.with_name("players.sts~").read_bytes() == content
    (line,) = player_commands.log
    assert line.startswith("players.sts is damaged (")
    assert len(line) < 300
    player_commands.policies.keep(HOST, 6697, 60)
    assert player_commands.opened().port_of(HOST) == 6697


def test_what_is_known_holds_when_the_file_is_spoilt(player_commands: Desk) -> None:
    player_commands.policies.keep(HOST, 6697, 60)
    player_commands.file.write_bytes(b"junk")
    assert player_commands.policies.port_of(HOST) == 6697


def test_what_somebody_else_writes_at_the_same_moment_stays(
    player_commands: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot knows what it could not write until it reads the file again."""
    player_commands.policies.keep("a.org", 6697, 60)
    real = fs.open_to_write

    def meanwhile(path: Path, flags: int, mode: int) -> int:
        player_commands.file.write_text("{}")
        return real(path, flags, mode)

    monkeypatch.setattr(fs, "open_to_write", meanwhile)
    player_commands.policies.keep("b.org", 6697, 60)
    assert player_commands.log == ["players.sts was changed at the same time: I leave it as it is"]
    assert player_commands.file.read_text() == "{}"


@pytest.mark.parametrize("obstacle", ["folder", "pipe", "no folder"])
def test_what_is_no_file_is_complained_of_once(tmp_path: Path, obstacle: str) -> None:
    player_commands = Desk(tmp_path / "none" if obstacle == "no folder" else tmp_path)
    if obstacle == "folder":
        player_commands.file.mkdir()
    elif obstacle == "pipe":
        os.mkfifo(player_commands.file)
    for _ in range(3):
        player_commands.policies.keep(HOST, 6697, 60)
        assert player_commands.policies.port_of(HOST) == 6697
    assert 1 <= len(player_commands.log) <= 6


@pytest.mark.parametrize("trouble", FAILURES)
def test_what_cannot_be_written_holds_all_the_same(tmp_path: Path, trouble: Trouble) -> None:
    """Until the bot ends; and it is tried again the next time."""
    for number in range(1, 15):
        (tmp_path / str(number)).mkdir()
        player_commands = Desk(tmp_path / str(number))
        player_commands.policies.keep("a.org", 6697, 600)
        with FaultyDisk(trouble, number).at_work():
            player_commands.policies.keep("b.org", 6697, 600)
        assert player_commands.policies.port_of("b.org") == 6697
        assert json.loads(player_commands.file.read_text())["a.org"]["port"] == 6697
        player_commands.policies.keep("c.org", 6697, 600)
        assert list(json.loads(player_commands.file.read_text())) == ["a.org", "b.org", "c.org"]


@pytest.mark.parametrize("cut", CUTS)
def test_a_power_cut_leaves_the_old_file_or_the_new_one(tmp_path: Path, cut: Trouble) -> None:
    for number in range(1, 15):
        (tmp_path / str(number)).mkdir()
        player_commands = Desk(tmp_path / str(number))
        player_commands.policies.keep("a.org", 6697, 600)
        with FaultyDisk(cut, number).at_work():
            player_commands.policies.keep("b.org", 6697, 600)
        policies = player_commands.opened()
        assert policies.port_of("a.org") == 6697
        policies.keep("c.org", 6697, 600)
        assert player_commands.opened().port_of("c.org") == 6697
        assert player_commands.log == []
