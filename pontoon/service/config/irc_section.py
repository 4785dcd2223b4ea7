"""[irc] and [irc:NAME] of config.ini: one network each, and how the bot is on it."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

from pontoon.engine.round import Conflicts
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.config import LOCAL, LONGEST_LINE, NEEDED, IrcConfig, Server
from pontoon.irc.transport.pem import read_certificates, read_own
from pontoon.service.config.ini import ConfigFault, IniReader
from pontoon.service.config.irc_values import (
    read_account,
    read_account_password,
    read_channel_keys,
    read_channels,
    read_fingerprints,
    read_masks,
    read_mechanisms,
    read_nickname,
    read_nicknames,
    read_password,
    read_prefix,
    read_servers,
    read_service,
)
from pontoon.service.config.values import (
    Reader,
    decimal,
    escaped,
    printable,
    readers_of,
    whole,
    without_control,
)

SECTION = "irc"
"""The section of the first network; those of others are called after it."""

SECRETS: Mapping[str, str] = MappingProxyType(
    {"password": "PONTOON_PASSWORD", "account_password": "PONTOON_ACCOUNT_PASSWORD"}
)
"""The keys whose values may stand in a file (``password_file``) or in an environment variable.

With [irc:NAME] the variable has ``_NAME`` behind it, in capitals, and ``_`` for ``-``.
"""

_PROOFS = ("account_password", "account_password_file", "sasl_key", "tls_certificate")
"""The keys that hold something to log in with; a fault in one is not told twice."""

_LONGEST_PREFIX = len(f":{'n' * 64}!{'u' * 11}@{'h' * 64} ")
"""Bytes of what servers put before a line of the bot's, at worst: its nick, user and host."""


READERS: Mapping[str, Reader] = MappingProxyType(
    {
        "server": read_servers,
        "port": whole(1, 65535),
        "tls_fingerprints": read_fingerprints,
        "nickname": read_nickname,
        "alternatives": read_nicknames,
        "password": read_password,
        "account": read_account,
        "account_password": read_account_password,
        "sasl": read_mechanisms,
        "nickserv": read_service,
        "channels": read_channels,
        "channel_keys": read_channel_keys,
        "prefix": read_prefix,
        "lines_per_second": decimal(0, 1000),
        "burst": whole(1, 1000),
        "ignore": read_masks,
        "user_lines": whole(1, 1000),
        "user_lines_per_second": decimal(0, 1000),
    }
)
"""The readers of those keys of a network that their types in ``IrcConfig`` do not tell."""


def section_of(name: str) -> str:
    """Return the section of the network called NAME."""
    return f"{SECTION}:{name}" if name else SECTION


def readers(folder: Path) -> dict[str, Reader]:
    """Return the readers of the keys of a network; relative file names start at FOLDER."""
    keys = readers_of(IrcConfig, READERS)
    del keys["name"]
    return keys | {f"{key}_file": partial(_secret_in, folder, keys[key]) for key in SECRETS}


def read_network(
    draft: IniReader, name: str, folder: Path, environ: Mapping[str, str]
) -> IrcConfig:
    """Return the network called NAME as DRAFT has it; what is wrong goes into DRAFT.

    Relative file names start at FOLDER. ENVIRON may hold the variables of ``SECRETS``.
    """
    section = section_of(name)
    values = draft.values(section)
    for key in SECRETS:
        values[key] = values.pop(f"{key}_file", "") or values.get(key, "")
        _blame_both(draft, section, key)
    values.update(_secrets_outside(draft, name, environ))
    for key in ("tls_ca_file", "tls_certificate", "tls_key", "sasl_key"):
        if key in values:
            values[key] = folder / values[key]
    servers = values.get("server", (Server(LOCAL),))
    values.setdefault("tls", not all(server.is_on_this_machine for server in servers))
    values.setdefault("port", 6697 if values["tls"] else 6667)
    irc = IrcConfig(name=name, **values)
    for faults in (_local_faults, _login_faults, _channel_faults, _file_faults):
        for keys, reason in faults(irc):
            draft.conflict(section, keys, reason)
    return irc


def files_with_secrets(draft: IniReader, irc: IrcConfig, folder: Path) -> Iterator[Path]:
    """Yield the files in which DRAFT has what nobody else may know of the network IRC.

    Relative file names start at FOLDER.
    """
    given = {
        key: value
        for (home, key), (_, value) in draft.entries.items()
        if home == section_of(irc.name)
    }
    if any(given.get(key) for key in (*SECRETS, "channel_keys")):
        yield Path(draft.file)
    for key in SECRETS:
        if file := given.get(f"{key}_file"):
            yield folder / file
    for key_file in (irc.sasl_key, irc.tls_key or irc.tls_certificate):
        if key_file:
            yield key_file


def _secret_in(folder: Path, read: Reader, name: str) -> object:
    """Return the secret in the file NAME of FOLDER, as READ by the reader of its key."""
    try:
        content = (folder / without_control(name)).read_bytes().decode()
    except OSError as wrong:
        raise ValueError(f"cannot be read: {wrong.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError("the file is not UTF-8") from None
    secret = read(content.removesuffix("\n").removesuffix("\r"))
    if not secret:
        raise ValueError("the file is empty")
    return secret


def _blame_both(draft: IniReader, section: str, key: str) -> None:
    """Blame a secret that stands in the file and in another."""
    _, given = draft.entries.get((section, key), (0, ""))
    line, file = draft.entries.get((section, f"{key}_file"), (0, ""))
    if given and file:
        draft.add_fault(
            line, f"[{section}] {key}_file", f"{key} is given too: keep only one of them"
        )


def _secrets_outside(
    draft: IniReader, name: str, environ: Mapping[str, str]
) -> Iterator[tuple[str, object]]:
    """Yield the keys, and their values, that the environment has for the network called NAME."""
    behind = f"_{name.upper().replace('-', '_')}" if name else ""
    for key, variable in SECRETS.items():
        if secret := environ.get(variable + behind):
            try:
                yield key, draft.known[section_of(name)][key](secret)
            except ValueError as wrong:
                where = f"environment variable {variable}{behind}"
                draft.faults.append(ConfigFault(where, None, "", str(wrong)))


def _local_faults(irc: IrcConfig) -> Conflicts:
    """Yield what the server inside the bot cannot do."""
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


def _login_faults(irc: IrcConfig) -> Conflicts:
    """Yield what is missing for the bot to log in as it is asked to."""
    if irc.tls_key and not irc.tls_certificate:
        yield ("tls_key",), "needs tls_certificate"
    if irc.account_password and not irc.account:
        yield ("account_password", "account_password_file"), "needs account"
    if irc.sasl_key and not irc.account:
        yield ("sasl_key",), "needs account"
    has_proof = bool(irc.account_password or irc.sasl_key or irc.tls_certificate)
    if irc.account and not has_proof:
        proofs = "account_password, sasl_key or tls_certificate"
        yield ("account", *_PROOFS), f"needs one of {proofs}"
    if irc.sasl_required and not (irc.sasl and (irc.account or irc.tls_certificate)):
        yield (
            ("sasl_required",),
            "the bot cannot log in: account is missing, or sasl = no",
        )
    elif irc.account and has_proof and not irc.nickserv and not _sasl_can_do(irc):
        yield ("sasl", *_PROOFS), _why_sasl_cannot(irc)
    if irc.nickserv and not irc.account_password:
        without = "needs account and account_password"
        yield ("nickserv", "account_password", "account_password_file"), without
    elif irc.nickserv and not _fits_nickserv(irc):
        yield (
            ("nickserv",),
            "account_password is too long for a line of IRC to the service; set nickserv = no to"
            " log in by SASL only",
        )
    if irc.nickserv_regain != "no" and not irc.nickserv:
        yield ("nickserv_regain",), "needs nickserv"


def _fits_nickserv(irc: IrcConfig) -> bool:
    """Tell whether the service can be told the password in one line, whatever the bot is called."""
    line = f"PRIVMSG {irc.nickserv} :IDENTIFY {irc.account} {irc.account_password}\r\n"
    return _LONGEST_PREFIX + len(line.encode()) <= LONGEST_LINE


def _sasl_can_do(irc: IrcConfig) -> bool:
    """Tell whether there is what one of the mechanisms needs."""
    return any(getattr(irc, NEEDED[mechanism]) for mechanism in irc.sasl)


def _why_sasl_cannot(irc: IrcConfig) -> str:
    if not irc.sasl:
        return "with no, the account needs nickserv"
    needed = " or ".join(dict.fromkeys(NEEDED[mechanism] for mechanism in irc.sasl))
    return f"{', '.join(irc.sasl)} cannot log in without {needed}"


def _file_faults(irc: IrcConfig) -> Conflicts:
    """Yield files of certificates and keys that cannot be used."""
    if irc.tls_ca_file:
        yield from _fault_of("tls_ca_file", read_certificates, irc.tls_ca_file)
    if irc.tls_certificate:
        faults = list(_fault_of("tls_certificate", read_certificates, irc.tls_certificate))
        key = "tls_key" if irc.tls_key else "tls_certificate"
        yield from faults or _fault_of(key, read_own, irc.tls_certificate, irc.tls_key)


def _fault_of(key: str, read: Callable[..., object], *files: Path | None) -> Conflicts:
    """Yield why FILES, which config.ini names by KEY, cannot be READ."""
    try:
        read(*files)
    except ValueError as wrong:
        yield (key,), printable(str(wrong))


def _channel_faults(irc: IrcConfig) -> Conflicts:
    """Yield keys of channels that the bot does not enter."""
    known = set(map(rfc1459, irc.channels))
    for channel in irc.channel_keys:
        if rfc1459(channel) not in known:
            yield ("channel_keys",), f"'{escaped(channel)}' is not in channels"
