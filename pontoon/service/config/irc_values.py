"""Readers for the values of [irc] and [admin]."""

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.config import LOCAL, LONGEST_LINE, MECHANISMS, Server, is_address
from pontoon.irc.masks import read_mask
from pontoon.service.config.values import (
    Reader,
    escaped,
    optional,
    text,
    whole,
    without_control,
)

_LONGEST_ACCOUNT_PASSWORD = 10_000
"""Bytes. A longer one is probably the wrong file. SASL sends 300 bytes in a line, and at most 50
lines may wait for a server that does not read."""

_MOST_COMMANDS = 20
_LONGEST_COMMAND = 300
"""Bytes. More may not fit into a line beside the bot's own prefix."""


def read_servers(value: str) -> tuple[Server, ...]:
    """Read ``local``, or servers that are separated by commas: ``irc.example.org, [::1]:6697``."""
    if value.lower() == LOCAL:
        return (Server(LOCAL),)
    servers = [_server(item.strip(" \t")) for item in value.split(",")]
    for index, server in enumerate(servers):
        if server.host.lower() == LOCAL:
            raise ValueError(
                "local, the server inside the bot, has no port and no other servers beside it"
            )
        if server in servers[:index]:
            raise ValueError(f"'{escaped(server.host)}' appears twice")
    return tuple(servers)


def _server(value: str) -> Server:
    in_brackets = re.fullmatch(r"\[(.*)\](?::([0-9]+))?", text(value), re.ASCII)
    with_port = re.fullmatch(r"([^:]*):([0-9]+)", value, re.ASCII)
    host, port = value, None
    if found := in_brackets or with_port:
        host, port = found[1], found[2]
    host = host if host.isascii() else _in_ascii(host)
    if not _is_host(host) or (in_brackets and ":" not in host):
        raise ValueError(f"'{escaped(value)}' is neither local nor the name or address of a host")
    if port is not None and not 1 <= int(port[:9]) <= 65535:
        raise ValueError(f"'{escaped(port)}' is not a port from 1 to 65535")
    return Server(host, None if port is None else int(port))


def _in_ascii(name: str) -> str:
    """Return the NAME of a host as DNS and certificates have it (RFC 5891), or "" if it is none."""
    # Imported here: few names need it.
    import idna

    try:
        return idna.encode(name, uts46=True).decode()
    except idna.IDNAError:
        return ""


def _is_host(host: str) -> bool:
    """Tell whether HOST is an address or a name (RFC 1123, and ``_``)."""
    label = r"\w([\w-]{0,61}\w)?"
    is_name = re.fullmatch(rf"{label}(\.{label})*", host, re.ASCII) is not None
    return is_name or ("%" not in host and is_address(host))


def read_nickname(value: str) -> str:
    """Read a nick (RFC 2812, section 2.3.1) of up to 64 characters, more than servers accept."""
    if not re.fullmatch(r"[A-Za-z\[\]\\`_^{|}][A-Za-z0-9\[\]\\`_^{|}-]{0,63}", value):
        rule = (
            "it has at most 64 of A-Z a-z 0-9 [ ] \\ ` _ ^ { | } -, and begins with no digit or -"
        )
        raise ValueError(f"'{escaped(value)}' is not a nick: {rule}")
    return value


def read_nicknames(value: str) -> tuple[str, ...]:
    """Read nicks that are separated by commas or white space."""
    return tuple(read_nickname(nick) for nick in _items(value))


def read_password(value: str) -> str:
    """Read a password that PASS can send in one line. A fault never shows it."""
    if len(f"PASS :{_without_spaces(value)}\r\n".encode()) > LONGEST_LINE:
        raise ValueError("does not fit into one line of IRC")
    return value


def read_account_password(value: str) -> str:
    """Read a password that SASL can send, in any number of lines. A fault never shows it."""
    if len(_without_spaces(value).encode()) > _LONGEST_ACCOUNT_PASSWORD:
        raise ValueError(f"is longer than {_LONGEST_ACCOUNT_PASSWORD} bytes")
    return value


def _without_spaces(password: str) -> str:
    if password.startswith(":") or any(map(str.isspace, without_control(password))):
        raise ValueError("contains a space or begins with ':'")
    return password


def read_channels(value: str) -> tuple[str, ...]:
    """Read names of channels that are separated by commas or white space."""
    names = [text(name) for name in _items(value)]
    if not names:
        raise ValueError("names no channel")
    seen: set[str] = set()
    for name in names:
        if name[0] not in "#&+!":
            raise ValueError(f"'{escaped(name)}' does not begin with one of # & + !")
        if rfc1459(name) in seen:
            raise ValueError(f"'{escaped(name)}' appears twice")
        seen.add(rfc1459(name))
    return tuple(names)


def read_channel_keys(value: str) -> Mapping[str, str]:
    """Read channels with their keys, separated by commas. A fault never shows a key."""
    keys: dict[str, str] = {}
    for item in value.split(","):
        match item.split():
            case [channel, key] if channel[0] in "#&+!" and not key.startswith(":"):
                if rfc1459(channel) in map(rfc1459, keys):
                    raise ValueError(f"'{escaped(channel)}' appears twice")
                keys[text(channel)] = text(key)
            case _:
                raise ValueError(
                    "is not a list of channels with their keys, such as #one key, #two key"
                )
    return MappingProxyType(keys)


def read_fingerprints(value: str) -> tuple[str, ...]:
    """Read SHA-256 fingerprints of 64 hexadecimal digits, with or without colons."""
    return tuple(map(_fingerprint, _items(value)))


def _fingerprint(value: str) -> str:
    digits = value.replace(":", "").lower()
    if not re.fullmatch("[0-9a-f]{64}", digits):
        what = "the 64 hexadecimal digits of a SHA-256"
        raise ValueError(f"'{escaped(value)}' is not {what}, with or without colons")
    return digits


def read_mechanisms(value: str) -> tuple[str, ...]:
    """Read SASL mechanisms that are separated by commas or white space, or ``no``."""
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
        raise ValueError(f"'{escaped(value)}' is not an account: it has to be one word")
    return value


def read_accounts(value: str) -> tuple[str, ...]:
    """Read services accounts that are separated by commas or white space."""
    return tuple(map(read_account, _items(value)))


def read_masks(value: str) -> tuple[str, ...]:
    """Read masks ``nick!user@host`` with * and ?, separated by commas or white space."""
    masks = tuple(_items(without_control(value)))
    for mask in masks:
        try:
            read_mask(mask)
        except ValueError:
            examples = "nick!user@host or *!*@*.example.org"
            raise ValueError(f"'{escaped(mask)}' is not a mask, such as {examples}") from None
    return masks


def read_admin_masks(value: str) -> tuple[str, ...]:
    """Read masks of admins, each with or without ``NAME/``; refuse those that match everybody."""
    masks = read_masks(value)
    for mask in masks:
        if not set(mask.rpartition("/")[2]) - set("*?!@"):
            raise ValueError(f"'{escaped(mask)}' would make everybody an admin")
    return masks


def read_prefix(value: str) -> str:
    """Read the prefix of commands: one to three punctuation marks or symbols, without ``/``."""
    if "/" in value:
        raise ValueError("IRC clients treat a line that begins with '/' as their own command")
    if len(value) > 3 or any(unicodedata.category(char)[0] not in "PS" for char in value):
        raise ValueError(
            f"'{escaped(value)}' is not one to three punctuation marks or symbols, such as !"
        )
    return value


def read_url(value: str) -> str:
    """Read the address of a page: short enough that a line has room for more than that."""
    if not re.fullmatch(r"https?://[!-~]{1,192}", value):
        raise ValueError(
            f"'{escaped(value)}' is not the address of a page, such as https://example.org/pontoon,"
            " of at most 200 characters"
        )
    return value


def read_service(value: str) -> str:
    """Read a service, as nick or nick@server, or ``no``.

    Refuse ``yes``, which anybody could have as a nick.
    """
    if value.lower() in ("yes", "on", "true"):
        raise ValueError(f"'{value}' is neither no nor the nick of a service, such as NickServ")
    nick, at, server = value.partition("@")
    if at and not _is_host(server):
        raise ValueError(f"'{escaped(server)}' is not the name of a server")
    return "" if value.lower() == "no" else f"{read_nickname(nick)}{at}{server}"


def read_service_command(value: str) -> str:
    """Read the command by which a service takes account and password: one word."""
    if not re.fullmatch("[A-Za-z]{1,20}", value):
        raise ValueError(f"'{escaped(value)}' is not a command, such as IDENTIFY, AUTH or LOGIN")
    return value.upper()


def read_commands(value: str) -> tuple[str, ...]:
    """Read commands of IRC, one a line. A fault never shows one: it may hold a password."""
    commands = tuple(filter(None, map(str.strip, value.split("\n"))))
    if len(commands) > _MOST_COMMANDS:
        raise ValueError(f"has more than {_MOST_COMMANDS} commands")
    for number, command in enumerate(commands, 1):
        if not re.fullmatch("[A-Za-z]+( .*)?", without_control(command)):
            raise ValueError(f"command {number} is not an IRC command, such as MODE $nick +x")
        if len(command.encode()) > _LONGEST_COMMAND:
            raise ValueError(f"command {number} is longer than {_LONGEST_COMMAND} bytes")
    return commands


def read_username(value: str) -> str:
    """Read a user name that servers allow."""
    if not re.fullmatch("[A-Za-z0-9][A-Za-z0-9._-]{0,9}", value):
        raise ValueError(f"'{escaped(value)}' is not a user name: 1 to 10 of A-Z a-z 0-9 . _ -")
    return value


def read_address(value: str) -> str:
    """Read an IP address of this machine."""
    if "%" in value or not is_address(value):
        raise ValueError(f"'{escaped(value)}' is not an IP address")
    return value


def _items(value: str) -> list[str]:
    return [item for item in re.split(r"[,\s]+", value) if item]


IRC_READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "server": Reader(read_servers),
        "bind": optional(read_address),
        "port": whole(1, 65535),
        "tls_fingerprints": optional(read_fingerprints),
        "nickname": Reader(read_nickname),
        "username": optional(read_username),
        "alternatives": optional(read_nicknames),
        "password": optional(read_password),
        "account": optional(read_account),
        "account_password": optional(read_account_password),
        "sasl": Reader(read_mechanisms),
        "nickserv": Reader(read_service),
        "nickserv_command": Reader(read_service_command),
        "on_connect": Reader(read_commands, may_be_empty=True, has_lines=True),
        "channels": Reader(read_channels),
        "channel_keys": optional(read_channel_keys),
        "prefix": Reader(read_prefix),
        "url": optional(read_url),
        "burst": whole(1, 1000),
        "ignore": optional(read_masks),
        "user_lines": whole(1, 1000),
    }
)
"""The readers of [irc] that the types of the fields do not tell."""
