"""Bots whose decks nobody has stacked, and the history that they have written."""

from collections.abc import Mapping
from pathlib import Path

from pontoon.service.shared import new_equipment
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.replay import Replay
from pontoon.storage.rounds import SettledRound
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.play_rounds import play_out
from tests.support.recorded_rounds import a_shed_round, keep

PLAYERS = "dave 1000, kevin 1000, bob 1000"


def honest_bot(
    folder: Path, config: Mapping[str, Mapping[str, str]] | None = None, players: str = PLAYERS
) -> OfflineBot:
    """Return a bot in FOLDER that deals from sealed decks as they come."""
    return OfflineBot(folder, players, config=config, furnish=new_equipment)


def bot_after_a_round(folder: Path) -> OfflineBot:
    """Return such a bot after ``a_shed_round``: dave has stuck on 20, kevin has twisted on 16."""
    bot = honest_bot(folder)
    keep(bot.store, a_shed_round(), is_paid=False)
    bot.starts_anew()
    return bot


def play(bot: OfflineBot, game: str, number: int = 0) -> None:
    """Play a round of GAME to its end; the NUMBER tells what people do."""
    bot.says("dave", f"!{game} dave kevin bob")
    for _ in play_out(bot, number):
        pass


def records_of(bot: OfflineBot) -> list[SettledRound]:
    """Return the rounds in the history, the earliest first; all of them replay."""
    found = []
    for record in rounds(bot.bot.database.read, Wanted()):
        assert isinstance(record, SettledRound)
        Replay(record)
        found.append(record)
    return found


def open_decks(bot: OfflineBot) -> None:
    """Have all decks opened that were dealt from, as a restart between rounds does."""
    bot.starts_anew()
    assert bot.croupier(CHANNEL).ask is None
