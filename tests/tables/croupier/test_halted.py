"""Play pauses while nothing can be written, and goes on by itself: nothing is lost.

What people did before that was known is held: it counts, and they hear of it when it is written.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from pontoon.engine.actions import Action
from pontoon.engine.errors import NotRecorded
from tests.support.faulty_disk import Trouble
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.play_rounds import answers, full_disk, play_out, rounds_written
from tests.support.short_timeouts import (
    GAMES,
    asked,
    begin,
    in_channel,
    lines,
    new_bot,
    playing,
    timers,
)

pytestmark = pytest.mark.slow

FULL = "the disk is full"
REASONS = {
    Trouble.FULL: FULL,
    Trouble.BROKEN: "Input/output error",
    Trouble.READ_ONLY: "it cannot be written here",
}
PAUSES = (
    f"Play pauses because I cannot save the game ({FULL}). Nothing is lost, and play "
    "continues as soon as I can. Please tell an admin."
)
NOT_DONE = f"I did not do that because I cannot save it ({FULL}). Try again when play continues."
WELL = "I can save the game again; the round continues"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


def state(bot: OfflineBot) -> str:
    seats = [(each.player, each.chips, each.has_resigned, each.hands) for each in bot.table().seats]
    return repr((bot.croupier().ask, seats))


# A round that cannot be begun


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("trouble", REASONS)
def test_no_round_is_begun_and_one_line_says_why(
    tmp_path: Path, game: str, trouble: Trouble
) -> None:
    bot = new_bot(tmp_path)
    with full_disk(trouble):
        assert bot.says("dave", f"!{game} dave kevin bob") == []
        assert lines(bot.looks()) == [
            (
                CHANNEL,
                f"I cannot save games right now ({REASONS[trouble]}). "
                "The game begins as soon as I can. Please tell an admin.",
            )
        ]
        assert asked(bot) is None
        assert timers(bot) == 0
        assert bot.looks() == []
        assert bot.says("dave", "!bank")[0].line == NOT_DONE.replace(FULL, REASONS[trouble])
    assert asked(bot) is None
    assert bot.looks()
    assert asked(bot) is not None


def test_a_round_of_people_who_have_joined_waits_too(tmp_path: Path) -> None:
    """Nobody's word begins it: the time for others to join is over."""
    bot = new_bot(tmp_path)
    bot.says("dave", "!join")
    bot.says("kevin", "!join")
    with full_disk():
        bot.pass_seconds(60)
        assert in_channel(bot.looks()) == [PAUSES]
    assert in_channel(bot.looks()) == [
        "Shed Pontoon: dave, kevin | place your bets",
        WELL,
        "place your bets",
    ]
    assert asked(bot) is not None


def test_nobody_is_blamed_for_another_game_that_does_not_begin(tmp_path: Path) -> None:
    """And the game that was played last is still that."""
    bot = new_bot(tmp_path)
    bot.says("dave", "!pontoon dave kevin bob")
    bot.stops_round()
    with full_disk():
        bot.says("dave", "!cutwc dave kevin bob")
        assert len(bot.looks()) == 1
    assert bot.croupier().game == "pontoon"


def test_a_round_that_was_not_begun_is_not_there_after_a_restart(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    with full_disk(Trouble.DONE_BUT_FAILED):
        bot.says("dave", "!pontoon dave kevin")
    assert bot.starts_anew() == []


# What people do before it is known, and try meanwhile

ACTS: dict[str, Callable[[OfflineBot], list[Said]]] = {
    "a move": lambda bot: bot.tells("dave", "t"),
    "a move in the channel": lambda bot: bot.says("dave", "!twist"),
    "leaving": lambda bot: bot.tells("dave", "resign"),
    "leaving on another's turn": lambda bot: bot.says("kevin", "!pontoon resign"),
    "stopping": lambda bot: bot.stops_round(),
}


@pytest.mark.parametrize("what", ACTS)
def test_it_is_held_untold_and_counts(tmp_path: Path, what: str) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    plain, bot = playing(tmp_path / "a"), playing(tmp_path / "b")
    told = lines(ACTS[what](plain))
    with full_disk():
        assert ACTS[what](bot) == []
        assert lines(bot.looks()) == [(CHANNEL, PAUSES)]
    assert lines(bot.looks())[: len(told)] == told
    assert state(bot) == state(plain)


@pytest.mark.parametrize("what", ACTS)
def test_nothing_more_is_done_and_whoever_tries_is_told(bot: OfflineBot, what: str) -> None:
    with full_disk():
        bot.tells("dave", "t")
        before = state(bot)
        said = lines(ACTS[what](bot))
        ((nick, line),) = (each for each in said if each[0] != CHANNEL)
        assert line == NOT_DONE
        assert nick in ("dave", "kevin", "admin")
        assert [line for target, line in said if target == CHANNEL] == [PAUSES]
        assert lines(ACTS[what](bot)) == [(nick, NOT_DONE)]
        assert bot.looks() == []
    assert state(bot) == before
    assert in_channel(bot.looks()) == ["dave twists 3♠", WELL, "dave to play"]
    assert in_channel(ACTS[what](bot)) != []
    assert state(bot) != before


def test_a_sale_is_held_like_that(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.deals("dave", "!british dave kevin bob")
    with full_disk():
        assert bot.tells("dave", "sell bank to kevin for 20") == []
        assert lines(bot.tells("kevin", "accept")) == [("kevin", NOT_DONE), (CHANNEL, PAUSES)]
    said = bot.looks()
    assert said[0].line.startswith("dave offers the bank to kevin")
    assert in_channel(said)[-2] == WELL
    bot.pass_seconds(5)
    assert "kevin buys dave's bank" in bot.tells("kevin", "accept 20")[0].line


def test_nobody_is_told_more_than_what_is_written(bot: OfflineBot) -> None:
    """A look at a hand would tell what was drawn, and might be lost."""
    for text in ["hand", "bank", "help", "nonsense"]:
        with full_disk():
            bot.tells("dave", "t")
            bot.looks()
            assert lines(bot.tells("dave", text)) == [("dave", NOT_DONE)]


@pytest.mark.parametrize("game", GAMES)
def test_a_round_that_ends_meanwhile_is_told_and_paid_when_it_goes_on(
    tmp_path: Path, game: str
) -> None:
    """The channel, which waits for the end, knows why it does."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    plain, bot = new_bot(tmp_path / "a"), new_bot(tmp_path / "b")
    for each in (plain, bot):
        each.says("dave", f"!{game} dave kevin bob")
    moves = [lines(said) for said in play_out(plain)]
    for _ in moves[:-1]:
        answers(bot)
    with full_disk():
        assert answers(bot) == []
        assert asked(bot) is None
        assert lines(bot.looks()) == [(CHANNEL, PAUSES)]
        assert bot.looks() == []
    assert lines(bot.looks()) == moves[-1]
    assert [*map(str, bot.all_in_file())] == [*map(str, plain.all_in_file())]
    bot.says("dave", f"!{game}")
    assert asked(bot) is not None
    assert timers(bot) > 0


# The clocks


def test_no_time_passes(bot: OfflineBot) -> None:
    bot.pass_seconds(40)
    with full_disk():
        bot.tells("kevin", "resign")
        bot.looks()
        assert timers(bot) == 0
        assert bot.pass_seconds(1e6) == []
    bot.looks()
    assert in_channel(bot.pass_seconds(5)) == ["dave has 45 s left to play"]
    bot.pass_seconds(45)
    assert asked(bot) is None


@pytest.mark.parametrize("game", GAMES)
def test_what_is_done_for_a_silent_player_is_held_too_and_then_no_time_passes(
    tmp_path: Path, game: str
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    plain, bot = new_bot(tmp_path / "a"), new_bot(tmp_path / "b")
    for each in (plain, bot):
        begin(each, game, "dave kevin bob")
        each.pass_seconds(89)
    told = in_channel(plain.pass_seconds(1))
    assert "does not bet" in told[0]
    with full_disk():
        assert bot.pass_seconds(1) == []
        assert in_channel(bot.looks()) == [PAUSES]
        assert timers(bot) == 0
        assert bot.pass_seconds(1e6) == []
    said = in_channel(bot.looks())
    assert said[: len(told)] == told
    assert state(bot) == state(plain)


def fails_after(bot: OfflineBot, acts: int) -> None:
    """Have no act be written down but so many that come first, until the disk is well again."""
    table = bot.table()
    write, left = table.record_action, iter(range(acts))

    def record_action(act: Action) -> None:
        assert write is not None
        if next(left, None) is None:
            table.record_action = write
            raise NotRecorded(FULL)
        write(act)

    table.record_action = record_action


def test_nothing_that_was_done_for_a_silent_player_before_the_pause_stays_untold(
    tmp_path: Path,
) -> None:
    bot = playing(tmp_path, "2D 9C 3H 9H 5S 6S 7D")
    fails_after(bot, 1)
    said = in_channel(bot.pass_seconds(120))
    assert said[1:] == [PAUSES, "dave twists 5♠"]
    assert lines(bot.looks())[:3] == [
        (CHANNEL, WELL),
        (CHANNEL, "dave to play"),
        ("dave", "2♦ 3♥ 5♠ = 10: (t)wist. Stake 50, chips 950"),
    ]


def test_nor_that_somebody_sits_out_whose_time_was_up_with_that_of_others(
    tmp_path: Path,
) -> None:
    """And for them it is a decision that they have let go by, for the others not yet."""
    bot = new_bot(tmp_path)
    bot.says("dave", "!pontoon dave kevin bob")
    bot.tells("bob", "10")
    fails_after(bot, 2)  # dave leaves, and is left out of the next rounds
    said = in_channel(bot.pass_seconds(120))
    assert said[1:] == [PAUSES, "dave does not bet"]
    assert bot.croupier().action_clock._missed == {"dave": 1}
    said = in_channel(bot.looks())
    assert said[:2] == [WELL, "place your bets"]
    assert said[2].startswith("kevin does not bet | bob bets 10")
    assert bot.croupier().action_clock._missed == {"dave": 1, "kevin": 1}


def test_those_who_are_away_are_acted_for_when_it_goes_on(tmp_path: Path) -> None:
    bot = playing(tmp_path, grace=0)
    with full_disk():
        bot.tells("dave", "t")
        bot.looks()
        bot.leaves("dave")
        assert asked(bot) == "dave"
    bot.looks()
    assert asked(bot) == "kevin"


def test_who_comes_and_goes_meanwhile_is_seen_when_it_goes_on(bot: OfflineBot) -> None:
    with full_disk():
        bot.tells("dave", "t")
        bot.looks()
        assert bot.leaves("kevin") == []
        assert bot.renames("dave", "davey") == []
    said = bot.looks()
    assert f"{WELL} | kevin is gone: 60 s to come back" in in_channel(said)
    assert said[-1].target == "davey"
    assert "5♦ K♥ 3♠ = 18: (s)tick" in said[-1].line
    assert "dav" in bot.starts_anew()[-1].target


# It goes on


def test_it_goes_on_with_whose_turn_it_is_and_everybody_sees_their_cards(bot: OfflineBot) -> None:
    with full_disk():
        bot.tells("dave", "t")
        bot.looks()
    assert lines(bot.looks()) == [
        (CHANNEL, "dave twists 3♠"),
        ("dave", "5♦ K♥ 3♠ = 18: (s)tick (t)wist. Stake 50, chips 950"),
        (CHANNEL, WELL),
        (CHANNEL, "dave to play"),
        ("dave", "5♦ K♥ 3♠ = 18: (s)tick (t)wist. Stake 50, chips 950"),
        ("kevin", "Stake 50: 9♣ 9♥ = 18. Chips 950. It is dave's turn to play."),
    ]
    assert bot.looks() == []
    assert bot.tells("dave", "s")[0].line == "dave sticks | kevin to play"


def test_of_a_pause_that_nobody_has_noticed_nothing_is_said(bot: OfflineBot) -> None:
    with full_disk():
        bot.tells("dave", "t")
    assert in_channel(bot.looks()) == ["dave twists 3♠"]
    assert timers(bot) == 1


def test_it_goes_on_for_whoever_tries_before_the_bot_looks(bot: OfflineBot) -> None:
    with full_disk():
        bot.tells("dave", "t")
        bot.looks()
    assert in_channel(bot.tells("dave", "s")) == [
        "dave twists 3♠",
        WELL,
        "dave to play",
        "dave sticks | kevin to play",
    ]
    assert bot.looks() == []


def test_it_pauses_again_and_says_so(bot: OfflineBot) -> None:
    for text in ("t", "s"):
        with full_disk():
            bot.tells("dave", text)
            assert in_channel(bot.looks()) == [PAUSES]
        assert in_channel(bot.looks())[1] == WELL


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", [0, 2])
def test_with_a_pause_at_every_move_a_round_is_what_it_would_have_been(
    tmp_path: Path, game: str, number: int
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    plain, paused = new_bot(tmp_path / "a"), new_bot(tmp_path / "b")
    for bot in (plain, paused):
        bot.says("dave", f"!{game} dave kevin bob")
    for _ in play_out(plain, number):
        with full_disk():
            assert answers(paused, number) == []
            assert in_channel(paused.looks()) == [PAUSES]
        paused.looks()
    assert paused.croupier().ask is None
    assert [*map(str, paused.all_in_file())] == [*map(str, plain.all_in_file())]
    assert len(rounds_written(paused)) == 1
    check_books(paused.players_xml)
    assert timers(paused) == 0
