"""Who may stop a round, until when, and what it costs them (RULES 0, Stopping)."""

from pontoon.engine.actions import Action, Moved
from pontoon.engine.moves import Verb
from pontoon.irc.people import Person, Roster
from pontoon.tables.context import TableContext
from pontoon.tables.seats import SeatMap

BARRED_SECONDS = 120
"""For so long nobody may start a round in a channel after stopping one there."""


def is_committing(action: Action) -> bool:
    """Tell whether ACTION is a bet, a bid or a kitty, after which only an admin stops the round."""
    return isinstance(action, Moved) and action.move.verb in (Verb.BET, Verb.BID, Verb.KITTY)


class Stopping:
    """Decides who may stop the round in a channel.

    The person who started it may, until the first bet, bid or kitty, and then starts none there for
    two minutes. An admin of the bot may at any time, unless they play in it. Nobody else may:
    operators of the channel turn rounds off instead (``RoundsAllowed``).
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

    def may_as_admin(self, admin: Person) -> bool:
        """Tell whether ADMIN may stop the round: not with a seat, nor if they look like a player.

        A player looks the same with the same nick, account or ``user@host``.
        """
        fold = self._context.network.fold
        return not any(
            fold(each.person.nick) == fold(admin.nick)
            or (admin.account and each.person.account == admin.account)
            or (admin.userhost and each.person.userhost == admin.userhost)
            for each in self._seat_map
        )

    def acted(self, action: Action) -> None:
        """Note that a player has done ACTION."""
        if is_committing(action):
            self.starter = None

    def departed(self, person: Person) -> None:
        """Note that PERSON has left: anybody who comes with that nick is somebody else."""
        if self.is_starter(person.nick):
            self.starter = None

    def renamed(self, old: str, person: Person) -> None:
        """Note that the person who was called OLD is PERSON now."""
        if self.is_starter(old):
            self.starter = person

    def look_in(self, roster: Roster) -> None:
        """Forget the starter unless they are in ROSTER, which the bot has not seen for a while.

        Somebody who looks the same may be known to be another.
        """
        if self.starter is None:
            return
        found = roster.find(self.starter.nick)
        is_another = self._context.settings.identities.is_impostor
        if found is None or found != self.starter or is_another(found):
            self.starter = None

    def bar(self, starter: Person) -> None:
        """Let STARTER, who stops the round, start none for a while."""
        now = self._context.clock.seconds()
        kept = {key: until for key, until in self._barred_until.items() if until > now}
        self._barred_until = kept | dict.fromkeys(self._keys(starter), now + BARRED_SECONDS)

    def seconds_barred(self, person: Person) -> float:
        """Return for how many seconds more PERSON may start no round; 0 if they may."""
        now = self._context.clock.seconds()
        return max(0.0, *(self._barred_until.get(key, now) - now for key in self._keys(person)))

    def _keys(self, person: Person) -> list[str]:
        """Return what PERSON is known by; a space keeps one kind of name from another."""
        keys = [self._context.network.fold(person.nick)]
        keys += [f"account {person.account.lower()}"] if person.account else []
        keys += [f"host {person.userhost.lower()}"] if person.userhost else []
        return keys
