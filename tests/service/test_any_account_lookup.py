"""Whatever two people do in whatever order, what one says is never heard as the other's."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.commands.base import Request
from pontoon.irc.people import Person
from tests.support.heard import only_heard
from tests.support.offline_bot import CHANNEL
from tests.support.properties import MANY
from tests.support.whole_bot import WholeBot

pytestmark = pytest.mark.slow


NICKS = ("dave", "x")


@dataclass
class Human:
    """Somebody with a connection to the server, or none where their nick is ""."""

    userhost: str
    account: str
    nick: str = ""
    is_in: bool = False

    @property
    def source(self) -> str:
        """What messages of theirs come from."""
        return f"{self.nick}!{self.userhost}"


class Server:
    """A server that says nothing of accounts unless asked, with two people and a bot on it.

    ``wrong`` has what was heard as somebody's who has not said it.
    """

    def __init__(self, folder: str) -> None:
        self.whole = WholeBot(Path(folder))
        self.rig = self.whole.rig
        self.rig.receive(":dave!dave@home QUIT :bye", ":kevin!kevin@home QUIT :bye")
        self.people = {"dave": Human("d@home", "davy"), "mallory": Human("m@evil", "")}
        self.asked: list[str] = []
        self.heard: list[str] = []
        self.wrong: list[tuple[Person, str]] = []
        self.acts: dict[str, Callable[[Human, str], None]] = {
            "tell": self._tells,
            "say": self._says,
            "nick": self._takes_nick,
            "join": self._joins,
            "part": self._parts,
            "quit": self._quits,
            "answer": lambda *_: self._answers(),
            "wait": lambda *_: self.rig.clock.advance(2),
            "kick": lambda *_: self._kicks_the_bot(),
        }

    def do(self, act: str, who: str, nick: str) -> None:
        """Have somebody do something, as far as they can, and note what the bot asks."""
        self.acts[act](self.people[who], nick)
        self.asked += [line[6:] for line in self.rig.sent() if line.startswith("WHOIS ")]

    def answer_all(self) -> None:
        """Answer what is asked, until nothing is."""
        for _ in range(100):
            self.do("answer", "dave", "")

    # What people do

    def _tells(self, human: Human, _nick: str) -> None:
        if human.nick:
            self.rig.receive(f":{human.source} PRIVMSG Bot :x {human.userhost}")

    def _says(self, human: Human, _nick: str) -> None:
        """Say something in the channel, which lets people speak who are not in it."""
        if human.nick:
            self.rig.receive(f":{human.source} PRIVMSG {CHANNEL} :!x {human.userhost}")

    def _takes_nick(self, human: Human, nick: str) -> None:
        if self._holder(nick) is not None:
            return
        if human.is_in:
            self.rig.receive(f":{human.source} NICK {nick}")
        human.nick = nick

    def _joins(self, human: Human, _nick: str) -> None:
        if human.nick and not human.is_in:
            human.is_in = True
            self.rig.receive(f":{human.source} JOIN {CHANNEL}")

    def _parts(self, human: Human, _nick: str) -> None:
        if human.is_in:
            human.is_in = False
            self.rig.receive(f":{human.source} PART {CHANNEL}")

    def _quits(self, human: Human, _nick: str) -> None:
        if human.is_in:
            self.rig.receive(f":{human.source} QUIT :bye")
        human.nick, human.is_in = "", False

    def _kicks_the_bot(self) -> None:
        """Put the bot out, and let it in again when dave has the nick that he is known by."""
        self.rig.receive(f":srv KICK {CHANNEL} Bot :out")
        dave, mallory = self.people.values()
        dave.nick, mallory.nick = "dave", "mallory"
        dave.is_in, mallory.is_in = True, False
        self.rig.join(names="Bot dave")

    def _answers(self) -> None:
        if not self.asked:
            return
        nick = self.asked.pop(0)
        human = self._holder(nick)
        if human is None:
            self.rig.receive(f":srv 401 Bot {nick} :No such nick", f":srv 318 Bot {nick} :End")
            return
        user, _, host = human.userhost.partition("@")
        self.rig.receive(
            f":srv 311 Bot {nick} {user} {host} * :real",
            *([f":srv 330 Bot {nick} {human.account} :is logged in as"] if human.account else []),
            f":srv 318 Bot {nick} :End",
        )

    def _holder(self, nick: str) -> Human | None:
        return next((each for each in self.people.values() if each.nick == nick), None)

    # What the bot hears

    def note(self, request: Request, known: Person) -> None:
        self._told(f"!{request.text}" if request.channel else request.text, known)

    def _told(self, said: str, person: Person) -> None:
        self.heard.append(said)
        holder = self._holder(person.nick)
        speaker = next(each for each in self.people.values() if said.endswith(each.userhost))
        is_others = holder is not None and holder is not speaker and holder.is_in
        if is_others or person.account not in (None, speaker.account):
            self.wrong.append((person, said))


@contextmanager
def hearing_server() -> Iterator[Server]:
    """Return such a server; the bot only hears what is said, and looks up who says it."""
    with TemporaryDirectory() as folder, patch("os.fsync"):
        server = Server(folder)
        with only_heard(server.note):
            yield server


ACTS = (
    "tell",
    "tell",
    "say",
    "nick",
    "nick",
    "join",
    "join",
    "part",
    "quit",
    "answer",
    "kick",
    "wait",
)
steps = st.lists(
    st.tuples(st.sampled_from(ACTS), st.sampled_from(("dave", "mallory")), st.sampled_from(NICKS)),
    min_size=15,
    max_size=40,
)


@MANY
@given(done=steps)
def test_words_are_heard_as_theirs_who_said_them_or_not_at_all(
    done: list[tuple[str, str, str]],
) -> None:
    with hearing_server() as server:
        for act, who, nick in done:
            server.do(act, who, nick)
        server.answer_all()
        assert server.wrong == []


def test_somebody_is_heard_there_at_all() -> None:
    with hearing_server() as server:
        for act in ("nick", "tell", "join", "say", "answer", "answer"):
            server.do(act, "dave", "dave")
        assert server.heard == ["x d@home", "!x d@home"]
