"""No nickname that is allowed makes a checker accuse an honest bot (RULES 0, Names)."""

import random
import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.support.logged_evenings import (
    CHECK_DECKS,
    CHECK_LOG,
    SHORT_DECKS,
    LoggedBot,
    logged,
    run,
    same_secrets,
)
from tests.support.offline_bot import Entry
from tests.support.properties import FEW
from tests.support.repository import ROOT

pytestmark = pytest.mark.slow

TRANSCRIPTS = "\n".join(
    path.read_text("utf-8") for path in sorted((ROOT / "tests" / "wire").glob("*.txt"))
)
RECORDS = """
Deck 1 sealed: opened opened, given up (restart): cannot be opened: its secret is lost cut cuts by
deck 1, card 1 not cut cut by 2: Shed Pontoon British Shoot CUTwC Black Jack For Time:
(!cut any words)
"""
WORDS = sorted(
    {word for line in re.findall("<PontoonBot> (.*)", TRANSCRIPTS) for word in line.split()}
    | {word.strip(",:.|()") for word in re.findall(r"\S+", TRANSCRIPTS)}
    | set(RECORDS.split())
)
"""All words that the bot says."""

names = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
GAMES = ("pontoon", "british", "cutwc", "blackjack", "shoot")


@given(st.lists(names, min_size=6, max_size=6), st.integers(0, 5))
@example(
    ["Deck 1 is opened", "No round", "nobody wants the bank", "dave quits", "bust", "AH 10C"], 1
)
@example(
    ["Deck 1 cannot be opened", "the round is void", "dave twists", "Banker", "Chips", "cut"], 2
)
@example(["dave and kevin", "dave sticks", "kevin busts", "second cards", "to play", "hand 2"], 3)
@FEW
def test_no_name_that_is_allowed_accuses_the_bot(wanted: list[str], seed: int) -> None:
    with TemporaryDirectory() as name, same_secrets(seed):
        folder, chance = Path(name), random.Random(seed)
        bot = LoggedBot(folder, [Entry("dave"), Entry("kevin"), Entry("bob")], config=SHORT_DECKS)
        for place, each in enumerate(wanted):
            bot.tells(("dave", "kevin", "bob")[place % 3], f"set nickname {each}")
            bot.says("dave", f"!{GAMES[place % 5]} dave kevin bob")
            bot.says("kevin", "!cut it")
            bot.plays(chance)
            bot.pass_seconds(130)
        for game in GAMES:
            bot.gives_up(game)
        log = folder / "den.log"
        lines = logged(bot.book, "ZNC", "dave").channel
        log.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        status, said = run(CHECK_LOG, log)
        assert status == 0, said
        assert said.count(": right: ") >= 3
        assert "cannot be followed" not in said
        status, said = run(CHECK_DECKS, folder / "players.decks", "--log", log)
        assert status == 0, said
