"""Players who want to be told when this many have joined (the command ``notify``)."""

from pontoon.irc.outgoing import Message, Priority
from pontoon.storage.channels import Watcher
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.presence import Presence
from pontoon.text import announcements as said
from pontoon.text.formatting import count

MAX_WATCHERS = 50
"""The players in a channel who can wait for that."""


class Watchers:
    """The players who wait until this many have joined in one channel. Each is told once."""

    def __init__(self, tables: ChannelTables, presence: Presence) -> None:
        self._tables = tables
        self._presence = presence
        self.joined: tuple[str, ...] = ()
        """The players who have joined and are in the channel, as far as is noted."""

    @property
    def _waiting(self) -> list[Watcher]:
        return [each for each in self._tables.kept.watchers if each.many]

    def watch(self, player: str, many: int) -> bool:
        """Tell PLAYER when so MANY have joined, 0 for never; return False if too many wait.

        Even if this many are in already, they are told only when ``look`` is called. NotRecorded if
        it cannot be kept.
        """
        others = [each for each in self._waiting if each.player != player]
        if many and len(others) >= MAX_WATCHERS:
            return False
        context, kept = self._tables.context, [*others, Watcher(player, many)] if many else others
        context.channels.keep(context.known_as, self._tables.key, watchers=tuple(kept))
        return True

    def joined_by(self, players: tuple[str, ...]) -> None:
        """Keep in mind that PLAYERS have joined and are in the channel now."""
        self.joined = players
        self.look()

    def look(self) -> None:
        """Tell those for whom enough have joined; who is out of the channel hears it on coming."""
        waiting = self._waiting
        told = [each for each in waiting if each.many <= len(self.joined) and self._tell(each)]
        if told:
            context, kept = self._tables.context, (each for each in waiting if each not in told)
            context.channels.put(context.known_as, self._tables.key, watchers=tuple(kept))

    def _tell(self, watcher: Watcher) -> bool:
        """Tell WATCHER, unless they have joined, too, or are out; return whether they were told."""
        tables, nick = self._tables, self._presence.reach(watcher.player)
        if nick is None or watcher.player in self.joined:
            return False
        line = said.SO_MANY_JOINED.format(
            players=count(len(self.joined), "player"),
            channel=tables.channel,
            prefix=tables.context.settings.prefix,
        )
        tables.send(Message(nick, (line,), Priority.CHATTER))
        return True
