"""How people become players: they claim a player for a services account, or register."""

from collections.abc import Collection

from pontoon.engine.errors import SeatFault
from pontoon.irc.people import Person
from pontoon.storage.players.entries import EntryFault, EntryRefused, NewPlayer, is_plain_host
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.player import Player
from pontoon.tables.context import TableContext
from pontoon.tables.floor import Floor
from pontoon.text import signup as said
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from pontoon.text.formatting import chips
from pontoon.text.names import ReservedNames


class SignUp:
    """Makes people players, or binds players to services accounts.

    FLOOR knows who plays. Nobody can register under one of the RESERVED words or reserved NAMES.
    PlayersFileError is raised if players.xml cannot be written.
    """

    def __init__(
        self,
        context: TableContext,
        floor: Floor,
        names: ReservedNames,
        reserved: Collection[str],
    ) -> None:
        self._settlements = context.settlements
        self._store = context.settlements.store
        self._context = context
        self._floor = floor
        self._names = names
        self._reserved = reserved

    def claim(self, person: Person) -> str:
        """Bind the player with the nick of PERSON to their account; return the answer.

        The player must have no account yet: until then it belongs to anybody who has the nick.
        """
        trouble = self._settlements.look()
        player = self._store.find(person.nick)
        if why := self._why_no_claim(person, player):
            return why
        assert player is not None
        if trouble:
            return CANNOT_SAVE_CHIPS
        try:
            player = self._store.bind(
                player.nick, self._context.settings.identities.network, person.account or ""
            )
        except EntryRefused as refused:
            return self._refusal(refused, player.nick)
        self._context.log(
            f"{player.nick} is claimed by {person.nick}, logged in to {person.account}"
        )
        return said.CLAIMED.format(nick=player.nick)

    def _why_no_claim(self, person: Person, player: Player | None) -> str | None:
        if not person.account:
            return said.LOG_IN_FIRST
        found = self._context.settings.identities.recognise(person)
        network = self._context.settings.identities.network
        if isinstance(found, Player) and network in found.accounts:
            is_this = player is not None and player.nick == found.nick
            yours = said.YOURS_ALREADY.format(nick=found.nick)
            return yours if is_this else said.CLAIM_TAKEN.format(nick=found.nick)
        if player is None:
            return self._not_they(person, Unidentified(person.nick, SeatFault.NO_ENTRY))
        if player.accounts:
            is_here = network in player.accounts
            text = said.HAS_ANOTHER if is_here else said.HAS_ONE_ELSEWHERE
            return text.format(nick=player.nick)
        if isinstance(found, Player) and found.nick != player.nick:
            return self._not_they(person, Unidentified(player.nick, SeatFault.OTHER_ADDRESS))
        if isinstance(found, Unidentified) and found.why is not SeatFault.NO_ACCOUNT:
            return self._not_they(person, found)
        return self._floor.why_seated(person, player.nick)

    def _not_they(self, person: Person, stranger: Unidentified) -> str:
        is_open = self._context.settings.starting_chips is not None
        how = said.REGISTER_HERE if is_open else self._floor.how_to_join(person)
        return said.not_they(stranger, how)

    def register(self, person: Person) -> str:
        """Make PERSON a player under their nick; return the answer.

        Each account can register once, and so can each host from people who are not logged in. An
        account is needed where players, or people in the channels, have accounts.
        """
        trouble, starting_chips = self._settlements.look(), self._context.settings.starting_chips
        if starting_chips is None:
            return said.REGISTRATION_IS_CLOSED.format(how_to_join=self._floor.how_to_join(person))
        if why := self._why_not_register(person):
            return why
        if trouble:
            return CANNOT_SAVE_CHIPS
        try:
            player = self._store.register(self._newcomer(person), starting_chips)
        except EntryRefused as refused:
            if refused.why is EntryFault.HOST_KNOWN:
                return said.HOST_KNOWN.format(whom_to_ask=self._floor.how_to_join(person))
            return self._refusal(refused, person.nick)
        self._context.log(f"{player.nick} has registered: {player.chips:+}")
        return said.registered(player.nick, chips(player.chips))

    def _why_not_register(self, person: Person) -> str | None:
        found = self._context.settings.identities.recognise(person)
        if isinstance(found, Player):
            return said.REGISTERED_ALREADY.format(nick=found.nick)
        if not person.account and self._must_log_in:
            return said.LOG_IN_TO_REGISTER
        if not person.account and not is_plain_host(self._context.host_of(person)):
            return said.UNKNOWN_HOST
        if person.nick.lower() in self._reserved or self._names.are_ours(person.nick):
            return said.BAD_NICK
        if self._names.owner_of(person.nick, "") is not None:
            return said.NICK_HAS_PLAYER.format(nick=person.nick)
        return self._floor.why_seated(person, person.nick)

    @property
    def _must_log_in(self) -> bool:
        identities = self._context.settings.identities
        if identities.required == "account" or identities.has_accounts:
            return True
        return any(each.account for each in self._floor.people())

    def _newcomer(self, person: Person) -> NewPlayer:
        host, network = self._context.host_of(person), self._context.settings.identities.network
        if person.account:
            return NewPlayer(person.nick, host, network, person.account)
        is_by_mask = self._context.settings.identities.required == "mask"
        return NewPlayer(person.nick, host, mask=f"*!*@{person.host}" if is_by_mask else "")

    def _refusal(self, refused: EntryRefused, nick: str) -> str:
        match refused.why:
            case EntryFault.BAD_ACCOUNT:
                return said.BAD_ACCOUNT
            case EntryFault.BAD_NICK:
                return said.BAD_NICK
            case EntryFault.FULL:
                return said.HOUSE_IS_FULL
            case EntryFault.ACCOUNT_TAKEN | EntryFault.HAS_ACCOUNT:
                return said.HAS_ANOTHER.format(nick=nick)
        return said.NICK_HAS_PLAYER.format(nick=nick)
