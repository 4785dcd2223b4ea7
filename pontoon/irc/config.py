"""The settings of one network: servers, nick, login, channels and pace."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from msgspec import Struct, field

LONGEST_LINE = 512
"""Bytes of a line, CR LF included (RFC 2812, 2.3)."""

NEEDED: Mapping[str, str] = MappingProxyType(
    {
        "EXTERNAL": "tls_certificate",
        "ECDSA-NIST256P-CHALLENGE": "sasl_key",
        "SCRAM-SHA-512": "account_password",
        "SCRAM-SHA-256": "account_password",
        "PLAIN": "account_password",
    }
)
"""The key of config.ini that each SASL mechanism needs."""

MECHANISMS = tuple(NEEDED)
"""The SASL mechanisms, best first: the better, the less the server learns of the secret."""

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


def is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Tell whether HOST is a loopback address; a name is none."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped.is_loopback
    return address.is_loopback


class IrcConfig(Struct, frozen=True, kw_only=True):
    """The settings of one network. ``lines_per_second`` 0 is no limit; an empty text means none."""

    name: str = ""
    """The NAME of [irc:NAME]; "" for [irc]."""
    server: tuple[Server, ...] = (Server(LOCAL),)
    """The servers, which are tried in turn."""
    port: int
    """The port of servers that name none themselves."""
    bind: str = ""
    """The address of this machine to connect from."""
    tls: bool
    tls_ca_file: Path | None = None
    tls_fingerprints: tuple[str, ...] = ()
    """SHA-256 in lower-case hex. If there are any, nothing else is trusted."""
    tls_certificate: Path | None = None
    tls_key: Path | None = None
    nickname: str = "PontoonBot"
    alternatives: tuple[str, ...] = ()
    username: str = ""
    realname: str = "Shed Pontoon dealer"
    password: str = ""
    account: str = ""
    account_password: str = ""
    sasl: tuple[str, ...] = MECHANISMS
    """The allowed mechanisms, best first."""
    sasl_key: Path | None = None
    sasl_required: bool = False
    nickserv: str = ""
    """The service that takes passwords: a nick, or nick@server."""
    nickserv_command: str = "IDENTIFY"
    nickserv_regain: Literal["no", "regain", "ghost"] = "no"
    on_connect: tuple[str, ...] = ()
    """Commands to send once the server has let the bot in; $nick stands for its nick."""
    channels: tuple[str, ...] = ("#pontoon",)
    channel_keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    prefix: str = "!"
    greet: bool = True
    """Whether words that other bots answer too, such as ``!help``, are answered in channels."""
    url: str = ""
    """Where people can read more."""
    notices: bool = False
    lines_per_second: float = 1.0
    burst: int = 8
    ignore: tuple[str, ...] = ()
    user_lines: int = 20
    user_lines_per_second: float = 2.0

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
