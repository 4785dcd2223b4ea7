"""Checks what somebody heard of sealed decks: each is sealed, cut, dealt from and opened, in order.

Nothing of the bot's own reckoning is used: this is "Lines in the channel" and "Byte strings" of
FAIR once more.
"""

import re
from base64 import urlsafe_b64encode
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256

from tests.real_servers.decklines import ACKNOWLEDGED, CUT, OPENED, PLACE, SEALED
from tests.real_servers.guest import Said
from tests.real_servers.told import CARD

_ROUND_OVER = re.compile("(?:Chips|Drinks|Minutes): |no round: ")

_IS_BACK = re.compile("I was restarted; the round continues|I am back")


@dataclass
class _Channel:
    """What was heard of the decks of a channel: a hash or a secret of each, by number.

    Who is late does not know what was said before.
    """

    is_late: bool
    sealed: dict[str, str] = field(default_factory=dict)
    words: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    """The words of the cuts that were acknowledged, by deck and number."""
    cut: dict[str, str] = field(default_factory=dict)
    opened: dict[str, str] = field(default_factory=dict)
    begun_unheard: set[str] = field(default_factory=set)
    """The decks whose first round may have begun just before the bot was gone: nobody heard it."""
    cards: dict[str, int] = field(default_factory=dict)
    """Which card of each deck was the first of the last round."""
    shown: list[Said] = field(default_factory=list)
    """What had cards in it since a round was over."""

    def hear(self, said: Said) -> None:
        """Fail if the channel should not hear what is SAID now."""
        if _IS_BACK.match(said.text):
            self.begun_unheard |= self.cut.keys()
        for item in said.text.split(" | "):
            if item.startswith(("Deck ", "deck ")):
                self._hear_of_deck(item, said)
            elif (cut := ACKNOWLEDGED.fullmatch(item)) is not None:
                self._hear_of_cut(cut["number"], int(cut["cut"]), cut["words"])
        self.see(said)
        if _ROUND_OVER.search(said.text):
            self.shown.clear()

    def see(self, said: Said) -> None:
        """Note what is SAID, to the channel or in private, if there are cards in it."""
        if re.search(CARD, said.text):
            self.shown.append(said)

    def _hear_of_cut(self, number: str, cut: int, words: str) -> None:
        known = self.words[number]
        assert known.setdefault(cut, words) == words, f"{number}: {cut} {words}"
        assert self.is_late or cut <= len(known), f"a hole before {number}: {cut}"
        assert number not in self.cut or cut <= len(known), f"too late: {number}: {cut}"

    def _hear_of_deck(self, item: str, said: Said) -> None:
        if (place := PLACE.fullmatch(item)) is not None:
            self._begin_round(place["number"], int(place["card"]), said)
            return
        for pattern, heard in ((SEALED, self.sealed), (CUT, self.cut), (OPENED, self.opened)):
            if (found := pattern.fullmatch(item)) is not None:
                self._hear_words(pattern, heard, found)
                return
        raise AssertionError(f"cannot be read: {said}")

    def _hear_words(
        self, pattern: re.Pattern[str], heard: dict[str, str], found: re.Match[str]
    ) -> None:
        groups = found.groupdict()
        number, said = groups["number"] or groups["next"], groups["said"] or ""
        is_again = number in heard
        if pattern is CUT and is_again:
            self.begun_unheard.add(number)
        assert heard.setdefault(number, said) == said, found
        assert number in self.sealed or self.is_late, f"was not sealed: {found}"
        assert pattern is OPENED or number not in self.opened, f"is open: {found}"
        if pattern is CUT and not is_again and not self.is_late:
            assert not self.shown, f"came before {found}: {self.shown}"
        if (
            pattern is CUT
            and number in self.sealed
            and len(self.words[number]) == int(found["cuts"] or 0)
        ):
            assert not said or said == cuts_of(self.sealed[number], self.words[number].values())
        if pattern is OPENED and number in self.sealed:
            assert self.sealed[number] == seal_of(number, found["terms"], said), found

    def _begin_round(self, number: str, card: int, said: Said) -> None:
        assert number in self.cut or self.is_late, f"was not cut: {said}"
        assert number not in self.opened, f"is open: {said}"
        assert card >= self.cards.get(number, 1), said  # equal: void before a card
        self.cards[number] = card


def seal_of(number: str, terms: str, secret: str) -> str:
    """Return SEAL of the deck of that NUMBER."""
    return _short(f"pontoon-deck-3 seal {number} {terms} {secret}")


def cuts_of(seal: str, words: Iterable[str]) -> str:
    """Return CUTS of the deck with that SEAL."""
    return _short("".join(f"{each}\n" for each in (f"pontoon-deck-3 cuts {seal}", *sorted(words))))


def _short(text: str) -> str:
    return urlsafe_b64encode(sha256(text.encode()).digest()[:20]).decode().rstrip("=")


def check(heard: Iterable[Said], channel: str, *, is_late: bool) -> None:
    """Fail unless what somebody in CHANNEL has HEARD of decks is in order.

    It is whole too, unless they came late. They may come into other channels at any time; then it
    is not known which cards are from where.
    """
    here = _Channel(is_late)
    channels = defaultdict(partial(_Channel, is_late=True), {channel: here})
    for said in heard:
        if said.target.startswith("#"):
            channels[said.target].hear(said)
        elif len(channels) == 1:
            here.see(said)
