"""The sealed decks of one channel: they are sealed, cut, dealt from and opened (FAIR).

What anybody can check a deck by is said to the channel, and heard (FAIR, Lines).
"""

import secrets
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from pontoon.engine.decks import NO_SEED, encoded
from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import DeckCut, DeckNamed
from pontoon.engine.sealed_deck import (
    SECRET_BYTES,
    Cut,
    CutFault,
    DeckName,
    DeckPlace,
    DeckPlan,
    cut_words,
)
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.outgoing import (
    GAME_MARK,
    JOINT,
    MAX_JOINED,
    NO_MARK,
    Message,
    Priority,
    Told,
)
from pontoon.irc.people import Person
from pontoon.irc.reactor import Delayed
from pontoon.storage.decks import FINISHED, RESTART, RESTORED, SealedDeck
from pontoon.tables.channel_tables import ChannelTables
from pontoon.text import decks as deck_texts

NEW_RULES, NOT_SETTLED, LOST = "new rules", "a round was not settled", "lost"
"""Why a deck is given up."""

EXPLAIN_SECONDS = 60.0
"""How often the channel is told, at most, what is sealed, and why words did not cut."""

ACKNOWLEDGE_SECONDS = 2.0
"""Cuts within this many seconds are acknowledged in one line."""

MAX_CUTS_OF_HOST = 3

MAX_CUTS = 99
"""Cuts of a deck before its first deal; each is told and kept."""


def new_secret() -> str:
    """Return a secret that nobody has used."""
    return encoded(secrets.token_bytes(SECRET_BYTES))


class SealedDecks:
    """Has a deck in play for each game that is played in one channel.

    A deck is sealed before anybody can cut it, and cut before anything is dealt. When it is
    finished it is opened, whatever has happened, and the next one is sealed. What cannot be written
    is tried again by ``look``; nothing is dealt until then. DEAL_NEXT is called when the seal of a
    deck, or a cut, counts as said: a round may wait for that.
    """

    def __init__(self, tables: ChannelTables, deal_next: Callable[[], object]) -> None:
        self._tables = tables
        self._deal_next = deal_next
        self._decks = tables.context.decks
        self._old_decks = tables.context.old_decks
        self._games: dict[str, None] = {}
        """The games that have a deck in play, or are to have one, in order."""
        self._begun: dict[DeckName, Message] = {}
        """The lines with CUTS that are not heard yet."""
        self._said: dict[Hashable, bool] = {}
        """By its name what is said: False on its way, True once the server has taken it."""
        self._is_refused = False
        """Whether the server has refused a line about a deck: the bot may have no voice."""
        self._next_word: dict[str, float] = {}
        """When the channel may be told again what is sealed, and why words do not cut."""
        self._acknowledging: Delayed | None = None
        for deck in self._known():
            if not deck.why and deck.terms.game in tables.by_game:
                self._games[deck.terms.game] = None

    def _known(self) -> list[SealedDeck]:
        return self._decks.of(self._tables.context.known_as, self._tables.channel)

    # The disk

    def entered(self) -> None:
        """Note that the bot is in the channel: say what may not have been heard."""
        self._said = {name: True for name, is_heard in self._said.items() if is_heard}
        self._is_refused = False
        self.look()
        self._acknowledge()
        for name, message in [*self._begun.items()]:
            if self._is_due(("begun", name)):
                self._tables.send(self._noted(name, message))

    def watched(self) -> None:
        """Have the first deck sealed, if somebody is there who can cut it."""
        people, is_me = self._tables.roster, self._tables.context.network.is_me
        if not self._games and any(not is_me(person.nick) for person in people):
            allow = self._tables.next_settings.allow
            played = filter(allow, (self._tables.game, *self._tables.by_game))
            self.want(next(played, self._tables.game))

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
            for deck in self.in_play():
                if why := self._why_over(deck):
                    self._decks.open(deck, why)
            in_play = {deck.terms.game for deck in self.in_play()}
            for game in self._games:
                if game not in in_play:
                    self._decks.seal(self._plan(game), new_secret())
            self._say()

    def _why_over(self, deck: SealedDeck) -> str:
        """Return why DECK is opened now; "" if it is in play."""
        table = self._tables.by_game[deck.terms.game]
        if table.round is not None:
            return ""
        if not deck.secret:
            return LOST
        if deck.terms.bank != self._decks.bank:
            return RESTORED
        terms, plan = deck.terms, self._plan(deck.terms.game)
        sealed = DeckPlan(terms.network, terms.channel, terms.game, terms.packs, terms.marker)
        if sealed.is_pack and deck.is_closed:  # it is gathered to its end as it was sealed
            plan = replace(plan, marker=sealed.marker)
        if plan != sealed:
            return NEW_RULES
        if not deck.is_closed:
            return ""
        if deck.is_finished:
            # A shoe is dealt to its marker. A pack that a stopped or void round has finished is
            # given up.
            return NOT_SETTLED if sealed.is_pack and deck.is_void else FINISHED
        return RESTART if table.deck.seed == NO_SEED else ""

    def _plan(self, game: str) -> DeckPlan:
        table, known_as = self._tables.by_game[game], self._tables.context.known_as
        marker = table.next_rules.marker
        return DeckPlan(known_as, self._tables.channel, game, table.deck.packs, marker)

    # What the channel hears

    def _say(self) -> None:
        """Say which decks are opened, and which are sealed, unless that is known."""
        self._say_old()
        for deck in self._known():
            if deck.why and self._is_due(("opened", deck.terms.name)):
                self._say_opening(deck)
        for deck in self.in_play():
            if self._is_seal_due(deck):
                line = deck_texts.is_sealed(deck, self._tables.context.settings.prefix)
                self._record([("sealed", deck.terms.name)], line, heard=self._seal_heard)

    def _say_old(self) -> None:
        """Open the decks of version 0.5, but for one from which a round is being played."""
        for deck in self._old_decks.of(self._tables.context.known_as, self._tables.channel):
            table, name = self._tables.by_game.get(deck.terms.game), ("old", deck.terms.number)
            if (table is None or table.round is None) and self._is_due(name):
                heard = partial(self._old_decks.told, deck.terms.number)
                self._record([name], deck_texts.old_is_opened(deck), heard=heard)

    def _seal_heard(self) -> None:
        self._deal_next()

    def _is_seal_due(self, deck: SealedDeck) -> bool:
        """Tell whether the seal of DECK is to be said; once it is dealt from, it is known."""
        return not deck.is_closed and self._is_due(("sealed", deck.terms.name))

    def _say_opening(self, deck: SealedDeck) -> None:
        line, names = deck_texts.is_opened(deck), [("opened", deck.terms.name)]
        following = self.deck(deck.terms.game)
        if following is not None and self._is_seal_due(following):
            prefix = self._tables.context.settings.prefix
            joined = line + JOINT + deck_texts.next_is_sealed(following, prefix)
            if len(joined) <= MAX_JOINED:
                line = joined
                names.append(("sealed", following.terms.name))
        self._record(names, line, heard=partial(self._told, deck.terms.name))

    def _told(self, name: DeckName) -> None:
        """Note that the channel knows that a deck is opened, and may cut the next one."""
        self._said = {
            each: is_heard
            for each, is_heard in self._said.items()
            if not (isinstance(each, tuple) and each[1] == name)
        }
        self._begun.pop(name, None)
        self._decks.told(name)
        self._deal_next()

    def _is_due(self, name: Hashable) -> bool:
        """Tell whether what has that NAME is to be said now."""
        return not self._is_refused and name not in self._said

    def _record(self, names: Sequence[Hashable], line: str, heard: Told) -> None:
        """Say LINE, in which what has those NAMES is said; HEARD is called when that counts.

        Nothing overtakes it. Outside the channel nothing can be said: it remains due.
        """
        self._speak(
            Message(self._tables.channel, (line,), Priority.RECORD, mark=NO_MARK), names, heard
        )

    def _speak(self, message: Message, names: Sequence[Hashable], heard: Told) -> None:
        if self._tables.context.network.roster(self._tables.channel) is not None:
            self._tables.send(self._confirmed(message, names, heard))

    def _confirmed(self, message: Message, names: Sequence[Hashable], heard: Told) -> Message:
        """Return MESSAGE, in which what has those NAMES is said, with what follows."""

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

        A deck whose seal nobody has heard is never dealt from, and nothing overtakes the lines that
        acknowledge its cuts.
        """
        self._is_refused = False
        self.want(game)
        deck = self.deck(game)
        if deck is None or self._tables.context.database.trouble:
            return False
        return deck.is_closed or (self._is_heard(deck) and not self._is_acknowledging(deck))

    def _is_heard(self, deck: SealedDeck) -> bool:
        return self._said.get(("sealed", deck.terms.name), False)

    def _is_acknowledging(self, deck: SealedDeck) -> bool:
        """Tell whether a line that acknowledges a cut of DECK is on its way."""
        names = (self._cut_name(deck, number) for number in self._unacknowledged(deck))
        return any(name in self._said for name in names)

    def put_in(self, game: str, last_cut: Cut | None) -> DeckPlace:
        """Put the deck in play on the table of GAME; return the place of the next round in it.

        If nobody has been dealt to from the deck, LAST_CUT, by the person who deals, counts too.
        """
        deck, table = self.deck(game), self._tables.by_game[game]
        assert deck is not None
        if not deck.is_closed:
            cut = () if last_cut is None else (last_cut,)
            key = replace(deck, cuts=(*deck.cuts, *cut)).key
            table.put_in_deck(key, deck.terms.marker)
        return DeckPlace(
            deck.terms.number, deck.rounds + 1, table.deck.cards_dealt, deck.terms.bank
        )

    def _deck_at(self, place: DeckPlace | None) -> SealedDeck | None:
        if place is None:
            return None
        known_as, channel = self._tables.context.known_as, self._tables.channel
        return self._decks.find(DeckName(place.bank, known_as, channel, place.number))

    def named(self, place: DeckPlace) -> DeckNamed | DeckCut:
        """Return what the opening line of the round at that PLACE says of its deck."""
        deck = self._deck_at(place)
        if deck is None or place.before:
            return DeckNamed(place.number, place.before + 1)
        return DeckCut(place.number, len(deck.cuts), deck.cuts_hash)

    def begins(self, message: Message, place: DeckPlace | None) -> Message:
        """Return MESSAGE, an opening line, to be said again until its CUTS are heard.

        It is that of the round at PLACE. The cuts of which the channel has not heard stand in front
        of it, and the last of them beside CUTS in any case.
        """
        deck = self._deck_at(place)
        if deck is None or deck.are_cuts_heard or place is None or place.before:
            return message
        opening, deck_named, *others = message.items
        items = (*self._acknowledgements(deck), opening, deck_named, *others)
        if len(JOINT.join(items)) > MAX_JOINED:
            *cuts, last = (*self._acknowledgements(deck), deck_named)
            beside = JOINT.join([*cuts[-1:], last])
            items = (*cuts[:-1], opening, beside, *others)
        return self._noted(deck.terms.name, replace(message, items=items))

    def take_up(self, place: DeckPlace | None) -> None:
        """Note that the round at PLACE goes on after a restart: CUTS may not have been heard."""
        deck = self._deck_at(place)
        if deck is not None and not deck.are_cuts_heard:
            items = (deck_texts.opening(deck), deck_texts.deck_cut(deck))
            opened = Message(self._tables.channel, items, Priority.RECORD, mark=GAME_MARK)
            self._begun[deck.terms.name] = self.begins(opened, place)

    def _noted(self, name: DeckName, message: Message) -> Message:
        self._begun[name] = message
        heard = partial(self._cuts_heard, name)
        return replace(self._confirmed(message, [("begun", name)], heard), holds=True)

    def _cuts_heard(self, name: DeckName) -> None:
        self._begun.pop(name, None)
        self._said.pop(("begun", name), None)
        if (deck := self._decks.find(name)) is not None:
            self._decks.keep_soon(replace(deck, are_cuts_heard=True))

    def round_over(self) -> None:
        """Note that a round is over: open its deck, if that is finished, when its end is told."""
        deck = self.deck(self._tables.game)
        if deck is None or self._why_over(deck):
            self._tables.context.when_told(self.look)

    # Cutting

    def cut(self, nick: str, person: Person, said: str, game: str) -> CutFault | None:
        """Cut the deck of GAME by what PERSON, who is called NICK, SAID; return why it does not.

        Without a deck of GAME, seal one: nobody can cut it before its seal is heard. NotRecorded.
        """
        words, deck = cut_words(said), self.deck(game)
        if isinstance(words, CutFault):
            return words
        if deck is None or not (deck.is_closed or self._is_heard(deck)):
            self._is_refused = False
            self.want(game)
            return CutFault.UNHEARD
        if deck.is_closed:
            return CutFault.CLOSED
        account, host = rfc1459(person.account or ""), self._tables.context.host_of(person).lower()
        cut = Cut(nick, words, account, host)
        if why := _why_no_more(deck, cut):
            return why
        self._decks.keep(replace(deck, cuts=(*deck.cuts, cut)))
        if self._acknowledging is None:
            later = self._tables.context.clock.callLater
            self._acknowledging = later(ACKNOWLEDGE_SECONDS, self._acknowledge_later)
        return None

    def why_not_cut(self, game: str) -> CutFault | None:
        """Return why nobody can cut the deck of GAME by dealing; None if somebody can."""
        deck = self.deck(game)
        if deck is not None and deck.is_closed:
            return CutFault.CLOSED
        return None if deck is not None and self._is_heard(deck) else CutFault.UNHEARD

    def _acknowledge_later(self) -> None:
        self._acknowledging = None
        self._acknowledge()

    def _acknowledge(self) -> None:
        """Tell the channel which cuts count, if it does not know yet."""
        for deck in self.in_play():
            due = [
                number
                for number in self._unacknowledged(deck)
                if self._is_due(self._cut_name(deck, number))
            ]
            if due and not deck.is_closed:
                items = tuple(self._acknowledgement(deck, number) for number in due)
                names = [self._cut_name(deck, number) for number in due]
                message = Message(self._tables.channel, items, Priority.GAME, mark=GAME_MARK)
                self._speak(message, names, partial(self._acknowledged, deck.terms.name, due[-1]))

    def _unacknowledged(self, deck: SealedDeck) -> Iterable[int]:
        """Return the numbers of the cuts of DECK of which the channel has not heard."""
        return range(deck.acknowledged + 1, len(deck.cuts) + 1)

    def _cut_name(self, deck: SealedDeck, number: int) -> Hashable:
        return "cut", deck.terms.name, number

    def _acknowledgement(self, deck: SealedDeck, number: int) -> str:
        nick, words, *_ = deck.cuts[number - 1]
        name = self._tables.context.name_of_nick(nick)
        return deck_texts.is_cut_by(name, deck.terms.number, number, words)

    def _acknowledgements(self, deck: SealedDeck) -> Iterator[str]:
        return (self._acknowledgement(deck, number) for number in self._unacknowledged(deck))

    def _acknowledged(self, name: DeckName, number: int) -> None:
        """Note that the channel has heard of the cuts of the deck of NAME up to that NUMBER."""
        if (deck := self._decks.find(name)) is not None and deck.acknowledged < number:
            self._decks.keep_soon(replace(deck, acknowledged=number))
        self._deal_next()

    # The decks in play

    def may_explain(self, what: str) -> bool:
        """Tell whether the channel may be told WHAT now: once a minute, not more."""
        now = self._tables.context.clock.seconds()
        if now < self._next_word.get(what, 0.0):
            return False
        self._next_word[what] = now + EXPLAIN_SECONDS
        return True

    def tell_seal(self, nick: str, game: str) -> None:
        """Tell the person who has NICK the seal of the deck of GAME, if they can cut it.

        They may have come after it was said; they are told last of all, if lines are not waiting.
        """
        deck = self.deck(game)
        if deck is not None and not deck.is_closed and self._is_heard(deck):
            line = deck_texts.is_sealed(deck, self._tables.context.settings.prefix)
            channel = self._tables.channel
            self._tables.send(
                Message(nick, (line,), Priority.CHATTER, channel=channel, informs=True)
            )

    def in_play(self) -> list[SealedDeck]:
        """Return the decks in play."""
        known = {deck.terms.game: deck for deck in self._known() if not deck.why}
        return [known[game] for game in self._games if game in known]

    def deck(self, game: str) -> SealedDeck | None:
        return next((each for each in self.in_play() if each.terms.game == game), None)

    def give_up(self, game: str, why: str) -> None:
        """Open the deck of GAME, if there is one, because of WHY; seal another. NotRecorded."""
        deck = self.deck(game)
        if deck is not None:
            self._decks.open(deck, why)
        self.want(game)

    def close(self, why: str) -> None:
        """Open all decks, and tell nobody: the bot deals here no more."""
        for deck in self.in_play():
            with suppress(NotRecorded):  # the next start opens it
                self._decks.open(deck, why)
                self._told(deck.terms.name)
        self._games.clear()  # what is called later has nothing to do


def _why_no_more(deck: SealedDeck, cut: Cut) -> CutFault | None:
    """Return why CUT does not count as one more of DECK.

    A person cuts once: an account or, without one, a nick at a host. A host cuts three times.
    """
    if len(deck.cuts) >= MAX_CUTS:
        return CutFault.ENOUGH
    of_host = [each for each in deck.cuts if each.host == cut.host]
    if cut.account:
        is_again = any(each.account == cut.account for each in deck.cuts)
    else:
        is_again = any(rfc1459(each.nick) == rfc1459(cut.nick) for each in of_host)
    if is_again:
        return CutFault.ONCE
    is_known = bool(cut.host)
    return CutFault.HOST if is_known and len(of_host) >= MAX_CUTS_OF_HOST else None
