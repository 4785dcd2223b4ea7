"""Joins the bot's channels, and rejoins them after a kick, without flooding anybody."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct, field

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.line import size_of
from pontoon.irc.reactor import Clock
from pontoon.irc.timing import Backoff, Timers

STEADY_SECONDS = 60.0  # in a channel, for the join to count as a success
UNANSWERED_SECONDS = 90.0  # without an answer to JOIN, before the bot tries again
SLOW_SECONDS = 600.0  # until the bot tries again where haste is no use
INVITED_SECONDS = 10.0  # after an invitation that the bot followed, in which it ignores others

MAX_KICKS = 3
"""Removals from a channel within ``KICK_SECONDS`` after which the bot stays out for that time.

Each further time is twice as long, up to ``MAX_DOUBLINGS`` times. The bot forgets all kicks when
it has been in the channel for ``LONG_STAY_SECONDS``.
"""
KICK_SECONDS = 600.0
MAX_DOUBLINGS = 5
LONG_STAY_SECONDS = 3600.0

NEVER = frozenset({"476", "479"})
"""Replies to JOIN that no channel can have this name."""

SLOWLY = frozenset({"470", "477"})
"""Replies after which haste is no use: the channel forwards, or wants an account."""

MAX_AT_ONCE = 10
"""Channels in one JOIN, unless the server allows fewer."""

MAX_JOIN_BYTES = 400
"""Bytes of a JOIN: some servers count the client's own prefix too."""


class _Wish(Struct):
    """A channel that the bot wants to be in, and what has gone wrong there."""

    channel: str
    backoff: Backoff = field(default_factory=Backoff)
    removed_at: deque[float] = field(default_factory=lambda: deque(maxlen=MAX_KICKS))
    bans: int = 0
    entered_at: float | None = None
    """When the bot came in; None while it is not in the channel."""
    is_banned: bool = False
    """Whether it was removed too often, and has to stay out for a while."""
    refusal: str = ""
    """The reply to the last JOIN, if it was an error."""
    invited_at: float = -INVITED_SECONDS


class AutoJoin:
    """Joins CHANNELS by JOIN, and again with growing delays when the bot is removed.

    It outlasts connections. LOG gets a line when a join takes longer than usual.
    """

    def __init__(
        self,
        channels: Sequence[str],
        clock: Clock,
        join: Callable[[Sequence[str]], None],
        log: Callable[[str], None],
    ) -> None:
        self._wishes = {channel: _Wish(channel) for channel in channels}
        self._clock = clock
        self._timers = Timers(clock)
        self._join = join
        self._log = log
        self._is_welcome = False
        """Whether the bot is registered, so that it can join channels."""

    def give_up_others(self, channels: Sequence[str]) -> list[str]:
        """Give up all but CHANNELS; return those given up, which the bot has to leave."""
        unwanted = [channel for channel in self._wishes if channel not in channels]
        for channel in unwanted:
            self._timers.cancel(channel)
            del self._wishes[channel]
        return unwanted

    def want(self, channels: Sequence[str]) -> None:
        """Join CHANNELS too, now and from now on."""
        new = [_Wish(channel) for channel in channels if channel not in self._wishes]
        self._wishes |= {wish.channel: wish for wish in new}
        if self._is_welcome:
            self._enter(new)

    def welcomed(self) -> None:
        """Join all channels: the bot is registered."""
        self._is_welcome = True
        self._enter([wish for wish in self._wishes.values() if wish.refusal not in NEVER])

    def entered(self, channel: str) -> None:
        wish = self._wishes[channel]
        wish.entered_at = self._clock.seconds()
        wish.refusal = ""
        self._timers.after(STEADY_SECONDS, channel, wish.backoff.calm)

    def removed(self, channel: str) -> None:
        """Note that the bot was in CHANNEL until now; come back, later after several kicks."""
        wish = self._wishes[channel]
        now = self._clock.seconds()
        if wish.entered_at is not None and now - wish.entered_at >= LONG_STAY_SECONDS:
            wish.bans = 0
        wish.entered_at = None
        wish.removed_at.append(now)
        if len(wish.removed_at) == MAX_KICKS and now - wish.removed_at[0] <= KICK_SECONDS:
            seconds = KICK_SECONDS * 2**wish.bans
            wish.bans = min(wish.bans + 1, MAX_DOUBLINGS)
            wish.is_banned = True
            minutes = f"{seconds / 60:.0f} minutes"
            self._log(f"removed from {channel} {MAX_KICKS} times: coming back in {minutes}")
        else:
            seconds = wish.backoff.next_delay()
        self._enter_in(wish, seconds)

    def refused(self, channel: str, numeric: str) -> None:
        """Note that the bot cannot join CHANNEL, by the reply NUMERIC.

        Without one it was put out before it knew who is there, as by a kick.
        """
        if not numeric:
            self.removed(channel)
            return
        wish = self._wishes[channel]
        wish.entered_at = None
        wish.refusal = numeric
        if numeric in NEVER:
            self._timers.cancel(channel)
            self._log(f"{channel} is not tried again: the server has no channels with such names")
        else:
            self._enter_in(wish, SLOW_SECONDS if numeric in SLOWLY else wish.backoff.next_delay())

    def invited(self, channel: str) -> None:
        """Join CHANNEL after an invitation, unless the bot must stay out."""
        wish = self._wishes[channel]
        if wish.entered_at is not None or wish.is_banned or wish.refusal in NEVER:
            return
        now = self._clock.seconds()
        if now - wish.invited_at >= INVITED_SECONDS:
            wish.invited_at = now
            self._enter([wish])

    def identified(self) -> None:
        """Join the channels that refused the bot because it was not logged in."""
        self._enter([wish for wish in self._wishes.values() if wish.refusal == "477"])

    def stop(self) -> None:
        """Stop joining: the connection is gone."""
        self._is_welcome = False
        self._timers.stop()
        for wish in self._wishes.values():
            wish.entered_at = None

    def _enter(self, wishes: Sequence[_Wish]) -> None:
        for wish in wishes:
            wish.refusal = ""
            wish.is_banned = False
            self._timers.after(UNANSWERED_SECONDS, wish.channel, partial(self._unanswered, wish))
        if wishes:
            self._join([wish.channel for wish in wishes])

    def _unanswered(self, wish: _Wish) -> None:
        self._log(f"{wish.channel}: the server does not answer JOIN")
        self._enter_in(wish, wish.backoff.next_delay())

    def _enter_in(self, wish: _Wish, seconds: float) -> None:
        self._timers.after(seconds, wish.channel, partial(self._enter, [wish]))


def join_lines(names: Sequence[str], keys: Mapping[str, str], most: int | None) -> Iterator[str]:
    """Yield as few lines as possible that join the channels NAMES, at most MOST in each line.

    KEYS has the keys by channel (RFC 2812, 3.2.1).
    """
    most = min(most or MAX_AT_ONCE, MAX_AT_ONCE)
    given = {rfc1459(name): key for name, key in keys.items()}
    keys = {name: given[rfc1459(name)] for name in names if rfc1459(name) in given}
    # Keys belong to channels by position, so that channels without a key come last.
    waiting = sorted(names, key=lambda name: name not in keys)
    while waiting:
        number = len(waiting[:most])
        while number > 1 and size_of(_join(waiting[:number], keys)) > MAX_JOIN_BYTES:
            number -= 1
        yield _join(waiting[:number], keys)
        waiting = waiting[number:]


def _join(names: Sequence[str], keys: Mapping[str, str]) -> str:
    given = [keys[name] for name in names if name in keys]
    return " ".join(["JOIN", ",".join(names), *([",".join(given)] if given else [])])
