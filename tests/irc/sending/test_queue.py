"""What waits to be sent: in which order, and how much."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from pontoon.irc.outgoing import Priority
from pontoon.irc.queue import (
    MOST_CHATTER,
    MOST_CHATTER_EACH,
    MOST_COMMANDS,
    MOST_GAME,
    MOST_PROMPTS,
    MOST_PROMPTS_EACH,
    TOO_MUCH,
    SendQueue,
    Unsent,
)

OF_TABLE = (Priority.PROMPT, Priority.GAME, Priority.ASIDE)


class Queue(SendQueue):
    """A queue that keeps what it logs."""

    def __init__(self) -> None:
        self.logged: list[str] = []
        super().__init__(self.logged.append)

    def taken(self) -> list[str]:
        """Take all that waits."""
        return [self.take().line for _ in range(len(self))]

    def say(
        self,
        target: str,
        address: str,
        text: str,
        priority: Priority,
        *,
        place: str = "",
        **more: Any,
    ) -> None:
        """Put a line with these fields."""
        self.put(Unsent(priority, place, target, address, text, **more))

    def put_all(self, lines: Iterable[str], priority: Priority) -> None:
        """Say LINES to one channel."""
        for line in lines:
            self.say("#c", "", line, priority)


def numbered(count: int) -> list[str]:
    return [str(number) for number in range(count)]


def test_the_most_urgent_goes_first_and_first_in_first_out_within_each() -> None:
    queue = Queue()
    queue.say("#c", "", "chatter 1", Priority.CHATTER)
    queue.say("#c", "", "game 1", Priority.GAME)
    queue.put_command("WHO #c")
    queue.say("dave", "", "prompt 1", Priority.PROMPT)
    queue.say("#c", "", "chatter 2", Priority.CHATTER)
    queue.say("#c", "", "game 2", Priority.GAME)
    queue.say("kevin", "", "prompt 2", Priority.PROMPT)
    assert queue.taken() == [
        *["prompt 1", "prompt 2", "WHO #c"],
        *["game 1", "game 2", "chatter 1", "chatter 2"],
    ]


def test_commands_and_what_is_said_take_turns() -> None:
    queue = Queue()
    queue.put_all(["game 1", "game 2"], Priority.GAME)
    queue.say("#c", "", "chatter", Priority.CHATTER)
    for number in range(1, 9):
        queue.put_command(f"WHOIS n{number}")
    taken = queue.taken()
    assert taken[:4] == ["WHOIS n1", "game 1", "WHOIS n2", "game 2"]
    assert taken.index("chatter") < taken.index("WHOIS n8")


def test_chatter_beyond_the_limit_is_dropped_and_logged_once_until_it_drains() -> None:
    queue = Queue()
    for _ in range(2):
        for line in numbered(MOST_CHATTER + 20):
            queue.say(f"nick{line}", "", line, Priority.CHATTER)
        assert queue.taken() == numbered(MOST_CHATTER)
    assert len(queue.logged) == 2


def test_of_too_much_chatter_for_one_target_the_rest_is_left_out_and_it_is_told_so() -> None:
    """Others' answers are not dropped for it."""
    queue = Queue()
    queue.put_all(numbered(MOST_CHATTER_EACH + 20), Priority.CHATTER)
    queue.say("dave", "", "dave's", Priority.CHATTER)
    assert queue.taken() == [*numbered(MOST_CHATTER_EACH), TOO_MUCH, "dave's"]
    assert queue.logged == []


def test_few_who_want_much_do_not_keep_others_from_an_answer() -> None:
    """Those who have most waiting give way, and are told so."""
    queue = Queue()
    for line in numbered(MOST_CHATTER_EACH):
        for nick in ("eve", "mallory", "trent"):
            queue.say(nick, f"{nick} ", line, Priority.CHATTER)
    assert len(queue) == MOST_CHATTER
    for nick in ("dave", "kevin"):
        queue.say(nick, "", f"{nick}'s", Priority.CHATTER)
    taken = queue.taken()
    assert taken[-2:] == ["dave's", "kevin's"]
    assert len(taken) == MOST_CHATTER
    assert f"eve {TOO_MUCH}" in taken
    assert taken.index(f"eve {TOO_MUCH}") == max(
        place for place, line in enumerate(taken) if line.startswith("eve ")
    )
    assert len(queue.logged) == 1


def test_a_receipt_of_an_answer_that_gives_way_is_not_lost() -> None:
    queue = Queue()
    left: list[str] = []
    for line in numbered(MOST_CHATTER_EACH):
        for nick in ("eve", "mallory", "trent"):
            queue.say(nick, "", line, Priority.CHATTER, told=(partial(left.append, line),))
    queue.say("dave", "", "dave's", Priority.CHATTER)
    queue.taken()
    for told in queue.receipts:
        told()
    assert len(left) == 3 * MOST_CHATTER_EACH


def test_it_is_told_once_and_nothing_follows_that_before_it_is_sent() -> None:
    queue = Queue()
    queue.put_all(numbered(MOST_CHATTER_EACH + 1), Priority.CHATTER)
    sent = []
    while queue:
        queue.say("#c", "", "more", Priority.CHATTER)
        sent.append(queue.take().line)
    assert sent == [*numbered(MOST_CHATTER_EACH), TOO_MUCH]
    queue.say("#c", "", "another", Priority.CHATTER)
    assert queue.taken() == ["another"]


def test_of_too_many_prompts_for_one_person_the_oldest_gives_way() -> None:
    """Others' prompts are left alone, and case does not make another person."""
    queue = Queue()
    queue.say("kevin", "", "kevin's", Priority.PROMPT)
    for number in range(MOST_PROMPTS_EACH + 2):
        queue.say("DAVE" if number % 2 else "dave", "", f"dave's {number}", Priority.PROMPT)
    kept = [f"dave's {number}" for number in range(2, MOST_PROMPTS_EACH + 2)]
    assert queue.taken() == ["kevin's", *kept]
    assert len(queue.logged) == 1


def test_prompts_for_many_people_are_bounded_too() -> None:
    queue = Queue()
    for number in range(MOST_PROMPTS + 3):
        queue.say(f"nick{number}", "", f"{number}", Priority.PROMPT)
    assert queue.taken() == numbered(MOST_PROMPTS + 3)[3:]
    assert len(queue.logged) == 1


def test_of_too_many_lines_about_games_the_latest_stay() -> None:
    queue = Queue()
    queue.put_all(numbered(MOST_GAME + 3), Priority.GAME)
    assert queue.taken() == numbered(MOST_GAME + 3)[3:]
    assert len(queue.logged) == 1


def test_a_command_that_waits_is_not_sent_twice() -> None:
    queue = Queue()
    for _ in range(3):
        queue.put_command("NAMES #c")
    assert queue.taken() == ["NAMES #c"]


def test_commands_that_wait_are_bounded() -> None:
    """A server that puts the bot into one channel after the other cannot fill the memory."""
    queue = Queue()
    for number in range(MOST_COMMANDS + 5):
        queue.put_command(str(number))
    assert queue.taken() == numbered(MOST_COMMANDS)


def test_of_too_many_lines_about_games_what_is_dropped_is_not_waited_for() -> None:
    queue, told = Queue(), list[str]()
    queue.say("#c", "", "a result", Priority.GAME, told=(lambda: told.append("a result"),))
    queue.put_all(numbered(MOST_GAME), Priority.GAME)
    for receipt in queue.receipts:
        receipt()
    assert told == ["a result"]


def joined(
    queue: Queue, text: str, joins: str = "play", most_bytes: int = 500, **more: Any
) -> bool:
    """Let a line wait to tell #c of its table; return whether it was joined to another."""
    line = Unsent(Priority.GAME, "#c", "#c", "to ", text, joins=joins, **more)
    before = len(queue)
    queue.put(line, most_bytes)
    return len(queue) == before


def test_what_is_said_next_of_a_game_is_joined_to_what_waits() -> None:
    """Lines to others in between do not matter; the joined line keeps its place."""
    queue = Queue()
    joined(queue, "a")
    queue.say("dave", "", "b", Priority.ASIDE, place="#c")
    assert joined(queue, "c")
    assert queue.taken() == ["to a | c", "b"]


def test_nothing_is_joined_where_nothing_of_its_kind_waits_last() -> None:
    queue = Queue()
    assert [joined(queue, text, text[0]) for text in ("a1", "a2", "b1", "a3", "a4")] == [
        *(False, True, False, False, True),
    ]
    assert queue.taken() == ["to a1 | a2", "to b1", "to a3 | a4"]
    assert not joined(queue, "a5", "a")


def test_what_stands_alone_is_not_joined() -> None:
    queue = Queue()
    assert not any(joined(queue, text, "") for text in ("an opening", "Chips: dave 10"))
    assert len(queue.taken()) == 2


def test_what_is_said_of_another_round_is_not_joined() -> None:
    """One of them may be stopped."""
    queue = Queue()
    joined(queue, "a", of_round="first")
    assert not joined(queue, "b", of_round="second")
    queue.drop_round("#c", "second")
    assert queue.taken() == ["to a"]


def test_nothing_is_joined_beyond_the_length_of_a_line_in_bytes() -> None:
    queue = Queue()
    joined(queue, "♥")
    assert not joined(queue, "♥", most_bytes=11)
    assert joined(queue, "♥", most_bytes=12)


def test_nothing_is_joined_beyond_the_characters_that_people_read() -> None:
    queue = Queue()
    joined(queue, "♥" * 100)
    assert joined(queue, "♥" * 197, most_bytes=1000)
    assert not joined(queue, "", most_bytes=1000)
    assert queue.taken()[0] == "to " + "♥" * 100 + " | " + "♥" * 197


def test_the_receipts_of_joined_lines_are_all_called() -> None:
    queue, told = Queue(), list[str]()
    for name in "abc":
        joined(queue, name, told=(partial(told.append, name),) if name != "b" else ())
    assert queue.taken() == ["to a | b | c"]
    for receipt in queue.receipts:
        receipt()
    assert told == ["a", "c"]


def test_once_closed_only_what_has_a_receipt_is_joined() -> None:
    queue = Queue()
    joined(queue, "a", told=(lambda: None,))
    queue.close()
    joined(queue, "b")
    assert joined(queue, "c", told=(lambda: None,))
    assert queue.taken() == ["to a | c"]


def test_what_only_informs_is_dropped_while_lines_about_its_channel_wait() -> None:
    for waiting in OF_TABLE:
        queue = Queue()
        queue.say("dave", "", "waits", waiting, place="#c")
        queue.say("kevin", "", "kevin's card", Priority.ASIDE, place="#c", informs=True)
        assert queue.taken() == ["waits"]


def test_what_only_informs_waits_where_nothing_else_does() -> None:
    """Neither answers nor other channels drop it, and what comes later does not."""
    queue = Queue()
    queue.say("#c", "", "an answer", Priority.CHATTER, place="#c")
    queue.say("anna", "", "anna's prompt", Priority.PROMPT, place="#d")
    queue.say("kevin", "", "kevin's card", Priority.ASIDE, place="#c", informs=True)
    queue.say("bob", "", "bob's card", Priority.ASIDE, place="#c", informs=True)
    queue.say("dave", "", "dave's prompt", Priority.PROMPT, place="#c")
    assert queue.taken() == ["anna's prompt", "dave's prompt", "kevin's card", "an answer"]


def test_what_waits_of_a_round_is_dropped_with_it() -> None:
    """What was said of the one before, of another channel's and in answer to somebody stays.

    So do records.
    """
    queue = Queue()
    for of_round in ("first", "second"):
        for place in ("#c", "#d"):
            for priority in Priority:
                text = f"{place} {of_round} {priority.name}"
                queue.say("dave", "", text, priority, place=place, of_round=of_round)
    queue.drop_round("#c", "second")
    kinds = sorted(Priority.__members__)
    assert sorted(queue.taken()) == [
        *(f"#c first {name}" for name in kinds),
        *("#c second CHATTER", "#c second RECORD"),
        *(f"#d first {name}" for name in kinds),
        *(f"#d second {name}" for name in kinds),
    ]


def test_what_waits_for_a_target_on_a_topic_can_be_withdrawn() -> None:
    queue = Queue()
    queue.say("dave", "", "your card", Priority.GAME, topic="cards")
    queue.say("kevin", "", "kevin's card", Priority.GAME, topic="cards")
    queue.say("dave", "", "no topic", Priority.GAME)
    queue.withdraw("dave", "cards", "")
    queue.say("dave", "", "your move", Priority.PROMPT, topic="cards")
    queue.say("dave", "", "no topic either", Priority.GAME)
    assert queue.taken() == ["your move", "kevin's card", "no topic", "no topic either"]


def test_what_waits_follows_somebody_to_another_nick() -> None:
    """Whoever takes the nick meanwhile gets nothing of it."""
    queue = Queue()
    queue.say("Kevin", "PRIVMSG Kevin :", "your card", Priority.GAME)
    queue.say("dave", "PRIVMSG dave :", "dave's", Priority.GAME)
    queue.readdress("kevin", "gone", str.lower)
    assert queue.taken() == ["PRIVMSG gone :your card", "PRIVMSG dave :dave's"]


def test_what_waits_for_somebody_who_has_gone_is_dropped() -> None:
    queue = Queue()
    for priority in (*OF_TABLE, Priority.CHATTER):
        queue.say("Kevin", "", "kevin's", priority)
    queue.say("dave", "", "dave's", Priority.GAME)
    queue.forget("kevin", str.lower)
    assert queue.taken() == ["dave's"]


def test_a_line_goes_at_once_only_where_none_waits_and_the_queue_is_open() -> None:
    """Else it would overtake what was said before, or follow the bot's last words."""
    queue = Queue()
    idle = [queue.is_idle]
    queue.say("#c", "", "one", Priority.GAME)
    idle.append(queue.is_idle)
    assert queue.taken() == ["one"]
    idle.append(queue.is_idle)
    queue.close()
    idle.append(queue.is_idle)
    assert idle == [True, False, True, False]
    queue.say("#c", "", "two", Priority.GAME)
    assert not queue
