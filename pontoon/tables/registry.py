"""Where players have seats: nobody plays on two networks at once."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import count
from typing import Generic, TypeVar

from pontoon.engine.moves import Unit
from pontoon.games.time_account import CoinsInPlay
from pontoon.irc.casemapping import Fold
from pontoon.tables.presence import Presence
from pontoon.tables.seats import SeatMap

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
        self.file(table, seat_map)

    def file(self, table: TableT, seat_map: SeatMap, past: Iterable[str] = ()) -> None:
        """File TABLE, if it is known, under the people of SEAT_MAP, and PAST players there."""
        if table not in self._open:
            return
        self._take_out(table)
        keys = self._filed[table] = set()
        for holder in seat_map:
            keys |= {("player", holder.player), ("nick", self._folded_by(holder.person.nick))}
            self._past[holder.player].add(table)
        for player in past:
            self._past[player].add(table)
        for key in keys:
            self._found[key] = tuple(self.in_order({*self._found.get(key, ()), table}))

    def discard(self, table: TableT) -> None:
        """Know of TABLE no more."""
        self._take_out(table)
        for tables in self._past.values():
            tables.discard(table)
        self._open.pop(table)

    def __iter__(self) -> Iterator[TableT]:
        return iter(self._open)

    def find(self, player: str | None, nick: str | None = None) -> Sequence[TableT]:
        """Return the tables where PLAYER has a seat, or a person has one who is called NICK."""
        seated = self._found.get(("player", player or ""), ())
        if nick is None:
            return seated
        fold = self._fold()
        if self._folded_by is not fold:
            self._folded_by = fold
            for table, (_, seat_map) in self._open.items():
                self.file(table, seat_map)
        called = self._found.get(("nick", fold(nick)), ())
        return self.in_order({*seated, *called}) if seated and called else seated or called

    def find_past(self, player: str | None) -> AbstractSet[TableT]:
        """Return the tables where PLAYER has, or has had, a seat."""
        return self._past.get(player or "", frozenset())

    def in_order(self, tables: Iterable[TableT]) -> list[TableT]:
        """Return TABLES in the order in which they were opened."""
        return sorted(tables, key=lambda table: self._open[table][0])

    def _take_out(self, table: TableT) -> None:
        for key in self._filed.pop(table, ()):
            others = tuple(each for each in self._found.pop(key) if each is not table)
            if others:
                self._found[key] = others


class SeatRegistry:
    """Knows who has a seat in which round, on all networks.

    A nick tells people apart on one network only, so players go by their nicks in players.xml here.
    """

    def __init__(self) -> None:
        self._networks: dict[str, SeatIndex[Presence]] = {}
        """The seats on each network, by its name."""
        self._seated_twice: set[str] = set()
        """Players who play elsewhere, or may have, while a round of theirs waits for the bot."""
        self._when_plays: list[Callable[[str, Presence], object]] = []

    def open(
        self,
        network: str,
        fold: Callable[[], Fold],
        plays: Callable[[str, Presence], object],
    ) -> SeatIndex[Presence]:
        """Return the seats on NETWORK, where nobody has one yet; FOLD is as for ``SeatIndex``.

        PLAYS is called with each player who by their own doing plays at a table of any network.
        """
        self._when_plays.append(plays)
        self._networks[network] = SeatIndex(fold)
        return self._networks[network]

    def close(self, network: str, plays: Callable[[str, Presence], object]) -> None:
        """Know of NETWORK, which was opened with PLAYS, no more."""
        self._when_plays.remove(plays)
        del self._networks[network]

    def plays(self, player: str, where: Presence) -> None:
        """Note that PLAYER plays at WHERE by their own doing.

        That gives up a seat elsewhere on which they have not bet (RULES 0).
        """
        for told in self._when_plays:
            told(player, where)

    def note_second_seats(self, players: Iterable[str]) -> None:
        """Note that PLAYERS play, or may have played, elsewhere while a round of theirs waits."""
        self._seated_twice.update(players)

    def may_lose_elsewhere(self, player: str) -> bool:
        """Tell whether PLAYER may have lost chips elsewhere since a round of theirs began."""
        return player in self._seated_twice

    def seating(self, player: str) -> Iterator[Presence]:
        """Yield where PLAYER has a seat, on any network."""
        return (each for index in self._networks.values() for each in index.find(player))

    def engaging(self, network: str, player: str, nick: str) -> Iterator[Presence]:
        """Yield where PLAYER, or the person with NICK on NETWORK, has a seat: there first."""
        yield from self._networks[network].find(player, nick)
        yield from self.seating(player)

    def is_seated(self, player: str) -> bool:
        return any(index.find(player) for index in self._networks.values())

    def at_risk(self, player: str, unit: Unit) -> int:
        """Return how much of UNIT PLAYER may still lose in the rounds that are played."""
        tables = (each.table for each in self.seating(player))
        return sum(each.at_risk(player) for each in tables if each.game.unit is unit)

    def coins_of(self, player: str) -> CoinsInPlay | None:
        """Return what PLAYER has staked in a round for coins; None if they play in none."""
        for each in self.seating(player):
            if each.table.game.unit is Unit.COINS:
                for seat in each.seats:
                    if seat.player == player:
                        return CoinsInPlay(seat.staked, each.began)
        return None

    def are_coins_in_play(self) -> bool:
        """Tell whether a round for coins is played."""
        tables = (each.table for index in self._networks.values() for each in index)
        return any(each.turn is not None and each.game.unit is Unit.COINS for each in tables)
