"""Names that are taken by players, the bot or the game, and names that would be misread."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from string import ascii_letters
from unicodedata import category, normalize

from pontoon.storage.players.lookalikes import in_ascii, skeletons
from pontoon.storage.players.nicknames import LONGEST_NICK, without_invisible
from pontoon.storage.players.player import Player
from pontoon.storage.players.store import PlayerStore
from pontoon.text import player_commands as said


class ReservedNames:
    """The names of the players in STORE; IS_ME tells whether a nick is the bot's own."""

    def __init__(self, store: PlayerStore, is_me: Callable[[str], bool]) -> None:
        self._store = store
        self._is_me = is_me

    def are_ours(self, name: str) -> bool:
        """Tell whether NAME could be taken for the bot, or for the beginning of a line."""
        looks = skeletons(name)
        nicks = (name, in_ascii(name), *looks, *(look.replace("rn", "m") for look in looks))
        if any(map(self._is_me, nicks)) or _is_one_of(said.OWN_NAMES, name):
            return True
        words = _words(name)
        return len(words) > 1 and _is_one_of(said.TITLES, words[0])

    def called(self, name: str) -> Iterator[Player]:
        """Yield the players whose nick or nickname is NAME or looks like it."""
        found = self._store.find(name)
        if found is not None:
            yield found
        if len(name) <= LONGEST_NICK:
            yield from self._players(skeletons(name))

    def owner_of(self, name: str, but: str) -> Player | None:
        """Return the player, other than BUT, for whom NAME or a part of it could be taken."""
        others = (player for player in self.called(name) if player.nick != but)
        return next(others, None) or next(self._players(_subjects(name)), None)

    def _players(self, looks: Iterable[str]) -> Iterator[Player]:
        """Yield the players who have a name with one of these skeletons."""
        for nick in (nick for look in looks for nick in self._store.named(look)):
            player = self._store.find(nick)
            assert player is not None
            yield player


def why_misread(nickname: str) -> str | None:
    """Say which part of NICKNAME looks like a line of the game; None if none does."""
    words = _words(nickname)
    text = " ".join(words)
    if len(text) == 1 and (category(text) in _OF_ALPHABETS or in_ascii(text) in ascii_letters):
        return said.ONE_LETTER
    if any(map(str.isdigit, text)) and not any(map(str.isalpha, text)):
        return said.ONLY_A_NUMBER
    part = next(_parts_of_lines(words), None)
    return None if part is None else said.part_of_line(part)


_OF_ALPHABETS = ("Lu", "Ll", "Lt", "Lm")
"""The categories of letters with two cases, and of modifier letters."""

_NUMBER = re.compile(r"[+-]?\d+(?:-\d+)?")
_CARD = re.compile("(?:10|[2-9AJQK])[♠♥♦♣]", re.IGNORECASE)
_SIGNS = re.compile(r"[\W_]+")


def _words(name: str) -> list[str]:
    return normalize("NFKC", without_invisible(name)).split()


def _subjects(name: str) -> Iterator[str]:
    """Yield the skeletons of what precedes, in NAME, a word that follows names in lines."""
    words = _words(name[:LONGEST_NICK])
    for place, word in enumerate(words[1:], 1):
        if _NUMBER.fullmatch(word) or _is_one_of(said.SAID_OF_NAMES, word):
            yield from skeletons(" ".join(words[:place]))


def _parts_of_lines(words: Sequence[str]) -> Iterator[str]:
    """Yield those of WORDS that look like a part of a line of the game: a card, a bar, a phrase."""
    for word, following in zip(words, (*words[1:], ""), strict=True):
        is_bar = len(word) == 1 and not word.isascii() and "l" in skeletons(word)
        if is_bar or _CARD.fullmatch(word):
            yield word
        if _NUMBER.fullmatch(following) and _is_one_of(said.NUMBERED, word):
            yield f"{word} {following}"
    looks = [f" {look} " for look in skeletons(_SIGNS.sub(" ", " ".join(words)))]
    for part in said.PARTS_OF_LINES:
        if any(f" {each} " in look for each in skeletons(part) for look in looks):
            yield part


def _is_one_of(texts: tuple[str, ...], name: str) -> bool:
    """Tell whether NAME looks like one of TEXTS."""
    return not _looks_of(texts).isdisjoint(skeletons(name))


@cache
def _looks_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(look for text in texts for look in skeletons(text))
