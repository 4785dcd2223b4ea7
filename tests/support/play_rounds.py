"""Rounds of any game, played with a bot by people who take what is on offer."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pontoon.engine.moves import Phase
from pontoon.storage.place import connected
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.random_people import typed

GAMES = ("pontoon", "british", "shoot", "cutwc", "blackjack")

FOR_EVER = 10**9


def nick_asked(bot: OfflineBot) -> str:
    """Return the nick that whoever is asked has now."""
    ask = bot.croupier().ask
    assert ask is not None
    nick = bot.croupier().seat_map.address(ask.player)
    assert nick is not None
    return nick


def answers(bot: OfflineBot, number: int = 0) -> list[Said]:
    """Let whoever is asked do what is on offer; the NUMBER tells what of that.

    All who are asked want the bank, and one of them puts up the kitty after an auction.
    """
    ask = bot.croupier().ask
    assert ask is not None
    if ask.phase is Phase.BANK:
        return bot.tells(nick_asked(bot), "y")
    if ask.phase is Phase.KITTY and any("bidder" in line for line in bot.heard_in(CHANNEL)):
        number = 0
    text = typed(ask.options[number % len(ask.options)], number)
    return bot.tells(nick_asked(bot), text)


def play_out(bot: OfflineBot, number: int = 0) -> Iterator[list[Said]]:
    """Play the round to its end; yield what is said after each answer."""
    while bot.croupier().ask is not None:
        yield answers(bot, number)


def database_of(bot: OfflineBot) -> Path:
    """Return where the database is."""
    return bot.players_xml.with_suffix(".db")


def rounds_written(bot: OfflineBot) -> list[str]:
    """Return the names of the rounds in the ledger, in the order in which they were settled."""
    with connected(bot.players_xml) as database:
        found = database.execute(
            "SELECT round FROM changes WHERE round IS NOT NULL AND why <> 'bank sold' ORDER BY id"
        )
        return [name for (name,) in found]


def change_database(bot: OfflineBot, sql: str) -> None:
    """Change by SQL what is written."""
    with closing(sqlite3.connect(database_of(bot))) as database, database:
        database.execute(sql)


@contextmanager
def killed_at(call: str, trouble: Trouble) -> Iterator[None]:
    """Kill the bot, at or after a CALL that changes the disk, as TROUBLE says."""
    with FaultyDisk(trouble, 1, counted=(call,)).at_work():
        yield


@contextmanager
def full_disk(trouble: Trouble = Trouble.FULL) -> Iterator[None]:
    """Have nothing written from now on."""
    with FaultyDisk(trouble, 1, FOR_EVER).at_work():
        yield
