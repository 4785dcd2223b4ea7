"""What decisions cost is counted once for each settled round, and said of players who made many."""

from pathlib import Path

import pytest

from pontoon.commands.player_commands import MIN_DECISIONS
from pontoon.odds.view import View
from pontoon.storage import costs
from pontoon.storage.costs import Cost, cost_of
from pontoon.storage.forget import forget
from pontoon.tables.cost_counter import MIN_PAUSE, SHARE
from tests.support.advisers import advises, last_is_best
from tests.support.honest_bots import bot_after_a_round, play
from tests.support.offline_bot import OfflineBot
from tests.support.play_rounds import change_database, full_disk


@pytest.fixture(autouse=True)
def _adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    advises(monkeypatch, last_is_best)


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """In the only round dave has lost 20 of 100 by sticking, and kevin 10 by twisting."""
    return bot_after_a_round(tmp_path)


def want(bot: OfflineBot) -> None:
    """Have somebody look at statistics; the bot looks for something to count."""
    bot.bot.cost_counter.cost_of("dave", "pontoon")
    bot.bot.cost_counter.look()


def counts(bot: OfflineBot) -> None:
    """Let the bot count all that is to be counted."""
    want(bot)
    while bot.bot.database.read("SELECT 1 FROM uncounted"):
        bot.pass_seconds(MIN_PAUSE)


def cost(bot: OfflineBot, nick: str = "dave", game: str = "pontoon") -> Cost:
    return cost_of(bot.bot.database.read, nick, game)


def test_a_settled_round_is_counted_with_the_decisions_of_each_player(bot: OfflineBot) -> None:
    assert cost(bot) == Cost(0, 0, 0)
    counts(bot)
    assert cost(bot) == cost(bot, "DAVE") == Cost(1, 1, 0.2)
    assert cost(bot, "kevin") == Cost(1, 1, 0.1)


def test_nothing_is_counted_before_somebody_looks_at_statistics(bot: OfflineBot) -> None:
    bot.bot.cost_counter.look()
    bot.pass_seconds(10 * MIN_PAUSE)
    assert cost(bot) == Cost(0, 0, 0)
    bot.says("kevin", "!pontoon stats dave")
    bot.pass_seconds(10 * MIN_PAUSE)
    assert cost(bot) == Cost(1, 1, 0.2)


def test_costs_are_those_of_one_game(bot: OfflineBot) -> None:
    play(bot, "cutwc")
    counts(bot)
    assert cost(bot) == Cost(1, 1, 0.2)
    assert cost(bot, game="cutwc").rounds == 1
    assert cost(bot, game="british") == Cost(0, 0, 0)


def test_only_the_latest_rounds_are_looked_at(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts(bot)
    monkeypatch.setattr(costs, "LATEST", 1)
    assert cost(bot) == Cost(1, 1, 0.2)
    bot.background.waiting = []
    play(bot, "pontoon")
    assert cost(bot) == Cost(0, 0, 0)


def test_computers_are_not_counted(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave ann+")
    while bot.croupier().ask is not None:
        bot.tells("dave", "5")
        bot.tells("dave", "t")
        bot.pass_seconds(2)
    counts(bot)
    players = bot.bot.database.read("SELECT player FROM round_players WHERE decisions IS NOT NULL")
    assert {*players} == {("dave",), ("kevin",)}


def test_there_is_a_pause_after_each_piece_of_work(bot: OfflineBot) -> None:
    bot.background.waiting = []
    want(bot)
    for _ in range(3):  # to replay it, and to judge two decisions
        (work,) = bot.background.waiting
        bot.background.waiting = []
        bot.time.elapsed += 3.0
        work()
        assert bot.background.waiting == []
        bot.pass_seconds((SHARE - 1) * 3.0 - 1)
        assert bot.background.waiting == []
        bot.pass_seconds(1)
    assert cost(bot) == Cost(1, 1, 0.2)


# Once, whatever happens


def test_a_round_is_counted_after_a_restart_and_never_twice(bot: OfflineBot) -> None:
    bot.background.waiting = []
    want(bot)
    bot.background.works()
    bot.dies()
    bot.starts()
    for _ in range(2):
        counts(bot)
        bot.starts_anew()
        assert cost(bot) == Cost(1, 1, 0.2)


def test_while_nothing_can_be_written_a_round_waits(bot: OfflineBot) -> None:
    with full_disk():
        want(bot)
        bot.pass_seconds(10 * MIN_PAUSE)
        bot.background.waiting = []
        want(bot)
        assert bot.background.waiting == []
        bot.background.works()
    assert cost(bot) == Cost(0, 0, 0)
    assert bot.bot.database.commit()
    counts(bot)
    assert cost(bot) == Cost(1, 1, 0.2)


@pytest.mark.parametrize("edit", ["rounds SET settled = '{}'", "acts SET act = '[0, \"x\"]'"])
def test_a_round_that_cannot_be_judged_holds_nothing_up(bot: OfflineBot, edit: str) -> None:
    change_database(bot, f"UPDATE {edit}")
    play(bot, "pontoon")
    counts(bot)
    assert cost(bot).rounds == 1


def test_so_does_none_that_is_gone(bot: OfflineBot) -> None:
    """As after somebody has deleted rounds by hand."""
    change_database(bot, "INSERT INTO uncounted VALUES (7)")
    counts(bot)
    assert cost(bot) == Cost(1, 1, 0.2)


def test_so_is_one_without_odds(bot: OfflineBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: View) -> None:
        raise LookupError

    bot.background.may_fail = True
    advises(monkeypatch, fail)
    counts(bot)
    assert cost(bot) == Cost(0, 0, 0)


def test_what_somebody_forgotten_has_lost_is_nobodys(bot: OfflineBot) -> None:
    counts(bot)
    bot.stops()
    forget(bot.players_xml, "dave")
    bot.starts()
    assert cost(bot) == Cost(0, 0, 0)
    assert cost(bot, "kevin") == Cost(1, 1, 0.1)


# What is said


@pytest.mark.parametrize(
    ("decisions", "told"),
    [(MIN_DECISIONS - 1, ""), (MIN_DECISIONS, ", gives away 20.0 for 100 staked")],
)
def test_after_enough_decisions_statistics_say_how_much_a_player_gives_away(
    bot: OfflineBot, decisions: int, told: str
) -> None:
    of_nobody = bot.says("kevin", "!pontoon stats dave")[0].line
    counts(bot)
    change_database(bot, f"UPDATE round_players SET decisions = {decisions}")
    assert bot.says("kevin", "!pontoon stats dave")[0].line == of_nobody + told
    assert "gives away" not in bot.says("kevin", "!british stats dave")[0].line


def test_a_round_with_a_bet_and_no_decision_counts_too(bot: OfflineBot) -> None:
    bot.says("bob", "!pontoon bob")
    bot.tells("bob", "5")
    bot.says("bob", "!pontoon resign")
    counts(bot)
    assert cost(bot, "bob") == Cost(1, 0, 0)
