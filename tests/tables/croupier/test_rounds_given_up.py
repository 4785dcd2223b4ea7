"""A round that cannot go on after a restart is given up: stakes are back, and the channel told."""

from pathlib import Path

import pytest

from pontoon.games.shed import ShedPontoon
from pontoon.storage.rows import DatabaseError
from pontoon.tables import recorder
from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.play_rounds import change_database
from tests.support.short_timeouts import in_channel, playing


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


def assert_told(said: list[Said]) -> None:
    """See that the channel has been told, by what was SAID, that the round is void."""
    assert in_channel(said)[-1].startswith("no round: ")


def assert_logged(bot: OfflineBot, why: str) -> None:
    """See that the log has WHY the round was given up, with what has changed."""
    round_ = f"the interrupted pontoon round in {CHANNEL}"
    assert f"{round_} cannot continue ({why}): all stakes are returned" in bot.tables_log


def test_under_other_rules_stakes_go_back_and_the_channel_is_told_once(bot: OfflineBot) -> None:
    assert_told(bot.starts_anew({"shed": {"stick_min": "15"}}))
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


def test_so_they_do_by_another_edition_of_the_rules(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ShedPontoon, "edition", 99)
    monkeypatch.setattr(ShedPontoon, "goes_on_since", 99)
    assert_told(bot.starts_anew())
    assert_logged(bot, "changed: it is by edition 2 of the rules, and this is 99")
    assert bot.starts_anew() == []


def test_a_round_goes_on_where_an_upgrade_changes_no_rule(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "__version__", "99")
    said = bot.starts_anew()
    assert not [each for each in in_channel(said) if each.startswith("no round: ")]
    assert bot.table().ask is not None


def test_so_it_does_where_the_rules_that_have_changed_do_not_concern_it(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ShedPontoon, "edition", 99)
    bot.starts_anew()
    assert bot.table().ask is not None


def test_so_they_do_without_a_player(bot: OfflineBot) -> None:
    bot.stops()
    bot.edit("<nick>kevin</nick>", "<nick>kelvin</nick>")
    assert_told(bot.starts())
    assert_logged(bot, "player gone: kevin")
    assert bot.starts_anew() == []


def test_so_they_do_where_its_acts_make_no_sense(bot: OfflineBot) -> None:
    """As after somebody has recovered what they could of a damaged database."""
    bot.stops()
    change_database(bot, """UPDATE acts SET act = '["nonsense"]'""")
    assert_told(bot.starts())
    assert bot.says("dave", "!pontoon")[0].line == "Shed Pontoon: kevin, dave | place your bets"
    assert bot.all_chips() == 3000
    assert not any("seed" in each for each in [*bot.log, *bot.tables_log])


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (
            "ALTER TABLE tables RENAME TO lists",
            r"^/.*players\.db is of another version \(no such",
        ),
        ("UPDATE rounds SET begin = '{}'", r"^players\.db has what this version cannot read \("),
    ],
)
def test_the_bot_does_not_start_with_the_database_of_another_version(
    bot: OfflineBot, edit: str, why: str
) -> None:
    bot.stops()
    change_database(bot, edit)
    with pytest.raises(DatabaseError, match=why):
        bot.starts()


def test_a_channel_that_is_not_played_in_any_more_is_forgotten(bot: OfflineBot) -> None:
    said = bot.starts_anew({"irc": {"channels": "#other"}})
    assert said == []
    assert bot.tables_log[-1].endswith("is no longer played here: all stakes are returned")
    assert bot.starts_anew({"irc": {"channels": CHANNEL}}) == []
    assert bot.all_chips() == 3000
