"""Logging in by SASL: pieces of a payload, servers that lie or do not answer, and what ends it."""

from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import pytest

from pontoon.irc.registration import NEGOTIATION_SECONDS
from pontoon.irc.sasl import CHUNK, MAX_CHALLENGE, chunks_of
from pontoon.service.config.settings import read
from tests.support.client_rig import Rig
from tests.support.sasl_rig import FAILED, LOGGED_IN, PASSWORD, SUCCEEDED, begun, login, said, says
from tests.support.scram_server import ScramServer


def test_payloads_go_in_pieces_of_400_and_a_full_one_is_not_the_last() -> None:
    for size, chunks in [
        (0, [1]),
        (1, [4]),
        (299, [400, 1]),
        (300, [400, 1]),
        (301, [400, 4]),
        (600, [400, 400, 1]),
    ]:
        pieces = list(chunks_of(b"x" * size))
        assert [len(piece) for piece in pieces] == chunks
        assert b64decode("".join(pieces).rstrip("+")) == b"x" * size


def test_a_long_password_arrives_whole_whatever_the_bot_is_called() -> None:
    """Nobody is shown the lines, so that they need no room for a prefix."""
    for length in [1, 269, 270, 271, 400, 585, 586, 587, 10_000]:
        password = "x" * length
        rig = Rig(**login("PLAIN", account_password=password), nickname="B" * 64)
        rig.receive(":srv CAP * LS :sasl", ":srv CAP Bot ACK :sasl")
        rig.sent()
        rig.receive("AUTHENTICATE +")
        assert said(rig) == f"dealer\0dealer\0{password}".encode()


@pytest.mark.parametrize(
    ("password", "sizes"),
    [
        ("barbaz" * 100, [400, 400, 12]),
        ("éèà" * 100, [400, 400, 12]),
        ("quux" * 148, [400, 400, 1]),
        ("éè" * 148, [400, 400, 1]),
    ],
)
def test_a_password_longer_than_a_line_logs_in_by_plain(
    tmp_path: Path, password: str, sizes: list[int]
) -> None:
    """It is refused neither by config.ini nor on the way, and + ends what fills the last line."""
    config_ini = tmp_path / "config.ini"
    account = "[irc]\nserver = irc.example.org\naccount = foo\n"
    config_ini.write_text(f"{account}account_password = {password}\n", "utf-8")
    config = read(config_ini, {}).irc
    rig = Rig(config=config, has_tls=True, is_trusted=True)
    rig.receive(":srv CAP * LS :sasl=PLAIN", ":srv CAP Bot ACK :sasl", "AUTHENTICATE +")
    pieces = [line.removeprefix("AUTHENTICATE ") for line in rig.sent()[-len(sizes) :]]
    assert [len(piece) for piece in pieces] == sizes
    assert (pieces[-1] == "+") == (sizes[-1] == 1)
    assert b64decode("".join(pieces).rstrip("+")) == f"foo\0foo\0{password}".encode()
    rig.receive(LOGGED_IN, SUCCEEDED)
    assert rig.sent() == ["CAP END"]


# Servers that lie


def fallback(nonce: str = "x") -> tuple[Rig, bytes, ScramServer]:
    """Return a client that tries SCRAM and could try PLAIN, its first message, and a server."""
    rig = Rig(**login("SCRAM-SHA-256", "PLAIN", nickserv="NickServ"))
    rig.receive(":srv CAP * LS :sasl", ":srv CAP Bot ACK :sasl")
    rig.sent()
    rig.receive("AUTHENTICATE +")
    return rig, said(rig), ScramServer(PASSWORD, nonce=nonce)


def assert_distrusted(rig: Rig) -> None:
    """See that the server, who lets the bot in all the same, is not told the password at all."""
    assert rig.sent() == ["CAP END"]
    rig.receive(":srv 001 Bot :Welcome", ":srv 422 Bot :No MOTD")
    rig.receive(":srv CAP Bot DEL :sasl", ":srv CAP Bot NEW :sasl", ":srv CAP Bot ACK :sasl")
    assert not [line for line in rig.sent() if "IDENTIFY" in line or "AUTHENTICATE" in line]
    assert rig.ears.of("welcomed") == [()]
    assert any("gets no password any more" in line for line in rig.logged)


def test_a_server_that_does_not_know_the_password_is_never_told_it() -> None:
    rig, first, server = fallback()
    says(rig, server.first(first))
    rig.sent()
    says(rig, b"v=" + b64encode(b"x" * 32))
    assert rig.sent() == ["AUTHENTICATE *"]
    rig.receive(":srv 906 Bot :Aborted")
    assert_distrusted(rig)


def test_a_success_without_any_proof_is_none() -> None:
    rig, first, server = fallback()
    says(rig, server.first(first))
    rig.sent()
    rig.receive(LOGGED_IN, SUCCEEDED)
    assert_distrusted(rig)


def test_a_success_before_the_first_word_is_none() -> None:
    rig = Rig(**login("SCRAM-SHA-256", "PLAIN"))
    rig.receive(":srv CAP * LS :sasl", ":srv CAP Bot ACK :sasl")
    rig.sent()
    rig.receive(SUCCEEDED)
    assert_distrusted(rig)


def test_a_success_after_the_bot_has_called_it_off_is_none() -> None:
    rig, first, _ = fallback()
    says(rig, first)
    assert rig.sent() == ["AUTHENTICATE *"]
    rig.receive(SUCCEEDED)
    assert_distrusted(rig)


def test_a_wrong_password_may_be_tried_again_the_other_way() -> None:
    """Some services can check it by PLAIN only, for accounts that are old."""
    rig, first, _ = fallback()
    server = ScramServer("barley", nonce="x")
    says(rig, server.first(first))
    says(rig, server.final(said(rig)))
    assert rig.sent() == ["AUTHENTICATE *"]
    rig.receive(FAILED)
    assert rig.sent() == ["AUTHENTICATE PLAIN"]


def test_a_server_that_never_ends_what_it_sends_is_called_off() -> None:
    rig = begun("PLAIN")
    rig.sent()
    rig.receive(*[f"AUTHENTICATE {'A' * CHUNK}"] * (MAX_CHALLENGE // CHUNK))
    assert rig.sent() == []
    rig.receive(f"AUTHENTICATE {'A' * CHUNK}")
    assert rig.sent() == ["AUTHENTICATE *"]
    rig.receive(*[f"AUTHENTICATE {'A' * CHUNK}"] * 100, "AUTHENTICATE +")
    assert rig.sent() == []
    rig.receive(":srv 906 Bot :Aborted")
    assert rig.sent() == ["CAP END"]


def test_what_is_not_base64_is_called_off() -> None:
    for junk in ["A", "====", "é", "!!!!", "AAAAA"]:
        rig = begun("EXTERNAL")
        rig.sent()
        rig.receive(f"AUTHENTICATE {junk}")
        assert rig.sent() == ["AUTHENTICATE *"]


def test_a_server_that_asks_for_the_password_again_does_not_get_it() -> None:
    rig = begun("PLAIN")
    rig.sent()
    says(rig, b"again")
    assert rig.sent() == ["AUTHENTICATE *"]


def test_what_nobody_has_asked_for_changes_nothing() -> None:
    for line in [
        *("AUTHENTICATE", "AUTHENTICATE +", "AUTHENTICATE AAAA", SUCCEEDED, FAILED),
        *(":srv 907 Bot :x", ":srv 908 Bot", ":srv 908 Bot PLAIN :x", ":srv 902 Bot", ":srv 906"),
    ]:
        rig = Rig(**login()).register()
        rig.receive(line)
        assert rig.sent() == []
        assert "fault" not in "".join(rig.logged)
        rig.receive(":srv CAP * LS :sasl=PLAIN", ":srv CAP Bot ACK :sasl")
        assert rig.sent()[-1] == "AUTHENTICATE PLAIN"


# Time, and services that go


def test_a_server_that_does_not_answer_is_not_waited_for() -> None:
    rig = begun("PLAIN")
    rig.sent()
    rig.clock.advance(NEGOTIATION_SECONDS)
    assert rig.sent() == ["CAP END"]
    assert "not completed: it takes too long" in rig.logged[-1]
    rig.receive(SUCCEEDED, FAILED, "AUTHENTICATE +")
    assert rig.sent() == []


def test_a_server_that_does_not_know_the_word_is_not_waited_for() -> None:
    rig = Rig(**login("PLAIN"))
    rig.receive(":srv CAP * LS :sasl", ":srv CAP Bot ACK :sasl")
    rig.sent()
    rig.receive(":srv 421 Bot AUTHENTICATE :Unknown command")
    assert rig.sent() == ["CAP END"]


def test_a_welcome_in_the_middle_does_not_end_it() -> None:
    rig = begun("PLAIN")
    rig.receive(":srv 001 Bot :Welcome", ":srv 422 Bot :No MOTD")
    rig.sent()
    rig.receive(LOGGED_IN, SUCCEEDED)
    assert rig.sent() == []
    assert rig.client.services.account is not None


def test_after_a_welcome_a_login_has_its_time_too() -> None:
    rig = begun("PLAIN")
    rig.receive(":srv 001 Bot :Welcome")
    rig.clock.advance(NEGOTIATION_SECONDS)
    assert "not completed: it takes too long" in rig.logged[-1]


def test_services_that_come_later_are_logged_in_to() -> None:
    rig = Rig(**login("PLAIN"))
    rig.receive(":srv CAP * LS :batch", ":srv CAP Bot ACK :batch")
    rig.register()
    rig.receive(":srv CAP Bot NEW :sasl=PLAIN")
    assert rig.sent() == ["CAP REQ :sasl"]
    rig.receive(":srv CAP Bot ACK :sasl")
    assert rig.sent() == ["AUTHENTICATE PLAIN"]
    rig.clock.advance(NEGOTIATION_SECONDS)
    assert "not completed" in rig.logged[-1]
    assert not rig.transport.disconnected


def test_once_logged_in_nothing_is_waited_for() -> None:
    rig = Rig(**login("PLAIN"))
    rig.receive(":srv CAP * LS :sasl=PLAIN", ":srv CAP Bot NAK :sasl")
    rig.register()
    rig.receive(":srv CAP Bot NEW :sasl=PLAIN", ":srv CAP Bot ACK :sasl", SUCCEEDED)
    rig.clock.advance(NEGOTIATION_SECONDS)
    assert not any("too long" in line for line in rig.logged)


def test_services_that_go_and_come_back_are_logged_in_to_again() -> None:
    rig = begun("PLAIN")
    rig.receive(LOGGED_IN, SUCCEEDED)
    rig.register()
    rig.receive(":srv CAP Bot DEL :sasl", ":srv CAP Bot NEW :sasl=PLAIN", ":srv CAP Bot ACK :sasl")
    assert rig.sent() == ["CAP REQ :sasl", "AUTHENTICATE PLAIN"]


def test_services_that_offer_something_else_are_tried_again_unless_all_is_well() -> None:
    rig = begun("PLAIN")
    rig.receive(FAILED)
    rig.register()
    rig.receive(":srv CAP Bot NEW :sasl=PLAIN,X-OTHER")
    assert rig.sent() == ["AUTHENTICATE PLAIN"]
    rig.receive(":srv CAP Bot NEW :sasl=PLAIN")
    assert rig.sent() == []
    rig.receive(SUCCEEDED)
    rig.receive(":srv CAP Bot NEW :sasl=PLAIN")
    assert rig.sent() == []


def test_a_new_offer_in_the_middle_does_not_begin_it_again() -> None:
    rig = begun("PLAIN")
    rig.sent()
    rig.receive(":srv CAP Bot NEW :sasl=PLAIN,X-OTHER")
    assert rig.sent() == []
    rig.receive(SUCCEEDED)
    assert rig.sent() == ["CAP END"]


def test_services_that_go_in_the_middle_are_not_waited_for() -> None:
    rig = begun("PLAIN")
    rig.sent()
    rig.receive(":srv CAP Bot DEL :sasl")
    assert rig.sent() == ["CAP END"]
    assert "services are gone" in rig.logged[-1]


# Where nothing comes of it


LET_IN = ":srv 001 Bot :Welcome"


@pytest.mark.parametrize(
    ("settings", "offer", "why"),
    [
        ({}, "batch", "the server offers no SASL"),
        (
            {"is_trusted": False},
            "sasl",
            "config.ini has nothing to log in with over this connection",
        ),
    ],
)
def test_why_it_was_not_tried_is_logged(settings: dict[str, bool], offer: str, why: str) -> None:
    rig = Rig(**login("PLAIN", **settings))
    rig.receive(f":srv CAP * LS :{offer}", f":srv CAP * ACK :{offer}", LET_IN)
    assert f"not logged in to services by SASL: {why}" in rig.logged


@pytest.mark.parametrize("reply", [SUCCEEDED, FAILED])
def test_after_a_try_nothing_more_is_logged_about_that(reply: str) -> None:
    rig = begun("PLAIN")
    rig.receive(reply, LET_IN)
    assert "not logged in to services by SASL" not in "".join(rig.logged)


@pytest.mark.parametrize("settings", [{"account": ""}, {"sasl": ()}])
def test_without_an_account_for_it_nothing_is_logged_either(settings: dict[str, Any]) -> None:
    rig = Rig(**{"account": "dealer", **settings})
    rig.receive(LET_IN)
    assert "not logged in to services by SASL" not in "".join(rig.logged)


# Where it is required


def test_the_bot_does_not_stay_where_it_must_and_cannot_log_in() -> None:
    for lines, reason in [
        ([":srv CAP * LS :batch", ":srv CAP * ACK :batch"], "the server offers no SASL"),
        ([":srv 421 * CAP :Unknown command", ":srv 001 Bot :Welcome"], "the server offers no SASL"),
        ([":srv CAP * LS :sasl", ":srv CAP * NAK :sasl"], "the server offers no SASL"),
        ([":srv CAP * LS :sasl", ":srv CAP * ACK :sasl", FAILED], "SASL did not succeed"),
        ([":srv CAP * LS :sasl=X", ":srv CAP * ACK :sasl"], "SASL did not succeed"),
        ([":srv CAP * LS :sasl", ":srv CAP * ACK :sasl", ":srv 001 Bot :Hi"], "did not succeed"),
    ]:
        rig = Rig(**login("PLAIN", sasl_required=True))
        rig.sent()
        rig.receive(*lines)
        sent = rig.sent()
        assert sent[-1] == "QUIT :"
        assert "CAP END" not in sent
        rig.lose()
        ((why,),) = rig.ears.of("closed")
        assert "sasl_required" in str(why)
        assert reason in str(why)
        assert rig.clock.getDelayedCalls() == []


def test_the_bot_does_not_stay_where_logging_in_takes_too_long() -> None:
    rig = begun("PLAIN", sasl_required=True)
    rig.sent()
    rig.clock.advance(NEGOTIATION_SECONDS)
    assert rig.sent() == ["QUIT :"]


def test_the_bot_does_not_stay_where_it_has_nothing_to_log_in_with() -> None:
    rig = Rig(**login("PLAIN", sasl_required=True, is_trusted=False))
    rig.receive(":srv CAP * LS :sasl")
    assert rig.sent()[-1] == "QUIT :"
    rig.lose()
    assert "nothing to log in with over this connection" in str(rig.ears.of("closed"))


def test_the_bot_stays_where_it_has_logged_in() -> None:
    rig = begun("PLAIN", sasl_required=True)
    rig.receive(LOGGED_IN, SUCCEEDED)
    rig.register()
    rig.receive(":srv CAP Bot DEL :sasl", ":srv CAP Bot NEW :sasl", ":srv CAP Bot ACK :sasl")
    rig.receive(FAILED)
    assert "QUIT :" not in rig.sent()
    assert not rig.transport.disconnected


@pytest.mark.parametrize("quits", [False, True])
def test_a_connection_lost_in_the_middle_stops_every_clock(quits: bool) -> None:
    rig = begun("PLAIN")
    if quits:
        rig.client.quit()
    rig.lose()
    assert rig.clock.getDelayedCalls() == []
