"""Whatever the disk does at whatever moment of a round: the same cards, and settled once."""

import os
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import pytest

from pontoon.storage import fs
from tests.support.faulty_disk import CUTS, FAILURES, FaultyDisk, Trouble
from tests.support.history_files import records_of
from tests.support.ledger_checks import all_chips, check_books
from tests.support.offline_bot import OfflineBot
from tests.support.play_rounds import FOR_EVER, GAMES, answers, rounds_written
from tests.support.short_timeouts import club, in_channel, timers

pytestmark = pytest.mark.slow

ROUND_STEPS = 60
"""More answers than any of these rounds takes."""


def begun(folder: Path) -> OfflineBot:
    """Return a club in a folder of its own, where nothing was played yet."""
    folder.mkdir()
    return club(folder)


def look(bot: OfflineBot) -> None:
    """Let the bot look after its files, as it does every few seconds."""
    bot.settlements.look()
    bot.club.floor.look()


def is_settled(bot: OfflineBot) -> bool:
    return len(rounds_written(bot)) > 0


def play(bot: OfflineBot, game: str) -> None:
    """Play a round, the one that is running if there is one, as far as the disk lets it."""
    if bot.croupier().ask is None and not is_settled(bot):
        bot.says("dave", f"!{game} dave kevin bob")
    for _ in range(ROUND_STEPS):
        before = bot.croupier().ask
        if before is None:
            break
        answers(bot, 1)
        if bot.croupier().ask is before:
            answers(bot, 1)  # one failure is over by now
        if bot.croupier().ask is before:
            break
    look(bot)


def results(bot: OfflineBot) -> set[str]:
    """Return how hands ended, and all that was paid, each line once."""
    return {
        line
        for line in in_channel(bot.said)
        if ": " in line and line[-1].isdigit() and "|" not in line
    }


def time_accounts(bot: OfflineBot) -> tuple[object, ...]:
    """Return what players.xml says of everybody and of the kitty."""
    return (*map(str, bot.all_in_file()), bot.kitty())


class Played:
    """A round of GAME played in FOLDER without any trouble: what is to come out of all others."""

    def __init__(self, folder: Path, game: str) -> None:
        self._folder = folder
        self._game = game
        bot = begun(folder / "plain")
        watching = FaultyDisk(Trouble.FULL, FOR_EVER)
        with watching.at_work():
            play(bot, game)
        self.calls = len(watching.calls)
        self._time_accounts, self._results = time_accounts(bot), results(bot)
        assert is_settled(bot)
        assert self._results

    def assert_the_same(
        self, faulty: FaultyDisk, go_on: Callable[[OfflineBot, FaultyDisk], None]
    ) -> None:
        """Play it with trouble, GO ON when that is over, and see what has come of it."""
        bot = begun(self._folder / f"{faulty.trouble.name}{faulty.number}+{faulty.more}")
        with faulty.at_work():
            play(bot, self._game)
            if faulty.more and faulty.number % 2:
                bot.stops()
        assert faulty.had_trouble
        go_on(bot, faulty)
        for _ in range(3):
            play(bot, self._game)
        assert bot.croupier().ask is None
        assert len(rounds_written(bot)) == 1
        assert rounds_in_history(bot) == rounds_written(bot)
        assert results(bot) == self._results, bot.said
        assert time_accounts(bot) == self._time_accounts
        assert all_chips(bot.players_xml) + kitty_in(bot) == 3000
        check_books(bot.players_xml)
        assert timers(bot) == 0
        assert bot.starts_anew() == []
        assert rounds_in_history(bot) == rounds_written(bot)
        assert time_accounts(bot) == self._time_accounts


def rounds_in_history(bot: OfflineBot) -> list[str]:
    return [record.id for record in records_of(bot)]


def kitty_in(bot: OfflineBot) -> int:
    kitty = bot.kitty()
    return 0 if kitty is None else kitty.chips


def mended(bot: OfflineBot, faulty: FaultyDisk) -> None:
    """Let the bot go on, or be started anew where it was stopped, when the disk is well."""
    if faulty.more and faulty.number % 2:
        bot.starts()
    look(bot)


def started_again(bot: OfflineBot, _faulty: FaultyDisk) -> None:
    """Start the bot from the files, everything else being gone."""
    bot.starts()


def numbers(played: Played) -> Iterator[int]:
    return iter(range(1, played.calls + 1))


@pytest.mark.parametrize("game", GAMES)
def test_the_power_is_cut_at_any_moment(tmp_path: Path, game: str) -> None:
    played = Played(tmp_path, game)
    for number in numbers(played):
        for trouble in CUTS:
            played.assert_the_same(FaultyDisk(trouble, number), started_again)


@pytest.mark.parametrize("lost", ["journal", "history-*", "[jh]*"])
@pytest.mark.parametrize("game", GAMES)
def test_the_power_is_cut_and_takes_what_was_not_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, lost: str
) -> None:
    """A result waits for no sync of its own: the acts before it lead to it again.

    What is lost of the history comes back from the journal.
    """
    sync, synced = fs.sync, dict[int, int]()

    def noted(descriptor: int) -> None:
        sync(descriptor)
        status = os.fstat(descriptor)
        synced[status.st_ino] = status.st_size

    def started_without_the_rest(bot: OfflineBot, _faulty: FaultyDisk) -> None:
        for path in bot.players_xml.parent.glob(f"players.{lost}"):
            status = path.stat()
            lengths.add(status.st_size - synced.get(status.st_ino, 0))
            os.truncate(path, synced.get(status.st_ino, 0))
        bot.starts()

    monkeypatch.setattr(fs, "sync", noted)
    played, lengths = Played(tmp_path, game), set[int]()
    for number in numbers(played):
        played.assert_the_same(
            FaultyDisk(Trouble.POWER_CUT_AFTER, number), started_without_the_rest
        )
    assert len(lengths) > 1


@pytest.mark.parametrize("game", GAMES)
def test_the_disk_fails_once_at_any_moment(tmp_path: Path, game: str) -> None:
    played, troubles = Played(tmp_path, game), cycle(FAILURES)
    for number in numbers(played):
        played.assert_the_same(FaultyDisk(next(troubles), number), mended)


@pytest.mark.parametrize("game", GAMES)
def test_the_disk_fails_from_any_moment_on_and_is_mended(tmp_path: Path, game: str) -> None:
    """Every other time the bot is stopped in between."""
    played, troubles = Played(tmp_path, game), cycle(FAILURES)
    for number in numbers(played):
        played.assert_the_same(FaultyDisk(next(troubles), number, FOR_EVER), mended)
