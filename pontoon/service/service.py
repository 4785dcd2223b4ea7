"""The whole bot, and a function that runs it until a signal stops it."""

import gc
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

from twisted.internet import reactor as twisted_reactor
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.task import LoopingCall

from pontoon import __version__
from pontoon.commands.admins import FaultNotices
from pontoon.service import logs
from pontoon.service.config.settings import Config
from pontoon.service.connection import CannotListen
from pontoon.service.logs import CannotLog, LogWriter
from pontoon.service.networks import Networks
from pontoon.service.reload import reload_config
from pontoon.service.shared import SharedState
from pontoon.service.signals import HangupSignal, ShutdownSignals
from pontoon.service.startup import LOG_FILE, StartupError, fault_in
from pontoon.service.systemd import SystemdNotifier
from pontoon.storage.database import DatabaseError
from pontoon.storage.decks.deck_file import DeckFileError
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.sts_policies import StsPolicies
from pontoon.tables.settlement_queue import SettlementQueue
from pontoon.text import admin_commands as said

reactor: Any = twisted_reactor
"""The reactor of Twisted has no type of its own."""

QUIT_SECONDS = 0.5
"""How long the bot stays after an order to quit, to answer it."""

LOOK_SECONDS = 5.0
"""How often the bot checks players.xml and its networks."""

Reread = Callable[[], Config]
"""Reads config.ini again; raises StartupError."""


def load_tls() -> None:
    """Import what TLS needs. Otherwise the first connection with TLS does that."""
    import_module("pontoon.irc.transport.tls")


def run(config: Config, store: PlayerStore, reread: Reread, *, verbose: bool) -> int:
    """Run the bot until SIGTERM or SIGINT stops it; return its exit status.

    REREAD reads config.ini again, on SIGHUP. With VERBOSE the log has every line of IRC, without
    passwords. CannotListen is raised if the port of the server inside the bot is not available,
    DatabaseError and DeckFileError if the database or its records of decks cannot be used, and
    CannotLog if the log cannot be written.
    """
    outlet = logs.begin(config.log)
    bot = BotService(config, store, reread, outlet, verbose=verbose)
    bot.start()
    logs.tell_where(config.log)
    ShutdownSignals(reactor, bot.stop).await_signal()
    HangupSignal(reactor, bot.reload).await_signal()
    gc.freeze()  # to look for garbage among 1,000 tables and their players would take 0.1 s
    reactor.run(installSignalHandlers=False)
    return 0


@contextmanager
def startup_errors(path: Path) -> Iterator[None]:
    """Raise StartupError if the bot that config.ini (at PATH) describes cannot start."""
    try:
        yield
    except CannotListen as error:
        raise fault_in(path, "[irc] port", error) from error
    except CannotLog as error:
        raise fault_in(path, LOG_FILE, error) from error
    except (DatabaseError, DeckFileError) as error:
        raise StartupError([str(error)]) from error


class BotService:
    """The bot, which can be started once.

    OUTLET is the bot's own writer of the log, if it has one. The other arguments are those of
    ``run``. The constructor raises CannotListen, DatabaseError and DeckFileError as ``run`` does,
    and then has started nothing.
    """

    def __init__(
        self,
        config: Config,
        store: PlayerStore,
        reread: Reread,
        outlet: LogWriter | None,
        *,
        verbose: bool,
    ) -> None:
        # No throttle here: strangers cannot cause many of these lines, which are about chips.
        self._settlements = SettlementQueue(store, logs.note)
        now = partial(datetime.now, UTC)
        shared = SharedState(config, self._settlements, reactor, now, logs.note)
        shared.management = self
        self._began = reactor.seconds()
        policies = StsPolicies(shared.database, now)
        self._networks = Networks(shared, policies, reactor, logs.note, verbose=verbose)
        self._reload = partial(reload_config, reread, shared, self._networks, outlet, logs.note)
        self._players_file = config.players.file
        self._is_auditing = False
        self._database = shared.database
        self._notices = FaultNotices(self._networks.tell_admins, reactor.seconds)
        self._looking = LoopingCall(self._look)
        self._readiness = SystemdNotifier(os.environ, reactor, self._networks.state)
        self._stopped: Deferred[None] | None = None

    def start(self) -> None:
        """Connect as soon as the reactor runs."""
        _make_threads_daemons()
        reactor.callWhenRunning(self._networks.start)
        # Regardless of the networks: a server that is down is no reason to restart the bot.
        reactor.callWhenRunning(self._readiness.ready)
        reactor.callWhenRunning(self._looking.start, LOOK_SECONDS, now=False)

    def stop(self) -> Deferred[None]:
        """Leave all networks and write all files; fires within seconds, when that is done.

        A second call returns a result that fires at the same time.
        """
        waiting: Deferred[None] = Deferred()
        if self._stopped is None:
            self._readiness.stopping()
            self._stopped = self._networks.stop()
            self._stopped.addBoth(lambda _: self._close()).addErrback(logs.fault)
        self._stopped.addBoth(lambda _: waiting.callback(None))
        return waiting

    def reload(self) -> list[str]:
        """Read config.ini again; return sentences about what has changed (see ``reload_config``).

        While the bot is leaving, nothing changes.
        """
        if self._stopped is not None:
            return [said.STOPPING]
        self._readiness.reloading()
        try:
            return self._reload()
        finally:
            self._readiness.ready()

    def status(self) -> list[str]:
        """Return sentences about the state of the bot, for an admin."""
        store = self._settlements.store
        seconds, trouble = reactor.seconds() - self._began, self._settlements.look()
        about = said.status(__version__, seconds, len(store.players()), trouble)
        return [about, *self._networks.status()]

    def set_channels(self, network: str, channels: Sequence[str]) -> bool:
        """Deal in CHANNELS of NETWORK only; return False if no channel can have such a name."""
        return self._networks.set_channels(network, channels)

    def audit(self, told: Callable[[Sequence[str]], None]) -> None:
        """Audit the ledger in a thread, which may take seconds; call TOLD with the result."""
        if self._is_auditing:
            told([said.AUDIT_RUNS])
        elif trouble := self._settlements.look():  # it writes down what was edited by hand
            told([said.FILE_TROUBLE.format(trouble=trouble)])
        else:
            self._is_auditing = True
            auditing = maybeDeferred(_audit, self._players_file)
            auditing.addErrback(
                lambda failure: [said.FILE_TROUBLE.format(trouble=failure.getErrorMessage())]
            )
            auditing.addCallback(self._audited, told).addErrback(logs.fault)

    def _audited(self, lines: Sequence[str], told: Callable[[Sequence[str]], None]) -> None:
        self._is_auditing = False
        told(lines)

    def quit(self) -> None:
        """End the program as SIGTERM does, after ``QUIT_SECONDS``."""
        reactor.callLater(QUIT_SECONDS, os.kill, os.getpid(), signal.SIGTERM)

    def _look(self) -> None:
        if self._database.trouble:  # tables try again, too; but there may be none
            self._database.commit()
        trouble = self._settlements.look()
        self._networks.look()
        faults = self._networks.faults()
        if trouble:
            faults["players.xml"] = said.PLAYERS_FAULT.format(trouble=trouble)
        if self._database.trouble:
            faults["players.db"] = said.DATABASE_FAULT.format(trouble=self._database.trouble)
        self._notices.look(faults)

    def _close(self) -> None:
        if self._looking.running:
            self._looking.stop()
        self._settlements.close()
        self._database.close()
        self._readiness.close()
        logs.note("stopped")


def _audit(players_file: Path) -> Deferred[list[str]]:
    """Audit the ledger of PLAYERS_FILE in a thread; the result is told in sentences."""
    # Imported here: few bots are audited while they run.
    from twisted.internet.threads import deferToThread

    from pontoon.storage.players.audit import audit
    from pontoon.text.reports import summary

    return deferToThread(lambda: summary(audit(players_file)))


def _make_threads_daemons() -> None:
    """Let the program end without waiting for its threads.

    Twisted looks up host names in threads. A lookup cannot be interrupted, and takes long if name
    servers do not answer.
    """
    reactor.getThreadPool().threadFactory = partial(Thread, daemon=True)
    reactor.removeSystemEventTrigger(reactor.threadpoolShutdownID)
