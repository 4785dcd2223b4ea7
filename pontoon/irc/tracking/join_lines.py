"""Asking to be let into channels: in few lines, with their keys (RFC 2812, 3.2.1), and of which."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.line import is_target, size_of

MOST_AT_ONCE = 10
"""Channels that one line names where the server does not say how many it may."""

LONGEST_JOIN = 400
"""Bytes of such a line: a client's own prefix is counted too by some servers."""

MOST_FORWARDS = 100
"""Channels noted that a server would have the bot enter in place of others."""

_NO_KEYS: Mapping[str, str] = {}


class JoinRequests:
    """Which channels the bot has asked to be let into; all by their folded names."""

    def __init__(self) -> None:
        self._asked: set[str] = set()
        self._forwards: set[str] = set()

    def __contains__(self, channel: str) -> bool:
        return channel in self._asked

    def add(self, channels: Iterable[str]) -> None:
        """Note that CHANNELS are asked for."""
        self._asked.update(channels)

    def end(self, channel: str) -> bool:
        """Note that the server has answered about CHANNEL; return False if nobody had asked."""
        if channel not in self._asked:
            return False
        self._asked.remove(channel)
        return True

    def forward(self, channel: str) -> None:
        """Note that the server has the bot enter CHANNEL in place of one that it asked for."""
        if len(self._forwards) < MOST_FORWARDS:
            self._forwards.add(channel)

    def is_only_forward(self, channel: str) -> bool:
        """Tell, once, whether that is the reason why the bot has come into CHANNEL."""
        if channel not in self._forwards:
            return False
        self._forwards.remove(channel)
        return channel not in self._asked

    def clear(self) -> None:
        """Forget all."""
        self._asked.clear()
        self._forwards.clear()


def join_lines(
    names: Sequence[str], keys: Mapping[str, str] = _NO_KEYS, most: int | None = None
) -> Iterator[str]:
    """Yield lines that ask to be let into the channels NAMES, MOST of them in each line.

    KEYS has the keys by channel; one that would change the line is not sent.
    """
    most = min(most or MOST_AT_ONCE, MOST_AT_ONCE)
    given = {rfc1459(name): key for name, key in keys.items() if is_target(key)}
    keys = {name: given[rfc1459(name)] for name in names if rfc1459(name) in given}
    # Keys are told apart by their place, so that channels without any come last.
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
