"""Whatever anybody says and does who is not logged in to a player's account, nothing is theirs."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st

from pontoon.irc.casemapping import rfc1459
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import Clubhouse, Entry
from tests.support.random_people import COMMANDS, MESSAGES

quick = settings(derandomize=True, database=None, deadline=None, max_examples=30)

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
    "come": ("m@elsewhere", "dave@home"),
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
    """Somebody in HOUSE without the account of dave, under one nick after the other."""

    def __init__(self, house: Clubhouse) -> None:
        self.house = house
        self.nick = "mallory"
        house.comes("mallory", "dave@home")

    @property
    def _is_in(self) -> bool:
        return self.house.roster().find(self.nick) is not None

    def do(self, step: Step) -> None:
        """Do STEP, if it can be done now."""
        acts: dict[str, Callable[[], object]] = {
            "say": lambda: self.house.says(self.nick, step.text),
            "tell": lambda: self.house.tells(self.nick, step.text),
            "rename": lambda: self._rename(step.nick),
            "log in": lambda: self.house.logs_in(self.nick, step.account),
            "leave": lambda: self._is_in and self.house.leaves(self.nick),
            "come": lambda: self._is_in or self.house.comes(self.nick, step.text),
        }
        acts[step.act]()

    def _rename(self, new: str) -> None:
        is_taken = any(rfc1459(new) == rfc1459(each.nick) for each in self.house.roster())
        if not is_taken:
            self.house.renames(self.nick, new)
            self.nick = new


def opened(folder: str) -> Clubhouse:
    house = Clubhouse(Path(folder), ENTRIES, "5D 9C KH 9H", config=CONFIG)
    house.ops("PontoonBot")
    return house


@quick
@given(done=steps)
def test_a_player_whose_owner_is_away_stays_as_they_are(done: list[Step]) -> None:
    with TemporaryDirectory() as folder, patch("os.fsync"):
        house = opened(folder)
        house.leaves("dave")
        house.people.clear()
        before, mallory = house.in_file("dave"), Mallory(house)
        for step in done:
            mallory.do(step)
            assert house.croupier().sitters.address("dave") is None
            house.pass_seconds(20)
        house.pass_seconds(10_000)
        assert house.in_file("dave") == before
        check_books(house.players_xml)


@quick
@given(done=steps)
def test_a_seat_stays_as_it_is_and_nothing_of_it_is_shown(done: list[Step]) -> None:
    """Dave is asked, under another nick, while somebody does all this who once was at his home."""
    with TemporaryDirectory() as folder, patch("os.fsync"):
        house = opened(folder)
        house.logs_in("dave", "dave")
        house.renames("dave", "dave_")
        house.says("bob", "!pontoon dave kevin")
        house.tells("dave_", "50")
        house.tells("kevin", "50")
        before, ask, mallory = house.in_file("dave"), house.croupier().ask, Mallory(house)
        assert ask is not None
        house.leaves("kevin")
        for step in done:
            said = len(house.said)
            mallory.do(step)
            assert house.croupier().ask is ask
            told = [each.line for each in house.said[said:] if each.target != "dave_"]
            assert not any(card in line for line in told for card in ("5♦", "K♥"))
        assert house.in_file("dave") == before
        assert house.tells("dave_", "t")[0].line.startswith("dave twists")


@quick
@given(done=steps)
def test_nor_is_it_anybody_elses_while_its_player_is_out(done: list[Step]) -> None:
    with TemporaryDirectory() as folder, patch("os.fsync"):
        house = opened(folder)
        house.logs_in("dave", "dave")
        house.says("bob", "!pontoon dave kevin")
        house.tells("dave", "50")
        house.tells("kevin", "50")
        dave = house.person("dave")
        ask = house.croupier().ask
        house.leaves("dave")
        house.leaves("kevin")
        house.people.clear()
        mallory = Mallory(house)
        for step in done:
            mallory.do(step)
            assert house.croupier().ask == ask
            assert house.croupier().sitters.address("dave") is None
        if house.roster().find("dave_") is None:
            house.people["dave_"] = replace(dave, nick="dave_")
            assert "5♦ K♥ = 15" in house.comes("dave_")[0].line
