"""Rounds in the database: each action is written before people hear of it, and can be replayed."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, get_type_hints

from msgspec import Struct

from pontoon import __version__
from pontoon.engine.actions import Action, Dealt
from pontoon.engine.decks import Shoe
from pontoon.engine.errors import WhyLost
from pontoon.engine.events import Event, Settled
from pontoon.engine.moves import Unit
from pontoon.engine.result import Result, TableKey
from pontoon.engine.round import GameRules, TableRules
from pontoon.engine.sealed_deck import DeckUse
from pontoon.engine.table import Table
from pontoon.irc.people import Person
from pontoon.storage.replay import rules_in, rules_written, steps, table_of
from pontoon.storage.rounds import RoundRecord, SeatRecord
from pontoon.tables.seats import SeatHolder
from pontoon.tables.state import TableState
from pontoon.tables.stopping import is_bet_bid_or_kitty
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
            occupant = _occupant(holder)
            if self._occupants.get(holder.player, occupant) != occupant:
                self._rounds.seat(self._state.round_name, occupant)
                self._occupants[holder.player] = occupant

    def end(
        self, settled: Settled, events: Iterable[Event], told: Iterable[Sequence[str]]
    ) -> Result:
        """Record and return the result of the round that EVENTS have SETTLED.

        The channel is TOLD it by these lines.
        """
        state, table = self._state, self._state.table
        result = Result(
            state.round_name,
            self._key(state.game),
            state.began,
            table.game.title,
            table.game.unit,
            state.wallet.coin_minutes,
            settled,
            table.order,
            tuple(map(tuple, told)),
            counted(events, self._people(), state.context.host_of)
            if table.game.unit is Unit.CHIPS
            else (),
            self._deck_use(),
        )
        self._rounds.end(result)
        state.round_name, state.names = "", {}
        return result

    def _people(self) -> dict[str, Person]:
        """Return who plays as each player; after a restart some may be known from before it."""
        before = {
            player: Person(each.nick, each.userhost) for player, each in self._occupants.items()
        }
        return before | {holder.player: holder.person for holder in self._state.seat_map}

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
        occupants = tuple(map(_occupant, state.seat_map))
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
            consent=dealt.consent,
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
    """A round cannot go on; nothing is lost but the cards."""

    def __init__(self, why: WhyLost, detail: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.detail = detail
        """What has changed, or who is gone; for the log."""


class ReplayedRound(Struct, frozen=True):
    """A round at its table again, as it was when the program stopped.

    The last action led to ``events``, perhaps untold. If ``is_early``, its players may stop it.
    """

    recorded: RoundRecord
    table: Table
    events: tuple[Event, ...]
    is_early: bool


def replay(recorded: RoundRecord, table: Table, is_player: Callable[[str], bool]) -> ReplayedRound:
    """Play a RECORDED round at a new TABLE up to where it was; CannotReplay where that fails."""
    if changed := _what_changed(recorded, table):
        raise CannotReplay(WhyLost.CHANGED, changed)
    if gone := [player for player, _ in recorded.players if not is_player(player)]:
        raise CannotReplay(WhyLost.PLAYER_GONE, ", ".join(gone))
    try:
        found = [*steps(recorded, table)]
    except Exception as error:
        # A broken record must not keep the bot from starting, whatever the error is.
        raise CannotReplay(WhyLost.UNREADABLE) from error
    events = next(step.events for step in reversed(found) if step.events)
    is_early = not any(is_bet_bid_or_kitty(step.act) for step in found)
    return ReplayedRound(recorded, table, tuple(events), is_early)


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
    before = _rules_said(recorded.rules, table.rules) | _rules_said(
        recorded.table_rules, table.table_rules
    )
    now = _rules_said(rules_written(table.rules), table.rules) | _rules_said(
        rules_written(table.table_rules), table.table_rules
    )
    return "; ".join(
        f"{name} was {before.get(name, 'not there')}, and is {now.get(name, 'not there')}"
        for name in {**before, **now}
        if before.get(name) != now.get(name)
    )


def _rules_said(changed: Mapping[str, Any], like: GameRules | TableRules) -> dict[str, str]:
    """Return all rules of the kind of LIKE as config.ini says them, with those that are CHANGED."""
    kind: type[GameRules | TableRules] = type(like)
    rules, ranges = rules_in(kind, changed), _ranges_in(kind)
    values = {name: getattr(rules, name) for name in rules.__struct_fields__}
    return {
        name: "-".join(map(str, value)) if name in ranges else rule_text(value)
        for name, value in values.items()
    }


@cache
def _ranges_in(rules: type[GameRules | TableRules]) -> frozenset[str]:
    """Return the names of those RULES that are ranges; to look takes longer than a move."""
    kinds = get_type_hints(rules)
    return frozenset(name for name, kind in kinds.items() if kind == tuple[int, int])


def _occupant(holder: SeatHolder) -> SeatRecord:
    return SeatRecord(holder.player, holder.person.nick, holder.person.userhost)
