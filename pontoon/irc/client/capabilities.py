"""What client and server agree to use beyond RFC 2812: IRCv3's capability negotiation, 302.

https://ircv3.net/specs/extensions/capability-negotiation
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from irctokens.line import Line

from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import Session

WANTED = frozenset(
    {
        *("account-notify", "account-tag", "batch", "cap-notify", "chghost", "extended-join"),
        *("message-tags", "multi-prefix", "server-time", "setname", "userhost-in-names"),
    }
)
"""The capabilities that the bot requests where a server offers them.

It does not request echo-message, which costs time and tells nothing new, nor labeled-response:
the bot can tell the replies to its commands apart without labels.
"""

STS = "sts"
"""A capability that is never requested: only its value counts.

https://ircv3.net/specs/extensions/sts
"""


class Negotiation(Protocol):
    """The negotiation that acts on changes of capabilities."""

    def agreed(self) -> None:
        """Go on: no request is open any more."""

    def renewed(self, name: str) -> None:
        """Note that the server offers NAME (again), or with another value."""

    def lost(self, name: str) -> None:
        """Note that the server has taken NAME away."""

    def sts_policy(self, value: str) -> bool:
        """Act on VALUE of ``sts``; return True if nothing more may be sent."""


class Capabilities:
    """Requests those of WANTED that a server offers, and keeps ``session.capabilities``.

    NEGOTIATION learns of each change.
    """

    def __init__(
        self, session: Session, outbox: Outbox, wanted: frozenset[str], negotiation: Negotiation
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._wanted = wanted
        self._negotiation = negotiation
        self._offered: dict[str, str] = {}
        self._requests: list[frozenset[str]] = []
        self._is_listed = False

    def value(self, name: str) -> str:
        """Return the value that the server gives the capability NAME; "" if it gives none."""
        return self._offered.get(name, "")

    def is_offered(self, name: str) -> bool:
        """Tell whether the server offers the capability NAME, one of the wanted ones."""
        return name in self._offered

    def begin(self) -> None:
        """Ask the server for its capabilities."""
        self._outbox.ahead("CAP LS 302")

    def heard(self, message: Line) -> None:
        """Act on a CAP message."""
        match message.params:
            case [_, subcommand, *rest]:
                more = len(rest) > 1 and rest[0] == "*"
                names = rest[-1].split() if rest else []
                match subcommand.upper():
                    case "LS":
                        self._listed(names, more=more)
                    case "NEW":
                        self._added(names)
                    case "DEL":
                        self._withdrawn(names)
                    case "ACK":
                        self._granted(names, more=more)
                    case "NAK":
                        self._refused(frozenset(names))

    def _listed(self, names: Iterable[str], *, more: bool) -> None:
        if self._offer(names) and not more:
            self._is_listed = True
            self._request_more()

    def _added(self, names: Sequence[str]) -> None:
        if self._offer(names):
            for each in sorted(self._wanted.intersection(_names_of(names))):
                self._negotiation.renewed(each)
            self._request_more()

    def _offer(self, names: Iterable[str]) -> bool:
        """Note the offered NAMES; return False if nothing more may be sent."""
        for each in names:
            name, _, value = each.partition("=")
            if name == STS:
                if self._negotiation.sts_policy(value):
                    return False
            elif name in self._wanted:
                self._offered[name] = value
        return True

    def _request_more(self) -> None:
        asked = self._session.capabilities.union(*self._requests)
        if request := self._offered.keys() - asked:
            self._request(frozenset(request))
        self._finish_if_agreed()

    def _request(self, request: frozenset[str]) -> None:
        self._requests.append(request)
        self._outbox.ahead(f"CAP REQ :{' '.join(sorted(request))}")

    def _granted(self, names: Iterable[str], *, more: bool) -> None:
        """Use what the server grants; old servers put ``~`` or ``=`` before a name."""
        changes = [each.lstrip("~=") for each in names]
        given = self._wanted.intersection(changes)
        asked = frozenset[str]().union(*self._requests)
        self._session.capabilities |= given & asked
        self._requests = [left for each in self._requests if (left := each - given)]
        self._disable(each[1:] for each in changes if each.startswith("-"))
        if not more:
            self._finish_if_agreed()

    def _refused(self, names: frozenset[str]) -> None:
        """Do without NAMES; if several were refused together, request each by itself."""
        meant = (each for each in self._requests if each & names)
        request = next(meant, self._requests[0] if self._requests else None)
        if request is None:
            return
        self._requests.remove(request)
        if len(request) > 1:
            for each in sorted(request):
                self._request(frozenset({each}))
        else:
            for each in request:
                self._offered.pop(each, None)
        self._finish_if_agreed()

    def _withdrawn(self, names: Iterable[str]) -> None:
        gone = self._wanted.intersection(names)
        for each in gone:
            self._offered.pop(each, None)
        self._requests = [left for each in self._requests if (left := each - gone)]
        self._disable(gone)
        self._finish_if_agreed()

    def _disable(self, names: Iterable[str]) -> None:
        for each in sorted(self._session.capabilities.intersection(names)):
            self._session.capabilities -= {each}
            self._negotiation.lost(each)

    def _finish_if_agreed(self) -> None:
        if self._is_listed and not self._requests:
            self._negotiation.agreed()


def _names_of(capabilities: Iterable[str]) -> Iterator[str]:
    return (each.partition("=")[0] for each in capabilities)
