"""Runs the bot: puts it together, and stops it on a signal."""

import signal
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

from twisted.internet import reactor as twisted_reactor
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall

from pontoon.atomicfile import beside
from pontoon.cashier import Cashier
from pontoon.clock import Clock
from pontoon.config import Config
from pontoon.irc import log
from pontoon.irc.bot import Bot
from pontoon.irc.connection import CannotListen, Connection, Log, Wire
from pontoon.irc.restraint import Restrained
from pontoon.irc.stspolicies import StsPolicies
from pontoon.opening import open_club, open_journal
from pontoon.store import PlayerStore
from pontoon.text import floor

if TYPE_CHECKING:
    from pontoon.irc.local.home import ConnectionAtHome

__all__ = ["CannotListen", "run"]

reactor: Any = twisted_reactor
"""Twisted gives its reactor no type of its own."""

LOOK_SECONDS = 5.0
"""How often players.xml is looked at while nobody asks for it."""


def run(config: Config, store: PlayerStore, *, verbose: bool) -> int:
    """Run the bot until SIGTERM or SIGINT stops it; return its exit status.

    With VERBOSE the log has every line to and from the server, without passwords. Raise
    CannotListen where there is to be a server inside the bot, and it cannot be, and JournalError
    where rounds that are to go on cannot be read.
    """
    logger = log.begin()

    def note(event: str) -> None:
        logger.info("{event}", event=event)

    def wire(direction: str, line: str) -> None:
        logger.info("{direction} {line}", direction=direction, line=line)

    # Nobody out there can have the cashier write many lines, and each of those is about chips.
    cashier = Cashier(store, note)
    remark = Restrained(note, reactor)
    bot = Bot(config.irc.channels, store, reactor, remark)
    clock = Clock(reactor.seconds, reactor.callLater, partial(datetime.now, UTC))
    journal = open_journal(config.players.file, clock.now, note)
    bot.club = open_club(config, bot, cashier, journal, bot.speak, clock, remark)
    policies = StsPolicies(beside(config.players.file, ".sts"), clock.now, note)
    connection = _connection(config, bot, store, policies, remark, wire if verbose else None)

    def look() -> None:
        cashier.look()
        bot.club.look()

    looking = LoopingCall(look)
    reactor.callWhenRunning(connection.start)
    reactor.callWhenRunning(looking.start, LOOK_SECONDS, now=False)

    _let_threads_be()
    Ending(reactor, lambda: connection.stop(floor.CLOSING)).await_signal()
    reactor.run(installSignalHandlers=False)
    remark.close()
    cashier.close()
    note("stopped")
    return 0


def _connection(
    config: Config,
    bot: Bot,
    store: PlayerStore,
    policies: StsPolicies,
    log: Log,
    wire: Wire | None,
) -> "Connection | ConnectionAtHome":
    if not config.irc.is_local:
        return Connection(config.irc, bot, reactor, log, wire, policies)
    # A bot on a network has no use for all that a server consists of.
    from pontoon.irc.local.home import ConnectionAtHome

    def nicks() -> list[str]:
        return [each.nick for each in store.players()]

    return ConnectionAtHome(config.irc, bot, reactor, log, wire, players=nicks)


def _let_threads_be() -> None:
    """Have no thread waited for at the end.

    Twisted uses them to look up names, which cannot be interrupted, and takes long where name
    servers do not answer.
    """
    reactor.getThreadPool().threadFactory = partial(Thread, daemon=True)
    reactor.removeSystemEventTrigger(reactor.threadpoolShutdownID)


class Ending:
    """Ends the bot in good order on the first SIGTERM or SIGINT; a second one changes nothing.

    LEAVE begins to leave the server, and its result fires when REACTOR can be stopped.
    """

    def __init__(self, reactor: Any, leave: Callable[[], Deferred[None]]) -> None:
        self._reactor = reactor
        self._leave = leave
        self._has_begun = False

    def await_signal(self) -> None:
        """Be told of signals from now on."""
        _handle_signals(self.signalled)

    def signalled(self, *_: object) -> None:
        """Begin soon, outside of what the signal has interrupted."""
        # Another signal may be under way already, and Python complains of one that is ignored then.
        _handle_signals(_let_be)
        self._reactor.callFromThread(self.begin)

    def begin(self) -> None:
        """Leave, and then stop; two signals at the same moment bring us here twice."""
        # Ignored from now on to the very end: Python drops handlers of its own before it exits.
        _handle_signals(signal.SIG_IGN)
        if not self._has_begun:
            self._has_begun = True
            self._leave().addBoth(lambda _: self._reactor.stop())


def _let_be(*_: object) -> None:
    """Do nothing about a signal: an earlier one is being obeyed."""


def _handle_signals(handler: Any) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, handler)
