"""A network with people on it, without sockets: lines are obeyed as if they had been received."""

from collections.abc import Sequence

from pontoon.irc.server.commands import obey
from pontoon.irc.server.server import as_sent
from pontoon.irc.server.state import SERVER, ServerState, User

TOKEN = "the-token-of-the-bot"
BOT = "PontoonBot"


class Person:
    """Somebody connected to NETWORK; what they hear is what would be on the wire."""

    def __init__(self, network: ServerState) -> None:
        self.network = network
        self.user = User(self)
        self.closed_for = ""
        self._heard: list[str] = []

    # What the network calls

    def send(self, line: str) -> None:
        """Note LINE as it would arrive."""
        self._heard.append(as_sent(line).decode(errors="surrogateescape").removesuffix("\r\n"))

    def close(self, reason: str) -> None:
        """Leave the network, as a link must."""
        self.closed_for = reason
        self.network.remove(self.user, reason)

    # What a test calls

    def says(self, *lines: str) -> list[str]:
        """Send LINES; return what comes of it to this person, and nothing from before."""
        self._heard.clear()
        for line in lines:
            obey(self.network, self.user, line)
        return self.heard()

    def heard(self) -> list[str]:
        """Return what was heard since the last time; ``@`` stands for the server's name."""
        lines = [line.replace(f":{SERVER} ", "@ ", 1) for line in self._heard]
        self._heard.clear()
        return lines

    def numbers(self, *lines: str) -> list[str]:
        """Send LINES; return the numbers, or names, of what comes of it."""
        return [line.split()[1] for line in self.says(*lines)]


class LocalNetwork:
    """A network at a time that tests set, with the bot and people who come."""

    def __init__(self, *, motd: Sequence[str] = ()) -> None:
        self.now = 1_000_000.0
        self.network = ServerState(bot_nick=BOT, token=TOKEN, now=lambda: self.now)
        self.network.motd = motd

    def stranger(self) -> Person:
        """Have somebody connect who says nothing yet."""
        return Person(self.network)

    def person(self, nick: str, *channels: str) -> Person:
        """Have somebody come in, and enter CHANNELS."""
        person = self.stranger()
        person.says(f"NICK {nick}", f"USER {nick.lower()} 0 * :{nick}'s name")
        assert person.user.is_registered
        for channel in channels:
            person.says(f"JOIN {channel}")
        return person

    def bot(self, *channels: str) -> Person:
        """Have the bot come in, and enter CHANNELS."""
        bot = self.stranger()
        bot.says(f"PASS :{TOKEN}", f"NICK {BOT}", "USER bot 0 * :Dealer")
        assert bot.user.is_bot
        for channel in channels:
            bot.says(f"JOIN {channel}")
        return bot


def hush(*people: Person) -> None:
    """Let PEOPLE forget what they heard."""
    for person in people:
        person.heard()
