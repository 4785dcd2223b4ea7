"""What players have to stake, by what is staked: where it is kept, and what a round does to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, Self, cast

from pontoon.engine.errors import SeatFault
from pontoon.engine.events import CoinResult, PlayerResult
from pontoon.engine.hands import Seat
from pontoon.games.time_account import Account, AccountFault, CoinsInPlay, Settlement, TimeAccounts
from pontoon.storage.players.player import Player, PlayerChange, Tallies


class Wallet(Protocol):
    """Knows what a player can stake in the games of one unit."""

    def stakes(self, player: Player) -> int:
        """Return what PLAYER can stake in a round that begins now."""

    def left(self, player: Player, seat: Seat, began: datetime) -> int:
        """Return what PLAYER can still stake from SEAT, in a round that BEGAN then."""

    def in_play(self, seat: Seat, began: datetime) -> CoinsInPlay | None:
        """Return what SEAT has staked in a round that BEGAN then, where it is of what runs down."""

    def fault(self, player: Player) -> SeatFault | None:
        """Return what else stands against a seat for PLAYER; None if nothing does."""

    @property
    def coin_minutes(self) -> int:
        """The minutes that a coin is worth; 1 where there are no coins."""

    def at(self, coin_minutes: int) -> "Wallet":
        """Return a purse in which a coin is worth so many minutes, as it was in some round."""

    def change(self, result: PlayerResult, began: datetime) -> PlayerChange:
        """Return what a round that BEGAN then, and ended with RESULT, does to a player."""

    def settlement(self, change: PlayerChange) -> Settlement | None:
        """Return how CHANGE was settled, where there is something to be told of that."""

    def balance(self, player: Player) -> int:
        """Return what is told of PLAYER when a round is over."""

    def holdings(self, player: Player) -> Mapping[str, int]:
        """Return all that is kept of PLAYER for the games of this unit, by its element's name."""


class _NoCoins:
    """A purse without coins."""

    coin_minutes = 1

    def at(self, _coin_minutes: int) -> Self:
        """Return the purse as it is."""
        return self


class ChipWallet(_NoCoins):
    """The chips in hand; those in the bank cannot be staked."""

    def stakes(self, player: Player) -> int:
        """Return the chips that PLAYER has in hand."""
        return player.chips

    def left(self, _player: Player, seat: Seat, _began: datetime) -> int:
        """Return the chips that are left in the round: they do not run down."""
        return seat.chips

    def in_play(self, _seat: Seat, _began: datetime) -> None:
        """Return None: chips do not run down."""

    def fault(self, _player: Player) -> SeatFault | None:
        """Return None: chips are all that is needed."""
        return None

    def change(self, result: PlayerResult, _began: datetime) -> PlayerChange:
        """Return the chips won or lost."""
        return PlayerChange(result.chips, result.played, result.won)

    def settlement(self, _change: PlayerChange) -> None:
        """Return None: chips are won and lost as they are."""

    def balance(self, player: Player) -> int:
        """Return the chips that PLAYER has in hand."""
        return player.chips

    def holdings(self, player: Player) -> Mapping[str, int]:
        """Return the chips in hand and in the bank."""
        return {"chips": player.chips, "bank": player.bank}


DRINKS = "drinks"
"""The tally of fingers drunk."""


class DrinkTally(_NoCoins):
    """Fingers are not had but drunk: they are tallied in GAME."""

    def __init__(self, game: str) -> None:
        self._game = game

    def stakes(self, _player: Player) -> int:
        """Return 0: nobody needs any to play."""
        return 0

    def left(self, _player: Player, seat: Seat, _began: datetime) -> int:
        """Return what SEAT has, which is nothing that can run down."""
        return seat.chips

    def in_play(self, _seat: Seat, _began: datetime) -> None:
        """Return None: fingers do not run down."""

    def fault(self, _player: Player) -> SeatFault | None:
        """Return None: everybody can drink."""
        return None

    def change(self, result: PlayerResult, _began: datetime) -> PlayerChange:
        """Return what was drunk."""
        return PlayerChange(0, result.played, result.won, {DRINKS: -result.chips})

    def settlement(self, _change: PlayerChange) -> None:
        """Return None: what is drunk is drunk."""

    def balance(self, player: Player) -> int:
        """Return what PLAYER has drunk in all rounds."""
        return player.record(self._game).tallies.get(DRINKS, 0)

    def holdings(self, player: Player) -> Mapping[str, int]:
        """Return what PLAYER has drunk in all rounds."""
        return {DRINKS: self.balance(player)}


MINUTES = "minutes"
TIME_BANK = "time_bank"
"""Tallies of what there is to gamble with, and of what was put by."""


class CoinWallet:
    """The coins that players of GAME have in their TIME_ACCOUNTS; NOW returns the time."""

    def __init__(self, game: str, time_accounts: TimeAccounts, now: Callable[[], datetime]) -> None:
        self._game = game
        self._time_accounts = time_accounts
        self._now = now

    @property
    def coin_minutes(self) -> int:
        """The minutes that a coin is worth."""
        return self._time_accounts.coin_minutes

    def at(self, coin_minutes: int) -> "CoinWallet":
        """Return a purse in which a coin is worth so many minutes."""
        return CoinWallet(self._game, self._time_accounts.at(coin_minutes), self._now)

    def account(self, player: Player) -> Account:
        """Return the account of PLAYER as it stands now."""
        account = Account.of(player.record(self._game).tallies)
        return self._time_accounts.as_of(account, self._now())

    def stakes(self, player: Player) -> int:
        """Return the coins in the pot of PLAYER."""
        return self._time_accounts.coins(self.account(player))

    def left(self, player: Player, seat: Seat, began: datetime) -> int:
        """Return the coins in the pot of PLAYER; some may have been spent since the round BEGAN."""
        account = Account.of(player.record(self._game).tallies)
        in_play = self.in_play(seat, began)
        return self._time_accounts.coins(self._time_accounts.shown(account, self._now(), in_play))

    def in_play(self, seat: Seat, began: datetime) -> CoinsInPlay:
        """Return the coins that SEAT has staked."""
        return CoinsInPlay(seat.staked, began)

    def fault(self, player: Player) -> SeatFault | None:
        """Return that PLAYER has no turn left, if that is so."""
        bars = self._time_accounts.why_not_seat(self.account(player))
        return SeatFault.NO_TURN_LEFT if AccountFault.NO_TURN_LEFT in bars else None

    def change(self, result: PlayerResult, began: datetime) -> PlayerChange:
        """Return the minutes won or lost, which depend on what is in the account by then."""
        coins = cast("CoinResult", result)
        return TimeChange(
            0,
            coins.played,
            coins.won,
            time_accounts=self._time_accounts,
            result=coins,
            began=began,
            now=self._now,
        )

    def settlement(self, change: PlayerChange) -> Settlement | None:
        """Return where the minutes of CHANGE have gone, once it is written."""
        settlements = cast("TimeChange", change).settlements
        return settlements[-1] if settlements else None

    def balance(self, player: Player) -> int:
        """Return the minutes that PLAYER has."""
        return self.account(player).minutes

    def holdings(self, player: Player) -> Mapping[str, int]:
        """Return the minutes that PLAYER has, and those in the time bank if there is one."""
        account = self.account(player)
        banked = self._time_accounts.time_bank(account)
        return {MINUTES: account.minutes, **({} if banked is None else {TIME_BANK: banked})}


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeChange(PlayerChange):
    """What a round that ``began`` then does to an account, to be settled when it is written.

    How that was is behind the others in ``settlements`` then.
    """

    time_accounts: TimeAccounts
    result: CoinResult
    began: datetime
    now: Callable[[], datetime]
    settlements: list[Settlement] = field(default_factory=list)

    def tallied(self, before: Tallies) -> Tallies:
        """Return the account after the round, of that BEFORE it."""
        account = Account.of(before)
        settlement = self.time_accounts.after_round(account, self.result, self.began, self.now())
        self.settlements.append(settlement)
        return settlement.account.tallies

    @property
    def moved(self) -> Tallies:
        """The minutes, and those put in the time bank; until it is settled, all that are due."""
        if not self.settlements:
            return {MINUTES: self.time_accounts.due(self.result)}
        settlement = self.settlements[-1]
        banked = {TIME_BANK: settlement.deposited} if settlement.deposited else {}
        return {MINUTES: settlement.credited - settlement.lost, **banked}
