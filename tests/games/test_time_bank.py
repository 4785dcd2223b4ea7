"""The time bank of Black Jack For Time: what may be moved into it and out of it."""

import pytest
from msgspec.structs import replace

from pontoon.engine.errors import Refused
from pontoon.engine.result import MAX_NUMBER
from pontoon.games.time_account import Account, TimeAccounts, TransferFault
from tests.support.time_accounts import TODAY, at, dave, ended, time_accounts

NOON = at("12:00")


def move(
    time_accounts: TimeAccounts, account: Account, word: str, minutes: int, clock: str
) -> Account:
    """Deposit or withdraw minutes, as WORD says."""
    if word == "deposit":
        return time_accounts.deposit(account, minutes)
    return time_accounts.withdraw(account, minutes, at(clock))


def refusal(
    time_accounts: TimeAccounts, account: Account, word: str, minutes: int, clock: str
) -> Refused:
    """Return why minutes cannot be moved."""
    with pytest.raises(Refused) as refused:
        move(time_accounts, account, word, minutes, clock)
    return refused.value


def test_deposit_moves_minutes_into_the_time_bank() -> None:
    for minutes in [1, 5, 59, 60]:
        account = time_accounts().deposit(dave(time_bank=3, turns=2, gained=4, lost=5), minutes)
        assert account == dave(
            minutes=60 - minutes,
            time_bank=3 + minutes,
            turns=2,
            gained=4,
            lost=5,
            deposited=minutes,
        )


def test_withdraw_moves_minutes_out_of_the_time_bank() -> None:
    for minutes in [1, 5, 20]:
        account = time_accounts().withdraw(dave(time_bank=20, turns=2), minutes, NOON)
        assert account == dave(minutes=60 + minutes, time_bank=20 - minutes, turns=2)


# What was deposited counts as still held


def days(account: Account, number: int, deposit: int = 0, **rules: bool) -> Account:
    """Return ACCOUNT so many days later, on each of which up to DEPOSIT minutes were moved."""
    by = time_accounts(**rules)
    for day in range(16, 16 + number):
        if deposit and account.minutes:
            account = by.deposit(account, min(deposit, account.minutes))
        account = by.as_of(account, at("00:00", day=day))
    return account


def test_a_deposit_each_evening_brings_no_free_minutes() -> None:
    for deposit in [1, 30, 59, 60]:
        account = days(dave(), 10, deposit)
        assert account.minutes + account.time_bank == 60


def test_nor_does_it_where_a_minute_is_spent_each_day() -> None:
    """Though minutes are raised every day, by what was spent."""
    for deposit in [1, 30, 58]:
        account = dave()
        for day in range(1, 11):
            account = replace(account, minutes=account.minutes - 1)
            account = days(replace(account, day=TODAY), 1, deposit)
            assert account.minutes + account.time_bank == 60, day


def test_minutes_are_raised_to_what_is_missing_with_those_deposited() -> None:
    account = days(dave(minutes=10, time_bank=27, deposited=20), 1)
    assert (account.minutes, account.time_bank, account.deposited) == (40, 27, 20)


def test_what_is_withdrawn_again_counts_once() -> None:
    for withdrawn, deposited, raised in [(5, 15, 45), (20, 0, 60), (27, 0, 60)]:
        account = time_accounts().withdraw(
            dave(minutes=10, time_bank=27, deposited=20), withdrawn, NOON
        )
        assert account.deposited == deposited
        assert days(replace(account, minutes=0), 1).minutes == raised


def test_what_a_round_has_put_into_the_time_bank_is_not_held() -> None:
    """It was won, and not deposited by hand."""
    account = time_accounts().after_round(dave(), ended(30), at("02:00"), at("02:00")).account
    assert (account.time_bank, account.deposited) == (30, 0)
    assert days(replace(account, minutes=0), 1).minutes == 60


def test_no_more_is_held_than_there_is_in_the_time_bank() -> None:
    """Somebody has edited it by hand."""
    assert days(dave(minutes=0, time_bank=5, deposited=20), 1).minutes == 55


def test_where_there_is_no_time_bank_any_more_nothing_in_it_is_held() -> None:
    account = dave(minutes=0, time_bank=20, deposited=20)
    assert days(account, 1, time_bank=False).minutes == 60


def test_a_withdrawal_is_never_past_the_next_event() -> None:
    for clock, most in [("01:40", 20), ("01:41", 19), ("01:59", 1), ("01:40:01", 19)]:
        account = dave(time_bank=100)
        withdrawn = time_accounts().withdraw(account, most, at(clock))
        assert (withdrawn.minutes, withdrawn.time_bank) == (60 + most, 100 - most)
        refused = refusal(time_accounts(), account, "withdraw", most + 1, clock)
        assert (refused.reason, refused.limit) == (TransferFault.PAST_EVENT, most)


def test_nothing_is_withdrawn_where_the_minutes_held_reach_the_event() -> None:
    for clock in ["02:00", "02:30", "02:59"]:
        refused = refusal(time_accounts(), dave(time_bank=100), "withdraw", 1, clock)
        assert (refused.reason, refused.limit) == (TransferFault.PAST_EVENT, 0)


def test_at_an_event_the_next_one_counts() -> None:
    assert time_accounts().withdraw(dave(time_bank=100), 100, at("03:00")).minutes == 160


def test_more_than_there_is_cannot_be_deposited() -> None:
    for minutes in [61, 62, 10**30]:
        refused = refusal(time_accounts(), dave(time_bank=100), "deposit", minutes, "12:00")
        assert (refused.reason, refused.limit) == (TransferFault.TOO_FEW_MINUTES, 60)


def test_more_than_is_banked_cannot_be_withdrawn() -> None:
    for minutes in [21, 22, 10**30]:
        refused = refusal(time_accounts(), dave(time_bank=20), "withdraw", minutes, "12:00")
        assert (refused.reason, refused.limit) == (TransferFault.TOO_FEW_BANKED, 20)


def test_what_could_be_withdrawn_is_told_where_both_stand_against_more() -> None:
    refused = refusal(time_accounts(), dave(time_bank=50), "withdraw", 70, "01:50")
    assert (refused.reason, refused.limit) == (TransferFault.TOO_FEW_BANKED, 10)


@pytest.mark.parametrize("minutes", [0, -1, -60])
@pytest.mark.parametrize(("word", "most"), [("deposit", 60), ("withdraw", 20)])
def test_less_than_a_minute_is_nothing_to_move(word: str, most: int, minutes: int) -> None:
    refused = refusal(time_accounts(), dave(time_bank=20), word, minutes, "12:00")
    assert (refused.reason, refused.limit) == (TransferFault.NOTHING, most)


@pytest.mark.parametrize("word", ["deposit", "withdraw"])
@pytest.mark.parametrize("minutes", [0, 1, 100])
def test_where_there_is_no_time_bank_nothing_is_moved(word: str, minutes: int) -> None:
    refused = refusal(time_accounts(time_bank=False), dave(time_bank=20), word, minutes, "12:00")
    assert (refused.reason, refused.limit) == (TransferFault.NO_TIME_BANK, 0)


def test_a_full_time_bank_takes_no_more() -> None:
    account = dave(time_bank=MAX_NUMBER - 10)
    refused = refusal(time_accounts(), account, "deposit", 11, "12:00")
    assert (refused.reason, refused.limit) == (TransferFault.BANK_FULL, 10)
    assert time_accounts().deposit(account, 10).time_bank == MAX_NUMBER


def test_what_is_won_past_the_next_event_is_trimmed_where_the_time_bank_is_full() -> None:
    account = dave(minutes=60, time_bank=MAX_NUMBER - 10)
    settled = time_accounts().after_round(account, ended(100), at("01:30"), at("01:30"))
    assert (settled.credited, settled.deposited, settled.trimmed) == (30, 10, 60)
    assert settled.account.time_bank == MAX_NUMBER


def test_minutes_that_last_for_ever_run_out_some_day() -> None:
    """No clock knows a time so far away."""
    end = time_accounts().runs_out(dave(minutes=MAX_NUMBER), at("12:00"))
    assert end.year > 2100
