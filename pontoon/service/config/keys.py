"""The keys of config.ini: each is a field of the Struct of its section.

The type of the field tells how to read it. It may be annotated with bounds (``msgspec.Meta``) or
with a reader of its own, which takes the text behind ``key =``, and raises ValueError, with the
reason, if that is no value. So may the items of a list. The default is that of the field.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, time, tzinfo
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from pontoon.irc.config import NO_KEY, escaped, items_of, split_at_commas, text, without_control

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
    """Return the key of each field of SECTION that has one."""
    types = get_type_hints(section, include_extras=True)
    keys = [field for field in fields(section) if NO_KEY not in _parts(types[field.name])]
    return {field.name: _key(field, types[field.name]) for field in keys}


def _key(field: FieldInfo, annotation: Any) -> Key:
    _, *about = _parts(annotation)
    metas = [each for each in about if isinstance(each, Meta)]
    marks = {name: mark for meta in metas for name, mark in (meta.extra or {}).items()}
    read, values = _reader_of(annotation)
    needs_value = marks.pop("needs_value", False) or field.default not in ("", (), {}, None)
    return Key(read, values, not needs_value, **marks)


def _parts(annotation: Any) -> tuple[Any, ...]:
    """Return the type in ANNOTATION, and what it is annotated with."""
    return get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)


def _reader_of(annotation: Any) -> tuple[Read, str]:
    """Return the reader of values of the type in ANNOTATION, and which they are."""
    kind, *about = _parts(annotation)
    if own := [each for each in about if callable(each)]:
        return own[0], ""
    if kind in (int, float, Fraction):
        return _number_reader(kind, about)
    if kind is bool or get_origin(kind) is Literal:
        choices = {"yes": True, "no": False} if kind is bool else {n: n for n in get_args(kind)}
        *others, last = choices
        return partial(_choice, choices), f"{', '.join(others)} or {last}"
    if get_origin(kind) is tuple and kind not in _READERS:
        item, more = get_args(kind)
        read, values = _reader_of(item)
        if more is not Ellipsis:
            return partial(_range, read), "a range of whole numbers"
        split = split_at_commas if values else items_of
        return partial(_list, read, split), values and f"numbers from {values}, separated by commas"
    return _READERS[kind], ""


def _number_reader(kind: Any, about: Sequence[Meta]) -> tuple[Read, str]:
    # ``msgspec.convert`` takes 1e3 for a whole number, and does not take 007.
    bounds = next((meta for meta in about if meta.extra is None), Meta())
    whole = kind is int
    least, most = int(bounds.ge or 0), int(bounds.le or (1_000_000 if whole else 1000))
    shape = "[0-9]{1,9}" if whole else r"[0-9]{1,9}(\.[0-9]{1,9})?"
    within = f"{least} to {most}"
    what = f"a whole number from {within}" if whole else f"a number from {within}, such as 2 or 1.5"

    def read(value: str) -> object:
        if re.fullmatch(shape, value) and least <= kind(value) <= most:
            return kind(value)
        raise ValueError(f"'{escaped(value)}' is not {what}")

    return read, within if whole else f"{within}, with decimals such as 1.5"


def _range(read: Callable[[str], Any], value: str) -> tuple[int, int]:
    ends = re.fullmatch("([0-9]+) *- *([0-9]+)", value)
    if ends is None:
        raise ValueError(f"'{escaped(value)}' is not a range, such as 60-75")
    low, high = read(ends[1]), read(ends[2])
    if low > high:
        raise ValueError(f"{low}-{high} ends before it begins")
    return low, high


def _list(read: Read, split: Callable[[str], list[str]], value: str) -> tuple[object, ...]:
    return tuple(map(read, split(value)))


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
