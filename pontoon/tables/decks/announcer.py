"""The lines by which anybody can check a deck: said to the channel, and heard (FAIR, Lines)."""

from collections.abc import Callable, Iterable
from functools import partial

from pontoon.engine.sealed_deck import cuts_of
from pontoon.irc.outgoing import Confirmation, Message, Priority, Told
from pontoon.storage.decks.deck_notes import DeckNote
from pontoon.tables.decks.notes import LOST, seal_of_note, words_of
from pontoon.tables.state import TableState
from pontoon.text.fair import deck_lines


class DeckAnnouncer:
    """Says what is to be said of the decks of one channel; nothing overtakes it.

    OPENED is called with the number of a deck when the channel knows that it is opened. What does
    not count as said is said again when the bot enters the channel.
    """

    def __init__(self, state: TableState, opened: Callable[[int], None]) -> None:
        self._state = state
        self._when_opened = opened
        self._seals_heard: set[int] = set()
        """The numbers of the decks whose seal counts as said: the server has taken it."""
        self._cuts_heard: set[int] = set()
        """The same for ``is cut``."""
        self.is_refused = False
        """Whether the server has refused a line about a deck: the bot may have no voice."""

    def is_heard(self, note: DeckNote) -> bool:
        """Tell whether the seal of the deck of NOTE counts as said."""
        return note.terms.number in self._seals_heard

    def say_again(self, opened: Iterable[DeckNote], in_play: Iterable[DeckNote]) -> None:
        """Say of the decks that are OPENED, and of those IN PLAY, what does not count as said."""
        self.is_refused = False
        for note in opened:
            self.say_opening(note)
        for note in in_play:
            if not self.is_heard(note):
                self.say_seal(note)
            if note.is_closed and note.terms.number not in self._cuts_heard:
                self.say_cuts(note)

    def say_seal(self, note: DeckNote) -> None:
        number = note.terms.number
        title = self._state.tables[note.terms.game].game.title
        prefix = self._state.context.settings.prefix
        line = deck_lines.is_sealed(number, seal_of_note(note), title, prefix)
        self._say(line, partial(self._seals_heard.add, number))

    def say_cuts(self, note: DeckNote) -> None:
        number = note.terms.number
        cuts = cuts_of(seal_of_note(note), words_of(note))
        line = deck_lines.is_cut(number, len(note.cuts), cuts)
        self._say(line, partial(self._cuts_heard.add, number))

    def say_opening(self, note: DeckNote) -> None:
        number = note.terms.number
        if note.opening == LOST:
            line = deck_lines.cannot_be_opened(number)
        else:
            line = deck_lines.is_opened(note.terms, note.secret, note.opening)
        self._say(line, partial(self._opening_is_heard, number))

    def _opening_is_heard(self, number: int) -> None:
        self._seals_heard.discard(number)
        self._cuts_heard.discard(number)
        self._when_opened(number)

    def _say(self, line: str, heard: Told) -> None:
        """Say LINE if the bot is in the channel; HEARD is called when it counts as said."""
        channel = self._state.channel
        if self._state.context.network.roster(channel) is not None:
            confirmation = Confirmation(heard=heard, refused=self._note_refusal)
            message = Message(channel, (line,), Priority.RECORD, confirmation=confirmation)
            self._state.send(message)

    def _note_refusal(self, _why: str) -> None:
        self.is_refused = True
