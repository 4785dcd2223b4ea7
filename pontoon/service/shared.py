"""What all networks share: the config, the players, the database and the seats."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from pontoon.commands.base import BotControl
from pontoon.engine.decks import NO_SEED
from pontoon.engine.moves import Unit
from pontoon.games import GAMES, Game
from pontoon.games.time_account import TimeAccounts
from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.irc.people import NetworkPort
from pontoon.irc.reactor import Background, Clock
from pontoon.service import recovery
from pontoon.service.config.settings import Config
from pontoon.storage.channels import Channels
from pontoon.storage.decks import Decks
from pontoon.storage.old_decks import OldDecks
from pontoon.storage.rounds import Rounds
from pontoon.storage.sts_policies import StsPolicies
from pontoon.tables.context import OddsWorkers
from pontoon.tables.registry import SeatRegistry
from pontoon.tables.settlement_queue import SettlementQueue
from pontoon.tables.voice import VoiceMeter
from pontoon.tables.wallets import ChipWallet, CoinWallet, DrinkTally, Wallet

Furnish = Callable[[Game, Any], Any]
"""Makes the cards of a new table of a game, by its rules."""


def new_equipment(game: Game, rules: Any) -> Any:
    """Return what a new table of GAME has, without a deck: each of its decks is sealed."""
    return game.new_equipment(rules, NO_SEED)


class SharedState:
    """The config, the players, the database and the seats, which all networks share.

    CLOCK ends the turns of the reactor. ODDS works odds out beside them, WRITING writes the
    database, and READING reads it. NOW returns the time.
    NEW_EQUIPMENT makes the cards of a new table. Rounds of other networks are given up, or paid if
    they were over; LOG takes a line for each. DatabaseError is raised if what is kept cannot be
    read.
    """

    def __init__(
        self,
        config: Config,
        settlements: SettlementQueue,
        clock: Clock,
        odds: OddsWorkers,
        writing: Background,
        reading: Background,
        now: Callable[[], datetime],
        log: Callable[[str], None],
        new_equipment: Furnish = new_equipment,
    ) -> None:
        self.config = config
        """A reload of config.ini replaces it, so read its values whenever they are used."""
        self.settlements = settlements
        self.database = database = settlements.store.database
        self.decks = Decks(database, settlements.store.ledger.bank, now)
        self.old_decks = OldDecks(database)
        self.rounds = Rounds(database, self.decks, now)
        self.channels = Channels(database, now)
        self.policies = StsPolicies(database, now)
        """The STS policies of servers."""
        database.run_by(clock, writing, reading)
        self.clock = clock
        self.odds = odds
        self.now = now
        self.new_equipment = new_equipment
        self.seat_registry = SeatRegistry()
        self.networks: list[NetworkPort] = []
        """The networks that the bot is on, or would be."""
        self.control: BotControl
        """What admins can do to the whole program."""
        self.hidden_nicknames: set[tuple[str, str]] = set()
        """The players' nicks and nicknames of which the log says that they cannot be shown."""
        self._timed = next((game for game in GAMES if game.unit is Unit.COINS), None)
        self._timed_rules: Any = None
        timed = "" if self._timed is None else self._timed.name
        store, seats = settlements.store, self.seat_registry
        self.voice_meter = VoiceMeter(timed, store, clock, now, seats)
        """Counts minutes of speech, on all networks."""
        self._folds: dict[str, Fold] = {}
        self.apply_late_rules()
        self._close_elsewhere(log)

    def _close_elsewhere(self, log: Callable[[str], None]) -> None:
        """Close the rounds, decks and kitties of channels that config.ini does not name any more.

        A kitty whose round is to be paid is left for the next start.
        """
        networks = self.config.networks
        places = {(irc.network, channel) for irc in networks for channel in irc.channels}
        here = {(network, rfc1459(channel)) for network, channel in places}
        recovery.close_elsewhere(self.rounds, self.settlements, self.wallets(), here, log)
        recovery.close_decks(self.decks, self.old_decks, places)
        for result in self.rounds.results():
            here.add((result.where.network, rfc1459(result.where.channel)))
        kitties = [
            key
            for key in self.settlements.store.kitties()
            if (key.network, rfc1459(key.channel)) not in here
        ]
        recovery.return_kitties(kitties, self.settlements)

    def is_bot(self, nick: str) -> bool:
        """Tell whether the bot has NICK on any network."""
        return any(network.is_me(nick) for network in self.networks)

    def rules(self, game: Game) -> Any:
        """Return the rules of GAME for its next round."""
        return self._timed_rules if game is self._timed else self.config.games[game.section]

    @property
    def late_section(self) -> str:
        """The section whose rules do not apply yet; "" if all do."""
        game = self._timed
        if game is None or self._timed_rules == self.config.games[game.section]:
            return ""
        return game.section

    def apply_late_rules(self) -> bool:
        """Apply the rules of the timed game, if they are late; return whether all rules apply now.

        All networks keep the minutes of players by the same rules. So new ones apply only when no
        round of that game is being played anywhere.
        """
        game = self._timed
        if game is not None and self.late_section and not self.seat_registry.are_coins_in_play():
            self._timed_rules = rules = self.config.games[game.section]
            self.voice_meter.use(TimeAccounts(rules), is_on=rules.voice)
        return not self.late_section

    def wallets(self) -> Mapping[str, Wallet]:
        """Return the wallets from which players stake, by the command of the game."""
        return {game.name: self._wallet(game) for game in GAMES}

    def _wallet(self, game: Game) -> Wallet:
        match game.unit:
            case Unit.FINGERS:
                return DrinkTally(game.name)
            case Unit.COINS:
                return CoinWallet(game.name, TimeAccounts(self.rules(game)), self.now)
        return ChipWallet(game)

    def use_casemapping(self, network: str, fold: Fold) -> None:
        """Note that NETWORK compares nicks by FOLD.

        Players are compared in the same way if all networks agree, otherwise as in RFC 1459.
        """
        self._folds[network] = fold
        self._compare_players()

    def forget_casemapping(self, network: str) -> None:
        """Note that NETWORK does not matter any more for how players are compared."""
        self._folds.pop(network, None)
        self._compare_players()

    def _compare_players(self) -> None:
        folds = set(self._folds.values())
        self.settlements.store.use_casemapping(folds.pop() if len(folds) == 1 else rfc1459)
