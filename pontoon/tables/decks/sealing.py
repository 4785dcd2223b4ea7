"""The sealed decks of one channel: they are sealed, cut, dealt from and opened (FAIR)."""

import secrets
from collections.abc import Iterator
from contextlib import suppress

from msgspec.structs import replace

from pontoon.engine.decks import NO_SEED
from pontoon.engine.errors import NotRecorded
from pontoon.engine.sealed_deck import (
    SECRET_BYTES,
    CutFault,
    DeckPlace,
    DeckPlan,
    cut_words,
    with_cut,
)
from pontoon.irc.reactor import Delayed
from pontoon.storage.decks.deck_notes import DeckNote
from pontoon.tables.decks.announcer import DeckAnnouncer
from pontoon.tables.decks.notes import (
    NEW_RULES,
    RESTART,
    key_of_note,
    opening_of,
    plan_of,
    why_finished,
)
from pontoon.tables.state import TableState
from pontoon.text.fair import cutting


def new_secret() -> str:
    """Return a secret that nobody has used."""
    return secrets.token_hex(SECRET_BYTES)


class SealedDecks:
    """Has a deck in play for each game that is played in one channel.

    A deck is sealed before anybody can cut it, and cut before anything is dealt. When it is
    finished it is opened, whatever has happened, and the next one is sealed. Methods that write to
    the disk first raise NotRecorded, and nothing has changed then.
    """

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._file = state.context.decks
        self._notes = state.context.journal.decks
        self._announcer = DeckAnnouncer(state, self._told)
        self._numbers: dict[str, int] = {}
        """The deck in play of each game."""
        self._opened: dict[int, bool] = {}
        """The decks that are opened, or are to be; whether the channel is to be told now."""
        self._later: Delayed | None = None
        for note in self._notes.of(state.context.known_as, state.channel):
            self._take_up(note)

    def _take_up(self, note: DeckNote) -> None:
        """Take up the deck of NOTE, from before the program was started."""
        number, game = note.terms.number, note.terms.game
        if note.opening:
            self._opened[number] = True
        elif number not in self._file.in_play:
            self._notes.told(number)  # it was never recorded, so nobody has heard of it
        elif game in self._state.tables:
            self._numbers[game] = number

    # What the channel hears

    def entered(self) -> None:
        """Note that the bot is in the channel: say what may not have been heard."""
        self._opened = dict.fromkeys(self._opened, True)
        with suppress(NotRecorded):  # ``look`` tries again
            for note in self.notes():
                if why := self._why_over(note):
                    self._open(note, why)
            self._announcer.say_again((), self.notes())
            self._renew()
            if self._state.table.order:
                self.in_play(self._state.game)

    def say_again(self) -> None:
        """Say what is to be said of decks, but for what counts as said."""
        unheard = [number for number, is_due in self._opened.items() if not is_due]
        opened = filter(None, map(self._notes.find, sorted(unheard)))
        self._announcer.say_again(opened, self.notes())

    def say_of_all(self) -> None:
        """Say the seals of all decks in play, and their cuts, once more if they were said."""
        for note in self.notes():
            self._announcer.say_seal(note)
            if note.is_closed:
                self._announcer.say_cuts(note)

    def _told(self, number: int) -> None:
        self._opened.pop(number, None)
        self._notes.told(number)

    # A round

    def in_play(self, game: str) -> DeckNote:
        """Return the deck of GAME; seal one if there is none. NotRecorded.

        What the server has refused to tell the channel is said again: the bot may be heard now.
        """
        if self._announcer.is_refused:
            self.say_again()
        note = self._note(game)
        if note is not None and (why := self._why_over(note)):
            self._open(note, why)
            note = None
        if note is None:
            note = self._seal(game)
        else:
            self._file.mend()
        return note

    def put_in(self, game: str, last_cut: tuple[str, str] | None) -> DeckPlace:
        """Put the deck in play on the table of GAME; return the place of the next round in it.

        LAST_CUT is what the person who deals cuts by, a nick and words: it counts if nobody has
        been dealt to from the deck. NotRecorded.
        """
        note, table = self.in_play(game), self._state.tables[game]
        if not note.is_closed:
            if last_cut is not None and self._announcer.is_heard(note):
                note = self._cut(note, *last_cut)
            table.put_in_deck(key_of_note(note))
        return DeckPlace(note.terms.number, len(note.dealt) + 1, table.deck.cards_dealt)

    def began(self, game: str) -> None:
        """Note that a round of GAME has begun: tell the channel of the cuts, before any card."""
        note = self._note(game)
        if note is not None and not note.dealt:
            self._announcer.say_cuts(note)

    def round_over(self) -> None:
        """Note that a round is over: open its deck, if that is finished, when its end is told."""
        note = self._note(self._state.game)
        if note is not None and self._why_over(note) and self._later is None:
            self._later = self._state.context.clock.callLater(0.0, self._renew_later)

    def _renew_later(self) -> None:
        self._later = None
        self.look()

    def look(self) -> None:
        """Open the decks that are finished, and seal others in their place, if that can be."""
        with suppress(NotRecorded):
            self._renew()

    def _renew(self) -> None:
        for number in sorted(self._opened):
            self._record_opening(number)
        for game in [*self._numbers]:
            note = self._note(game)
            if note is not None and self._why_over(note):
                self.in_play(game)

    def _why_over(self, note: DeckNote) -> str:
        """Return why the deck of NOTE is opened now; "" if it is in play."""
        table = self._state.tables[note.terms.game]
        if table.round is not None:
            return ""
        if self._plan(note.terms.game) != plan_of(note):
            return NEW_RULES
        if not note.is_closed:
            return ""
        if note.is_finished:
            return why_finished(note)
        return RESTART if table.deck.seed == NO_SEED else ""

    # Cutting

    def cut(self, nick: str, said: str, game: str) -> Iterator[DeckNote | CutFault]:
        """Cut all decks that can be cut by what NICK SAID; yield each, or why the words do not cut.

        Without a deck of GAME, seal one: nobody can cut it before its seal is heard. NotRecorded.
        """
        words = cut_words(said)
        if isinstance(words, CutFault):
            yield words
            return
        ready = [each for each in self.notes() if self._announcer.is_heard(each)]
        self.in_play(game)
        for note in ready:
            if not note.is_closed:
                yield self._cut(note, nick, words)

    def why_not_cut(self, game: str) -> str:
        """Say why nobody can cut the deck of GAME now; "" if somebody can."""
        note = self._note(game)
        if note is None or not self._announcer.is_heard(note):
            return cutting.SEAL_UNHEARD
        return cutting.CUT_ALREADY if note.is_closed else ""

    def _cut(self, note: DeckNote, nick: str, words: str) -> DeckNote:
        note = replace(note, cuts=with_cut(note.cuts, nick, words))
        self._notes.keep(note)
        return note

    def notes(self) -> list[DeckNote]:
        """Return the decks in play."""
        return [*filter(None, map(self._note, self._numbers))]

    # Sealing and opening

    def _note(self, game: str) -> DeckNote | None:
        number = self._numbers.get(game)
        return None if number is None else self._notes.find(number)

    def _plan(self, game: str) -> DeckPlan:
        deck, known_as = self._state.tables[game].deck, self._state.context.known_as
        return DeckPlan(known_as, self._state.channel, game, deck.packs, deck.marker_range)

    def _seal(self, game: str) -> DeckNote:
        secret = new_secret()
        deck = self._file.prepare(self._plan(game), secret)
        note = DeckNote(deck.terms, secret, deck.line.decode())
        self._notes.keep(note)
        self._numbers[game] = deck.terms.number
        self._file.seal(deck)
        self._announcer.say_seal(note)
        return note

    def _open(self, note: DeckNote, why: str) -> None:
        """Open the deck of NOTE because it is finished, or is given up."""
        number = note.terms.number
        self._notes.keep(replace(note, opening=why))
        del self._numbers[note.terms.game]
        self._opened[number] = True
        self._record_opening(number)

    def _record_opening(self, number: int) -> None:
        """Have players.decks say that a deck is opened, and then the channel."""
        note = self._notes.find(number)
        if note is None:
            return
        if not self._file.has_closed(number):
            self._file.open(number, opening_of(note))
        else:
            self._file.mend()
        if self._opened.get(number):
            self._opened[number] = False
            self._announcer.say_opening(note)

    def give_up(self, game: str, why: str) -> None:
        """Open the deck of GAME, if there is one, because of WHY; seal another. NotRecorded."""
        note = self._note(game)
        if note is not None:
            self._open(note, why)
        self.in_play(game)

    def close(self, why: str) -> None:
        """Open all decks in the file alone: the bot deals here no more."""
        for note in self.notes():
            with suppress(NotRecorded):  # the next start opens it
                self._open(note, why)
                self._told(note.terms.number)
        if self._later is not None:
            self._later.cancel()
            self._later = None
