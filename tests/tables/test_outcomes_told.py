"""After a round each player hears in private what it was to them."""

import re
from pathlib import Path

import pytest

from pontoon.irc.outgoing import Priority
from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.play_rounds import GAMES, play_out
from tests.support.short_timeouts import new_bot, playing

WON_BACK = "You win your stake back: 1000 chips."


def private(said: list[Said]) -> dict[str, list[str]]:
    """Return what was SAID to each nick in private."""
    told: dict[str, list[str]] = {}
    for each in said:
        if each.target != CHANNEL:
            told.setdefault(each.target, []).append(each.line)
    return told


def before_the_end(folder: Path) -> OfflineBot:
    """Return a bot where dave has stuck on 18, and kevin, who has 18 too, need only stick."""
    bot = playing(folder, "5D 9C KH 9H 3S")
    bot.tells("dave", "t")
    bot.tells("dave", "s")
    return bot


def test_each_player_hears_it_after_the_results_and_the_chips(tmp_path: Path) -> None:
    said = before_the_end(tmp_path).tells("kevin", "s")
    assert [(each.target, each.line) for each in said[-3:]] == [
        (CHANNEL, "Chips: dave 1000, kevin 1000"),
        ("dave", WON_BACK),
        ("kevin", WON_BACK),
    ]


def test_no_table_waits_for_it_and_no_prompt_takes_its_place(tmp_path: Path) -> None:
    bot = before_the_end(tmp_path)
    bot.waiting = []
    bot.tells("kevin", "s")
    outcomes = [say for say in bot.waiting if WON_BACK in say.items]
    assert [(say.urgency, say.topic) for say in outcomes] == [(Priority.ASIDE, None)] * 2


def test_all_hands_count_together(tmp_path: Path) -> None:
    """Dave has a pontoon, which wins 100, and a 16, which loses 50 against the 19 of kevin."""
    bot = new_bot(tmp_path, "AD 10C AH 9H KD 5S")
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    bot.tells("kevin", "50")
    for move in "pss":
        bot.tells("dave", move)
    told = private(bot.tells("kevin", "s"))
    assert told == {"dave": ["You win 50: 1050 chips."], "kevin": ["You lose 50: 950 chips."]}


def test_who_left_before_betting_hears_nothing(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "5D 9C KH 9H 3S")
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "leave")
    bot.tells("kevin", "10")
    assert private(bot.tells("kevin", "s")) == {"kevin": [WON_BACK]}


def test_who_is_out_of_the_channel_hears_nothing(tmp_path: Path) -> None:
    bot = before_the_end(tmp_path)
    bot.leaves("dave")
    assert list(private(bot.tells("kevin", "s"))) == ["kevin"]


def test_it_comes_under_the_nick_that_a_player_has_then(tmp_path: Path) -> None:
    bot = before_the_end(tmp_path)
    bot.renames("dave", "dave_away")
    assert private(bot.tells("kevin", "s"))["dave_away"] == [WON_BACK]


def test_it_comes_when_the_result_is_paid(tmp_path: Path) -> None:
    """With the chips that there are then."""
    bot = before_the_end(tmp_path)
    bot.break_file()
    assert private(bot.tells("kevin", "s")) == {}
    bot.mend_file()
    bot.edit("<chips>1000</chips>", "<chips>1500</chips>")
    assert private(bot.pass_seconds(6)) == {
        "dave": ["You win your stake back: 1500 chips."],
        "kevin": ["You win your stake back: 1000 chips."],
    }


def test_who_has_left_until_it_is_paid_hears_nothing_of_it(tmp_path: Path) -> None:
    bot = before_the_end(tmp_path)
    bot.break_file()
    bot.tells("kevin", "s")
    bot.leaves("dave")
    bot.mend_file()
    assert list(private(bot.pass_seconds(6))) == ["kevin"]


NAMES = "dave kevin bob anna eve fay"


def with_six_results(folder: Path) -> OfflineBot:
    """Return a bot where six players have just left a round, and none of its end has left."""
    bot = OfflineBot(folder, ", ".join(f"{name} 1000" for name in NAMES.split()))
    bot.says("dave", f"!pontoon {NAMES}")
    for nick in NAMES.split():
        bot.tells(nick, "5")
    bot.waiting = []
    for nick in NAMES.split():
        bot.tells(nick, "resign")
    return bot


def test_where_many_hands_are_told_it_comes_behind_them(tmp_path: Path) -> None:
    bot = with_six_results(tmp_path)
    assert bot.waiting is not None
    places = [say.heading for say in bot.waiting].index("Chips: ")
    assert {say.urgency for say in bot.waiting[places + 1 :]} == {Priority.ASIDE}
    told = private(bot.lets_leave())
    assert {name: lines[-1] for name, lines in told.items()} == dict.fromkeys(
        NAMES.split(), "You lose 5: 995 chips."
    )


def test_between_the_cards_of_the_next_round_nobody_hears_of_it(tmp_path: Path) -> None:
    """The channel does: results are told again if the connection is lost before they have left."""
    bot = with_six_results(tmp_path)
    bot.says("dave", "!pontoon dave kevin")
    bot.is_cut_off()
    bot.waiting = None
    told = private(bot.is_back(NAMES.split()))
    assert "Bet (1-" in told["dave"][-1]
    assert "fay" not in told
    assert any("fay: " in line for line in bot.heard_in(CHANNEL))


@pytest.mark.parametrize("game", GAMES)
def test_in_any_game_it_is_one_line_for_each_who_has_played(tmp_path: Path, game: str) -> None:
    bot = new_bot(tmp_path)
    bot.says("dave", f"!{game} dave kevin bob")
    moves = sum(1 for _ in play_out(bot, 1))
    assert moves
    after = bot.said[[each.line.startswith(HEADINGS) for each in bot.said].index(True) + 1 :]
    played = [each.nick for each in bot.all_in_file() if each.stats_in(game).played]
    assert sorted(each.target for each in after) == sorted(played)
    assert all(each.line.startswith("You ") for each in after)


HEADINGS = ("Chips: ", "Drinks: ", "Minutes: ")


def test_where_two_games_are_played_it_names_the_game(tmp_path: Path) -> None:
    """And so does the warning that time runs out."""
    bot = before_the_end(tmp_path)
    bot.tells("kevin", "s")
    bot.says("dave", "!cutwc dave kevin")
    bot.tells("dave", "1")
    warned = private(bot.pass_seconds(3600))
    assert warned["dave"][0].startswith("45 s left in CUTwC Pontoon. ")
    assert "Your time is up in CUTwC Pontoon: I make the safest move for you." in warned["dave"]
    assert any(OUTCOME.fullmatch(line) for line in warned["dave"])


OUTCOME = re.compile(r"You (?:bust and )?drink .* in CUTwC Pontoon: [0-9]+ in all\.")
