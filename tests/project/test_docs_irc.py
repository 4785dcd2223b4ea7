"""docs/irc.md has all of the protocol that the program has, and names no test that is not there."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pontoon.irc import autojoin, isupport, replay, replies
from pontoon.irc.config import SASL_MECHANISMS
from pontoon.irc.line import USED_TAGS, parse
from pontoon.irc.registration import STS, WANTED
from pontoon.irc.server.server import Connection
from tests.irc.test_pace import MINDS
from tests.support.client_rig import Rig
from tests.support.handled_messages import handled_messages
from tests.support.repository import ROOT

pytestmark = pytest.mark.slow

HERE = ROOT / "tests"
TEXT = (ROOT / "docs" / "irc.md").read_text("utf-8")
IRC = ROOT / "pontoon" / "irc"

ABOUT_THE_SERVER_INSIDE = "The server inside the bot"
SENT = "What the bot sends"
QUESTIONS = "question"
RECEIVED = ("message", "reply", "reply to WHOIS")
"""What stands above the first column of tables of what the bot receives."""

_FILE = re.compile(r"`((?:\w+/)+test_\w+\.py)`")
_FUNCTION = re.compile(r"(?<![\w/:`])([\w/]+)::(\w+)")


class Table:
    """A table of the document: its SECTION, what its first column is of, its rows and its tests."""

    def __init__(self, section: str, lines: list[str]) -> None:
        head, _, *rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
        self.section = section
        self.kind = head[0]
        self.rows = rows
        self.file = head[2].removeprefix("tests: ").strip("`")

    @property
    def names(self) -> list[str]:
        """What stands in the first column, in backticks."""
        return [name for row in self.rows for name in re.findall("`([^`]+)`", row[0])]

    def tests(self) -> Iterator[tuple[str, str]]:
        """Yield file and function of each test in the last column; "" for all of a file."""
        for row in self.rows:
            file = self.file
            for test in row[-1].split():
                named, _, function = test.partition("::")
                file = named or file
                yield file, function


def tables() -> Iterator[Table]:
    for part in TEXT.split("\n## ")[1:]:
        for block in re.findall(r"(?:^\|.*\n)+", part, re.MULTILINE):
            yield Table(part.partition("\n")[0], block.splitlines())


TABLES = [*tables()]
ROWS = [row for table in TABLES for row in table.rows]


def named(section: str, *kinds: str) -> list[str]:
    """Return the names in the tables of SECTION, in those of KINDS if there are any given."""
    found = [each for each in TABLES if each.section == section]
    return [name for each in found if not kinds or each.kind in kinds for name in each.names]


def received() -> set[str]:
    """Return all messages and replies that the document has the bot act on."""
    found = [each for each in TABLES if each.kind in RECEIVED]
    return {name for each in found for name in each.names}


# Whatever the program has is in the document, and the other way round


def test_every_message_that_is_acted_on_is_there() -> None:
    assert handled_messages() - received() == set()


def test_nothing_is_there_that_is_not_acted_on() -> None:
    handled = handled_messages()
    assert {each for each in received() if each not in handled and not replies.is_error(each)} == (
        set()
    )


def test_every_capability_is_there() -> None:
    assert sorted(named("Capabilities", "capability")) == sorted([*WANTED, "sasl", STS])


def test_every_mechanism_is_there_best_first() -> None:
    assert tuple(named("Mechanisms of SASL", "mechanism")) == tuple(SASL_MECHANISMS)


def test_every_tag_and_batch_is_there() -> None:
    assert sorted(named("Message tags", "tag")) == sorted(USED_TAGS)
    for batch in replay.PLAYBACKS:
        assert f"`{batch}`" in TEXT


def test_every_token_is_there() -> None:
    assert sorted(named("What a server supports (005)")) == sorted(isupport._TOKENS)


def test_every_reply_by_which_words_do_not_arrive_is_there() -> None:
    assert sorted(named("Words that do not arrive")) == sorted({*replies.NOT_DELIVERED, "FAIL"})


def test_every_other_reply_by_which_a_record_is_not_heard_is_there() -> None:
    refused = replies.REFUSED | replies.REFUSED_UNNAMED
    assert sorted(named("What a channel has heard")) == sorted(refused - replies.NOT_DELIVERED)


def test_every_reply_after_which_a_channel_is_not_soon_tried_again_is_there() -> None:
    there = named("Channels that do not let it in", "reply")
    assert set(there) >= autojoin.NEVER | autojoin.SLOWLY


def test_whatever_makes_the_bot_slower_is_there() -> None:
    minded = {message.command for line in MINDS if (message := parse(line)) is not None}
    assert set(named("Too quick for the server")) == minded


def test_every_question_by_ctcp_is_there() -> None:
    rig = Rig().register().join()
    rig.receive(":dave!d@h PRIVMSG Bot :\x01CLIENTINFO\x01")
    (answer,) = rig.sent()
    told = answer.strip("\x01").split()[3:]
    assert named("What people say", QUESTIONS) == told


def test_every_command_of_the_server_inside_the_bot_is_there() -> None:
    commands = {name.removeprefix("irc_") for name in vars(Connection) if name.startswith("irc_")}
    assert set(named(ABOUT_THE_SERVER_INSIDE)) == commands


def beginnings() -> set[str]:
    """Return the words in capitals that what is put together in the program begins with."""
    ours = (path for path in IRC.rglob("*.py") if path.parent.name != "server")
    texts = (node for path in ours for node in ast.walk(ast.parse(path.read_bytes())))
    found = set()
    for node in texts:
        match node:
            case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
                found.update(re.findall("^[A-Z]{3,}(?= )", text))
    return found


def test_every_command_that_is_sent_is_there() -> None:
    """Only JOIN is put together in another way; and answers to CTCP are no commands."""
    answers = {*named("What people say", QUESTIONS)} - {"PING"}
    assert set(named(SENT)) == {"JOIN", *beginnings()} - answers


# Whatever the document names is there


@cache
def functions_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_bytes())
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def file_named(name: str) -> Path:
    """Return the only test file that is called NAME, as in ``whois`` or ``server/channels``."""
    folder, _, stem = name.rpartition("/")
    (path,) = HERE.glob("/".join(filter(None, ("**", folder, f"test_{stem}.py"))))
    return path


NAMED = {
    *_FUNCTION.findall(re.sub(r"^\|.*$", "", TEXT, flags=re.MULTILINE)),
    *(test for table in TABLES for test in table.tests()),
}


def test_every_test_that_is_named_is_there() -> None:
    for file, function in sorted(NAMED):
        path = file_named(file)
        assert not function or f"test_{function}" in functions_in(path), (file, function)


def test_every_file_that_is_named_is_there() -> None:
    assert [name for name in _FILE.findall(TEXT) if not (HERE / name).is_file()] == []


def test_every_row_says_something_and_names_tests_and_nothing_else() -> None:
    name = re.compile(r"(?:\w+/)*\w+|(?:(?:\w+/)*\w+)?::\w+")
    for said, sense, tests in ROWS:
        assert sense, said
        assert tests, said
        assert all(name.fullmatch(test) for test in tests.split()), said


def test_names_stand_once_in_a_table() -> None:
    for table in TABLES:
        assert len(table.names) == len(set(table.names)), table.section


@pytest.mark.parametrize("document", ["README.md", "docs/architecture.md"])
def test_it_can_be_found(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    target = (ROOT / document).parent
    links = re.findall(r"\]\(([^)#]*irc\.md)\)", text)
    assert [(target / link).resolve() for link in links] == [ROOT / "docs" / "irc.md"]
