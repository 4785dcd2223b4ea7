"""players.xml in and out: checked against the schema when read, changed in place when written."""

import re
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from operator import attrgetter
from pathlib import Path

from lxml import etree

from pontoon.engine.events import Kitty
from pontoon.irc.casemapping import Fold
from pontoon.storage.players import player_element, xml_edit
from pontoon.storage.players.indexes import KITTY, AccountIndex, KittyIndex, NameIndex
from pontoon.storage.players.player import (
    NOWHERE,
    Balances,
    Fault,
    KittyKey,
    LedgerAccount,
    Moved,
    Player,
    PlayersFileError,
    Record,
)
from pontoon.storage.players.player_element import (
    ACCOUNT,
    MASK,
    REGISTERED,
    ROUNDS,
    Games,
    nick_line,
)
from pontoon.storage.players.xml_edit import Element, Undo, child_of, line_of, text_of, value_of

_AROUND = rb"(?:\s|<\?.*?\?>|<!--.*?-->)*+"
"""What may stand around the outermost element: white space, declarations, comments."""
_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?" + _AROUND, re.DOTALL)
_EPILOG = re.compile(rb"</players\s*>(" + _AROUND + rb")\Z", re.DOTALL)


class PlayersDocument:
    """What a players.xml without faults says; PlayersFileError with all that is wrong with CONTENT.

    What stands around the outermost element is kept byte by byte, and so is what its line ends are
    like; lxml keeps the rest but for the kind of quotes.

    GAMES are the names of the elements with statistics, each with the tallies in it. The first of
    them every player has; the others only those who have played the game.
    """

    def __init__(self, content: bytes, fold: Fold, games: Games) -> None:
        self._prolog, self._root, self._epilog = _parsed(content)
        self._has_crlf = b"\r\n" in content
        self._fold = fold
        self._games = games
        self._undo: list[Undo] = []
        self._moved: dict[LedgerAccount, tuple[int | None, int | None]] = {}
        self._elements: dict[str, Element] = {}
        self._kitties = KittyIndex(self._root, fold)
        self.owners = AccountIndex(self._root, fold)
        """Whose the services accounts are, and which masks and hosts there are."""
        self.names = NameIndex(self._root)
        """Who is called how."""
        self._players: dict[str, Player] = {}
        faults = [
            *_schema_faults(self._root, games),
            *_repeated(self._root, games),
            *self._index(),
            *self._kitties.index(),
            *self.owners.faults(),
        ]
        if faults:
            raise PlayersFileError(*sorted(faults, key=attrgetter("line")))

    def find(self, nick: str) -> Player | None:
        """Return the player of that nick; None where there is none."""
        key = self._fold(nick)
        return self._player(key) if key in self._elements else None

    def players(self) -> list[Player]:
        """Return all players in the order of the file."""
        return [self._player(key) for key in self._elements]

    def __len__(self) -> int:
        """Return how many players there are."""
        return len(self._elements)

    def _player(self, key: str) -> Player:
        if key not in self._players:
            self._players[key] = player_element.read(self._elements[key], self._games)
        return self._players[key]

    def record(self, player: Player, game: str) -> Record:
        """Return what PLAYER has in GAME, with all of its tallies; KeyError for one unknown."""
        tallies = dict.fromkeys(self._games[game], 0)
        return player.records.get(game, Record(tallies=tallies))

    def put(self, player: Player) -> Player:
        """Write PLAYER in full into their element, until ``keep`` or ``undo``; return PLAYER."""
        key = self._fold(player.nick)
        return self._put(key, key, player)

    def add(self, player: Player) -> Player:
        """Write a new PLAYER behind the others, as with ``put``; ValueError for a nick taken."""
        key = self._fold(player.nick)
        if key in self._elements:
            raise ValueError(player.nick)
        first = next(iter(self._games))
        records = {first: self.record(player, first), **player.records}
        player = player_element.completed(replace(player, records=records), self._games)
        self._note_moved({}, player_element.piles(player))
        element, take_back = player_element.add(self._root, player)
        self._undo.append(take_back)
        self._find_at(key, element)
        self._know(None, player)
        return player

    def remove(self, nick: str) -> Player:
        """Take the player of that NICK out, as with ``put``; return them. KeyError if none is."""
        key = self._fold(nick)
        player = self._player(key)
        self._note_moved(player_element.piles(player), {})
        others = {**self._elements}
        self._undo.append(xml_edit.remove(others.pop(key)))
        self._reindex(others)
        self._know(player, None)
        return player

    def rename(self, nick: str, new: str) -> Player:
        """Write NEW instead of that NICK, also where kitties are theirs, as with ``put``.

        KeyError for a player who is not there, ValueError if another one has the new nick.
        """
        key, new_key = self._fold(nick), self._fold(new)
        player = replace(self._player(key), nick=new)
        if new_key != key and new_key in self._elements:
            raise ValueError(new)
        for place in self._kitties.of(nick):
            kitty = self._kitties.find(place)
            self.put_kitty(place, kitty and Kitty(new, kitty.chips))
        return self._put(key, new_key, player)

    def _put(self, key: str, new_key: str, player: Player) -> Player:
        player = player_element.completed(player, self._games)
        known = self._player(key)
        self._note_moved(player_element.piles(known), player_element.piles(player))
        before = self._elements[key]
        after = deepcopy(before)
        player_element.write(after, player)
        self._undo.append(xml_edit.replace(before, after))
        if new_key == key:
            self._find_at(key, after)
        else:
            found = self._elements.items()
            moved = {new_key if name == key else name: element for name, element in found}
            self._reindex({**moved, new_key: after})
        self._know(known, player)
        return player

    def _find_at(self, key: str, element: Element) -> None:
        """Find the player of that KEY at ELEMENT, until ``undo``."""
        before = self._elements.get(key)
        self._elements[key] = element

        def undo() -> None:
            if before is None:
                del self._elements[key]
            else:
                self._elements[key] = before

        self._undo.append(undo)

    def _reindex(self, found: dict[str, Element]) -> None:
        """Find all players at these elements, until ``undo``."""
        before, self._elements = self._elements, found

        def undo() -> None:
            self._elements = before

        self._undo.append(undo)

    def _know(self, before: Player | None, after: Player | None) -> None:
        """Know the player BEFORE as AFTER, None for nobody, until ``undo``."""
        self._exchange(before, after)
        self._undo.append(lambda: self._exchange(after, before))

    def _exchange(self, before: Player | None, after: Player | None) -> None:
        if before is not None:
            self._players.pop(self._fold(before.nick), None)
        if after is not None:
            self._players[self._fold(after.nick)] = after
        self.owners.change(before, after)
        self.names.change(before, after)

    def kitty(self, place: KittyKey) -> Kitty | None:
        """Return the kitty that lies at PLACE; None where nothing does."""
        return self._kitties.find(place)

    def put_kitty(self, place: KittyKey, kitty: Kitty | None) -> None:
        """Write that KITTY, or nothing, lies at PLACE, until ``keep`` or ``undo``."""
        pile, before = self._kitties.pile(place), self._kitties.find(place)
        self._undo.append(self._kitties.put(place, kitty))
        self._note_moved({pile: before.chips if before else 0}, {pile: kitty.chips if kitty else 0})

    @property
    def is_changed(self) -> bool:
        """Tell whether anything was put since the last ``keep``."""
        return bool(self._undo)

    def moved(self) -> Moved:
        """Return what became of the chips, where they were moved, since the last ``keep``."""
        return {pile: both for pile, both in self._moved.items() if both[0] != both[1]}

    def balances(self) -> Balances:
        """Return the chips of everybody, and of all kitties, as they are in the file."""
        balances: dict[LedgerAccount, int] = {}
        for element in self._elements.values():
            balances.update(player_element.balances(element))
        return {**balances, **self._kitties.balances()}

    def keep(self) -> None:
        """Let what was put stay."""
        self._undo.clear()
        self._moved.clear()

    def undo(self) -> None:
        """Take back all that was put since the last ``keep``."""
        while self._undo:
            self._undo.pop()()
        self._moved.clear()

    def _note_moved(self, before: Balances, after: Balances) -> None:
        for pile in {**before, **after}:
            nothing = NOWHERE[pile.holder]
            first, _ = self._moved.get(pile, (before.get(pile, nothing), nothing))
            self._moved[pile] = first, after.get(pile, nothing)

    def content(self) -> bytes:
        """Return the whole file as it is to be written."""
        encoding = self._root.getroottree().docinfo.encoding or "UTF-8"
        body = etree.tostring(self._root, encoding=encoding, xml_declaration=False)
        if self._has_crlf:
            body = body.replace(b"\n", b"\r\n")
        return self._prolog + body + self._epilog

    def _index(self) -> Iterator[Fault]:
        """Find every player's element by nick; yield a fault for each nick that comes again."""
        for element in self._root.iterchildren("player"):
            nick = value_of(element, "nick")
            first = self._elements.setdefault(self._fold(nick), element)
            if nick and first is not element:
                line = nick_line(first)
                other = "" if nick == (spelt := value_of(first, "nick")) else f" as {spelt}"
                reason = f"{nick} is here twice, first on line {line}{other}"
                yield Fault(nick_line(element), reason)


_NEW_FILE = """\
<?xml version="1.0"?>
<!-- Add a new 'player' element for each player. -->
"""


def without_players(date: str) -> bytes:
    """Return a file without players that says it is of that DATE."""
    root = etree.Element("players", date=date, title="Games players")
    root.text = "\n"
    return f"{_NEW_FILE}{etree.tostring(root, encoding='unicode')}\n".encode()


# Reading


def _parsed(content: bytes) -> tuple[bytes, Element, bytes]:
    """Return the outermost element, and what stands before and behind it.

    A DOCTYPE, which could declare entities, is refused before it gets to the parser.
    """
    before = _PROLOG.match(content)
    prolog = before[0] if before else b""
    if b"\0" in content:
        raise PlayersFileError(Fault(1, "the file must be saved as UTF-8"))
    if prolog == content:
        raise PlayersFileError(Fault(1, "there is nothing in the file"))
    if content.startswith(b"<!DOCTYPE", len(prolog)):
        line = prolog.count(b"\n") + 1
        raise PlayersFileError(Fault(line, "a DOCTYPE is not allowed"))
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        first = parser.error_log.filter_from_errors()[0]
        raise PlayersFileError(Fault(first.line, f"not XML: {first.message}")) from error
    if root.getroottree().docinfo.internalDTD is not None:  # in an encoding that hid it
        raise PlayersFileError(Fault(1, "a DOCTYPE is not allowed"))
    if root.tag != "players":
        reason = f"the outermost element is {root.tag!s}: it must be players"
        raise PlayersFileError(Fault(line_of(root), reason))
    behind = _EPILOG.search(content)
    return prolog, root, behind[1] if behind else b""


_NTH = re.compile(r"\[[0-9]+\]")


def _ours(games: Games) -> re.Pattern[str]:
    """Return the paths of what is read; elsewhere an admin may use the same names for anything."""
    records = "|".join(f"{game}(/({'|'.join((*ROUNDS, *games[game]))}))?" for game in games)
    owner = f"{ACCOUNT}|{MASK}|{REGISTERED}"
    player = f"player(/(nick|{owner}|chips|bank|{records}|variables(/nickname)?))?"
    return re.compile(f"/players(/({player}|{KITTY}))?")


_XS = "{http://www.w3.org/2001/XMLSchema}"


@cache
def _schema(games: tuple[tuple[str, tuple[str, ...]], ...]) -> etree.XMLSchema:
    """Return the schema that ships with the program, with any of GAMES that it does not have."""
    schema = etree.fromstring((Path(__file__).parents[2] / "players.xsd").read_bytes())
    for game, tallies in games:
        _declare(schema, game, (*ROUNDS, *tallies))
    return etree.XMLSchema(schema)


def _declare(schema: Element, game: str, counts: Sequence[str]) -> None:
    """Add to SCHEMA the element of a game, with COUNTS in it, as those that stand there are."""
    known = {element.get("name") for element in schema}
    for name in (name for name in counts if name not in known):
        etree.SubElement(schema, f"{_XS}element", name=name, type="Count")
    if game not in known:
        element = etree.SubElement(schema, f"{_XS}element", name=game, type="Elements")
        for name in counts:
            once = etree.SubElement(element, f"{_XS}unique", name=f"{game}-{name}")
            etree.SubElement(once, f"{_XS}selector", xpath=".")
            etree.SubElement(once, f"{_XS}field", xpath=name)


def _schema_faults(root: Element, games: Games) -> Iterator[Fault]:
    """Yield what the schema finds wrong, each place once, in words for an admin."""
    schema = _schema(tuple((game, tuple(tallies)) for game, tallies in games.items()))
    if schema.validate(root):
        return
    ours = _ours(games)
    blamed: set[str] = set()
    for error in schema.error_log:
        path = error.path or ""
        if path not in blamed and ours.fullmatch(_NTH.sub("", path)):
            # A value that is refused is then missed as well, by the element in which it stands.
            blamed |= {path, path.rpartition("/")[0]}
            (element,) = root.getroottree().xpath(path)
            yield Fault(line_of(element), _reason(error, element))


def _repeated(root: Element, games: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for each second element of a player that a schema cannot tell to be one.

    It can only where there is a value in them.
    """
    for second in root.xpath("|".join(f"player/{name}[2]" for name in (*games, "variables"))):
        yield Fault(line_of(second), _SECOND.format(second.tag))


_NEEDED = {
    "nick": "one word",
    ACCOUNT: "one word",
    MASK: "nick!user@host, with * and ? as in *!*@*.example.org",
}
"""What must stand in elements that hold no number."""

_ATTRIBUTE = re.compile(r"attribute '([a-z]+)'")
"""The one that the schema finds fault with, in its own words."""


def _reason(error: etree._LogEntry, element: Element) -> str:
    tag = str(element.tag)
    match error.type_name.removeprefix("SCHEMAV_CVC_"):
        case "PATTERN_VALID" | "COMPLEX_TYPE_4" if said := _ATTRIBUTE.search(error.message):
            value = element.get(said[1])
            what = "has no {}" if value is None else "has {} {!r}: it must be one word"
            return f"this {tag} {what.format(said[1], value)}"
        case "PATTERN_VALID":
            needed = _NEEDED.get(tag, "a whole number, 0 or more")
            return f"{tag} is {text_of(element)[:40]!r}: it must be {needed}"
        case "MAXLENGTH_VALID":
            return f"{tag} has too many {'characters' if tag == MASK else 'digits'}"
        case "IDC" if tag == "player":
            needed = "nick" if child_of(element, "nick") is None else "chips"
            return f"this player has no {needed}"
        case "IDC":
            return _SECOND.format(tag)
        case "COMPLEX_TYPE_2_3":
            text = str(element.xpath("normalize-space(text()[normalize-space()])"))
            return f"{text[:40]!r} in {tag} is outside any element"
        case "COMPLEX_TYPE_2_2":
            return f"{tag} must not contain other elements"
    return str(error.message)


_SECOND = "this is a second {} for the same player"
