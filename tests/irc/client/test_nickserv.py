"""NickServ, which is told the password where SASL has not logged the bot in."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pontoon.irc.services import (
    AGAIN_SECONDS,
    ANSWER_SECONDS,
    ASKED_SECONDS,
    REFUSED_SECONDS,
    SASL_SECONDS,
)
from pontoon.service.config.ini import ConfigError
from pontoon.service.config.settings import read
from tests.support.client_rig import Rig

IDENTIFY = "PRIVMSG NickServ :IDENTIFY dealer s3cret"
SERVICE = ":NickServ!NickServ@services.example"
WELCOME = (":srv 001 Bot :Welcome", ":srv 422 Bot :No MOTD")
LOGGED_IN = ":srv 900 Bot Bot!bot@host dealer :You are now logged in as dealer"


def welcomed(**settings: Any) -> Rig:
    """Return a client that the server has let in, and that may ask NickServ; SETTINGS change it."""
    everything = {
        "account": "dealer",
        "account_password": "s3cret",
        "sasl": (),
        "nickserv": "NickServ",
        "is_trusted": True,
        **settings,
    }
    rig = Rig(**everything)
    rig.sent()
    rig.receive(*WELCOME)
    return rig


def test_nickserv_is_told_the_password_before_channels_are_entered() -> None:
    rig = welcomed()
    assert rig.sent() == [IDENTIFY]
    assert rig.ears.of("welcomed") == []
    rig.receive(LOGGED_IN)
    assert rig.ears.heard == [("identified", "dealer"), ("welcomed",)]
    rig.clock.advance(ANSWER_SECONDS)
    assert not any("not answered" in line for line in rig.logged)


def test_every_sign_of_being_logged_in_is_one() -> None:
    for sign in [
        LOGGED_IN,
        ":Bot!bot@host ACCOUNT dealer",
        ":NickServ MODE Bot :+r",
        ":Bot MODE Bot -w+ir",
        f"{SERVICE} NOTICE Bot :You are now identified for \x02dealer\x02.",
        f"{SERVICE} NOTICE Bot :Password accepted - you are now recognized.",
        ":nickserv!a@b NOTICE Bot :You are now logged in as dealer.",
    ]:
        rig = welcomed()
        rig.receive(sign)
        assert rig.client.services.account is not None
        assert rig.ears.of("welcomed") == [()]
        assert len(rig.ears.of("identified")) == 1


def test_what_is_no_sign_is_none() -> None:
    for line in [
        ":NickServ MODE Bot :-r",
        ":NickServ MODE Bot :+i-r",
        ":NickServ MODE kevin :+r",
        ":srv MODE #pontoon +r",
        ":kevin!k@h ACCOUNT kevin",
        f":Bot!bot@host ACCOUNT {'x' * 200}",
        ":kevin!k@h NOTICE Bot :You are now identified.",
        ":srv NOTICE Bot :You are now identified.",
        f"{SERVICE} NOTICE Bot :This nickname is registered.",
        f"{SERVICE} NOTICE Bot",
        f"{SERVICE} PRIVMSG Bot :You are now identified.",
        "MODE",
        "NOTICE",
        ":srv 900 Bot",
        "ACCOUNT",
    ]:
        rig = welcomed()
        rig.receive(line)
        assert rig.client.services.account is None
        assert rig.ears.of("welcomed") == []
        assert "fault" not in "".join(rig.logged)


def test_a_refusal_is_logged_and_channels_are_entered() -> None:
    for text in [
        "Invalid password for dealer.",
        "Password incorrect.",
        "dealer is not registered.",
    ]:
        rig = welcomed()
        rig.receive(f"{SERVICE} NOTICE Bot :{text}")
        assert rig.ears.of("welcomed") == [()]
        assert rig.client.services.account is None
        assert rig.logged[-1] == f"NickServ: {text}"


def test_bold_and_colours_of_a_refusal_are_not_logged() -> None:
    rig = welcomed()
    rig.receive(f"{SERVICE} NOTICE Bot :In\x02valid\x02 \x0304,12password\x03 for \x1fdealer\x0f.")
    assert rig.logged[-1] == "NickServ: Invalid password for dealer."


def test_channels_are_entered_after_ten_seconds_in_any_case() -> None:
    rig = welcomed()
    rig.clock.advance(ANSWER_SECONDS - 0.1)
    assert rig.ears.of("welcomed") == []
    rig.clock.advance(0.1)
    assert rig.ears.of("welcomed") == [()]
    assert rig.logged[-1] == "NickServ has not answered in time"
    rig.receive(LOGGED_IN)
    assert rig.ears.heard[-1] == ("identified", "dealer")
    assert rig.ears.of("welcomed") == [()]


def test_nickserv_that_is_not_there_is_not_waited_for() -> None:
    for line in [
        ":srv 401 Bot NickServ :No such nick",
        ":srv 401 Bot nickserv@services.example :No such nick",
        ":srv 440 Bot NickServ :Services are down",
    ]:
        rig = welcomed()
        rig.receive(":srv 401 Bot dave :No such nick")
        assert rig.ears.of("welcomed") == []
        rig.receive(line)
        assert rig.ears.of("welcomed") == [()]


# Services that are away, or were


ASKS = f"{SERVICE} NOTICE Bot :Choose a different nick, or identify via /msg NickServ IDENTIFY pass"
SASL = {"sasl": ("PLAIN",), "nickserv": ""}


def passed(rig: Rig, seconds: float) -> list[str]:
    """Let so many SECONDS pass on a server that is there; return what is sent to it meanwhile."""
    for _ in range(int(seconds) // 10):
        rig.clock.advance(10)
        rig.receive(":srv PONG srv :Bot")
    return [line for line in rig.sent() if not line.startswith("PING")]


def without_sasl(**settings: Any) -> Rig:
    """Return a client on a server that could offer SASL, but whose services are away."""
    rig = Rig(account="dealer", account_password="s3cret", is_trusted=True, **settings)
    rig.receive(":srv CAP * LS :batch", ":srv CAP Bot ACK :batch", *WELCOME)
    rig.sent()
    return rig


def logs_in_by_sasl(rig: Rig) -> bool:
    """Let the server offer SASL now, and tell whether the client uses it."""
    rig.receive(":srv CAP Bot LS :batch sasl=PLAIN")
    assert rig.sent()[-1] == "CAP REQ :sasl"
    rig.receive(":srv CAP Bot ACK :sasl")
    assert rig.sent() == ["AUTHENTICATE PLAIN"]
    rig.receive("AUTHENTICATE +", LOGGED_IN, ":srv 903 Bot :SASL authentication successful")
    return rig.client.services.account is not None


def test_sasl_is_tried_again_every_few_minutes() -> None:
    """A server need not tell that its services are back (CAP NEW)."""
    rig = without_sasl(**SASL)
    for _ in range(3):
        assert passed(rig, AGAIN_SECONDS + SASL_SECONDS) == ["CAP LS 302"]
        rig.receive(":srv CAP Bot LS :batch")
        assert rig.sent() == []
    passed(rig, AGAIN_SECONDS)
    assert logs_in_by_sasl(rig)
    assert rig.ears.of("identified") == [("dealer",)]
    rig.sent()
    assert passed(rig, 5 * AGAIN_SECONDS) == []


def test_sasl_that_has_failed_is_tried_again() -> None:
    """The server may offer it while services are away."""
    rig = Rig(account="dealer", account_password="s3cret", is_trusted=True, **SASL)
    rig.receive(":srv CAP * LS :sasl=PLAIN", ":srv CAP Bot ACK :sasl", ":srv 904 Bot :failed")
    rig.receive(*WELCOME)
    rig.sent()
    assert passed(rig, AGAIN_SECONDS) == ["AUTHENTICATE PLAIN"]
    rig.receive("AUTHENTICATE +", ":srv 903 Bot :SASL authentication successful")
    rig.sent()
    assert passed(rig, 5 * AGAIN_SECONDS) == []


def test_the_password_is_told_again_every_few_minutes() -> None:
    rig = welcomed()
    rig.sent()
    for _ in range(3):
        rig.receive(":srv 401 Bot NickServ :No such nick")
        assert passed(rig, AGAIN_SECONDS) == [IDENTIFY]
    assert rig.ears.of("welcomed") == [()]
    rig.receive(LOGGED_IN)
    assert passed(rig, 5 * AGAIN_SECONDS) == []


def test_sasl_is_tried_again_before_the_password_is_told() -> None:
    rig = without_sasl(nickserv="NickServ")
    rig.receive(":srv 401 Bot NickServ :No such nick")
    assert passed(rig, AGAIN_SECONDS) == ["CAP LS 302"]
    assert passed(rig, SASL_SECONDS) == [IDENTIFY]


def test_a_bot_that_was_logged_out_logs_in_again() -> None:
    rig = welcomed()
    rig.receive(LOGGED_IN)
    rig.sent()
    rig.receive(":srv 901 Bot Bot!b@h :Logged out")
    assert passed(rig, AGAIN_SECONDS) == [IDENTIFY]


def test_nickserv_that_asks_is_told_the_password_at_once() -> None:
    rig = welcomed()
    rig.receive(":srv 401 Bot NickServ :No such nick")
    rig.clock.advance(ASKED_SECONDS)
    rig.sent()
    rig.receive(ASKS)
    assert rig.sent() == [IDENTIFY]
    rig.receive(ASKS, ASKS)
    assert rig.sent() == []


def test_however_often_nickserv_asks_the_bot_takes_its_time() -> None:
    rig = welcomed()
    rig.sent()
    identified = 0
    for _ in range(100):
        rig.receive(ASKS, ":srv 401 Bot NickServ :No such nick", ASKS)
        rig.clock.advance(ASKED_SECONDS / 10)
        identified += rig.sent().count(IDENTIFY)
    assert identified == 10


def test_nickserv_that_asks_makes_the_bot_log_in_by_sasl() -> None:
    """Without nickserv in config.ini anybody may have the nick: it gets no password."""
    rig = without_sasl(**SASL)
    rig.clock.advance(ASKED_SECONDS)
    rig.receive(ASKS.replace("NickServ!NickServ", "mallory!m"))
    assert rig.sent() == []
    rig.receive(ASKS)
    assert rig.sent() == ["CAP LS 302"]
    assert logs_in_by_sasl(rig)


def test_a_wrong_password_is_not_told_too_often() -> None:
    """Some services disconnect users for that."""
    rig = welcomed()
    rig.sent()
    rig.receive(f"{SERVICE} NOTICE Bot :Password incorrect.")
    for _ in range(int(REFUSED_SECONDS) // 30 - 1):
        assert passed(rig, 30) == []
        rig.receive(ASKS)
    assert passed(rig, 30) == [IDENTIFY]


def test_an_account_that_is_named_later_is_told_again() -> None:
    rig = welcomed()
    rig.receive(f"{SERVICE} NOTICE Bot :You are now identified.", LOGGED_IN, LOGGED_IN)
    assert rig.ears.of("identified") == [("",), ("dealer",)]
    assert rig.client.services.account == "dealer"


def test_an_account_that_is_known_is_not_forgotten_where_it_is_not_named() -> None:
    rig = welcomed()
    rig.receive(LOGGED_IN, ":NickServ MODE Bot :+r")
    assert rig.ears.of("identified") == [("dealer",)]
    assert rig.client.services.account == "dealer"


def test_somebody_else_who_logs_out_does_not_log_the_bot_out() -> None:
    rig = welcomed()
    rig.receive(LOGGED_IN, ":kevin!k@h ACCOUNT *")
    assert rig.client.services.account is not None


def test_being_logged_out_is_noted() -> None:
    for line in [":srv 901 Bot Bot!b@h :Logged out", ":Bot!b@h ACCOUNT *"]:
        rig = welcomed()
        rig.receive(LOGGED_IN, line)
        assert rig.client.services.account is None
        assert rig.client.services.account is None
        assert rig.logged[-1] == "not logged in to services any more"


def test_a_service_may_have_an_address_and_a_command_of_its_own() -> None:
    rig = welcomed(nickserv="Q@CServe.quakenet.org", nickserv_command="AUTH")
    assert rig.sent() == ["PRIVMSG Q@CServe.quakenet.org :AUTH dealer s3cret"]
    assert rig.wired[-1] == (">", "PRIVMSG Q@CServe.quakenet.org :AUTH ***")
    rig.receive(":Q!TheQBot@CServe.quakenet.org NOTICE Bot :You are now logged in as dealer.")
    assert rig.ears.of("welcomed") == [()]
    assert rig.client.services.account is not None


def test_without_an_account_the_nick_is_the_account() -> None:
    assert welcomed(account="").sent() == ["PRIVMSG NickServ :IDENTIFY s3cret"]


def test_the_longest_password_that_config_ini_may_have_arrives_whole(tmp_path: Path) -> None:
    """Half a password would tell much of it, and open nothing."""
    config_ini = tmp_path / "config.ini"
    nick, host = "B" * 64, f"{'u' * 11}@{'h' * 64}"
    longest = "x" * (512 - len(f":{nick}!{host} PRIVMSG NickServ :IDENTIFY dealer \r\n"))
    account = "server = irc.example.org\nnickserv = NickServ\naccount = dealer\n"
    config_ini.write_text(f"[irc]\n{account}account_password = {longest}x\n")
    with pytest.raises(ConfigError):
        read(config_ini, {})
    config_ini.write_text(f"[irc]\n{account}account_password = {longest}\n")
    config = replace(read(config_ini, {}).irc, nickname=nick)
    rig = Rig(config=config, has_tls=True, is_trusted=True)
    rig.receive(f":srv 001 {nick} :Welcome", f":srv 396 {nick} {host} :is now your host")
    rig.sent()
    rig.receive(f":srv 422 {nick} :No MOTD")
    assert rig.sent() == [f"PRIVMSG NickServ :IDENTIFY dealer {longest}"]


def test_where_there_is_nothing_to_say_or_nobody_to_say_it_to_channels_are_entered() -> None:
    for settings in [{"nickserv": ""}, {"account_password": ""}]:
        rig = welcomed(**settings)
        assert rig.sent() == []
        assert rig.ears.of("welcomed") == [()]


def test_no_password_goes_over_a_connection_that_is_not_trusted() -> None:
    rig = welcomed(is_trusted=False)
    assert rig.sent() == []
    assert rig.ears.of("welcomed") == [()]
    assert rig.logged[-1] == "NickServ gets no password over this connection"


def test_nickserv_is_not_asked_where_sasl_has_logged_in() -> None:
    rig = Rig(account="dealer", account_password="s3cret", nickserv="NickServ", is_trusted=True)
    rig.receive(":srv CAP * LS :sasl=PLAIN", ":srv CAP Bot ACK :sasl", "AUTHENTICATE +")
    rig.receive(":srv 903 Bot :SASL authentication successful")
    rig.sent()
    rig.receive(*WELCOME)
    assert rig.sent() == []
    assert rig.ears.of("welcomed") == [()]


def test_modes_mean_nothing_where_nickserv_was_not_asked() -> None:
    """On some networks +r is a restricted connection."""
    rig = welcomed(is_trusted=False)
    rig.receive(":srv MODE Bot :+r", f"{SERVICE} NOTICE Bot :You are now identified.")
    assert rig.client.services.account is None


def test_orders_go_to_the_service_and_are_not_logged() -> None:
    rig = welcomed()
    rig.sent()
    rig.client.services.say("SECRETLY Bot whatever\r\nQUIT")
    assert rig.sent() == ["PRIVMSG NickServ :SECRETLY Bot whatever  QUIT"]
    assert rig.wired[-1] == (">", "PRIVMSG NickServ :SECRETLY ***")


def test_where_there_is_no_service_nothing_is_said() -> None:
    rig = welcomed(nickserv="")
    rig.client.services.say("REGAIN Bot s3cret")
    assert rig.sent() == []


def test_a_connection_lost_in_the_middle_stops_every_clock() -> None:
    rig = welcomed()
    rig.lose()
    assert rig.clock.getDelayedCalls() == []
