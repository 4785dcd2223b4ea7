"""Rounds of version 0.5.2 go on, and its history replays, though the rules have changed since.

The files of that version are of a bot that was killed in the fourth round of a game. Those of
``rounds.json`` are rounds in which the bank moved by the rules of that time.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert, json

from pontoon.engine.events import Event, Settled
from pontoon.engine.result import TableKey, WhyVoid
from pontoon.engine.table import Table
from pontoon.games.bank_events import KnockedDown
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.history_check import check
from pontoon.storage.place import path_beside, reading
from pontoon.storage.replay import steps, table_of
from pontoon.storage.rounds import RoundBeginning, RoundRecord
from pontoon.storage.sqlite import MODE
from pontoon.tables.recorder import CannotReplay, replay
from tests.support.kept_rounds import NOON
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
    shutil.copy(FILES / f"{game}.xml", players_file)


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


def recorded(name: str) -> tuple[RoundRecord, dict[str, Any]]:
    """Return the round of that NAME, and all that is known of it."""
    known = json.decode((FILES / "rounds.json").read_bytes())[name]
    fields = {each: known.get(each, []) for each in ("players", "consent", "acts")}
    beginning = convert(
        {"version": "0.5.2", "equipment": known["equipment"], **fields, "rules": {}}, RoundBeginning
    )
    record = RoundRecord(
        **{each: getattr(beginning, each) for each in RoundBeginning.__struct_fields__},
        id="0123456789abcdef",
        where=TableKey("local", CHANNEL, known["game"]),
        began=NOON,
        acts=fields["acts"],
    )
    return record, known


def events_of(record: RoundRecord, table: Table) -> list[Event]:
    return [event for step in steps(record, table) for event in step.events]


@pytest.mark.parametrize(
    "name", ["the banker said no", "an answer was known", "an auction was held"]
)
def test_what_was_said_about_the_bank_still_counts(name: str) -> None:
    record, known = recorded(name)
    table = table_of(record)
    events_of(record, table)
    assert [[ask.player, ask.phase.name] for ask in table.asks] == known["asked"]


def test_the_price_of_an_auction_is_paid_when_the_round_goes_on() -> None:
    """It would have been paid at the end of the round; it is a change of its own now."""
    record, _ = recorded("an auction was held")
    assert KnockedDown("player3", "player2", 1588) in events_of(record, table_of(record))


@pytest.mark.parametrize(
    "name", ["nobody bid in an auction", "an offer was accepted without a price"]
)
def test_a_round_of_the_bank_ends_as_it_did(name: str) -> None:
    record, known = recorded(name)
    assert events_of(record, table_of(record))[-1] == convert(known["settled"], Settled)


def test_a_round_that_goes_otherwise_by_the_rules_of_today_is_given_up() -> None:
    """The bank of somebody who left before the deal went on to the left; there is no round now."""
    record, _ = recorded("the banker left before the deal")
    with pytest.raises(CannotReplay) as given_up:
        replay(record, table_of(record), lambda _: True)
    assert given_up.value.why is WhyVoid.CHANGED
