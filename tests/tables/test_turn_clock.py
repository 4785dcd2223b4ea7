"""The clock of one decision, with nobody at it."""

from dataclasses import dataclass, field

import pytest

from pontoon.engine.moves import Ask, Phase
from pontoon.tables.action_clock import Due, TurnClock

BET = Ask("dave", Phase.BET, (), cards=(), stake=0, chips=3)
AUCTION = Ask("dave", Phase.AUCTION, (), cards=(), stake=0, chips=3, seconds=30)


@dataclass
class Bell:
    """A turn clock of 120 seconds in the channel and 60 out of it, and when it rang for what."""

    clock: TurnClock = field(default_factory=lambda: TurnClock(BET, 120, 60))
    now: float = 0.0
    rung: list[tuple[str, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock.start(self.now)

    def after(self, seconds: float) -> list[tuple[str, float]]:
        """Let SECONDS pass; return what it has rung for so far."""
        end = self.now + seconds
        while (due := self.clock.due_at) is not None and due <= end:
            self.now = due
            what = self.clock.ring(due)
            assert what is not None
            self.rung.append((what.name.lower(), due))
            if what is Due.END:
                self.clock.stop(due)
        self.now = end
        return self.rung

    def is_here(self, is_here: bool) -> None:
        """Have the player come or go."""
        (self.clock.enter if is_here else self.clock.leave)(self.now)


@pytest.fixture
def bell() -> Bell:
    """Return a clock that goes."""
    return Bell()


def test_it_warns_once_half_way_and_ends_once(bell: Bell) -> None:
    assert bell.after(59.9) == []
    assert bell.after(1000) == [("warning", 60), ("end", 120)]
    assert bell.clock.due_at is None


def test_out_of_the_channel_another_time_runs_and_nobody_is_warned(bell: Bell) -> None:
    bell.after(40)
    bell.is_here(False)
    assert bell.after(59) == []
    assert bell.after(1) == [("end", 100)]


def test_what_is_left_of_both_times_stays_however_often_the_player_comes_and_goes(
    bell: Bell,
) -> None:
    for _ in range(5):
        bell.after(10)
        bell.is_here(False)
        bell.after(10)
        bell.is_here(True)
    assert (bell.clock.here, bell.clock.out) == (70, 10)
    bell.is_here(False)
    assert bell.after(1000) == [("end", 110)]


def test_the_warning_is_not_repeated_after_coming_back(bell: Bell) -> None:
    bell.after(100)
    bell.is_here(False)
    bell.is_here(True)
    assert bell.after(1000) == [("warning", 60), ("end", 120)]


def test_who_comes_back_with_less_than_half_is_warned_in_time(bell: Bell) -> None:
    bell.after(59)
    bell.is_here(False)
    bell.after(50)
    bell.is_here(True)
    assert bell.after(1000) == [("warning", 110), ("end", 170)]


def test_while_it_stands_still_no_time_passes_and_nothing_is_due(bell: Bell) -> None:
    bell.after(50)
    bell.clock.stop(bell.now)
    assert bell.clock.due_at is None
    bell.after(1e6)
    bell.clock.stop(bell.now)
    bell.clock.start(bell.now)
    assert bell.after(70) == [("warning", 1e6 + 60), ("end", 1e6 + 120)]


def test_one_that_stands_stands_still_however_the_player_comes_and_goes(bell: Bell) -> None:
    bell.clock.stop(bell.now)
    bell.is_here(False)
    bell.is_here(True)
    assert bell.after(1e6) == []


def test_a_time_of_its_own_runs_wherever_the_player_is_and_nobody_is_warned() -> None:
    bell = Bell(TurnClock(AUCTION, 30, 30))
    bell.after(10)
    bell.is_here(False)
    bell.after(10)
    bell.is_here(True)
    assert bell.after(1000) == [("end", 30)]


def test_it_can_be_given_all_of_the_time_again_with_the_warning(bell: Bell) -> None:
    bell.after(100)
    bell.clock.renew(bell.now)
    assert bell.after(1000) == [("warning", 60), ("warning", 160), ("end", 220)]


def test_time_of_its_own_that_is_given_again_runs_out_of_the_channel_too() -> None:
    bell = Bell(TurnClock(AUCTION, 30, 30))
    bell.after(20)
    bell.clock.renew(bell.now)
    bell.is_here(False)
    assert bell.after(1000) == [("end", 50)]


def test_one_that_is_held_has_all_of_the_time_when_it_goes_on(bell: Bell) -> None:
    bell.after(100)
    bell.clock.hold(bell.now, is_held=True)
    assert bell.clock.due_at is None
    bell.after(1000)
    bell.clock.hold(bell.now, is_held=False)
    assert bell.after(1000) == [("warning", 90), ("warning", 1190), ("end", 1220)]


def test_one_that_is_held_counts_the_time_out_of_the_channel(bell: Bell) -> None:
    """A question that cannot leave because its player has gone holds up nobody for ever."""
    bell.after(10)
    bell.clock.hold(bell.now, is_held=True)
    bell.after(10)
    bell.is_here(False)
    bell.after(50)
    bell.is_here(True)
    bell.after(1000)
    bell.is_here(False)
    assert bell.after(1000) == [("end", 1080)]


def test_a_time_of_its_own_is_held_wherever_the_player_is() -> None:
    bell = Bell(TurnClock(AUCTION, 30, 30))
    bell.after(10)
    bell.clock.hold(bell.now, is_held=True)
    bell.is_here(False)
    bell.after(1000)
    bell.clock.hold(bell.now, is_held=False)
    assert bell.after(1000) == [("end", 1040)]


@pytest.mark.parametrize("is_here", [True, False])
def test_no_time_at_all_is_over_at_once(is_here: bool) -> None:
    """Even where rounding has left a little less than nothing."""
    bell = Bell(TurnClock(BET, -1e-12, -1e-12))
    bell.is_here(is_here)
    assert bell.after(0) == [("end", 0)]


def test_it_does_not_ring_before_its_time(bell: Bell) -> None:
    assert bell.clock.ring(59.9) is None
    assert bell.clock.ring(60 - 1e-9) is Due.WARNING
