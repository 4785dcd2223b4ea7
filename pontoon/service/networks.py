"""All networks that the bot is on: each by itself, none waiting for another."""

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
"""Takes a line for the log, and the network that it is about, "" where there is but one."""

WireNote = Callable[[str, str, str], None]
"""Takes which way a line went, the line, and the network likewise."""


class Networks:
    """The bot on every network that SHARED's config.ini has.

    POLICIES are what servers have said of TLS. REACTOR is Twisted's. NOTE takes what is to be
    logged, and WIRE, if given, each line. Raises CannotListen where one of them is a server inside
    the bot, and it cannot be.
    """

    def __init__(
        self,
        shared: SharedState,
        policies: StsPolicies,
        reactor: Any,
        note: Note,
        wire: WireNote | None,
    ) -> None:
        self._shared = shared
        self._policies = policies
        self._reactor = reactor
        self._note = note
        self._wire = wire
        self._is_several = len(shared.config.networks) > 1
        self._is_stopping = False
        self._remarks: dict[str, LogThrottle] = {}
        self._leaving: dict[str, Deferred[None]] = {}
        """Of networks that are not wanted any more; each fires when the bot has left."""
        self._to_come: tuple[IrcConfig, ...] = ()
        """Networks that are wanted, but which the bot is not on yet."""
        self._complaints: dict[str, str] = {}
        self._here = {irc.network: self._opened(irc) for irc in shared.config.networks}

    def start(self) -> None:
        """Connect to all of them, and go on trying."""
        for each in self._here.values():
            each.start()

    def stop(self) -> Deferred[None]:
        """Leave all of them at once; fires when that is done, in seconds.

        Rounds that are being played go on from the journal when the program is started again.
        """
        self._is_stopping = True
        left = [each.stop(announcements.CLOSING) for each in self._here.values()]
        all_left: Deferred[None] = Deferred()
        everywhere: Any = DeferredList([*left, *self._leaving.values()])
        everywhere.addCallback(lambda _: self._all_left(all_left))
        return all_left

    def look(self) -> None:
        """See whether play that pauses can go on, and what waits for rounds to be over."""
        for each in self._here.values():
            each.look()
        if self._shared.is_waiting:
            self._adopt_again()
        self._come()

    def state(self) -> str:
        """Return in a few words how the bot is on each of them."""
        return "; ".join(each.state for each in self._here.values())

    def status(self) -> list[str]:
        """Return how the bot is on each of them, and what is being played."""
        return [each.status() for each in self._here.values()]

    @property
    def waiting(self) -> Sequence[str]:
        """The sections of networks to which the bot connects anew once no round is played there."""
        here = self._here.values()
        return [section_of(each.irc.name) for each in here if each.is_waiting and each.is_playing]

    def adopt(self) -> None:
        """Be on the networks that the shared's config.ini has now, and go by what it has of them.

        From others the bot goes, and rounds there are stopped: every stake goes back.
        """
        if self._is_stopping:
            return
        wanted = {irc.network: irc for irc in self._shared.config.networks}
        self._is_several = len(wanted) > 1
        for network in self._here.keys() - wanted.keys():
            self._go_from(network)
        for network, each in self._here.items():
            each.adopt(wanted[network])
        self._to_come = tuple(irc for key, irc in wanted.items() if key not in self._here)
        self._come()

    def _adopt_again(self) -> None:
        self._shared.adopt(self._shared.config)
        if not self._shared.is_waiting:
            for each in self._here.values():
                each.adopt(each.irc)

    def _go_from(self, network: str) -> None:
        left = self._here.pop(network).close(announcements.NO_TABLE_ANY_MORE)
        self._leaving[network] = left
        left.addCallback(lambda _: self._gone_from(network))

    def _gone_from(self, network: str) -> None:
        del self._leaving[network]
        self._remarks.pop(network).close()
        self._come()

    def _come(self) -> None:
        """Come to networks that are wanted, once the bot has left those that are not."""
        # One of these may have the same name, or its server the port.
        if self._leaving or self._is_stopping:
            return
        for irc in self._to_come:
            try:
                opened = self._opened(irc)
            except CannotListen as why:
                self._complain(irc.network, str(why))
            else:
                self._complaints.pop(irc.network, None)
                self._here[irc.network] = opened
                opened.start()
        self._to_come = tuple(irc for irc in self._to_come if irc.network not in self._here)

    def _opened(self, irc: IrcConfig) -> NetworkService:
        log = self._remarks.get(irc.network)
        if log is None:
            log = LogThrottle(partial(self._log, irc.network), self._reactor)
            self._remarks[irc.network] = log
        wire = None if self._wire is None else partial(self._log_wire, self._wire, irc.network)
        return NetworkService(irc, self._shared, self._policies, self._reactor, log, wire)

    def _complain(self, network: str, why: str) -> None:
        if self._complaints.get(network) != why:
            self._log(network, f"cannot start: {why}")
        self._complaints[network] = why

    def _log(self, network: str, event: str) -> None:
        self._note(event, network if self._is_several else "")

    def _log_wire(self, wire: WireNote, network: str, direction: str, line: str) -> None:
        wire(direction, line, network if self._is_several else "")

    def _all_left(self, all_left: Deferred[None]) -> None:
        for remark in self._remarks.values():
            remark.close()
        all_left.callback(None)
