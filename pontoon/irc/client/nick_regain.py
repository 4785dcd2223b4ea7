"""Gets the nick that the bot is known by, where somebody else had it when the bot came."""

from collections.abc import Callable

from irctokens.line import Line

from pontoon.irc.casemapping import Fold
from pontoon.irc.client.nickserv import NickServ
from pontoon.irc.isupport import ISupport
from pontoon.irc.reactor import Clock
from pontoon.irc.timing import Timers

LOOK_SECONDS = 60.0
"""How often it is looked whether the nick is free, and the least time between two attempts."""

MOST_SECONDS = 3600.0
"""The most time between two attempts: each that fails doubles it."""

MOST_REQUESTS = 5
"""How often services are asked for the nick in a connection."""

GHOST_SECONDS = 2.0
"""How long services are given to put out whoever has the nick."""

_LOOK, _GHOST = "look", "ghost"


class NickRegain:
    """Watches WANTED, and takes it when it is free: by IRCv3's MONITOR, or else by asking (ISON).

    IS_ME tells whether a nick is the bot's own now, FOLD returns how the server compares nicks,
    COMMAND sends a line. Once the bot is logged in, SERVICES are asked for the nick too: METHOD is
    "regain" or "ghost", or "no" where they are to be left alone.
    """

    def __init__(
        self,
        wanted: str,
        *,
        is_me: Callable[[str], bool],
        fold: Callable[[], Fold],
        clock: Clock,
        command: Callable[[str], None],
        services: NickServ,
        method: str,
        log: Callable[[str], None],
    ) -> None:
        self._wanted = wanted
        self._asked_for = wanted
        self._is_me = is_me
        self._fold = fold
        self._clock = clock
        self._command = command
        self._services = services
        self._method = method
        self._log = log
        self._timers = Timers(clock)
        self._has_monitor = False
        self._is_watched = False
        self._is_free = False
        self._delay = LOOK_SECONDS
        self._not_before = 0.0
        self._has_begun = False
        self._is_looking = False
        self._requests = 0
        self._no_request_before = 0.0
        self.acts: dict[str, Callable[[Line], None]] = {
            "NICK": self._nick_changed,
            "303": self._is_on,
            "730": self._came,
            "731": self._went,
            "734": self._not_watched,
            "900": self._identified,
        }
        """What to do at which message."""

    def begin(self, supported: ISupport) -> None:
        """See to it from now on that the bot has its nick, cut as a server of SUPPORTED cuts it."""
        self._wanted = self._wanted[: supported.nicklen]
        self._has_monitor = supported.has_monitor
        self._has_begun = True
        self._look()

    def stop(self) -> None:
        """Watch no longer: the connection is gone."""
        self._timers.stop()

    def _nick_changed(self, _message: Line) -> None:
        """See whether the bot has its nick now, or has lost it."""
        if not self._has_begun:
            return
        if self._is_mine():
            self._has_it()
        elif not self._is_looking:
            self._look_later()

    def _look_later(self) -> None:
        self._is_looking = True
        self._timers.after(LOOK_SECONDS, _LOOK, self._look)

    def _look(self) -> None:
        if self._is_mine():
            self._has_it()
            return
        self._look_later()
        self._ask_services()
        if not self._has_monitor:
            self._command(f"ISON {self._wanted}")
        elif not self._is_watched:
            self._is_watched = True
            self._command(f"MONITOR + {self._wanted}")
        elif self._is_free:
            self._try()

    def _is_mine(self) -> bool:
        """Tell whether the bot has the nick, be it that the server does not cut it after all."""
        return self._is_me(self._wanted) or self._is_me(self._asked_for)

    def _has_it(self) -> None:
        self._is_looking = False
        self._timers.never_mind(_LOOK)
        self._delay = LOOK_SECONDS
        self._is_free = False
        if self._is_watched:
            self._is_watched = False
            self._command(f"MONITOR - {self._wanted}")

    def _try(self) -> None:
        """Ask for the nick, unless it is the bot's, or was asked for only a while ago."""
        now = self._clock.seconds()
        if self._is_mine() or now < self._not_before:
            return
        self._not_before = now + self._delay
        self._delay = min(2 * self._delay, MOST_SECONDS)
        self._log(f"{self._wanted} is free: taking it")
        self._command(f"NICK {self._wanted}")

    def _ask_services(self) -> None:
        now = self._clock.seconds()
        can_be_asked = self._services.is_identified and self._method != "no"
        is_time = self._requests < MOST_REQUESTS and now >= self._no_request_before
        if not (can_be_asked and is_time) or self._is_mine():
            return
        self._no_request_before = now + LOOK_SECONDS * 2**self._requests
        self._requests += 1
        self._log(f"asking services for {self._wanted}")
        # Who is logged in to the account that owns the nick needs no password for this.
        self._services.say(f"{self._method.upper()} {self._wanted}")
        if self._method == "ghost":
            self._timers.after(GHOST_SECONDS, _GHOST, self._try)

    def _identified(self, _message: Line) -> None:
        """Ask services at once, now that they know the bot, and not only at the next look."""
        if self._has_begun:
            self._ask_services()

    def _is_on(self, message: Line) -> None:
        """Take the nick unless the reply to ISON has it among those that are there."""
        online = " ".join(message.params[1:]).split()
        if not self._has_monitor and not self._names_it(online):
            self._try()

    def _came(self, message: Line) -> None:
        if self._names_it(self._targets(message)):
            self._is_free = False

    def _went(self, message: Line) -> None:
        if self._is_watched and self._names_it(self._targets(message)):
            self._is_free = True
            self._try()

    def _not_watched(self, _message: Line) -> None:
        """Ask from now on: the server watches as many nicks as it cares to."""
        if self._is_watched:
            self._has_monitor = self._is_watched = False

    def _targets(self, message: Line) -> list[str]:
        return [each.partition("!")[0] for each in ",".join(message.params[1:]).split(",")]

    def _names_it(self, nicks: list[str]) -> bool:
        fold = self._fold()
        return fold(self._wanted) in map(fold, nicks)
