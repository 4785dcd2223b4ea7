"""EXTERNAL and PLAIN, which compute nothing, and the choice of a mechanism by its name.

The other mechanisms are in modules of their own, which are imported only when needed.
"""

from pontoon.irc.sasl.credentials import CannotAnswer, Credentials, SaslMechanism


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


def attempt_by(name: str, login: Credentials) -> SaslMechanism:
    """Return a new attempt by the mechanism NAME, one of the usable ones of LOGIN.

    Raise CannotAnswer if the key or the password does not suit it.
    """
    if name == "EXTERNAL":
        return External()
    if name == "PLAIN":
        return Plain(login.account, login.password)
    if name.startswith("SCRAM-"):
        # The import takes long, and few networks need it.
        from pontoon.irc.sasl.scram import Scram

        return Scram(name, login.account, login.password)
    from pontoon.irc.sasl.ecdsa import Ecdsa

    assert login.key is not None
    return Ecdsa(login.account, login.key)
