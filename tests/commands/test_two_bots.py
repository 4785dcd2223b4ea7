"""Two bots of this kind in one channel, or one and another that answers, do not talk for ever."""

from collections import deque
from collections.abc import Iterable
from pathlib import Path

import pytest

from pontoon.commands.command_table import COMMANDS
from pontoon.games import GAMES
from tests.support.offline_bot import BOT, Entry, OfflineBot, Said

OTHER = "Other"

MAX_SAID = 60
"""Lines that two bots may say to each other, and in the channel, because of one line."""

PLAYERS = [Entry(nick) for nick in ("dave", "kevin", BOT, OTHER)]

WORDS = sorted({each.word for each in COMMANDS if each.word})
STARTS = [
    *WORDS,
    *("hello", "?", "50", "s", "help more", "stats dave", "rules british", "stats PontoonBot"),
    *(f"{game.name} {word}" for game in GAMES for word in ("help", "stats", "rules", "join")),
]


class Pair:
    """Two bots, who hear each other; neither knows any limit to what one may say."""

    def __init__(self, folder: Path) -> None:
        self.bots = {}
        for nick, other in ((BOT, OTHER), (OTHER, BOT)):
            own = folder / nick
            own.mkdir(exist_ok=True)
            bot = OfflineBot(own, PLAYERS)
            bot.network.own_nick = nick
            self.bots[nick] = bot
            assert bot.roster().find(other)

    def has_an_end(self, nick: str, who: str, text: str, *, is_private: bool = False) -> bool:
        """Have WHO say TEXT where the bot NICK hears it; tell whether both fall silent soon."""
        for each in self.bots.values():
            each.time.advance(10_000)
        bot = self.bots[nick]
        said = bot.tells(who, text) if is_private else bot.says(who, text)
        return self.falls_silent(nick, said)

    def falls_silent(self, nick: str, said: Iterable[Said]) -> bool:
        """Tell whether both fall silent soon after the bot NICK has SAID that."""
        return self._count(nick, said) <= MAX_SAID

    def _count(self, speaker: str, said: Iterable[Said]) -> int:
        """Let each hear what the other says, from what SPEAKER SAID on; count the lines."""
        waiting = deque((speaker, each) for each in said)
        number = 0
        while waiting and number <= MAX_SAID:
            speaker, line = waiting.popleft()
            number += 1
            hearer = next(nick for nick in self.bots if nick != speaker)
            waiting.extend((hearer, each) for each in self._heard(hearer, speaker, line))
        return number

    def _heard(self, hearer: str, speaker: str, said: Said) -> list[Said]:
        bot = self.bots[hearer]
        if said.target.startswith("#"):
            return bot.says(speaker, said.line)
        return bot.tells(speaker, said.line) if said.target == hearer else []


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    return Pair(tmp_path_factory.mktemp("pair"))


def test_what_one_says_to_the_other_comes_to_an_end(pair: Pair) -> None:
    for text in STARTS:
        assert pair.has_an_end(BOT, OTHER, text, is_private=True)
        assert pair.has_an_end(BOT, OTHER, f"!{text}", is_private=True)


def test_what_one_says_in_the_channel_comes_to_an_end(pair: Pair) -> None:
    for text in STARTS:
        assert pair.has_an_end(BOT, OTHER, f"!{text}")
        assert pair.has_an_end(BOT, OTHER, f"{BOT}: {text}")


@pytest.mark.parametrize("who", [OTHER, "dave"])
@pytest.mark.parametrize("game", ["pontoon", "cutwc"])
def test_a_bot_that_is_dealt_to_by_another_keeps_nobody_talking(
    tmp_path: Path, who: str, game: str
) -> None:
    pair = Pair(tmp_path)
    assert pair.has_an_end(BOT, who, f"!{game} {OTHER} kevin")
    for each in pair.bots[BOT].pass_seconds(10_000), pair.bots[BOT].stops_round():
        assert pair.falls_silent(BOT, each)


@pytest.mark.parametrize("said", ["what?", "PontoonBot: what?", "Unknown command. Say HELP"])
def test_a_program_that_answers_every_line_is_not_answered_for_ever(
    tmp_path: Path, said: str
) -> None:
    bot = OfflineBot(tmp_path, PLAYERS)
    answers = [bot.tells(OTHER, said) or bot.says(OTHER, said) for _ in range(20)]
    assert sum(map(bool, answers)) <= 10
    assert bot.tells("dave", "what?"), "others are told how to talk to the bot"
    assert bot.tells(OTHER, "games"), "what is understood is answered"
    bot.pass_seconds(301)
    assert bot.tells(OTHER, "what?")
