"""What somebody says waits until it is known who they are, if that matters."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.people import Person
from pontoon.irc.whois import Answered, Precedence
from pontoon.service.accounts import MAX_HELD, MAX_LINES, MAX_OTHERS, AccountLookup
from tests.support.client_rig import person

DAVE, KEVIN = person("dave!d@h"), person("kevin!k@h")


@dataclass(frozen=True)
class Line:
    """What PERSON has said."""

    person: Person
    text: str


class Source:
    """Words withheld, the questions asked, and what was heard, by whom, logged in to what."""

    def __init__(self, *seen: str) -> None:
        self.seen = {*seen}
        self.seated: set[str] = set()
        self.asked: list[tuple[str, Callable[[Person], None]]] = []
        self.precedences: list[Precedence] = []
        self.heard: list[tuple[str, str | None, str]] = []
        self.matters = True
        self.fold = rfc1459
        this: Any = self
        self.lookup = AccountLookup(this)

    # What the lookup asks

    def answer_held(self, line: Line, known: Person) -> None:
        """Note LINE, and who said it."""
        self.heard.append((known.nick, known.account, line.text))

    def sees(self, nick: str) -> bool:
        """Tell whether NICK is seen."""
        return nick in self.seen

    def is_seated(self, nick: str) -> bool:
        """Tell whether NICK is seated."""
        return nick in self.seated

    def look_up(self, nick: str, precedence: Precedence, answered: Answered) -> None:
        """Note the question."""
        self.asked.append((nick, answered))
        self.precedences.append(precedence)

    # What a test does

    def says(self, who: Person, text: str, *others: Person) -> None:
        """Have WHO say TEXT, which is about OTHERS."""
        line: Any = Line(who, text)
        needed = (who, *others) if self.matters and text != "chatter" else ()
        if not self.lookup.holds(line, needed):
            self.answer_held(line, who)

    @property
    def nicks(self) -> list[str]:
        """The nicks asked about, those that were answered too."""
        return [nick for nick, _ in self.asked]

    def answer(self, number: int, account: str | None, userhost: str = "d@h") -> None:
        """Answer a question, by its NUMBER."""
        nick, answered = self.asked[number]
        answered(Person(nick, userhost, account))


@pytest.fixture
def source() -> Source:
    """Return one in which nobody is seen or seated."""
    return Source()


def test_who_is_known_is_heard_at_once() -> None:
    source = Source()
    source.says(replace(DAVE, account="davy"), "s")
    source.says(replace(DAVE, account=""), "t")
    assert source.heard == [("dave", "davy", "s"), ("dave", "", "t")]
    assert source.asked == []


def test_where_it_makes_no_difference_nobody_is_asked_about() -> None:
    source = Source()
    source.says(DAVE, "chatter")
    assert source.heard == [("dave", None, "chatter")]
    source.matters = False
    source.says(DAVE, "s")
    assert source.heard[1:] == [("dave", None, "s")]
    assert source.asked == []


@pytest.mark.parametrize("account", ["davy", "", None])
def test_who_is_not_known_is_heard_once_there_is_an_answer_be_it_none(account: str | None) -> None:
    source = Source()
    source.says(DAVE, "s")
    source.says(DAVE, "t")
    source.says(replace(DAVE, nick="Dave"), "u")
    assert (source.heard, source.nicks) == ([], ["dave"])
    source.answer(0, account)
    assert source.heard == [("dave", account, said) for said in "stu"]
    source.answer(0, "mallory")
    assert len(source.heard) == 3


def test_others_are_heard_meanwhile() -> None:
    source = Source()
    source.says(DAVE, "s")
    source.says(replace(KEVIN, account="kev"), "t")
    assert source.heard == [("kevin", "kev", "t")]


def test_what_is_about_others_waits_for_what_is_known_of_them() -> None:
    source = Source()
    source.says(replace(DAVE, account="davy"), "!pontoon kevin", KEVIN)
    source.says(replace(DAVE, account="davy"), "hand")
    assert source.nicks == ["kevin"]
    source.answer(0, "kev")
    assert source.heard == [("dave", "davy", "!pontoon kevin"), ("dave", "davy", "hand")]


def test_an_answer_about_somebody_elses_address_is_not_about_them() -> None:
    """Whoever has no channel in common with the bot may have left the nick to another meanwhile."""
    source = Source()
    source.says(DAVE, "s")
    source.answer(0, "davy", "m@elsewhere")
    assert source.heard == [("dave", None, "s")]


def test_who_can_be_followed_is_known_whatever_address_the_answer_has() -> None:
    """A server may show the real host there, and a cloak elsewhere."""
    source = Source("dave")
    source.says(DAVE, "s")
    source.answer(0, "davy", "d@10.0.0.1")
    assert source.heard == [("dave", "davy", "s")]


def test_words_follow_who_said_them_to_another_nick() -> None:
    """And are not said by whoever takes the nick meanwhile, nor with their account."""
    source = Source("davey", "dave")
    source.says(DAVE, "s")
    source.lookup.renamed("dave", person("davey!d@h"))
    assert source.nicks == ["dave", "davey"]
    source.lookup.renamed("mallory", person("dave!m@h"))
    source.answer(0, "mallory", "m@h")
    assert source.heard == []
    source.answer(1, "davy")
    assert source.heard == [("davey", "davy", "s")]


def test_of_others_it_is_asked_again_under_their_new_nick() -> None:
    source = Source()
    source.says(replace(DAVE, account="davy"), "s", KEVIN)
    source.lookup.renamed("kevin", person("kev!k@h"))
    assert source.nicks == ["kevin", "kev"]
    source.answer(0, "")
    assert source.heard == []
    source.answer(1, "")
    assert source.heard == [("dave", "davy", "s")]


@pytest.mark.parametrize("nick", ["dave", "DAVE"])
def test_a_new_host_or_spelling_changes_nothing_about_what_is_asked(nick: str) -> None:
    source = Source("dave")
    source.says(DAVE, "s")
    source.lookup.renamed("dave", Person(nick, "d@cloak"))
    assert (source.heard, source.nicks) == ([], ["dave"])
    source.answer(0, "davy", "d@cloak")
    assert source.heard == [(nick, "davy", "s")]


def test_who_takes_the_nick_of_somebody_whose_words_wait_does_not_say_them() -> None:
    source = Source("dave")
    source.says(DAVE, "s")
    source.lookup.renamed("mallory", person("dave!m@h"))
    source.answer(0, "mallory", "m@h")
    assert source.heard == []


def test_an_account_is_not_theirs_whose_words_waited_before_its_owner_came() -> None:
    """Whoever is in no channel with the bot may have left the nick without its being seen."""
    source = Source()
    source.says(person("dave!m@elsewhere"), "s")
    source.seen.add("dave")
    source.answer(0, "davy")
    assert source.heard == [("dave", None, "s")]


def test_nor_when_it_can_no_longer_be_seen_who_has_the_nick() -> None:
    """The bot was out of the channel for a moment, and finds somebody of that nick there."""
    source = Source("dave")
    source.says(person("dave!m@elsewhere"), "s")
    source.seen.clear()
    source.lookup.lost_sight()
    source.seen.add("dave")
    source.answer(0, "davy")
    assert source.heard == [("dave", None, "s")]


def test_who_is_still_seen_in_another_channel_is_known_as_before() -> None:
    source = Source("dave")
    source.says(DAVE, "s")
    source.lookup.lost_sight()
    source.answer(0, "davy", "d@10.0.0.1")
    assert source.heard == [("dave", "davy", "s")]


def test_who_comes_with_the_nick_has_not_said_what_another_said_before() -> None:
    source = Source()
    source.says(person("dave!m@elsewhere"), "s")
    source.lookup.arrived(DAVE)
    source.answer(0, "davy")
    assert source.heard == []
    source.says(DAVE, "t")
    source.answer(1, "davy")
    assert source.heard == [("dave", "davy", "t")]


def test_who_is_found_with_the_nick_has_not_either() -> None:
    """The bot comes into a channel: where people there are from it does not know yet."""
    source = Source()
    source.says(person("dave!m@elsewhere"), "s")
    source.says(KEVIN, "t")
    source.seen.add("dave")
    source.lookup.found_people()
    source.answer(0, "davy", "m@elsewhere")
    source.answer(1, "", "k@h")
    assert source.heard == [("kevin", "", "t")]


def test_who_was_seen_before_and_is_found_again_has_said_it() -> None:
    source = Source("dave")
    source.says(DAVE, "s")
    source.lookup.found_people()
    source.answer(0, "davy")
    assert source.heard == [("dave", "davy", "s")]


def test_who_comes_has_said_what_they_said_before() -> None:
    source = Source()
    source.says(DAVE, "s")
    source.lookup.arrived(DAVE)
    source.answer(0, "davy")
    assert source.heard == [("dave", "davy", "s")]


def test_and_is_followed_from_then_on() -> None:
    source = Source()
    source.says(DAVE, "s")
    source.seen.add("dave")
    source.lookup.arrived(DAVE)
    source.lookup.renamed("dave", Person("dave", "d@cloak"))
    source.answer(0, "davy", "d@10.0.0.1")
    assert source.heard == [("dave", "davy", "s")]


def test_who_is_seen_and_comes_into_another_channel_has_too() -> None:
    source = Source("dave")
    source.says(DAVE, "s")
    source.lookup.arrived(Person("dave", "d@10.0.0.1"))
    source.answer(0, "davy")
    assert source.heard == [("dave", "davy", "s")]


def test_words_from_elsewhere_are_not_said_together_with_those_of_whoever_had_the_nick() -> None:
    source = Source()
    source.says(person("dave!m@elsewhere"), "s")
    source.says(DAVE, "t")
    assert source.nicks == ["dave", "dave"]
    source.answer(0, "davy")
    source.answer(1, "davy")
    assert source.heard == [("dave", "davy", "t")]


def test_a_new_nick_does_not_make_others_words_theirs_who_takes_it() -> None:
    source = Source()
    source.says(person("dave!m@elsewhere"), "s")
    source.seen.update(("dave", "davey"))
    source.lookup.renamed("dave", person("davey!d@h"))
    for number in range(len(source.asked)):
        source.answer(number, "davy")
    assert source.heard == []


@pytest.mark.parametrize(
    "end", [lambda source: source.lookup.forget("DAVE"), lambda h: h.lookup.stop()]
)
def test_who_goes_or_is_lost_has_said_nothing(end: Callable[[Source], None]) -> None:
    source = Source()
    source.says(DAVE, "s")
    end(source)
    source.says(DAVE, "t")
    source.answer(0, "davy")
    assert source.heard == []
    source.answer(1, "")
    assert source.heard == [("dave", "", "t")]


def test_not_everything_is_kept_of_who_says_too_much() -> None:
    source = Source()
    for number in range(MAX_LINES + 5):
        source.says(DAVE, str(number))
    assert source.nicks == ["dave"]
    source.answer(0, "")
    assert [said for _, _, said in source.heard] == [str(number) for number in range(MAX_LINES)]


def test_when_too_many_wait_the_rest_is_heard_as_it_is() -> None:
    source = Source()
    for number in range(MAX_HELD):
        source.says(Person(f"n{number}"), "s")
    assert source.heard == []
    source.says(DAVE, "s")
    assert source.heard == [("dave", None, "s")]


def test_who_has_a_seat_is_held_back_however_many_are(source: Source) -> None:
    """Heard as they are they would be told to say it again, and a table waits for them."""
    for number in range(MAX_HELD):
        source.says(Person(f"n{number}"), "s")
    source.seated.add("dave")
    source.says(DAVE, "s")
    assert source.heard == []
    source.answer(MAX_HELD, "davy")
    assert source.heard == [("dave", "davy", "s")]


def test_who_speaks_goes_before_those_they_name_and_who_has_a_seat_first(source: Source) -> None:
    source.says(DAVE, "!pontoon kevin", KEVIN)
    source.seated.add("kevin")
    source.says(KEVIN, "s", DAVE)
    assert [*zip(source.nicks, source.precedences, strict=True)] == [
        ("dave", Precedence.SPEAKING),
        ("kevin", Precedence.NAMED),
        ("kevin", Precedence.SEATED),
        ("dave", Precedence.NAMED),
    ]


def test_not_everybody_is_asked_about_because_of_one_line() -> None:
    source = Source()
    source.says(DAVE, "s", *(Person(f"n{number}") for number in range(100)))
    assert len(source.asked) == MAX_OTHERS + 1
    for number in range(MAX_OTHERS + 1):
        assert source.heard == []
        source.answer(number, "")
    assert source.heard == [("dave", "", "s")]
    source.says(replace(KEVIN, account=""), "s", *(Person(f"n{number}") for number in range(100)))
    assert len(source.asked) == 2 * (MAX_OTHERS + 1)


def test_answers_that_come_while_it_is_asked_do_no_harm() -> None:
    """So it is where too much is asked already."""

    class AnswersAtOnce(Source):
        def look_up(self, nick: str, _precedence: Precedence, answered: Answered) -> None:
            answered(Person(nick))

    source = AnswersAtOnce(DAVE.nick, KEVIN.nick)
    line: Any = Line(DAVE, "s")
    assert source.lookup.holds(line, [KEVIN])
    assert source.lookup.holds(line, [KEVIN])
    assert [account for _, account, _ in source.heard] == [None, None]
