"""What admins are told by themselves, and the channels that they choose while the bot runs."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.task import Clock

from pontoon.commands.admins import MAX_TOLD, QUIET_SECONDS, RETRY_SECONDS, FaultNotices
from tests.support.offline_bot import CHANNEL
from tests.support.several_networks import BOTH, EAST, Evening, says

ADMIN = {"admin": {"masks": "dave!*@home, west/kevin!*@home"}}


class Admins:
    """Admins who note what they are told, while they are there."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.are_there = True
        self.told: list[str] = []
        self.notices = FaultNotices(self.tell, self.clock.seconds)
        self.clock.advance(1000)

    def tell(self, line: str) -> bool:
        """Note LINE if they are there."""
        if self.are_there:
            self.told.append(line)
        return self.are_there

    def hear(self, faults: dict[str, str], seconds: float = 5.0) -> list[str]:
        """Return what they are told when the bot looks, with these FAULTS, SECONDS later."""
        self.told.clear()
        self.clock.rightNow += seconds
        self.notices.look(faults)
        return [*self.told]


@pytest.fixture
def admins() -> Admins:
    return Admins()


def test_a_fault_is_told_once_and_that_it_is_over(admins: Admins) -> None:
    assert admins.hear({}) == []
    assert admins.hear({"file": "line 5"}) == ["line 5"]
    assert admins.hear({"file": "line 5"}, 10_000) == []
    assert admins.hear({"file": "line 5", "#den": "banned"}) == ["banned"]
    assert admins.hear({"#den": "banned"}) == ["The trouble with file is over."]
    assert admins.hear({}) == ["The trouble with #den is over."]
    assert admins.hear({}) == []


def test_another_fault_of_the_same_thing_is_told(admins: Admins) -> None:
    assert admins.hear({"file": "line 5"}) == ["line 5"]
    assert admins.hear({"file": "line 9"}) == ["line 9"]


def test_one_that_comes_and_goes_is_not_told_each_time(admins: Admins) -> None:
    told = [admins.hear(faults) for faults in [{"file": "full"}, {}] * 50]
    assert len([each for each in told if each]) == 2
    assert admins.hear({"file": "full"}, QUIET_SECONDS) == ["full"]


@given(
    st.lists(st.dictionaries(st.sampled_from(["file", "#den"]), st.text(max_size=1)), max_size=60)
)
def test_whatever_goes_wrong_admins_are_not_flooded(seen: list[dict[str, str]]) -> None:
    admins = Admins()
    told = [line for faults in seen for line in admins.hear(faults, 1.0)]
    assert len(told) <= 2 * 2 * MAX_TOLD


def test_one_that_reads_otherwise_each_time_is_told_again_after_a_while(admins: Admins) -> None:
    told = [admins.hear({"#den": f"try again in {left} s"}) for left in range(100, 0, -1)]
    assert [each for each in told if each] == told[:MAX_TOLD]
    assert admins.hear({"#den": "try again in 0 s"}, QUIET_SECONDS) == ["try again in 0 s"]


def test_a_clock_set_back_silences_nothing(admins: Admins) -> None:
    admins.hear({"file": "full"})
    admins.hear({})
    admins.are_there = False
    admins.hear({"#den": "banned"})
    admins.are_there = True
    told = admins.hear({"#den": "banned", "file": "full"}, -900.0)
    assert sorted(told) == ["banned", "full"]


def test_one_that_nobody_heard_is_told_when_an_admin_is_there(admins: Admins) -> None:
    admins.are_there = False
    assert admins.hear({"file": "full"}) == []
    admins.are_there = True
    assert admins.hear({"file": "full"}) == []
    assert admins.hear({"file": "full"}, RETRY_SECONDS) == ["full"]
    assert admins.hear({}) == ["The trouble with file is over."]


def test_one_that_nobody_heard_is_not_told_to_be_over(admins: Admins) -> None:
    admins.are_there = False
    admins.hear({"file": "full"})
    admins.are_there = True
    assert admins.hear({}, RETRY_SECONDS) == []


# On networks


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    return Evening(tmp_path, {**BOTH, **ADMIN}, monkeypatch)


def test_admins_on_all_networks_are_told_and_nobody_else(both: Evening) -> None:
    east, west = both.enters("127.0.0.1"), both.enters("127.0.0.2")
    for rig in (east, west):
        rig.receive(
            *(f":srv 352 Bot {CHANNEL} {nick} home srv {nick} H :0" for nick in ("dave", "kevin"))
        )
        rig.sent()
    assert both.service.tell_admins("full")
    assert east.sent() == ["PRIVMSG dave :full"]
    assert west.sent() == ["PRIVMSG kevin :full"]
    east.receive(":dave!dave@home PART " + CHANNEL)
    west.receive(":kevin!kevin@home PART " + CHANNEL)
    assert not both.service.tell_admins("full")


@pytest.mark.parametrize("numeric", ["403", "471", "473", "474", "475", "489"])
def test_a_channel_that_does_not_let_the_bot_in_is_a_fault_until_it_does(
    both: Evening, numeric: str
) -> None:
    rig = both.enters("127.0.0.2")
    assert both.service.channel_faults() == {}
    rig.receive(f":kevin!kevin@home KICK {CHANNEL} {rig.client.session.me.nick} :out")
    rig.clock.advance(1000)
    both.last("127.0.0.2").bot.channel_refused(CHANNEL, "Cannot join channel (+b)", numeric)
    assert both.service.channel_faults() == {
        f"{CHANNEL} on west": f"I cannot join {CHANNEL}: Cannot join channel (+b)"
    }
    rig.join(CHANNEL, names=f"{rig.client.session.me.nick} dave")
    assert both.service.channel_faults() == {}


def test_a_channel_that_is_given_up_is_no_fault(both: Evening) -> None:
    both.enters("127.0.0.2")
    both.last("127.0.0.2").bot.channel_refused(CHANNEL, "Cannot join channel (+i)", "473")
    assert both.service.set_channels("west", ["#den"])
    assert both.service.channel_faults() == {}


def test_a_refusal_that_ends_by_itself_is_no_fault(both: Evening) -> None:
    both.enters("127.0.0.2")
    both.last("127.0.0.2").bot.channel_refused(CHANNEL, "temporarily unavailable", "437")
    assert both.service.channel_faults() == {}


@pytest.fixture
def east(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    return Evening(tmp_path, EAST, monkeypatch)


def test_channels_are_entered_and_left_and_have_tables(east: Evening) -> None:
    rig = east.enters("127.0.0.1")
    assert east.service.set_channels("127.0.0.1", [CHANNEL, "#den"])
    assert "JOIN #den" in rig.sent()
    rig.join("#den", names=f"{rig.client.session.me.nick} @dave")
    assert any("place your bets" in line for line in says(rig, "dave", "!pontoon dave", "#den"))
    assert east.service.set_channels("127.0.0.1", ["#den"])
    assert any(line.startswith(f"PART {CHANNEL} ") for line in rig.sent())
    assert any("dave bets 5" in line for line in says(rig, "dave", "5", "Bot"))


@pytest.mark.parametrize(
    "bad",
    [
        *(
            "den",
            "#a,#b",
            "#a b",
            "#PONTOON",
            "#a\r\nQUIT :bye",
            "#a\x07",
            "#a\x00",
            "\x02#a",
            ":#a",
        ),
        *("#a\xa0b", "#" + "a" * 200, "", "#a,", "0"),
    ],
)
def test_what_cannot_be_a_channel_changes_nothing(east: Evening, bad: str) -> None:
    rig = east.enters("127.0.0.1")
    rig.sent()
    assert not east.service.set_channels("127.0.0.1", [CHANNEL, bad])
    assert rig.sent() == []


def test_a_reload_keeps_them_while_config_ini_names_the_same_ones(east: Evening) -> None:
    rig = east.enters("127.0.0.1")
    east.service.set_channels("127.0.0.1", [CHANNEL, "#den"])
    rig.sent()
    east.reload({**EAST, "table": {"grace": "30"}})
    assert rig.sent() == []
    east.reload({"irc": {"server": "127.0.0.1", "channels": "#hall"}})
    sent = rig.sent()
    assert "JOIN #hall" in sent
    assert len([line for line in sent if line.startswith("PART")]) >= 1
