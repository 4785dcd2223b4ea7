"""A round that is over is paid as its result says, whatever has changed since, and told once."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pontoon.games.shed import ShedPontoon
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot, Said
from tests.support.play_rounds import GAMES, answers, change_database, play_out, rounds_written
from tests.support.short_timeouts import in_channel, new_bot, playing

Config = Mapping[str, Mapping[str, str]]

RESULTS = [
    "dave: 5♦ K♥ = 15 high cards, resigned, stake 50: loses 50",
    "kevin: 9♣ 9♥ = 18 high cards, stake 50: wins the stake back",
]
HOW_IT_ENDED = "I am back. This is how the last round of Shed Pontoon ended:"
PAID = "Chips: dave 950, kevin 1000"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave has lost 50, and kevin nothing; players.xml was broken when that was told."""
    bot = playing(tmp_path)
    bot.tells("dave", "resign")
    bot.break_file()
    said = in_channel(bot.tells("kevin", "s"))
    assert said[-3:-1] == RESULTS
    assert "I keep the result" in said[-1]
    bot.stops()
    bot.mend_file()
    return bot


def assert_paid(bot: OfflineBot) -> None:
    assert bot.in_file("dave").chips == 950
    assert bot.in_file("dave").stats_in("pontoon").played == 1
    assert len(rounds_written(bot)) == 1
    check_books(bot.players_xml)


OTHER_RULES: list[Config] = [
    {"shed": {"stick_min": "15"}},
    {"shed": {"bonus_high": "3"}},
    {"table": {"turn_timeout": "30"}},
]


@pytest.mark.parametrize("config", OTHER_RULES)
def test_a_result_that_was_told_is_not_taken_back_by_another_rule(
    bot: OfflineBot, config: Config
) -> None:
    assert in_channel(bot.starts(config)) == [HOW_IT_ENDED, *RESULTS, PAID]
    assert_paid(bot)
    assert bot.starts_anew() == []


def test_nor_by_another_edition(bot: OfflineBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ShedPontoon, "edition", 99)
    monkeypatch.setattr(ShedPontoon, "goes_on_since", 99)
    assert in_channel(bot.starts()) == [HOW_IT_ENDED, *RESULTS, PAID]
    assert_paid(bot)
    assert bot.starts_anew() == []


def test_nor_by_the_removal_of_a_player(bot: OfflineBot) -> None:
    """The others are paid, and what becomes of the one is in the log."""
    bot.edit(str(Entry("kevin")), "")
    assert in_channel(bot.starts()) == [HOW_IT_ENDED, *RESULTS, "Chips: dave 950"]
    assert "kevin is no longer in players.xml: +0 is dropped" in bot.log
    assert_paid(bot)


def test_nor_by_the_removal_of_the_channel(bot: OfflineBot) -> None:
    """There is nobody to be told then."""
    assert bot.starts({"irc": {"channels": "#other"}}) == []
    assert_paid(bot)
    assert bot.tables_log[-1] == (
        f"the pontoon round in {CHANNEL} (dave -50, kevin +0) was over when I was stopped: "
        "it is paid but announced nowhere"
    )
    assert bot.starts_anew({"irc": {"channels": CHANNEL}}) == []
    assert_paid(bot)


def test_nor_by_the_removal_of_the_network(bot: OfflineBot) -> None:
    bot.starts({"irc": {"server": "127.0.0.2"}})
    assert_paid(bot)
    assert bot.starts_anew({"irc": {"server": "127.0.0.1"}}) == []
    assert_paid(bot)


@pytest.mark.parametrize("is_mended", ["before it is back", "after that"])
def test_what_was_heard_is_not_told_again_when_the_bot_was_gone_meanwhile(
    tmp_path: Path, is_mended: str
) -> None:
    """Only what is missing, the balances."""
    bot = playing(tmp_path)
    bot.tells("dave", "resign")
    bot.break_file()
    bot.tells("kevin", "s")
    bot.is_cut_off()
    said: list[Said] = []
    if is_mended == "before it is back":
        bot.mend_file()
        assert bot.pass_seconds(5) == []
        said += bot.is_back(["dave", "kevin"])
    else:
        assert bot.is_back(["dave", "kevin"]) == []
        bot.mend_file()
        said += bot.pass_seconds(5)
    assert in_channel(said) == [PAID]
    bot.is_cut_off()
    assert bot.is_back(["dave", "kevin"]) == bot.starts_anew() == []
    assert_paid(bot)


def test_a_result_of_a_game_that_is_no_more_is_kept_and_said_to_be(bot: OfflineBot) -> None:
    """As after an older version was put in place of a newer one."""
    change_database(bot, """UPDATE due SET result = replace(result, '"pontoon"', '"whist"')""")
    for _ in range(2):
        assert bot.starts() == []
        assert bot.tables_log[-1].startswith(
            "the whist round in #pontoon (dave -50, kevin +0) is of a game that this version"
        )
        assert len(bot.bot.rounds.results()) == 1
    assert bot.all_chips() == 3000


def test_a_coin_is_worth_what_it_was_when_it_was_staked(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000", "10D 10H 8H 9D", {"blackjack": {"coin_minutes": "2"}})
    bot.says("dave", "!blackjack dave")
    bot.tells("dave", "10")
    bot.break_file()
    bot.tells("dave", "s")
    bot.stops()
    bot.mend_file()
    bot.starts({"blackjack": {"coin_minutes": "5"}})
    assert bot.in_file("dave").stats_in("blackjack").tallies["minutes"] == 40


def test_a_channel_that_is_put_back_before_it_is_paid_hears_the_balances_once(
    tmp_path: Path,
) -> None:
    """From its new croupier: the one whose channel was taken out of config.ini falls silent."""
    bot = playing(tmp_path)
    bot.tells("dave", "resign")
    bot.break_file()
    bot.tells("kevin", "s")
    bot.adopts({"irc": {"channels": "#other"}})
    bot.adopts({"irc": {"channels": CHANNEL}})
    assert in_channel(bot.is_back(["dave", "kevin"]))[:-1] == [HOW_IT_ENDED, *RESULTS]
    bot.mend_file()
    assert in_channel(bot.pass_seconds(5)) == [PAID]
    assert_paid(bot)
    assert bot.starts_anew() == []


def test_fingers_are_drunk_once(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.says("dave", "!cutwc dave kevin bob")
    bot.break_file()
    for _ in play_out(bot):
        pass
    bot.stops()
    bot.mend_file()
    bot.starts({"cutwc": {"max_bid": "2"}})
    drunk = [player.stats_in("cutwc").tallies["drinks"] for player in bot.all_in_file()]
    assert sum(drunk) > 0
    bot.starts_anew()
    again = [player.stats_in("cutwc").tallies["drinks"] for player in bot.all_in_file()]
    assert again == drunk


def test_a_kitty_is_what_the_round_left_of_it(tmp_path: Path) -> None:
    """Though the game is not played in that channel again."""
    plain, stopped = tmp_path / "plain", tmp_path / "stopped"
    bots = []
    for folder in (plain, stopped):
        folder.mkdir()
        bot = new_bot(folder)
        bot.says("dave", "!shoot dave kevin bob")
        while (ask := bot.croupier().ask) is not None:
            if folder is stopped and not bot.players_xml.read_text().endswith("</oops>\n"):
                bot.break_file()
            assert ask is not None
            answers(bot, 1)
        bots.append(bot)
    bots[1].stops()
    bots[1].mend_file()
    bots[1].starts({"shoot": {"min_bet": "2"}})
    assert bots[1].kitty() == bots[0].kitty()
    assert [*map(str, bots[1].all_in_file())] == [*map(str, bots[0].all_in_file())]
    check_books(bots[1].players_xml)


@pytest.mark.parametrize("game", GAMES)
def test_a_result_that_cannot_be_written_at_the_start_waits_on(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is paid when that is possible, and the channel hears all of it."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    bot = new_bot(tmp_path)
    bot.says("dave", f"!{game} dave kevin bob")
    with monkeypatch.context() as patch:
        patch.setattr("pontoon.storage.atomic_file.replace", fail)
        for _ in play_out(bot, 1):
            pass
        said = in_channel(bot.starts_anew())
        assert said[0].startswith("I am back. This is how the last round")
        assert "I keep the result" in said[-1]
        assert rounds_written(bot) == []
    said = in_channel(bot.pass_seconds(5))
    assert len(said) == 1
    assert said[0].startswith(("Chips: ", "Drinks: ", "Minutes: "))
    assert len(rounds_written(bot)) == 1
    assert bot.starts_anew() == []
