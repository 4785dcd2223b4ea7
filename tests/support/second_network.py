"""A second network beside that of an OfflineBot, which shares its players and its database."""

from collections.abc import Iterable

from pontoon.engine.events import Kitty
from pontoon.engine.result import TableKey
from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.irc.outgoing import Message, lines_of
from pontoon.irc.people import Person, Roster
from pontoon.tables.croupier import Croupier
from tests.support.offline_bot import BOT, CHANNEL, FakeNetwork, OfflineBot, OfflineNetwork

WEST = {"irc:west": {"server": "127.0.0.2"}}
"""What its config.ini has of it."""


class SecondNetwork:
    """The network [irc:west] of an OfflineBot, with NICKS in its one channel."""

    def __init__(self, bot: OfflineBot, nicks: Iterable[str], fold: Fold = rfc1459) -> None:
        self._bot = bot
        self.said: list[tuple[str, str]] = []
        self.network = FakeNetwork({fold(CHANNEL): Roster(fold)}, fold)
        irc = bot.bot.config.networks[1]
        log = bot.tables_log.append
        self.real_network = OfflineNetwork(bot.bot, irc, self.network, self._speak, log)
        for nick in (BOT, *nicks):
            self.comes(nick)
        self.croupier.entered()
        self.croupier.absence.described()
        bot.time.advance(0)  # the turn of the reactor ends

    @property
    def roster(self) -> Roster:
        """Who is in the channel."""
        return self.network.rosters[self.network.fold(CHANNEL)]

    @property
    def croupier(self) -> Croupier:
        """The croupier of the channel."""
        croupier = self.real_network.croupiers.find(CHANNEL)
        assert croupier is not None
        return croupier

    def comes(self, nick: str) -> None:
        """Let somebody come into the channel."""
        self.roster.add(_person(nick))
        self.croupier.absence.arrived(_person(nick))

    def leaves(self, nick: str) -> None:
        """Let somebody leave the channel."""
        person = self.roster.remove(nick)
        assert person is not None
        self.croupier.absence.departed(person)

    def says(self, nick: str, text: str) -> list[str]:
        """Let somebody say TEXT in the channel; return the lines that the bot then says."""
        before = len(self.said)
        self.real_network.hear(_person(nick), text, CHANNEL)
        self._bot.time.advance(0)
        return [line for _, line in self.said[before:]]

    def tells(self, nick: str, text: str) -> list[str]:
        """Let somebody say TEXT to the bot; return the lines that the bot then says."""
        before = len(self.said)
        self.real_network.hear(_person(nick), text)
        self._bot.time.advance(0)
        return [line for _, line in self.said[before:]]

    def kitty(self, bot: OfflineBot) -> Kitty | None:
        """Return the kitty of Shoot Pontoon in the channel, as players.xml of BOT has it."""
        return bot.store.kitty(TableKey("west", CHANNEL, "shoot"))

    def _speak(self, message: Message, command: str = "") -> None:  # noqa: ARG002 -- Speak
        self.said += [(message.target, line) for line in lines_of(message, 400)]
        for call in filter(None, (message.left,)):
            call()


def _person(nick: str) -> Person:
    return Person(nick, f"{nick}@west")
