"""Rounds in the database: each action is written before people hear of it, and can be replayed."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import chain

from pontoon import __version__
from pontoon.engine.actions import Action, Dealt
from pontoon.engine.decks import Shoe
from pontoon.engine.events import Event, Settled
from pontoon.engine.moves import Unit
from pontoon.engine.result import Result, TableKey, WhyVoid
from pontoon.engine.sealed_deck import Cut, DeckPlace, DeckUse, marker_text
from pontoon.engine.table import Table
from pontoon.irc.people import Person
from pontoon.storage.future import Future
from pontoon.storage.history import rounds_before
from pontoon.storage.replay import (
    Step,
    events_of,
    is_of_this_edition,
    rules_of,
    rules_written,
    steps,
    table_of,
)
from pontoon.storage.rounds import RoundRecord, SeatRecord, SettledRound
from pontoon.storage.rows import DatabaseError, Read
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.presence import Presence
from pontoon.tables.wallets import counted
from pontoon.text.formatting import rule_text

NAME_BYTES = 8
"""The number of random bytes that name a round."""


class RoundRecorder:
    """Knows the round that is played at TABLES, and writes it into the database.

    PRESENCE has its people. While nothing can be written no action is done: NotRecorded comes out
    of the table instead.
    """

    def __init__(self, tables: ChannelTables, presence: Presence) -> None:
        self._tables = tables
        self._presence = presence
        self._rounds = tables.context.rounds
        self.name = ""
        """The name of the round that is played, or was last; "" if that is settled."""
        self.names: Mapping[str, str] = {}
        """What the players of the round are called in it: during a round nobody's name changes."""
        self.happened: list[Event] = []
        """What has happened in the round, until it is over."""
        self._before: tuple[str, Future[Sequence[SettledRound]]] | None = None
        """The name of a round, and the rounds of its deck before it, once anybody has asked."""
        self._replayed: dict[str, list[Event]] = {}
        """What happened in those, by their names, as far as anybody has asked."""
        self.place: DeckPlace | None = None
        """Where in its sealed deck the round is dealt, or the last one was."""
        self._last_cut: Cut | None = None
        """The cut that came with the deal."""
        self._occupants: dict[str, SeatRecord] = {}
        """The people in the seats, as they are in the database."""
        self.watch()

    def watch(self) -> None:
        """Record from now on what is done at the tables."""
        for game, table in self._tables.by_game.items():
            table.record_action = partial(self._note, game, table)

    def look_away(self) -> None:
        """Record nothing of what is done at the tables, until ``watch``."""
        for table in self._tables.by_game.values():
            table.record_action = None

    def deals_from(self, place: DeckPlace, last_cut: Cut | None) -> None:
        """Note from which PLACE in its deck the next round is dealt, and its LAST_CUT, if any."""
        self.place, self._last_cut = place, last_cut

    def take_up(self, recorded: RoundRecord) -> None:
        """Go on with a round that is in the database already."""
        self.watch()
        self.name, self.place = recorded.id, recorded.deck
        players = (player for player, _ in recorded.players)
        self.names = {player: player for player in players} | dict(recorded.names)
        self._occupants = {each.player: each for each in recorded.occupants}

    def note(self, events: Iterable[Event]) -> None:
        """Note that EVENTS have happened in the round."""
        self.happened += events

    def since_sealed(self, then: Callable[[Iterator[Event]], object]) -> None:
        """Call THEN with what has happened by now since the deck was sealed, when that is read.

        It happened in this round and those before it. Those are played again when it is iterated
        over, which may be in a thread.
        """
        happened = tuple(self.happened)
        self._rounds_before().then(
            lambda before: then(chain(events_of(before, self._replayed), happened))
        )

    def _rounds_before(self) -> Future[Sequence[SettledRound]]:
        """Return the rounds of the deck before this one; they are read once."""
        if self._before is None or self._before[0] != self.name:
            tables = self._tables
            where, look_up = tables.key_of(tables.game), tables.context.database.look_up
            before = look_up(_read_rounds_before, self.name, where, self.place)
            self._before = self.name, before
            before.then(self._forget_others)
        return self._before[1]

    def _forget_others(self, rounds: Sequence[SettledRound]) -> None:
        """Forget what happened in any other rounds than those."""
        known = self._replayed
        self._replayed = {each.id: known[each.id] for each in rounds if each.id in known}

    def note_occupants(self) -> None:
        """Record the players who have another nick or another ``user@host`` than before."""
        for holder in self._presence.seat_map:
            person, known = holder.person, self._occupants.get(holder.player)
            if known and (known.nick, known.userhost) != (person.nick, person.userhost):
                self._occupants[holder.player] = holder.record
                self._rounds.seat(self.name, holder.record)

    def end(
        self,
        settled: Settled,
        began: datetime,
        events: Iterable[Event],
    ) -> Result:
        """Record and return the result of a round that BEGAN then, and that EVENTS have SETTLED."""
        tables, table = self._tables, self._tables.table
        # After a restart some who have played may be known from before it alone.
        people = {
            player: Person(each.nick, each.userhost) for player, each in self._occupants.items()
        }
        people |= {holder.player: holder.person for holder in self._presence.seat_map}
        is_for_chips = table.game.unit is Unit.CHIPS
        result = Result(
            self.name,
            tables.key_of(tables.game),
            began,
            table.game.unit,
            tables.wallet.coin_minutes,
            settled,
            table.order,
            counted(events, people, tables.context.host_of) if is_for_chips else (),
            self._deck_use(),
        )
        self._rounds.end(result)
        self._rounds.keep_bank(result.where, table.bank)
        self.name, self.names = "", {}
        return result

    def over(self) -> None:
        """Record that the round is over without a result, and who is dealt in next."""
        tables = self._tables
        where, order = tables.key_of(tables.game), tables.table.order
        self._rounds.over(self.name, where, order, self._deck_use())
        self._rounds.keep_bank(where, tables.table.bank)

    def clear(self) -> None:
        """Forget what has happened: the round is over, or has not begun."""
        self.happened = []

    def _deck_use(self) -> DeckUse | None:
        """Return what the round that is over took of its deck."""
        place, deck = self.place, self._tables.table.round_deck
        if place is None or deck is None:
            return None
        return DeckUse(place, len(deck.dealt), deck.is_finished)

    def _note(self, game: str, table: Table, action: Action) -> None:
        if isinstance(action, Dealt):
            self._begin(game, table, action)
        else:
            self._rounds.add(self.name, action)

    def _begin(self, game: str, table: Table, dealt: Dealt) -> None:
        tables, seats = self._tables, self._presence.seat_map
        occupants = tuple(each.record for each in seats)
        self.names = {}  # those of the round before
        names = {player: tables.context.name_of(player) for player, _ in dealt.players}
        name = secrets.token_hex(NAME_BYTES)
        record = RoundRecord(
            id=name,
            where=tables.key_of(game),
            began=self._presence.began,
            version=__version__,
            edition=table.game.edition,
            equipment=table.state(),
            players=dealt.players,
            occupants=occupants,
            listed=()
            if dealt.order == tuple(player for player, _ in dealt.players)
            else dealt.order,
            bank_passes_on=dealt.bank_passes_on,
            deck=self.place,
            last_cut=self._last_cut,
            rules=rules_written(table.rules),
            table_rules=rules_written(table.table_rules),
            names={player: called for player, called in names.items() if called != player},
        )
        self._rounds.begin(record)
        self.name, self.names = name, names
        self._occupants = {each.player: each for each in occupants}


def _read_rounds_before(
    read: Read, name: str, where: TableKey, place: DeckPlace | None
) -> Sequence[SettledRound]:
    """Return what ``rounds_before`` does; nothing if the database does not answer.

    Others find that, too, and tell admins.
    """
    with suppress(DatabaseError):
        return rounds_before(read, name, where, place)
    return ()


class CannotReplay(Exception):
    """A round cannot go on; nothing is lost but the cards. The message is for the log."""

    def __init__(self, why: WhyVoid, detail: str = "") -> None:
        """DETAIL says what has changed, or who is gone."""
        super().__init__(": ".join(filter(None, [why.name.lower().replace("_", " "), detail])))
        self.why = why


def replay(recorded: RoundRecord, table: Table, is_player: Callable[[str], bool]) -> list[Step]:
    """Play a RECORDED round at a new TABLE up to where it was; CannotReplay where that fails."""
    if gone := [player for player, _ in recorded.players if not is_player(player)]:
        raise CannotReplay(WhyVoid.PLAYER_GONE, ", ".join(gone))
    edition = _other_edition(recorded, table)
    try:
        changed = _what_changed(recorded, table)
        played = [] if changed else [*steps(recorded, table)]
    except Exception as error:
        # A broken record must not keep the bot from starting, whatever the error is.
        why = WhyVoid.CHANGED if edition else WhyVoid.UNREADABLE
        raise CannotReplay(why, edition) from error
    if edition and table.turn is None:
        changed = changed or edition  # it would be over, which nobody was told
    if changed:
        raise CannotReplay(WhyVoid.CHANGED, changed)
    return played


def taken(recorded: RoundRecord) -> DeckUse | None:
    """Return what the RECORDED round, which cannot go on, has taken of its sealed deck.

    It is played again by its own rules, as far as that goes.
    """
    if recorded.deck is None:
        return None
    took, is_finished = 0, False
    with suppress(Exception):  # a broken record must not keep the bot from starting
        table = table_of(recorded)
        for _ in steps(recorded, table):
            took = table.deck.cards_dealt - recorded.deck.before
        if table.turn is not None:
            table.abandon()
        is_finished = isinstance(table.deck, Shoe) and table.deck.is_finished
    return DeckUse(recorded.deck, took, is_finished)


def _other_edition(recorded: RoundRecord, table: Table) -> str:
    """Say that the RECORDED round is of another edition of the rules than TABLE, if it is."""
    if is_of_this_edition(recorded):
        return ""
    return f"it is by edition {recorded.edition} of the rules, and this is {table.game.edition}"


def _what_changed(recorded: RoundRecord, table: Table) -> str:
    """Say how the rules of TABLE differ from those of the RECORDED round, if they do."""
    if not table.game.goes_on_since <= recorded.edition <= table.game.edition:
        return _other_edition(recorded, table)
    said = []
    before_and_now = zip(rules_of(recorded), (table.rules, table.table_rules), strict=True)
    for before, now in before_and_now:
        was_written, is_written = rules_written(before), rules_written(now)
        for name in now.__struct_fields__:
            if was_written[name] != is_written[name]:
                text = marker_text if name == "marker" else rule_text
                was, is_now = getattr(before, name), getattr(now, name)
                said.append(f"{name} was {text(was)}, and is {text(is_now)}")
    return "; ".join(said)
