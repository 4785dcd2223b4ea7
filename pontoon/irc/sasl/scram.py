"""SCRAM-SHA-256 and -512: both sides prove that they know the password (RFC 5802, RFC 7677)."""

from scramp import ScramClient, ScramException

from pontoon.irc.sasl.mechanisms import CannotAnswer, Distrusted

MOST_ITERATIONS = 1_000_000
"""Rounds of hashing that a server may ask for: the program does nothing else in that time. Services
ask for some ten thousand, which take some hundredths of a second. scramp refuses less than 4,096,
which would make it easy to guess the password (RFC 7677, 4)."""


class Scram:
    """An attempt by MECHANISM with ACCOUNT and PASSWORD. NONCE is for tests; the default is random.

    The constructor raises CannotAnswer if SASLprep does not allow a character in one of them.
    """

    def __init__(
        self, mechanism: str, account: str, password: str, nonce: str | None = None
    ) -> None:
        try:
            self._client = ScramClient([mechanism], account, password, c_nonce=nonce)
        except ScramException as why:
            raise CannotAnswer(f"account or password cannot be used with it: {why}") from None
        self._steps = iter((self._first, self._final, self._verified))
        self.is_satisfied = False

    def answer(self, challenge: bytes) -> bytes:
        """Take the next step. Raise Distrusted if no honest server would send CHALLENGE."""
        if (step := next(self._steps, None)) is None:
            raise Distrusted("the server does not come to an end")
        try:
            return step(challenge.decode()).encode()
        except (ScramException, UnicodeDecodeError) as why:
            if challenge.startswith(b"e="):
                raise CannotAnswer(f"the server reports {why}") from None
            raise Distrusted(str(why)) from None

    def _first(self, challenge: str) -> str:
        if challenge:
            raise Distrusted("the server speaks first")
        return str(self._client.get_client_first())

    def _final(self, challenge: str) -> str:
        self._client.set_server_first(challenge)
        if int(self._client.iterations) > MOST_ITERATIONS:
            raise Distrusted(f"{self._client.iterations} iterations are too many")
        return str(self._client.get_client_final())

    def _verified(self, challenge: str) -> str:
        self._client.set_server_final(challenge)
        self.is_satisfied = True
        return ""
