"""docs/operating.md and docs/histories.md ask the database questions, which it answers."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.offline_bot import OfflineBot
from tests.support.play_rounds import database_of
from tests.support.repository import ROOT

MANUAL = (ROOT / "docs" / "operating.md").read_text("utf-8")

HISTORIES = (ROOT / "docs" / "histories.md").read_text("utf-8")

WINS, CHIPS, GIVEN_UP = re.findall(r"^```sql\n(.*?)^```$", MANUAL, re.M | re.S)
(ROUNDS,) = re.findall(r'^\$ sqlite3 .* players.db "\n(.*?)"$', HISTORIES, re.M | re.S)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return a database in which dave has lost 10 to the house, and has banked 40."""
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "5D 9C KH 9H 9S KD 9D")
    bot.says("dave", "!pontoon dave kevin")
    for nick, text in (("dave", "10"), ("kevin", "20"), ("dave", "t"), ("kevin", "s")):
        bot.tells(nick, text)
    assert bot.croupier().ask is None
    bot.tells("dave", "bank +40")
    bot.starts_anew()
    bot.stops()
    return database_of(bot)


def answers(database: Path, question: str) -> list[tuple[Any, ...]]:
    """Return the rows that the statements of QUESTION find."""
    with closing(sqlite3.connect(database)) as connection:
        statements = filter(str.strip, question.split(";"))
        return [row for each in statements for row in connection.execute(each)]


@pytest.mark.parametrize(
    ("when", "won"),
    [("", []), (", 'start of month', '-9 days'", [("dave", -10)])],
    ids=["this month", "last month"],
)
def test_who_won_the_most_chips_last_month(
    database: Path, when: str, won: list[tuple[str, int]]
) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(f"UPDATE changes SET at = 1000 * unixepoch('now'{when})")
    assert answers(database, WINS) == won


def test_where_the_chips_of_a_player_went(database: Path) -> None:
    found = answers(database, CHIPS)
    assert found[:3] == [("bank", 1, -40), ("pontoon", 1, -10), ("first seen", 1, 1000)]
    assert [(row[1], *row[4:]) for row in found[3:]] == [
        ("bank", 990, 950),
        ("pontoon", 1000, 990),
        ("first seen", None, 1000),
    ]


def test_which_decks_were_given_up(database: Path) -> None:
    assert answers(database, GIVEN_UP) == [("#pontoon", 1, "2026-11-20T12:00:00Z", "restart")]


def test_what_players_won_and_in_how_many_rounds(database: Path) -> None:
    assert answers(database, ROUNDS) == [("kevin", 1, 0), ("dave", 1, -10)]
