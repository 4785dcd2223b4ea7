"""What is said is cut into lines that a server lets through, and nothing of it is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.irc.outgoing import Message, Priority, lines_of
from tests.support.properties import MANY

pytestmark = pytest.mark.slow


def said(*items: str, heading: str = "") -> Message:
    return Message("#pontoon", items, Priority.GAME, heading=heading)


def test_what_is_said_at_once_is_joined_on_one_line() -> None:
    assert lines_of(said("dave sticks", "kevin to play"), 400) == ["dave sticks | kevin to play"]


def test_a_new_line_is_begun_only_where_the_next_item_does_not_fit() -> None:
    assert lines_of(said("aaa", "bbb", "ccc", "d"), 9) == ["aaa | bbb", "ccc | d"]
    assert lines_of(said("aaa", "bbb", "ccc", "d"), 8) == ["aaa", "bbb", "ccc | d"]


def test_a_line_holds_as_many_bytes_as_there_is_room_for_not_as_many_characters() -> None:
    """A suit is three bytes of UTF-8."""
    assert lines_of(said("♠♠♠", "♥"), 15) == ["♠♠♠ | ♥"]
    assert lines_of(said("♠♠♠", "♥"), 14) == ["♠♠♠", "♥"]


def test_each_line_begins_with_the_heading_which_counts() -> None:
    balances = said("dave 1000", "kevin 950", "bob 7", heading="Chips: ")
    assert lines_of(balances, 34) == ["Chips: dave 1000, kevin 950, bob 7"]
    assert lines_of(balances, 33) == ["Chips: dave 1000, kevin 950", "Chips: bob 7"]


def test_an_item_too_long_for_a_line_is_cut_between_words() -> None:
    assert lines_of(said("one two three four"), 8) == ["one two", "three", "four"]


def test_what_is_left_of_an_item_that_was_cut_is_joined_with_the_next() -> None:
    assert lines_of(said("begin", "one two three", "x"), 9) == ["begin", "one two", "three | x"]


def test_a_word_too_long_for_a_line_is_cut_between_characters() -> None:
    assert lines_of(said("♠♥♦♣♠"), 7) == ["♠♥", "♦♣", "♠"]
    assert lines_of(said("ab 🂡🂱🃁"), 9) == ["ab", "🂡🂱", "🃁"]


def test_a_line_that_goes_on_does_not_begin_with_what_others_may_obey() -> None:
    """A word in the middle of a name may be an order elsewhere, and what follows it a nick."""
    assert lines_of(said("dave, Fred !op mal"), 12) == ["dave,", "Fred !op mal"]
    assert lines_of(said("Fred .kick dave"), 14) == ["Fred .kick", "dave"]


def test_spaces_inside_an_item_stay() -> None:
    assert lines_of(said("one  two"), 400) == ["one  two"]


def test_the_items_of_a_record_are_one_line_if_they_fit() -> None:
    record = Message("#pontoon", ("aaa", "bb cc", "d"), Priority.RECORD)
    assert lines_of(record, 400) == ["aaa | bb cc | d"]
    assert lines_of(record, 8) == ["aaa", "bb cc", "d"]


@pytest.mark.parametrize("items", [(), ("",), ("", "")])
def test_nothing_said_is_no_line(items: tuple[str, ...]) -> None:
    assert lines_of(said(*items, heading="Chips: "), 400) == []


def test_hardly_any_room_is_taken_as_room_for_one_character() -> None:
    """A server that leaves none is no reason to fall silent, or to go on for ever."""
    assert lines_of(said("♠♥"), 0) == ["♠", "♥"]
    assert lines_of(said("ab", heading="Chips: "), -5) == ["Chips: ab"]


words = st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=30)
items = st.lists(words, min_size=1, max_size=8).map(" ".join)
sayings = st.lists(items, max_size=8)


def condensed(text: str) -> str:
    return text.replace("|", "").replace(" ", "")


@MANY
@given(sayings=sayings, room=st.integers(4, 120))
def test_no_line_is_too_long_and_nothing_but_spaces_and_separators_is_lost(
    sayings: list[str], room: int
) -> None:
    lines = lines_of(said(*sayings), room)
    assert all(0 < len(line.encode()) <= room for line in lines)
    assert condensed("".join(lines)) == condensed("".join(sayings))


@MANY
@given(sayings=sayings, room=st.integers(12, 120))
def test_a_heading_is_on_every_line_and_within_its_room(sayings: list[str], room: int) -> None:
    lines = lines_of(said(*sayings, heading="Chips: "), room)
    assert all(line.startswith("Chips: ") and len(line.encode()) <= room for line in lines)
    bodies = [line.removeprefix("Chips: ") for line in lines]
    told, meant = ("".join(each).replace(",", "") for each in (bodies, sayings))
    assert condensed(told) == condensed(meant)


@MANY
@given(sayings=sayings, room=st.integers(4, 120))
def test_an_item_is_cut_only_where_it_is_too_long_for_a_line(sayings: list[str], room: int) -> None:
    lines = lines_of(said(*sayings), room)
    for item in sayings:
        assert len(item.encode()) > room or any(item in line for line in lines)


def test_items_of_a_game_are_joined_up_to_the_characters_that_people_read() -> None:
    """An item is not cut for it; answers and balances fill their lines."""
    items = ("♠" * 200, "♥" * 97, "♦", "♣" * 350)
    assert lines_of(said(*items), 2000) == [" | ".join(items[:2]), *items[2:]]
    answer = Message("#pontoon", items, Priority.CHATTER)
    assert lines_of(answer, 3000) == [" | ".join(items)]
    assert len(lines_of(said(*items, heading="Chips: "), 3000)) == 1
