"""People who play without pause, whatever becomes of the bot, and keep in mind what they saw."""

import re
import time
from collections.abc import Iterator, Sequence
from random import Random
from select import select

from tests.real_servers import told
from tests.real_servers.guest import Guest, Said
from tests.real_servers.prompts import HAND_SHOWN, is_about_bank, is_prompt, read
from tests.real_servers.rawclient import TIMEOUT_SECONDS

GAMES = ("pontoon", "british", "shoot", "cutwc", "blackjack")
SAYS_AGAIN_SECONDS = 1.0
"""After so long without a line from the bot somebody asks for another round."""

_BEGINS = re.compile(
    r"(?:Shed Pontoon|British Pontoon|Shoot Pontoon|CUTwC Pontoon|Black Jack For Time): "
)
_QUITS = re.compile(r":PontoonBot!\S+ QUIT ")
_ENDS = re.compile("(?:Chips|Drinks|Minutes): |no round: ")

UNSEEN: tuple[str, ...] = ()


_BUST = "You bust on "


class Restless:
    """GUESTS who answer as RANDOM wants as soon as they are asked, and begin round after round.

    They neither split nor burn, so that the cards they are shown in a round only become more.
    COMPUTERS are dealt to with them.
    """

    def __init__(
        self,
        guests: Sequence[Guest],
        random: Random,
        games: Sequence[str] = GAMES,
        computers: Sequence[str] = (),
    ) -> None:
        self.rounds = 0
        """How many rounds have begun."""
        self.shown_again = 0
        """How often somebody was shown cards that they had seen before the bot was gone."""
        self._guests = guests
        self._games = games
        self._computers = computers
        self._random = random
        self._seen = {guest.nick: UNSEEN for guest in guests}
        self.has_seen_quit = False
        self._last_heard = time.monotonic()
        self._was_gone = False

    def hear(self) -> None:
        """Answer what has come, and ask for a round where nothing has come for long."""
        for guest in self._guests:
            for line in guest.arrived(0):
                if (said := guest.read(line)) is not None:
                    self._last_heard = time.monotonic()
                    self._take_in(guest, said)
                elif _QUITS.match(line):
                    self.has_seen_quit = True
        if time.monotonic() - self._last_heard > SAYS_AGAIN_SECONDS:
            self._ask_for_a_round()

    def the_bot_is_gone(self) -> None:
        """See the bot go: what is shown from then on must be what was seen before."""
        until = time.monotonic() + TIMEOUT_SECONDS
        self.has_seen_quit = False
        while not self.has_seen_quit:
            assert time.monotonic() < until, "the bot is still there"
            select(self._guests, [], [], 0.1)
            self.hear()
        self._was_gone = True

    def _ask_for_a_round(self) -> None:
        """Have a round begin, from a deck that somebody may have cut."""
        self._random.choice(self._guests).command(f"!cut {self._random.random()}")
        game = self._random.choice(self._games)
        nicks = " ".join([*(guest.nick for guest in self._guests), *self._computers])
        self._guests[0].command(f"!{game} {nicks}")
        self._last_heard = time.monotonic()

    def _take_in(self, guest: Guest, said: Said) -> None:
        if said.target == guest.nick:
            self._look_at_cards(guest.nick, said.text)
            if is_prompt(said.text):
                guest.whisper(self._answer(said.text))
        elif guest is self._guests[0]:
            self._follow(said.text)

    def _follow(self, text: str) -> None:
        if _BEGINS.match(text) and not told.is_result(text):
            self.rounds += 1
            self._forget_cards()
        elif _ENDS.search(text):
            self._forget_cards()
            self._ask_for_a_round()

    def _forget_cards(self) -> None:
        self._was_gone = False
        self._seen = dict.fromkeys(self._seen, UNSEEN)

    def _look_at_cards(self, nick: str, text: str) -> None:
        """Fail unless NICK is shown the cards that were theirs all the time in this round."""
        if text.startswith(_BUST):  # the channel's line about the end may be read before it
            return
        for cards in _cards_in(text):
            seen = self._seen[nick]
            if self._was_gone and seen:
                assert cards[: len(seen)] == seen, f"{nick} had {seen}, and now: {text}"
                self.shown_again += 1
            self._seen[nick] = max(cards, seen, key=len)

    def _answer(self, prompt: str) -> str:
        if is_about_bank(prompt):
            return "n" if self._random.random() < 0.3 else "y"
        question = read(prompt)
        if question.amounts is not None:
            least, most = question.amounts
            if question.offers and self._random.random() < 0.3:
                return "n"
            number = self._random.randint(least, max(least, min(most, 20)))
            return f"{question.word} {number}".strip()
        letters = [letter for letter in question.offers if letter not in "up"]
        return self._random.choice(letters or list(question.offers))


class Sleeper(Restless):
    """A guest who begins round after round with computers, and answers nothing that is asked."""

    def _take_in(self, guest: Guest, said: Said) -> None:
        if said.target != guest.nick:
            self._follow(said.text)


def play(tables: Sequence[Restless], guests: Sequence[Guest], seconds: float) -> None:
    """Have GUESTS play at all their TABLES for so many SECONDS."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        select(guests, [], [], min(left, 0.1))
        for table in tables:
            table.hear()


def play_rounds(
    tables: Sequence[Restless], guests: Sequence[Guest], rounds: int, seconds: float
) -> None:
    """Have GUESTS begin so many ROUNDS, which must take them at most so many SECONDS."""
    until = time.monotonic() + seconds
    while (begun := sum(table.rounds for table in tables)) < rounds:
        assert time.monotonic() < until, f"{begun} rounds, not {rounds}"
        play(tables, guests, 0.2)


def _cards_in(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the hands of their own that somebody is shown in TEXT."""
    for item in text.split(" | "):
        for match in HAND_SHOWN.finditer(item):
            yield tuple(match[1].split())
