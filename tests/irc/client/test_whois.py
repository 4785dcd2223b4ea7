"""Which account somebody is logged in to, where a server has to be asked."""

import pytest

from pontoon.irc.people import Person
from pontoon.irc.whois import (
    ANSWER_SECONDS,
    LATE_SECONDS,
    MAX_QUESTIONS,
    MAX_UNANSWERED,
    Precedence,
)
from tests.support.client_rig import Rig, joined, person

THERE = ":srv 311 Bot dave d home * :Dave"
END = ":srv 318 Bot dave :End of /WHOIS list."


class Asked:
    """A client that was asked about dave, and what came of it."""

    def __init__(
        self, rig: Rig, nick: str = "dave", precedence: Precedence = Precedence.NAMED
    ) -> None:
        self.answers: list[Person] = []
        self.rig = rig
        rig.client.queries.look_up(nick, precedence, self.answers.append)

    @property
    def accounts(self) -> list[str | None]:
        """The accounts in the answers."""
        return [each.account for each in self.answers]


@pytest.fixture
def rig() -> Rig:
    """Return a client in a channel."""
    return joined()


def test_whois_tells_the_account() -> None:
    for lines, account in [
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
    ]:
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


def test_what_is_said_to_them_meanwhile_may_be_lost_all_the_same() -> None:
    for numeric in ["404", "531", "716"]:
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


def test_the_time_for_an_answer_begins_when_the_question_has_left() -> None:
    """Lines go out slowly, and a slow server has answered in time all the same."""
    rig = Rig(lines_per_second=1.0, burst=1).register().join()
    rig.clock.pump([1.0] * 9)
    rig.sent()
    asked = crowd(rig, 4, Precedence.SEATED)
    for _ in range(80):
        for line in rig.sent():
            nick = line.removeprefix("WHOIS ")
            rig.clock.callLater(ANSWER_SECONDS - 1, rig.receive, *there(nick))
        rig.clock.advance(0.1)
    assert [each.accounts for each in asked] == [[""]] * 4


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


def test_nobody_is_told_of_what_was_not_asked() -> None:
    for line in [THERE, END, ":srv 330 Bot dave davy :is logged in as"]:
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


def there(nick: str) -> tuple[str, str]:
    """Return a whole answer about NICK, who is logged in to nothing."""
    return f":srv 311 Bot {nick} n home * :real", f":srv 318 Bot {nick} :End"


def crowd(rig: Rig, number: int, precedence: Precedence = Precedence.NAMED) -> list[Asked]:
    """Have so many be asked about."""
    return [Asked(rig, f"n{each}", precedence) for each in range(number)]


def test_of_too_many_the_rest_is_not_known(rig: Rig) -> None:
    asked = crowd(rig, MAX_QUESTIONS + 5)
    assert [each.accounts for each in asked[MAX_QUESTIONS:]] == [[None]] * 5
    assert not any(each.answers for each in asked[:MAX_QUESTIONS])


@pytest.mark.parametrize("precedence", Precedence)
def test_the_server_is_asked_about_few_at_a_time_then_about_the_next(
    rig: Rig, precedence: Precedence
) -> None:
    at_once = MAX_UNANSWERED[precedence]
    crowd(rig, min(at_once + 2, MAX_QUESTIONS), precedence)
    assert rig.sent() == [f"WHOIS n{each}" for each in range(at_once)]
    rig.receive(*there("n1"))
    assert rig.sent() == ([f"WHOIS n{at_once}"] if at_once < MAX_QUESTIONS else [])


def test_a_server_that_says_nothing_about_some_is_asked_about_the_next(rig: Rig) -> None:
    crowd(rig, 2)
    rig.clock.advance(1)
    crowd(rig, 10)
    rig.sent()
    rig.clock.advance(ANSWER_SECONDS - 1)
    assert rig.sent() == ["WHOIS n3", "WHOIS n4"]


def test_who_speaks_goes_before_who_is_named_and_who_is_seated_before_both(rig: Rig) -> None:
    crowd(rig, MAX_QUESTIONS)
    speaking = [Asked(rig, f"s{each}", Precedence.SPEAKING) for each in range(10)]
    rig.sent()
    seated = Asked(rig, "dave", Precedence.SEATED)
    assert rig.sent() == ["WHOIS dave"]
    assert not any(each.answers for each in (*speaking, seated))
    rig.receive(*there("dave"), *there("s0"), *there("n0"))
    assert [line[:7] for line in rig.sent()] == ["WHOIS s"] * 2
    assert seated.accounts == [""]


def test_who_is_seated_or_speaks_is_asked_about_however_many_wait(rig: Rig) -> None:
    named = crowd(rig, MAX_QUESTIONS)
    seated = [Asked(rig, f"s{each}", Precedence.SEATED) for each in range(MAX_QUESTIONS)]
    speaking = Asked(rig, "dave", Precedence.SPEAKING)
    assert not any(each.answers for each in (*named, *seated, speaking))
    rig.receive(*(line for each in range(MAX_QUESTIONS) for line in there(f"s{each}")))
    rig.receive(*there("dave"))
    assert all(each.accounts == [""] for each in (*seated, speaking))


def test_an_answer_that_is_only_late_by_now_takes_nobodys_place(rig: Rig) -> None:
    late = crowd(rig, MAX_QUESTIONS, Precedence.SEATED)
    rig.clock.advance(ANSWER_SECONDS)
    asked = [Asked(rig, f"late{each}") for each in range(5)]
    assert [each.accounts for each in (*late, *asked)] == [[None]] * len(late) + [[]] * 5


def test_who_speaks_after_they_were_named_goes_before_others_who_are_named(rig: Rig) -> None:
    crowd(rig, MAX_QUESTIONS)
    rig.sent()
    Asked(rig, "n10", Precedence.SPEAKING)
    assert rig.sent() == ["WHOIS n10"]


def test_nobody_is_given_less_time_for_having_been_named_before(rig: Rig) -> None:
    crowd(rig, 10)
    rig.clock.advance(ANSWER_SECONDS - 1)
    speaking = Asked(rig, "n9", Precedence.SPEAKING)
    rig.clock.advance(ANSWER_SECONDS - 1)
    assert speaking.answers == []
    rig.receive(*there("n9"))
    assert speaking.accounts == [""]


def test_of_whom_the_server_was_never_asked_no_late_answer_is_waited_for(rig: Rig) -> None:
    crowd(rig, 3, Precedence.SEATED)
    asked = Asked(rig, "kevin")
    rig.clock.advance(ANSWER_SECONDS - 1)
    for nick in ("bob", "anna", "zed"):
        Asked(rig, nick, Precedence.SEATED)
    rig.clock.advance(1)
    assert asked.accounts == [None]
    assert "WHOIS kevin" not in rig.sent()
    rig.receive(*there("kevin"))
    assert rig.ears.of("account_changed") == []


def test_what_can_be_no_nick_is_not_asked_about() -> None:
    for nick in ["", "a b", "#pontoon", "a,b", "*", "x" * 200, "a\r\nQUIT"]:
        asked = Asked(joined(), nick)
        assert asked.rig.sent() == []
        assert asked.accounts == [None]


@pytest.mark.parametrize("is_late", [False, True])
def test_a_fault_in_what_is_waiting_keeps_nobody_else_waiting(is_late: bool) -> None:
    rig = joined()
    rig.client.queries.look_up("dave", Precedence.NAMED, lambda found: [][len(found.nick)])
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
