"""How events, questions and refusals are written in rule scripts: one line each."""

from collections.abc import Iterator
from enum import Enum
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields

from pontoon.engine.errors import CannotDeal, Refused
from pontoon.engine.events import BankerResult, Event, HandResult, Kitty, PlayerResult, Settled
from pontoon.engine.moves import Ask, Option, Unit, WhyNot

NOBODY = "nobody"


def told(event: Event, unit: Unit) -> str:
    """Return EVENT of a game with that UNIT: its type, then its fields.

    Those that have a default are left out where they have it.

    >>> from pontoon.engine.cards import card
    >>> from pontoon.engine.events import BetPlaced, Twisted
    >>> told(Twisted("dave", 2, card("QD")), Unit.CHIPS), told(BetPlaced("bob", 5), Unit.CHIPS)
    ('Twisted dave#2 QD', 'BetPlaced bob 5')
    """
    kind = type(event).__name__
    match event:
        case Settled(results, house, kitty):
            parts = [*map(_player_result, results), f"house {house}"]
            if kitty:
                parts.append(f"kitty {_value(kitty)}")
            return f"{kind} {', '.join(parts)}"
        case HandResult() | BankerResult():
            whose = _seat(event.player or NOBODY, getattr(event, "hand", None))
            stake = f" stake {event.stake}" if isinstance(event, HandResult) else ""
            hand = f"{_value(event.cards)}: {event.type.name} {event.total}"
            ended = f"{kind} {whose} {hand},{stake} gain {event.gain}"
            return " ".join([ended, *_extras(event, unit)])
    values = [
        _value(getattr(event, field.name))
        for field in fields(event)
        if field.name not in ("player", "hand") and not _has_default(field)
    ]
    player = getattr(event, "player", None)
    who = [] if player is None else [_seat(player, getattr(event, "hand", None))]
    return " ".join([kind, *who, *filter(None, values), *_extras(event, unit)])


def _extras(event: Event, unit: Unit) -> Iterator[str]:
    """Yield the fields of EVENT that are not as they are by default."""
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name == "hand" or not _has_default(field):
            continue
        if value != (unit if field.name == "unit" else field.default):
            yield f"{field.name}={_value(value)}"


def _has_default(field: FieldInfo) -> bool:
    return field.default is not NODEFAULT


def _player_result(result: PlayerResult) -> str:
    parts = [result.player, f"{result.chips:+}"]
    if result.losses:
        parts.append(f"lost {result.losses}")
    if result.played != 1:
        parts.append(f"played {result.played}" if result.played else "not played")
    if result.won:
        parts.append("won" if result.won == 1 else f"won {result.won}")
    return " ".join(parts)


def _seat(player: str, number: int | None) -> str:
    return player if number is None else f"{player}#{number}"


def _value(value: Any) -> str:
    if value is None:
        return NOBODY
    if isinstance(value, Kitty):
        return f"{value.banker} {value.chips}"
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, tuple):
        return " ".join(map(_value, value))
    return str(value)


# Questions


def asked(ask: Ask, unit: Unit) -> str:
    """Return what ASK offers, and in brackets all else that the player is told.

    >>> from pontoon.engine.moves import Phase, Verb
    >>> ask = Ask("bob", Phase.BET, (Option(Verb.BET, 1, 10),), cards=(), stake=0, chips=1000)
    >>> asked(ask, Unit.CHIPS)
    'asks bob: bet 1-10 (BET, stake 0, chips 1000)'
    """
    about = [ask.phase.name, *map(str, ask.cards)]
    told_of = [" ".join(about), f"stake {ask.stake}", f"chips {ask.chips}"]
    if ask.shot:
        told_of.append(f"shot {ask.shot}")
    if ask.against:
        told_of.append(f"against {_value(ask.against)}")
    if ask.seconds:
        told_of.append(f"{ask.seconds} s")
    if ask.unit is not unit:
        told_of.append(ask.unit.name)
    offers = ", ".join(map(offered, ask.options))
    return f"asks {_seat(ask.player, ask.hand)}: {offers} ({', '.join(told_of)})"


def offered(option: Option) -> str:
    """Return OPTION with the least and the most that it takes.

    >>> from pontoon.engine.moves import Verb
    >>> offered(Option(Verb.BUY, 10, 20)), offered(Option(Verb.BUY, 5, 5))
    ('buy 10-20', 'buy 5')
    """
    if option.least is None:
        return option.verb.value
    amount = str(option.least) if option.least == option.most else f"{option.least}-{option.most}"
    return f"{option.verb.value} {amount}"


# Refusals


def refused(refusal: Refused, option: Option | None) -> str:
    """Return why something was refused; OPTION is the move that was on offer, if one was."""
    reason = refusal.reason
    if isinstance(reason, CannotDeal):
        parts = ["CannotDeal", *(f"{each.player} {each.fault.name}" for each in reason.seats)]
        parts += [f"at most {reason.most}"] if reason.most is not None else []
        parts += [f"at least {reason.least}"] if reason.least is not None else []
    else:
        parts = [offered(option)] if option else []
        parts += [] if reason is WhyNot.BAD_AMOUNT else [reason.name]
        parts += [str(refusal.limit)] if refusal.limit else []
    return f"refused {' '.join(parts)}"
