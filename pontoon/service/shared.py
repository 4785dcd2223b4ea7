"""What the clubs of all networks share: one file of players, one journal, and the time of day."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pontoon.commands.admin_commands import BotControl, NoBotControl
from pontoon.commands.time_commands import TimeCommands
from pontoon.engine.moves import Unit
from pontoon.engine.rng import SEED_BYTES
from pontoon.engine.round import Round
from pontoon.games import GAMES
from pontoon.games.time_account import TimeAccounts
from pontoon.irc.casemapping import Fold, rfc1459
from pontoon.service.config.settings import Config
from pontoon.storage.journal import Journal
from pontoon.storage.players.settlement_queue import SettlementQueue
from pontoon.tables.clock import Clock
from pontoon.tables.registry import SeatRegistry
from pontoon.tables.voice import VoiceMeter
from pontoon.tables.wallets import ChipWallet, CoinWallet, DrinkTally, Wallet

Game = type[Round[Any, Any]]

Furnish = Callable[[Game, Any], Any]
"""Gives a new table of a game under such rules what lasts from round to round."""


def new_equipment(game: Game, rules: Any) -> Any:
    """Return cards for a new table whose order nobody can know."""
    return game.new_equipment(rules, secrets.token_bytes(SEED_BYTES))


def _timed_game() -> Game | None:
    return next((game for game in GAMES if game.unit is Unit.COINS), None)


class SharedState:
    """What all networks share, by CONFIG; NEW_EQUIPMENT gives a new table what lasts there."""

    def __init__(
        self,
        config: Config,
        settlements: SettlementQueue,
        journal: Journal,
        clock: Clock,
        new_equipment: Furnish = new_equipment,
    ) -> None:
        self.config = config
        self.settlements = settlements
        self.journal = journal
        self.clock = clock
        self.new_equipment = new_equipment
        self.seat_registry = SeatRegistry()
        self._timed = _timed_game()
        self._timed_rules: Any = None
        self._folds: dict[str, Fold] = {}
        self.management: BotControl = NoBotControl()
        """What has the whole run."""
        self.speaking: VoiceMeter | None = None
        """Where voice is for minutes, as it is on no network or on all."""
        self.adopt(config)

    # Settings

    def adopt(self, config: Config) -> None:
        """Go by CONFIG from now on.

        By the rules of a game that is played for time only once it is played nowhere, since all
        accounts are kept by the same: until then ``is_waiting``.
        """
        self.config = config
        if self._timed is not None and not self.seat_registry.are_coins_in_play():
            self._keep_time(self._timed, config.games[self._timed.section])

    @property
    def is_waiting(self) -> bool:
        """Whether there are rules that do not hold yet."""
        return self._timed is not None and self.rules(self._timed) != self._wanted(self._timed)

    @property
    def late_section(self) -> str:
        """The section whose rules do not hold yet; "" if all do."""
        return self._timed.section if self._timed is not None and self.is_waiting else ""

    def rules(self, game: Game) -> Any:
        """Return the rules by which GAME is played from the next round on."""
        return self._timed_rules if game is self._timed else self._wanted(game)

    def _wanted(self, game: Game) -> Any:
        return self.config.games[game.section]

    def _keep_time(self, game: Game, rules: Any) -> None:
        if rules == self._timed_rules:
            return
        if self.speaking is not None:
            self.speaking.close()
        store = self.settlements.store
        time_accounts = TimeAccounts(rules)
        self._timed_rules = rules
        self.speaking = (
            VoiceMeter(game.name, time_accounts, store, self.clock, self.seat_registry)
            if rules.voice
            else None
        )

    # What clubs are made of

    def purses(self) -> Mapping[str, Wallet]:
        """Return what players have to stake in each game, by its command."""
        return {game.name: self._wallet(game) for game in GAMES}

    def _wallet(self, game: Game) -> Wallet:
        match game.unit:
            case Unit.FINGERS:
                return DrinkTally(game.name)
            case Unit.COINS:
                return CoinWallet(game.name, TimeAccounts(self.rules(game)), self.clock)
        return ChipWallet()

    def time_commands(self) -> TimeCommands | None:
        """Return who keeps the time of a game that is played for it, if there is one."""
        game = self._timed
        if game is None:
            return None
        return TimeCommands(
            game.name, TimeAccounts(self.rules(game)), self.settlements, self.clock.now
        )

    # How nicks are compared

    def nicks_on(self, network: str) -> "NicksOn":
        """Return where NETWORK tells how it compares nicks."""
        return NicksOn(self, network)

    def casemapping_is(self, network: str, fold: Fold | None) -> None:
        """Note how NETWORK compares nicks; None if that does not matter any more.

        Players are compared like that where all networks do it alike, and else as in RFC 1459.
        """
        self._folds.pop(network, None)
        if fold is not None:
            self._folds[network] = fold
        folds = set(self._folds.values())
        self.settlements.store.use_casemapping(folds.pop() if len(folds) == 1 else rfc1459)


@dataclass(frozen=True, slots=True)
class NicksOn:
    """The players of a SHARED as one NETWORK may call them."""

    shared: SharedState
    network: str

    def use_casemapping(self, fold: Fold) -> None:
        """Compare nicks of that network by FOLD from now on."""
        self.shared.casemapping_is(self.network, fold)
