"""What people type, and the moves and commands that it says."""

from collections.abc import Callable

import pytest

from pontoon.engine.moves import (
    Accept,
    Bound,
    Cancel,
    Decline,
    Move,
    SellBank,
    TableRequest,
    VagueSale,
    Verb,
)
from pontoon.engine.notation import (
    looks_like_move,
    parse_amount,
    parse_move,
    parse_request,
)

Spelling = Callable[[str], str]

EITHER_CASE = pytest.mark.parametrize("spelt", [str.lower, str.upper, str.title])


@EITHER_CASE
def test_a_move_is_its_letter_or_its_word(spelt: Spelling) -> None:
    for typed, verb in [
        ("s", Verb.STICK),
        ("stick", Verb.STICK),
        ("t", Verb.TWIST),
        ("twist", Verb.TWIST),
        ("b", Verb.BUY),
        ("buy", Verb.BUY),
        ("u", Verb.BURN),
        ("burn", Verb.BURN),
        ("p", Verb.SPLIT),
        ("split", Verb.SPLIT),
        ("stay", Verb.STAY),
        ("draw", Verb.DRAW),
        ("h", Verb.HIT),
        ("hit", Verb.HIT),
        ("d", Verb.DOUBLE),
        ("double", Verb.DOUBLE),
        ("y", Verb.INSURE),
        ("yes", Verb.INSURE),
        ("n", Verb.PASS),
        ("no", Verb.PASS),
        ("pass", Verb.PASS),
    ]:
        assert parse_move([spelt(typed)]) == Move(verb)


@EITHER_CASE
@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("500", 500),
        ("max", Bound.MAX),
        ("all", Bound.MAX),
        ("min", Bound.MIN),
        ("0", 0),
        ("007", 7),
    ],
)
def test_an_amount_is_a_bet_with_or_without_the_word(
    typed: str, amount: int | Bound, spelt: Spelling
) -> None:
    assert parse_move([spelt(typed)]) == Move(Verb.BET, amount)
    assert parse_move([spelt("bet"), spelt(typed)]) == Move(Verb.BET, amount)


@EITHER_CASE
def test_a_word_means_what_is_on_offer(spelt: Spelling) -> None:
    for typed, offered, verb in [
        ("y", (Verb.TAKE, Verb.PASS), Verb.TAKE),
        ("yes", (Verb.TAKE, Verb.PASS), Verb.TAKE),
        ("s", (Verb.DRAW, Verb.STAY), Verb.STAY),
        ("s", (Verb.HIT, Verb.STAY), Verb.STAY),
        ("s", (Verb.STICK, Verb.TWIST), Verb.STICK),
        ("s", (Verb.BET,), Verb.STICK),
        ("t", (Verb.DRAW, Verb.STAY), Verb.DRAW),
        ("t", (Verb.STICK, Verb.TWIST), Verb.TWIST),
        ("stick", (Verb.DRAW, Verb.STAY), Verb.STAY),
        ("stay", (Verb.STICK, Verb.TWIST), Verb.STICK),
        ("draw", (Verb.STICK, Verb.TWIST), Verb.TWIST),
        ("twist", (Verb.DRAW, Verb.STAY), Verb.DRAW),
        ("(t)wist", (Verb.STICK, Verb.TWIST), Verb.TWIST),
        ("t!", (Verb.STICK, Verb.TWIST), Verb.TWIST),
        ("hit", (Verb.STICK, Verb.TWIST), Verb.TWIST),
        ("hit", (Verb.HIT, Verb.STAY), Verb.HIT),
        ("card", (Verb.STICK, Verb.TWIST), Verb.TWIST),
        ("card", (Verb.HIT, Verb.STAY), Verb.HIT),
        *((word, (Verb.STICK, Verb.TWIST), Verb.STICK) for word in ("stand", "stay", "hold")),
        *((word, (Verb.HIT, Verb.STAY), Verb.STAY) for word in ("stand", "hold")),
    ]:
        assert parse_move([spelt(typed)], offered) == Move(verb)


def test_a_number_alone_is_the_amount_that_is_asked() -> None:
    for offered, verb in [
        ((Verb.BET,), Verb.BET),
        ((Verb.SHOOT, Verb.PASS), Verb.SHOOT),
        ((Verb.KITTY,), Verb.KITTY),
        ((Verb.KITTY, Verb.PASS), Verb.KITTY),
        ((Verb.BID, Verb.PASS), Verb.BID),
    ]:
        assert parse_move(["20"], offered) == Move(verb, 20)
        assert parse_move(["max"], offered) == Move(verb, Bound.MAX)


@pytest.mark.parametrize("offered", [(Verb.STICK, Verb.BUY), (Verb.BUY, Verb.TWIST, Verb.SHOOT)])
def test_a_number_alone_is_not_taken_where_there_is_more_to_choose(
    offered: tuple[Verb, ...],
) -> None:
    """It is a bet, and refused as one."""
    assert parse_move(["20"], offered) == Move(Verb.BET, 20)


def test_an_amount_may_be_said_with_its_word() -> None:
    for word, verb in [
        *(("o", Verb.SHOOT), ("shoot", Verb.SHOOT), ("kitty", Verb.KITTY), ("bid", Verb.BID)),
        *(("b", Verb.BUY), ("buy", Verb.BUY)),
    ]:
        assert parse_move([word, "15"]) == Move(verb, 15)
        assert parse_move([word, "max"]) == Move(verb, Bound.MAX)


def test_the_word_for_an_amount_says_nothing_without_one() -> None:
    for word in ["bet", "o", "shoot", "kitty", "bid"]:
        assert parse_move([word]) is None


# What can be done on turn or not


@EITHER_CASE
@pytest.mark.parametrize(
    ("typed", "deed"),
    [
        ("accept", Accept()),
        ("accept 900", Accept(900)),
        ("decline", Decline()),
        ("cancel", Cancel()),
    ],
)
def test_an_offer_is_answered_with_a_word(typed: str, deed: TableRequest, spelt: Spelling) -> None:
    assert parse_request(spelt(typed).split()) == deed


def test_the_bank_is_offered_to_somebody_for_a_price() -> None:
    assert parse_request(["sell", "bank", "to", "kevin", "for", "200"]) == SellBank("kevin", 200)
    assert parse_request(["SELL", "Bank", "To", "Kevin", "FOR", "0200"]) == SellBank("Kevin", 200)


def test_an_offer_without_a_buyer_or_a_price_is_known_for_one() -> None:
    for typed in [
        *("sell bank", "SELL Bank to kevin", "sell bank kevin 200", "sell bank to kevin for"),
        *("sell bank to kevin for max", "sell bank to kevin for -5", "sell bank to kevin for 1e3"),
        "sell bank to kevin for 200 chips",
    ]:
        assert parse_request(typed.split()) == VagueSale()


def test_anything_else_is_no_such_thing() -> None:
    for typed in ["", "sell", "sell house", "accept now", "buy bank", "bank"]:
        assert parse_request(typed.split()) is None


NO_AMOUNTS = (
    *("-5", "+5", "1e3", "٣", "10.5", "1,000", "1_000", "", " ", "0x10", "½", "²", "五", "💰"),
    *("5\n", " 5", "5 ", "maximum", "m", "inf", "nan", "−5", "５"),
)


def test_anything_but_ascii_digits_is_no_amount() -> None:
    for typed in NO_AMOUNTS:
        assert parse_amount(typed) is None
        assert parse_move([typed]) is None
        assert parse_move(["bet", typed]) is None


def test_a_huge_number_is_a_number() -> None:
    """It is refused as too great a bet, not as a word that means nothing."""
    assert parse_amount("99999999999999999999") == 99999999999999999999
    assert parse_amount("9" * 400) == int("9" * 400)


def test_a_number_longer_than_any_line_is_not_worked_out() -> None:
    """Python refuses to, from 4,300 digits on."""
    assert parse_amount("9" * 5000) is None


def test_other_words_are_no_move() -> None:
    for words in [
        [],
        ["bet"],
        ["hello"],
        ["s", "t"],
        ["buy", "50", "60"],
        ["50", "60"],
        ["max", "50"],
        ["🂡"],
    ]:
        assert parse_move(words) is None


def test_any_move_may_be_typed_with_an_amount() -> None:
    """Whether it takes one is for the table to say."""
    assert parse_move(["b", "50"]) == Move(Verb.BUY, 50)
    assert parse_move(["stick", "max"]) == Move(Verb.STICK, Bound.MAX)


def test_what_begins_like_a_move_is_told_from_other_talk() -> None:
    for words in [["bet"], ["T"], ["50"], ["MIN"], ["stick", "it", "out"]]:
        assert looks_like_move(words)


def test_other_talk_does_not_look_like_a_move() -> None:
    for words in [[], ["sticky"], ["hello", "50"], ["weather"]]:
        assert not looks_like_move(words)


def test_what_is_not_on_offer_means_what_the_game_has() -> None:
    """So that it is refused for the reason that counts there."""
    for word, offered, known, verb in [
        ("stay", [Verb.TWIST], [Verb.STICK, Verb.TWIST, Verb.STAY], Verb.STICK),
        ("stay", [Verb.STAY], [Verb.STICK, Verb.TWIST, Verb.STAY], Verb.STAY),
        ("s", [], [Verb.HIT, Verb.STAY], Verb.STAY),
        ("t", [Verb.STAY], [Verb.BET, Verb.DRAW, Verb.TWIST], Verb.DRAW),
        ("u", [Verb.TWIST], [Verb.STICK, Verb.TWIST], Verb.BURN),
    ]:
        assert parse_move([word], offered, known) == Move(verb)
