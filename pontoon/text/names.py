"""Which names may stand in lines of the bot (RULES 0, Names), and whose names are taken."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from string import ascii_letters
from unicodedata import category, normalize

from pontoon.engine.cards import RANKS, SUITS
from pontoon.engine.computers import is_computer
from pontoon.games import GAMES
from pontoon.storage.players.nicknames import (
    MAX_LENGTH,
    MAX_NICK_LENGTH,
    in_ascii,
    looks_like_nick,
    nickname_fault,
    skeletons,
    without_invisible,
)
from pontoon.storage.players.player import Player
from pontoon.storage.players.store import PlayerStore
from pontoon.text.formatting import BALANCES_HEADINGS, kind_of_hand

_REMEMBERED = 20_000
"""The number of names of which it is cached whether they can be shown."""

TITLES = ("Banker", "Dealer")
"""The word before a name in a banker's result."""

_HEADINGS = tuple(heading.strip(": ") for heading in BALANCES_HEADINGS.values())

OWN_NAMES = (*_HEADINGS, *(game.title for game in GAMES), *TITLES)
"""Words that lines of the game begin with: as a nickname, one could change the kind of a line."""

KINDS_OF_HANDS = tuple({kind_of_hand(kind): None for game in GAMES for kind in game.hand_types})

NO_NAME = "the nick"
"""What precedes a nick, at the beginning of a line, that may not begin one."""

BEGINNINGS = (
    *(*OWN_NAMES, *KINDS_OF_HANDS, NO_NAME),
    *("deck", "nobody", "somebody", "everybody", "no round", "left out", "only", "kitty"),
    *("the round", "the cards", "the bank", "the shoe", "the whole", "the last"),
    *("the dealer shows", "the dealer has", "a round", "second cards", "place your bets"),
    *("cut for the", "deals to", "three sevens", "there is", "too few", "too many", "rounds are"),
    *("you", "your", "it is", "i am", "i was", "i can", "i cannot", "i deal", "i draw", "i have"),
    *("who takes", "who plays", "play continues", "play pauses", "no deck", "no game", "each deck"),
)
"""What lines about rounds and decks begin with: no name may be, or begin with, these words."""

_SERVICES = re.compile("[a-z]+serv|services|global|alis", re.IGNORECASE)
"""The nicks of services; most obey lines in channels that begin with their nick."""

_MOVES = (
    *("bets", "bids", "twists", "buys", "burns", "splits", "sticks", "busts", "draws", "stays"),
    *("shoots", "hits", "doubles", "insures", "wins", "loses", "ties", "drinks"),
)

SAID_OF_NAMES = (
    *(*_MOVES, "leaves", "to", "shows", "has", "gets", "takes", "deals", "turns", "puts"),
    *("passes", "offers", "does"),
    *("sits", "pays", "falls", "can", "is", "seems", "breaks", "and", "are", "cuts", "quits"),
    *("joins", "parts", "plays", "wants", "will", "have", "deposits", "withdraws"),
)
"""Words that follow a name in lines of the game: no name may be another name with one of them."""

PARTS_OF_LINES = (
    *_MOVES,
    *("to play", "to bet", "to bid", "to shoot", "to insure", "to put up", "to add", "to say"),
    *("leaves the round", "has the bank", "clown wagon", "marker", "shuffle", "shuffled"),
    *("is sealed", "is opened", "is cut", "cuts deck", "breaks even"),
    *_HEADINGS,
)
"""Words by which people recognise a line of the game: no nickname may contain them."""

NUMBERED = ("hand", "stake", "wins", "loses", "ties", "drinks", "deck", "kitty")
"""Words before numbers in lines of the game: no nickname may have them before a number."""

NAME_IS_OURS = "The game uses that name itself; choose another."
ONE_LETTER = "A single letter could be taken for a move: choose a longer nickname."
ONLY_A_NUMBER = "A number could be taken for chips: add letters to the nickname."
SPEAKS_TO_SERVICES = "Services could obey lines that begin like that; choose another."
OF_COMPUTERS = "Names that end in + are those of computer players; choose another."
PART_OF_LINE = 'A line of the game could say "{part}": choose a nickname without it.'
SPEAKS_TO = "Lines that begin like that would speak to {nick}, who is here; choose another."


@lru_cache(maxsize=_REMEMBERED)
def why_misread(nickname: str) -> str | None:
    """Say which part of NICKNAME looks like a line of the game; None if none does."""
    words = _words(nickname)
    text = " ".join(words)
    if len(text) == 1 and (category(text) in _OF_ALPHABETS or in_ascii(text) in ascii_letters):
        return ONE_LETTER
    if any(map(str.isdigit, text)) and not any(map(str.isalpha, text)):
        return ONLY_A_NUMBER
    if any(is_computer(word[-1:]) for each in words for word in (each, *skeletons(each))):
        return OF_COMPUTERS
    if words and (why := _why_no_beginning(words)):
        return why
    part = next(_parts_of_lines(words), None)
    return None if part is None else PART_OF_LINE.format(part=part)


def _why_no_beginning(words: Sequence[str]) -> str | None:
    """Say why no line may begin with WORDS as a name; None if one may."""
    if _SERVICES.fullmatch(in_ascii(words[0])):
        return SPEAKS_TO_SERVICES
    bare = [_ENDS.sub("", word) for word in words[:_LONGEST]]
    if any(_is_one_of(BEGINNINGS, " ".join(bare[:end])) for end in range(1, _LONGEST + 1)):
        return NAME_IS_OURS
    return PART_OF_LINE.format(part=words[0]) if _is_card(words[0]) else None


@lru_cache(maxsize=_REMEMBERED)
def as_named(nick: str) -> str:
    """Return NICK as it begins a line: behind a word of the bot if it cannot stand there itself.

    Such a line could be an order to another program, or be taken for another line.
    """
    is_safe = _OBEYED_BY_NOBODY.match(nick) and _why_no_beginning(_words(nick)) is None
    return nick if is_safe else f"{NO_NAME} {nick}"


def is_without_name(name: str) -> bool:
    """Tell whether NAME is one that ``as_named`` has put a word before."""
    return name.startswith(f"{NO_NAME} ")


def nickname_of(player: Player) -> str:
    """Return the nickname of PLAYER, "" if there is none that may be shown."""
    nickname = player.nickname
    return "" if nickname_fault(nickname) or why_misread(nickname) else nickname


def called(word: str) -> str:
    """Return WORD behind a noun, without repeating what cannot be a name."""
    can_be_name = len(word) <= MAX_LENGTH and looks_like_nick(word)
    return f" called {word}" if can_be_name else " of that name"


def nicks_called(name: str) -> tuple[str, ...]:
    """Return what programs may take for a nick that a line speaks to if it begins with NAME."""
    word = name.split(" ")[0]
    return tuple({word: None, _BEHIND_NICK.sub("", word): None})


def are_ours(name: str, is_me: Callable[[str], bool]) -> bool:
    """Tell whether NAME could be taken for the bot, whose nicks IS_ME knows, or begin a line."""
    looks = skeletons(name)
    nicks = (name, in_ascii(name), *looks, *(look.replace("rn", "m") for look in looks))
    words = _words(name)
    has_title = len(words) > 1 and _is_one_of(TITLES, words[0])
    return has_title or any(map(is_me, nicks)) or _is_one_of(OWN_NAMES, name)


def players_called(store: PlayerStore, name: str) -> Iterator[Player]:
    """Yield the players in STORE whose nick or nickname is NAME or looks like it."""
    found = store.find(name)
    if found is not None:
        yield found
    if len(name) <= MAX_NICK_LENGTH:
        for look in skeletons(name):
            yield from store.called_like(look)


def owner_of(store: PlayerStore, name: str, but: str) -> Player | None:
    """Return the player, other than BUT, for whom NAME or a part of it could be taken."""
    for player in players_called(store, name):
        if player.nick != but:
            return player
    words = _words(name[:MAX_NICK_LENGTH])
    for place, word in enumerate(words[1:], 1):
        if follows_names(word):
            for look in skeletons(" ".join(words[:place])):
                for player in store.called_like(look):
                    return player
    return None


_OF_ALPHABETS = ("Lu", "Ll", "Lt", "Lm")
"""The categories of letters with two cases, and of modifier letters."""

_NUMBER = re.compile(r"[+-]?\d+(?:-\d+)?")
_CARD = re.compile("(?:10|[2-9AJQK])[♠♥♦♣]", re.IGNORECASE)
_SIGNS = re.compile(r"[\W_]+")
_OBEYED_BY_NOBODY = re.compile(r"[\w\[\]^{}|…]")
"""What a line may begin with; a nick may also begin with \\ or a backtick."""
_BEHIND_NICK = re.compile(r"[^\w\[\]\\^{}|`-]+$")
_ENDS = re.compile(r"^\W+|\W+$")
_LONGEST = max(len(each.split()) for each in BEGINNINGS)


def _words(name: str) -> list[str]:
    return normalize("NFKC", without_invisible(name)).split()


def _is_card(word: str) -> bool:
    """Tell whether WORD is a card; with ``cards = ascii`` it has capitals, unlike ``As``."""
    return bool(_CARD.fullmatch(word)) or (word[-1:] in SUITS and word[:-1] in RANKS)


def _parts_of_lines(words: Sequence[str]) -> Iterator[str]:
    """Yield those of WORDS that look like a part of a line of the game: a card, a bar, a phrase."""
    for word, following in pairwise((*words, "")):
        is_bar = len(word) == 1 and not word.isascii() and "l" in skeletons(word)
        if is_bar or _is_card(word):
            yield word
        if _NUMBER.fullmatch(following) and _is_one_of(NUMBERED, word):
            yield f"{word} {following}"
    looks = [f" {look} " for look in skeletons(_SIGNS.sub(" ", " ".join(words)))]
    for part in PARTS_OF_LINES:
        if any(f" {each} " in look for each in skeletons(part) for look in looks):
            yield part


def follows_names(word: str) -> bool:
    """Tell whether WORD looks like what stands behind a name in lines of the game."""
    return _NUMBER.fullmatch(word) is not None or _is_one_of(SAID_OF_NAMES, word)


def _is_one_of(texts: tuple[str, ...], name: str) -> bool:
    return not _looks_of(texts).isdisjoint(skeletons(name))


@cache
def _looks_of(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(look for text in texts for look in skeletons(text))
