"""The mechanisms of SASL that need nothing but what is known: EXTERNAL and PLAIN; and all of them.

The others, which have something to compute, are in modules of their own, and loaded when needed.
"""

from pontoon.irc.sasl.credentials import CannotAnswer, Credentials, SaslMechanism


class External:
    """EXTERNAL: the server knows the bot by its TLS certificate (RFC 4422, appendix A)."""

    is_satisfied = True

    def answer(self, _challenge: bytes) -> bytes:
        """Ask for the account that the certificate stands for."""
        return b""


class Plain:
    """PLAIN: account and password as they are (RFC 4616)."""

    is_satisfied = True

    def __init__(self, account: str, password: str) -> None:
        self._account = account
        self._password = password

    def answer(self, challenge: bytes) -> bytes:
        """Tell all; not all services can do without the account being told twice."""
        if challenge:
            raise CannotAnswer("the server asks for more")
        return "\0".join((self._account, self._account, self._password)).encode()


def attempt_by(name: str, login: Credentials) -> SaslMechanism:
    """Return a new attempt by the mechanism NAME, one of LOGIN's usable ones.

    Raise CannotAnswer where a key or a password is not fit for it.
    """
    if name == "EXTERNAL":
        return External()
    if name == "PLAIN":
        return Plain(login.account, login.password)
    if name.startswith("SCRAM-"):
        # Only needed where it is used, like what it consists of.
        from pontoon.irc.sasl.scram import Scram

        return Scram(name, login.account, login.password)
    from pontoon.irc.sasl.ecdsa import Ecdsa

    assert login.key is not None
    return Ecdsa(login.account, login.key)
