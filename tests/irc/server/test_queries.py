"""Asking the server inside the bot about people, and what it says to what it does not know."""

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


def test_who_shows_one_person_or_none() -> None:
    floor = LocalNetwork()
    floor.person("kevin")
    dave = floor.person("dave")
    assert dave.says("WHO KEVIN") == [
        "@ 352 dave * kevin localhost pontoon.localhost kevin H :0 kevin's name",
        "@ 315 dave KEVIN :End of /WHO list",
    ]
    assert dave.numbers("WHO nobody", "WHO") == ["315", "315"]


def test_whois_tells_all() -> None:
    floor = LocalNetwork()
    kevin = floor.person("kevin", "#a", "#b")
    floor.person("dave", "#c")
    floor.now += 1000
    kevin.says("JOIN #c", "AWAY :lunch", "PRIVMSG dave :hi")
    floor.now += 61.5
    bob = floor.person("bob")
    told = bob.says("WHOIS KEVIN")
    assert told == [
        "@ 311 bob kevin kevin localhost * :kevin's name",
        "@ 319 bob kevin :@#a @#b #c",
        "@ 312 bob kevin pontoon.localhost :PontoonBot's own server",
        "@ 301 bob kevin :lunch",
        "@ 317 bob kevin 61 1000000 :seconds idle, signon time",
        "@ 318 bob KEVIN :End of /WHOIS list",
    ]
    assert bob.says("WHOIS pontoon.localhost KEVIN") == told


def test_whois_of_nobody() -> None:
    """When irssi hears it, it asks who it was."""
    assert LocalNetwork().person("dave").says("WHOIS kevin", "WHOWAS kevin 1") == [
        "@ 401 dave kevin :No such nick/channel",
        "@ 318 dave kevin :End of /WHOIS list",
        "@ 406 dave kevin :There was no such nickname",
        "@ 369 dave kevin :End of WHOWAS",
    ]


def test_ison_tells_who_is_there() -> None:
    floor = LocalNetwork()
    floor.person("kevin")
    floor.stranger().says("NICK bob")
    dave = floor.person("dave")
    assert dave.says("ISON KEVIN bob dave") == ["@ 303 dave :kevin dave"]
    assert dave.says("ISON :kevin nobody") == ["@ 303 dave :kevin"]


def test_commands_need_their_parameters() -> None:
    for line in [
        "USER a b",
        "NICK",
        "PING",
        "JOIN",
        "PART",
        "TOPIC",
        "KICK #a",
        "MODE",
        "CAP",
        "WHOIS",
    ]:
        dave = LocalNetwork().person("dave", "#a")
        assert dave.says(line) == [f"@ 461 dave {line.split()[0]} :Not enough parameters"]


def test_what_the_server_does_not_know_it_says() -> None:
    dave = LocalNetwork().person("dave")
    assert dave.says("SQUIT x") == ["@ 421 dave SQUIT :Unknown command"]


def test_what_is_no_message_is_passed_over() -> None:
    for line in ["", " ", ":", ":dave", "  :x  ", "\0", "\rQUIT"]:
        dave = LocalNetwork().person("dave")
        assert dave.says(line) == []
        assert dave.closed_for == ""


def test_commands_may_be_in_any_case_and_have_tags_and_any_source() -> None:
    dave = LocalNetwork().person("dave")
    lines = "ping x", ":kevin!k@h Ping :x", "  PING   x", "@+draft/reply=1;a PING x"
    assert dave.numbers(*lines) == ["PONG"] * 4


def test_what_would_break_a_reply_is_not_repeated_in_it() -> None:
    for odd in ["a b", ":a", ""]:
        assert LocalNetwork().person("dave").says(f"WHO :{odd}") == [
            "@ 315 dave * :End of /WHO list"
        ]
