"""A round goes on when the bot is stopped and started, with the same cards, for the same people."""

from pathlib import Path

import pytest

from tests.support.faulty_disk import Trouble
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.play_rounds import (
    GAMES,
    answers,
    database_of,
    killed_at,
    nick_asked,
    play_out,
    rounds_written,
)
from tests.support.short_timeouts import asked, in_channel, lines, new_bot, playing, timers

pytestmark = pytest.mark.slow

BACK = "I was restarted; the round continues with the same cards"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


def private(said: list[Said]) -> dict[str, str]:
    """Return what was SAID last to each person."""
    return {each.target: each.line for each in said if each.target != CHANNEL}


def ending(said: list[Said]) -> list[str]:
    """Return the results, and what was paid."""
    return [line for line in in_channel(said) if line[-1].isdigit() and BACK not in line]


# Every game


@pytest.mark.parametrize("number", [0, 1, 3])
@pytest.mark.parametrize("game", GAMES)
def test_stopped_after_every_move_a_round_is_what_it_would_have_been(
    tmp_path: Path, game: str, number: int
) -> None:
    """What is asked of whom, all cards, the auction, the kitty, the results and all balances."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    plain, stopped = new_bot(tmp_path / "a"), new_bot(tmp_path / "b")
    for bot in (plain, stopped):
        bot.says("dave", f"!{game} dave kevin bob")
    for _ in play_out(plain, number):
        before = stopped.croupier().ask
        said = stopped.starts_anew()
        assert stopped.croupier().ask == before
        assert in_channel(said)[0].startswith(BACK)
        assert private(said)[nick_asked(stopped)].endswith(
            private(stopped.tells(nick_asked(stopped), "hand"))[nick_asked(stopped)]
        )
        answers(stopped, number)
        assert stopped.croupier().ask == plain.croupier().ask
    assert ending(stopped.said) == ending(plain.said)
    assert [*map(str, stopped.all_in_file())] == [*map(str, plain.all_in_file())]
    assert stopped.kitty() == plain.kitty()
    assert len(rounds_written(stopped)) == 1
    check_books(stopped.players_xml)
    assert timers(stopped) == 0
    assert not any(BACK in each.line for each in stopped.starts_anew())


def test_people_are_called_what_they_were_called_when_the_round_began(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "5D 9C KH 9H")
    bot.tells("dave", "set nickname Big D")
    bot.says("dave", "!pontoon dave kevin")
    for _ in range(2):
        answers(bot)
    bot.stops()
    file = bot.players_xml.read_text("utf-8")
    bot.players_xml.write_text(file.replace("Big D", "Little D"), "utf-8")
    (_, line, *_) = in_channel(bot.starts())
    assert line.endswith(" | dave (Big D) to play")


def test_all_see_their_cards_again_and_only_their_own(bot: OfflineBot) -> None:
    assert lines(bot.starts_anew()) == [
        (CHANNEL, BACK),
        (CHANNEL, "dave bets 50 | kevin bets 50 | second cards are out | dave to play"),
        ("kevin", "9♣ 9♥ = 18"),
        ("dave", "kevin bets 50. 5♦ K♥ = 15: (t)wist (b)uy for 50. Stake 50, chips 950"),
        ("kevin", "Stake 50: 9♣ 9♥ = 18. Chips 950. It is dave's turn to play."),
    ]


# A sale


def test_a_bank_that_is_sold_stays_sold(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "10C 8C 10D 8D 10S 9S 5H")
    bot.deals("dave", "!british dave kevin bob")
    bot.tells("dave", "sell bank to kevin for 200")
    bot.starts_anew()
    assert any("accept 200" in each.line for each in bot.tells("kevin", "accept"))
    assert "kevin buys dave's bank" in bot.tells("kevin", "accept 200")[0].line
    bot.starts_anew()
    said = [each for batch in play_out(bot, 2) for each in batch]
    assert bot.table().banker == "kevin", lines(said)
    check_books(bot.players_xml)


def test_nicks_that_are_changed_all_the_time_do_not_fill_the_disk(bot: OfflineBot) -> None:
    nick = "dave"
    bot.starts_anew()
    before = database_of(bot).stat().st_size
    for number in range(1500):
        bot.renames(nick, nick := f"dave{number}")
    bot.stops()
    assert database_of(bot).stat().st_size <= before + 10_000
    assert "5♦ K♥" in private(bot.starts())[nick]


def test_nobody_else_may_read_the_database_and_the_log_has_nothing_of_it(bot: OfflineBot) -> None:
    for path in bot.players_xml.parent.glob("players.db*"):
        assert path.stat().st_mode & 0o777 == 0o600
    bot.starts_anew()
    assert not any("seed" in line for line in [*bot.log, *bot.tables_log])


# The time between the last move, the books and the channel


@pytest.mark.parametrize(
    ("last", "moment"),
    [
        ("commit", Trouble.POWER_CUT_AFTER),
        ("sync_folder", Trouble.POWER_CUT),
        ("sync_folder", Trouble.POWER_CUT_AFTER),
    ],
)
def test_what_ended_with_the_program_is_settled_at_the_start_and_told_in_the_channel(
    bot: OfflineBot, last: str, moment: Trouble
) -> None:
    """The bot may be let in late: nobody can stake in the meantime what they have lost."""
    bot.tells("dave", "resign")
    with killed_at(last, moment):
        bot.tells("kevin", "s")
    roster = bot.network.rosters.pop(CHANNEL)
    before = len(bot.said)
    bot.starts()
    assert bot.in_file("dave").chips == 950
    assert bot.said[before:] == []
    bot.network.rosters[CHANNEL] = roster
    bot.croupier().entered()
    bot.croupier().absence.described()
    bot.time.advance(0)
    assert in_channel(bot.said[before:]) == [
        "I am back. This is how the last round of Shed Pontoon ended:",
        "dave: 5♦ K♥ = 15 high cards, resigned, stake 50: loses 50",
        "kevin: 9♣ 9♥ = 18 high cards, stake 50: wins the stake back",
        "Chips: dave 950, kevin 1000",
    ]
    assert len(rounds_written(bot)) == 1
    assert bot.starts_anew() == []


@pytest.fixture
def died_after_settling(bot: OfflineBot) -> OfflineBot:
    """Dave has lost 50, which is in players.xml, and not marked in the ledger."""
    bot.tells("dave", "resign")
    with killed_at("sync_folder", Trouble.POWER_CUT):
        bot.tells("kevin", "s")
    assert bot.in_file("dave").chips == 950
    return bot


def test_a_round_that_may_have_been_settled_is_not_where_no_ledger_can_tell(
    died_after_settling: OfflineBot,
) -> None:
    bot = died_after_settling
    for path in bot.players_xml.parent.glob("players.db*"):
        path.unlink()
    assert in_channel(bot.starts()) == []
    assert bot.in_file("dave").chips == 950
    assert bot.starts_anew() == []


def test_a_round_that_was_settled_when_the_program_died_is_not_settled_again(
    died_after_settling: OfflineBot,
) -> None:
    bot = died_after_settling
    said = bot.starts()
    assert in_channel(said)[-1] == "Chips: dave 950, kevin 1000"
    assert bot.in_file("dave").chips == 950
    assert len(rounds_written(bot)) == 1
    assert bot.starts_anew() == []
    check_books(bot.players_xml)


def test_a_result_that_waits_is_written_after_the_restart(bot: OfflineBot) -> None:
    bot.tells("dave", "resign")
    bot.break_file()
    bot.tells("kevin", "s")
    bot.stops()
    bot.mend_file()
    assert in_channel(bot.starts())[-1] == "Chips: dave 950, kevin 1000"
    assert bot.in_file("dave").chips == 950


def test_a_result_that_waits_is_not_forgotten_over_the_sale_of_a_bank(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "10C 8C 10D 8D 10S 9S 5H")
    bot.says("dave", "!british dave kevin bob")
    bot.break_file()
    for _ in play_out(bot, 2):
        pass
    banker = bot.table().banker
    assert banker is not None
    other = "kevin" if banker != "kevin" else "bob"
    bot.tells(banker, f"sell bank to {other} for 5")
    bot.stops()
    bot.mend_file()
    bot.starts()
    assert len(rounds_written(bot)) == 1


@pytest.mark.parametrize("moment", [Trouble.POWER_CUT, Trouble.POWER_CUT_AFTER])
def test_a_round_that_ends_as_the_last_one_does_not_bet_is_over_after_a_restart(
    tmp_path: Path, moment: Trouble
) -> None:
    """Killed before it is written, it waits for them once more."""
    bot = new_bot(tmp_path)
    bot.says("dave", "!pontoon dave")
    with killed_at("commit", moment):
        bot.pass_seconds(120)
    said = in_channel(bot.starts())
    if moment is Trouble.POWER_CUT:
        assert asked(bot) == "dave"
        said = in_channel(bot.pass_seconds(120))
    assert "no round: nobody has bet" in said[-1]
    assert asked(bot) is None
    assert bot.starts_anew() == []
    assert bot.bot.rounds.played() == []


def test_what_others_have_lost_then_is_settled(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.says("dave", "!pontoon kevin dave")
    bot.tells("kevin", "50")
    bot.tells("kevin", "resign")
    with killed_at("commit", Trouble.POWER_CUT_AFTER):
        bot.pass_seconds(120)
    assert in_channel(bot.starts())[-1] == "Chips: kevin 990, dave 1000"


def test_the_list_of_a_round_that_comes_to_nothing_after_a_restart_is_the_one_before(
    tmp_path: Path,
) -> None:
    bot = new_bot(tmp_path)
    bot.says("dave", "!shoot bob dave kevin")
    bot.stops_round()
    bot.says("dave", "!shoot dave kevin bob")
    bot.starts_anew()
    bot.tells("dave", "leave")
    said = bot.tells("kevin", "leave")
    assert in_channel(said)[-1].endswith("no round: too few players are left")
    assert bot.table().rotated_players() == ("dave", "kevin", "bob")


def test_a_round_waits_though_the_bot_is_not_let_in_to_go_on_with_it(bot: OfflineBot) -> None:
    bot.stops()
    roster = bot.network.rosters.pop(CHANNEL)
    bot.starts()
    bot.croupier().absence.suspend()
    bot.network.rosters[CHANNEL] = roster
    before = len(bot.said)
    for _ in range(2):
        bot.croupier().entered()
        bot.croupier().absence.described()
    back, turn = in_channel(bot.said[before:])
    assert back == BACK
    assert turn.endswith("dave to play")
