"""Every message that the client acts on, with anything or nothing behind it.

The list of messages is the client's own: one that it learns to act on is tried here at once.
"""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.support.client_rig import Rig, joined
from tests.support.handled_messages import handled_messages
from tests.support.offline_bot import CHANNEL
from tests.support.players_files import unsigned
from tests.support.whole_bot import WholeBot
from tests.whole.test_any_steps import CARD

pytestmark = pytest.mark.slow

ACTS = sorted(handled_messages())
NOT_ACTED_ON = [
    *(
        "002",
        "315",
        "324",
        "332",
        "401",
        "403",
        "404",
        "405",
        "442",
        "471",
        "477",
        "599",
        "4XX",
        "4",
    ),
    *("NOTICE", "TOPIC", "INVITE", "KILL", "WALLOPS", "PONG", "TAGMSG", "CHGHOST", "X", "0"),
]
"""Replies that are only logged, and what is passed over; the client takes 4XX for no reply."""

COMMANDS = [*ACTS, *NOT_ACTED_ON]

CLOSING = "ERROR"
"""What the server says before it closes the connection: from then on the bot is silent."""

PRIVATE = re.compile("PRIVMSG [^#&@%+$~*:]")

SOURCES = ["", ":dave!dave@home", ":srv", ":Bot!b@h"]

ODD_SOURCES = [
    *(":", ":irc.example", ":dave", ":Bot", ":mallory!m@h", ":!", ":!@", ":@", ":#pontoon!x@y"),
    *(":@#pontoon!x@y", ":$*!x@y", ":*!*@*", ":\x02dave!d@h", ":a b!c@d"),
    *(":" + "n" * 600 + "!x@y", ":dave!" + "u" * 600, ":♠!♠@♠"),
]

ALL_SOURCES = [*SOURCES, *ODD_SOURCES]

WORDS = [
    *("Bot", CHANNEL, "dave", "mallory", "", "*", "0", "-1", "♠", "\x01", "@dave", "dave,kevin"),
    *("#", "#elsewhere", "@#pontoon", "+o", "+ovb-k", "dave=+d@h", "Bot*=-@", "PREFIX=", "-PREFIX"),
    *("CASEMAPPING=nonsense", "LINELEN=0", "CHANTYPES=", "CHANMODES=,", "x" * 600, "9" * 5000),
    *("@" * 300, "PREFIX=(" + "o" * 300 + ")" + "@" * 300),
]

MAX_PARAMETERS = 9
"""More than any message has that the client acts on."""


def parameters() -> Iterator[str]:
    """Yield what may stand behind a command: each number of parameters, each word as the last."""
    yield ""
    for number, word in product(range(MAX_PARAMETERS), WORDS):
        before = "".join(f" {each}" for each in ("Bot", *[CHANNEL] * number)[:number])
        yield f"{before} {word}"
        if number < 3:
            yield f"{before} :{word}"
    for number, word in product(range(MAX_PARAMETERS), WORDS[:5]):
        yield f" {word}" * number


PARAMETERS = list(parameters())
FEW_PARAMETERS = PARAMETERS[::19]


def check_it_is_well(rig: Rig, logged: list[str]) -> None:
    """Check that nothing went wrong, and that the connection is there."""
    assert not rig.transport.disconnecting
    assert not [line for line in logged if line.startswith("fault") or not line.isprintable()]


def test_no_message_raises_or_drops_the_connection() -> None:
    """Whatever its prefix, and however many parameters it has; with message tags too."""
    for command in COMMANDS:
        rig = joined()
        behind = FEW_PARAMETERS if command in NOT_ACTED_ON else PARAMETERS
        for source, rest in (*product(SOURCES[1:2], behind), *product(ALL_SOURCES, FEW_PARAMETERS)):
            rig.receive(f"{source} {command}{rest}".lstrip(" "))
        for source in ALL_SOURCES:
            rig.receive(f"@time=x;+a=\\s {source} {command}", f"@ {source} {command} {CHANNEL}")
        check_it_is_well(rig, rig.logged)
        assert all(len(line.encode()) <= 510 for line in rig.sent())
        rig.receive("PING :still here")
        assert rig.sent() == ([] if command == CLOSING else ["PONG :still here"])


def test_no_message_raises_before_the_client_is_let_in() -> None:
    parameters = ("", " *", " * Bot", " * Bot x", " :", " #pontoon", " Bot :")
    for command, behind in product(COMMANDS, parameters):
        rig = Rig()
        rig.receive(f"{command}{behind}", f":srv {command}{behind}", f":Bot {command}")
        check_it_is_well(rig, rig.logged)
        rig.register().join()
        assert (rig.client.channels.find(CHANNEL) is None) is (command == CLOSING), command


def come_back(whole: WholeBot) -> None:
    """Let the connection of a WHOLE bot be lost, and another be made."""
    whole.rig.lose()
    whole.connect()


@pytest.mark.parametrize("command", COMMANDS)
def test_no_message_moves_a_chip_or_shows_a_card(command: str, tmp_path: Path) -> None:
    """A round has begun when it comes; whatever becomes of dave, he looks at his hand then."""
    whole = WholeBot(tmp_path, cards="5D 9C 8H")
    before = unsigned(whole.players_xml.read_bytes())
    is_in_round = False
    few = PARAMETERS[::97]
    behind = few if command in NOT_ACTED_ON else [*(f" {word}" for word in WORDS[::3]), *few]
    for source, rest in (*product(SOURCES[:2], behind), *product(ALL_SOURCES[2::5], few)):
        if command == CLOSING:
            come_back(whole)
        if not is_in_round:
            whole.rig.receive(f":srv KICK {CHANNEL} {whole.rig.client.session.me.nick}")
            whole.come_in()
            whole.hears("dave", "!pontoon dave kevin")
        whole.rig.receive(f"{source} {command}{rest}".lstrip(" "))
        shown = whole.rig.sent() + whole.looks_at_hand("dave")
        assert all(PRIVATE.match(line) for line in shown if re.search(CARD, line)), shown
        is_in_round = any(re.search(CARD, line) for line in shown)
    check_it_is_well(whole.rig, whole.logged)
    assert unsigned(whole.players_xml.read_bytes()) == before
