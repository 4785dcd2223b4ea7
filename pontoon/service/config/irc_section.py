"""Read [irc] and each [irc:NAME] of config.ini: one network each."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from pontoon.engine.round import Conflicts
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.config import (
    LOCAL,
    MAX_LINE_BYTES,
    SASL_MECHANISMS,
    IrcConfig,
    Server,
    escaped,
    is_address,
)
from pontoon.irc.line import visible
from pontoon.irc.pem import read_certificates, read_own
from pontoon.irc.small_file import content_of
from pontoon.service.config.ini import ConfigFault, Draft
from pontoon.service.config.keys import Read

SECTION = "irc"
"""The section of the first network; the others are [irc:NAME]."""

SECRETS: Mapping[str, str] = MappingProxyType(
    {"password": "PONTOON_PASSWORD", "account_password": "PONTOON_ACCOUNT_PASSWORD"}
)
"""The keys whose value may also be in a file (``password_file``) or in an environment variable.

For [irc:NAME] the name of the variable ends with ``_NAME``, in capitals, with ``_`` for ``-``.
"""

_MAX_SECRET_BYTES = 65_536
"""No server takes a longer password."""

_PROOFS = ("account_password", "account_password_file", "sasl_key", "tls_certificate")
"""The keys that hold credentials. What is wrong with one of them is reported only once: whoever
has only a ``sasl_key`` of an earlier version gets the warning about that."""

_MAX_PREFIX_BYTES = len(f":{'n' * 64}!{'u' * 11}@{'h' * 64} ")
"""The most bytes that a server puts before a line of the bot: its nick, user and host."""


def section_of(name: str) -> str:
    """Return the section of the network called NAME."""
    return f"{SECTION}:{name}" if name else SECTION


def read_network(draft: Draft, name: str, environ: Mapping[str, str]) -> IrcConfig:
    """Return the network called NAME from DRAFT, and note its faults there.

    ENVIRON may hold the variables of ``SECRETS``.
    """
    section = section_of(name)
    values = draft.values(section)
    for key in SECRETS:
        if file := values.get(f"{key}_file"):
            try:
                values[key] = _read_secret(draft.path.parent / file, draft.known[section][key].read)
            except ValueError as wrong:
                draft.refuse(section, f"{key}_file", str(wrong))
        if all(draft.given(section, each) for each in (key, f"{key}_file")):
            line, _ = draft.entries[section, f"{key}_file"]
            why = f"{key} is set too: remove one of them"
            draft.add_fault(line, f"[{section}] {key}_file", why)
    values.update(_secrets_outside(draft, name, environ))
    servers = values.get("server", (Server(LOCAL),))
    values.setdefault("tls", not all(server.is_on_this_machine for server in servers))
    values.setdefault("port", 6697 if values["tls"] else 6667)
    irc = draft.filled(IrcConfig, {"name": name, **values})
    for faults in (
        *(_local_faults, _address_faults, _login_faults, _service_faults),
        *(_channel_faults, _file_faults),
    ):
        for keys, reason in faults(irc):
            draft.conflict(section, keys, reason)
    return irc


def files_with_secrets(draft: Draft, irc: IrcConfig) -> Iterator[Path]:
    """Yield the files that hold passwords and keys of the network IRC, as DRAFT names them."""
    section = section_of(irc.name)
    if any(draft.given(section, key) for key in (*SECRETS, "channel_keys", "on_connect")):
        yield draft.path
    key_file = irc.tls_key or irc.tls_certificate
    yield from filter(None, (irc.password_file, irc.account_password_file, key_file))


def _read_secret(path: Path, read: Read) -> object:
    """Return the secret in the file at PATH; READ is the reader of its key."""
    try:
        content = content_of(path, _MAX_SECRET_BYTES, "a password").decode()
    except UnicodeDecodeError:
        raise ValueError("the file is not UTF-8") from None
    secret = read(content.removesuffix("\n").removesuffix("\r"))
    if not secret:
        raise ValueError("the file is empty")
    return secret


def _secrets_outside(
    draft: Draft, name: str, environ: Mapping[str, str]
) -> Iterator[tuple[str, object]]:
    """Yield the secrets, by key, that ENVIRON has for the network called NAME."""
    behind = f"_{name.upper().replace('-', '_')}" if name else ""
    for key, variable in SECRETS.items():
        if secret := environ.get(variable + behind):
            try:
                yield key, draft.known[section_of(name)][key].read(secret)
            except ValueError as wrong:
                where = f"environment variable {variable}{behind}"
                draft.faults.append(ConfigFault(where, None, "", str(wrong)))


def _local_faults(irc: IrcConfig) -> Conflicts:
    """Yield what IRC asks of the server inside the bot that it cannot do."""
    if not irc.is_local:
        return
    inside = "the server inside the bot (server = local) has no"
    if irc.tls:
        yield ("tls", "server"), f"{inside} TLS"
    if irc.account:
        yield ("account", "server"), f"{inside} accounts"
    for channel in irc.channels:
        if not channel.startswith("#"):
            what = f"'{escaped(channel)}' does not begin with #"
            yield ("channels", "server"), f"{what}, as the server inside the bot requires"


def _address_faults(irc: IrcConfig) -> Conflicts:
    """Yield the servers whose address is of another kind than that to connect from."""
    is_ipv6 = ":" in irc.bind
    for server in irc.server if irc.bind else ():
        is_one_kind = irc.is_local or is_address(server.host)
        if is_one_kind and (":" in server.host) != is_ipv6:
            kind = "IPv6" if is_ipv6 else "IPv4"
            yield ("bind", "server"), f"{server.host} cannot be reached from an {kind} address"


def _login_faults(irc: IrcConfig) -> Conflicts:
    """Yield what is missing for the bot to log in."""
    if irc.tls_key and not irc.tls_certificate:
        yield ("tls_key",), "has no effect without tls_certificate"
    if irc.account_password and not irc.account:
        yield ("account_password", "account_password_file"), "has no effect without account"
    has_proof = bool(irc.account_password or irc.tls_certificate)
    if irc.account and not has_proof:
        yield ("account", *_PROOFS), "has no effect without account_password or tls_certificate"
    if irc.sasl_required and not (irc.sasl and (irc.account or irc.tls_certificate)):
        yield ("sasl_required",), "the bot cannot log in: account is missing, or sasl = no"
    elif irc.account and has_proof and not irc.nickserv:
        needed = dict.fromkeys(SASL_MECHANISMS[mechanism] for mechanism in irc.sasl)
        if not irc.sasl:
            why = "with sasl = no and without nickserv, the account has no effect"
            yield ("sasl", *_PROOFS), why
        elif not any(getattr(irc, key) for key in needed):
            why = f"{', '.join(irc.sasl)} has no effect without {' or '.join(needed)}"
            yield ("sasl", *_PROOFS), why


def _service_faults(irc: IrcConfig) -> Conflicts:
    """Yield what is missing for a service to log the bot in."""
    if irc.nickserv and not irc.account_password:
        without = "has no effect without account and account_password"
        yield ("nickserv", "account_password", "account_password_file"), without
    elif irc.nickserv:
        words = f"{irc.nickserv_command} {irc.account} {irc.account_password}"
        line = f"PRIVMSG {irc.nickserv} :{words}\r\n"
        if _MAX_PREFIX_BYTES + len(line.encode()) > MAX_LINE_BYTES:
            why = "account_password does not fit into one line to the service"
            yield ("nickserv",), f"{why}; with nickserv = no only SASL uses it"
    if irc.nickserv_regain != "no" and not irc.nickserv:
        yield ("nickserv_regain",), "has no effect without nickserv"
    if irc.nickserv_command != "IDENTIFY" and not irc.nickserv:
        yield ("nickserv_command",), "has no effect without nickserv"


def _file_faults(irc: IrcConfig) -> Conflicts:
    """Yield the files of certificates and keys that cannot be used."""
    if irc.tls_ca_file:
        yield from _fault_of("tls_ca_file", read_certificates, irc.tls_ca_file)
    if irc.tls_certificate:
        faults = list(_fault_of("tls_certificate", read_certificates, irc.tls_certificate))
        key = "tls_key" if irc.tls_key else "tls_certificate"
        yield from faults or _fault_of(key, read_own, irc.tls_certificate, irc.tls_key)


def _fault_of(key: str, read: Callable[..., object], *files: Path | None) -> Conflicts:
    """Yield the reason why READ fails for FILES, which KEY names."""
    try:
        read(*files)
    except ValueError as wrong:
        yield (key,), visible(str(wrong))


def _channel_faults(irc: IrcConfig) -> Conflicts:
    """Yield the channel keys of channels that the bot does not join."""
    known = set(map(rfc1459, irc.channels))
    for channel in irc.channel_keys:
        if rfc1459(channel) not in known:
            yield ("channel_keys",), f"'{escaped(channel)}' is not in channels"
