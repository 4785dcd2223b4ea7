"""Records: whole, in order, never dropped, and before everything that is said after them."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, field
from msgspec.structs import replace
from twisted.internet.task import Clock

from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.pace import SendRate
from pontoon.irc.queue import MOST_GAME, Kind, SendQueue, Unsent
from pontoon.irc.sending import Outbox
from tests.support.client_rig import session_at

DEN, POND = "#den", "#pond"


class Talking:
    """An outbox at a pace, what was said, in order, and the lines that it has written."""

    def __init__(self, rate: float = 1.0, burst: int = 1) -> None:
        self.clock = Clock()
        session = session_at(self.clock)
        session.is_registered = True
        self.written: list[str] = []
        pace = SendRate(rate, burst)
        self.outbox = Outbox(session, pace, self.written.append, notices=False)
        self.said: list[Message] = []

    def say(self, target: str, text: str, urgency: Priority, place: str = DEN) -> None:
        """Say TEXT to TARGET about PLACE."""
        self.outbox.say(Message(target, (text,), urgency, place=place))

    def say_any(self, said: "Said") -> None:
        """Say it, in words that nothing else has."""
        text = f"{len(self.said)}." + "x" * said.padding
        message = Message(
            said.place if said.urgency in _TO_CHANNEL else said.nick,
            (text,),
            said.urgency,
            joins=said.joins,
            topic=said.topic,
            place=said.place,
            of_round=said.of_round,
            stops=said.stops,
            informs=said.informs,
        )
        self.said.append(message)
        self.outbox.say(message)

    def crowd(self) -> None:
        """Have more wait to tell the den of its table than answers ever wait for."""
        for _ in range(7):
            self.say_any(Said(Priority.GAME, DEN))

    def texts(self) -> list[str]:
        """Return what has been written, without addresses."""
        self.clock.pump([1.0] * 1000)
        return [line.partition(" :")[2] for line in self.written]


_TO_CHANNEL = (Priority.RECORD, Priority.GAME)


class Said(Struct):
    """Something to say."""

    urgency: Priority
    place: str
    nick: str = ""
    padding: int = 0
    joins: str = ""
    topic: str = ""
    of_round: str = ""
    stops: bool = False
    informs: bool = False


anything = st.builds(
    Said,
    st.sampled_from((*Priority, Priority.RECORD)),
    st.sampled_from((DEN, POND)),
    st.sampled_from(("dave", "kevin")),
    st.sampled_from((0, 0, 90, 250)),
    *[st.sampled_from(("", "a", "b"))] * 3,
    *[st.booleans()] * 2,
)

Act = Callable[[Talking], None]
saying = anything.map(lambda said: lambda talking: talking.say_any(said))
waiting = st.sampled_from((0.5, 2.0)).map(lambda time: lambda talking: talking.clock.advance(time))
leaving = st.just(lambda talking: talking.outbox.forget("dave"))
crowding = st.just(lambda talking: talking.crowd())
acts: st.SearchStrategy[list[Act]] = st.lists(
    st.one_of(saying, saying, saying, crowding, waiting, leaving), min_size=4, max_size=40
)


@given(acts, st.sampled_from((1, 4)))
def test_nothing_that_is_said_later_overtakes_a_record(what: list[Act], burst: int) -> None:
    """Nor does it overtake what its channel was told before; it is a line of its own, once."""
    talking = Talking(burst=burst)
    for act in what:
        act(talking)
    texts = talking.texts()
    places = {part: place for place, text in enumerate(texts) for part in text.split(" | ")}
    for number, message in enumerate(talking.said):
        if message.urgency is not Priority.RECORD:
            continue
        (text,) = message.items
        assert texts.count(text) == 1
        for other in talking.said[number + 1 :]:
            if other.place == message.place:
                assert places.get(other.items[0], len(texts)) > places[text]
        for other in talking.said[:number]:
            if other.place == message.place and other.urgency in _TO_CHANNEL:
                assert places.get(other.items[0], -1) < places[text]


def test_cards_told_in_private_wait_for_the_record() -> None:
    """What is said of another channel does not."""
    talking = Talking()
    talking.say(DEN, "results", Priority.GAME)
    talking.say(DEN, "chips", Priority.GAME)
    talking.say(DEN, "the record", Priority.RECORD)
    for urgency in (Priority.PROMPT, Priority.ASIDE, Priority.CHATTER):
        talking.say("dave", f"cards: {urgency.name}", urgency)
    talking.say("kevin", "the pond's", Priority.PROMPT, place=POND)
    texts = talking.texts()
    assert texts[:4] == ["results", "chips", "the pond's", "the record"]
    assert texts[4:] == ["cards: PROMPT", "cards: ASIDE", "cards: CHATTER"]


def test_a_prompt_that_waits_gives_way() -> None:
    talking = Talking()
    talking.say("dave", "first", Priority.PROMPT)
    talking.say("dave", "your move", Priority.PROMPT)
    talking.say(DEN, "the record", Priority.RECORD)
    assert talking.texts() == ["first", "the record", "your move"]


def test_no_line_is_joined_to_a_record_nor_to_what_waits_before_it() -> None:
    talking = Talking()
    talking.say(DEN, "first", Priority.GAME)
    for text, urgency in (("a", Priority.GAME), ("r", Priority.RECORD), ("b", Priority.GAME)):
        talking.outbox.say(Message(DEN, (text,), urgency, joins="play"))
    assert talking.texts() == ["first", "a", "r", "b"]


def test_the_items_of_a_record_are_lines_if_they_are_too_long_for_one() -> None:
    talking = Talking()
    talking.outbox.say(Message(DEN, ("one", "2" * 300, "three"), Priority.RECORD))
    assert talking.texts() == ["one", "2" * 300, "three"]


def test_as_many_records_wait_as_are_said() -> None:
    """They neither give way to lines about games, nor have those give way."""
    talking = Talking()
    talking.outbox.pauseProducing()
    talking.say(DEN, "the first record", Priority.RECORD)
    for number in range(MOST_GAME):
        talking.say(DEN, f"game {number}", Priority.GAME)
    talking.say(DEN, "the record", Priority.RECORD)
    talking.say(DEN, "the last", Priority.GAME)
    talking.outbox.resumeProducing()
    texts = talking.texts()
    games = [f"game {number}" for number in range(MOST_GAME)]
    assert texts == ["the first record", *games[2:], "the record", "the last"]


def test_where_nothing_but_records_waits_none_gives_way() -> None:
    lines = Lines()
    lines.say(DEN, *[Priority.RECORD] * MOST_GAME, Priority.GAME)
    assert len(lines.sent()) == MOST_GAME + 1


def test_a_record_that_waits_goes_out_while_the_bot_stops() -> None:
    talking = Talking()
    talking.say(DEN, "first", Priority.GAME)
    talking.say(DEN, "the record", Priority.RECORD)
    talking.say("dave", "your move", Priority.PROMPT)
    talking.outbox.finish(lambda: talking.written.append("QUIT :bye"))
    talking.say(DEN, "another record", Priority.RECORD)
    assert talking.texts() == ["first", "the record", "another record", "bye"]


class Lines(SendQueue):
    """A queue whose lines have their places for texts."""

    def __init__(self) -> None:
        super().__init__(lambda _: None)

    def say(self, place: str, *kinds: Kind) -> None:
        """Let a line of each of KINDS wait."""
        for kind in kinds:
            self.put(Unsent(kind, place, place, "", place))

    def sent(self) -> list[str]:
        """Send all; return which places the lines were about."""
        return [self.take().text for _ in range(len(self))]


@pytest.mark.parametrize("kind", [Priority.PROMPT, Priority.GAME, Priority.ASIDE])
def test_a_channel_full_of_records_holds_up_no_other(kind: Kind) -> None:
    lines = Lines()
    lines.say(DEN, *[Priority.RECORD] * 100)
    for _ in range(50):
        lines.take()
    lines.say(POND, *[kind] * 4)
    assert lines.sent()[:12].count(POND) == 4


def test_a_record_goes_before_what_waits_about_other_channels() -> None:
    lines = Lines()
    lines.say(POND, *[Priority.GAME] * 20)
    lines.say(DEN, Priority.GAME, Priority.GAME, Priority.RECORD)
    assert lines.sent()[:3] == [DEN] * 3


def test_answers_wait_for_a_record_about_their_channel_only() -> None:
    talking = Talking()
    for place in (DEN, POND):
        for number in range(30):
            talking.say(place, f"{number}", Priority.GAME, place)
    talking.say(DEN, "the record", Priority.RECORD)
    for place in (DEN, POND):
        talking.say(place, f"an answer in {place}", Priority.CHATTER, place)
    texts = talking.texts()
    record = texts.index("the record")
    assert texts.index(f"an answer in {DEN}") > record > texts.index(f"an answer in {POND}")


def test_what_waits_is_forgotten_with_the_connection_records_too() -> None:
    lines = Lines()
    lines.say(DEN, Priority.RECORD)
    lines.clear()
    lines.say(DEN, Priority.GAME, Priority.PROMPT)
    lines.say(POND, Priority.PROMPT)
    assert lines.sent() == [DEN, POND, DEN]


class Counted(Struct):
    """How often something was called."""

    times: list[str] = field(default_factory=list)

    def __call__(self) -> None:
        self.times.append("told")


def test_the_receipt_of_a_record_is_called_once_its_last_line_has_left() -> None:
    talking, told = Talking(), Counted()
    talking.outbox.say(Message(DEN, ("one", "2" * 300), Priority.RECORD, told=told))
    talking.clock.pump([0.0] * 10)
    assert told.times == []
    talking.clock.pump([1.0] * 10)
    assert told.times == ["told"]


# What is called when a line is sent


def test_it_is_known_when_a_line_is_sent_and_not_when_it_only_waits() -> None:
    talking, sent = Talking(), list[str]()
    talking.say(DEN, "first", Priority.GAME)
    talking.outbox.say(
        Message("dave", ("a", "b"), Priority.ASIDE, "", place=DEN, sent=lambda: sent.append("ab"))
    )
    talking.clock.advance(0)
    assert (len(talking.written), sent) == (1, [])
    talking.clock.advance(1)
    assert sent == ["ab"]


@pytest.mark.parametrize("how", ["stopped", "replaced", "gone"])
def test_what_is_dropped_was_not_sent(how: str) -> None:
    talking, sent = Talking(), list[str]()
    talking.say(DEN, "first", Priority.GAME)
    asked = Message(
        "dave", ("old",), Priority.PROMPT, topic="hand", place=DEN, sent=lambda: sent.append("old")
    )
    talking.outbox.say(asked)
    if how == "stopped":
        talking.outbox.say(Message(DEN, ("stopped",), Priority.GAME, stops=True))
    elif how == "replaced":
        talking.outbox.say(replace(asked, items=("new",), sent=lambda: sent.append("new")))
    else:
        talking.outbox.forget("dave")
    talking.clock.advance(10)
    assert sent == (["new"] if how == "replaced" else [])
