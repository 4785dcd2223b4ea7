"""Readers for the values of config.ini, by the type of the key.

A reader takes the text behind ``key =``. It raises ValueError, with the reason, if the text is not
a value of its type.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import UTC, time, tzinfo
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct


class Reader(Struct, frozen=True):
    """Turns the text behind ``key =`` into a value."""

    read: Callable[[str], object]
    values: str = ""
    """The values that are allowed, in words; "" if the description of the key says it."""
    may_be_empty: bool = False
    """Whether the key has no default, so that it needs no value."""
    has_lines: bool = False
    """Whether the value goes on in the next lines as long as these are indented."""

    def __call__(self, text: str) -> object:
        """Return the value of TEXT; raise ValueError, with the reason, if it has none."""
        return self.read(text)


def optional(read: Callable[[str], object]) -> Reader:
    """Return a reader, by READ, for a key that has no default."""
    return Reader(read, may_be_empty=True)


def escaped(text: str) -> str:
    """Return at most 40 characters of TEXT, with control characters escaped."""
    return repr(text[:40])[1:-1] + ("..." if text[40:] else "")


def without_control(value: str) -> str:
    """Return VALUE; raise ValueError if it contains a control character."""
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in value):
        raise ValueError("contains a control character")
    return value


def text(value: str) -> str:
    """Return VALUE; raise ValueError if it is too long or contains a control character."""
    if len(without_control(value).encode()) > 200:
        raise ValueError(f"'{escaped(value)}' is longer than 200 bytes")
    return value


def _whole(value: str, least: int = 0, most: int = 1_000_000) -> int:
    if re.fullmatch("[0-9]{1,9}", value) and least <= int(value) <= most:
        return int(value)
    raise ValueError(f"'{escaped(value)}' is not a whole number from {least} to {most}")


def _times(value: str) -> tuple[time, ...]:
    """Read times of day that are separated by commas."""
    times: list[time] = []
    for item in value.split(","):
        clock = re.fullmatch("([01]?[0-9]|2[0-3]):([0-5][0-9])", item.strip(" \t"))
        if clock is None:
            raise ValueError(f"'{escaped(item.strip())}' is not a time of day, such as 03:00")
        times.append(time(int(clock[1]), int(clock[2])))
        if times[-1] in times[:-1]:
            raise ValueError(f"{clock[0]} appears twice")
    return tuple(times)


def _time_zone(value: str) -> tzinfo:
    """Read UTC or the name of a time zone that is installed on this machine."""
    if value.upper() == "UTC":
        return UTC
    # Imported here: only a bot with a time zone needs it.
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        reason = "not a time zone of this machine, such as UTC or Europe/London"
        raise ValueError(f"'{escaped(value)}' is {reason}") from None


def whole(least: int = 0, most: int = 1_000_000) -> Reader:
    """Return the reader of whole numbers from LEAST to MOST."""
    return Reader(partial(_whole, least=least, most=most), f"{least} to {most}")


def _decimals(number: type[float | Fraction], least: int = 0, most: int = 1000) -> Reader:
    def read(value: str) -> float | Fraction:
        if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value) and least <= Fraction(value) <= most:
            return number(Fraction(value))
        what = f"a number from {least} to {most}, such as 2 or 1.5"
        raise ValueError(f"'{escaped(value)}' is not {what}")

    return Reader(read, f"{least} to {most}, with decimals such as 1.5")


def _ranges(**bounds: int) -> Reader:
    def read(value: str) -> tuple[int, int]:
        ends = re.fullmatch("([0-9]+) *- *([0-9]+)", value)
        if ends is None:
            raise ValueError(f"'{escaped(value)}' is not a range, such as 60-75")
        low, high = _whole(ends[1], **bounds), _whole(ends[2], **bounds)
        if low > high:
            raise ValueError(f"{low}-{high} ends before it begins")
        return low, high

    return Reader(read, "a range of whole numbers")


def _lists(**bounds: int) -> Reader:
    def read(value: str) -> tuple[int, ...]:
        return tuple(_whole(item.strip(" \t"), **bounds) for item in value.split(","))

    return Reader(read, f"numbers from {whole(**bounds).values}, separated by commas")


def _choice(choices: Mapping[str, object]) -> Reader:
    def read(value: str) -> object:
        if value.lower() not in choices:
            raise ValueError(f"'{escaped(value)}' is not one of: {', '.join(choices)}")
        return choices[value.lower()]

    *others, last = choices
    return Reader(read, f"{', '.join(others)} or {last}")


def _path(value: str) -> Path:
    return Path(without_control(value))


_READERS: Mapping[object, Callable[..., Reader]] = {
    bool: lambda: _choice({"yes": True, "no": False}),
    str: lambda: Reader(text),
    Path: lambda: Reader(_path),
    Path | None: lambda: optional(_path),
    int: whole,
    float: partial(_decimals, float),
    Fraction: partial(_decimals, Fraction),
    tuple[int, int]: _ranges,
    tuple[int, ...]: _lists,
    tuple[time, ...]: lambda: Reader(_times),
    tzinfo: lambda: Reader(_time_zone),
}

NONE: Mapping[str, Reader] = MappingProxyType({})
NO_BOUNDS = Meta()


def readers_of(section: type[Struct], given: Mapping[str, Reader] = NONE) -> dict[str, Reader]:
    """Return a reader for each field of SECTION: the GIVEN one, or that of its type.

    The type may be annotated with the bounds of its numbers (``Meta``), or with its reader.
    """
    types = _types(section)
    return {name: given.get(name) or _reader(types[name]) for name in section.__struct_fields__}


@cache
def _types(section: type[Struct]) -> dict[str, Any]:
    return get_type_hints(section, include_extras=True)


def _reader(annotation: Any) -> Reader:
    if get_origin(annotation) is not Annotated:
        return _reader_of(annotation)
    plain, about = get_args(annotation)
    return about if isinstance(about, Reader) else _reader_of(plain, about)


def _reader_of(kind: object, about: Meta = NO_BOUNDS) -> Reader:
    if get_origin(kind) is Literal:
        return _choice({choice: choice for choice in get_args(kind)})
    bounds = {"least": about.ge, "most": about.le}
    given = {name: bound for name, bound in bounds.items() if bound is not None}
    return _READERS[kind](**given)
