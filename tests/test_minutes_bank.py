"""The time bank of Black Jack For Time: what may be moved into it and out of it."""

import pytest

from pontoon.minutes import Account, Books, TransferFault, TransferRefused
from tests.at_books import at, books, dave

NOON = at("12:00")


def move(books: Books, account: Account, word: str, minutes: int, clock: str) -> Account:
    """Deposit or withdraw minutes, as WORD says."""
    if word == "deposit":
        return books.deposit(account, minutes)
    return books.withdraw(account, minutes, at(clock))


def refusal(books: Books, account: Account, word: str, minutes: int, clock: str) -> TransferRefused:
    """Return why minutes cannot be moved."""
    with pytest.raises(TransferRefused) as refused:
        move(books, account, word, minutes, clock)
    return refused.value


@pytest.mark.parametrize("minutes", [1, 5, 59, 60])
def test_deposit_moves_minutes_into_the_time_bank(minutes: int) -> None:
    account = books().deposit(dave(time_bank=3, turns=2, gained=4, lost=5), minutes)
    assert account == dave(minutes=60 - minutes, time_bank=3 + minutes, turns=2, gained=4, lost=5)


@pytest.mark.parametrize("minutes", [1, 5, 20])
def test_withdraw_moves_minutes_out_of_the_time_bank(minutes: int) -> None:
    account = books().withdraw(dave(time_bank=20, turns=2), minutes, NOON)
    assert account == dave(minutes=60 + minutes, time_bank=20 - minutes, turns=2)


@pytest.mark.parametrize(
    ("clock", "most"), [("01:40", 20), ("01:41", 19), ("01:59", 1), ("01:40:01", 19)]
)
def test_a_withdrawal_is_never_past_the_next_event(clock: str, most: int) -> None:
    account = dave(time_bank=100)
    withdrawn = books().withdraw(account, most, at(clock))
    assert (withdrawn.minutes, withdrawn.time_bank) == (60 + most, 100 - most)
    refused = refusal(books(), account, "withdraw", most + 1, clock)
    assert (refused.why, refused.most) == (TransferFault.PAST_EVENT, most)


@pytest.mark.parametrize("clock", ["02:00", "02:30", "02:59"])
def test_nothing_is_withdrawn_where_the_minutes_held_reach_the_event(clock: str) -> None:
    refused = refusal(books(), dave(time_bank=100), "withdraw", 1, clock)
    assert (refused.why, refused.most) == (TransferFault.PAST_EVENT, 0)


def test_at_an_event_the_next_one_counts() -> None:
    assert books().withdraw(dave(time_bank=100), 100, at("03:00")).minutes == 160


@pytest.mark.parametrize("minutes", [61, 62, 10**30])
def test_more_than_there_is_cannot_be_deposited(minutes: int) -> None:
    refused = refusal(books(), dave(time_bank=100), "deposit", minutes, "12:00")
    assert (refused.why, refused.most) == (TransferFault.TOO_FEW_MINUTES, 60)


@pytest.mark.parametrize("minutes", [21, 22, 10**30])
def test_more_than_is_banked_cannot_be_withdrawn(minutes: int) -> None:
    refused = refusal(books(), dave(time_bank=20), "withdraw", minutes, "12:00")
    assert (refused.why, refused.most) == (TransferFault.TOO_FEW_BANKED, 20)


def test_what_could_be_withdrawn_is_told_where_both_stand_against_more() -> None:
    refused = refusal(books(), dave(time_bank=50), "withdraw", 70, "01:50")
    assert (refused.why, refused.most) == (TransferFault.TOO_FEW_BANKED, 10)


@pytest.mark.parametrize("minutes", [0, -1, -60])
@pytest.mark.parametrize(("word", "most"), [("deposit", 60), ("withdraw", 20)])
def test_less_than_a_minute_is_nothing_to_move(word: str, most: int, minutes: int) -> None:
    refused = refusal(books(), dave(time_bank=20), word, minutes, "12:00")
    assert (refused.why, refused.most) == (TransferFault.NOTHING, most)


@pytest.mark.parametrize("word", ["deposit", "withdraw"])
@pytest.mark.parametrize("minutes", [0, 1, 100])
def test_where_there_is_no_time_bank_nothing_is_moved(word: str, minutes: int) -> None:
    refused = refusal(books(time_bank=False), dave(time_bank=20), word, minutes, "12:00")
    assert (refused.why, refused.most) == (TransferFault.NO_TIME_BANK, 0)
