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


class Rig:
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
def rig(tmp_path: Path) -> Rig:
    """Return policies in an empty folder."""
    return Rig(tmp_path)


def test_nothing_is_written_where_nothing_was_promised(rig: Rig) -> None:
    assert rig.policies.port_of(HOST) is None
    rig.policies.keep(HOST, 6697, 0)
    assert not rig.file.exists()


def test_a_promise_is_kept_until_its_end(rig: Rig) -> None:
    rig.policies.keep(HOST, 6697, 60)
    rig.now += timedelta(seconds=59)
    assert rig.opened().port_of(HOST) == 6697
    rig.now += timedelta(seconds=1)
    assert rig.policies.port_of(HOST) is None
    assert rig.opened().port_of(HOST) is None


def test_the_file_is_for_the_bot_alone(rig: Rig) -> None:
    before = os.umask(0)
    try:
        rig.policies.keep(HOST, 6697, 60)
        rig.policies.keep(HOST, 6697, 90)
    finally:
        os.umask(before)
    assert rig.file.stat().st_mode & 0o777 == 0o600


def test_the_file_can_be_read_by_people(rig: Rig) -> None:
    rig.policies.keep(HOST.upper(), 6697, 60)
    said = {HOST: {"port": 6697, "until": "2026-01-01T12:01:00+00:00"}}
    assert json.loads(rig.file.read_text()) == said


def test_what_has_ended_goes_when_the_file_is_written(rig: Rig) -> None:
    rig.policies.keep("a.org", 6697, 60)
    rig.policies.keep("b.org", 6697, 600)
    rig.now += timedelta(seconds=60)
    rig.policies.keep("c.org", 6697, 60)
    assert list(json.loads(rig.file.read_text())) == ["b.org", "c.org"]


def test_what_was_promised_before_the_bot_was_started_stays(rig: Rig) -> None:
    rig.policies.keep("a.org", 6697, 60)
    rig.opened().keep("b.org", 6697, 60)
    assert list(json.loads(rig.file.read_text())) == ["a.org", "b.org"]


def test_an_admin_can_take_a_server_out_while_the_bot_runs(rig: Rig) -> None:
    rig.policies.keep("a.org", 6697, 60)
    rig.policies.keep("b.org", 6697, 60)
    said = json.loads(rig.file.read_text())
    del said["a.org"]
    rig.file.write_text(json.dumps(said))
    assert rig.policies.port_of("a.org") is None
    assert rig.policies.port_of("b.org") == 6697
    rig.file.unlink()
    assert rig.policies.port_of("b.org") is None


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
def test_a_file_that_is_not_valid_is_put_aside(rig: Rig, content: bytes) -> None:
    """The bot goes on with a new one."""
    rig.file.write_bytes(content)
    assert rig.policies.port_of("a") is None
    assert not rig.file.exists()
    assert rig.file.with_name("players.sts~").read_bytes() == content
    (line,) = rig.log
    assert line.startswith("players.sts is not valid (")
    assert len(line) < 300
    rig.policies.keep(HOST, 6697, 60)
    assert rig.opened().port_of(HOST) == 6697


def test_what_is_known_holds_when_the_file_is_spoilt(rig: Rig) -> None:
    rig.policies.keep(HOST, 6697, 60)
    rig.file.write_bytes(b"junk")
    assert rig.policies.port_of(HOST) == 6697


def test_what_somebody_else_writes_at_the_same_moment_stays(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot knows what it could not write until it reads the file again."""
    rig.policies.keep("a.org", 6697, 60)
    real = fs.open_to_write

    def meanwhile(path: Path, flags: int, mode: int) -> int:
        rig.file.write_text("{}")
        return real(path, flags, mode)

    monkeypatch.setattr(fs, "open_to_write", meanwhile)
    rig.policies.keep("b.org", 6697, 60)
    assert rig.log == ["players.sts was changed at the same time: I leave it as it is"]
    assert rig.file.read_text() == "{}"


@pytest.mark.parametrize("obstacle", ["folder", "pipe", "no folder"])
def test_what_is_no_file_is_complained_of_once(tmp_path: Path, obstacle: str) -> None:
    rig = Rig(tmp_path / "none" if obstacle == "no folder" else tmp_path)
    if obstacle == "folder":
        rig.file.mkdir()
    elif obstacle == "pipe":
        os.mkfifo(rig.file)
    for _ in range(3):
        rig.policies.keep(HOST, 6697, 60)
        assert rig.policies.port_of(HOST) == 6697
    assert 1 <= len(rig.log) <= 6


@pytest.mark.parametrize("trouble", FAILURES)
def test_what_cannot_be_written_holds_all_the_same(tmp_path: Path, trouble: Trouble) -> None:
    """Until the bot ends; and it is tried again the next time."""
    for number in range(1, 15):
        (tmp_path / str(number)).mkdir()
        rig = Rig(tmp_path / str(number))
        rig.policies.keep("a.org", 6697, 600)
        with FaultyDisk(trouble, number).at_work():
            rig.policies.keep("b.org", 6697, 600)
        assert rig.policies.port_of("b.org") == 6697
        assert json.loads(rig.file.read_text())["a.org"]["port"] == 6697
        rig.policies.keep("c.org", 6697, 600)
        assert list(json.loads(rig.file.read_text())) == ["a.org", "b.org", "c.org"]


@pytest.mark.parametrize("cut", CUTS)
def test_a_power_cut_leaves_the_old_file_or_the_new_one(tmp_path: Path, cut: Trouble) -> None:
    for number in range(1, 15):
        (tmp_path / str(number)).mkdir()
        rig = Rig(tmp_path / str(number))
        rig.policies.keep("a.org", 6697, 600)
        with FaultyDisk(cut, number).at_work():
            rig.policies.keep("b.org", 6697, 600)
        policies = rig.opened()
        assert policies.port_of("a.org") == 6697
        policies.keep("c.org", 6697, 600)
        assert rig.opened().port_of("c.org") == 6697
        assert rig.log == []
