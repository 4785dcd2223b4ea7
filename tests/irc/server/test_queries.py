"""Asking the server inside the bot about people, and what it says to what it does not know."""

import pytest

from tests.support.local_server import BOT, LocalNetwork


def test_who_shows_a_channel() -> None:
    floor = LocalNetwork()
    floor.bot("#a")
    floor.person("dave", "#a")
    floor.person("kevin", "#a").says("AWAY :lunch")
    assert floor.person("bob").says("WHO #A") == [
        f"@ 352 bob #a bot localhost pontoon.localhost {BOT} H :0 Dealer",
        "@ 352 bob #a dave localhost pontoon.localhost dave H@ :0 dave's name",
        "@ 352 bob #a kevin localhost pontoon.localhost kevin G :0 kevin's name",
        "@ 315 bob #A :End of /WHO list",
    ]


def test_who_shows_one_person() -> None:
    floor = LocalNetwork()
    floor.person("kevin")
    assert floor.person("dave").says("WHO KEVIN") == [
        "@ 352 dave * kevin localhost pontoon.localhost kevin H :0 kevin's name",
        "@ 315 dave KEVIN :End of /WHO list",
    ]


@pytest.mark.parametrize("everybody", ["WHO", "WHO *", "WHO 0 o"])
def test_who_shows_everybody_but_invisible_strangers(everybody: str) -> None:
    floor = LocalNetwork()
    dave = floor.person("dave", "#a")
    for nick, channel in (("kevin", "#a"), ("bob", "#b")):
        floor.person(nick, channel).says(f"MODE {nick} +i")
    floor.person("tan")
    dave.says("MODE dave +i")
    shown = [line.split()[7] for line in dave.says(everybody)[:-1]]
    assert shown == ["dave", "kevin", "tan"]


def test_who_shows_nobody_of_that_name() -> None:
    assert LocalNetwork().person("dave").says("WHO nobody") == [
        "@ 315 dave nobody :End of /WHO list"
    ]


def test_whois_tells_all() -> None:
    floor = LocalNetwork()
    kevin = floor.person("kevin", "#a", "#b")
    floor.person("dave", "#c")
    floor.now += 1000
    kevin.says("JOIN #c", "AWAY :lunch", "PRIVMSG dave :hi")
    floor.now += 61.5
    assert floor.person("bob").says("WHOIS KEVIN") == [
        "@ 311 bob kevin kevin localhost * :kevin's name",
        "@ 319 bob kevin :@#a @#b #c",
        "@ 312 bob kevin pontoon.localhost :PontoonBot's own server",
        "@ 301 bob kevin :lunch",
        "@ 317 bob kevin 61 1000000 :seconds idle, signon time",
        "@ 318 bob KEVIN :End of /WHOIS list",
    ]


def test_whois_takes_a_server_before_the_nick() -> None:
    floor = LocalNetwork()
    dave = floor.person("dave")
    assert dave.numbers("WHOIS pontoon.localhost dave") == dave.numbers("WHOIS dave")
    assert dave.numbers("WHOIS") == dave.numbers("WHOIS :") == ["431"]


def test_whois_of_nobody() -> None:
    assert LocalNetwork().person("dave").says("WHOIS nobody") == [
        "@ 401 dave nobody :No such nick/channel",
        "@ 318 dave nobody :End of /WHOIS list",
    ]


def test_nobody_gone_is_remembered() -> None:
    dave = LocalNetwork().person("dave")
    assert dave.says("WHOWAS kevin") == [
        "@ 406 dave kevin :There was no such nickname",
        "@ 369 dave kevin :End of WHOWAS",
    ]
    assert dave.numbers("WHOWAS") == ["431"]


def test_ison_and_userhost() -> None:
    floor = LocalNetwork()
    floor.person("kevin").says("AWAY :lunch")
    dave = floor.person("dave")
    assert dave.says("ISON KEVIN nobody dave") == ["@ 303 dave :kevin dave"]
    assert dave.says("ISON :kevin nobody") == ["@ 303 dave :kevin"]
    assert dave.says("USERHOST KEVIN nobody dave") == [
        "@ 302 dave :kevin=-kevin@localhost dave=+dave@localhost"
    ]
    assert dave.says("USERHOST a b c d e dave") == ["@ 302 dave :"]


@pytest.mark.parametrize("name", ["USER a b", "JOIN", "PART", "TOPIC", "KICK #a", "MODE", "CAP"])
def test_commands_need_their_parameters(name: str) -> None:
    dave = LocalNetwork().person("dave", "#a")
    assert dave.says(name) == [f"@ 461 dave {name.split()[0]} :Not enough parameters"]


def test_what_the_server_does_not_know_it_says() -> None:
    dave = LocalNetwork().person("dave")
    assert dave.says("SQUIT x") == ["@ 421 dave SQUIT :Unknown command"]


@pytest.mark.parametrize("line", ["", " ", ":", ":dave", "  :x  ", "\0", "\rQUIT"])
def test_what_is_no_message_is_passed_over(line: str) -> None:
    dave = LocalNetwork().person("dave")
    assert dave.says(line) == []
    assert dave.closed_for == ""


def test_commands_may_be_in_any_case_and_name_any_source() -> None:
    dave = LocalNetwork().person("dave")
    assert dave.numbers("ping x", ":kevin!k@h Ping :x", "  PING   x") == ["PONG"] * 3


@pytest.mark.parametrize("odd", ["a b", ":a", ""])
def test_what_would_break_a_reply_is_not_repeated_in_it(odd: str) -> None:
    assert LocalNetwork().person("dave").says(f"MODE :{odd}") == [
        "@ 401 dave * :No such nick/channel"
    ]
