"""Hides in log lines what must not be read there: secrets, and messages to services."""

import re
from collections.abc import Iterable
from itertools import takewhile

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


_TEXTS = frozenset({"AWAY", "SETNAME", "TOPIC"})
"""Commands with a text that everybody may read."""

_WORDS_BEFORE_SECRETS = {
    **dict.fromkeys(("PRIVMSG", "NOTICE", "SQUERY"), 3),
    **dict.fromkeys(("NS", "CS", "HS", "OS", "NICKSERV", "CHANSERV", "HOSTSERV", "OPERSERV"), 2),
    **dict.fromkeys(("AUTHSERV", "JOIN", "MODE"), 2),
}
"""Words at the beginning of a command that name what it does, and whom it is for; 1 of others."""

_OF_SERVICES = frozenset(
    {
        *("identify", "id", "login", "auth", "set", "password", "register", "regain", "recover"),
        *("release", "ghost", "account", "nick", "on", "off"),
    }
)
"""Words of commands to services, which are no secrets."""

_MIN_SECRET = 4
"""Characters of a password that services take, and of a part of one that is hidden. A password at
the end of a command may be shorter: that is where one is expected."""


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
        self._words: list[str] = []
        self._address = f"PRIVMSG {confidant} :".casefold() if confidant else ""

    def hide(self, keys: Iterable[str]) -> None:
        """Hide KEYS too from now on."""
        self._keys += [each for each in keys if each and each not in self._keys]

    def hide_command(self, command: str, nick: str) -> None:
        """Hide all of COMMAND but its first word from now on, even where it is cut.

        Those of its words that may be passwords are hidden wherever they occur, as a server may
        repeat them, cut or in capitals. NICK, the bot's own, is none.
        """
        self._commands.add(command.lower())
        shown = {nick.lower(), *_OF_SERVICES}
        found = {each for each in _secrets_in(command) if each.lower() not in shown}
        self._words = sorted({*self._words, *found}, key=len, reverse=True)

    def loggable(self, line: str) -> str:
        """Return LINE with ``***`` for every secret, and with escapes."""
        if " " in line and any(each.startswith(line.lower()) for each in self._commands):
            line = f"{line.partition(' ')[0]} ***"
        if self._address and line.casefold().startswith(self._address):
            address, word = line[: len(self._address)], line[len(self._address) :].split(" ")
            line = f"{address}{word[0]} ***" if len(word) > 1 else line
        for secret in self._secrets:
            line = line.replace(secret, "***")
        for key in self._keys:
            if key in line:
                line = re.sub(rf"(?<!\w){re.escape(key)}(?!\w)", "***", line)
        for each in self._words:
            line = _without(each, line)
        # Letters that are not ASCII may count as ASCII ones when case is ignored.
        if not line.isascii() or any(map(line.lower().__contains__, _SIGNS)):
            for pattern in _SECRETS:
                line = pattern.sub(r"\1 ***", line)
        return visible(line)


def _secrets_in(command: str) -> list[str]:
    """Return the words of COMMAND that may be passwords or keys."""
    name, *_ = words = [each.removeprefix(":") for each in command.split()]
    name = name.upper()
    if name in _TEXTS:
        return []
    before = _WORDS_BEFORE_SECRETS.get(name, 1)
    if name == "JOIN":  # the keys of several channels are one word
        words[before:] = ",".join(words[before:]).split(",")
    found = [each for each in words[before:-1] if len(each) >= _MIN_SECRET]
    found += words[before:][-1:]
    return [each for each in found if each and not each.startswith((*"#&+-",))]


def _without(secret: str, line: str) -> str:
    """Return LINE without SECRET, in whatever case, and without half of it or more, if cut."""
    least = max(_MIN_SECRET, (len(secret) + 1) // 2)

    def cover(found: re.Match[str]) -> str:
        same = takewhile(bool, map(str.__eq__, found[1].lower(), tail.lower()))
        rest = found[1][len([*same]) :]
        return found[0] if re.match(r"\w", rest) else f"***{rest}"

    head, tail = secret[:least], secret[least:]
    if head.lower() not in line.lower():
        return line
    return re.sub(rf"(?<!\w){re.escape(head)}(\S*)", cover, line, flags=re.IGNORECASE)
