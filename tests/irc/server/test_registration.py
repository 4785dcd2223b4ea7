"""Coming to the server inside the bot, being called something, and going."""

import pytest

from pontoon.irc.server.commands import NICK_LENGTH
from tests.support.local_server import BOT, TOKEN, LocalNetwork, hush

WELCOME = ["001", "002", "003", "004", "005", "375", "372", "376"]


def test_the_welcome_comes_once_nick_and_user_are_known() -> None:
    floor = LocalNetwork(motd=["Good evening"])
    dave = floor.stranger()
    assert dave.says("NICK dave") == []
    assert dave.numbers("USER dave 0 * :Dave") == WELCOME
    kevin = floor.stranger()
    assert kevin.says("USER kevin 0 * :Kevin") == []
    assert kevin.numbers("NICK kevin") == WELCOME


def test_the_welcome_tells_who_one_is_what_there_is_and_how_to_play() -> None:
    dave = LocalNetwork(motd=["Good evening", "♥"]).stranger()
    lines = dave.says("NICK dave", "USER dave 0 * :Dave")
    assert lines[0] == "@ 001 dave :Welcome to the Pontoon IRC network dave!dave@localhost"
    tokens = lines[4].removesuffix(" :are supported by this server").split()[3:]
    assert {"CASEMAPPING=rfc1459", "CHANTYPES=#", "PREFIX=(ov)@+", "CHANMODES=,,,nt"} < set(tokens)
    assert len(tokens) <= 13
    assert lines[6:-1] == ["@ 372 dave :- Good evening", "@ 372 dave :- ♥"]


def test_before_the_welcome_nothing_else_is_obeyed() -> None:
    for line in ["JOIN #pontoon", "PRIVMSG dave :hello", "NAMES", "NONSENSE"]:
        assert LocalNetwork().stranger().says(line) == ["@ 451 * :You have not registered"]


# CAP


def test_capabilities_are_none() -> None:
    dave = LocalNetwork().stranger()
    assert dave.says("CAP LS 302") == ["@ CAP * LS :"]
    assert dave.says("CAP LIST") == ["@ CAP * LIST :"]
    assert dave.says("CAP REQ :multi-prefix sasl") == ["@ CAP * NAK :multi-prefix sasl"]
    assert dave.says("CAP SWIM") == ["@ 410 * SWIM :Invalid CAP command"]


def test_whoever_negotiates_is_welcomed_at_the_end_of_it() -> None:
    for beginning in ["CAP LS 302", "cap ls", "CAP REQ :sasl"]:
        dave = LocalNetwork().stranger()
        assert "001" not in dave.numbers(beginning, "NICK dave", "USER dave 0 * :Dave")
        assert dave.numbers("CAP END")[0] == "001"


def test_whoever_only_asks_what_is_enabled_negotiates_nothing() -> None:
    dave = LocalNetwork().stranger()
    dave.says("CAP LIST", "NICK dave")
    assert dave.numbers("USER dave 0 * :Dave")[0] == "001"


# Nicks


def test_nicks_are_those_of_rfc_2812() -> None:
    for nick in ["[dave]", "{d}|^`_\\-9", "D" * NICK_LENGTH]:
        assert LocalNetwork().person(nick).user.nick == nick


def test_other_nicks_are_refused() -> None:
    for nick in ["", "9dave", "da ve", "dave!", "dave@home", "dävé", "a\x01", "D" * 31, "#d", "a:"]:
        dave = LocalNetwork().person("dave")
        assert dave.numbers(f"NICK :{nick}") == ["432"]
        assert dave.user.nick == "dave"


def test_a_nick_in_use_is_refused_in_any_case() -> None:
    """``[`` and ``{`` are the same letter (RFC 2812, 2.2)."""
    floor = LocalNetwork()
    floor.person("[Dave]")
    kevin = floor.person("kevin")
    assert kevin.says("NICK {dAVE}") == ["@ 433 kevin {dAVE} :Nickname is already in use"]


def test_a_nick_is_free_again_after_whoever_had_it() -> None:
    floor = LocalNetwork()
    floor.person("dave").says("NICK bob")
    floor.person("kevin").says("QUIT")
    assert floor.person("dave").user.is_registered
    assert floor.person("kevin").user.is_registered


def test_whoever_went_before_the_welcome_leaves_no_nick_behind() -> None:
    floor = LocalNetwork()
    floor.stranger().says("NICK dave", "QUIT")
    assert floor.person("dave").user.is_registered


def test_a_change_of_nick_is_told_once_to_everybody_around() -> None:
    floor = LocalNetwork()
    dave = floor.person("dave", "#a", "#b")
    kevin = floor.person("kevin", "#a", "#b")
    bob = floor.person("bob", "#c")
    hush(kevin, bob)
    assert dave.says("NICK Davy") == [":dave!dave@localhost NICK :Davy"]
    assert kevin.heard() == [":dave!dave@localhost NICK :Davy"]
    assert bob.heard() == []


def test_one_may_change_the_case_of_ones_nick() -> None:
    dave = LocalNetwork().person("dave")
    assert dave.says("NICK DAVE") == [":dave!dave@localhost NICK :DAVE"]
    assert dave.says("NICK DAVE") == []


def test_user_names_are_made_of_what_is_usable() -> None:
    for wanted, name in [
        ("dave", "dave"),
        ("d@v!e", "dve"),
        ("ü ", "user"),
        ("a" * 40, "a" * 10),
        ("~dave", "dave"),
    ]:
        person = LocalNetwork().stranger()
        person.says("NICK dave", f"USER {wanted} 0 * :Dave")
        assert person.user.prefix == f"dave!{name}@localhost"


# The bot


def test_the_nick_of_the_house_is_nobody_elses() -> None:
    """Not even while the bot is not there."""
    floor = LocalNetwork()
    dave = floor.person("dave")
    assert dave.numbers(f"NICK {BOT.upper()}") == ["433"]
    bot = floor.bot()
    assert bot.user.nick == BOT
    bot.says("QUIT")
    assert dave.numbers(f"NICK {BOT}") == ["433"]


def test_whoever_does_not_know_the_token_is_not_the_house() -> None:
    """Any password is taken, and means nothing."""
    for token in ["", "guess", TOKEN + "x", TOKEN.upper(), "\udcff"]:
        floor = LocalNetwork()
        person = floor.stranger()
        assert person.numbers(f"PASS :{token}", f"NICK {BOT}") == ["433"]
        assert person.numbers("NICK dave", "USER dave 0 * :Dave")[0] == "001"
        assert not person.user.is_bot


def test_the_bot_may_have_a_nick_too_long_for_others() -> None:
    floor = LocalNetwork()
    bot = floor.stranger()
    bot.says(f"PASS {TOKEN}", f"NICK {'B' * 64}", "USER bot 0 * :Bot")
    assert bot.user.is_registered


def test_a_ping_is_answered_with_its_token() -> None:
    dave = LocalNetwork().person("dave")
    assert dave.says("PING :a b") == ["@ PONG pontoon.localhost :a b"]
    assert dave.says("PING 12345 pontoon.localhost") == ["@ PONG pontoon.localhost :12345"]
    assert dave.says("PONG :x") == []


# Going


def test_nobody_registers_twice() -> None:
    dave = LocalNetwork().person("dave")
    assert dave.numbers("USER kevin 0 * :Kevin") == ["462"]
    assert dave.user.name == "dave"


def test_a_quit_is_told_once_to_everybody_around() -> None:
    floor = LocalNetwork()
    dave = floor.person("dave", "#a", "#b")
    kevin = floor.person("kevin", "#a", "#b")
    bob = floor.person("bob", "#c")
    hush(kevin, bob)
    dave.says("QUIT :good night ♥")
    assert dave.closed_for == "Quit: good night ♥"
    assert kevin.heard() == [":dave!dave@localhost QUIT :Quit: good night ♥"]
    assert bob.heard() == []
    assert kevin.numbers("PRIVMSG dave :gone?") == ["401"]
    assert "dave" not in " ".join(kevin.says("NAMES #a"))


@pytest.mark.parametrize("line", ["QUIT", "QUIT :"])
def test_a_quit_needs_no_message(line: str) -> None:
    floor = LocalNetwork()
    kevin = floor.person("kevin", "#a")
    dave = floor.person("dave", "#a")
    hush(kevin)
    dave.says(line)
    assert kevin.heard() == [":dave!dave@localhost QUIT :Quit"]
