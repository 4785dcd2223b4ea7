"""Reviews: people are told in private what their decisions in a round that is over have cost."""

from functools import partial

from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.people import Person
from pontoon.odds.decisions import Judgement
from pontoon.storage.history import rounds_before
from pontoon.storage.rounds import SettledRound
from pontoon.tables.context import TableContext
from pontoon.tables.judging import Judging
from pontoon.tables.replays import Replays
from pontoon.text import hints as said
from pontoon.text import rounds_over


class Reviews:
    """The reviews on a network: each person has one at a time, which is told as REPLAYS are."""

    def __init__(self, context: TableContext, replays: Replays) -> None:
        self._context = context
        self._replays = replays
        self._at_work: set[str] = set()
        """The people for whom one is worked out, as the flood guard tells them apart."""

    def begin(self, person: Person, player: str, record: SettledRound) -> bool:
        """Tell PERSON, soon, how PLAYER has decided in RECORD; return False if one is at work.

        DatabaseError.
        """
        who = self._context.flood_guard.key(person)
        if who in self._at_work:
            return False
        read = self._context.database.read
        before = rounds_before(read, record.id, record.where, record.deck)
        self._at_work.add(who)
        end = partial(self._end, who, person)
        judging = Judging(
            self._context.background,
            lambda go_on: go_on(),
            lambda judged: end(self._lines(record, judged)),
            partial(end, [said.NOT_REVIEWED]),
        )
        judging.begin(record, before, (player,))
        return True

    def _lines(self, record: SettledRound, judged: list[Judgement]) -> list[str]:
        if judged:  # the next review of a round by such rules may go by odds for them
            view = judged[0].decision.view
            self._context.want_odds(view.rules, len(view.players))
        reviewed = [
            said.Reviewed(each.decision.ask, each.decision.move, each.best, each.cost)
            for each in judged
        ]
        return said.review(record.id, reviewed, self._context.settings.texts.faces)

    def _end(self, who: str, person: Person, lines: list[str]) -> None:
        """Tell PERSON these LINES, unless they have left by now."""
        self._at_work.discard(who)
        now = self._context.network.find(person.nick)
        if now is None or now.userhost != person.userhost:
            return
        if not self._replays.begin(person.nick, lines):
            many = Message(person.nick, (rounds_over.TOO_MANY,), Priority.CHATTER)
            self._context.send(many)
