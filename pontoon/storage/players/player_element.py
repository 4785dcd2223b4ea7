"""The elements of a player and of a kitty in players.xml: how they are read and written."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import asdict

from pontoon.engine.events import Kitty
from pontoon.engine.result import TableKey
from pontoon.storage.players import xml_edit
from pontoon.storage.players.player import (
    AS_USUAL,
    NO_STANDING,
    SPEECH,
    Games,
    Player,
    Refill,
    Registered,
    Speech,
    Standing,
    Statistics,
)
from pontoon.storage.players.xml_edit import Element, child_of, text_of

ROUNDS = ("played", "won")
"""What is counted in every game."""

ACCOUNT, NETWORK = "account", "network"
MASK = "mask"
REGISTERED, HOST, AT = "registered", "host", "at"
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
"""The attributes that make the key of a kitty, in the order in which they are written."""


def attribute(element: Element, name: str) -> str:
    """Return the attribute called NAME of ELEMENT; "" if there is none."""
    return str(element.get(name, "")).strip()


# Reading


def read(element: Element, games: Games) -> Player:
    parts = {str(child.tag): child for child in element}  # to search for each takes twice the time
    words = _texts(parts.get("variables", ()))
    return Player(
        nick=text_of(parts["nick"]),
        chips=int(text_of(parts["chips"])),
        bank=int(text_of(parts["bank"])) if "bank" in parts else 0,
        nickname=words.get("nickname", ""),
        statistics={
            game: _statistics(parts.get(game, ()), tallies)
            for index, (game, tallies) in enumerate(games.items())
            if index == 0 or game in parts
        },
        is_opted_out=words.get(OPTOUT, "").lower() == "yes",
        speech=AS_USUAL if SPEECH.keys().isdisjoint(words) else _speech(words),
        **({} if parts.keys().isdisjoint(_RARE) else _rare(element)),
    )


def _texts(element: Iterable[Element]) -> dict[str, str]:
    return {str(child.tag): text_of(child) for child in element}


def _statistics(element: Iterable[Element], tallies: Iterable[str]) -> Statistics:
    texts = _texts(element)
    standing = NO_STANDING
    for each in element if STANDING in texts else ():
        if each.tag == STANDING:
            counts = {name: int(each.get(name, 0)) for name in _COUNTS}
            standing = Standing(**counts, held_by=each.get(HELD_BY, ""))
    played, won = (int(texts.get(name, 0)) for name in ROUNDS)
    return Statistics(played, won, {name: int(texts.get(name, 0)) for name in tallies}, standing)


def _speech(words: Mapping[str, str]) -> Speech:
    """Return how WORDS say to speak to the player; others than the known ones count as none."""
    found = {name: words.get(name, "").lower() for name in SPEECH}
    return Speech(**{name: word for name, word in found.items() if word in SPEECH[name]})


_RARE = frozenset((ACCOUNT, MASK, REGISTERED, REFILL))


def _rare(element: Element) -> dict[str, Any]:
    """Return what few players have in ELEMENT, by the name of the field."""
    refill = child_of(element, REFILL)
    return {
        "accounts": {
            attribute(each, NETWORK): text_of(each) for each in element.iterchildren(ACCOUNT)
        },
        "masks": tuple(map(text_of, element.iterchildren(MASK))),
        "registered": tuple(map(_registered, element.iterchildren(REGISTERED))),
        "refill": None if refill is None else _refill(refill),
    }


def _registered(element: Element) -> Registered:
    return Registered(attribute(element, HOST), _time(element))


def _refill(element: Element) -> Refill | None:
    """Return the refill that ELEMENT is about; None if its time is none."""
    at = _time(element)
    names = HOST, NETWORK, ACCOUNT
    return None if at is None else Refill(at, *(attribute(element, name) for name in names))


def _time(element: Element) -> datetime | None:
    """Return when what ELEMENT is about was; None if it does not say."""
    with suppress(ValueError):
        return datetime.fromisoformat(attribute(element, AT))
    return None


def _written(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def kitty_key(element: Element) -> TableKey:
    return TableKey(**{name: attribute(element, name) for name in KEY})


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
    for each in player.registered:
        if each not in before.registered:
            when = {} if each.at is None else {AT: _written(each.at)}
            _add(element, REGISTERED, "", {HOST: each.host, **when})


def add(root: Element, player: Player, games: Games) -> Element:
    """Add an element for PLAYER as the last in ROOT; return it."""
    element = root.makeelement("player")
    nobody = Player("", 0, 0, "", {})
    xml_edit.add_last(root, element, _values(nobody, player, games))
    write(element, nobody, player, games)
    return element


def add_kitty(root: Element, key: TableKey) -> Element:
    element = root.makeelement(KITTY, {name: getattr(key, name) for name in KEY})
    xml_edit.add_last(root, element, {})
    return element


def _values(before: Player, player: Player, games: Games) -> xml_edit.Values:
    """Return what is written of PLAYER, and of what can be set only what was not so BEFORE."""
    had, has = asdict(before.speech), asdict(player.speech)
    words = {name: word for name, word in has.items() if word != had[name]}
    if player.is_opted_out != before.is_opted_out:
        words[OPTOUT] = "yes" if player.is_opted_out else "no"
    refill: dict[str, xml_edit.Values] = {}
    if player.refill is not None:
        at = _written(player.refill.at)
        refill[REFILL] = {
            f"@{name}": text for name, text in (asdict(player.refill) | {AT: at}).items()
        }
    return {
        "nick": player.nick,
        "chips": str(player.chips),
        "bank": str(player.bank),
        **refill,
        **{
            game: _counts(player.statistics[game], tallies)
            for game, tallies in games.items()
            if game in player.statistics
        },
        "variables": {**words, "nickname": player.nickname},
    }


def _counts(stats: Statistics, tallies: Iterable[str]) -> xml_edit.Values:
    """Return what is written of STATS; what is held only in games with a banker."""
    standing = {
        f"@{name}": str(count)
        for name, count in asdict(stats.standing).items()
        if stats.standing.held_by or not name.startswith("held_")
    }
    return {
        "played": str(stats.played),
        "won": str(stats.won),
        **({} if stats.standing == NO_STANDING else {STANDING: standing}),
        **{name: str(stats.tallies.get(name, 0)) for name in tallies},
    }


_IDENTITY = ("nick", ACCOUNT, MASK, REGISTERED)
"""The elements that identify a player, in the order in which they are written."""


def _add(element: Element, name: str, value: str, attributes: Mapping[str, str]) -> None:
    """Add a child called NAME behind the others of its kind, in the order of _IDENTITY."""
    before = _IDENTITY[: _IDENTITY.index(name) + 1]
    child = element.makeelement(name, dict(attributes))
    child.text = value or None
    xml_edit.add_behind(element, [*element.iterchildren(*before)][-1], child)
