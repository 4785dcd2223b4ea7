"""Rounds of version 0.5.2 go on, and its history replays, though the rules have changed since.

The files of that version are of a bot that was killed in the fourth round of a game.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pontoon.storage.database import MODE, path_beside, reading
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.history_check import check
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.play_rounds import GAMES, play_out

FILES = Path(__file__).with_name("of_0_5_2")
SEATS = "dave 1000, kevin 1000, bob 1000"
NEXT = {
    "pontoon": ("dave", ["twist", "buy"]),
    "british": ("kevin", ["stick", "twist", "buy"]),
    "shoot": ("kevin", ["shoot", "pass"]),
    "cutwc": ("dave", ["stick", "twist", "buy"]),
    "blackjack": ("dave", ["hit", "stay", "double"]),
}
"""Who was asked last in each game, and for what."""

every_game = pytest.mark.parametrize("game", GAMES)


def put_in_place(game: str, players_file: Path) -> None:
    """Put the files of GAME that version 0.5.2 has left in the place of PLAYERS_FILE."""
    database = path_beside(players_file)
    for suffix in ("", "-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    database.touch(MODE)
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript((FILES / f"{game}.sql").read_text("utf-8"))
    for suffix in (".xml", ".decks"):
        shutil.copy(FILES / f"{game}{suffix}", players_file.with_suffix(suffix))


@pytest.fixture
def bot(game: str, tmp_path: Path) -> OfflineBot:
    """Give a bot that starts with the files of version 0.5.2."""
    bot = OfflineBot(tmp_path, SEATS)
    bot.stops()
    put_in_place(game, bot.players_xml)
    bot.starts()
    return bot


@every_game
def test_a_round_in_play_goes_on_to_its_end(game: str, bot: OfflineBot) -> None:
    assert bot.tables_log[-1] == f"the {game} round in {CHANNEL} continues where it was stopped"
    ask = bot.croupier().ask
    assert ask is not None
    assert (ask.player, [str(option.verb) for option in ask.options]) == NEXT[game]
    for _ in play_out(bot):
        pass
    assert bot.croupier().ask is None
    bot.stops()
    check_books(bot.players_xml)
    with reading(bot.players_xml) as read:
        report = check(read, rounds(read, Wanted()))
    assert (report.rounds, report.in_ledger, report.by_other_rules) == (4, 4, 0)
    assert report.findings == []


@every_game
def test_it_goes_on_after_a_second_start(game: str, bot: OfflineBot) -> None:
    bot.starts_anew()
    ask = bot.croupier().ask
    assert ask is not None
    assert (ask.player, [str(option.verb) for option in ask.options]) == NEXT[game]
