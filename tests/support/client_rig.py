"""A client on a transport and a clock of the test's own, and a listener that notes everything."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import fields
from twisted.internet.error import ConnectionLost
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from pontoon.irc.client import Client
from pontoon.irc.config import IrcConfig
from pontoon.irc.outgoing import Message, Priority, Told
from pontoon.irc.pace import SendRate
from pontoon.irc.people import Person
from pontoon.irc.sending import Outbox
from pontoon.irc.session import ClientEvents, Session

# Twisted does not say what types these take and return.
_StringTransport: Any = StringTransport
_Failure: Any = Failure

CONFIG = {"port": 6667, "tls": False, "nickname": "Bot", "realname": "A bot"}

ISUPPORT = "CASEMAPPING=rfc1459 PREFIX=(qaohv)~&@%+ CHANMODES=beI,k,l,imnpst CHANTYPES=#&"


class Ears:
    """Notes every call as a tuple: the method's name and what it was given."""

    def __init__(self) -> None:
        self.heard: list[tuple[object, ...]] = []
        self.ignored: set[Person] = set()
        self.people_located: list[Person] = []
        """Whom the server happened to tell of; that is apart from what is heard."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        """Return what notes a call of NAME, one of the methods of ClientEvents."""
        if not hasattr(ClientEvents, name):
            raise AttributeError(name)
        return lambda *given: self.heard.append((name, *given))

    def of(self, name: str) -> list[tuple[object, ...]]:
        """Return what the calls of NAME were given."""
        return [event[1:] for event in self.heard if event[0] == name]

    def said(self, sender: Person, text: str, channel: str | None) -> None:
        """Note what was spoken in a channel, or told to the bot."""
        where = ("told",) if channel is None else ("spoken", channel)
        self.heard.append((*where, sender, text))

    def ignores(self, person: Person) -> bool:
        """Tell whether PERSON is among those who are ignored."""
        return person in self.ignored

    def located(self, person: Person) -> None:
        """Note who is known to be where now."""
        self.people_located.append(person)

    def account_changed(self, person: Person) -> None:
        """Note who, and what they are logged in to now."""
        self.heard.append(("account_changed", person, person.account))


class Rig:
    """A connected client; what it sends, logs and tells is at hand. No limit on lines a second.

    CAPABILITIES are in use. SETTINGS are fields of IrcConfig, or arguments of the client.
    """

    def __init__(self, *, capabilities: Any = (), **settings: Any) -> None:
        self.ears = Ears()
        self.clock = settings.pop("clock", None) or Clock()
        self.transport = _StringTransport()
        self.turn_ends: Callable[[], object] = lambda: None
        """Done before anybody looks at what was sent: what is written is on the disk by then."""
        self.logged: list[str] = []
        self.wired: list[tuple[str, str]] = []
        self.pace = SendRate(settings.pop("lines_per_second", 0.0), settings.pop("burst", 8))
        keys = {each.name for each in fields(IrcConfig)} & settings.keys()
        irc: dict[str, Any] = {key: settings.pop(key) for key in keys}
        of_session: dict[str, Any] = {
            "config": IrcConfig(**{**CONFIG, **irc}),
            "listener": self.ears,
            "clock": self.clock,
            "log": self.logged.append,
            "wire": lambda direction, line: self.wired.append((direction, line)),
        }
        for key in {*of_session, "has_tls", "is_trusted"} & settings.keys():
            of_session[key] = settings.pop(key)
        pace = settings.pop("pace", self.pace)
        self.client = Client(Session(**of_session), pace, **settings)
        connect: Any = self.client.makeConnection
        connect(self.transport)
        if names := " ".join(capabilities):
            self.receive(f":srv CAP * LS :{names}", f":srv CAP * ACK :{names}")

    def receive(self, *lines: str) -> None:
        """Let the server send LINES."""
        for line in lines:
            self.client.dataReceived(line.encode() + b"\r\n")

    def sent(self) -> list[str]:
        """Return the lines sent since the last time."""
        self.turn_ends()
        raw: bytes = self.transport.value()
        self.transport.clear()
        assert raw == b"" or raw.endswith(b"\r\n")
        return raw.decode().split("\r\n")[:-1]

    def confirmed(self) -> list[str]:
        """Return the lines sent since the last time; let the server answer each PING in them."""
        sent: list[str] = []
        while new := self._with_those_behind_it(self.sent()):
            sent += [line for line in new if not line.startswith("PING ")]
            self.receive(*(f":srv PONG srv :{each[6:]}" for each in new if each[:5] == "PING "))
        return sent

    def _with_those_behind_it(self, sent: list[str]) -> list[str]:
        """Return what was SENT, and what is as soon as that has left the program."""
        for _ in range(5):
            self.clock.advance(0)
        return sent + self.sent()

    def register(self, isupport: str = ISUPPORT) -> "Rig":
        """Let the server welcome the client."""
        nick = self.client.session.me.nick
        self.receive(
            f":srv 001 {nick} :Welcome",
            f":srv 005 {nick} {isupport} :are supported by this server",
            f":srv 422 {nick} :No MOTD",
        )
        self.sent()
        return self

    def enter(self, channel: str = "#pontoon", names: str = "Bot @dave +kevin") -> "Rig":
        """Let the client enter CHANNEL, where NAMES are; its WHO has no answer yet."""
        nick = self.client.session.me.nick
        self.client.channels.join([channel])
        self.receive(
            f":{nick}!bot@bot.example JOIN {channel}",
            f":srv 353 {nick} = {channel} :{names}",
            f":srv 366 {nick} {channel} :End of /NAMES list.",
        )
        self.sent()
        return self

    def join(self, channel: str = "#pontoon", names: str = "Bot @dave +kevin") -> "Rig":
        """Let the client enter CHANNEL, where NAMES are; its WHO tells nothing more."""
        self.enter(channel, names)
        self.receive(f":srv 315 {self.client.session.me.nick} {channel} :End of /WHO list.")
        return self

    def lose(self) -> None:
        """Let the connection be lost."""
        self.client.connectionLost(_Failure(ConnectionLost()))


def session_at(clock: Any, **settings: Any) -> Session:
    """Return the session of a bot that nobody listens to."""
    config = IrcConfig(port=6667, tls=False, nickname="Bot")
    ears: Any = Ears()
    return Session(config, ears, clock, print, **settings)


def person(prefix: str) -> Person:
    """Return who has PREFIX, nick!user@host."""
    nick, _, userhost = prefix.partition("!")
    return Person(nick, userhost)


def joined() -> Rig:
    """Return a client that is in #pontoon with dave, an operator, and kevin."""
    return Rig().register().join()


def say(
    outbox: Outbox,
    target: str,
    line: str,
    urgency: Priority = Priority.CHATTER,
    told: Told | None = None,
) -> None:
    """Say LINE to TARGET."""
    outbox.say(Message(target, (line,), urgency, left=told))
