"""The sealed decks of one channel: they are sealed, cut, dealt from and opened (FAIR).

What anybody can check a deck by is said to the channel, and heard (FAIR, Lines).
"""

import secrets
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from pontoon.engine.decks import NO_SEED, encoded
from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import DeckCut, DeckNamed, RoundBegan
from pontoon.engine.sealed_deck import (
    SECRET_BYTES,
    Cut,
    CutFault,
    DeckPlace,
    DeckPlan,
    cut_words,
    cuts_of,
    key_of,
    seal_of,
)
from pontoon.irc.outgoing import (
    GAME_MARK,
    JOINT,
    MAX_JOINED,
    NO_MARK,
    Message,
    Priority,
    Told,
    do_nothing,
)
from pontoon.irc.reactor import Delayed
from pontoon.storage.decks.deck_file import DeckFile
from pontoon.storage.decks.deck_notes import DeckNote
from pontoon.storage.decks.deck_records import FINISHED, RESTART, DealtRound
from pontoon.tables.channel_tables import ChannelTables
from pontoon.text import decks as deck_texts

LOST = "lost"
"""Why a deck is not opened: its secret is not in the database."""

NEW_RULES, NOT_SETTLED = "new rules", "a round was not settled"
"""Why a deck is given up."""

EXPLAIN_SECONDS = 60.0
"""How often the channel is told, at most, what is sealed."""

ACKNOWLEDGE_SECONDS = 2.0
"""Cuts within this many seconds are acknowledged in one line."""


def new_secret() -> str:
    """Return a secret that nobody has used."""
    return encoded(secrets.token_bytes(SECRET_BYTES))


class SealedDecks:
    """Has a deck in play for each game that is played in one channel.

    A deck is sealed before anybody can cut it, and cut before anything is dealt. When it is
    finished it is opened, whatever has happened, and the next one is sealed. What cannot be written
    is tried again by ``look``; nothing is dealt until then. DEAL_NEXT is called when the seal of a
    deck counts as said: a round may wait for that.
    """

    def __init__(self, tables: ChannelTables, deal_next: Callable[[], object]) -> None:
        self._tables = tables
        self._deal_next = deal_next
        self._file = tables.context.decks
        self._notes = tables.context.deck_notes
        self._games: dict[str, None] = {}
        """The games that have a deck in play, or are to have one, in order."""
        self._begun: dict[int, Message] = {}
        """The lines with CUTS that are not heard yet."""
        self._said: dict[Hashable, bool] = {}
        """By its name what is said: False on its way, True once the server has taken it."""
        self._is_refused = False
        """Whether the server has refused a line about a deck: the bot may have no voice."""
        self._next_word = 0.0
        """When the channel may be told again what is sealed."""
        self._acknowledging: Delayed | None = None
        for note in self._known():
            number, game = note.terms.number, note.terms.game
            if not note.opening and number not in self._file.in_play:
                self._notes.told(number)  # it was never recorded, so nobody has heard of it
            elif not note.opening and game in tables.by_game:
                self._games[game] = None

    def _known(self) -> list[DeckNote]:
        return self._notes.of(self._tables.context.known_as, self._tables.channel)

    # The disk

    def entered(self) -> None:
        """Note that the bot is in the channel: say what may not have been heard."""
        self._said = {name: True for name, is_heard in self._said.items() if is_heard}
        self._is_refused = False
        allow = self._tables.next_settings.allow
        played = filter(allow, (self._tables.game, *self._tables.by_game))
        self.want(next(played, self._tables.game))  # so that the first deck can be cut, too
        self._acknowledge()
        for number, message in [*self._begun.items()]:
            if self._is_due(("begun", number)):
                self._tables.send(self._noted(number, message))

    def want(self, game: str) -> None:
        """Have a deck of GAME in play as soon as one can be sealed."""
        self._games.setdefault(game)
        self.look()

    def speak_again(self) -> None:
        """Say again what the server has refused: the bot may be heard now."""
        self._is_refused = False
        self.look()

    def look(self) -> None:
        """Open the decks that are finished, seal others in their place, and say so."""
        with suppress(NotRecorded):  # the next look tries again
            self._tables.context.database.require()
            for note in self.notes():
                if why := self._why_over(note):
                    self._open(note, why)
            in_play = {note.terms.game for note in self.notes()}
            for game in self._games:
                if game not in in_play:
                    self._seal(game)
            self._say()

    def _why_over(self, note: DeckNote) -> str:
        """Return why the deck of NOTE is opened now; "" if it is in play."""
        table = self._tables.by_game[note.terms.game]
        if table.round is not None:
            return ""
        terms, plan = note.terms, self._plan(note.terms.game)
        sealed = DeckPlan(terms.network, terms.channel, terms.game, terms.packs, terms.marker)
        if sealed.is_pack:  # it is gathered to its end as it was sealed
            plan = replace(plan, marker=sealed.marker)
        if plan != sealed:
            return NEW_RULES
        if not note.is_closed:
            return ""
        if note.is_finished:
            # A shoe is dealt to its marker. A pack that a stopped or void round has finished is
            # given up.
            return NOT_SETTLED if sealed.is_pack and note.is_void else FINISHED
        return RESTART if table.deck.seed == NO_SEED else ""

    def _plan(self, game: str) -> DeckPlan:
        table, known_as = self._tables.by_game[game], self._tables.context.known_as
        marker = table.next_rules.marker
        return DeckPlan(known_as, self._tables.channel, game, table.deck.packs, marker)

    def _open(self, note: DeckNote, why: str) -> None:
        """Open the deck of NOTE because it is finished, or is given up."""
        opened = replace(note, opening=why)
        self._notes.keep(opened)
        publish(self._file, opened)

    def _seal(self, game: str) -> None:
        secret = new_secret()
        deck = self._file.prepare(self._plan(game), secret)
        self._notes.keep(DeckNote(deck.terms, secret))
        self._file.seal(deck)

    # What the channel hears

    def _say(self) -> None:
        """Say which decks are opened, and which are sealed, unless that is known."""
        for note in self._known():
            if note.opening and self._is_due(("opened", note.terms.number)):
                self._say_opening(note)
        for note in self.notes():
            if self._is_seal_due(note):
                number = note.terms.number
                self._record([("sealed", number)], self._sealed(note), heard=self._heard_of_seal)

    def _is_seal_due(self, note: DeckNote | None) -> bool:
        """Tell whether the seal of NOTE is to be said; once a deck is dealt from, it is known."""
        if note is None or note.is_closed:
            return False
        return self._is_due(("sealed", note.terms.number))

    def _sealed(self, note: DeckNote) -> str:
        prefix = self._tables.context.settings.prefix
        return deck_texts.IS_SEALED.format(
            number=note.terms.number, seal=seal_of_note(note), prefix=prefix
        )

    def _say_opening(self, note: DeckNote) -> None:
        number, following = note.terms.number, self.note(note.terms.game)
        line, names = deck_texts.CANNOT_BE_OPENED.format(number=number), [("opened", number)]
        if note.opening != LOST:
            line = deck_texts.is_opened(note.terms, note.secret, note.opening)
        if following is not None and self._is_seal_due(following):
            sealed = self._sealed(following)
            joined = line + JOINT + sealed[0].lower() + sealed[1:]
            if len(joined) <= MAX_JOINED:
                line = joined
                names.append(("sealed", following.terms.number))
        self._record(names, line, heard=partial(self._told, number))

    def _told(self, number: int) -> None:
        """Note that the channel knows that a deck is opened, and may cut the next one."""
        for what in ("opened", "sealed"):
            self._said.pop((what, number), None)
        self._begun.pop(number, None)
        self._notes.told(number)
        self._heard_of_seal()

    def _heard_of_seal(self) -> None:
        self._deal_next()

    def _is_due(self, name: Hashable) -> bool:
        """Tell whether what has that NAME is to be said now."""
        return not self._is_refused and name not in self._said

    def _record(
        self,
        names: Sequence[Hashable],
        *items: str,
        mark: str = NO_MARK,
        heard: Told = do_nothing,
    ) -> None:
        """Say ITEMS, in which what has those NAMES is said; HEARD is called when that counts.

        Nothing overtakes them. Outside the channel nothing can be said: it remains due.
        """
        if self._tables.context.network.roster(self._tables.channel) is not None:
            message = Message(self._tables.channel, items, Priority.RECORD, mark=mark)
            self._tables.send(self._confirmed(message, names, heard))

    def _confirmed(self, message: Message, names: Sequence[Hashable], heard: Told) -> Message:
        """Return MESSAGE, a record in which what has those NAMES is said, with what follows."""

        def is_heard() -> None:
            self._said.update(dict.fromkeys(names, True))
            heard()

        self._said.update(dict.fromkeys(names, False))
        return replace(message, left=is_heard)

    def line_refused(self) -> None:
        """Note that the server refuses what the bot says in the channel: it may have no voice.

        What was on its way counts as not said.
        """
        self._said = {name: True for name, is_heard in self._said.items() if is_heard}
        self._is_refused = True

    # A round

    def is_ready(self, game: str) -> bool:
        """Tell whether a round of GAME can be dealt; have a deck sealed, and said, if it cannot.

        A deck whose seal nobody has heard is never dealt from.
        """
        self._is_refused = False
        self.want(game)
        note = self.note(game)
        if note is None or self._tables.context.database.trouble:
            return False
        return note.is_closed or self._is_heard(note)

    def _is_heard(self, note: DeckNote) -> bool:
        return self._said.get(("sealed", note.terms.number), False)

    def put_in(self, game: str, last_cut: Cut | None) -> DeckPlace:
        """Put the deck in play on the table of GAME; return the place of the next round in it.

        If nobody has been dealt to from the deck, LAST_CUT, by the person who deals, counts too.
        """
        note, table = self.note(game), self._tables.by_game[game]
        assert note is not None
        if not note.is_closed:
            self._acknowledge()
            note = note if last_cut is None else note.cut_by(last_cut)
            table.put_in_deck(key_of_note(note), note.terms.marker)
        return DeckPlace(note.terms.number, len(note.took) + 1, table.deck.cards_dealt)

    def named(self, place: DeckPlace) -> DeckNamed | DeckCut:
        """Return what the opening line of the round at that PLACE says of its deck."""
        note = self._notes.find(place.number)
        if note is None or place.before:
            return DeckNamed(place.number, place.before + 1)
        return DeckCut(place.number, len(note.cuts), cuts_of(seal_of_note(note), words_of(note)))

    def begins(self, message: Message, place: DeckPlace | None) -> Message:
        """Return MESSAGE, an opening line, to be said again until its CUTS are heard.

        It is that of the round at PLACE.
        """
        note = self.note(self._tables.game)
        if note is None or note.are_cuts_heard or place is None or place.before:
            return message
        return self._noted(note.terms.number, message)

    def take_up(self, place: DeckPlace | None) -> None:
        """Note that the round at PLACE goes on after a restart: CUTS may not have been heard."""
        tables, note = self._tables, None if place is None else self._notes.find(place.number)
        if place is not None and note is not None and not note.are_cuts_heard:
            texts, table = tables.context.settings.texts, tables.table
            opening = texts.opening(table.game.title, RoundBegan(table.players))
            items = (opening, deck_texts.deck_of_round(self.named(place._replace(before=0))))
            opened = Message(tables.channel, items, Priority.RECORD, mark=GAME_MARK)
            self._begun[place.number] = opened

    def _noted(self, number: int, message: Message) -> Message:
        self._begun[number] = message
        heard = partial(self._cuts_heard, number)
        return replace(self._confirmed(message, [("begun", number)], heard), holds=True)

    def _cuts_heard(self, number: int) -> None:
        self._begun.pop(number, None)
        self._said.pop(("begun", number), None)
        if (note := self._notes.find(number)) is not None:
            self._notes.keep_soon(replace(note, are_cuts_heard=True))

    def round_over(self) -> None:
        """Note that a round is over: open its deck, if that is finished, when its end is told."""
        note = self.note(self._tables.game)
        if note is not None and self._why_over(note):
            self._tables.context.clock.callLater(0.0, self.look)

    # Cutting

    def cut(self, nick: str, said: str, game: str) -> bool | CutFault:
        """Cut all decks that can be cut by what NICK SAID; tell if there are any, or its fault.

        Without a deck of GAME, seal one: nobody can cut it before its seal is heard. NotRecorded.
        """
        words = cut_words(said)
        if isinstance(words, CutFault):
            return words
        ready = [each for each in self.notes() if not each.is_closed and self._is_heard(each)]
        self._is_refused = False
        self.want(game)
        for note in ready:
            self._notes.keep(note.cut_by((nick, words)))
        if ready and self._acknowledging is None:
            later = self._tables.context.clock.callLater
            self._acknowledging = later(ACKNOWLEDGE_SECONDS, self._acknowledge_later)
        return bool(ready)

    def why_not_cut(self, game: str) -> str:
        """Say why nobody can cut the deck of GAME now; "" if somebody can."""
        note = self.note(game)
        if note is not None and note.is_closed:
            return deck_texts.CUT_ALREADY
        return "" if note is not None and self._is_heard(note) else deck_texts.SEAL_UNHEARD

    def _acknowledge_later(self) -> None:
        self._acknowledging = None
        self._acknowledge()

    def _acknowledge(self) -> None:
        """Tell the channel which cuts count, if it does not know yet."""
        if self._acknowledging is not None:
            self._acknowledging.cancel()
            self._acknowledging = None
        found: list[tuple[int, Cut]] = []
        items: list[str] = []
        for note in self.notes():
            number, title = note.terms.number, self._tables.by_game[note.terms.game].game.title
            for count, cut in enumerate(note.cuts, 1):
                if cut[0] not in note.acknowledged and self._is_due((number, cut)):
                    found.append((number, cut))
                    name = self._tables.context.name_of_nick(cut[0])
                    items.append(deck_texts.is_cut_by(name, number, title, count))
        if found:
            heard = partial(self._acknowledged, found)
            self._record(found, *items, mark=GAME_MARK, heard=heard)

    def _acknowledged(self, found: Sequence[tuple[int, Cut]]) -> None:
        for number, cut in found:
            self._said.pop((number, cut), None)
            note = self._notes.find(number)
            if note is not None and cut in note.cuts:
                nicks = (*note.acknowledged, cut[0])
                self._notes.keep_soon(replace(note, acknowledged=nicks))

    # The decks in play

    def may_explain(self) -> bool:
        """Tell whether the channel may be told what is sealed now: once a minute, not more."""
        now = self._tables.context.clock.seconds()
        if now < self._next_word:
            return False
        self._next_word = now + EXPLAIN_SECONDS
        return True

    def notes(self) -> list[DeckNote]:
        """Return the decks in play."""
        known = {note.terms.game: note for note in self._known() if not note.opening}
        return [known[game] for game in self._games if game in known]

    def note(self, game: str) -> DeckNote | None:
        return next((each for each in self.notes() if each.terms.game == game), None)

    def give_up(self, game: str, why: str) -> None:
        """Open the deck of GAME, if there is one, because of WHY; seal another. NotRecorded."""
        note = self.note(game)
        if note is not None:
            self._open(note, why)
        self.want(game)

    def close(self, why: str) -> None:
        """Open all decks in the file alone: the bot deals here no more."""
        for note in self.notes():
            with suppress(NotRecorded):  # the next start opens it
                self._open(note, why)
                self._told(note.terms.number)
        self._games.clear()  # what is called later has nothing to do


def seal_of_note(note: DeckNote) -> str:
    return seal_of(note.terms, note.secret)


def words_of(note: DeckNote) -> tuple[str, ...]:
    """Return the words of all cuts, in the order in which they are hashed."""
    return tuple(sorted(words for _, words in note.cuts))


def key_of_note(note: DeckNote) -> bytes:
    """Return KEY of the deck of NOTE with the cuts that it has now."""
    seal = seal_of_note(note)
    return key_of(seal, note.secret, cuts_of(seal, words_of(note)))


def publish(file: DeckFile, note: DeckNote) -> None:
    """Have players.decks, which is FILE, say that the deck of NOTE is opened, unless it has."""
    if note.terms.number not in file.in_play:
        return
    cuts, dealt = words_of(note) if note.is_closed else None, note.dealt
    if note.begun is not None and note.begun.round > len(dealt):
        # It never ended, since a restart could not take it up: nobody knows how many cards it took.
        dealt.append(DealtRound(note.begun.before, 0, 0))
    file.open(note.terms.number, note.opening, note.secret, cuts, dealt)
