"""JOIN: as few lines as possible, with keys (RFC 2812, 3.2.1), and which ones are unanswered."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.line import is_target, size_of

MOST_AT_ONCE = 10
"""Channels in one JOIN, unless the server allows fewer."""

LONGEST_JOIN = 400
"""Bytes of a JOIN: some servers count the client's own prefix too."""

MOST_FORWARDS = 100
"""Channels noted to which a server forwards the bot."""

_NO_KEYS: Mapping[str, str] = {}


class JoinRequests:
    """The channels that the bot has asked to join, by their folded names."""

    def __init__(self) -> None:
        self._asked: set[str] = set()
        self._forwards: set[str] = set()

    def __contains__(self, channel: str) -> bool:
        return channel in self._asked

    def add(self, channels: Iterable[str]) -> None:
        """Note that the bot has asked to join CHANNELS."""
        self._asked.update(channels)

    def end(self, channel: str) -> bool:
        """Note that the server has answered for CHANNEL; return False if the bot had not asked."""
        if channel not in self._asked:
            return False
        self._asked.remove(channel)
        return True

    def forward(self, channel: str) -> None:
        """Note that the server forwards the bot to CHANNEL from another one."""
        if len(self._forwards) < MOST_FORWARDS:
            self._forwards.add(channel)

    def is_only_forward(self, channel: str) -> bool:
        """Tell, once, whether a forward is the only reason why the bot is in CHANNEL."""
        if channel not in self._forwards:
            return False
        self._forwards.remove(channel)
        return channel not in self._asked

    def clear(self) -> None:
        """Forget all requests and forwards."""
        self._asked.clear()
        self._forwards.clear()


def join_lines(
    names: Sequence[str], keys: Mapping[str, str] = _NO_KEYS, most: int | None = None
) -> Iterator[str]:
    """Yield the lines that join the channels NAMES, at most MOST of them in each line.

    KEYS has the keys by channel. A key that would change the meaning of the line is left out.
    """
    most = min(most or MOST_AT_ONCE, MOST_AT_ONCE)
    given = {rfc1459(name): key for name, key in keys.items() if is_target(key)}
    keys = {name: given[rfc1459(name)] for name in names if rfc1459(name) in given}
    # Keys belong to channels by position, so that channels without a key come last.
    waiting = sorted(names, key=lambda name: name not in keys)
    while waiting:
        number = len(waiting[:most])
        while number > 1 and size_of(_join(waiting[:number], keys)) > LONGEST_JOIN:
            number -= 1
        yield _join(waiting[:number], keys)
        waiting = waiting[number:]


def _join(names: Sequence[str], keys: Mapping[str, str]) -> str:
    given = [keys[name] for name in names if name in keys]
    return " ".join(["JOIN", ",".join(names), *([",".join(given)] if given else [])])
