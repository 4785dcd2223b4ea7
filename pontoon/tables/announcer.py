"""The ways in which a croupier says something, apart from telling a round."""

from pontoon.irc.outgoing import Message, Priority, Send
from pontoon.irc.people import Person
from pontoon.tables.narrator import CARDS


class Announcer:
    """Says things in CHANNEL, and to people there, by SPEAK."""

    def __init__(self, channel: str, speak: Send) -> None:
        self._channel = channel
        self._speak = speak

    def aloud(self, *items: str) -> None:
        """Tell the channel something of the game; nothing where there is nothing to tell."""
        if items:
            self._speak(Message(self._channel, items, Priority.GAME))

    def answer(self, *items: str) -> None:
        """Answer in the channel somebody for whom no table waits."""
        self._speak(Message(self._channel, items, Priority.CHATTER))

    def tell(self, person: Person, line: str) -> None:
        """Tell PERSON something in private."""
        self._speak(Message(person.nick, (line,), Priority.CHATTER))

    def ask_again(self, person: Person, line: str) -> None:
        """Ask once more, or say that an answer stands.

        Of many such lines that wait only the last is sent, and in its turn: whoever errs as fast as
        they can type must not keep the table from being heard.
        """
        self._speak(Message(person.nick, (line,), Priority.GAME, topic=CARDS))
