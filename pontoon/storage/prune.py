"""Removing old rounds from the database, while the ledger still adds up."""

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

from msgspec import Struct

from pontoon.storage.database import DatabaseError, midnight, opened, path_beside, reason

_STATEMENTS = (
    # The rounds that go. What is still to be told, or marked in the ledger, stays.
    """CREATE TEMP TABLE pruned AS
    SELECT number, changes.id AS change FROM rounds LEFT JOIN changes ON round = rounds.id
    WHERE ended < ? AND settled IS NOT NULL AND ifnull(is_made, 1)
    AND number NOT IN (SELECT round FROM due)""",
    # The changes of these rounds, up to any other change, become one: the last of them. It begins
    # where the first of them began for each account, and ends where the last of them ended.
    """CREATE TEMP TABLE summed AS
    WITH marked AS (
        SELECT id, why = 'pruned' OR id IN (SELECT change FROM pruned) AS goes FROM changes
    ), runs AS (
        SELECT id, goes, max(CASE WHEN goes THEN 0 ELSE id END) OVER (ORDER BY id) AS run
        FROM marked
    )
    SELECT id AS change, max(id) OVER (PARTITION BY run) AS target FROM runs WHERE goes""",
    """CREATE TEMP TABLE sums AS
    SELECT DISTINCT target, kind, name, first_value(before) OVER run AS before,
        last_value(after) OVER run AS after
    FROM entries JOIN summed USING (change)
    WINDOW run AS (PARTITION BY target, kind, name ORDER BY change
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)""",
    "DELETE FROM entries WHERE change IN (SELECT change FROM summed)",
    "DELETE FROM changes WHERE id IN (SELECT change FROM summed WHERE change <> target)",
    """INSERT INTO entries (change, kind, name, before, after)
    SELECT target, kind, name, before, after FROM sums""",
    """UPDATE changes SET why = 'pruned', round = NULL, before = NULL, after = NULL
    WHERE id IN (SELECT target FROM summed)""",
    "DELETE FROM round_players WHERE round IN (SELECT number FROM pruned)",
    "DELETE FROM rounds WHERE number IN (SELECT number FROM pruned)",
)


class Pruned(Struct, frozen=True):
    """How many ROUNDS are gone; their changes of chips are CHANGES now, with earlier ones."""

    rounds: int
    changes: int


def prune(players_file: Path, day: date) -> Pruned:
    """Remove the rounds that ended before DAY, in UTC, from the database beside PLAYERS_FILE.

    They must be paid and told. No bot may use the database now. DatabaseError.
    """
    path = path_beside(players_file)
    with closing(opened(path)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
            for sql in _STATEMENTS:
                connection.execute(sql, (midnight(day),) if "?" in sql else ())
            ((rounds,),) = connection.execute("SELECT count(*) FROM pruned")
            ((changes,),) = connection.execute("SELECT count(DISTINCT target) FROM summed")
            connection.execute("COMMIT")
            connection.execute("VACUUM")
        except sqlite3.Error as error:
            raise DatabaseError(f"{path} cannot be changed: {reason(error)}") from error
    return Pruned(rounds, changes)
