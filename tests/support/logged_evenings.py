"""Evenings of the real bot, as the log that a client writes of them."""

import contextlib
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from pontoon.engine.moves import Phase
from pontoon.irc.outgoing import Message
from pontoon.irc.people import Person
from pontoon.service.shared import new_equipment
from tests.support.fake_clock import NOON
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot
from tests.support.random_people import typed

ENTRIES = (
    Entry("dave"),
    Entry("kevin", nickname="Kev the Great"),
    Entry("bob", nickname="stakes are returned"),
    Entry("T"),
)
NICKS = tuple(entry.nick for entry in ENTRIES)
SHORT_DECKS = {
    "table": {"max_players": "4"},
    "shed": {"decks": "2", "marker": "60-70"},
    "blackjack": {"decks": "1", "marker": "20-30"},
}
"""So few cards lie in front of the markers that decks end after some rounds."""


class Spoken(NamedTuple):
    """What somebody said to a channel, or to a nick; to the bot where TARGET is ""."""

    second: float
    nick: str
    target: str
    text: str


class LoggedBot(OfflineBot):
    """A bot whose decks are sealed as they are in earnest; all that is said is in ``book``."""

    def __init__(self, folder: Path, players: Sequence[Entry] = ENTRIES, **more: Any) -> None:
        self.book: list[Spoken] = []
        super().__init__(folder, players, tells_of_decks=True, furnish=new_equipment, **more)

    def hear(self, person: Person, text: str, channel: str = "") -> None:
        self.book.append(Spoken(self.time.seconds(), person.nick, channel, text))
        super().hear(person, text, channel)

    def _send(self, say: Message) -> None:
        before = len(self.said)
        super()._send(say)
        now, mark = self.time.seconds(), say.mark if say.target.startswith("#") else ""
        lines = (mark + each.line for each in self.said[before:])
        self.book += [Spoken(now, BOT, say.target, line) for line in lines]

    def answers(self, chance: random.Random) -> None:
        """Let one of those who are asked do something that is on offer."""
        ask = chance.choice(self.croupier().waiting.asks)
        nick = self.croupier().seat_map.address(ask.player)
        text = typed(chance.choice(ask.options), chance.randrange(7))
        if nick is None:
            self.pass_seconds(20)
        else:
            self.tells(nick, "y" if ask.phase is Phase.BANK else text)

    def plays(self, chance: random.Random, *, wildly: bool = False) -> None:
        """Let the round be played to its end; WILDLY, people leave, sleep and restart the bot."""
        while self.croupier().waiting.asks:
            luck = chance.random() if wildly else 1
            if luck < 0.02:
                self.says(chance.choice(NICKS), "!pontoon leave")
            elif luck < 0.03:
                self.pass_seconds(130)
            elif luck < 0.035:
                self.stops_round()
            elif luck < 0.04:
                self.starts_anew()
            else:
                self.answers(chance)
            self.pass_seconds(chance.choice([0, 1, 2]))

    def deals_to(self, chance: random.Random, game: str) -> None:
        """Begin a round of GAME by some of the players, whether they had joined or not."""
        for nick in NICKS:
            self.says(nick, "!leave")
        self.pass_seconds(3)
        nicks = chance.sample(NICKS, chance.choice([2, 3, 4]))
        self.says(nicks[0], f"!{game} {' '.join(nicks)}")
        self.pass_seconds(3)

    def deals_with_words(self, chance: random.Random, game: str, *nicks: str) -> None:
        """Have GAME dealt to those of NICKS from a new deck; each says ``!deal`` and some words."""
        self.gives_up(game)
        self.pass_seconds(3)
        for nick in nicks:
            self.says(nick, f"!join {game}")
        self.pass_seconds(3)
        for nick in nicks:
            self.says(nick, f"!deal words of {nick} {chance.randrange(1000)}")
        self.pass_seconds(3)
        self.plays(chance)

    def gives_up(self, game: str) -> None:
        """Have the deck of GAME given up."""
        self.ops("bob")
        self.says("bob", f"!{game} shuffle")


def evening(
    folder: Path,
    seed: int,
    games: Iterable[str],
    rounds: int = 6,
    config: Mapping[str, Mapping[str, str]] = SHORT_DECKS,
    *,
    wildly: bool = True,
) -> LoggedBot:
    """Return the bot after an evening of some ROUNDS of each of GAMES, whose decks are opened."""
    chance = random.Random(seed)
    with same_secrets(seed):
        bot = LoggedBot(folder, config=config)
        for game in games:
            for _ in range(rounds):
                for nick in chance.sample(NICKS, 2):
                    bot.says(nick, f"!cut words {chance.randrange(1000)} of {nick}")
                bot.pass_seconds(3)
                bot.deals_to(chance, game)
                bot.plays(chance, wildly=wildly)
                bot.pass_seconds(chance.choice([1, 140]))
            bot.deals_with_words(chance, game, "kevin", "bob")
            bot.gives_up(game)
    return bot


@contextlib.contextmanager
def same_secrets(seed: int) -> Iterator[None]:
    """Have all secrets follow from SEED, so that a test always sees the same cards."""
    chance = random.Random(seed)
    with (
        patch("secrets.token_bytes", chance.randbytes),
        patch("secrets.token_hex", lambda size: chance.randbytes(size).hex()),
        patch("pontoon.storage.players.ledger.new_bank", lambda: f"bank{seed:04}"),
    ):
        yield


# The log


def logged(book: Iterable[Spoken]) -> list[str]:
    """Return the log of the channel that WeeChat writes of a BOOK."""
    return [
        f"{NOON + timedelta(seconds=spoken.second):%Y-%m-%d %H:%M:%S}\t{spoken.nick}\t{spoken.text}"
        for spoken in book
        if spoken.target == CHANNEL
    ]
