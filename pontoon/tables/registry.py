"""Where players have seats: nobody plays on two networks at once."""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import count
from typing import Generic, Protocol, TypeVar

from pontoon.engine.moves import Unit
from pontoon.games.time_account import CoinsInPlay
from pontoon.irc.casemapping import Fold
from pontoon.irc.outgoing import do_nothing
from pontoon.tables.seats import SeatMap
from pontoon.text.announcements import on_network


class RegisteredFloor(Protocol):
    """What other networks ask the ``Floor`` of a network."""

    @property
    def known_as(self) -> str: ...

    def is_me(self, nick: str) -> bool: ...

    def where_seated(self, player: str) -> str | None: ...

    def where_held(self, player: str) -> str | None: ...

    def where_used(self, player: str) -> str | None: ...

    def give_up_unused_here(self, player: str) -> None: ...

    def at_risk_here(self, player: str, unit: Unit) -> int: ...

    def coins_here(self, player: str) -> CoinsInPlay | None: ...

    def are_coins_in_play(self) -> bool: ...


class SeatRegistry:
    """Knows the tables of all networks, and the players at them.

    A nick tells people apart on one network only, so players go by their nicks in players.xml here.
    """

    def __init__(self) -> None:
        self._floors: list[RegisteredFloor] = []
        self.seated_twice: set[str] = set()
        """Players who play elsewhere, or may have, while a round of theirs waits for the bot."""

    def open(self, floor: RegisteredFloor) -> None:
        """Ask FLOOR too from now on."""
        self._floors.append(floor)

    def close(self, floor: RegisteredFloor) -> None:
        """Stop asking FLOOR, where nobody has a seat any longer."""
        self._floors.remove(floor)

    def where(self, player: str) -> str | None:
        """Return the channel, and its network, where PLAYER is seated; None if nowhere."""
        return self._first(lambda floor: floor.where_seated(player))

    def where_held(self, player: str) -> str | None:
        """Return the channel where PLAYER plays and may not play elsewhere; None if none."""
        return self._first(lambda floor: floor.where_held(player))

    def where_used(self, player: str) -> str | None:
        """Do as ``where_held``, leaving out seats that others gave and PLAYER has not used."""
        return self._first(lambda floor: floor.where_used(player))

    def _first(self, channel_on: Callable[[RegisteredFloor], str | None]) -> str | None:
        for floor in self._floors:
            if (channel := channel_on(floor)) is not None:
                return on_network(channel, floor.known_as)
        return None

    def give_up_unused(self, player: str, but: RegisteredFloor) -> None:
        """Give up the places of PLAYER on all networks BUT one, which they have not used."""
        for floor in self._floors:
            if floor is not but:
                floor.give_up_unused_here(player)

    def seat(self, players: Iterable[str]) -> None:
        """Note that PLAYERS are about to be seated."""
        self.seated_twice.update(player for player in players if self.where(player) is not None)

    def seat_again(self, players: Iterable[str]) -> None:
        """Note that PLAYERS sit in a round from before the program was started.

        They may have lost chips elsewhere since.
        """
        self.seated_twice.update(players)

    def at_risk(self, player: str, unit: Unit) -> int:
        return sum(floor.at_risk_here(player, unit) for floor in self._floors)

    def coins_of(self, player: str) -> CoinsInPlay | None:
        """Return what PLAYER has staked in a round for coins; None where they play none."""
        in_play = (floor.coins_here(player) for floor in self._floors)
        return next(filter(None, in_play), None)

    def are_coins_in_play(self) -> bool:
        return any(floor.are_coins_in_play() for floor in self._floors)

    def is_bot(self, nick: str) -> bool:
        return any(floor.is_me(nick) for floor in self._floors)


class WithSeats(Protocol):
    """A table with seats."""

    @property
    def seat_map(self) -> SeatMap: ...


TableT = TypeVar("TableT", bound=WithSeats)


class SeatIndex(Generic[TableT]):
    """Finds the tables of one network where somebody has a seat, without asking every table.

    FOLD returns how the server compares nicks. Tables come in the order in which they were opened.
    """

    def __init__(self, fold: Callable[[], Fold]) -> None:
        self._fold = fold
        self._folded_by = fold()
        self._next_place = count()
        self._places: dict[TableT, int] = {}
        self._seated: dict[str, tuple[TableT, ...]] = {}
        """The tables where each player has a seat."""
        self._called: dict[str, tuple[TableT, ...]] = {}
        """The tables where a person has a seat, or has left one, by the folded nick."""
        self._past: dict[str, set[TableT]] = {}
        """The tables where each player has, or has had, a seat."""
        self._filed: dict[TableT, tuple[list[str], list[str]]] = {}
        """The players and the folded nicks under which each table is filed."""

    def open(self, tables: Sequence[TableT]) -> None:
        """Know of TABLES from now on, and of no others."""
        for closed in self._places.keys() - set(tables):
            self._take_out(closed)
            closed.seat_map.changed = do_nothing
            for player in closed.seat_map.past:
                self._past[player].discard(closed)  # few channels are ever closed
        self._next_place = count()
        self._places = {table: next(self._next_place) for table in tables}
        for table in tables:
            table.seat_map.changed = partial(self._file, table)
            self._file(table, table.seat_map.past)

    def add(self, table: TableT) -> None:
        """Know of TABLE too from now on: it comes last."""
        self._places[table] = next(self._next_place)
        table.seat_map.changed = partial(self._file, table)
        self._file(table)

    def discard(self, table: TableT) -> None:
        """Know of TABLE no more."""
        self._take_out(table)
        table.seat_map.changed = do_nothing
        del self._places[table]

    def find(self, player: str | None, nick: str | None = None) -> Sequence[TableT]:
        """Return the tables where PLAYER has a seat, or a person has one who is called NICK."""
        seated = self._seated.get(player or "", ())
        called = () if nick is None else self._called_by(nick)
        return self.in_order({*seated, *called}) if seated and called else seated or called

    def find_past(self, player: str | None) -> AbstractSet[TableT]:
        """Return the tables where PLAYER has, or has had, a seat."""
        return self._past.get(player or "", frozenset())

    def occupied(self) -> list[TableT]:
        return self.in_order(self._filed)

    def in_order(self, tables: Iterable[TableT]) -> list[TableT]:
        """Return TABLES in the order in which they were opened."""
        return sorted(tables, key=self._places.__getitem__)  # they are few

    def _called_by(self, nick: str) -> Sequence[TableT]:
        """Return the tables where somebody is called NICK, as the server compares nicks now."""
        fold = self._fold()
        if self._folded_by is not fold:
            self._folded_by = fold
            for table in self._places:
                self._file(table)
        return self._called.get(fold(nick), ())

    def _file(self, table: TableT, new_players: Iterable[str] = ()) -> None:
        """File TABLE under the people who have seats there now; NEW_PLAYERS may be new there."""
        self._take_out(table)
        holders = [*table.seat_map]
        players = [holder.player for holder in holders]
        nicks = [self._folded_by(holder.person.nick) for holder in holders]
        if players:
            self._filed[table] = players, nicks
        for filed, keys in ((self._seated, players), (self._called, nicks)):
            for key in keys:
                filed[key] = tuple(self.in_order({*filed.get(key, ()), table}))
        for player in new_players:
            self._past.setdefault(player, set()).add(table)

    def _take_out(self, table: TableT) -> None:
        players, nicks = self._filed.pop(table, ((), ()))
        for player in players:
            _discard(self._seated, player, table)
        for nick in nicks:
            _discard(self._called, nick, table)


def _discard(filed: dict[str, tuple[TableT, ...]], key: str, table: TableT) -> None:
    """Take TABLE from what is FILED under KEY."""
    others = tuple([each for each in filed.pop(key, ()) if each is not table])
    if others:
        filed[key] = others
