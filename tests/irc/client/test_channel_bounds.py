"""What a server sends that no network has: invalid nicks, and channels and people without end."""

import pytest

from pontoon.irc import channels
from pontoon.irc.channels import (
    MAX_CHANNELS,
    MAX_FORWARDS,
    MAX_MEMBERSHIPS,
    MAX_PEOPLE,
)
from tests.support.client_rig import Rig, joined, person

pytestmark = pytest.mark.slow

NO_NICKS = [
    *("#pontoon", "&a", "+v", "%#pontoon", "@#pontoon", "@dave", "~dave", "!dave", "$*", "*", "?"),
    *("", ":dave", "dave,kevin", "dave kevin", "d@h", "\x02dave", "dave\x07", "n" * 129),
]


@pytest.mark.parametrize("nick", NO_NICKS, ids=ascii)
def test_what_can_be_no_nick_is_nobodys(nick: str) -> None:
    """An answer to ``#pontoon`` would be heard by all, and cards are answers."""
    rig = joined()
    rig.ears.heard.clear()
    rig.receive(
        f":{nick}!x@y PRIVMSG Bot :hand",
        f":{nick}!x@y JOIN #pontoon",
        f":kevin!k@h NICK :{nick}",
    )
    assert rig.ears.heard == []
    assert [each.nick for each in rig.client.channels.rosters["#pontoon"]] == [
        "Bot",
        "dave",
        "kevin",
    ]


def test_names_of_what_can_be_no_nick_are_passed_over() -> None:
    rig = joined()
    rig.receive(f":srv 353 Bot = #pontoon :#pontoon @#pontoon a,b @ !x@y {'n' * 129} d@h bob")
    assert [each.nick for each in rig.client.channels.rosters["#pontoon"]] == [
        "Bot",
        "dave",
        "kevin",
        "bob",
    ]


def test_an_address_longer_than_a_line_is_nobodys() -> None:
    rig = joined()
    before = len(rig.ears.heard)
    rig.receive(f":eve!{'u' * 512} JOIN #pontoon", f":dave!{'u' * 512} PRIVMSG Bot :hand")
    assert rig.ears.heard[before:] == []


def names(start: int, number: int) -> str:
    return " ".join(f"n{each}" for each in range(start, start + number))


def test_people_without_end_are_not_noted_without_end() -> None:
    """From NAMES, and from JOIN; those noted already are known on, and it is logged once."""
    rig = joined().join("#two", names="Bot")
    for start in range(0, MAX_PEOPLE + 2000, 500):
        rig.receive(f":srv 353 Bot = #two :{names(start, 500)}")
    for number in range(2000):
        rig.receive(f":new{number}!n@h JOIN #pontoon")
    people = {each.nick for roster in rig.client.channels.rosters.values() for each in roster}
    assert len(people) == MAX_PEOPLE
    assert rig.ears.of("arrived") == []
    rig.receive(":kevin!k@h PRIVMSG #pontoon :hello", ":srv 353 Bot = #pontoon :+dave")
    assert rig.ears.of("spoken") == [("#pontoon", person("kevin!k@h"), "hello")]
    assert rig.client.channels.rosters["#pontoon"].modes("dave") == {"v"}
    assert len([line for line in rig.logged if "not noted" in line]) == 1


def test_who_is_noted_already_has_room_in_other_channels() -> None:
    rig = joined()
    for start in range(0, MAX_PEOPLE, 500):
        rig.receive(f":srv 353 Bot = #pontoon :{names(start, 500)}")
    rig.join("#two", names="Bot dave stranger")
    assert [each.nick for each in rig.client.channels.rosters["#two"]] == ["Bot", "dave"]


def test_members_without_end_are_not_noted_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few people may be in many channels."""
    assert MAX_MEMBERSHIPS == 10 * MAX_PEOPLE
    monkeypatch.setattr(channels, "MAX_MEMBERSHIPS", 100)
    rig = Rig().register()
    for number in range(20):
        rig.join(f"#c{number}", names=f"Bot {names(1, 9)}")
    assert sum(map(len, rig.client.channels.rosters.values())) == 100
    assert len([line for line in rig.logged if "not noted" in line]) == 1
    rig.receive(":n1!n@h QUIT")
    rig.receive(":n2!n@h JOIN #c19", ":eve!e@h JOIN #c19", ":n2!n@h PART #c0")
    assert [each.nick for each in rig.client.channels.rosters["#c19"]] == ["n2", "eve"]


def test_once_there_is_room_again_people_are_noted() -> None:
    rig = joined()
    for start in range(0, MAX_PEOPLE, 500):
        rig.receive(f":srv 353 Bot = #pontoon :{names(start, 500)}")
    rig.receive(":n1!n@h QUIT", ":bob!b@h JOIN #pontoon", ":eve!e@h JOIN #pontoon")
    assert rig.ears.of("arrived") == [("#pontoon", person("bob!b@h"))]


def test_a_server_cannot_put_the_bot_into_channels_without_end() -> None:
    rig = joined()
    for number in range(MAX_CHANNELS * 2):
        rig.receive(f":Bot!bot@h JOIN #c{number}", f":srv 366 Bot #c{number} :End")
        rig.receive(f":srv 315 Bot #c{number} :End")
    assert len(rig.client.channels.rosters) == MAX_CHANNELS
    rig.join("#wanted")
    assert rig.client.channels.find("#wanted") is not None
    rig.join("#pontoon", names="Bot eve")
    assert [each.nick for each in rig.client.channels.rosters["#pontoon"]] == ["Bot", "eve"]


def test_forwards_without_end_are_not_noted_without_end() -> None:
    rig = Rig().register()
    for number in range(2 * MAX_FORWARDS):
        rig.client.channels.join(["#pontoon"])
        rig.receive(f":srv 470 Bot #pontoon ##f{number} :Forwarding")
    rig.sent()
    for number in range(2 * MAX_FORWARDS):
        rig.receive(f":Bot!bot@h JOIN ##f{number}")
    assert len(rig.sent()) == MAX_FORWARDS
