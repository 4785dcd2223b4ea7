"""Which SASL mechanisms are tried, in which order, and what each of them sends."""

from base64 import b64encode
from typing import Any

import pytest

from pontoon.irc.config import SASL_MECHANISMS
from pontoon.irc.sasl import usable_mechanisms
from tests.support.client_rig import Rig
from tests.support.sasl_rig import FAILED, LOGGED_IN, PASSWORD, SUCCEEDED, begun, login, said, says
from tests.support.scram_server import ScramServer


def usable(**settings: Any) -> tuple[str, ...]:
    """Return the mechanisms that can be used with SETTINGS."""
    return usable_mechanisms(Rig(**settings).client.session)


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


@pytest.mark.parametrize("by", [login("SCRAM-SHA-256", "PLAIN"), login(tls_certificate=None)])
def test_no_password_goes_over_a_connection_that_is_not_trusted(by: dict[str, Any]) -> None:
    """SCRAM neither: who listens could find a weak one by trying."""
    rig = Rig(account="dealer", account_password=PASSWORD, sasl=by["sasl"])
    rig.receive(":srv CAP * LS :sasl=PLAIN,SCRAM-SHA-256")
    assert rig.sent()[-1] == "CAP END"
    assert not [line for line in rig.sent() if "AUTHENTICATE" in line]


def test_a_certificate_may_be_used_over_any_tls_and_without_an_account() -> None:
    assert usable(**login()) == tuple(SASL_MECHANISMS)
    assert usable(**login(is_trusted=False)) == ("EXTERNAL",)
    assert usable(**login(account="")) == ("EXTERNAL",)
    assert "EXTERNAL" not in usable(**login(has_tls=False))


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
