"""People who talk with a bot in a channel and in private."""

import re
from collections import deque
from typing import NamedTuple

from tests.real_servers.decklines import is_about_deck, without_place
from tests.real_servers.rawclient import TIMEOUT_SECONDS, Address, RawClient

MARK = "[♠♢=~] "
"""What each line of the bot in a channel begins with, but for those that seal and open decks."""


class Said(NamedTuple):
    """Something that a bot said: to which nick or channel, and what."""

    target: str
    text: str


class Guest(RawClient):
    """A person in CHANNEL, where the bot called BOT is or will be.

    What is expected of the bot is a pattern for a part of the text.
    """

    def __init__(
        self, server: Address, nick: str, *, user: str = "", channel: str, bot: str
    ) -> None:
        super().__init__(server, nick, user=user)
        self.channel = channel
        self.bot = bot
        self._own: list[tuple[int, str]] = []
        """What was said in the channel, and how many lines had been received before."""
        self.join(channel)
        self._came_in = len(self.log)

    # Speaking

    def command(self, text: str) -> None:
        """Say TEXT in the channel."""
        self._own.append((len(self.log), text))
        self.say(self.channel, text)

    def whisper(self, text: str) -> None:
        """Say TEXT to the bot in private."""
        self.say(self.bot, text)

    def call_myself(self, nick: str) -> None:
        """Take another nick."""
        self.send(f"NICK {nick}")
        self.expect(rf"^:{re.escape(self.nick)}!\S+ NICK :?{re.escape(nick)}$")
        self.nick = nick

    # Hearing

    def sees(self, pattern: str, timeout: float = TIMEOUT_SECONDS) -> re.Match[str]:
        """Return where PATTERN is in the next line in the channel in which the bot says such."""
        return self.expect(self._said_to(self.channel) + f".*?(?:{pattern})", timeout)

    def told(self, pattern: str, timeout: float = TIMEOUT_SECONDS) -> re.Match[str]:
        """Return where PATTERN is in the next line in private in which the bot says such."""
        return self.expect(self._said_to(self.nick) + f".*?(?:{pattern})", timeout)

    def sees_bot(self, command: str) -> str:
        """Return what the server tells next of the bot's own JOIN, NICK, QUIT and so on."""
        return self.expect(rf"^:{re.escape(self.bot)}!\S+ {command}\b.*").string

    def what_came(self) -> list[Said]:
        """Return all that the bot has said until now and that was not looked at.

        It is asked something harmless and must have answered that.
        """
        start = len(self.log)
        self.whisper("games")
        self.told(r"I deal .*\(")
        return [said for line in self.log[start:-1] if (said := self.read(line)) is not None]

    def answers(self, text: str) -> list[Said]:
        """Say TEXT to the bot in private, and return all that comes of it."""
        self.what_came()
        self.whisper(text)
        return self.what_came()

    def answers_in_channel(self, text: str) -> list[Said]:
        """Say TEXT in the channel, and return all that comes of it."""
        self.what_came()
        self.command(text)
        return self.what_came()

    def read(self, line: str) -> Said | None:
        """Return what the bot says in LINE, if it is such a line, but for what is about decks."""
        said = self.read_all(line)
        if said is None or is_about_deck(said.text):
            return None
        text = without_place(said.text)
        return Said(said.target, text) if text else None

    def read_all(self, line: str) -> Said | None:
        """Return what the bot says in LINE, if it is such a line, without the mark in channels."""
        match = re.match(rf":{re.escape(self.bot)}!\S+ (?:PRIVMSG|NOTICE) (\S+) :(.*)", line)
        if match is None:
            return None
        target, text = match.groups()
        if target.startswith("#"):
            assert re.match(f"{MARK}|Deck ", text), line
            text = re.sub(f"^{MARK}", "", text)
        return Said(target, text)

    def all_said(self) -> list[Said]:
        """Return all that the bot has said and that this person has received."""
        return [said for line in self.log if (said := self.read_all(line)) is not None]

    def visits(self, *, is_bot_another: bool) -> list[list[Said]]:
        """Return what the bot has said, apart for each time that this person has come in.

        A visit also ends when the bot quits, if the one that comes next is another.
        """
        begins = rf":{re.escape(self.nick)}!\S+ JOIN :?{re.escape(self.channel)}(?: |$)"
        if is_bot_another:
            begins += rf"|:{re.escape(self.bot)}!\S+ QUIT "
        visits: list[list[Said]] = [[]]
        for line in self.log[self._came_in :]:
            if (said := self.read_all(line)) is not None:
                visits[-1].append(said)
            elif re.match(begins, line):
                visits.append([])
        return visits

    def channel_log(self) -> list[str]:
        """Return what irssi's log of the channel would have: what was said there, by whom."""
        said = re.compile(rf":([^!\s]+)!\S+ PRIVMSG {re.escape(self.channel)} :(.*)")
        lines: list[str] = []
        own = deque(self._own)
        for number, line in enumerate([*self.log, ""]):
            while own and own[0][0] <= number:
                lines.append(f"20:01 <{self.nick}> {own.popleft()[1]}")
            if (match := said.fullmatch(line)) is not None:
                lines.append(f"20:01 <{match[1]}> {match[2]}")
        return lines

    def _said_to(self, target: str) -> str:
        speaker, target = re.escape(self.bot), re.escape(target)
        return rf"^:{speaker}!\S+ (?:PRIVMSG|NOTICE) {target} :"
