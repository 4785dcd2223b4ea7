"""What the decisions in a settled round have cost, worked out in a thread one after the other."""

from collections import deque
from collections.abc import Callable, Collection, Iterable
from functools import partial

from msgspec.structs import replace

from pontoon.irc.reactor import Background
from pontoon.odds.decisions import Decision, Judgement, decisions, judge
from pontoon.storage.replay import NotAsRecorded, Replay, events_of
from pontoon.storage.rounds import SettledRound

Pause = Callable[[Callable[[], None]], object]
"""Calls, now or later, what goes on with the work."""


class Judging:
    """Judges the decisions of PLAYERS in a settled round, by BACKGROUND.

    There is a PAUSE after each piece of work. In the end THEN is called with all that could be
    judged, in order; or FAILED, if the round cannot be played again or after an error, which is
    logged.
    """

    def __init__(
        self,
        background: Background,
        pause: Pause,
        then: Callable[[list[Judgement]], object],
        failed: Callable[[], object],
    ) -> None:
        self._background = background
        self._pause = pause
        self._then = then
        self._failed = failed
        self._left = deque[Decision]()
        self._judged: list[Judgement] = []

    def begin(
        self, record: SettledRound, before: Iterable[SettledRound], players: Collection[str]
    ) -> None:
        """Judge the round of RECORD, by what was seen in those of its deck BEFORE it, too."""
        work = partial(_decided, record, before, players)
        self._background.work_out(work, self._found, self._failed)

    def _found(self, decided: list[Decision] | None) -> None:
        if decided is None:
            self._failed()
            return
        self._left.extend(decided)
        self._pause(self._next)

    def _next(self) -> None:
        if not self._left:
            self._then(self._judged)
            return
        work = partial(judge, self._left.popleft())
        self._background.work_out(work, self._add, self._failed)

    def _add(self, judgement: Judgement | None) -> None:
        if judgement is not None:
            self._judged.append(judgement)
        self._pause(self._next)


def _decided(
    record: SettledRound, before: Iterable[SettledRound], players: Collection[str]
) -> list[Decision] | None:
    """Return what PLAYERS decided in the round of RECORD; None if it cannot be played again."""
    try:
        replay = Replay(record)
    except NotAsRecorded:  # ``history check`` says what is wrong with it
        return None
    deal, *others = replay.steps
    since_sealed = replace(deal, events=[*events_of(before, {}), *deal.events])
    return [*decisions(record.where.game, replay.table.rules, [since_sealed, *others], players)]
