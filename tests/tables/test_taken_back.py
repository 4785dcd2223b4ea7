"""A question that the server has refused, and that waits to be sent again, takes no time."""

from pathlib import Path

import pytest

from pontoon.irc.outgoing import Question
from pontoon.text.announcements import ON_ITS_WAY
from tests.support.offline_bot import OfflineBot
from tests.support.short_timeouts import asked, auction, in_channel, new_bot, playing, timers

AGES = 1e5
"""Seconds; longer than any decision may take."""


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


@pytest.fixture
def betting(tmp_path: Path) -> OfflineBot:
    """Dave, kevin and bob are asked for their bets."""
    bot = new_bot(tmp_path, "5D 9C 7S KH 9H 7C")
    bot.says("dave", "!pontoon dave kevin bob")
    return bot


def question_to(bot: OfflineBot, nick: str) -> Question:
    """Return the receipt of the last message that asked NICK something."""
    receipts = [each.left for each in bot.spoken if each.target == nick]
    return [each for each in receipts if isinstance(each, Question)][-1]


def take_back(bot: OfflineBot, nick: str) -> Question:
    """Have the server refuse the last question to NICK; return its receipt."""
    question = question_to(bot, nick)
    question.taken_back()
    return question


def test_the_player_has_the_whole_time_when_it_has_left_again(bot: OfflineBot) -> None:
    bot.pass_seconds(5)
    question = take_back(bot, "dave")
    assert bot.pass_seconds(AGES) == []
    question()
    assert bot.pass_seconds(44.9) == []
    assert in_channel(bot.pass_seconds(0.1)) == ["dave has 45 s left to play"]
    assert in_channel(bot.pass_seconds(44.9)) == []
    assert in_channel(bot.pass_seconds(0.1))[0].startswith("dave twists")


def test_no_answer_counts_until_it_has_left_again(bot: OfflineBot) -> None:
    question = take_back(bot, "dave")
    assert [each.line for each in bot.tells("dave", "t")] == [ON_ITS_WAY]
    question()
    assert in_channel(bot.tells("dave", "t"))[0].startswith("dave twists")


@pytest.mark.parametrize("reminder", ["what", "hand", "?"])
def test_what_only_reminds_of_it_gives_no_time(bot: OfflineBot, reminder: str) -> None:
    bot.pass_seconds(35)
    bot.tells("dave", reminder)
    question = take_back(bot, "dave")
    assert in_channel(bot.pass_seconds(10)) == ["dave has 45 s left to play"]
    question()
    assert in_channel(bot.pass_seconds(45))[0].startswith("dave twists")


def test_neither_does_the_warning(bot: OfflineBot) -> None:
    bot.pass_seconds(45)
    take_back(bot, "dave")
    assert in_channel(bot.pass_seconds(45))[0].startswith("dave twists")


def test_what_carries_a_question_that_was_not_sent_is_no_mere_reminder(bot: OfflineBot) -> None:
    take_back(bot, "dave")
    bot.tells("dave", "hand")
    bot.pass_seconds(40)
    question = take_back(bot, "dave")
    assert bot.pass_seconds(AGES) == []
    question()
    assert in_channel(bot.pass_seconds(89))[0].startswith("dave has 45 s left")


def test_nobody_who_has_gone_is_waited_for_longer_than_others(bot: OfflineBot) -> None:
    take_back(bot, "dave")
    bot.leaves("dave")
    assert in_channel(bot.pass_seconds(59)) == []
    assert in_channel(bot.pass_seconds(1))[0].startswith("dave twists")


def test_a_question_that_is_over_is_no_matter_of_the_next_one(bot: OfflineBot) -> None:
    question = question_to(bot, "dave")
    for answer in ("t", "s"):
        bot.tells("dave", answer)
    bot.pass_seconds(35)
    question.taken_back()
    question()
    assert in_channel(bot.pass_seconds(10)) == ["kevin has 45 s left to play"]


def test_it_counts_for_no_other_round(bot: OfflineBot) -> None:
    question = take_back(bot, "dave")
    bot.says("dave", "!pontoon resign")
    bot.says("kevin", "!pontoon resign")
    question()
    assert timers(bot) == 0


def test_time_begins_though_the_bot_was_out_of_the_channel_meanwhile(bot: OfflineBot) -> None:
    take_back(bot, "dave")
    bot.croupier().absence.suspend()
    bot.pass_seconds(60)
    bot.croupier().absence.resume()
    bot.pass_seconds(44)
    assert in_channel(bot.pass_seconds(1)) == ["dave has 45 s left to play"]


def test_all_who_bet_at_once_have_one_clock(betting: OfflineBot) -> None:
    betting.pass_seconds(40)
    question = take_back(betting, "kevin")
    assert betting.pass_seconds(AGES) == []
    question()
    betting.pass_seconds(44)
    assert in_channel(betting.pass_seconds(1)) == ["dave, kevin, bob have 45 s left to bet"]


def test_that_begins_when_the_last_of_their_questions_has_left(betting: OfflineBot) -> None:
    of_kevin, of_bob = take_back(betting, "kevin"), take_back(betting, "bob")
    of_kevin()
    assert betting.pass_seconds(AGES) == []
    of_bob()
    betting.pass_seconds(44)
    assert in_channel(betting.pass_seconds(1)) == ["dave, kevin, bob have 45 s left to bet"]


def test_that_is_so_at_first_too(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.waiting = []
    bot.says("dave", "!pontoon dave kevin")
    bot.lets_leave(2)
    bot.pass_seconds(40)
    bot.lets_leave()
    bot.waiting = None
    bot.pass_seconds(44)
    assert in_channel(bot.pass_seconds(1)) == ["dave, kevin have 45 s left to bet"]


@pytest.mark.parametrize("answer", ["50", "leave"])
def test_others_need_not_wait_for_the_question_of_who_does_not_need_it(
    betting: OfflineBot, answer: str
) -> None:
    """A bet counts from the opening line on."""
    take_back(betting, "kevin")
    betting.tells("kevin", answer)
    betting.pass_seconds(44)
    assert in_channel(betting.pass_seconds(1)) == ["dave, bob have 45 s left to bet"]


def test_an_auction_has_to_end_nevertheless(tmp_path: Path) -> None:
    bot = auction(tmp_path)
    take_back(bot, "kevin")
    bot.pass_seconds(30)
    assert asked(bot) != "kevin"
