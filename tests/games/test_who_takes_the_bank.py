"""The bank is never given to somebody who did not want it: where it is asked for, and of whom."""

import json
from collections.abc import Iterable

import pytest

from pontoon.engine.actions import Action, Dealt, read, written
from pontoon.engine.decks import Pack
from pontoon.engine.errors import NotOffered, NotYourTurn, RequestFault
from pontoon.engine.events import (
    BankerResult,
    BetPlaced,
    Event,
    FirstCard,
    Kitty,
    NoRound,
    Obstacle,
    Resigned,
    RoundBegan,
    RoundVoid,
    Settled,
)
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
from pontoon.games.bank import Bank, KittyBank
from pontoon.games.bank_events import (
    BankClaimed,
    BankCut,
    BankerLeft,
    BankLooked,
    BankMissed,
    BankRestored,
    BankTaken,
    BankVacant,
    KittyTaken,
    SaleVoid,
    WayToBank,
)
from pontoon.games.shoot import ShootPontoon, ShootRules
from tests.support.bank_sales import refused
from tests.support.banker_rounds import play
from tests.support.british_rounds import (
    SEED,
    CutPack,
    against_dave,
    answer_for_bank,
    bank_of,
    banker,
    bet,
    british,
    deal,
    has_been_played,
    kitty_of,
    order,
    shoot,
    stack,
    table_of,
)
from tests.support.shed_rounds import asked, changes, dealt, moves_of, of_kind, settled, snapshot
from tests.support.stacked_decks import StackedPack, cards_kept

YES = Move(Verb.TAKE)
NO = Move(Verb.PASS)


def ask_all(table: Table, *players: str, chips: int = 1000, passes_on: bool = False) -> list[Event]:
    """Deal to PLAYERS, each with so many CHIPS; the bank PASSES ON if its owner may be away."""
    return table.deal([(player, chips) for player in players], bank_passes_on=passes_on)


def who_is_asked(table: Table) -> list[str]:
    """Return who is asked whether they take the bank."""
    return [ask.player for ask in table.asks if ask.phase is Phase.BANK]


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


def claimed(maker: str = "kevin") -> Table:
    """Return a table at which MAKER's pontoon takes dave's bank, if they want it."""
    makes = {player: "AD KD" if player == maker else "10C 8C" for player in ("bob", "kevin", "eve")}
    table = against_dave(*makes.values())
    play(table, " ".join(f"{player}: s" for player in makes if player != maker) + " dave: s")
    assert bank_of(table).claimant == maker
    return table


# Nobody has the bank


def test_where_nobody_has_it_all_are_asked_at_once_yes_or_no() -> None:
    table = new_table()
    assert ask_all(table, "dave", "bob", "kevin") == [RoundBegan(("dave", "bob", "kevin"))]
    assert table.turn == Turn(EVERYBODY, Phase.BANK, 1)
    options = (Option(Verb.TAKE), Option(Verb.PASS))
    assert table.asks == tuple(
        Ask(player, Phase.BANK, options, (), 0, 1000, seconds=30)
        for player in ("dave", "bob", "kevin")
    )
    assert all(seat.hands == [] for seat in table.seats)


def test_they_have_bank_timeout_to_answer() -> None:
    table = new_table()
    table.table_rules = TableRules(bank_timeout=7)
    ask_all(table, "dave", "bob")
    assert {ask.seconds for ask in table.asks} == {7}


@pytest.mark.parametrize(("bob", "is_asked"), [(6, False), (7, True)])
def test_who_cannot_cover_one_player_and_put_up_a_kitty_is_not_asked(
    bob: int, is_asked: bool
) -> None:
    table = Table(ShootPontoon, ShootRules(kitty_min=5), KittyBank(Pack(SEED)), 10)
    table.deal([("dave", 1000), ("bob", bob), ("kevin", 1000)])
    assert ("bob" in who_is_asked(table)) is is_asked


def test_the_cut_is_among_those_who_said_yes() -> None:
    table = new_table("2C 3D")
    events = deal(table, "dave", "bob", "kevin", willing=["dave", "kevin"])
    assert [player for player, _ in of_kind(BankCut, events)[0].cuts] == ["dave", "kevin"]
    assert banker(events) == "kevin"


def test_one_alone_who_said_yes_has_it_without_a_cut() -> None:
    events = deal(new_table(), "dave", "bob", "kevin", willing=["kevin"])
    assert of_kind(BankCut, events) == []
    assert of_kind(BankTaken, events) == [BankTaken("kevin", WayToBank.ALONE)]


def test_they_answer_in_any_order_and_the_round_goes_on_after_the_last() -> None:
    table = new_table()
    ask_all(table, "dave", "bob", "kevin")
    assert table.act("kevin", NO) == []
    assert table.act("dave", YES) == []
    assert who_is_asked(table) == ["bob"]
    assert banker(table.act("bob", NO)) == "dave"


def test_an_answer_stands_and_no_other_move_is_one() -> None:
    table = new_table()
    ask_all(table, "dave", "bob")
    table.act("dave", YES)
    before = snapshot(table)
    with pytest.raises(NotYourTurn):
        table.act("dave", NO)
    for verb in (Verb.BET, Verb.STICK, Verb.KITTY, Verb.BID):
        with pytest.raises(NotOffered):
            table.act("bob", Move(verb))
    assert snapshot(table) == before


# Any other banker is not asked


@pytest.mark.parametrize("kitty", [None, 60])
def test_a_banker_who_is_dealt_to_and_can_cover_is_not_asked(kitty: int | None) -> None:
    table = british(Pack(SEED)) if kitty is None else shoot(Pack(SEED), kitty)
    for _ in range(3):
        ask_all(table, "dave", "bob", "kevin")
        assert who_is_asked(table) == []
        table.abandon()


def test_such_a_banker_is_told_to_the_channel_at_once_with_the_order_of_the_cards() -> None:
    events = ask_all(british(Pack(SEED)), "dave", "bob", "kevin")
    assert order(events) == "bob kevin dave"
    assert of_kind(BankTaken, events) == []


# The bank is passed on


def test_where_the_owner_is_not_dealt_to_the_others_are_asked() -> None:
    table = british(Pack(SEED))
    ask_all(table, "kevin", "bob")
    assert who_is_asked(table) == ["kevin", "bob"]
    events = answer_for_bank(table, ["kevin", "bob"])
    assert of_kind(BankTaken, events) == [BankTaken("bob", WayToBank.LEFT)]


def test_it_passes_over_those_who_do_not_want_it() -> None:
    events = deal(british(Pack(SEED)), "bob", "kevin", "eve", willing=["kevin", "eve"])
    assert of_kind(BankTaken, events) == [BankTaken("kevin", WayToBank.LEFT)]


def test_where_the_owner_cannot_cover_one_player_the_owner_plays_and_is_not_asked() -> None:
    table = shoot(Pack(SEED), kitty=0)
    table.deal([("dave", 2), ("bob", 9), ("kevin", 9)])
    assert who_is_asked(table) == ["bob", "kevin"]
    events = answer_for_bank(table, ["bob", "kevin"])
    assert of_kind(BankTaken, events) == [BankTaken("bob", WayToBank.LEFT)]
    assert [seat.player for seat in table.seats] == ["dave", "bob", "kevin"]


def test_an_owner_who_may_be_away_is_asked_too_and_goes_first() -> None:
    table = british(Pack(SEED))
    ask_all(table, "dave", "bob", "kevin", passes_on=True)
    assert who_is_asked(table) == ["dave", "bob", "kevin"]
    events = answer_for_bank(table, ["bob", "dave"])
    assert of_kind(BankTaken, events) == []
    assert banker(events) == "dave"


def test_if_that_owner_says_no_it_goes_to_the_left() -> None:
    table = british(Pack(SEED))
    ask_all(table, "kevin", "dave", "bob", passes_on=True)
    events = answer_for_bank(table, ["kevin", "bob"])
    assert of_kind(BankTaken, events) == [BankTaken("bob", WayToBank.LEFT)]


def test_the_kitty_goes_back_to_the_owner_when_it_is_passed_on() -> None:
    table = shoot(Pack(SEED), kitty=60)
    events = deal(table, "bob", "kevin", willing=["kevin"])
    assert of_kind(KittyTaken, events) == [KittyTaken("dave", 60)]
    assert (asked(table).player, asked(table).phase) == ("kevin", Phase.KITTY)


# A pontoon took it


def test_the_maker_of_a_pontoon_is_asked_at_the_start_of_their_next_round() -> None:
    table = claimed("kevin")
    assert table.banker == "dave"
    ask_all(table, "dave", "bob", "kevin", "eve")
    assert who_is_asked(table) == ["kevin"]
    events = table.act("kevin", YES)
    assert of_kind(BankTaken, events) == [BankTaken("kevin", WayToBank.PONTOON)]
    assert order(events) == "eve dave bob kevin"
    assert (table.banker, bank_of(table).claimant) == ("kevin", None)


@pytest.mark.parametrize("is_silent", [False, True])
def test_by_no_or_silence_they_let_it_go(is_silent: bool) -> None:
    table = claimed("kevin")
    ask_all(table, "dave", "bob", "kevin")
    events = silent(table) if is_silent else table.act("kevin", NO)
    assert banker(events) == "dave"
    assert bank_of(table).claimant is None


def test_until_then_the_old_banker_has_it() -> None:
    table = claimed("kevin")
    stack(table, "10C 8C", "10D 8D")
    events = deal(table, "dave", "bob", "eve") + bet(table)
    assert banker(events) == "dave"
    assert settled(events + play(table, "bob: s eve: s dave: s"))
    assert bank_of(table).claimant == "kevin"
    ask_all(table, "dave", "kevin")
    assert who_is_asked(table) == ["kevin"]


def test_of_several_the_first_on_the_bankers_left_who_can_cover_one_player() -> None:
    """Each has won 2 on a bet of 1, and needs 2 to cover one player and 5 for a kitty."""
    for kevin, eve, maker in [(4, 4, None), (4, 5, "eve"), (5, 5, "kevin"), (5, 4, "kevin")]:
        chips = {"dave": 1000, "bob": 1000, "kevin": kevin, "eve": eve}
        hands = dealt("10C 8C", "AD KD", "AH KH", "10S 9S")
        table = shoot(StackedPack(hands), kitty_min=5)
        deal(table, "dave", "bob", "kevin", "eve", chips=chips)
        events = bet(table, "1") + play(table, "bob: n kevin: n eve: n bob: s dave: s")
        claims = [event.player for event in of_kind(BankClaimed, events)]
        assert claims == ([maker] if maker else [])
        assert (table.banker, bank_of(table).claimant) == ("dave", maker)


def test_the_latest_pontoon_counts() -> None:
    table = claimed("kevin")
    stack(table, "AC KC", "10D 8D")
    deal(table, "dave", "bob", "eve")
    bet(table)
    play(table, "eve: s dave: s")
    assert bank_of(table).claimant == "bob"


def test_the_claim_goes_before_the_owner_and_the_left_where_the_bank_is_passed_on() -> None:
    table = claimed("eve")
    ask_all(table, "dave", "bob", "kevin", "eve", passes_on=True)
    assert who_is_asked(table) == ["dave", "bob", "kevin", "eve"]
    events = answer_for_bank(table, ["dave", "bob", "kevin", "eve"])
    assert of_kind(BankTaken, events) == [BankTaken("eve", WayToBank.PONTOON)]


def test_a_maker_who_cannot_cover_any_more_is_not_asked_and_has_let_it_go() -> None:
    table = shoot(StackedPack(dealt("AC KC", "10S 9S")), kitty_min=50)
    deal(table, "dave", "bob")
    bet(table)
    play(table, "bob: n dave: s")
    assert bank_of(table).claimant == "bob"
    table.deal([("dave", 1000), ("bob", 51)])
    assert who_is_asked(table) == []
    assert bank_of(table).claimant is None


def test_what_the_maker_has_answered_stands_though_that_round_is_stopped() -> None:
    table = claimed("kevin")
    ask_all(table, "dave", "bob", "kevin")
    table.act("kevin", YES)
    table.abandon()
    assert (table.banker, bank_of(table).claimant) == ("kevin", None)


def test_offers_and_accepted_sales_fall_when_the_pontoon_is_made() -> None:
    for is_accepted in (False, True):
        table = against_dave("10C 8C", "AD KD", "10H 8H")
        table.do("dave", SellBank("eve", 5))
        if is_accepted:
            table.do("eve", Accept(5))
        events = play(table, "bob: s")
        assert of_kind(SaleVoid, events) == [SaleVoid("dave", "eve")]
        assert refused(table, "dave", SellBank("eve", 5)) is RequestFault.CLAIMED
        play(table, "eve: s dave: s")
        assert refused(table, "dave", SellBank("eve", 5)) is RequestFault.CLAIMED


def test_a_pontoon_of_a_split_hand_leaves_them_as_they_are() -> None:
    table = against_dave("AC AD", "10D 8D", then="KH 9H")
    table.do("dave", SellBank("kevin", 5))
    events = play(table, "bob: p s kevin: s dave: s")
    assert of_kind(SaleVoid, events) == []


def test_a_claim_outlasts_a_restart_and_is_of_its_player() -> None:
    table = claimed("kevin")
    bank = Bank.restored(json.loads(json.dumps(table.state())))
    assert (bank.banker, bank.claimant, bank.left_by) == ("dave", "kevin", None)


# Nobody will


def test_where_nobody_will_the_round_is_void_before_a_card_and_all_stays_as_it_was() -> None:
    table = shoot(StackedPack("AS KS"), kitty=60)
    ask_all(table, "bob", "kevin")
    assert answer_for_bank(table, []) == [NoRound(Obstacle.NOBODY_WILL_BANK)]
    assert table.ask is None
    assert not bank_of(table).pack.is_finished
    assert (table.banker, kitty_of(table)) == ("dave", Kitty("dave", 60))
    assert table.players == ()


def test_silence_is_no() -> None:
    table = new_table()
    ask_all(table, "dave", "bob")
    ask = asked(table)
    assert table.safest_move(ask) == Move(Verb.PASS, unanswered=True)
    assert silent(table) == [NoRound(Obstacle.NOBODY_WILL_BANK)]


def test_an_owner_who_says_no_keeps_it_where_nobody_else_will() -> None:
    table = british(Pack(SEED))
    ask_all(table, "dave", "bob", passes_on=True)
    assert answer_for_bank(table, []) == [NoRound(Obstacle.NOBODY_WILL_BANK)]
    assert table.banker == "dave"


def test_where_nobody_can_it_is_said_that_nobody_can() -> None:
    table = Table(ShootPontoon, ShootRules(), KittyBank(Pack(SEED)), 10)
    events = ask_all(table, "dave", "bob", "kevin", chips=2)
    assert events[-1] == NoRound(Obstacle.NOBODY_CAN_BANK)


# While they are asked


def test_who_leaves_then_is_not_asked_any_longer() -> None:
    table = new_table()
    ask_all(table, "dave", "bob", "kevin")
    table.resign("bob")
    assert who_is_asked(table) == ["dave", "kevin"]
    assert banker(answer_for_bank(table, ["dave"])) == "dave"


def test_a_maker_who_leaves_then_has_let_it_go() -> None:
    table = claimed("kevin")
    ask_all(table, "dave", "bob", "kevin")
    assert banker(table.resign("kevin")) == "dave"
    assert bank_of(table).claimant is None


def test_an_owner_who_leaves_while_the_maker_is_asked_gives_it_up() -> None:
    table = claimed("kevin")
    ask_all(table, "dave", "bob", "kevin")
    table.resign("dave")
    assert table.act("kevin", NO) == [BankVacant("dave"), NoRound(Obstacle.BANKER_LEFT)]
    assert (table.banker, bank_of(table).left_by) == (None, "dave")


def test_with_one_player_left_there_is_no_round_and_no_cut() -> None:
    table = new_table()
    ask_all(table, "dave", "bob")
    table.act("dave", YES)
    events = table.resign("bob")
    assert events[-1] == NoRound(Obstacle.TOO_FEW_PLAYERS)
    assert of_kind(BankTaken, events) == []
    assert table.ask is None


def test_the_bank_is_shown_as_it_is_until_it_is_known_who_has_it() -> None:
    table = shoot(Pack(SEED), kitty=60)
    ask_all(table, "bob", "kevin")
    assert table.do("bob", LookAtBank()) == [BankLooked("dave", None, 60)]


def test_an_owner_can_offer_it_then_and_the_offer_is_void_if_it_moves() -> None:
    table = british(Pack(SEED))
    ask_all(table, "dave", "bob", "kevin", passes_on=True)
    table.do("dave", SellBank("bob", 5))
    events = answer_for_bank(table, ["kevin"])
    assert of_kind(SaleVoid, events) == [SaleVoid("dave", "bob")]


def test_a_round_that_is_stopped_then_leaves_everything_as_it_was() -> None:
    table = table_of(Bank(Pack(SEED)))
    before = json.dumps(table.state())
    ask_all(table, "dave", "bob")
    table.act("bob", YES)
    table.abandon()
    assert json.dumps(table.state()) == before


# A banker who leaves


def test_a_banker_who_leaves_before_anybody_has_bet_makes_the_round_void() -> None:
    table = british(Pack(SEED))
    deal(table, "dave", "bob", "kevin")
    assert table.is_free("dave")
    events = table.resign("dave")
    assert events[0] == Resigned("dave", 0)
    assert events[-2:] == [BankVacant("dave"), RoundVoid()]
    assert (table.banker, bank_of(table).left_by) == (None, "dave")


def test_the_bank_then_goes_to_the_left_to_the_first_who_says_yes() -> None:
    table = british(Pack(SEED))
    deal(table, "dave", "bob", "kevin")
    table.resign("dave")
    ask_all(table, "dave", "kevin", "bob")
    assert who_is_asked(table) == ["dave", "kevin", "bob"]
    events = answer_for_bank(table, ["dave", "kevin", "bob"])
    assert of_kind(BankTaken, events) == [BankTaken("bob", WayToBank.LEFT)]


def test_who_has_left_the_bank_has_it_again_where_nobody_else_wants_it() -> None:
    table = british(Pack(SEED))
    deal(table, "dave", "bob", "kevin")
    table.resign("dave")
    events = deal(table, "dave", "bob", "kevin", willing=["dave"])
    assert of_kind(BankTaken, events) == [BankTaken("dave", WayToBank.ALONE)]


def test_after_a_bet_the_round_goes_on_without_its_banker() -> None:
    table = british(StackedPack(dealt("10C 8C", "10D 8D", "10S 9S")))
    deal(table, "dave", "bob", "kevin")
    play(table, "bob: 10")
    assert not table.is_free("dave")
    assert table.resign("dave") == [Resigned("dave", 0), BankerLeft("dave", 15)]
    events = play(table, "kevin: 20")
    assert of_kind(BetPlaced, events) == [BetPlaced("kevin", 20)]
    events = play(table, "bob: s kevin: s")
    assert changes(events) == {"bob": -10, "kevin": -20, "dave": 30}
    assert of_kind(BankVacant, events) == [BankVacant("dave")]
    assert (table.banker, bank_of(table).left_by) == (None, "dave")


def test_who_misses_the_decision_to_draw_or_stay_passes_the_bank_on_after_the_round() -> None:
    table = against_dave("10C 8C", "10D 8D")
    play(table, "bob: s kevin: s")
    events = silent(table)
    assert of_kind(BankMissed, events) == [BankMissed("dave")]
    assert of_kind(BankVacant, events) == [BankVacant("dave")]
    events = deal(table, "dave", "kevin", "bob")
    assert of_kind(BankTaken, events) == [BankTaken("bob", WayToBank.LEFT)]


def test_a_maker_is_asked_before_the_left_of_a_banker_who_has_left() -> None:
    table = against_dave("10C 8C", "AD KD")
    events = play(table, "dave: resigns bob: s")
    assert of_kind(BankClaimed, events) == [BankClaimed("kevin")]
    events = deal(table, "bob", "kevin", "dave")
    assert of_kind(BankTaken, events) == [BankTaken("kevin", WayToBank.PONTOON)]


def test_who_took_a_bank_that_was_passed_on_and_leaves_passes_it_on() -> None:
    table = british(Pack(SEED))
    deal(table, "bob", "kevin", "eve", willing=["bob"])
    events = table.resign("bob")
    assert of_kind(BankRestored, events) == []
    assert (table.banker, bank_of(table).left_by) == (None, "bob")


# Replays


def test_who_was_silent_is_played_again_from_what_was_written() -> None:
    table = british(StackedPack(dealt("10C 8C", "10D 8D", "2S 3S", then="4S 9S")))
    state, acts = table.state(), list[Action]()
    table.record_action = acts.append
    events = ask_all(table, "dave", "bob", "kevin", passes_on=True)
    events += table.act("dave", YES) + silent(table)
    events += bet(table) + play(table, "bob: s kevin: s") + silent(table)
    assert settled(events)
    dealt_then, *others = acts
    players = (("dave", 1000), ("bob", 1000), ("kevin", 1000))
    assert dealt_then == Dealt(players, bank_passes_on=True)
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
    """Bob was on dave's left in the last round, and he goes first, wherever he is named."""
    table = against_dave("10C 8C", "10D 8D")
    play(table, "bob: s kevin: s dave: s")
    ask_all(table, "dave", "friend", "kevin", "bob", passes_on=True)
    events = answer_for_bank(table, ["friend", "kevin", "bob"])
    assert of_kind(BankTaken, events) == [BankTaken("bob", WayToBank.LEFT)]


def test_who_is_not_named_loses_the_bank_to_nobody_by_a_round_that_is_stopped() -> None:
    table = british(Pack(SEED))
    assert banker(deal(table, "bob", "kevin", willing=["bob"])) == "bob"
    assert of_kind(FirstCard, table.abandon()) == []
    assert table.banker == "dave"


def test_newcomers_are_no_heirs_of_an_owner_who_is_not_dealt_to() -> None:
    table = table_of(has_been_played(Bank(CutPack("2C 9D")), circle=("dave", "bob")))
    events = deal(table, "friend", "kevin")
    assert of_kind(BankTaken, events) == [BankTaken("kevin", WayToBank.CUT)]


def answers() -> Iterable[tuple[int, int, bool]]:
    """Yield chips of a banker, a kitty, and whether one player can be covered with these."""
    yield from [(2, 0, False), (3, 0, True), (2, 60, True), (1, 60, False)]


@pytest.mark.parametrize(("chips", "kitty", "can"), answers())
def test_a_table_tells_whether_its_banker_could_cover_one_player(
    chips: int, kitty: int, can: bool
) -> None:
    assert shoot(Pack(SEED), kitty).can_keep_bank(chips) is can
