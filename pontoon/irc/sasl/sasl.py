"""Login to a network's services by SASL, one mechanism after the other.

https://ircv3.net/specs/extensions/sasl-3.2
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence

from pontoon.irc.config import IrcConfig
from pontoon.irc.sasl import MECHANISMS
from pontoon.irc.sasl.mechanisms import (
    CannotAnswer,
    Distrusted,
    External,
    Plain,
    SaslMechanism,
    usable_mechanisms,
)
from pontoon.irc.sending import Outbox
from pontoon.irc.session import Session

CHUNK = 400
"""Characters of base64 in a line; a shorter line is the last one of a payload."""

LONGEST_CHALLENGE = 8 * CHUNK
"""Characters of base64 in one challenge; the longest that any mechanism needs have 200."""

TELL_PASSWORD = frozenset({"SCRAM-SHA-512", "SCRAM-SHA-256", "PLAIN"})
"""Mechanisms by which a false server learns something about the password."""


def chunks_of(payload: bytes) -> Iterator[str]:
    """Yield PAYLOAD as lines of base64; ``+`` stands for nothing and follows a full last line."""
    text = b64encode(payload).decode()
    for start in range(0, len(text), CHUNK):
        yield text[start : start + CHUNK]
    if len(text) % CHUNK == 0:
        yield "+"


def attempt_by(name: str, config: IrcConfig) -> SaslMechanism:
    """Return a new attempt by the mechanism NAME, one of the usable ones of CONFIG.

    Raise CannotAnswer if the key or the password does not suit it.
    """
    if name == "EXTERNAL":
        return External()
    if name == "PLAIN":
        return Plain(config.account, config.account_password)
    if name.startswith("SCRAM-"):
        # The import takes long, and few networks need it.
        from pontoon.irc.sasl.scram import Scram

        return Scram(name, config.account, config.account_password)
    from pontoon.irc.sasl.ecdsa import Ecdsa

    assert config.sasl_key is not None
    return Ecdsa(config.account, config.sasl_key)


class Sasl:
    """Tries the usable mechanisms of CONFIG. ENDED is called at the end, successful or not."""

    def __init__(
        self, session: Session, outbox: Outbox, config: IrcConfig, ended: Callable[[], None]
    ) -> None:
        self._session = session
        self._log = session.log
        self._send = outbox.ahead
        self._config = config
        self._ended = ended
        self._untried: list[str] = []
        self._name = ""
        self._attempt: SaslMechanism | None = None
        self._received = ""
        self._why_aborted = ""
        self.is_distrustful = False
        """Whether the server has failed its proof, so that it must not get any password."""
        self.has_succeeded = False
        """Whether any attempt has succeeded: a later failure does not log the bot out."""

    def challenged(self, piece: str) -> None:
        """Take a PIECE of a challenge; a short one is the last. ``AUTHENTICATE`` brings it."""
        if (attempt := self._attempt) is None:
            return
        self._received += "" if piece == "+" else piece
        if len(self._received) > LONGEST_CHALLENGE:
            self._abort("the server sends too much")
        elif len(piece) < CHUNK:
            self._answer(attempt)

    def succeeded(self) -> None:
        """Note that the server reports success (903), if it is due."""
        if self._attempt is not None and self._attempt.is_satisfied:
            self._log(f"SASL: logged in by {self._name}")
            self._end(success=True)
        elif self.is_under_way:
            why = self._why_aborted or "the server ended it too early"
            self._distrust(why)
            self._next_after(why)

    def was_logged_in(self) -> None:
        """Note that the bot is logged in already (907)."""
        if self.is_under_way:
            self._log("SASL: logged in already")
            self._end(success=True)

    def mechanisms_are(self, names: str) -> None:
        """Note the mechanisms that the server knows (908); a failure follows, or came before."""
        usable = self._usable(names.upper().split(","))
        self._untried = [each for each in usable if each in self._untried]

    def failed(self, why: str) -> None:
        """Try the next mechanism: the server refuses this one (902, 904, 905, 906)."""
        if self.is_under_way:
            self._next_after(self._why_aborted or why)

    @property
    def is_under_way(self) -> bool:
        """Whether the server still has to answer."""
        return bool(self._name)

    def begin(self, offered: str) -> None:
        """Log in by one of the OFFERED mechanisms, as in ``PLAIN,EXTERNAL``; "" means unknown.

        No attempt may be under way.
        """
        self._untried = self._usable(offered.upper().split(",") if offered else MECHANISMS)
        if not self._untried:
            self._log(f"SASL: the server offers {offered}, none of which the bot can use")
        self._try_next()

    def stop(self, why: str) -> None:
        """End the attempt that is under way, and log WHY."""
        if self.is_under_way:
            self._log(f"SASL: {self._name} was not completed: {why}")
            self._end(success=False)

    def _usable(self, offered: Sequence[str]) -> list[str]:
        usable = usable_mechanisms(self._config, self._session)
        barred = TELL_PASSWORD if self.is_distrustful else frozenset[str]()
        return [each for each in usable if each in offered and each not in barred]

    def _try_next(self) -> None:
        self._received = self._why_aborted = ""
        while self._untried:
            self._name = self._untried.pop(0)
            try:
                self._attempt = attempt_by(self._name, self._config)
            except CannotAnswer as why:
                self._log(f"SASL: {self._name}: {why}")
            else:
                self._send(f"AUTHENTICATE {self._name}")
                return
        self._end(success=False)

    def _end(self, *, success: bool) -> None:
        self._name = ""
        self._attempt = None
        self._untried.clear()
        self.has_succeeded = self.has_succeeded or success
        self._ended()

    def _answer(self, attempt: SaslMechanism) -> None:
        received, self._received = self._received, ""
        try:
            challenge = b64decode(received, validate=True)
        except ValueError:
            self._abort("what the server sends is not base64")
            return
        try:
            payload = attempt.answer(challenge)
        except Distrusted as why:
            self._distrust(str(why))
            self._abort(str(why))
        except CannotAnswer as why:
            self._abort(str(why))
        else:
            for chunk in chunks_of(payload):
                self._send(f"AUTHENTICATE {chunk}")

    def _abort(self, why: str) -> None:
        """Abort the attempt; the server confirms that by a failure."""
        self._attempt = None
        self._why_aborted = why
        self._send("AUTHENTICATE *")

    def _distrust(self, why: str) -> None:
        self.is_distrustful = True
        self._untried = [each for each in self._untried if each not in TELL_PASSWORD]
        self._log(f"SASL: this server gets no password any more: {why}")

    def _next_after(self, why: str) -> None:
        self._log(f"SASL: {self._name} failed: {why}")
        self._try_next()
