"""Which SASL mechanisms the bot can use, and those that compute nothing: EXTERNAL and PLAIN.

The other mechanisms are in modules of their own, which are imported only when needed.
"""

from typing import Protocol

from pontoon.irc.config import IrcConfig
from pontoon.irc.sasl import MECHANISMS
from pontoon.irc.session import Session


class CannotAnswer(Exception):
    """The mechanism cannot go on; the text says why."""


class Distrusted(CannotAnswer):
    """The server has failed its proof: it must not get any secret."""


class SaslMechanism(Protocol):
    """One attempt by a mechanism."""

    is_satisfied: bool
    """Whether to believe the server if it now reports success."""

    def answer(self, challenge: bytes) -> bytes:
        """Return the answer to CHALLENGE, the first of which is empty, or raise CannotAnswer."""


def usable_mechanisms(config: IrcConfig, session: Session) -> tuple[str, ...]:
    """Return the mechanisms that CONFIG allows and that have all they need, best first."""
    has_password = bool(config.account and config.account_password) and session.is_trusted
    is_possible = {
        "EXTERNAL": session.has_tls and config.tls_certificate is not None,
        "ECDSA-NIST256P-CHALLENGE": bool(config.account) and config.sasl_key is not None,
        "SCRAM-SHA-512": has_password,
        "SCRAM-SHA-256": has_password,
        "PLAIN": has_password,
    }
    return tuple(each for each in MECHANISMS if each in config.sasl and is_possible[each])


class External:
    """EXTERNAL: the server knows the bot by its TLS certificate (RFC 4422, appendix A)."""

    is_satisfied = True

    def answer(self, _challenge: bytes) -> bytes:
        """Ask for the account of the certificate."""
        return b""


class Plain:
    """PLAIN: account and password as they are (RFC 4616)."""

    is_satisfied = True

    def __init__(self, account: str, password: str) -> None:
        self._account = account
        self._password = password

    def answer(self, challenge: bytes) -> bytes:
        """Send everything at once. The account goes twice: some services need both fields."""
        if challenge:
            raise CannotAnswer("the server asks for more")
        return "\0".join((self._account, self._account, self._password)).encode()
