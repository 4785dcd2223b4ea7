"""What all networks share: the config, the players, the database and the seats."""

import secrets
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any

from pontoon.engine.decks import NO_SEED
from pontoon.engine.moves import Unit
from pontoon.games import GAMES, Game
from pontoon.games.time_account import TimeAccounts
from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.irc.reactor import Clock
from pontoon.service.config.settings import Config
from pontoon.storage.channels import Channels
from pontoon.storage.decks.deck_file import DeckFile, path_beside, put_aside
from pontoon.storage.decks.deck_notes import DeckNotes
from pontoon.storage.players.player import KittyKey
from pontoon.storage.players.settlement_queue import SettlementQueue
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.rounds import Rounds
from pontoon.tables.registry import SeatRegistry
from pontoon.tables.wallets import ChipWallet, CoinWallet, DrinkTally, Wallet

if TYPE_CHECKING:
    from pontoon.commands.base import BotControl
    from pontoon.tables.voice import VoiceMeter

Furnish = Callable[[Game, Any], Any]
"""Makes the cards of a new table of a game, by its rules."""


def new_equipment(game: Game, rules: Any) -> Any:
    """Return what a new table of GAME has, without a deck: each of its decks is sealed."""
    return game.new_equipment(rules, NO_SEED)


class SharedState:
    """The config, the players, the database and the seats, which all networks share.

    CLOCK ends the turns of the reactor; NOW returns the time. NEW_EQUIPMENT makes the cards of a
    new table. DatabaseError and DeckFileError are raised if what is kept cannot be read.
    """

    def __init__(
        self,
        config: Config,
        settlements: SettlementQueue,
        clock: Clock,
        now: Callable[[], datetime],
        new_equipment: Furnish = new_equipment,
    ) -> None:
        self.config = config
        """A reload of config.ini replaces it, so read its values whenever they are used."""
        self.settlements = settlements
        self.database = database = settlements.store.database
        database.run_by(clock)
        self.deck_notes = DeckNotes(database)
        self.rounds = Rounds(database, self.deck_notes, now)
        self.channels = Channels(database, now)
        decks_file = path_beside(config.players.file)
        self.decks = DeckFile(decks_file, database, now, secrets.token_hex(16))
        self.clock = clock
        self.now = now
        self.new_equipment = new_equipment
        self.seat_registry = SeatRegistry()
        self.management: BotControl
        """What admins can do to the whole program."""
        self.speaking: VoiceMeter | None = None
        """What counts minutes of speech, on all networks; None if nobody needs minutes to speak."""
        self.hidden_nicknames: set[tuple[str, str]] = set()
        """The players' nicks and nicknames of which the log says that they cannot be shown."""
        self._timed = next((game for game in GAMES if game.unit is Unit.COINS), None)
        self._timed_rules: Any = None
        self._folds: dict[str, Fold] = {}
        self.apply_late_rules()

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
            if self.speaking is not None:
                self.speaking.close()
            self.speaking = None
            if rules.voice:
                # Imported here, as below: the bot enters its channels sooner without it.
                from pontoon.tables.voice import VoiceMeter

                store, seats = self.settlements.store, self.seat_registry
                accounts = TimeAccounts(rules)
                self.speaking = VoiceMeter(game.name, accounts, store, self.clock, self.now, seats)
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
        return ChipWallet()

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


def open_shared_state(
    config: Config,
    settlements: SettlementQueue,
    clock: Clock,
    now: Callable[[], datetime],
    log: Callable[[str], None],
    new_equipment: Furnish = new_equipment,
) -> SharedState:
    """Return what all networks of CONFIG share; the arguments are those of ``SharedState``.

    Rounds of other networks are given up, or paid if they were over; LOG takes a line for each.
    DatabaseError and DeckFileError are raised if what is kept cannot be read.
    """
    if not settlements.store.database.read("SELECT 1 FROM deck_records LIMIT 1"):
        path = path_beside(config.players.file)
        with suppress(OSError):  # then the first seal says what is wrong
            if aside := put_aside(path):
                log(f"{path.name} is not of this database: I keep it as {aside}")
    shared = SharedState(config, settlements, clock, now, new_equipment)
    rounds, notes = shared.rounds, shared.deck_notes
    places = {(irc.network, channel) for irc in config.networks for channel in irc.channels}
    if rounds.has_any or shared.decks.in_play or [*notes]:
        # Imported here: few starts find any, and the bot starts faster without it.
        from pontoon.service.recovery import close_decks, close_elsewhere

        close_elsewhere(rounds, settlements, shared.wallets(), places, log)
        close_decks(notes, shared.decks, places)
    if left := _kitties_elsewhere(settlements.store, rounds, places):
        # Imported here, as above.
        from pontoon.service.recovery import return_kitties

        return_kitties(left, settlements)
    return shared


def _kitties_elsewhere(
    store: PlayerStore, rounds: Rounds, places: Collection[tuple[str, str]]
) -> list[KittyKey]:
    """Return the kitties in STORE that are in none of PLACES, each a network and a channel.

    One whose round in ROUNDS is to be paid is left for the next start.
    """
    here = {(network, rfc1459(channel)) for network, channel in places}
    waiting = {(each.where.network, rfc1459(each.where.channel)) for each in rounds.results()}
    return [
        key for key in store.kitties() if (key.network, rfc1459(key.channel)) not in here | waiting
    ]
