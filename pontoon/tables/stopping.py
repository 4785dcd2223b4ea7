"""Who may stop a round, and who is not dealt to after a round without a result (RULES 0)."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pontoon.engine.actions import Action, Moved
from pontoon.engine.computers import is_computer
from pontoon.engine.events import Event, RoundVoid
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Verb
from pontoon.irc.people import Person
from pontoon.tables.context import TableContext
from pontoon.tables.seats import SeatHolder, SeatMap

BARRED_SECONDS = 120
"""So long nobody is dealt to again in a channel where they stopped a round, or saw a card of it."""


def is_bet_bid_or_kitty(action: Action, events: Sequence[Event]) -> bool:
    """Tell whether ACTION is a bet, a bid or a kitty, after which only an admin stops the round.

    A computer's counts when EVENTS tell of it: it bets before anybody can say stop, but nobody
    stops a round after its bet is seen.
    """
    if not isinstance(action, Moved) or (is_computer(action.player) and not events):
        return False
    return action.move.verb in (Verb.BET, Verb.BID, Verb.KITTY)


class _Barred(Struct, frozen=True):
    player: str
    person: Person
    until: float


class Stopping:
    """Decides who may stop the round in a channel, and to whom none is dealt there after that.

    Until the first bet, bid or kitty all who have a seat and are there stop it together. An admin
    of the bot may at any time, without a seat in it. Nobody else may: channel operators have
    ``off`` (``Croupier.switch_rounds``).
    """

    def __init__(self, context: TableContext, seat_map: SeatMap) -> None:
        self._context = context
        self._seat_map = seat_map
        self.is_early = False
        """Whether its players can stop the round: nobody has bet, bid or laid a kitty yet."""
        self.agreed: dict[str, Person] = {}
        """The players who have agreed to stop the round."""
        self._saw: dict[str, Person] = {}
        """The players who have seen a card of the round."""
        self._is_agreed = False
        """Whether all who had to have agreed to stop it."""
        self._barred: list[_Barred] = []

    def begin(self, *, is_early: bool = True) -> None:
        """Note that a round begins, or goes on: before the first bet if it IS_EARLY."""
        self.is_early = is_early
        self.agreed, self._saw = {}, {}
        self._is_agreed = False

    def agree(self, holder: SeatHolder, there: Iterable[str]) -> list[str]:
        """Note that HOLDER agrees to stop the round; return those of them THERE who have not."""
        self.agreed[holder.player] = holder.person
        others = [player for player in there if player not in self.agreed]
        self._is_agreed = not others
        return others

    def acted(self, action: Action, events: Sequence[Event]) -> None:
        """Note ACTION, which has led to EVENTS."""
        if is_bet_bid_or_kitty(action, events):
            self.is_early = False
            self.agreed = {}  # who agreed would now stop another round than that

    def has_no_part(self, person: Person) -> bool:
        """Tell whether PERSON shares no nick, account or ``user@host`` with a seat holder.

        On the server inside the bot ``user@host`` says nothing.
        """
        fold, is_local = self._context.network.fold, self._context.settings.is_local
        return not any(
            fold(each.person.nick) == fold(person.nick)
            or (person.account and each.person.account == person.account)
            or (person.userhost and each.person.userhost == person.userhost and not is_local)
            for each in self._seat_map
        )

    def showed(self, seats: Iterable[Seat]) -> None:
        """Note that the players of SEATS who are here have seen the cards that they have."""
        with_cards = [seat.player for seat in seats if any(hand.cards for hand in seat.hands)]
        for each in self._seat_map.people:
            if each.is_here and each.player in with_cards:
                self._saw[each.player] = each.person

    def ended(self, events: Iterable[Event]) -> list[str]:
        """Note that the round has ended without a result, by EVENTS.

        Return the players to whom none is dealt here for two minutes: those who have stopped it,
        or have seen a card of it.
        """
        is_void = any(isinstance(each, RoundVoid) for each in events)
        people = self._saw if is_void else self.agreed | self._saw if self._is_agreed else {}
        now = self._context.clock.seconds()
        kept = [each for each in self._barred if each.until > now and each.player not in people]
        until = now + BARRED_SECONDS
        self._barred = [*kept, *(_Barred(player, it, until) for player, it in people.items())]
        return [*people]

    @property
    def seconds_to_all(self) -> float:
        """The seconds until everybody is dealt to again; 0 if they are now."""
        now = self._context.clock.seconds()
        return max([0.0, *(each.until - now for each in self._barred)])

    def seconds_barred(self, player: str, person: Person) -> float:
        """Return the seconds until PERSON, who is PLAYER, is dealt to again; 0 if they are now."""
        now = self._context.clock.seconds()
        mine = (each for each in self._barred if self._is_same(player, person, each))
        return max([0.0, *(each.until - now for each in mine)])

    def _is_same(self, player: str, person: Person, barred: _Barred) -> bool:
        """Tell whether both are one player, or one person: by account, else by host."""
        if player == barred.player:
            return True
        if person.account and barred.person.account:
            return person.account.lower() == barred.person.account.lower()
        mine, theirs = map(self._context.host_of, (person, barred.person))
        return bool(mine) and mine.lower() == theirs.lower()
