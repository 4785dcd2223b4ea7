"""players.xml in and out: checked against the schema when read, changed in place when written."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from importlib.resources import files
from operator import attrgetter

from lxml import etree

from pontoon.casemapping import Fold
from pontoon.player import Fault, Player, PlayersFileError, Record

_Element = etree._Element

_AROUND = rb"(?:\s|<\?.*?\?>|<!--.*?-->)*+"
"""What may stand around the outermost element: white space, declarations, comments."""
_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?" + _AROUND, re.DOTALL)
_EPILOG = re.compile(rb"(?:</players\s*>|\A<players[^>]*/>)(" + _AROUND + rb")\Z", re.DOTALL)


class PlayersDocument:
    """What a players.xml without faults says; PlayersFileError with all that is wrong with CONTENT.

    What stands around the outermost element is kept byte by byte, and so is what its line ends are
    like; lxml keeps the rest but for the kind of quotes.
    """

    def __init__(self, content: bytes, fold: Fold, games: Sequence[str]) -> None:
        self._prolog, self._root, self._epilog = _parsed(content)
        self._has_crlf = b"\r\n" in content
        self._fold = fold
        self._games = games
        self._undo: list[tuple[_Element, _Element]] = []
        self._elements: dict[str, _Element] = {}
        self._players: dict[str, Player] = {}
        faults = sorted([*_schema_faults(self._root), *self._index()], key=attrgetter("line"))
        if faults:
            raise PlayersFileError(*faults)

    def find(self, nick: str) -> Player | None:
        """Return the player of that nick; None where there is none."""
        key = self._fold(nick)
        if key in self._elements and key not in self._players:
            self._players[key] = _read(self._elements[key], self._games)
        return self._players.get(key)

    def players(self) -> list[Player]:
        """Return all players in the order of the file."""
        return [player for key in self._elements if (player := self.find(key)) is not None]

    def put(self, player: Player) -> Player:
        """Write PLAYER in full into their element, until ``keep`` or ``undo``; return PLAYER."""
        key = self._fold(player.nick)
        before = self._elements[key]
        after = deepcopy(before)
        _write(after, player)
        before.getparent().replace(before, after)  # type: ignore[union-attr]
        self._undo.append((before, after))
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
            before, after = self._undo.pop()
            before.tail = after.tail
            after.getparent().replace(after, before)  # type: ignore[union-attr]
            key = self._fold(_value(before, "nick"))
            self._elements[key] = before
            self._players.pop(key, None)

    def content(self) -> bytes:
        """Return the whole file as it is to be written."""
        encoding = self._root.getroottree().docinfo.encoding or "UTF-8"
        body = etree.tostring(self._root, encoding=encoding, xml_declaration=False, with_tail=False)
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
                yield Fault(
                    _nick_line(element), f"{nick} is here twice, first on line {line}{other}"
                )


# Reading


def _parsed(content: bytes) -> tuple[bytes, _Element, bytes]:
    """Return the outermost element, and what stands before and behind it.

    A DOCTYPE, which could declare entities, is refused before it gets to the parser.
    """
    before = _PROLOG.match(content)
    prolog = before[0] if before else b""
    if b"\0" in content:
        raise PlayersFileError(Fault(1, "the file must be UTF-8"))
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
    behind = _EPILOG.search(content)
    return prolog, root, behind[1] if behind else b""


_NTH = r"(\[[0-9]+\])?"
_IN_PLAYER = rf"/[^/]+(/(played|won|nickname){_NTH})?"
_OURS = re.compile(rf"/[^/]+(/player{_NTH}({_IN_PLAYER})?)?")
"""The paths of what the bot reads; elsewhere an admin may use the same names for anything."""


@cache
def _schema() -> etree.XMLSchema:
    """Return the schema that ships with the program."""
    return etree.XMLSchema(etree.fromstring((files("pontoon") / "players.xsd").read_bytes()))


def _schema_faults(root: _Element) -> Iterator[Fault]:
    """Yield what the schema finds wrong, each place once, in words for an admin."""
    schema = _schema()
    if schema.validate(root):
        return
    blamed: set[str] = set()
    for error in schema.error_log:
        path = error.path or ""
        # A value that is refused is then missed as well, by the element in which it stands.
        if _OURS.fullmatch(path) and not any(told.startswith(path) for told in blamed):
            blamed.add(path)
            (element,) = root.getroottree().xpath(path)
            yield Fault(error.line, _reason(error, element))


def _reason(error: etree._LogEntry, element: _Element) -> str:
    tag = str(element.tag)
    match error.type_name.removeprefix("SCHEMAV_CVC_"):
        case "PATTERN_VALID" | "MAXLENGTH_VALID":
            return f"{tag} is {_text(element)[:40]!r}: it must be {_MUST_BE[tag]}"
        case "IDC" if tag == "player":
            needed = "nick" if _child(element, "nick") is None else "chips"
            return f"this player has no {needed}"
        case "IDC":
            return f"this is a second {tag} of the same player"
        case "COMPLEX_TYPE_2_3":
            return f"there is text in {tag} that is in no element"
        case "COMPLEX_TYPE_2_2" | "ELT_3_1" | "TYPE_3_1_2":
            return f"there must be no other element inside {tag}"
        case "ELT_1":
            return f"the outermost element is {tag}: it must be players"
    return str(error.message)


_NUMBER = "a whole number, 0 or more"
_MUST_BE = {
    "nick": "one word",
    "chips": _NUMBER,
    "bank": _NUMBER,
    "played": _NUMBER,
    "won": _NUMBER,
}


def _nick_line(player: _Element) -> int:
    nick = _child(player, "nick")
    return 0 if nick is None else nick.sourceline or 0


def _text(element: _Element) -> str:
    """Return the characters in ELEMENT, whatever comments stand among them."""
    text = element.text or ""
    if len(element):
        text += "".join(inside.tail or "" for inside in element)
    return text.strip()


def _child(element: _Element | None, name: str) -> _Element | None:
    return None if element is None else next(element.iterchildren(name), None)


def _value(element: _Element | None, name: str) -> str:
    """Return what the child called NAME says, "" where there is none."""
    child = _child(element, name)
    return "" if child is None else _text(child)


def _number(element: _Element | None, name: str) -> int:
    return int(_value(element, name) or "0")


def _read(element: _Element, games: Iterable[str]) -> Player:
    return Player(
        nick=_value(element, "nick"),
        chips=_number(element, "chips"),
        bank=_number(element, "bank"),
        nickname=_value(_child(element, "variables"), "nickname"),
        records={game: _record(_child(element, game)) for game in games},
    )


def _record(element: _Element | None) -> Record:
    return Record(_number(element, "played"), _number(element, "won"))


# Writing


_Values = Mapping[str, "str | _Values"]
"""What elements are to say, in the order in which missing ones are added."""


def _write(element: _Element, player: Player) -> None:
    """Make ELEMENT say what PLAYER is; what else is in it stays, what is missing is added."""
    values: _Values = {
        "nick": player.nick,
        "chips": str(player.chips),
        "bank": str(player.bank),
        **{
            game: {"played": str(record.played), "won": str(record.won)}
            for game, record in player.records.items()
        },
        "variables": {"nickname": player.nickname},
    }
    closing = _line_break(element[-1].tail)
    before_children = (_line_break(each) for each in (element.text, *(e.tail for e in element)))
    step = next((each.removeprefix(closing) for each in before_children if each), "")
    _fill(element, values, closing, step)


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
    """Return the last line break in SPACE with the indentation behind it, "" without one."""
    _, line_break, indentation = (space or "").rpartition("\n")
    return line_break + indentation if not indentation.strip() else ""
