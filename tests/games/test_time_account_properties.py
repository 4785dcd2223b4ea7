"""What holds for any account, any round and any moment: where minutes come from and go."""

from contextlib import suppress
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pontoon.engine.errors import Refused
from pontoon.engine.events import PlayerResult
from pontoon.games.blackjack import BlackJackRules
from pontoon.games.time_account import Account, TimeAccounts

SMALL = st.integers(0, 200)
MINUTES = st.one_of(SMALL, st.integers(0, 10**6))
MOMENTS = st.datetimes(datetime(2025, 3, 28), datetime(2025, 4, 2), timezones=st.just(UTC))
"""About the day on which clocks are put forward in Berlin."""
SECONDS = st.integers(1, 90).map(lambda each: timedelta(seconds=each))
NEAR_MIDNIGHT = SECONDS.map(lambda before: datetime(2025, 3, 31, tzinfo=UTC) - before)

ACCOUNTS = st.builds(
    Account,
    minutes=MINUTES,
    time_bank=MINUTES,
    turns=st.integers(0, 25),
    day=st.sampled_from((0, 20250327, 20250330, 20250401, 20991231)),
    gained=SMALL,
    lost=SMALL,
    deposited=MINUTES,
)
BOOKS = st.builds(
    lambda *numbers: TimeAccounts(BlackJackRules(6, (60, 75), 10, 2, *numbers)),
    st.integers(1, 1440),  # minutes_per_day
    st.integers(1, 30),  # coin_minutes
    st.integers(1, 20),  # turns_per_day
    st.lists(st.times(), min_size=1, max_size=4).map(tuple[time, ...]),
    st.sampled_from((UTC, ZoneInfo("Europe/Berlin"))),
    st.booleans(),  # time_bank
)
RESULTS = st.builds(
    lambda winnings, losses, played: PlayerResult(
        "dave", winnings - losses, played, int(winnings > 0), losses
    ),
    SMALL,
    SMALL,
    st.integers(0, 1),
)
AMOUNTS = st.one_of(st.integers(-5, 250), st.integers(-(10**7), 10**7))


def all_of(account: Account) -> int:
    """Return all the minutes in an account."""
    return account.minutes + account.time_bank


def is_sound(account: Account) -> bool:
    """Tell whether no number of an account is below 0."""
    return min(account.tallies.values()) >= 0


@given(time_accounts=BOOKS, account=ACCOUNTS, now=MOMENTS)
def test_a_day_makes_no_more_minutes_than_it_raises(
    time_accounts: TimeAccounts, account: Account, now: datetime
) -> None:
    after = time_accounts.as_of(account, now)
    assert is_sound(after)
    assert after.time_bank == account.time_bank
    raised = after.minutes - account.minutes
    assert raised >= 0
    still_held = min(account.deposited, account.time_bank) if time_accounts.rules.time_bank else 0
    raised_to = time_accounts.rules.minutes_per_day - still_held
    assert after.minutes == max(account.minutes, raised_to) or after.day == account.day
    assert after.deposited == account.deposited
    assert raised == 0 or after.day != account.day
    assert time_accounts.as_of(after, now) is after


@given(time_accounts=BOOKS, account=ACCOUNTS, result=RESULTS, now=MOMENTS)
def test_a_round_makes_and_takes_no_more_minutes_than_were_won_and_lost(
    time_accounts: TimeAccounts, account: Account, result: PlayerResult, now: datetime
) -> None:
    account = time_accounts.as_of(account, now)
    settlement = time_accounts.after_round(account, result, now, now)
    after, worth = settlement.account, time_accounts.rules.coin_minutes
    assert is_sound(after)
    shares = settlement.credited, settlement.deposited, settlement.trimmed
    assert min(shares) >= 0
    assert sum(shares) == (result.chips + result.losses) * worth
    assert settlement.lost == min(account.minutes, result.losses * worth)
    change = settlement.credited + settlement.deposited - settlement.lost
    assert all_of(after) == all_of(account) + change
    assert after.turns == account.turns + result.played
    assert after.gained - account.gained == settlement.credited + settlement.deposited


@given(time_accounts=BOOKS, account=ACCOUNTS, result=RESULTS, now=MOMENTS)
def test_trimming_only_ever_trims_winnings_past_the_next_event(
    time_accounts: TimeAccounts, account: Account, result: PlayerResult, now: datetime
) -> None:
    account = time_accounts.as_of(account, now)
    settlement = time_accounts.after_round(account, result, now, now)
    assert settlement.account.minutes >= account.minutes - settlement.lost
    assert not (settlement.trimmed and settlement.deposited)
    assert not (settlement.trimmed and time_accounts.rules.time_bank)
    to_event = time_accounts.calendar.minutes_to_event(now)
    if settlement.trimmed or settlement.deposited:
        assert settlement.account.minutes >= to_event
    if settlement.credited:
        assert settlement.account.minutes <= to_event


@given(
    time_accounts=BOOKS,
    account=ACCOUNTS,
    result=RESULTS,
    began=MOMENTS,
    lasted=st.timedeltas(timedelta(0), timedelta(days=2)),
)
def test_a_round_over_midnight_is_settled_on_its_day_and_then_that_turns(
    time_accounts: TimeAccounts,
    account: Account,
    result: PlayerResult,
    began: datetime,
    lasted: timedelta,
) -> None:
    now = began + lasted
    at_start = time_accounts.as_of(account, began)
    settlement = time_accounts.after_round(account, result, began, now)
    assert settlement.account == time_accounts.as_of(settlement.account, now)
    played = at_start.turns + result.played
    assert bool(settlement.statement) == (played >= time_accounts.rules.turns_per_day)
    if settlement.statement:
        assert settlement.statement.day == at_start.day
        assert settlement.statement.turns == played
    if settlement.account.day == at_start.day:
        assert settlement.account.turns == played
    else:
        assert settlement.account.turns == 0
        held = settlement.account.minutes + settlement.account.deposited
        assert held >= time_accounts.rules.minutes_per_day


@given(
    time_accounts=BOOKS,
    begun=ACCOUNTS,
    acts=st.lists(st.tuples(st.integers(0, 4), st.integers(1, 90)), max_size=30),
)
def test_nobody_gains_minutes_by_moving_them_into_the_time_bank_and_back(
    time_accounts: TimeAccounts, begun: Account, acts: list[tuple[int, int]]
) -> None:
    """Compared with somebody who wins, spends and sleeps as much, but never moves any."""
    now = datetime(2025, 6, 1, 12, tzinfo=UTC)
    begun = replace(begun, deposited=0)
    mover, other = time_accounts.as_of(begun, now), time_accounts.as_of(begun, now)
    for act, amount in acts:
        match act:
            case 0:
                with suppress(Refused):
                    mover = time_accounts.deposit(mover, amount)
            case 1:
                with suppress(Refused):
                    mover = time_accounts.withdraw(mover, amount, now)
            case 2:
                spent = min(amount, mover.minutes, other.minutes)
                mover = time_accounts.after_speech(mover, spent)
                other = time_accounts.after_speech(other, spent)
            case 3:
                won = PlayerResult("dave", amount, 1, 1)
                mover = time_accounts.after_round(mover, won, now, now).account
                other = time_accounts.after_round(other, won, now, now).account
            case 4:
                now += timedelta(days=1)
        mover, other = time_accounts.as_of(mover, now), time_accounts.as_of(other, now)
        if time_accounts.rules.time_bank:
            assert all_of(mover) <= all_of(other)
        else:
            assert mover == other


@given(time_accounts=BOOKS, account=ACCOUNTS, amounts=st.lists(AMOUNTS, max_size=8), now=MOMENTS)
def test_deposits_and_withdrawals_conserve_minutes_and_never_go_past_the_next_event(
    time_accounts: TimeAccounts, account: Account, amounts: list[int], now: datetime
) -> None:
    to_event = time_accounts.calendar.minutes_to_event(now)
    for index, amount in enumerate(amounts):
        before = account
        with suppress(Refused):
            if index % 2:
                account = time_accounts.deposit(account, amount)
                assert account.minutes < before.minutes
            else:
                account = time_accounts.withdraw(account, amount, now)
                assert before.minutes < account.minutes <= to_event
        assert is_sound(account)
        assert all_of(account) == all_of(before)


@given(time_accounts=BOOKS, account=ACCOUNTS, minutes=AMOUNTS, now=MOMENTS)
def test_what_a_refusal_says_is_possible_is_possible_and_one_more_is_not(
    time_accounts: TimeAccounts, account: Account, minutes: int, now: datetime
) -> None:
    try:
        time_accounts.withdraw(account, minutes, now)
    except Refused as refused:
        most = refused.limit
        assert not 1 <= minutes <= most
        if most:
            assert time_accounts.withdraw(account, most, now)
        with pytest.raises(Refused) as again:
            time_accounts.withdraw(account, most + 1, now)
        assert again.value.limit == most


@given(time_accounts=BOOKS, account=ACCOUNTS, coins=SMALL, minutes=SMALL)
def test_speech_never_touches_what_is_staked(
    time_accounts: TimeAccounts, account: Account, coins: int, minutes: int
) -> None:
    after = time_accounts.after_speech(account, minutes, coins)
    worth = coins * time_accounts.rules.coin_minutes
    assert is_sound(after)
    assert account.minutes - minutes <= after.minutes <= account.minutes
    assert after.minutes >= min(account.minutes, worth)
    assert all_of(after) - after.minutes == account.time_bank


@given(
    time_accounts=BOOKS,
    account=ACCOUNTS,
    since=st.one_of(NEAR_MIDNIGHT, MOMENTS),
    parts=st.one_of(
        st.lists(SECONDS, min_size=2, max_size=6),
        st.lists(st.timedeltas(timedelta(0), timedelta(hours=30)), max_size=4),
    ),
)
def test_presence_may_be_counted_in_one_or_in_parts(
    time_accounts: TimeAccounts, account: Account, since: datetime, parts: list[timedelta]
) -> None:
    until = since + sum(parts, timedelta(0))
    account = time_accounts.as_of(account, since)
    whole = time_accounts.after_presence(account, since, until)
    counted, now = since, since
    for part in parts:
        now += part
        account, counted = time_accounts.after_presence(account, counted, now)
        assert is_sound(account)
        assert timedelta(0) <= now - counted < timedelta(minutes=1)
    assert (account, counted) == whole
