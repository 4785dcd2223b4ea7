"""When a connection counts as silent, and as lost."""

from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.task import Clock

from pontoon.irc.timing import ANSWER_SECONDS, SILENCE_SECONDS, Heartbeat


@given(st.lists(st.sampled_from((0.0, 1.0, 29.0, 31.0, 59.0, 60.0, 61.0, 89.0)), max_size=20))
def test_it_asks_after_a_minute_of_silence_and_waits_half_a_minute(gaps: list[float]) -> None:
    clock, noted, due = Clock(), list[str](), list[str]()
    heartbeat = Heartbeat(clock, lambda: noted.append("asked"), lambda: noted.append("lost"))
    heartbeat.heard()
    for gap in gaps:
        clock.advance(gap)
        due += ["asked"] if gap >= SILENCE_SECONDS else []
        assert noted == due
        heartbeat.heard()
    clock.advance(SILENCE_SECONDS)
    clock.advance(ANSWER_SECONDS - 1.0)
    assert noted == [*due, "asked"]
    clock.advance(1.0)
    assert noted == [*due, "asked", "lost"]
    assert clock.getDelayedCalls() == []


def test_it_can_stop_and_go_on() -> None:
    clock, noted = Clock(), list[str]()
    heartbeat = Heartbeat(clock, lambda: noted.append("asked"), lambda: noted.append("lost"))
    heartbeat.heard()
    clock.advance(SILENCE_SECONDS)
    heartbeat.stop()
    clock.advance(ANSWER_SECONDS)
    heartbeat.heard()
    clock.advance(SILENCE_SECONDS)
    assert noted == ["asked", "asked"]
