"""Which account somebody is logged in to, where a server has to be asked."""

import pytest

from pontoon.irc.meeting.whois import ANSWER_SECONDS, LATE_SECONDS, MOST_ASKERS, MOST_QUESTIONS
from pontoon.people import Person
from tests.irc.rig import Rig, joined, person

THERE = ":srv 311 Bot dave d home * :Dave"
END = ":srv 318 Bot dave :End of /WHOIS list."


class Asked:
    """A client that was asked about dave, and what came of it."""

    def __init__(self, rig: Rig, nick: str = "dave") -> None:
        self.answers: list[Person] = []
        self.rig = rig
        rig.client.look_up(nick, self.answers.append)

    @property
    def accounts(self) -> list[str | None]:
        """The accounts in the answers."""
        return [each.account for each in self.answers]


@pytest.mark.parametrize(
    ("lines", "account"),
    [
        ([":srv 330 Bot dave davy :is logged in as"], "davy"),
        ([":srv 307 Bot dave :is a registered nick"], "dave"),
        ([":srv 307 Bot dave :yes", ":srv 330 Bot dave davy :is logged in as"], "davy"),
        ([":srv 330 Bot dave davy :is logged in as", ":srv 307 Bot dave :yes"], "davy"),
        ([":srv 319 Bot dave :#pontoon"], ""),
        ([":srv 330 Bot dave * :is logged in as"], ""),
        ([f":srv 330 Bot dave {'x' * 200} :is logged in as"], ""),
        ([f":srv 330 Bot dave {'x' * 200} :is", ":srv 307 Bot dave :yes"], ""),
        ([":srv 330 Bot dave :is something else"], ""),
        ([":srv 330 Bot kevin davy :is logged in as"], ""),
        ([":mallory!m@h 330 Bot dave davy :is logged in as"], ""),
    ],
)
def test_whois_tells_the_account(lines: list[str], account: str | None) -> None:
    asked = Asked(joined())
    assert asked.rig.sent() == ["WHOIS dave"]
    asked.rig.receive(THERE, *lines)
    assert asked.answers == []
    asked.rig.receive(END, END)
    assert asked.answers == [person("dave!d@home")]
    assert asked.accounts == [account]


def test_what_it_tells_is_noted_and_told() -> None:
    asked = Asked(joined())
    asked.rig.receive(THERE, ":srv 330 Bot dave davy :is logged in as", END)
    assert asked.rig.ears.of("account_changed") == [(person("dave!d@home"), "davy")]
    asked.rig.receive(":dave!d@home PRIVMSG Bot :s")
    [(sender, _)] = asked.rig.ears.of("told")
    assert isinstance(sender, Person)
    assert sender.account == "davy"


def test_whoever_asks_meanwhile_is_answered_too() -> None:
    rig = joined()
    first, second = Asked(rig), Asked(rig, "DAVE")
    assert rig.sent() == ["WHOIS dave"]
    rig.receive(THERE, END)
    assert first.accounts == second.accounts == [""]
    third = Asked(rig)
    assert rig.sent() == ["WHOIS dave"]
    rig.receive(THERE, END)
    assert len(first.answers) == len(second.answers) == len(third.answers) == 1


def test_of_somebody_who_is_not_there_nothing_is_known_and_no_words_were_lost() -> None:
    asked = Asked(joined())
    asked.rig.receive(":srv 401 Bot dave :No such nick/channel")
    assert asked.accounts == [None]
    assert asked.rig.ears.of("undeliverable") == []
    asked.rig.receive(END, ":srv 401 Bot dave :No such nick/channel")
    assert len(asked.answers) == 1
    assert asked.rig.ears.of("undeliverable") == [("dave", "No such nick/channel")]


@pytest.mark.parametrize("numeric", ["404", "531", "716"])
def test_what_is_said_to_them_meanwhile_may_be_lost_all_the_same(numeric: str) -> None:
    asked = Asked(joined())
    asked.rig.receive(f":srv {numeric} Bot dave :cannot be reached")
    assert asked.answers == []
    assert asked.rig.ears.of("undeliverable") == [("dave", "cannot be reached")]


def test_an_end_without_anything_before_it_tells_nothing() -> None:
    asked = Asked(joined())
    asked.rig.receive(":srv 330 Bot dave davy :is logged in as", END)
    assert asked.accounts == [None]


def test_a_server_that_does_not_answer_is_not_waited_for() -> None:
    asked = Asked(joined())
    asked.rig.clock.advance(ANSWER_SECONDS - 0.1)
    assert asked.answers == []
    asked.rig.clock.advance(0.1)
    assert asked.accounts == [None]


def test_nobody_waits_longer_because_another_asks_too() -> None:
    first = Asked(joined())
    first.rig.clock.advance(ANSWER_SECONDS - 1)
    Asked(first.rig)
    first.rig.clock.advance(1)
    assert first.accounts == [None]


def test_an_answer_that_comes_late_is_noted_for_the_next_time() -> None:
    asked = Asked(joined())
    asked.rig.clock.advance(ANSWER_SECONDS)
    asked.rig.clock.advance(LATE_SECONDS - 0.1)
    asked.rig.receive(THERE, ":srv 330 Bot dave davy :is logged in as", END)
    assert asked.accounts == [None]
    assert asked.rig.ears.of("account_changed") == [(person("dave!d@home"), "davy")]


def test_who_asks_again_is_answered_by_the_late_answer() -> None:
    asked = Asked(joined())
    asked.rig.clock.advance(ANSWER_SECONDS)
    again = Asked(asked.rig)
    assert asked.rig.sent() == ["WHOIS dave"]
    asked.rig.clock.advance(ANSWER_SECONDS - 0.1)
    asked.rig.receive(THERE, END)
    assert (asked.accounts, again.accounts) == ([None], [""])


def test_half_an_answer_is_none_however_long_it_lasts() -> None:
    asked = Asked(joined())
    asked.rig.receive(THERE)
    asked.rig.clock.advance(ANSWER_SECONDS)
    asked.rig.clock.advance(LATE_SECONDS)
    assert asked.accounts == [None]
    assert asked.rig.ears.of("account_changed") == []
    asked.rig.receive(END)
    assert asked.rig.ears.of("account_changed") == []


@pytest.mark.parametrize("line", [THERE, END, ":srv 330 Bot dave davy :is logged in as"])
def test_nobody_is_told_of_what_was_not_asked(line: str) -> None:
    rig = joined()
    rig.receive(THERE, ":srv 330 Bot dave davy :is logged in as", END, line)
    assert rig.ears.of("account_changed") == []


def test_a_server_that_is_too_busy_is_let_be() -> None:
    rig = joined()
    dave, kevin = Asked(rig), Asked(rig, "kevin")
    rig.receive(THERE, ":srv 263 Bot JOIN :Please wait")
    assert dave.answers == []
    rig.receive(":srv 263 Bot WHOIS :Please wait a while and try again.", END)
    assert dave.accounts == kevin.accounts == [None]


def test_no_more_is_asked_than_a_server_bears() -> None:
    rig = joined()
    asked = [Asked(rig, f"n{number}") for number in range(MOST_QUESTIONS + 5)]
    assert len(rig.sent()) == MOST_QUESTIONS
    assert [each.accounts for each in asked[MOST_QUESTIONS:]] == [[None]] * 5
    same = [Asked(rig, "n0") for _ in range(MOST_ASKERS)]
    assert same[-1].accounts == [None]
    assert same[-2].answers == []


@pytest.mark.parametrize("nick", ["", "a b", "#pontoon", "a,b", "*", "x" * 200, "a\r\nQUIT"])
def test_what_can_be_no_nick_is_not_asked_about(nick: str) -> None:
    asked = Asked(joined(), nick)
    assert asked.rig.sent() == []
    assert asked.accounts == [None]


@pytest.mark.parametrize("is_late", [False, True])
def test_a_fault_in_what_is_waiting_keeps_nobody_else_waiting(is_late: bool) -> None:
    rig = joined()
    rig.client.look_up("dave", lambda found: [][len(found.nick)])
    asked = Asked(rig)
    if is_late:
        rig.clock.advance(ANSWER_SECONDS)
    rig.receive(THERE, END)
    assert len(asked.answers) == 1
    [logged] = [line for line in rig.logged if line.startswith("fault")]
    assert logged.startswith("fault at WHOIS dave: IndexError: ")


def test_when_the_connection_is_lost_nobody_is_told_anything() -> None:
    asked = Asked(joined())
    asked.rig.lose()
    assert asked.rig.clock.getDelayedCalls() == []
    assert asked.answers == []


def test_a_million_replies_are_no_more_than_one() -> None:
    asked = Asked(joined())
    for number in range(1000):
        asked.rig.receive(f":srv 330 Bot dave a{number} :is logged in as")
    asked.rig.receive(THERE, END)
    assert asked.accounts == ["a999"]
