"""What is said where somebody does not answer, is not there, or cannot be reached."""

import re

from pontoon.engine.absence_events import Gone, SeemsAway
from pontoon.engine.events import Abandoned
from pontoon.engine.moves import Ask, Option, Phase, Verb
from pontoon.text import announcements, prompts
from pontoon.text.formatting import CardFormat, CardStyle
from pontoon.text.round import RoundTexts

FACES = CardFormat(CardStyle.UNICODE)
WORDS = RoundTexts(lambda nick: f"The {nick}", FACES)
BET = Ask("dave", Phase.BET, (Option(Verb.BET, 1, 9),), (), 0, 90)


def test_who_seems_away_is_told_how_to_be_back() -> None:
    aside = WORDS.aside(SeemsAway("dave"))
    assert aside is not None
    assert aside[0] == "dave"
    assert "say anything here" in aside[1]
    assert WORDS.aside(Abandoned()) is None


def test_a_warning_says_what_is_to_be_done_and_repeats_the_prompt() -> None:
    assert prompts.time_runs_out("The Boss", BET, 30) == "The Boss has 30 s left to bet"
    assert (
        prompts.HURRY.format(prompt="Bet (1-9)?", seconds=30, of_game="") == "30 s left. Bet (1-9)?"
    )


def test_nothing_but_prompts_has_letters_or_amounts_in_brackets() -> None:
    said = [
        prompts.time_runs_out("dave", BET, 30),
        announcements.I_AM_OUT.format(channel="#pontoon"),
        announcements.cannot_be_reached("dave", "(s)tick (1-200)"),
        *filter(None, map(WORDS.announcement, (Gone("dave", 5), SeemsAway("dave")))),
    ]
    for line in said:
        assert not re.search(r"\w*\(\w\)\w*|\(\d+-\d+\)", line)
