"""Whose the services accounts in players.xml are, and which masks stand there."""

from collections.abc import Iterator, Mapping

from pontoon.casemapping import Fold
from pontoon.elements import Element, line_of, text_of, value_of
from pontoon.entry import ACCOUNT, MASK, network_of
from pontoon.player import Fault

Masked = Mapping[str, tuple[str, ...]]
"""The masks of those players who have any, by nick."""


class Owners:
    """The owners of accounts in ROOT; nicks and accounts are compared by FOLD.

    What is found is remembered until ``forget``, to be called when any of it may have changed.
    """

    def __init__(self, root: Element, fold: Fold) -> None:
        self._root = root
        self._fold = fold
        self._owners: dict[tuple[str, str], str] | None = None
        self._masked: Masked | None = None

    def faults(self) -> Iterator[Fault]:
        """Yield a fault for each account that is not the only one of its player on a network.

        And for each that another player has as well.
        """
        first: dict[tuple[str, str], Element] = {}
        networks: set[tuple[Element, str]] = set()
        for account in self._root.xpath(f"player/{ACCOUNT}"):
            network, player = network_of(account), account.getparent()
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
        return any(each == network for each, _ in self._all())

    def masked(self) -> Masked:
        """Return the masks that there are; the same object until any of them may have changed."""
        if self._masked is None:
            found: dict[str, tuple[str, ...]] = {}
            for mask in self._root.xpath(f"player/{MASK}"):
                nick = value_of(mask.getparent(), "nick")
                found[nick] = (*found.get(nick, ()), text_of(mask))
            self._masked = found
        return self._masked

    def forget(self) -> None:
        """Look for all of it again, the next time."""
        self._owners = self._masked = None

    def _all(self) -> Mapping[tuple[str, str], str]:
        if self._owners is None:
            self._owners = {
                (network_of(each), self._fold(text_of(each))): value_of(each.getparent(), "nick")
                for each in self._root.xpath(f"player/{ACCOUNT}")
            }
        return self._owners
