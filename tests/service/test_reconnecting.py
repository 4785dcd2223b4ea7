"""Which settings make the bot reconnect, and what a reload of config.ini answers."""

from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL
from tests.support.several_networks import BOTH, EAST, Evening, Line, says


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    return Evening(tmp_path, BOTH, monkeypatch)


# Reconnecting


def test_another_nick_has_that_network_only_connect_anew(both: Evening) -> None:
    changed = {**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}}
    assert both.reload(changed) == ["Reconnecting for: [irc] nickname"]
    both.service.look()
    assert "back in a moment" in both.lines[0].farewell
    assert both.lines[1].farewell == ""
    both.service.look()
    both.lines[0].is_left()
    assert both.lines[2].irc.nickname == "Dealer"
    assert both.lines[2].bot is both.lines[0].bot
    assert both.lines[2].is_started
    both.service.look()
    assert len(both.lines) == 3


def test_it_waits_until_no_round_is_being_played_there(both: Evening) -> None:
    rig = both.enters("127.0.0.1")
    says(rig, "dave", "!pontoon dave")
    changed = {**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}}
    assert both.reload(changed) == [
        "Reconnecting once no round is being played there, for: [irc] nickname"
    ]
    both.service.look()
    assert both.lines[0].farewell == ""
    says(rig, "dave", "!leave")
    both.service.look()
    assert both.lines[0].farewell


def test_rounds_on_other_networks_are_not_waited_for(both: Evening) -> None:
    rig = both.enters("127.0.0.2")
    says(rig, "dave", "!pontoon dave")
    both.reload({**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}})
    both.service.look()
    assert both.lines[0].farewell


def test_what_was_changed_back_meanwhile_needs_no_other_connection(both: Evening) -> None:
    rig = both.enters("127.0.0.1")
    says(rig, "dave", "!pontoon dave")
    both.reload({**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}})
    both.reload(BOTH)
    says(rig, "dave", "!leave")
    both.service.look()
    assert both.lines[0].farewell == ""


def test_the_bot_does_not_come_back_if_it_is_stopped_meanwhile(both: Evening) -> None:
    both.reload({**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}})
    both.service.look()
    done: list[None] = []
    both.service.stop().addCallback(done.append)
    both.lines[0].is_left()
    both.lines[1].is_left()
    assert done == [None]
    assert len(both.lines) == 2


def test_where_it_cannot_be_then_it_is_tried_until_it_can(
    both: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Line, "taken", ("127.0.0.1",))
    both.reload({**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}})
    both.service.look()
    both.lines[0].is_left()
    both.service.look()
    assert both.logged.count("[127.0.0.1] cannot connect: 127.0.0.1 cannot be had") == 1
    monkeypatch.setattr(Line, "taken", ())
    both.reload(BOTH)
    both.service.look()
    assert both.lines[-1].irc.nickname == "PontoonBot"
    assert both.lines[-1].is_started


def test_it_needs_no_other_config_for_that(both: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "taken", ("127.0.0.1",))
    both.reload({**BOTH, "irc": {"server": "127.0.0.1", "nickname": "Dealer"}})
    both.service.look()
    both.lines[0].is_left()
    monkeypatch.setattr(Line, "taken", ())
    both.service.look()
    assert both.lines[-1].irc.nickname == "Dealer"
    assert both.lines[-1].is_started


def test_only_what_needs_no_other_connection_holds_until_then(both: Evening) -> None:
    rig = both.enters("127.0.0.1")
    says(rig, "dave", "!pontoon dave")
    irc = {"server": "127.0.0.1", "nickname": "Dealer", "notices": "yes", "burst": "3"}
    both.reload({**BOTH, "irc": irc})
    applied = both.lines[0].applied[-1]
    assert (applied.nickname, applied.notices, applied.burst) == ("PontoonBot", True, 3)


# Answers to a reload


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
        "players": {"file": "others.xml", "refill": "7"},
        "log": {"format": "json"},
    }
    assert both.reload(changed) == [
        "In effect now: [irc] channels, prefix; [irc:west] ignore; [players] refill; [table] cards;"
        " [identity] starting_chips; [admin] masks; [log] format",
        "In effect from the next round at each table: [shed] decks, stick_min;"
        " [blackjack] max_coins",
        "Reconnecting for: [irc] realname",
        "Connecting to: north",
        "Needs a restart: [players] file",
    ]
    assert both.logged[-1] == "Needs a restart: [players] file"
    assert both.log_writer.configs[-1].format == "json"


def test_nothing_is_told_of_what_is_as_it_was(both: Evening) -> None:
    assert both.reload(BOTH) == ["config.ini is the same as before: nothing has changed."]


def test_another_players_file_is_told_every_time_and_never_used(both: Evening) -> None:
    for _ in range(2):
        told = both.reload({**BOTH, "players": {"file": "others.xml"}})
        assert told == ["Needs a restart: [players] file"]
    assert both.service.shared.config.players.file.name == "players.xml"


def test_rules_about_minutes_that_wait_are_told_and_hold_later(both: Evening) -> None:
    rig = both.enters("127.0.0.2")
    says(rig, "dave", "!blackjack dave")
    told = both.reload({**BOTH, "blackjack": {"max_coins": "5"}, "shed": {"decks": "8"}})
    assert told == [
        "In effect from the next round at each table: [shed] decks",
        "In effect once no round for minutes is being played anywhere: [blackjack]",
    ]
    says(rig, "dave", "!blackjack leave")
    both.service.look()
    assert any("(1-5)" in line for line in says(rig, "dave", "!blackjack dave"))


def test_a_faulty_file_changes_nothing(both: Evening) -> None:
    before = both.service.shared.config
    told = both.reload({**BOTH, "irc": {"prefix": "/", "burst": "0", "channels": "#den"}})
    [answer] = told
    assert answer.startswith("Nothing has changed because config.ini has a fault: ")
    assert "[irc] prefix: IRC clients treat" in answer
    assert answer.endswith(" (and 1 more in the log)")
    assert "[irc] prefix" in both.logged[-3]
    assert "[irc] burst" in both.logged[-2]
    assert both.logged[-1] == "config.ini has faults: nothing has changed."
    assert both.service.shared.config is before
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


def test_the_same_password_in_another_file_needs_no_new_connection(
    both: Evening, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_text("s3cret\n")
    one, two = ({"server": "127.0.0.1", "password_file": name} for name in ("one", "two"))
    assert both.reload({**BOTH, "irc": one}) == [
        "In effect now: [irc] password_file",
        "Reconnecting for: [irc] password",
    ]
    assert both.reload({**BOTH, "irc": two})[0] == "In effect now: [irc] password_file"
