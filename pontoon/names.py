"""Which names are taken: those of players, of the bot, and of the game itself."""

from collections.abc import Callable

from pontoon.nicknames import same_name_key
from pontoon.player import Player
from pontoon.store import PlayerStore
from pontoon.text import desk as said


class Names:
    """The names of the players in STORE; IS_ME tells whether a nick is the bot's own."""

    def __init__(self, store: PlayerStore, is_me: Callable[[str], bool]) -> None:
        self._store = store
        self._is_me = is_me

    def are_ours(self, name: str) -> bool:
        """Tell whether people would take NAME for the bot, or for the beginning of a line."""
        wanted = same_name_key(name)
        own = map(same_name_key, said.OWN_NAMES)
        return self._is_me(name) or self._is_me(wanted) or wanted in own

    def owner_of(self, name: str, but: str) -> Player | None:
        """Return whom NAME would be taken for: somebody BUT that player, or what they are to do."""
        wanted = same_name_key(name)
        found = self._store.find(name)
        if found is not None and found.nick != but:
            return found
        for each in self._store.players():
            names = [same_name_key(known) for known in (each.nick, each.nickname) if known]
            if wanted in names and each.nick != but:
                return each
            if any(_is_said_of(known, wanted) for known in names):
                return each
        return None


def _is_said_of(name: str, words: str) -> bool:
    """Tell whether WORDS begin as lines of the game about NAME do."""
    return any(f"{words} ".startswith(f"{name} {does} ") for does in said.SAID_OF_NAMES)
