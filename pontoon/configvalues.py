"""What stands behind ``key =`` in config.ini, read as a value of its kind.

Each reader takes the text and raises ValueError, saying what is wrong with it, where it is none.
"""

import ipaddress
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import UTC, time, tzinfo
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pontoon.casemapping import rfc1459

Reader = Callable[[str], object]
"""Makes a value out of what stands behind ``key =``; ValueError says what is wrong with that."""


def escaped(text: str) -> str:
    """Return TEXT, at most 40 characters of it, fit to be part of one line on a terminal."""
    return repr(text[:40])[1:-1] + ("..." if text[40:] else "")


def without_control(value: str) -> str:
    """Return VALUE, which must have no control characters in it."""
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in value):
        raise ValueError("contains a control character")
    return value


def _text(value: str) -> str:
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
    raise ValueError(f"'{escaped(value)}' is not a number from {least} to {most}, as 2 or 1.5 is")


def _range(value: str, **bounds: int) -> tuple[int, int]:
    ends = re.fullmatch("([0-9]+) *- *([0-9]+)", value)
    if ends is None:
        raise ValueError(f"'{escaped(value)}' is not a range, as 60-75 is")
    low, high = _whole(ends[1], **bounds), _whole(ends[2], **bounds)
    if low > high:
        raise ValueError(f"{low}-{high} has its ends swapped")
    return low, high


def _list(value: str, **bounds: int) -> tuple[int, ...]:
    return tuple(_whole(item.strip(" \t"), **bounds) for item in value.split(","))


def _times(value: str) -> tuple[time, ...]:
    """Read times of day, with commas between them."""
    times: list[time] = []
    for item in value.split(","):
        clock = re.fullmatch("([01]?[0-9]|2[0-3]):([0-5][0-9])", item.strip(" \t"))
        if clock is None:
            raise ValueError(f"'{escaped(item.strip())}' is not a time of day, as 03:00 is")
        times.append(time(int(clock[1]), int(clock[2])))
        if times[-1] in times[:-1]:
            raise ValueError(f"{clock[0]} is there twice")
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
        reason = "no time zone that this machine knows, as UTC and Europe/London are"
        raise ValueError(f"'{escaped(value)}' is {reason}") from None


def _one_of(choices: Mapping[str, object], value: str) -> object:
    if value.lower() not in choices:
        raise ValueError(f"'{escaped(value)}' is not one of: {', '.join(choices)}")
    return choices[value.lower()]


def _address(server: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(server)
    except ValueError:
        return None


def is_on_this_machine(server: str) -> bool:
    """Tell whether SERVER is the bot itself or has a loopback address."""
    address = _address(server)
    return address.is_loopback if address else server.lower() in ("local", "localhost")


def read_server(value: str) -> str:
    """Read ``local``, or the name (RFC 1123, and ``_``) or the address of a host."""
    if value.lower() == "local":
        return "local"
    label = r"\w([\w-]{0,61}\w)?"
    is_name = re.fullmatch(rf"{label}(\.{label})*", _text(value), re.ASCII)
    if is_name or ("%" not in value and _address(value)):
        return value
    raise ValueError(f"'{escaped(value)}' is neither local nor the name or address of a host")


def read_nickname(value: str) -> str:
    """Read a nick of RFC 2812, section 2.3.1, as long as the most generous servers take."""
    if not re.fullmatch(r"[A-Za-z\[\]\\`_^{|}][A-Za-z0-9\[\]\\`_^{|}-]{0,63}", value):
        rule = "at most 64 of A-Z a-z 0-9 [ ] \\ ` _ ^ { | } -, the first no digit and no -"
        raise ValueError(f"'{escaped(value)}' is no nick: {rule}")
    return value


def read_password(value: str) -> str:
    """Read what PASS can carry as one parameter; never say what it was."""
    if value.startswith(":") or any(map(str.isspace, without_control(value))):
        raise ValueError("contains a space or begins with ':'")
    if len(f"PASS {value}\r\n".encode()) > 512:
        raise ValueError("is longer than a line of IRC can carry")
    return value


def read_channels(value: str) -> tuple[str, ...]:
    """Read names of channels, with commas or white space between them."""
    names = [_text(name) for name in re.split(r"[,\s]+", value) if name]
    if not names:
        raise ValueError("names no channel")
    for index, name in enumerate(names):
        if name[0] not in "#&+!":
            raise ValueError(f"'{escaped(name)}' does not begin with one of # & + !")
        if rfc1459(name) in map(rfc1459, names[:index]):
            raise ValueError(f"'{escaped(name)}' is named twice")
    return tuple(names)


def read_prefix(value: str) -> str:
    """Read what commands begin with: one to three signs that no client keeps for itself."""
    if "/" in value:
        raise ValueError("IRC clients keep what begins with '/' for themselves")
    if len(value) > 3 or any(unicodedata.category(char)[0] not in "PS" for char in value):
        raise ValueError(f"'{escaped(value)}' is not made of one to three signs, as ! is")
    return value


_READERS: Mapping[object, Callable[..., object]] = {
    bool: partial(_one_of, {"yes": True, "no": False}),
    str: _text,
    Path: lambda value: Path(without_control(value)),
    int: _whole,
    float: lambda value, **bounds: float(_decimal(value, **bounds)),
    Fraction: _decimal,
    tuple[int, int]: _range,
    tuple[int, ...]: _list,
    tuple[time, ...]: _times,
    tzinfo: _time_zone,
}


def _reader(annotation: object, bounds: Mapping[str, int]) -> Reader:
    if get_origin(annotation) is Literal:
        return partial(_one_of, {choice: choice for choice in get_args(annotation)})
    return partial(_READERS[annotation], **bounds)


def readers_of(section: type[Any]) -> dict[str, Reader]:
    """Return the readers of a section's keys: one named in the metadata, or by annotation."""
    annotations = get_type_hints(section)
    return {
        key.name: key.metadata.get("read") or _reader(annotations[key.name], key.metadata)
        for key in fields(section)
    }
