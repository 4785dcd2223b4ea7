"""The bank is never given to somebody who did not want it: who is asked, and what follows."""

import json
from collections.abc import Iterable, Mapping

import pytest

from pontoon.engine.actions import Action, Dealt, read, written
from pontoon.engine.decks import Pack
from pontoon.engine.errors import NotOffered, NotYourTurn
from pontoon.engine.events import BankerResult, Event, NoRound, Obstacle, RoundBegan, Settled
from pontoon.engine.moves import (
    EVERYBODY,
    Accept,
    Ask,
    LookAtBank,
    Move,
    Option,
    Phase,
    SellBank,
    Turn,
    Verb,
)
from pontoon.engine.round import TableRules
from pontoon.engine.table import Table
from pontoon.games.bank import Bank
from pontoon.games.bank_events import BankCut, BankLooked, BankTaken, SaleVoid, WayToBank
from tests.support.banker_rounds import play
from tests.support.british_rounds import (
    SEED,
    CutPack,
    against_dave,
    bank_of,
    banker,
    bet,
    british,
    kitty_of,
    shoot,
    table_of,
)
from tests.support.shed_rounds import asked, dealt, moves_of, of_kind, settled, snapshot
from tests.support.stacked_decks import StackedPack, cards_kept

YES = Move(Verb.TAKE)
NO = Move(Verb.PASS)


def ask_all(
    table: Table, *players: str, chips: int = 1000, known: Mapping[str, bool] | None = None
) -> list[Event]:
    """Deal to PLAYERS, each with so many CHIPS; all are asked whose answers are not KNOWN."""
    return table.deal([(player, chips) for player in players], known or {})


def answer(table: Table, willing: Iterable[str]) -> list[Event]:
    """Let all who are asked say whether they want the bank; return what happened."""
    events: list[Event] = []
    while (ask := table.ask) is not None and ask.phase is Phase.BANK:
        events += table.act(ask.player, YES if ask.player in willing else NO)
    return events


def silent(table: Table) -> list[Event]:
    """Do what is done for those who do not answer, until nobody is asked the same any longer."""
    step, events = asked(table).phase, list[Event]()
    while (ask := table.ask) is not None and ask.phase is step:
        move = table.safest_move(ask)
        events += table.resign(ask.player) if move is None else table.act(ask.player, move)
    return events


def new_table(*cuts: str) -> Table:
    """Return a table whose bank nobody has, and at which those cards are drawn for it."""
    return table_of(Bank(CutPack(*cuts)))


# Who is asked


def test_before_the_first_card_all_are_asked_at_once_yes_or_no() -> None:
    table = new_table()
    assert ask_all(table, "dave", "bob", "kevin") == [RoundBegan(("dave", "bob", "kevin"))]
    assert table.turn == Turn(EVERYBODY, Phase.BANK, 1)
    options = (Option(Verb.TAKE), Option(Verb.PASS))
    assert table.asks == tuple(
        Ask(player, Phase.BANK, options, (), 0, 1000, seconds=30)
        for player in ("dave", "bob", "kevin")
    )
    assert all(seat.hands == [] for seat in table.seats)


def test_they_are_asked_again_before_each_round_whoever_has_the_bank() -> None:
    """A yes of long ago is no consent."""
    table = british(Pack(SEED))
    for _ in range(3):
        ask_all(table, "dave", "bob")
        assert [ask.player for ask in table.asks] == ["dave", "bob"]
        table.abandon()


def test_they_have_bank_timeout_to_answer() -> None:
    table = british(Pack(SEED))
    table.table_rules = TableRules(bank_timeout=7)
    ask_all(table, "dave", "bob")
    assert {ask.seconds for ask in table.asks} == {7}


@pytest.mark.parametrize(("bob", "is_asked"), [(3, False), (4, True)])
def test_whoever_has_not_the_chips_for_it_is_not_asked(bob: int, is_asked: bool) -> None:
    table = british(Pack(SEED))
    table.deal([("dave", 1000), ("bob", bob), ("kevin", 1000)])
    assert (table.ask_of("bob") is not None) is is_asked


def test_in_shoot_they_need_the_least_for_a_kitty_as_well_unless_there_is_one_of_theirs() -> None:
    for kitty, dave, is_asked in [(0, 2, False), (0, 3, True), (1, 2, True)]:
        table = shoot(Pack(SEED), kitty)
        table.deal([("dave", dave), ("bob", 1000)])
        assert (table.ask_of("dave") is not None) is is_asked


def test_nobody_is_asked_whose_answer_is_known() -> None:
    """No is that of whoever is not there; yes that of a banker who has just spoken."""
    table = british(Pack(SEED))
    ask_all(table, "dave", "bob", "kevin", "eve", known={"dave": True, "kevin": False})
    assert [ask.player for ask in table.asks] == ["bob", "eve"]
    events = answer(table, ["bob"])
    assert banker(events) == "dave"


def test_where_all_answers_are_known_nobody_is_asked() -> None:
    table = british(Pack(SEED))
    events = ask_all(table, "dave", "bob", known={"dave": True, "bob": False})
    assert banker(events) == "dave"
    assert asked(table).phase is Phase.BET


def test_they_answer_in_any_order_and_the_round_goes_on_after_the_last() -> None:
    table = british(Pack(SEED))
    ask_all(table, "dave", "bob", "kevin")
    assert table.act("kevin", NO) == []
    assert table.act("dave", YES) == []
    assert [ask.player for ask in table.asks] == ["bob"]
    assert banker(table.act("bob", NO)) == "dave"


def test_an_answer_stands_and_no_other_move_is_one() -> None:
    table = british(Pack(SEED))
    ask_all(table, "dave", "bob")
    table.act("dave", YES)
    before = snapshot(table)
    with pytest.raises(NotYourTurn):
        table.act("dave", NO)
    for verb in (Verb.BET, Verb.STICK, Verb.KITTY, Verb.BID):
        with pytest.raises(NotOffered):
            table.act("bob", Move(verb))
    assert snapshot(table) == before


# What follows


def test_silence_is_no() -> None:
    table = british(Pack(SEED))
    ask_all(table, "dave", "bob")
    ask = asked(table)
    assert table.safest_move(ask) == Move(Verb.PASS, unanswered=True)
    assert silent(table) == [NoRound(Obstacle.NOBODY_WILL_BANK)]


def test_where_nobody_will_bank_and_kitty_stay_where_they_were_and_no_round_is_begun() -> None:
    table = shoot(StackedPack("AS KS"), kitty=60)
    ask_all(table, "dave", "bob")
    assert answer(table, []) == [NoRound(Obstacle.NOBODY_WILL_BANK)]
    assert table.ask is None
    assert table.players == ()
    kitty = kitty_of(table)
    assert (table.banker, kitty and kitty.chips) == ("dave", 60)
    assert str(bank_of(table).pack.deal()) == "AS"


def test_where_nobody_can_it_is_said_that_nobody_can() -> None:
    table = british(Pack(SEED))
    events = ask_all(table, "dave", "bob", "kevin", chips=3)
    assert events[-1] == NoRound(Obstacle.NOBODY_CAN_BANK)


def test_a_banker_who_does_not_want_it_passes_it_to_the_next_on_the_left_who_does() -> None:
    table = british(Pack(SEED))
    ask_all(table, "dave", "bob", "kevin", "eve")
    events = answer(table, ["kevin", "eve"])
    assert of_kind(BankTaken, events) == [BankTaken("kevin", WayToBank.LEFT)]


def test_the_cut_is_among_those_who_want_it() -> None:
    table = new_table("2C 3D")
    ask_all(table, "dave", "bob", "kevin")
    events = answer(table, ["dave", "kevin"])
    assert [player for player, _ in of_kind(BankCut, events)[0].cuts] == ["dave", "kevin"]
    assert banker(events) == "kevin"


def test_one_alone_who_wants_it_has_it_without_a_cut() -> None:
    table = new_table()
    ask_all(table, "dave", "bob", "kevin")
    events = answer(table, ["kevin"])
    assert of_kind(BankCut, events) == []
    assert of_kind(BankTaken, events) == [BankTaken("kevin", WayToBank.ALONE)]


def test_a_pontoon_takes_it_for_the_next_of_the_takers_who_wants_it_or_it_stays() -> None:
    for willing, taker in [
        (("dave", "bob", "kevin"), "bob"),
        (("dave", "kevin"), "kevin"),
        (("dave",), None),
    ]:
        table = british(StackedPack(dealt("AC KC", "AD KD", "10S 9S")))
        ask_all(table, "dave", "bob", "kevin")
        answer(table, willing)
        events = bet(table) + play(table, "dave: s")
        assert [taken.player for taken in of_kind(BankTaken, events)] == ([taker] if taker else [])
        assert table.banker == (taker or "dave")


def test_a_bank_that_a_banker_leaves_passes_over_those_who_do_not_want_it() -> None:
    table = british(StackedPack(dealt("10C 8C", "10D 8D", "10S 9S")))
    ask_all(table, "dave", "bob", "kevin")
    answer(table, ["dave", "kevin"])
    bet(table)
    events = play(table, "dave: resigns bob: s kevin: s")
    assert of_kind(BankTaken, events) == [BankTaken("kevin", WayToBank.LEFT)]


def test_a_sale_is_an_answer_when_it_is_made() -> None:
    table = british(StackedPack(dealt("10C 8C", "10S 9S")))
    ask_all(table, "dave", "bob")
    answer(table, ["dave"])
    table.do("dave", SellBank("bob", 5))
    table.do("bob", Accept())
    bet(table)
    events = play(table, "bob: s dave: s")
    assert of_kind(BankTaken, events) == [BankTaken("bob", WayToBank.SALE, 5)]


# While they are asked


def test_whoever_leaves_then_is_not_asked_any_longer() -> None:
    table = british(Pack(SEED))
    ask_all(table, "dave", "bob", "kevin")
    table.resign("bob")
    assert [ask.player for ask in table.asks] == ["dave", "kevin"]
    assert banker(answer(table, ["dave"])) == "dave"


def test_a_banker_who_leaves_then_passes_the_bank_to_the_left() -> None:
    table = british(Pack(SEED))
    ask_all(table, "dave", "bob", "kevin")
    table.act("dave", YES)
    table.resign("dave")
    events = answer(table, ["bob", "kevin"])
    assert of_kind(BankTaken, events) == [BankTaken("bob", WayToBank.LEFT)]


def test_with_one_player_left_there_is_no_round_and_no_cut() -> None:
    table = new_table()
    ask_all(table, "dave", "bob")
    table.act("dave", YES)
    events = table.resign("bob")
    assert events[-1] == NoRound(Obstacle.TOO_FEW_PLAYERS)
    assert of_kind(BankTaken, events) == []


def test_nobody_is_waited_for_when_one_player_is_left() -> None:
    table = new_table()
    ask_all(table, "dave", "bob")
    assert table.resign("bob")[-1] == NoRound(Obstacle.TOO_FEW_PLAYERS)
    assert table.ask is None


def test_the_bank_is_shown_as_it_is_until_it_is_known_who_has_it() -> None:
    table = shoot(Pack(SEED), kitty=60)
    ask_all(table, "dave", "bob")
    assert table.do("bob", LookAtBank()) == [BankLooked("dave", None, 60)]


def test_a_banker_can_offer_it_then_and_the_offer_is_void_if_it_moves() -> None:
    table = british(Pack(SEED))
    ask_all(table, "dave", "bob", "kevin")
    table.do("dave", SellBank("bob", 5))
    events = answer(table, ["kevin"])
    assert of_kind(SaleVoid, events) == [SaleVoid("dave", "bob")]


def test_a_round_that_is_stopped_then_leaves_everything_as_it_was() -> None:
    table = british(Pack(SEED))
    before = json.dumps(table.state())
    ask_all(table, "dave", "bob")
    table.act("bob", YES)
    table.abandon()
    assert json.dumps(table.state()) == before


# Replays


def test_who_was_not_asked_and_who_was_silent_is_played_again_from_what_was_written() -> None:
    table = british(StackedPack(dealt("10C 8C", "10D 8D", "2S 3S", then="4S 9S")))
    state, acts = table.state(), list[Action]()
    table.record_action = acts.append
    events = ask_all(table, "dave", "bob", "kevin", known={"dave": True, "kevin": False})
    events += silent(table) + bet(table) + play(table, "bob: s kevin: s") + silent(table)
    assert settled(events)
    dealt_then, *others = acts
    assert dealt_then == Dealt(
        (("dave", 1000), ("bob", 1000), ("kevin", 1000)), (("dave", True), ("kevin", False))
    )
    again = british(Pack(SEED))
    with cards_kept():
        again.restore(state)
    repeated = [*again.repeat(dealt_then)]
    for act in others:
        repeated += again.repeat(read(written(act)))
    assert repeated == events
    assert again.banker == table.banker is None


# Attacks


def test_an_idle_player_never_pays_as_a_banker() -> None:
    """In 0.1.0 an idler went from 1000 chips to 1 in 14 rounds of ``!british robber idler``."""
    table = table_of(Bank(Pack(SEED)), max_bet=1000)
    chips = {"robber": 1000, "idler": 1000}
    for number in range(14):
        table.deal(list(chips.items()))
        events: list[Event] = []
        while (ask := table.ask) is not None:
            events += rob(table, ask, is_first=number % 2 == 0)
        for end in of_kind(Settled, events):
            for result in end.results:
                chips[result.player] += result.chips
        bankers = [event.player for event in of_kind(BankerResult, events)]
        assert "idler" not in bankers
    assert chips == {"robber": 1000, "idler": 1000}


def rob(table: Table, ask: Ask, *, is_first: bool) -> list[Event]:
    """Let the idler be silent, and the robber refuse the bank every other time."""
    if ask.player == "robber":
        wanted = YES if is_first else NO
        return table.act("robber", wanted if ask.phase is Phase.BANK else next(moves_of(ask)))
    move = table.safest_move(ask)
    return table.resign("idler") if move is None else table.act("idler", move)


def test_a_bank_cannot_be_had_by_naming_a_friend_on_the_left_of_its_banker() -> None:
    """Bob was on dave's left in the last round, and he is asked first, wherever he is named."""
    table = against_dave("10C 8C", "10D 8D")
    play(table, "bob: s kevin: s dave: s")
    ask_all(table, "dave", "friend", "kevin", "bob")
    events = answer(table, ["friend", "kevin", "bob"])
    assert of_kind(BankTaken, events) == [BankTaken("bob", WayToBank.LEFT)]


def test_whoever_is_not_named_loses_the_bank_to_nobody_by_a_round_that_is_stopped() -> None:
    table = british(Pack(SEED))
    ask_all(table, "bob", "kevin")
    assert banker(answer(table, ["bob"])) == "bob"
    table.abandon()
    assert table.banker == "dave"


@pytest.mark.parametrize(
    ("chips", "players", "kitty", "can"),
    [(3, 3, 0, False), (4, 3, 0, False), (5, 3, 0, True), (4, 3, 60, True), (3, 3, 60, False)],
)
def test_a_table_tells_whether_its_banker_could_cover_for_so_many(
    chips: int, players: int, kitty: int, can: bool
) -> None:
    assert shoot(Pack(SEED), kitty).can_keep_bank(chips, players) is can
