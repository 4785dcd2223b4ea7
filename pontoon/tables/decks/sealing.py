"""The sealed decks of one channel: they are sealed, cut, dealt from and opened (FAIR)."""

import secrets
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from pontoon.engine.decks import NO_SEED, Shoe
from pontoon.engine.errors import NotRecorded
from pontoon.engine.sealed_deck import (
    SECRET_BYTES,
    CutFault,
    CutList,
    DeckPlace,
    DeckPlan,
    cut_words,
    cuts_of,
    key_of,
    seal_of,
)
from pontoon.irc.outgoing import Confirmation, Message, Priority, Told
from pontoon.irc.reactor import Delayed
from pontoon.storage.decks.deck_notes import DeckNote
from pontoon.storage.decks.deck_records import FINISHED, Opening
from pontoon.tables.state import TableState
from pontoon.text.fair import cutting, deck_lines

LOST = "lost"
"""Why a deck is not opened: its secret is not in the journal."""

RESTART, NEW_RULES, NOT_SETTLED = "restart", "new rules", "a round was not settled"
"""Why a deck is given up."""


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
        self._numbers: dict[str, int] = {}
        """The deck in play of each game."""
        self._heard: set[int] = set()
        """The decks whose seal counts as said."""
        self._cuts_heard: set[int] = set()
        """The decks for which it counts as said that they are cut."""
        self._opened: set[int] = set()
        """The decks that are opened, or are to be; it does not count as said yet."""
        self._unsaid: set[int] = set()
        """Those of them that the channel is to be told of."""
        self._is_refused = False
        """Whether the server has refused a line about a deck: the bot may have no voice."""
        self._later: Delayed | None = None
        for note in self._notes.of(state.context.known_as, state.channel):
            self._take_up(note)

    def _take_up(self, note: DeckNote) -> None:
        """Take up the deck of NOTE, from before the program was started."""
        number, game = note.terms.number, note.terms.game
        if note.opening:
            self._opened.add(number)
        elif number not in self._file.in_play:
            self._notes.told(number)  # it was never recorded, so nobody has heard of it
        elif game in self._state.tables:
            self._numbers[game] = number

    # What the channel hears

    def entered(self) -> None:
        """Note that the bot is in the channel: say what may not have been heard."""
        self._unsaid |= self._opened
        with suppress(NotRecorded):  # ``look`` tries again
            for game in [*self._numbers]:
                self._give_up_what_restart_ended(game)
            self.say_again()
            self._renew()
            if self._state.table.order:
                self.in_play(self._state.game)

    def _give_up_what_restart_ended(self, game: str) -> None:
        """Open the deck of GAME if it was dealt from, and the program stopped between rounds."""
        note = self._note(game)
        table = self._state.tables[game]
        if note is None or not note.is_closed or table.round is not None:
            return
        if table.deck.seed == NO_SEED:
            self._open(note, FINISHED if _is_at_marker(note) else RESTART)

    def say_again(self) -> None:
        """Say what is to be said of decks, but for what counts as said."""
        self._is_refused = False
        for number in sorted(self._opened - self._unsaid):
            if (opened := self._notes.find(number)) is not None:
                self._say_opened(opened)
        for note in self.notes():
            if note.terms.number not in self._heard:
                self.say_seal(note)
            if note.is_closed and note.terms.number not in self._cuts_heard:
                self._say_cut(note)

    def say_seal(self, note: DeckNote) -> None:
        """Say the seal of the deck of NOTE, once more if it was said before."""
        number, title = note.terms.number, self._state.tables[note.terms.game].game.title
        prefix = self._state.context.settings.prefix
        line = deck_lines.is_sealed(number, _seal(note), title, prefix)
        self._say(line, partial(self._heard.add, number))

    def _say_cut(self, note: DeckNote) -> None:
        number = note.terms.number
        line = deck_lines.is_cut(number, len(note.cuts), cuts_of(_seal(note), _words(note)))
        self._say(line, partial(self._cuts_heard.add, number))

    def _say_opened(self, note: DeckNote) -> None:
        number = note.terms.number
        line = deck_lines.cannot_be_opened(number)
        if note.opening != LOST:
            line = deck_lines.is_opened(note.terms, note.secret, note.opening)
        self._say(line, partial(self._told, number))

    def _say(self, line: str, heard: Told) -> None:
        """Say LINE, which nothing overtakes, if the bot is in the channel; HEARD is called then."""
        channel = self._state.channel
        if self._state.context.network.roster(channel) is not None:
            confirmation = Confirmation(heard=heard, refused=self._note_refusal)
            message = Message(channel, (line,), Priority.RECORD, confirmation=confirmation)
            self._state.send(message)

    def _note_refusal(self, _why: str) -> None:
        self._is_refused = True

    def _told(self, number: int) -> None:
        self._opened.discard(number)
        self._notes.told(number)

    # A round

    def in_play(self, game: str) -> DeckNote:
        """Return the deck of GAME; seal one if there is none. NotRecorded.

        What the server has refused to tell the channel is said again: the bot may be heard now.
        """
        if self._is_refused:
            self.say_again()
        note = self._note(game)
        if note is not None and (why := self._why_over(note)):
            self._open(note, why)
            note = None
        if note is None:
            note = self._seal(game)
        elif not self._file.mend():
            raise NotRecorded(self._file.trouble)
        return note

    def put_in(self, game: str, last_cut: tuple[str, str] | None) -> DeckPlace:
        """Put the deck in play on the table of GAME; return the place of the next round in it.

        LAST_CUT is what the person who deals cuts by, a nick and words: it counts if nobody has
        been dealt to from the deck. NotRecorded.
        """
        note, table = self.in_play(game), self._state.tables[game]
        if not note.is_closed:
            if last_cut is not None and note.terms.number in self._heard:
                note = self._cut(note, *last_cut)
            table.put_in_deck(key_of_note(note))
        return DeckPlace(note.terms.number, len(note.dealt) + 1, table.deck.cards_dealt)

    def began(self, game: str) -> None:
        """Note that a round of GAME has begun: tell the channel of the cuts, before any card."""
        note = self._note(game)
        if note is not None and not note.dealt:
            self._say_cut(note)

    def round_over(self) -> None:
        """Note that no round is played now: open its deck when its end is told, if that is over."""
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
        table, is_shoe = self._state.tables[note.terms.game], note.terms.marker is not None
        if table.round is not None:
            return ""
        if self._plan(note.terms.game) != _plan_of(note):
            return NEW_RULES
        if not (note.is_closed and table.needs_deck):
            return ""
        is_finished = is_shoe or (note.dealt and note.dealt[-1].is_settled)
        return FINISHED if is_finished else NOT_SETTLED

    # Cutting

    def cut(self, nick: str, said: str, game: str) -> Iterator[DeckNote | CutFault]:
        """Cut all decks that can be cut by what NICK SAID; yield each, or what is wrong with it.

        Without a deck of GAME, seal one: nobody can cut it before its seal is heard. NotRecorded.
        """
        words = cut_words(said)
        if isinstance(words, CutFault):
            yield words
            return
        ready = [each for each in self.notes() if each.terms.number in self._heard]
        self.in_play(game)
        for note in ready:
            if not note.is_closed:
                yield self._cut(note, nick, words)

    def why_not_cut(self, game: str) -> str:
        """Say why nobody can cut the deck of GAME now; "" if somebody can."""
        note = self._note(game)
        if note is None or note.terms.number not in self._heard:
            return cutting.SEAL_UNHEARD
        return cutting.CUT_ALREADY if note.is_closed else ""

    def _cut(self, note: DeckNote, nick: str, words: str) -> DeckNote:
        cuts = CutList(dict(note.cuts))
        cuts.hear(nick, words)
        note = replace(note, cuts=tuple(cuts.by_nick.items()))
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
        self.say_seal(note)
        return note

    def _open(self, note: DeckNote, why: str) -> None:
        """Open the deck of NOTE because it is finished, or is given up."""
        number = note.terms.number
        self._notes.keep(replace(note, opening=why))
        del self._numbers[note.terms.game]
        self._opened.add(number)
        self._unsaid.add(number)
        self._record_opening(number)

    def _record_opening(self, number: int) -> None:
        """Have players.decks say that a deck is opened, and then the channel."""
        note = self._notes.find(number)
        if note is None:
            return
        if not self._file.has_closed(number):
            self._file.open(number, opening_of(note))
        elif not self._file.mend():
            raise NotRecorded(self._file.trouble)
        if number in self._unsaid:
            self._unsaid.discard(number)
            self._say_opened(note)

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


def opening_of(note: DeckNote) -> Opening:
    """Return what is published when the deck of NOTE is opened."""
    cuts = _words(note) if note.is_closed else None
    return Opening(note.opening, note.secret, cuts, note.dealt)


def _words(note: DeckNote) -> tuple[str, ...]:
    """Return the words of all cuts, in the order in which they are hashed."""
    return tuple(sorted(words for _, words in note.cuts))


def _seal(note: DeckNote) -> str:
    return seal_of(note.terms, note.secret)


def key_of_note(note: DeckNote) -> bytes:
    """Return KEY of the deck of NOTE with the cuts that it has now."""
    seal = _seal(note)
    return key_of(seal, note.secret, cuts_of(seal, _words(note)))


def _is_at_marker(note: DeckNote) -> bool:
    """Tell whether dealing has reached the marker of the deck of NOTE; a pack has none."""
    terms = note.terms
    if terms.marker is None or not note.dealt:
        return False
    shoe = Shoe(terms.packs, terms.marker, key_of_note(note))
    return note.dealt[-1].before + note.dealt[-1].took >= shoe.left - shoe.marker


def _plan_of(note: DeckNote) -> DeckPlan:
    terms = note.terms
    return DeckPlan(terms.network, terms.channel, terms.game, terms.packs, terms.marker)
