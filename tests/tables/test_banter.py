"""A few words about the last round, in a line behind the one that begins the next one."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pontoon.engine.cards import cards
from pontoon.engine.events import Feat, FeatKind, HandResult, PlayerResult, Settled
from pontoon.games.shed import HandType
from pontoon.tables.banter import EVENING, Banter, feat_of
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.short_timeouts import in_channel
from tests.support.stacked_decks import RiggedPack

SEVENS = "7D AD 7C KD 7S"
NO_BANTER = {"table": {"banter": "no"}}


def plays(bot: OfflineBot) -> OfflineBot:
    """Have dave win with three sevens against kevin's pontoon."""
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    bot.tells("kevin", "50")
    bot.tells("dave", "b")
    bot.tells("dave", "s")
    bot.tells("kevin", "s")
    return bot


def new_bot(folder: Path) -> OfflineBot:
    return plays(OfflineBot(folder, "dave 1000, kevin 1000, bob 1000", SEVENS))


def begins(bot: OfflineBot, command: str, nick: str = "dave") -> str:
    """Let NICK begin a round by COMMAND; return all that the channel then hears, line by line."""
    return "\n".join(in_channel(bot.says(nick, command)))


def test_the_next_round_begins_with_it(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    assert "seven" not in " ".join(bot.heard_in(CHANNEL))
    opening, remark = begins(bot, "!pontoon dave bob").split("\n")
    assert opening == "Shed Pontoon: dave, bob | place your bets"
    assert remark == "three sevens for dave in the last round"


def test_it_is_said_once(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.says("dave", "!pontoon")
    bot.stops_round()
    assert "seven" not in begins(bot, "!pontoon")


def test_a_round_that_cannot_begin_does_not_use_it_up(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.says("dave", "!pontoon nobody")
    assert "seven" in begins(bot, "!pontoon")


def wins_five(bot: OfflineBot) -> None:
    """Have dave win five rounds in a row."""
    for _ in range(5):
        bot.says("dave", "!pontoon dave kevin")
        bot.tells("dave", "5")
        bot.tells("kevin", "5")
        bot.tells("kevin", "resign")
        bot.tells("dave", "t")
        bot.tells("dave", "s")


def test_five_rounds_won_in_a_row_are_worth_a_word_once(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "KD 9C QH 7H AH " + "KD 9C QH 7H AD " * 4)
    wins_five(bot)
    assert begins(bot, "!pontoon").endswith("\ndave has won 5 rounds in a row")
    bot.stops_round()
    assert "in a row" not in begins(bot, "!pontoon", "kevin")


@pytest.mark.parametrize(
    ("seconds", "game", "is_told"),
    [
        (0, "cutwc", False),
        (EVENING.total_seconds(), "pontoon", False),
        (EVENING.total_seconds() - 1, "pontoon", True),
    ],
)
def test_what_was_in_another_game_or_yesterday_is_worth_no_word(
    tmp_path: Path, seconds: float, game: str, is_told: bool
) -> None:
    bot = new_bot(tmp_path)
    bot.pass_seconds(seconds)
    assert ("seven" in begins(bot, f"!{game} dave bob")) is is_told


def test_a_streak_is_one_of_this_game_and_this_evening() -> None:
    banter, now = Banter(), datetime(2026, 11, 20, 20, tzinfo=UTC)
    won = Settled((PlayerResult("dave", 5, 1, 1), PlayerResult("kevin", -5, 1, 0)), 0)
    games = ["pontoon"] * 4 + ["british"] * 5 + ["pontoon"] * 4
    told = []
    for game in games:
        banter.settled(game, won, None, now)
        told.append(banter.take(game, now))
    assert [None if feat is None else feat.number for feat in told] == [None] * 8 + [5] + [None] * 4
    banter.settled("pontoon", won, None, now + EVENING)
    assert banter.take("pontoon", now + EVENING) is None


def test_an_ordinary_round_is_worth_no_word(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, cards="5D 9C KH 9H 2D")
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    bot.tells("kevin", "50")
    bot.tells("dave", "resign")
    bot.tells("kevin", "s")
    assert begins(bot, "!pontoon") == "Shed Pontoon: kevin, dave | place your bets"


def test_config_ini_can_forbid_it_at_any_time(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.adopts(NO_BANTER)
    assert begins(bot, "!pontoon") == "Shed Pontoon: kevin, dave | place your bets"


@pytest.mark.parametrize("config", ["yes", "no"])
def test_operators_have_the_last_word_for_their_channel(tmp_path: Path, config: str) -> None:
    bot = OfflineBot(tmp_path, cards=SEVENS, config={"table": {"banter": config}})
    plays(bot).ops("dave")
    bot.says("dave", f"!pontoon set banter {'no' if config == 'yes' else 'yes'}")
    assert ("seven" in begins(bot, "!pontoon")) is (config == "no")


@pytest.mark.parametrize(("chips", "is_broken"), [(21, True), (200, False)])
def test_a_bank_is_broken_when_its_banker_cannot_keep_it(
    tmp_path: Path, chips: int, is_broken: bool
) -> None:
    """Dave has the bank, and bust pays kevin's pontoon double."""
    bot = OfflineBot(
        tmp_path,
        f"dave {chips}, kevin 100, bob 100",
        new_pack=lambda before: RiggedPack([*before, "AS 9D KC 7H KD"], ["AD KC"] * 9),
    )
    bot.deals("dave", "!british dave kevin")
    bot.tells("kevin", "max")
    bot.tells("dave", "t")
    bot.all_want_the_bank()
    said = bot.deals("kevin", "!british kevin bob" + " dave" * (not is_broken))
    is_told = any("broke dave's bank" in line for line in in_channel(said))
    assert is_told is is_broken, bot.heard_in(CHANNEL)


ANN = "ann+#cards@libera"
LATE = datetime(2026, 1, 2, 22, tzinfo=UTC)


def won_in_a_row(*players: str) -> list[str]:
    """Return of whom it is said that they win five rounds in a row, as PLAYERS do."""
    banter = Banter()
    settled = Settled(tuple(PlayerResult(each, 5, 1, 1) for each in players), 0)
    for _ in range(5):
        banter.settled("british", settled, None, LATE)
    feat = banter.take("british", LATE)
    return [] if feat is None else [feat.player]


def test_computers_win_no_rounds_in_a_row_and_nobody_does_who_is_alone_with_them() -> None:
    assert won_in_a_row("dave", "kevin") == ["dave"]
    assert won_in_a_row(ANN, "dave", "kevin") == ["dave"]
    assert won_in_a_row("dave", ANN) == []
    assert won_in_a_row("dave") == ["dave"]


def sevens(player: str) -> HandResult:
    return HandResult(player, None, cards("7S 7D 7H"), 21, HandType.SHED_PONTOON, 10, 70)


def test_no_word_is_lost_about_what_a_computer_does() -> None:
    nothing = Settled((), 0)
    assert feat_of([sevens(ANN)], nothing) is None
    assert feat_of([sevens(ANN), sevens("dave")], nothing) == Feat(
        "dave", FeatKind.SHED_PONTOON, 70
    )
    assert feat_of([], nothing, broken=ANN) is None
    assert feat_of([], nothing, broken="dave") is not None


@pytest.mark.parametrize(
    ("winner", "losers", "is_told"),
    [
        ("dave", ("kevin", "bob"), True),
        ("dave", ("kevin", ANN), False),
        ("dave", ("kevin", "bob", ANN), False),
        (ANN, ("kevin", "bob"), False),
    ],
)
def test_an_only_winner_has_won_against_people(
    winner: str, losers: tuple[str, ...], is_told: bool
) -> None:
    lost = [PlayerResult(each, -5, 1, 0) for each in losers]
    settled = Settled((PlayerResult(winner, 5, 1, 1), *lost), 0)
    assert (feat_of([], settled) is not None) == is_told
