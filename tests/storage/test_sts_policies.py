"""What servers have promised of TLS is kept, for as long as they have promised it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pontoon.storage.database import Database
from pontoon.storage.sqlite_file import SqliteFile
from pontoon.storage.sts_policies import StsPolicies

pytestmark = pytest.mark.usefixtures("on_both")

HOST = "irc.example.org"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


class Times:
    """A bot that is started again and again, and the time."""

    def __init__(self, folder: Path) -> None:
        self.now = NOON
        self._path = folder / "players.db"
        self.starts()

    def starts(self) -> StsPolicies:
        """Start the bot; return what it knows."""
        self.database = Database(SqliteFile(self._path))
        self.policies = StsPolicies(self.database, lambda: self.now)
        return self.policies

    def starts_again(self) -> StsPolicies:
        self.database.close()
        return self.starts()


def test_a_promise_is_kept_over_restarts_however_the_host_is_written(tmp_path: Path) -> None:
    times = Times(tmp_path)
    assert times.policies.port_of(HOST) is None
    times.policies.keep("IRC.example.org", 6697, 1000)
    for policies in (times.policies, times.starts_again()):
        assert policies.port_of(HOST) == 6697
        assert policies.port_of("other.example.org") is None


def test_it_ends_when_its_time_is_over(tmp_path: Path) -> None:
    times = Times(tmp_path)
    times.policies.keep(HOST, 6697, 1000)
    times.now += timedelta(seconds=999)
    assert times.starts_again().port_of(HOST) == 6697
    times.now += timedelta(seconds=1)
    assert times.policies.port_of(HOST) is None
    assert times.starts_again().port_of(HOST) is None


def test_a_server_renews_changes_or_ends_it(tmp_path: Path) -> None:
    times = Times(tmp_path)
    times.policies.keep(HOST, 6697, 10)
    times.policies.keep(HOST, 6698, 1000)
    assert times.starts_again().port_of(HOST) == 6698
    times.policies.keep(HOST, 6698, 0)
    for policies in (times.policies, times.starts_again()):
        assert policies.port_of(HOST) is None


def test_a_promise_that_cannot_be_written_counts_until_the_bot_stops(tmp_path: Path) -> None:
    times = Times(tmp_path)
    times.policies.keep(HOST, 6697, 1000)
    assert times.policies.port_of(HOST) == 6697
    assert times.starts().port_of(HOST) is None
