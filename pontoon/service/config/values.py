"""What stands behind ``key =`` in config.ini, read as a value of its kind.

Each reader takes the text and raises ValueError, saying what is wrong with it, where it is none.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import UTC, time, tzinfo
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin, get_type_hints

Reader = Callable[[str], object]
"""Makes a value out of what stands behind ``key =``; ValueError says what is wrong with that."""


def escaped(text: str) -> str:
    """Return TEXT, at most 40 characters of it, fit to be part of one line on a terminal."""
    return repr(text[:40])[1:-1] + ("..." if text[40:] else "")


def printable(text: str) -> str:
    """Return all of TEXT, with what no terminal can show written out."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def without_control(value: str) -> str:
    """Return VALUE, which must have no control characters in it."""
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in value):
        raise ValueError("contains a control character")
    return value


def text(value: str) -> str:
    """Return VALUE, which must be short and have no control characters in it."""
    if len(without_control(value).encode()) > 200:
        raise ValueError(f"'{escaped(value)}' is longer than 200 bytes")
    return value


def _whole(value: str, least: int = 0, most: int = 1_000_000) -> int:
    if re.fullmatch("[0-9]{1,9}", value) and least <= int(value) <= most:
        return int(value)
    raise ValueError(f"'{escaped(value)}' is not a whole number from {least} to {most}")


def _decimal(value: str, least: int = 0, most: int = 1000) -> Fraction:
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value) and least <= Fraction(value) <= most:
        return Fraction(value)
    raise ValueError(f"'{escaped(value)}' is not a number from {least} to {most}, such as 2 or 1.5")


def _range(value: str, **bounds: int) -> tuple[int, int]:
    ends = re.fullmatch("([0-9]+) *- *([0-9]+)", value)
    if ends is None:
        raise ValueError(f"'{escaped(value)}' is not a range such as 60-75")
    low, high = _whole(ends[1], **bounds), _whole(ends[2], **bounds)
    if low > high:
        raise ValueError(f"{low}-{high} has its ends swapped: write {high}-{low}")
    return low, high


def _list(value: str, **bounds: int) -> tuple[int, ...]:
    return tuple(_whole(item.strip(" \t"), **bounds) for item in value.split(","))


def _times(value: str) -> tuple[time, ...]:
    """Read times of day, with commas between them."""
    times: list[time] = []
    for item in value.split(","):
        clock = re.fullmatch("([01]?[0-9]|2[0-3]):([0-5][0-9])", item.strip(" \t"))
        if clock is None:
            raise ValueError(f"'{escaped(item.strip())}' is not a time of day such as 03:00")
        times.append(time(int(clock[1]), int(clock[2])))
        if times[-1] in times[:-1]:
            raise ValueError(f"{clock[0]} is given twice")
    return tuple(times)


def _time_zone(value: str) -> tzinfo:
    """Read UTC, which needs no file, or the name of a zone that this machine has a file for."""
    if value.upper() == "UTC":
        return UTC
    # Only somebody with a time zone waits for this to be loaded.
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        reason = "not a time zone that this machine knows, such as UTC or Europe/London"
        raise ValueError(f"'{escaped(value)}' is {reason}") from None


def _one_of(choices: Mapping[str, object], value: str) -> object:
    if value.lower() not in choices:
        raise ValueError(f"'{escaped(value)}' is not one of: {', '.join(choices)}")
    return choices[value.lower()]


_READERS: Mapping[object, Callable[..., object]] = {
    bool: partial(_one_of, {"yes": True, "no": False}),
    str: text,
    Path: lambda value: Path(without_control(value)),
    Path | None: lambda value: Path(without_control(value)),
    int: _whole,
    float: lambda value, **bounds: float(_decimal(value, **bounds)),
    Fraction: _decimal,
    tuple[int, int]: _range,
    tuple[int, ...]: _list,
    tuple[time, ...]: _times,
    tzinfo: _time_zone,
}


NONE: Mapping[str, Reader] = MappingProxyType({})
"""No special readers: all are told by metadata and types."""


def _reader(annotation: object, bounds: Mapping[str, int]) -> Reader:
    if get_origin(annotation) is Literal:
        return partial(_one_of, {choice: choice for choice in get_args(annotation)})
    return partial(_READERS[annotation], **bounds)


def whole(least: int, most: int) -> Reader:
    """Return the reader of whole numbers from LEAST to MOST."""
    return partial(_whole, least=least, most=most)


def decimal(least: int, most: int) -> Reader:
    """Return the reader of numbers from LEAST to MOST, as floats."""
    return lambda value: float(_decimal(value, least=least, most=most))


def readers_of(section: type[Any], special: Mapping[str, Reader] = NONE) -> dict[str, Reader]:
    """Return the readers of a section's keys: SPECIAL ones, those in its metadata, or by type."""
    annotations = get_type_hints(section)
    return {
        key.name: special.get(key.name)
        or key.metadata.get("read")
        or _reader(annotations[key.name], key.metadata)
        for key in fields(section)
    }
