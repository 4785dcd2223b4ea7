"""Whose turn it is in a channel: that of those who have joined, or of people who are named."""

from collections.abc import Sequence
from math import inf

from msgspec import Struct

from pontoon.irc.people import Person
from pontoon.irc.reactor import Clock

LONGEST_SECONDS = 120
"""So long those who have joined are waited for, from the first named round that was refused."""


class NamedRound(Struct, frozen=True):
    """A round of GAME that STARTER has asked for, with the NICKS that they have typed."""

    game: str
    starter: Person
    nicks: Sequence[str]


class Turns:
    """Those who have joined and people who are named are dealt to in turn (RULES 0, Joining).

    The turns are those of the channel, whatever the game and whoever has joined: to leave, and to
    open the table anew, puts nobody before people who are named and wait.
    The first named round that is asked for while it has to wait is kept.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.asked: NamedRound | None = None
        """The named round that waits."""
        self.is_theirs = False
        """Whether those who have joined were dealt to last."""
        self._since = inf
        """When the first named round was refused since one was dealt."""

    def seconds_to_wait(self, longest: float) -> float:
        """Return how long a named round has to wait, if those who have joined have so LONG."""
        if self.is_theirs:
            return 0.0
        now = self._clock.seconds()
        return max(min(self._since, now) + longest - now, 0.0)

    def ask(self, asked: NamedRound) -> NamedRound:
        """Keep ASKED, which has to wait, unless another waits already; return the one that does."""
        self._since = min(self._since, self._clock.seconds())
        self.asked = self.asked or asked
        return self.asked

    def take(self) -> NamedRound | None:
        """Return the round that has waited, and keep it no longer."""
        asked, self.asked = self.asked, None
        return asked

    def began(self, *, is_theirs: bool) -> None:
        """Note that a round has begun: of those who have joined if it IS_THEIRS."""
        self.is_theirs = is_theirs
        if not is_theirs:
            self.asked, self._since = None, inf
