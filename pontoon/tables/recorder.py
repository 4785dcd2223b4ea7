"""Rounds in the database: each action is written before people hear of it, and can be replayed."""

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

from pontoon import __version__
from pontoon.engine.actions import Action, Dealt
from pontoon.engine.decks import Shoe
from pontoon.engine.errors import WhyLost
from pontoon.engine.events import Event, Settled
from pontoon.engine.moves import Unit
from pontoon.engine.result import Result, TableKey
from pontoon.engine.sealed_deck import DeckUse, marker_text
from pontoon.engine.table import Table
from pontoon.irc.outgoing import Message
from pontoon.irc.people import Person
from pontoon.storage.replay import Step, rules_in, rules_written, steps, table_of
from pontoon.storage.rounds import RoundRecord, SeatRecord
from pontoon.tables.settlement import is_of_result
from pontoon.tables.state import TableState
from pontoon.tables.wallets import counted
from pontoon.text.formatting import rule_text

NAME_BYTES = 8
"""The number of random bytes that name a round."""


class RoundRecorder:
    """Writes the rounds in one channel into the database.

    While nothing can be written no action is done: NotRecorded comes out of the table instead.
    """

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._rounds = state.context.rounds
        self._occupants: dict[str, SeatRecord] = {}
        """The people in the seats, as they are in the database."""

    def watch(self) -> None:
        """Record from now on what is done at the tables."""
        for game, table in self._state.tables.items():
            table.record_action = partial(self._note, game, table)

    def take_up(self, recorded: RoundRecord) -> None:
        """Go on with a round that is in the database already."""
        self._state.round_name, self._state.began = recorded.id, recorded.began
        self._state.deck_place = recorded.deck
        players = (player for player, _ in recorded.players)
        self._state.names = {player: player for player in players} | dict(recorded.names)
        self._occupants = {each.player: each for each in recorded.occupants}

    def note_occupants(self) -> None:
        """Record the players who have another nick or another ``user@host`` than before."""
        for holder in self._state.seat_map:
            person, known = holder.person, self._occupants.get(holder.player)
            if known and (known.nick, known.userhost) != (person.nick, person.userhost):
                self._occupants[holder.player] = holder.record
                self._rounds.seat(self._state.round_name, holder.record)

    def end(self, settled: Settled, events: Iterable[Event], messages: Iterable[Message]) -> Result:
        """Record and return the result of a round that EVENTS have SETTLED; MESSAGES tell it."""
        state, table = self._state, self._state.table
        # After a restart some who have played may be known from before it alone.
        people = {
            player: Person(each.nick, each.userhost) for player, each in self._occupants.items()
        }
        people |= {holder.player: holder.person for holder in state.seat_map}
        is_for_chips = table.game.unit is Unit.CHIPS
        result = Result(
            state.round_name,
            self._key(state.game),
            state.began,
            table.game.title,
            table.game.unit,
            state.wallet.coin_minutes,
            settled,
            table.order,
            tuple(each.items for each in messages if is_of_result(each, state.channel)),
            counted(events, people, state.context.host_of) if is_for_chips else (),
            self._deck_use(),
        )
        self._rounds.end(result)
        state.round_name, state.names = "", {}
        return result

    def over(self) -> None:
        """Record that the round is over without a result, and who is dealt in next."""
        state = self._state
        self._rounds.over(
            state.round_name, self._key(state.game), state.table.order, self._deck_use()
        )

    def _deck_use(self) -> DeckUse | None:
        """Return what the round that is over took of its deck."""
        place, deck = self._state.deck_place, self._state.table.round_deck
        if place is None or deck is None:
            return None
        return DeckUse(place, len(deck.dealt), deck.is_finished)

    def _key(self, game: str) -> TableKey:
        return TableKey(self._state.context.known_as, self._state.channel, game)

    def _note(self, game: str, table: Table, action: Action) -> None:
        if isinstance(action, Dealt):
            self._begin(game, table, action)
        else:
            self._rounds.add(self._state.round_name, action)

    def _begin(self, game: str, table: Table, dealt: Dealt) -> None:
        state = self._state
        occupants = tuple(each.record for each in state.seat_map)
        state.names = {}  # those of the round before
        names = {player: state.context.name_of(player) for player, _ in dealt.players}
        name, began = secrets.token_hex(NAME_BYTES), state.context.now()
        record = RoundRecord(
            id=name,
            where=self._key(game),
            began=began,
            version=__version__,
            equipment=table.state(),
            players=dealt.players,
            occupants=occupants,
            listed=()
            if dealt.order == tuple(player for player, _ in dealt.players)
            else dealt.order,
            bank_passes_on=dealt.bank_passes_on,
            deck=state.deck_place,
            last_cut=state.last_cut,
            rules=rules_written(table.rules),
            table_rules=rules_written(table.table_rules),
            names={player: called for player, called in names.items() if called != player},
        )
        self._rounds.begin(record)
        state.round_name, state.began, state.names = name, began, names
        self._occupants = {each.player: each for each in occupants}


class CannotReplay(Exception):
    """A round cannot go on; nothing is lost but the cards. The message is for the log."""

    def __init__(self, why: WhyLost, detail: str = "") -> None:
        """DETAIL says what has changed, or who is gone."""
        super().__init__(": ".join(filter(None, [why.name.lower().replace("_", " "), detail])))
        self.why = why


def replay(recorded: RoundRecord, table: Table, is_player: Callable[[str], bool]) -> list[Step]:
    """Play a RECORDED round at a new TABLE up to where it was; CannotReplay where that fails."""
    if changed := _what_changed(recorded, table):
        raise CannotReplay(WhyLost.CHANGED, changed)
    if gone := [player for player, _ in recorded.players if not is_player(player)]:
        raise CannotReplay(WhyLost.PLAYER_GONE, ", ".join(gone))
    try:
        return [*steps(recorded, table)]
    except Exception as error:
        # A broken record must not keep the bot from starting, whatever the error is.
        raise CannotReplay(WhyLost.UNREADABLE) from error


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


def _what_changed(recorded: RoundRecord, table: Table) -> str:
    """Say how the version or the rules of TABLE differ from those of the RECORDED round, if so."""
    if recorded.version != __version__:
        return f"version {recorded.version} dealt it, and this is {__version__}"
    said = []
    for now, then in (table.rules, recorded.rules), (table.table_rules, recorded.table_rules):
        before = rules_in(type(now), then)
        for name in now.__struct_fields__:
            was, is_now = getattr(before, name), getattr(now, name)
            if was != is_now:
                text = marker_text if name == "marker" else rule_text
                said.append(f"{name} was {text(was)}, and is {text(is_now)}")
    return "; ".join(said)
