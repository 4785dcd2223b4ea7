"""Indexes of players.xml: services accounts, refills, results, kitties, and names."""

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from pontoon.engine.events import Kitty
from pontoon.irc.casemapping import Fold
from pontoon.storage.players import xml_edit
from pontoon.storage.players.nicknames import skeletons
from pontoon.storage.players.player import (
    Balances,
    Fault,
    KittyKey,
    LedgerAccount,
    Player,
    Refill,
)
from pontoon.storage.players.player_element import (
    ACCOUNT,
    MASK,
    REFILL,
    REGISTERED,
    host_of,
    in_players,
    network_of,
    refill_of,
)
from pontoon.storage.players.xml_edit import Element, line_of, text_of, value_of

Masked = Mapping[str, tuple[str, ...]]
"""The masks of those players who have any, by nick."""


class AccountIndex:
    """The services accounts, masks and hosts of the players in ROOT; FOLD compares names.

    Each kind is collected when it is first asked for, and kept up to date by ``change``.
    """

    def __init__(self, root: Element, fold: Fold) -> None:
        self._root = root
        self._fold = fold
        self._owners: dict[tuple[str, str], str] | None = None
        self._networks: Counter[str] = Counter()
        self._masked: Masked | None = None
        self._hosts: Counter[str] | None = None

    def faults(self) -> Iterator[Fault]:
        """Yield a fault for each second account of a player, or second player of an account."""
        first: dict[tuple[str, str], Element] = {}
        networks: set[tuple[Element, str]] = set()
        for player, account in in_players(self._root, ACCOUNT):
            network = network_of(account)
            known = first.setdefault((network, self._fold(text_of(account))), account)
            where = f" on the network {network}" if network else ""
            if (player, network) in networks:
                reason = f"this is a second account for the same player{where}"
                yield Fault(line_of(account), reason)
            elif known is not account:
                reason = f"the account {text_of(account)} already belongs to another player{where}"
                yield Fault(line_of(account), f"{reason}, on line {line_of(known)}")
            networks.add((player, network))

    def find(self, network: str, account: str) -> str | None:
        return self._all().get((network, self._fold(account)))

    def are_on(self, network: str) -> bool:
        self._all()
        return self._networks[network] > 0

    def masked(self) -> Masked:
        """Return all masks; the same object as long as none of them has changed."""
        if self._masked is None:
            found: dict[str, tuple[str, ...]] = {}
            for player, mask in in_players(self._root, MASK):
                nick = value_of(player, "nick")
                found[nick] = (*found.get(nick, ()), text_of(mask))
            self._masked = found
        return self._masked

    def have_registered_from(self, host: str) -> bool:
        if self._hosts is None:
            found = in_players(self._root, REGISTERED)
            self._hosts = Counter(host_of(each).casefold() for _, each in found)
        return self._hosts[host.casefold()] > 0

    def change(self, before: Player | None, after: Player | None) -> None:
        """Note that the player BEFORE is AFTER now; None for nobody."""
        if before and after and _identity(before) == _identity(after):
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
            others = self._masked.items()
            self._masked = {nick: masks for nick, masks in others if nick != player.nick}
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


def _identity(player: Player) -> tuple[object, ...]:
    """Return what decides who may play as PLAYER."""
    return player.nick, player.accounts, player.masks, player.hosts


class RefillIndex:
    """The last refills of the players in ROOT, by account and by host.

    They are collected when they are first asked for, and kept up to date by ``change``.
    """

    def __init__(self, root: Element) -> None:
        self._root = root
        self._refills: dict[tuple[str, ...], dict[str, Refill]] | None = None

    def of_same(self, asked: Refill) -> Iterator[Refill]:
        """Yield the last refills that may have been given to the person who has ASKED."""
        if self._refills is None:
            self._refills = {}
            for player, element in in_players(self._root, REFILL):
                self._learn(value_of(player, "nick"), refill_of(element))
        for sign in asked.signs:
            for last in self._refills.get(sign, {}).values():
                if asked.is_by_same(last):
                    yield last

    def change(self, before: Player | None, after: Player | None) -> None:
        if self._refills is None:
            return
        if before is not None and before.refill is not None:
            for sign in before.refill.signs:
                del self._refills[sign][before.nick]
        if after is not None:
            self._learn(after.nick, after.refill)

    def _learn(self, nick: str, refill: Refill | None) -> None:
        assert self._refills is not None
        if refill is not None:
            for sign in refill.signs:
                self._refills.setdefault(sign, {})[nick] = refill


Rank = tuple[float, int, int, str]
"""The order of players in the statistics of a game: the best ratio first, then rounds won, then
chips. Where no chips are staked, equals are in the order of their nicks until somebody asks what
they can stake."""


class RankIndex:
    """Those of PLAYERS, the best first, who have played one of GAMES.

    A game is looked through when it is first asked for, and kept up to date by ``change``.
    """

    def __init__(
        self, players: Callable[[], Iterable[Player]], games: Mapping[str, Collection[str]]
    ) -> None:
        self._players = players
        self._games = games
        self._ranked: dict[str, list[Rank]] = {}

    def best(self, game: str, number: int) -> list[str]:
        """Return the nicks of that NUMBER of players with the best results in GAME."""
        return [nick for *_, nick in self._all(game)[:number]]

    def with_equals(self, game: str, number: int) -> list[str]:
        """Return the nicks that ``best`` does, and of those with the same results as the last."""
        ranked = self._all(game)
        last = ranked[min(number, len(ranked)) - 1][:2] if ranked else ()
        end = bisect_right(ranked, last, key=lambda rank: rank[:2])
        return [nick for *_, nick in ranked[:end]]

    def change(self, before: Player | None, after: Player | None) -> None:
        for game, ranked in self._ranked.items():
            old = None if before is None else self._rank(before, game)
            new = None if after is None else self._rank(after, game)
            if old == new:
                continue
            if old is not None:
                del ranked[bisect_left(ranked, old)]
            if new is not None:
                insort(ranked, new)

    def _all(self, game: str) -> Sequence[Rank]:
        if game not in self._ranked:
            ranks = (self._rank(each, game) for each in self._players())
            self._ranked[game] = sorted(rank for rank in ranks if rank is not None)
        return self._ranked[game]

    def _rank(self, player: Player, game: str) -> Rank | None:
        """Return the rank of PLAYER in GAME; None for somebody who has not played it."""
        record = player.records.get(game)
        if record is None or not record.played:
            return None
        chips = 0 if self._games[game] else player.chips  # else the stakes are tallied in the game
        return -record.won / record.played, -record.won, -chips, player.nick


KITTY, BANKER = "kitty", "banker"
"""The element of a kitty, beside the players, and an attribute of it."""
KEY = ("game", "network", "channel")
"""The attributes that make the key of a kitty."""


class KittyIndex:
    """The kitties in ROOT; networks and channels are compared by FOLD."""

    def __init__(self, root: Element, fold: Fold) -> None:
        self._root = root
        self._fold = fold
        self._elements: dict[KittyKey, Element] = {}

    def index(self) -> Iterator[Fault]:
        """Index all kitties; yield a fault for each second one of the same key."""
        for element in self._root.iterchildren(KITTY):
            key = _key_of(element)
            first = self._elements.setdefault(self._folded(key), element)
            if first is not element and all(key):
                reason = f"there is already a kitty for {key.game} in {key.channel}"
                yield Fault(line_of(element), f"{reason}, on line {line_of(first)}")

    def find(self, key: KittyKey) -> Kitty | None:
        element = self._elements.get(self._folded(key))
        if element is None or not (chips := int(text_of(element))):
            return None
        return Kitty(_banker_of(element), chips)

    def __iter__(self) -> Iterator[KittyKey]:
        """Yield the keys of all kitties, spelled as in the file."""
        return map(_key_of, self._elements.values())

    def of(self, banker: str) -> list[KittyKey]:
        nick = self._fold(banker)
        return [
            _key_of(element)
            for element in self._elements.values()
            if self._fold(_banker_of(element)) == nick
        ]

    def chips_of(self, banker: str) -> int:
        """Return the chips in all kitties of BANKER."""
        kitties = map(self.find, self.of(banker))
        return sum(kitty.chips for kitty in kitties if kitty is not None)

    def account(self, key: KittyKey) -> LedgerAccount:
        """Return the ledger account of the kitty of that KEY, spelled as in the file."""
        element = self._elements.get(self._folded(key))
        return (key if element is None else _key_of(element)).account

    def balances(self) -> Balances:
        found = ((_key_of(each), int(text_of(each))) for each in self._elements.values())
        return {key.account: chips for key, chips in found if chips}

    def put(self, key: KittyKey, kitty: Kitty | None) -> None:
        """Write KITTY, or none, for that KEY."""
        folded = self._folded(key)
        element = self._elements.get(folded)
        if kitty is None:
            if element is not None:
                xml_edit.remove(self._elements.pop(folded))
            return
        if element is None:
            element = self._root.makeelement(KITTY, dict(zip(KEY, key, strict=True)))
            self._elements[folded] = element
            xml_edit.add_last(self._root, element, {})
        element.set(BANKER, kitty.banker)
        xml_edit.set_text(element, str(kitty.chips))

    def _folded(self, key: KittyKey) -> KittyKey:
        return KittyKey(key.game, self._fold(key.network), self._fold(key.channel))


def _key_of(element: Element) -> KittyKey:
    return KittyKey(*(str(element.get(name, "")).strip() for name in KEY))


def _banker_of(element: Element) -> str:
    return str(element.get(BANKER)).strip()


class NameIndex:
    """The nicks of the players in ROOT, by the skeletons of their nicks and nicknames.

    They are collected when one is first asked for, and kept up to date by ``change``.
    """

    def __init__(self, root: Element) -> None:
        self._root = root
        self._nicks: dict[str, dict[str, None]] | None = None

    def find(self, skeleton: str) -> Collection[str]:
        """Return the nicks of the players whose nick or nickname has that SKELETON."""
        if self._nicks is None:
            self._nicks = {}
            for nick, name in _names_in(self._root):
                self._learn(nick, name)
        return self._nicks.get(skeleton, ())

    def change(self, before: Player | None, after: Player | None) -> None:
        if before and after and (before.nick, before.nickname) == (after.nick, after.nickname):
            return
        if before is not None:
            self._forget(before)
        if after is not None:
            self._learn(after.nick, after.nick)
            self._learn(after.nick, after.nickname)

    def _learn(self, nick: str, name: str) -> None:
        if self._nicks is not None and name:
            for skeleton in skeletons(name):
                self._nicks.setdefault(skeleton, {})[nick] = None

    def _forget(self, player: Player) -> None:
        if self._nicks is None:
            return
        for skeleton in {*skeletons(player.nick), *skeletons(player.nickname)}:
            nicks = self._nicks.get(skeleton, {})
            nicks.pop(player.nick, None)
            if not nicks:
                self._nicks.pop(skeleton, None)


def _names_in(root: Element) -> Iterator[tuple[str, str]]:
    """Yield the nick of each player in ROOT with itself, and with the nickname if there is one."""
    nicks: dict[Element | None, str] = {}
    for player, element in in_players(root, "nick"):
        nicks[player] = text_of(element)
        yield nicks[player], nicks[player]
    for element in root.iter("nickname"):  # the whole tree, as ``in_players`` does
        variables = element.getparent()
        if variables is None or variables.tag != "variables":
            continue
        if nick := nicks.get(variables.getparent()):
            yield nick, text_of(element)
