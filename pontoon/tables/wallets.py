"""What players can stake, for each unit: where it is kept, and what a round does to it."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from msgspec import Struct, field
from msgspec.structs import replace

from pontoon.engine.computers import is_computer
from pontoon.engine.errors import SeatFault
from pontoon.engine.events import BankerResult, Event, HandResult, PlayerResult
from pontoon.engine.hands import Seat, hand_rank
from pontoon.engine.result import Counted
from pontoon.games import Game, paid
from pontoon.games.time_account import Account, AccountFault, CoinsInPlay, Settlement, TimeAccounts
from pontoon.irc.people import Person
from pontoon.storage.players.player import Player, PlayerChange, Standing, Tallies


class Wallet(ABC):
    """Knows what a player can stake in the games of one unit.

    The defaults are those of a unit that does not run down during a round.
    """

    runs_down = False
    """Whether what players can stake runs down during a round."""

    @abstractmethod
    def stakes(self, player: Player) -> int:
        """Return what PLAYER can stake in a round that begins now."""

    def left_to_stake(self, _player: Player, seat: Seat, _began: datetime) -> int:
        """Return what PLAYER can still stake from SEAT in a round that BEGAN then."""
        return seat.chips

    def fault(self, _player: Player) -> SeatFault | None:
        """Return what else keeps PLAYER from a seat; None if nothing does."""
        return None

    @property
    def coin_minutes(self) -> int:
        """The minutes that a coin is worth; 1 where there are no coins."""
        return 1

    @abstractmethod
    def change(self, result: PlayerResult, began: datetime, coin_minutes: int) -> PlayerChange:
        """Return what a round that BEGAN then, and ended with RESULT, does to a player.

        A coin was worth COIN_MINUTES in it.
        """

    @abstractmethod
    def balance(self, player: Player) -> int:
        """Return what is told about PLAYER when a round is over."""

    @abstractmethod
    def holdings(self, player: Player) -> Mapping[str, int]:
        """Return all that PLAYER has for the games of this unit, by the name of its element."""


class ChipWallet(Wallet):
    """The chips in hand, which are staked in GAME; those in the bank cannot be."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def stakes(self, player: Player) -> int:
        return player.chips

    def change(self, result: PlayerResult, _began: datetime, _coin_minutes: int) -> PlayerChange:
        return PlayerChange(paid(self._game, result).chips, result.played, result.won)

    def balance(self, player: Player) -> int:
        return player.chips

    def holdings(self, player: Player) -> Mapping[str, int]:
        return {"chips": player.chips, "bank": player.bank}


class _Played(Struct):
    """What the hands of one player came to in a round."""

    best_hand: int = 0
    gain: int = 0
    bet: int = 0
    """What the player bet before any decision; the stake has all that was added later too."""
    stake: int = 0
    won: int = 0
    """What the stake won, without shoot bets; negative for a loss."""


def counted(
    events: Iterable[Event], people: Mapping[str, Person], host_of: Callable[[Person], str]
) -> tuple[Counted, ...]:
    """Return what a round for chips that ended with EVENTS counts in statistics.

    PEOPLE has the person who played as each player, and HOST_OF tells their host. Ranked are those
    who bet against others: a bet counts as far as people of other accounts and hosts bet as much
    together. Of a greater bet only that share counts, and the same share of the stake that came of
    it, and of what that won or lost, rounded toward 0. (By stakes, accomplices could decide
    afterwards how much a hand that has won counts.) Several players of one account or host are
    taken for one person; a person whose host is not known counts for nobody. The banker has no
    stake. Bets against a kitty, and what is paid for a bank, do not count. Nor does what is won
    from a computer or lost to one.
    """
    played, banker = _played_in(events)
    computers = [played.pop(player) for player in [*played] if is_computer(player)]
    if is_computer(banker) or (banker and len(played) == 1):
        return ()
    if banker:
        played[banker].gain += sum(each.won for each in computers)
    bettors = {player: people.get(player) for player, each in played.items() if each.bet}
    known = {player: each for player, each in bettors.items() if each and host_of(each)}
    groups = _same_people(known, host_of)
    total = sum(played[player].bet for group in groups for player in group)
    shares: dict[str, tuple[int, int]] = {}
    for group in groups:
        together = sum(played[player].bet for player in group)
        shares |= dict.fromkeys(group, (min(together, total - together), together))
    found = []
    for player, mine in played.items():
        counts, of = shares.get(player, (0, 1))
        staked = mine.stake * counts // of
        won = abs(mine.won) * staked // mine.stake if staked else 0
        ranked = won if mine.won > 0 else -won
        against = banker if staked else ""
        found.append(Counted(player, mine.best_hand, mine.gain, staked, ranked, against))
    return tuple(found)


def _played_in(events: Iterable[Event]) -> tuple[dict[str, _Played], str]:
    """Return what each player has played by EVENTS, and the banker, "" if there is none."""
    played: defaultdict[str, _Played] = defaultdict(_Played)
    banker = ""
    for event in events:
        match event:
            case HandResult(player, gain=gain):
                mine = played[player]
                if not event.resigned:
                    mine.best_hand = max(mine.best_hand, hand_rank(event.type, event.total))
                mine.gain += gain
                mine.bet = mine.bet or event.bet  # a split hand begins with the same bet
                mine.stake += event.stake
                mine.won += gain + (-event.shot if gain > 0 else event.shot)
            case BankerResult(player=str(banker)):
                mine = played[banker]
                mine.best_hand = hand_rank(event.type, event.total)
                mine.gain = event.gain
    return played, banker


def _same_people(people: Mapping[str, Person], host_of: Callable[[Person], str]) -> list[list[str]]:
    """Group PEOPLE, by player, who have an account or a host in common."""
    groups: list[tuple[set[str], list[str]]] = []
    for player, person in people.items():
        keys, players = {f"host {host_of(person).lower()}"}, [player]
        if person.account:
            keys.add(f"account {person.account.lower()}")
        others = [group for group in groups if not keys.isdisjoint(group[0])]
        groups = [group for group in groups if group not in others]
        for other_keys, other_players in others:
            keys |= other_keys
            players += other_players
        groups.append((keys, players))
    return [players for _, players in groups]


def with_standing(change: PlayerChange, each: Counted) -> PlayerChange:
    """Return CHANGE with what the round EACH counts came to."""
    won, lost = max(each.ranked, 0), max(-each.ranked, 0)
    ranked = (1 if each.staked else 0, each.staked, won, lost)
    best = (change.won, each.best_hand, max(each.gain, 0), max(-each.gain, 0))
    if each.banker:  # it counts only with as much against others
        standing = Standing(*best, 0, 0, 0, 0, each.banker, *ranked)
    else:
        standing = Standing(*best, *ranked)
    return replace(change, standing=standing)


DRINKS = "drinks"
"""The tally of fingers drunk."""


class DrinkTally(Wallet):
    """Fingers are not owned but drunk: they are tallied in GAME."""

    def __init__(self, game: str) -> None:
        self._game = game

    def stakes(self, _player: Player) -> int:
        """Return 0: nobody needs any to play."""
        return 0

    def change(self, result: PlayerResult, _began: datetime, _coin_minutes: int) -> PlayerChange:
        return PlayerChange(0, result.played, result.won, {DRINKS: -result.chips})

    def balance(self, player: Player) -> int:
        return player.stats_in(self._game).tallies.get(DRINKS, 0)

    def holdings(self, player: Player) -> Mapping[str, int]:
        return {DRINKS: self.balance(player)}


MINUTES = "minutes"
TIME_BANK = "time_bank"
"""The tallies of minutes to gamble with, and of minutes in the time bank."""


class CoinWallet(Wallet):
    """The coins that players of GAME have in their TIME_ACCOUNTS."""

    runs_down = True

    def __init__(self, game: str, time_accounts: TimeAccounts, now: Callable[[], datetime]) -> None:
        self._game = game
        self._time_accounts = time_accounts
        self._now = now

    @property
    def coin_minutes(self) -> int:
        return self._time_accounts.coin_minutes

    def account(self, player: Player) -> Account:
        account = Account.of(player.stats_in(self._game).tallies)
        return self._time_accounts.as_of(account, self._now())

    def stakes(self, player: Player) -> int:
        return self._time_accounts.coins(self.account(player))

    def left_to_stake(self, player: Player, seat: Seat, began: datetime) -> int:
        """Return the coins in the pot of PLAYER; some may have been spent since the round BEGAN."""
        account = Account.of(player.stats_in(self._game).tallies)
        in_play = CoinsInPlay(seat.staked, began)
        return self._time_accounts.coins(self._time_accounts.shown(account, self._now(), in_play))

    def fault(self, player: Player) -> SeatFault | None:
        bars = self._time_accounts.why_not_seat(self.account(player))
        return SeatFault.NO_TURN_LEFT if AccountFault.NO_TURN_LEFT in bars else None

    def change(self, result: PlayerResult, began: datetime, coin_minutes: int) -> PlayerChange:
        """Return the minutes won or lost: they depend on the account when the change is written."""
        return TimeChange(
            0,
            result.played,
            result.won,
            time_accounts=self._time_accounts.at(coin_minutes),
            result=result,
            began=began,
            now=self._now,
        )

    def balance(self, player: Player) -> int:
        return self.account(player).minutes

    def holdings(self, player: Player) -> Mapping[str, int]:
        account = self.account(player)
        banked = self._time_accounts.time_bank(account)
        return {MINUTES: account.minutes, **({} if banked is None else {TIME_BANK: banked})}


class TimeChange(PlayerChange, frozen=True, kw_only=True):
    """What a round that ``began`` then does to an account.

    It is settled when it is written; the last of ``settlements`` says how.
    """

    time_accounts: TimeAccounts
    result: PlayerResult
    began: datetime
    now: Callable[[], datetime]
    settlements: list[Settlement] = field(default_factory=list)

    def tallied(self, before: Tallies) -> Tallies:
        """Return the account after the round; BEFORE is the account before it."""
        account = Account.of(before)
        settlement = self.time_accounts.after_round(account, self.result, self.began, self.now())
        self.settlements.append(settlement)
        return settlement.account.tallies

    @property
    def moved(self) -> Tallies:
        """The minutes, and those put in the time bank; until they are settled, all minutes due."""
        if not self.settlements:
            return {MINUTES: self.time_accounts.due(self.result)}
        settlement = self.settlements[-1]
        banked = {TIME_BANK: settlement.deposited} if settlement.deposited else {}
        return {MINUTES: settlement.credited - settlement.lost, **banked}
