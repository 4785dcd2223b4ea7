"""The keys of config.ini: each is a field of the Struct of its section.

The type of the field tells how to read it. It may be annotated with bounds (``msgspec.Meta``) or
with a reader of its own, which takes the text behind ``key =``, and raises ValueError, with the
reason, if that is no value. The default is that of the field.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, time, tzinfo
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from pontoon.irc.config import escaped, split_at_commas, text, without_control

Read = Callable[[str], object]


class Key(Struct, frozen=True):
    """A key of config.ini."""

    read: Read
    """Returns the value of a text; raises ValueError, with the reason, if it has none."""
    values: str = ""
    """The values that are allowed, in words; "" if the description of the key says it."""
    may_be_empty: bool = False
    """Whether the key has no default, so that it needs no value."""
    goes_on: str = ""
    """A regular expression for the indented lines that continue the value; "" if none does."""
    is_live: bool = False
    """Whether the value applies without a new connection."""


@cache
def keys_of(section: type[Struct]) -> Mapping[str, Key]:
    """Return the key of each field of SECTION."""
    types = get_type_hints(section, include_extras=True)
    return {field.name: _key(field, types[field.name]) for field in fields(section)}


def _key(field: FieldInfo, annotation: Any) -> Key:
    kind, *about = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    metas = [each for each in about if isinstance(each, Meta)]
    marks = {name: mark for meta in metas for name, mark in (meta.extra or {}).items()}
    own = next((each for each in about if callable(each)), None)
    bounds = next((meta for meta in metas if meta.extra is None), Meta())
    read, values = _reader_of(kind, bounds) if own is None else (own, "")
    needs_value = marks.pop("needs_value", False) or field.default not in ("", (), {}, None)
    return Key(read, values, not needs_value, **marks)


def _reader_of(kind: Any, bounds: Meta) -> tuple[Read, str]:
    """Return the reader of values of KIND within BOUNDS, and which they are."""
    least = int(bounds.ge or 0)
    most = int(bounds.le or (1000 if kind in (float, Fraction) else 1_000_000))
    within = f"{least} to {most}"
    whole = partial(_number, int, "[0-9]{1,9}", least, most, f"a whole number from {within}")
    if kind is int:
        return whole, within
    if kind in (float, Fraction):
        what = f"a number from {within}, such as 2 or 1.5"
        decimal = partial(_number, kind, r"[0-9]{1,9}(\.[0-9]{1,9})?", least, most, what)
        return decimal, f"{within}, with decimals such as 1.5"
    if kind == tuple[int, int]:
        return partial(_range, whole), "a range of whole numbers"
    if kind == tuple[int, ...]:
        return partial(_list, whole), f"numbers from {within}, separated by commas"
    if kind is bool or get_origin(kind) is Literal:
        choices = {"yes": True, "no": False} if kind is bool else {n: n for n in get_args(kind)}
        *others, last = choices
        return partial(_choice, choices), f"{', '.join(others)} or {last}"
    return _READERS[kind], ""


def _number(kind: type, shape: str, least: int, most: int, what: str, value: str) -> Any:
    if re.fullmatch(shape, value) and least <= kind(value) <= most:
        return kind(value)
    raise ValueError(f"'{escaped(value)}' is not {what}")


def _range(whole: Callable[[str], int], value: str) -> tuple[int, int]:
    ends = re.fullmatch("([0-9]+) *- *([0-9]+)", value)
    if ends is None:
        raise ValueError(f"'{escaped(value)}' is not a range, such as 60-75")
    low, high = whole(ends[1]), whole(ends[2])
    if low > high:
        raise ValueError(f"{low}-{high} ends before it begins")
    return low, high


def _list(read: Read, value: str) -> tuple[object, ...]:
    return tuple(map(read, split_at_commas(value)))


def _choice(choices: Mapping[str, object], value: str) -> object:
    if value.lower() not in choices:
        raise ValueError(f"'{escaped(value)}' is not one of: {', '.join(choices)}")
    return choices[value.lower()]


def _path(value: str) -> Path:
    return Path(without_control(value))


def _times(value: str) -> tuple[time, ...]:
    """Read times of day that are separated by commas."""
    times: list[time] = []
    for item in split_at_commas(value):
        clock = re.fullmatch("([01]?[0-9]|2[0-3]):([0-5][0-9])", item)
        if clock is None:
            raise ValueError(f"'{escaped(item)}' is not a time of day, such as 03:00")
        times.append(time(int(clock[1]), int(clock[2])))
        if times[-1] in times[:-1]:
            raise ValueError(f"{clock[0]} appears twice")
    return tuple(times)


def _time_zone(value: str) -> tzinfo:
    """Read UTC or the name of a time zone that is installed on this machine."""
    if value.upper() == "UTC":
        return UTC
    try:
        return ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        reason = "not a time zone of this machine, such as UTC or Europe/London"
        raise ValueError(f"'{escaped(value)}' is {reason}") from None


_READERS: Mapping[object, Read] = {
    str: text,
    Path: _path,
    Path | None: _path,
    tuple[time, ...]: _times,
    tzinfo: _time_zone,
}
