"""What holds whatever people say and do, in two channels at once."""

import re
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from pontoon.speech import Urgency
from pontoon.text.floor import RESULT_WAITS
from tests.clubhouse import Said
from tests.crowds import CHANNELS, ENTRIES, Crowd, Step, View, steps

quick = settings(derandomize=True, database=None, deadline=None, max_examples=50)
rooms = st.integers(170, 450)
"""The longest result line, of five cards and a nickname of 30 two-byte letters, fits into each."""

CARD = r"(?:10|[2-9AJQK])[♣♦♥♠]"
TWIST = re.compile(rf".+ twists {CARD}(?: \(hand \d+\))?")
RESULT = re.compile(
    rf".+: {CARD}(?: {CARD})* = \d+ [a-z0-9 -]+, stake \d+: (?P<gain>[+-]\d+)(?: clown wagon)?"
)
LETTERED = re.compile(r"\w*\(\w\)\w+|\(\d+-\d+\)")


class Watcher:
    """Checks, step by step, what is told to whom."""

    def __init__(self, crowd: Crowd, room: int) -> None:
        self.crowd = crowd
        self.room = room
        self.gained = 0
        """What all players together have won by the results that the channels were told."""

    def watch(self, step: Step) -> None:
        """Have STEP done, and check what the bot says."""
        before = [self.crowd.view(channel) for channel in CHANNELS]
        said = self.crowd.do(step)
        views = before + [self.crowd.view(channel) for channel in CHANNELS]
        self.check(said, views)

    def check(self, said: list[Said], views: list[View]) -> None:
        """Check SAID, while the channels were as in VIEWS."""
        for each in said:
            assert 0 < len(each.line.encode()) <= self.room
            assert not re.search(r"[\x00-\x1f]", each.line)
            if each.target not in CHANNELS:
                self.check_private(each, views)
        for channel in CHANNELS:
            self.check_public(channel, [each.line for each in said if each.target == channel])

    def check_private(self, said: Said, views: list[View]) -> None:
        """Check that cards and questions are only for sitters who are there, and of their own."""
        shown = set(re.findall(CARD, said.line))
        if not shown and said.urgency is not Urgency.PROMPT:
            assert not LETTERED.search(said.line)
            return
        own = [held(view, said.target) for view in views]
        assert any(shown <= cards for cards in own if cards)

    def check_public(self, channel: str, lines: list[str]) -> None:
        """Check that a channel sees twisted cards, and all cards once the round is over."""
        results = [found for line in lines if (found := RESULT.fullmatch(line))]
        self.gained += sum(int(found["gain"]) for found in results)
        for line in lines:
            assert not LETTERED.search(line)
            others = [item for item in line.split(" | ") if not TWIST.fullmatch(item)]
            if not RESULT.fullmatch(line):
                assert not re.search(CARD, " | ".join(others))
        if results:
            assert self.crowd.house.croupier(channel).ask is None
            after = lines[lines.index(results[-1][0]) + 1 :]
            assert "".join(after).startswith(("Chips: ", "the cards", RESULT_WAITS[:9]))


def held(view: View, nick: str) -> set[str]:
    """Return the cards of whoever sits in VIEW as NICK, and nothing if nobody does."""
    signs = dict(zip("CDHS", "♣♦♥♠", strict=True))
    return {
        card.rank + signs[card.suit]
        for seat, sitter in zip(view.seats, view.nicks, strict=True)
        if sitter == nick
        for hand in seat.hands
        for card in hand.cards
    }


def total(crowd: Crowd) -> int:
    """Return all chips in the file, in hand and banked."""
    players = crowd.house.all_in_file()
    assert len(players) == len(ENTRIES)
    assert all(player.chips >= 0 and player.bank >= 0 for player in players)
    return sum(player.chips + player.bank for player in players)


@quick
@given(done=steps, room=rooms, seed=st.binary(min_size=32, max_size=32))
def test_cards_stay_private_lines_fit_and_chips_add_up(
    done: Iterable[Step], room: int, seed: bytes
) -> None:
    with TemporaryDirectory() as folder, patch("os.fsync"):  # no power is cut here
        crowd = Crowd(Path(folder), room, seed)
        start = total(crowd)
        watcher = Watcher(crowd, room)
        for step in done:
            watcher.watch(step)
            if not crowd.broken:
                assert total(crowd) == start + watcher.gained
        watcher.check(crowd.mend(), [])
        assert total(crowd) == start + watcher.gained
