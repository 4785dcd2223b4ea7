"""A network without accounts."""

from pontoon.irc.people import Person, Roster
from pontoon.storage.players.identity import IdentityResolver


class NoAccounts(IdentityResolver):
    """Nobody has an account; a player goes by the nick."""

    def __init__(self) -> None:
        """Know no players."""

    def is_bound(self, _nick: str) -> bool:
        """Return False."""
        return False

    def owns(self, _nick: str, _person: Person) -> bool:
        """Return False."""
        return False

    def find_player(self, nick: str, people: Roster) -> Person | None:
        """Return the person who has NICK."""
        return people.find(nick)
