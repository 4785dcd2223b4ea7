"""Whatever anybody says and does who is not logged in to a player's account, nothing is theirs."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pontoon.irc.casemapping import rfc1459
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import Entry, OfflineBot
from tests.support.properties import FEW
from tests.support.random_people import COMMANDS, MESSAGES

pytestmark = pytest.mark.slow


OWNER = '<account>Dave</account><account network="libera">dave</account>'
MINUTES = "<blackjack><minutes>50</minutes><time_bank>5</time_bank><day>20261120</day></blackjack>"
ENTRIES = [Entry("dave", 1000, 100, owner=OWNER, records=MINUTES), Entry("kevin"), Entry("bob")]
CONFIG = {"identity": {"self_registration": "yes"}, "blackjack": {"voice": "yes"}}
NICKS = ("dave", "DAVE", "mallory", "kevin", "davey")
ACCOUNTS = (None, "", "mallory", "dav", "Dave2", "libera/dave")
SAID = (
    *COMMANDS,
    *("!pontoon dave", "!pontoon", "!shoot dave kevin", "!blackjack dave", "!bank +1", "!bank -1"),
    *("!deposit 1", "!withdraw 1", "!leave", "!stick", "!done", "!british dave kevin"),
)
TOLD = (*MESSAGES, "claim", "register", "bank -1", "deposit 1", "withdraw 1", "done", "accept")


class Step(NamedTuple):
    """What somebody without the account does."""

    act: str
    text: str
    nick: str
    account: str | None


ACTS = {
    "say": SAID,
    "tell": TOLD,
    "rename": ("",),
    "log in": ("",),
    "leave": ("",),
    "come": ("m@elsewhere", "dave@dave.home"),
}
steps = st.lists(
    st.sampled_from(("say", "say", "say", "tell", "tell", "tell", *ACTS)).flatmap(
        lambda act: st.builds(
            Step,
            st.just(act),
            st.sampled_from(ACTS[act]),
            st.sampled_from(NICKS),
            st.sampled_from(ACCOUNTS),
        )
    ),
    min_size=10,
    max_size=60,
)


class Mallory:
    """Somebody in BOT's channel without the account of dave, under one nick after the other."""

    def __init__(self, bot: OfflineBot) -> None:
        self.bot = bot
        self.nick = "mallory"
        bot.comes("mallory", "dave@dave.home")

    @property
    def _is_in(self) -> bool:
        return self.bot.roster().find(self.nick) is not None

    def do(self, step: Step) -> None:
        """Do STEP, if it can be done now."""
        acts: dict[str, Callable[[], object]] = {
            "say": lambda: self.bot.says(self.nick, step.text),
            "tell": lambda: self.bot.tells(self.nick, step.text),
            "rename": lambda: self._rename(step.nick),
            "log in": lambda: self.bot.logs_in(self.nick, step.account),
            "leave": lambda: self._is_in and self.bot.leaves(self.nick),
            "come": lambda: self._is_in or self.bot.comes(self.nick, step.text),
        }
        acts[step.act]()

    def _rename(self, new: str) -> None:
        is_taken = any(rfc1459(new) == rfc1459(each.nick) for each in self.bot.roster())
        if not is_taken:
            self.bot.renames(self.nick, new)
            self.nick = new


def opened(folder: str) -> OfflineBot:
    bot = OfflineBot(Path(folder), ENTRIES, "5D 9C KH 9H", config=CONFIG)
    bot.ops("PontoonBot")
    return bot


@FEW
@given(done=steps)
def test_a_player_whose_owner_is_away_stays_as_they_are(done: list[Step]) -> None:
    with TemporaryDirectory() as folder, patch("os.fsync"):
        bot = opened(folder)
        bot.leaves("dave")
        bot.people.clear()
        before, mallory = bot.in_file("dave"), Mallory(bot)
        for step in done:
            mallory.do(step)
            assert bot.croupier().seat_map.address("dave") is None
            bot.pass_seconds(20)
        bot.pass_seconds(10_000)
        assert bot.in_file("dave") == before
        check_books(bot.players_xml)


@FEW
@given(done=steps)
def test_a_seat_stays_as_it_is_and_nothing_of_it_is_shown(done: list[Step]) -> None:
    """Dave is asked, under another nick, while somebody does all this who once was at his home."""
    with TemporaryDirectory() as folder, patch("os.fsync"):
        bot = opened(folder)
        bot.logs_in("dave", "dave")
        bot.renames("dave", "dave_")
        bot.says("bob", "!pontoon dave kevin")
        bot.tells("dave_", "50")
        bot.tells("kevin", "50")
        before, ask, mallory = bot.in_file("dave"), bot.croupier().ask, Mallory(bot)
        assert ask is not None
        bot.leaves("kevin")
        for step in done:
            said = len(bot.said)
            mallory.do(step)
            assert bot.croupier().ask is ask
            told = [each.line for each in bot.said[said:] if each.target != "dave_"]
            assert not any(card in line for line in told for card in ("5♦", "K♥"))
        assert bot.in_file("dave") == before
        assert bot.tells("dave_", "t")[0].line.startswith("dave twists")


@FEW
@given(done=steps)
def test_nor_is_it_anybody_elses_while_its_player_is_out(done: list[Step]) -> None:
    with TemporaryDirectory() as folder, patch("os.fsync"):
        bot = opened(folder)
        bot.logs_in("dave", "dave")
        bot.says("bob", "!pontoon dave kevin")
        bot.tells("dave", "50")
        bot.tells("kevin", "50")
        dave = bot.person("dave")
        ask = bot.croupier().ask
        bot.leaves("dave")
        bot.leaves("kevin")
        bot.people.clear()
        mallory = Mallory(bot)
        for step in done:
            mallory.do(step)
            assert bot.croupier().ask == ask
            assert bot.croupier().seat_map.address("dave") is None
        if bot.roster().find("dave_") is None:
            bot.people["dave_"] = replace(dave, nick="dave_")
            assert "5♦ K♥ = 15" in bot.comes("dave_")[0].line
