"""Hides in log lines what must not be read there: secrets, and messages to services."""

import re
from collections.abc import Iterable

from pontoon.irc.line import visible

_SECRETS = [
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"^((?:@\S* +)?(?::\S* +)?(?:PASS|OPER)\b).+",
        r"(\bAUTHENTICATE\b)\s.+",
        r"(\b(?:IDENTIFY|REGAIN|RECOVER|RELEASE|GHOST|SET PASSWORD|REGISTER)\b)\s.+",
        r"^((?:@\S* +)?JOIN +\S+) .+",
        r"^((?:@\S* +)?(?::\S* +)?(?:MODE|324 +\S+) +\S+ +:?[^\sk]*k\S*) .+",
    )
]
"""Messages that carry passwords and keys, up to where these begin."""

_SIGNS = (
    *("pass", "oper", "authenticate", "identify", "regain", "recover", "release", "ghost"),
    *("register", "join", "mode", "324"),
)
"""One of these is in every such message: to search all lines for all patterns takes long."""


class Redactor:
    """Makes lines fit for a log. It hides SECRETS wherever they occur: people may say them too.

    KEYS are secrets that may be short: it hides them where they are words of their own. Of a
    message to CONFIDANT, a service, it shows only the first word.
    """

    def __init__(
        self, secrets: Iterable[str], confidant: str = "", keys: Iterable[str] = ()
    ) -> None:
        # A secret may be part of a longer one, which must be hidden first.
        self._secrets = sorted({each for each in secrets if each}, key=len, reverse=True)
        self._keys = [each for each in keys if each]
        self._commands: set[str] = set()
        self._address = f"PRIVMSG {confidant} :".casefold() if confidant else ""

    def hide(self, keys: Iterable[str]) -> None:
        """Hide KEYS too from now on."""
        self._keys += [each for each in keys if each and each not in self._keys]

    def hide_command(self, command: str) -> None:
        """Hide all of COMMAND but its first word from now on, even where it is cut.

        Its last word is hidden wherever it occurs, as a server may repeat it: a password comes
        last. A channel, a mode or a lone command is no password.
        """
        self._commands.add(command)
        last = command.split()[-1:]
        if last != [command] and not last[0].startswith((*"#&+-",)):
            self.hide(last)

    def loggable(self, line: str) -> str:
        """Return LINE with ``***`` for every secret, and with escapes."""
        if " " in line and any(each.startswith(line) for each in self._commands):
            line = f"{line.partition(' ')[0]} ***"
        if self._address and line.casefold().startswith(self._address):
            address, word = line[: len(self._address)], line[len(self._address) :].split(" ")
            line = f"{address}{word[0]} ***" if len(word) > 1 else line
        for secret in self._secrets:
            line = line.replace(secret, "***")
        for key in self._keys:
            if key in line:
                line = re.sub(rf"(?<!\w){re.escape(key)}(?!\w)", "***", line)
        # Letters that are not ASCII may count as ASCII ones when case is ignored.
        if not line.isascii() or any(map(line.lower().__contains__, _SIGNS)):
            for pattern in _SECRETS:
                line = pattern.sub(r"\1 ***", line)
        return visible(line)
