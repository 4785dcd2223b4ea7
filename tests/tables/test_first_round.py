"""The first round of a player: the channel tells them where their cards are, once."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.offline_bot import Entry, OfflineBot, Said
from tests.support.short_timeouts import GAMES, in_channel

OLD = "<cutwc><played>1</played><won>0</won></cutwc>"
WHERE = "your cards are in a private window with me; answer there"


def new_bot(folder: Path, players: Sequence[Entry]) -> OfflineBot:
    return OfflineBot(folder, players, "5D 9C KH 9H", guides_new_players=True)


def guided(said: list[Said]) -> list[str]:
    """Return what is SAID to new players in the channel."""
    return [line for line in in_channel(said) if WHERE in line or "no seat" in line]


@pytest.mark.parametrize("game", GAMES)
def test_it_is_said_in_a_line_behind_the_opening_line(tmp_path: Path, game: str) -> None:
    bot = new_bot(tmp_path, [Entry("dave", records=OLD), Entry("kevin")])
    said = bot.says("dave", f"!{game} dave kevin")
    assert in_channel(said)[1] == f"kevin: {WHERE}"
    assert len(guided(said)) == 1


def test_all_new_players_are_named_together(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, [Entry("dave"), Entry("kevin")])
    assert guided(bot.says("dave", "!pontoon dave kevin")) == [f"dave, kevin: {WHERE}"]


def test_who_has_finished_a_round_of_any_game_knows(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, [Entry("dave", records=OLD), Entry("kevin", played=1)])
    assert guided(bot.says("dave", "!pontoon dave kevin")) == []


def test_it_is_said_once(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, [Entry("dave")])
    bot.says("dave", "!pontoon dave")
    bot.tells("dave", "10")
    bot.pass_seconds(1000)
    assert guided(bot.says("dave", "!pontoon")) == []
    assert len(guided(bot.said)) == 1


def test_they_are_called_by_the_nick_that_they_have(tmp_path: Path) -> None:
    owner = "<account>dave</account>"
    bot = new_bot(tmp_path, [Entry("dave", owner=owner, nickname="Big D")])
    bot.logs_in("dave", "dave")
    bot.renames("dave", "davey")
    assert guided(bot.says("davey", "!pontoon dave")) == [f"davey (Big D): {WHERE}"]


def test_nobody_is_told_where_a_round_cannot_begin(tmp_path: Path) -> None:
    """There are no cards."""
    bot = new_bot(tmp_path, [Entry(nick, chips=2) for nick in ("dave", "kevin", "bob", "eve")])
    said = bot.says("dave", "!shoot dave kevin bob eve")
    assert said[0].line.endswith("no round: nobody has enough chips to be the banker")
    assert guided(said) == []


def test_a_new_player_who_deals_only_to_others_hears_how_to_have_a_seat(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, [Entry("dave"), Entry("kevin", played=1), Entry("bob", played=1)])
    (line,) = guided(bot.says("dave", "!pontoon kevin bob"))
    assert line.startswith("dave: you have no seat")
    bot.stops_round()
    assert guided(bot.says("bob", "!pontoon kevin bob")) == []
