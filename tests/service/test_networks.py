"""Networks that are opened, closed and reached again, and channels entered and left."""

from pathlib import Path

import pytest

from tests.support.client_rig import Rig
from tests.support.offline_bot import CHANNEL
from tests.support.several_networks import BOTH, EAST, Evening, Line, says


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    return Evening(tmp_path, BOTH, monkeypatch)


@pytest.fixture
def east(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    return Evening(tmp_path, EAST, monkeypatch)


# Opening and closing


def test_interrupted_rounds_are_taken_up_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Evening(tmp_path, BOTH, monkeypatch)
    says(before.enters("127.0.0.1"), "dave", "!pontoon dave")
    after = Evening(tmp_path, BOTH, monkeypatch)
    goes_on = f"[127.0.0.1] the pontoon round in {CHANNEL} continues where it was stopped"
    assert after.logged == [goes_on]


def test_rounds_of_a_network_that_is_gone_are_given_up_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Evening(tmp_path, BOTH, monkeypatch)
    says(before.enters("127.0.0.2"), "dave", "!pontoon dave")
    after = Evening(tmp_path, EAST, monkeypatch)
    (given_up,) = after.logged
    assert given_up.startswith(f"the interrupted pontoon round in {CHANNEL} is no longer played")


def test_all_are_connected_to_at_once(both: Evening) -> None:
    assert [line.irc.network for line in both.lines] == ["127.0.0.1", "west"]
    assert all(line.is_started for line in both.lines)


def test_all_are_left_at_once_and_waited_for(both: Evening) -> None:
    done: list[None] = []
    both.service.stop().addCallback(done.append)
    assert all("I am shutting down" in line.farewell for line in both.lines)
    both.lines[0].is_left()
    assert done == []
    both.lines[1].is_left()
    assert done == [None]


def test_the_log_tells_which_network_where_there_are_several(both: Evening) -> None:
    both.enters("127.0.0.2")
    assert both.logged[-1] == f"[west] in {CHANNEL}"
    both.reload(EAST)
    both.enters("127.0.0.1")
    assert both.logged[-1] == f"in {CHANNEL}"


def test_a_player_of_one_is_refused_on_the_other(both: Evening) -> None:
    east, west = both.enters("127.0.0.1"), both.enters("127.0.0.2")
    says(east, "dave", "!pontoon dave")
    says(east, "dave", "5", "Bot")
    [refusal] = says(west, "dave", "!pontoon dave")
    assert refusal.endswith(f"dave is playing in {CHANNEL} on 127.0.0.1")


def test_one_that_loses_its_connection_leaves_the_other_as_it_is(both: Evening) -> None:
    east, west = both.enters("127.0.0.1"), both.enters("127.0.0.2")
    says(east, "dave", "!pontoon dave")
    says(west, "kevin", "!pontoon kevin")
    west.lose()
    assert any("dave bets 5" in line for line in says(east, "dave", "5", "Bot"))
    assert both.service.state() == f"127.0.0.1: in {CHANNEL}; west: not connected"


def test_a_new_network_is_come_to(east: Evening) -> None:
    assert east.reload(BOTH) == ["Connecting to: west"]
    assert east.last("127.0.0.2").is_started
    assert east.last("127.0.0.1").farewell == ""


def test_one_that_is_not_wanted_is_left_and_its_round_stopped(both: Evening) -> None:
    west = both.enters("127.0.0.2")
    says(west, "dave", "!pontoon dave")
    assert both.reload(EAST) == ["Leaving and returning all stakes there: west"]
    assert "all stakes are returned" in both.last("127.0.0.2").farewell
    assert "no round is being played" not in both.logged[-1]
    assert both.service.shared.is_bot("Bot") is False
    rig = both.enters("127.0.0.1")
    assert any("place your bets" in line for line in says(rig, "dave", "!pontoon dave"))


def test_one_that_is_wanted_again_is_come_to_when_it_has_been_left(both: Evening) -> None:
    """The bot would find its own nick in use."""
    both.reload(EAST)
    both.reload(BOTH)
    assert len(both.lines) == 2
    both.lines[1].is_left()
    assert [line.irc.network for line in both.lines] == ["127.0.0.1", "west", "west"]
    assert both.lines[2].is_started


def test_one_that_is_wanted_again_and_then_not_is_not_come_to(both: Evening) -> None:
    both.reload(EAST)
    both.reload(BOTH)
    both.reload(EAST)
    both.lines[1].is_left()
    assert len(both.lines) == 2


def test_leaving_all_waits_for_one_that_is_being_left_already(both: Evening) -> None:
    both.reload(EAST)
    done: list[None] = []
    both.service.stop().addCallback(done.append)
    both.lines[0].is_left()
    assert done == []
    both.lines[1].is_left()
    assert done == [None]
    assert len(both.lines) == 2


def test_nothing_is_applied_while_the_bot_leaves(both: Evening) -> None:
    """And no round is stopped: it goes on when the bot is started again."""
    says(both.enters("127.0.0.2"), "dave", "!pontoon dave")
    both.service.stop()
    both.reload({**EAST, "irc:north": {"server": "127.0.0.3"}})
    both.service.look()
    assert len(both.lines) == 2
    assert both.lines[0].applied == []
    assert both.service.shared.seat_registry.is_seated("dave")


def test_no_network_is_come_to_while_the_bot_leaves(both: Evening) -> None:
    both.reload(EAST)
    both.reload(BOTH)
    both.service.stop()
    both.lines[1].is_left()
    assert len(both.lines) == 2


def test_of_a_network_that_is_left_nothing_is_counted_any_more(both: Evening) -> None:
    both.clock.advance(0.2)  # the database writes its notes
    counted = len(both.clock.getDelayedCalls())
    both.enters("127.0.0.2").lose()
    assert len(both.clock.getDelayedCalls()) > counted
    both.reload(EAST)
    both.lines[1].is_left()
    both.clock.advance(0.2)
    assert len(both.clock.getDelayedCalls()) == counted


def test_voice_can_cease_to_be_for_minutes_when_a_network_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(tmp_path, {**BOTH, "blackjack": {"voice": "yes"}}, monkeypatch)
    evening.enters("127.0.0.2")
    assert "Leaving" in evening.reload(EAST)[-1]


def test_nicks_are_compared_as_in_rfc_1459_where_a_server_does_not_say(east: Evening) -> None:
    """Another server of the network may have said something else before."""
    bot = east.last("127.0.0.1").bot
    for isupport, found in (("CASEMAPPING=ascii", False), ("NICKLEN=30", True)):
        rig = Rig(listener=bot)
        bot.client = rig.client
        rig.register(isupport)
        east.clock.advance(0)
        assert (east.store.find("dave~") is not None) is found
        rig.lose()


def test_one_whose_server_cannot_be_had_is_tried_until_it_can(
    east: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Line, "taken", ("127.0.0.2",))
    east.reload(BOTH)
    east.service.look()
    complaint = "[west] cannot connect: 127.0.0.2 cannot be had"
    assert east.logged.count(complaint) == 1
    monkeypatch.setattr(Line, "taken", ())
    east.service.look()
    assert east.last("127.0.0.2").is_started


# Channels


def test_channels_are_entered_and_left(east: Evening) -> None:
    rig = east.enters("127.0.0.1")
    rig.sent()
    east.reload({"irc": {"server": "127.0.0.1", "channels": "#den"}})
    part, join = rig.sent()
    assert part.startswith(f"PART {CHANNEL} :I no longer deal here. ")
    assert join == "JOIN #den"
    rig.receive(f":Bot!bot@bot.example {part}")
    assert rig.sent() == []
    assert east.logged[-1] == (
        f"out of {CHANNEL}: parted: I no longer deal here. If a round was in progress, it is"
        " stopped and all stakes are returned."
    )
    east.reload(EAST)
    assert rig.sent()[-1] == f"JOIN {CHANNEL}"


def test_a_new_channel_is_entered_with_its_new_key_which_no_log_has(east: Evening) -> None:
    rig = east.enters("127.0.0.1")
    rig.sent()
    channels = {"channels": f"{CHANNEL} #den", "channel_keys": "#den sesame"}
    line = east.last("127.0.0.1")
    line.apply_settings = lambda: rig.client.configure(line.settings.irc)  # type: ignore[method-assign]
    east.reload({"irc": {"server": "127.0.0.1", **channels}})
    assert rig.sent() == ["JOIN #den sesame"]
    assert "sesame" not in "".join(text for _, text in rig.wired)


def test_while_there_is_no_connection_they_are_only_noted(east: Evening) -> None:
    bot = east.last("127.0.0.1").bot
    rig = Rig(listener=bot)
    bot.client = rig.client
    rig.sent()
    east.reload({"irc": {"server": "127.0.0.1", "channels": "#den"}})
    assert not [line for line in rig.sent() if line.startswith("JOIN")]
    rig.register()
    rig.receive(":Bot!bot@bot.example JOIN #den")
    assert bot.roster(CHANNEL) is None


def test_a_channel_that_is_spelt_otherwise_is_neither_left_nor_lost(east: Evening) -> None:
    rig = east.enters("127.0.0.1")
    rig.sent()
    east.reload({"irc": {"server": "127.0.0.1", "channels": "#PONTOON"}})
    assert rig.sent() == []
    rig.receive(f":op!op@home KICK {CHANNEL} Bot :out")
    east.clock.advance(1000)
    assert rig.sent() == [f"JOIN {CHANNEL}"]


def test_a_channel_that_did_not_let_the_bot_in_is_not_tried_any_more(east: Evening) -> None:
    rig = east.enters("127.0.0.1")
    rig.receive(f":op!op@home KICK {CHANNEL} Bot :out")
    east.reload({"irc": {"server": "127.0.0.1", "channels": "#den"}})
    rig.sent()
    east.clock.advance(1000)
    assert rig.sent() == []
