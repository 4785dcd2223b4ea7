"""What somebody says waits until it is known who they are, if that matters."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.people import Person
from pontoon.irc.tracking.account_lookup import MOST_HELD, MOST_OTHERS, MOST_WORDS, Withholding
from pontoon.irc.tracking.whois import Answered, Precedence
from tests.support.client_rig import person

DAVE, KEVIN = person("dave!d@h"), person("kevin!k@h")


class Hall:
    """Words withheld, the questions asked, and what was heard, by whom, logged in to what."""

    def __init__(self, *seen: str) -> None:
        self.seen = {*seen}
        self.seated: set[str] = set()
        self.asked: list[tuple[str, Callable[[Person], None]]] = []
        self.precedences: list[Precedence] = []
        self.heard: list[tuple[str, str | None, str]] = []
        self.matters = True
        self.withholding = Withholding(
            fold=lambda: rfc1459,
            matters=lambda _, said: self.matters and said != "chatter",
            look_up=self._look_up,
            is_seen=lambda nick: nick in self.seen,
            is_seated=lambda nick: nick in self.seated,
        )

    def _look_up(self, nick: str, precedence: Precedence, answered: Answered) -> None:
        self.asked.append((nick, answered))
        self.precedences.append(precedence)

    def says(self, who: Person, text: str, *others: Person) -> None:
        """Have WHO say TEXT, which is about OTHERS."""
        self.withholding.hear(
            who, text, others, lambda found: self.heard.append((found.nick, found.account, text))
        )

    @property
    def nicks(self) -> list[str]:
        """The nicks asked about, those that were answered too."""
        return [nick for nick, _ in self.asked]

    def answer(self, number: int, account: str | None, userhost: str = "d@h") -> None:
        """Answer a question, by its NUMBER."""
        nick, answered = self.asked[number]
        answered(Person(nick, userhost, account))


@pytest.fixture
def hall() -> Hall:
    """Return one in which nobody is seen or seated."""
    return Hall()


def test_who_is_known_is_heard_at_once() -> None:
    hall = Hall()
    hall.says(replace(DAVE, account="davy"), "s")
    hall.says(replace(DAVE, account=""), "t")
    assert hall.heard == [("dave", "davy", "s"), ("dave", "", "t")]
    assert hall.asked == []


def test_where_it_makes_no_difference_nobody_is_asked_about() -> None:
    hall = Hall()
    hall.says(DAVE, "chatter")
    assert hall.heard == [("dave", None, "chatter")]
    hall.matters = False
    hall.says(DAVE, "s")
    assert hall.heard[1:] == [("dave", None, "s")]
    assert hall.asked == []


@pytest.mark.parametrize("account", ["davy", "", None])
def test_who_is_not_known_is_heard_once_there_is_an_answer_be_it_none(account: str | None) -> None:
    hall = Hall()
    hall.says(DAVE, "s")
    hall.says(DAVE, "t")
    hall.says(replace(DAVE, nick="Dave"), "u")
    assert (hall.heard, hall.nicks) == ([], ["dave"])
    hall.answer(0, account)
    assert hall.heard == [("dave", account, said) for said in "stu"]
    hall.answer(0, "mallory")
    assert len(hall.heard) == 3


def test_others_are_heard_meanwhile() -> None:
    hall = Hall()
    hall.says(DAVE, "s")
    hall.says(replace(KEVIN, account="kev"), "t")
    assert hall.heard == [("kevin", "kev", "t")]


def test_what_is_about_others_waits_for_what_is_known_of_them() -> None:
    hall = Hall()
    hall.says(replace(DAVE, account="davy"), "!pontoon kevin", KEVIN)
    hall.says(replace(DAVE, account="davy"), "hand")
    assert hall.nicks == ["kevin"]
    hall.answer(0, "kev")
    assert hall.heard == [("dave", "davy", "!pontoon kevin"), ("dave", "davy", "hand")]


def test_an_answer_about_somebody_elses_address_is_not_about_them() -> None:
    """Whoever has no channel in common with the bot may have left the nick to another meanwhile."""
    hall = Hall()
    hall.says(DAVE, "s")
    hall.answer(0, "davy", "m@elsewhere")
    assert hall.heard == [("dave", None, "s")]


def test_who_can_be_followed_is_known_whatever_address_the_answer_has() -> None:
    """A server may show the real host there, and a cloak elsewhere."""
    hall = Hall("dave")
    hall.says(DAVE, "s")
    hall.answer(0, "davy", "d@10.0.0.1")
    assert hall.heard == [("dave", "davy", "s")]


def test_words_follow_who_said_them_to_another_nick() -> None:
    """And are not said by whoever takes the nick meanwhile, nor with their account."""
    hall = Hall("davey", "dave")
    hall.says(DAVE, "s")
    hall.withholding.renamed("dave", person("davey!d@h"))
    assert hall.nicks == ["dave", "davey"]
    hall.withholding.renamed("mallory", person("dave!m@h"))
    hall.answer(0, "mallory", "m@h")
    assert hall.heard == []
    hall.answer(1, "davy")
    assert hall.heard == [("davey", "davy", "s")]


def test_of_others_it_is_asked_again_under_their_new_nick() -> None:
    hall = Hall()
    hall.says(replace(DAVE, account="davy"), "s", KEVIN)
    hall.withholding.renamed("kevin", person("kev!k@h"))
    assert hall.nicks == ["kevin", "kev"]
    hall.answer(0, "")
    assert hall.heard == []
    hall.answer(1, "")
    assert hall.heard == [("dave", "davy", "s")]


@pytest.mark.parametrize("nick", ["dave", "DAVE"])
def test_a_new_host_or_spelling_changes_nothing_about_what_is_asked(nick: str) -> None:
    hall = Hall("dave")
    hall.says(DAVE, "s")
    hall.withholding.renamed("dave", Person(nick, "d@cloak"))
    assert (hall.heard, hall.nicks) == ([], ["dave"])
    hall.answer(0, "davy", "d@cloak")
    assert hall.heard == [(nick, "davy", "s")]


def test_who_takes_the_nick_of_somebody_whose_words_wait_does_not_say_them() -> None:
    hall = Hall("dave")
    hall.says(DAVE, "s")
    hall.withholding.renamed("mallory", person("dave!m@h"))
    hall.answer(0, "mallory", "m@h")
    assert hall.heard == []


def test_an_account_is_not_theirs_whose_words_waited_before_its_owner_came() -> None:
    """Whoever is in no channel with the bot may have left the nick without its being seen."""
    hall = Hall()
    hall.says(person("dave!m@elsewhere"), "s")
    hall.seen.add("dave")
    hall.answer(0, "davy")
    assert hall.heard == [("dave", None, "s")]


def test_nor_when_it_can_no_longer_be_seen_who_has_the_nick() -> None:
    """The bot was out of the channel for a moment, and finds somebody of that nick there."""
    hall = Hall("dave")
    hall.says(person("dave!m@elsewhere"), "s")
    hall.seen.clear()
    hall.withholding.lost_sight()
    hall.seen.add("dave")
    hall.answer(0, "davy")
    assert hall.heard == [("dave", None, "s")]


def test_who_is_still_seen_in_another_channel_is_known_as_before() -> None:
    hall = Hall("dave")
    hall.says(DAVE, "s")
    hall.withholding.lost_sight()
    hall.answer(0, "davy", "d@10.0.0.1")
    assert hall.heard == [("dave", "davy", "s")]


def test_who_comes_with_the_nick_has_not_said_what_another_said_before() -> None:
    hall = Hall()
    hall.says(person("dave!m@elsewhere"), "s")
    hall.withholding.arrived(DAVE)
    hall.answer(0, "davy")
    assert hall.heard == []
    hall.says(DAVE, "t")
    hall.answer(1, "davy")
    assert hall.heard == [("dave", "davy", "t")]


def test_who_is_found_with_the_nick_has_not_either() -> None:
    """The bot comes into a channel: where people there are from it does not know yet."""
    hall = Hall()
    hall.says(person("dave!m@elsewhere"), "s")
    hall.says(KEVIN, "t")
    hall.seen.add("dave")
    hall.withholding.found_people()
    hall.answer(0, "davy", "m@elsewhere")
    hall.answer(1, "", "k@h")
    assert hall.heard == [("kevin", "", "t")]


def test_who_was_seen_before_and_is_found_again_has_said_it() -> None:
    hall = Hall("dave")
    hall.says(DAVE, "s")
    hall.withholding.found_people()
    hall.answer(0, "davy")
    assert hall.heard == [("dave", "davy", "s")]


def test_who_comes_has_said_what_they_said_before() -> None:
    hall = Hall()
    hall.says(DAVE, "s")
    hall.withholding.arrived(DAVE)
    hall.answer(0, "davy")
    assert hall.heard == [("dave", "davy", "s")]


def test_and_is_followed_from_then_on() -> None:
    hall = Hall()
    hall.says(DAVE, "s")
    hall.seen.add("dave")
    hall.withholding.arrived(DAVE)
    hall.withholding.renamed("dave", Person("dave", "d@cloak"))
    hall.answer(0, "davy", "d@10.0.0.1")
    assert hall.heard == [("dave", "davy", "s")]


def test_who_is_seen_and_comes_into_another_channel_has_too() -> None:
    hall = Hall("dave")
    hall.says(DAVE, "s")
    hall.withholding.arrived(Person("dave", "d@10.0.0.1"))
    hall.answer(0, "davy")
    assert hall.heard == [("dave", "davy", "s")]


def test_words_from_elsewhere_are_not_said_together_with_those_of_whoever_had_the_nick() -> None:
    hall = Hall()
    hall.says(person("dave!m@elsewhere"), "s")
    hall.says(DAVE, "t")
    assert hall.nicks == ["dave", "dave"]
    hall.answer(0, "davy")
    hall.answer(1, "davy")
    assert hall.heard == [("dave", "davy", "t")]


def test_a_new_nick_does_not_make_others_words_theirs_who_takes_it() -> None:
    hall = Hall()
    hall.says(person("dave!m@elsewhere"), "s")
    hall.seen.update(("dave", "davey"))
    hall.withholding.renamed("dave", person("davey!d@h"))
    for number in range(len(hall.asked)):
        hall.answer(number, "davy")
    assert hall.heard == []


@pytest.mark.parametrize(
    "end", [lambda hall: hall.withholding.forget("DAVE"), lambda h: h.withholding.stop()]
)
def test_who_goes_or_is_lost_has_said_nothing(end: Callable[[Hall], None]) -> None:
    hall = Hall()
    hall.says(DAVE, "s")
    end(hall)
    hall.says(DAVE, "t")
    hall.answer(0, "davy")
    assert hall.heard == []
    hall.answer(1, "")
    assert hall.heard == [("dave", "", "t")]


def test_not_everything_is_kept_of_who_says_too_much() -> None:
    hall = Hall()
    for number in range(MOST_WORDS + 5):
        hall.says(DAVE, str(number))
    assert hall.nicks == ["dave"]
    hall.answer(0, "")
    assert [said for _, _, said in hall.heard] == [str(number) for number in range(MOST_WORDS)]


def test_when_too_many_wait_the_rest_is_heard_as_it_is() -> None:
    hall = Hall()
    for number in range(MOST_HELD):
        hall.says(Person(f"n{number}"), "s")
    assert hall.heard == []
    hall.says(DAVE, "s")
    assert hall.heard == [("dave", None, "s")]


def test_who_has_a_seat_is_held_back_however_many_are(hall: Hall) -> None:
    """Heard as they are they would be told to say it again, and a table waits for them."""
    for number in range(MOST_HELD):
        hall.says(Person(f"n{number}"), "s")
    hall.seated.add("dave")
    hall.says(DAVE, "s")
    assert hall.heard == []
    hall.answer(MOST_HELD, "davy")
    assert hall.heard == [("dave", "davy", "s")]


def test_who_speaks_goes_before_those_they_name_and_who_has_a_seat_first(hall: Hall) -> None:
    hall.says(DAVE, "!pontoon kevin", KEVIN)
    hall.seated.add("kevin")
    hall.says(KEVIN, "s", DAVE)
    assert [*zip(hall.nicks, hall.precedences, strict=True)] == [
        ("dave", Precedence.SPEAKING),
        ("kevin", Precedence.NAMED),
        ("kevin", Precedence.SEATED),
        ("dave", Precedence.NAMED),
    ]


def test_not_everybody_is_asked_about_because_of_one_line() -> None:
    hall = Hall()
    hall.says(DAVE, "s", *(Person(f"n{number}") for number in range(100)))
    assert len(hall.asked) == MOST_OTHERS + 1
    for number in range(MOST_OTHERS + 1):
        assert hall.heard == []
        hall.answer(number, "")
    assert hall.heard == [("dave", "", "s")]
    hall.says(replace(KEVIN, account=""), "s", *(Person(f"n{number}") for number in range(100)))
    assert len(hall.asked) == 2 * (MOST_OTHERS + 1)


def test_answers_that_come_while_it_is_asked_do_no_harm() -> None:
    """So it is where too much is asked already."""
    heard: list[Person] = []
    withholding = Withholding(
        fold=lambda: rfc1459,
        matters=lambda *_: True,
        look_up=lambda nick, _precedence, answered: answered(Person(nick)),
        is_seen=lambda _: True,
        is_seated=lambda _: False,
    )
    withholding.hear(DAVE, "s", [KEVIN], heard.append)
    withholding.hear(DAVE, "s", [KEVIN], heard.append)
    assert [each.account for each in heard] == [None, None]
