"""SCRAM-SHA-256 against a server of our own and the RFC's example, and against servers that lie."""

from base64 import b64decode

import pytest

from pontoon.irc.sasl import MAX_ITERATIONS, CannotAnswer, Distrusted, Scram
from tests.support.scram_server import ScramServer

CLIENT_NONCE = "rOprNGfwEbeRWgbNEkqO"
SERVER_NONCE = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0"
SERVER_FIRST = f"r={CLIENT_NONCE}{SERVER_NONCE},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
CLIENT_FINAL = (
    f"c=biws,r={CLIENT_NONCE}{SERVER_NONCE},p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
)
SERVER_FINAL = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="
"""The example of RFC 7677, section 3."""


def begun(account: str = "user", password: str = "pencil") -> Scram:
    """Return an attempt whose first message is on its way."""
    attempt = Scram("SCRAM-SHA-256", account, password, CLIENT_NONCE)
    attempt.answer(b"")
    return attempt


def test_the_example_of_the_rfc() -> None:
    attempt = Scram("SCRAM-SHA-256", "user", "pencil", CLIENT_NONCE)
    assert attempt.answer(b"").decode() == f"n,,n=user,r={CLIENT_NONCE}"
    assert attempt.answer(SERVER_FIRST.encode()).decode() == CLIENT_FINAL
    assert not attempt.is_satisfied
    assert attempt.answer(SERVER_FINAL.encode()) == b""
    assert attempt.is_satisfied


def test_our_server_agrees_with_the_rfc() -> None:
    salt = b64decode("W22ZaJ0SNY7soEsUEjb6gQ==")
    server = ScramServer("pencil", salt=salt, nonce=SERVER_NONCE)
    assert server.first(f"n,,n=user,r={CLIENT_NONCE}".encode()).decode() == SERVER_FIRST
    assert server.final(CLIENT_FINAL.encode()).decode() == SERVER_FINAL


def test_an_account_is_escaped() -> None:
    for account, sent in [("a,b=c", "a=2Cb=3Dc"), ("Zoë", "Zoë"), ("=2C", "=3D2C")]:
        server = ScramServer("pencil", nonce="x")
        attempt = Scram("SCRAM-SHA-256", account, "pencil")
        server.first(attempt.answer(b""))
        assert server.user == sent


def test_a_password_is_prepared_as_servers_do() -> None:
    """By SASLprep (RFC 4013, section 3)."""
    for password, prepared in [
        ("pencil", "pencil"),
        ("I\u00adX", "IX"),
        ("\u00aa\u2168", "aIX"),
        ("pa ss,=é", "pa ss,=é"),
    ]:
        server = ScramServer(prepared, nonce="x")
        attempt = Scram("SCRAM-SHA-256", "user", password)
        first = server.first(attempt.answer(b""))
        attempt.answer(server.final(attempt.answer(first)))
        assert attempt.is_satisfied


def test_a_password_that_no_server_can_know_is_told_to_be_none() -> None:
    for password in ["a\u0007b", "\u0627\u0031", "\ue000"]:
        with pytest.raises(CannotAnswer, match="cannot be used"):
            Scram("SCRAM-SHA-256", "user", password)


def test_nonces_are_drawn() -> None:
    assert Scram("SCRAM-SHA-256", "user", "pencil").answer(b"") != Scram(
        "SCRAM-SHA-256", "user", "pencil"
    ).answer(b"")


def test_a_wrong_password_is_no_reason_to_distrust_the_server() -> None:
    server = ScramServer("barley", nonce="x")
    attempt = Scram("SCRAM-SHA-256", "user", "pencil")
    refusal = server.final(attempt.answer(server.first(attempt.answer(b""))))
    with pytest.raises(CannotAnswer, match="invalid-proof") as caught:
        attempt.answer(refusal)
    assert not isinstance(caught.value, Distrusted)
    assert not attempt.is_satisfied


def test_a_server_that_does_not_know_the_password_is_found_out() -> None:
    attempt = begun()
    attempt.answer(SERVER_FIRST.encode())
    with pytest.raises(Distrusted):
        attempt.answer(b"v=" + b"A" * 43 + b"=")
    assert not attempt.is_satisfied


SALT = "s=W22ZaJ0SNY7soEsUEjb6gQ=="


def test_what_no_honest_server_says_first_is_not_answered() -> None:
    """Least of all with millions of iterations, which would have everybody wait."""
    for server_first in [
        f"r=somethingelse,{SALT},i=4096",
        f"r={CLIENT_NONCE},{SALT},i=4096",
        f"r={CLIENT_NONCE[:-1]}{SERVER_NONCE},{SALT},i=4096",
        f"r={CLIENT_NONCE}x,{SALT},i=4095",
        f"r={CLIENT_NONCE}x,{SALT},i=1",
        f"r={CLIENT_NONCE}x,{SALT},i=0",
        f"r={CLIENT_NONCE}x,{SALT},i=-4096",
        f"r={CLIENT_NONCE}x,{SALT},i={MAX_ITERATIONS + 1}",
        f"r={CLIENT_NONCE}x,{SALT},i={'9' * 5000}",
        f"r={CLIENT_NONCE}x,{SALT},i=4096.0",
        f"r={CLIENT_NONCE}x,{SALT},i=٤٠٩٦",
        f"r={CLIENT_NONCE}x,{SALT}",
        f"r={CLIENT_NONCE}x,s=,i=4096",
        f"r={CLIENT_NONCE}x,s=AA==,i=4096",
        f"r={CLIENT_NONCE}x,s=!!!!,i=4096",
        f"m=ext,r={CLIENT_NONCE}x,{SALT},i=4096",
        f"r={CLIENT_NONCE}x,{SALT},i=4096,i=5000",
        f"{SALT},r={CLIENT_NONCE}x,i=4096",
        SERVER_FINAL,
        "",
        ",",
        "r",
        "\0",
    ]:
        attempt = begun()
        with pytest.raises(Distrusted):
            attempt.answer(server_first.encode())
        assert not attempt.is_satisfied


def test_what_no_honest_server_says_last_is_not_believed() -> None:
    for server_final in [
        b"",
        b"v=",
        b"v",
        b"v=!",
        SERVER_FIRST.encode(),
        b"\xff",
        b"v=AAAA",
        b"x=1",
    ]:
        attempt = begun()
        attempt.answer(SERVER_FIRST.encode())
        with pytest.raises(Distrusted):
            attempt.answer(server_final)
        assert not attempt.is_satisfied


def test_a_server_cannot_speak_first() -> None:
    with pytest.raises(Distrusted, match="first"):
        Scram("SCRAM-SHA-256", "user", "pencil", CLIENT_NONCE).answer(SERVER_FIRST.encode())


def test_a_server_has_to_come_to_an_end() -> None:
    attempt = begun()
    attempt.answer(SERVER_FIRST.encode())
    attempt.answer(SERVER_FINAL.encode())
    with pytest.raises(Distrusted, match="end"):
        attempt.answer(SERVER_FINAL.encode())


def test_a_longer_hash_is_as_well_understood() -> None:
    server = ScramServer("pencil", nonce="x", by="sha512")
    attempt = Scram("SCRAM-SHA-512", "user", "pencil")
    proof = attempt.answer(server.first(attempt.answer(b"")))
    assert attempt.answer(server.final(proof)) == b""
    assert attempt.is_satisfied


def test_one_hash_is_not_taken_for_the_other() -> None:
    server = ScramServer("pencil", nonce="x")
    attempt = Scram("SCRAM-SHA-512", "user", "pencil")
    proof = attempt.answer(server.first(attempt.answer(b"")))
    assert server.final(proof) == b"e=invalid-proof"
