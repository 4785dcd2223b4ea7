"""Keys and values of config.ini that earlier versions had. Each is a warning, and never a fault.

Whoever removes a key or a value adds a row here. [irc:NAME] has the rows of [irc].
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

FORMER_KEYS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "irc": {"sasl_key": "log in by account_password or tls_certificate instead"},
        "table": {
            "bets": "everybody bets at once, but in turn in British and Shoot Pontoon",
            "highlights": "each line that names players may highlight them",
        },
    }
)
"""By section, each key that is gone, and what replaces it, or why nothing needs to.

That stands between a colon and a semicolon, as in "replaced by grace" or "everybody bets at once".
"""

FORMER_VALUES: Mapping[str, Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "irc": {"sasl": {"ECDSA-NIST256P-CHALLENGE": ""}},
        # Version 0.1.0 let players think for any number of seconds, and 0 was no limit.
        "table": {"turn_timeout": {"0+": "86400", "0*[1-9]": "10"}},
        **{game: {"gather": {"seats": "hands"}} for game in ("british", "shoot", "cutwc")},
    }
)
"""By section and key, each value that is gone, as a regular expression, and what it is read as now.

In a list that applies to each item; one that is read as "" is left out.
"""


def why_gone(section: str, key: str) -> str:
    """Return why SECTION no longer has KEY; "" if it still has, or never had."""
    return FORMER_KEYS.get(_without_name(section), {}).get(key, "")


def read_now(section: str, key: str, value: str) -> tuple[str, Mapping[str, str]]:
    """Return VALUE of KEY as it is read now, and what each word in it that is gone is read as."""
    former = FORMER_VALUES.get(_without_name(section), {}).get(key, {})
    words = re.findall(r"[^,\s]+", value)
    gone = {
        word: now
        for word in words
        for pattern, now in former.items()
        if re.fullmatch(pattern, word, re.IGNORECASE)
    }
    if not gone:
        return value, gone
    return ", ".join(filter(None, (gone.get(word, word) for word in words))), gone


def _without_name(section: str) -> str:
    """Return irc for irc:NAME."""
    return section.partition(":")[0]
