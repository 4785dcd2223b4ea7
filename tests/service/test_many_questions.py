"""A crowd that asks for long answers does not bury the game."""

from pathlib import Path

import pytest

from pontoon.irc.queue import MAX_CHATTER
from tests.support.offline_bot import CHANNEL
from tests.support.whole_bot import WholeBot

pytestmark = pytest.mark.slow

BURST = 8


@pytest.fixture
def asked(tmp_path: Path) -> WholeBot:
    """Return a bot at its usual pace that was asked for rules by a thousand people."""
    whole = WholeBot(tmp_path, "2C 5D 9C 8H", lines_per_second=1.0, burst=BURST)
    # A round of its own, so that the deck is sealed and cut.
    whole.hears("dave", "!pontoon dave")
    whole.hears("dave", "!pontoon leave")
    whole.rig.clock.advance(30)
    whole.tables_clock.advance(120)  # until dave is dealt to again
    for number in range(1000):
        whole.rig.receive(f":asker{number}!a{number}@home PRIVMSG Bot :rules")
    return whole


def sent_in(whole: WholeBot, seconds: int) -> list[str]:
    """Return what is sent in so many SECONDS."""
    whole.rig.sent()
    lines = []
    for _ in range(seconds):
        whole.rig.clock.advance(1)
        lines += whole.rig.sent()
    return lines


def test_what_happens_at_the_table_goes_before_the_answers(asked: WholeBot) -> None:
    sent = asked.hears("dave", "!pontoon dave kevin") + sent_in(asked, 4)
    began, prompt, other, where_cards_are = sent
    assert prompt.startswith("PRIVMSG dave :Your card: 5♦")
    assert other.startswith("PRIVMSG kevin :Your card: 9♣")
    assert began.startswith(f"PRIVMSG {CHANNEL} :♠ Shed Pontoon: dave, kevin")
    assert where_cards_are.startswith(f"PRIVMSG {CHANNEL} :♢ dave, kevin: ")
    asked.hears("dave", "5", "Bot")
    assert sent_in(asked, 1) == ["PRIVMSG dave :You bet 5. kevin is still to bet."]
    asked.hears("kevin", "5", "Bot")
    assert {line.split(" :")[0] for line in sent_in(asked, 3)} == {
        *(f"PRIVMSG {CHANNEL}", "PRIVMSG asker1", "PRIVMSG dave")
    }


def test_that_a_bet_stands_is_not_told_any_more_when_the_next_question_is(asked: WholeBot) -> None:
    asked.hears("dave", "!pontoon dave kevin")
    sent_in(asked, 3)
    asked.hears("dave", "5", "Bot")
    asked.hears("kevin", "5", "Bot")
    assert not any("You bet" in line for line in sent_in(asked, 30))


def test_answers_beyond_a_bound_are_dropped_and_that_is_logged_once(asked: WholeBot) -> None:
    assert len([line for line in asked.logged if "answers wait" in line]) == 1
    answers = [line for line in sent_in(asked, MAX_CHATTER + 5) if line.startswith("PRIVMSG")]
    assert len(answers) == MAX_CHATTER
    assert asked.hears("kevin", "help", "Bot") != []


def test_one_who_asks_for_all_there_is_is_told_that_there_is_more(tmp_path: Path) -> None:
    whole = WholeBot(tmp_path, lines_per_second=1.0, burst=BURST)
    whole.rig.clock.advance(30)
    for _ in range(20):
        whole.rig.receive(":dave!dave@home PRIVMSG Bot :help more")
    assert [line for line in sent_in(whole, 40) if "There is more" in line] == [
        "PRIVMSG dave :There is more, but I cannot send it all at once. Ask again in a minute."
    ]
