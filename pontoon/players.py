"""players.xml in and out: checked against the schema when read, changed in place when written."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache
from operator import attrgetter
from pkgutil import get_data

from lxml import etree

from pontoon.casemapping import Fold
from pontoon.player import Fault, Player, PlayersFileError, Record

_Element = etree._Element

Games = Mapping[str, Sequence[str]]
"""The names of games, each with those of its tallies."""

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
        self._undo: list[tuple[str, _Element, _Element]] = []
        self._elements: dict[str, _Element] = {}
        self._players: dict[str, Player] = {}
        faults = [
            *_schema_faults(self._root, games),
            *_repeated(self._root, games),
            *self._index(),
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

    def _player(self, key: str) -> Player:
        if key not in self._players:
            self._players[key] = _read(self._elements[key], self._games)
        return self._players[key]

    def record(self, player: Player, game: str) -> Record:
        """Return what PLAYER has in GAME, with all of its tallies; KeyError for one unknown."""
        tallies = dict.fromkeys(self._games[game], 0)
        return player.records.get(game, Record(tallies=tallies))

    def put(self, player: Player) -> Player:
        """Write PLAYER in full into their element, until ``keep`` or ``undo``; return PLAYER."""
        key = self._fold(player.nick)
        player = _completed(player, self._games)
        before = self._elements[key]
        after = deepcopy(before)
        _write(after, player)
        self._root.replace(before, after)
        self._undo.append((key, before, after))
        self._elements[key] = after
        self._players[key] = player
        return player

    @property
    def is_changed(self) -> bool:
        """Tell whether anything was put since the last ``keep``."""
        return bool(self._undo)

    def keep(self) -> None:
        """Let what was put stay."""
        self._undo.clear()

    def undo(self) -> None:
        """Take back all that was put since the last ``keep``."""
        while self._undo:
            key, before, after = self._undo.pop()
            self._root.replace(after, before)
            self._elements[key] = before
            self._players.pop(key, None)

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
            nick = _value(element, "nick")
            first = self._elements.setdefault(self._fold(nick), element)
            if nick and first is not element:
                line = _nick_line(first)
                other = "" if nick == (spelt := _value(first, "nick")) else f" as {spelt}"
                reason = f"{nick} is here twice, first on line {line}{other}"
                yield Fault(_nick_line(element), reason)


# Reading


def _parsed(content: bytes) -> tuple[bytes, _Element, bytes]:
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
        raise PlayersFileError(Fault(line, "there must be no DOCTYPE"))
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        first = parser.error_log.filter_from_errors()[0]
        raise PlayersFileError(Fault(first.line, f"not XML: {first.message}")) from error
    if root.getroottree().docinfo.internalDTD is not None:  # in an encoding that hid it
        raise PlayersFileError(Fault(1, "there must be no DOCTYPE"))
    if root.tag != "players":
        reason = f"the outermost element is {root.tag!s}: it must be players"
        raise PlayersFileError(Fault(_line(root), reason))
    behind = _EPILOG.search(content)
    return prolog, root, behind[1] if behind else b""


_NTH = re.compile(r"\[[0-9]+\]")


def _ours(games: Games) -> re.Pattern[str]:
    """Return the paths of what is read; elsewhere an admin may use the same names for anything."""
    records = "|".join(f"{game}(/({'|'.join((*_ROUNDS, *games[game]))}))?" for game in games)
    return re.compile(f"/players(/player(/(nick|chips|bank|{records}|variables(/nickname)?))?)?")


@cache
def _schema() -> etree.XMLSchema:
    """Return the schema that ships with the program."""
    schema = get_data("pontoon", "players.xsd")
    assert schema is not None, "it lies beside this file"
    return etree.XMLSchema(etree.fromstring(schema))


def _schema_faults(root: _Element, games: Games) -> Iterator[Fault]:
    """Yield what the schema finds wrong, each place once, in words for an admin."""
    schema = _schema()
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
            yield Fault(_line(element), _reason(error, element))


def _repeated(root: _Element, games: Iterable[str]) -> Iterator[Fault]:
    """Yield a fault for each second element of a player that a schema cannot tell to be one.

    It can only where there is a value in them.
    """
    for second in root.xpath("|".join(f"player/{name}[2]" for name in (*games, "variables"))):
        yield Fault(_line(second), _SECOND.format(second.tag))


def _reason(error: etree._LogEntry, element: _Element) -> str:
    tag = str(element.tag)
    match error.type_name.removeprefix("SCHEMAV_CVC_"):
        case "PATTERN_VALID":
            needed = "one word" if tag == "nick" else "a whole number, 0 or more"
            return f"{tag} is {_text(element)[:40]!r}: it must be {needed}"
        case "MAXLENGTH_VALID":
            return f"{tag} has too many digits"
        case "IDC" if tag == "player":
            needed = "nick" if _child(element, "nick") is None else "chips"
            return f"this player has no {needed}"
        case "IDC":
            return _SECOND.format(tag)
        case "COMPLEX_TYPE_2_3":
            text = str(element.xpath("normalize-space(text()[normalize-space()])"))
            return f"{text[:40]!r} in {tag} is in no element"
        case "COMPLEX_TYPE_2_2":
            return f"there must be no other element inside {tag}"
    return str(error.message)


_SECOND = "this is a second {} of the same player"


def _line(element: _Element) -> int:
    """Return the line on which ELEMENT begins.

    Behind line 65534 the parser counts lines only at the end of a text.
    """
    line = element.sourceline or 0
    if line < 0xFFFF:
        return line
    text = element.text or ("" if len(element) else element.tail) or ""
    return line - text.count("\n")


def _nick_line(player: _Element) -> int:
    nick = _child(player, "nick")
    return 0 if nick is None else _line(nick)


def _text(element: _Element) -> str:
    """Return the characters in ELEMENT, whatever comments stand among them."""
    text = element.text or ""
    if len(element):
        text += "".join(inside.tail or "" for inside in element)
    return text.strip()


def _child(element: _Element, name: str) -> _Element | None:
    return next(element.iterchildren(name), None)


def _value(element: _Element, name: str) -> str:
    """Return what the child called NAME says, "" where there is none."""
    child = _child(element, name)
    return "" if child is None else _text(child)


def _read(element: _Element, games: Games) -> Player:
    parts = _parts(element)
    return Player(
        nick=_text(parts["nick"]),
        chips=_number(parts, "chips"),
        bank=_number(parts, "bank"),
        nickname=_value(parts["variables"], "nickname") if "variables" in parts else "",
        records={
            game: _record(_parts(parts.get(game, ())), tallies)
            for index, (game, tallies) in enumerate(games.items())
            if index == 0 or game in parts
        },
    )


_ROUNDS = ("played", "won")
"""What is counted in every game."""


def _record(parts: Mapping[str, _Element], tallies: Iterable[str]) -> Record:
    played, won = (_number(parts, name) for name in _ROUNDS)
    return Record(played, won, {name: _number(parts, name) for name in tallies})


def _parts(element: Iterable[_Element]) -> dict[str, _Element]:
    """Return the children of ELEMENT by name; looking for each of them takes twice the time."""
    return {str(child.tag): child for child in element}


def _number(parts: Mapping[str, _Element], name: str) -> int:
    return int(_text(parts[name])) if name in parts else 0


# Writing


_Values = Mapping[str, "str | _Values"]
"""What elements are to say, in the order in which missing ones are added."""


def _write(element: _Element, player: Player) -> None:
    """Make ELEMENT say what PLAYER is; what else is in it stays, what is missing is added."""
    values: _Values = {
        "nick": player.nick,
        "chips": str(player.chips),
        "bank": str(player.bank),
        **{game: _numbers(record) for game, record in player.records.items()},
        "variables": {"nickname": player.nickname},
    }
    spaces = (element.text, *(child.tail for child in element))
    opening, closing = next(filter(None, map(_line_break, spaces)), ""), _line_break(spaces[-1])
    if not closing or not opening.startswith(closing):
        closing = opening
    _fill(element, values, closing, opening.removeprefix(closing))


def _numbers(record: Record) -> _Values:
    counts = {**dict(zip(_ROUNDS, (record.played, record.won), strict=True)), **record.tallies}
    return {name: str(number) for name, number in counts.items()}


def _completed(player: Player, games: Games) -> Player:
    """Return PLAYER with all the tallies of the games they have played, in the order of GAMES."""
    records = {
        game: replace(record, tallies={name: record.tallies.get(name, 0) for name in games[game]})
        for game in games
        if (record := player.records.get(game)) is not None
    }
    return replace(player, records=records)


def _fill(element: _Element, values: _Values, closing: str, step: str) -> None:
    """Write VALUES into ELEMENT. CLOSING is the line break before its end tag, "" for none.

    Its children stand STEP to the right of that.
    """
    previous: _Element | None = None
    for name, value in values.items():
        child = _child(element, name)
        if child is None:
            child = element.makeelement(name)
            _insert(element, child, previous, closing, step)
        if not isinstance(value, str):
            _fill(child, value, closing + step, step)
        elif _text(child) != value:
            _set(child, value)
        previous = child


def _insert(
    parent: _Element, child: _Element, previous: _Element | None, closing: str, step: str
) -> None:
    """Put CHILD into PARENT behind PREVIOUS and its comment, or first of all."""
    while previous is not None and _has_comment(previous):
        previous = previous.getnext()
    if previous is not None:
        child.tail, previous.tail = previous.tail, closing + step
        parent.insert(parent.index(previous) + 1, child)
    else:
        child.tail = parent.text if len(parent) else closing
        parent.text = closing + step
        parent.insert(0, child)


def _has_comment(element: _Element) -> bool:
    """Tell whether a comment stands behind ELEMENT on the same line."""
    following = element.getnext()
    return isinstance(following, etree._Comment) and "\n" not in (element.tail or "")


def _set(element: _Element, value: str) -> None:
    element.text = value or None
    for comment in element:
        comment.tail = None


def _line_break(space: str | None) -> str:
    """Return the last line break in SPACE with the indentation behind it."""
    _, line_break, indentation = (space or "").rpartition("\n")
    return line_break + indentation
