"""What runs the bot, as a service of Twisted, and what starts it and stops it on a signal."""

from datetime import UTC, datetime
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any, cast

from twisted.application.service import Service
from twisted.internet import reactor as twisted_reactor
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall

from pontoon.cashier import Cashier
from pontoon.clock import Clock
from pontoon.config import Config
from pontoon.irc import log
from pontoon.irc.bot import Bot
from pontoon.irc.connection import CannotListen, Connection, Log, Wire
from pontoon.irc.ending import Ending
from pontoon.irc.restraint import Restrained
from pontoon.opening import open_club, open_journal
from pontoon.store import PlayerStore
from pontoon.text import floor

if TYPE_CHECKING:
    from pontoon.irc.local.home import ConnectionAtHome

__all__ = ["BotService", "CannotListen", "Ending", "run"]

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
    log.begin()
    bot = BotService(config, store, verbose=verbose)
    bot.startService()
    Ending(reactor, bot.stopService).await_signal()
    reactor.run(installSignalHandlers=False)
    return 0


class BotService(Service):
    """The bot from its start to its end, whoever brings these about; it can be started once.

    Whoever has the reactor run has begun the log. Arguments and exceptions are those of ``run``:
    with one of these nothing has begun.
    """

    name = "pontoon"

    def __init__(self, config: Config, store: PlayerStore, *, verbose: bool) -> None:
        # Nobody out there can have the cashier write many lines, and each of those is about chips.
        self._cashier = Cashier(store, log.note)
        self._remark = Restrained(log.note, reactor)
        bot = Bot(config.irc.channels, store, reactor, self._remark)
        clock = Clock(reactor.seconds, reactor.callLater, partial(datetime.now, UTC))
        journal = open_journal(config.players.file, clock.now, log.note)
        bot.club = open_club(config, bot, self._cashier, journal, bot.speak, clock, self._remark)
        self._club = bot.club
        wire = log.wire if verbose else None
        self._connection = _connection(config, bot, store, self._remark, wire)
        self._looking = LoopingCall(self._look)
        self._left: Deferred[None] | None = None

    def startService(self) -> None:  # noqa: N802 -- Twisted's name
        """Connect as soon as the reactor runs, and go on trying."""
        cast("Any", super()).startService()  # it has no types
        _let_threads_be()
        reactor.callWhenRunning(self._connection.start)
        reactor.callWhenRunning(self._looking.start, LOOK_SECONDS, now=False)

    def stopService(self) -> Deferred[None]:  # noqa: N802 -- Twisted's name
        """Leave, and write what is still to be written; fires when that is done, within seconds.

        Whoever asks again is told when the first time is done.
        """
        waiting: Deferred[None] = Deferred()
        if self._left is None:
            cast("Any", super()).stopService()  # it has no types
            self._left = self._connection.stop(floor.CLOSING)
            self._left.addBoth(lambda _: self._close()).addErrback(log.fault)
        self._left.addBoth(lambda _: waiting.callback(None))
        return waiting

    def _look(self) -> None:
        self._cashier.look()
        self._club.look()

    def _close(self) -> None:
        if self._looking.running:
            self._looking.stop()
        self._remark.close()
        self._cashier.close()
        log.note("stopped")


def _connection(
    config: Config, bot: Bot, store: PlayerStore, log: Log, wire: Wire | None
) -> "Connection | ConnectionAtHome":
    if not config.irc.is_local:
        return Connection(config.irc, bot, reactor, log, wire)
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
