"""The state of the tables in one channel, which the croupier shares with its helpers."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from pontoon.engine.events import Event
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Ask, Waiting
from pontoon.engine.sealed_deck import Cut, DeckPlace
from pontoon.engine.table import Table
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.outgoing import Message, Priority, Told, Topic, do_nothing
from pontoon.irc.people import Person, Roster
from pontoon.storage.channels import UNSET, ChannelRecord, ChannelSettings
from pontoon.tables.banter import Banter
from pontoon.tables.context import TableContext
from pontoon.tables.presence import Presence
from pontoon.tables.seats import SeatHolder, SeatMap
from pontoon.tables.sitting_out import SittingOut
from pontoon.tables.wallets import Wallet
from pontoon.text.formatting import of_game


class TableState:
    """The TABLES of CHANNEL, one of each game, and the round at one of them."""

    def __init__(self, channel: str, tables: Mapping[str, Table], context: TableContext) -> None:
        self.channel = channel
        self.key = rfc1459(channel)
        """The channel, in whatever spelling."""
        self.context = context
        self.tables = dict(tables)
        self.turn_to(next(iter(tables)))
        self.settings = self.next_settings
        """What the operators had set when the round began."""
        seat_map = SeatMap(lambda: context.network.fold, lambda: context.settings.identities)
        self.presence = Presence(seat_map, context.clock)
        self.sitting_out = SittingOut(context.clock)
        self.asking: Callable[[Ask], Told] = lambda _: do_nothing
        """Returns what to call when a question is sent to its player."""
        self.seats: Sequence[Seat] = ()
        """The seats of the round until it is settled."""
        self.happened: list[Event] = []
        """What has happened in the round that is played."""
        self.deck_place: DeckPlace | None = None
        """Where in its sealed deck the round is dealt, or the last one was."""
        self.last_cut: Cut | None = None
        """The cut that came with the deal."""
        self.names: Mapping[str, str] = {}
        """What the players of the round are called in it: during a round nobody's name changes."""
        self.round_name = ""
        """The name of the round that is played, or was last; "" if that is settled."""
        self.began = context.now()
        self.is_halted = False
        """Whether play pauses because nothing can be written."""
        self.untold_events: tuple[Event, ...] = ()
        """What may have been told to nobody before the round was suspended."""
        self.told_where: set[str] = set()
        """The players who were told in this round where to say what they had said elsewhere."""
        self.banter = Banter()
        self.begun_by = ""
        """The person who began the last round, as ``FloodGuard`` knows them."""
        self.games = set[str]()
        """The games that have been played here since the start."""

    @property
    def command(self) -> str:
        """What begins a round of the game that is played, or was last."""
        return self.context.settings.prefix + self.game

    def of_game(self, player: str, title: str) -> str:
        """Return which game, called TITLE, a line to PLAYER is about; "" if they know that."""
        if player in self.context.seat_registry.seated_twice:
            return of_game(title, self.channel)
        return of_game(title) if len(self.games) > 1 else ""

    def where_asked(self, player: str) -> str:
        """Return the channel, to name it to PLAYER, if they have a seat elsewhere too; else ""."""
        has_two = len([*self.context.seat_registry.seating(player)]) > 1
        return self.channel if has_two else ""

    def turn_to(self, game: str) -> None:
        self.game = game
        """The command of the game that is played, or was last."""
        self.table = self.tables[game]
        """The table at which the last round began."""

    @property
    def next_settings(self) -> ChannelSettings:
        """What the operators have set by now, if that counts: it holds from the next round on."""
        return self.kept.settings if self.context.settings.table.operators_may_set else UNSET

    @property
    def kept(self) -> ChannelRecord:
        """What the database keeps of the channel."""
        return self.context.channels.of(self.known_as, self.key)

    @property
    def turn_timeout(self) -> int:
        """The seconds for a decision in the round that is played."""
        here = self.settings.turn_timeout
        return self.context.settings.table.turn_timeout if here is None else here

    @property
    def wallet(self) -> Wallet:
        """The wallet of the game that is played, or was last."""
        return self.context.settings.wallets[self.game]

    @property
    def roster(self) -> Roster:
        """The members of the channel; none while the bot is not in it."""
        network = self.context.network
        return network.roster(self.channel) or Roster(network.fold)

    @property
    def ask(self) -> Ask | None:
        return self.table.ask

    @property
    def waiting(self) -> Waiting:
        return self.table.waiting

    @property
    def known_as(self) -> str:
        return self.context.known_as

    @property
    def seat_map(self) -> SeatMap:
        """The seats of the round until it is settled."""
        return self.presence.seat_map

    @property
    def is_out(self) -> bool:
        """Whether the bot is out of the channel, or does not know its members."""
        return self.presence.is_out

    def seat_of(self, holder: SeatHolder) -> Seat | None:
        """Return the seat that HOLDER has and has not given up."""
        return self.table.seat_of(holder.player)

    def holds(self, player: str) -> bool:
        """Tell whether PLAYER may not play elsewhere: they have staked something here (RULES 0)."""
        return self.presence.holds_players and not self.table.is_free(player)

    def player_here(self, person: Person) -> str:
        """Return the player who PERSON is here, "" if they are none."""
        if (holder := self.seat_map.find(person)) is not None:
            return holder.player
        player = self.context.settings.identities.player_of(person)
        return "" if player is None else player.nick

    def reach(self, player: str) -> str | None:
        """Return the nick at which PLAYER is told something; None if they are not here."""
        return self.seat_map.address(player) or self.seat_map.reach(self.roster, player)

    def sending(self, ask: Ask) -> Told:
        """Return what to call when ASK is sent to its player: it can be answered then."""
        return self.asking(ask)

    def want_odds(self) -> None:
        """Have odds for the round ready soon, if it takes long to work them out."""
        players = sum(not seat.has_resigned for seat in self.table.seats)
        self.context.want_odds(self.table.rules, players)

    def send(self, message: Message) -> None:
        """Send MESSAGE about this channel."""
        self.context.send(replace(message, channel=self.channel))

    def send_now(self, message: Message) -> None:
        """Send MESSAGE about this channel, though what was done before it is not kept yet."""
        self.context.send_now(replace(message, channel=self.channel))

    def announce(self, *items: str) -> None:
        """Tell the channel ITEMS about the game, if there are any."""
        if items:
            self.send(Message(self.channel, items, Priority.GAME))

    def announce_events(self, *events: Event) -> None:
        self.announce(*filter(None, map(self.context.settings.texts.announcement, events)))

    def remark(self, item: str) -> None:
        """Tell the channel ITEM in one line with what waits there."""
        self.send(Message(self.channel, (item,), Priority.GAME, topic=Topic.PLAY))

    def answer(self, *items: str) -> None:
        """Answer in the channel, after everything that a table waits for."""
        self.send(Message(self.channel, items, Priority.CHATTER))

    def tell(self, person: Person, line: str) -> None:
        self.send(Message(person.nick, (line,), Priority.CHATTER))

    def prompt_again(self, person: Person, *items: str) -> None:
        """Ask PERSON once more, or say that their answer stands.

        Of the lines that wait, only the last is sent, and in its turn: mistakes made at typing
        speed must not keep others from hearing the table.
        """
        holder = self.seat_map.called(person.nick)
        ask = None if holder is None else self.table.ask_of(holder.player)
        left = None if ask is None else self.sending(ask)
        self.send(Message(person.nick, items, Priority.ASIDE, topic=Topic.CARDS, left=left))

    def clear(self) -> None:
        """Empty the seats: the round is over."""
        self.is_halted = False
        self.untold_events = ()
        self.told_where.clear()
        self.presence.round_over()
        self.seats = ()
        self.happened = []
