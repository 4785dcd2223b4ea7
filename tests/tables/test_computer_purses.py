"""What computers own at the tables of a channel, and where they do not appear."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pontoon.engine.moves import Phase
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.history_check import check
from pontoon.storage.place import reading
from tests.support.joins import dealt, in_channel, join, to
from tests.support.ledger_checks import all_chips, check_books
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot
from tests.support.play_rounds import GAMES

ANN, BOB, CAT = (f"{each}+#pontoon@127.0.0.1" for each in ("ann", "bob", "cat"))


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, "dave 1000, kevin 1000")


def play(bot: OfflineBot, command: str, bet: str = "min") -> Sequence[str]:
    """Play a round that somebody begins by COMMAND; return what the channel hears."""
    before = len(bot.heard_in(CHANNEL))
    bot.says("dave", command)
    while bot.croupier().ask is not None:
        for ask in bot.table().asks:
            if ask.player in ("dave", "kevin"):
                word = {Phase.BET: bet, Phase.BANK: "n"}.get(ask.phase, "s")
                bot.tells(ask.player, word)
                if bot.table().ask_of(ask.player) is ask:
                    bot.tells(ask.player, "n" if ask.phase is Phase.KITTY else "t")
        bot.pass_seconds(1)
    return bot.heard_in(CHANNEL)[before:]


def set_chips(bot: OfflineBot, nick: str, chips: int) -> None:
    """Give or take what a player needs to have so many CHIPS, as an admin would."""
    bot.settlements.store.give(nick, chips - bot.in_file(nick).chips)


def test_a_computer_has_a_purse_in_each_channel_when_it_is_first_used(tmp_path: Path) -> None:
    config = {"irc": {"channels": "#pontoon #den"}, "players": {"computer_chips": "70"}}
    bot = OfflineBot(tmp_path, "dave 1000", config=config)
    play(bot, "!british dave ann+")
    bot.says("dave", "!pontoon dave ann+", "#den")
    assert {each.nick for each in bot.all_in_file()} == {
        *("dave", "ann+#pontoon@local", "ann+#den@local")
    }
    assert bot.in_file("ann+#den@local").chips == 70
    assert bot.in_file("ann+#pontoon@local").chips + bot.in_file("dave").chips == 1070
    check_books(bot.players_xml)


@pytest.mark.parametrize("game", GAMES)
def test_people_read_its_short_name_everywhere(bot: OfflineBot, game: str) -> None:
    told = [*play(bot, f"!{game} dave ann+")]
    told += [each.line for each in bot.says("dave", "!last")]
    told += [each.line for each in bot.tells("dave", f"replay {told[-1].split()[-1]}")]
    for _ in range(20):
        told += [each.line for each in bot.pass_seconds(1)]
    told += bot.heard_in("dave")
    assert any("ann+" in line for line in told)
    assert [line for line in told if "ann+#" in line] == []


def test_it_stakes_chips_of_the_house_in_shed_pontoon(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave ann+ bob+")
    bot.stops_round()
    books = all_chips(bot.players_xml)
    for _ in range(8):
        told = play(bot, "!pontoon dave ann+ bob+", bet="max")
        assert "ann+" not in told[-1]
    assert bot.in_file("dave").chips != 1000
    assert [bot.in_file(each).chips for each in (ANN, BOB)] == [1000, 1000]
    assert all_chips(bot.players_xml) == books
    check_books(bot.players_xml)
    with reading(bot.players_xml) as read:
        report = check(read, rounds(read, Wanted()))
    assert (report.in_ledger, report.findings) == (8, [])


def test_the_house_fills_a_purse_once_a_day_before_a_round(bot: OfflineBot) -> None:
    play(bot, "!british dave ann+ bob+")
    for each in (ANN, BOB):
        set_chips(bot, each, 1)
    bot.says("dave", "!british dave ann+ bob+")
    assert dealt(bot) == ["dave", ANN]
    assert (bot.in_file(ANN).chips, bot.in_file(BOB).chips) == (100, 1)
    assert f"{ANN} is broke, and gets a refill: 100 chips" in bot.tables_log
    play(bot, "!british")
    set_chips(bot, ANN, 1)
    bot.starts_anew()
    (said,) = in_channel(bot.says("dave", "!british dave ann+"))
    assert said.endswith(" | ann+ has fewer than 2 chips")
    bot.pass_seconds(24 * 3600)
    bot.says("dave", "!british dave bob+")
    assert dealt(bot) == ["dave", BOB]
    check_books(bot.players_xml)


def test_it_fills_one_too_when_a_computer_joins(bot: OfflineBot) -> None:
    play(bot, "!british dave ann+ bob+")
    for each in (ANN, BOB):
        set_chips(bot, each, 1)
    join(bot, "dave", game="british ann+")
    assert to("dave", bot.says("dave", "!join bob+"))[-1].startswith("bob+ has fewer than 2")
    assert (bot.in_file(ANN).chips, bot.in_file(BOB).chips) == (100, 1)


def test_no_chips_are_given_for_games_without_chips(bot: OfflineBot) -> None:
    play(bot, "!british dave ann+")
    set_chips(bot, ANN, 0)
    for game in ("cutwc", "blackjack"):
        play(bot, f"!{game} dave ann+")
        assert bot.in_file(ANN).stats_in(game).played == 1
    assert bot.in_file(ANN).chips == 0


def test_a_computer_has_minutes_as_people_do(bot: OfflineBot) -> None:
    play(bot, "!blackjack dave ann+")
    tallies = [bot.in_file(each).stats_in("blackjack").tallies for each in ("dave", ANN)]
    assert {each["turns"] for each in tallies} == {1}
    assert all(each["minutes"] for each in tallies)


def test_computers_are_in_no_list_and_have_no_records(bot: OfflineBot) -> None:
    for game in ("pontoon", "british", "shoot"):
        for _ in range(2):
            play(bot, f"!{game} dave kevin ann+")
        for asked in (f"stats {game}", f"top {game}"):
            assert not any("ann+" in each.line for each in bot.tells("dave", asked))
        stats = bot.in_file(ANN).stats_in(game)
        assert stats.played == 2
        assert stats.standing.best_hand == stats.standing.most_won == stats.standing.streak == 0
        assert bot.in_file("dave").stats_in(game).standing.ranked_rounds <= 2


# Names


def test_a_nickname_that_ends_in_a_plus_is_a_computers(bot: OfflineBot) -> None:
    refusal = "Names that end in + are those of computer players; choose another."
    for nickname in ("ann+", "Dave ＋", "ann⁺", "ann➕", "dave+"):
        assert to("dave", bot.tells("dave", f"set nickname {nickname}")) == [refusal]
    assert bot.in_file("dave").nickname == ""
    for nickname in ("one+one", "ann+ the great"):
        assert "only letters" in to("dave", bot.tells("dave", f"set nickname {nickname}"))[0]


def test_one_that_an_admin_has_written_is_not_shown(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, [Entry("dave", nickname="ann+")])
    assert in_channel(bot.says("dave", "!pontoon dave"))[0].startswith("Shed Pontoon: dave |")


def test_nobody_registers_under_such_a_nick_nor_claims_a_computer(tmp_path: Path) -> None:
    config = {"identity": {"self_registration": "yes"}}
    bot = OfflineBot(tmp_path, "dave 1000", config=config)
    play(bot, "!pontoon dave ann+")
    for nick in ("ann+", ANN):
        bot.comes(nick)
        assert to(nick, bot.tells(nick, "register")) == [
            "Names that end in + are those of computer players; choose another."
        ]
    for nick in ("ann+", ANN):
        bot.logs_in(nick, "mallory")
        bot.tells(nick, "claim")
    assert not bot.in_file(ANN).accounts


@pytest.mark.parametrize(
    "order", ["add ann+ 100", f"rename dave {ANN}", f"rename {ANN} mallory", "rename dave ann+"]
)
def test_admins_give_no_such_names_and_take_none(tmp_path: Path, order: str) -> None:
    config = {"admin": {"masks": "kevin!*@*"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=config)
    play(bot, "!pontoon dave ann+")
    assert to("kevin", bot.tells("kevin", order)) == [
        "Names that end in + are those of computer players; choose another."
    ]
    assert {each.nick for each in bot.all_in_file()} == {"dave", "kevin", ANN}
