"""Write the shipped config.ini and docs/configuration.md, with the defaults that hold.

``python -m pontoon.service.config.document`` prints config.ini, and with ``--docs`` the page. The
descriptions are the docstrings of the sections and of their fields, read from the source.
"""

import ast
import inspect
import os
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from textwrap import dedent, wrap
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import Struct

from pontoon.irc.config import Server
from pontoon.service.config.irc_section import SECRETS, SECTION
from pontoon.service.config.keys import keys_of
from pontoon.service.config.settings import SECTIONS, read
from pontoon.text.formatting import rule_text

_WIDTH = 100

NO_ANSWERS: Mapping[str, str] = MappingProxyType({})

_HEAD = """\
# The configuration of PontoonBot. Every key is listed with its default; keys that are commented out
# are optional. A line that begins with # or ; is a comment, unless it continues a list of channels;
# a comment cannot follow a value. Relative file names start at the folder of this file.
# "pontoonbot --check" checks the config.ini in the current folder.
"""

_MORE_NETWORKS = """\
# Further networks: a section [irc:NAME] for each. It has the same keys as [irc], with the same
# defaults. The values in [irc] do not apply to it. [irc] may be missing if there is an [irc:NAME].
#
# [irc:example]
# server = irc.example.org
# channels = #pontoon
"""

_PAGE_HEAD = f"""\
# Configuration

The bot reads `config.ini` in the current folder, or the file that `--config FILE` names. Relative
file names in it start at its folder. `pontoonbot --check` lists every fault. A line that begins
with `#` or `;` is a comment; a comment cannot follow a value.

This page and the comments in `config.ini` are generated from the same table, by `make config-docs`.

## Lists

Commas separate the items of a list. A list that begins or ends with a comma, or has two in a row,
is a mistake: an item may be missing.

`channels` and `channel_keys` can continue on the next lines, if these are indented. On such a line
`#` begins a comment only if a blank follows it:

```
channels = #pontoon,
    #den, &garden
    # This line is a comment.
```

## Keys and values of earlier versions

`--check`, and the log at each start and reload, warn of a key or value that only earlier versions
had. The warning says what to write instead, or that you can remove the line. The bot starts all the
same.

## Several networks

`[irc]` is the first network. A section `[irc:NAME]` adds another one; NAME has 1 to 30 of
`A-Z a-z 0-9 _ -`. It has the same keys as `[irc]`, with the same defaults. The values in `[irc]` do
not apply to it. `[irc]` may be missing if there is an `[irc:NAME]`. Only one server can be `local`.

```
[irc]
server = irc.example.org

[irc:friends]
server = irc.example.net
channels = #pontoon, #den
```

NAME identifies the network in the log, in players.xml (kitties) and in players.db (rounds): a new
NAME is a new network. `[irc]` is identified by its first server.

## Passwords

A password can be in `config.ini`, in a file of its own, or in an environment variable. The variable
takes precedence.

| Key | Key for a file | Variable for `[irc]` | Variable for `[irc:NAME]` |
|---|---|---|---|
{
    "".join(
        f"| `{key}` | `{key}_file` | `{variable}` | `{variable}_NAME` |" + chr(10)
        for key, variable in SECRETS.items()
    )
}
NAME is in capitals there, with `_` for `-`: `PONTOON_PASSWORD_MY_NET` is for `[irc:my-net]`.
"""

_DEFAULTS_IN_WORDS = {
    "port": "6667, or 6697 with TLS",
    "tls": "no if every server is local or has a loopback address, otherwise yes",
}
"""The defaults that depend on other keys."""

_COMMENTED = {*_DEFAULTS_IN_WORDS, "sasl", "nickserv"}
"""The keys that are commented out in the shipped config.ini although they have a default."""


class _Key(NamedTuple):
    """A key, as both documents describe it. ``shown`` is "" if it has no default."""

    name: str
    help: str
    shown: str
    default: str
    values: str


def config_ini(answers: Mapping[str, str] = NO_ANSWERS) -> str:
    """Return the shipped config.ini, but with the ANSWERS for keys of [irc]."""
    text = _HEAD
    for section in SECTIONS:
        given, more = (answers, f"\n\n{_MORE_NETWORKS}") if section == SECTION else ({}, "")
        keys = (_ini_key(key, given.get(key.name, key.shown)) for key in _keys(section))
        text += f"\n\n[{section}]\n{''.join(keys)}{more}"
    return text


def _ini_key(key: _Key, value: str) -> str:
    values = f"Values: {key.values}. " if key.values else ""
    comment = [
        f"# {line}"
        for text in (key.help, f"{values}Default: {key.default}")
        for line in wrap(text, _WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    ]
    mark = "" if key.shown and key.name not in _COMMENTED else "#"
    return "\n".join(["", *comment, f"{mark}{key.name} = {value}".rstrip(), ""])


def configuration_page() -> str:
    """Return docs/configuration.md."""
    text = _PAGE_HEAD
    for section, kind in SECTIONS.items():
        about = " ".join((kind.__doc__ or "").split())
        text += f"\n## [{section}]\n\n{about}\n\n| Key | Default | Values | Meaning |\n"
        text += "|---" * 4 + "|\n"
        for key in _keys(section):
            default = f"`{key.shown}`" if key.default == key.shown else key.default
            text += f"| `{key.name}` | {default} | {key.values} | {key.help} |\n"
    return text


def _keys(section: str) -> Iterator[_Key]:
    config = read(Path(os.devnull), {})
    defaults: Any = config.games.get(section) or getattr(config, section)
    said = descriptions(SECTIONS[section])
    for name, key in keys_of(SECTIONS[section]).items():
        if name not in said:
            sys.exit(f"{name} of [{section}] has no docstring that describes it")
        shown = "" if key.may_be_empty else text_of(getattr(defaults, name))
        default = _DEFAULTS_IN_WORDS.get(name, shown or "none")
        yield _Key(name, said[name], shown, default, key.values)


def descriptions(section: type[Struct]) -> dict[str, str]:
    """Return the docstring of each field of SECTION, which Python itself does not keep."""
    found = {}
    for kind in reversed(section.__mro__[: section.__mro__.index(Struct)]):
        [tree] = ast.parse(dedent(inspect.getsource(kind))).body
        assert isinstance(tree, ast.ClassDef)
        for field, docstring in pairwise(tree.body):
            match field, docstring:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(said))),
                ):
                    found[name] = " ".join(said.split())
    return found


def text_of(value: object) -> str:
    """Return how config.ini says VALUE, the default of a key."""
    match value:
        case "" | ():
            return "no"
        case Path():
            return value.name
        case Server():
            return value.host
        case (int() as least, int() as most):
            return f"{least}-{most}"
        case tuple():
            return ", ".join(map(text_of, value))
    return rule_text(value)


if __name__ == "__main__":
    print(configuration_page() if sys.argv[1:] == ["--docs"] else config_ini(), end="")
