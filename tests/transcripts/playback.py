"""Plays a transcript: what its people say and do is real, and so is every answer of the bot."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from pontoon.engine.decks import Shoe
from pontoon.engine.rng import SEED_BYTES
from pontoon.irc.outgoing import WORD_JOINER
from pontoon.storage.players.player import Player, Statistics
from tests.support.offline_bot import BOT, CHANNEL, ROOM, OfflineBot, Said, WornShoe, parsed
from tests.support.stacked_decks import RiggedPack, StackedShoe

LEFT = 12
"""The characters for who speaks."""

JOINER_SHOWN = "·"
"""What stands for a WORD JOINER, which nobody would see."""

_SUITS = str.maketrans("♣♦♥♠", "CDHS")
_KEY = re.compile(
    r"(players|kept|cards|cut|shuffled|config|marker|cards left before the marker|longest line"
    r"|new players|decks): (.*)"
)
_KEPT = re.compile(r"(\S+) (\w+) (\w+ \d+(?:, \w+ \d+)*)")
_SETTING = re.compile(r"\[(\w+)\] (\w+) = (.*)")
_IN_CHANNEL = re.compile(r"<(\S+)> +(.*)")
_IN_PRIVATE = re.compile(r" +(\S+) → +(.*)")
_FROM_BOT = re.compile(rf"<{BOT}>.*| *→ .*")
_BALANCES = "players.xml:"


class BadTranscript(ValueError):
    """A line that nobody can act on."""


def _parts(pattern: re.Pattern[str], value: str) -> Sequence[str]:
    """Return the groups of PATTERN, which all of VALUE must match."""
    found = pattern.fullmatch(value)
    if found is None:
        raise BadTranscript(value)
    return found.groups()


@dataclass(slots=True)
class Header:
    """What is there before anybody says a word."""

    players: str = ""
    kept: dict[str, str] = field(default_factory=dict)
    cards: str = ""
    cuts: list[str] = field(default_factory=list)
    stacks: list[str] = field(default_factory=list)
    config: dict[str, dict[str, str]] = field(default_factory=dict)
    cards_before_marker: int | None = None
    longest_line: int = ROOM
    besides: set[str] = field(default_factory=set)
    """What is told that is left out elsewhere."""

    def take(self, key: str, value: str) -> None:
        """Note what one ``key: value`` line says."""
        match key:
            case "players":
                self.players = value
            case "kept":
                self._keep(*_parts(_KEPT, value))
            case "cards":
                self.cards += " " + value.translate(_SUITS)
            case "cut":
                self.cuts.append(value.translate(_SUITS))
            case "shuffled":
                self.stacks.append(value.translate(_SUITS))
            case "config":
                self._set(*_parts(_SETTING, value))
            case "marker":
                self._set("shed", "marker", f"{value}-{value}")
            case "cards left before the marker":
                self.cards_before_marker = int(value)
            case "longest line":
                self.longest_line = int(value)
            case _:
                self.besides.add(key)

    def _keep(self, nick: str, game: str, counts: str) -> None:
        elements = ("<{0}>{1}</{0}>".format(*count.split()) for count in counts.split(", "))
        self.kept[nick] = self.kept.get(nick, "") + f"<{game}>{''.join(elements)}</{game}>"

    def _set(self, section: str, key: str, value: str) -> None:
        self.config.setdefault(section, {})[key] = value

    def shoe(self, decks: int, marker: tuple[int, int]) -> Shoe:
        """Return the shoe that is dealt from."""
        if self.cards_before_marker is None:
            return StackedShoe(self.cards, decks, marker)
        return WornShoe(self.cards, decks, marker, marker[0] + self.cards_before_marker)

    def pack(self, before: Sequence[str]) -> RiggedPack:
        """Return a pack that is dealt from, once it is shuffled and has BEFORE on top each time."""
        return RiggedPack([*before, self.cards, *self.stacks], self.cuts)

    def open(self, folder: Path) -> OfflineBot:
        """Open the club, its files in FOLDER."""
        return OfflineBot(
            folder,
            [
                entry._replace(records=self.kept.get(entry.nick, ""))
                for entry in parsed(self.players)
            ],
            config=self.config,
            new_shoe=self.shoe,
            new_pack=self.pack,
            room=self.longest_line,
            guides_new_players="new players" in self.besides,
            tells_of_decks="decks" in self.besides,
        )


Act = Callable[..., Sequence[Said] | None]


def _ops(bot: OfflineBot, nicks: str) -> None:
    for nick in nicks.split(", "):
        bot.ops(nick)


def _pass(bot: OfflineBot, seconds: int) -> Sequence[Said]:
    return [*bot.pass_seconds(seconds), *bot.looks()]


_DIRECTIONS: Mapping[str, Act] = {
    r"ops: (.+)": _ops,
    rf"(\S+) leaves {CHANNEL}": OfflineBot.leaves,
    rf"(\S+) comes to {CHANNEL}": OfflineBot.comes,
    rf"(\S+) comes to {CHANNEL} as (\S+@\S+)": OfflineBot.comes,
    r"(\S+) is called (\S+) now": OfflineBot.renames,
    r"(\S+) logs in to (\S+)": OfflineBot.logs_in,
    r"(\S+) logs out": lambda bot, nick: bot.logs_in(nick, ""),
    r"(\d+) seconds? pass(?:es)?": lambda bot, seconds: _pass(bot, int(seconds)),
    r"(\d+) minutes? pass(?:es)?": lambda bot, minutes: _pass(bot, 60 * int(minutes)),
    r"the bot is stopped and started": OfflineBot.starts_anew,
    r"the connection is lost": OfflineBot.is_cut_off,
    rf"the bot is put out of {CHANNEL}": OfflineBot.is_put_out,
    rf"the bot is back in {CHANNEL}, with (.+)": lambda bot, nicks: bot.is_back(nicks.split(", ")),
    r"an admin breaks players\.xml": OfflineBot.break_file,
    r"an admin mends players\.xml": OfflineBot.mend_file,
    r"an admin changes (.+) to (.+)": OfflineBot.edit,
}
"""The stage directions, each with what then happens."""


def rendered(text: str, folder: Path) -> str:
    """Return the transcript TEXT with the bot's lines as they really are; files go to FOLDER."""
    lines = text.splitlines()
    start = _start_of_play(lines)
    header = Header()
    for line in lines[:start]:
        if key := _KEY.fullmatch(line):
            header.take(*key.groups())
    with patch(
        "pontoon.tables.sealed_decks.key_of_note",  # later decks have the same cards each time
        new=lambda note: note.terms.number.to_bytes(SEED_BYTES, "big"),
    ):
        played = [*_play(header.open(folder), lines[start:])]
    return "\n".join([*lines[:start], *played]) + "\n"


def _start_of_play(lines: Sequence[str]) -> int:
    """Return which is the first line that is not of the header: the first of the play."""
    keys = [number for number, line in enumerate(lines) if _KEY.fullmatch(line)]
    if not keys:
        raise BadTranscript("there are no players")
    return keys[-1] + 1


def _play(bot: OfflineBot, lines: Sequence[str]) -> Iterator[str]:
    if bot.tells_of_decks:  # a deck is sealed as the bot comes in
        yield from map(_shown, bot.is_back([person.nick for person in bot.roster()]))
    for line in lines:
        if _FROM_BOT.fullmatch(line):
            continue
        if line.startswith(_BALANCES):
            yield _balances(bot)
            continue
        yield line
        for said in _act(bot, line) or ():
            yield _shown(said)


def _act(bot: OfflineBot, line: str) -> Sequence[Said] | None:
    """Do what LINE says; nothing for an empty one or a remark in brackets."""
    if not line or line.startswith("("):
        return None
    if said := _IN_CHANNEL.fullmatch(line):
        return bot.says(*said.groups())
    if said := _IN_PRIVATE.fullmatch(line):
        return bot.tells(*said.groups())
    for pattern, act in _DIRECTIONS.items():
        if direction := re.fullmatch(r"\* " + pattern, line):
            return act(bot, *direction.groups())
    raise BadTranscript(line)


def _shown(said: Said) -> str:
    who = f"<{BOT}>" if said.target == CHANNEL else f"   → {said.target}"
    return f"{who:<{LEFT}} {said.line.replace(WORD_JOINER, JOINER_SHOWN)}"


def _balances(bot: OfflineBot) -> str:
    names = [player.nick for player in bot.store.players()]
    has = [_balance(bot.in_file(name)) for name in names]
    kitty = bot.kitty()
    lies = [f"a kitty of {kitty.chips} put up by {kitty.banker}"] if kitty else []
    return f"{_BALANCES} {', '.join([*has, *lies])}"


def _balance(player: Player) -> str:
    banked = f" and {player.bank} in the bank" if player.bank else ""
    kept = [
        f"{game}: {_counted(stats)}"
        for game, stats in player.statistics.items()
        if game != "pontoon" and any((stats.played, stats.won, *stats.tallies.values()))
    ]
    stats = player.stats_in("pontoon")
    if stats.played or not kept:
        kept.insert(0, _counted(stats))
    return f"{player.nick} {player.chips}{banked} ({'; '.join(kept)})"


def _counted(stats: Statistics) -> str:
    """Write what is kept of a player in a game: rounds, and those tallies that are not 0."""
    tallies = [f", {name} {count}" for name, count in stats.tallies.items() if count]
    return f"played {stats.played}, won {stats.won}{''.join(tallies)}"
