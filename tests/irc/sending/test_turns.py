"""What waits about one channel does not hold up what is said about another."""

import pytest

from pontoon.irc.outgoing import Priority
from pontoon.irc.queue import HEAD_START, MOST_BEFORE_GAME, Kind, SendQueue, Unsent

LOUD, QUIET, MANY = "#loud", "#quiet", 50


class Lines(SendQueue):
    """A queue whose lines say about which place they are, each for somebody else."""

    def __init__(self) -> None:
        super().__init__(lambda _: None)

    def say(self, place: str, kind: Kind, number: int = 1, text: str = "") -> None:
        """Let a NUMBER of lines wait."""
        for each in range(number):
            if kind is None:
                self.put_command(f"{place} {each}")
            else:
                self.put(Unsent(kind, place, f"n{each}", "", text or f"{place} {each}"))

    def sent(self, number: int) -> list[str]:
        """Send so many lines, or all; return which places they were about."""
        return [self.take().text.partition(" ")[0] for _ in range(min(number, len(self)))]


def flooded(*kinds: Kind) -> Lines:
    """Return streams in which very much of KINDS waits about a place, and some of it has gone."""
    lines = Lines()
    for kind in kinds:
        lines.say(LOUD, kind, MANY)
    lines.sent(MANY // 2)
    return lines


FLOODS = [
    (Priority.GAME,),
    (Priority.PROMPT,),
    (Priority.PROMPT, Priority.GAME, Priority.CHATTER),
    (Priority.ASIDE,),
    (Priority.CHATTER,),
    (None,),
]


def test_no_flood_in_one_channel_holds_up_the_game_in_another() -> None:
    for flood in FLOODS:
        lines = flooded(*flood)
        lines.say(QUIET, Priority.GAME, 4)
        sent = lines.sent(12)
        assert sent.index(QUIET) <= 2
        assert sent.count(QUIET) == 4


def test_a_prompt_goes_before_everything_that_waits_about_others() -> None:
    for flood in FLOODS:
        lines = flooded(*flood)
        lines.say(QUIET, Priority.PROMPT)
        assert lines.sent(1) == [QUIET]


def test_answers_in_one_channel_wait_for_no_end_of_a_game_in_another() -> None:
    for flood in FLOODS:
        lines = flooded(*flood)
        lines.say(QUIET, Priority.CHATTER)
        assert QUIET in lines.sent(8)


def test_prompts_go_first_until_their_channel_has_had_much_more_than_another() -> None:
    lines = Lines()
    lines.say(QUIET, Priority.GAME, MANY)
    lines.say(LOUD, Priority.PROMPT, MANY)
    assert lines.sent(4) == [LOUD] * 4
    assert sorted(lines.sent(40)) == [LOUD] * 20 + [QUIET] * 20


def test_no_more_than_a_few_prompts_go_before_a_line_of_the_game_in_their_own_channel() -> None:
    lines = Lines()
    lines.say(QUIET, Priority.GAME, text="opening")
    lines.say(QUIET, Priority.PROMPT, MANY)
    assert lines.sent(6).index("opening") == MOST_BEFORE_GAME
    for line in ("bets", "results"):
        lines.say(QUIET, Priority.GAME, text=line)
    assert lines.sent(6)[MOST_BEFORE_GAME:][:2] == ["bets", "results"]


def test_records_that_a_line_of_the_game_waits_for_count_as_prompts_but_for_one() -> None:
    for records, prompts in [(0, 2), (1, 2), (2, 1), (3, 0)]:
        lines = Lines()
        lines.say("#record", Priority.RECORD)  # of another channel
        lines.say(QUIET, Priority.RECORD, records)
        lines.say(QUIET, Priority.GAME, text="opening")
        lines.say(QUIET, Priority.PROMPT, MANY)
        assert lines.sent(9).index("opening") == 1 + records + prompts


def test_what_one_player_is_told_goes_when_nothing_else_waits_about_the_channel() -> None:
    lines = Lines()
    lines.say(QUIET, Priority.ASIDE, text="aside")
    lines.say(QUIET, Priority.GAME, 20)
    lines.say(QUIET, Priority.PROMPT, 20)
    assert lines.sent(41).index("aside") == 40


def test_prompts_that_come_one_by_one_are_counted_together() -> None:
    """Whoever sees to it that just one of them waits gets no more for it."""
    lines = Lines()
    lines.say(QUIET, Priority.GAME, MANY)
    sent = []
    for _ in range(44):
        lines.say(LOUD, Priority.PROMPT)
        sent += lines.sent(1)
        lines.withdraw("n0", "", LOUD)
    assert sent.count(QUIET) >= 20


def test_channels_of_which_as_much_is_said_have_equal_shares() -> None:
    lines = Lines()
    places = [f"#{number}" for number in range(5)]
    for place in places:
        lines.say(place, Priority.PROMPT, MANY)
        lines.say(place, Priority.GAME, MANY)
    sent = lines.sent(MANY)
    assert {place: sent.count(place) for place in places} == dict.fromkeys(places, MANY // 5)


def test_answers_take_no_more_than_a_sixth_from_a_game() -> None:
    lines = Lines()
    lines.say(LOUD, Priority.CHATTER, MANY)
    lines.say(QUIET, Priority.GAME, MANY)
    assert lines.sent(48).count(LOUD) <= 8


@pytest.mark.parametrize("before", [0, 1])
def test_whoever_was_silent_has_saved_nothing_up(before: int) -> None:
    lines = Lines()
    lines.say(QUIET, Priority.GAME, before)
    lines.say(LOUD, Priority.GAME, MANY)
    lines.sent(MANY // 2)
    lines.say(QUIET, Priority.GAME, MANY)
    assert lines.sent(20).count(QUIET) <= 11


def test_nothing_is_kept_of_places_of_which_nothing_waits() -> None:
    lines = Lines()
    for number in range(1000):
        lines.say(f"#{number}", Priority.GAME)
        if number:
            lines.withdraw("n0", "", f"#{number}")
    assert lines.sent(2) == ["#0"]
    assert len(lines) == 0
    assert lines._accounts == {}


def test_every_kind_has_its_urgency() -> None:
    assert {*HEAD_START} == {None, *Priority}
