"""The whole bot but for sockets, whose connection comes and goes while it receives anything."""

from base64 import b64encode
from pathlib import Path
from typing import Any

from tests.fuzz.fuzzed_bot import PEOPLE, FuzzedBot
from tests.fuzz.mutation import Mutator
from tests.support.client_rig import Rig
from tests.support.offline_bot import CHANNEL

CONFIG = f"""[irc]
server = irc.example.org
channels = {CHANNEL}, #other
lines_per_second = 0
user_lines = 5
ignore = *!*@ignored.example
[identity]
self_registration = yes
[admin]
masks = boss!*@office
[table]
turn_timeout = 20
grace = 10
"""

SECRET = "hunter2-sesame"

SECRETS = (SECRET, b64encode(f"bot\0bot\0{SECRET}".encode()).decode())
"""What no log may have: the password, and what SASL makes of it."""

LOGIN: dict[str, Any] = {
    "account": "bot",
    "account_password": SECRET,
    "nickserv": "NickServ",
    "is_trusted": True,
}

CERTIFICATE = {"has_tls": True, "tls_certificate": Path("bot.pem")}

LOGINS: tuple[dict[str, Any], ...] = (
    {},
    LOGIN,
    {**LOGIN, **CERTIFICATE},
    {**LOGIN, "sasl_required": True},
)

VISIT = 100
"""Lines that are received on a connection before it is lost, or everybody comes in again."""

ARRIVING = 0.1
"""How often the bot is not let in at once: what it receives then may be anything too."""

PEOPLE_WHO_PLAY = 3
OFTEN = 0.1
"""How often, between two lines, somebody plays on, and time passes: else there is no round."""


CLOSING = 0.05
"""How often ERROR is received where it is drawn: it ends the connection, and nobody plays on."""


class SoakedBot:
    """A bot with its files in FOLDER that receives what MUTATOR makes."""

    def __init__(self, folder: Path, mutator: Mutator) -> None:
        self.fuzzed = FuzzedBot(folder, CONFIG, mutator.chance)
        self._mutator = mutator
        self._chance = mutator.chance
        self.sent: set[str] = set()
        """The commands that the bot has sent."""
        self._pings: list[str] = []
        """What is to be answered by a PONG: else no seal of a deck would count as heard."""
        self._connect()

    def receive(self, lines: int) -> None:
        """Let so many LINES be received, over connections that are lost now and then."""
        for _ in range(0, lines, VISIT):
            if self._chance.random() < ARRIVING:
                self._connect_again()
            else:
                self._come_in()
            self._receive_on_a_visit()

    def _receive_on_a_visit(self) -> None:
        client = self.rig.client
        for line in self._mutator.lines(VISIT, lambda: client.session.me.nick):
            if _is_error(line) and self._chance.random() > CLOSING:
                continue
            cut = self._chance.randrange(len(line) + 1)
            try:
                client.dataReceived(line[:cut])
                client.dataReceived(line[cut:])
                self._go_on_playing()
            except Exception as fault:
                fault.add_note(f"behind {line!r}")
                raise
            if self._is_let_go or self.rig.transport.disconnecting:
                if self._is_let_in and not self._is_let_go:
                    self.fuzzed.faults.append(f"the connection was given up behind {line!r}")
                self._connect_again()
                break
        self.rig.transport.clear()

    def _go_on_playing(self) -> None:
        """Have PINGs answered; let what else may happen between two lines happen now and then."""
        if self._pings:
            pings, self._pings = self._pings, []
            self._receive(*(f":srv PONG srv {token}" for token in pings))
        for _ in range(PEOPLE_WHO_PLAY):
            if self._chance.random() < OFTEN and (said := self.fuzzed.move()) is not None:
                target = said.target or self.rig.client.session.me.nick
                self._receive(f":{said.nick}!{said.nick}@home PRIVMSG {target} :{said.text}")
        if self._chance.random() < OFTEN:
            self.fuzzed.pass_time()

    def _receive(self, *lines: str) -> None:
        """Receive LINES as they are, behind what there is of a line that has no end."""
        self.rig.receive("", *lines)

    def _connect(self, **login: Any) -> None:
        self._is_let_in = self._is_let_go = False
        self._login = login
        self.rig = Rig(
            listener=self.fuzzed.bot,
            log=self._log,
            clock=self.fuzzed.clock,
            wire=self._wire,
            **login,
            nickserv_regain="regain",
            alternatives=("Robot",),
            channel_keys={CHANNEL: SECRET},
        )
        self.fuzzed.bot.client = self.rig.client

    def _connect_again(self) -> None:
        self.rig.lose()
        self._connect(**self._chance.choice(LOGINS))

    def _wire(self, direction: str, line: str) -> None:
        if direction == ">":
            untagged = line.partition(" ")[2] if line.startswith("@") else line
            command, _, token = untagged.partition(" ")
            self.sent.add(command)
            if command == "PING":
                self._pings.append(token)
        elif _is_error(line.encode()):
            self._is_let_go = True
        self._log(line)

    def _log(self, line: str) -> None:
        if any(secret in line for secret in SECRETS):
            self.fuzzed.faults.append(f"a secret is told: {line}")
        self.fuzzed.log(line)

    def _come_in(self) -> None:
        """Have the bot be in the channel, with everybody."""
        self._receive()
        if "sasl_required" in self._login:
            self.rig.lose()
            self._connect()
        if not self._is_let_in:
            self.rig.register()
            self._is_let_in = True
        me = self.rig.client.session.me.nick
        if self.fuzzed.bot.roster(CHANNEL) is None:
            self.rig.join(CHANNEL, names=f"{me} @{' '.join(PEOPLE)}")
        self._receive(*(f":{nick}!{nick}@home JOIN {CHANNEL}" for nick in PEOPLE))


def _is_error(line: bytes) -> bool:
    """Tell whether LINE may be the message with which a server closes the connection."""
    return b"ERROR" in line.upper()
