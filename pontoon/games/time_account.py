"""The minutes of Black Jack: players' accounts, days and events (RULES 5, Time, coins, limits)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from enum import Enum, auto

from msgspec import Struct
from msgspec.structs import asdict, replace

from pontoon.engine.errors import Refused
from pontoon.engine.events import PlayerResult
from pontoon.engine.result import MAX_NUMBER
from pontoon.games.blackjack import LAST_COIN, BlackJack, BlackJackRules

MINUTE = timedelta(minutes=1)
_CENTURY = 100 * 365 * 24 * 60
_MIDNIGHT = (time(),)


class EventCalendar:
    """The days of a ZONE, and EVENTS at the same times of each day, at least one.

    If the clocks go forward past a time, it counts as if they had not. If a time comes twice, the
    first one counts.

    >>> calendar = EventCalendar([time(3)], UTC)
    >>> noon = datetime(2026, 5, 1, 12, tzinfo=UTC)
    >>> calendar.day_of(noon), calendar.minutes_to_event(noon)
    (20260501, 900)
    """

    def __init__(self, events: Sequence[time], zone: tzinfo) -> None:
        self._events = events
        self._zone = zone

    def day_of(self, now: datetime) -> int:
        """Return the date of NOW as a number such as 20041231."""
        return _number(self._date_of(now))

    def has_turned(self, day: int, now: datetime) -> bool:
        """Tell whether another day than DAY, a number such as 20041231, has begun by NOW.

        No day begins twice: if NOW is still the day before DAY, the clocks were put back over
        midnight. A DAY farther ahead comes from a clock that was wrong.
        """
        today = self._date_of(now)
        return day not in (_number(today), _number(today + timedelta(1)))

    def next_day(self, now: datetime) -> datetime:
        return self._next(_MIDNIGHT, now)

    def next_event(self, now: datetime) -> datetime:
        """Return when the next event is, strictly later than NOW."""
        return self._next(self._events, now)

    def minutes_to_event(self, now: datetime) -> int:
        return (self.next_event(now) - now) // MINUTE

    def _next(self, times: Sequence[time], now: datetime) -> datetime:
        today = self._date_of(now)
        # A time that the clocks passed over late yesterday comes today. If the clocks were put
        # back over midnight, midnight has come already.
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


class Account(Struct, frozen=True):
    """The account of one player, all of it in minutes but ``turns`` and ``day``.

    ``day`` is a number such as 20041231, 0 before the first. ``turns`` are the rounds played on
    that day, ``gained`` and ``lost`` the minutes in them. ``deposited`` is the part of the time
    bank that the player has deposited by hand.
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
        """Return the account in TALLIES, by name. A name that is missing counts 0."""
        return cls(*(tallies.get(name, 0) for name in BlackJack.tallies))

    @property
    def tallies(self) -> Mapping[str, int]:
        return asdict(self)


class CoinsInPlay(Struct, frozen=True):
    """The coins that a player has staked in a running round, and when the round ``began``."""

    coins: int
    began: datetime


class Statement(Struct, frozen=True):
    """How the day of a player went. ``time_bank`` is None where there is none."""

    day: int
    turns: int
    gained: int
    lost: int
    minutes: int
    time_bank: int | None


class Settlement(Struct, frozen=True):
    """What a round did to an account: minutes lost, and minutes won.

    Minutes that were won are ``credited``, ``deposited`` in the time bank or ``trimmed``. There is
    a ``statement`` if the round was the last turn of the day.
    """

    account: Account
    lost: int
    credited: int
    deposited: int
    trimmed: int
    statement: Statement | None


class TimeSheet(Struct, frozen=True):
    """All about the time of a player. ``time_bank`` is None where there is none."""

    minutes: int
    coins: int
    time_bank: int | None
    turns_left: int
    next_event: datetime
    """In the time zone of the channel."""
    minutes_to_event: int


class AccountFault(Enum):
    """Why the player of an account cannot be seated."""

    TOO_FEW_COINS = auto()
    NO_TURN_LEFT = auto()


class TransferFault(Enum):
    """Why minutes cannot be moved to the time bank or from it; the limit is how many can be."""

    NO_TIME_BANK = auto()
    """There is none in this channel."""
    NOTHING = auto()
    """Less than a minute was to be moved."""
    TOO_FEW_MINUTES = auto()
    TOO_FEW_BANKED = auto()
    PAST_EVENT = auto()
    """The minutes held would go past the next event."""
    BANK_FULL = auto()
    """The time bank would have more minutes than it can hold."""


class TimeAccounts:
    """Works out accounts by the RULES of a channel. An account itself never changes.

    The account of a player without a seat is taken as it stands now (``as_of``). The day of a
    seated player turns after settling: until then it is the day on which the round began.
    """

    def __init__(self, rules: BlackJackRules) -> None:
        self.rules = rules
        self.calendar = EventCalendar(rules.events, rules.time_zone)

    @property
    def coin_minutes(self) -> int:
        return self.rules.coin_minutes

    def at(self, coin_minutes: int) -> "TimeAccounts":
        """Return time accounts by the same rules, but with a coin worth COIN_MINUTES."""
        return TimeAccounts(replace(self.rules, coin_minutes=coin_minutes))

    def as_of(self, account: Account, now: datetime) -> Account:
        """Return ACCOUNT as it stands NOW: a new day raises the minutes, and starts new counts.

        Minutes deposited by hand count as still held, so that a deposit each evening does not
        bring more minutes.
        """
        if not self.calendar.has_turned(account.day, now):
            return account
        still_held = min(account.deposited, self.time_bank(account) or 0)
        return Account(
            max(account.minutes, self.rules.minutes_per_day - still_held),
            account.time_bank,
            day=self.calendar.day_of(now),
            deposited=account.deposited,
        )

    def coins(self, account: Account) -> int:
        """Return the pot: the whole coins in the minutes remaining."""
        return account.minutes // self.rules.coin_minutes

    def turns_left(self, account: Account) -> int:
        return max(0, self.rules.turns_per_day - account.turns)

    def why_not_seat(self, account: Account) -> tuple[AccountFault, ...]:
        """Return all reasons against a seat, which needs 2 coins and a turn left."""
        few_coins = (AccountFault.TOO_FEW_COINS,) if self.coins(account) <= LAST_COIN else ()
        no_turn = () if self.turns_left(account) else (AccountFault.NO_TURN_LEFT,)
        return few_coins + no_turn

    def shown(self, account: Account, now: datetime, in_play: CoinsInPlay | None = None) -> Account:
        """Return ACCOUNT as its player sees it NOW, with coins IN_PLAY or without."""
        if in_play is None:
            return self.as_of(account, now)
        return self.less_stake(self.as_of(account, in_play.began), in_play.coins)

    def time_bank(self, account: Account) -> int | None:
        """Return the minutes in the time bank; None if the channel has none."""
        return account.time_bank if self.rules.time_bank else None

    def less_stake(self, account: Account, coins: int) -> Account:
        return replace(account, minutes=max(0, account.minutes - self._worth(coins)))

    def after_round(
        self, account: Account, result: PlayerResult, began: datetime, now: datetime
    ) -> Settlement:
        """Settle RESULT in ACCOUNT. The round counts for the day on which it BEGAN.

        A returned wager comes back whole. Winnings are credited up to the next event; the rest is
        deposited in the time bank, or trimmed without one, or if that is full.
        """
        account = self.as_of(account, began)
        lost = min(self._worth(result.losses), account.minutes)
        won = self._worth(result.chips + result.losses)
        credited = min(won, self._room(account.minutes - lost, now))
        deposited = min(won - credited, _room_in_bank(account)) if self.rules.time_bank else 0
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

    def due(self, result: PlayerResult) -> int:
        """Return the minutes that RESULT brings; negative for a loss."""
        return self._worth(result.chips)

    def statement(self, account: Account) -> Statement:
        day = account.day, account.turns, account.gained, account.lost
        return Statement(*day, account.minutes, self.time_bank(account))

    def time_sheet(self, account: Account, now: datetime) -> TimeSheet:
        return TimeSheet(
            account.minutes,
            self.coins(account),
            self.time_bank(account),
            self.turns_left(account),
            self.calendar.next_event(now).astimezone(self.rules.time_zone),
            self.calendar.minutes_to_event(now),
        )

    def deposit(self, account: Account, minutes: int) -> Account:
        """Move MINUTES to the time bank; Refused if ACCOUNT does not have them."""
        most = min(account.minutes, _room_in_bank(account))
        self._check(minutes, account.minutes, TransferFault.TOO_FEW_MINUTES, most)
        self._check(minutes, most, TransferFault.BANK_FULL, most)
        return _transferred(account, -minutes)

    def withdraw(self, account: Account, minutes: int, now: datetime) -> Account:
        """Move MINUTES from the time bank, never past the next event; or Refused."""
        room = self._room(account.minutes, now)
        most = min(account.time_bank, room)
        self._check(minutes, account.time_bank, TransferFault.TOO_FEW_BANKED, most)
        self._check(minutes, room, TransferFault.PAST_EVENT, most)
        return _transferred(account, minutes)

    def _check(self, minutes: int, limit: int, why: TransferFault, most: int) -> None:
        """Refuse to move MINUTES without a time bank, if they are below 1, or above LIMIT."""
        if not self.rules.time_bank:
            raise Refused(TransferFault.NO_TIME_BANK, 0)
        if minutes < 1:
            raise Refused(TransferFault.NOTHING, most)
        if minutes > limit:
            raise Refused(why, most)

    def _room(self, held: int, now: datetime) -> int:
        return max(0, self.calendar.minutes_to_event(now) - held)

    def _worth(self, coins: int) -> int:
        return coins * self.rules.coin_minutes

    def has_voice(self, account: Account, staked: int = 0) -> bool:
        return self._free(account, staked) > 0

    def runs_out(self, account: Account, since: datetime, staked: int = 0) -> datetime:
        """Return when a player in the channel SINCE then has used up the minutes of this day.

        That is in a hundred years at the latest.
        """
        return since.astimezone(UTC) + min(self._free(account, staked), _CENTURY) * MINUTE

    def after_speech(self, account: Account, minutes: int, staked: int = 0) -> Account:
        """Return ACCOUNT after this many MINUTES in the channel. Coins STAKED do not run down."""
        spent = min(minutes, self._free(account, staked))
        return replace(account, minutes=account.minutes - spent)

    def after_presence(
        self, account: Account, since: datetime, until: datetime
    ) -> tuple[Account, datetime]:
        """Return the account at UNTIL of a player in the channel SINCE then, not seated.

        Only whole minutes count, each for the day in which it ends. The second value is the moment
        from which to count on.
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


def _room_in_bank(account: Account) -> int:
    return MAX_NUMBER - account.time_bank


def _transferred(account: Account, minutes: int) -> Account:
    """Return ACCOUNT with MINUTES moved from the time bank, or to it if negative.

    Minutes that were deposited by hand come out first.
    """
    return replace(
        account,
        minutes=account.minutes + minutes,
        time_bank=account.time_bank - minutes,
        deposited=max(0, account.deposited - minutes),
    )
