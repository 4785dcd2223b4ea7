"""The sign at the door of a channel: whether rounds are dealt there, as its operators want it."""

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.people import Person, Roster
from pontoon.tables.context import TableContext
from pontoon.text import announcements


class RoundsAllowed:
    """What operators of CHANNEL have it say; it hangs there still when the bot is started again."""

    def __init__(self, channel: str, context: TableContext) -> None:
        self._channel = channel
        self._place = rfc1459(channel)
        """The channel, however config.ini spells it."""
        self._context = context

    @property
    def is_closed(self) -> bool:
        """Whether no rounds are to begin."""
        return self._context.journal.is_closed(self._context.known_as, self._place)

    def turn(self, person: Person, roster: Roster, *, is_closed: bool) -> bool:
        """Have it say what PERSON wants; return False for somebody who is no operator in ROSTER.

        NotWritten where it cannot be written down, and it says what it did.
        """
        if not roster.is_operator(person.nick):
            return False
        context = self._context
        context.journal.close(context.known_as, self._place, is_closed=is_closed)
        context.log(f"{self._channel}: {person.nick} turns rounds {'off' if is_closed else 'on'}")
        return True

    def reading(self, command: str) -> str:
        """Return what it says; rounds begin with COMMAND."""
        return announcements.is_off(command) if self.is_closed else announcements.is_on(command)
