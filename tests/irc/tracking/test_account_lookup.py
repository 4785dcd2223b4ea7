"""What somebody says waits until it is known who they are, if that matters."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.people import Person
from pontoon.irc.tracking.account_lookup import MOST_HELD, MOST_LINES, MOST_OTHERS, AccountLookup
from pontoon.irc.tracking.whois import Answered, Precedence
from tests.support.client_rig import person

DAVE, KEVIN = person("dave!d@h"), person("kevin!k@h")


@dataclass(frozen=True)
class Line:
    """What PERSON has said."""

    person: Person
    text: str


class Hall:
    """Words withheld, the questions asked, and what was heard, by whom, logged in to what."""

    def __init__(self, *seen: str) -> None:
        self.seen = {*seen}
        self.seated: set[str] = set()
        self.asked: list[tuple[str, Callable[[Person], None]]] = []
        self.precedences: list[Precedence] = []
        self.heard: list[tuple[str, str | None, str]] = []
        self.matters = True
        self.withholding: AccountLookup[Line] = AccountLookup(
            fold=lambda: rfc1459,
            matters=lambda line: self.matters and line.text != "chatter",
            release=self._hear,
            look_up=self._look_up,
            is_seen=lambda nick: nick in self.seen,
            is_seated=lambda nick: nick in self.seated,
        )

    def _look_up(self, nick: str, precedence: Precedence, answered: Answered) -> None:
        self.asked.append((nick, answered))
        self.precedences.append(precedence)

    def says(self, who: Person, text: str, *others: Person) -> None:
        """Have WHO say TEXT, which is about OTHERS."""
        line = Line(who, text)
        if not self.withholding.holds(line, others):
            self._hear(line, who)

    def _hear(self, line: Line, found: Person) -> None:
        self.heard.append((found.nick, found.account, line.text))

    @property
    def nicks(self) -> list[str]:
        """The nicks asked about, those that were answered too."""
        return [nick for nick, _ in self.asked]

    def answer(self, number: int, account: str | None, userhost: str = "d@h") -> None:
        """Answer a question, by its NUMBER."""
        nick, answered = self.asked[number]
        answered(Person(nick, userhost, account))


@pytest.fixture
def floor() -> Hall:
    """Return one in which nobody is seen or seated."""
    return Hall()


def test_who_is_known_is_heard_at_once() -> None:
    floor = Hall()
    floor.says(replace(DAVE, account="davy"), "s")
    floor.says(replace(DAVE, account=""), "t")
    assert floor.heard == [("dave", "davy", "s"), ("dave", "", "t")]
    assert floor.asked == []


def test_where_it_makes_no_difference_nobody_is_asked_about() -> None:
    floor = Hall()
    floor.says(DAVE, "chatter")
    assert floor.heard == [("dave", None, "chatter")]
    floor.matters = False
    floor.says(DAVE, "s")
    assert floor.heard[1:] == [("dave", None, "s")]
    assert floor.asked == []


@pytest.mark.parametrize("account", ["davy", "", None])
def test_who_is_not_known_is_heard_once_there_is_an_answer_be_it_none(account: str | None) -> None:
    floor = Hall()
    floor.says(DAVE, "s")
    floor.says(DAVE, "t")
    floor.says(replace(DAVE, nick="Dave"), "u")
    assert (floor.heard, floor.nicks) == ([], ["dave"])
    floor.answer(0, account)
    assert floor.heard == [("dave", account, said) for said in "stu"]
    floor.answer(0, "mallory")
    assert len(floor.heard) == 3


def test_others_are_heard_meanwhile() -> None:
    floor = Hall()
    floor.says(DAVE, "s")
    floor.says(replace(KEVIN, account="kev"), "t")
    assert floor.heard == [("kevin", "kev", "t")]


def test_what_is_about_others_waits_for_what_is_known_of_them() -> None:
    floor = Hall()
    floor.says(replace(DAVE, account="davy"), "!pontoon kevin", KEVIN)
    floor.says(replace(DAVE, account="davy"), "hand")
    assert floor.nicks == ["kevin"]
    floor.answer(0, "kev")
    assert floor.heard == [("dave", "davy", "!pontoon kevin"), ("dave", "davy", "hand")]


def test_an_answer_about_somebody_elses_address_is_not_about_them() -> None:
    """Whoever has no channel in common with the bot may have left the nick to another meanwhile."""
    floor = Hall()
    floor.says(DAVE, "s")
    floor.answer(0, "davy", "m@elsewhere")
    assert floor.heard == [("dave", None, "s")]


def test_who_can_be_followed_is_known_whatever_address_the_answer_has() -> None:
    """A server may show the real host there, and a cloak elsewhere."""
    floor = Hall("dave")
    floor.says(DAVE, "s")
    floor.answer(0, "davy", "d@10.0.0.1")
    assert floor.heard == [("dave", "davy", "s")]


def test_words_follow_who_said_them_to_another_nick() -> None:
    """And are not said by whoever takes the nick meanwhile, nor with their account."""
    floor = Hall("davey", "dave")
    floor.says(DAVE, "s")
    floor.withholding.renamed("dave", person("davey!d@h"))
    assert floor.nicks == ["dave", "davey"]
    floor.withholding.renamed("mallory", person("dave!m@h"))
    floor.answer(0, "mallory", "m@h")
    assert floor.heard == []
    floor.answer(1, "davy")
    assert floor.heard == [("davey", "davy", "s")]


def test_of_others_it_is_asked_again_under_their_new_nick() -> None:
    floor = Hall()
    floor.says(replace(DAVE, account="davy"), "s", KEVIN)
    floor.withholding.renamed("kevin", person("kev!k@h"))
    assert floor.nicks == ["kevin", "kev"]
    floor.answer(0, "")
    assert floor.heard == []
    floor.answer(1, "")
    assert floor.heard == [("dave", "davy", "s")]


@pytest.mark.parametrize("nick", ["dave", "DAVE"])
def test_a_new_host_or_spelling_changes_nothing_about_what_is_asked(nick: str) -> None:
    floor = Hall("dave")
    floor.says(DAVE, "s")
    floor.withholding.renamed("dave", Person(nick, "d@cloak"))
    assert (floor.heard, floor.nicks) == ([], ["dave"])
    floor.answer(0, "davy", "d@cloak")
    assert floor.heard == [(nick, "davy", "s")]


def test_who_takes_the_nick_of_somebody_whose_words_wait_does_not_say_them() -> None:
    floor = Hall("dave")
    floor.says(DAVE, "s")
    floor.withholding.renamed("mallory", person("dave!m@h"))
    floor.answer(0, "mallory", "m@h")
    assert floor.heard == []


def test_an_account_is_not_theirs_whose_words_waited_before_its_owner_came() -> None:
    """Whoever is in no channel with the bot may have left the nick without its being seen."""
    floor = Hall()
    floor.says(person("dave!m@elsewhere"), "s")
    floor.seen.add("dave")
    floor.answer(0, "davy")
    assert floor.heard == [("dave", None, "s")]


def test_nor_when_it_can_no_longer_be_seen_who_has_the_nick() -> None:
    """The bot was out of the channel for a moment, and finds somebody of that nick there."""
    floor = Hall("dave")
    floor.says(person("dave!m@elsewhere"), "s")
    floor.seen.clear()
    floor.withholding.lost_sight()
    floor.seen.add("dave")
    floor.answer(0, "davy")
    assert floor.heard == [("dave", None, "s")]


def test_who_is_still_seen_in_another_channel_is_known_as_before() -> None:
    floor = Hall("dave")
    floor.says(DAVE, "s")
    floor.withholding.lost_sight()
    floor.answer(0, "davy", "d@10.0.0.1")
    assert floor.heard == [("dave", "davy", "s")]


def test_who_comes_with_the_nick_has_not_said_what_another_said_before() -> None:
    floor = Hall()
    floor.says(person("dave!m@elsewhere"), "s")
    floor.withholding.arrived(DAVE)
    floor.answer(0, "davy")
    assert floor.heard == []
    floor.says(DAVE, "t")
    floor.answer(1, "davy")
    assert floor.heard == [("dave", "davy", "t")]


def test_who_is_found_with_the_nick_has_not_either() -> None:
    """The bot comes into a channel: where people there are from it does not know yet."""
    floor = Hall()
    floor.says(person("dave!m@elsewhere"), "s")
    floor.says(KEVIN, "t")
    floor.seen.add("dave")
    floor.withholding.found_people()
    floor.answer(0, "davy", "m@elsewhere")
    floor.answer(1, "", "k@h")
    assert floor.heard == [("kevin", "", "t")]


def test_who_was_seen_before_and_is_found_again_has_said_it() -> None:
    floor = Hall("dave")
    floor.says(DAVE, "s")
    floor.withholding.found_people()
    floor.answer(0, "davy")
    assert floor.heard == [("dave", "davy", "s")]


def test_who_comes_has_said_what_they_said_before() -> None:
    floor = Hall()
    floor.says(DAVE, "s")
    floor.withholding.arrived(DAVE)
    floor.answer(0, "davy")
    assert floor.heard == [("dave", "davy", "s")]


def test_and_is_followed_from_then_on() -> None:
    floor = Hall()
    floor.says(DAVE, "s")
    floor.seen.add("dave")
    floor.withholding.arrived(DAVE)
    floor.withholding.renamed("dave", Person("dave", "d@cloak"))
    floor.answer(0, "davy", "d@10.0.0.1")
    assert floor.heard == [("dave", "davy", "s")]


def test_who_is_seen_and_comes_into_another_channel_has_too() -> None:
    floor = Hall("dave")
    floor.says(DAVE, "s")
    floor.withholding.arrived(Person("dave", "d@10.0.0.1"))
    floor.answer(0, "davy")
    assert floor.heard == [("dave", "davy", "s")]


def test_words_from_elsewhere_are_not_said_together_with_those_of_whoever_had_the_nick() -> None:
    floor = Hall()
    floor.says(person("dave!m@elsewhere"), "s")
    floor.says(DAVE, "t")
    assert floor.nicks == ["dave", "dave"]
    floor.answer(0, "davy")
    floor.answer(1, "davy")
    assert floor.heard == [("dave", "davy", "t")]


def test_a_new_nick_does_not_make_others_words_theirs_who_takes_it() -> None:
    floor = Hall()
    floor.says(person("dave!m@elsewhere"), "s")
    floor.seen.update(("dave", "davey"))
    floor.withholding.renamed("dave", person("davey!d@h"))
    for number in range(len(floor.asked)):
        floor.answer(number, "davy")
    assert floor.heard == []


@pytest.mark.parametrize(
    "end", [lambda floor: floor.withholding.forget("DAVE"), lambda h: h.withholding.stop()]
)
def test_who_goes_or_is_lost_has_said_nothing(end: Callable[[Hall], None]) -> None:
    floor = Hall()
    floor.says(DAVE, "s")
    end(floor)
    floor.says(DAVE, "t")
    floor.answer(0, "davy")
    assert floor.heard == []
    floor.answer(1, "")
    assert floor.heard == [("dave", "", "t")]


def test_not_everything_is_kept_of_who_says_too_much() -> None:
    floor = Hall()
    for number in range(MOST_LINES + 5):
        floor.says(DAVE, str(number))
    assert floor.nicks == ["dave"]
    floor.answer(0, "")
    assert [said for _, _, said in floor.heard] == [str(number) for number in range(MOST_LINES)]


def test_when_too_many_wait_the_rest_is_heard_as_it_is() -> None:
    floor = Hall()
    for number in range(MOST_HELD):
        floor.says(Person(f"n{number}"), "s")
    assert floor.heard == []
    floor.says(DAVE, "s")
    assert floor.heard == [("dave", None, "s")]


def test_who_has_a_seat_is_held_back_however_many_are(floor: Hall) -> None:
    """Heard as they are they would be told to say it again, and a table waits for them."""
    for number in range(MOST_HELD):
        floor.says(Person(f"n{number}"), "s")
    floor.seated.add("dave")
    floor.says(DAVE, "s")
    assert floor.heard == []
    floor.answer(MOST_HELD, "davy")
    assert floor.heard == [("dave", "davy", "s")]


def test_who_speaks_goes_before_those_they_name_and_who_has_a_seat_first(floor: Hall) -> None:
    floor.says(DAVE, "!pontoon kevin", KEVIN)
    floor.seated.add("kevin")
    floor.says(KEVIN, "s", DAVE)
    assert [*zip(floor.nicks, floor.precedences, strict=True)] == [
        ("dave", Precedence.SPEAKING),
        ("kevin", Precedence.NAMED),
        ("kevin", Precedence.SEATED),
        ("dave", Precedence.NAMED),
    ]


def test_not_everybody_is_asked_about_because_of_one_line() -> None:
    floor = Hall()
    floor.says(DAVE, "s", *(Person(f"n{number}") for number in range(100)))
    assert len(floor.asked) == MOST_OTHERS + 1
    for number in range(MOST_OTHERS + 1):
        assert floor.heard == []
        floor.answer(number, "")
    assert floor.heard == [("dave", "", "s")]
    floor.says(replace(KEVIN, account=""), "s", *(Person(f"n{number}") for number in range(100)))
    assert len(floor.asked) == 2 * (MOST_OTHERS + 1)


def test_answers_that_come_while_it_is_asked_do_no_harm() -> None:
    """So it is where too much is asked already."""
    heard: list[Person] = []
    withholding: AccountLookup[Line] = AccountLookup(
        fold=lambda: rfc1459,
        matters=lambda _: True,
        release=lambda _, known: heard.append(known),
        look_up=lambda nick, _precedence, answered: answered(Person(nick)),
        is_seen=lambda _: True,
        is_seated=lambda _: False,
    )
    assert withholding.holds(Line(DAVE, "s"), [KEVIN])
    assert withholding.holds(Line(DAVE, "s"), [KEVIN])
    assert [each.account for each in heard] == [None, None]
