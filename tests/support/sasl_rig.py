"""A client that logs in by SASL, and what a server says to it."""

from base64 import b64decode
from pathlib import Path
from typing import Any

from pontoon.irc.config import SASL_MECHANISMS
from pontoon.irc.sasl import chunks_of
from tests.support.client_rig import Rig

PASSWORD = "open,sesame=é"
LOGGED_IN = ":srv 900 Bot Bot!bot@host dealer :You are now logged in as dealer"
SUCCEEDED = ":srv 903 Bot :SASL authentication successful"
FAILED = ":srv 904 Bot :SASL authentication failed"


def login(*mechanisms: str, **settings: Any) -> dict[str, Any]:
    """Return the settings for a login by MECHANISMS with all that they need, but for SETTINGS."""
    return {
        "account": "dealer",
        "account_password": PASSWORD,
        "sasl": mechanisms or tuple(SASL_MECHANISMS),
        "tls_certificate": Path("bot.pem"),
        "has_tls": True,
        "is_trusted": True,
        **settings,
    }


def begun(mechanism: str, **settings: Any) -> Rig:
    """Return a client that was asked for the first word of MECHANISM, the only one."""
    rig = Rig(**login(mechanism, **settings))
    rig.receive(f":srv CAP * LS :sasl={mechanism}", ":srv CAP Bot ACK :sasl")
    assert rig.sent()[-1] == f"AUTHENTICATE {mechanism}"
    rig.receive("AUTHENTICATE +")
    return rig


def said(rig: Rig) -> bytes:
    """Return what the client has sent as one payload."""
    lines = [line.removeprefix("AUTHENTICATE ") for line in rig.sent()]
    return b64decode("".join(line for line in lines if line != "+"))


def says(rig: Rig, payload: bytes) -> None:
    """Let the server send PAYLOAD."""
    rig.receive(*(f"AUTHENTICATE {chunk}" for chunk in chunks_of(payload)))
