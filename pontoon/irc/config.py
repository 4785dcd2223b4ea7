"""The settings of one network, and how config.ini says them.

A reader takes the text behind ``key =``. It raises ValueError, with the reason, if that is no value
for the key.
"""

import re
import unicodedata
from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

import idna
from msgspec import Meta, Struct

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.masks import read_mask

MAX_LINE_BYTES = 512
"""Bytes of a line, CR LF included (RFC 2812, 2.3)."""

LOCAL = "local"
"""The name of the server inside the bot."""


class Server(Struct, frozen=True):
    """The name or address of a server, and its port if config.ini names one."""

    host: str
    port: int | None = None

    @property
    def is_on_this_machine(self) -> bool:
        """Tell whether this is the server inside the bot, or has a loopback address."""
        return is_loopback(self.host) or self.host.lower() in (LOCAL, "localhost")


SASL_MECHANISMS: Mapping[str, str] = MappingProxyType(
    {
        "EXTERNAL": "tls_certificate",
        "SCRAM-SHA-512": "account_password",
        "SCRAM-SHA-256": "account_password",
        "PLAIN": "account_password",
    }
)
"""The SASL mechanisms, and the key of config.ini that each needs.

The best is first: the better, the less the server learns of the secret.
"""


def is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Tell whether HOST is a loopback address; a name is none."""
    if not is_address(host):
        return False
    address = ip_address(host)
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


_MAX_ACCOUNT_PASSWORD_LENGTH = 10_000
"""Bytes. A longer one is probably the wrong file. SASL sends 300 bytes in a line, and at most 50
lines may wait for a server that does not read."""

_MAX_COMMANDS = 20
_MAX_COMMAND_LENGTH = 300
"""Bytes. More may not fit into a line beside the bot's own prefix."""


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


def read_servers(value: str) -> tuple[Server, ...]:
    """Read ``local``, or servers that are separated by commas: ``irc.example.org, [::1]:6697``."""
    if value.lower() == LOCAL:
        return (Server(LOCAL),)
    servers = [_server(item) for item in split_at_commas(value)]
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


def read_password(value: str) -> str:
    """Read a password that PASS can send in one line. A fault never shows it."""
    if len(f"PASS :{_without_spaces(value)}\r\n".encode()) > MAX_LINE_BYTES:
        raise ValueError("does not fit into one line of IRC")
    return value


def read_account_password(value: str) -> str:
    """Read a password that SASL can send, in any number of lines. A fault never shows it."""
    if len(_without_spaces(value).encode()) > _MAX_ACCOUNT_PASSWORD_LENGTH:
        raise ValueError(f"is longer than {_MAX_ACCOUNT_PASSWORD_LENGTH} bytes")
    return value


def _without_spaces(password: str) -> str:
    if password.startswith(":") or any(map(str.isspace, without_control(password))):
        raise ValueError("contains a space or begins with ':'")
    return password


def read_channels(value: str) -> tuple[str, ...]:
    """Read names of channels that are separated by commas or white space."""
    names = [text(name) for item in _split_channels(value) for name in item.split()]
    if not names:
        raise ValueError("names no channel")
    seen: set[str] = set()
    for number, name in enumerate(names, 1):
        if name[0] not in "#&+!":
            raise ValueError(_why_no_channel(number, name, value))
        if rfc1459(name) in seen:
            raise ValueError(f"'{escaped(name)}' appears twice")
        seen.add(rfc1459(name))
    return tuple(names)


def _why_no_channel(number: int, name: str, value: str) -> str:
    rule = "does not begin with one of # & + !"
    if "\n" not in value:
        return f"'{escaped(name)}' {rule}"
    # It is not quoted: it may be a password in a key that is commented out.
    return f"channel {number} {rule}; a comment on an indented line has a blank after its #"


def read_channel_keys(value: str) -> Mapping[str, str]:
    """Read channels with their keys, separated by commas. A fault never shows a key."""
    keys: dict[str, str] = {}
    for item in _split_channels(value):
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


def read_fingerprint(value: str) -> str:
    """Read a SHA-256 fingerprint of 64 hexadecimal digits, with or without colons."""
    digits = value.replace(":", "").lower()
    if not re.fullmatch("[0-9a-f]{64}", digits):
        what = "the 64 hexadecimal digits of a SHA-256"
        raise ValueError(f"'{escaped(value)}' is not {what}, with or without colons")
    return digits


def read_mechanisms(value: str) -> tuple[str, ...]:
    """Read SASL mechanisms that are separated by commas or white space, or ``no``."""
    if value.lower() == "no":
        return ()
    names = [name.upper() for name in items_of(value)]
    for name in names:
        if name not in SASL_MECHANISMS:
            raise ValueError(f"'{escaped(name)}' is not one of: no, {', '.join(SASL_MECHANISMS)}")
    return tuple(name for name in SASL_MECHANISMS if name in names)


def read_account(value: str) -> str:
    """Read the name of a services account: one word."""
    if any(map(str.isspace, text(value))) or value[:1] in (":", "*", ""):
        raise ValueError(f"'{escaped(value)}' is not an account: it has to be one word")
    return value


def read_masks(value: str) -> tuple[str, ...]:
    """Read masks ``nick!user@host`` with * and ?, separated by commas or white space."""
    masks = tuple(items_of(without_control(value)))
    for mask in masks:
        try:
            read_mask(mask)
        except ValueError:
            examples = "nick!user@host or *!*@*.example.org"
            raise ValueError(f"'{escaped(mask)}' is not a mask, such as {examples}") from None
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
    if len(commands) > _MAX_COMMANDS:
        raise ValueError(f"has more than {_MAX_COMMANDS} commands")
    for number, command in enumerate(commands, 1):
        if not re.fullmatch("[A-Za-z]+( .*)?", without_control(command)):
            raise ValueError(f"command {number} is not an IRC command, such as MODE $nick +x")
        if len(command.encode()) > _MAX_COMMAND_LENGTH:
            raise ValueError(f"command {number} is longer than {_MAX_COMMAND_LENGTH} bytes")
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


def items_of(value: str) -> list[str]:
    """Return the words in VALUE, which are separated by commas or white space."""
    return [word for item in split_at_commas(value) for word in item.split()]


def split_at_commas(value: str, where_to_go_on: str = "after it") -> list[str]:
    """Return the items of VALUE, which are separated by commas or, with or without one, by lines.

    Raise ValueError if one is empty: part of the list may be missing. WHERE_TO_GO_ON says where
    the item after the last comma may stand.
    """
    items = re.split(r",\n?|\n,?", value)
    is_missing = [not item.strip() for item in items]
    if not any(is_missing) or len(items) == 1:
        return [item.strip(" \t") for item in items]
    if is_missing[-1]:
        why = f"ends in a comma: remove the comma, or write another item {where_to_go_on}"
    elif is_missing[0]:
        why = "begins with a comma: remove the comma, or write another item before it"
    else:
        why = "has nothing between two commas: remove one of them, or write another item there"
    raise ValueError(why)


def _split_channels(value: str) -> list[str]:
    return split_at_commas(value, "after it or on an indented line below")


NEEDS_A_VALUE = Meta(extra={"needs_value": True})
"""A key without a default that is not left empty: it says ``no``."""

COMMAND_LINES = Meta(extra={"goes_on": "[^#;].*"})
"""A value that each indented line below continues, but for comments."""

CHANNEL_LINES = Meta(extra={"goes_on": r"#+[^#\s].*|[&+!,].*"})
"""A value that indented lines with channels continue: # begins a comment only before a blank."""


NO_KEY = Meta(extra={"is_key": False})
"""A field that config.ini does not set."""

LIVE = Meta(extra={"is_live": True})
"""A key whose value, after a reload, applies without a new connection."""


class IrcConfig(Struct, frozen=True, kw_only=True):
    """A network: how the bot connects to it, what it is called there, and which channels it joins.

    [irc] is the first network; each further one has a section [irc:NAME].
    """

    name: Annotated[str, NO_KEY] = ""
    """The NAME of [irc:NAME]; "" for [irc]."""
    server: Annotated[tuple[Server, ...], read_servers] = (Server(LOCAL),)
    """The name or address of the IRC server, with a port if it needs one: irc.example.org:7000 or
    [2001:db8::1]:7000. Several servers of one network are separated by commas, and tried in turn.
    "local" is a server inside the bot that only people on the same machine can reach, at
    127.0.0.1."""
    port: Annotated[int, Meta(ge=1, le=65535)]
    """The port of servers that are given without one."""
    bind: Annotated[str, read_address] = ""
    """The IP address of this machine from which the bot connects, if it has several."""
    tls: bool
    """Encrypt the connection, and check the certificate of the server. A server inside the bot has
    no TLS. A server that asks for TLS (STS) gets it in any case."""
    tls_ca_file: Path | None = None
    """A PEM file with the certificate authorities to trust instead of those of the system."""
    tls_fingerprints: tuple[Annotated[str, read_fingerprint], ...] = ()
    """SHA-256 fingerprints of certificates, 64 hexadecimal digits each, separated by commas. If
    there are any, the bot trusts only these certificates, whoever signed them."""
    tls_certificate: Path | None = None
    """A PEM file with the bot's own certificate, which it can log in with."""
    tls_key: Path | None = None
    """A PEM file with the private key of that certificate, if the key is in another file."""
    nickname: Annotated[str, read_nickname] = "PontoonBot"
    """The nick of the bot."""
    alternatives: tuple[Annotated[str, read_nickname], ...] = ()
    """Nicks to try if that one is in use, separated by commas. After them the bot tries nicks that
    resemble its own."""
    username: Annotated[str, read_username] = ""
    """The user name of the bot, as in nick!user@host. Without it the bot makes one of its nick."""
    realname: str = "Shed Pontoon dealer"
    """The real name that WHOIS shows, at most 200 bytes."""
    password: Annotated[str, read_password] = ""
    """The password of the server (PASS), without spaces, at most 504 bytes. The environment
    variable PONTOON_PASSWORD takes precedence."""
    password_file: Annotated[Path | None, LIVE] = None
    """A file that holds this password on its only line. Set either password or password_file."""
    account: Annotated[str, read_account] = ""
    """The account of the bot with the services of the network (NickServ)."""
    account_password: Annotated[str, read_account_password] = ""
    """The password of that account, without spaces. With nickserv it has to fit into one line,
    which leaves some 330 bytes. The environment variable PONTOON_ACCOUNT_PASSWORD takes
    precedence."""
    account_password_file: Annotated[Path | None, LIVE] = None
    """A file that holds this password on its only line. Set either account_password or
    account_password_file."""
    sasl: Annotated[tuple[str, ...], read_mechanisms] = tuple(SASL_MECHANISMS)
    """The SASL mechanisms that the bot may log in with, separated by commas, or no. It uses the
    best one that the server offers. It sends passwords only over TLS, or to a server on the same
    machine."""
    sasl_required: bool = False
    """Leave a server on which the bot cannot log in with SASL, and try again later."""
    nickserv: Annotated[str, read_service, NEEDS_A_VALUE] = ""
    """The service that gets the account and its password if the bot could not log in with SASL: its
    nick, such as NickServ, or its address, such as Q@CServe.quakenet.org; or no. Set a nick only
    where nobody else can take it."""
    nickserv_command: Annotated[str, read_service_command] = "IDENTIFY"
    """The command by which that service takes account and password, such as AUTH on QuakeNet and
    LOGIN on Undernet."""
    nickserv_regain: Literal["no", "regain", "ghost"] = "no"
    """The command with which that service gets the bot's nick back from somebody else."""
    on_connect: Annotated[tuple[str, ...], read_commands, COMMAND_LINES] = ()
    """Commands for the server, sent when it has let the bot in and before the bot joins channels:
    one a line, each of these lines indented, as in MODE $nick +x. $nick stands for the nick of the
    bot. The log shows only the first word of each."""
    channels: Annotated[tuple[str, ...], read_channels, CHANNEL_LINES, LIVE] = ("#pontoon",)
    """The channels to play in, separated by commas or spaces. Indented lines below can continue the
    list. With server = local the names begin with #."""
    channel_keys: Annotated[Mapping[str, str], read_channel_keys, CHANNEL_LINES, LIVE] = (
        MappingProxyType({})
    )
    """The keys of channels that have one: channel and key, separated by commas, as in #pontoon
    sesame, #other hunter2. Indented lines below can continue the list."""
    prefix: Annotated[str, read_prefix, LIVE] = "!"
    """What commands in a channel begin with: one to three punctuation marks or symbols, but no
    /."""
    greet: Annotated[bool, LIVE] = True
    """Answer in channels what people try first, and other bots may answer too: !help, !rules,
    !stats, !commands and !hand, and what is said to the bot by its nick, as in PontoonBot:
    hello."""
    url: Annotated[str, read_url, LIVE] = ""
    """The address of a page where people can read more. !help and !fair name it. Without it they
    name none."""
    notices: Annotated[bool, LIVE] = False
    """Send private messages as NOTICE instead of PRIVMSG."""
    lines_per_second: Annotated[float, LIVE] = 1.0
    """How many lines the bot sends per second in the long run; 0 means no limit. With server =
    local there is none. Servers disconnect clients that send too much, so raise this only if you
    know their limit."""
    burst: Annotated[int, Meta(ge=1, le=1000), LIVE] = 8
    """How many lines the bot may send at once before that limit applies."""
    ignore: Annotated[tuple[str, ...], read_masks, LIVE] = ()
    """People whom the bot neither answers nor seats: masks nick!user@host with * and ?, separated
    by commas."""
    user_lines: Annotated[int, Meta(ge=1, le=1000), LIVE] = 20
    """How many questions and refused commands of one person the bot answers at once. Moves that are
    on offer do not count."""
    user_lines_per_second: Annotated[float, LIVE] = 2.0
    """How many of them it answers per second in the long run; 0 means no limit. With server = local
    there is none."""

    def __repr__(self) -> str:
        """Leave out all keys, since some are secret."""
        return f"IrcConfig(name={self.name!r}, server={self.server!r})"

    @property
    def is_local(self) -> bool:
        """Tell whether this is the server inside the bot."""
        return self.server[0].host == LOCAL

    @property
    def network(self) -> str:
        """The name of the network in files: its own, or that of its first server."""
        return self.name or self.server[0].host
