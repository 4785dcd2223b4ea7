"""The bot comes into its channels, and back into them, without flooding anybody."""

from collections.abc import Sequence

from twisted.internet.task import Clock

from pontoon.irc.autojoin import (
    INVITED_SECONDS,
    KICK_SECONDS,
    LONG_STAY_SECONDS,
    MAX_AT_ONCE,
    MAX_DOUBLINGS,
    MAX_JOIN_BYTES,
    MAX_KICKS,
    SLOW_SECONDS,
    STEADY_SECONDS,
    UNANSWERED_SECONDS,
    AutoJoin,
    join_lines,
)
from pontoon.irc.timing import FIRST_SECONDS, GROWTH, MAX_SECONDS

A, B = "#a", "#b"
A_DAY = 86_400


class Joining:
    """What enters two channels, the clock by which it does, and what it has asked and logged."""

    def __init__(self, channels: Sequence[str] = (A, B)) -> None:
        self.clock = Clock()
        self.asked: list[list[str]] = []
        self.logged: list[str] = []
        self.autojoin = AutoJoin(
            channels, self.clock, lambda names: self.asked.append(list(names)), self.logged.append
        )
        self.autojoin.welcomed()

    def let_in(self) -> "Joining":
        """Be in both channels, and forget that it was asked for."""
        for channel in (A, B):
            self.autojoin.entered(channel)
        self.asked.clear()
        return self

    def after(self, seconds: float) -> list[list[str]]:
        """Return what is asked for in the next SECONDS."""
        self.asked.clear()
        for _ in range(int(seconds)):
            self.clock.advance(1)
        self.clock.advance(seconds % 1)
        return self.asked

    def waits(self, channel: str) -> int:
        """Return in how many seconds CHANNEL is asked for next."""
        for second in range(1, A_DAY):
            if [channel] in self.after(1):
                return second
        raise AssertionError(f"{channel} is not asked for")


def test_all_channels_are_asked_for_at_once() -> None:
    assert Joining().asked == [[A, B]]


def test_in_its_channels_it_asks_for_nothing() -> None:
    assert Joining().let_in().after(1000) == []


def test_a_channel_that_refuses_is_asked_again_later_each_time() -> None:
    joining = Joining().let_in()
    waited: list[int] = []
    for _ in range(9):
        joining.autojoin.refused(A, "471")
        waited.append(joining.waits(A))
    for number, seconds in enumerate(waited):
        full = min(FIRST_SECONDS * GROWTH**number, MAX_SECONDS)
        assert full / 2 <= seconds <= full + 1


def test_a_stay_that_lasts_makes_refusals_forgotten() -> None:
    joining = Joining().let_in()
    for _ in range(9):
        joining.autojoin.refused(A, "471")
        joining.waits(A)
    joining.autojoin.entered(A)
    joining.after(STEADY_SECONDS)
    joining.autojoin.removed(A)
    assert joining.waits(A) <= FIRST_SECONDS


def test_where_something_has_to_happen_first_there_is_no_haste() -> None:
    for numeric in ["477", "470"]:
        joining = Joining().let_in()
        joining.autojoin.refused(A, numeric)
        assert joining.waits(A) == SLOW_SECONDS


def test_a_name_that_no_channel_has_is_never_tried_again() -> None:
    for numeric in ["476", "479"]:
        joining = Joining()
        joining.autojoin.refused(A, numeric)
        joining.autojoin.entered(B)
        assert len([line for line in joining.logged if line.startswith(f"{A} is not tried")]) == 1
        assert joining.after(A_DAY) == []
        joining.autojoin.invited(A)
        joining.autojoin.stop()
        joining.autojoin.welcomed()
        assert joining.asked == [[B]]


def test_a_server_that_says_nothing_is_asked_again() -> None:
    joining = Joining()
    joining.autojoin.entered(B)
    assert joining.after(UNANSWERED_SECONDS - 1) == []
    assert joining.waits(A) <= 1 + FIRST_SECONDS
    assert joining.logged == ["#a: the server does not answer JOIN"]


def test_who_is_invited_comes_at_once() -> None:
    joining = Joining().let_in()
    joining.autojoin.refused(A, "473")
    joining.autojoin.invited(A)
    assert joining.asked == [[A]]
    joining.autojoin.entered(A)
    assert joining.after(2 * SLOW_SECONDS) == []


def test_invitations_without_end_are_not_followed_without_end() -> None:
    joining = Joining().let_in()
    for _ in range(100):
        joining.autojoin.refused(A, "473")
        joining.autojoin.invited(A)
    assert joining.asked == [[A]]
    joining.after(INVITED_SECONDS)
    joining.autojoin.invited(A)
    assert joining.asked == [[A]]


def test_an_invitation_to_where_it_is_changes_nothing() -> None:
    joining = Joining().let_in()
    joining.autojoin.invited(A)
    assert joining.asked == []


def kick(joining: Joining, times: int = MAX_KICKS) -> None:
    """Have it kicked out of A so often, each time as soon as it has come back."""
    for number in range(times):
        joining.autojoin.removed(A)
        if number < times - 1:
            joining.waits(A)
            joining.autojoin.entered(A)


def test_after_some_kicks_it_stays_out_for_a_while_and_longer_the_next_time() -> None:
    joining = Joining().let_in()
    expected = KICK_SECONDS
    for number in range(MAX_DOUBLINGS + 3):
        kick(joining)
        assert joining.waits(A) == expected
        joining.autojoin.entered(A)
        expected *= 2 if number < MAX_DOUBLINGS else 1
    assert joining.logged[0] == "removed from #a 3 times: coming back in 10 minutes"
    assert joining.logged[-1] == "removed from #a 3 times: coming back in 320 minutes"


def test_a_server_may_put_it_in_and_out_without_end() -> None:
    joining = Joining().let_in()
    for _ in range(10_000):
        joining.autojoin.removed(A)
        joining.autojoin.entered(A)
    assert len(joining.clock.getDelayedCalls()) == 2


def test_a_kick_before_the_bot_knows_who_is_there_is_a_kick() -> None:
    joining = Joining().let_in()
    for _ in range(3):
        joining.autojoin.refused(A, "")
    assert joining.waits(A) == KICK_SECONDS


def test_kicks_that_are_far_apart_are_no_reason_to_stay_out() -> None:
    joining = Joining().let_in()
    for _ in range(3 * MAX_KICKS):
        joining.autojoin.removed(A)
        assert joining.waits(A) <= FIRST_SECONDS
        joining.autojoin.entered(A)
        joining.after(KICK_SECONDS / 2)
    assert joining.logged == []


def test_a_long_stay_makes_them_forgotten() -> None:
    joining = Joining().let_in()
    for _ in range(2):
        kick(joining)
        assert joining.waits(A) == KICK_SECONDS
        joining.autojoin.entered(A)
        joining.after(LONG_STAY_SECONDS)


def test_who_was_kicked_too_often_is_not_to_be_invited_back() -> None:
    joining = Joining().let_in()
    kick(joining)
    joining.asked.clear()
    joining.autojoin.invited(A)
    assert joining.asked == []
    joining.waits(A)
    joining.autojoin.refused(A, "473")
    joining.asked.clear()
    joining.autojoin.invited(A)
    assert joining.asked == [[A]]


def test_once_logged_in_it_asks_where_that_was_wanted() -> None:
    joining = Joining().let_in()
    joining.autojoin.refused(A, "477")
    joining.autojoin.refused(B, "474")
    joining.autojoin.identified()
    assert joining.asked == [[A]]


def test_being_logged_in_makes_no_difference_elsewhere() -> None:
    joining = Joining().let_in()
    joining.autojoin.refused(A, "477")
    joining.autojoin.identified()
    joining.autojoin.entered(A)
    joining.asked.clear()
    joining.autojoin.identified()
    assert joining.asked == []


def test_who_is_put_into_a_channel_need_not_ask_for_it_any_more() -> None:
    """By an operator of the network, say."""
    joining = Joining().let_in()
    joining.autojoin.refused(A, "477")
    joining.autojoin.entered(A)
    joining.autojoin.identified()
    assert joining.asked == []


def test_when_the_connection_is_gone_nothing_is_asked() -> None:
    joining = Joining()
    joining.autojoin.refused(A, "471")
    joining.autojoin.stop()
    assert joining.clock.getDelayedCalls() == []
    joining.autojoin.welcomed()
    assert joining.asked[1:] == [[A, B]]


# The lines


def test_many_channels_take_few_lines() -> None:
    names = [f"#c{number}" for number in range(MAX_AT_ONCE + 1)]
    assert list(join_lines(names, {}, None)) == [
        f"JOIN {','.join(names[:-1])}",
        f"JOIN {names[-1]}",
    ]
    assert list(join_lines([], {}, None)) == []


def test_a_server_may_want_fewer_in_a_line_and_cannot_have_more() -> None:
    names = [f"#c{number}" for number in range(30)]
    assert len(list(join_lines(names, {}, 1))) == 30
    assert len(list(join_lines(names, {}, 1000))) == 3


def test_keys_stand_in_the_order_of_their_channels() -> None:
    keys = {"#d": "four", "#B": "two"}
    [line] = join_lines(["#a", "#b", "#c", "#D"], keys, None)
    assert line == "JOIN #b,#D,#a,#c two,four"


def test_no_line_is_longer_than_a_server_takes() -> None:
    names = [f"#{number}{'ö' * 40}" for number in range(25)]
    lines = list(join_lines(names, dict.fromkeys(names, "k" * 20), None))
    assert all(len(line.encode()) <= MAX_JOIN_BYTES for line in lines)
    asked = [name for line in lines for name in line.split()[1].split(",")]
    assert sorted(asked) == sorted(names)


def test_a_channel_that_is_too_long_for_any_line_is_asked_for_alone() -> None:
    lines = list(join_lines(["#a", "#" + "x" * 500, "#b"], {}, None))
    assert [len(line.split()[1].split(",")) for line in lines] == [1, 1, 1]
