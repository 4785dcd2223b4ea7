"""The elements of a player and of a kitty in players.xml: how they are read and written."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime

from msgspec.structs import asdict

from pontoon.engine.events import Kitty
from pontoon.storage.players import xml_edit
from pontoon.storage.players.player import (
    AS_USUAL,
    NO_STANDING,
    SPEECH,
    Games,
    KittyKey,
    Player,
    Record,
    Refill,
    Speech,
    Standing,
)
from pontoon.storage.players.xml_edit import Element, text_of

ROUNDS = ("played", "won")
"""What is counted in every game."""

ACCOUNT, NETWORK = "account", "network"
MASK = "mask"
REGISTERED, HOST = "registered", "host"
"""The elements that identify a player, with their attributes."""
OPTOUT = "optout"
REFILL = "refill"
STANDING = "standing"
"""An element in that of a game for chips; its attributes are the fields of ``Standing``."""
HELD_BY = "held_by"
_COUNTS = tuple(name for name in Standing.__struct_fields__ if name != HELD_BY)
KITTY, BANKER = "kitty", "banker"
"""The element of a kitty, beside the players, and an attribute of it."""
KEY = ("game", "network", "channel")
"""The attributes that make the key of a kitty."""

_TIME = "%Y-%m-%dT%H:%M:%SZ"


def attribute(element: Element, name: str) -> str:
    """Return the attribute called NAME of ELEMENT; "" if there is none."""
    return str(element.get(name, "")).strip()


# Reading


def read(element: Element, games: Games) -> Player:
    parts = _parts(element)
    variables = _parts(parts.get("variables", ()))
    words = {name: text_of(each) for name, each in variables.items()}
    speech = {name: words[name].lower() for name in SPEECH if name in words}
    return Player(
        nick=text_of(parts["nick"]),
        chips=_number(parts, "chips"),
        bank=_number(parts, "bank"),
        nickname=words.get("nickname", ""),
        records={
            game: _record(_parts(parts.get(game, ())), tallies)
            for index, (game, tallies) in enumerate(games.items())
            if index == 0 or game in parts
        },
        accounts={
            attribute(each, NETWORK): text_of(each) for each in _all(element, ACCOUNT, parts)
        },
        masks=tuple(text_of(each) for each in _all(element, MASK, parts)),
        hosts=tuple(attribute(each, HOST) for each in _all(element, REGISTERED, parts)),
        refill=_refill(parts[REFILL]) if REFILL in parts else None,
        is_opted_out=words.get(OPTOUT, "").lower() == "yes",
        speech=Speech(**{name: word for name, word in speech.items() if word in SPEECH[name]})
        if speech
        else AS_USUAL,
    )


def _parts(element: Iterable[Element]) -> dict[str, Element]:
    """Return the children of ELEMENT by name; to search for each takes twice the time."""
    return {str(child.tag): child for child in element}


def _all(element: Element, name: str, parts: Mapping[str, Element]) -> Iterable[Element]:
    """Return the children of ELEMENT called NAME; its PARTS tell whether there are any."""
    return element.iterchildren(name) if name in parts else ()


def _number(parts: Mapping[str, Element], name: str) -> int:
    return int(text_of(parts[name])) if name in parts else 0


def _record(parts: Mapping[str, Element], tallies: Iterable[str]) -> Record:
    played, won = (_number(parts, name) for name in ROUNDS)
    standing = NO_STANDING
    if (element := parts.get(STANDING)) is not None:
        counts = {name: int(element.get(name, 0)) for name in _COUNTS}
        standing = Standing(**counts, held_by=element.get(HELD_BY, ""))
    return Record(played, won, {name: _number(parts, name) for name in tallies}, standing)


def _refill(element: Element) -> Refill | None:
    """Return the refill that ELEMENT is about; None if its time is none."""
    with suppress(ValueError):
        at = datetime.fromisoformat(attribute(element, "at"))
        return Refill(at, *(attribute(element, name) for name in (HOST, NETWORK, ACCOUNT)))
    return None


def kitty_key(element: Element) -> KittyKey:
    return KittyKey(*(attribute(element, name) for name in KEY))


def kitty_in(element: Element) -> Kitty | None:
    """Return the kitty in ELEMENT; None if it is empty."""
    chips = int(text_of(element))
    return Kitty(attribute(element, BANKER), chips) if chips else None


# Writing


def write(element: Element, before: Player, player: Player, games: Games) -> None:
    """Write into ELEMENT, which has the player BEFORE, what PLAYER has now.

    What is missing is added, and everything else is kept.
    """
    xml_edit.write(element, _values(before, player, games))
    for network, account in player.accounts.items():
        if network not in before.accounts:
            _add(element, ACCOUNT, account, {NETWORK: network} if network else {})
    for mask in player.masks:
        if mask not in before.masks:
            _add(element, MASK, mask, {})
    for host in player.hosts:
        if host not in before.hosts:
            _add(element, REGISTERED, "", {HOST: host})


def add(root: Element, player: Player, games: Games) -> Element:
    """Add an element for PLAYER as the last in ROOT; return it."""
    element = root.makeelement("player")
    nobody = Player("", 0, 0, "", {})
    xml_edit.add_last(root, element, _values(nobody, player, games))
    write(element, nobody, player, games)
    return element


def add_kitty(root: Element, key: KittyKey) -> Element:
    """Add an element for the kitty of that KEY as the last in ROOT; return it."""
    element = root.makeelement(KITTY, dict(zip(KEY, key, strict=True)))
    xml_edit.add_last(root, element, {})
    return element


def _values(before: Player, player: Player, games: Games) -> xml_edit.Values:
    """Return what is written of PLAYER, and of what can be set only what was not so BEFORE."""
    had, has = asdict(before.speech), asdict(player.speech)
    words = {name: word for name, word in has.items() if word != had[name]}
    if player.is_opted_out != before.is_opted_out:
        words[OPTOUT] = "yes" if player.is_opted_out else "no"
    return {
        "nick": player.nick,
        "chips": str(player.chips),
        "bank": str(player.bank),
        **({} if player.refill is None else {REFILL: _of_refill(player.refill)}),
        **{
            game: _of_record(player.records[game], tallies)
            for game, tallies in games.items()
            if game in player.records
        },
        "variables": {**words, "nickname": player.nickname},
    }


def _of_refill(refill: Refill) -> xml_edit.Values:
    at = refill.at.astimezone(UTC).strftime(_TIME)
    return {"@at": at, "@host": refill.host, "@network": refill.network, "@account": refill.account}


def _of_record(record: Record, tallies: Iterable[str]) -> xml_edit.Values:
    return {
        "played": str(record.played),
        "won": str(record.won),
        **({} if record.standing == NO_STANDING else {STANDING: dict(_of(record.standing))}),
        **{name: str(record.tallies.get(name, 0)) for name in tallies},
    }


def _of(standing: Standing) -> Iterator[tuple[str, str]]:
    """Yield the attributes of STANDING; what is held only in games with a banker."""
    for name, count in asdict(standing).items():
        if standing.held_by or not name.startswith("held_"):
            yield f"@{name}", str(count)


_IDENTITY = ("nick", ACCOUNT, MASK, REGISTERED)
"""The elements that identify a player, in the order in which they are written."""


def _add(element: Element, name: str, value: str, attributes: Mapping[str, str]) -> None:
    """Add a child called NAME behind the others of its kind, in the order of _IDENTITY."""
    before = _IDENTITY[: _IDENTITY.index(name) + 1]
    child = element.makeelement(name, dict(attributes))
    child.text = value or None
    xml_edit.add_behind(element, [*element.iterchildren(*before)][-1], child)
