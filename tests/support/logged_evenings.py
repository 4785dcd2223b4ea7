"""Evenings of the real bot, as the logs that people's clients write of them."""

import contextlib
import io
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from pontoon.engine.moves import Phase
from pontoon.irc.outgoing import Message
from pontoon.irc.people import Person
from pontoon.service.shared import new_equipment
from tests.support.fake_clock import NOON
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot
from tests.support.random_people import typed
from tests.support.repository import ROOT

CONTRIB = ROOT / "contrib"
CHECK_LOG, CHECK_DECKS = CONTRIB / "check_log.py", CONTRIB / "check_decks.py"
_CODE = {each: compile(each.read_text("utf-8"), each, "exec") for each in (CHECK_LOG, CHECK_DECKS)}

ENTRIES = (Entry("dave"), Entry("kevin", nickname="Kev the Great"), Entry("bob"), Entry("T"))
NICKS = tuple(entry.nick for entry in ENTRIES)
SHORT_DECKS = {
    "table": {"max_players": "4"},
    "shed": {"decks": "2", "marker": "60-70"},
    "blackjack": {"decks": "1", "marker": "20-30"},
}
"""So few cards lie in front of the markers that decks end after some rounds."""


class Spoken(NamedTuple):
    """What somebody said to a channel, or to a nick; to the bot where TARGET is ""."""

    second: float
    nick: str
    target: str
    text: str


class LoggedBot(OfflineBot):
    """A bot whose decks are sealed as they are in earnest; all that is said is in ``book``."""

    def __init__(self, folder: Path, players: Sequence[Entry] = ENTRIES, **more: Any) -> None:
        self.book: list[Spoken] = []
        super().__init__(folder, players, tells_of_decks=True, furnish=new_equipment, **more)

    def hear(self, person: Person, text: str, channel: str = "") -> None:
        self.book.append(Spoken(self.time.seconds(), person.nick, channel, text))
        super().hear(person, text, channel)

    def _send(self, say: Message) -> None:
        before = len(self.said)
        super()._send(say)
        now = self.time.seconds()
        self.book += [Spoken(now, BOT, each.target, each.line) for each in self.said[before:]]

    def answers(self, chance: random.Random) -> None:
        """Let one of those who are asked do something that is on offer."""
        ask = chance.choice(self.croupier().waiting.asks)
        nick = self.croupier().seat_map.address(ask.player)
        text = typed(chance.choice(ask.options), chance.randrange(7))
        if nick is None:
            self.pass_seconds(20)
        else:
            self.tells(nick, "y" if ask.phase is Phase.BANK else text)

    def plays(self, chance: random.Random, *, wildly: bool = False) -> None:
        """Let the round be played to its end; WILDLY, people leave, sleep and restart the bot."""
        while self.croupier().waiting.asks:
            luck = chance.random() if wildly else 1
            if luck < 0.02:
                self.says(chance.choice(NICKS), "!pontoon leave")
            elif luck < 0.03:
                self.pass_seconds(130)
            elif luck < 0.035:
                self.stops_round()
            elif luck < 0.04:
                self.starts_anew()
            else:
                self.answers(chance)
            self.pass_seconds(chance.choice([0, 1, 2]))

    def deals_to(self, chance: random.Random, game: str) -> None:
        """Begin a round of GAME by some of the players, whether they had joined or not."""
        for nick in NICKS:
            self.says(nick, "!leave")
        self.pass_seconds(3)
        nicks = chance.sample(NICKS, chance.choice([2, 3, 4]))
        self.says(nicks[0], f"!{game} {' '.join(nicks)}")
        self.pass_seconds(3)

    def gives_up(self, game: str) -> None:
        """Have the deck of GAME given up."""
        self.ops("bob")
        self.says("bob", f"!{game} shuffle")


def evening(
    folder: Path,
    seed: int,
    games: Iterable[str],
    rounds: int = 6,
    config: Mapping[str, Mapping[str, str]] = SHORT_DECKS,
    *,
    wildly: bool = True,
) -> LoggedBot:
    """Return the bot after an evening of some ROUNDS of each of GAMES, whose decks are opened."""
    chance = random.Random(seed)
    with same_secrets(seed):
        bot = LoggedBot(folder, config=config)
        for game in games:
            for _ in range(rounds):
                for nick in chance.sample(NICKS, 2):
                    bot.says(nick, f"!cut words {chance.randrange(1000)} of  {nick}")
                bot.pass_seconds(3)
                bot.deals_to(chance, game)
                bot.plays(chance, wildly=wildly)
                bot.pass_seconds(chance.choice([1, 140]))
            bot.gives_up(game)
    return bot


@contextlib.contextmanager
def same_secrets(seed: int) -> Iterator[None]:
    """Have all secrets follow from SEED, so that a test always sees the same cards."""
    chance = random.Random(seed)
    with (
        patch("secrets.token_bytes", chance.randbytes),
        patch("secrets.token_hex", lambda size: chance.randbytes(size).hex()),
    ):
        yield


# The logs of clients


class Logs(NamedTuple):
    """What a client of somebody has written: of the channel, and of the window with the bot."""

    channel: list[str]
    private: list[str]


def _stamp(spoken: Spoken, how: str) -> str:
    return (NOON + timedelta(seconds=spoken.second)).strftime(how)


def _mode(nick: str) -> str:
    return "@" if nick == BOT else " "


CLIENTS = {
    "irssi": ("--- Log opened Fri Nov 20 12:00:00 2026", "%H:%M", "{time} <{mode}{nick}> {text}"),
    "WeeChat": ("", "%Y-%m-%d %H:%M:%S", "{time}\t{mode}{nick}\t{text}"),
    "HexChat": (
        "**** BEGIN LOGGING AT Fri Nov 20 12:00:00 2026\n",
        "%b %d %H:%M:%S",
        "{time} <{nick}>\t{text}",
    ),
    "ZNC": ("", "[%H:%M:%S]", "{time} <{nick}> {text}"),
    "ISO": ("", "%Y-%m-%dT%H:%M:%S.123Z", "{time} <{mode}{nick}> {text}"),
    "untimed": ("", "", "<{nick}> {text}"),
    "half past": ("", "(%I:%M:%S %p)", "{time} <{mode}{nick}> {text}"),
}
"""The first line of a log, how a client writes times, and what stands in a line."""


def logged(book: Iterable[Spoken], client: str, owner: str, channel: str = CHANNEL) -> Logs:
    """Return the logs of CHANNEL and of the bot that the CLIENT of OWNER writes of a BOOK."""
    first, times, shape = CLIENTS[client]
    logs = Logs(first.split("\n") if first else [], first.split("\n") if first else [])
    for spoken in book:
        is_private = spoken.target == owner or (spoken.nick == owner and not spoken.target)
        if spoken.target == channel or is_private:
            mode = _mode(spoken.nick).strip() if "\t{mode}" in shape else _mode(spoken.nick)
            line = shape.format(
                time=_stamp(spoken, times),
                mode="" if is_private else mode,
                nick=spoken.nick,
                text=spoken.text,
            )
            (logs.private if is_private else logs.channel).append(line)
    return logs


IN_ONE = {
    "irssi": ("[{nick}(pontoon@bot.example)] {text}", "[msg(PontoonBot)] {text}", "%H:%M "),
    "HexChat": ("*{nick}*\t{text}", ">PontoonBot<\t{text}", "%b %d %H:%M:%S "),
    "notices": ("-{nick}- {text}", "-> *PontoonBot* {text}", "[%H:%M:%S] "),
    "notices of irssi": ("-{nick}(pontoon@bot.example)- {text}", "[notice(x)] {text}", "%H:%M "),
    "notices of WeeChat": (
        "--\tNotice({nick}): {text}",
        "--\tMSG(PontoonBot): {text}",
        "%Y-%m-%d %H:%M:%S\t",
    ),
}
"""How clients write private messages among those of a channel: told, said, and the time."""


def logged_in_one(book: Iterable[Spoken], client: str, owner: str) -> list[str]:
    """Return the log of a CLIENT that has no window for what is private."""
    told, said, times = IN_ONE[client]
    lines: list[str] = []
    for spoken in book:
        time = _stamp(spoken, times)
        name = f"{spoken.nick}\t" if times.endswith("\t") else f"<{spoken.nick}> "
        if spoken.target == CHANNEL:
            lines.append(time + name + spoken.text)
        elif spoken.target == owner:
            lines.append(time + told.format(nick=spoken.nick, text=spoken.text))
        elif spoken.nick == owner and not spoken.target:
            lines.append(time + said.format(text=spoken.text))
    return lines


# What the checkers say


def run(script: Path, *arguments: object) -> tuple[int, str]:
    """Return the exit status of SCRIPT and what it has printed; the last line may be an error."""
    out, error = io.StringIO(), io.StringIO()
    status: object = 0
    names = {"__name__": "__main__", "__doc__": ""}
    with (
        patch.object(sys, "argv", [str(script), *map(str, arguments)]),
        patch.dict(sys.modules, {"__main__": sys}),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(error),
    ):
        try:
            exec(_CODE[script], names)
        except SystemExit as end:
            status = end.code
    assert isinstance(status, int)
    return status, out.getvalue() + error.getvalue()


def verdicts(folder: Path, *logs: Sequence[str]) -> dict[int, str]:
    """Return what check_log.py says of each deck in LOGS, the channel's first."""
    paths = [folder / f"log {number}" for number in range(len(logs))]
    for path, lines in zip(paths, logs, strict=True):
        path.write_bytes("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
    _, said = run(CHECK_LOG, *paths)
    return dict(_verdicts_in(said))


def _verdicts_in(said: str) -> Iterator[tuple[int, str]]:
    for line in said.splitlines():
        if line.startswith("deck "):
            name, _, verdict = line.partition(": ")
            yield int(name.split()[1]), verdict
