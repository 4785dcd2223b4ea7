"""Where no bet depends on another, all players bet at once, and the channel hears it together.

In Shed Pontoon, CUTwC Pontoon and Black Jack.
"""

import pickle
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.actions import Action, Dealt
from pontoon.engine.errors import Refused
from pontoon.engine.events import (
    BetLimited,
    BetPlaced,
    Event,
    Resigned,
    RoundVoid,
    Settled,
)
from pontoon.engine.moves import EVERYBODY, Move, Phase, Turn, Verb
from pontoon.engine.round import Round
from pontoon.engine.table import Table
from pontoon.games.blackjack import BlackJack
from pontoon.games.cutwc import CutwcPontoon
from pontoon.games.shed import ShedPontoon
from tests.support.shed_rounds import (
    legal_moves,
    of_kind,
    snapshot,
)

Game = type[Round[Any, Any]]

GAMES: tuple[Game, ...] = (ShedPontoon, CutwcPontoon, BlackJack)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

SEED = bytes([1]) * 32
"""With it nobody is dealt a natural or pontoon at once, so that everybody is asked."""
HAVE = 1000


def table_of(game: Game) -> Table:
    rules = game.Rules()
    return Table(game, rules, game.new_equipment(rules, SEED), 10)


def begin(game: Game, bettors: int = 3) -> Table:
    """Deal to so many who bet, p1, p2 and so on, and in CUTwC to a dealer, who does not."""
    table = table_of(game)
    table.deal(players_of(game, bettors))
    return table


def players_of(game: Game, bettors: int) -> list[tuple[str, int]]:
    names = [f"p{number}" for number in range(1, bettors + 1)]
    dealer = ["dealer"] if game is CutwcPontoon else []
    return [(name, 0 if dealer else HAVE) for name in (*names, *dealer)]


def asked(table: Table) -> list[str]:
    """Return who is asked."""
    return [ask.player for ask in table.asks]


def bet(table: Table, player: str, amount: int) -> list[Event]:
    return table.act(player, Move(Verb.BET, amount))


def bets_told(events: Sequence[Event]) -> list[tuple[str, int]]:
    return [(event.player, event.chips) for event in of_kind(BetPlaced, events)]


# All are asked at once


@every_game
def test_all_are_asked_at_once_in_the_order_of_the_seats(game: Game) -> None:
    table = begin(game)
    assert asked(table) == ["p1", "p2", "p3"]
    assert {ask.phase for ask in table.asks} == {Phase.BET}
    assert table.turn == Turn(EVERYBODY, Phase.BET, 1)
    assert [table.ask_of(player) for player in ("p1", "p2", "p3")] == list(table.asks)
    assert table.ask_of("dealer") is None


@every_game
def test_what_is_not_on_offer_is_refused_to_each_of_those_who_are_asked(game: Game) -> None:
    table = begin(game)
    bet(table, "p1", 1)
    before = snapshot(table)
    for player in ("p2", "p3"):
        with pytest.raises(Refused, match=r"BAD_AMOUNT|TOO_FEW_CHIPS"):
            bet(table, player, 0)
        with pytest.raises(Refused, match="NOT_NOW"):
            table.act(player, Move(Verb.STICK))
    for stranger in ("eve", EVERYBODY):
        with pytest.raises(Refused, match="NOT_SEATED"):
            bet(table, stranger, 1)
    assert snapshot(table) == before


# In whatever order the bets are made


@st.composite
def bettings(draw: st.DrawFn) -> tuple[list[tuple[str, int | None]], list[str], int]:
    """Draw what each player bets (None: leaves instead), and in which order."""
    amounts = st.one_of(st.none(), st.integers(1, 4))
    bets = [(f"p{number}", draw(amounts)) for number in range(1, draw(st.integers(1, 6)) + 1)]
    order = draw(st.permutations([player for player, _ in bets]))
    return bets, order, draw(st.integers(0, 5))


def played(
    game: Game, bets: Sequence[tuple[str, int | None]], order: Sequence[str], moves: int
) -> tuple[list[Event], list[Action], bytes]:
    """Play a round with BETS made in that ORDER; return what happened, was done, and is left.

    Of what happened, all but who resigned when. After the bets, the last of so many MOVES is made
    each time, then the first one on offer.
    """
    amounts = dict(bets)
    table = table_of(game)
    acts: list[Action] = []
    table.record_action = acts.append
    events = table.deal(players_of(game, len(bets)))
    for player in order:
        amount = amounts[player]
        events += table.resign(player) if amount is None else bet(table, player, amount)
    while table.ask is not None:
        offered = list(legal_moves(table))
        events += table.act(table.ask.player, offered[moves % len(offered)])
        moves = max(0, moves - 1)
    happened = [event for event in events if not isinstance(event, Resigned)]
    return happened, acts, pickle.dumps(table.state())


@every_game
@given(betting=bettings())
def test_the_order_in_which_bets_are_made_changes_nothing(
    game: Game, betting: tuple[list[tuple[str, int | None]], list[str], int]
) -> None:
    """What happens, what is paid and what is left of the cards are the same.

    The order in which players leave is kept: the cards of CUTwC go under the pack in it.
    """
    bets, order, moves = betting
    left_out = [player for player, amount in bets if amount is None]
    in_order = [player for player, amount in bets if amount is not None]
    leaving = [player for player in order if player in left_out]
    happened, _, state = played(game, bets, order, moves)
    assert (happened, state) == played(game, bets, [*leaving, *in_order], moves)[0::2]
    assert len(of_kind(Settled, happened)) + len(of_kind(RoundVoid, happened)) == 1


@every_game
@given(betting=bettings())
def test_what_was_answered_in_any_order_is_played_again_to_the_same_end(
    game: Game, betting: tuple[list[tuple[str, int | None]], list[str], int]
) -> None:
    happened, acts, left = played(game, *betting)
    table = table_of(game)
    repeated = [event for act in acts for event in table.repeat(act)]
    assert isinstance(acts[0], Dealt)
    assert [event for event in repeated if not isinstance(event, Resigned)] == happened
    assert pickle.dumps(table.state()) == left


@given(
    amounts=st.lists(st.one_of(st.none(), st.integers(1, 500)), min_size=1, max_size=10),
    order=st.randoms(use_true_random=False),
)
def test_no_bet_is_above_the_share_for_those_who_have_bet_and_no_chip_is_lost(
    amounts: list[int | None], order: Any
) -> None:
    table = begin(ShedPontoon, len(amounts))
    rules, names = ShedPontoon.Rules(), [f"p{n}" for n in range(1, len(amounts) + 1)]
    wanted = dict(zip(names, amounts, strict=True))
    order.shuffle(names)
    events: list[Event] = []
    made: dict[str, int] = {}
    seats = table.seats
    for name in names:
        amount, ask = wanted[name], table.ask_of(name)
        assert ask is not None
        if amount is None:
            events += table.resign(name)
        else:
            made[name] = min(amount, ask.options[0].most or 0)
            events += bet(table, name, made[name])
    most = rules.max_bet(HAVE, max(1, len(made)))
    staked = {seat.player: seat.staked for seat in seats if seat.staked}
    assert staked == {name: min(amount, most) for name, amount in made.items()}
    assert all(seat.chips + seat.staked == HAVE for seat in seats)
    lowered = {event.player: (event.before, event.most) for event in of_kind(BetLimited, events)}
    assert lowered == {name: (amount, most) for name, amount in made.items() if amount > most}
