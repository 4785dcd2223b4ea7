"""What holds for every game, however it is played: chips, cards, refusals, ends and replays."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from pontoon.errors import Refused
from pontoon.events import Abandoned, HandResult, MarkerHit, Settled, ShoeRanDry, Shuffled
from pontoon.games import GAMES
from pontoon.moves import Ask, Extreme, Move, Option, Verb
from pontoon.table import Table, with_amount
from tests.at_table import of_kind, snapshot
from tests.evenings import Evening, Game, Start, choices, moments, some_move, starts

quick = settings(derandomize=True, database=None, deadline=None, max_examples=60)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def bad_moves(table: Table, ask: Ask) -> Iterator[tuple[str, Move]]:
    """Yield what must be refused: moves of others, of other kinds, and for other amounts."""
    good = some_move(ask.options, 0)
    yield "a stranger", good
    for player in table.players:
        if player != ask.player:
            yield player, good
    for verb in Verb:
        for amount in bad_amounts(ask.option(verb)):
            yield ask.player, Move(verb, amount)


def bad_amounts(option: Option | None) -> tuple[int | Extreme | None, ...]:
    """Return amounts that OPTION does not take; where the move is not on offer, any do."""
    if option is None:
        return (None, *Extreme, 0, 1)
    if option.least is None or option.most is None:
        return (0, 1)
    return (option.least - 1, option.most + 1, -option.most, 10**30)


@every_game
@quick
@given(start=starts, choices=choices)
def test_chips_are_neither_made_nor_lost_nor_owed(game: Game, start: Start, choices: bytes) -> None:
    evening = Evening(game, start)
    for _ in evening.play(choices):
        for seat in evening.table.seats:
            assert seat.chips >= 0
            assert seat.chips + seat.staked == evening.chips[seat.player]
        assert min(evening.chips.values()) >= 0
        assert sum(evening.chips.values()) + evening.house == sum(start.chips)


@every_game
@quick
@given(start=starts, choices=choices)
def test_every_round_is_settled_hand_by_hand_or_stopped(
    game: Game, start: Start, choices: bytes
) -> None:
    """What the players gain is what their hands gain, and what they lose is what they staked."""
    evening = Evening(game, start)
    list(evening.play(choices))
    for each in evening.rounds:
        gains = Counter[str]()
        for hand in of_kind(HandResult, each.events):
            assert hand.gain >= -hand.stake
            gains[hand.player] += hand.gain
        ends = of_kind(Settled, each.events)
        assert len(ends) + len(of_kind(Abandoned, each.events)) == 1
        for end in ends:
            assert {result.player: result.chips for result in end.results} == {
                result.player: gains[result.player] for result in end.results
            }
            assert end.house == -gains.total()
            assert all(0 <= result.won <= result.played <= 1 for result in end.results)


@every_game
@settings(quick, max_examples=12)
@given(start=starts, choices=choices)
def test_exactly_the_moves_on_offer_are_taken_and_a_refusal_changes_nothing(
    game: Game, start: Start, choices: bytes
) -> None:
    evening = Evening(game, start)
    table = evening.table
    for _ in evening.play(choices):
        if table.ask is None:
            assert not list(table.legal_moves())
            continue
        for move in islice(table.legal_moves(), 50):
            option = table.ask.option(move.verb)
            assert option is not None
            assert with_amount(table.ask, move, option) is move
        before = snapshot(table)
        for player, move in bad_moves(table, table.ask):
            with pytest.raises(Refused):
                table.act(player, move)
        with pytest.raises(Refused):
            table.deal([("player1", 1)])
        with pytest.raises(Refused):
            table.resign("a stranger")
        assert snapshot(table) == before


@every_game
@quick
@given(start=starts, choices=choices)
def test_a_round_replays_to_the_same_end(game: Game, start: Start, choices: bytes) -> None:
    """From the seed and the place of the shoe, the players with their chips, and what was done."""
    evening = Evening(game, start)
    list(evening.play(choices))
    for each in evening.rounds:
        table = start.table(game, start.shoe_at(each.place))
        replayed = [event for call in each.calls for event in call(table)]
        assert replayed == each.events
        assert table.ask is None


@every_game
@quick
@given(start=starts, choices=choices)
def test_no_card_is_dealt_more_often_than_there_are_decks(
    game: Game, start: Start, choices: bytes
) -> None:
    """The shoe watches that itself; here the cards on the table and in the shoe are counted."""
    evening = Evening(game, start)
    for _ in evening.play(choices):
        held = Counter(
            card for seat in evening.table.seats for hand in seat.hands for card in hand.cards
        )
        assert held <= evening.shoe.out
        assert evening.shoe.out.total() + evening.shoe.left == 52 * start.decks


@every_game
@quick
@given(start=starts, choices=choices)
def test_the_shoe_is_shuffled_after_rounds_that_hit_the_marker_and_at_no_other_time(
    game: Game, start: Start, choices: bytes
) -> None:
    evening = Evening(game, start)
    shuffles = 1
    for _ in evening.play(choices):
        events = evening.rounds[-1].events
        if evening.table.ask is None:
            shuffles += len(of_kind(MarkerHit, events))
            assert len(of_kind(MarkerHit, events)) == len(of_kind(Shuffled, events)) <= 1
            assert not evening.shoe.marker_hit
        else:
            assert len(of_kind(MarkerHit, events)) == evening.shoe.marker_hit
        assert not of_kind(ShoeRanDry, events) or of_kind(MarkerHit, events)
        assert evening.shoe.full_shuffles == shuffles


def running(game: Game, start: Start, choices: bytes, moment: int) -> Evening:
    """Return an evening in the middle of a round, so many steps after it began or soon after."""
    evening = Evening(game, start)
    for step, _ in enumerate(evening.play(choices)):
        if step >= moment and evening.table.ask is not None:
            return evening
    assert evening.begin() or reject()
    return evening


@every_game
@quick
@given(start=starts, choices=choices, moment=moments, order=st.integers(0, 10**6))
def test_a_round_ends_when_everybody_has_resigned(
    game: Game, start: Start, choices: bytes, moment: int, order: int
) -> None:
    """Or all who have not had their turn. Who resigned loses what they had staked, and no more."""
    evening = running(game, start, choices, moment)
    table = evening.table
    before = dict(evening.chips)
    resigned = {seat.player: seat.staked for seat in table.seats if seat.has_resigned}
    while table.ask is not None:
        staying = [seat for seat in table.seats if not seat.has_resigned]
        seat = staying[order % len(staying)]
        resigned[seat.player] = seat.staked
        evening.do("resign", seat.player)
    (end,) = of_kind(Settled, evening.rounds[-1].events)
    for result in end.results:
        if result.player in resigned:
            staked = resigned[result.player]
            assert evening.chips[result.player] == before[result.player] - staked
            assert (result.played, result.won) == (int(staked > 0), 0)


@every_game
@quick
@given(start=starts, choices=choices, moment=moments)
def test_a_round_can_be_stopped_at_any_moment(
    game: Game, start: Start, choices: bytes, moment: int
) -> None:
    """Nobody's chips change, nothing is settled, and the next round can begin at once."""
    evening = running(game, start, choices, moment)
    before = dict(evening.chips)
    evening.do("abandon")
    events = evening.rounds[-1].events
    assert of_kind(Abandoned, events) == [Abandoned()]
    assert not of_kind(Settled, events)
    assert not of_kind(HandResult, events)
    assert evening.chips == before
    evening.table.deal([("player1", 1)])
