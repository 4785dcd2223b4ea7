"""What is told to whom: to the channel together, cards to their player, the question last."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from pontoon.engine.cards import cards
from pontoon.engine.events import (
    Abandoned,
    BetPlaced,
    Bought,
    Burned,
    Busted,
    Event,
    FirstCard,
    MarkerHit,
    Resigned,
    RoundBegan,
    SecondCard,
    SecondCardsOut,
    Settled,
    Shuffled,
    Split,
    Stuck,
    Twisted,
)
from pontoon.engine.moves import Ask, Waiting
from pontoon.games.bank_events import BankerSeated, BankTaken, SaleOffered, WayToBank
from pontoon.games.shed import HandType
from pontoon.irc.outgoing import Message, Priority, Topic
from pontoon.tables.narrator import Narrator
from tests.support.sample_events import (
    THREE,
    TWO,
    WORDS,
    all_asked,
    bet_asked,
    move_asked,
    result,
    turn_of,
)

AWAY = "bob"
"""The player who is out of the channel."""


def address(player: str) -> str | None:
    return None if player == AWAY else player.upper()


def told(events: Sequence[Event], before: Ask | None, now: Ask | None) -> list[Message]:
    """Return what is told where kevin is asked; nicks are in capitals, and bob is away."""
    return all_told(events, turn_of(before), turn_of(now))


def all_told(events: Sequence[Event], before: Waiting, now: Waiting) -> list[Message]:
    """Return what is told where any number of players is asked."""
    return list(
        Narrator("#pontoon", "Shed Pontoon", WORDS, address, lambda _: None).narrate(
            events, before, now
        )
    )


def settled() -> Settled:
    return Settled((), 0)


def lines(said: Sequence[Message]) -> list[str]:
    return [f"{each.target} {each.separator.join(each.items)}" for each in said]


PROMPT = f"KEVIN {WORDS.prompt(move_asked())}"


def test_what_happens_is_told_to_the_channel_at_once_with_whose_turn_it_is() -> None:
    events = [BetPlaced("dave", 50), SecondCardsOut()]
    (said,) = told(events, replace(bet_asked(), player="dave"), replace(move_asked(), player=AWAY))
    assert said.target == "#pontoon"
    assert said.items == (
        "The Dealer's Friend bets 50",
        "second cards are out",
        "bob to play",
    )


def test_the_opening_is_told_first_and_each_player_sees_a_card_once() -> None:
    """Whoever is asked sees it in the question."""
    events = [
        RoundBegan(("kevin", "dave")),
        FirstCard("kevin", TWO[:1]),
        FirstCard("dave", THREE[2:]),
    ]
    assert lines(told(events, None, bet_asked())) == [
        "#pontoon Shed Pontoon: kevin, The Dealer's Friend | kevin to bet",
        "DAVE Your card: K♦",
        f"KEVIN {WORDS.prompt(bet_asked())}",
    ]


# Several players who are asked at once

BEGUN = [
    RoundBegan(("kevin", "dave", AWAY)),
    *(FirstCard(each, TWO[:1]) for each in ("kevin", "dave", AWAY)),
]


def bets(*players: str) -> Waiting:
    """Return what is waited for where PLAYERS are to bet, all at once."""
    return all_asked(*(replace(bet_asked(), player=player) for player in players))


def test_all_who_are_asked_at_once_see_their_questions_and_the_channel_one_line() -> None:
    said = all_told(BEGUN, turn_of(None), bets("kevin", "dave", AWAY))
    assert lines(said) == [
        "#pontoon Shed Pontoon: kevin, The Dealer's Friend, bob | place your bets",
        f"KEVIN {WORDS.prompt(bet_asked())}",
        f"DAVE {WORDS.prompt(bet_asked())}",
    ]
    assert [each.urgency for each in said[1:]] == [Priority.PROMPT, Priority.PROMPT]


def test_nobody_is_asked_again_because_somebody_else_has_answered() -> None:
    before = bets("kevin", "dave", AWAY)
    assert all_told([], before, Waiting(before.turn, before.asks[1:])) == []
    left = all_told([Resigned("kevin", 0)], before, Waiting(before.turn, before.asks[1:]))
    assert lines(left)[0] == "#pontoon kevin leaves the round"
    assert not any(each.urgency is Priority.PROMPT for each in left)


def test_who_alone_is_asked_anew_sees_the_question_again() -> None:
    """As where their coins have run down meanwhile."""
    before = bets("kevin", "dave")
    anew = replace(before.asks[1], chips=7)
    said = all_told([], before, Waiting(before.turn, (before.asks[0], anew)))
    assert lines(said) == [f"DAVE {WORDS.prompt(anew)}"]


def test_all_bets_are_told_together_with_whose_turn_it_is_then() -> None:
    placed = [BetPlaced("kevin", 50), BetPlaced("dave", 9)]
    said = all_told(placed, bets("dave"), turn_of(move_asked()))
    assert lines(said) == [
        "#pontoon kevin bets 50 | The Dealer's Friend bets 9 | kevin to play",
        PROMPT,
    ]


# Whose turn it is


def test_the_turn_is_not_told_again_while_it_stays_the_same() -> None:
    said = told(
        [Twisted("kevin", None, THREE[2])], move_asked(), replace(move_asked(), cards=THREE)
    )
    assert said[0].items == ("kevin twists K♦",)


def test_another_hand_of_the_same_player_is_another_turn() -> None:
    said = told([Stuck("kevin", 1)], move_asked(hand=1), move_asked(hand=2))
    assert said[0].items == ("kevin sticks (hand 1)", "kevin to play (hand 2)")


def test_the_first_split_does_not_change_whose_turn_it_is() -> None:
    """The hand has a number from then on, but it is the same hand."""
    events = [Split("kevin", 1, 50), SecondCard("kevin", 1, TWO)]
    said = told(events, move_asked(), move_asked(hand=1))
    assert lines(said) == [
        "#pontoon kevin splits for 50 (hand 1)",
        f"KEVIN {WORDS.prompt(move_asked(hand=1))}",
    ]


def test_play_after_the_bet_is_another_turn_of_the_same_player() -> None:
    said = told([BetPlaced("kevin", 50)], bet_asked(), move_asked())
    assert said[0].items == ("kevin bets 50", "kevin to play")


def test_second_cards_are_for_their_players_alone_and_not_twice() -> None:
    events = [SecondCard("kevin", None, TWO), SecondCard("dave", None, THREE[1:])]
    said = told(events, move_asked(), replace(move_asked(), player="kevin", stake=60))
    assert [each.target for each in said] == ["DAVE", "KEVIN"]
    assert said[0].items == ("8♥ K♦ = 18",)


def test_second_cards_that_the_results_show_at_once_are_not_told_before() -> None:
    """As when a banker has a pontoon; but a card that was bought is, and one that was bust on."""
    dealt = [SecondCard("kevin", None, TWO), SecondCard("dave", None, THREE[1:])]
    said = told([*dealt, result(), settled()], bet_asked(), None)
    assert [each.target for each in said] == ["#pontoon"]
    for last in (Bought("kevin", None, 50, TWO), Busted("kevin", None, THREE)):
        said = told([last, result(), settled()], move_asked(), None)
        assert [each.target for each in said] == ["#pontoon", "KEVIN", "#pontoon"]


def test_what_follows_from_the_results_is_told_in_one_line() -> None:
    follows = [BankTaken("kevin", WayToBank.PONTOON), Shuffled(), settled()]
    said = told([result(), *follows], move_asked(), None)
    assert lines(said[1:]) == [
        "#pontoon kevin takes the bank with a pontoon | the cards have been shuffled"
    ]


def test_a_card_bought_is_shown_at_once_where_no_question_shows_it() -> None:
    said = told([Bought("kevin", None, 50, TWO), Stuck("kevin", None)], move_asked(), None)
    assert lines(said) == [
        "#pontoon kevin buys for 50 | kevin sticks",
        "KEVIN You bought 8♥: 5♦ 8♥ = 13",
    ]


@pytest.mark.parametrize(
    "last", [Bought("kevin", None, 50, THREE), Twisted("kevin", None, THREE[2])]
)
def test_who_busts_is_shown_the_card_at_once_whether_it_was_bought_or_twisted(last: Event) -> None:
    busts = [last, Busted("kevin", None, THREE)]
    said = told(busts, move_asked(), replace(move_asked(), player="dave"))
    assert lines(said[1:2]) == ["KEVIN You bust on K♦: 5♦ 8♥ K♦ = 23"]
    assert said[1].urgency is Priority.PROMPT
    assert said[1].topic is None
    assert not any("8♥" in item for item in said[0].items)
    (over,) = told(busts, move_asked(), None)[1:]
    assert over.items == said[1].items
    assert over.urgency is Priority.ASIDE  # the results show these cards to everybody


def test_a_card_that_one_hand_busts_on_is_shown_though_another_hand_is_asked_about() -> None:
    """On another line: the question begins with the hand that it is about."""
    said = told(
        [Bought("kevin", 1, 50, THREE), Busted("kevin", 1, THREE)],
        move_asked(hand=1),
        move_asked(hand=2),
    )
    shown, asked = (each for each in said if each.target == "KEVIN")
    assert shown.items == ("You bust on K♦: 5♦ 8♥ K♦ = 23 (hand 1)",)
    assert asked.items == (WORDS.prompt(move_asked(hand=2)),)
    assert {shown.urgency, asked.urgency} == {Priority.PROMPT}
    assert (shown.topic, asked.topic) == (None, Topic.CARDS)


@pytest.mark.parametrize(
    "event", [Bought("kevin", None, 50, THREE), Burned("kevin", None, 50, TWO)]
)
def test_cards_that_the_question_shows_are_not_shown_besides(event: Event) -> None:
    asked_again = replace(move_asked(), cards=THREE)
    assert [each.target for each in told([event], move_asked(), asked_again)] == [
        "#pontoon",
        "KEVIN",
    ]


def test_the_question_is_urgent_and_last() -> None:
    said = told([SecondCard("dave", None, TWO)], bet_asked(), move_asked())
    prompt = WORDS.prompt(move_asked())
    assert said[-1] == Message("KEVIN", (prompt,), Priority.PROMPT, topic=Topic.CARDS)
    assert Priority.PROMPT not in [each.urgency for each in said[:-1]]


def test_a_later_look_at_the_cards_takes_the_place_of_an_earlier_one_that_waits() -> None:
    """A card that was bought is no such look: where no question follows, nothing else shows it."""
    events = [FirstCard("dave", TWO[:1]), SecondCard("dave", None, TWO)]
    said = told([*events, Bought("dave", None, 50, TWO)], None, move_asked())
    assert [each.topic for each in said if each.target == "DAVE"] == [
        Topic.CARDS,
        Topic.CARDS,
        None,
    ]


def test_what_is_done_and_results_join_apart_and_openings_and_the_end_stand_alone() -> None:
    begun = told([RoundBegan(("kevin",))], None, bet_asked())[:1]
    done = told([Stuck("kevin", None)], move_asked(), None)
    shuffled = told([result(), Shuffled()], move_asked(), None)
    assert [each.topic for each in (*begun, *done, *shuffled)] == [
        None,
        Topic.PLAY,
        Topic.RESULTS,
        None,
    ]


def test_a_card_that_a_later_prompt_shows_only_informs() -> None:
    """Nothing shows again what was bought, or whose bank it is."""
    cards = [FirstCard("dave", TWO[:1]), SecondCard("dave", None, TWO)]
    events = [*cards, Bought("dave", None, 50, TWO), BankerSeated("dave", ("kevin", "dave"))]
    private = [each for each in told(events, None, move_asked()) if each.target == "DAVE"]
    assert [each.informs for each in private] == [True, True, False, False]


def test_the_banker_is_told_of_the_bank_where_others_see_a_card() -> None:
    """Later cards take the place of that line too if it still waits."""
    begun = [FirstCard("kevin", TWO[:1]), BankerSeated("dave", ("kevin", "dave"))]
    said = told(begun, None, bet_asked())
    assert [(each.target, each.topic) for each in said] == [
        ("#pontoon", Topic.PLAY),
        ("DAVE", Topic.CARDS),
        ("KEVIN", Topic.CARDS),
    ]


def test_an_offer_is_told_to_a_buyer_who_is_asked_something_else_meanwhile() -> None:
    """Who need not be asked that again."""
    ask = move_asked()
    (channel, shown) = told([SaleOffered("dave", "kevin", 5)], ask, ask)
    assert channel.target == "#pontoon"
    assert shown.target == "KEVIN"
    assert shown.items == (
        "The Dealer's Friend offers you the bank for 5 chips, after the round: say accept 5 "
        "or decline.",
    )
    assert shown.urgency is Priority.ASIDE


def test_whoever_is_away_is_told_nothing() -> None:
    events = [FirstCard(AWAY, TWO[:1]), Bought(AWAY, None, 50, THREE), Busted(AWAY, None, THREE)]
    said = told(events, None, replace(move_asked(), player=AWAY))
    assert {each.target for each in said} == {"#pontoon"}


def test_a_question_that_is_still_the_same_is_not_asked_again() -> None:
    """Somebody else has left meanwhile: whoever is asked has been asked already."""
    ask = move_asked()
    left = told([Resigned("dave", 0)], ask, ask)
    assert lines(left)[0] == "#pontoon The Dealer's Friend leaves the round"
    assert not any(each.urgency is Priority.PROMPT for each in left)


def test_each_result_is_a_line_of_its_own_and_so_is_the_shuffle_after_them() -> None:
    events = [
        Stuck("kevin", None),
        result(),
        result(HandType.BUST, -50, "dave"),
        Shuffled(),
        Settled((), 0),
    ]
    assert lines(told(events, move_asked(), None)) == [
        "#pontoon kevin sticks",
        "#pontoon kevin: K♦ 9♣ = 19 high cards, stake 50: wins the stake back",
        "#pontoon The Dealer's Friend: K♦ 9♣ = 19 bust, stake 50: loses 50",
        "#pontoon the cards have been shuffled",
    ]


def test_a_last_card_bought_is_shown_before_the_results() -> None:
    events = [
        Bought("kevin", None, 50, THREE),
        Busted("kevin", None, THREE),
        result(),
        Settled((), 0),
    ]
    assert [each.target for each in told(events, move_asked(), None)] == [
        "#pontoon",
        "KEVIN",
        "#pontoon",
    ]


def test_a_round_without_results_is_told_at_once_with_the_shuffle() -> None:
    said = told([Abandoned(), Shuffled()], move_asked(), None)
    assert [each.topic for each in said] == [Topic.VOID]
    assert [each.items for each in said] == [
        ("no round: it is stopped, and all stakes are returned", "the cards have been shuffled")
    ]


def test_what_is_nobodys_business_is_not_told() -> None:
    assert told([SecondCard(AWAY, None, TWO), Settled((), 0)], move_asked(), None) == []


def test_the_marker_is_told_when_it_is_reached() -> None:
    said = told([MarkerHit(), Twisted("kevin", None, cards("7S")[0])], move_asked(), None)
    assert said[0].items == (WORDS.announcement(MarkerHit()), "kevin twists 7♠")
