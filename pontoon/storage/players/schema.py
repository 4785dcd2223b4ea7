"""players.xml checked against players.xsd: each fault in words for an admin."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from lxml import etree

from pontoon.storage.players.indexes import KITTY
from pontoon.storage.players.player import SPEECH, Fault
from pontoon.storage.players.player_element import (
    ACCOUNT,
    MASK,
    OPTOUT,
    REFILL,
    REGISTERED,
    ROUNDS,
    STANDING,
    Games,
)
from pontoon.storage.players.xml_edit import Element, child_of, line_of, text_of

_NTH = re.compile(r"\[[0-9]+\]")
_SECOND = "this is a second {} for the same player"


def faults(root: Element, games: Games) -> Iterator[Fault]:
    """Yield all that is wrong with the elements in ROOT, each place once; GAMES name some."""
    schema = _schema(tuple((game, tuple(tallies)) for game, tallies in games.items()))
    ours = _ours(games)
    if not schema.validate(root):
        yield from _schema_faults(root, schema.error_log, ours)
    # The schema finds only those elements twice that have a value.
    for second in root.xpath("|".join(f"player/{name}[2]" for name in (*games, "variables"))):
        yield Fault(line_of(second), _SECOND.format(second.tag))
    for each in root.iter(STANDING, REFILL):  # few have them: XPath would ask every player
        is_first = next(each.itersiblings(str(each.tag), preceding=True), None) is None
        if not is_first and ours.fullmatch(_path_of(each)):
            yield Fault(line_of(each), _SECOND.format(each.tag))


def _path_of(element: Element) -> str:
    """Return the names on the way to ELEMENT, as in /players/player/chips."""
    return _NTH.sub("", element.getroottree().getpath(element))


def _ours(games: Games) -> re.Pattern[str]:
    """Return a pattern of the paths that are read; elsewhere an admin may use any names."""
    counts = {game: "|".join((*ROUNDS, STANDING, *games[game])) for game in games}
    records = "|".join(f"{game}(/({names}))?" for game, names in counts.items())
    owner = f"{ACCOUNT}|{MASK}|{REGISTERED}|{REFILL}"
    player = f"player(/(nick|{owner}|chips|bank|{records}|variables(/(nickname|{OPTOUT}))?))?"
    return re.compile(f"/players(/({player}|{KITTY}))?")


def misspelt(root: Element, games: Games) -> Iterator[Fault]:
    """Yield the elements in ROOT that are nothing, but nearly have the name of something there.

    They do no harm: an admin may add elements of any other name.
    """
    # Imported here: only a check needs it.
    from difflib import get_close_matches

    owner = (ACCOUNT, MASK, REGISTERED, REFILL)
    known: dict[str, Sequence[str]] = {
        ".": ("player", KITTY),
        "player": ("nick", *owner, "chips", "bank", *games, "variables"),
        "player/variables": ("nickname", OPTOUT, *SPEECH),
        **{f"player/{game}": (*ROUNDS, STANDING, *games[game]) for game in games},
    }
    for parent, names in known.items():
        for each in root.iterfind(f"{parent}/*"):
            tag = str(each.tag)
            nearest = get_close_matches(tag.lower(), names, n=1, cutoff=_ALIKE)
            if tag not in names and nearest:
                reason = f"{tag} means nothing here; did you mean {nearest[0]}?"
                yield Fault(line_of(each), reason)


_ALIKE = 0.75
"""How alike names are, of 1, where one of them may be a mistake: ``bnak`` and ``bank``."""

_XS = "{http://www.w3.org/2001/XMLSchema}"


@cache
def _schema(games: tuple[tuple[str, tuple[str, ...]], ...]) -> etree.XMLSchema:
    """Return the schema that ships with the program, with those of GAMES that it lacks."""
    schema = etree.fromstring((Path(__file__).parents[2] / "players.xsd").read_bytes())
    for game, tallies in games:
        _declare(schema, game, (*ROUNDS, *tallies))
    return etree.XMLSchema(schema)


def _declare(schema: Element, game: str, counts: Sequence[str]) -> None:
    """Add the element of a game to SCHEMA, with COUNTS in it, unless it is there."""
    known = {element.get("name") for element in schema}
    for name in (name for name in counts if name not in known):
        etree.SubElement(schema, f"{_XS}element", name=name, type="Count")
    if game not in known:
        element = etree.SubElement(schema, f"{_XS}element", name=game, type="Elements")
        for name in counts:
            once = etree.SubElement(element, f"{_XS}unique", name=f"{game}-{name}")
            etree.SubElement(once, f"{_XS}selector", xpath=".")
            etree.SubElement(once, f"{_XS}field", xpath=name)


def _schema_faults(
    root: Element, errors: Iterable[etree._LogEntry], ours: re.Pattern[str]
) -> Iterator[Fault]:
    blamed: set[str] = set()
    for error in errors:
        path = error.path or ""
        if path not in blamed and ours.fullmatch(_NTH.sub("", path)):
            # The element around a refused value would be blamed too, for lacking the value.
            blamed |= {path, path.rpartition("/")[0]}
            (element,) = root.getroottree().xpath(path)
            yield Fault(line_of(element), _reason(error, element))


_NEEDED = {
    "nick": "one word",
    OPTOUT: "yes or no",
    ACCOUNT: "one word",
    MASK: "nick!user@host, with * and ? as in *!*@*.example.org",
}
"""What the elements that hold no number must contain."""

_ATTRIBUTE = re.compile(r"attribute '([a-z_]+)'")
"""The attribute that a message of the schema is about."""

_NUMBER = "a whole number, 0 or more"
_TIME = "a time as in 2026-12-31T23:59:59Z"


def _reason(error: etree._LogEntry, element: Element) -> str:
    """Return ERROR, which is about ELEMENT, in words for an admin."""
    tag = str(element.tag)
    match error.type_name.removeprefix("SCHEMAV_CVC_"):
        case "PATTERN_VALID" | "DATATYPE_VALID_1_2_1" | "COMPLEX_TYPE_4" if (
            found := _ATTRIBUTE.search(error.message)
        ):
            value = element.get(found[1])
            if value is None:
                return f"this {tag} has no {found[1]}"
            must_be = {STANDING: _NUMBER, REFILL: _TIME}.get(tag, "one word")
            return f"this {tag} has {found[1]} {value[:40]!r}: it must be {must_be}"
        case "PATTERN_VALID":
            must_be = _NEEDED.get(tag, _NUMBER)
            return f"{tag} is {text_of(element)[:40]!r}: it must be {must_be}"
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
        case "COMPLEX_TYPE_2_1":
            return f"{tag} must be empty, as in <{tag} .../>"
        case "COMPLEX_TYPE_2_2":
            return f"{tag} must not contain other elements"
    return str(error.message)
