"""The element of a player in players.xml: how it is read and written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime

from msgspec.structs import asdict, replace

from pontoon.storage.players import xml_edit
from pontoon.storage.players.player import (
    AS_USUAL,
    NO_STANDING,
    SPEECH,
    AccountKind,
    Balances,
    LedgerAccount,
    Player,
    Record,
    Refill,
    Speech,
    Standing,
)
from pontoon.storage.players.xml_edit import Element, child_of, line_of, text_of, value_of

Games = Mapping[str, Sequence[str]]
"""The names of games, each with the names of its tallies."""

ROUNDS = ("played", "won")
"""What is counted in every game."""

ACCOUNT, NETWORK = "account", "network"
MASK = "mask"
REGISTERED, HOST = "registered", "host"
"""The elements that identify a player, with their attributes."""
HELD_BY = "held_by"
_COUNTS = tuple(name for name in Standing.__struct_fields__ if name != HELD_BY)
STANDING = "standing"
"""An element in that of a game for chips; its attributes are the fields of ``Standing``."""
REFILL, AT, BY_ACCOUNT = "refill", "at", "account"
OPTOUT = "optout"
"""The element of the last refill, with those of its attributes that no other element has."""

_TIME = "%Y-%m-%dT%H:%M:%SZ"


def nick_line(player: Element) -> int:
    """Return the line of the nick of PLAYER; 0 if there is none."""
    nick = child_of(player, "nick")
    return 0 if nick is None else line_of(nick)


def in_players(root: Element, name: str) -> Iterator[tuple[Element, Element]]:
    """Yield each player in ROOT with each of their children called NAME."""
    for element in root.iter(name):  # a third of the time of XPath
        player = element.getparent()
        if player is not None and player.tag == "player" and player.getparent() is root:
            yield player, element


def network_of(account: Element) -> str:
    """Return the name in config.ini of the network that an ACCOUNT is for, "" for [irc]."""
    return str(account.get(NETWORK, "")).strip()


def host_of(registered: Element) -> str:
    return str(registered.get(HOST)).strip()


def read(element: Element, games: Games) -> Player:
    parts = _parts(element)
    return Player(
        nick=text_of(parts["nick"]),
        chips=_number(parts, "chips"),
        bank=_number(parts, "bank"),
        nickname=value_of(parts["variables"], "nickname") if "variables" in parts else "",
        records={
            game: _record(_parts(parts.get(game, ())), tallies)
            for index, (game, tallies) in enumerate(games.items())
            if index == 0 or game in parts
        },
        accounts=_accounts(element) if ACCOUNT in parts else {},
        masks=tuple(map(text_of, element.iterchildren(MASK))) if MASK in parts else (),
        hosts=_hosts(element) if REGISTERED in parts else (),
        refill=refill_of(parts[REFILL]) if REFILL in parts else None,
        is_opted_out="variables" in parts and _is_opted_out(parts["variables"]),
        speech=_speech(parts["variables"]) if "variables" in parts else AS_USUAL,
    )


def _is_opted_out(variables: Element) -> bool:
    return value_of(variables, OPTOUT).lower() == "yes"


def _speech(variables: Element) -> Speech:
    """Return what VARIABLES say of how to speak to the player; other words count as none."""
    found = {str(each.tag): text_of(each).lower() for each in variables if each.tag in SPEECH}
    if not found:
        return AS_USUAL
    return Speech(**{name: word for name, word in found.items() if word in SPEECH[name]})


def refill_of(element: Element) -> Refill | None:
    """Return the refill that ELEMENT is about; None if its time is none."""
    with suppress(ValueError):
        at = datetime.strptime(str(element.get(AT, "")).strip(), _TIME).replace(tzinfo=UTC)
        host, account = (str(element.get(name, "")).strip() for name in (HOST, BY_ACCOUNT))
        return Refill(at, host, network_of(element), account)
    return None


def balances_in(element: Element) -> Iterator[tuple[LedgerAccount, int]]:
    """Yield the chips of the player in ELEMENT; the bank only if it holds any."""
    parts = _parts(element)
    nick, bank = text_of(parts["nick"]), _number(parts, "bank")
    yield LedgerAccount(AccountKind.PLAYER, nick), _number(parts, "chips")
    if bank:
        yield LedgerAccount(AccountKind.BANK, nick), bank


def balances_of(player: Player) -> Balances:
    return {
        LedgerAccount(AccountKind.PLAYER, player.nick): player.chips,
        LedgerAccount(AccountKind.BANK, player.nick): player.bank,
    }


def completed(player: Player, games: Games) -> Player:
    """Return PLAYER with all tallies of the games they have played, in the order of GAMES."""
    records = {
        game: replace(record, tallies={name: record.tallies.get(name, 0) for name in games[game]})
        for game in games
        if (record := player.records.get(game)) is not None
    }
    return replace(player, records=records)


def _record(parts: Mapping[str, Element], tallies: Iterable[str]) -> Record:
    played, won = (_number(parts, name) for name in ROUNDS)
    standing = _standing(parts[STANDING]) if STANDING in parts else NO_STANDING
    return Record(played, won, {name: _number(parts, name) for name in tallies}, standing)


def _standing(element: Element) -> Standing:
    numbers = {each: int(element.get(each, 0)) for each in _COUNTS}
    return Standing(**numbers, held_by=element.get(HELD_BY, ""))


def _counts_of(standing: Standing) -> dict[str, object]:
    """Return the attributes of STANDING; what is held only in games with a banker."""
    counts = asdict(standing)
    if standing.held_by:
        return counts
    return {name: count for name, count in counts.items() if not name.startswith("held_")}


def _accounts(element: Element) -> dict[str, str]:
    return {network_of(each): text_of(each) for each in element.iterchildren(ACCOUNT)}


def _hosts(element: Element) -> tuple[str, ...]:
    return tuple(map(host_of, element.iterchildren(REGISTERED)))


def _parts(element: Iterable[Element]) -> dict[str, Element]:
    """Return the children of ELEMENT by name; to search for each takes twice the time."""
    return {str(child.tag): child for child in element}


def _number(parts: Mapping[str, Element], name: str) -> int:
    return int(text_of(parts[name])) if name in parts else 0


def write(element: Element, player: Player) -> None:
    """Write PLAYER into ELEMENT; add what is missing, and keep everything else."""
    xml_edit.write(element, _values(player))
    for network, account in player.accounts.items():
        if network not in _accounts(element):
            _add(element, ACCOUNT, account, {NETWORK: network} if network else {})
    for mask in player.masks:
        if mask not in map(text_of, element.iterchildren(MASK)):
            _add(element, MASK, mask, {})
    for host in player.hosts:
        if host not in _hosts(element):
            _add(element, REGISTERED, "", {HOST: host})
    parts = _parts(element)
    _write_optout(parts["variables"], player)
    _write_speech(parts["variables"], player)
    for game, record in player.records.items():
        if record.standing != NO_STANDING:
            _write_attributes(parts[game], "won", STANDING, _counts_of(record.standing))
    if player.refill is not None:
        _write_attributes(element, "bank", REFILL, _attributes(player.refill))


def _write_optout(variables: Element, player: Player) -> None:
    if player.is_opted_out != _is_opted_out(variables):
        xml_edit.write(variables, {OPTOUT: "yes" if player.is_opted_out else "no"})


def _write_speech(variables: Element, player: Player) -> None:
    before, wanted = asdict(_speech(variables)), asdict(player.speech)
    changed = {name: word for name, word in wanted.items() if word != before[name]}
    if changed:
        xml_edit.write(variables, changed)


def _write_attributes(
    parent: Element, previous: str, name: str, attributes: Mapping[str, object]
) -> None:
    """Write ATTRIBUTES into the child of PARENT called NAME; a new one is behind PREVIOUS."""
    parts = _parts(parent)
    child = parts.get(name)
    if child is None:
        child = parent.makeelement(name)
        xml_edit.add_behind(parent, parts[previous], child)
    for key, value in attributes.items():
        if child.get(key) != str(value):
            child.set(key, str(value))


def _attributes(refill: Refill) -> Mapping[str, object]:
    at = refill.at.astimezone(UTC).strftime(_TIME)
    return {AT: at, HOST: refill.host, NETWORK: refill.network, BY_ACCOUNT: refill.account}


def add(parent: Element, player: Player) -> Element:
    """Add an element for PLAYER as the last in PARENT; return it."""
    element = parent.makeelement("player")
    xml_edit.add_last(parent, element, _values(player))
    write(element, player)
    return element


def _values(player: Player) -> xml_edit.Values:
    return {
        "nick": player.nick,
        "chips": str(player.chips),
        "bank": str(player.bank),
        **{game: _numbers(record) for game, record in player.records.items()},
        "variables": {"nickname": player.nickname},
    }


def _numbers(record: Record) -> xml_edit.Values:
    counts = {"played": record.played, "won": record.won, **record.tallies}
    return {name: str(number) for name, number in counts.items()}


_IDENTITY = ("nick", ACCOUNT, MASK, REGISTERED)
"""The elements that identify a player, in the order in which they are written."""


def _add(element: Element, name: str, value: str, attributes: Mapping[str, str]) -> None:
    """Add a child called NAME behind the others of its kind, in the order of _IDENTITY."""
    before = _IDENTITY[: _IDENTITY.index(name) + 1]
    child = element.makeelement(name, dict(attributes))
    child.text = value or None
    xml_edit.add_behind(element, [*element.iterchildren(*before)][-1], child)
