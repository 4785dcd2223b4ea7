"""What a channel is told of games with a banker or a dealer."""

import pytest

from pontoon.engine import events as all_events
from pontoon.engine.cards import cards
from pontoon.engine.errors import Refused, RequestFault
from pontoon.engine.events import (
    DealerPlayed,
    Event,
    HandEvent,
    Kitty,
    PlayerEvent,
    Settled,
)
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, Move, Option, Phase, Unit, Verb, WhyNot
from pontoon.games import bank_events
from pontoon.games.bank_events import (
    BankSold,
    KnockedDown,
    SaleOffered,
)
from pontoon.text import announcements, prompts
from tests.support.sample_events import OF_BANKERS_AND_DEALERS, WORDS, all_asked, events
from tests.text.test_round import LETTERED

TWO = cards("5D 8H")
(ACE,) = cards("AS")


def test_what_happens_is_told_without_letters_in_brackets() -> None:
    for event in OF_BANKERS_AND_DEALERS:
        line = WORDS.announcement(event)
        assert line
        assert not LETTERED.search(line)


def test_what_the_dealer_draws_is_told_in_the_line_of_the_dealers_hand_alone() -> None:
    assert WORDS.announcement(DealerPlayed(ACE, TWO)) is None


def test_what_is_paid_at_once_is_told_with_who_has_the_bank_now_and_to_the_seller() -> None:
    for kind in (BankSold, KnockedDown):
        sold = kind("bob", "kevin", 200)
        assert WORDS.announcement(sold) is None
        assert WORDS.aside(sold) == ("bob", "kevin buys your bank for 200 chips.")


@pytest.mark.parametrize(("is_at_once", "when"), [(True, "at once"), (False, "after the round")])
def test_whom_the_bank_is_offered_to_is_told_when_it_changes_hands(
    is_at_once: bool, when: str
) -> None:
    assert WORDS.aside(SaleOffered("bob", "kevin", 200, is_at_once)) == (
        "kevin",
        f"bob offers you the bank for 200 chips, {when}: say accept 200 or decline.",
    )


def test_there_are_words_for_every_other_event() -> None:
    """Here, or in the tests of what the games share."""
    named = [each for module in (all_events, bank_events) for each in vars(module).values()]
    kinds = {each for each in named if isinstance(each, type) and issubclass(each, Event)}
    concrete = kinds - {
        Event,
        PlayerEvent,
        HandEvent,
        DealerPlayed,
        BankSold,
        KnockedDown,
        all_events.NewPlayers,
        all_events.Feat,
    }
    assert {type(event) for event in (*OF_BANKERS_AND_DEALERS, *events(None))} == concrete


def test_a_kitty_that_is_left_is_told_when_the_round_is_over() -> None:
    assert WORDS.announcement(Settled((), 0, Kitty("bob", 105))) == "bob has a kitty of 105"
    assert WORDS.announcement(Settled((), 0)) is None


def test_a_bid_of_fingers_that_cannot_be_is_refused_as_one() -> None:
    option = Option(Verb.BET, 1, 4)
    ask = Ask("bob", Phase.BET, (option,), TWO[:1], 0, 0, unit=Unit.FINGERS)
    refusal = WORDS.refusal(ask, Move(Verb.BET, 5), Refused(WhyNot.BAD_AMOUNT))
    assert refusal.startswith("You can bid from 1 to 4. ")
    ask = Ask("bob", Phase.HAND, (Option(Verb.STICK),), TWO, 2, 0, unit=Unit.FINGERS)
    refusal = WORDS.refusal(ask, Move(Verb.BET, 3), Refused(WhyNot.NOT_NOW))
    assert refusal.startswith("You have already bid. ")


# What an offer does not tell of itself


def hand_asked(hand: str, *options: Option) -> str:
    """Return how bob is asked what to do with a HAND."""
    ask = Ask("bob", Phase.HAND, (Option(Verb.TWIST), *options), tuple(cards(hand)), 10, 990)
    return WORDS.prompt(ask)


def test_how_a_card_is_bought_for_more_is_told_behind_the_moves() -> None:
    for most, number in [(11, 11), (12, 11), (20, 15)]:
        assert hand_asked("5D 8H", Option(Verb.BUY, 10, most)) == (
            f"5♦ 8♥ = 13: (t)wist (b)uy for 10-{most}. "
            f"Stake 10, chips 990; b {number} buys for {number}"
        )


def test_it_is_told_only_where_there_is_a_choice_and_only_with_the_first_two_cards() -> None:
    no_hint = ". Stake 10, chips 990"
    assert hand_asked("5D 8H", Option(Verb.BUY, 10, 10)).endswith(no_hint)
    assert hand_asked("5D 8H").endswith(no_hint)
    assert hand_asked("5D 8H 2C", Option(Verb.BUY, 10, 15)).endswith(no_hint)


def test_a_cost_that_several_moves_share_is_said_once_behind_them() -> None:
    buy, burn, split = (Option(verb, 50, 50) for verb in (Verb.BUY, Verb.BURN, Verb.SPLIT))
    assert hand_asked("7D 7H", buy, burn, split) == (
        "7♦ 7♥ = 14: (t)wist (b)uy b(u)rn s(p)lit. Buy, burn or split for 50. Stake 10, chips 990"
    )


def test_costs_that_differ_are_behind_the_moves_too() -> None:
    asked = hand_asked("7D 7H", Option(Verb.BUY, 10, 20), Option(Verb.SPLIT, 10, 10))
    assert asked.startswith(
        "7♦ 7♥ = 14: (t)wist (b)uy s(p)lit. Buy for 10-20, split for 10. Stake 10, chips 990; "
    )


def test_that_a_card_must_follow_a_shot_is_told_with_the_offer() -> None:
    assert hand_asked("5D 8H 2C", Option(Verb.SHOOT, 1, 50)) == (
        "5♦ 8♥ 2♣ = 15: (t)wist sh(o)ot 1-50. "
        "Stake 10, chips 990; after shooting you must take a card"
    )


# Who wants the bank

BANK_ASKED = Ask("bob", Phase.BANK, (Option(Verb.TAKE), Option(Verb.PASS)), (), 0, 1000, seconds=30)


def test_who_is_asked_about_the_bank_answers_yes_or_no() -> None:
    assert WORDS.prompt(BANK_ASKED) == (
        "Do you want the bank? (y)es (n)o, within 30 s; silence means no. You have 1000 chips"
    )


def test_what_is_neither_is_not_understood() -> None:
    assert WORDS.not_understood(BANK_ASKED) == f"Answer y or n. {WORDS.prompt(BANK_ASKED)}"


def test_another_move_is_refused_with_what_this_is_about() -> None:
    for verb in [Verb.BET, Verb.TWIST, Verb.KITTY]:
        refusal = WORDS.refusal(BANK_ASKED, Move(verb), Refused(WhyNot.NOT_NOW))
        assert refusal == f"Answer y or n first. {WORDS.prompt(BANK_ASKED)}"


def test_the_channel_is_told_how_to_answer_without_letters_in_brackets() -> None:
    told = prompts.everybody_to_do(BANK_ASKED)
    assert told == "who takes the bank?"
    assert not LETTERED.search(told)


def test_an_answer_is_acknowledged() -> None:
    told = WORDS.not_asked(Seat("bob", 1000), all_asked(BANK_ASKED))
    assert told.startswith("You have answered. ")


def test_a_banker_is_told_how_long_there_is_to_put_up_a_kitty() -> None:
    for kitty, options, prompt in [
        (
            0,
            (Option(Verb.KITTY, 1, 100), Option(Verb.PASS)),
            "Put up a kitty (1-100) within 30 s, or (n)o to have the bank auctioned?",
        ),
        (0, (Option(Verb.KITTY, 1, 100),), "Put up a kitty (1-100) within 30 s?"),
        (
            60,
            (Option(Verb.KITTY, 1, 40), Option(Verb.PASS)),
            "The kitty has 60. Add to it (1-40) within 30 s, or (n)o?",
        ),
    ]:
        ask = Ask("bob", Phase.KITTY, options, (), 0, 1000, seconds=30, shot=kitty)
        assert WORDS.prompt(ask) == f"{prompt} You have 1000 chips"


def test_the_banker_is_offered_a_twist() -> None:
    options = (Option(Verb.STAY), Option(Verb.DRAW))
    ask = Ask("bob", Phase.BANKER, options, TWO, 0, 1000)
    assert WORDS.prompt(ask) == "5♦ 8♥ = 13: (s)tay (t)wist. You play the bank, chips 1000"


# Deeds that are refused


@pytest.mark.parametrize(
    ("why", "limit", "said"),
    [
        (RequestFault.TOO_DEAR, 1000, "The bank can be sold for at most 1000 chips."),
        (
            RequestFault.TOO_FEW_CHIPS,
            204,
            "You need 204 chips to pay that price and be the banker.",
        ),
    ],
)
def test_a_sale_is_refused_with_the_number_behind_it(
    why: RequestFault, limit: int, said: str
) -> None:
    assert announcements.cannot_be_done(Refused(why, limit)) == said
