"""Bots whose decks nobody has stacked, and the history that they have written."""

from collections.abc import Mapping
from pathlib import Path

from pontoon.service.shared import new_equipment
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.place import reading
from pontoon.storage.players.store import PlayerStore
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
    starts_after(bot, a_shed_round())
    return bot


def starts_after(bot: OfflineBot, played: SettledRound) -> None:
    """Have BOT start anew with a round in its history that was PLAYED, and is not paid yet."""
    bot.stops()
    store = PlayerStore(bot.players_xml)
    keep(store, played, is_paid=False)
    store.database.close()
    bot.starts()


def play(bot: OfflineBot, game: str, number: int = 0) -> None:
    """Play a round of GAME to its end; the NUMBER tells what people do."""
    bot.says("dave", f"!{game} dave kevin bob")
    for _ in play_out(bot, number):
        pass


def records_of(bot: OfflineBot) -> list[SettledRound]:
    """Return the rounds in the history, the earliest first; all of them replay."""
    found = []
    with reading(bot.players_xml) as read:
        for record in rounds(read, Wanted()):
            assert isinstance(record, SettledRound)
            Replay(record)
            found.append(record)
    return found


def open_decks(bot: OfflineBot) -> None:
    """Have all decks opened that were dealt from, as a restart between rounds does."""
    bot.starts_anew()
    assert bot.croupier(CHANNEL).ask is None
