"""How commands are typed: with a prefix in a channel, with or without it in private."""

import re
from collections.abc import Collection
from enum import Flag, auto

from msgspec import Struct

from pontoon.engine.notation import letter_of, parse_amount
from pontoon.irc.outgoing import FORMATTING, WORD_JOINER, without_formatting
from pontoon.irc.people import Person


class Where(Flag):
    """The places where something can be said to the bot."""

    CHANNEL = auto()
    """In a channel, as in ``!bank``."""
    GAME = auto()
    """In a channel after the word of a game, as in ``!pontoon stats``."""
    PRIVATE = auto()


NOWHERE = Where(0)

_ADDRESSEE = re.compile(r"([^\s:,]++)[:,]")

_NOT_UTF8 = re.compile("[\udc80-\udcff]")

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")

_FORMATTING_FIRST = re.compile(rf"\A(?:{FORMATTING.pattern})*+")


class Said(Struct, frozen=True):
    """A line that PERSON has said to the bot, in CHANNEL or, if that is None, in private.

    TEXT has neither a prefix nor formatting codes. WORDS are its words without the word of the GAME
    that it is about.
    """

    person: Person
    channel: str | None
    text: str
    words: tuple[str, ...]
    game: str = ""
    is_plain: bool = True
    """Whether the text is free of control characters."""
    typed: str = ""
    """The text exactly as it was typed, formatting codes too, but without the prefix.

    A lone surrogate stands for each byte that is no part of UTF-8 (PEP 383)."""
    is_unclear: bool = False
    """Whether help is only what the bot guesses that the person wants."""

    @property
    def where(self) -> Where:
        """The place where the line was said."""
        if self.channel is None:
            return Where.PRIVATE
        return Where.GAME if self.game else Where.CHANNEL

    @property
    def move(self) -> tuple[str, ...]:
        """The words that may be a move: none if control characters make them something else."""
        return self.words if self.is_plain else ()

    @property
    def rest(self) -> tuple[str, ...]:
        """The words after the first."""
        return self.words[1:]


def is_channel(word: str = "") -> bool:
    """Tell whether WORD could name a channel (RFC 2812, section 1.3)."""
    return word.startswith(("#", "&", "+", "!"))


def is_plain(text: str) -> bool:
    """Tell whether TEXT is free of formatting codes and other control characters."""
    return not _CONTROL.search(text)


def parse_in_channel(
    person: Person,
    channel: str,
    text: str,
    prefix: str,
    games: Collection[str],
    with_codes: Collection[str] = (),
) -> Said | None:
    """Return what PERSON requests by TEXT in CHANNEL, or None if TEXT is no command.

    A command begins with PREFIX, directly followed by a word, and has no control characters unless
    that is one of the words WITH CODES. After the word of one of GAMES come nicks or a subcommand;
    a single number there is a move.
    """
    bare = _FORMATTING_FIRST.sub("", text, count=1)
    if not _readable(bare).startswith(prefix):
        return None
    typed = text.removesuffix(bare) + bare[len(prefix) :]
    said = without_formatting(_as_typed(typed))
    if not said[:1].strip():
        return None
    words = as_move(said.split(), games)
    game, plain = words[0].lower(), is_plain(said)
    if not plain and game not in with_codes:
        return None
    if game in games:
        return Said(person, channel, said, words[1:], game, typed=typed)
    return Said(person, channel, said, words, is_plain=plain, typed=typed)


def addressee(text: str) -> str:
    """Return the nick to which TEXT is said, as in ``PontoonBot: help``; "" if to nobody.

    >>> addressee("PontoonBot, help"), addressee("help, PontoonBot"), addressee("hello there")
    ('PontoonBot', 'help', '')
    """
    found = _ADDRESSEE.match(without_formatting(text))
    return found[1] if found else ""


def parse_address(person: Person, channel: str, text: str, prefix: str) -> Said | None:
    """Return what PERSON says in CHANNEL behind a nick, or None if TEXT has control characters."""
    text = without_formatting(text)
    if not is_plain(text):
        return None
    typed = _as_typed(text[len(addressee(text)) + 1 :])
    said = without_prefix(typed.strip(" "), prefix)
    return Said(person, channel, said, tuple(said.split()))


def parse_in_private(
    person: Person, text: str, prefix: str, games: Collection[str], subcommands: Collection[str]
) -> Said:
    """Return what PERSON requests by TEXT in private.

    TEXT may begin with PREFIX; one of SUBCOMMANDS may follow the word of one of GAMES.
    """
    typed = _as_typed(text)
    said = without_prefix(without_formatting(typed), prefix)
    words = tuple(said.split())
    game = ""
    if len(words) > 1 and words[0].lower() in games and words[1].lower() in subcommands:
        game, words = words[0].lower(), words[1:]
    return Said(person, None, said, words, game, is_plain(said), typed=typed)


def _as_typed(text: str) -> str:
    """Return TEXT for people, without the WORD JOINERs of nicks copied from a channel."""
    return _readable(text).replace(WORD_JOINER, "")


def _readable(text: str) -> str:
    """Return TEXT as Windows-1252 if it has bytes that are no part of UTF-8 (PEP 383)."""
    if _NOT_UTF8.search(text) is None:
        return text
    return text.encode("utf-8", errors="surrogateescape").decode("cp1252", errors="replace")


def as_move(words: Collection[str], games: Collection[str]) -> tuple[str, ...]:
    """Return WORDS as a move, if they are one of GAMES and a single number.

    Such words begin no round, since no nick starts with a digit. If the game has the name of a
    move, the letter of that move replaces it; otherwise only the number remains.

    >>> as_move(["pontoon", "20"], ["pontoon"]), as_move(["pontoon", "dave"], ["pontoon"])
    (('20',), ('pontoon', 'dave'))
    >>> as_move(["shoot", "20"], ["shoot"])
    ('o', '20')
    """
    match tuple(words):
        case (game, amount) if game.lower() in games and isinstance(parse_amount(amount), int):
            letter = letter_of(game)
            return (amount,) if letter is None else (letter, amount)
    return tuple(words)


def without_prefix(said: str, prefix: str) -> str:
    """Return SAID without the PREFIX of commands; the sign of a number such as +5 is none.

    >>> without_prefix("!bank", "!"), without_prefix("+5", "+")
    ('bank', '+5')
    """
    command = said.removeprefix(prefix).lstrip(" ")
    return command if command[:1].isalpha() else said
