"""What a channel is told of games with a banker or a dealer."""

import pytest

from pontoon.engine import events as all_events
from pontoon.engine.cards import cards
from pontoon.engine.errors import Refused, RequestFault
from pontoon.engine.events import (
    BankerDrew,
    BankerShown,
    BankerStayed,
    DealerLooked,
    DealerNatural,
    DealerPlayed,
    DealerSeated,
    DealerShows,
    Doubled,
    Event,
    HandDealt,
    HandEvent,
    HandMade,
    Hit,
    Insured,
    Kitty,
    NoRound,
    NotInsurable,
    Obstacle,
    PairShown,
    Passed,
    PlayerEvent,
    PontoonDeclared,
    Resigned,
    RoundVoid,
    Settled,
    Stayed,
    ThrownIn,
)
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, Move, Option, Phase, Unit, Verb, WhyNot
from pontoon.games import bank_events
from pontoon.games.bank_events import (
    AuctionBegan,
    BankClaimed,
    BankCut,
    BankerLeft,
    BankerSeated,
    BankLooked,
    BankMissed,
    BankRestored,
    BankSold,
    BankTaken,
    BankVacant,
    BidMade,
    KittyAllShotAt,
    KittyPutUp,
    KittyTaken,
    KnockedDown,
    NotCovered,
    SaleAgreed,
    SaleCancelled,
    SaleDeclined,
    SaleOffered,
    SaleVoid,
    SatOut,
    ShotFired,
    WayToBank,
)
from pontoon.games.blackjack_hands import HandType
from pontoon.text import announcements, prompts
from pontoon.text.names import SAID_OF_NAMES
from tests.support.sample_events import WORDS, all_asked, events
from tests.text.test_round import LETTERED

TWO = cards("5D 8H")
(ACE,) = cards("AS")

TOLD: list[tuple[Event, str]] = [
    (PontoonDeclared("dave", None, ACE), "The Dealer's Friend has a pontoon and shows A♠"),
    (PontoonDeclared("bob", 2, ACE), "bob has a pontoon and shows A♠ (hand 2)"),
    (PairShown("bob", 1, TWO), "bob shows 5♦ 8♥ (hand 1)"),
    (ThrownIn("bob", None, TWO), "bob shows 5♦ 8♥"),
    (BankerShown("bob", TWO), "bob turns up 5♦ 8♥"),
    (BankerShown("bob", cards("AS KD")), "bob turns up A♠ K♦, a pontoon"),
    (BankerDrew("bob", ACE), "bob draws A♠"),
    (BankerStayed("bob", 18), "bob stays on 17 and pays 18 or better"),
    (BankerStayed("bob", 22), "bob stays on 21 and pays pontoons and five-card tricks"),
    (BankerStayed("bob"), "bob stays"),
    (Passed("bob"), "bob passes"),
    (Passed("bob", 2), "bob passes (hand 2)"),
    (DealerSeated("bob"), "bob deals"),
    (all_events.DeckNamed(41, 10), "deck 41, card 10"),
    (all_events.DeckCut(41, 2, "eHJj"), "deck 41, cut by 2: eHJj"),
    (Resigned("bob", 2, Unit.FINGERS), "bob leaves the round, drinking 2"),
    (NoRound(Obstacle.NOBODY_CAN_BANK), "no round: nobody has enough chips to be the banker"),
    (
        NoRound(Obstacle.NOBODY_WILL_BANK),
        "no round: nobody takes the bank",
    ),
    (
        NoRound(Obstacle.NO_KITTY),
        "no round: nobody puts up a kitty",
    ),
    (NoRound(Obstacle.BANKER_LEFT), "no round: the banker has left"),
    (NoRound(Obstacle.TOO_FEW_PLAYERS), "no round: too few players are left"),
    (RoundVoid(), "no round: nobody has bet"),
    (RoundVoid(has_bets=True), "no round: all stakes are returned"),
    (BankCut((("bob", ACE), ("dave", TWO[0]))), "cut for the bank: bob A♠, The Dealer's Friend 5♦"),
    (BankTaken("bob", WayToBank.CUT), "bob wins the cut"),
    (BankTaken("bob", WayToBank.ALONE), "only bob wants the bank"),
    (BankTaken("bob", WayToBank.LEFT), "the bank passes to bob"),
    (BankTaken("bob", WayToBank.PONTOON), "bob takes the bank with a pontoon"),
    (BankTaken("bob", WayToBank.SALE, 200), "bob buys the bank for 200"),
    (BankTaken("bob", WayToBank.AUCTION, 30), "bob gets the bank for 30"),
    (SatOut("bob"), "bob has too few chips and sits out"),
    (NotCovered("bob"), "bob sits out: the banker cannot cover so many"),
    (BankClaimed("bob"), "bob's pontoon takes the bank: I ask bob at the next deal"),
    (BankerSeated("bob", ("kevin", "bob")), "bob is the banker | deals to kevin, bob"),
    (
        BankerSeated("bob", ("kevin", "bob"), 50, WayToBank.PONTOON),
        "bob is the banker after a pontoon, kitty 50 | deals to kevin, bob",
    ),
    *(
        (
            BankerSeated("bob", ("kevin", "bob"), None, way),
            f"bob is the banker{how} | deals to kevin, bob",
        )
        for way, how in (
            (WayToBank.KEPT, " as before"),
            (WayToBank.CUT, " after the cut"),
            (WayToBank.SALE, " after the sale"),
            (WayToBank.AUCTION, " after the auction"),
        )
    ),
    (
        BankerLeft("bob", 15),
        "I draw for the banker on 15 or less, and the bank moves after the round",
    ),
    (BankMissed("bob"), "bob does not keep the bank"),
    (BankVacant("bob"), "bob passes the bank on: I ask who takes it at the next deal"),
    (
        BankRestored("bob", None),
        "bob has the bank",
    ),
    (
        BankRestored(None, 0),
        "nobody has the bank, kitty 0",
    ),
    (BankLooked("bob", None, None), "bob has the bank"),
    (
        BankLooked("bob", 90, 50),
        "bob has the bank, 90 more can be staked against it, kitty 50",
    ),
    (
        SaleOffered("bob", "kevin", 200),
        "bob offers the bank to kevin for 200 chips, after the round",
    ),
    (
        SaleOffered("bob", "kevin", 200, is_at_once=True),
        "bob offers the bank to kevin for 200 chips, at once",
    ),
    (SaleAgreed("bob", "kevin", 1), "kevin buys bob's bank for 1 chip after the round"),
    (SaleDeclined("kevin", "bob"), "kevin does not want the bank"),
    (SaleCancelled("bob", "kevin"), "bob takes back the offer of the bank"),
    (SaleVoid("bob", "kevin"), "bob does not sell the bank to kevin after all"),
    (KittyPutUp("bob", 20, 50), "bob puts 20 into the kitty"),
    (KittyTaken("bob", 50), "bob takes the kitty of 50"),
    (KittyAllShotAt(), "the whole kitty is bet against: nobody else can shoot now"),
    (AuctionBegan("bob"), "bob puts up no kitty: the bank goes to the highest bidder"),
    (BidMade("bob", 30), "bob bids 30"),
    (ShotFired("bob", None, 20), "bob shoots 20"),
    (ShotFired("bob", 2, 20), "bob shoots 20 (hand 2)"),
    (HandDealt("bob", None, TWO), "bob gets 5♦ 8♥ = 13"),
    (DealerShows(ACE), "the dealer shows A♠"),
    (Insured("bob", 2), "bob insures for 2"),
    (NotInsurable("bob", 0), "bob has too small a bet to insure"),
    (NotInsurable("bob", 2), "bob has too few coins left to insure"),
    (DealerLooked(), "the dealer has no natural"),
    (DealerNatural(cards("AS KD")), "the dealer has a natural"),
    (Hit("bob", None, ACE), "bob hits A♠"),
    (Doubled("bob", None, 5, ACE), "bob doubles for 5 and gets A♠"),
    (Stayed("bob", None), "bob stays"),
    (HandMade("bob", None, HandType.NATURAL), "bob has a natural"),
    (HandMade("bob", None, HandType.TWENTY_ONE), "bob has 21"),
    (HandMade("bob", None, HandType.CHARLIE), "bob has a five-card charlie"),
]


def test_what_happens_is_told_in_these_words() -> None:
    for event, line in TOLD:
        assert WORDS.announcement(event) == line
        assert not LETTERED.search(line)


def test_nobody_can_be_called_what_is_said_of_others() -> None:
    """As long as the word behind a name is one of those that a nickname cannot have there."""
    for line in [line for _, line in TOLD if line.startswith("bob ")]:
        assert line.split()[1].rstrip(",") in SAID_OF_NAMES


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
    assert {type(event) for event, _ in TOLD} | {type(event) for event in events(None)} == concrete


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
