"""What runs the bot, as a service of Twisted, and what starts it and stops it on a signal."""

import os
import signal
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from threading import Thread
from typing import Any, cast

from twisted.application.service import Service
from twisted.internet import reactor as twisted_reactor
from twisted.internet.defer import Deferred
from twisted.internet.task import LoopingCall

from pontoon import __version__
from pontoon.service import logs
from pontoon.service.config.settings import Config
from pontoon.service.connection import CannotListen
from pontoon.service.logs import CannotLog, LogWriter
from pontoon.service.network_app import open_house, open_journal
from pontoon.service.networks import Networks
from pontoon.service.reload import Reloader
from pontoon.service.signals import HangupSignal, ShutdownSignals
from pontoon.service.systemd import SystemdNotifier
from pontoon.storage.atomic_file import beside
from pontoon.storage.players.settlement_queue import SettlementQueue
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.sts_policies import StsPolicies
from pontoon.tables.clock import Clock
from pontoon.text import admin_commands as said_in_office
from pontoon.text import reload as said

__all__ = ["BotService", "CannotListen", "CannotLog", "HangupSignal", "ShutdownSignals", "run"]

reactor: Any = twisted_reactor
"""Twisted gives its reactor no type of its own."""

QUIT_SECONDS = 0.5
"""How long the bot stays when it is ordered to leave."""

LOOK_SECONDS = 5.0
"""How often players.xml is looked at while nobody asks for it."""

Reread = Callable[[], Config]
"""Reads config.ini again; raises CannotStart."""


def run(config: Config, store: PlayerStore, reread: Reread, *, verbose: bool) -> int:
    """Run the bot until SIGTERM or SIGINT stops it; return its exit status.

    SIGHUP has it REREAD config.ini. With VERBOSE the log has every line to and from the server,
    without passwords. Raise CannotListen where there is to be a server inside the bot, and it
    cannot be, JournalError where rounds that are to go on cannot be read, and CannotLog.
    """
    outlet = logs.begin(config.log)
    bot = BotService(config, store, reread, outlet, verbose=verbose)
    bot.startService()
    logs.tell_where(config.log)
    ShutdownSignals(reactor, bot.stopService).await_signal()
    HangupSignal(reactor, bot.reload).await_signal()
    reactor.run(installSignalHandlers=False)
    return 0


class BotService(Service):
    """The bot from its start to its end, whoever brings these about; it can be started once.

    Whoever has the reactor run begins the log, of which OUTLET is what the bot has for itself, if
    anything. The other arguments, CannotListen and JournalError are as for ``run``; where one of
    these is raised nothing has begun.
    """

    name = "pontoon"

    def __init__(
        self,
        config: Config,
        store: PlayerStore,
        reread: Reread,
        outlet: LogWriter | None,
        *,
        verbose: bool,
    ) -> None:
        # Nobody out there can have the cashier write many lines, and each of those is about chips.
        self._settlements = SettlementQueue(store, logs.note)
        clock = Clock(reactor.seconds, reactor.callLater, partial(datetime.now, UTC))
        journal = open_journal(config.players.file, clock.now, logs.note)
        shared = open_house(config, self._settlements, journal, clock, logs.note)
        shared.management = self
        self._began = reactor.seconds()
        policies = StsPolicies(beside(config.players.file, ".sts"), clock.now, logs.note)
        wire = logs.wire if verbose else None
        self._networks = Networks(shared, policies, reactor, logs.note, wire)
        self._reloading = Reloader(reread, shared, self._networks, outlet, logs.note)
        self._looking = LoopingCall(self._look)
        self._readiness = SystemdNotifier(os.environ, reactor, self._networks.state)
        self._left: Deferred[None] | None = None

    def startService(self) -> None:  # noqa: N802 -- Twisted's name
        """Connect as soon as the reactor runs, and go on trying."""
        cast("Any", super()).startService()  # it has no types
        _let_threads_be()
        reactor.callWhenRunning(self._networks.start)
        # Whatever the networks do: nobody should start a bot again because a server is down.
        reactor.callWhenRunning(self._readiness.ready)
        reactor.callWhenRunning(self._looking.start, LOOK_SECONDS, now=False)

    def stopService(self) -> Deferred[None]:  # noqa: N802 -- Twisted's name
        """Leave, and write what is still to be written; fires when that is done, within seconds.

        Whoever asks again is told when the first time is done.
        """
        waiting: Deferred[None] = Deferred()
        if self._left is None:
            cast("Any", super()).stopService()  # it has no types
            self._readiness.stopping()
            self._left = self._networks.stop()
            self._left.addBoth(lambda _: self._close()).addErrback(logs.fault)
        self._left.addBoth(lambda _: waiting.callback(None))
        return waiting

    def reload(self) -> list[str]:
        """Read config.ini again; return, in sentences, what has come of that (see ``Reloader``).

        The log has the same then. While the bot leaves nothing comes of it.
        """
        if self._left is not None:
            return [said.STOPPING]
        self._readiness.reloading()
        try:
            return self._reloading.reload()
        finally:
            self._readiness.ready()

    def status(self) -> list[str]:
        """Return, in sentences, how the bot is: for whoever gives it orders."""
        store = self._settlements.store
        seconds, trouble = reactor.seconds() - self._began, self._settlements.look()
        about = said_in_office.status(__version__, seconds, len(store.players()), trouble)
        return [about, *self._networks.status()]

    def quit(self) -> None:
        """End the program soon, as a signal does: whoever ordered it is answered before."""
        reactor.callLater(QUIT_SECONDS, os.kill, os.getpid(), signal.SIGTERM)

    def _look(self) -> None:
        self._settlements.look()
        self._networks.look()

    def _close(self) -> None:
        if self._looking.running:
            self._looking.stop()
        self._settlements.close()
        self._readiness.close()
        logs.note("stopped")


def _let_threads_be() -> None:
    """Have no thread waited for at the end.

    Twisted uses them to look up names, which cannot be interrupted, and takes long where name
    servers do not answer.
    """
    reactor.getThreadPool().threadFactory = partial(Thread, daemon=True)
    reactor.removeSystemEventTrigger(reactor.threadpoolShutdownID)
