"""The minutes of Black Jack: each player's account, and the events that raise it (RULES 5)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import Enum, auto

from pontoon.engine.errors import Refused
from pontoon.engine.events import CoinResult
from pontoon.games.blackjack import LAST_COIN, BlackJack, BlackJackRules

MINUTE = timedelta(minutes=1)
_MIDNIGHT = (time(),)


class EventCalendar:
    """The days of a ZONE, and EVENTS at the same times of each day, at least one.

    A time that the clocks pass over is counted on from the change, as if they had not been put
    forward; a time that comes twice means the first of both.
    """

    def __init__(self, events: Sequence[time], zone: tzinfo) -> None:
        self._events = events
        self._zone = zone

    def day_of(self, now: datetime) -> int:
        """Return the date of NOW as a number such as 20041231."""
        return _number(self._date_of(now))

    def has_turned(self, day: int, now: datetime) -> bool:
        """Tell whether another day than DAY, a number such as 20041231, has begun by NOW.

        That it is still the day before is the clocks being put back over midnight: no day begins
        twice. A DAY farther ahead comes from a clock that was wrong.
        """
        today = self._date_of(now)
        return day not in (_number(today), _number(today + timedelta(1)))

    def next_day(self, now: datetime) -> datetime:
        """Return when the next day begins."""
        return self._next(_MIDNIGHT, now)

    def next_event(self, now: datetime) -> datetime:
        """Return when the next event is, which is later than NOW."""
        return self._next(self._events, now)

    def minutes_to_event(self, now: datetime) -> int:
        """Return how many whole minutes there are to the next event."""
        return (self.next_event(now) - now) // MINUTE

    def _next(self, times: Sequence[time], now: datetime) -> datetime:
        today = self._date_of(now)
        # Yesterday's last times may have been passed over and come today. Midnight may have come
        # already where the clocks were put back over it.
        moments = (
            datetime.combine(today + timedelta(days), each, self._zone).astimezone(UTC)
            for days in range(-1, 3)
            for each in times
        )
        return min(moment for moment in moments if moment > now)

    def _date_of(self, now: datetime) -> date:
        return now.astimezone(self._zone).date()


def _number(day: date) -> int:
    return int(day.strftime("%Y%m%d"))


@dataclass(frozen=True, slots=True)
class Account:
    """What is kept of one player, all of it in minutes but ``turns`` and ``day``.

    ``day`` is a number such as 20041231, 0 before the first; ``turns``, the rounds played, and what
    was ``gained`` and ``lost`` in them are those of that day. ``deposited`` is what of the time
    bank the player has put there by hand.
    """

    minutes: int = 0
    time_bank: int = 0
    turns: int = 0
    day: int = 0
    gained: int = 0
    lost: int = 0
    deposited: int = 0

    @classmethod
    def of(cls, tallies: Mapping[str, int]) -> "Account":
        """Return the account kept in TALLIES, by name; what is not there is 0."""
        return cls(*(tallies.get(name, 0) for name in BlackJack.tallies))

    @property
    def tallies(self) -> Mapping[str, int]:
        """The account as the whole numbers that are kept of it, by name."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class CoinsInPlay:
    """So many coins that somebody has staked in a round that ``began`` then and is still played."""

    coins: int
    began: datetime


@dataclass(frozen=True, slots=True)
class Statement:
    """How a player's day went: rounds played, minutes gained and lost in them, and those left."""

    day: int
    turns: int
    gained: int
    lost: int
    minutes: int
    time_bank: int | None
    """None where there is none."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a round did to an account: minutes lost, and where those that were won have gone.

    They were ``credited`` as minutes, ``deposited`` in the time bank or ``trimmed``. There is a
    ``statement`` where the round was the last turn of the day.
    """

    account: Account
    lost: int
    credited: int
    deposited: int
    trimmed: int
    statement: Statement | None


@dataclass(frozen=True, slots=True)
class TimeSheet:
    """All that a player may want to know of their time."""

    minutes: int
    coins: int
    time_bank: int | None
    """None where there is none."""
    turns_left: int
    next_event: datetime
    """In the time zone of the channel."""
    minutes_to_event: int


class AccountFault(Enum):
    """Why an account does not do for a seat."""

    TOO_FEW_COINS = auto()
    NO_TURN_LEFT = auto()


class TransferFault(Enum):
    """Why minutes cannot be moved to the time bank or from it."""

    NO_TIME_BANK = auto()
    """There is none in this channel."""
    NOTHING = auto()
    """Less than a minute was to be moved."""
    TOO_FEW_MINUTES = auto()
    TOO_FEW_BANKED = auto()
    PAST_EVENT = auto()
    """There would be minutes left when the next event comes."""


class TransferRefused(Refused):
    """Minutes that cannot be moved; ``most`` is how many could be."""

    def __init__(self, why: TransferFault, most: int) -> None:
        super().__init__(why, most)
        self.why = why
        self.most = most


class TimeAccounts:
    """Keeps accounts by the RULES of a channel; an account itself never changes.

    Who is not seated has an account as it stands now (``as_of``). A seated player's day turns after
    settling, and until then the account is the one with which the round was begun.
    """

    def __init__(self, rules: BlackJackRules) -> None:
        self._rules = rules
        self.calendar = EventCalendar(rules.events, rules.time_zone)

    @property
    def coin_minutes(self) -> int:
        """What a coin is worth."""
        return self._rules.coin_minutes

    def at(self, coin_minutes: int) -> "TimeAccounts":
        """Return books in which a coin is worth so many minutes, and all else is as in these."""
        return TimeAccounts(replace(self._rules, coin_minutes=coin_minutes))

    def as_of(self, account: Account, now: datetime) -> Account:
        """Return ACCOUNT as it stands NOW: a new day raises the minutes, and counts anew.

        Minutes deposited by hand count as still held until they are withdrawn: who puts them by
        each evening is given no more than who does not.
        """
        if not self.calendar.has_turned(account.day, now):
            return account
        still_held = min(account.deposited, self.time_bank(account) or 0)
        return Account(
            max(account.minutes, self._rules.minutes_per_day - still_held),
            account.time_bank,
            day=self.calendar.day_of(now),
            deposited=account.deposited,
        )

    def coins(self, account: Account) -> int:
        """Return the pot: the whole coins in the minutes remaining."""
        return account.minutes // self._rules.coin_minutes

    def turns_left(self, account: Account) -> int:
        """Return how many rounds may still be played on the day of ACCOUNT."""
        return max(0, self._rules.turns_per_day - account.turns)

    def why_not_seat(self, account: Account) -> tuple[AccountFault, ...]:
        """Return all that stands against a seat, for which 2 coins and a turn are needed."""
        bars = {
            AccountFault.TOO_FEW_COINS: self.coins(account) <= LAST_COIN,
            AccountFault.NO_TURN_LEFT: not self.turns_left(account),
        }
        return tuple(why_not for why_not, stands in bars.items() if stands)

    def shown(self, account: Account, now: datetime, in_play: CoinsInPlay | None = None) -> Account:
        """Return ACCOUNT as its player sees it NOW, who may have coins IN_PLAY."""
        if in_play is None:
            return self.as_of(account, now)
        return self.less_stake(self.as_of(account, in_play.began), in_play.coins)

    def time_bank(self, account: Account) -> int | None:
        """Return the minutes in the time bank; None where there is none."""
        return account.time_bank if self._rules.time_bank else None

    # Rounds

    def less_stake(self, account: Account, coins: int) -> Account:
        """Return ACCOUNT while so many COINS are staked: they have left the pot."""
        return replace(account, minutes=max(0, account.minutes - self._worth(coins)))

    def after_round(
        self, account: Account, result: CoinResult, began: datetime, now: datetime
    ) -> Settlement:
        """Settle a round that BEGAN then, and counts for that day, in the ACCOUNT of its player.

        A returned wager comes back whole. Winnings are credited up to the next event; what would be
        past it goes into the time bank, or is trimmed where there is none.
        """
        account = self.as_of(account, began)
        lost = min(self._worth(result.losses), account.minutes)
        won = self._worth(result.winnings)
        credited = min(won, self._room(account.minutes - lost, now))
        deposited = won - credited if self._rules.time_bank else 0
        account = replace(
            account,
            minutes=account.minutes - lost + credited,
            time_bank=account.time_bank + deposited,
            turns=account.turns + result.played,
            gained=account.gained + credited + deposited,
            lost=account.lost + lost,
        )
        was_last = not self.turns_left(account)
        return Settlement(
            account=self.as_of(account, now),
            lost=lost,
            credited=credited,
            deposited=deposited,
            trimmed=won - credited - deposited,
            statement=self.statement(account) if was_last else None,
        )

    def due(self, result: CoinResult) -> int:
        """Return the minutes that are won, or lost if negative, by RESULT."""
        return self._worth(result.chips)

    def statement(self, account: Account) -> Statement:
        """Return how the day of ACCOUNT went."""
        day = account.day, account.turns, account.gained, account.lost
        return Statement(*day, account.minutes, self.time_bank(account))

    def time_sheet(self, account: Account, now: datetime) -> TimeSheet:
        """Return all that a player may want to know of their time."""
        return TimeSheet(
            account.minutes,
            self.coins(account),
            self.time_bank(account),
            self.turns_left(account),
            self.calendar.next_event(now).astimezone(self._rules.time_zone),
            self.calendar.minutes_to_event(now),
        )

    # The time bank

    def deposit(self, account: Account, minutes: int) -> Account:
        """Move MINUTES to the time bank; TransferRefused where they are not there."""
        self._check(minutes, account.minutes, TransferFault.TOO_FEW_MINUTES, account.minutes)
        return _moved(account, -minutes)

    def withdraw(self, account: Account, minutes: int, now: datetime) -> Account:
        """Take MINUTES from the time bank, but never past the next event.

        TransferRefused where they are not there, or would be too many.
        """
        room = self._room(account.minutes, now)
        most = min(account.time_bank, room)
        self._check(minutes, account.time_bank, TransferFault.TOO_FEW_BANKED, most)
        self._check(minutes, room, TransferFault.PAST_EVENT, most)
        return _moved(account, minutes)

    def _check(self, minutes: int, limit: int, why: TransferFault, most: int) -> None:
        """Refuse to move MINUTES if there is no time bank, they are none, or beyond LIMIT."""
        if not self._rules.time_bank:
            raise TransferRefused(TransferFault.NO_TIME_BANK, 0)
        if minutes < 1:
            raise TransferRefused(TransferFault.NOTHING, most)
        if minutes > limit:
            raise TransferRefused(why, most)

    def _room(self, held: int, now: datetime) -> int:
        """Return how many minutes may be added to those HELD before they reach the next event."""
        return max(0, self.calendar.minutes_to_event(now) - held)

    def _worth(self, coins: int) -> int:
        return coins * self._rules.coin_minutes

    # Minutes of speech, where voice = yes

    def has_voice(self, account: Account, staked: int = 0) -> bool:
        """Tell whether there are minutes left to speak in, apart from the coins STAKED."""
        return self._free(account, staked) > 0

    def runs_out(self, account: Account, since: datetime, staked: int = 0) -> datetime:
        """Return when somebody in the channel SINCE then has no minutes left to speak in.

        A new day, if one begins before, raises them first.
        """
        return since.astimezone(UTC) + self._free(account, staked) * MINUTE

    def after_speech(self, account: Account, minutes: int, staked: int = 0) -> Account:
        """Return ACCOUNT after so many MINUTES in the channel; what is STAKED is kept."""
        spent = min(minutes, self._free(account, staked))
        return replace(account, minutes=account.minutes - spent)

    def after_presence(
        self, account: Account, since: datetime, until: datetime
    ) -> tuple[Account, datetime]:
        """Return the account at UNTIL of somebody not seated, in the channel SINCE then.

        Only whole minutes are counted, each for the day in which it ends; the moment returned is
        the one from which to count on.
        """
        since = since.astimezone(UTC)
        while since + MINUTE <= until:
            account = self.as_of(account, since)
            spent = (min(until, self.calendar.next_day(since)) - since) // MINUTE
            if spent == 0:
                account, spent = self.as_of(account, since + MINUTE), 1
            account = self.after_speech(account, spent)
            since += spent * MINUTE
        return self.as_of(account, until), since

    def _free(self, account: Account, staked: int) -> int:
        return max(0, account.minutes - self._worth(staked))


def _moved(account: Account, minutes: int) -> Account:
    """Return ACCOUNT with so many MINUTES moved out of the time bank, or into it if negative.

    Those that were deposited by hand are the first to come out.
    """
    return replace(
        account,
        minutes=account.minutes + minutes,
        time_bank=account.time_bank - minutes,
        deposited=max(0, account.deposited - minutes),
    )
