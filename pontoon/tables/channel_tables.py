"""The tables of one channel: which of them is played, what operators have set, and what is said."""

from collections.abc import Mapping

from msgspec.structs import replace

from pontoon.engine.events import Event
from pontoon.engine.result import TableKey
from pontoon.engine.table import Table
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.outgoing import GAME_MARK, Message, Priority, Topic
from pontoon.irc.people import Person, Roster
from pontoon.storage.channels import UNSET, ChannelRecord, ChannelSettings
from pontoon.tables.context import TableContext
from pontoon.tables.wallets import Wallet
from pontoon.text.formatting import of_game


class ChannelTables:
    """The tables of CHANNEL, one of each game; one of them is played, or was last.

    BY_GAME has them by the commands of their games.
    """

    def __init__(self, channel: str, by_game: Mapping[str, Table], context: TableContext) -> None:
        self.channel = channel
        self.key = rfc1459(channel)
        """The channel, in whatever spelling."""
        self.context = context
        self.by_game = dict(by_game)
        self.game = next(iter(by_game))
        """The command of the game that is played, or was last."""
        self.table = self.by_game[self.game]
        """The table at which the last round began."""
        self.settings = self.next_settings
        """What the operators had set when the round began."""
        self._played = set[str]()
        """The games that have been played here since the start."""

    # Which table is played

    def turn_to(self, game: str) -> None:
        """Have GAME be the one that was played last."""
        self.game, self.table = game, self.by_game[game]

    def play(self, game: str, settings: ChannelSettings) -> None:
        """Have a round of GAME be played, by SETTINGS of the operators."""
        self.turn_to(game)
        self.settings = settings
        self._played.add(game)

    def put(self, game: str, table: Table) -> None:
        """Put TABLE in the place of the one of GAME, and turn to it."""
        self.by_game[game] = table
        self.turn_to(game)

    @property
    def command(self) -> str:
        """What begins a round of the game that is played, or was last."""
        return self.context.settings.prefix + self.game

    @property
    def wallet(self) -> Wallet:
        """The wallet of the game that is played, or was last."""
        return self.context.settings.wallets[self.game]

    def key_of(self, game: str) -> TableKey:
        """Return what the table of GAME is called in files."""
        return TableKey(self.known_as, self.channel, game)

    @property
    def known_as(self) -> str:
        """The name of the network."""
        return self.context.known_as

    @property
    def roster(self) -> Roster:
        """The members of the channel; none while the bot is not in it."""
        network = self.context.network
        return network.roster(self.channel) or Roster(network.fold)

    # What is kept of the channel

    @property
    def kept(self) -> ChannelRecord:
        """What the database keeps of the channel."""
        return self.context.channels.of(self.known_as, self.key)

    @property
    def next_settings(self) -> ChannelSettings:
        """What the operators have set by now, if that counts: it holds from the next round on."""
        return self.kept.settings if self.context.settings.table.operators_may_set else UNSET

    @property
    def turn_timeout(self) -> int:
        """The seconds for a decision in the round that is played."""
        here = self.settings.turn_timeout
        return self.context.settings.table.turn_timeout if here is None else here

    # What is said

    def of_game(self, player: str, title: str) -> str:
        """Return which game, called TITLE, a line to PLAYER is about; "" if they know that."""
        if self.context.seat_registry.may_lose_elsewhere(player):
            return of_game(title, self.channel)
        return of_game(title) if len(self._played) > 1 else ""

    def where_asked(self, player: str) -> str:
        """Return the channel, to name it to PLAYER, if they have a seat elsewhere too; else ""."""
        has_two = len([*self.context.seat_registry.seating(player)]) > 1
        return self.channel if has_two else ""

    def send(self, message: Message) -> None:
        """Send MESSAGE about this channel."""
        self.context.send(replace(message, channel=self.channel))

    def send_now(self, message: Message) -> None:
        """Send MESSAGE about this channel, though what was done before it is not kept yet."""
        self.context.send_now(replace(message, channel=self.channel))

    def announce(self, *items: str) -> None:
        """Tell the channel ITEMS that are no part of a game, if there are any."""
        if items:
            self.send(Message(self.channel, items, Priority.GAME))

    def announce_events(self, *events: Event) -> None:
        """Tell the channel EVENTS of a game between two rounds, if there are any."""
        told = filter(None, map(self.context.settings.texts.announcement, events))
        if items := tuple(told):
            self.send(Message(self.channel, items, Priority.GAME, mark=GAME_MARK))

    def remark(self, item: str) -> None:
        """Tell the channel ITEM in one line with what waits there."""
        self.send(Message(self.channel, (item,), Priority.GAME, topic=Topic.PLAY))

    def answer(self, *items: str) -> None:
        """Answer in the channel, after everything that a table waits for."""
        self.send(Message(self.channel, items, Priority.CHATTER))

    def tell(self, person: Person, line: str) -> None:
        self.send(Message(person.nick, (line,), Priority.CHATTER))
