"""People of one network are nobody on another, neither as players nor as admins."""

from pathlib import Path

import pytest

from pontoon.irc.casemapping import FOLDS
from pontoon.irc.people import Person
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot
from tests.support.second_network import WEST, SecondNetwork

EAST = "127.0.0.1"
FOUR = "dave 1000, kevin 1000, bob 1000, eve 1000"


def lines(said: object) -> str:
    return " / ".join(getattr(each, "line", each) for each in said)  # type: ignore[attr-defined]


@pytest.fixture
def brackets(tmp_path: Path) -> tuple[OfflineBot, SecondNetwork]:
    """Return where ``x[]`` and ``x{}`` are one, and where they are two, one of them a player."""
    bot = OfflineBot(tmp_path, "x[] 1000, kevin 1000", config=WEST)
    return bot, SecondNetwork(bot, ["x{}", "kevin"], FOLDS["ascii"])


def test_who_has_a_nick_that_is_the_players_elsewhere_is_not_they(
    brackets: tuple[OfflineBot, SecondNetwork],
) -> None:
    bot, west = brackets
    before = bot.players_xml.read_bytes()
    for text in ("bank +900", "set nickname X", "done"):
        assert "is not a player yet; ask an admin of this bot" in lines(west.tells("x{}", text))
    assert "No round" in west.says("kevin", "!pontoon x[]")[0]
    assert "No round" in west.says("kevin", "!pontoon x{}")[0]
    assert bot.players_xml.read_bytes() == before


def test_nor_do_they_claim_that_player(brackets: tuple[OfflineBot, SecondNetwork]) -> None:
    bot, west = brackets
    stranger = Person("x{}", "m@west", "mallory")
    west.real_network.hear(stranger, "claim")
    assert "is not a player yet; ask an admin of this bot" in west.said[-1][1]
    assert bot.in_file("x[]").accounts == {}


# Orders from one network about another


@pytest.fixture
def governed(tmp_path: Path) -> tuple[OfflineBot, SecondNetwork]:
    """Return a bot where root is an admin on the western network, and nobody on the other."""
    config = {**WEST, "admin": {"masks": "west/root!*@*"}}
    bot = OfflineBot(tmp_path, FOUR, config=config)
    return bot, SecondNetwork(bot, ["dave", "kevin", "root"])


@pytest.mark.parametrize("text", ["remove dave", "rename dave root", "add DAVE 5"])
@pytest.mark.parametrize("is_cut_off", [False, True])
def test_who_plays_on_another_network_stays_who_they_are(
    governed: tuple[OfflineBot, SecondNetwork], text: str, *, is_cut_off: bool
) -> None:
    bot, west = governed
    bot.says("dave", "!pontoon dave kevin")
    if is_cut_off:
        bot.is_cut_off()
    before = bot.players_xml.read_bytes()
    assert "dave" in west.tells("root", text)[0]
    assert bot.players_xml.read_bytes() == before


@pytest.mark.parametrize("text", ["remove dave", "rename dave root"])
def test_nor_is_a_round_forgotten_that_goes_on_after_a_restart(tmp_path: Path, text: str) -> None:
    config = {**WEST, "admin": {"masks": "west/root!*@*"}}
    bot = OfflineBot(tmp_path, FOUR, config=config)
    bot.says("dave", "!pontoon dave kevin")
    bot.network.rosters.clear()
    bot.starts_anew()
    west = SecondNetwork(bot, ["root"])
    assert west.tells("root", text)[0].startswith(f"dave is playing in {CHANNEL} on {EAST}")
    assert bot.in_file("dave").chips == 1000


def test_a_round_is_stopped_only_by_admins_of_its_network(
    governed: tuple[OfflineBot, SecondNetwork],
) -> None:
    bot, west = governed
    bot.says("dave", "!pontoon dave kevin")
    assert west.tells("root", f"stop {CHANNEL}") == ["No round is being played in #pontoon."]
    assert bot.tells("root", f"stop {CHANNEL}") == bot.tells("root", "fnord")
    assert bot.croupier().ask is not None


def test_what_an_admin_has_said_is_said_on_their_network(
    governed: tuple[OfflineBot, SecondNetwork],
) -> None:
    bot, west = governed
    west.tells("root", f"say {CHANNEL} hello")
    assert (CHANNEL, "hello") in west.said
    assert "hello" not in bot.heard_in(CHANNEL)


def test_an_account_of_the_same_name_on_another_network_is_worth_nothing(tmp_path: Path) -> None:
    """Neither for play nor for orders."""
    owner = "<account>Dave</account>"
    config = {**WEST, "admin": {"accounts": "dave"}}
    bot = OfflineBot(tmp_path, [Entry("dave", owner=owner), Entry("kevin")], config=config)
    west = SecondNetwork(bot, ["kevin"])
    stranger = Person("dave", "m@west", "Dave")
    west.roster.add(stranger)
    west.croupier.absence.arrived(stranger)
    before = bot.players_xml.read_bytes()
    for text in ("bank +900", "set nickname Me", "claim", "register", "quit", "chips dave +5"):
        west.real_network.hear(stranger, text)
    for text in ("!pontoon", "!pontoon dave", "!bank +900", "!british dave kevin"):
        west.real_network.hear(stranger, text, CHANNEL)
    assert west.croupier.ask is None
    assert bot.players_xml.read_bytes() == before
    assert not any("order of" in line for line in bot.tables_log)
