"""The right to stop a round, and its price (RULES 0, Stopping; the command ``stop``)."""

from pontoon.engine.actions import Action, Moved
from pontoon.engine.moves import Verb
from pontoon.irc.people import Person, Roster
from pontoon.tables.context import TableContext
from pontoon.tables.seats import SeatMap

BARRED_SECONDS = 120
"""The time without starting a round in a channel, for a starter who has stopped one there."""


def is_bet_bid_or_kitty(action: Action) -> bool:
    """Tell whether ACTION is a bet, a bid or a kitty, after which only an admin stops the round."""
    return isinstance(action, Moved) and action.move.verb in (Verb.BET, Verb.BID, Verb.KITTY)


class Stopping:
    """Decides who may stop the round in a channel.

    The person who started it may, until the first bet, bid or kitty, and then starts none there for
    two minutes. An admin of the bot may at any time, without a seat in it. Nobody else may: channel
    operators have ``off`` (``RoundsAllowed``).
    """

    def __init__(self, context: TableContext, seat_map: SeatMap) -> None:
        self._context = context
        self._seat_map = seat_map
        self.starter: Person | None = None
        """The person who may stop the round for having started it; None if nobody may."""
        self._barred_until: dict[str, float] = {}

    def is_starter(self, nick: str) -> bool:
        """Tell whether the person who has NICK may stop the round for having started it."""
        fold = self._context.network.fold
        return self.starter is not None and fold(self.starter.nick) == fold(nick)

    def has_no_part(self, person: Person) -> bool:
        """Tell whether PERSON shares no nick, account or ``user@host`` with a seat holder."""
        fold = self._context.network.fold
        return not any(
            fold(each.person.nick) == fold(person.nick)
            or (person.account and each.person.account == person.account)
            or (person.userhost and each.person.userhost == person.userhost)
            for each in self._seat_map
        )

    def acted(self, action: Action) -> None:
        if is_bet_bid_or_kitty(action):
            self.starter = None

    def departed(self, person: Person) -> None:
        """Note that PERSON has left: the next person with that nick is somebody else."""
        if self.is_starter(person.nick):
            self.starter = None

    def renamed(self, old: str, person: Person) -> None:
        if self.is_starter(old):
            self.starter = person

    def look_in(self, roster: Roster) -> None:
        """Forget the starter unless they are in ROSTER, now that the bot is back in the channel."""
        if self.starter is None:
            return
        found = roster.find(self.starter.nick)
        is_another = self._context.settings.identities.is_impostor
        if found is None or found != self.starter or is_another(found):
            self.starter = None

    def bar(self, starter: Person) -> None:
        """Let STARTER start no round for two minutes, having stopped one."""
        now = self._context.clock.seconds()
        kept = {key: until for key, until in self._barred_until.items() if until > now}
        self._barred_until = kept | dict.fromkeys(self._keys(starter), now + BARRED_SECONDS)

    def seconds_barred(self, person: Person) -> float:
        """Return the seconds until PERSON may start a round again; 0 if they may now."""
        now = self._context.clock.seconds()
        return max(0.0, *(self._barred_until.get(key, now) - now for key in self._keys(person)))

    def _keys(self, person: Person) -> list[str]:
        """Return what PERSON is known by; a space keeps one kind of name from another."""
        keys = [self._context.network.fold(person.nick)]
        keys += [f"account {person.account.lower()}"] if person.account else []
        keys += [f"host {person.userhost.lower()}"] if person.userhost else []
        return keys
