"""What a server refuses because the bot writes to too many people is sent again later."""

from collections.abc import Callable

import pytest

from pontoon.irc.outgoing import Priority, Question, Topic
from pontoon.irc.queue import MAX_SENT
from pontoon.irc.sending import ATTEMPTS, LAG_SECONDS, MAX_SECONDS, RETRY_SECONDS
from tests.irc.test_sending import CHANNEL, DEN, Talk, talk_at

ASIDE, PROMPT = Priority.ASIDE, Priority.PROMPT
TARGCHANGE = ":srv 707 Bot dave :Targets changing too fast, message dropped"
TOO_FAST = ":srv 439 Bot dave :Message target change too fast. Please wait 9 seconds"


@pytest.fixture
def talk() -> Talk:
    """Return a client that may send as much as it likes."""
    return talk_at(0.0)


def tell(talk: Talk, text: str, nick: str = "dave", **more: object) -> None:
    """Tell NICK a line about the table in the channel, and send what may go."""
    more.setdefault("channel", CHANNEL)
    talk.chat(text, target=nick, **{"urgency": ASIDE, **more})


def later(talk: Talk, seconds: float) -> list[str]:
    """Return what is sent in so many SECONDS, in which the server is not silent."""
    sent: list[str] = []
    for _ in range(10):
        talk.rig.receive(":srv PONG srv :0")
        sent += talk.sent(seconds / 10)
    return sent


def to(nick: str, *texts: str) -> list[str]:
    return [f"PRIVMSG {nick} :{text}" for text in texts]


@pytest.mark.parametrize(
    ("refusal", "seconds"),
    [
        (TARGCHANGE, RETRY_SECONDS),
        (TARGCHANGE.replace("dave", "DAVE"), RETRY_SECONDS),
        (TOO_FAST, 9),
        (":srv 439 Bot dave :Please wait 1 second", 1),
        (":srv 439 Bot dave :Please wait 0 seconds", RETRY_SECONDS),
        (":srv 439 Bot dave :Please wait 99999 seconds", MAX_SECONDS),
        (":srv 439 Bot dave", RETRY_SECONDS),
    ],
)
def test_what_is_refused_is_sent_again_when_the_limit_has_passed(
    refusal: str, seconds: int
) -> None:
    talk = talk_at(0.0)
    tell(talk, "your cards")
    assert talk.sent() == to("dave", "your cards")
    talk.rig.receive(refusal)
    assert later(talk, seconds - 0.5) == []
    assert talk.sent(1.0) == to("dave", "your cards")
    assert talk.rig.ears.of("undeliverable") == []
    assert f"sending to dave again in {seconds} s" in talk.rig.logged


def test_it_stays_in_order_and_what_comes_later_waits_behind_it(talk: Talk) -> None:
    """Each refusal is about one line; those before it arrived."""
    for each in "1234":
        tell(talk, each)
    assert talk.sent() == to("dave", *"1234")
    talk.rig.receive(TARGCHANGE, TARGCHANGE)
    tell(talk, "5", urgency=PROMPT)
    tell(talk, "6", nick="kevin", urgency=PROMPT)
    assert talk.sent() == to("kevin", "6")
    talk.chat("all")
    assert talk.sent() == ["all"]
    assert later(talk, RETRY_SECONDS) == to("dave", *"345")


def test_answers_are_sent_again_too(talk: Talk) -> None:
    talk.chat("1", target="dave", urgency=Priority.CHATTER)
    talk.sent()
    talk.rig.receive(TARGCHANGE)
    talk.chat("2", target="kevin", urgency=Priority.CHATTER)
    assert talk.sent() == to("kevin", "2")
    assert later(talk, RETRY_SECONDS) == to("dave", "1")


def test_a_receipt_is_called_once(talk: Talk) -> None:
    talk.say("dave", "you win", urgency=ASIDE, channel=CHANNEL)
    talk.sent()
    talk.rig.receive(TARGCHANGE)
    assert later(talk, RETRY_SECONDS) == to("dave", "you win")
    assert talk.noted == ["you win"]


class Asked(Question):
    """A question; it notes when it leaves, and when it is taken back."""

    def __init__(self, note: Callable[[str], None], text: str = "question") -> None:
        self._note = note
        self._text = text

    def __call__(self) -> None:
        self._note(f"{self._text} left")

    def taken_back(self) -> None:
        self._note(f"{self._text} back")


def ask(talk: Talk, text: str = "question", topic: Topic | None = Topic.CARDS) -> None:
    """Ask dave something about the table in the channel."""
    left = Asked(talk.noted.append, text)
    talk.say("dave", text, urgency=PROMPT, channel=CHANNEL, topic=topic, left=left)


def test_a_question_leaves_and_is_taken_back_as_often_as_it_is_refused(talk: Talk) -> None:
    ask(talk)
    talk.sent()
    told = ["question left"]
    for _ in range(ATTEMPTS):
        talk.rig.receive(TARGCHANGE)
        assert talk.noted == (told := [*told, "question back"])
        assert later(talk, RETRY_SECONDS) == to("dave", "question")
        assert talk.noted == (told := [*told, "question left"])
    talk.rig.receive(TARGCHANGE)
    assert later(talk, RETRY_SECONDS) == []
    assert talk.noted == told


def test_a_question_refused_before_it_is_known_to_have_left_leaves_when_sent_again(
    talk: Talk,
) -> None:
    """A server nearby is as quick as that."""
    ask(talk)
    assert talk.rig.sent() == to("dave", "question")
    talk.rig.receive(TARGCHANGE)
    assert later(talk, RETRY_SECONDS - 1) == []
    assert talk.noted == ["question back"]
    assert later(talk, 2) == to("dave", "question")
    assert talk.noted == ["question back", "question left"]


def test_a_question_taken_back_leaves_by_what_takes_its_place(talk: Talk) -> None:
    ask(talk)
    talk.sent()
    talk.rig.receive(TARGCHANGE)
    ask(talk, "again")
    assert talk.noted == ["question left", "question back"]
    assert later(talk, RETRY_SECONDS) == to("dave", "again")
    assert talk.noted[2:] == ["question left", "again left"]


def test_a_question_taken_back_leaves_if_it_is_dropped(talk: Talk) -> None:
    ask(talk)
    talk.sent()
    talk.rig.receive(TARGCHANGE)
    talk.rig.client.outbox.forget("dave")
    assert talk.sent() == []
    assert talk.noted == ["question left", "question back", "question left"]


def test_of_several_lines_of_a_question_the_last_is_what_counts(talk: Talk) -> None:
    ask(talk, "x" * 700, topic=None)
    talk.sent()
    talk.rig.receive(TARGCHANGE, TARGCHANGE)
    assert [each[-4:] for each in talk.noted] == ["left", "back"]
    assert len(later(talk, RETRY_SECONDS)) == 2
    assert [each[-4:] for each in talk.noted] == ["left", "back", "left"]


@pytest.mark.parametrize("is_late", [False, True])
def test_what_is_no_longer_true_is_not_sent_again(talk: Talk, *, is_late: bool) -> None:
    """Neither if that comes about before the server refuses it, nor after."""
    outbox = talk.rig.client.outbox
    tell(talk, "old prompt", topic=Topic.CARDS)
    tell(talk, "of a round", channel=DEN)
    tell(talk, "for kevin", nick="kevin")
    talk.sent()
    refusals = [TARGCHANGE, TARGCHANGE, TARGCHANGE.replace("dave", "kevin")]
    talk.rig.receive(*(refusals if is_late else []))
    tell(talk, "new prompt", topic=Topic.CARDS)
    talk.chat("is over", target=DEN, topic=Topic.VOID)
    outbox.forget("kevin")
    talk.sent()
    talk.rig.receive(*([] if is_late else refusals))
    assert later(talk, RETRY_SECONDS) == to("dave", "new prompt")


def test_it_follows_whoever_takes_another_nick(talk: Talk) -> None:
    tell(talk, "1")
    talk.sent()
    talk.rig.client.outbox.readdress("dave", "david")
    talk.rig.receive(TARGCHANGE.replace("dave", "david"))
    assert later(talk, RETRY_SECONDS) == to("david", "1")


def test_somebody_who_cannot_be_written_to_after_some_attempts_is_told_of(talk: Talk) -> None:
    tell(talk, "1")
    assert talk.sent() == to("dave", "1")
    for _ in range(ATTEMPTS):
        talk.rig.receive(TARGCHANGE)
        assert talk.rig.ears.of("undeliverable") == []
        assert later(talk, RETRY_SECONDS) == to("dave", "1")
    talk.rig.receive(TARGCHANGE)
    assert later(talk, RETRY_SECONDS) == []
    why = "Targets changing too fast, message dropped"
    assert talk.rig.ears.of("undeliverable") == [("dave", why)]


def test_what_was_sent_long_ago_is_not_meant(talk: Talk) -> None:
    tell(talk, "1")
    later(talk, LAG_SECONDS + 1.0)
    talk.rig.receive(TARGCHANGE)
    assert later(talk, RETRY_SECONDS) == []
    assert len(talk.rig.ears.of("undeliverable")) == 1


def test_no_more_than_so_many_lines_are_remembered(talk: Talk) -> None:
    for number in range(MAX_SENT + 1):
        tell(talk, f"{number}")
    talk.sent()
    talk.rig.receive(*[TARGCHANGE] * (MAX_SENT + 1))
    assert later(talk, RETRY_SECONDS) == to("dave", *map(str, range(1, MAX_SENT + 1)))


def test_what_a_channel_or_a_command_meets_is_no_matter_of_a_person(talk: Talk) -> None:
    talk.chat("all")
    talk.sent()
    talk.rig.receive(":srv 707 Bot #pontoon :Targets changing too fast")
    talk.rig.receive(":srv 439 Bot NickServ :Target change too fast", ":srv 439 Bot :Please wait")
    assert later(talk, RETRY_SECONDS) == []
    told = [name for name, _ in talk.rig.ears.of("undeliverable")]
    assert told[:2] == ["#pontoon", "NickServ"]


def test_a_bot_that_stops_does_not_wait_for_it(talk: Talk) -> None:
    talk.say("dave", "you win", urgency=ASIDE, channel=CHANNEL)
    talk.sent()
    talk.rig.receive(TARGCHANGE)
    talk.rig.client.quit("bye")
    assert talk.sent() == [*to("dave", "you win"), "QUIT :bye"]
