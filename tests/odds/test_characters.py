"""The three characters of computer players: their moves are legal, and made of what they see."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pontoon.engine.cards import cards
from pontoon.engine.computers import CHARACTERS
from pontoon.engine.events import Settled
from pontoon.engine.moves import Ask, Bound, Move, Option, Phase, Unit, Verb
from pontoon.engine.rng import SEED_BYTES
from pontoon.engine.running_round import with_amount
from pontoon.engine.table import Table
from pontoon.games import GAMES, Game, game_named
from pontoon.odds.advice import Advice, MoveValue, Usual, advice_of
from pontoon.odds.advise import advise
from pontoon.odds.characters import choose, needs_advice
from pontoon.odds.view import Observer, View
from tests.odds.test_view import swapped
from tests.support.game_fixtures import GAMES_UNDER_TEST, GameUnderTest
from tests.support.long_games import Evening, choices
from tests.support.properties import FEW

PASS, TAKE = Option(Verb.PASS), Option(Verb.TAKE)
STICK, TWIST = Option(Verb.STICK), Option(Verb.TWIST)
STAY, HIT, DRAW = Option(Verb.STAY), Option(Verb.HIT), Option(Verb.DRAW)
BET, BUY = Option(Verb.BET, 1, 100), Option(Verb.BUY, 10, 20)

PlayWith = Callable[[View, random.Random], Advice | None]


def no_odds(_view: View, _lots: random.Random) -> None:
    """Know no odds."""


def odds_by_lot(view: View, lots: random.Random) -> Advice:
    """Make up odds: each move on offer is worth something else."""
    moves = [Move(option.verb, option.most) for option in view.ask.options]
    return advice_of([MoveValue(move, lots.uniform(-1, 1), 0.5, 0.5) for move in moves])


def decisions(
    game: Game, players: int, rounds: int, odds: PlayWith = no_odds
) -> Iterator[tuple[Ask, Move]]:
    """Have characters play rounds, with their chips carried over; yield each move before it."""
    lots = random.Random(players)
    rules = game.Rules()
    table = Table(game, rules, game.new_equipment(rules, lots.randbytes(SEED_BYTES)), 10)
    chips = {f"{CHARACTERS[seat % 3]}+{seat}": 1000 for seat in range(players)}
    for _ in range(rounds):
        observers = {player: Observer(player, game.name, rules) for player in chips}
        happened = table.deal([(player, max(chips[player], 200)) for player in chips])
        while True:
            for observer in observers.values():
                observer.see(happened)
            if not table.asks:
                break
            ask = lots.choice(table.asks)
            view = observers[ask.player].view(ask)
            move = choose(ask.player[:3], view, odds(view, lots), lots)
            yield ask, move
            happened = table.act(ask.player, move)
        for settled in happened:
            for result in settled.results if isinstance(settled, Settled) else ():
                chips[result.player] += result.chips


@pytest.mark.parametrize("odds", [no_odds, odds_by_lot])
@pytest.mark.parametrize("game", GAMES)
def test_every_move_is_on_offer_for_an_amount_that_the_table_takes(
    game: Game, odds: PlayWith
) -> None:
    """Also when their chips run low, and when odds are whatever they may be."""
    made = Counter[Phase]()
    for players in (max(2, game.seats_for(game.Rules())[0]), 3, 6):
        for ask, move in decisions(game, players, 40, odds):
            assert_legal(ask, move)
            made[ask.phase] += 1
    assert made.total() > 400, made


def the_odds(view: View, _lots: random.Random) -> Advice | None:
    """Work out the odds for those who need them."""
    return advise(view) if needs_advice(view.player[:3], view.ask) else None


@pytest.mark.parametrize("game", GAMES)
def test_the_best_move_by_the_odds_is_on_offer(game: Game) -> None:
    asked = []
    for ask, move in decisions(game, 3, 2, the_odds):
        assert_legal(ask, move)
        asked.append(ask)
    assert any(needs_advice(ask.player[:3], ask) for ask in asked)


@pytest.mark.parametrize("tested", GAMES_UNDER_TEST, ids=lambda tested: tested.game.name)
@FEW
@given(start=st.data(), steps=choices)
def test_whatever_is_asked_when_others_play_by_lot_has_a_legal_answer(
    tested: GameUnderTest, start: st.DataObject, steps: bytes
) -> None:
    """Under other rules, with few chips, in turn or together, and with people who leave."""
    evening = Evening(tested, start.draw(tested.starts))
    for _ in evening.play(steps):
        for ask in evening.table.asks:
            observer = Observer(ask.player, tested.game.name, evening.table.rules)
            observer.see(evening.rounds[-1].events)
            view = observer.view(ask)
            for character in CHARACTERS:
                assert_legal(ask, choose(character, view, None, random.Random(steps)))


def assert_legal(ask: Ask, move: Move) -> None:
    """Check that MOVE is on offer, for an amount that the table takes as it stands."""
    option = ask.option(move.verb)
    assert option is not None
    assert with_amount(move, option) is move


def view_of(
    phase: Phase,
    *options: Option,
    hand: str = "",
    game: str = "pontoon",
    chips: int = 1000,
    shot: int = 0,
) -> View:
    """Return the view of somebody who is asked for one of OPTIONS."""
    dealt = cards(hand)
    ask = Ask("dave", phase, options, dealt, 0, chips, None, Unit.CHIPS, shot)
    return View(game, game_named(game).Rules(), "dave", ask, ("dave",), None, (), (), 0)


def chosen(character: str, view: View, advice: Advice | None = None) -> set[Move]:
    """Return the moves that CHARACTER makes, of all lots."""
    return {choose(character, view, advice, random.Random(lots)) for lots in range(60)}


def worth(**values: float) -> Advice:
    """Return advice by which the moves of these names are worth these VALUES."""
    return advice_of([MoveValue(Move(Verb(name)), value, 0, 0) for name, value in values.items()])


@pytest.mark.parametrize("character", CHARACTERS)
def test_they_take_the_bank_and_neither_buy_it_nor_add_to_a_kitty(character: str) -> None:
    kitty = Option(Verb.KITTY, 5, 100)
    for asked, answer in (
        (view_of(Phase.BANK, TAKE, PASS), Move(Verb.TAKE)),
        (view_of(Phase.AUCTION, Option(Verb.BID, 1, 50), PASS), Move(Verb.PASS)),
        (view_of(Phase.KITTY, kitty, PASS, shot=20), Move(Verb.PASS)),
    ):
        assert chosen(character, asked) == {answer}
        assert not needs_advice(character, asked.ask)


@pytest.mark.parametrize(
    ("character", "least", "most"), [("ann", 90, 90), ("bob", 5, 14), ("cat", 50, 100)]
)
@pytest.mark.parametrize("others", [(), (PASS,)])
def test_they_put_up_a_kitty_as_they_bet(
    character: str, least: int, most: int, others: tuple[Option, ...]
) -> None:
    asked = view_of(Phase.KITTY, Option(Verb.KITTY, 5, 100), *others, chips=900)
    put_up = chosen(character, asked)
    assert {move.verb for move in put_up} == {Verb.KITTY}
    assert {least, most} <= {move.chips for move in put_up} <= {*range(least, most + 1)}
    assert not needs_advice(character, asked.ask)


@pytest.mark.parametrize("game", GAMES)
def test_cards_that_are_hidden_change_no_choice(game: Game) -> None:
    for number in range(4):
        for character in CHARACTERS:
            expected = chosen_in_a_round(game, number, character, is_swapped=False)
            assert chosen_in_a_round(game, number, character, is_swapped=True) == expected


def chosen_in_a_round(game: Game, number: int, player: str, *, is_swapped: bool) -> list[Move]:
    """Return what PLAYER chooses in a round of other lots; hidden cards may be others."""
    lots, rules = random.Random(number), game.Rules()
    swap = random.Random(number) if is_swapped else None
    table = Table(game, rules, game.new_equipment(rules, lots.randbytes(SEED_BYTES)), 10)
    observer = Observer(player, game.name, rules)
    made: list[Move] = []
    happened = table.deal([(each, 1000) for each in CHARACTERS])
    while True:
        observer.see(swapped(each, player, swap) for each in happened)
        if not table.asks:
            return made
        ask = table.asks[0]
        move = Move(Verb.TAKE)
        if ask.player == player:
            view = observer.view(ask)
            advice = advise(view) if needs_advice(player, ask) else None
            move = choose(player, view, advice, random.Random(number))
            made.append(move)
        elif ask.phase is not Phase.BANK:
            option = lots.choice(ask.options)
            move = Move(option.verb, None if option.least is None else Bound.MIN)
        happened = table.act(ask.player, move)


def test_only_ann_needs_odds_and_only_where_there_is_a_choice() -> None:
    asked = view_of(Phase.HAND, STICK, TWIST, hand="10C 7D").ask
    assert [needs_advice(each, asked) for each in CHARACTERS] == [True, False, False]
    assert not needs_advice("ann", replace(asked, options=(TWIST,)))
    assert needs_advice("ann", replace(asked, phase=Phase.BET, options=(BET,)))


def test_ann_makes_the_best_move_for_its_amount() -> None:
    asked = view_of(Phase.HAND, STICK, TWIST, BUY, hand="10C 2D")
    moves = {Move(Verb.BUY, 15): 0.2, Move(Verb.BUY, 10): 0.1, Move(Verb.TWIST): 0.0}
    advice = advice_of([MoveValue(move, value, 0, 0) for move, value in moves.items()])
    assert chosen("ann", asked, advice) == {Move(Verb.BUY, 15)}


def test_ann_of_moves_worth_the_same_makes_the_usual_one() -> None:
    low, high = (view_of(Phase.HAND, STICK, TWIST, hand=hand) for hand in ("10C 5D", "10C 6D"))
    for advice in (worth(stick=0.1, twist=0.1), worth(twist=0.1, stick=0.1), None):
        assert chosen("ann", low, advice) == {Move(Verb.TWIST)}
        assert chosen("ann", high, advice) == {Move(Verb.STICK)}


def test_ann_makes_the_moves_that_are_expected_of_her_if_they_are_hardly_worse() -> None:
    asked = view_of(Phase.HAND, STICK, TWIST, hand="10C 6D")
    better = worth(twist=0.1, stick=0.08)
    twist, stick = better.values
    assert chosen("ann", asked, better) == {Move(Verb.TWIST)}
    sticks = replace(better, usual=(Usual(stick, 1.0),))
    assert chosen("ann", asked, sticks) == {Move(Verb.STICK)}
    mixes = replace(better, usual=(Usual(stick, 0.5), Usual(twist, 0.5)))
    assert chosen("ann", asked, mixes) == {Move(Verb.STICK), Move(Verb.TWIST)}


def test_ann_bets_more_on_a_hand_that_gains_but_not_all_that_she_has() -> None:
    gains, loses = worth(bet=0.1), worth(bet=-0.1)
    for chips, bet in ((5, 1), (300, 30), (5000, 100)):
        asked = view_of(Phase.BET, BET, hand="AC", chips=chips)
        assert chosen("ann", asked, gains) == {Move(Verb.BET, bet)}
        assert chosen("ann", asked, loses) == chosen("ann", asked) == {Move(Verb.BET, 1)}


def test_bob_bets_little_adds_little_and_sticks_early() -> None:
    assert chosen("bob", view_of(Phase.BET, BET)) <= {Move(Verb.BET, bet) for bet in range(1, 11)}
    for asked in (
        view_of(Phase.SHOOT, Option(Verb.SHOOT, 1, 50), PASS),
        view_of(Phase.INSURANCE, Option(Verb.INSURE, 2, 2), PASS, game="blackjack"),
    ):
        assert chosen("bob", asked) == {Move(Verb.PASS)}
    double = Option(Verb.DOUBLE, 5, 5)
    assert chosen("bob", view_of(Phase.HAND, HIT, STAY, double, hand="9C 2D")) == {Move(Verb.HIT)}
    assert chosen("bob", view_of(Phase.HAND, STICK, TWIST, BUY, hand="9C 6D")) == {Move(Verb.STICK)}
    assert chosen("bob", view_of(Phase.HAND, STICK, TWIST, BUY, hand="9C 5D")) == {Move(Verb.TWIST)}
    assert chosen("bob", view_of(Phase.BANKER, STAY, DRAW, hand="9C 5D")) == {Move(Verb.DRAW)}


def test_bob_buys_now_and_then_a_card_that_cannot_make_his_hand_bust() -> None:
    asked = view_of(Phase.HAND, TWIST, BUY, hand="9C 2D")
    assert chosen("bob", asked) == {Move(Verb.TWIST), Move(Verb.BUY, 10)}


def test_bob_splits_aces_and_no_other_pair() -> None:
    split = Option(Verb.SPLIT, 5, 5)
    aces, eights = (
        view_of(Phase.HAND, STICK, TWIST, split, hand=hand) for hand in ("AC AD", "8C 8D")
    )
    assert chosen("bob", aces) == {Move(Verb.SPLIT, 5)}
    assert chosen("bob", eights) == {Move(Verb.STICK)}
    assert chosen("cat", eights) == {Move(Verb.SPLIT, 5)}


def test_cat_bets_and_spends_much_and_twists_on_17() -> None:
    for verb, phase in ((Verb.BET, Phase.BET), (Verb.SHOOT, Phase.SHOOT)):
        bets = {move.chips for move in chosen("cat", view_of(phase, Option(verb, 1, 100), PASS))}
        assert 50 <= min(bets) < max(bets) <= 100
    hard = view_of(Phase.HAND, STICK, TWIST, hand="10C 7D")
    assert chosen("cat", hard) == {Move(Verb.TWIST)}
    assert chosen("cat", view_of(Phase.HAND, STICK, TWIST, hand="10C 8D")) == {Move(Verb.STICK)}
    buys = chosen("cat", view_of(Phase.HAND, STICK, TWIST, BUY, hand="10C 7D"))
    assert {move.verb for move in buys} == {Verb.BUY}
    insures = view_of(Phase.INSURANCE, Option(Verb.INSURE, 2, 2), PASS, game="blackjack")
    assert chosen("cat", insures) == {Move(Verb.INSURE, 2), Move(Verb.PASS)}
    burns = view_of(Phase.HAND, TWIST, Option(Verb.BURN, 5, 5), hand="10C 4D")
    assert chosen("cat", burns) == {Move(Verb.BURN, 5), Move(Verb.TWIST)}


@pytest.mark.parametrize(("hand", "verb"), [("8C AD", Verb.STAY), ("9C 5D", Verb.DOUBLE)])
def test_cat_doubles_on_9_to_14(hand: str, verb: Verb) -> None:
    asked = view_of(Phase.HAND, HIT, STAY, Option(Verb.DOUBLE, 5, 5), hand=hand, game="blackjack")
    assert {move.verb for move in chosen("cat", asked)} == {verb}


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_move_that_no_character_knows_is_made_if_it_is_offered_alone(character: str) -> None:
    only = view_of(Phase.HAND, Option(Verb.BURN, 3, 3), hand="8C 6D")
    assert chosen(character, only) == {Move(Verb.BURN, 3)}


def test_there_is_no_fourth_character() -> None:
    with pytest.raises(ValueError, match="zed"):
        choose("zed", view_of(Phase.BET, BET), None, random.Random(0))
