"""The front desk: what needs no table. The bank, statistics, nicknames, help and rules."""

import re
from collections.abc import Callable, Mapping, Sequence

from pontoon.cashier import Cashier
from pontoon.nicknames import nickname_fault, same_name_key
from pontoon.people import Person
from pontoon.player import Player, PlayersFileError
from pontoon.purse import Purse
from pontoon.text import desk as said
from pontoon.text.floor import file_trouble

TOP = 10
"""How many players the statistics list."""

WhyClosed = Callable[[Person, Player], str | None]
"""Says why a person cannot move what a player has, the player being in a round; None if not so."""

_BANKING = re.compile("([+-])([0-9]{1,400})")


class Desk:
    """Answers people; each answer is what to say, as items for as few lines as they fit.

    ``closed`` says that somebody is playing, since their chips are not to be moved then. In
    ``purses`` is what players have for each game, by its command. ``is_me`` tells whether a nick is
    the bot's own.
    """

    def __init__(
        self,
        cashier: Cashier,
        closed: WhyClosed,
        prefix: str,
        purses: Mapping[str, Purse],
        is_me: Callable[[str], bool],
    ) -> None:
        self._cashier = cashier
        self._store = cashier.store
        self._closed = closed
        self._prefix = prefix
        self._purses = purses
        self._is_me = is_me

    # The bank

    def bank(self, person: Person, words: Sequence[str]) -> list[str]:
        """Show PERSON's chips and bank, or move as many chips as WORDS say: ``+100``, ``-100``."""
        trouble = self._cashier.look()
        player = self._store.find(person.nick)
        if player is None:
            return [said.no_entry(person.nick)]
        if not words:
            return [said.bank(player.name, player.chips, player.bank)]
        order = _BANKING.fullmatch("".join(words))
        if order is None or int(order[2]) == 0:
            return [said.banking_help(self._prefix)]
        if why := self._closed(person, player):
            return [why]
        if trouble:
            return [file_trouble(trouble)]
        return [self._move(player, int(order[2]) if order[1] == "+" else -int(order[2]))]

    def _move(self, player: Player, chips: int) -> str:
        if chips > player.chips - 1:
            return said.deposit_too_great(player.name, player.chips)
        if -chips > player.bank:
            return said.withdrawal_too_great(player.name, player.bank)
        try:
            now = self._store.move_to_bank(player.nick, chips)
        except PlayersFileError as error:
            return file_trouble(str(error.faults[0]))
        return said.banked(now.name, chips, now.chips, now.bank)

    # Statistics

    def stats(self, game: str, words: Sequence[str], *heading: str) -> list[str]:
        """List the best players of GAME, or show the one whom WORDS name, by nick or nickname.

        HEADING is said before what is found, if anything is.
        """
        self._cashier.look()
        purse = self._purses[game]
        if not words:
            best = sorted(self._store.players(), key=lambda each: _standing(each, game, purse))
            listed = [
                said.stats(place, each, game, purse.holdings(each))
                for place, each in enumerate(best[:TOP], 1)
            ]
            return [*heading, *listed] if listed else [said.NO_PLAYERS]
        name = " ".join(words)
        player = self._player_called(name)
        if player is None:
            return [said.nobody_called(name)]
        return [*heading, said.player_stats(player, game, purse.holdings(player))]

    def _player_called(self, name: str) -> Player | None:
        wanted = same_name_key(name)
        named = (each for each in self._store.players() if same_name_key(each.name) == wanted)
        return self._store.find(name) or next(named, None)

    # Nicknames

    def set_nickname(self, person: Person, nickname: str) -> str:
        """Give PERSON a nickname for all to see, or take it away where it is empty."""
        trouble = self._cashier.look()
        player = self._store.find(person.nick)
        if player is None:
            return said.no_entry(person.nick)
        nickname = re.sub(" +", " ", nickname).strip(" ")
        if nickname and (fault := nickname_fault(nickname)):
            return said.nickname_fault(fault)
        if nickname and self._is_ours(nickname):
            return said.NICKNAME_IS_OURS
        if nickname and (owner := self._owner_of(nickname, player)):
            return said.nickname_taken(owner.nick)
        if trouble:
            return file_trouble(trouble)
        try:
            self._store.set_nickname(player.nick, nickname)
        except PlayersFileError as error:
            return file_trouble(str(error.faults[0]))
        return said.nickname_set(player.nick, nickname)

    def _is_ours(self, nickname: str) -> bool:
        """Tell whether people would take NICKNAME for the bot, or for the beginning of a line."""
        wanted = same_name_key(nickname)
        own = map(same_name_key, said.OWN_NAMES)
        return self._is_me(wanted) or wanted in own

    def _owner_of(self, nickname: str, asking: Player) -> Player | None:
        """Return whom NICKNAME would be taken for: somebody but ASKING, or what they are to do."""
        wanted = same_name_key(nickname)
        found = self._store.find(nickname)
        if found is not None and found.nick != asking.nick:
            return found
        for each in self._store.players():
            names = [same_name_key(name) for name in (each.nick, each.nickname) if name]
            if wanted in names and each.nick != asking.nick:
                return each
            if any(_is_said_of(name, wanted) for name in names):
                return each
        return None


def _is_said_of(name: str, words: str) -> bool:
    """Tell whether WORDS begin as lines of the game about NAME do."""
    return any(f"{words} ".startswith(f"{name} {does} ") for does in said.SAID_OF_NAMES)


def _standing(player: Player, game: str, purse: Purse) -> tuple[float, int, int, str]:
    """Order players: the best win ratio first, then who won more, then who can stake more."""
    record = player.record(game)
    ratio = record.won / record.played if record.played else 0.0
    return -ratio, -record.won, -purse.stakes(player), player.nick
