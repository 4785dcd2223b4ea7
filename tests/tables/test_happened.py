"""A table knows all that has happened in the round: what any player sees can be made from it."""

from pathlib import Path
from random import Random

import pytest

from pontoon.engine.moves import Phase
from pontoon.odds.view import Observer
from pontoon.storage.place import viewed
from pontoon.storage.replay import steps, table_of
from pontoon.storage.rounds import Rounds
from tests.support.honest_bots import honest_bot
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.play_rounds import GAMES
from tests.support.random_people import typed

pytestmark = pytest.mark.slow

NICKS = ("dave", "kevin", "bob")
STEPS = 60


def compare(bot: OfflineBot) -> int:
    """Check what every player sees, whatever is asked; return how much has happened."""
    croupier = bot.croupier()
    with viewed(bot.players_xml) as database:
        played = Rounds(database, bot.bot.decks, bot.time.now).played()
    if croupier.ask is None:
        assert (croupier.recorder.happened, played) == ([], [])
        return 0
    (record,) = played
    replayed = [event for each in steps(record, table_of(record)) for event in each.events]
    for ask in croupier.table.asks:
        for player in croupier.table.players:
            views = []
            for happened in replayed, croupier.recorder.happened:
                observer = Observer(player, croupier.game, croupier.table.rules)
                observer.see(happened)
                views.append(observer.view(ask))
            assert views[0] == views[1]
    return len(replayed)


def somebody_does_something(bot: OfflineBot, game: str, lots: Random) -> None:
    """Let a player answer, or resign, trade, spend chips, go, be silent; or the bot be killed."""
    nick, croupier = lots.choice(NICKS), bot.croupier()
    match lots.randrange(30):
        case 0:
            bot.says(nick, f"!{game} leave")
        case 1:
            bot.leaves(nick)
            bot.pass_seconds(lots.choice([1, 400]))
            bot.comes(nick)
        case 2:
            bot.pass_seconds(130)
        case 3:
            bot.tells(nick, f"sell bank to {lots.choice(NICKS)} for 5")
        case 4:
            bot.tells(nick, lots.choice(["accept", "cancel", "decline"]))
        case 5:
            bot.dies()
            bot.starts()
        case 6:
            bot.is_put_out()
            bot.is_back(NICKS)
        case 7:
            bot.says(nick, "!pontoon banker")
        case 8 if croupier.ask is not None and lots.randrange(3) == 0:
            bot.stops_round()
        case _:
            answer(bot, lots)


def answer(bot: OfflineBot, lots: Random) -> None:
    """Let one of those who are asked answer."""
    croupier = bot.croupier()
    if croupier.table.asks:
        ask = lots.choice(croupier.table.asks)
        option = lots.choice(ask.options)
        said = "y" if ask.phase is Phase.BANK else typed(option, lots.randrange(1000))
        bot.tells(croupier.seat_map.address(ask.player) or "dave", said)


@pytest.mark.parametrize("game", GAMES)
def test_what_has_happened_is_what_the_record_of_the_round_comes_to(
    tmp_path: Path, game: str
) -> None:
    most = 0
    for number in range(6):
        lots = Random(number)
        folder = tmp_path / str(number)
        folder.mkdir()
        bot = honest_bot(folder)
        for _ in range(STEPS):
            if bot.croupier().ask is None:
                bot.says(lots.choice(NICKS), f"!{game} {' '.join(NICKS)}", CHANNEL)
            else:
                somebody_does_something(bot, game, lots)
            most = max(most, compare(bot))
    assert most > len(NICKS)
