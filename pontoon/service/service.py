"""The bot on all its networks, and a function that runs it until a signal stops it."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from msgspec.structs import replace
from twisted.internet import reactor as twisted_reactor
from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.task import LoopingCall
from twisted.internet.threads import deferToThread

from pontoon import __version__
from pontoon.commands.admins import FaultNotices
from pontoon.irc.config import IrcConfig
from pontoon.irc.reactor import Background
from pontoon.service import logs
from pontoon.service.background import BackgroundThreads, OddsProcesses, collect_seldom
from pontoon.service.config.changes import sentences
from pontoon.service.config.irc_section import section_of
from pontoon.service.config.settings import Config
from pontoon.service.connection import CannotListen
from pontoon.service.logs import CannotLog, LogThrottle, LogWriter
from pontoon.service.network import Network
from pontoon.service.shared import SharedState
from pontoon.service.signals import reload_on_hangup, stop_on_signals
from pontoon.service.startup import StartupError, fault_in, place_of
from pontoon.service.systemd import SystemdNotifier
from pontoon.storage.players.audit import audit
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.rows import DatabaseError
from pontoon.tables.context import OddsWorkers
from pontoon.tables.settlement_queue import SettlementQueue
from pontoon.text import admin_commands as said
from pontoon.text import announcements
from pontoon.text.reports import summary

reactor: Any = twisted_reactor
"""The reactor of Twisted has no type of its own."""

QUIT_SECONDS = 0.5
"""How long the bot stays after an order to quit, to answer it."""

LOOK_SECONDS = 5.0
"""How often the bot checks players.xml and its networks."""

YIELD_SECONDS = 0.2
"""How often it checks that no other bot may play."""

ODDS_SECONDS = 2.0
"""After so long the processes that work out odds start: to be in the channels comes first."""

FILES_SECONDS = 1.0
"""How often it checks that the database is where it belongs."""


def run(config: Config, store: PlayerStore, reread: Callable[[], Config], *, verbose: bool) -> bool:
    """Run the bot until SIGTERM or SIGINT stops it; return False then.

    True if it has stopped because another one may play with its database: it must stand by.

    REREAD reads config.ini again, on SIGHUP; it raises StartupError. With VERBOSE the log has every
    line of IRC, without passwords. CannotListen is raised if the port of the server inside the bot
    is not available, DatabaseError if the database cannot be used, and CannotLog if the log cannot
    be written.
    """
    log_writer = logs.begin(config.log)
    odds = OddsProcesses(reactor)
    writing, reading = BackgroundThreads(reactor), BackgroundThreads(reactor)
    bot = BotService(
        *(config, store, reread, log_writer, reactor, odds, writing, reading), verbose=verbose
    )
    bot.start()
    logs.tell_where(config.log)
    reactor.addSystemEventTrigger("before", "shutdown", bot.stop)
    stop_on_signals(reactor)
    reload_on_hangup(reactor.callFromThread, bot.reload)
    collect_seldom()
    reactor.callLater(ODDS_SECONDS, odds.start)
    reactor.addSystemEventTrigger("after", "shutdown", odds.stop)
    reactor.run(installSignalHandlers=False)
    return bot.is_superseded


@contextmanager
def startup_errors(path: Path) -> Iterator[None]:
    """Raise StartupError if the bot that config.ini (at PATH) describes cannot start."""
    try:
        yield
    except CannotListen as error:
        raise fault_in(path, "[irc] port", error) from error
    except CannotLog as error:
        raise fault_in(path, "[log] file", error) from error
    except DatabaseError as error:
        raise StartupError([str(error)]) from error


class BotService:
    """The bot on every network in CONFIG, none of which waits for another. It can start once.

    LOG_WRITER is the bot's own writer of the log, if it has one. REACTOR is Twisted's, and
    ODDS, WRITING and READING are what ``SharedState`` has beside it. The other
    arguments are those of ``run``. The constructor raises CannotListen and DatabaseError as ``run``
    does, and then has started nothing.
    """

    def __init__(
        self,
        config: Config,
        store: PlayerStore,
        reread: Callable[[], Config],
        log_writer: LogWriter | None,
        reactor: Any,
        odds: OddsWorkers,
        writing: Background,
        reading: Background,
        *,
        verbose: bool,
    ) -> None:
        # No throttle here: strangers cannot cause many of these lines, which are about chips.
        self._settlements = SettlementQueue(store, logs.info)
        now = partial(datetime.now, UTC)
        self.shared = SharedState(
            config,
            self._settlements,
            reactor,
            odds,
            writing,
            reading,
            now,
            logs.info,
        )
        self.shared.control = self
        self._database = self.shared.database
        self._reread = reread
        self._log_writer = log_writer
        self._reactor = reactor
        self._is_verbose = verbose
        self._is_stopping = False
        self._logged = ""
        """The trouble with the database that the log has last."""
        self.is_superseded = False
        """Whether another bot may play with the database."""
        self._is_auditing = False
        self._began = reactor.seconds()
        self._notices = FaultNotices(self.tell_admins, reactor.seconds)
        self._news: list[str] = []
        """What there was no admin to hear."""
        store.notices = self._report
        self._looking = LoopingCall(self.look)
        self._guarding = LoopingCall(self._guard)
        self._yielding = LoopingCall(self._give_way)
        self._calls = (self._looking, self._guarding, self._yielding)
        for call in self._calls:
            call.clock = reactor
        self._readiness = SystemdNotifier(os.environ, reactor, self.state)
        self._throttles: dict[str, LogThrottle] = {}
        self._leaving: dict[str, Deferred[None]] = {}
        """By network that is no longer wanted; each fires when the bot has left."""
        self._bots = {irc.network: self._new_bot(irc) for irc in config.networks}
        for bot in self._bots.values():
            bot.open()

    def start(self) -> None:
        """Connect as soon as the reactor runs."""
        _make_threads_daemons(self._reactor)
        self._reactor.callWhenRunning(self.connect)

    def connect(self) -> None:
        """Connect to all networks, and log what is out of date in config.ini."""
        self._log_warnings()
        for bot in self._bots.values():
            bot.start()
        # Regardless of the networks: a server that is down is no reason to restart the bot.
        self._readiness.ready()
        self._looking.start(LOOK_SECONDS, now=False)
        self._guarding.start(FILES_SECONDS, now=False)
        if self._database.is_watched:
            self._yielding.start(YIELD_SECONDS, now=False)

    def stop(self) -> Deferred[None]:
        """Leave all networks at once and write all files; fires within seconds, when that is done.

        The database keeps running rounds for the next start.
        """
        self._is_stopping = True
        self._database.hurry()
        if not self.is_superseded:
            self._database.commit()  # so that people hear of what they have done
            # Who stands by again does not stop: systemd would kill it after TimeoutStopSec.
            self._readiness.stopping()
        left = [bot.stop(announcements.CLOSING) for bot in self._bots.values()]
        all_left: Any = DeferredList([*left, *self._leaving.values()])
        stopped: Deferred[None] = all_left.addCallback(lambda _: self._close())
        return stopped.addErrback(logs.fault)

    def _close(self) -> None:
        for each in self._calls:
            if each.running:
                each.stop()
        for throttle in self._throttles.values():
            throttle.close()
        if not self.is_superseded:
            self._settlements.close()
            self._database.close()
        self._readiness.close()
        logs.info("stopped")

    def look(self) -> None:
        """Do what had to wait, and tell admins of new faults."""
        if not self._database.try_again():  # tables try, too; but there may be none
            self._database.when_mended(self._look_at_tables)
        trouble = self._settlements.look()
        self._look_at_tables()
        if self.shared.late_section and self.shared.apply_late_rules():
            for bot in self._bots.values():
                bot.apply_settings()
        self._open_wanted()
        faults = self.channel_faults()
        if trouble:
            faults["players.xml"] = said.PLAYERS_FAULT.format(trouble=trouble)
        if fault := self._database_fault():
            faults["players.db"] = fault
        self._notices.look(faults)
        self._news = [line for line in self._news if not self.tell_admins(line)]

    def _look_at_tables(self) -> None:
        for bot in self._bots.values():
            bot.look()

    def _report(self, line: str) -> None:
        """Log LINE, and have admins hear it as soon as one is there."""
        logs.info(line)
        self._news.append(line)

    def _database_fault(self) -> str:
        """Say why the database cannot be written, and what an admin can do; "" if it can."""
        database = self._database
        if not database.trouble:
            return ""
        trouble = "; ".join(filter(None, (database.trouble, database.remedy)))
        return said.DATABASE_FAULT.format(name=database.name, trouble=trouble)

    def _guard(self) -> None:
        """Have play pause at once if the database is no longer where it belongs, and log that."""
        self._database.look(self._looked)
        self._log_trouble()  # the thread may be waiting for an answer

    def _looked(self) -> None:
        if self._database.trouble:
            self._log_trouble()

    def _log_trouble(self) -> None:
        if self._database.trouble != self._logged:
            self._logged = self._database.trouble
            logs.info(
                self._database_fault() or said.DATABASE_MENDED.format(name=self._database.name)
            )
            self.look()

    def _give_way(self) -> None:
        """Leave if another bot may play now: nothing that this one writes counts."""
        if self._database.is_lost and not self._is_stopping:
            self.is_superseded = True
            logs.info(": ".join(filter(None, (said.GIVING_WAY, self._database.trouble))))
            self._reactor.stop()

    def channel_faults(self) -> dict[str, str]:
        """Return the channels that the bot is not let into, and a sentence about each."""
        faults = {}
        for network, bot in self._bots.items():
            for channel, why in bot.refusals.items():
                where = announcements.ON_NETWORK.format(channel=channel, network=network)
                fault = said.JOIN_FAULT.format(channel=channel, why=why)
                faults[where if self._is_several else channel] = fault
        return faults

    def tell_admins(self, line: str) -> bool:
        """Tell LINE to the admins on all networks; return False if none is there."""
        told = [bot.tell_admins(line) for bot in self._bots.values()]
        return any(told)

    def state(self) -> str:
        """Return the state of each connection, in a few words."""
        return "; ".join(bot.state for bot in self._bots.values())

    # What admins can do

    def reload(self) -> list[str]:
        """Read config.ini again and apply it; return sentences about what applies when.

        A config.ini with a fault changes nothing; while the bot is leaving, nothing changes. The
        log gets the sentences, or every fault.
        """
        if self._is_stopping:
            return [said.STOPPING]
        self._readiness.reloading()
        try:
            log = told = self._reload()
        except StartupError as error:
            log, told = [*error.faults, said.NOT_TAKEN], [said.not_taken(error.faults)]
        else:
            self._log_warnings()
        finally:
            self._readiness.ready()
        for line in log:
            logs.info(line)
        return told

    def _log_warnings(self) -> None:
        for warning in self.shared.config.warnings:
            logs.info(str(warning))

    def _reload(self) -> list[str]:
        before, writer = self.shared.config, self._log_writer
        config = self._reread()
        try:
            if writer is not None and config.log != before.log:
                writer.open(config.log)
        except CannotLog as error:
            raise StartupError([f"[log] file: {error}"]) from error
        # Another file of players or database would need other locks.
        kept = before.players
        players = replace(
            config.players, file=kept.file, database=kept.database, takeover=kept.takeover
        )
        applied = replace(config, log=config.log if writer else before.log, players=players)
        self.shared.config = applied
        self.shared.apply_late_rules()
        self._apply_networks()
        waiting = [
            section_of(bot.settings.wanted.name)
            for bot in self._bots.values()
            if bot.settings.needs_reconnect and bot.croupiers.is_playing
        ]
        late = self.shared.late_section
        return [*sentences(before, applied, config, late, waiting)] or [said.NOTHING_CHANGED]

    def _apply_networks(self) -> None:
        """Leave and open networks, and change those that stay, as config.ini says now.

        The rounds on a network that the bot leaves are stopped, and every stake goes back.
        """
        wanted = {irc.network: irc for irc in self.shared.config.networks}
        gone = self._bots.keys() - wanted.keys()
        left = {each: self._bots.pop(each).close(announcements.NO_TABLE_ANY_MORE) for each in gone}
        self._leaving |= left
        for network, leaving in left.items():
            leaving.addCallback(partial(self._left, network))
        for network, bot in self._bots.items():
            bot.settings.adopt(wanted[network])
            bot.apply_settings()
        self._open_wanted()

    def status(self) -> list[str]:
        """Return sentences about the state of the bot, its connections and its rounds."""
        store = self._settlements.store
        seconds, trouble = self._reactor.seconds() - self._began, self._settlements.look()
        return [
            said.status(__version__, seconds, len(store.players()), trouble),
            *filter(None, [self._database_fault()]),
            *(said.network(bot.state, bot.croupiers.rounds()) for bot in self._bots.values()),
        ]

    async def rescue(self) -> str:
        """Write the open database back to its path; return what came of it."""
        if not self._database.can_be_rescued:
            return said.NOTHING_TO_RESCUE
        try:
            await self._database.rescue()
        except DatabaseError as error:
            return said.NOT_RESCUED.format(why=error)
        self.look()
        return said.RESCUED

    def set_channels(self, network: str, channels: Sequence[str]) -> bool:
        """Deal in CHANNELS of NETWORK only; return False if no channel can have such a name."""
        return self._bots[network].set_channels(channels)

    def audit(self, told: Callable[[Sequence[str]], None]) -> None:
        """Audit the ledger in a thread, which may take seconds; call TOLD with the result."""
        if self._is_auditing:
            told([said.AUDIT_RUNS])
            return
        if trouble := self._settlements.look():  # it writes down what was edited by hand
            told([said.FILE_TROUBLE.format(trouble=trouble)])
            return

        def end(lines: Sequence[str]) -> None:
            self._is_auditing = False
            told(lines)

        self._is_auditing = True
        auditing = deferToThread(lambda: summary(audit(place_of(self.shared.config.players))))
        auditing.addErrback(
            lambda failure: [said.FILE_TROUBLE.format(trouble=failure.getErrorMessage())]
        )
        auditing.addCallback(end).addErrback(logs.fault)

    def quit(self) -> None:
        """End the program as SIGTERM does, after ``QUIT_SECONDS``."""
        self._reactor.callLater(QUIT_SECONDS, os.kill, os.getpid(), signal.SIGTERM)

    # Networks that come and go

    def _left(self, network: str, _: object) -> None:
        del self._leaving[network]
        self._throttles.pop(network).close()
        self._open_wanted()

    def _open_wanted(self) -> None:
        """Open the networks that are wanted, once the bot has left the others."""
        # One of the others may have the same name, or occupy the port of the server inside the bot.
        if self._leaving or self._is_stopping:
            return
        for irc in self.shared.config.networks:
            if irc.network not in self._bots:
                self._bots[irc.network] = bot = self._new_bot(irc)
                bot.look()

    def _new_bot(self, irc: IrcConfig) -> Network:
        log = partial(self._log, irc.network)
        self._throttles[irc.network] = throttle = LogThrottle(log, self._reactor)
        wire = (lambda direction, line: log(f"{direction} {line}")) if self._is_verbose else None
        return Network(self.shared, irc, self._reactor, throttle, wire)

    @property
    def _is_several(self) -> bool:
        return len(self.shared.config.networks) > 1

    def _log(self, network: str, event: str) -> None:
        logs.info(event, network if self._is_several else "")


def _make_threads_daemons(reactor: Any) -> None:
    """Let the program end without waiting for its threads.

    Twisted looks up host names in threads. A lookup cannot be interrupted, and takes long if name
    servers do not answer.
    """
    reactor.getThreadPool().threadFactory = partial(Thread, daemon=True)
    reactor.removeSystemEventTrigger(reactor.threadpoolShutdownID)
