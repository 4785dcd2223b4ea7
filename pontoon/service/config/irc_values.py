"""What stands behind the keys of [irc], [identity] and [admin], read as ``configvalues`` does."""

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.config import LOCAL, LONGEST_LINE, MECHANISMS, Server, is_address
from pontoon.irc.masks import read_mask
from pontoon.service.config.values import escaped, text, without_control

_LONGEST_ACCOUNT_PASSWORD = 10_000
"""Bytes. A longer one is a wrong file rather than a password; SASL sends 300 bytes in a line, and
no more than 50 such lines may wait for a server that does not read."""


def read_servers(value: str) -> tuple[Server, ...]:
    """Read ``local``, or servers with commas between them: ``irc.example.org, [::1]:6697``."""
    if value.lower() == LOCAL:
        return (Server(LOCAL),)
    servers = [_server(item.strip(" \t")) for item in value.split(",")]
    for index, server in enumerate(servers):
        if server.host.lower() == LOCAL:
            raise ValueError(
                "local, the server inside the bot, must be the only server and have no port"
            )
        if server in servers[:index]:
            raise ValueError(f"'{escaped(server.host)}' is named twice")
    return tuple(servers)


def _server(value: str) -> Server:
    in_brackets = re.fullmatch(r"\[(.*)\](?::([0-9]+))?", text(value), re.ASCII)
    with_port = re.fullmatch(r"([^:]*):([0-9]+)", value, re.ASCII)
    host, port = value, None
    if found := in_brackets or with_port:
        host, port = found[1], found[2]
    if not _is_host(host) or (in_brackets and ":" not in host):
        raise ValueError(f"'{escaped(value)}' is neither local nor the name or address of a host")
    if port is not None and not 1 <= int(port[:9]) <= 65535:
        raise ValueError(f"'{escaped(port)}' is not a port from 1 to 65535")
    return Server(host, None if port is None else int(port))


def _is_host(host: str) -> bool:
    """Tell whether HOST is a name (RFC 1123, and ``_``) or an address."""
    label = r"\w([\w-]{0,61}\w)?"
    is_name = re.fullmatch(rf"{label}(\.{label})*", host, re.ASCII) is not None
    return is_name or ("%" not in host and is_address(host))


def read_nickname(value: str) -> str:
    """Read a nick of RFC 2812, section 2.3.1, as long as the most generous servers take."""
    if not re.fullmatch(r"[A-Za-z\[\]\\`_^{|}][A-Za-z0-9\[\]\\`_^{|}-]{0,63}", value):
        rule = "use at most 64 of A-Z a-z 0-9 [ ] \\ ` _ ^ { | } -, and no digit or - at the start"
        raise ValueError(f"'{escaped(value)}' is not a nick: {rule}")
    return value


def read_nicknames(value: str) -> tuple[str, ...]:
    """Read nicks, with commas or white space between them."""
    return tuple(read_nickname(nick) for nick in _items(value))


def read_password(value: str) -> str:
    """Read what PASS can carry in one line; never say what it was."""
    if len(f"PASS :{_without_spaces(value)}\r\n".encode()) > LONGEST_LINE:
        raise ValueError("is too long for a line of IRC")
    return value


def read_account_password(value: str) -> str:
    """Read what SASL can carry, in as many lines as it takes; never say what it was."""
    if len(_without_spaces(value).encode()) > _LONGEST_ACCOUNT_PASSWORD:
        raise ValueError(f"is longer than {_LONGEST_ACCOUNT_PASSWORD} bytes")
    return value


def _without_spaces(password: str) -> str:
    if password.startswith(":") or any(map(str.isspace, without_control(password))):
        raise ValueError("contains a space or begins with ':'")
    return password


def read_channels(value: str) -> tuple[str, ...]:
    """Read names of channels, with commas or white space between them."""
    names = [text(name) for name in _items(value)]
    if not names:
        raise ValueError("names no channel")
    for index, name in enumerate(names):
        if name[0] not in "#&+!":
            raise ValueError(f"'{escaped(name)}' does not begin with one of # & + !")
        if rfc1459(name) in map(rfc1459, names[:index]):
            raise ValueError(f"'{escaped(name)}' is named twice")
    return tuple(names)


def read_channel_keys(value: str) -> Mapping[str, str]:
    """Read channels, each with its key, and commas between them; never say what a key was."""
    keys: dict[str, str] = {}
    for item in value.split(","):
        match item.split():
            case [channel, key] if channel[0] in "#&+!" and not key.startswith(":"):
                if rfc1459(channel) in map(rfc1459, keys):
                    raise ValueError(f"'{escaped(channel)}' is named twice")
                keys[text(channel)] = text(key)
            case _:
                raise ValueError(
                    "is not a list of channels with their keys, such as #one key, #two key"
                )
    return MappingProxyType(keys)


def read_fingerprints(value: str) -> tuple[str, ...]:
    """Read SHA-256 fingerprints, as 64 hexadecimal digits; colons in them do not matter."""
    return tuple(map(_fingerprint, _items(value)))


def _fingerprint(value: str) -> str:
    digits = value.replace(":", "").lower()
    if not re.fullmatch("[0-9a-f]{64}", digits):
        what = "the 64 hexadecimal digits of a SHA-256"
        raise ValueError(f"'{escaped(value)}' is not {what}, with or without colons")
    return digits


def read_mechanisms(value: str) -> tuple[str, ...]:
    """Read names of SASL mechanisms, with commas or white space between them, or ``no``."""
    if value.lower() == "no":
        return ()
    names = [name.upper() for name in _items(value)]
    for name in names:
        if name not in MECHANISMS:
            raise ValueError(f"'{escaped(name)}' is not one of: no, {', '.join(MECHANISMS)}")
    return tuple(name for name in MECHANISMS if name in names)


def read_account(value: str) -> str:
    """Read the name of a services account: one word."""
    if any(map(str.isspace, text(value))) or value[:1] in (":", "*", ""):
        raise ValueError(f"'{escaped(value)}' is not an account: it must be one word")
    return value


def read_accounts(value: str) -> tuple[str, ...]:
    """Read names of services accounts, with commas or white space between them."""
    return tuple(map(read_account, _items(value)))


def read_masks(value: str) -> tuple[str, ...]:
    """Read masks of people, ``nick!user@host`` with * and ?, with commas or spaces between them."""
    masks = tuple(_items(without_control(value)))
    for mask in masks:
        try:
            read_mask(mask)
        except ValueError:
            examples = "nick!user@host or *!*@*.example.org"
            raise ValueError(f"'{escaped(mask)}' is not a mask such as {examples}") from None
    return masks


def read_admin_masks(value: str) -> tuple[str, ...]:
    """Read masks of admins, each with ``NAME/`` before it or not; never one that all people fit."""
    masks = read_masks(value)
    for mask in masks:
        if not set(mask.rpartition("/")[2]) - set("*?!@"):
            raise ValueError(f"'{escaped(mask)}' would make everybody an admin")
    return masks


def read_prefix(value: str) -> str:
    """Read what commands begin with: one to three signs that no client keeps for itself."""
    if "/" in value:
        raise ValueError("must not contain '/': IRC clients use it for their own commands")
    if len(value) > 3 or any(unicodedata.category(char)[0] not in "PS" for char in value):
        raise ValueError(f"'{escaped(value)}' is not one to three punctuation marks such as !")
    return value


def read_service(value: str) -> str:
    """Read the nick of a service, or ``no``; whoever is called "yes" is told no password."""
    if value.lower() in ("yes", "on", "true"):
        raise ValueError(f"'{value}' is neither no nor the nick of a service such as NickServ")
    return "" if value.lower() == "no" else read_nickname(value)


def _items(value: str) -> list[str]:
    return [item for item in re.split(r"[,\s]+", value) if item]
