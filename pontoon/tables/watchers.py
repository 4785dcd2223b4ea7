"""Players who want to be told when so many have joined (the command ``notify``)."""

from collections.abc import Sequence
from datetime import timedelta
from math import inf

from msgspec.structs import replace

from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.reactor import Delayed
from pontoon.storage.channels import Watcher
from pontoon.tables.state import TableState
from pontoon.text import announcements as said
from pontoon.text.formatting import count

MOST_WATCHERS = 50
"""The players in a channel who can wait for that."""

STEADY_SECONDS = 20
"""So long so many must have been in: people who join and leave at once call nobody."""

BETWEEN_NOTICES = timedelta(hours=1)
"""A player is told at most once in that time."""


class Watchers:
    """The players who wait until so many have joined in one channel. Each is told once."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._clock = state.context.clock
        self._reached: list[float] = []
        """Since when so many have been in, for each number from 1 on."""
        self.joined: tuple[str, ...] = ()
        """The players who have joined and are in the channel, as far as is noted."""
        self._timer: Delayed | None = None

    def _lasting(self, watchers: Sequence[Watcher]) -> tuple[Watcher, ...]:
        """Return WATCHERS without those told so long ago that it is over."""
        return tuple(each for each in watchers if each.many or self._seconds_to_notice(each) > 0)

    def watch(self, player: str, many: int) -> bool:
        """Tell PLAYER when so MANY have joined, 0 for never; return False if too many wait.

        Even if so many are in already, they are told only when ``look`` is called. NotRecorded if
        it cannot be kept.
        """
        found = self._state.kept.watchers
        before = next((each for each in found if each.player == player), Watcher(player))
        others = [each for each in found if each.player != player]
        if many and len(others) >= MOST_WATCHERS:
            told = next((each for each in others if not each.many), None)
            if told is None:
                return False
            others.remove(told)
        context, kept = self._state.context, self._lasting([*others, replace(before, many=many)])
        context.channels.keep(context.known_as, self._state.key, watchers=kept)
        return True

    def joined_by(self, players: tuple[str, ...]) -> None:
        """Keep in mind that PLAYERS have joined and are in the channel now."""
        now = self._clock.seconds()
        more = len(players) - len(self._reached)
        self._reached = [*self._reached[: len(players)], *[now] * more]
        self.joined = players
        self.look()

    def look(self) -> None:
        """Tell those whom it is time to tell, and look again when it is time for others."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not (self._reached and self._state.kept.watchers):
            return
        found = {each.player: self._seconds_to(each) for each in self._state.kept.watchers}
        due = [player for player, seconds in found.items() if seconds <= 0]
        told = [player for player in due if self._tell(player)]
        if told:
            others = [each for each in self._state.kept.watchers if each.player not in told]
            context = self._state.context
            kept = self._lasting([*others, *(Watcher(each, 0, context.now()) for each in told)])
            context.channels.put(context.known_as, self._state.key, watchers=kept)
        # Players who are out of the channel, or play, are looked for again after a while.
        waits = (found[each] if found[each] > 0 else STEADY_SECONDS for each in found.keys() - told)
        first = min(waits, default=inf)
        if first < inf:
            self._timer = self._clock.callLater(first, self._ring)

    def _ring(self) -> None:
        self._timer = None
        self.look()

    def _seconds_to(self, watcher: Watcher) -> float:
        """Return the seconds until WATCHER is told if nothing changes."""
        if not 0 < watcher.many <= len(self._reached):
            return inf
        steady = self._reached[watcher.many - 1] + STEADY_SECONDS - self._clock.seconds()
        return max(steady, self._seconds_to_notice(watcher))

    def _seconds_to_notice(self, watcher: Watcher) -> float:
        """Return the seconds until WATCHER may be told again; 0 if the clock has been set back."""
        now = self._state.context.now()
        if watcher.at is None or watcher.at > now:
            return 0.0
        return (watcher.at + BETWEEN_NOTICES - now).total_seconds()

    def _tell(self, player: str) -> bool:
        """Tell PLAYER if they are in the channel and do not play; return whether they were told."""
        state, context = self._state, self._state.context
        nick = state.reach(player)
        if nick is None or player in self.joined or context.seat_registry.is_seated(player):
            return False
        line = said.SO_MANY_JOINED.format(
            players=count(len(self.joined), "player"),
            channel=state.channel,
            prefix=context.settings.prefix,
        )
        state.send(Message(nick, (line,), Priority.CHATTER))
        return True

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
