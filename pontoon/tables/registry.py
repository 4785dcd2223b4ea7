"""Where players have seats: nobody plays on two networks at once."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import count
from typing import Generic, Protocol, TypeVar

from pontoon.engine.moves import Unit
from pontoon.engine.table import Table
from pontoon.games.time_account import CoinsInPlay
from pontoon.irc.casemapping import Fold
from pontoon.irc.outgoing import do_nothing
from pontoon.tables.seats import SeatMap


class SeatedTable(Protocol):
    """A croupier, whose module imports this one, as others know it."""

    channel: str
    table: Table

    @property
    def seat_map(self) -> SeatMap: ...

    @property
    def known_as(self) -> str: ...

    def holds(self, player: str) -> bool: ...

    def give_up_unbet(self, player: str) -> None: ...

    def coins_of(self, player: str) -> CoinsInPlay | None: ...


class RegisteredCroupiers(Protocol):
    """The tables of one network (``Croupiers``)."""

    @property
    def all(self) -> Sequence[SeatedTable]: ...

    def seating(self, player: str) -> Sequence[SeatedTable]:
        """Return the croupiers where PLAYER has a seat."""

    def engaging(self, player: str, nick: str) -> Iterator[SeatedTable]: ...

    def has_bank(self, player: str, game: str, channel: str) -> bool: ...

    def is_me(self, nick: str) -> bool: ...


class SeatRegistry:
    """Knows the tables of all networks, and the players at them.

    A nick tells people apart on one network only, so players go by their nicks in players.xml here.
    """

    def __init__(self) -> None:
        self.networks: list[RegisteredCroupiers] = []
        self.seated_twice: set[str] = set()
        """Players who play elsewhere, or may have, while a round of theirs waits for the bot."""

    def seating(self, player: str) -> Iterator[SeatedTable]:
        """Yield the croupiers where PLAYER has a seat, on any network."""
        return (each for croupiers in self.networks for each in croupiers.seating(player))

    def is_seated(self, player: str) -> bool:
        return any(croupiers.seating(player) for croupiers in self.networks)

    def give_up_unbet(self, player: str, but: SeatMap) -> None:
        """Give up the seats of PLAYER on which they have not bet, except in the channel of BUT."""
        for croupier in [*self.seating(player)]:
            if croupier.seat_map is not but:
                croupier.give_up_unbet(player)

    def at_risk(self, player: str, unit: Unit) -> int:
        """Return how much of UNIT PLAYER may still lose in the rounds that are played."""
        tables = (each.table for each in self.seating(player))
        return sum(each.at_risk(player) for each in tables if each.game.unit is unit)

    def coins_of(self, player: str) -> CoinsInPlay | None:
        """Return what PLAYER has staked in a round for coins; None where they play none."""
        in_play = (croupier.coins_of(player) for croupier in self.seating(player))
        return next(filter(None, in_play), None)

    def are_coins_in_play(self) -> bool:
        tables = (each.table for croupiers in self.networks for each in croupiers.all)
        return any(each.turn is not None and each.game.unit is Unit.COINS for each in tables)

    def is_bot(self, nick: str) -> bool:
        return any(croupiers.is_me(nick) for croupiers in self.networks)


TableT = TypeVar("TableT")


class SeatIndex(Generic[TableT]):
    """Finds the tables of one network where somebody has a seat, without asking every table.

    FOLD returns how the server compares nicks. Tables come in the order in which they were opened.
    """

    def __init__(self, fold: Callable[[], Fold]) -> None:
        self._fold = fold
        self._folded_by = fold()
        self._next_place = count()
        self._open: dict[TableT, tuple[int, SeatMap]] = {}
        """The place of each table in the order, and its seats."""
        self._found: dict[tuple[str, str], tuple[TableT, ...]] = {}
        """The tables of each player, and of each folded nick, which a person has or left with."""
        self._past: defaultdict[str, set[TableT]] = defaultdict(set)
        """The tables where each player has, or has had, a seat."""
        self._filed: dict[TableT, set[tuple[str, str]]] = {}
        """The keys under which each table is found."""

    def add(self, table: TableT, seat_map: SeatMap) -> None:
        """Know of TABLE, which has the seats of SEAT_MAP, from now on: it comes last."""
        self._open[table] = next(self._next_place), seat_map
        seat_map.changed = partial(self._file, table)
        self._file(table)

    def discard(self, table: TableT) -> None:
        """Know of TABLE no more."""
        self._take_out(table)
        for tables in self._past.values():
            tables.discard(table)
        self._open.pop(table)[1].changed = do_nothing

    def find(self, player: str | None, nick: str | None = None) -> Sequence[TableT]:
        """Return the tables where PLAYER has a seat, or a person has one who is called NICK."""
        seated = self._found.get(("player", player or ""), ())
        if nick is None:
            return seated
        fold = self._fold()
        if self._folded_by is not fold:
            self._folded_by = fold
            for table in self._open:
                self._file(table)
        called = self._found.get(("nick", fold(nick)), ())
        return self.in_order({*seated, *called}) if seated and called else seated or called

    def find_past(self, player: str | None) -> AbstractSet[TableT]:
        """Return the tables where PLAYER has, or has had, a seat."""
        return self._past.get(player or "", frozenset())

    def in_order(self, tables: Iterable[TableT]) -> list[TableT]:
        """Return TABLES in the order in which they were opened."""
        return sorted(tables, key=lambda table: self._open[table][0])

    def _file(self, table: TableT, past: Iterable[str] = ()) -> None:
        """File TABLE under the people who have seats there now, and players who have had one."""
        self._take_out(table)
        keys = self._filed[table] = set()
        for holder in self._open[table][1]:
            keys |= {("player", holder.player), ("nick", self._folded_by(holder.person.nick))}
            self._past[holder.player].add(table)
        for player in past:
            self._past[player].add(table)
        for key in keys:
            self._found[key] = tuple(self.in_order({*self._found.get(key, ()), table}))

    def _take_out(self, table: TableT) -> None:
        for key in self._filed.pop(table, ()):
            others = tuple(each for each in self._found.pop(key) if each is not table)
            if others:
                self._found[key] = others
