"""Counts what the decisions of people in settled rounds have cost, while there is time for it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from pontoon.engine.computers import is_computer
from pontoon.engine.errors import NotRecorded
from pontoon.irc.reactor import Background, Clock
from pontoon.odds.decisions import Judgement
from pontoon.storage import costs
from pontoon.storage.database import Database
from pontoon.storage.rounds import Damaged
from pontoon.storage.rows import DatabaseError
from pontoon.tables.judging import Judging

MIN_PAUSE = 0.2
"""The seconds between two pieces of work, at least."""

SHARE = 50
"""One part of the time in this many is for this work, at most."""


class CostCounter:
    """Counts the settled rounds in DATABASE one after the other, the latest first, by BACKGROUND.

    It begins when somebody looks at statistics: no odds are loaded before. It takes little of the
    time of the program: on CLOCK there is a pause after each decision.
    """

    def __init__(self, database: Database, background: Background, clock: Clock) -> None:
        self._database = database
        self._background = background
        self._clock = clock
        self._is_wanted = False
        self._is_at_work = False
        self._known: dict[tuple[str, str], costs.Cost] = {}
        """What was looked up for players, each in a game, since a round was counted."""
        self._began = 0.0
        """When the last piece of work began."""

    def cost_of(self, player: str, game: str) -> costs.Cost:
        """Return what is known of PLAYER in GAME, and count from now on; DatabaseError."""
        if not self._is_wanted:
            self._is_wanted = True
            self.look()
        if (player, game) not in self._known:
            self._known[player, game] = costs.cost_of(self._database.read, player, game)
        return self._known[player, game]

    def look(self) -> None:
        """Go on with the work if there is any."""
        if self._is_wanted and not self._is_at_work:
            self._next()

    def _next(self) -> None:
        self._is_at_work = False
        self._began = self._clock.seconds()
        try:
            found = costs.next_uncounted(self._database.read)
        except DatabaseError:  # others find it too, and tell admins
            return
        if found is None or self._database.trouble:
            return
        self._is_at_work = True
        number, record = found
        if isinstance(record, Damaged):
            self._count(number, {})
            return
        results = record.settled.results
        people = [each.player for each in results if each.played and not is_computer(each.player)]
        judging = Judging(
            self._background,
            self._pause,
            partial(self._judged, number, people),
            partial(self._count, number, {}),
        )
        judging.begin(record, (), people)

    def _judged(self, number: int, people: Iterable[str], judged: list[Judgement]) -> None:
        found: dict[str, list[float]] = {player: [] for player in people}
        for each in judged:
            found[each.decision.ask.player].append(each.cost)
        self._count(number, found)

    def _count(self, number: int, found: Mapping[str, Sequence[float]]) -> None:
        """Count the round of that NUMBER, and go on; one that cannot be judged has no costs."""
        try:
            costs.count(self._database, number, found)
        except NotRecorded:
            self._is_at_work = False
        else:
            self._known.clear()
            self._pause(self._next)

    def _pause(self, go_on: Callable[[], None]) -> None:
        now = self._clock.seconds()
        pause = max(MIN_PAUSE, (SHARE - 1) * (now - self._began))
        self._clock.callLater(pause, partial(self._go_on, go_on))

    def _go_on(self, go_on: Callable[[], None]) -> None:
        self._began = self._clock.seconds()
        go_on()
