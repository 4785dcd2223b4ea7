"""Selling the bank of British Pontoon in a round: dave has it to begin with."""

import pytest

from pontoon.engine.decks import Pack
from pontoon.engine.errors import RequestFault, RequestRefused
from pontoon.engine.events import HandResult
from pontoon.engine.moves import (
    Accept,
    Cancel,
    Decline,
    Lapse,
    SellBank,
    TableRequest,
    VagueSale,
)
from pontoon.games.bank import Bank, Sale
from pontoon.games.bank_events import (
    BankTaken,
    SaleAgreed,
    SaleCancelled,
    SaleDeclined,
    SaleOffered,
    SaleVoid,
    WayToBank,
)
from tests.support.bank_sales import end_of_round, next_round, playing, refused, sell
from tests.support.banker_rounds import play
from tests.support.british_rounds import (
    SEED,
    against_dave,
    bank_of,
    bet,
    british,
    deal,
    table_of,
)
from tests.support.shed_rounds import changes, dealt, of_kind, settled
from tests.support.stacked_decks import StackedPack

# In a round


def test_the_banker_offers_the_bank_and_the_buyer_accepts() -> None:
    table = playing()
    assert table.do("dave", SellBank("kevin", 200)) == [SaleOffered("dave", "kevin", 200)]
    assert table.do("kevin", Accept(200)) == [SaleAgreed("dave", "kevin", 200)]
    assert bank_of(table).sale == Sale("dave", "kevin", 200, is_agreed=True)


def test_a_sale_takes_effect_at_the_end_of_the_round_with_its_price() -> None:
    table = playing()
    sell(table)
    assert bank_of(table).banker == "dave"
    events = end_of_round(table)
    assert of_kind(BankTaken, events) == [BankTaken("kevin", WayToBank.SALE, 200)]
    assert changes(events) == {"bob": -10, "kevin": -210, "dave": 220}
    assert (bank_of(table).banker, bank_of(table).sale) == ("kevin", None)


def test_the_price_is_no_part_of_what_a_hand_won_or_of_who_has_won() -> None:
    table = playing()
    sell(table)
    events = end_of_round(table)
    assert [result.gain for result in of_kind(HandResult, events)] == [-10, -10]
    assert [(each.player, each.won) for each in settled(events).results] == [
        ("bob", 0),
        ("kevin", 0),
        ("dave", 1),
    ]


def test_it_can_be_offered_and_taken_at_any_time() -> None:
    table = british(StackedPack(dealt("10C 8C", "10D 8D", "10S 9S")))
    deal(table, "bob", "kevin", "dave")
    table.do("dave", SellBank("bob", 1))
    play(table, "bob: 10 kevin: 10")
    table.do("bob", Accept(1))
    assert end_of_round(table)
    assert bank_of(table).banker == "bob"


def test_the_bank_can_be_given_away() -> None:
    table = playing()
    sell(table, price=0)
    events = end_of_round(table)
    assert of_kind(BankTaken, events) == [BankTaken("kevin", WayToBank.SALE, 0)]


def test_the_buyer_may_decline() -> None:
    table = playing()
    table.do("dave", SellBank("kevin", 200))
    assert table.do("kevin", Decline()) == [SaleDeclined("kevin", "dave")]
    assert refused(table, "kevin", Accept()) is RequestFault.NOTHING_OFFERED
    assert of_kind(BankTaken, end_of_round(table)) == []


def test_the_banker_may_cancel_what_has_not_been_accepted() -> None:
    table = playing()
    table.do("dave", SellBank("kevin", 200))
    assert table.do("dave", Cancel()) == [SaleCancelled("dave", "kevin")]
    assert refused(table, "kevin", Accept()) is RequestFault.NOTHING_OFFERED
    assert refused(table, "dave", Cancel()) is RequestFault.NOT_FOR_SALE


def test_an_offer_stands_over_the_end_of_a_round() -> None:
    table = playing()
    table.do("dave", SellBank("kevin", 200))
    assert of_kind(SaleVoid, end_of_round(table)) == []
    assert BankTaken("kevin", WayToBank.SALE, 200) in table.do("kevin", Accept(200), 1000)


@pytest.mark.parametrize("offer", [SellBank("kevin", 900), SellBank("bob", 200)])
def test_an_offer_that_stands_cannot_be_changed_only_cancelled(offer: SellBank) -> None:
    """The buyer of the first might be typing their answer."""
    table = playing()
    table.do("dave", SellBank("kevin", 200))
    assert refused(table, "dave", offer) is RequestFault.OFFER_STANDS
    table.do("dave", Cancel())
    assert table.do("dave", offer) == [SaleOffered("dave", offer.buyer, offer.price)]


@pytest.mark.parametrize("is_in_round", [True, False])
def test_an_offer_is_accepted_by_its_price_and_no_other(is_in_round: bool) -> None:
    table = playing()
    table.do("dave", SellBank("kevin", 200))
    if not is_in_round:
        end_of_round(table)
    for other in (Accept(1), Accept()):
        assert refused(table, "kevin", other) is RequestFault.OTHER_PRICE
    assert table.do("kevin", Accept(200), 1000)
    end_of_round(table)
    assert bank_of(table).banker == "kevin"


# What cannot be done


def test_before_there_is_a_bank_there_is_nothing_to_sell() -> None:
    table = table_of(Bank(Pack(SEED)))
    assert refused(table, "dave", SellBank("bob", 1)) is RequestFault.NO_BANK_YET
    assert refused(table, "dave", Cancel()) is RequestFault.NO_BANK_YET
    assert refused(table, "dave", Accept()) is RequestFault.NOTHING_OFFERED


def test_only_the_banker_can_sell_the_bank_or_cancel() -> None:
    for player in ["bob", "kevin", "a stranger"]:
        table = playing()
        assert refused(table, player, SellBank("bob", 1)) is RequestFault.NOT_THE_BANKER
        table.do("dave", SellBank("kevin", 200))
        assert refused(table, player, Cancel()) is RequestFault.NOT_THE_BANKER


@pytest.mark.parametrize("player", ["bob", "dave", "a stranger"])
@pytest.mark.parametrize("answer", [Accept(), Decline()])
def test_only_the_buyer_can_answer(player: str, answer: TableRequest) -> None:
    table = playing()
    table.do("dave", SellBank("kevin", 200))
    assert refused(table, player, answer) is RequestFault.NOTHING_OFFERED


def test_the_bank_cannot_be_sold_to_oneself() -> None:
    assert refused(playing(), "dave", SellBank("dave", 1)) is RequestFault.TO_ONESELF


def test_the_bank_cannot_be_sold_to_somebody_who_is_not_at_the_table() -> None:
    for buyer in ["eve", "", "Kevin"]:
        assert refused(playing(), "dave", SellBank(buyer, 1)) is RequestFault.NOT_A_PLAYER


def test_nor_to_somebody_who_has_resigned() -> None:
    table = playing()
    table.resign("kevin")
    assert refused(table, "dave", SellBank("kevin", 1)) is RequestFault.NOT_A_PLAYER


def test_the_price_is_not_below_nothing() -> None:
    assert refused(playing(), "dave", SellBank("kevin", -1)) is RequestFault.BAD_PRICE


def test_the_price_is_at_most_bank_price_max_which_is_ten_times_max_bet() -> None:
    for max_bet, price, most in [(100, 0, 1000), (7, 0, 70), (100, 30, 30)]:
        table = against_dave("10C 8C", "10D 8D", bets="5", max_bet=max_bet, bank_price_max=price)
        with pytest.raises(RequestRefused) as refusal:
            table.do("dave", SellBank("kevin", most + 1))
        assert (refusal.value.why, refusal.value.limit) == (RequestFault.TOO_DEAR, most)
        assert table.do("dave", SellBank("kevin", most)) == [SaleOffered("dave", "kevin", most)]
        end_of_round(table)
        assert refused(table, "dave", SellBank("kevin", most + 1)) is RequestFault.TOO_DEAR


def test_what_is_agreed_stands() -> None:
    for player, deed, why in [
        ("dave", SellBank("bob", 1), RequestFault.ALREADY_SOLD),
        ("dave", Cancel(), RequestFault.ALREADY_SOLD),
        ("kevin", Accept(), RequestFault.NOTHING_OFFERED),
        ("kevin", Decline(), RequestFault.NOTHING_OFFERED),
    ]:
        table = playing()
        sell(table)
        assert refused(table, player, deed) is why


def test_other_deeds_are_not_for_this_game() -> None:
    assert refused(playing(), "dave", TableRequest()) is RequestFault.NOT_IN_THIS_GAME


# Void


def test_a_buyer_who_makes_a_pontoon_pays_nothing() -> None:
    table = playing(kevins="AD KD")
    sell(table)
    events = end_of_round(table)
    assert of_kind(SaleVoid, events) == [SaleVoid("dave", "kevin")]
    assert changes(events)["kevin"] == 20


@pytest.mark.parametrize("player", ["dave", "kevin"])
def test_an_offer_ends_when_its_seller_or_its_buyer_leaves_the_channel(player: str) -> None:
    table = playing()
    table.do("dave", SellBank("kevin", 200))
    assert table.do(player, Lapse()) == [SaleVoid("dave", "kevin")]
    assert refused(table, "kevin", Accept(200)) is RequestFault.NOTHING_OFFERED


def test_one_that_is_accepted_does_not_and_nobody_else_ends_one() -> None:
    table = playing()
    table.do("dave", SellBank("kevin", 200))
    assert refused(table, "bob", Lapse()) is RequestFault.NOTHING_OFFERED
    table.do("kevin", Accept(200))
    assert refused(table, "kevin", Lapse()) is RequestFault.NOTHING_OFFERED


def test_a_bankers_own_pontoon_leaves_the_sale_as_it_is() -> None:
    table = british(StackedPack(dealt("10C 8C", "10D 8D", "AS KS")))
    deal(table, "bob", "kevin", "dave")
    sell(table)
    assert of_kind(BankTaken, bet(table)) == [BankTaken("kevin", WayToBank.SALE, 200)]


@pytest.mark.parametrize(("chips", "can"), [(211, False), (212, True)])
def test_a_sale_is_void_if_the_buyer_lacks_the_price_plus_cover(chips: int, can: bool) -> None:
    """Of 212 the bet of 10 is lost, 200 is the price and 2 the cover for one player."""
    table = playing(chips={"bob": 1000, "kevin": chips, "dave": 1000})
    sell(table)
    events = end_of_round(table)
    assert of_kind(SaleVoid, events) == ([] if can else [SaleVoid("dave", "kevin")])
    assert bank_of(table).banker == ("kevin" if can else "dave")
    assert changes(events)["kevin"] == (-210 if can else -10)


def test_a_buyer_may_pay_with_what_the_round_has_brought() -> None:
    table = playing(chips={"bob": 1000, "kevin": 194, "dave": 1000}, kevins="10D JD")
    sell(table)
    events = end_of_round(table)
    assert changes(events)["kevin"] == 10 - 200
    assert bank_of(table).banker == "kevin"


def test_a_buyer_who_resigns_has_bought_the_bank_all_the_same() -> None:
    """An accepted sale is not cancelled (RULES 0)."""
    table = playing()
    sell(table)
    table.resign("kevin")
    events = end_of_round(table)
    assert of_kind(SaleVoid, events) == []
    assert changes(events)["kevin"] == -200 - 10
    assert bank_of(table).banker == "kevin"


def test_a_banker_who_resigns_has_sold_the_bank_all_the_same() -> None:
    """It moves at the end of the round, to the buyer and not to the left."""
    table = playing()
    sell(table)
    table.resign("dave")
    events = end_of_round(table)
    assert of_kind(BankTaken, events) == [BankTaken("kevin", WayToBank.SALE, 200)]


def test_a_sale_that_was_agreed_in_a_round_that_is_stopped_is_void() -> None:
    """Nothing that is agreed waits for a round to come."""
    table = playing()
    sell(table)
    assert of_kind(SaleVoid, table.abandon()) == [SaleVoid("dave", "kevin")]
    assert (bank_of(table).banker, bank_of(table).sale) == ("dave", None)
    events = next_round(table, "bob", "kevin", "dave")
    assert of_kind(BankTaken, events) == []


def test_an_offer_stands_over_a_round_that_is_stopped() -> None:
    table = playing()
    table.do("dave", SellBank("kevin", 200))
    assert of_kind(SaleVoid, table.abandon()) == []
    assert bank_of(table).sale == Sale("dave", "kevin", 200)


def test_an_offer_by_a_banker_of_a_round_that_is_stopped_is_void() -> None:
    """Bob has the bank in that round only, dave not being here."""
    table = british(Pack(SEED))
    deal(table, "bob", "kevin")
    table.do("bob", SellBank("kevin", 5))
    assert of_kind(SaleVoid, table.abandon()) == [SaleVoid("bob", "kevin")]
    assert bank_of(table).banker == "dave"


def test_an_offer_without_buyer_or_price_changes_nothing() -> None:
    table = playing()
    assert refused(table, "dave", VagueSale()) is RequestFault.VAGUE
    assert refused(table, "kevin", VagueSale()) is RequestFault.NOT_THE_BANKER
    sell(table)
    assert refused(table, "dave", VagueSale()) is RequestFault.ALREADY_SOLD


def test_the_price_is_at_risk_from_the_agreement_until_the_round_is_over() -> None:
    table = playing()
    assert table.at_risk("kevin") == 20
    table.do("dave", SellBank("kevin", 200))
    assert table.at_risk("kevin") == 20
    table.do("kevin", Accept(200))
    assert [table.at_risk(each) for each in ("bob", "kevin")] == [20, 220]
    end_of_round(table)
    assert table.at_risk("kevin") == 0


def test_a_sale_is_void_if_the_buyer_has_lost_the_price_elsewhere() -> None:
    table = playing()
    sell(table)
    table.run_down("kevin", 100)
    assert of_kind(SaleVoid, end_of_round(table)) == [SaleVoid("dave", "kevin")]
