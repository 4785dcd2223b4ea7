"""Whatever the disk does at whatever moment of a round: the same cards, and settled once."""

from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

import pytest

from tests.support.faulty_disk import CUTS, FAILURES, FaultyDisk, Trouble
from tests.support.ledger_checks import all_chips, check_books
from tests.support.offline_bot import Clubhouse
from tests.support.play_rounds import FOR_EVER, GAMES, answers, rounds_written
from tests.support.short_timeouts import club, in_channel, timers

ROUND_STEPS = 60
"""More answers than any of these rounds takes."""


def begun(folder: Path) -> Clubhouse:
    """Return a club in a folder of its own, where nothing was played yet."""
    folder.mkdir()
    return club(folder)


def look(house: Clubhouse) -> None:
    """Let the bot look after its files, as it does every few seconds."""
    house.cashier.look()
    house.club.hall.look()


def is_settled(house: Clubhouse) -> bool:
    return len(rounds_written(house)) > 0


def play(house: Clubhouse, game: str) -> None:
    """Play a round, the one that is running if there is one, as far as the disk lets it."""
    if house.croupier().ask is None and not is_settled(house):
        house.says("dave", f"!{game} dave kevin bob")
    for _ in range(ROUND_STEPS):
        before = house.croupier().ask
        if before is None:
            break
        answers(house, 1)
        if house.croupier().ask is before:
            answers(house, 1)  # one failure is over by now
        if house.croupier().ask is before:
            break
    look(house)


def results(house: Clubhouse) -> set[str]:
    """Return how hands ended, and all that was paid, each line once."""
    return {
        line
        for line in in_channel(house.said)
        if ": " in line and line[-1].isdigit() and "|" not in line
    }


def books(house: Clubhouse) -> tuple[object, ...]:
    """Return what players.xml says of everybody and of the kitty."""
    return (*map(str, house.all_in_file()), house.kitty())


class Played:
    """A round of GAME played in FOLDER without any trouble: what is to come out of all others."""

    def __init__(self, folder: Path, game: str) -> None:
        self._folder = folder
        self._game = game
        house = begun(folder / "plain")
        watching = FaultyDisk(Trouble.FULL, FOR_EVER)
        with watching.at_work():
            play(house, game)
        self.calls = len(watching.calls)
        self._books, self._results = books(house), results(house)
        assert is_settled(house)
        assert self._results

    def assert_the_same(
        self, faulty: FaultyDisk, go_on: Callable[[Clubhouse, FaultyDisk], None]
    ) -> None:
        """Play it with trouble, GO ON when that is over, and see what has come of it."""
        house = begun(self._folder / f"{faulty.trouble.name}{faulty.number}+{faulty.more}")
        with faulty.at_work():
            play(house, self._game)
            if faulty.more and faulty.number % 2:
                house.stops()
        assert faulty.had_trouble
        go_on(house, faulty)
        for _ in range(3):
            play(house, self._game)
        assert house.croupier().ask is None
        assert len(rounds_written(house)) == 1
        assert results(house) == self._results, house.said
        assert books(house) == self._books
        assert all_chips(house.players_xml) + kitty_in(house) == 3000
        check_books(house.players_xml)
        assert timers(house) == 0
        assert house.starts_anew() == []
        assert books(house) == self._books


def kitty_in(house: Clubhouse) -> int:
    kitty = house.kitty()
    return 0 if kitty is None else kitty.chips


def mended(house: Clubhouse, faulty: FaultyDisk) -> None:
    """Let the bot go on, or be started anew where it was stopped, when the disk is well."""
    if faulty.more and faulty.number % 2:
        house.starts()
    look(house)


def started_again(house: Clubhouse, _faulty: FaultyDisk) -> None:
    """Start the bot from the files, everything else being gone."""
    house.starts()


def numbers(played: Played) -> Iterator[int]:
    return iter(range(1, played.calls + 1))


@pytest.mark.parametrize("game", GAMES)
def test_the_power_is_cut_at_any_moment(tmp_path: Path, game: str) -> None:
    played = Played(tmp_path, game)
    for number in numbers(played):
        for trouble in CUTS:
            played.assert_the_same(FaultyDisk(trouble, number), started_again)


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
