"""Regains the bot's nick if somebody else had it when the bot connected.

``Registration`` chooses another nick while the bot registers.
"""

from pontoon.irc.client.nickserv import NickServ
from pontoon.irc.line import Line
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import MessageHandler, Session
from pontoon.irc.timing import Timers

LOOK_SECONDS = 60.0
"""How often the bot checks whether the nick is free, and the least time between two attempts."""

MOST_SECONDS = 3600.0
"""The most time between two attempts: each failure doubles the time."""

MOST_REQUESTS = 5
"""How often the bot asks services for the nick in one connection."""

GHOST_SECONDS = 2.0
"""How long the bot gives services to disconnect the user who has the nick."""

_CHECK = "check"


class NickRegain:
    """Watches the wanted nick by IRCv3's MONITOR, or else by ISON, and takes it when it is free.

    Once the bot is logged in, it also asks SERVICES for the nick if config.ini wants that.
    """

    def __init__(self, session: Session, outbox: Outbox, services: NickServ) -> None:
        self._session = session
        self._outbox = outbox
        self._services = services
        self._wanted = self._asked_for = session.me.nick
        self._method = session.config.nickserv_regain
        self._timers = Timers(session.clock)
        self._has_monitor = False
        self._is_watched = False
        self._is_free = False
        self._delay = LOOK_SECONDS
        self._not_before = 0.0
        self._has_begun = False
        self._is_checking = False
        self._requests = 0
        self._no_request_before = 0.0
        self.handlers: dict[str, MessageHandler] = {
            "NICK": self._nick_changed,
            **dict.fromkeys(("303", "730", "731", "734"), self._told),
            "900": self._identified,
        }

    def begin(self) -> None:
        """Watch the nick from now on, cut as the server cuts it (NICKLEN)."""
        isupport = self._session.isupport
        self._wanted = self._wanted[: isupport.nicklen]
        self._has_monitor = isupport.has_monitor
        self._has_begun = True
        self._check()

    def stop(self) -> None:
        self._timers.stop()

    def _nick_changed(self, _message: Line) -> None:
        if not self._has_begun:
            return
        if self._is_mine():
            self._regained()
        elif not self._is_checking:
            self._check_later()

    def _check_later(self) -> None:
        self._is_checking = True
        self._timers.after(LOOK_SECONDS, _CHECK, self._check)

    def _check(self) -> None:
        if self._is_mine():
            self._regained()
            return
        self._check_later()
        self._ask_services()
        if not self._has_monitor:
            self._outbox.command(f"ISON {self._wanted}")
        elif not self._is_watched:
            self._is_watched = True
            self._outbox.command(f"MONITOR + {self._wanted}")
        elif self._is_free:
            self._try()

    def _is_mine(self) -> bool:
        """Tell whether the bot has the nick, cut or not."""
        return self._session.is_me(self._wanted) or self._session.is_me(self._asked_for)

    def _regained(self) -> None:
        self._is_checking = False
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
        can_be_asked = self._services.is_identified and self._method != "no"
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

    def _identified(self, _message: Line) -> None:
        """Ask services now that they know the bot, rather than at the next check."""
        if self._has_begun:
            self._ask_services()

    def _told(self, message: Line) -> None:
        """Act on a reply to ISON (303) or MONITOR, which may name the nick."""
        fold = self._session.fold
        named = ",".join(message.params[1:]).replace(" ", ",").split(",")
        is_named = fold(self._wanted) in [fold(each.partition("!")[0]) for each in named]
        match message.command:
            case "303" if not (is_named or self._has_monitor):
                self._try()
            case "730" if is_named:
                self._is_free = False
            case "731" if is_named and self._is_watched:
                self._is_free = True
                self._try()
            case "734" if self._is_watched:
                # The server's list is full: use ISON from now on.
                self._has_monitor = self._is_watched = False
