"""What finds players without looking at all of them: their accounts, kitties and names."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy

from pontoon.engine.events import Kitty
from pontoon.irc.casemapping import Fold
from pontoon.storage.players.lookalikes import skeletons
from pontoon.storage.players.player import Balances, Fault, KittyKey, LedgerAccount, Player
from pontoon.storage.players.player_element import (
    ACCOUNT,
    MASK,
    REGISTERED,
    host_of,
    in_players,
    network_of,
)
from pontoon.storage.players.xml_edit import (
    Element,
    Undo,
    add_last,
    line_of,
    remove,
    replace,
    set_text,
    text_of,
    value_of,
)

Masked = Mapping[str, tuple[str, ...]]
"""The masks of those players who have any, by nick."""


class AccountIndex:
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
                reason = f"this is a second account for the same player{where}"
                yield Fault(line_of(account), reason)
            elif known is not account:
                reason = f"the account {text_of(account)} already belongs to another player{where}"
                yield Fault(line_of(account), f"{reason}, on line {line_of(known)}")
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


KITTY = "kitty"
"""The name of their elements, which stand beside the players."""
WHERE = ("game", "network", "channel")
"""The attributes that say where one lies."""
BANKER = "banker"


class KittyIndex:
    """The kitties in ROOT; networks and channels are compared by FOLD."""

    def __init__(self, root: Element, fold: Fold) -> None:
        self._root = root
        self._fold = fold
        self._elements: dict[KittyKey, Element] = {}

    def index(self) -> Iterator[Fault]:
        """Find all of them; yield a fault for each that is not the only one where it lies."""
        for element in self._root.iterchildren(KITTY):
            place = _place_of(element)
            first = self._elements.setdefault(self._key(place), element)
            if first is not element and all(place):
                reason = (
                    f"there is already a kitty for {place.game} in {place.channel}, "
                    f"on line {line_of(first)}"
                )
                yield Fault(line_of(element), reason)

    def find(self, place: KittyKey) -> Kitty | None:
        """Return the kitty that lies at PLACE; None where nothing does."""
        element = self._elements.get(self._key(place))
        if element is None or not (chips := int(text_of(element))):
            return None
        return Kitty(str(element.get(BANKER)).strip(), chips)

    def of(self, banker: str) -> list[KittyKey]:
        """Return where kitties of BANKER lie."""
        key = self._fold(banker)
        found = (_place_of(each) for each in self._elements.values() if self._is_of(each, key))
        return [*found]

    def _is_of(self, element: Element, key: str) -> bool:
        return self._fold(str(element.get(BANKER)).strip()) == key

    def pile(self, place: KittyKey) -> LedgerAccount:
        """Return the chips that lie at PLACE, as it is spelled in the file if something does."""
        element = self._elements.get(self._key(place))
        return (place if element is None else _place_of(element)).pile

    def balances(self) -> Balances:
        """Return the chips of all of them."""
        found = ((_place_of(each), int(text_of(each))) for each in self._elements.values())
        return {place.pile: chips for place, chips in found if chips}

    def put(self, place: KittyKey, kitty: Kitty | None) -> Undo:
        """Let KITTY, or nothing, lie at PLACE; return what takes that back."""
        key = self._key(place)
        before = self._elements.pop(key, None)
        after = None if kitty is None else self._element(place, kitty, before)
        if after is not None:
            self._elements[key] = after
        take_back = self._exchange(before, after)

        def undo() -> None:
            take_back()
            self._elements.pop(key, None)
            if before is not None:
                self._elements[key] = before

        return undo

    def _key(self, place: KittyKey) -> KittyKey:
        fold = self._fold
        return KittyKey(place.game, fold(place.network), fold(place.channel))

    def _element(self, place: KittyKey, kitty: Kitty, before: Element | None) -> Element:
        """Return an element that says KITTY, like the one BEFORE if there is one."""
        if before is None:
            element = self._root.makeelement(KITTY, dict(zip(WHERE, place, strict=True)))
        else:
            element = deepcopy(before)
        element.set(BANKER, kitty.banker)
        set_text(element, str(kitty.chips))
        return element

    def _exchange(self, before: Element | None, after: Element | None) -> Undo:
        if before is None:
            return (lambda: None) if after is None else add_last(self._root, after)
        return remove(before) if after is None else replace(before, after)


def _place_of(element: Element) -> KittyKey:
    return KittyKey(*(str(element.get(name, "")).strip() for name in WHERE))


class NameIndex:
    """The nicks of the players in ROOT by the skeletons of their names, shown or not.

    They are collected when one is first looked for; from then on ``change`` has to be called with
    whatever changes.
    """

    def __init__(self, root: Element) -> None:
        self._root = root
        self._nicks: dict[str, dict[str, None]] | None = None

    def find(self, skeleton: str) -> Collection[str]:
        """Return the nicks of the players who have a name with that SKELETON."""
        if self._nicks is None:
            self._nicks = {}
            for nick, name in _names_in(self._root):
                self._learn(nick, name)
        return self._nicks.get(skeleton, ())

    def change(self, before: Player | None, after: Player | None) -> None:
        """Note that the player BEFORE is AFTER now; None where there is no such player."""
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
    """Yield the nick of each player in ROOT with that nick, and with the nickname if there is one.

    Nicknames are found as ``in_players`` finds nicks.
    """
    nicks: dict[Element | None, str] = {}
    for player, element in in_players(root, "nick"):
        nicks[player] = text_of(element)
        yield nicks[player], nicks[player]
    for element in root.iter("nickname"):
        variables = element.getparent()
        if variables is None or variables.tag != "variables":
            continue
        if nick := nicks.get(variables.getparent()):
            yield nick, text_of(element)
