"""The clock of one decision, with nobody at it."""

from dataclasses import dataclass, field

import pytest

from pontoon.turnclock import TurnClock
from tests.fakeclock import FakeClock


@dataclass
class Bell:
    """A turn clock, and at which second it did what."""

    time: FakeClock = field(default_factory=FakeClock)
    rung: list[tuple[str, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.clock = TurnClock(self.time.clock, lambda: self._note("warned"), self._end)

    def _note(self, what: str) -> None:
        self.rung.append((what, self.time.seconds))

    def _end(self) -> None:
        self._note("over")

    def after(self, seconds: float) -> list[tuple[str, float]]:
        """Let SECONDS pass; return what has been rung so far."""
        self.time.advance(seconds)
        return self.rung

    def is_here(self, is_here: bool) -> None:
        """Have the player come or go."""
        self.clock.stop()
        self.clock.is_here = is_here
        self.clock.go()

    @property
    def timers(self) -> int:
        """How many calls are still to be made."""
        return sum(call.is_due for call in self.time.calls)


@pytest.fixture
def bell() -> Bell:
    """Return a clock of 120 seconds here, and 60 out of the channel, that goes."""
    bell = Bell()
    bell.clock.give(120, 60)
    bell.clock.go()
    return bell


def test_it_warns_once_with_a_quarter_left_and_ends_once(bell: Bell) -> None:
    assert bell.after(89.9) == []
    assert bell.after(1000) == [("warned", 90), ("over", 120)]
    assert bell.timers == 0


def test_out_of_the_channel_another_time_runs_and_nobody_is_warned(bell: Bell) -> None:
    bell.after(80)
    bell.is_here(False)
    assert bell.after(59) == []
    assert bell.after(1) == [("over", 140)]


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
    assert bell.after(1000) == [("over", 110)]


def test_the_warning_is_not_repeated_after_coming_back(bell: Bell) -> None:
    bell.after(100)
    bell.is_here(False)
    bell.is_here(True)
    assert bell.after(1000) == [("warned", 90), ("over", 120)]


def test_who_comes_back_with_less_than_a_quarter_is_warned_in_time(bell: Bell) -> None:
    bell.after(89)
    bell.is_here(False)
    bell.after(50)
    bell.is_here(True)
    assert bell.after(1000) == [("warned", 140), ("over", 170)]


def test_while_it_stands_still_no_time_passes_and_no_timer_is_left(bell: Bell) -> None:
    bell.after(50)
    bell.clock.stop()
    assert bell.timers == 0
    bell.after(1e6)
    bell.clock.stop()
    bell.clock.go()
    assert bell.after(70) == [("warned", 1e6 + 90), ("over", 1e6 + 120)]


def test_any_number_of_seconds_never_ends_but_out_of_the_channel_it_does() -> None:
    bell = Bell()
    bell.clock.give(0, 60)
    bell.clock.go()
    assert bell.timers == 0
    assert bell.after(1e9) == []
    bell.is_here(False)
    assert bell.after(60) == [("over", 1e9 + 60)]


def test_a_time_of_its_own_runs_wherever_the_player_is_and_nobody_is_warned() -> None:
    bell = Bell()
    bell.clock.give_only(30)
    bell.clock.go()
    bell.after(10)
    bell.is_here(False)
    bell.after(10)
    bell.is_here(True)
    assert bell.after(1000) == [("over", 30)]


@pytest.mark.parametrize("is_here", [True, False])
def test_no_time_at_all_is_over_at_once(is_here: bool) -> None:
    """Even where rounding has left a little less than nothing."""
    bell = Bell()
    bell.clock.give(0, 0)
    bell.clock.here = bell.clock.out = -1e-12
    bell.is_here(is_here)
    assert bell.after(0) == [("over", 0)]


def test_new_times_take_the_place_of_the_old_ones(bell: Bell) -> None:
    bell.after(119)
    bell.clock.give(8, 60)
    bell.clock.go()
    assert bell.after(8) == [("warned", 90), ("warned", 125), ("over", 127)]
    assert bell.timers == 0
