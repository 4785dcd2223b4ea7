"""The scribe of a channel: has in the journal what is done at its tables, before it is done."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial

from pontoon import __version__
from pontoon.engine.actions import Action, Dealt, written
from pontoon.engine.events import Settled
from pontoon.engine.result import Result, TableKey
from pontoon.engine.table import Table
from pontoon.irc.people import Person
from pontoon.storage.journal import Journal
from pontoon.storage.journal_records import RoundRecord, SeatRecord
from pontoon.tables.seats import SeatHolder, SeatMap

NAME_BYTES = 8
"""So many bytes, which nobody has drawn before, name a round."""


class RoundRecorder:
    """Writes the rounds of CHANNEL, on NETWORK, into JOURNAL.

    SEAT_MAP are the people there; RULES those of each game. NotWritten comes out of what is done at
    a table where it cannot be written, and then it is not done.
    """

    def __init__(
        self,
        journal: Journal,
        network: str,
        channel: str,
        seat_map: SeatMap,
        now: Callable[[], datetime],
    ) -> None:
        self._journal = journal
        self._network = network
        self._channel = channel
        self._seat_map = seat_map
        self._now = now
        self._occupants: dict[str, SeatRecord] = {}
        """Who sits where, as it is written."""
        self.starter: Person | None = None
        """Who starts the round that is about to be dealt."""
        self.name = ""
        """The name of the round that is running, or was last; "" if that is settled."""
        self.began = now()
        """When that was begun."""

    def watch(self, tables: Mapping[str, Table]) -> None:
        """Write down from now on what is done at TABLES."""
        for game, table in tables.items():
            table.record_action = partial(self._note, game, table)

    def take_up(self, recorded: RoundRecord) -> None:
        """Go on with a round that is in the journal already."""
        self.name, self.began = recorded.id, recorded.began
        self._occupants = {each.player: each for each in recorded.occupants}

    def look_at_sitters(self) -> None:
        """Write down who goes by another nick than before, or comes from elsewhere."""
        for holder in self._seat_map:
            occupant = _occupant(holder)
            if self._occupants.get(holder.player, occupant) != occupant:
                self._journal.seat(self.name, occupant)
                self._occupants[holder.player] = occupant

    def end(
        self,
        game: str,
        table: Table,
        settled: Settled,
        coin_minutes: int,
        told: Iterable[Sequence[str]],
    ) -> Result:
        """Write down, and return, how the round has ended that was played at TABLE."""
        result = Result(
            self.name,
            TableKey(self._network, self._channel, game),
            self.began,
            table.title,
            table.unit,
            coin_minutes,
            settled,
            table.order,
            tuple(map(tuple, told)),
        )
        self._journal.end(result)
        self.name = ""
        return result

    def over(self, game: str, players: Iterable[str]) -> None:
        """Write down that the round, which is not settled, is over, and who is dealt to next."""
        self._journal.over(self.name, TableKey(self._network, self._channel, game), players)

    def _note(self, game: str, table: Table, act: Action) -> None:
        if isinstance(act, Dealt):
            self._begin(game, table, act)
        else:
            self._journal.add(self.name, written(act))

    def _begin(self, game: str, table: Table, dealt: Dealt) -> None:
        starter, occupants = self.starter, tuple(map(_occupant, self._seat_map))
        name, began = secrets.token_hex(NAME_BYTES), self._now()
        self._journal.begin(
            RoundRecord(
                name,
                TableKey(self._network, self._channel, game),
                began,
                __version__,
                told_rules(table),
                table.state(),
                dealt.players,
                occupants,
                None if starter is None else SeatRecord("", starter.nick, starter.userhost),
                dealt.order,
                dealt.consent,
            )
        )
        self.name, self.began = name, began
        self._occupants = {each.player: each for each in occupants}


def told_rules(table: Table) -> str:
    """Return the rules of TABLE in a form that tells whether they are still the same."""
    return repr((table.rules, table.table_rules))


def _occupant(holder: SeatHolder) -> SeatRecord:
    return SeatRecord(holder.player, holder.person.nick, holder.person.userhost)
