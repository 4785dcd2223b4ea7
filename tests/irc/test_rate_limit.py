"""How often something may happen."""

import pytest

from pontoon.irc.rate_limit import MAX_WATCHED, RateLimiter, TokenBucket
from tests.support.fake_clock import FakeClock


class Bar:
    """A limiter of three lines at once and one in two seconds, and whom it has silenced."""

    def __init__(self, lines: int = 3, per_second: float = 0.5) -> None:
        self.time = FakeClock()
        self.limiter = RateLimiter(lines, per_second, self.time.seconds)
        self.silenced: list[tuple[str, float]] = []

    def pays(self, who: str = "dave") -> bool:
        """Let WHO have a line, if they may."""
        return self.limiter.pay(who, lambda seconds: self.silenced.append((who, seconds)))

    def paid(self, lines: int, who: str = "dave") -> int:
        """Return how many of so many LINES they may have."""
        return sum(self.pays(who) for _ in range(lines))


def test_so_many_lines_may_be_had_at_once() -> None:
    assert Bar().paid(10) == 3


def test_in_the_long_run_so_many_a_second() -> None:
    bar = Bar()
    bar.paid(3)
    for _ in range(20):
        bar.time.advance(2)
        assert bar.pays()
    assert bar.silenced == []


def test_who_wants_more_is_told_once_and_gets_nothing_until_all_may_be_had_again() -> None:
    bar = Bar()
    bar.paid(3)
    bar.time.advance(1)
    assert bar.paid(10) == 0
    ((who, seconds),) = bar.silenced
    assert (who, seconds) == ("dave", 5.0)
    bar.time.advance(4.9)
    assert bar.paid(10) == 0
    bar.time.advance(0.2)
    assert bar.paid(10) == 3
    assert len(bar.silenced) == 2


def test_everybody_has_lines_of_their_own() -> None:
    bar = Bar()
    bar.paid(10)
    assert bar.paid(10, "kevin") == 3
    assert [who for who, _ in bar.silenced] == ["dave", "kevin"]


def test_a_line_that_was_well_spent_can_be_had_again() -> None:
    bar = Bar()
    for _ in range(20):
        assert bar.pays()
        bar.limiter.give_back("dave")
    bar.limiter.give_back("nobody")
    assert bar.paid(10) == 3


def test_no_more_can_be_had_than_there_were() -> None:
    bar = Bar()
    bar.pays()
    for _ in range(5):
        bar.limiter.give_back("dave")
    assert bar.paid(10) == 3


def test_no_limit_is_zero_a_second() -> None:
    bar = Bar(lines=1, per_second=0)
    assert bar.paid(1000) == 1000
    assert len(bar.limiter) == 0


def test_a_clock_set_back_silences_nobody_for_ever() -> None:
    bar = Bar()
    bar.time.elapsed = 10_000
    bar.paid(4)
    bar.time.elapsed = 0
    bar.paid(1)
    bar.time.advance(7)
    assert bar.pays()


def test_of_too_many_people_who_has_been_silent_longest_is_forgotten() -> None:
    bar = Bar()
    bar.paid(10, "dave")
    bar.paid(10, "kevin")
    for number in range(MAX_WATCHED - 2):
        bar.pays(str(number))
    bar.pays("dave")
    bar.pays("one too many")
    assert len(bar.limiter) == MAX_WATCHED
    assert bar.paid(10, "dave") == 0
    assert bar.paid(10, "kevin") == 3


def test_nothing_is_kept_of_those_who_may_have_all_lines_again() -> None:
    bar = Bar()
    for number in range(100):
        bar.pays(str(number))
    bar.time.advance(7)
    bar.pays("dave")
    assert len(bar.limiter) == 1


def test_who_is_silenced_is_not_forgotten_for_others_sake() -> None:
    bar = Bar()
    bar.paid(10, "dave")
    for number in range(MAX_WATCHED - 1):
        bar.pays(str(number))
    assert bar.paid(10, "dave") == 0


def test_a_bucket_takes_another_rate_and_size_at_once() -> None:
    bucket = TokenBucket(1.0, 4)
    assert bucket.seconds_to_wait(0.0) == 0.0
    bucket.rate, bucket.burst = 0.5, 2
    assert bucket.seconds_to_wait(0.0) == 0.0
    bucket.spend()
    bucket.spend()
    assert bucket.seconds_to_wait(0.0) == pytest.approx(2.0)
    assert bucket.seconds_to_fill(0.0) == pytest.approx(4.0)


def test_an_emptied_bucket_fills_at_its_rate() -> None:
    bucket = TokenBucket(2.0, 4)
    bucket.seconds_to_wait(0.0)
    bucket.empty(100.0)
    assert bucket.seconds_to_wait(100.0) == pytest.approx(0.5)
