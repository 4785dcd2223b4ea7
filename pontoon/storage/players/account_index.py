"""Whose the services accounts in players.xml are, and which masks and hosts stand there."""

from collections import Counter
from collections.abc import Iterator, Mapping

from pontoon.irc.casemapping import Fold
from pontoon.storage.players.player import Fault, Player
from pontoon.storage.players.player_element import (
    ACCOUNT,
    MASK,
    REGISTERED,
    host_of,
    in_players,
    network_of,
)
from pontoon.storage.players.xml_edit import Element, line_of, text_of, value_of

Masked = Mapping[str, tuple[str, ...]]
"""The masks of those players who have any, by nick."""


class Owners:
    """The owners of accounts in ROOT; nicks and accounts are compared by FOLD.

    Each kind of thing is looked for when it is first asked about; from then on ``change`` has to be
    called with whatever changes.
    """

    def __init__(self, root: Element, fold: Fold) -> None:
        self._root = root
        self._fold = fold
        self._owners: dict[tuple[str, str], str] | None = None
        self._networks: Counter[str] = Counter()
        self._masked: Masked | None = None
        self._hosts: Counter[str] | None = None

    def faults(self) -> Iterator[Fault]:
        """Yield a fault for each account that is not the only one of its player on a network.

        And for each that another player has as well.
        """
        first: dict[tuple[str, str], Element] = {}
        networks: set[tuple[Element, str]] = set()
        for player, account in in_players(self._root, ACCOUNT):
            network = network_of(account)
            known = first.setdefault((network, self._fold(text_of(account))), account)
            where = f" on the network {network}" if network else ""
            if (player, network) in networks:
                reason = f"this is a second account of the same player{where}"
                yield Fault(line_of(account), reason)
            elif known is not account:
                reason = f"the account {text_of(account)} has another player{where}, on line "
                yield Fault(line_of(account), f"{reason}{line_of(known)}")
            networks.add((player, network))

    def find(self, network: str, account: str) -> str | None:
        """Return the nick of the player whose ACCOUNT on NETWORK that is; None if nobody's."""
        return self._all().get((network, self._fold(account)))

    def are_on(self, network: str) -> bool:
        """Tell whether any player has an account on NETWORK."""
        self._all()
        return self._networks[network] > 0

    def masked(self) -> Masked:
        """Return the masks that there are; the same object until any of them may have changed."""
        if self._masked is None:
            found: dict[str, tuple[str, ...]] = {}
            for player, mask in in_players(self._root, MASK):
                nick = value_of(player, "nick")
                found[nick] = (*found.get(nick, ()), text_of(mask))
            self._masked = found
        return self._masked

    def have_registered_from(self, host: str) -> bool:
        """Tell whether any player has registered from HOST, in whatever case."""
        if self._hosts is None:
            found = in_players(self._root, REGISTERED)
            self._hosts = Counter(host_of(each).casefold() for _, each in found)
        return self._hosts[host.casefold()] > 0

    def change(self, before: Player | None, after: Player | None) -> None:
        """Note that what there was of a player is AFTER now; None where there is no such player."""
        if before and after and _telling(before) == _telling(after):
            return
        if before is not None:
            self._forget(before)
        if after is not None:
            self._learn(after)

    def _forget(self, player: Player) -> None:
        if self._owners is not None:
            for network, account in player.accounts.items():
                del self._owners[network, self._fold(account)]
                self._networks[network] -= 1
        if self._masked is not None and player.masks:
            self._masked = {
                nick: each for nick, each in self._masked.items() if nick != player.nick
            }
        if self._hosts is not None:
            self._hosts.subtract(map(str.casefold, player.hosts))

    def _learn(self, player: Player) -> None:
        if self._owners is not None:
            for network, account in player.accounts.items():
                self._owners[network, self._fold(account)] = player.nick
                self._networks[network] += 1
        if self._masked is not None and player.masks:
            self._masked = {**self._masked, player.nick: player.masks}
        if self._hosts is not None:
            self._hosts.update(map(str.casefold, player.hosts))

    def _all(self) -> Mapping[tuple[str, str], str]:
        if self._owners is None:
            self._owners = {
                (network_of(account), self._fold(text_of(account))): value_of(player, "nick")
                for player, account in in_players(self._root, ACCOUNT)
            }
            self._networks = Counter(network for network, _ in self._owners)
        return self._owners


def _telling(player: Player) -> tuple[object, ...]:
    """Return what tells who may play as PLAYER."""
    return player.nick, player.accounts, player.masks, player.hosts
