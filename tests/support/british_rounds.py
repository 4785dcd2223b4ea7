"""Rounds of British and Shoot Pontoon as tests begin them, with dave as the banker."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pontoon.engine.cards import Card, cards
from pontoon.engine.decks import Pack
from pontoon.engine.events import Event, Kitty
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Move, Phase, Verb
from pontoon.engine.table import Table
from pontoon.games.bank import Bank, KittyBank
from pontoon.games.bank_events import BankerSeated
from pontoon.games.british import BritishPontoon, BritishRules
from pontoon.games.shoot import ShootPontoon, ShootRules
from tests.support.banker_rounds import play
from tests.support.shed_rounds import asked, dealt, of_kind
from tests.support.stacked_decks import StackedPack

SEED = bytes(range(32))
PUNTERS = ("bob", "kevin", "eve", "mallory", "p6", "p7", "p8")
EVERYBODY = ("dave", *PUNTERS)
FULL = ShootRules().kitty_max
"""What is in a kitty that nobody is asked to add to."""

Purse = int | Mapping[str, int]
"""What each player has, or how much all of them have."""


def has_been_played(bank: Bank, banker: str = "dave", circle: tuple[str, ...] = EVERYBODY) -> Bank:
    """Let BANKER have BANK, as after a round of those in the CIRCLE, each left of the other."""
    bank.banker, bank.circle = banker, circle
    return bank


def british(pack: Pack, **rules: Any) -> Table:
    """Return a table for British Pontoon that deals from PACK; dave has the bank."""
    return table_of(has_been_played(Bank(pack)), **rules)


def table_of(bank: Bank, **rules: Any) -> Table:
    """Return a table for British Pontoon with that BANK."""
    return Table(BritishPontoon, BritishRules(**rules), bank, max_players=10)


def shoot(pack: Pack, kitty: int = FULL, **rules: Any) -> Table:
    """Return a table for Shoot Pontoon; dave has the bank, and a KITTY unless it is 0."""
    bank = KittyBank(pack)
    has_been_played(bank)
    bank.kitty = Kitty("dave", kitty) if kitty else None
    return Table(ShootPontoon, ShootRules(**rules), bank, max_players=10)


def bank_of(table: Table) -> Bank:
    """Return the bank of TABLE as it is between rounds."""
    bank = table.equipment
    assert isinstance(bank, Bank)
    return bank


def kitty_of(table: Table) -> Kitty | None:
    """Return the kitty of TABLE as it is between rounds."""
    bank = bank_of(table)
    assert isinstance(bank, KittyBank)
    return bank.kitty


def seat(table: Table, player: str) -> Seat:
    """Return the seat of PLAYER."""
    return next(seat for seat in table.seats if seat.player == player)


def stack(table: Table, *hands: str, bank: str = "10S 9S", then: str = "") -> None:
    """Put the cards of HANDS and of dave's BANK on top of the pack of TABLE, THEN after them."""
    bank_of(table).pack = StackedPack(dealt(*hands, bank, then=then))


def deal(
    table: Table, *players: str, chips: Purse = 1000, willing: Collection[str] | None = None
) -> list[Event]:
    """Deal a round to PLAYERS, with so many CHIPS each; return what happened.

    Where they are asked for the bank, those who are WILLING would have it, or all of them.
    """
    has = dict.fromkeys(players, chips) if isinstance(chips, int) else chips
    events = table.deal([(player, has[player]) for player in players])
    return events + answer_for_bank(table, players if willing is None else willing)


def answer_for_bank(table: Table, willing: Collection[str]) -> list[Event]:
    """Let all who are asked for the bank answer, yes if they are WILLING; return what happened."""
    events: list[Event] = []
    while (ask := table.ask) is not None and ask.phase is Phase.BANK:
        verb = Verb.TAKE if ask.player in willing else Verb.PASS
        events += table.act(ask.player, Move(verb))
    return events


def banker(events: Iterable[Event]) -> str:
    """Return who has the bank in the round that EVENTS began."""
    return _seated(events).player


def order(events: Iterable[Event]) -> str:
    """Return the order of play in the round that EVENTS began."""
    return " ".join(_seated(events).order)


def _seated(events: Iterable[Event]) -> BankerSeated:
    (seated,) = of_kind(BankerSeated, events)
    return seated


def bet(table: Table, bets: str = "10") -> list[Event]:
    """Let all who are asked for a bet place one of those; return what happened."""
    amounts = bets.split() * len(PUNTERS)
    happened: list[Event] = []
    for amount in amounts:
        if table.ask is None or table.ask.option(Verb.BET) is None:
            break
        happened += play(table, f"{asked(table).player}: {amount}")
    return happened


def against_dave(
    *hands: str,
    bank: str = "10S 9S",
    then: str = "",
    bets: str = "10",
    chips: Purse = 1000,
    **rules: Any,
) -> Table:
    """Return a table at which HANDS have been bet on and are held against dave's BANK.

    They are those of bob, kevin and so on; the cards THEN come next.
    """
    table = british(StackedPack(dealt(*hands, bank, then=then)), **rules)
    deal(table, "dave", *PUNTERS[: len(hands)], chips=chips)
    bet(table, bets)
    return table


class CutPack(StackedPack):
    """A pack from which the cards written in ``cuts`` are drawn for the bank."""

    def __init__(self, *cuts: str) -> None:
        super().__init__("")
        self._cuts = [cards(cut) for cut in cuts]

    def cut(self, people: int) -> tuple[Card, ...]:
        """Let so many PEOPLE draw the next cards."""
        drawn = self._cuts.pop(0)
        assert len(drawn) == people
        self.draws += 1
        return drawn
