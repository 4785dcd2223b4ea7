"""The server inside the bot, with the bot on it, and people who send it anything; no sockets."""

from pathlib import Path

from pontoon.irc.server.server import LocalServer
from tests.fuzz.fuzzed_bot import PEOPLE, FuzzedBot
from tests.fuzz.mutation import Mutator
from tests.support.client_rig import Rig
from tests.support.local_server import BOT, Visitor
from tests.support.offline_bot import CHANNEL

CONFIG = f"""[irc]
server = local
channels = {CHANNEL}, #other
[table]
turn_timeout = 20
grace = 10
"""

STAY = 50
"""Lines of one person that follow each other, more or less."""

OFTEN = 0.3
"""How often, between two lines, somebody plays on, and time passes: else there is no round."""

MAX_LINE_BYTES = 512


class CrowdedServer:
    """A server with a bot, whose files are in FOLDER, and people who send what MUTATOR makes."""

    def __init__(self, folder: Path, mutator: Mutator) -> None:
        self.fuzzed = FuzzedBot(folder, CONFIG, mutator.chance)
        self._mutator = mutator
        self._chance = mutator.chance
        clock = self.fuzzed.clock
        self.server = LocalServer(bot_nick=BOT, port=6667, reactor=clock, log=self.fuzzed.log)
        self.bot = Visitor(self.server)
        bot = self.fuzzed.bot
        self.rig = Rig(
            nickname=BOT,
            password=self.server.token,
            listener=bot,
            log=self.fuzzed.log,
            clock=clock,
            wire=None,
        )
        bot.client = self.rig.client
        self._exchange()
        self.people = [self._visitor(nick) for nick in PEOPLE]

    def receive(self, lines: int) -> None:
        """Let people send so many LINES."""
        for _ in range(0, lines, STAY):
            at = self._chance.randrange(len(self.people))
            self._receive_of(at)
            if self._chance.random() < OFTEN:
                self.people[at].lose()
                self.people[at] = self._visitor(PEOPLE[at])

    def everybody_leaves(self) -> None:
        """Have all connections but the bot's gone."""
        for person in self.people:
            person.lose()
        self._exchange()

    def _receive_of(self, at: int) -> None:
        for line in self._mutator.lines(STAY, lambda: self.people[at].nick):
            try:
                self.people[at].connection.dataReceived(line)
                self._exchange()
                self._go_on_playing()
            except Exception as fault:
                fault.add_note(f"behind {line!r}")
                raise
            self._check_what_was_heard(line)
            for place, each in enumerate(self.people):
                if each.is_put_out:
                    each.lose()
                    self.people[place] = self._visitor(PEOPLE[place])

    def _go_on_playing(self) -> None:
        """Let what may happen between two lines happen now and then."""
        if self._chance.random() < OFTEN and (said := self.fuzzed.move()) is not None:
            for person in self.people:
                if person.nick == said.nick and not person.is_put_out:
                    person.says(f"PRIVMSG {said.target or BOT} :{said.text}")
            self._exchange()
        if self._chance.random() < OFTEN:
            self.fuzzed.pass_time()
            self._exchange()

    def _visitor(self, nick: str) -> Visitor:
        """Return somebody who has come in, and into the channel, as NICK if that is free."""
        visitor = Visitor(self.server)
        visitor.says(f"NICK {nick}", f"USER {nick} 0 * :{nick}", f"JOIN {CHANNEL}")
        self._exchange()
        return visitor

    def _exchange(self) -> None:
        """Carry bytes between the bot and its link until neither has any."""
        while said := self.rig.transport.value():
            self.rig.transport.clear()
            self.bot.connection.dataReceived(said)
            self.rig.client.dataReceived(self.bot.raw())
        self.rig.client.dataReceived(self.bot.raw())
        if self.bot.is_put_out or self.rig.transport.disconnecting:
            raise AssertionError("the bot is not on its own server any more")

    def _check_what_was_heard(self, behind: bytes) -> None:
        for person in self.people:
            for line in person.raw().split(b"\r\n"):
                if len(line) > MAX_LINE_BYTES - 2 or set(line) & set(b"\r\n\0"):
                    self.fuzzed.faults.append(f"{line!r} was sent behind {behind!r}")
