"""What the bot logs in to a network's services with, and where that may go."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pontoon.irc.config import MECHANISMS, IrcConfig


class CannotAnswer(Exception):
    """The mechanism cannot go on; the text says why."""


class Distrusted(CannotAnswer):
    """The server is not what it should be: no secret may be told to it any more."""


class SaslMechanism(Protocol):
    """What a mechanism does, from the first word to the last."""

    is_satisfied: bool
    """Whether the server, if it now says so, may be believed that the bot is logged in."""

    def answer(self, challenge: bytes) -> bytes:
        """Return what to answer to CHALLENGE, the first of which is empty. Raise CannotAnswer."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """An ACCOUNT with services and its PASSWORD, "" where there is none.

    MECHANISMS of SASL are allowed: EXTERNAL where the connection HAS_CERTIFICATE of a client's,
    ECDSA-NIST256P-CHALLENGE with the private KEY in that file. NICKSERV is the nick that is told
    the password where SASL has not succeeded ("": nobody is). With REQUIRED the bot does not stay
    where SASL does not succeed. A password only goes over a connection that IS_TRUSTED: one of TLS
    to a server that was verified, or one that does not leave this machine.
    """

    account: str = ""
    password: str = field(default="", repr=False)
    mechanisms: tuple[str, ...] = MECHANISMS
    key: Path | None = None
    has_certificate: bool = False
    nickserv: str = ""
    required: bool = False
    is_trusted: bool = False

    @property
    def may_tell_password(self) -> bool:
        """Whether there is a password of an account, and a connection that it may go over."""
        return bool(self.password) and self.is_trusted

    def usable_mechanisms(self) -> tuple[str, ...]:
        """Return the allowed mechanisms for which everything is there, best first."""
        has_password = bool(self.account) and self.may_tell_password
        is_possible = {
            "EXTERNAL": self.has_certificate,
            "ECDSA-NIST256P-CHALLENGE": bool(self.account) and self.key is not None,
            "SCRAM-SHA-512": has_password,
            "SCRAM-SHA-256": has_password,
            "PLAIN": has_password,
        }
        return tuple(each for each in MECHANISMS if each in self.mechanisms and is_possible[each])


def login_of(irc: IrcConfig, *, has_tls: bool, is_trusted: bool) -> Credentials:
    """Return what IRC says of logging in, over a connection that HAS_TLS or IS_TRUSTED, or not."""
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
