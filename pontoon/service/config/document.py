"""Write the shipped config.ini and docs/configuration.md, from the table of keys.

``python -m pontoon.service.config.document`` prints config.ini, and with ``--docs`` the page.
"""

import argparse
import os
from collections.abc import Iterator
from datetime import time
from fractions import Fraction
from pathlib import Path
from textwrap import wrap
from typing import Any

from pontoon.irc.config import Server
from pontoon.service.config.irc_section import SECRETS, SECTION, network_readers
from pontoon.service.config.key import Key, Section
from pontoon.service.config.keys import SECTIONS
from pontoon.service.config.settings import read, section_readers

_WIDTH = 100

_HEAD = """\
# The configuration of PontoonBot. Every key is listed with its default; keys that are commented out
# are optional. A line that begins with # or ; is a comment; a comment cannot follow a value.
# Relative file names start at the folder of this file.
# "PontoonBot.py --check" checks this file.
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
file names in it start at its folder. `PontoonBot.py --check` lists every fault. A line that begins
with `#` or `;` is a comment; a comment cannot follow a value.

This page and the comments in `config.ini` are generated from the same table, by `make config-docs`.

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

NAME identifies the network in the log, in players.xml (kitties) and in the journal (rounds): a new
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

_PAGE_ROW = "| {} | {} | {} | {} |\n"


def config_ini() -> str:
    """Return the shipped config.ini."""
    return _HEAD + "".join(f"\n\n{_ini_section(section)}" for section in SECTIONS.values())


def _ini_section(section: Section) -> str:
    keys = "".join(f"\n{_ini_key(key, shown, values)}" for key, shown, values in _entries(section))
    more = f"\n\n{_MORE_NETWORKS}" if section.name == SECTION else ""
    return f"[{section.name}]\n{keys}{more}"


def _ini_key(key: Key, shown: str, values: str) -> str:
    about = f"Values: {values}. " if values else ""
    comment = [*_wrapped(key.help), *_wrapped(f"{about}Default: {key.default or shown or 'none'}")]
    mark = "#" if key.is_commented else ""
    return "\n".join([*comment, f"{mark}{key.name} = {shown}".rstrip(), ""])


def _wrapped(text: str) -> list[str]:
    lines = wrap(text, _WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    return [f"# {line}" for line in lines]


def configuration_page() -> str:
    """Return docs/configuration.md."""
    return _PAGE_HEAD + "".join(f"\n{_page_section(section)}" for section in SECTIONS.values())


def _page_section(section: Section) -> str:
    head = _PAGE_ROW.format("Key", "Default", "Values", "Meaning") + "|---" * 4 + "|\n"
    rows = "".join(
        _PAGE_ROW.format(
            f"`{key.name}`", key.default or (f"`{shown}`" if shown else "none"), values, key.help
        )
        for key, shown, values in _entries(section)
    )
    return f"## [{section.name}]\n\n{section.about}\n\n{head}{rows}"


def _entries(section: Section) -> Iterator[tuple[Key, str, str]]:
    """Yield each key of SECTION with its default and its values, as they are shown."""
    config = read(Path(os.devnull), {})
    defaults: Any
    if section.name == SECTION:
        defaults, by_key = config.irc, network_readers(Path())
    else:
        defaults = config.games.get(section.name) or getattr(config, section.name)
        by_key = section_readers(section.name, type(defaults))
    for key in section.keys:
        shown = text_of(getattr(defaults, key.name)) if key.has_default else ""
        yield key, shown, by_key[key.name].values


def text_of(value: object) -> str:
    """Return how config.ini says VALUE, the default of a key."""
    match value:
        case bool():
            return "yes" if value else "no"
        case "" | ():
            return "no"
        case float() | Fraction():
            return f"{float(value):g}"
        case Path():
            return value.name
        case Server():
            return value.host
        case time():
            return f"{value:%H:%M}"
        case (int() as least, int() as most):
            return f"{least}-{most}"
        case tuple():
            return ", ".join(map(text_of, value))
    return str(value)


def main() -> None:
    """Print config.ini, or the page with ``--docs``."""
    parser = argparse.ArgumentParser(description="Print config.ini with its comments.")
    parser.add_argument("--docs", action="store_true", help="print docs/configuration.md instead")
    is_page = parser.parse_args().docs
    print(configuration_page() if is_page else config_ini(), end="")


if __name__ == "__main__":
    main()
