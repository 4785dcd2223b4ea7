"""The bot on all its networks. None of them waits for another."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred, DeferredList

from pontoon.irc.config import IrcConfig
from pontoon.service.config.irc_section import section_of
from pontoon.service.connection import CannotListen
from pontoon.service.logs import LogThrottle
from pontoon.service.network import NetworkService
from pontoon.service.shared import SharedState
from pontoon.storage.sts_policies import StsPolicies
from pontoon.text import announcements

Note = Callable[[str, str], None]
"""Takes a line for the log, and its network, or "" if there is only one."""


class Networks:
    """Runs the bot on every network in the config of SHARED.

    POLICIES are the STS policies of servers. REACTOR is Twisted's. NOTE takes a line for each
    event, and with VERBOSE also for each line of IRC. CannotListen is raised if the port of the
    server inside the bot is not available.
    """

    def __init__(
        self,
        shared: SharedState,
        policies: StsPolicies,
        reactor: Any,
        note: Note,
        *,
        verbose: bool,
    ) -> None:
        self._shared = shared
        self._policies = policies
        self._reactor = reactor
        self._note = note
        self._is_verbose = verbose
        self._is_several = len(shared.config.networks) > 1
        self._is_stopping = False
        self._logs: dict[str, LogThrottle] = {}
        self._leaving: dict[str, Deferred[None]] = {}
        """By network that is no longer wanted; each fires when the bot has left."""
        self._to_open: tuple[IrcConfig, ...] = ()
        """The networks that are wanted, but not opened yet."""
        self._complaints: dict[str, str] = {}
        self._here = {irc.network: self._opened(irc) for irc in shared.config.networks}

    def start(self) -> None:
        for each in self._here.values():
            each.start()

    def stop(self) -> Deferred[None]:
        """Leave all networks at once; fires within seconds, when the bot has left.

        The database keeps running rounds for the next start.
        """
        self._is_stopping = True
        left = [each.stop(announcements.CLOSING) for each in self._here.values()]
        all_left: Any = DeferredList([*left, *self._leaving.values()])
        stopped: Deferred[None] = all_left.addCallback(lambda _: self._close_logs())
        return stopped

    def look(self) -> None:
        """Resume paused rounds where possible, and do what had to wait for rounds to end."""
        for each in self._here.values():
            each.look()
        if self._shared.late_section and self._shared.apply_late_rules():
            self._apply_to_networks()
        self._open_wanted()

    def state(self) -> str:
        """Return the state of each connection, in a few words."""
        return "; ".join(each.state for each in self._here.values())

    def status(self) -> list[str]:
        """Return, for each network, the state of the connection and the running rounds."""
        return [each.status() for each in self._here.values()]

    def set_channels(self, network: str, channels: Sequence[str]) -> bool:
        """Deal in CHANNELS of NETWORK only; return False if no channel can have such a name."""
        return self._here[network].set_channels(channels)

    def faults(self) -> dict[str, str]:
        """Return the channels that the bot is not let into, and a sentence about each."""
        found = {}
        for network, each in self._here.items():
            for channel, fault in each.faults().items():
                where = announcements.ON_NETWORK.format(channel=channel, network=network)
                found[where if self._is_several else channel] = fault
        return found

    def tell_admins(self, line: str) -> bool:
        """Tell LINE to the admins on all networks; return False if none is there."""
        told = [each.tell_admins(line) for each in self._here.values()]
        return any(told)

    @property
    def waiting(self) -> Sequence[str]:
        """The sections of the networks that the bot reconnects to once their rounds are over."""
        waiting = [each for each in self._here.values() if each.is_waiting and each.is_playing]
        return [section_of(each.settings.wanted.name) for each in waiting]

    def apply_settings(self) -> None:
        """Leave and open networks, and change those that stay, as the config of SHARED says now.

        The rounds on a network that the bot leaves are stopped, and every stake goes back.
        """
        if self._is_stopping:
            return
        wanted = {irc.network: irc for irc in self._shared.config.networks}
        self._is_several = len(wanted) > 1
        for network in self._here.keys() - wanted.keys():
            self._close(network)
        for network, each in self._here.items():
            each.settings.adopt(wanted[network])
        self._apply_to_networks()
        self._to_open = tuple(irc for key, irc in wanted.items() if key not in self._here)
        self._open_wanted()

    def _apply_to_networks(self) -> None:
        for each in self._here.values():
            each.apply_settings()

    def _close(self, network: str) -> None:
        left = self._here.pop(network).close(announcements.NO_TABLE_ANY_MORE)
        self._leaving[network] = left
        left.addCallback(lambda _: self._closed(network))

    def _closed(self, network: str) -> None:
        del self._leaving[network]
        self._logs.pop(network).close()
        self._open_wanted()

    def _open_wanted(self) -> None:
        """Open the networks that are wanted, once the bot has left the others."""
        # One of the others may have the same name, or occupy the port of the server inside the bot.
        if self._leaving or self._is_stopping:
            return
        for irc in self._to_open:
            try:
                opened = self._opened(irc)
            except CannotListen as why:
                if self._complaints.get(irc.network) != str(why):
                    self._log(irc.network, f"cannot connect: {why}")
                self._complaints[irc.network] = str(why)
            else:
                self._complaints.pop(irc.network, None)
                self._here[irc.network] = opened
                opened.start()
        self._to_open = tuple(irc for irc in self._to_open if irc.network not in self._here)

    def _opened(self, irc: IrcConfig) -> NetworkService:
        log = LogThrottle(partial(self._log, irc.network), self._reactor)
        log = self._logs.setdefault(irc.network, log)
        wire = partial(self._log_wire, irc.network) if self._is_verbose else None
        return NetworkService(irc, self._shared, self._policies, self._reactor, log, wire)

    def _log(self, network: str, event: str) -> None:
        self._note(event, network if self._is_several else "")

    def _log_wire(self, network: str, direction: str, line: str) -> None:
        self._log(network, f"{direction} {line}")

    def _close_logs(self) -> None:
        for log in self._logs.values():
            log.close()
