"""Which SASL mechanisms are tried, in which order, and what each of them sends."""

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.task import Clock

from pontoon.irc.config import IrcConfig
from pontoon.irc.sasl import MECHANISMS
from pontoon.irc.sasl.mechanisms import usable_mechanisms
from tests.irc.sasl.test_ecdsa import written
from tests.support.client_rig import Rig, session_at
from tests.support.sasl_rig import FAILED, LOGGED_IN, PASSWORD, SUCCEEDED, begun, login, said, says
from tests.support.scram_server import ScramServer


def usable(*, has_tls: bool, is_trusted: bool, **settings: Any) -> tuple[str, ...]:
    """Return the mechanisms that can be used with SETTINGS."""
    session = session_at(Clock(), has_tls=has_tls, is_trusted=is_trusted)
    return usable_mechanisms(IrcConfig(port=6697, tls=has_tls, **settings), session)


# Each mechanism


def test_plain_tells_account_and_password() -> None:
    rig = begun("PLAIN")
    assert said(rig) == f"dealer\0dealer\0{PASSWORD}".encode()
    rig.receive(LOGGED_IN, SUCCEEDED)
    assert rig.sent() == ["CAP END"]
    assert rig.client.services.account == "dealer"
    assert rig.ears.of("identified") == [("dealer",)]


def test_external_says_nothing_but_that_there_is_a_certificate() -> None:
    rig = begun("EXTERNAL")
    assert rig.sent() == ["AUTHENTICATE +"]
    rig.receive(LOGGED_IN, SUCCEEDED)
    assert rig.sent() == ["CAP END"]


def test_a_key_signs_what_the_server_asks(tmp_path: Path) -> None:
    rig = begun("ECDSA-NIST256P-CHALLENGE", sasl_key=written(tmp_path), account_password="")
    assert said(rig) == b"dealer"
    says(rig, bytes(32))
    assert len(said(rig)) > 60
    rig.receive(SUCCEEDED)
    assert rig.sent() == ["CAP END"]


@pytest.mark.parametrize("password", [PASSWORD, "quux" * 148, "éè" * 148, "x" * 10_000])
def test_scram_proves_the_password_both_ways(password: str) -> None:
    """However long it is: it is only hashed."""
    rig = begun("SCRAM-SHA-256", account_password=password)
    server = ScramServer(password, nonce="x")
    says(rig, server.first(said(rig)))
    says(rig, server.final(said(rig)))
    assert rig.sent() == ["AUTHENTICATE +"]
    rig.receive(LOGGED_IN, SUCCEEDED)
    assert rig.sent() == ["CAP END"]
    assert "SASL: logged in by SCRAM-SHA-256" in rig.logged


def test_nothing_secret_reaches_the_logs() -> None:
    rig = begun("PLAIN")
    secret = b64encode(f"dealer\0dealer\0{PASSWORD}".encode()).decode()
    assert secret in rig.transport.value().decode()
    rig.receive(f":srv 904 Bot :no, {PASSWORD} is wrong", "@a=b AUTHENTICATE abcd")
    everything = [*rig.logged, *(line for _, line in rig.wired)]
    assert not [line for line in everything if secret in line or PASSWORD in line]
    assert ("<", "@a=b AUTHENTICATE ***") in rig.wired


# Which are tried


def test_the_best_mechanism_is_tried_first() -> None:
    for by, first in [
        (login(), "EXTERNAL"),
        (login(tls_certificate=None), "SCRAM-SHA-256"),
        (login("PLAIN"), "PLAIN"),
        (login("PLAIN", "SCRAM-SHA-256"), "SCRAM-SHA-256"),
    ]:
        rig = Rig(**by)
        rig.receive(":srv CAP * LS :sasl=PLAIN,SCRAM-SHA-256,EXTERNAL", ":srv CAP Bot ACK :sasl")
        assert rig.sent()[-1] == f"AUTHENTICATE {first}"


def test_a_key_is_better_than_a_password_and_worse_than_a_certificate(tmp_path: Path) -> None:
    assert usable(**login(sasl_key=tmp_path)) == MECHANISMS


@pytest.mark.parametrize("by", [login("SCRAM-SHA-256", "PLAIN"), login(tls_certificate=None)])
def test_no_password_goes_over_a_connection_that_is_not_trusted(by: dict[str, Any]) -> None:
    """SCRAM neither: who listens could find a weak one by trying."""
    rig = Rig(account="dealer", account_password=PASSWORD, sasl=by["sasl"])
    rig.receive(":srv CAP * LS :sasl=PLAIN,SCRAM-SHA-256")
    assert rig.sent()[-1] == "CAP END"
    assert not [line for line in rig.sent() if "AUTHENTICATE" in line]


def test_a_certificate_and_a_key_may_be_used_on_any_connection(tmp_path: Path) -> None:
    assert usable(**login(is_trusted=False, sasl_key=tmp_path)) == MECHANISMS[:2]


def test_a_key_alone_is_nobodys(tmp_path: Path) -> None:
    assert usable(**login(account="", sasl_key=tmp_path)) == ("EXTERNAL",)


def test_without_an_account_nobody_asks_for_sasl() -> None:
    for by in [
        {"is_trusted": True},
        login("PLAIN", account=""),
        login("PLAIN", account_password=""),
    ]:
        rig = Rig(**by)
        rig.receive(":srv CAP * LS :sasl=PLAIN")
        assert rig.sent()[-1] == "CAP END"


def test_what_the_server_does_not_offer_is_not_tried() -> None:
    rig = Rig(**login())
    rig.receive(":srv CAP * LS :sasl=plain,X-OTHER", ":srv CAP Bot ACK :sasl")
    assert rig.sent()[-1] == "AUTHENTICATE PLAIN"


def test_a_server_that_offers_nothing_of_use_is_told_to_go_on() -> None:
    rig = Rig(**login("SCRAM-SHA-256"))
    rig.receive(":srv CAP * LS :sasl=X-OTHER", ":srv CAP Bot ACK :sasl")
    assert rig.sent()[-1] == "CAP END"
    assert "X-OTHER" in rig.logged[-1]


def test_a_failure_leads_to_the_next_best_and_to_nothing_that_is_not_allowed() -> None:
    rig = Rig(**login("EXTERNAL", "SCRAM-SHA-256"))
    rig.receive(":srv CAP * LS :sasl", ":srv CAP Bot ACK :sasl")
    assert rig.sent()[-1] == "AUTHENTICATE EXTERNAL"
    rig.receive(FAILED)
    assert rig.sent() == ["AUTHENTICATE SCRAM-SHA-256"]
    rig.receive(FAILED)
    assert rig.sent() == ["CAP END"]
    assert rig.client.services.account is None


def test_every_failure_is_one() -> None:
    for numeric in ["902", "904", "905", "906"]:
        rig = begun("PLAIN")
        rig.sent()
        rig.receive(f":srv {numeric} Bot :No")
        assert rig.sent() == ["CAP END"]
        assert rig.logged[-1] == "SASL: PLAIN failed: No"


def test_a_list_of_mechanisms_narrows_what_is_tried() -> None:
    """908, before 904; the server has told none with the capability."""
    rig = Rig(**login())
    rig.receive(":srv CAP * LS :sasl", ":srv CAP Bot ACK :sasl")
    assert rig.sent()[-1] == "AUTHENTICATE EXTERNAL"
    rig.receive(":srv 908 Bot PLAIN,X-OTHER :are available SASL mechanisms", FAILED)
    assert rig.sent() == ["AUTHENTICATE PLAIN"]


def test_a_list_of_mechanisms_brings_back_nothing_that_has_failed() -> None:
    rig = Rig(**login())
    rig.receive(":srv CAP * LS :sasl", ":srv CAP Bot ACK :sasl", FAILED)
    assert rig.sent()[-1] == "AUTHENTICATE SCRAM-SHA-512"
    rig.receive(":srv 908 Bot EXTERNAL,SCRAM-SHA-512,PLAIN :are available", FAILED, FAILED)
    assert rig.sent() == ["AUTHENTICATE PLAIN", "CAP END"]


def test_somebody_who_is_logged_in_already_need_not_log_in() -> None:
    rig = begun("PLAIN")
    rig.sent()
    rig.receive(":srv 907 Bot :You have already authenticated using SASL")
    assert rig.sent() == ["CAP END"]


def test_a_key_that_cannot_be_read_is_told_and_the_next_tried(tmp_path: Path) -> None:
    rig = Rig(**login(tls_certificate=None, sasl_key=tmp_path / "no.pem"))
    rig.receive(":srv CAP * LS :sasl", ":srv CAP Bot ACK :sasl")
    assert rig.sent()[-1] == "AUTHENTICATE SCRAM-SHA-512"
    assert "no.pem cannot be read" in rig.logged[-1]
