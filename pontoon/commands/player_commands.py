"""Answers about players: their chips and bank, statistics, and nicknames."""

import re
from collections.abc import Sequence

from pontoon.commands.names import ReservedNames, why_misread
from pontoon.engine.errors import SeatFault
from pontoon.irc.people import Person
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.nicknames import NicknameFault, nickname_fault, same_name_key
from pontoon.storage.players.player import Player
from pontoon.tables.context import TableContext
from pontoon.tables.floor import Floor
from pontoon.tables.wallets import Wallet
from pontoon.text import player_commands as said
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from pontoon.text.signup import not_they

TOP = 10
"""How many players the statistics list."""

_CHANGE = re.compile("[+-][0-9]{1,400}")


class PlayerCommands:
    """Answers people who ask for their chips, statistics or nickname.

    A list is said on as few lines as its items fit. FLOOR knows who plays: chips of seated players
    cannot be moved. Nobody gets one of the reserved NAMES as a nickname. PlayersFileError is raised
    if players.xml cannot be written.
    """

    def __init__(self, context: TableContext, floor: Floor, names: ReservedNames) -> None:
        self._context = context
        self._settlements = context.settlements
        self._store = context.settlements.store
        self._floor = floor
        self._names = names

    def bank(self, person: Person, words: Sequence[str]) -> list[str]:
        """Show PERSON's chips and bank, or move as many chips as WORDS say: ``+100``, ``-100``."""
        trouble = self._settlements.look()
        player = self._context.settings.identities.recognise(person)
        if isinstance(player, Unidentified):
            return [not_they(player, self._floor.how_to_join(person))]
        if not words:
            return [said.bank(player.name, player.chips, player.bank)]
        change = "".join(words)
        if not _CHANGE.fullmatch(change) or int(change) == 0:
            return [said.banking_help(self._context.settings.prefix)]
        if why := self._floor.why_closed(person, player):
            return [why]
        if trouble:
            return [CANNOT_SAVE_CHIPS]
        return [self._move(player, int(change))]

    def _move(self, player: Player, chips: int) -> str:
        if chips > player.chips - 1:
            return said.deposit_too_great(player.name, player.chips)
        if -chips > player.bank:
            return said.withdrawal_too_great(player.name, player.bank)
        now = self._store.move_to_bank(player.nick, chips)
        return said.banked(now.name, chips, now.chips, now.bank)

    def stats(self, person: Person, game: str, words: Sequence[str], *heading: str) -> list[str]:
        """List the best players of GAME, or show the one named by WORDS, by nick or nickname.

        HEADING precedes what is found, if anything is. PERSON is told how to become a player if
        they look for themselves and are none.
        """
        self._settlements.look()
        wallet = self._context.settings.wallets[game]
        if not words:
            best = sorted(self._store.players(), key=lambda each: _standing(each, game, wallet))
            listed = [
                said.stats(place, each, game, wallet.holdings(each))
                for place, each in enumerate(best[:TOP], 1)
            ]
            return [*heading, *listed] if listed else [said.NO_PLAYERS]
        name = " ".join(words)
        player = self._player_called(name)
        if player is None:
            fold = self._context.network.fold
            if fold(name) == fold(person.nick):
                stranger = Unidentified(person.nick, SeatFault.NO_ENTRY)
                return [not_they(stranger, self._floor.how_to_join(person))]
            return [said.nobody_called(name)]
        return [*heading, said.player_stats(player, game, wallet.holdings(player))]

    def _player_called(self, name: str) -> Player | None:
        if (player := self._store.find(name)) is not None:
            return player
        wanted = same_name_key(name)
        named = (each for each in self._names.called(name) if same_name_key(each.name) == wanted)
        return next(named, None)

    def set_nickname(self, person: Person, nickname: str) -> str:
        """Give PERSON a nickname, or remove theirs if NICKNAME is empty."""
        trouble = self._settlements.look()
        player = self._context.settings.identities.recognise(person)
        if isinstance(player, Unidentified):
            return not_they(player, self._floor.how_to_join(person))
        nickname = re.sub(" +", " ", nickname).strip(" ")
        if nickname and (why := self._why_not_called(nickname, player)):
            return why
        if trouble:
            return CANNOT_SAVE_CHIPS
        self._store.set_nickname(player.nick, nickname)
        return said.nickname_set(player.nick, nickname)

    def _why_not_called(self, nickname: str, player: Player) -> str | None:
        """Say why PLAYER cannot have NICKNAME; None if they can."""
        fault = nickname_fault(nickname)
        if fault in (NicknameFault.BLANK, NicknameFault.TOO_LONG):
            return said.NICKNAME_FAULTS[fault]
        if self._names.are_ours(nickname):
            return said.NAME_IS_OURS
        if owner := self._names.owner_of(nickname, player.nick):
            return said.nickname_taken(owner.nick)
        return said.NICKNAME_FAULTS[fault] if fault else why_misread(nickname)


def _standing(player: Player, game: str, wallet: Wallet) -> tuple[float, int, int, str]:
    """Order players by win ratio, then by rounds won, then by what they can stake."""
    record = player.record(game)
    ratio = record.won / record.played if record.played else 0.0
    return -ratio, -record.won, -wallet.stakes(player), player.nick
