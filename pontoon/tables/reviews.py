"""Reviews: people are told in private what their decisions in a round that is over have cost."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from msgspec.structs import replace

from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.people import Person
from pontoon.odds.advice import Advise
from pontoon.odds.decisions import Decision, Judgement, decisions, judge
from pontoon.storage.replay import NotAsRecorded, Replay, events_of
from pontoon.storage.rounds import SettledRound
from pontoon.tables.context import TableContext
from pontoon.tables.replays import Replays
from pontoon.text import hints as said
from pontoon.text import rounds_over

End = Callable[[list[str]], object]
"""Tells lines, at the end of a review."""


class Reviews:
    """The reviews on a network: each person has one at a time, which is told as REPLAYS are."""

    def __init__(self, context: TableContext, replays: Replays) -> None:
        self._context = context
        self._replays = replays
        self._at_work: set[str] = set()
        """The people for whom one is worked out, as the flood guard tells them apart."""

    def begin(
        self, person: Person, player: str, record: SettledRound, before: Sequence[SettledRound]
    ) -> bool:
        """Tell PERSON, soon, how PLAYER has decided in RECORD; return False if one is at work.

        BEFORE are the rounds of its deck before it.
        """
        who = self._context.flood_guard.key(person)
        if who in self._at_work:
            return False
        self._at_work.add(who)
        end = partial(self._end, who, person)
        self._context.odds.work_out(
            partial(_decided, record, before, player),
            partial(self._judge, record, (), end),
            partial(end, [said.NOT_REVIEWED]),
        )
        return True

    def _judge(
        self,
        record: SettledRound,
        judged: Sequence[Judgement],
        end: End,
        left: Sequence[Decision] | None,
    ) -> None:
        """Judge the decisions LEFT of RECORD, one after the other: hints are not kept waiting."""
        if left is None:  # ``history check`` says what is wrong with the round
            end([said.NOT_REVIEWED])
            return
        if not left:
            end(self._lines(record, judged))
            return
        first, *others = left

        def go_on(found: Judgement | None) -> None:
            self._judge(record, [*judged, *([found] if found else [])], end, others)

        self._context.odds.work_out(partial(judge, first), go_on, partial(end, [said.NOT_REVIEWED]))

    def _lines(self, record: SettledRound, judged: Sequence[Judgement]) -> list[str]:
        reviewed = [
            said.Reviewed(
                *(each.decision.ask, each.decision.move, each.best, each.cost),
                *(each.wins, each.five_cards, each.dealer_natural),
            )
            for each in judged
        ]
        return said.review(record.id, reviewed, self._context.settings.texts.faces)

    def _end(self, who: str, person: Person, lines: list[str]) -> None:
        """Tell PERSON these LINES, unless they have left by now."""
        self._at_work.discard(who)
        if not self._context.is_still_there(person):
            return
        if not self._replays.begin(person.nick, lines):
            many = Message(person.nick, (rounds_over.TOO_MANY,), Priority.CHATTER)
            self._context.send(many)


def _decided(
    record: SettledRound, before: Iterable[SettledRound], player: str, _advise: Advise
) -> list[Decision] | None:
    """Return what PLAYER decided in the round of RECORD; None if it cannot be played again.

    BEFORE are the rounds of its deck before it.
    """
    try:
        replay = Replay(record)
    except NotAsRecorded:
        return None
    deal, *others = replay.steps
    since_sealed = replace(deal, events=[*events_of(before, {}), *deal.events])
    return [*decisions(record.where.game, replay.table.rules, [since_sealed, *others], [player])]
