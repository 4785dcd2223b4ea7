"""A network without accounts."""

from pontoon.irc.people import Person, Roster


class NoAccounts:
    """Nobody has an account; a player goes by the nick."""

    def is_bound(self, _nick: str) -> bool:
        """Return False."""
        return False

    def owns(self, _nick: str, _person: Person) -> bool:
        """Return False."""
        return False

    def find_player(self, nick: str, people: Roster) -> Person | None:
        """Return the person who has NICK."""
        return people.find(nick)
