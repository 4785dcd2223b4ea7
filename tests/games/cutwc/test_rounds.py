"""A round of CUTwC Pontoon as a whole: seats, pack, deal, bids, resigning, and what it counts."""

from itertools import chain
from random import Random

import pytest

from pontoon.engine.cards import cards
from pontoon.engine.decks import Pack
from pontoon.engine.errors import BadAmount, CannotDeal
from pontoon.engine.events import (
    Abandoned,
    BankerDrew,
    BankerResult,
    BankerStayed,
    BetPlaced,
    DealerSeated,
    Event,
    FirstCard,
    HandResult,
    PlayerResult,
    Resigned,
    RoundBegan,
    RoundVoid,
    SecondCard,
    SecondCardsOut,
    Settled,
    Shuffled,
    Stuck,
)
from pontoon.engine.moves import Option, Phase, Unit, Verb
from pontoon.engine.rng import SeededRandom
from pontoon.engine.table import Table
from pontoon.games.cutwc import CutwcPontoon, CutwcRules
from pontoon.games.pontoon_hands import HandType
from tests.support.banker_rounds import play
from tests.support.cutwc_rounds import against_dave, begin, table_of
from tests.support.shed_rounds import (
    asked,
    changes,
    dealt,
    legal_moves,
    names,
    of_kind,
    settled,
    snapshot,
)
from tests.support.stacked_decks import StackedPack

ELEVEN = tuple("abcdefghijk")


def seated(*players: str) -> list[tuple[str, int]]:
    return [(player, 0) for player in players]


def statistics(events: list[Event]) -> dict[str, tuple[int, int]]:
    """Return what was added to played and won of each player."""
    return {result.player: (result.played, result.won) for result in settled(events).results}


def stick_to_the_end(table: Table) -> list[Event]:
    """Bid 1 for everybody, then stick and stay; return what happened."""
    happened: list[Event] = []
    while table.ask is not None:
        word = "1" if table.ask.phase is Phase.BET else "s"
        happened += play(table, f"{table.ask.player}: {word}")
    return happened


# Seats


@pytest.mark.parametrize("players", [ELEVEN[:2], ELEVEN[:10]])
def test_two_to_ten_can_play(players: tuple[str, ...]) -> None:
    table = begin("", *players)
    assert table.players == players
    assert settled(stick_to_the_end(table)).results[-1].player == players[-1]


def test_one_alone_cannot_play_nor_can_eleven() -> None:
    table = table_of(Pack(bytes(32)), max_players=20)
    with pytest.raises(CannotDeal) as refusal:
        table.deal(seated("bob"))
    assert (refusal.value.least, refusal.value.most, refusal.value.seats) == (2, None, ())
    with pytest.raises(CannotDeal) as refusal:
        table.deal(seated(*ELEVEN))
    assert (refusal.value.least, refusal.value.most, refusal.value.seats) == (None, 10, ())


def test_the_dealer_is_the_last_seat_and_plays_too() -> None:
    table = against_dave("10C 8C", "10D 7D")
    play(table, "bob: s kevin: s")
    assert (asked(table).player, asked(table).phase) == ("dave", Phase.BANKER)


def test_rotating_the_list_moves_the_deal() -> None:
    """To the player who has been the first to bid."""
    table = begin("", "bob", "kevin", "dave")
    deals = []
    for _ in range(4):
        (dealer,) = of_kind(BankerResult, stick_to_the_end(table))
        deals.append(dealer.player)
        table.deal(seated(*table.rotated_players()))
    assert deals == ["dave", "bob", "kevin", "dave"]


def test_nobody_needs_chips_and_none_change_hands() -> None:
    table = table_of(StackedPack(dealt("10C 8C", "10D 7D")))
    table.deal([("bob", 0), ("dave", 1000)])
    stick_to_the_end(table)
    table.deal([("bob", 0), ("dave", 1000)])
    play(table, "bob: 4")
    assert [seat.chips for seat in table.seats] == [0, 1000]
    assert (asked(table).chips, asked(table).stake, asked(table).unit) == (0, 4, Unit.FINGERS)


def test_a_channel_may_have_another_number_of_players_and_another_greatest_bid() -> None:
    rules = CutwcRules(max_players=11, max_bid=7)
    table = Table(CutwcPontoon, rules, Pack(bytes(32)), max_players=20)
    table.deal(seated(*ELEVEN))
    assert asked(table).options == (Option(Verb.BET, 1, 7),)
    assert (CutwcPontoon.section, CutwcPontoon.unit) == ("cutwc", Unit.FINGERS)


# The pack


def test_the_pack_of_a_table_is_shuffled_when_it_is_furnished() -> None:
    first = CutwcPontoon.new_equipment(CutwcRules(), bytes(32))
    second = CutwcPontoon.new_equipment(CutwcRules(), bytes([1] * 32))
    assert first.left == second.left == 52
    assert names(first.deal() for _ in range(52)) != names(second.deal() for _ in range(52))


def test_used_cards_go_to_the_bottom_hand_by_hand_and_the_pack_is_not_shuffled() -> None:
    """Not even after a pontoon."""
    pack = StackedPack(dealt("8C 8D", "AC KC", "10S 7S", then="10H 9H 2S"))
    table = Table(CutwcPontoon, CutwcRules(), pack, max_players=10)
    table.deal(seated("bob", "kevin", "dave"))
    rest = list(pack.cards)[6:]
    play(table, "bob: 1 kevin: 1 bob: p s s dave: t s")
    assert table.ask is None
    hands = [cards(hand) for hand in ("8C 10H", "8D 9H", "AC KC", "10S 7S 2S")]
    SeededRandom(bytes(32), 2).shuffle(hands)
    assert list(pack.cards) == [*rest, *chain(*hands)]


def test_bust_cards_go_to_the_bottom_at_once() -> None:
    pack = StackedPack(dealt("10C 6C", "10S 9S", then="6D"))
    table = table_of(pack)
    table.deal(seated("bob", "kevin", "dave"))
    play(table, "bob: 1 kevin: 1")
    before = pack.left
    events = play(table, "bob: t")
    assert pack.left == before - 1 + 3
    assert asked(table).player == "kevin"
    assert list(pack.cards)[-3:] == list(table.seats[0].hands[0].cards)
    assert of_kind(HandResult, events) == []


def test_the_pack_is_whole_again_after_each_round() -> None:
    pack, chance = Pack(bytes(32)), Random(1)
    table = table_of(pack)
    for _ in range(50):
        table.deal(seated("bob", "kevin", "dave"))
        while table.ask is not None:
            table.act(table.ask.player, chance.choice(list(legal_moves(table))))
        assert len(set(pack.cards)) == pack.left == 52


# The deal and the bids


def test_a_card_each_the_dealer_too_then_all_bid_then_a_second_card_each() -> None:
    table = table_of(StackedPack("5D 9C 2H 8H 4S KC"))
    events = table.deal(seated("bob", "kevin", "dave"))
    assert events == [
        RoundBegan(("bob", "kevin", "dave")),
        DealerSeated("dave"),
        FirstCard("bob", cards("5D")),
        FirstCard("kevin", cards("9C")),
        FirstCard("dave", cards("2H")),
    ]
    assert play(table, "kevin: 4") == []
    assert asked(table).player == "bob"
    assert play(table, "bob: 1") == [
        BetPlaced("bob", 1, Unit.FINGERS),
        BetPlaced("kevin", 4, Unit.FINGERS),
        SecondCard("bob", None, cards("5D 8H")),
        SecondCard("kevin", None, cards("9C 4S")),
        SecondCard("dave", None, cards("2H KC")),
        SecondCardsOut(),
    ]
    assert (asked(table).player, asked(table).phase) == ("bob", Phase.HAND)


def test_everybody_but_the_dealer_is_asked_for_one_to_four_fingers() -> None:
    table = begin("", "bob", "kevin", "dave")
    for player in ("bob", "kevin"):
        assert (asked(table).player, asked(table).phase) == (player, Phase.BET)
        assert asked(table).options == (Option(Verb.BET, 1, 4),)
        play(table, f"{player}: 1")
    assert asked(table).phase is not Phase.BET


def test_nobody_bids_less_than_one_or_more_than_four() -> None:
    for bid in [0, 5, 10**30]:
        table = begin("", "bob", "dave")
        before = snapshot(table)
        with pytest.raises(BadAmount) as refusal:
            play(table, f"bob: {bid}")
        assert refusal.value.option == Option(Verb.BET, 1, 4)
        assert snapshot(table) == before


def test_a_bid_is_what_rides_on_the_hand() -> None:
    table = against_dave("10C 8C", "10D 7D", bids="3 4")
    assert [hand.stake for seat in table.seats for hand in seat.hands] == [3, 4, 0]
    assert asked(table).stake == 3


# Resigning


def test_who_resigns_drinks_the_bid_and_has_played() -> None:
    table = against_dave("10C 8C", "10D 10H", bids="3 4", dealer="2S 3S")
    assert play(table, "kevin: resigns") == [Resigned("kevin", 4, Unit.FINGERS)]
    events = play(table, "bob: s dave: s")
    assert changes(events) == {"bob": 0, "kevin": -4, "dave": -3}
    assert statistics(events) == {"bob": (1, 1), "kevin": (1, 0), "dave": (1, 0)}


def test_who_resigns_with_several_hands_drinks_for_all_of_them() -> None:
    table = against_dave("8C 8D", bids="3", then="9C 10D 10H")
    play(table, "bob: p t")
    assert play(table, "bob: resigns")[0] == Resigned("bob", 6, Unit.FINGERS)


def test_who_resigns_drinks_the_bid_of_a_pontoon_that_was_shown_and_the_dealer_does_not() -> None:
    table = against_dave("AC KC", "10D 8D", bids="3 4")
    play(table, "bob: resigns")
    assert changes(play(table, "kevin: s dave: s")) == {"bob": -3, "kevin": -4, "dave": 0}


def test_who_resigns_drinks_what_was_bought_for_too() -> None:
    table = against_dave("2C 3D", "10D 8D", then="2H", bids="4")
    assert play(table, "bob: b resigns")[-1] == Resigned("bob", 5, Unit.FINGERS)


def test_who_resigns_before_bidding_drinks_nothing_and_has_not_played() -> None:
    table = begin(dealt("10C", "9C", "9D", then="8C 8D"), "bob", "kevin", "dave")
    assert play(table, "bob: resigns") == [Resigned("bob", 0, Unit.FINGERS)]
    events = play(table, "kevin: 2 s dave: s")
    assert changes(events) == {"bob": 0, "kevin": -2, "dave": 0}
    assert statistics(events) == {"bob": (0, 0), "kevin": (1, 0), "dave": (1, 1)}
    assert [result.player for result in of_kind(HandResult, events)] == ["kevin"]


def test_who_resigned_out_of_turn_is_not_asked_any_more() -> None:
    table = begin("10C 9C 9D 8C 8D", "bob", "kevin", "dave")
    play(table, "kevin: resigns")
    events = play(table, "bob: 1")
    assert [event.player for event in of_kind(SecondCard, events)] == ["bob", "dave"]
    play(table, "bob: s")
    assert asked(table).player == "dave"


def test_the_cards_of_who_resigns_go_to_the_bottom_at_once_and_only_once() -> None:
    pack = StackedPack(dealt("10C 6C", "8S 8D", "10S 9S", then="6D"))
    table = table_of(pack)
    table.deal(seated("bob", "kevin", "dave"))
    play(table, "bob: 1 kevin: 1 bob: t kevin: resigns")
    assert table.ask is None
    assert names(list(pack.cards)[-7:]) == "10C 6C 6D 8S 8D 10S 9S"
    assert len(set(pack.cards)) == pack.left == 52


def test_the_dealer_plays_on_against_the_others_when_one_resigns() -> None:
    table = against_dave("10C 8C", "10D 7D")
    play(table, "bob: s kevin: s kevin: resigns")
    assert asked(table).phase is Phase.BANKER
    assert changes(play(table, "dave: s")) == {"bob": -2, "kevin": -2, "dave": 0}


def test_the_dealer_need_not_decide_any_more_when_all_still_in_have_resigned() -> None:
    table = against_dave("10C 8C", "10D 7D")
    play(table, "bob: s kevin: s bob: resigns")
    events = play(table, "kevin: resigns")
    assert not of_kind(BankerStayed, events)
    assert changes(events) == {"bob": -2, "kevin": -2, "dave": 0}
    assert table.ask is None


def test_a_dealer_who_resigns_on_turn_stays_on_the_cards_held() -> None:
    table = against_dave("10C 8C", "10D 6D", dealer="10S 7S", bids="3 2")
    play(table, "bob: s kevin: s")
    events = play(table, "dave: resigns")
    assert events[:2] == [Resigned("dave", 0, Unit.FINGERS), BankerStayed("dave")]
    assert changes(events) == {"bob": 0, "kevin": -2, "dave": -3}
    assert statistics(events)["dave"] == (1, 0)


@pytest.mark.parametrize("when", ["dave: resigns bob: 3", "bob: 3 dave: resigns"])
def test_a_dealer_who_resigns_earlier_is_not_asked_and_drinks_what_is_due(when: str) -> None:
    """A second card is dealt to that hand as well."""
    table = begin(dealt("10C 8C", "10S 7S"), "bob", "dave")
    play(table, when)
    events = play(table, "bob: s")
    assert events[:2] == [Stuck("bob", None), BankerStayed("dave")]
    assert changes(events) == {"bob": 0, "dave": -3}
    (dealer,) = of_kind(BankerResult, events)
    assert names(dealer.cards) == "10S 7S"


def test_a_dealer_who_resigned_and_drinks_nothing_has_not_won() -> None:
    table = against_dave("10C 8C")
    play(table, "dave: resigns")
    assert statistics(play(table, "bob: s")) == {"bob": (1, 0), "dave": (1, 0)}


def test_a_round_in_which_nobody_bid_counts_for_nobody() -> None:
    for order in ["bob kevin", "kevin bob", "dave kevin bob", "bob dave kevin"]:
        table = begin("", "bob", "kevin", "dave")
        events = play(table, " ".join(f"{player}: resigns" for player in order.split()))
        assert events[-1] == RoundVoid(unit=Unit.FINGERS)
        assert {type(event) for event in events} == {Resigned, Shuffled, RoundVoid}
        assert table.ask is None


# Stopping


def test_a_stopped_round_counts_for_nobody_and_its_cards_are_shuffled() -> None:
    for script in ["", "bob: 4", "bob: 4 kevin: 1 bob: b", "kevin: resigns"]:
        pack = StackedPack(dealt("2C 3C", "10D 7D", "10S 9S", then="4C"))
        table = table_of(pack)
        table.deal(seated("bob", "kevin", "dave"))
        play(table, script)
        assert table.abandon() == [Abandoned(), Shuffled()]
        assert table.deck.is_finished
        table.deal(seated("bob", "kevin", "dave"))
        assert table.round_deck is not pack
        assert table.round_deck is not None
        assert table.round_deck.left == 52 - 3


# The end


def hand_result(player: str, held: str, total: int, drinks: int) -> HandResult:
    """Return how an only hand ended that drinks what was bid on it."""
    hand = (player, None, cards(held), total, HandType.POINTS)
    return HandResult(*hand, drinks, -drinks, unit=Unit.FINGERS, bet=drinks)


def test_the_last_decision_settles_the_round_dealer_first_then_hand_by_hand() -> None:
    table = against_dave("10C 8C", "10D 7D", dealer="10S 5S", then="3H", bids="3 4")
    events = play(table, "bob: s kevin: s dave: t s")
    assert events[2:] == [
        BankerDrew("dave", *cards("3H")),
        BankerStayed("dave"),
        BankerResult("dave", cards("10S 5S 3H"), 18, HandType.POINTS, 0, Unit.FINGERS),
        hand_result("bob", "10C 8C", 18, 3),
        hand_result("kevin", "10D 7D", 17, 4),
        Settled(
            (
                PlayerResult("bob", -3, 1, 0),
                PlayerResult("kevin", -4, 1, 0),
                PlayerResult("dave", 0, 1, 1),
            ),
            7,
        ),
    ]


def test_won_counts_rounds_with_a_winning_hand_and_for_the_dealer_rounds_without_a_drink() -> None:
    table = against_dave("10C 8C", "10D 10H", dealer="10S 9S", bids="3 4")
    events = play(table, "bob: s kevin: s dave: s")
    assert statistics(events) == {"bob": (1, 0), "kevin": (1, 1), "dave": (1, 0)}


def test_one_winning_hand_of_several_is_a_round_won() -> None:
    table = against_dave("8C 8D", dealer="10S 7S", then="10H 2H")
    events = play(table, "bob: p s s dave: s")
    assert statistics(events) == {"bob": (1, 1), "dave": (1, 0)}
    assert changes(events) == {"bob": -2, "dave": -2}
