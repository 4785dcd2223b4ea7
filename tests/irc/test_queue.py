"""Lines that wait: which goes next, what is joined, and what is dropped."""

from collections.abc import Iterator
from functools import partial
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pontoon.irc import queue as of_queue
from pontoon.irc.outgoing import JOINT, MAX_JOINED, Message, Priority, Told, Topic
from pontoon.irc.queue import (
    LINES_FOR_AN_ANSWER,
    MAX_CHATTER,
    MAX_CHATTER_EACH,
    MAX_LINES,
    MAX_PRIVATE_IN_A_ROW,
    TOO_MUCH,
    Line,
    SendQueue,
)
from tests.support.properties import MANY

DEN, POND = "#den", "#pond"
TO_CHANNEL, TO_PLAYER = (Priority.RECORD, Priority.GAME), (Priority.PROMPT, Priority.ASIDE)
PRIORITIES = {each.name[0].lower(): each for each in Priority}


class Queue(SendQueue):
    """A queue that keeps what it logs, and notes receipts that were called."""

    def __init__(self) -> None:
        self.logged: list[str] = []
        self.noted: list[str] = []
        super().__init__(self.logged.append)

    def say(self, text: str, priority: Priority, channel: str = DEN, **more: Any) -> None:
        """Let TEXT wait: for CHANNEL, or for somebody who is told nothing else."""
        target = more.pop("target", channel if priority in TO_CHANNEL else f"for {text}")
        receipt = [lambda: self.noted.append(text)] if more.pop("receipt", False) else []
        room, address = more.pop("room", 500), more.pop("address", "to :")
        message = Message(target, (text,), priority, channel, **more)
        self.put(Line(message, address, [text], message.of_turn, receipt), room)

    def say_all(self, words: str) -> None:
        """Let lines wait: ``p1:dave`` is a prompt for dave about the den, ``!`` has a receipt."""
        for word in words.split():
            text, _, target = word.rpartition("/")[2].rstrip("!").partition(":")
            channel = POND if word.startswith("pond/") else DEN
            more: dict[str, Any] = {"target": target} if target else {}
            self.say(text, PRIORITIES[text[0]], channel, receipt=word.endswith("!"), **more)

    def taken(self) -> list[str]:
        """Take all that waits; return the texts."""
        return [JOINT.join(self.take().items) for _ in range(len(self))]

    def dropped_now(self) -> list[str]:
        """Call the receipts of what was dropped; return what they noted."""
        for told in self.dropped:
            told()
        self.dropped, noted, self.noted = [], self.noted, []
        return noted


@pytest.fixture
def queue() -> Queue:
    return Queue()


RULES = {
    "a record goes behind what the channel was told, before all else": (
        "p1 g1 r1 g2 p2 c1",
        "g1 r1 p1 p2 g2 c1",
    ),
    "prompts go first": ("a1 p1 p2 p3", "p1 p2 p3 a1"),
    "two prompts at most go before a line to the channel": ("g1 p1 p2 p3 p4", "p1 p2 g1 p3 p4"),
    "and two before the next one": ("g1 g2 p1 p2 p3 p4 p5", "p1 p2 g1 p3 p4 g2 p5"),
    "two have gone": ("p1 p2 p3 g1", "p1 p2 g1 p3"),
    "what one player is told goes behind what the channel is told": ("a1 g1 g2", "g1 g2 a1"),
    "prompts overtake what others are told, but not the same person": (
        "a1:dave p1:kevin p2:dave",
        "p1 a1 p2",
    ),
    "one person is told all in order": ("a1:dave p1 a2:dave! p2", "p1 a1 a2 p2"),
    "how the last round ended is told before the next one's cards": (
        "a1:dave! a2! r1 p1:kevin p2:dave",
        "r1 a1 a2 p1 p2",
    ),
    "of cards of the last round nobody is told any more": ("a1 a2! r1 p1", "r1 a2 p1"),
    "what goes before a prompt holds up the channel like one": (
        "a1! a2! a3! p1 g1",
        "a1 a2 g1 a3 p1",
    ),
    "channels have their turn": ("g1 g2 g3 pond/g4 pond/g5", "g1 g4 g2 g5 g3"),
    "a prompt goes when it is the turn of its channel": ("g1 g2 pond/p1 pond/p2", "g1 p1 g2 p2"),
    "records hold up no other channel": ("r1 r2 r3 pond/p1 pond/a2", "r1 p1 r2 a2 r3"),
    "answers go last": ("c1 a1 g1 p1", "p1 g1 a1 c1"),
    "but they do not starve": ("c1 c2 g1 g2 g3 g4 g5 g6 g7", "g1 g2 g3 g4 g5 c1 g6 g7 c2"),
    "answers in a channel wait for its record, others do not": (
        "g1 g2 g3 g4 g5 g6 r1 c1 pond/c2",
        "g1 g2 g3 g4 g5 c2 g6 r1 c1",
    ),
    "channels have their turn in answers": ("c1 c2 pond/c3", "c1 c3 c2"),
}


@pytest.mark.parametrize(("waiting", "order"), RULES.values(), ids=RULES)
def test_lines_go_in_order(queue: Queue, waiting: str, order: str) -> None:
    queue.say_all(waiting)
    assert queue.taken() == order.split()


def test_prompts_of_earlier_do_not_count_once_all_has_gone(queue: Queue) -> None:
    queue.say_all("p1 p2 p3")
    queue.taken()
    queue.say_all("g1 p4 p5 p6")
    assert queue.taken() == ["p4", "p5", "g1", "p6"]


# Commands


def test_commands_have_their_turn_like_a_channel_and_wait_once(queue: Queue) -> None:
    queue.say_all("g1 g2")
    for nick in ("dave", "kevin", "dave"):
        queue.put_command(f"WHOIS {nick}")
    assert queue.taken() == ["g1", "WHOIS dave", "g2", "WHOIS kevin"]


def test_commands_are_bounded_and_whoever_asks_for_one_too_many_is_not_left_waiting(
    queue: Queue,
) -> None:
    for number in range(MAX_LINES):
        queue.put_command(f"WHOIS {number}")
    left: list[str] = []
    queue.put_command("WHOIS dave", lambda: left.append("too many"))
    queue.put_command("WHOIS 0", lambda: left.append("again"))
    assert left == ["too many", "again"]
    assert len(queue) == MAX_LINES


def test_no_command_is_put_into_a_closed_queue(queue: Queue) -> None:
    left: list[str] = []
    queue.close()
    queue.put_command("WHOIS dave", lambda: left.append("closed"))
    assert (len(queue), left) == (0, ["closed"])


# Joining


@pytest.mark.parametrize(
    ("second", "is_joined"),
    [
        ({}, True),
        ({"room": 6 + len("to :")}, True),
        ({"room": 5 + len("to :")}, False),
        ({"text": "x" * (MAX_JOINED - 4)}, True),
        ({"text": "x" * (MAX_JOINED - 3)}, False),
        ({"topic": Topic.RESULTS}, False),
        ({"address": "to dave :"}, False),
        ({"address": "to :♠ "}, False),
        ({"channel": POND}, False),
        ({"priority": Priority.RECORD}, False),
        ({"priority": Priority.PROMPT, "target": DEN}, False),
    ],
)
def test_only_what_is_alike_and_fits_is_joined(
    queue: Queue, second: dict[str, Any], is_joined: bool
) -> None:
    play: dict[str, Any] = {
        "text": "é",
        "priority": Priority.GAME,
        "topic": Topic.PLAY,
        "room": 5000,
    }
    queue.say(**{**play, "text": "1"})
    queue.say("between", Priority.PROMPT)
    queue.say(**{"text": "é", **play, **second})
    assert len(queue) == 3 - is_joined


def test_what_stands_alone_is_joined_to_nothing(queue: Queue) -> None:
    queue.say_all("g1 g2")
    assert len(queue) == 2


def test_nothing_is_joined_across_another_line_to_the_channel(queue: Queue) -> None:
    for topic in (Topic.PLAY, Topic.PLAY, Topic.RESULTS, Topic.PLAY):
        queue.say(topic.value, Priority.GAME, topic=topic)
    assert queue.taken() == ["play | play", "results", "play"]


def test_a_joined_line_has_all_receipts_and_all_that_is_of_the_turn(queue: Queue) -> None:
    for text in ("1", "2", "3"):
        receipt = text != "2"
        queue.say(text, Priority.GAME, topic=Topic.PLAY, receipt=receipt, of_turn=(text,) * receipt)
    line = queue.take()
    for told in line.left:
        told()
    assert (line.items, line.of_turn, queue.noted) == (["1", "2", "3"], ("1", "3"), ["1", "3"])


def test_a_line_is_its_address_and_its_items() -> None:
    line = Line(Message(DEN, (), Priority.GAME), "PRIVMSG #den :", ["a", "b"])
    assert line.text == "PRIVMSG #den :a | b"


def test_a_line_keeps_its_tags_and_its_command_for_another_nick() -> None:
    line = Line(Message("dave", (), Priority.GAME), "@t=dave NOTICE dave :", ["dave :"])
    line.readdress("bob")
    assert (line.text, line.target) == ("@t=dave NOTICE bob :dave :", "bob")


# What is left out, replaced or dropped


def test_once_the_turn_is_over_nobody_is_told_whose_it_was(queue: Queue) -> None:
    queue.say("dave sticks", Priority.GAME, topic=Topic.PLAY)
    queue.say("kevin to play", Priority.GAME, topic=Topic.PLAY, of_turn=("kevin to play",))
    queue.say("hurry", Priority.GAME, of_turn=("hurry",))
    queue.say("hurry", Priority.GAME, POND, of_turn=("hurry",))
    queue.end_turn(DEN)
    queue.say("bob to play", Priority.GAME, of_turn=("bob to play",))
    assert queue.taken() == ["dave sticks", "hurry", "bob to play"]


@pytest.mark.parametrize("waiting", [*Priority])
def test_what_only_informs_gives_way_to_lines_about_its_channel(
    queue: Queue, waiting: Priority
) -> None:
    queue.say("waits", waiting)
    for channel in (DEN, POND):
        queue.say("informs", Priority.ASIDE, channel, informs=True, receipt=True)
    is_kept = waiting is Priority.CHATTER
    assert len(queue) == 2 + is_kept
    assert queue.dropped_now() == ["informs"] * (not is_kept)


def test_a_topic_is_withdrawn_for_one_person_and_channel(queue: Queue) -> None:
    queue.say("lost before", Priority.ASIDE, informs=True, receipt=True)
    queue.say("gone", Priority.ASIDE, target="nobody", receipt=True)
    queue.forget("nobody", str.lower)
    queue.say("old", Priority.PROMPT, target="dave", topic=Topic.CARDS, receipt=True)
    queue.say("other topic", Priority.PROMPT, target="dave", topic=Topic.OFFER)
    queue.say("kevin's", Priority.PROMPT, target="kevin", topic=Topic.CARDS)
    queue.say("pond", Priority.PROMPT, POND, target="dave", topic=Topic.CARDS)
    for told in queue.withdraw(Message("dave", (), Priority.PROMPT, DEN, topic=Topic.CARDS)):
        told()
    assert queue.noted == ["old"]
    assert queue.dropped_now() == ["old", "gone"]
    assert sorted(queue.taken()) == ["kevin's", "lost before", "other topic", "pond"]


OPTIONAL = {
    "topic": {"priority": Priority.PROMPT, "topic": Topic.CARDS},
    "informs": {"priority": Priority.ASIDE, "informs": True},
    "answer": {"priority": Priority.CHATTER},
}


@pytest.mark.parametrize("optional", OPTIONAL.values(), ids=OPTIONAL)
def test_at_the_end_and_of_a_round_given_up_only_what_must_be_heard_stays(
    optional: dict[str, Any],
) -> None:
    """That is records, and what has a receipt unless it can be done without."""
    for end in (SendQueue.close, lambda queue: queue.drop_round(DEN)):
        queue = Queue()
        queue.say("optional", receipt=True, **optional)
        queue.say_all("p1 g1 g2! a1! r1 pond/g3")
        is_answer = optional["priority"] is Priority.CHATTER
        end(queue)
        is_closed = end is SendQueue.close
        stays = ["a1", "g2", "r1"] + ["g3"] * (not is_closed)
        stays += ["optional"] * (is_answer and not is_closed)
        assert queue.dropped_now() == ["optional"] * ("optional" not in stays)
        queue.say("late", receipt=True, **optional)
        queue.say("late result", Priority.ASIDE, receipt=True)
        is_late = is_closed or optional.get("informs", False)
        assert queue.dropped_now() == ["late"] * is_late
        stays += ["late result", *["late"] * (not is_late)]
        assert sorted(queue.taken()) == sorted(stays)


def test_what_waits_follows_somebody_to_another_nick(queue: Queue) -> None:
    """By the same command; commands and what others are told are left alone."""
    for target in ("Kevin", "dave"):
        address = f"NOTICE {target} :"
        queue.put(Line(Message(target, (), Priority.PROMPT, DEN), address, [target]), 500)
    queue.put_command("WHOIS kevin")
    queue.readdress("kevin", "away", str.lower)
    queue.readdress("away", "gone", str.lower)
    texts = [queue.take().text for _ in range(3)]
    assert texts == ["NOTICE gone :Kevin", "WHOIS kevin", "NOTICE dave :dave"]


def test_what_waits_for_somebody_who_has_gone_is_dropped(queue: Queue) -> None:
    for priority in Priority:
        queue.say(priority.name, priority, target="Kevin", receipt=True)
    queue.say("dave's", Priority.GAME)
    queue.forget("kevin", str.lower)
    assert queue.dropped_now() == ["PROMPT", "GAME", "ASIDE", "CHATTER"]
    assert queue.taken() == ["RECORD", "dave's"]


def test_all_is_forgotten_with_the_connection(queue: Queue) -> None:
    queue.say_all("r1 g1! p1")
    queue.clear()
    assert len(queue) == 0


# Limits


def test_the_oldest_line_that_need_not_be_sent_gives_way(queue: Queue) -> None:
    """It is logged once, until all has been sent."""
    for _ in range(2):
        queue.say_all("r1 g0!")
        for number in range(1, MAX_LINES + 1):
            queue.say(f"{number}", Priority.GAME)
        queue.say_all("pond/g1")
        texts = queue.taken()
        assert texts[:5] == ["r1", "g1", "g0", "3", "4"]
        assert len(texts) == MAX_LINES + 1
    assert len(queue.logged) == 2


def test_where_all_must_be_sent_nothing_gives_way(queue: Queue) -> None:
    for number in range(MAX_LINES + 1):
        queue.say(f"{number}", Priority.RECORD)
    assert len(queue) == MAX_LINES + 1


def say_answers(queue: Queue, count: int, *nicks: str) -> None:
    for number in range(count):
        for nick in nicks:
            queue.say(f"{nick} {number}", Priority.CHATTER, "", target=nick, receipt=True)


def test_whoever_has_too_many_answers_waiting_is_told_so_once(queue: Queue) -> None:
    say_answers(queue, MAX_CHATTER_EACH + 5, "eve")
    say_answers(queue, 1, "dave")
    answers = [f"eve {number}" for number in range(MAX_CHATTER_EACH)]
    assert queue.dropped_now() == [f"eve {MAX_CHATTER_EACH + each}" for each in range(1, 5)]
    assert queue.taken() == [*answers, TOO_MUCH, "dave 0"]
    assert queue.logged == []
    say_answers(queue, 1, "eve")
    assert queue.taken() == ["eve 0"]


def test_those_who_have_most_give_way_to_others(queue: Queue) -> None:
    say_answers(queue, MAX_CHATTER_EACH, "eve", "mallory", "trent")
    assert len(queue) == MAX_CHATTER
    assert len(queue.dropped_now()) == 3 * MAX_CHATTER_EACH - MAX_CHATTER
    say_answers(queue, 1, "dave", "kevin")
    assert len(queue.dropped_now()) == 2
    texts = queue.taken()
    assert texts[-2:] == ["dave 0", "kevin 0"]
    assert texts.count(TOO_MUCH) == 2
    assert len(queue.logged) == 1


def test_where_nobody_has_much_more_than_others_the_next_one_gets_no_answer(queue: Queue) -> None:
    say_answers(queue, 1, *(f"nick{number}" for number in range(MAX_CHATTER + 1)))
    assert queue.dropped_now() == [f"nick{MAX_CHATTER} 0"]


def test_too_much_has_the_words_of_the_caller() -> None:
    queue = SendQueue(lambda _: None, "more in private")
    for number in range(MAX_CHATTER_EACH + 1):
        queue.put(Line(Message("eve", (), Priority.CHATTER), "", [f"{number}"]), 500)
    texts = [queue.take().text for _ in range(len(queue))]
    assert texts[-1] == "more in private"


# Whatever happens

FEW: dict[str, Any] = {"MAX_LINES": 6, "MAX_CHATTER": 5, "MAX_CHATTER_EACH": 3}
NICKS = ("dave", "kevin")


class Evening(RuleBasedStateMachine):
    """Lines are said, taken and dropped in any order; few of them may wait."""

    def __init__(self) -> None:
        super().__init__()
        self.limits = patch.multiple(of_queue, **FEW)
        self.limits.start()
        self.queue = SendQueue(lambda _: None)
        self.lines: list[Line] = []
        self.told: list[int] = []
        """How often the receipt of each line was called; -1 of those without."""
        self.must: set[int] = set()
        """What must be sent, and waits."""
        self.in_a_row: dict[str, int] = dict.fromkeys((DEN, POND), 0)
        self.since_answer = 0
        self.passed_over = ""
        """The channel that waits although another one had its turn."""

    def teardown(self) -> None:
        """Send all that waits."""
        while len(self.queue):
            self.take()
        self.nothing_is_lost()
        self.limits.stop()
        assert set(self.told) <= {-1, 1}

    def _waiting(self, channel: str = "") -> Iterator[tuple[int, Line]]:
        for line in self.queue:
            if channel in ("", line.channel):
                yield from ((number, self.lines[number]) for number in self._numbers(line))

    def _numbers(self, line: Line) -> list[int]:
        if line.items == [TOO_MUCH]:
            return [next(number for number, each in enumerate(self.lines) if each is line)]
        return [int(each.partition(".")[0]) for each in line.items]

    def _tell(self, number: int) -> None:
        self.told[number] += 1

    @rule(
        priority=st.sampled_from(Priority),
        channel=st.sampled_from((DEN, POND)),
        nick=st.sampled_from(NICKS),
        joined=st.sampled_from((None, Topic.PLAY, Topic.RESULTS)),
        replaced=st.sampled_from((None, None, Topic.CARDS)),
        padding=st.sampled_from((0, 90, 250)),
        informs=st.booleans(),
        has_receipt=st.booleans(),
    )
    def say(self, **given: Any) -> None:
        """Say something in a channel, or to one of two people."""
        priority, channel, number = given["priority"], given["channel"], len(self.lines)
        is_private = priority not in TO_CHANNEL
        topic = given["replaced" if is_private else "joined"]
        informs = given["informs"] and priority is Priority.ASIDE
        target = given["nick"] if is_private else channel
        left: list[Told] = [partial(self._tell, number)] if given["has_receipt"] else []
        text = f"{number}." + "x" * given["padding"]
        message = Message(target, (text,), priority, channel, topic=topic, informs=informs)
        is_replaced = topic is Topic.CARDS
        if is_replaced:
            left += self.queue.withdraw(message)
        line = Line(message, ":", [text], left=[*left])
        self.lines.append(line)
        self.told.append(0 if given["has_receipt"] else -1)
        is_optional = is_replaced or informs or priority is Priority.CHATTER
        if priority is Priority.RECORD or (given["has_receipt"] and not is_optional):
            self.must.add(number)
        if channel == self.passed_over and (is_replaced or priority is Priority.RECORD):
            self.passed_over = ""  # all that waited there may have been replaced: it waits anew
        self.queue.put(line, 400)

    @precondition(lambda self: len(self.queue) > 0)
    @rule()
    def take(self) -> None:
        """Take the next line, and see that it may go."""
        before = [*self._waiting()]
        line = self.queue.take()
        channel, priority = line.channel, line.priority
        if len(line.items) > 1:
            assert priority is Priority.GAME
            assert len(JOINT.join(line.items)) <= MAX_JOINED
            topics = {self.lines[each].message.topic for each in self._numbers(line)}
            assert topics in ({Topic.PLAY}, {Topic.RESULTS})
        here = [(number, each) for number, each in before if each.channel == channel]
        first = self._numbers(line)[0]
        earlier = [each for number, each in here if number < first]
        if priority in TO_CHANNEL:
            assert not any(each.priority in TO_CHANNEL for each in earlier)
        else:
            assert not any(each.priority is Priority.RECORD for _, each in here)
        if priority in TO_PLAYER:
            to_them = [each for each in earlier if each.target == line.target]
            assert not any(each.priority in TO_PLAYER for each in to_them)
        self._see_that_nobody_starves(line, before)
        self.must -= {*self._numbers(line)}
        for told in line.left:
            told()

    def _see_that_nobody_starves(self, line: Line, before: list[tuple[int, Line]]) -> None:
        channel, priority = line.channel, line.priority
        if priority in TO_PLAYER and any(
            each.channel == channel and each.priority in TO_CHANNEL for _, each in before
        ):
            self.in_a_row[channel] += 1
            assert self.in_a_row[channel] <= MAX_PRIVATE_IN_A_ROW
        elif priority is not Priority.CHATTER:
            self.in_a_row[channel] = 0
        if priority is Priority.CHATTER:
            self.since_answer = 0
            self.passed_over = "" if self.passed_over == channel else self.passed_over
            return
        other = POND if channel == DEN else DEN
        of_other = [each for _, each in before if each.channel == other]
        is_passed_over = any(each.priority is not Priority.CHATTER for each in of_other)
        assert not (is_passed_over and self.passed_over == other)
        self.passed_over = other if is_passed_over else ""
        held_up = {each.channel for _, each in before if each.priority is Priority.RECORD}
        if any(
            each.priority is Priority.CHATTER and each.channel not in held_up for _, each in before
        ):
            self.since_answer += 1
            assert self.since_answer <= LINES_FOR_AN_ANSWER

    @rule(nick=st.sampled_from(NICKS))
    def forget(self, nick: str) -> None:
        """Have somebody go."""
        self.queue.forget(nick, str.lower)
        self.must = {each for each in self.must if self.lines[each].target != nick}

    @rule(channel=st.sampled_from((DEN, POND)))
    def give_up(self, channel: str) -> None:
        """Have a round given up."""
        self.queue.drop_round(channel)

    @precondition(lambda self: len(self.lines) > 10)
    @rule()
    def close(self) -> None:
        """Have the bot stop."""
        self.queue.close()
        assert all(self.must & {*self._numbers(line)} for line in self.queue)

    @invariant()
    def nothing_is_lost(self) -> None:
        """See that what must be sent waits; call the receipts of what was dropped."""
        for told in self.queue.dropped:
            told()
        self.queue.dropped.clear()
        waits = any(
            line.priority is not Priority.CHATTER for _, line in self._waiting(self.passed_over)
        )
        self.passed_over = self.passed_over if waits else ""
        waiting = {number for number, _ in self._waiting()}
        assert self.must <= waiting

    @invariant()
    def little_waits(self) -> None:
        """See that the queue is bounded, apart from what must be sent."""
        answers = [each for each in self.queue if each.priority is Priority.CHATTER]
        assert len(answers) <= FEW["MAX_CHATTER"]
        for channel in (DEN, POND):
            lines = [each for each in self.queue if each.channel == channel]
            optional_lines = [each for each in lines if not each.must_be_sent]
            assert len(lines) <= FEW["MAX_LINES"] or len(optional_lines) <= 1


def test_nothing_is_lost_overtaken_or_told_twice_whatever_happens() -> None:
    run_state_machine_as_test(Evening, settings=settings(MANY, stateful_step_count=60))
