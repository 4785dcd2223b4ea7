"""What all the croupiers of a network share, and what they need to know about the network."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from pontoon.engine.moves import Unit
from pontoon.games import Game
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.outgoing import Send
from pontoon.irc.people import NetworkPort, Person, network_of
from pontoon.irc.reactor import Clock
from pontoon.odds.advice import Advise
from pontoon.storage.channels import Channels
from pontoon.storage.database import Database
from pontoon.storage.decks import Decks
from pontoon.storage.old_decks import OldDecks
from pontoon.storage.players.identity import IdentityResolver
from pontoon.storage.players.nicknames import needs_nickname
from pontoon.storage.players.player import Player, Speech
from pontoon.storage.rounds import Rounds
from pontoon.tables.config import PlayersConfig, TableConfig
from pontoon.tables.flood import FloodGuard
from pontoon.tables.presence import Presence
from pontoon.tables.registry import SeatRegistry
from pontoon.tables.settlement_queue import SettlementQueue
from pontoon.tables.voice import VoiceMeter
from pontoon.tables.wallets import Wallet
from pontoon.text import player_commands
from pontoon.text.announcements import ON_NETWORK
from pontoon.text.round import RoundTexts

T = TypeVar("T")

MAX_LOOKED_AT = 200
"""How many people in a channel are looked at to find an admin among them."""


class TableSettings(Struct, frozen=True):
    """What config.ini says about the tables of a network, made ready for use."""

    table: TableConfig
    players: PlayersConfig
    rules: Mapping[Game, Any]
    """The rules of each game that is dealt."""
    wallets: Mapping[str, Wallet]
    """What players of each game stake, by the command of the game."""
    texts: RoundTexts
    prefix: str
    identities: IdentityResolver
    """Which player a person is."""
    starting_chips: int | None
    """The chips of a player who registers; None if nobody can."""
    is_admin: Callable[[Person], bool]
    greet: bool
    """Whether words that other bots answer too are answered in channels."""
    url: str
    """Where people can read more; "" if that is nowhere."""
    speech: Speech
    """How the bot speaks in private to players who have not said how."""
    is_local: bool
    """Whether the server is the one inside the bot, where everybody has the same host."""

    @property
    def least_stake(self) -> int:
        """The least stake of the games for chips."""
        return min(
            game.least_stake(rules) for game, rules in self.rules.items() if game.unit is Unit.CHIPS
        )


class OddsWorkers(Protocol):
    """Works out odds beside the reactor, which waits for none."""

    def work_out(
        self, work: Callable[[Advise], T], then: Callable[[T], object], failed: Callable[[], object]
    ) -> None:
        """Call WORK in a thread, and then in the reactor's THEN with what it returns.

        WORK is called with what says what moves are worth. If it raises an exception, that is
        logged, and FAILED is called instead. It must share nothing with the reactor's thread that
        changes, and be short: what others ask for waits.
        """


class TableContext(Struct):
    """What all the croupiers of a network share."""

    settings: TableSettings
    """Replaced when config.ini is read again, so read its values whenever they are used."""
    network: NetworkPort
    settlements: SettlementQueue
    database: Database
    rounds: Rounds
    channels: Channels
    decks: Decks
    old_decks: OldDecks
    known_as: str
    """The network's name, as kitties in players.xml and rounds in the database have it."""
    send: Send
    """Sends a message once what was done before it is kept."""
    send_now: Send
    """Sends one about trouble with the disk: it does not wait until anything is kept."""
    clock: Clock
    odds: OddsWorkers
    now: Callable[[], datetime]
    """Returns the date and the time of day, in any time zone."""
    voice_meter: VoiceMeter
    flood_guard: FloodGuard
    log: Callable[[str], None]
    seat_registry: SeatRegistry
    """Knows who plays on any of the bot's networks."""
    is_bot: Callable[[str], bool]
    """Tells whether the bot has that nick on any network."""

    def when_told(self, call: Callable[[], object]) -> None:
        """Make CALL in a turn of its own, when all until now is on the disk and has been told."""
        self.database.when_kept(partial(self.clock.callLater, 0.0, call))

    def name_of(self, nick: str) -> str:
        """Return the name to show for the player of that NICK (``Names``)."""
        return self.settings.texts.names(nick)

    def lacks_name(self, player: str) -> bool:
        """Tell whether PLAYER needs a nickname, and has none that can be shown now."""
        return needs_nickname(player) and self.name_of(player) == player

    def name_of_nick(self, nick: str) -> str:
        """Return NICK, or what its player is called if lines cannot show it."""
        return self.name_of(nick) if needs_nickname(nick) else nick

    def host_of(self, person: Person) -> str:
        """Return what tells PERSON from others if they have no account; "" if unknown.

        That is their host, of an IPv6 address its first 64 bits, or a nick on the local server.
        """
        return person.nick if self.settings.is_local else network_of(person.host)

    def is_same_person(self, one: Person, other: Person) -> bool:
        """Tell whether ONE and OTHER have the same account or, without two, the same host."""
        if one.account and other.account:
            return rfc1459(one.account) == rfc1459(other.account)
        hosts = self.host_of(one).lower(), self.host_of(other).lower()
        return bool(hosts[0]) and hosts[0] == hosts[1]

    def is_still_there(self, person: Person) -> bool:
        """Tell whether the one who has the nick of PERSON now is the same as when they were heard.

        It matters for what others may not read, if it is told some time later.
        """
        now = self.network.find(person.nick)
        return now is not None and now.userhost == person.userhost

    def place_of(self, where: Presence) -> str:
        """Return the channel of WHERE, with the name of its network if that is another."""
        if where.network == self.known_as:
            return where.channel
        return ON_NETWORK.format(channel=where.channel, network=where.network)

    def is_banned(self, person: Person) -> bool:
        """Tell whether PERSON is banned; an admin is not, even at an address that is."""
        return self.flood_guard.is_banned(person) and not self.settings.is_admin(person)

    def ignores(self, person: Person) -> bool:
        """Tell whether PERSON is banned, or fits a mask of people to ignore: they get no seat."""
        return self.flood_guard.fits_mask(person) or self.is_banned(person)

    def can_refill(self, player: Player) -> bool:
        """Tell whether PLAYER is broke, and is helped (RULES 0, The broke)."""
        settings, owned = self.settings, self.settlements.store.owned(player)
        return player.chips < settings.players.refill and owned < settings.least_stake

    def how_to_join(self, people: Iterable[Person]) -> str:
        """Say how to become a player: register, or ask an admin, by name if one of PEOPLE is."""
        if self.settings.starting_chips is not None:
            return player_commands.REGISTER.format(prefix=self.settings.prefix)
        return self.whom_to_ask(people)

    def whom_to_ask(self, people: Iterable[Person]) -> str:
        """Say that an admin makes people players, by name if one of PEOPLE is."""
        # A crowd is not searched to its end: this is asked for often by strangers.
        admins = filter(self.settings.is_admin, islice(people, MAX_LOOKED_AT))
        return player_commands.ask_admin(next((each.nick for each in admins), None))
