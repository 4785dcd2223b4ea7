"""What holds whatever people say and do, in two channels at once."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.hands import BEST_TOTAL
from pontoon.irc.outgoing import Priority
from pontoon.tables.presence import FREE_SECONDS
from pontoon.text.announcements import RESULT_WAITS
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import Said
from tests.support.properties import FEW
from tests.support.random_people import CHANNELS, ENTRIES, Crowd, Step, View, steps

pytestmark = pytest.mark.slow

rooms = st.integers(170, 450)
"""The longest result line, of five cards and a nickname of 30 two-byte letters, fits into each."""

CARD = r"(?:10|[2-9AJQK])[♣♦♥♠]"
CARDS = rf"(?P<cards>{CARD}(?: {CARD})*)"
OPEN = re.compile(
    rf"(?:.+ (?:twists|draws|hits|has a pontoon and shows|gets|doubles for \d+ and gets) {CARD}"
    rf"|.+ turns up {CARD} {CARD}(?:, a pontoon)?"
    rf"|.+ gets {CARD} {CARD} = \d+"
    rf"|the dealer shows {CARD}"
    rf"|cut for the bank: .+ {CARD}(?:, .+ {CARD})*)(?: \(hand \d+\))?"
)
"""Cards that the rules turn up."""
SHOWN = re.compile(rf".+ shows {CARDS}(?: \(hand \d+\))?")
"""Cards that the rules turn up where they are a pair or bust."""
RESULT = re.compile(
    rf".+: {CARDS} = \d+ [a-z0-9 -]+(?:, resigned)?"
    r"(?:, (?:stake|bid|bet) \d+(?:, (?:shot|insurance) \d+)*)?: "
    r"(?:wins (?P<won>\d+)(?: on the clown wagon)?|loses (?P<lost>\d+)|drinks \d+"
    r"|wins the stake back|breaks even|ties)"
)
AGAINST = ("Banker ", "Dealer ", "Dealer: ")
"""What a result begins with in games that leave all chips among players and kitties."""
TOLD_AGAIN = re.compile(r"I am back\. This is how the last round of .+ ended:")
"""What stands above the results of a round that is over, while the next one may have begun."""
BALANCES = ("Chips: ", "Drinks: ", "Minutes: ")
LETTERED = re.compile(r"\w*\(\w\)\w+|\(\d+-\d+\)")


class Watcher:
    """Checks, step by step, what is told to whom."""

    def __init__(self, crowd: Crowd, room: int) -> None:
        self.crowd = crowd
        self.room = room
        self.gained = 0
        """What all players together have won by the results that the channels were told."""
        self.unsaid: list[View] = []
        """What was so when the disk filled up: what is told of it is said when there is room."""
        self.seen: set[str] = set()
        """All cards that the channels have seen: prompts repeat some of them."""

    def watch(self, step: Step) -> None:
        """Have STEP done, and check what the bot says.

        A bot that has been put out of a channel is out for so long that its players are free.
        """
        if step.act == "wait":
            self._wait(step.which % 130)
        else:
            self._watch(lambda: self.crowd.do(step))
        if step.act == "put the bot out":
            self._wait(FREE_SECONDS + 1)

    def _wait(self, seconds: float) -> None:
        """Let SECONDS pass, and look at what happens all along."""
        left = float(seconds)
        while left > 0:
            seconds = min(left, self.crowd.bot.time.next_call)
            self.watch_for(seconds)
            left -= seconds

    def watch_for(self, seconds: float) -> None:
        """Let SECONDS pass, and check what the bot says."""
        self._watch(lambda: self.crowd.bot.pass_seconds(seconds))

    def watch_look(self) -> None:
        """Let the bot look whether it can write again, and check what it says."""

        def look() -> list[Said]:
            before = len(self.crowd.bot.said)
            self.crowd.bot.real_network.croupiers.look()
            return self.crowd.bot.said[before:]

        self._watch(look)

    def _watch(self, act: Callable[[], list[Said]]) -> None:
        before = self.views()
        said = act()
        self.check(said, [*self.unsaid, *before, *self.views()])

    def views(self) -> list[View]:
        """Return what is so in every channel."""
        return [self.crowd.view(channel) for channel in CHANNELS]

    def check(self, said: list[Said], views: list[View]) -> None:
        """Check SAID, while the channels were as in VIEWS."""
        for each in said:
            if each.target in CHANNELS:
                self.seen |= set(re.findall(CARD, each.line))
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
        if shown or said.urgency is Priority.PROMPT or LETTERED.search(said.line):
            sees = [held(view, said.target) for view in views if said.target in view.nicks]
            assert any(shown <= cards | self.seen for cards in sees)

    def check_public(self, channel: str, lines: list[str]) -> None:
        """Check that a channel sees what is turned up, and all cards once the round is over."""
        results = [found for line in lines if (found := RESULT.fullmatch(line))]
        if not any(line.startswith(AGAINST) for line in lines):
            self.gained += sum(
                int(found["won"] or 0) - int(found["lost"] or 0) for found in results
            )
        for line in lines:
            assert not LETTERED.search(line)
            if not RESULT.fullmatch(line):
                hidden = [item for item in line.split(" | ") if not is_open(item)]
                assert not re.search(CARD, " | ".join(hidden))
        if results and not any(map(TOLD_AGAIN.fullmatch, lines)):
            ends = [line.startswith((*BALANCES, RESULT_WAITS[:9])) for line in lines]
            assert True in ends
            after = lines[len(lines) - ends[::-1].index(True) :]
            assert not any(map(RESULT.fullmatch, after))
            # A round that somebody has asked for meanwhile is dealt at once.
            assert self.crowd.bot.croupier(channel).ask is None or after


def is_open(item: str) -> bool:
    """Tell whether ITEM, said in a channel, shows cards as the rules have it."""
    if OPEN.fullmatch(item):
        return True
    shown = SHOWN.fullmatch(item)
    if shown is None:
        return False
    ranks = [card[:-1] for card in shown["cards"].split()]
    return (len(ranks) == 2 and len(set(ranks)) == 1) or sum(map(lowest, ranks)) > BEST_TOTAL


def lowest(rank: str) -> int:
    """Return what a card of that RANK counts at least."""
    return 1 if rank == "A" else int(rank) if rank.isdigit() else 10


def held(view: View, nick: str) -> set[str]:
    """Return the cards that whoever sits in VIEW as NICK may see."""
    signs = dict(zip("CDHS", "♣♦♥♠", strict=True))
    sees = [
        card
        for seat, holder in zip(view.seats, view.nicks, strict=True)
        if holder == nick
        for hand in seat.hands
        for card in hand.cards
    ]
    return {card.rank + signs[card.suit] for card in (*sees, *view.face_up)}


@FEW
@given(done=steps, room=rooms, seed=st.binary(min_size=32, max_size=32))
def test_cards_stay_private_lines_fit_and_chips_add_up(
    done: Iterable[Step], room: int, seed: bytes
) -> None:
    with TemporaryDirectory() as folder, patch("os.fsync"):  # no power is cut here
        crowd = Crowd(Path(folder), room, seed)
        start = crowd.bot.all_chips()
        watcher = Watcher(crowd, room)
        for step in done:
            watcher.watch(step)
            if not crowd.broken:
                assert crowd.bot.all_chips() == start + watcher.gained
        watcher.check(crowd.mend(), [])
        assert crowd.bot.all_chips() == start + watcher.gained
        assert len(crowd.bot.all_in_file()) == len(ENTRIES)
        crowd.bot.store.move_to_bank(ENTRIES[0].nick, 0)  # or else there may be no ledger yet
        check_books(crowd.bot.players_xml)


@FEW
@given(done=steps, room=rooms, seed=st.binary(min_size=32, max_size=32))
def test_the_same_is_true_of_rounds_with_computers_who_are_told_nothing(
    done: Iterable[Step], room: int, seed: bytes
) -> None:
    with TemporaryDirectory() as folder, patch("os.fsync"):
        crowd = Crowd(Path(folder), room, seed)
        crowd.company = ("ann+", "", "ann+ bob+", "cat+", "+bob")
        watcher = Watcher(crowd, room)
        for step in done:
            watcher.watch(step)
        watcher.check(crowd.mend(), [])
        assert not any("+" in said.target for said in crowd.bot.said)
        crowd.bot.store.move_to_bank(ENTRIES[0].nick, 0)
        check_books(crowd.bot.players_xml)
