"""The ways in which a croupier says something, apart from telling a round."""

from pontoon.irc.outgoing import Say, Speaker, Urgency
from pontoon.irc.people import Person
from pontoon.tables.narrator import CARDS


class Sayer:
    """Says things in CHANNEL, and to people there, by SPEAK."""

    def __init__(self, channel: str, speak: Speaker) -> None:
        self._channel = channel
        self._speak = speak

    def aloud(self, *items: str) -> None:
        """Tell the channel something of the game; nothing where there is nothing to tell."""
        if items:
            self._speak(Say(self._channel, items, Urgency.GAME))

    def answer(self, *items: str) -> None:
        """Answer in the channel somebody for whom no table waits."""
        self._speak(Say(self._channel, items, Urgency.CHATTER))

    def tell(self, person: Person, line: str) -> None:
        """Tell PERSON something in private."""
        self._speak(Say(person.nick, (line,), Urgency.CHATTER))

    def ask_again(self, person: Person, line: str) -> None:
        """Ask once more, or say that an answer stands.

        Of many such lines that wait only the last is sent, and in its turn: whoever errs as fast as
        they can type must not keep the table from being heard.
        """
        self._speak(Say(person.nick, (line,), Urgency.GAME, topic=CARDS))
