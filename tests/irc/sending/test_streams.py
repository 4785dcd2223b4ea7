"""What waits about one channel does not hold up what is said about another."""

from collections.abc import Sequence

import pytest

from pontoon.irc.outgoing import Priority
from pontoon.irc.sending.streams import MOST_BEFORE_GAME, SHARES, Kind, Streams, Unsent

LOUD, QUIET, MANY = "#loud", "#quiet", 100


class Lines(Streams):
    """Streams of lines whose texts say about which place they are."""

    def put(self, place: str, kind: Kind, number: int = 1) -> None:
        """Let a NUMBER of lines wait."""
        for _ in range(number):
            self.add(place, kind, Unsent("", "", place))

    def sent(self, number: int) -> list[str]:
        """Send so many lines; return which places they were about."""
        lines = [self.take() for _ in range(number)]
        return [line.text for line in lines if line is not None]


def flooded(*kinds: Kind) -> Lines:
    """Return streams in which very much of KINDS waits about a place, and some of it has gone."""
    lines = Lines()
    for kind in kinds:
        lines.put(LOUD, kind, MANY)
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


@pytest.mark.parametrize("flood", FLOODS)
def test_no_flood_in_one_channel_holds_up_the_game_in_another(flood: Sequence[Kind]) -> None:
    lines = flooded(*flood)
    lines.put(QUIET, Priority.GAME, 4)
    sent = lines.sent(12)
    assert sent.index(QUIET) <= 2
    assert sent.count(QUIET) == 4


@pytest.mark.parametrize("flood", FLOODS)
def test_a_prompt_goes_before_everything_that_waits_about_others(flood: Sequence[Kind]) -> None:
    lines = flooded(*flood)
    lines.put(QUIET, Priority.PROMPT)
    assert lines.sent(1) == [QUIET]


@pytest.mark.parametrize("flood", FLOODS)
def test_answers_in_one_channel_wait_for_no_end_of_a_game_in_another(flood: Sequence[Kind]) -> None:
    lines = flooded(*flood)
    lines.put(QUIET, Priority.CHATTER)
    assert QUIET in lines.sent(8)


def test_prompts_go_first_until_their_channel_has_had_much_more_than_another() -> None:
    lines = Lines()
    lines.put(QUIET, Priority.GAME, MANY)
    lines.put(LOUD, Priority.PROMPT, MANY)
    assert lines.sent(4) == [LOUD] * 4
    assert sorted(lines.sent(40)) == [LOUD] * 20 + [QUIET] * 20


def test_no_more_than_a_few_prompts_go_before_a_line_of_the_game_in_their_own_channel() -> None:
    lines = Lines()
    lines.add(QUIET, Priority.GAME, Unsent("", "", "opening"))
    lines.put(QUIET, Priority.PROMPT, MANY)
    assert lines.sent(6).index("opening") == MOST_BEFORE_GAME
    for line in ("bets", "results"):
        lines.add(QUIET, Priority.GAME, Unsent("", "", line))
    assert lines.sent(6)[MOST_BEFORE_GAME:][:2] == ["bets", "results"]


@pytest.mark.parametrize(("records", "prompts"), [(0, 2), (1, 2), (2, 1), (3, 0)])
def test_records_that_a_line_of_the_game_waits_for_count_as_prompts_but_for_one(
    records: int, prompts: int
) -> None:
    lines = Lines()
    lines.put("a record", Priority.RECORD)  # of another channel
    lines.put(QUIET, Priority.RECORD, records)
    lines.add(QUIET, Priority.GAME, Unsent("", "", "opening"))
    lines.put(QUIET, Priority.PROMPT, MANY)
    assert lines.sent(9).index("opening") == 1 + records + prompts


def test_what_one_player_is_told_goes_when_nothing_else_waits_about_the_channel() -> None:
    lines = Lines()
    lines.add(QUIET, Priority.ASIDE, Unsent("", "", "aside"))
    lines.put(QUIET, Priority.GAME, 20)
    lines.put(QUIET, Priority.PROMPT, 20)
    assert lines.sent(41).index("aside") == 40


def test_prompts_that_come_one_by_one_are_counted_together() -> None:
    """Whoever sees to it that just one of them waits gets no more for it."""
    lines = Lines()
    lines.put(QUIET, Priority.GAME, MANY)
    sent = []
    for _ in range(44):
        lines.put(LOUD, Priority.PROMPT)
        sent += lines.sent(1)
        lines.keep(LOUD, Priority.PROMPT, lambda _: False)
    assert sent.count(QUIET) >= 20


def test_channels_of_which_as_much_is_said_have_equal_shares() -> None:
    lines = Lines()
    places = [f"#{number}" for number in range(5)]
    for place in places:
        lines.put(place, Priority.PROMPT, MANY)
        lines.put(place, Priority.GAME, MANY)
    sent = lines.sent(MANY)
    assert {place: sent.count(place) for place in places} == dict.fromkeys(places, MANY // 5)


def test_answers_take_no_more_than_a_sixth_from_a_game() -> None:
    lines = Lines()
    lines.put("", Priority.CHATTER, MANY)
    lines.put(QUIET, Priority.GAME, MANY)
    assert lines.sent(60).count("") <= 10


@pytest.mark.parametrize("before", [0, 1])
def test_whoever_was_silent_has_saved_nothing_up(before: int) -> None:
    lines = Lines()
    lines.put(QUIET, Priority.GAME, before)
    lines.put(LOUD, Priority.GAME, MANY)
    lines.sent(MANY // 2)
    lines.put(QUIET, Priority.GAME, MANY)
    assert lines.sent(20).count(QUIET) <= 11


def test_nothing_is_kept_of_places_of_which_nothing_waits() -> None:
    lines = Lines()
    for number in range(1000):
        lines.put(f"#{number}", Priority.GAME)
        lines.keep_everywhere(lambda each: each.text == "#0")
    assert lines.sent(2) == ["#0"]
    assert len(lines) == 0
    assert lines._accounts == {}


def test_every_kind_has_a_share() -> None:
    assert {*SHARES} == {None, *Priority}
