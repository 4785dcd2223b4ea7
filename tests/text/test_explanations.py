"""``?`` explains the open question to a beginner: one sentence for each answer."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.cards import PACK, Card, cards
from pontoon.engine.hands import BEST_TOTAL, ranks_not_bust, total
from pontoon.engine.moves import Ask, Option, Phase, Unit, Verb
from pontoon.text import help_pages
from pontoon.text.formatting import CardFormat
from pontoon.text.help_pages import explained
from pontoon.text.prompts import prompt
from tests.support.offline_bot import OfflineBot
from tests.support.play_rounds import GAMES, answers, nick_asked

FACES = CardFormat()
PLAYERS = "dave 1000, kevin 1000, bob 1000"
BUY = Option(Verb.BUY, 50, 50)


def asked(
    phase: Phase, *options: Option, hand: str = "", unit: Unit = Unit.CHIPS, shot: int = 0
) -> Ask:
    return Ask("dave", phase, options, cards(hand), 50, 900, unit=unit, shot=shot)


def test_each_move_has_a_sentence_with_its_price_and_the_ranks_on_which_one_busts() -> None:
    ask = asked(Phase.HAND, Option(Verb.STICK), Option(Verb.TWIST), BUY, hand="9D 8H")
    assert explained(ask) == (
        "(s)tick: you keep 17, and this hand is done. "
        "(t)wist: a card that everybody sees, and no more buying; you bust on 9 of 13 ranks. "
        "(b)uy: a card that only you see, for 50 more."
    )


def test_an_ace_counts_1_among_the_ranks_on_which_one_busts() -> None:
    for hand, ranks in [
        ("5D 8H", 8),
        ("4D 8H", 9),
        ("AD 8H", 13),
        ("5D 6H", 13),
        ("KD 10H", 1),
        ("2D 3H 4S 10C", 2),
    ]:
        assert ranks_not_bust(cards(hand)) == ranks
        ask = asked(Phase.HAND, Option(Verb.HIT), hand=hand)
        told = f"you bust on {13 - ranks} of 13 ranks" if ranks < 13 else "you cannot bust"
        assert explained(ask).endswith(f"; {told}.")


@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=4))
def test_the_ranks_are_those_with_which_the_hand_is_not_bust(hand: list[Card]) -> None:
    fitting = {each.rank for each in PACK if total((*hand, each)) <= BEST_TOTAL}
    assert ranks_not_bust(hand) == len(fitting)


def test_the_price_of_a_purchase_may_be_a_range() -> None:
    ask = asked(Phase.HAND, Option(Verb.BUY, 15, 30), hand="9D 8H")
    assert explained(ask).startswith(
        "(b)uy: a card that only you see, for 15 to 30 more; you bust on 9 of 13"
    )


def test_a_bet_is_explained_in_what_is_staked() -> None:
    for unit, stake in [
        (Unit.CHIPS, "the chips"),
        (Unit.FINGERS, "the fingers of drink"),
        (Unit.COINS, "the coins"),
    ]:
        told = explained(asked(Phase.BET, Option(Verb.BET, 1, 4), unit=unit))
        assert told.startswith(f"Say a number from 1 to 4, or max: {stake} that you ")


def test_an_amount_without_a_choice_is_no_range() -> None:
    told = explained(asked(Phase.SHOOT, Option(Verb.SHOOT, 1, 1), Option(Verb.PASS)))
    assert told.startswith("Say 1: a bet against the kitty that your hand beats the banker's.")


def test_each_phase_has_words_of_its_own() -> None:
    for phase, options, parts in [
        (Phase.BANK, (Option(Verb.TAKE), Option(Verb.PASS)), ("(y)es: you may get the bank",)),
        (
            Phase.AUCTION,
            (Option(Verb.BID, 10, 90), Option(Verb.PASS)),
            ("from 10 to 90, or max: what you pay for the bank", "(n)o: you bid no more"),
        ),
        (
            Phase.KITTY,
            (Option(Verb.KITTY, 1, 100), Option(Verb.PASS)),
            ("from 1 to 100, or max: the chips that you put up", "(n)o: you put up none, and the"),
        ),
        (
            Phase.SHOOT,
            (Option(Verb.SHOOT, 1, 20), Option(Verb.PASS)),
            ("from 1 to 20, or max: a bet against the kitty", "(n)o: you do not bet"),
        ),
        (
            Phase.INSURANCE,
            (Option(Verb.INSURE, 5, 5), Option(Verb.PASS)),
            ("(y)es: 5 more, which wins if the dealer has 21", "(n)o: your bet stays"),
        ),
        (Phase.BANKER, (Option(Verb.STAY),), ("(s)tay: you keep 17, pay the hands that are",)),
        (Phase.HAND, (Option(Verb.SHOOT, 1, 20),), ("sh(o)ot: with a number from 1 to 20 behind",)),
        (Phase.HAND, (Option(Verb.DOUBLE, 5, 5),), ("(d)ouble: 5 more on your bet",)),
    ]:
        told = explained(asked(phase, *options, hand="9D 8H"))
        assert [part for part in parts if part not in told] == []


def test_a_kitty_that_is_there_may_stay_as_it_is() -> None:
    options = Option(Verb.KITTY, 1, 60), Option(Verb.PASS)
    assert "(n)o: you put in nothing." in explained(asked(Phase.KITTY, *options, shot=40))


def test_there_are_words_for_every_verb() -> None:
    assert set(help_pages._MEANINGS) == set(Verb)


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_every_game_is_explained_and_repeated(
    tmp_path: Path, game: str, number: int
) -> None:
    """On two lines at most; and to ask changes nothing."""
    bot = OfflineBot(tmp_path, PLAYERS)
    bot.says("dave", f"!{game} dave kevin bob")
    while (ask := bot.croupier().ask) is not None:
        said = [each.line for each in bot.tells(nick_asked(bot), "?")]
        assert bot.croupier().ask == ask
        assert len(said) <= 2
        line = " | ".join(said)
        assert line.endswith(prompt(ask, FACES))
        told = line.removesuffix(prompt(ask, FACES))
        assert told.count(". ") + 1 >= len(ask.options)
        assert not re.search(r"[{}]|None|\(\d+-\d+\)", told)
        answers(bot, number)
