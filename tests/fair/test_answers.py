"""What the bot answers to ``fair N``, beside a log that has a gap (FAIR, Checking)."""

from collections.abc import Callable
from pathlib import Path

from tests.support.check_page import checked

FOLDER = Path(__file__).parent
LOG = (FOLDER / "logs" / "irssi-ascii.txt").read_text("utf-8")
ANSWERS = (FOLDER / "answers" / "irssi-ascii.txt").read_text("utf-8")
"""Of decks 1 to 5, from the same client."""

DECK = 5


def verdicts_without(is_missing: Callable[[str], bool]) -> tuple[str, str]:
    """Return the verdicts on a log without some lines, alone and beside the answers."""
    left = "\n".join(line for line in LOG.splitlines() if not is_missing(line))
    alone, answered = checked([[left], [left, ANSWERS]])
    assert "wrong" not in {**alone.verdicts, **answered.verdicts}.values()
    return alone.verdicts.get(DECK, ""), answered.verdicts.get(DECK, "")


def test_answers_change_nothing_of_a_whole_log() -> None:
    alone, answered = verdicts_without(lambda _line: False)
    assert alone == answered == "right"


def test_an_answer_stands_for_an_opening_that_was_missed() -> None:
    alone, answered = verdicts_without(lambda line: f"Deck {DECK} of #pontoon opened" in line)
    assert (alone, answered) == ("not provable", "right")


def test_an_answer_does_not_tell_when_the_deck_was_sealed() -> None:
    seal = f"eck {DECK} of #pontoon sealed", f"deck {DECK} sealed"
    alone, answered = verdicts_without(lambda line: any(each in line for each in seal))
    assert (alone, answered) == ("not provable", "not provable")


def test_an_answer_does_not_tell_when_somebody_cut() -> None:
    alone, answered = verdicts_without(lambda line: f"cuts deck {DECK} (" in line)
    assert (alone, answered) == ("not provable", "not provable")
