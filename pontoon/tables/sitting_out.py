"""Who sits out the next round of a game in a channel (RULES 0)."""

from collections.abc import Iterable
from enum import Enum, auto
from typing import NamedTuple

from pontoon.engine.computers import is_computer
from pontoon.engine.hands import Seat
from pontoon.irc.reactor import Clock

LATELY_SECONDS = 10 * 60
"""For this long a silence at a bet counts as the last one, nobody is excused again, and somebody
sits out where no round is played: in a channel of two nobody is kept from it for good."""

MIN_BETTORS = 2
"""A round that somebody sits out is one in which this many people bet."""


class SitsOutFor(Enum):
    """Why somebody sits out."""

    LEAVING = auto()
    """They saw a card, and left before betting on it."""
    SILENCE = auto()
    """They were silent at two bets within ten minutes."""


class _SitsOut(NamedTuple):
    """Somebody sits out for that ``reason``, since ``at`` and that ``round``."""

    reason: SitsOutFor
    at: float
    round: int


class SittingOut:
    """Remembers who has seen a card and left, or was silent at two bets, in one channel.

    It does not outlast a restart.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._out: dict[tuple[str, str], _SitsOut] = {}
        """Who sits out, by game and player."""
        self._silent_at: dict[str, float] = {}
        """When a player was last silent at a bet."""
        self._excused_at: dict[str, float] = {}
        """When a player, whom somebody else had named, was last excused."""
        self._round = 0
        """How many rounds were over before this one."""

    def add(self, game: str, player: str, reason: SitsOutFor) -> None:
        """Have PLAYER sit out the next round of GAME for that REASON."""
        self._out[game, player] = _SitsOut(reason, self._clock.seconds(), self._round)

    def was_silent(self, player: str) -> bool:
        """Note that PLAYER was silent at the bet; tell whether it was the second time lately."""
        is_again = self._is_recent(self._silent_at, player)
        self._silent_at[player] = self._clock.seconds()
        return is_again

    def excuses(self, player: str) -> bool:
        """Tell whether PLAYER, named by somebody else, need not sit out: once in ten minutes."""
        is_excused = not self._is_recent(self._excused_at, player)
        if is_excused:
            self._excused_at[player] = self._clock.seconds()
        return is_excused

    def players(self, game: str) -> dict[str, SitsOutFor]:
        """Return who sits out the next round of GAME, and for what."""
        since = self._clock.seconds() - LATELY_SECONDS
        self._out = {key: each for key, each in self._out.items() if each.at > since}
        return {player: each.reason for (of, player), each in self._out.items() if of == game}

    def seconds_left(self, game: str, player: str) -> float:
        """Return how much longer PLAYER sits out GAME, where no round of it is played."""
        return self._out[game, player].at + LATELY_SECONDS - self._clock.seconds()

    def round_over(self, game: str, seats: Iterable[Seat]) -> None:
        """Note that a round of GAME with these SEATS is over.

        It was the next one also for those who have played because too few would have been left.
        """
        bettors = [
            each
            for each in seats
            if not is_computer(each.player) and any(hand.bet for hand in each.hands)
        ]
        if len(bettors) >= MIN_BETTORS:
            self._out = {
                key: each
                for key, each in self._out.items()
                if key[0] != game or each.round == self._round
            }
        self._round += 1
        self._silent_at = self._recent(self._silent_at)
        self._excused_at = self._recent(self._excused_at)

    def _is_recent(self, times: dict[str, float], player: str) -> bool:
        at = times.get(player)
        return at is not None and self._clock.seconds() - at < LATELY_SECONDS

    def _recent(self, times: dict[str, float]) -> dict[str, float]:
        return {player: at for player, at in times.items() if self._is_recent(times, player)}
