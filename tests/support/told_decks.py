"""Sealed decks told a second time, from FAIR alone: with names of cards, and nothing of the bot."""

from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256, shake_256
from itertools import chain, count
from typing import TypeVar

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
NEW = [rank + suit for suit in "CDHS" for rank in RANKS]
"""The new order."""

Item = TypeVar("Item")


# Byte strings


def short(text: str) -> str:
    return urlsafe_b64encode(sha256(text.encode("ascii")).digest()[:20]).decode().rstrip("=")


def quoted(name: str) -> str:
    plain = {*range(ord("!"), ord("~") + 1)} - {*b"%()"}
    return "".join(chr(byte) if byte in plain else f"%{byte:02X}" for byte in name.encode())


def seal(number: int, terms: str, secret: str) -> str:
    """Return SEAL; TERMS are what stands in brackets when the deck is opened."""
    return short(f"pontoon-deck-3 seal {number} {terms} {secret}")


def cuts(sealed: str, words: Sequence[str]) -> str:
    lines = [f"pontoon-deck-3 cuts {sealed}", *sorted(words, key=str.encode)]
    return short("".join(f"{line}\n" for line in lines))


def key(sealed: str, cuts_hash: str, secret: str) -> bytes:
    return sha256(f"pontoon-deck-3 key {sealed} {cuts_hash} {secret}".encode("ascii")).digest()


# From the key to cards


class Draw:
    """Draw number N of KEY."""

    def __init__(self, key: bytes, n: int) -> None:
        self.numbers = self._stream(b"pontoon" + key + n.to_bytes(8, "big"))
        self.taken = 0
        """How many numbers were read, those that were passed over too."""

    def _stream(self, name: bytes) -> Iterator[int]:
        for b in count():
            block = shake_256(name + b.to_bytes(8, "big")).digest(1024)
            for at in range(0, 1024, 2):
                self.taken += 1
                yield int.from_bytes(block[at : at + 2], "big")

    def below(self, k: int) -> int:
        number = next(self.numbers)
        while number >= 65536 - 65536 % k:
            number = next(self.numbers)
        return number % k

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        places = list(items)
        for i in range(len(places) - 1, 0, -1):
            j = self.below(i + 1)
            places[i], places[j] = places[j], places[i]
        return places


def shoe(key: bytes, packs: int, least: int, most: int) -> tuple[list[str], int]:
    """Return the cards of a shoe in the order of dealing, and how many lie behind its marker."""
    draw = Draw(key, 1)
    order = draw.shuffled(NEW * packs)
    return order[::-1], least + draw.below(most - least + 1)


def dry(key: bytes, packs: int, draw: int, on_table: Sequence[str]) -> list[str]:
    """Return the cards of a shoe that ran dry with those ON_TABLE, in the order of dealing."""
    left = list(NEW * packs)
    for each in on_table:
        left.remove(each)
    return Draw(key, draw).shuffled(sorted(left, key=NEW.index))[::-1]


class ToldPack:
    """A pack, which is dealt from the first place."""

    def __init__(self, key: bytes) -> None:
        self.key, self.draws = key, 0
        self.cards = self.drawn(NEW)

    def drawn(self, items: Sequence[Item]) -> list[Item]:
        self.draws += 1
        return Draw(self.key, self.draws).shuffled(items)

    def take(self, number: int) -> list[str]:
        taken, self.cards = self.cards[:number], self.cards[number:]
        return taken

    def gather(self, hands: Sequence[Sequence[str]], way: str) -> None:
        if way == "mixed":
            self.cards += self.drawn(sorted(chain(*hands), key=NEW.index))
        else:
            self.cards += chain(*self.drawn(hands))
