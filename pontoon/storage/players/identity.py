"""Which player a person is: by services account, nick or mask."""

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct

from pontoon.engine.computers import is_computer
from pontoon.engine.errors import SeatFault
from pontoon.irc.casemapping import Fold
from pontoon.irc.masks import read_mask
from pontoon.irc.people import Person, Roster
from pontoon.storage.players.player import Player
from pontoon.storage.players.store import PlayerStore

Requirement = Literal["nick", "account", "mask"]
"""What identifies a player without an account in players.xml; see [identity] in config.ini."""


class Unidentified(Struct, frozen=True):
    """The result for a person who is no player; ``nick`` is that of the player they are not."""

    nick: str
    why: SeatFault


class IdentityResolver:
    """Finds the players of STORE among the people on one network.

    NETWORK is its name in config.ini, "" for [irc]; FOLD returns how it compares nicks. ADMINS says
    whether admins are known by their accounts.

    A person who is logged in to the account of a player is that player, under any nick; nobody else
    is. For a player without an account, REQUIRED decides. "nick": the nick is enough. "account":
    nobody is that player. "mask": a mask of the player must fit; a person whose nick finds no
    player is the player whose mask fits. A person whose account is not known owns no player, but is
    not told to log in.
    """

    def __init__(
        self,
        store: PlayerStore,
        fold: Callable[[], Fold],
        network: str = "",
        required: Requirement = "nick",
        *,
        admins: bool = False,
    ) -> None:
        self._store = store
        self._fold = fold
        self.network = network
        self.required = required
        self._admins = admins

    @property
    def needs_accounts(self) -> bool:
        """Whether the accounts of people make a difference to what they may do."""
        return self._admins or self.required == "account" or self.has_accounts

    @property
    def has_accounts(self) -> bool:
        return self._store.has_accounts(self.network)

    def recognise(self, person: Person) -> Player | Unidentified:
        """Return the player that PERSON is, or why they are no player."""
        owner = self._store.owner_of(self.network, person.account) if person.account else None
        # This server may compare accounts by other rules than the store.
        if owner is not None and self._is_owner(owner, person):
            return owner
        player = self._called(person.nick)
        why = SeatFault.NO_ENTRY if player is None else self.why_not(player, person)
        if player is not None and why is None:
            return player
        assert why is not None
        fitting = self._by_mask(person) if self.required == "mask" else None
        return fitting or Unidentified(person.nick if player is None else player.nick, why)

    def player_of(self, person: Person) -> Player | None:
        found = self.recognise(person)
        return found if isinstance(found, Player) else None

    def is_bound(self, nick: str) -> bool:
        player = self._store.find(nick)
        return player is not None and bool(player.accounts)

    def owns(self, nick: str, person: Person) -> bool:
        player = self._store.find(nick)
        return player is not None and self._is_owner(player, person)

    def find_player(self, nick: str, people: Roster) -> Person | None:
        """Return the one of PEOPLE who is the player of that NICK.

        If there is no such player, return the one who has the nick.
        """
        player = self._store.find(nick)
        return people.find(nick) if player is None else Present(self, people).find(player)

    def _called(self, nick: str) -> Player | None:
        """Return the player of that NICK, if nicks match by the rules of this server too.

        Nobody is a computer, whatever nicks a server allows.
        """
        player, fold = self._store.find(nick), self._fold()
        if player is None or is_computer(player.nick):
            return None
        return player if fold(player.nick) == fold(nick) else None

    def _is_owner(self, player: Player, person: Person) -> bool:
        account, fold = player.accounts.get(self.network), self._fold()
        if not account or not person.account:
            return False
        return fold(account) == fold(person.account)

    def why_not(self, player: Player, person: Person) -> SeatFault | None:
        """Return why PERSON, who has the nick of PLAYER, is not PLAYER; None if they may be."""
        if self.network in player.accounts:
            return SeatFault.NOT_LOOKED_UP if person.account is None else SeatFault.LOGGED_OUT
        if player.accounts:
            return SeatFault.OTHER_NETWORK
        match self.required:
            case "account":
                return SeatFault.NO_ACCOUNT
            case "mask" if not self._fits(player, person):
                return SeatFault.OTHER_ADDRESS
        return None

    def _by_mask(self, person: Person) -> Player | None:
        """Return the player without an account whose mask fits PERSON; None unless there is one."""
        players = [
            each
            for each in self._store.perhaps_masked(person)
            if not each.accounts and self._fits(each, person)
        ]
        return players[0] if len(players) == 1 else None

    def _fits(self, player: Player, person: Person) -> bool:
        """Tell whether a mask of PLAYER fits PERSON; none does if the address is unknown."""
        masks, fold = map(read_mask, player.masks), self._fold()
        return bool(person.userhost) and any(mask.fits(person, fold) for mask in masks)


class Present:
    """The PEOPLE in a channel at one moment; IDENTITIES is asked about each at most once."""

    def __init__(self, identities: IdentityResolver, people: Roster) -> None:
        self._identities = identities
        self._people = people
        self._found: dict[str, Person] | None = None

    def find(self, player: Player) -> Person | None:
        """Return the one who is PLAYER; of several, prefer the one of that nick."""
        named = self._people.find(player.nick)
        if named is not None:
            found = self._identities.player_of(named)
            if found is not None and found.nick == player.nick:
                return named
        return self._under_any_nick().get(player.nick)

    def _under_any_nick(self) -> Mapping[str, Person]:
        """Return the first person for each player, of those identified by account or mask."""
        if self._found is None:
            self._found = {}
            for each in self._people:
                if each.account or self._identities.required == "mask":
                    player = self._identities.player_of(each)
                    if player is not None:
                        self._found.setdefault(player.nick, each)
        return self._found
