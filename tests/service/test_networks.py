"""All networks at once: started, left, changed, each by itself; with connections made of words."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from pontoon.irc.config import IrcConfig
from pontoon.service import network
from pontoon.service.bot import Bot
from pontoon.service.config.network_settings import NetworkSettings
from pontoon.service.config.settings import Config, LogConfig
from pontoon.service.connection import CannotListen
from pontoon.service.logs import CannotLog
from pontoon.service.network_app import open_house, open_journal
from pontoon.service.networks import Networks
from pontoon.service.reload import Reloader
from pontoon.service.startup import configuration
from pontoon.storage.players.settlement_queue import SettlementQueue
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.sts_policies import StsPolicies
from tests.support.client_rig import Rig
from tests.support.fake_clock import FakeClock
from tests.support.offline_bot import CHANNEL, Entry

Sections = Mapping[str, Mapping[str, str]]

EAST = {"irc": {"server": "127.0.0.1"}}
BOTH = {**EAST, "irc:west": {"server": "127.0.0.2"}}


class Line:
    """A connection that does nothing but note what is wanted of it."""

    taken: tuple[str, ...] = ()
    """The hosts of servers that cannot be had."""

    def __init__(self, settings: NetworkSettings, bot: Bot, _reactor: object, *_: object) -> None:
        self.irc = settings.irc
        if self.irc.server[0].host in self.taken:
            raise CannotListen(f"{self.irc.server[0].host} cannot be had")
        self.settings = settings
        self.bot = bot
        self.is_started = False
        self.farewell = ""
        self.left: Deferred[None] = Deferred()
        self.applied: list[IrcConfig] = []

    def start(self) -> None:
        """Note it."""
        self.is_started = True

    def stop(self, message: str) -> Deferred[None]:
        """Note it; a test says when that is done."""
        assert not self.farewell
        self.farewell = message
        return self.left

    def apply_settings(self) -> None:
        """Note them."""
        self.applied.append(self.settings.irc)

    def is_left(self) -> None:
        """Let the bot have left."""
        assert self.farewell
        self.left.callback(None)


class Evening:
    """Networks by a config.ini of SECTIONS in FOLDER; ``lines`` has each connection ever made."""

    def __init__(self, folder: Path, sections: Sections, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[Line] = []
        self.logged: list[str] = []
        self.outlet = FakeOutlet()
        self._folder = folder
        players = "".join(map(str, [Entry("dave"), Entry("kevin"), Entry("dave^")]))
        (folder / "players.xml").write_text(f"<players>{players}</players>")

        def connect(*given: Any) -> Line:
            self.lines.append(Line(*given))
            return self.lines[-1]

        monkeypatch.setattr(network, "Connection", connect)
        self.write(sections)
        config = self.reread()
        store = PlayerStore(config.players.file)
        store.refresh()
        time = FakeClock().clock
        settlements = SettlementQueue(store, self.logged.append)
        self.journal = open_journal(config.players.file, time.now, self.logged.append)
        self.house = open_house(config, settlements, self.journal, time, self.logged.append)
        policies = StsPolicies(folder / "players.sts", time.now, self.logged.append)
        self.networks = Networks(self.house, policies, Clock(), self._note, None)
        self.networks.start()

    def _note(self, event: str, network: str) -> None:
        self.logged.append(f"[{network}] {event}" if network else event)

    def write(self, sections: Sections) -> None:
        """Let config.ini have SECTIONS."""
        text = [
            f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())
            for name, keys in sections.items()
        ]
        (self._folder / "config.ini").write_text("".join(text))

    def reread(self) -> Config:
        """Read config.ini."""
        return configuration(self._folder / "config.ini", {})

    def reload(self, sections: Sections) -> list[str]:
        """Let config.ini have SECTIONS, and have it read again."""
        self.write(sections)
        outlet: Any = self.outlet
        log = self.logged.append
        return Reloader(self.reread, self.house, self.networks, outlet, log).reload()

    def last(self, host: str) -> Line:
        """Return the connection that was last made to HOST."""
        return [line for line in self.lines if line.irc.server[0].host == host][-1]

    def enters(self, host: str) -> Rig:
        """Let the bot be in the channel of the network at HOST, with dave and kevin."""
        bot = self.last(host).bot
        rig = Rig(listener=bot)
        bot.client = rig.client
        rig.register()
        rig.join(CHANNEL, names=f"{rig.client.nickname} @dave kevin")
        return rig


class FakeOutlet:
    """A log that can go anywhere but to a file that is called so."""

    def __init__(self) -> None:
        self.configs: list[LogConfig] = []

    def open(self, config: LogConfig) -> None:
        """Note CONFIG."""
        if config.file is not None and config.file.name == "nowhere":
            raise CannotLog("it cannot be")
        self.configs.append(config)


def says(rig: Rig, nick: str, text: str, target: str = CHANNEL) -> list[str]:
    """Have NICK say TEXT; return the lines that the bot sends then."""
    rig.sent()
    rig.receive(f":{nick}!{nick}@home PRIVMSG {target} :{text}")
    return rig.sent()


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    return Evening(tmp_path, BOTH, monkeypatch)


@pytest.fixture
def east(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    return Evening(tmp_path, EAST, monkeypatch)


# Coming and going


def test_all_are_connected_to_at_once(both: Evening) -> None:
    assert [line.irc.network for line in both.lines] == ["127.0.0.1", "west"]
    assert all(line.is_started for line in both.lines)


def test_all_are_left_at_once_and_waited_for(both: Evening) -> None:
    done: list[None] = []
    both.networks.stop().addCallback(done.append)
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
    [refusal] = says(west, "dave", "!pontoon dave")
    assert refusal.endswith(f"dave is playing in {CHANNEL} on 127.0.0.1")


def test_one_that_loses_its_connection_leaves_the_other_as_it_is(both: Evening) -> None:
    east, west = both.enters("127.0.0.1"), both.enters("127.0.0.2")
    says(east, "dave", "!pontoon dave")
    says(west, "kevin", "!pontoon kevin")
    west.lose()
    assert any("dave bets 5" in line for line in says(east, "dave", "5", "Bot"))
    assert both.networks.state() == f"127.0.0.1: in {CHANNEL}; west: not connected"


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
    assert both.house.seat_registry.is_bot("Bot") is False
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
    both.networks.stop().addCallback(done.append)
    both.lines[0].is_left()
    assert done == []
    both.lines[1].is_left()
    assert done == [None]
    assert len(both.lines) == 2


def test_nothing_is_applied_while_the_bot_leaves(both: Evening) -> None:
    """And no round is stopped: it goes on when the bot is started again."""
    says(both.enters("127.0.0.2"), "dave", "!pontoon dave")
    both.networks.stop()
    both.reload({**EAST, "irc:north": {"server": "127.0.0.3"}})
    both.networks.look()
    assert len(both.lines) == 2
    assert both.lines[0].applied == []
    assert both.house.seat_registry.where("dave") == f"{CHANNEL} on west"


def test_no_network_is_come_to_while_the_bot_leaves(both: Evening) -> None:
    both.reload(EAST)
    both.reload(BOTH)
    both.networks.stop()
    both.lines[1].is_left()
    assert len(both.lines) == 2


def test_of_a_network_that_is_left_nothing_is_counted_any_more(both: Evening) -> None:
    clock: Any = both.lines[1].bot._timers._clock
    both.enters("127.0.0.2").lose()
    assert clock.getDelayedCalls() != []
    both.reload(EAST)
    both.lines[1].is_left()
    assert clock.getDelayedCalls() == []


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
        assert (east.house.settlements.store.find("dave~") is not None) is found
        rig.lose()


def test_one_whose_server_cannot_be_had_is_tried_until_it_can(
    east: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Line, "taken", ("127.0.0.2",))
    east.reload(BOTH)
    east.networks.look()
    complaint = "[west] cannot connect: 127.0.0.2 cannot be had"
    assert east.logged.count(complaint) == 1
    monkeypatch.setattr(Line, "taken", ())
    east.networks.look()
    assert east.last("127.0.0.2").is_started


# Reconnecting


def test_another_nick_has_that_network_only_connect_anew(both: Evening) -> None:
    changed = {**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}}
    assert both.reload(changed) == ["Reconnecting for: [irc] nickname"]
    both.networks.look()
    assert "back in a moment" in both.lines[0].farewell
    assert both.lines[1].farewell == ""
    both.networks.look()
    both.lines[0].is_left()
    assert both.lines[2].irc.nickname == "Dealer"
    assert both.lines[2].bot is both.lines[0].bot
    assert both.lines[2].is_started
    both.networks.look()
    assert len(both.lines) == 3


def test_it_waits_until_no_round_is_being_played_there(both: Evening) -> None:
    rig = both.enters("127.0.0.1")
    says(rig, "dave", "!pontoon dave")
    changed = {**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}}
    assert both.reload(changed) == [
        "Reconnecting once no round is being played there, for: [irc] nickname"
    ]
    both.networks.look()
    assert both.lines[0].farewell == ""
    says(rig, "dave", "!pontoon stop")
    both.networks.look()
    assert both.lines[0].farewell


def test_rounds_on_other_networks_are_not_waited_for(both: Evening) -> None:
    rig = both.enters("127.0.0.2")
    says(rig, "dave", "!pontoon dave")
    both.reload({**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}})
    both.networks.look()
    assert both.lines[0].farewell


def test_what_was_changed_back_meanwhile_needs_no_other_connection(both: Evening) -> None:
    rig = both.enters("127.0.0.1")
    says(rig, "dave", "!pontoon dave")
    both.reload({**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}})
    both.reload(BOTH)
    says(rig, "dave", "!pontoon stop")
    both.networks.look()
    assert both.lines[0].farewell == ""


def test_the_bot_does_not_come_back_if_it_is_stopped_meanwhile(both: Evening) -> None:
    both.reload({**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}})
    both.networks.look()
    done: list[None] = []
    both.networks.stop().addCallback(done.append)
    both.lines[0].is_left()
    both.lines[1].is_left()
    assert done == [None]
    assert len(both.lines) == 2


def test_where_it_cannot_be_then_it_is_tried_until_it_can(
    both: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Line, "taken", ("127.0.0.1",))
    both.reload({**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}})
    both.networks.look()
    both.lines[0].is_left()
    both.networks.look()
    assert both.logged.count("[127.0.0.1] cannot connect: 127.0.0.1 cannot be had") == 1
    monkeypatch.setattr(Line, "taken", ())
    both.reload(BOTH)
    both.networks.look()
    assert both.lines[-1].irc.nickname == "PontoonBot"
    assert both.lines[-1].is_started


def test_it_needs_no_other_config_for_that(both: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "taken", ("127.0.0.1",))
    both.reload({**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}})
    both.networks.look()
    both.lines[0].is_left()
    monkeypatch.setattr(Line, "taken", ())
    both.networks.look()
    assert both.lines[-1].irc.nickname == "Dealer"
    assert both.lines[-1].is_started


def test_only_what_needs_no_other_connection_holds_until_then(both: Evening) -> None:
    rig = both.enters("127.0.0.1")
    says(rig, "dave", "!pontoon dave")
    irc = {"server": "127.0.0.1", "nickname": "Dealer", "notices": "yes", "burst": "3"}
    both.reload({**BOTH, "irc": irc})
    applied = both.lines[0].applied[-1]
    assert (applied.nickname, applied.notices, applied.burst) == ("PontoonBot", True, 3)


# What is told


def test_what_holds_when_is_told_by_section_and_key(both: Evening) -> None:
    changed = {
        "irc": {"server": "127.0.0.1", "prefix": "?", "channels": "#den", "realname": "x"},
        "irc:west": {"server": "127.0.0.2", "ignore": "a!*@*"},
        "irc:north": {"server": "127.0.0.3"},
        "table": {"cards": "ascii"},
        "identity": {"starting_chips": "5"},
        "admin": {"masks": "a!*@*"},
        "shed": {"decks": "8", "stick_min": "17"},
        "blackjack": {"max_coins": "5"},
        "players": {"file": "others.xml"},
        "log": {"format": "json"},
    }
    assert both.reload(changed) == [
        "In effect now: [irc] channels, prefix; [irc:west] ignore; [table] cards; [identity]"
        " starting_chips; [admin] masks; [log] format",
        "In effect from the next round at each table: [shed] decks, stick_min;"
        " [blackjack] max_coins",
        "Reconnecting for: [irc] realname",
        "Connecting to: north",
        "Needs a restart: [players] file",
    ]
    assert both.logged[-1] == "Needs a restart: [players] file"
    assert both.outlet.configs[-1].format == "json"


def test_nothing_is_told_of_what_is_as_it_was(both: Evening) -> None:
    assert both.reload(BOTH) == ["config.ini is the same as before: nothing has changed."]


def test_another_players_file_is_told_every_time_and_never_used(both: Evening) -> None:
    for _ in range(2):
        told = both.reload({**BOTH, "players": {"file": "others.xml"}})
        assert told == ["Needs a restart: [players] file"]
    assert both.house.config.players.file.name == "players.xml"


def test_rules_about_minutes_that_wait_are_told_and_hold_later(both: Evening) -> None:
    rig = both.enters("127.0.0.2")
    says(rig, "dave", "!blackjack dave")
    told = both.reload({**BOTH, "blackjack": {"max_coins": "5"}, "shed": {"decks": "8"}})
    assert told == [
        "In effect from the next round at each table: [shed] decks",
        "In effect once no round for minutes is being played anywhere: [blackjack]",
    ]
    says(rig, "dave", "!blackjack leave")
    both.networks.look()
    assert any("(1-5)" in line for line in says(rig, "dave", "!blackjack dave"))


def test_a_faulty_file_changes_nothing(both: Evening) -> None:
    before = both.house.config
    told = both.reload({**BOTH, "irc": {"prefix": "/", "burst": "0", "channels": "#den"}})
    [answer] = told
    assert answer.startswith("Nothing has changed because config.ini has a fault: ")
    assert "[irc] prefix: IRC clients treat" in answer
    assert answer.endswith(" (and 1 more in the log)")
    assert "[irc] prefix" in both.logged[-3]
    assert "[irc] burst" in both.logged[-2]
    assert both.logged[-1] == "config.ini has faults: nothing has changed."
    assert both.house.config is before
    assert both.lines[0].applied == []


def test_a_log_that_cannot_be_changes_nothing(both: Evening) -> None:
    told = both.reload({**EAST, "log": {"file": "nowhere"}})
    assert told == ["Nothing has changed because config.ini has a fault: [log] file: it cannot be"]
    assert both.lines[1].farewell == ""


def test_no_secret_is_told(both: Evening) -> None:
    secrets = {"password": "s3cret-1", "channel_keys": f"{CHANNEL} s3cret-2"}
    told = both.reload({**BOTH, "irc": {"server": "127.0.0.1", **secrets}})
    assert told == [
        "In effect now: [irc] channel_keys",
        "Reconnecting for: [irc] password",
    ]
    assert "s3cret" not in "".join(both.logged)


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
    clock: Any = east.last("127.0.0.1").bot._timers._clock
    clock.advance(1000)
    assert rig.sent() == [f"JOIN {CHANNEL}"]


def test_a_channel_that_did_not_let_the_bot_in_is_not_tried_any_more(east: Evening) -> None:
    rig = east.enters("127.0.0.1")
    rig.receive(f":op!op@home KICK {CHANNEL} Bot :out")
    east.reload({"irc": {"server": "127.0.0.1", "channels": "#den"}})
    rig.sent()
    clock: Any = east.last("127.0.0.1").bot._timers._clock
    clock.advance(1000)
    assert rig.sent() == []
