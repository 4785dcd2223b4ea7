"""Computer players in a round: they answer soon, go on after a restart, and wait for the bot."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pontoon.engine.computers import is_computer
from pontoon.engine.moves import Ask, Phase
from pontoon.irc.people import Person
from pontoon.odds.advice import Advice
from pontoon.odds.view import View
from pontoon.tables.computers import MAX_SECONDS, PAUSE_SECONDS
from tests.support.advisers import advises, last_is_best
from tests.support.joins import in_channel, to
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.play_rounds import GAMES, full_disk
from tests.support.random_people import typed

ANN = "ann+#pontoon@127.0.0.1"
CAT = "cat+#pontoon@127.0.0.1"
MAX_WAIT = 2.0
"""The seconds that a person waits for a computer at most."""


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, "dave 1000, kevin 1000")


def answer(bot: OfflineBot, ask: Ask, number: int = 0) -> None:
    """Let dave answer ASK; the NUMBER tells how."""
    wanted = "y" if ask.phase is Phase.BANK else typed(ask.options[number % len(ask.options)], 1)
    bot.tells("dave", wanted)


def play(bot: OfflineBot, number: int = 0) -> Iterator[Ask | None]:
    """Play the round to its end; yield what dave is asked before he answers, None if he waits."""
    waited = 0.0
    while bot.croupier().ask is not None:
        ask = bot.table().ask_of("dave")
        yield ask
        waited = 0.0 if ask is not None else waited + 0.5
        if ask is not None:
            answer(bot, ask, number)
        else:
            asks = bot.table().asks
            bot.pass_seconds(0.5)
            assert waited <= MAX_WAIT or bot.table().asks is not asks
            waited = waited if bot.table().asks is asks else 0.0


@pytest.mark.parametrize("computers", ["bob+", "ann+ cat+"])
@pytest.mark.parametrize("game", GAMES)
def test_somebody_alone_plays_every_game_with_computers(
    bot: OfflineBot, game: str, computers: str
) -> None:
    for number in range(6):
        before = len(bot.heard_in(CHANNEL))
        bot.says("dave", f"!{game} dave {computers}" if number % 2 == 0 else f"!{game}")
        assert bot.croupier().ask is not None
        for _ in play(bot, number):
            pass
        heard = bot.heard_in(CHANNEL)[before:]
        assert any(line.startswith(("Chips: ", "Drinks: ", "Minutes: ")) for line in heard)
    check_books(bot.players_xml)
    assert {each.target for each in bot.said} == {CHANNEL, "dave"}
    assert not any(each.line.startswith("+") for each in bot.said)


@pytest.mark.parametrize("game", GAMES)
def test_computers_go_on_after_a_kill_at_any_time(tmp_path: Path, game: str) -> None:
    for kill in range(1, 9):
        folder = tmp_path / str(kill)
        folder.mkdir()
        bot = OfflineBot(folder, "dave 1000, kevin 1000")
        bot.says("dave", f"!{game} dave ann+ bob+")
        for step, _ in enumerate(play(bot)):
            if step == kill:
                bot.dies()
                bot.starts()
        assert bot.in_file("dave").stats_in(game).played == 1
        assert bot.in_file(ANN).stats_in(game).played == 1
        assert {each.target for each in bot.said} == {CHANNEL, "dave"}


def test_a_computer_that_is_asked_first_remembers_the_rounds_before(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It thinks as soon as the round begins, when that is not on the disk yet."""
    views = list[View]()

    def see(view: View) -> Advice:
        views.append(view)
        return last_is_best(view)

    advises(monkeypatch, see)
    for _ in range(2):
        views.clear()
        bot.says("dave", "!cutwc ann+ bob+")
        for _ in play(bot):
            pass
    assert all(view.gone for view in views)
    assert views


def test_computers_wait_while_the_bot_is_out_of_the_channel(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave ann+")
    bot.tells("dave", "10")
    asks = bot.table().asks
    bot.is_put_out()
    bot.pass_seconds(100)
    assert bot.table().asks is asks
    said = bot.is_back(["dave", "kevin"])
    assert not any("ann+ is gone" in each.line for each in said)
    bot.pass_seconds(MAX_WAIT)
    assert bot.table().ask_of(ANN) is None


def test_computers_wait_while_nothing_can_be_written(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave ann+")
    with full_disk():
        bot.tells("dave", "10")
        bot.pass_seconds(MAX_WAIT)
        assert bot.table().ask_of(ANN) is not None
    bot.looks()
    bot.pass_seconds(MAX_WAIT)
    assert bot.table().ask_of(ANN) is None


def test_a_computer_that_thinks_for_too_long_makes_the_safest_move(bot: OfflineBot) -> None:
    bot.odds.waiting = []
    bot.says("dave", "!pontoon dave cat+")
    bot.tells("dave", "10")
    bot.pass_seconds(MAX_SECONDS - 0.1)
    assert bot.table().ask_of(CAT) is not None
    assert "cat+ bets 1" in in_channel(bot.pass_seconds(0.1))[0]
    bot.odds.works()
    assert bot.table().seats[1].staked == 1


def test_a_computer_that_cannot_think_makes_the_safest_move(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pontoon.tables.computers.choose", None)
    bot.odds.may_fail = True
    bot.says("dave", "!pontoon dave cat+")
    bot.tells("dave", "10")
    assert "cat+ bets 1" in in_channel(bot.pass_seconds(PAUSE_SECONDS))[0]
    assert bot.odds.errors


def test_what_people_have_spent_is_counted_before_a_computer_moves(tmp_path: Path) -> None:
    config = {"blackjack": {"voice": "yes"}, "table": {"turn_timeout": "120"}}
    bot = OfflineBot(tmp_path, "dave 1000", config=config)
    bot.says("dave", "!blackjack dave ann+")
    bot.tells("dave", "10")
    bot.pass_seconds(119)
    bot.tells("dave", "s")
    (dave, _) = bot.table().seats
    coins = dave.chips
    bot.pass_seconds(PAUSE_SECONDS)
    assert dave.chips == coins - 1


def test_what_is_worked_out_for_a_question_that_is_over_is_dropped(bot: OfflineBot) -> None:
    bot.odds.waiting = []
    bot.says("dave", "!pontoon dave cat+")
    bot.pass_seconds(PAUSE_SECONDS)
    bot.stops_round()
    bot.says("kevin", "!pontoon kevin cat+")
    bot.odds.works()
    assert bot.table().ask_of(CAT) is not None


def test_a_computer_that_has_thought_for_long_answers_at_once(bot: OfflineBot) -> None:
    bot.odds.waiting = []
    bot.says("dave", "!pontoon dave ann+")
    bot.tells("dave", "10")
    bot.pass_seconds(PAUSE_SECONDS + 0.5)
    bot.odds.works()
    assert "ann+ bets" in in_channel(bot.pass_seconds(0))[0]


def test_computers_who_were_asked_in_a_round_that_was_stopped_do_nothing(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave ann+")
    bot.stops_round()
    assert bot.pass_seconds(10) == []


def test_computers_are_asked_nothing_more_when_the_round_is_stopped(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave ann+")
    bot.stops_round()
    assert bot.croupier().ask is None
    bot.says("kevin", "!pontoon kevin ann+")
    bot.pass_seconds(1)
    assert bot.table().ask_of(ANN) is not None
    bot.pass_seconds(1)
    assert bot.table().ask_of(ANN) is None


@pytest.mark.parametrize("nick", ["ann+", ANN])
def test_nobody_has_the_seat_of_a_computer_whatever_nicks_a_server_allows(
    bot: OfflineBot, nick: str
) -> None:
    bot.comes(nick)
    bot.says("dave", "!pontoon dave ann+")
    bot.tells("dave", "10")
    for text in ("hand", "10", "max", "s", "t"):
        bot.tells(nick, text)
        bot.says(nick, f"!{text}")
    bot.says(nick, "!pontoon leave")
    bot.leaves(nick)
    bot.comes(nick)
    bot.renames("kevin", "ann")
    bot.renames("ann", nick)
    assert bot.table().ask_of(ANN) is not None
    bot.pass_seconds(MAX_WAIT)
    assert bot.table().ask_of("dave") is not None
    assert not any("♣" in line or "Your card" in line for line in bot.heard_in(nick))
    bot.stops_round()
    assert bot.real_network.croupiers.plays_as(Person(nick)) is None


def test_computers_are_never_away_nor_short_of_time(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000", config={"table": {"away_after": "1", "grace": "0"}})
    bot.says("dave", "!british dave ann+")
    for _ in play(bot):
        assert all(is_computer(each) is False for each in bot.croupier().action_clock.invited)
    told = " ".join(in_channel(bot.said))
    for word in ("ann+ seems", "ann+ is gone", "seconds left"):
        assert word not in told
    assert to("ann+", bot.said) == []
