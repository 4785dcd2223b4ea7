"""players.xml as an admin with an editor sees it: written and read without the bot's own help."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

GAMES = ("pontoon", "british", "shoot", "cutwc", "blackjack")


@dataclass(frozen=True, slots=True)
class Entry:
    """A player in the file: chips in hand and in the bank, and rounds played and won.

    ``records`` has all the numbers that there are of each game, by their elements' names.
    """

    chips: int
    bank: int = 0
    played: int = 0
    won: int = 0
    nickname: str = ""
    records: Mapping[str, Mapping[str, int]] = field(default_factory=dict, compare=False)

    def number(self, game: str, name: str) -> int:
        """Return one of the numbers of GAME, 0 where it does not stand in the file."""
        return self.records.get(game, {}).get(name, 0)


Players = Mapping[str, int | Entry]
"""Chips, or the whole entry, by nick."""


def write(path: Path, players: Players) -> None:
    """Write a file of PLAYERS, with a comment for each."""
    root = ElementTree.Element("players", date="06/12/2004", title="Games players")
    for nick, wanted in players.items():
        entry = wanted if isinstance(wanted, Entry) else Entry(wanted)
        root.append(ElementTree.Comment(f" entered for {nick} "))
        root.append(_element(nick, entry))
    ElementTree.indent(root)
    replace(path, ElementTree.tostring(root, encoding="unicode") + "\n")


def replace(path: Path, text: str) -> None:
    """Put TEXT in the place of the file at PATH, which is never seen half written."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def read(path: Path) -> dict[str, Entry]:
    """Return the entries in the file at PATH, by nick; it must be well-formed."""
    players = ElementTree.parse(path).getroot().iter("player")
    return {player.findtext("nick", ""): _entry(player) for player in players}


def kitties(path: Path) -> dict[str, int]:
    """Return the kitties that are kept in the file at PATH, by their bankers."""
    kept = ElementTree.parse(path).getroot().findall("kitty")
    return {kitty.get("banker", ""): int(kitty.text or "") for kitty in kept}


def give(path: Path, nick: str, chips: int) -> None:
    """Give NICK so many more CHIPS, or take them where that is negative; touch nothing else."""
    had = read(path)[nick].chips
    text = path.read_text(encoding="utf-8")
    before, player, behind = text.partition(f"<nick>{nick}</nick>")
    behind = behind.replace(f"<chips>{had}<", f"<chips>{had + chips}<", 1)
    replace(path, before + player + behind)


def _element(nick: str, entry: Entry) -> ElementTree.Element:
    player = ElementTree.Element("player")
    ElementTree.SubElement(player, "nick").text = nick
    ElementTree.SubElement(player, "chips").text = str(entry.chips)
    ElementTree.SubElement(player, "bank").text = str(entry.bank)
    shed = {"played": entry.played, "won": entry.won}
    for game, numbers in {"pontoon": shed, **entry.records}.items():
        record = ElementTree.SubElement(player, game)
        for name, number in numbers.items():
            ElementTree.SubElement(record, name).text = str(number)
    variables = ElementTree.SubElement(player, "variables")
    ElementTree.SubElement(variables, "nickname").text = entry.nickname
    return player


def _entry(player: ElementTree.Element) -> Entry:
    def number(path: str) -> int:
        return int(player.findtext(path) or "0")

    records = {
        game: {each.tag: int(each.text or "0") for each in element}
        for game in GAMES
        if (element := player.find(game)) is not None
    }
    return Entry(
        records=records,
        chips=number("chips"),
        bank=number("bank"),
        played=number("pontoon/played"),
        won=number("pontoon/won"),
        nickname=player.findtext("variables/nickname") or "",
    )
