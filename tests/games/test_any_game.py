"""What holds for every game, however it is played: chips, cards, refusals, ends and replays."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from pontoon.engine.actions import Dealt, read
from pontoon.engine.cards import DECK
from pontoon.engine.errors import Refused
from pontoon.engine.events import (
    Abandoned,
    BankerResult,
    BetLimited,
    FirstCard,
    HandResult,
    MarkerHit,
    NoRound,
    Resigned,
    RoundVoid,
    Settled,
    ShoeRanDry,
    Shuffled,
)
from pontoon.engine.moves import Bound, Move, Option, Phase, Verb
from pontoon.engine.rng import SEED_BYTES
from pontoon.engine.round import Round
from pontoon.engine.running_round import with_amount
from pontoon.engine.table import Table
from pontoon.games import GAMES
from pontoon.games.bank_events import BankCut, BankLooked
from tests.support.game_fixtures import (
    GAMES_UNDER_TEST,
    GameUnderTest,
    PackGameUnderTest,
    ShoeGameUnderTest,
)
from tests.support.long_games import Evening, choices, moments, some_move
from tests.support.properties import EXAMPLES, FEW
from tests.support.shed_rounds import legal_moves, moves_of, of_kind, snapshot

pytestmark = pytest.mark.slow

every_game = pytest.mark.parametrize(
    "tested", GAMES_UNDER_TEST, ids=lambda tested: tested.game.name
)
every_game_with_a_shoe = pytest.mark.parametrize(
    "tested",
    [tested for tested in GAMES_UNDER_TEST if isinstance(tested, ShoeGameUnderTest)],
    ids=lambda tested: tested.game.name,
)
every_game_with_a_pack = pytest.mark.parametrize(
    "tested",
    [tested for tested in GAMES_UNDER_TEST if isinstance(tested, PackGameUnderTest)],
    ids=lambda tested: tested.game.name,
)

UNSETTLED = (Abandoned, NoRound, RoundVoid)
RESULTS = (BankerResult, HandResult, Settled)


def an_evening(tested: GameUnderTest, start: st.DataObject) -> Evening:
    """Return an evening that begins as hypothesis wants it to START."""
    return Evening(tested, start.draw(tested.starts))


def bad_moves(table: Table) -> Iterator[tuple[str, Move]]:
    """Yield what must be refused: moves of others, of other kinds, and for other amounts."""
    good = some_move(table.asks[0].options, 0)
    yield "a stranger", good
    for player in table.players:
        if table.ask_of(player) is None:
            yield player, good
    for ask in table.asks:
        for verb in Verb:
            for amount in bad_amounts(ask.option(verb)):
                yield ask.player, Move(verb, amount)


def bad_amounts(option: Option | None) -> tuple[int | Bound | None, ...]:
    """Return amounts that OPTION does not take; where the move is not on offer, any do."""
    if option is None:
        return (None, *Bound, 0, 1)
    if option.least is None or option.most is None:
        return (0, 1)
    return (option.least - 1, option.most + 1, -option.most, 10**30)


def is_refused(table: Table, player: str, move: Move) -> bool:
    """Tell whether TABLE refuses MOVE; ``pytest.raises`` takes longer, and there are many."""
    try:
        table.act(player, move)
    except Refused:
        return True
    return False


def test_every_game_is_played_here() -> None:
    assert {game.name for game in GAMES} <= {tested.game.name for tested in GAMES_UNDER_TEST}


@every_game
@FEW
@given(start=st.data(), choices=choices)
def test_chips_are_neither_made_nor_lost_nor_owed(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    evening = an_evening(tested, start)
    all_chips = evening.all_chips
    for _ in evening.play(choices):
        tested.assert_all_accounted_for(evening.table, evening.chips)
        tested.assert_nobody_owes(evening.chips)
        if evening.table.ask is None:
            assert evening.all_chips == all_chips


@every_game
@FEW
@given(start=st.data(), choices=choices)
def test_a_hand_is_offered_all_that_the_table_of_moves_allows(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    """Though a hand of more than two cards is not asked about all of them."""
    evening = an_evening(tested, start)
    for _ in evening.play(choices):
        for ask in evening.table.asks:
            if ask.phase is Phase.HAND:
                this_round = running_round(evening.table)
                seat, hand = this_round.hand_asked(ask)
                offers = [may(this_round, seat, hand) for may, _ in this_round.MOVES.values()]
                assert ask.options == tuple(each for each in offers if isinstance(each, Option))


@every_game
@FEW
@given(start=st.data(), choices=choices)
def test_every_round_is_settled_hand_by_hand_or_stopped(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    """What the players gain is what their hands gain, and what they lose is what they staked."""
    evening = an_evening(tested, start)
    list(evening.play(choices))
    for each in evening.rounds:
        gains = Counter[str | None](tested.paid_besides(each.equipment, each.events))
        for banker in of_kind(BankerResult, each.events):
            gains[banker.player] += banker.gain
        for hand in of_kind(HandResult, each.events):
            assert hand.gain >= -tested.greatest_loss(hand)
            gains[hand.player] += hand.gain
        ends = of_kind(Settled, each.events)
        others = [event for event in each.events if isinstance(event, UNSETTLED)]
        assert len(ends) + len(others) == 1
        assert ends or not any(isinstance(event, RESULTS) for event in each.events)
        for end in ends:
            assert {result.player: result.chips for result in end.results} == {
                result.player: gains[result.player] for result in end.results
            }
            assert set(gains) <= {None, *(result.player for result in end.results)}
            assert gains[None] in (0, end.house)
            assert all(0 <= result.won <= result.played <= 1 for result in end.results)


@every_game
@settings(FEW, max_examples=EXAMPLES // 4)
@given(start=st.data(), choices=choices)
def test_exactly_the_moves_on_offer_are_taken_and_a_refusal_changes_nothing(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    evening = an_evening(tested, start)
    table = evening.table
    for _ in evening.play(choices):
        if table.ask is None:
            assert not list(legal_moves(table))
            continue
        for ask in table.asks:
            for move in islice(moves_of(ask), 50):
                option = ask.option(move.verb)
                assert option is not None
                assert with_amount(move, option) is move
        before = snapshot(table)
        assert [each for each in bad_moves(table) if not is_refused(table, *each)] == []
        with pytest.raises(Refused):
            table.deal([("player1", 1)])
        with pytest.raises(Refused):
            table.resign("a stranger")
        assert snapshot(table) == before


@every_game
@FEW
@given(start=st.data(), choices=choices)
def test_a_round_replays_to_the_same_end(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    """From what lasts at the table, the players with their chips, and what was done."""
    evening = an_evening(tested, start)
    list(evening.play(choices))
    for each in evening.rounds:
        table = tested.table(evening.start, each.equipment)
        replayed = [event for call in each.calls for event in call(table)]
        assert replayed == each.events
        assert table.ask is None


@every_game
@FEW
@given(start=st.data(), choices=choices)
def test_a_round_that_was_written_down_is_played_again_to_the_same_end(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    evening = an_evening(tested, start)
    list(evening.play(choices))
    for each in evening.rounds:
        rules = evening.start.rules
        furnished = tested.game.new_equipment(rules, bytes(SEED_BYTES))
        table = Table(tested.game, rules, furnished, 100)
        table.restore(json.loads(each.state))
        begun = Dealt(each.players, each.bank_passes_on)
        acts = (begun, *(read(json.loads(line)) for line in each.acts))
        repeated = (table.repeat(act) for act in acts)
        happened = [event for event in each.events if not isinstance(event, BankLooked)]
        assert [event for events in repeated for event in events] == happened
        assert table.ask is None


@every_game
@FEW
@given(start=st.data(), choices=choices)
def test_no_card_is_dealt_more_often_than_it_exists(
    tested: GameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    """Shoes and packs watch that themselves; here the cards at the table are counted too."""
    evening = an_evening(tested, start)
    for _ in evening.play(choices):
        evening.cards.assert_whole(tested.cards_held(evening.table))


@every_game_with_a_shoe
@FEW
@given(start=st.data(), choices=choices)
def test_the_shoe_is_shuffled_after_rounds_that_hit_the_marker_and_at_no_other_time(
    tested: ShoeGameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    evening = an_evening(tested, start)
    finished = 0
    for _ in evening.play(choices):
        events = evening.rounds[-1].events
        hit = len(of_kind(MarkerHit, events))
        assert hit == evening.equipment.marker_hit
        if evening.table.ask is None:
            assert hit == len(of_kind(Shuffled, events)) <= 1
            assert hit == evening.table.deck.is_finished
            finished += hit
        assert not of_kind(ShoeRanDry, events) or hit
        assert evening.cards.decks_before + evening.table.deck.is_finished == finished


@every_game_with_a_pack
@FEW
@given(start=st.data(), choices=choices)
def test_the_pack_is_shuffled_after_unsettled_rounds_and_pontoons_against_a_bank_only(
    tested: PackGameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    """And between rounds all its cards are in it, unless another is to take its place."""
    evening = an_evening(tested, start)
    finished = 0
    for _ in evening.play(choices):
        if evening.table.ask is None:
            events = evening.rounds[-1].events
            is_settled = not any(isinstance(event, UNSETTLED) for event in events)
            is_dealt = of_kind(FirstCard, events)
            is_shuffled = tested.shows_a_pontoon(events) if is_settled else bool(is_dealt)
            assert len(of_kind(Shuffled, events)) == is_shuffled
            is_cut_alone = not is_settled and bool(of_kind(BankCut, events))
            assert evening.table.deck.is_finished == (is_shuffled or is_cut_alone)
            assert evening.table.deck.is_finished or evening.cards.left == DECK
            finished += evening.table.deck.is_finished
        assert evening.cards.decks_before + evening.table.deck.is_finished == finished


@every_game_with_a_shoe
@FEW
@given(start=st.data(), choices=choices)
def test_the_shoe_of_any_round_is_found_by_its_seed_and_where_it_stood(
    tested: ShoeGameUnderTest, start: st.DataObject, choices: bytes
) -> None:
    evening = an_evening(tested, start)
    list(evening.play(choices))
    for each in evening.rounds:
        found = tested.shoe_of(each.equipment.state(), evening.start)
        assert found.is_finished == each.equipment.is_finished
        if not found.is_finished:
            assert (found.cards, found.marker) == (each.equipment.cards, each.equipment.marker)


def running(tested: GameUnderTest, start: st.DataObject, choices: bytes, moment: int) -> Evening:
    """Return an evening in the middle of a round, so many steps after it began or soon after."""
    evening = an_evening(tested, start)
    for step, _ in enumerate(evening.play(choices)):
        if step >= moment and evening.table.ask is not None:
            return evening
    assert evening.begin() or reject()
    return evening


def running_round(table: Table) -> Round[Any, Any]:
    """Return the round that is running at TABLE."""
    assert table.round is not None
    return table.round


@every_game
@FEW
@given(start=st.data(), choices=choices, moment=moments, order=st.integers(0, 10**6))
def test_a_round_ends_when_everybody_has_resigned(
    tested: GameUnderTest, start: st.DataObject, choices: bytes, moment: int, order: int
) -> None:
    """Or all who have not had their turn. Who resigned loses what they had staked, and no more.

    Or nothing, where a game had paid the hand by then. Where nobody has staked anything there may
    be nothing to settle. Once a banker's cards are turned up they are played to the end instead.
    """
    evening = running(tested, start, choices, moment)
    table = evening.table
    before = dict(evening.chips)
    resigned = {seat.player: seat.staked for seat in table.seats if seat.has_resigned}
    while table.ask is not None:
        staying = [seat for seat in table.seats if not seat.has_resigned]
        seat = staying[order % len(staying)]
        if running_round(table).may_resign():
            resigned[seat.player] = seat.staked
        known = len(evening.rounds[-1].events)
        evening.resign(seat.player)
        for bet in of_kind(BetLimited, evening.rounds[-1].events[known:]):
            if bet.player in resigned:
                resigned[bet.player] -= bet.before - bet.most
    this_round = evening.rounds[-1]
    events = this_round.events
    bankers = tested.bankers(this_round.equipment, events)
    lost = {event.player: event.lost for event in of_kind(Resigned, events)}
    ends = of_kind(Settled, events)
    assert ends or (isinstance(events[-1], NoRound | RoundVoid) and evening.chips == before)
    for result in (result for end in ends for result in end.results):
        if result.player in resigned and result.player not in bankers:
            staked = resigned[result.player]
            assert result.played == int(staked > 0)
            if result.won:
                assert lost[result.player] == 0
            else:
                assert evening.chips[result.player] == before[result.player] - staked


@every_game
@FEW
@given(start=st.data(), choices=choices, moment=moments)
def test_a_round_can_be_stopped_at_any_moment(
    tested: GameUnderTest, start: st.DataObject, choices: bytes, moment: int
) -> None:
    """Nobody's chips change, nothing is settled, and the next round can begin at once."""
    evening = running(tested, start, choices, moment)
    before = dict(evening.chips)
    evening.do("abandon")
    stopped = evening.rounds[-1]
    assert of_kind(Abandoned, stopped.events) == [Abandoned()]
    assert not any(isinstance(event, RESULTS) for event in stopped.events)
    assert evening.chips == before
    assert tested.kitty(evening.equipment) == tested.kitty(stopped.equipment)
    assert evening.begin()
