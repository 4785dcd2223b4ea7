"""Which of several bots plays, with one PostgreSQL database."""

import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest

from pontoon.storage.rows import DatabaseError, Statement
from tests.support.postgresql_server import PostgresqlServer

TAKEOVER = 15.0
VERSION = "1.2.3"


class Bots:
    """Standbys with a database of their own, and a clock that a test winds."""

    def __init__(self, url: str, stack: ExitStack) -> None:
        self.url = url
        self.seconds = 0.0
        self.said: list[str] = []
        self._stack = stack

    def standby(self, host: str, version: str = VERSION) -> "Standby":
        """Return a new bot on the machine HOST."""
        me = Me(version, host)
        return Standby(self.url, me, TAKEOVER, self.said.append, lambda: self.seconds)

    def playing(self, host: str) -> "Held":
        """Return a new bot on the machine HOST, which plays."""
        held = self.standby(host).look()
        assert held is not None
        self._stack.enter_context(closing(held.session))
        return held

    def writer(self, held: "Held") -> "Writer":
        """Return what the bot that has HELD the lock writes with."""
        return Writer(held, lambda: postgresql.session(self.url), TAKEOVER, lambda: self.seconds)

    def waits(self) -> list[str]:
        """Return what the sessions of the server wait for."""
        with postgresql.connected_at(self.url) as connection:
            return [
                event for (event,) in connection.execute("SELECT wait_event FROM pg_stat_activity")
            ]

    def kill(self, held: "Held") -> None:
        """End the bot that has HELD the lock, and wait until the server has seen that."""
        process = held.session.process
        with closing(postgresql.session(self.url)) as admin:
            admin.execute("SELECT pg_terminate_backend(?, 10000)", (process,))


psycopg = pytest.importorskip("psycopg")

from pontoon.storage import postgresql, standby  # noqa: E402 -- only with psycopg
from pontoon.storage.postgresql import Connection  # noqa: E402
from pontoon.storage.standby import (  # noqa: E402
    Held,
    LockLost,
    Me,
    OlderDatabase,
    Standby,
    Writer,
    holder_of,
)


@pytest.fixture
def bots(postgresql_server: PostgresqlServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bots]:
    """Give bots with a new database, which try again at once."""
    monkeypatch.setattr(standby, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(standby, "ANSWER_SECONDS", 0.3)
    monkeypatch.setattr(standby, "RETURN_SECONDS", 0.0)
    with ExitStack() as stack:
        yield Bots(postgresql_server.new_url(), stack)


def test_the_first_bot_plays_and_the_second_stands_by(bots: Bots) -> None:
    """It says so once, and takes the lock when the first one is gone."""
    first = bots.playing("east")
    second = bots.standby("west")
    assert second.look() is None
    assert second.look() is None
    assert bots.said == ["standby: the bot on east plays"]
    bots.kill(first)
    held = second.look()
    assert held is not None
    holder = holder_of(held.session)
    assert holder is not None
    assert holder[2:] == (held.id, VERSION, "west", 0)
    held.session.close()


def test_a_beat_keeps_the_lock(bots: Bots) -> None:
    """However long the standby waits, the bot that counts on goes on."""
    writer, second = bots.writer(bots.playing("east")), bots.standby("west")
    for _ in range(5):
        assert second.look() is None
        bots.seconds += TAKEOVER - 1
        writer.write([])
    assert second.look() is None


def test_a_bot_whose_statements_fail_lives(bots: Bots) -> None:
    """A standby could do no better with a server whose disk is full."""
    writer, second = bots.writer(bots.playing("east")), bots.standby("west")
    for _ in range(3):
        assert second.look() is None
        bots.seconds += TAKEOVER - 1
        with pytest.raises(psycopg.Error):
            writer.write([("nonsense", ())])
    assert not writer.is_lost


def test_a_bot_whose_beat_stands_still_loses_the_lock(bots: Bots) -> None:
    """Its session is ended, in which it cannot write any more."""
    first, second = bots.playing("east"), bots.standby("west")
    assert second.look() is None
    bots.seconds += TAKEOVER - 0.5
    assert second.look() is None
    bots.seconds += 0.5
    held = second.look()
    assert held is not None
    with pytest.raises(LockLost):
        bots.writer(first).write([])
    assert bots.said == [
        "standby: the bot on east plays",
        "the bot on east has not answered for 15 seconds: I take over",
    ]
    held.session.close()


def test_of_two_standbys_one_takes_over(bots: Bots) -> None:
    """The other one watches that one's beat then, from its beginning."""
    first = bots.playing("east")
    second, third = bots.standby("west"), bots.standby("north")
    assert (second.look(), third.look()) == (None, None)
    bots.kill(first)
    held = second.look()
    assert held is not None
    bots.seconds += TAKEOVER
    assert third.look() is None
    bots.seconds += TAKEOVER - 1
    assert third.look() is None
    assert bots.said[-1] == "standby: the bot on west plays"
    held.session.close()


def test_a_standby_of_another_version_is_refused(bots: Bots) -> None:
    """It would change the tables, or read them otherwise."""
    bots.playing("east")
    with pytest.raises(DatabaseError, match=r"on east, has version 1\.2\.3, and this one 1\.3\.0"):
        bots.standby("west", "1.3.0").look()


def test_a_server_that_cannot_be_reached_is_waited_for(
    bots: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it is there again, the bot that has played has time to come back."""
    first, second = bots.playing("east"), bots.standby("west")
    assert second.look() is None
    with postgresql.session(bots.url).connected as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
    assert second.look() is None
    assert re.fullmatch(
        "standby: no connection to the database: .*; I try again each second", bots.said[-1]
    )
    bots.kill(first)
    monkeypatch.setattr(standby, "RETURN_SECONDS", 0.5)  # the server has run for longer
    assert second.look() is None
    bots.seconds += 0.5
    held = second.look()
    assert held is not None
    held.session.close()


def test_a_server_that_has_just_started_is_left_to_who_has_played(
    bots: Bots, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A standby that starts then does not know that another bot comes back."""
    monkeypatch.setattr(standby, "RETURN_SECONDS", 1_000_000.0)
    second = bots.standby("west")
    assert second.look() is None
    bots.seconds += 1_000_000
    held = second.look()
    assert held is not None
    held.session.close()


def test_the_lock_ends_in_silence(bots: Bots) -> None:
    """PostgreSQL itself ends the session of a bot that is silent, with or without a standby."""
    first = bots.playing("east")
    for name in ("idle_session_timeout", "idle_in_transaction_session_timeout"):
        assert first.session.execute(f"SHOW {name}").fetchall() == [("16s",)]


def test_each_database_has_its_own_lock(bots: Bots, postgresql_server: PostgresqlServer) -> None:
    """Bots of two clubs can share a server."""
    bots.playing("east")
    bots.url = postgresql_server.new_url()
    bots.playing("east")


BAN = "INSERT INTO bans (n, ban) VALUES (?, ?)"


def ban(n: int) -> list[Statement]:
    """Return what puts a ban with that number into the database."""
    return [(BAN, (n, "x"))]


def bans(bots: Bots) -> list[int]:
    """Return the numbers of the bans that are in the database."""
    with postgresql.connected_at(bots.url) as connection:
        return [n for (n,) in connection.execute("SELECT n FROM bans ORDER BY n")]


def test_a_writer_goes_on_after_its_session_is_lost(bots: Bots) -> None:
    """As when the server restarts: by a session that has the lock."""
    held = bots.playing("east")
    writer = bots.writer(held)
    writer.write(ban(1))
    bots.kill(held)
    writer.write(ban(2))
    assert bans(bots) == [1, 2]
    assert bots.standby("west").look() is None
    writer.close()


def test_nothing_is_written_twice(bots: Bots, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody knows whether what was not acknowledged is in the database, until it has been read."""
    writer, write = bots.writer(bots.playing("east")), postgresql.write

    def without_answer(session: Connection, statements: Iterable[Statement]) -> None:
        write(session, statements)
        session.break_off()
        session.execute("SELECT 1")

    monkeypatch.setattr(postgresql, "write", without_answer)
    writer.write(ban(1))
    monkeypatch.setattr(postgresql, "write", write)
    writer.write(ban(2))
    assert bans(bots) == [1, 2]
    writer.close()


def test_what_the_server_refuses_is_not_written(bots: Bots) -> None:
    """The session goes on, and so do the beats."""
    writer = bots.writer(bots.playing("east"))
    writer.write(ban(1))
    with pytest.raises(psycopg.errors.UniqueViolation):
        writer.write([*ban(2), *ban(1)])
    writer.write(ban(3))
    assert bans(bots) == [1, 3]
    writer.close()


def test_a_bot_that_has_lost_the_lock_writes_nothing(bots: Bots) -> None:
    """Neither while another bot plays, nor when that has gone, too."""
    held = bots.playing("east")
    writer = bots.writer(held)
    bots.kill(held)
    other = bots.playing("west")
    with pytest.raises(LockLost, match="another bot plays"):
        writer.write(ban(1))
    assert writer.is_lost
    bots.kill(other)
    with pytest.raises(LockLost, match="another bot has played"):
        writer.write(ban(1))
    assert bans(bots) == []


def test_a_server_that_has_lost_what_it_had_is_refused(bots: Bots) -> None:
    """As a replica that was behind when it became the primary."""
    held = bots.playing("east")
    writer = bots.writer(held)
    for n in (1, 2, 3):
        writer.write(ban(n))
    with closing(postgresql.session(bots.url)) as admin:
        admin.execute("UPDATE holder SET beat = 1")
    bots.kill(held)
    for _ in range(2):
        with pytest.raises(OlderDatabase, match="lacks 2 transactions"):
            writer.write(ban(4))


def test_a_bot_that_gets_no_answer_must_not_play(bots: Bots) -> None:
    """A standby has seen no sign of it either for as long."""
    writer = bots.writer(bots.playing("east"))
    lost: list[bool] = []
    for seconds in (TAKEOVER - 1, TAKEOVER - 1, 1.0):
        if not lost[1:]:
            writer.write([])
        bots.seconds += seconds
        lost.append(writer.is_lost)
    assert lost == [False, False, True]
    writer.close()


def test_a_bot_that_is_stopped_waits_for_no_server(bots: Bots) -> None:
    """Neither for an answer, nor for one that cannot be reached."""
    held = bots.playing("east")
    writer = bots.writer(held)
    with ThreadPoolExecutor(1) as thread:
        hanging = thread.submit(writer.write, [("SELECT pg_sleep(60)", ())])
        while "PgSleep" not in bots.waits():
            pass
        writer.hurry()
        with pytest.raises(LockLost):
            hanging.result()
    bots.kill(held)
