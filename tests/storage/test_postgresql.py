"""PostgreSQL: what is committed and what is not, and what its errors mean."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from unittest.mock import patch

import psycopg
import pytest

from pontoon.storage import postgresql
from pontoon.storage.move import move
from pontoon.storage.postgresql import Connection, commit, connected_at, opened, transaction, write
from pontoon.storage.rows import NEXT_N, DatabaseError, total
from pontoon.storage.schema_scripts import SCHEMA_VERSION
from pontoon.storage.sqlite import tables
from tests.support.postgresql_server import PostgresqlServer

pytestmark = pytest.mark.real_server

PUT = f"INSERT INTO bans (n, ban) SELECT {NEXT_N}, ? FROM bans"


@pytest.fixture
def url(postgresql_server: PostgresqlServer) -> str:
    return postgresql_server.new_url()


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    with closing(opened(url)) as connection:
        yield connection


def kept(url: str) -> list[str]:
    """Return what is on the disk, in the order in which it was written."""
    with connected_at(url) as reader:
        return [ban for (ban,) in reader.execute("SELECT ban FROM bans ORDER BY n")]


# Its tables


def test_it_has_the_tables_of_sqlite(connection: Connection) -> None:
    for table in tables():
        found = connection.execute(
            "SELECT column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position",
            (table.name,),
        )
        assert tuple(name for (name,) in found) == table.columns
    write(connection, [("INSERT INTO changes (id, at, why) VALUES (1, ?, 'edit')", (1 << 40,))])
    assert [*connection.execute("SELECT at, is_made, before FROM changes")] == [
        (1 << 40, False, None)
    ]


def test_what_an_earlier_version_has_kept_stays(url: str) -> None:
    with patch.object(postgresql, "SCHEMA_VERSION", 1), closing(opened(url)) as connection:
        assert postgresql.version_of(connection) == 1
        write(connection, [("INSERT INTO round_players (player, round) VALUES ('dave', 1)", ())])
    with closing(opened(url)) as connection:
        assert postgresql.version_of(connection) == SCHEMA_VERSION
        assert [*connection.execute("SELECT * FROM round_players")] == [("dave", 1)]


def test_a_script_that_fails_leaves_nothing(url: str) -> None:
    with (
        patch.object(postgresql, "script_of", return_value="CREATE TABLE a (b TEXT);"),
        pytest.raises(DatabaseError, match=r'of another version .*"a" already exists'),
    ):
        opened(url)
    with connected_at(url) as reader:
        assert postgresql.names_in(reader) == []


def test_a_later_version_is_refused(url: str, connection: Connection) -> None:
    write(connection, [("UPDATE schema_version SET version = 99", ())])
    for use in (opened, lambda url: connected_at(url).__enter__()):
        with pytest.raises(DatabaseError, match=r"of a later version \(99\): start the version"):
            use(url)


def test_texts_have_the_order_of_sqlite_and_sums_are_whole(connection: Connection) -> None:
    names = ["b", "ä", "B", "a", "_", "Z"]
    insert = "INSERT INTO accounts (kind, name, chips) VALUES ('player', ?, ?)"
    write(connection, [(insert, (name, 1 << 40)) for name in names])
    found = [name for (name,) in connection.execute("SELECT name FROM accounts ORDER BY name")]
    assert found == sorted(names)
    ((chips,),) = connection.execute(f"SELECT {total('chips')} FROM accounts")
    assert (type(chips), chips) == (int, 6 << 40)


# Statements and transactions


@pytest.mark.parametrize(
    "text", ["", "%", "100 %s", "?", "it's", '"', "\\", "\\'", "a\nb", "🂡 jöran", "-- ;", "'; --"]
)
def test_a_text_is_kept_as_it_is(url: str, connection: Connection, text: str) -> None:
    write(connection, [(PUT, (text,)), ("UPDATE bans SET ban = ban || '100 % sure?'", ())])
    assert kept(url) == [f"{text}100 % sure?"]
    assert [*connection.execute("SELECT ban = ?, '?%' FROM bans", (f"{text}100 % sure?",))] == [
        (True, "?%")
    ]


def test_statements_are_one_transaction(url: str, connection: Connection) -> None:
    write(connection, [(PUT, (each,)) for each in ("one", "two", "three")])
    assert kept(url) == ["one", "two", "three"]
    assert not connection.in_transaction


def test_of_statements_one_of_which_fails_nothing_is_done(url: str, connection: Connection) -> None:
    wrong = "INSERT INTO bans (n, ban) VALUES (1, ?)"
    with pytest.raises(psycopg.errors.UniqueViolation):
        write(connection, [(PUT, ("one",)), (wrong, ("two",)), (PUT, ("three",))])
    assert not connection.in_transaction
    write(connection, [(PUT, ("four",))])
    assert kept(url) == ["four"]


@pytest.mark.parametrize("fault", [None, ValueError, KeyboardInterrupt])
def test_a_transaction_is_done_whole_or_not_at_all(
    url: str, connection: Connection, fault: type[BaseException] | None
) -> None:
    with suppress(ValueError, KeyboardInterrupt), transaction(connection):
        connection.execute(PUT, ("one",))
        if fault is not None:
            raise fault
    assert not connection.in_transaction
    assert kept(url) == ([] if fault else ["one"])


def test_a_commit_that_rolls_back_is_an_error(url: str, connection: Connection) -> None:
    """PostgreSQL itself raises none."""
    connection.execute("BEGIN")
    connection.execute(PUT, ("one",))
    with suppress(psycopg.Error):
        connection.execute("SELECT 1 / 0")
    with pytest.raises(psycopg.Error, match="rolled back") as caught:
        commit(connection)
    assert isinstance(caught.value, postgresql.ERRORS)
    assert kept(url) == []


def test_what_is_held_stays_as_it_is(connection: Connection, url: str) -> None:
    with connected_at(url) as reader:
        postgresql.hold(reader)
        write(connection, [(PUT, ("one",))])
        assert [*reader.execute("SELECT ban FROM bans")] == []
        reader.rollback()
        assert [*reader.execute("SELECT ban FROM bans")] == [("one",)]


def test_who_only_reads_cannot_write(url: str, connection: Connection) -> None:
    write(connection, [(PUT, ("one",))])
    with pytest.raises(DatabaseError, match="only reads"), connected_at(url) as reader:
        reader.execute("DELETE FROM bans")
    assert kept(url) == ["one"]


def test_a_server_that_only_reads_is_refused(url: str) -> None:
    """As a replica is, which would grant the same locks as its primary."""
    with pytest.raises(DatabaseError, match="read-only"):
        opened(f"{url}%20-c%20default_transaction_read_only%3Don")


def test_a_connection_that_was_cut_is_an_error_and_nothing_is_written(
    url: str, connection: Connection
) -> None:
    pid = connection.connected.info.backend_pid
    with connected_at(url) as other:
        other.execute("SELECT pg_terminate_backend(?, 5000)", (pid,))
    with pytest.raises(postgresql.ERRORS) as caught:
        write(connection, [(PUT, ("one",))])
    assert postgresql.reason(caught.value) == "the database server has ended the connection"
    with pytest.raises(postgresql.ERRORS):
        write(connection, [(PUT, ("one",))])
    assert kept(url) == []


# What is wrong, in one line


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("INSERT INTO bans (n, ban) VALUES (1, 'secret')", "duplicate key value"),
        ("INSERT INTO bans (ban) VALUES ('secret')", 'null value in column "n"'),
        ("INSERT INTO due (round, result) VALUES (7, 'secret')", "violates foreign key"),
        ("INSERT INTO bans (n, ban) VALUES (9223372036854775808, 'secret')", "out of range"),
    ],
)
def test_rows_that_contradict_each_other_are_told_without_what_they_say(
    url: str, connection: Connection, sql: str, why: str
) -> None:
    write(connection, [(PUT, ("one",))])
    with pytest.raises(postgresql.ERRORS) as caught:
        write(connection, [(sql, ())])
    assert postgresql.is_contradiction(caught.value)
    assert not postgresql.is_damage(caught.value)
    told = str(postgresql.unusable(url, caught.value))
    assert why in told
    assert "is damaged" in told
    assert "secret" not in told


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (psycopg.errors.DiskFull("no"), "cannot be used: the disk of the database server is full"),
        (psycopg.errors.LockNotAvailable("no"), "cannot be used: another program has locked it"),
        (psycopg.errors.DataCorrupted("page 7"), r"is damaged \(page 7\): restore a copy of it"),
        (psycopg.OperationalError("gone\taway\nfor ever"), "cannot be used: gone away$"),
        (psycopg.errors.UndefinedTable("no bans"), r"of another version \(no bans\): start"),
        (UnicodeDecodeError("utf-8", b"x", 0, 1, ""), r"is damaged \(it has a text that is not"),
    ],
)
def test_an_error_says_what_to_do(error: Exception, told: str) -> None:
    assert isinstance(error, postgresql.ERRORS)
    with pytest.raises(DatabaseError, match=told):
        raise postgresql.unusable("postgresql://dave:pw@here/x", error)


def test_another_encoding_is_refused(postgresql_server: PostgresqlServer) -> None:
    postgresql_server.run("CREATE DATABASE latin ENCODING LATIN1 TEMPLATE template0")
    url = postgresql_server.url.replace("/postgres?", "/latin?")
    with pytest.raises(DatabaseError, match="keeps texts as LATIN1; make one with createdb"):
        opened(url)


def test_damage_is_told_and_anything_else_is_raised(connection: Connection) -> None:
    damage = psycopg.errors.DataCorrupted("invalid page in block 7")
    with patch.object(Connection, "execute", side_effect=[[("acts",), ("bans",)], damage, None]):
        assert postgresql.damage(connection, 10) == ["invalid page in block 7"]
    lost = psycopg.OperationalError("gone")
    with (
        patch.object(Connection, "execute", side_effect=[[("acts",)], lost]),
        pytest.raises(psycopg.OperationalError),
    ):
        postgresql.damage(connection, 10)
    assert postgresql.damage(connection, 10) == []


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://dave:sesame@127.0.0.1:1/pontoon",
        "postgresql://dave:sesame@/pontoon?host=/nowhere",
        "postgresql://dave@127.0.0.1:1/pontoon?password=sesame",
        "postgresql://dave:open@sesame@127.0.0.1:1/pontoon",
        "postgresql://dave:open/sesame@127.0.0.1:1/pontoon",
        "postgresql://dave:7/sesame@127.0.0.1:1/pontoon",
        "postgresql://dave:open?sesame@127.0.0.1:1/pontoon",
        "postgresql://dave:7#sesame@127.0.0.1:1/pontoon",
        "postgresql://dave:sesame%@127.0.0.1:1/pontoon",
        "postgresql://dave:open sesame@127.0.0.1:1/pontoon",
        "postgresql://dave:sesame@127.0.0.1:1/pontoon?sesame=1",
        "postgresql://dave:sesame@[::1/pontoon",
    ],
)
@pytest.mark.parametrize("use", [opened, lambda url: move("nowhere/players.db", url)])
def test_no_password_is_told(url: str, use: Callable[[str], object]) -> None:
    with pytest.raises(DatabaseError) as caught:
        use(url)
    told = str(caught.value)
    assert "sesame" not in told
    assert "\n" not in told
    assert caught.value.__suppress_context__ or "sesame" not in str(caught.value.__context__)


def test_several_hosts_may_be_named() -> None:
    """The server that a replica follows, and the replica: one of them is the primary."""
    postgresql.check_url("postgresql://bot@db1:5601,db2:5602/club?target_session_attrs=read-write")
    with pytest.raises(DatabaseError, match="is no URL of a database"):
        postgresql.check_url("postgresql://bot:pass/word@db1:5601,db2/club")
