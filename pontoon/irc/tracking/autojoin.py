"""Brings the bot into its channels, and back whenever it is put out, without flooding anybody."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from pontoon.irc.reactor import Clock
from pontoon.irc.timing import Backoff, Timers

STEADY_SECONDS = 60.0
"""How long a stay in a channel must last to be forgotten as a failure."""

UNANSWERED_SECONDS = 90.0
"""How long a server may say nothing to JOIN before it is asked again."""

SLOW_SECONDS = 600.0
"""When it is tried again where nothing is to be expected of haste."""

MOST_KICKS = 3
"""How often the bot may be put out of a channel within a while and come back soon."""

KICK_SECONDS = 600.0
"""That while, and how long it then stays out: twice as long each further time."""

MOST_DOUBLINGS = 5
"""How often that is doubled."""

LONG_STAY_SECONDS = 3600.0
"""How long a stay must last for all that to be forgotten."""

INVITED_SECONDS = 10.0
"""How long after an invitation was heeded another one is not."""

NEVER = frozenset({"476", "479"})
"""Replies to JOIN that a channel of this name cannot be entered, ever."""

SLOWLY = frozenset({"470", "477"})
"""Replies after which something has to happen first.

The channel forwards to another, or wants somebody who is logged in.
"""


@dataclass(slots=True)
class _Wish:
    """A channel that the bot wants to be in, and what came in the way."""

    channel: str
    patience: Backoff = field(default_factory=Backoff)
    put_out_at: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_KICKS))
    bans: int = 0
    entered_at: float = 0.0
    is_in: bool = False
    is_hopeless: bool = False
    is_banned: bool = False
    refusal: str = ""
    invited_at: float = -INVITED_SECONDS


class AutoJoin:
    """Enters CHANNELS by JOIN, and enters them again, with growing delays, whenever it is put out.

    LOG is told whenever that takes longer than usual.
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
        """Whether the server lets the bot enter channels by now."""

    def give_up_others(self, channels: Sequence[str]) -> list[str]:
        """Be in no channels but those; return others that are to be left."""
        unwanted = [channel for channel in self._wishes if channel not in channels]
        for channel in unwanted:
            self._timers.never_mind(channel)
            del self._wishes[channel]
        return unwanted

    def want(self, channels: Sequence[str]) -> None:
        """Be in CHANNELS too from now on."""
        new = [_Wish(channel) for channel in channels if channel not in self._wishes]
        self._wishes |= {wish.channel: wish for wish in new}
        if self._is_welcome:
            self._enter(new)

    def welcomed(self) -> None:
        """Enter all channels: the server has let the bot in."""
        self._is_welcome = True
        waiting = [each for each in self._wishes.values() if not each.is_hopeless]
        for wish in waiting:
            wish.is_banned = False
        self._enter(waiting)

    def entered(self, channel: str) -> None:
        """Note that the bot is in CHANNEL."""
        wish = self._wishes[channel]
        wish.is_in = True
        wish.entered_at = self._clock.seconds()
        wish.refusal = ""
        self._timers.after(STEADY_SECONDS, channel, wish.patience.calm)

    def put_out(self, channel: str) -> None:
        """Note that the bot was in CHANNEL until now; it comes back, but not for ever soon."""
        wish = self._wishes[channel]
        wish.is_in = False
        now = self._clock.seconds()
        if now - wish.entered_at >= LONG_STAY_SECONDS:
            wish.bans = 0
        wish.put_out_at.append(now)
        if len(wish.put_out_at) == MOST_KICKS and now - wish.put_out_at[0] <= KICK_SECONDS:
            self._stay_out(wish)
        else:
            self._enter_in(wish, wish.patience.next_delay())

    def refused(self, channel: str, numeric: str) -> None:
        """Note that CHANNEL cannot be entered, by the reply NUMERIC if there is one."""
        wish = self._wishes[channel]
        wish.is_in = False
        wish.refusal = numeric
        if numeric in NEVER:
            wish.is_hopeless = True
            self._timers.never_mind(channel)
            self._log(f"{channel} is not tried again: the server has no channels of such names")
        elif numeric in SLOWLY:
            self._enter_in(wish, SLOW_SECONDS)
        else:
            self._enter_in(wish, wish.patience.next_delay())

    def invited(self, channel: str) -> None:
        """Enter CHANNEL, which somebody has invited the bot into, unless it should stay out."""
        wish = self._wishes[channel]
        now = self._clock.seconds()
        is_welcome = not (wish.is_in or wish.is_banned or wish.is_hopeless)
        if is_welcome and now - wish.invited_at >= INVITED_SECONDS:
            wish.invited_at = now
            self._enter([wish])

    def identified(self) -> None:
        """Enter the channels that did not let in somebody who is not logged in."""
        self._enter([wish for wish in self._wishes.values() if wish.refusal == "477"])

    def stop(self) -> None:
        """Enter nothing any more: the connection is gone."""
        self._is_welcome = False
        self._timers.stop()
        for wish in self._wishes.values():
            wish.is_in = False

    def _enter(self, wishes: Sequence[_Wish]) -> None:
        for wish in wishes:
            wish.refusal = ""
            self._timers.after(UNANSWERED_SECONDS, wish.channel, partial(self._unanswered, wish))
        if wishes:
            self._join([wish.channel for wish in wishes])

    def _unanswered(self, wish: _Wish) -> None:
        self._log(f"{wish.channel}: the server says nothing to JOIN")
        self._enter_in(wish, wish.patience.next_delay())

    def _enter_in(self, wish: _Wish, seconds: float) -> None:
        def due() -> None:
            wish.is_banned = False
            self._enter([wish])

        self._timers.after(seconds, wish.channel, due)

    def _stay_out(self, wish: _Wish) -> None:
        seconds = KICK_SECONDS * 2**wish.bans
        wish.bans = min(wish.bans + 1, MOST_DOUBLINGS)
        wish.is_banned = True
        minutes = f"{seconds / 60:.0f} minutes"
        self._log(f"put out of {wish.channel} {MOST_KICKS} times: coming back in {minutes}")
        self._enter_in(wish, seconds)
