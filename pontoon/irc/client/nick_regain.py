"""Regains the bot's nick if somebody else had it when the bot connected.

``Registration`` chooses another nick while the bot registers.
"""

from pontoon.irc.client.nickserv import NickServ
from pontoon.irc.line import Line
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import Session

LOOK_SECONDS = 60.0
"""How often the bot checks whether the nick is free, and the least time between two attempts."""

MOST_SECONDS = 3600.0
"""The most time between two attempts: each failure doubles the time."""

MOST_REQUESTS = 5
"""How often the bot asks services for the nick in one connection."""

GHOST_SECONDS = 2.0
"""How long the bot gives services to disconnect the user who has the nick."""

_CHECK = "nick"
"""The timer for the next check."""


class NickRegain:
    """Watches the wanted nick by IRCv3's MONITOR, or else by ISON, and takes it when it is free.

    Once the bot is logged in, it also asks SERVICES for the nick if config.ini wants that.
    """

    def __init__(self, session: Session, outbox: Outbox, services: NickServ) -> None:
        self._session = session
        self._outbox = outbox
        self._services = services
        self._method = session.config.nickserv_regain
        self._timers = session.timers
        self._has_begun = False
        self._is_list_full = False
        """Whether the server watches no more nicks, so that the bot has to ask."""
        self._is_watched = False
        self._is_free = False
        self._delay = LOOK_SECONDS
        self._not_before = 0.0
        self._requests = 0
        self._no_request_before = 0.0

    def begin(self) -> None:
        """Watch the nick from now on."""
        self._has_begun = True
        self._check()

    def handle(self, message: Line) -> None:
        if not self._has_begun:
            return
        match message.command, message.params:
            case "NICK", _ if self._is_mine():
                self._regained()
            case "NICK", _ if _CHECK not in self._timers:
                self._timers.after(LOOK_SECONDS, _CHECK, self._check)
            case "900", _:
                # Services know the bot now: it need not wait for the next check.
                self._ask_services()
            case "303", params if not (self._is_in(params) or self._has_monitor):
                self._try()
            case "730", params if self._is_in(params):
                self._is_free = False
            case "731", params if self._is_in(params) and self._is_watched:
                self._is_free = True
                self._try()
            case "734", _ if self._is_watched:
                self._is_list_full = True
                self._is_watched = False

    @property
    def _wanted(self) -> str:
        """The nick in config.ini, cut as the server cuts it."""
        return self._session.config.nickname[: self._session.isupport.nicklen]

    @property
    def _has_monitor(self) -> bool:
        return self._session.isupport.has_monitor and not self._is_list_full

    def _is_mine(self) -> bool:
        """Tell whether the bot has the nick, cut or not."""
        is_me = self._session.is_me
        return is_me(self._wanted) or is_me(self._session.config.nickname)

    def _is_in(self, params: list[str]) -> bool:
        """Tell whether PARAMS of a reply to ISON or MONITOR name the nick."""
        named = ",".join(params[1:]).replace(" ", ",").split(",")
        return any(self._session.is_same(self._wanted, each.partition("!")[0]) for each in named)

    def _check(self) -> None:
        if self._is_mine():
            self._regained()
            return
        self._timers.after(LOOK_SECONDS, _CHECK, self._check)
        self._ask_services()
        if not self._has_monitor:
            self._outbox.command(f"ISON {self._wanted}")
        elif not self._is_watched:
            self._is_watched = True
            self._outbox.command(f"MONITOR + {self._wanted}")
        elif self._is_free:
            self._try()

    def _regained(self) -> None:
        self._timers.cancel(_CHECK)
        self._delay = LOOK_SECONDS
        self._is_free = False
        if self._is_watched:
            self._is_watched = False
            self._outbox.command(f"MONITOR - {self._wanted}")

    def _try(self) -> None:
        """Ask for the nick, unless the bot has it or asked for it only a while ago."""
        now = self._session.clock.seconds()
        if self._is_mine() or now < self._not_before:
            return
        self._not_before = now + self._delay
        self._delay = min(2 * self._delay, MOST_SECONDS)
        self._session.log(f"{self._wanted} is free: taking it")
        self._outbox.command(f"NICK {self._wanted}")

    def _ask_services(self) -> None:
        now = self._session.clock.seconds()
        can_be_asked = self._services.account is not None and self._method != "no"
        is_time = self._requests < MOST_REQUESTS and now >= self._no_request_before
        if not (can_be_asked and is_time) or self._is_mine():
            return
        self._no_request_before = now + LOOK_SECONDS * 2**self._requests
        self._requests += 1
        self._session.log(f"asking services for {self._wanted}")
        # Services want no password from a user who is logged in to the owner's account.
        self._services.say(f"{self._method.upper()} {self._wanted}")
        if self._method == "ghost":
            self._timers.after(GHOST_SECONDS, "ghost", self._try)
