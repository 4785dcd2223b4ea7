"""What is wrong with players.xml, in words for an admin: players.xsd, and what it cannot say."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from lxml import etree

from pontoon.engine.result import TableKey
from pontoon.irc.casemapping import Fold
from pontoon.storage.players.player import SPEECH, Fault, Games, same_place
from pontoon.storage.players.player_element import (
    ACCOUNT,
    KITTY,
    MASK,
    NETWORK,
    OPTOUT,
    REFILL,
    REGISTERED,
    ROUNDS,
    STANDING,
    attribute,
    kitty_key,
)
from pontoon.storage.players.xml_edit import Element, child_of, line_of, text_of

_NTH = re.compile(r"\[[0-9]+\]")
_SECOND = "this is a second {} for the same player"
_XS = "{http://www.w3.org/2001/XMLSchema}"


def faults(root: Element, games: Games, fold: Fold) -> list[Fault]:
    """Return all that is wrong with ROOT, in order, each place once; GAMES name some elements.

    FOLD compares the names of players, accounts, networks and channels.
    """
    schema = _schema(tuple((game, tuple(tallies)) for game, tallies in games.items()))
    paths = (f"/players/{path}/{name}" for path, names in _names(games).items() for name in names)
    ours = {"/players", *(path.replace("/./", "/") for path in paths)}
    ours -= {f"/players/player/variables/{name}" for name in SPEECH}  # other words count as none
    found = [] if schema.validate(root) else [*_schema_faults(root, schema.error_log, ours)]
    found += _second_parts(root, games, ours)
    for second in (_second_nicks, _second_accounts, _second_kitties):
        found += second(root, fold)
    return sorted(found, key=lambda fault: fault.line)


def _names(games: Games) -> Mapping[str, Iterable[str]]:
    """Return the names of elements that are read, by the path of their parents below the root.

    Elsewhere an admin may use any names.
    """
    owner = (ACCOUNT, MASK, REGISTERED, REFILL)
    return {
        ".": ("player", KITTY),
        "player": ("nick", *owner, "chips", "bank", *games, "variables"),
        "player/variables": ("nickname", OPTOUT, *SPEECH),
        **{f"player/{game}": (*ROUNDS, STANDING, *games[game]) for game in games},
    }


def ignored(root: Element, games: Games) -> Iterator[Fault]:
    """Yield the elements in ROOT that are nothing to the bot, but may be meant as something.

    They do no harm: an admin may add elements of any name.
    """
    yield from _misspelt(root, games)
    for each in root.iter("player"):
        parent = each.getparent()
        if parent is not None and parent is not root:
            where = f"inside {parent.tag!s}, where the bot does not look"
            yield Fault(line_of(each), f"this player is {where}: move it directly into players")


def _misspelt(root: Element, games: Games) -> Iterator[Fault]:
    """Yield the elements that nearly have the name of something there."""
    # Imported here: only a check needs it.
    from difflib import get_close_matches

    for parent, names in _names(games).items():
        for each in root.iterfind(f"{parent}/*"):
            tag = str(each.tag)
            nearest = get_close_matches(tag.lower(), names, n=1, cutoff=_ALIKE)
            if tag not in names and nearest:
                reason = f"{tag} means nothing here; did you mean {nearest[0]}?"
                yield Fault(line_of(each), reason)


_ALIKE = 0.75
"""How alike names are, of 1, where one of them may be a mistake: ``bnak`` and ``bank``."""


@cache
def _schema(games: tuple[tuple[str, tuple[str, ...]], ...]) -> etree.XMLSchema:
    """Return the schema that ships with the program, with those of GAMES that it lacks."""
    schema = etree.fromstring((Path(__file__).parents[2] / "players.xsd").read_bytes())
    for game, tallies in games:
        known, counts = {element.get("name") for element in schema}, (*ROUNDS, *tallies)
        for name in (name for name in counts if name not in known):
            etree.SubElement(schema, f"{_XS}element", name=name, type="Count")
        if game not in known:
            element = etree.SubElement(schema, f"{_XS}element", name=game, type="Elements")
            for name in counts:
                once = etree.SubElement(element, f"{_XS}unique", name=f"{game}-{name}")
                etree.SubElement(once, f"{_XS}selector", xpath=".")
                etree.SubElement(once, f"{_XS}field", xpath=name)
    return etree.XMLSchema(schema)


def _schema_faults(
    root: Element, errors: Iterable[etree._LogEntry], ours: set[str]
) -> Iterator[Fault]:
    blamed: set[str] = set()
    for error in errors:
        path = error.path or ""
        if path not in blamed and _NTH.sub("", path) in ours:
            # The element around a refused value would be blamed too, for lacking the value.
            blamed |= {path, path.rpartition("/")[0]}
            (element,) = root.getroottree().xpath(path)
            yield Fault(line_of(element), _reason(error, element))


def _second_parts(root: Element, games: Games, ours: set[str]) -> Iterator[Fault]:
    """Yield the elements that are there twice; the schema finds only those that have a value."""
    for second in root.xpath("|".join(f"player/{name}[2]" for name in (*games, "variables"))):
        yield Fault(line_of(second), _SECOND.format(second.tag))
    for each in root.iter(STANDING, REFILL):  # few have them: XPath would ask every player
        is_first = next(each.itersiblings(str(each.tag), preceding=True), None) is None
        if not is_first and _NTH.sub("", each.getroottree().getpath(each)) in ours:
            yield Fault(line_of(each), _SECOND.format(each.tag))


def _second_nicks(root: Element, fold: Fold) -> Iterator[Fault]:
    first: dict[str, Element] = {}
    for element in root.xpath("player/nick[1]"):
        nick = text_of(element)
        known = first.setdefault(fold(nick), element)
        if nick and known is not element:
            spelt = text_of(known)
            other = "" if nick == spelt else f" as {spelt}"
            reason = f"{nick} is here twice, first on line {line_of(known)}{other}"
            yield Fault(line_of(element), reason)


def _second_accounts(root: Element, fold: Fold) -> Iterator[Fault]:
    first: dict[tuple[str, str], Element] = {}
    players: set[tuple[Element, str]] = set()
    for element in root.iter(ACCOUNT):  # the whole tree: a third of the time of XPath
        player = element.getparent()
        if player is None or player.tag != "player" or player.getparent() is not root:
            continue
        account, network = text_of(element), attribute(element, NETWORK)
        known = first.setdefault((network, fold(account)), element)
        where = f" on the network {network}" if network else ""
        if (player, network) in players:
            yield Fault(line_of(element), f"{_SECOND.format(ACCOUNT)}{where}")
        elif known is not element:
            reason = f"the account {account} already belongs to another player{where}"
            yield Fault(line_of(element), f"{reason}, on line {line_of(known)}")
        players.add((player, network))


def _second_kitties(root: Element, fold: Fold) -> Iterator[Fault]:
    first: dict[TableKey, Element] = {}
    for element in root.iterchildren(KITTY):
        key = kitty_key(element)
        known = first.setdefault(same_place(key, fold), element)
        if known is not element and all(key):
            reason = f"there is already a kitty for {key.game} in {key.channel}"
            yield Fault(line_of(element), f"{reason}, on line {line_of(known)}")


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
