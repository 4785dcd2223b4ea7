"""One attempt to log in by a mechanism of SASL, and how it can fail (RFC 4422)."""

from typing import Protocol


class CannotAnswer(Exception):
    """The mechanism cannot go on; the text says why."""


class Distrusted(CannotAnswer):
    """The server is not what it should be: no secret may be told to it any more."""


class Attempt(Protocol):
    """What a mechanism does, from the first word to the last."""

    is_satisfied: bool
    """Whether the server, if it now says so, may be believed that the bot is logged in."""

    def answer(self, challenge: bytes) -> bytes:
        """Return what to answer to CHALLENGE, the first of which is empty. Raise CannotAnswer."""
