"""The people who have joined at a table: they are dealt to until they give the place up."""

from collections.abc import Callable, Container, Iterator, Sequence

from pontoon.irc.casemapping import Fold
from pontoon.irc.people import Person, Roster
from pontoon.storage.channels import LineupRecord
from pontoon.storage.rounds import SeatRecord
from pontoon.tables.seats import Accounts, SeatHolder, SeatMap


class Lineup:
    """The people who have joined at the table of GAME, in the order in which they are dealt to.

    A place belongs to the person who has joined, as a seat does. It stays theirs while they are out
    of the channel. FOLD and ACCOUNTS are as for ``SeatMap``.
    """

    def __init__(
        self, game: str, fold: Callable[[], Fold], accounts: Callable[[], Accounts]
    ) -> None:
        self.game = game
        self.is_new = True
        """Whether nobody in it has been dealt to yet."""
        self.seat_map = SeatMap(fold, accounts)
        self._undone: tuple[str, ...] = ()
        """The order before the round that is being played, if that was dealt to these people."""

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(each.player for each in self.seat_map)

    def present(self, roster: Roster) -> Iterator[tuple[SeatHolder, Person]]:
        """Yield each place whose holder is in the channel, which has ROSTER, with the person."""
        for holder in self.seat_map:
            person = roster.find(holder.person.nick) if holder.is_here else None
            if person is not None and not self.seat_map.has_lost(holder, person):
                yield holder, person

    def join(self, player: str, person: Person) -> None:
        self.seat_map.add(player, person)

    def give_up(self, player: str) -> bool:
        """Take PLAYER out; return whether they were in."""
        kept = [each for each in self.players if each != player]
        is_in = len(kept) < len(self.players)
        if is_in:
            self.seat_map.keep(kept)
        return is_in

    def begun(self) -> None:
        """Note that a round is dealt to the people here: the first one is the last one next."""
        self.is_new = False
        self._undone = self.players
        first, *others = self.players
        self.seat_map.keep([*others, first])

    def not_begun(self) -> None:
        """Note that the round came to nothing: the order is as before."""
        now = self.players
        kept = [player for player in self._undone if player in now]
        self.seat_map.keep([*kept, *(player for player in now if player not in kept)])

    def round_over(self) -> None:
        """Note that a round is over, whoever has played it: the table has waited for it."""
        self.is_new = False
        self._undone = ()

    def record(self, answered: Container[str]) -> LineupRecord:
        """Return what is to be kept, with those of the players who have ANSWERED."""
        people = ((each.player, each.person) for each in self.seat_map)
        places = tuple(SeatRecord(player, each.nick, each.userhost) for player, each in people)
        have_answered = tuple(each for each in self.players if each in answered)
        return LineupRecord(self.game, places, self.is_new, have_answered)

    def restore(self, places: Sequence[SeatRecord]) -> None:
        """Put the people of PLACES in, who are all out of the channel as far as is known."""
        self.seat_map.seat((each.player, Person(each.nick, each.userhost)) for each in places)
        self.seat_map.all_depart()
