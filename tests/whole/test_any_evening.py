"""An evening in two channels: whatever people and the network do, every table always goes on."""

from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pontoon.engine.moves import Turn
from tests.support.offline_bot import ROOM
from tests.support.play_rounds import full_disk
from tests.support.properties import FEW
from tests.support.random_people import CHANNELS, Crowd, Step
from tests.support.short_timeouts import timers
from tests.whole.test_any_steps import Watcher

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
"""An evening takes a minute, and longer where other tests run beside it."""

ACTS = (
    *("move", "move", "start", "say", "tell", "err", "trade"),
    *("come", "come", "go", "rename", "vanish", "steal", "break", "mend", "mend", "restart"),
)
numbers = st.integers(0, 999)


@dataclass
class Wait:
    """For whom a table waits, and for how many seconds it has, the bot being there.

    ``most`` is how many it may.
    """

    turn: Turn | None = None
    moves: int = 0
    seconds: float = 0.0
    most: float = 0.0


class AnyEvening(RuleBasedStateMachine):
    """People play, talk, come, go, fall silent and edit; the connection comes and goes."""

    crowd: Crowd

    @initialize(
        seed=st.binary(min_size=32, max_size=32),
        turn=st.sampled_from((10, 20, 60)),
        grace=st.sampled_from((0, 5, 30)),
        away_after=st.sampled_from((0, 1, 2)),
    )
    def open(self, seed: bytes, turn: int, grace: int, away_after: int) -> None:
        """Start the bot."""
        self.ending = ExitStack()
        folder = self.ending.enter_context(TemporaryDirectory())
        self.ending.enter_context(patch("os.fsync", new=lambda _: None))
        self.turn, self.grace = turn, grace
        self.crowd = Crowd(
            Path(folder), ROOM, seed, turn_timeout=turn, grace=grace, away_after=away_after
        )
        self.watcher = Watcher(self.crowd, ROOM)
        self.start = self.crowd.bot.all_chips()
        self.waits = {channel: Wait() for channel in CHANNELS}
        self.described = set(CHANNELS)
        self.full = ExitStack()
        self.is_full = False

    def teardown(self) -> None:
        """Mend the disk and the file, and have the bot be back: no chip is missing then either."""
        if hasattr(self, "crowd"):
            if self.is_full:
                self.disk_is_well()
            self.do("mend")
            self.do("connect")
            self.everybody_is_known()
            self.watcher.watch_for(0)
            assert self.crowd.bot.all_chips() == self.start + self.watcher.gained
            self.ending.close()

    # What happens

    @rule(act=st.sampled_from(ACTS), who=numbers, which=numbers, text=st.sampled_from(("", "!x")))
    def people_act(self, act: str, who: int, which: int, text: str) -> None:
        """Have somebody do something."""
        if act != "restart" or (self.crowd.is_connected and not self.is_full):
            self.do(act, who, which, text)

    @rule(which=numbers, moves=st.lists(numbers, min_size=3, max_size=20))
    def people_play(self, which: int, moves: list[int]) -> None:
        """Have whoever is asked in a channel move, again and again; they begin rounds too."""
        for number in moves:
            self.do("move", number, which)

    @rule(which=numbers, moves=st.lists(numbers, min_size=3, max_size=20))
    def people_play_on(self, which: int, moves: list[int]) -> None:
        """Have that happen as often as everything else together."""
        self.people_play(which, moves)

    @precondition(lambda self: self.crowd.is_connected)
    @rule(
        act=st.sampled_from(("kick the bot", "op", "leave", "leave", "stop")),
        who=numbers,
        which=numbers,
    )
    def round_is_disturbed(self, act: str, who: int, which: int) -> None:
        """Have the bot put out of a channel, the round stopped or a seat given up."""
        self.do(act, who, which)

    @rule(seconds=st.sampled_from((1, 3, 10, 19, 40, 200)))
    def time_passes(self, seconds: int) -> None:
        """Have nobody say a word."""
        left = float(seconds)
        time = self.crowd.bot.time
        while left > 0:
            part = min(left, time.next_call)
            for channel in CHANNELS:
                if self.is_open(channel):
                    self.waits[channel].seconds += part
            self.watcher.watch_for(part)
            self.look()
            left -= part

    @precondition(lambda self: self.crowd.is_connected)
    @rule()
    def connection_is_lost(self) -> None:
        """Cut the bot off."""
        self.do("cut off")
        self.described = set()

    @precondition(lambda self: not self.crowd.is_connected)
    @rule(is_known=st.booleans())
    def bot_is_back(self, is_known: bool) -> None:
        """Have the bot be in the channels again."""
        self.do("connect")
        if is_known:
            self.everybody_is_known()

    @precondition(lambda self: self.crowd.is_connected and len(self.described) < len(CHANNELS))
    @rule()
    def everybody_is_known(self) -> None:
        """Have the bot be told where people are from."""
        for number, channel in enumerate(CHANNELS):
            self.do("describe", which=number)
            if channel not in self.described:
                self.waits[channel].most += self.grace
            self.described.add(channel)

    @precondition(lambda self: not self.is_full)
    @rule()
    def disk_is_full(self) -> None:
        """Have nothing written any more: play pauses as soon as there is anything to write."""
        self.watcher.unsaid = self.watcher.views()
        self.full.enter_context(full_disk())
        self.is_full = True

    @precondition(lambda self: self.is_full)
    @rule()
    def disk_is_well(self) -> None:
        """Have there be room again, and the bot look for it."""
        self.full.close()
        self.is_full = False
        self.watcher.watch_look()
        self.watcher.watch_for(0)  # what could not be done for somebody is overdue
        self.watcher.unsaid = []
        self.look()
        for wait in self.waits.values():
            wait.most += self.grace

    def do(self, act: str, who: int = 0, which: int = 0, text: str = "") -> None:
        """Have ACT done, all that is said being watched."""
        self.watcher.watch(Step(act, who, which, text))
        self.look()

    # What is always true

    def is_open(self, channel: str) -> bool:
        """Tell whether a round is played in CHANNEL, and the bot there and all known to it."""
        croupier = self.crowd.bot.croupier(channel)
        return croupier.ask is not None and not croupier.action_clock.stands_still

    def look(self) -> None:
        """Note for whom each table waits now: nobody may be waited for for longer than allowed."""
        for channel, wait in self.waits.items():
            waiting = self.crowd.bot.croupier(channel).waiting
            moves = self.moves_made(channel)
            if (waiting.turn, moves) != (wait.turn, wait.moves):
                seconds = max([self.turn, *(ask.seconds for ask in waiting.asks)])
                self.waits[channel] = Wait(waiting.turn, moves, 0, seconds + self.grace)
            else:
                assert wait.seconds <= wait.most

    def moves_made(self, channel: str) -> int:
        """Return a number that is another one after each move: cards, stakes and seats left."""
        seats = self.crowd.bot.table(channel).seats
        return sum(
            1 + len(hand.cards) + 100 * hand.stake for seat in seats for hand in seat.hands
        ) - sum(seat.has_resigned for seat in seats)

    @invariant()
    def every_table_waits_with_a_clock_or_not_at_all(self) -> None:
        """Also where several players are asked at once."""
        bot = self.crowd.bot
        for channel in CHANNELS:
            if self.is_open(channel):
                action_clock = bot.croupier(channel).action_clock
                assert all(map(action_clock.is_waited_for, bot.croupier(channel).waiting.asks))
        assert timers(bot) == sum(map(self.is_open, CHANNELS))

    @invariant()
    def no_player_sits_twice(self) -> None:
        """In one channel, or in both; but a bot that is out of one does not hold them for ever."""
        twice = self.crowd.bot.bot.seat_registry._seated_twice
        seats = Counter(
            holder.player
            for channel in CHANNELS
            for holder in self.crowd.bot.croupier(channel).seat_map
        )
        assert all(number == 1 or player in twice for player, number in seats.items())

    @invariant()
    def no_chip_is_lost_or_made(self) -> None:
        """Results waiting for a broken file are written when it is mended.

        What is paid while the bot is out of the channels is told when it is back.
        """
        if not (self.crowd.broken or self.is_full):
            self.watcher.watch_for(0)
            if self.crowd.is_connected and len(self.described) == len(CHANNELS):
                assert self.crowd.bot.all_chips() == self.start + self.watcher.gained


def test_whatever_happens_in_an_evening_is_borne() -> None:
    run_state_machine_as_test(AnyEvening, settings=settings(FEW, stateful_step_count=80))
