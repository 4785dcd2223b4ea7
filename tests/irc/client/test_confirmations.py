"""A record counts as heard when the server has answered a PING behind it, and not refused it."""

import re

import pytest
from msgspec import Struct, field
from pontoon.irc.sending.confirmations import MOST_AWAITED

from pontoon.irc import replies
from pontoon.irc.outgoing import Confirmation, Message, Priority
from pontoon.irc.queue import MOST_GAME
from tests.support.client_rig import Rig, say

CHANNEL = "#pontoon"


class Telling(Struct):
    """A client in a channel, and what it was told of its records."""

    rig: Rig
    noted: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    """Those of the PINGs that were sent."""

    def record(self, text: str, channel: str = CHANNEL, *items: str) -> None:
        """Say TEXT, a record, and ITEMS behind it."""
        confirmation = Confirmation(
            lambda: self.noted.append(f"heard {text}"),
            lambda why: self.noted.append(f"refused {text}: {why}"),
        )
        message = Message(channel, (text, *items), Priority.RECORD, confirmation=confirmation)
        self.rig.client.outbox.say(message)

    def prompt(self, text: str) -> None:
        """Ask dave TEXT about the table of the channel."""
        self.rig.client.outbox.say(Message("dave", (text,), Priority.PROMPT, place=CHANNEL))

    def aside(self, text: str) -> None:
        """Tell dave TEXT about the table of the channel."""
        self.rig.client.outbox.say(Message("dave", (text,), Priority.ASIDE, place=CHANNEL))

    def sent(self, seconds: float = 0.0) -> list[str]:
        """Let SECONDS pass and lines leave; return those that were sent, tokens apart."""
        self.rig.clock.pump([0.0] * 10 + [seconds])
        self.rig.clock.pump([0.0] * 10)
        lines = self.rig.sent()
        self.tokens += [line[6:] for line in lines if line.startswith("PING :")]
        return [re.sub("PING :.*", "PING", line) for line in lines]

    def answer(self, place: int = -1) -> None:
        """Have the server answer a PING, the last one."""
        self.rig.receive(f":srv PONG srv :{self.tokens[place]}")


@pytest.fixture
def telling() -> Telling:
    return Telling(Rig().register().join())


def slow(burst: int) -> Telling:
    """Return one that may send so many lines at once, and then one a second."""
    telling = Telling(Rig(lines_per_second=1.0, burst=burst).register().join())
    telling.rig.clock.pump([1.0] * 30)
    telling.sent()
    return telling


def test_a_ping_goes_behind_a_record_and_its_answer_confirms(telling: Telling) -> None:
    telling.record("a")
    assert telling.sent() == [f"PRIVMSG {CHANNEL} :a", "PING"]
    assert telling.noted == []
    telling.answer()
    telling.answer()
    assert telling.noted == ["heard a"]


@pytest.mark.parametrize(
    "form", [":srv PONG srv :{}", "PONG {}", ":srv PONG {} srv", ":srv PONG :{}"]
)
def test_servers_put_the_token_where_they_like(telling: Telling, form: str) -> None:
    telling.record("a")
    telling.sent()
    telling.rig.receive(form.format(telling.tokens[0]))
    assert telling.noted == ["heard a"]


@pytest.mark.parametrize("form", ["PONG", "PONG :", ":srv PONG srv :Bot", ":eve PONG Bot :1"])
def test_any_other_pong_confirms_nothing(telling: Telling, form: str) -> None:
    """Those of the heartbeat name the bot; and nobody can guess a token."""
    telling.record("a")
    telling.rig.receive(form)
    telling.sent()
    telling.rig.receive(form)
    assert telling.noted == []


def test_records_in_a_row_share_a_ping(telling: Telling) -> None:
    telling.record("a")
    telling.record("b", "#den")
    assert telling.sent() == [f"PRIVMSG {CHANNEL} :a", "PRIVMSG #den :b", "PING"]
    telling.answer()
    assert telling.noted == ["heard a", "heard b"]


def test_a_record_behind_a_ping_waits_for_one_of_its_own(telling: Telling) -> None:
    telling.record("a")
    telling.sent()
    telling.record("b")
    telling.answer()
    assert telling.noted == ["heard a"]
    telling.sent()
    telling.answer()
    assert telling.noted == ["heard a", "heard b"]


def test_several_lines_are_confirmed_as_one() -> None:
    """An answer to a PING between them is no answer for the last."""
    telling = slow(2)
    telling.record("a", "#den")
    telling.record("1", CHANNEL, *(number * 300 for number in "234567"))
    assert telling.sent() == ["PRIVMSG #den :a", f"PRIVMSG {CHANNEL} :1"]
    sent = [line.rpartition(":")[2] for _ in range(6) for line in telling.sent(1.0)]
    assert sent == [*(number * 300 for number in "23456"), "PING"]
    telling.answer(0)
    assert telling.noted == ["heard a"]
    assert telling.sent(1.0) + telling.sent(1.0) == [f"PRIVMSG {CHANNEL} :{'7' * 300}", "PING"]
    telling.answer()
    assert telling.noted == ["heard a", "heard 1"]


def test_records_that_wait_share_a_ping_which_does_not_hold_up_the_channel() -> None:
    """A deck is opened, the next one sealed and cut, and a round begins, all at once."""
    telling = slow(1)
    for text in ("opened", "sealed", "cut"):
        telling.record(text)
    say(telling.rig.client.outbox, CHANNEL, "a round begins", Priority.GAME)
    telling.prompt("bet")
    sent = [line for _ in range(6) for line in telling.sent(1.0)]
    texts = [line.rpartition(":")[2] for line in sent]
    assert texts == ["opened", "sealed", "cut", "bet", "a round begins", "PING"]
    telling.answer()
    assert telling.noted == ["heard opened", "heard sealed", "heard cut"]


def test_the_ping_keeps_to_the_pace_and_goes_when_it_is_the_turn_of_the_game() -> None:
    telling = slow(1)
    telling.record("a")
    assert telling.sent() == [f"PRIVMSG {CHANNEL} :a"]
    telling.aside("you win")
    for number in range(5):
        telling.prompt(f"{number}")
    sent = [line for _ in range(7) for line in telling.sent(1.0)]
    texts = [line.rpartition(":")[2] for line in sent]
    assert texts == ["0", "1", "PING", "2", "3", "4", "you win"]


@pytest.mark.parametrize("of_round", ["", "a round"])
def test_the_ping_is_sent_when_a_round_is_stopped(of_round: str) -> None:
    telling = slow(1)
    telling.record("a")
    telling.sent()
    stopped = Message(CHANNEL, ("stopped",), Priority.GAME, of_round=of_round, stops=True)
    telling.rig.client.outbox.say(stopped)
    assert telling.sent(1.0) == ["PING"]


def test_the_ping_is_sent_however_much_waits() -> None:
    telling = slow(1)
    telling.record("a")
    telling.sent()
    for _ in range(MOST_GAME + 1):
        say(telling.rig.client.outbox, CHANNEL, "a card", Priority.GAME)
    assert telling.sent(1.0) == ["PING"]


@pytest.mark.parametrize("numeric", sorted(replies.REFUSED))
def test_what_the_server_refuses_is_not_heard(telling: Telling, numeric: str) -> None:
    telling.record("a")
    telling.record("b", "#den")
    telling.sent()
    telling.rig.receive(f":srv {numeric} Bot #PONTOON :Cannot send to channel")
    assert telling.noted == ["refused a: Cannot send to channel"]
    telling.answer()
    assert telling.noted[1:] == ["heard b"]


@pytest.mark.parametrize("numeric", sorted(replies.REFUSED_UNNAMED))
def test_where_it_does_not_say_which_line_any_may_be_meant(telling: Telling, numeric: str) -> None:
    telling.record("a")
    telling.record("b", "#den")
    telling.sent()
    telling.rig.receive(f":srv {numeric} Bot :Input line was too long")
    why = "Input line was too long"
    assert telling.noted == [f"refused a: {why}", f"refused b: {why}"]


@pytest.mark.parametrize(
    "line",
    [":srv 404", ":srv 404 Bot", ":srv 404 Bot :why", ":srv 482 Bot #pontoon :No", "404 a b"],
)
def test_other_errors_refuse_nothing(telling: Telling, line: str) -> None:
    telling.record("a")
    telling.sent()
    telling.rig.receive(line)
    telling.answer()
    assert telling.noted == ["heard a"]


def test_a_refusal_that_comes_at_once_counts_too(telling: Telling) -> None:
    """A server on this machine answers before the line is known to have left."""
    telling.record("a")
    telling.rig.receive(f":srv 404 Bot {CHANNEL} :Cannot send to channel (+m)")
    assert telling.sent() == [f"PRIVMSG {CHANNEL} :a"]
    assert telling.noted == ["refused a: Cannot send to channel (+m)"]


def test_what_is_refused_before_a_record_leaves_is_another_line() -> None:
    telling = slow(1)
    say(telling.rig.client.outbox, CHANNEL, "chatter")
    telling.record("a")
    telling.rig.receive(f":srv 404 Bot {CHANNEL} :Cannot send to channel")
    telling.sent(1.0)
    telling.sent(1.0)
    telling.answer()
    assert telling.noted == ["heard a"]


def test_a_record_of_several_lines_is_refused_once() -> None:
    telling = slow(1)
    telling.record("1", CHANNEL, "2")
    for _ in range(3):
        telling.rig.receive(f":srv 404 Bot {CHANNEL} :No")
        telling.sent(1.0)
    assert telling.noted == ["refused 1: No"]
    assert telling.tokens == []


def test_a_receipt_is_called_as_that_of_any_line(telling: Telling) -> None:
    confirmation = Confirmation(lambda: telling.noted.append("heard"), telling.noted.append)
    left = Message(
        CHANNEL,
        ("a",),
        Priority.RECORD,
        told=lambda: telling.noted.append("left"),
        confirmation=confirmation,
    )
    telling.rig.client.outbox.say(left)
    telling.sent()
    assert telling.noted == ["left"]
    telling.answer()
    assert telling.noted == ["left", "heard"]


def test_a_lost_connection_neither_confirms_nor_refuses(telling: Telling) -> None:
    """Whoever has said it says it again, in the channel and on the next connection."""
    telling.record("a")
    telling.sent()
    telling.record("b")
    telling.rig.lose()
    assert telling.sent() == [f"PRIVMSG {CHANNEL} :b"]
    assert telling.noted == []


def test_a_server_that_answers_no_ping_fills_no_memory(telling: Telling) -> None:
    for number in range(MOST_AWAITED + 1):
        telling.record(f"{number}")
        telling.sent()
    telling.answer(0)
    assert telling.noted == []
    telling.answer(1)
    assert telling.noted == ["heard 1"]


def test_a_record_that_is_too_long_is_cut_between_words_and_said_whole(telling: Telling) -> None:
    """There is room_for it in one line anywhere but under an endless cloak."""
    telling.rig.receive(":srv 005 Bot LINELEN=128 :are supported")
    text = f"Deck 41 sealed: {'c0' * 32} (!cut any words)"
    assert telling.rig.client.outbox.room_for(CHANNEL) < len(text)
    telling.record(text)
    *lines, ping = telling.sent()
    assert " ".join(line.partition(" :")[2] for line in lines) == text
    assert ping == "PING"
    telling.answer()
    assert telling.noted == [f"heard {text}"]
