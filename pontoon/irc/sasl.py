"""Login to a network's services by SASL, one mechanism after the other.

https://ircv3.net/specs/extensions/sasl-3.2
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from scramp import ScramClient, ScramException

from pontoon.irc.config import SASL_MECHANISMS
from pontoon.irc.sending import Outbox
from pontoon.irc.session import Session

CHUNK = 400
"""Characters of base64 in a line; a shorter line is the last one of a payload."""

MAX_CHALLENGE = 8 * CHUNK
"""Characters of base64 in one challenge; the longest that any mechanism needs have 200."""

MAX_ITERATIONS = 1_000_000
"""Rounds of hashing that a server may ask for: the program does nothing else in that time. Services
ask for some ten thousand, which take some hundredths of a second. scramp refuses less than 4,096,
which would make it easy to guess the password (RFC 7677, 4)."""

USES_PASSWORD = frozenset({"SCRAM-SHA-512", "SCRAM-SHA-256", "PLAIN"})
"""Mechanisms by which a false server learns something about the password."""


class CannotAnswer(Exception):
    """The mechanism cannot go on; the text says why."""


class Distrusted(CannotAnswer):
    """The server has failed its proof: it must not get any secret."""


class Mechanism(Protocol):
    """One attempt by a mechanism."""

    is_satisfied: bool
    """Whether to believe the server if it now reports success."""

    def answer(self, challenge: bytes) -> bytes:
        """Return the answer to CHALLENGE, the first of which is empty, or raise CannotAnswer."""


class OneMessage:
    """EXTERNAL (RFC 4422, appendix A) or PLAIN (RFC 4616), which send one MESSAGE."""

    is_satisfied = True

    def __init__(self, message: bytes) -> None:
        self._message = message

    def answer(self, challenge: bytes) -> bytes:
        if challenge:
            raise CannotAnswer("the server asks for more")
        return self._message


class Scram:
    """SCRAM-SHA-256 or -512: both sides prove that they know the password (RFC 5802, RFC 7677).

    NONCE is for tests; the default is random. The constructor raises CannotAnswer if SASLprep does
    not allow a character in ACCOUNT or PASSWORD.
    """

    def __init__(self, name: str, account: str, password: str, nonce: str | None = None) -> None:
        try:
            self._client = ScramClient([name], account, password, c_nonce=nonce)
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
        if int(self._client.iterations) > MAX_ITERATIONS:
            raise Distrusted(f"{self._client.iterations} iterations are too many")
        return str(self._client.get_client_final())

    def _verified(self, challenge: str) -> str:
        self._client.set_server_final(challenge)
        self.is_satisfied = True
        return ""


def usable_mechanisms(session: Session) -> tuple[str, ...]:
    """Return the mechanisms that config.ini allows and that have all they need, best first."""
    config = session.config
    usable: set[str] = set()
    if session.has_tls and config.tls_certificate is not None:
        usable.add("EXTERNAL")
    if session.is_trusted and config.account and config.account_password:
        usable |= USES_PASSWORD
    return tuple(each for each in SASL_MECHANISMS if each in usable.intersection(config.sasl))


def attempt_by(name: str, session: Session) -> Mechanism:
    """Return a new attempt by the mechanism NAME, one of the usable ones of SESSION.

    Raise CannotAnswer if the password does not suit it.
    """
    account, password = session.config.account, session.config.account_password
    if name == "EXTERNAL":
        return OneMessage(b"")  # the server knows the account of the certificate
    if name == "PLAIN":
        # The account goes twice: some services need both fields.
        return OneMessage("\0".join((account, account, password)).encode())
    return Scram(name, account, password)


def chunks_of(payload: bytes) -> Iterator[str]:
    """Yield PAYLOAD as lines of base64; ``+`` stands for nothing and follows a full last line."""
    text = b64encode(payload).decode()
    for start in range(0, len(text), CHUNK):
        yield text[start : start + CHUNK]
    if len(text) % CHUNK == 0:
        yield "+"


class Sasl:
    """Tries the usable mechanisms of SESSION. ENDED is called at the end, successful or not."""

    def __init__(self, session: Session, outbox: Outbox, ended: Callable[[], None]) -> None:
        self._session = session
        self._log = session.log
        self._send = outbox.ahead
        self._ended = ended
        self._untried: list[str] = []
        self._name = ""
        self._attempt: Mechanism | None = None
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
        if len(self._received) > MAX_CHALLENGE:
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
        self._untried = self._usable(offered.upper().split(",") if offered else [*SASL_MECHANISMS])
        if not self._untried:
            self._log(f"SASL: the server offers {offered}, none of which the bot can use")
        self._try_next()

    def stop(self, why: str) -> None:
        """End the attempt that is under way, and log WHY."""
        if self.is_under_way:
            self._log(f"SASL: {self._name} was not completed: {why}")
            self._end(success=False)

    def _usable(self, offered: Sequence[str]) -> list[str]:
        usable = usable_mechanisms(self._session)
        barred = USES_PASSWORD if self.is_distrustful else frozenset[str]()
        return [each for each in usable if each in offered and each not in barred]

    def _try_next(self) -> None:
        self._received = self._why_aborted = ""
        while self._untried:
            self._name = self._untried.pop(0)
            try:
                self._attempt = attempt_by(self._name, self._session)
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

    def _answer(self, attempt: Mechanism) -> None:
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
        self._untried = [each for each in self._untried if each not in USES_PASSWORD]
        self._log(f"SASL: this server gets no password any more: {why}")

    def _next_after(self, why: str) -> None:
        self._log(f"SASL: {self._name} failed: {why}")
        self._try_next()
