"""Credentials for a network's services, and which connections they may go over."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pontoon.irc.config import MECHANISMS, IrcConfig


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


@dataclass(frozen=True, slots=True)
class Credentials:
    """An ``account`` with services and its ``password``; "" if there is none.

    ``mechanisms`` of SASL are allowed. EXTERNAL needs a connection that ``has_certificate`` of the
    client, ECDSA-NIST256P-CHALLENGE the private ``key`` in that file. ``nickserv`` is the nick that
    gets the password if SASL has not succeeded; "" if none does. If login is ``required``, the bot
    leaves when SASL fails. A password only goes over a connection that ``is_trusted``: TLS to a
    verified server, or a connection inside this machine.
    """

    account: str = ""
    password: str = field(default="", repr=False)
    mechanisms: tuple[str, ...] = MECHANISMS
    key: Path | None = None
    has_certificate: bool = False
    nickserv: str = ""
    required: bool = False
    is_trusted: bool = False

    def usable_mechanisms(self) -> tuple[str, ...]:
        """Return the allowed mechanisms that have all they need, best first."""
        has_password = bool(self.account and self.password) and self.is_trusted
        is_possible = {
            "EXTERNAL": self.has_certificate,
            "ECDSA-NIST256P-CHALLENGE": bool(self.account) and self.key is not None,
            "SCRAM-SHA-512": has_password,
            "SCRAM-SHA-256": has_password,
            "PLAIN": has_password,
        }
        return tuple(each for each in MECHANISMS if each in self.mechanisms and is_possible[each])


def login_of(irc: IrcConfig, *, has_tls: bool, is_trusted: bool) -> Credentials:
    """Return the credentials of IRC, for a connection that HAS_TLS or IS_TRUSTED, or neither."""
    return Credentials(
        account=irc.account,
        password=irc.account_password,
        mechanisms=irc.sasl,
        key=irc.sasl_key,
        has_certificate=has_tls and irc.tls_certificate is not None,
        nickserv=irc.nickserv,
        required=irc.sasl_required,
        is_trusted=is_trusted,
    )


NOBODY = Credentials()
"""No account, over a connection that is not trusted."""
