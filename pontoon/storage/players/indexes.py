"""What players are found by besides their nicks; it follows every change."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator

from pontoon.engine.computers import is_computer
from pontoon.irc.casemapping import FOLDS, Fold
from pontoon.irc.masks import read_mask
from pontoon.irc.people import Person
from pontoon.storage.players.nicknames import skeletons
from pontoon.storage.players.player import Player, Refill

Key = tuple[str, ...]
"""What it is that is looked for (account, host and so on), and its value."""


class Index(ABC):
    """The nicks of those of PLAYERS who have a key, by the key."""

    def __init__(self, players: Iterable[Player]) -> None:
        self.nicks: dict[Key, dict[str, None]] = {}
        for player in players:
            for key in self._keys(player):
                self.nicks.setdefault(key, {})[player.nick] = None

    @abstractmethod
    def _keys(self, player: Player) -> Iterable[Key]:
        """Return the keys that PLAYER has."""

    def find(self, *key: str) -> Collection[str]:
        return self.nicks.get(key, ())

    def change(self, before: Player | None, after: Player | None) -> None:
        """Note that the player BEFORE is AFTER now; None for nobody."""
        old = set() if before is None else {(key, before.nick) for key in self._keys(before)}
        new = set() if after is None else {(key, after.nick) for key in self._keys(after)}
        for key, nick in old - new:
            nicks = self.nicks[key]
            del nicks[nick]
            if not nicks:
                del self.nicks[key]
        for key, nick in new - old:
            self.nicks.setdefault(key, {})[nick] = None


class Names(Index):
    """The nicks of players by the skeletons of their nicks and nicknames."""

    def _keys(self, player: Player) -> Iterator[Key]:
        for name in (player.nick, player.nickname):
            if name:
                yield from ((skeleton,) for skeleton in skeletons(name))


_coarse = FOLDS["rfc1459"]
"""Takes all for the same that any server does: who is found is looked at again."""


class Owners(Index):
    """The nicks of players by what tells who they are; FOLD compares accounts."""

    def __init__(self, players: Iterable[Player], fold: Fold) -> None:
        self._fold = fold
        super().__init__(players)

    def _keys(self, player: Player) -> Iterator[Key]:
        if player.refill is not None:
            yield from self._keys_of_refill(player.refill)
        if is_computer(player.nick):  # which nobody is, whatever an admin has written
            return
        for network, account in player.accounts.items():
            yield "account", network, self._fold(account)
            yield "network", network
        for host, _ in player.registered:
            yield "host", host.casefold()
        for mask in map(read_mask, player.masks):
            is_any_nick = "*" in mask.nick or "?" in mask.nick
            end_of_host = mask.host.replace("?", "*").rpartition("*")[2]
            yield "mask", "" if is_any_nick else _coarse(mask.nick), _coarse(end_of_host)

    def _keys_of_refill(self, refill: Refill) -> Iterator[Key]:
        """Yield the keys that refills have in common, one or the other, if one person has both."""
        if refill.account:
            yield "refill", refill.network.casefold(), refill.account.casefold()
        if refill.host:
            yield "refill", refill.host.casefold()

    def of_account(self, network: str, account: str) -> Collection[str]:
        return self.find("account", network, self._fold(account))

    def are_on(self, network: str) -> bool:
        return bool(self.find("network", network))

    def registered_from(self, host: str) -> Collection[str]:
        return self.find("host", host.casefold())

    def perhaps_refilled(self, asked: Refill) -> Collection[str]:
        """Return those whose last refill the person who has ASKED may have been given."""
        return {nick: None for key in self._keys_of_refill(asked) for nick in self.find(*key)}

    def perhaps_masked(self, person: Person) -> Collection[str]:
        """Return those with a mask that may fit PERSON: a few, however many have one."""
        host = _coarse(person.userhost.rpartition("@")[2])
        ends = [host[start:] for start in range(len(host) + 1)]
        keys = (("mask", nick, end) for nick in ("", _coarse(person.nick)) for end in ends)
        return {nick: None for key in keys for nick in self.find(*key)}
