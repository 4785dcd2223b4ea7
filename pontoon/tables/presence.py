"""Who of those who sit at a table is in the channel, and whether the bot is there itself."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial

from pontoon.engine.events import Event
from pontoon.engine.hands import Seat
from pontoon.engine.table import Table
from pontoon.irc.casemapping import Fold
from pontoon.irc.people import Person, Roster
from pontoon.irc.reactor import Clock
from pontoon.storage.players.identity import IdentityResolver
from pontoon.storage.rounds import SeatRecord
from pontoon.tables.seats import SeatHolder, SeatMap

FREE_SECONDS = 10 * 60
"""After this long the players of a round that waits for the bot may play elsewhere (RULES 0)."""


class Presence:
    """The seats of the round in CHANNEL of NETWORK, and who of their owners and the bot is there.

    At first the bot is out of the channel, or does not know its members. ROSTER returns those, FOLD
    how nicks are compared now, ACCOUNTS who is which player now. Times are by CLOCK, and NOW is the
    date and the time. FILED is called with this, the seats, and players of old whenever somebody
    sits down or stands up. Nobody has sat at TABLE yet.
    """

    def __init__(
        self,
        network: str,
        channel: str,
        table: Table,
        clock: Clock,
        now: Callable[[], datetime],
        roster: Callable[[], Roster],
        fold: Callable[[], Fold],
        accounts: Callable[[], IdentityResolver],
        filed: Callable[["Presence", SeatMap, Iterable[str]], object],
    ) -> None:
        self.network = network
        self.channel = channel
        self.seat_map = SeatMap(fold, accounts, partial(filed, self))
        """The seats of the round until it is settled."""
        self.table = table
        """The table at which they are."""
        self.began = now()
        """When they sat down: the round began then."""
        self.seats: Sequence[Seat] = ()
        """What has been dealt to them, until the round is over."""
        self._clock = clock
        self._now = now
        self._roster = roster
        self._accounts = accounts
        self.is_out = True
        """Whether the bot is out of the channel, or does not know its members."""
        self._out_since: float | None = None
        """When a round began to wait for the bot to be back; None if none waits."""
        self._untold: tuple[Event, ...] = ()
        """What may have been told to nobody before the program was started."""
        self._told = set[tuple[object, str]]()
        """What was told in this round to or about which player, and is not told again."""

    # The round

    def sit_down(self, table: Table, people: Iterable[tuple[str, Person]]) -> None:
        """Seat PEOPLE, each as a player, at TABLE for a round that begins now."""
        self.table, self.began = table, self._now()
        self.seat_map.seat(people)

    def dealt(self, seats: Sequence[Seat]) -> None:
        """Note the SEATS of the round, which has begun."""
        self.seats = seats

    def sit_down_again(
        self,
        table: Table,
        occupants: Iterable[SeatRecord],
        began: datetime,
        untold: Iterable[Event],
        seconds: float,
    ) -> None:
        """Give OCCUPANTS their seats at TABLE back, in a round from before the program was started.

        It has waited for the bot for SECONDS; nobody may have been told of the UNTOLD events.
        """
        self.table, self.began, self.seats = table, began, table.seats
        self.seat_map.seat_absent(occupants)
        self._untold = tuple(untold)
        self._out_since = self._clock.seconds() - seconds

    def stand_up(self, player: str) -> None:
        """Note that PLAYER has given up the seat."""
        self.seat_map.keep([each.player for each in self.seat_map if each.player != player])

    def round_over(self) -> None:
        """Empty the seats."""
        self._out_since, self._untold, self.seats = None, (), ()
        self._told.clear()
        self.seat_map.clear()

    # The bot

    def bot_left(self) -> None:
        """Note that the bot is out of the channel and sees nobody; a round waits until it is back.

        That may be for the second time.
        """
        self.is_out = True
        if self.seat_map.players and self._out_since is None:
            self._out_since = self._clock.seconds()
        self.seat_map.all_depart()

    def bot_entered(self) -> None:
        """Note that the bot is in the channel, and knows its members."""
        self.is_out, self._out_since = False, None
        self.seat_map.look_in(self._roster())

    @property
    def seconds_out(self) -> float:
        """The seconds that a round has waited for the bot to be back; 0 if none waits."""
        return 0.0 if self._out_since is None else self._clock.seconds() - self._out_since

    # The players

    def arrived(self, person: Person) -> SeatHolder | None:
        """Note that PERSON is here; return the holder of a seat who is back with them."""
        return self.seat_map.arrived(person)

    def renamed(self, old: str, person: Person) -> None:
        """Note that OLD is PERSON now."""
        self.seat_map.renamed(old, person)

    def departed(self, person: Person) -> None:
        """Note that PERSON has left the channel, or has lost what makes them a holder."""
        self.seat_map.departed(person)

    def holds(self, player: str) -> bool:
        """Tell whether PLAYER may not play elsewhere: they have staked something here (RULES 0)."""
        return self.seconds_out < FREE_SECONDS and not self.table.is_free(player)

    @property
    def absent(self) -> list[SeatHolder]:
        """The players who are out of the channel."""
        return [holder for holder in self.seat_map if not holder.is_here]

    def player_here(self, person: Person) -> str:
        """Return the player who PERSON is here, "" if they are none."""
        if (holder := self.seat_map.find(person)) is not None:
            return holder.player
        player = self._accounts().player_of(person)
        return "" if player is None else player.nick

    def reach(self, player: str) -> str | None:
        """Return the nick at which PLAYER is told something; None if they are not here."""
        return self.seat_map.reach(self._roster(), player)

    # What they have heard

    def take_untold(self) -> tuple[Event, ...]:
        """Return what may have been told to nobody before the program was started, once."""
        untold, self._untold = self._untold, ()
        return untold

    def is_news(self, what: object, player: str) -> bool:
        """Tell whether WHAT has not been told to or about PLAYER in this round; now it counts so.

        That is forgotten when the round has been interrupted: people may not know any more.
        """
        key = (what, player)
        is_new = key not in self._told
        self._told.add(key)
        return is_new

    def tell_again(self) -> None:
        """Note that people may not know what was told: the round has been interrupted."""
        self._told.clear()
