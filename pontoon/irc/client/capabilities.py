"""What client and server agree to use beyond RFC 2812: IRCv3's capability negotiation, 302.

https://ircv3.net/specs/extensions/capability-negotiation
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from irctokens.line import Line

WANTED = frozenset(
    {
        *("account-notify", "account-tag", "batch", "cap-notify", "chghost", "extended-join"),
        *("message-tags", "multi-prefix", "server-time", "setname", "userhost-in-names"),
    }
)
"""What the bot asks for, where it is offered. Not echo-message, which costs time and tells nothing,
nor labeled-response, as no command is sent here whose reply cannot be told from others."""

STS = "sts"
"""Never asked for: its value is what counts (https://ircv3.net/specs/extensions/sts)."""


class Capabilities:
    """Asks a server for what is WANTED of its capabilities, and knows which are enabled.

    SEND sends a line. AGREED is called whenever nothing is left to ask or to be answered; RENEWED
    before that with each capability that the server offers anew, or with another value, and LOST
    with each that it has taken away. STS_POLICY is told the value of ``sts`` wherever it stands,
    and returns True where nothing more may be said over this connection.
    """

    def __init__(
        self,
        wanted: frozenset[str],
        *,
        send: Callable[[str], None],
        agreed: Callable[[], None],
        renewed: Callable[[str], None],
        lost: Callable[[str], None],
        sts_policy: Callable[[str], bool],
    ) -> None:
        self._wanted = wanted
        self._send = send
        self._agreed = agreed
        self._renewed = renewed
        self._lost = lost
        self._sts_policy = sts_policy
        self._offered: dict[str, str] = {}
        self._enabled: frozenset[str] = frozenset()
        self._requests: list[frozenset[str]] = []
        self._is_listed = False

    @property
    def enabled(self) -> frozenset[str]:
        """The capabilities that are in use on this connection now."""
        return self._enabled

    def value(self, name: str) -> str:
        """Return what the server says of the capability NAME behind its ``=``, "" if nothing."""
        return self._offered.get(name, "")

    def is_offered(self, name: str) -> bool:
        """Tell whether the server offers the capability NAME, which must be a wanted one."""
        return name in self._offered

    def begin(self) -> None:
        """Ask what there is."""
        self._send("CAP LS 302")

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
                        self._taken_away(names)
                    case "ACK":
                        self._acknowledged(names, more=more)
                    case "NAK":
                        self._refused(frozenset(names))

    def _listed(self, names: Iterable[str], *, more: bool) -> None:
        if self._offer(names) and not more:
            self._is_listed = True
            self._ask_for_more()

    def _added(self, names: Sequence[str]) -> None:
        if self._offer(names):
            for each in sorted(self._wanted.intersection(_names_of(names))):
                self._renewed(each)
            self._ask_for_more()

    def _offer(self, names: Iterable[str]) -> bool:
        """Note what is offered; return False where nothing more may be said."""
        for each in names:
            name, _, value = each.partition("=")
            if name == STS:
                if self._sts_policy(value):
                    return False
            elif name in self._wanted:
                self._offered[name] = value
        return True

    def _ask_for_more(self) -> None:
        asked = self._enabled.union(*self._requests)
        if request := self._offered.keys() - asked:
            self._ask(frozenset(request))
        self._look_whether_agreed()

    def _ask(self, request: frozenset[str]) -> None:
        self._requests.append(request)
        self._send(f"CAP REQ :{' '.join(sorted(request))}")

    def _acknowledged(self, names: Iterable[str], *, more: bool) -> None:
        """Use what a server agrees to; old ones put ``~`` or ``=`` before a name."""
        changes = [each.lstrip("~=") for each in names]
        given = self._wanted.intersection(changes)
        asked = frozenset[str]().union(*self._requests)
        self._enabled |= given & asked
        self._requests = [left for each in self._requests if (left := each - given)]
        self._take_away(each[1:] for each in changes if each.startswith("-"))
        if not more:
            self._look_whether_agreed()

    def _refused(self, names: frozenset[str]) -> None:
        """Do without; of what was refused together each may still be given by itself."""
        meant = (each for each in self._requests if each & names)
        request = next(meant, self._requests[0] if self._requests else None)
        if request is None:
            return
        self._requests.remove(request)
        if len(request) > 1:
            for each in sorted(request):
                self._ask(frozenset({each}))
        else:
            for each in request:
                self._offered.pop(each, None)
        self._look_whether_agreed()

    def _taken_away(self, names: Iterable[str]) -> None:
        gone = self._wanted.intersection(names)
        for each in gone:
            self._offered.pop(each, None)
        self._requests = [left for each in self._requests if (left := each - gone)]
        self._take_away(gone)
        self._look_whether_agreed()

    def _take_away(self, names: Iterable[str]) -> None:
        for each in sorted(self._enabled.intersection(names)):
            self._enabled -= {each}
            self._lost(each)

    def _look_whether_agreed(self) -> None:
        if self._is_listed and not self._requests:
            self._agreed()


def _names_of(capabilities: Iterable[str]) -> Iterator[str]:
    return (each.partition("=")[0] for each in capabilities)
