"""A round that cannot go on after a restart is given up: stakes are back, and the channel told."""

import re
from pathlib import Path

import pytest

from pontoon import __version__
from pontoon.tables import recorder
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.play_rounds import journal_of
from tests.support.short_timeouts import in_channel, playing

STAKES_BACK = (
    "I was restarted; the round of Shed Pontoon cannot continue: {}. All stakes are returned."
)
CHANGED = STAKES_BACK.format("the game or its rules have changed")
PLAYER_GONE = STAKES_BACK.format("one of its players has been removed")
UNREADABLE = STAKES_BACK.format("my record of it is damaged")


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


def assert_logged(bot: OfflineBot, why: str) -> None:
    """See that the log has WHY the round was given up, with what has changed."""
    round_ = f"the interrupted pontoon round in {CHANNEL}"
    assert f"{round_} cannot continue ({why}): all stakes are returned" in bot.tables_log


def test_under_other_rules_stakes_go_back_and_the_channel_is_told_once(bot: OfflineBot) -> None:
    assert in_channel(bot.starts_anew({"shed": {"stick_min": "15"}})) == [CHANGED]
    assert_logged(bot, "changed: stick_min was 16, and is 15")
    assert bot.table().rotated_players() == ("kevin", "dave")
    assert bot.starts_anew({"shed": {"stick_min": "15"}}) == []
    assert bot.all_chips() == 3000
    assert bot.says("dave", "!pontoon")[0].line == "Shed Pontoon: kevin, dave | place your bets"


@pytest.mark.parametrize(
    ("rules", "changed"),
    [
        ({"bonus_high": "1"}, "bonus_high was 0, and is 1"),
        (
            {"bonus_shed": "1.5", "marker": "50-60"},
            "marker was 60-75, and is 50-60; bonus_shed was 7, and is 1.5",
        ),
        (
            {"max_bet_percent": "1, 10"},
            "max_bet_percent was 1, 10, 20, 25, 50, and is 1, 10",
        ),
    ],
)
def test_the_log_has_rules_that_changed_as_config_ini_says_them(
    bot: OfflineBot, rules: dict[str, str], changed: str
) -> None:
    bot.starts_anew({"shed": rules})
    assert_logged(bot, f"changed: {changed}")


def test_a_round_with_its_rules_as_text_is_given_up_too(bot: OfflineBot) -> None:
    """Versions before 0.3.0 wrote them so."""
    bot.stops()
    text = journal_of(bot).read_text("utf-8")
    as_text = re.sub(r'"rules":\{[^}]*\}', '"rules":"(ShedRules())"', text)
    assert as_text != text
    journal_of(bot).write_text(as_text, "utf-8")
    assert in_channel(bot.starts()) == [CHANGED]
    assert any("decks was not there, and is 6" in line for line in bot.tables_log)


def test_so_they_do_in_another_version(bot: OfflineBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "__version__", "99")
    assert in_channel(bot.starts_anew()) == [CHANGED]
    assert_logged(bot, f"changed: version {__version__} dealt it, and this is 99")
    assert bot.starts_anew() == []


def test_so_they_do_without_a_player(bot: OfflineBot) -> None:
    bot.stops()
    bot.edit("<nick>kevin</nick>", "<nick>kelvin</nick>")
    assert in_channel(bot.starts()) == [PLAYER_GONE]
    assert_logged(bot, "player gone: kevin")
    assert bot.starts_anew() == []


@pytest.mark.parametrize("behind", [0, 1, 2])
def test_a_damaged_journal_is_put_aside_and_the_channel_is_told(
    bot: OfflineBot, behind: int
) -> None:
    bot.stops()
    texts = journal_of(bot).read_text("utf-8").splitlines(keepends=True)
    begins = next(number for number, text in enumerate(texts, 1) if '"begin"' in text)
    line = begins + behind
    texts[line - 1] = "{" + texts[line - 1]
    journal_of(bot).write_text("".join(texts), "utf-8")
    said = bot.starts()
    if behind:  # without the first nobody knows of the round
        assert in_channel(said) == [UNREADABLE]
        assert bot.says("dave", "!pontoon")[0].line == "Shed Pontoon: kevin, dave | place your bets"
    kept = journal_of(bot).with_name("players.journal~")
    assert kept.read_text("utf-8") == "".join(texts)
    assert kept.stat().st_mode & 0o777 == 0o600
    assert bot.log[-1].startswith(f"players.journal, line {line}: not a line of a journal")
    assert not any("seed" in each or "house" in each for each in bot.log)
    assert bot.starts_anew() == [] or behind


def test_a_channel_that_is_not_played_in_any_more_is_forgotten(bot: OfflineBot) -> None:
    said = bot.starts_anew({"irc": {"channels": "#other"}})
    assert said == []
    assert bot.tables_log[-1].endswith("is no longer played here: all stakes are returned")
    assert bot.starts_anew({"irc": {"channels": CHANNEL}}) == []
    assert bot.all_chips() == 3000
