"""What the decisions of players have cost them, counted once for each settled round.

A round waits for that in the database, and is counted in the transaction in which it leaves it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pontoon.irc.casemapping import rfc1459
from pontoon.storage.database import Database
from pontoon.storage.history import rounds_numbered
from pontoon.storage.rounds import Damaged, SettledRound
from pontoon.storage.rows import Read

LATEST = 1_000
"""How many of their latest rounds say how a player decides."""

_PARTS = 10_000
"""The costs are kept in such parts of a bet."""


class Cost(NamedTuple):
    """How much a number of DECISIONS was worth less than the best ones, in ROUNDS.

    LOST is for each unit of the first bets, of which a round has one.
    """

    rounds: int
    decisions: int
    lost: float


def next_uncounted(read: Read) -> tuple[int, SettledRound | Damaged] | None:
    """Return the latest settled round that is still to be counted, and its number; or None."""
    for (number,) in read("SELECT max(round) FROM uncounted"):
        if number is not None:
            return number, next(rounds_numbered(read, number), Damaged("", "it is gone"))
    return None


def count(database: Database, number: int, costs: Mapping[str, Sequence[float]]) -> None:
    """Note the round of that NUMBER as counted, with the COSTS of the decisions of each player.

    NotRecorded if that cannot be written now: it is still to be counted.
    """
    statements = [
        (
            "UPDATE round_players SET decisions = ?, cost = ? WHERE player = ? AND round = ?",
            (len(theirs), round(_PARTS * sum(theirs)), rfc1459(player), number),
        )
        for player, theirs in costs.items()
    ]
    database.commit_with([*statements, ("DELETE FROM uncounted WHERE round = ?", (number,))])


def cost_of(read: Read, player: str, game: str) -> Cost:
    """Return what PLAYER has lost by decisions in GAME, in those of their latest rounds.

    No others are looked at, counted or not: a computer may have a hundred thousand.
    """
    ((rounds, decisions, cost),) = read(
        "SELECT count(*), coalesce(sum(decisions), 0), coalesce(sum(cost), 0) FROM ("
        "SELECT round, decisions, cost FROM round_players"
        " WHERE player = ? ORDER BY round DESC LIMIT ?"
        ") AS latest JOIN rounds ON number = round JOIN tables USING (table_id)"
        " WHERE game = ? AND decisions IS NOT NULL",
        *(rfc1459(player), LATEST, game),
    )
    return Cost(rounds, decisions, cost / _PARTS)
