"""Whatever the disk does at whatever moment of a round: the same cards, and settled once."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.support.faulty_disk import CALLS, FAILURES, FaultyDisk
from tests.support.honest_bots import records_of
from tests.support.ledger_checks import all_chips, check_books
from tests.support.offline_bot import OfflineBot
from tests.support.play_rounds import FOR_EVER, GAMES, answers, rounds_written
from tests.support.short_timeouts import in_channel, new_bot, timers

pytestmark = pytest.mark.slow

ROUND_STEPS = 60
"""More answers than any of these rounds takes."""


def begun(folder: Path) -> OfflineBot:
    """Return a bot in a folder of its own, where nothing was played yet."""
    folder.mkdir()
    return new_bot(folder)


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
    bot.looks()


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


class Recording:
    """Keeps what a power cut at any call would leave of the files of BOT, with and without syncs.

    SQLite sees to its own files. ``left`` has each such content once, with the number of lines that
    people had heard by then.
    """

    def __init__(self, bot: OfflineBot) -> None:
        self._bot = bot
        found = [path.stat() for path in files_of(bot)]
        self._synced = {each.st_ino: each.st_size for each in found}
        """To which length each file, by its inode, would survive."""
        self.calls = 0
        self.left: dict[frozenset[tuple[str, bytes]], int] = {}

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Watch the disk."""
        with ExitStack() as stack:
            for name, module in CALLS.items():
                hooked = self._hooked(name, getattr(module, name))
                stack.enter_context(patch.object(module, name, hooked))
            yield

    def _hooked(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def hooked(*given: Any) -> Any:
            self.calls += 1
            if name == "write":
                descriptor, content = given
                half = len(content) * 2 // 3
                real(descriptor, content[:half])
                self._keep()
                given = (descriptor, content[half:])
            done = real(*given)
            if name == "sync":
                status = os.fstat(*given)
                self._synced[status.st_ino] = status.st_size
            self._keep()
            return done

        return hooked

    def _keep(self) -> None:
        paths = [*files_of(self._bot)]
        for lost in ("", "xml", "decks"):
            left = frozenset((path.name, self._content(path, lost)) for path in paths)
            self.left.setdefault(left, len(self._bot.said))

    def _content(self, path: Path, lost: str) -> bytes:
        is_cut = path.match(f"players.{lost}")
        return path.read_bytes()[: self._synced.get(path.stat().st_ino, 0) if is_cut else None]


def files_of(bot: OfflineBot) -> Iterator[Path]:
    """Yield whatever the bot keeps; the memory that connections share dies with them."""
    folder = bot.players_xml.parent
    others = ("config.ini", "players.db-shm")
    return (path for path in folder.iterdir() if path.name not in others)


class Played:
    """A round of GAME played in FOLDER without any trouble: what is to come out of all others."""

    def __init__(self, folder: Path, game: str) -> None:
        self._folder, self._game = folder, game
        self._bot = begun(folder / "plain")
        recording = Recording(self._bot)
        with recording.at_work():
            play(self._bot, game)
        self.calls, self.left = recording.calls, recording.left
        self._time_accounts, self._results = time_accounts(self._bot), results(self._bot)
        self._said = self._bot.said
        assert is_settled(self._bot)
        assert self._results

    def started_with(self, left: frozenset[tuple[str, bytes]]) -> OfflineBot:
        """Return the bot started from the files that are LEFT, everything else being gone."""
        self._bot.bot.database.close()  # before its files are replaced
        for path in files_of(self._bot):
            path.unlink()
        for name, content in left:
            (self._bot.players_xml.parent / name).write_bytes(content)
        self._bot.said = self._said[: self.left[left]]
        self._bot.starts()
        return self._bot

    def mended(self, faulty: FaultyDisk) -> OfflineBot:
        """Return a bot that had trouble, and was stopped and started after some of it."""
        bot = begun(self._folder / f"{faulty.number}")
        is_stopped = faulty.more and faulty.number % 2
        with faulty.at_work():
            play(bot, self._game)
            if is_stopped:
                bot.stops()
        assert faulty.had_trouble
        if is_stopped:
            bot.starts()
        bot.looks()
        return bot

    def assert_the_same(self, bot: OfflineBot) -> None:
        """Have BOT go on, which is in order again, and see what comes of it."""
        for _ in range(3):
            play(bot, self._game)
        assert bot.croupier().ask is None
        assert len(rounds_written(bot)) == 1
        assert [each.id for each in records_of(bot)] == rounds_written(bot)
        assert results(bot) == self._results, bot.said
        assert time_accounts(bot) == self._time_accounts
        assert all_chips(bot.players_xml) + kitty_in(bot) == 3000
        check_books(bot.players_xml)
        assert timers(bot) == 0
        assert bot.starts_anew() == []
        assert [each.id for each in records_of(bot)] == rounds_written(bot)
        assert time_accounts(bot) == self._time_accounts


def kitty_in(bot: OfflineBot) -> int:
    kitty = bot.kitty()
    return 0 if kitty is None else kitty.chips


@pytest.mark.parametrize("game", GAMES)
def test_the_power_is_cut_at_any_moment(tmp_path: Path, game: str) -> None:
    """Also if it takes what was not synced of the files that are not SQLite's.

    What is left is much alike in all games: each has every second of it.
    """
    played = Played(tmp_path, game)
    assert len(played.left) > 10
    for left in [*played.left][GAMES.index(game) % 2 :: 2]:
        played.assert_the_same(played.started_with(left))


@pytest.mark.parametrize("game", GAMES)
def test_the_disk_fails_at_any_moment(tmp_path: Path, game: str) -> None:
    """It fails once, or from then on until it is mended; the bot is stopped before some of that.

    Calls are much alike in all games: each has every second of them.
    """
    played = Played(tmp_path, game)
    troubles, lasting = cycle(FAILURES), cycle((0, FOR_EVER, FOR_EVER))
    for number in range(1 + GAMES.index(game) % 2, played.calls + 1, 2):
        faulty = FaultyDisk(next(troubles), number, next(lasting))
        played.assert_the_same(played.mended(faulty))
