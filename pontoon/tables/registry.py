"""Where players have seats: nobody plays on two networks at once."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import count
from typing import Any, Generic, Protocol, TypeVar

from pontoon.engine.moves import Unit
from pontoon.games.time_account import CoinsInPlay
from pontoon.irc.casemapping import Fold
from pontoon.irc.outgoing import do_nothing
from pontoon.tables.seats import SeatMap


class RegisteredFloor(Protocol):
    """The tables of one network (``Floor``). They are croupiers, whose module imports this one."""

    @property
    def seats(self) -> "SeatIndex[Any]": ...

    @property
    def croupiers(self) -> Sequence[Any]: ...

    def is_me(self, nick: str) -> bool: ...


class SeatRegistry:
    """Knows the tables of all networks, and the players at them.

    A nick tells people apart on one network only, so players go by their nicks in players.xml here.
    """

    def __init__(self) -> None:
        self.floors: list[RegisteredFloor] = []
        self.seated_twice: set[str] = set()
        """Players who play elsewhere, or may have, while a round of theirs waits for the bot."""

    def tables_of(self, player: str) -> Iterator[Any]:
        """Yield the croupiers where PLAYER has a seat, on any network."""
        return (each for floor in self.floors for each in floor.seats.find(player))

    def is_seated(self, player: str) -> bool:
        return any(floor.seats.find(player) for floor in self.floors)

    def give_up_unused(self, player: str, but: SeatMap) -> None:
        """Give up the places of PLAYER that they have not used, except in the channel of BUT.

        Others have named them for those rounds.
        """
        for croupier in [*self.tables_of(player)]:
            if croupier.seat_map is not but:
                croupier.flow.give_up_unused(player)

    def at_risk(self, player: str, unit: Unit) -> int:
        """Return how much of UNIT PLAYER may still lose in the rounds that are played."""
        tables = (each.table for each in self.tables_of(player))
        return sum(each.at_risk(player) for each in tables if each.game.unit is unit)

    def coins_of(self, player: str) -> CoinsInPlay | None:
        """Return what PLAYER has staked in a round for coins; None where they play none."""
        in_play = (croupier.coins_of(player) for croupier in self.tables_of(player))
        return next(filter(None, in_play), None)

    def are_coins_in_play(self) -> bool:
        return any(
            croupier.ask is not None and croupier.table.game.unit is Unit.COINS
            for floor in self.floors
            for croupier in floor.croupiers
        )

    def is_bot(self, nick: str) -> bool:
        return any(floor.is_me(nick) for floor in self.floors)


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
        self._seated: dict[str, tuple[TableT, ...]] = {}
        """The tables where each player has a seat."""
        self._called: dict[str, tuple[TableT, ...]] = {}
        """The tables where a person has a seat, or has left one, by the folded nick."""
        self._past: defaultdict[str, set[TableT]] = defaultdict(set)
        """The tables where each player has, or has had, a seat."""
        self._filed: dict[TableT, tuple[list[str], list[str]]] = {}
        """The players and the folded nicks under which each table is filed."""

    def add(self, table: TableT, seat_map: SeatMap) -> None:
        """Know of TABLE, which has the seats of SEAT_MAP, from now on: it comes last."""
        self._open[table] = next(self._next_place), seat_map
        seat_map.changed = partial(self._file, table)
        self._file(table, seat_map.past)

    def discard(self, table: TableT) -> None:
        """Know of TABLE no more."""
        self._take_out(table)
        _, seat_map = self._open.pop(table)
        seat_map.changed = do_nothing
        for player in seat_map.past:
            self._past[player].discard(table)

    def find(self, player: str | None, nick: str | None = None) -> Sequence[TableT]:
        """Return the tables where PLAYER has a seat, or a person has one who is called NICK."""
        seated = self._seated.get(player or "", ())
        if nick is None:
            return seated
        fold = self._fold()
        if self._folded_by is not fold:
            self._folded_by = fold
            for table in self._open:
                self._file(table)
        called = self._called.get(fold(nick), ())
        return self.in_order({*seated, *called}) if seated and called else seated or called

    def find_past(self, player: str | None) -> AbstractSet[TableT]:
        """Return the tables where PLAYER has, or has had, a seat."""
        return self._past.get(player or "", frozenset())

    def in_order(self, tables: Iterable[TableT]) -> list[TableT]:
        """Return TABLES in the order in which they were opened."""
        return sorted(tables, key=lambda table: self._open[table][0])  # they are few

    def _file(self, table: TableT, new_players: Iterable[str] = ()) -> None:
        """File TABLE under the people who have seats there now; NEW_PLAYERS may be new there."""
        self._take_out(table)
        holders = [*self._open[table][1]]
        players = [holder.player for holder in holders]
        nicks = [self._folded_by(holder.person.nick) for holder in holders]
        if players:
            self._filed[table] = players, nicks
        for filed, keys in ((self._seated, players), (self._called, nicks)):
            for key in keys:
                filed[key] = tuple(self.in_order({*filed.get(key, ()), table}))
        for player in new_players:
            self._past[player].add(table)

    def _take_out(self, table: TableT) -> None:
        for filed, keys in zip(
            (self._seated, self._called), self._filed.pop(table, ((), ())), strict=True
        ):
            for key in keys:
                others = tuple([each for each in filed.pop(key, ()) if each is not table])
                if others:
                    filed[key] = others
