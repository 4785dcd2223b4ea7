"""The rounds that a bot plays, in its history (FAIR, Files): each settled one, once."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.cli import main
from pontoon.engine.moves import Phase
from pontoon.storage import fs
from pontoon.storage.history.files import files_beside
from pontoon.storage.history.line import read
from tests.support.history_files import honest_bot, open_decks, play, records_of
from tests.support.offline_bot import OfflineBot
from tests.support.play_rounds import GAMES, answers, play_out, rounds_written

TWO_CHANNELS = {"irc": {"channels": "#pontoon, #den"}}


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return honest_bot(tmp_path)


def said_by(
    capsys: pytest.CaptureFixture[str], bot: OfflineBot, *arguments: str, status: int = 0
) -> list[str]:
    """Return what the command line prints about the files of BOT."""
    config = bot.players_xml.with_name("config.ini")
    assert main([*arguments, "--config", str(config)]) == status
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_settled_rounds_of_any_game_pass_all_checks(
    bot: OfflineBot, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(6):
        play(bot, game, number)
    assert [each.id for each in records_of(bot)] == rounds_written(bot)
    open_decks(bot)
    rounds = len(rounds_written(bot))
    *_, verdict = said_by(capsys, bot, "history", "--check")
    assert verdict.endswith("compared with the ledger: all as recorded")
    *_, verdict = said_by(capsys, bot, "verify")
    assert verdict.endswith(f"{rounds} rounds dealt again: no fault")


@pytest.mark.parametrize("game", GAMES)
def test_a_round_in_which_the_program_is_started_again_is_there_whole(
    bot: OfflineBot, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bot.says("dave", f"!{game} dave kevin bob")
    while bot.croupier().ask is not None:
        answers(bot)
        bot.starts_anew()
    (record,) = records_of(bot)
    assert [record.id] == rounds_written(bot)
    said_by(capsys, bot, "history", "--check")
    *_, verdict = said_by(capsys, bot, "verify")
    assert verdict.endswith("1 round dealt again: no fault")


def test_a_card_that_is_changed_is_found(
    bot: OfflineBot, capsys: pytest.CaptureFixture[str]
) -> None:
    play(bot, "pontoon")
    open_decks(bot)
    (path,) = files_beside(bot.players_xml)
    line = path.read_bytes()
    path.write_bytes(line.replace(b'"cards":"', b'"cards":"A'))
    fault, _ = said_by(capsys, bot, "verify", status=1)[-2:]
    assert fault == f"{path.name}, line 1: the line cannot be used: its sum is wrong"


def test_other_cards_than_those_of_the_deck_are_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", "AS KS AH KH")
    play(bot, "pontoon")
    open_decks(bot)
    (path,) = files_beside(bot.players_xml)
    fault, _ = said_by(capsys, bot, "verify", status=1)[-2:]
    assert fault == f"{path.name}, line 1: round 1 of deck 1 has another card than the deck"


def test_a_round_that_is_stopped_or_void_has_no_line(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.stops_round()
    bot.says("kevin", "!pontoon kevin bob")
    while (ask := bot.croupier().ask) is not None and ask.phase is Phase.BET:
        bot.says(ask.player, "!pontoon leave")
    assert bot.croupier().ask is None
    assert not records_of(bot)
    bot.pass_seconds(200)  # until kevin and bob are dealt to again
    play(bot, "pontoon")
    (record,) = records_of(bot)
    assert record.deck
    assert record.deck.round == 3


def test_a_line_says_where_in_its_deck_the_round_was_dealt(bot: OfflineBot) -> None:
    for _ in range(3):
        play(bot, "pontoon")
    places = [each.deck for each in records_of(bot)]
    assert [place and (place.number, place.round) for place in places] == [(1, 1), (1, 2), (1, 3)]
    taken = [sum(t[0] not in "/v=*" for t in each.cards.tokens) for each in records_of(bot)]
    assert [place and place.before for place in places] == [0, taken[0], taken[0] + taken[1]]


def test_rules_are_those_with_which_the_round_began(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin bob")
    bot.adopts({"shed": {"max_bet_percent": "7"}, "table": {"bets": "in turn"}})
    for _ in play_out(bot):
        pass
    play(bot, "pontoon")
    first, second = records_of(bot)
    assert first.rules != second.rules
    assert first.table_rules != second.table_rules


def test_rounds_that_are_settled_in_one_turn_of_the_reactor_are_all_there(tmp_path: Path) -> None:
    bot = honest_bot(tmp_path, TWO_CHANNELS, "dave 1000, kevin 1000, bob 1000, alice 1000")
    bot.says("dave", "!pontoon dave kevin", "#pontoon")
    bot.says("bob", "!pontoon bob alice", "#den")
    bot.time.advance(10_000)  # nobody answers anywhere
    assert sorted(each.where.channel for each in records_of(bot)) == []
    for channel, nicks in {"#pontoon": ("dave", "kevin"), "#den": ("bob", "alice")}.items():
        bot.says(nicks[0], f"!pontoon {' '.join(nicks)}", channel)
        for nick in nicks:
            bot.says(nick, "!min", channel)
    while any(bot.croupier(each).ask for each in ("#pontoon", "#den")):
        bot.time.advance(60)
    assert sorted(each.where.channel for each in records_of(bot)) == ["#den", "#pontoon"]


@contextmanager
def no_room_for_histories() -> Iterator[None]:
    """Have nothing written to the files of the history."""
    opened = fs.open_to_write

    def refused(path: Path, flags: int, mode: int) -> int:
        if ".history" in path.name:
            raise OSError(28, os.strerror(28))
        return opened(path, flags, mode)

    with patch.object(fs, "open_to_write", refused):
        yield


def test_what_cannot_be_written_now_is_written_later(bot: OfflineBot) -> None:
    with no_room_for_histories():
        play(bot, "pontoon")
        play(bot, "pontoon")
        assert bot.bot.history.trouble == "No space left on device"
    assert not records_of(bot)
    bot.looks()
    assert [each.id for each in records_of(bot)] == rounds_written(bot)
    assert not bot.bot.history.trouble


def test_what_could_not_be_written_outlasts_the_program_and_a_new_journal(bot: OfflineBot) -> None:
    with no_room_for_histories():
        play(bot, "pontoon")
        bot.journal.trouble = "some trouble"
        assert bot.journal.mend()
        bot.stops()
    bot.starts()
    assert [each.id for each in records_of(bot)] == rounds_written(bot)
    bot.starts_anew()
    assert len(records_of(bot)) == 1


def test_a_month_that_is_moved_away_is_not_begun_again(bot: OfflineBot) -> None:
    """The bot was stopped in good order, so the journal knows that the history has all."""
    play(bot, "pontoon")
    bot.stops()
    (path,) = files_beside(bot.players_xml)
    path.unlink()
    bot.starts()
    assert not path.exists()


def test_a_damaged_journal_gives_its_settled_rounds_to_the_history(bot: OfflineBot) -> None:
    with no_room_for_histories():
        play(bot, "pontoon")
        bot.stops()
    journal = bot.players_xml.with_suffix(".journal")
    journal.write_bytes(b"damaged\n" + journal.read_bytes())
    bot.starts()
    assert [each.id for each in records_of(bot)] == rounds_written(bot)


def test_a_person_is_forgotten_in_what_the_bot_wrote(
    bot: OfflineBot, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in GAMES:
        play(bot, game)
    with no_room_for_histories():
        play(bot, "pontoon")
    bot.dies()
    said_by(capsys, bot, "history", "forget", "kevin")
    (path,) = files_beside(bot.players_xml)
    assert len(records_of(bot)) == len(GAMES) + 1
    assert b"kevin" not in path.read_bytes()
    said_by(capsys, bot, "history", "--check")
    bot.starts()
    assert b"kevin" not in path.read_bytes()
    assert [*map(read, path.read_bytes().splitlines())]
