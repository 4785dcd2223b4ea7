"""Time, coins and limits of Black Jack For Time, sentence by sentence of the rule book."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from pontoon.games.blackjack import BlackJack
from pontoon.games.time_account import Account, AccountFault, Settlement, Statement, TimeSheet
from tests.support.time_accounts import TODAY, TOMORROW, at, dave, ended, time_accounts

NOON = at("12:00")
"""15 hours before the next event, so that nothing comes in the way of a win."""

# A player's minutes


def test_at_the_start_of_each_day_minutes_below_minutes_per_day_are_raised_to_it() -> None:
    for minutes, raised in [(0, 60), (1, 60), (59, 60), (60, 60), (61, 61), (500, 500)]:
        yesterday = dave(minutes=minutes, day=20250614, time_bank=7)
        account = time_accounts().as_of(yesterday, at("00:00"))
        assert account == Account(minutes=raised, time_bank=7, day=TODAY)


def test_minutes_are_not_raised_before_the_day_is_over_nor_twice_in_it() -> None:
    account = dave(minutes=5)
    assert time_accounts().as_of(account, at("23:59:59")) is account
    raised = time_accounts().as_of(account, at("00:00", day=16))
    assert (raised.minutes, raised.day) == (60, TOMORROW)
    poor = replace(raised, minutes=1)
    assert time_accounts().as_of(poor, at("23:59", day=16)) is poor


def test_days_on_which_nobody_looked_bring_nothing() -> None:
    assert time_accounts().as_of(dave(minutes=5), at("12:00", day=30)).minutes == 60


def test_minutes_per_day_are_config() -> None:
    assert time_accounts(minutes_per_day=90).as_of(dave(day=20250614), NOON).minutes == 90


def test_a_clock_that_is_put_back_over_midnight_raises_nothing() -> None:
    tomorrows = dave(minutes=5, day=TOMORROW)
    assert time_accounts().as_of(tomorrows, at("23:59")) is tomorrows


def test_somebody_new_has_the_minutes_of_a_day() -> None:
    assert time_accounts().as_of(Account(), NOON) == Account(minutes=60, day=TODAY)


def test_a_day_is_one_in_the_time_zone() -> None:
    tokyo = time_accounts(time_zone=ZoneInfo("Asia/Tokyo"))
    account = dave(minutes=5)
    assert tokyo.as_of(account, at("14:59")) is account
    assert tokyo.as_of(account, at("15:00")) == Account(minutes=60, day=TOMORROW)


def test_the_pot_is_the_whole_coins_in_the_minutes_remaining() -> None:
    for minutes, coin_minutes, coins in [(60, 1, 60), (60, 7, 8), (6, 7, 0), (7, 7, 1), (0, 1, 0)]:
        assert (
            time_accounts(coin_minutes=coin_minutes).coins(dave(minutes=minutes, time_bank=100))
            == coins
        )


def test_a_bet_leaves_the_pot_at_once() -> None:
    for coins, coin_minutes, left in [(10, 1, 50), (3, 15, 15), (4, 15, 0)]:
        assert time_accounts(coin_minutes=coin_minutes).less_stake(dave(), coins) == dave(
            minutes=left
        )


def test_a_stake_that_is_not_there_any_more_leaves_none() -> None:
    """Somebody has taken the minutes out of players.xml while the round was played."""
    assert time_accounts().less_stake(dave(minutes=4), 10) == dave(minutes=0)


# Seats and turns


def test_a_seat_needs_2_coins_and_a_turn_left() -> None:
    for minutes, turns, bars in [
        (2, 0, ()),
        (2, 19, ()),
        (1, 0, (AccountFault.TOO_FEW_COINS,)),
        (0, 0, (AccountFault.TOO_FEW_COINS,)),
        (2, 20, (AccountFault.NO_TURN_LEFT,)),
        (500, 21, (AccountFault.NO_TURN_LEFT,)),
        (1, 20, (AccountFault.TOO_FEW_COINS, AccountFault.NO_TURN_LEFT)),
    ]:
        account = dave(minutes=minutes, turns=turns, time_bank=100)
        assert time_accounts().why_not_seat(account) == bars


def test_two_coins_are_as_many_minutes_as_they_are_worth() -> None:
    accounts = time_accounts(coin_minutes=10)
    assert accounts.why_not_seat(dave(minutes=19)) == (AccountFault.TOO_FEW_COINS,)
    assert accounts.why_not_seat(dave(minutes=20)) == ()


def test_two_coins_are_what_the_game_itself_wants() -> None:
    rules = BlackJack.Rules()
    account = dave(minutes=BlackJack.least_stake(rules))
    assert time_accounts().why_not_seat(account) == ()
    assert time_accounts().why_not_seat(replace(account, minutes=account.minutes - 1)) != ()


def test_at_most_turns_per_day_rounds_a_day() -> None:
    for turns, left in [(0, 20), (1, 19), (19, 1), (20, 0), (25, 0)]:
        assert time_accounts().turns_left(dave(turns=turns)) == left
        assert time_accounts(turns_per_day=25).turns_left(dave(turns=turns)) == 25 - turns


def test_a_round_is_a_turn() -> None:
    assert settle(dave(turns=3), winnings=1).account.turns == 4


def test_a_round_in_which_nothing_was_bet_is_no_turn() -> None:
    settlement = time_accounts().after_round(dave(turns=19), ended(played=0), NOON, NOON)
    assert settlement == Settlement(dave(turns=19), 0, 0, 0, 0, None)


def test_a_new_day_has_all_its_turns() -> None:
    account = time_accounts().as_of(dave(turns=20), at("00:00", day=16))
    assert time_accounts().turns_left(account) == 20


# The statement


def test_with_the_last_turn_of_the_day_a_statement_says_how_it_went() -> None:
    account = dave(turns=19, gained=30, lost=20, minutes=70, time_bank=5)
    settlement = settle(account, winnings=4)
    assert settlement.statement == Statement(
        day=TODAY, turns=20, gained=34, lost=20, minutes=74, time_bank=5
    )


@pytest.mark.parametrize("turns", [0, 18])
def test_before_the_last_turn_there_is_no_statement(turns: int) -> None:
    assert settle(dave(turns=turns), winnings=4).statement is None


def test_a_statement_can_be_had_at_any_time() -> None:
    """The player says ``done``."""
    account = dave(turns=2, gained=3, lost=10, minutes=53)
    assert time_accounts().statement(account) == Statement(TODAY, 2, 3, 10, 53, 0)


def test_a_statement_counts_what_the_day_brought_and_cost() -> None:
    account = dave()
    for winnings, losses in ((10, 0), (0, 4), (5, 10), (0, 0)):
        account = settle(account, winnings, losses).account
    statement = time_accounts().statement(account)
    assert (statement.turns, statement.gained, statement.lost) == (4, 15, 14)
    assert statement.minutes + (statement.time_bank or 0) == 60 + 15 - 14


def test_a_statement_begins_anew_every_day() -> None:
    account = time_accounts().as_of(dave(turns=9, gained=30, lost=20), at("00:00", day=16))
    assert time_accounts().statement(account) == Statement(TOMORROW, 0, 0, 0, 60, 0)


# A round counts for the day it began in


def test_a_round_counts_for_the_day_it_began_in() -> None:
    account = dave(turns=19, minutes=50, gained=1, lost=2)
    began, now = at("23:59"), at("00:01", day=16)
    settlement = time_accounts().after_round(account, ended(losses=10), began, now)
    assert settlement.statement == Statement(TODAY, 20, 1, 12, 40, 0)
    assert settlement.account == Account(minutes=60, day=TOMORROW)


def test_a_seated_players_day_turns_after_settling() -> None:
    """Who has 70 minutes and loses 20 is raised from 50; raised first, 50 would be left."""
    began, now = at("23:59"), at("00:01", day=16)
    settlement = time_accounts().after_round(dave(minutes=70), ended(losses=20), began, now)
    assert settlement.account.minutes == 60
    settlement = time_accounts().after_round(dave(minutes=70), ended(losses=5), began, now)
    assert settlement.account.minutes == 65


def test_a_day_that_had_begun_before_the_round_turns_before_settling() -> None:
    """Nothing was written of it when the round began."""
    yesterday = dave(minutes=5, turns=20, day=20250614)
    settlement = time_accounts().after_round(yesterday, ended(losses=10), NOON, NOON)
    assert settlement.account == dave(minutes=50, turns=1, lost=10)


# Events


def settle(account: Account, winnings: int = 0, losses: int = 0) -> Settlement:
    """Settle a round at noon."""
    return time_accounts().after_round(account, ended(winnings, losses), NOON, NOON)


def split_of(winnings: int, clock: str, **changed: object) -> tuple[int, int, int]:
    """Return what of WINNINGS is credited, deposited and trimmed when dave has 60 minutes."""
    now = at(clock)
    settlement = time_accounts(**changed).after_round(dave(), ended(winnings), now, now)
    account = settlement.account
    assert account.minutes == 60 + settlement.credited
    assert account.time_bank == settlement.deposited
    assert account.gained == settlement.credited + settlement.deposited
    return settlement.credited, settlement.deposited, settlement.trimmed


def test_what_a_win_would_put_past_the_next_event_is_deposited_in_the_time_bank() -> None:
    for clock, split in [
        ("01:40", (20, 0, 0)),
        ("01:41", (19, 1, 0)),
        ("01:50", (10, 10, 0)),
        ("01:59", (1, 19, 0)),
        ("02:00", (0, 20, 0)),
        ("02:01", (0, 20, 0)),
        ("02:59", (0, 20, 0)),
        ("03:00", (20, 0, 0)),
    ]:
        assert split_of(20, clock) == split
        credited, deposited, _ = split
        assert split_of(20, clock, time_bank=False) == (credited, 0, deposited)


def test_with_time_bank_no_it_is_trimmed() -> None:
    now = at("01:50")
    settlement = time_accounts(time_bank=False).after_round(dave(), ended(20), now, now)
    assert settlement == Settlement(
        dave(minutes=70, turns=1, gained=10),
        0,
        credited=10,
        deposited=0,
        trimmed=10,
        statement=None,
    )


def test_a_begun_minute_before_the_event_is_not_won() -> None:
    assert split_of(20, "01:50:00.5") == (9, 11, 0)


def test_any_number_of_events_and_the_next_one_counts() -> None:
    events = (time(3), time(1, 55), time(15))
    assert split_of(20, "00:40", events=events) == (15, 5, 0)
    assert split_of(20, "01:56", events=events) == (4, 16, 0)
    assert split_of(20, "12:00", events=events) == (20, 0, 0)


def test_events_are_in_the_time_zone() -> None:
    assert split_of(20, "23:50", time_zone=ZoneInfo("Europe/Berlin")) == (10, 10, 0)


def test_the_event_that_is_next_when_the_round_ends_counts() -> None:
    settlement = time_accounts().after_round(dave(), ended(20), at("02:59"), at("03:00"))
    assert settlement.credited == 20
    settlement = time_accounts().after_round(dave(), ended(20), at("01:00"), at("01:50"))
    assert settlement.credited == 10


def test_a_returned_wager_comes_back_whole() -> None:
    """An hour before the event who has 60 minutes can win none, but keeps those wagered."""
    now = at("02:30")
    assert time_accounts().after_round(dave(), ended(), now, now).account == dave(turns=1)


def test_winnings_fill_up_what_was_lost_in_the_same_round() -> None:
    """An insured bet: 10 coins lost, 5 won; 10 minutes fewer are held when the 5 come."""
    now = at("02:03")
    settlement = time_accounts().after_round(dave(), ended(winnings=5, losses=10), now, now)
    assert (settlement.lost, settlement.credited, settlement.deposited) == (10, 5, 0)
    assert settlement.account.minutes == 55


def test_minutes_held_are_never_cut_by_a_coming_event() -> None:
    rich = dave(minutes=500, turns=5)
    now = at("02:59")
    assert time_accounts().as_of(rich, now) is rich
    settlement = time_accounts().after_round(rich, ended(winnings=3, losses=2), now, now)
    assert (settlement.account.minutes, settlement.account.time_bank) == (498, 3)


def test_a_coin_is_worth_coin_minutes() -> None:
    now = at("01:40")
    settlement = time_accounts(coin_minutes=3).after_round(
        dave(), ended(winnings=10, losses=2), now, now
    )
    assert settlement == Settlement(
        dave(minutes=80, time_bank=4, turns=1, gained=30, lost=6), 6, 26, 4, 0, None
    )


def test_what_is_due_for_a_round_is_in_minutes() -> None:
    """What the admin is told where it cannot be written."""
    assert time_accounts(coin_minutes=3).due(ended(winnings=10, losses=2)) == 24
    assert time_accounts(coin_minutes=3).due(ended(losses=2)) == -6


def test_a_loss_beyond_the_minutes_leaves_none() -> None:
    """Somebody has taken them out of players.xml while the round was played."""
    settlement = settle(dave(minutes=4), losses=10)
    assert settlement.lost == 4
    assert settlement.account == dave(minutes=0, turns=1, lost=4)


# All of it


def test_time_shows_all() -> None:
    account = dave(minutes=65, time_bank=20, turns=3)
    sheet = time_accounts(coin_minutes=10).time_sheet(account, at("01:30:30"))
    assert sheet == TimeSheet(
        minutes=65,
        coins=6,
        time_bank=20,
        turns_left=17,
        next_event=at("03:00"),
        minutes_to_event=89,
    )


def test_an_account_is_kept_as_whole_numbers_by_name() -> None:
    assert BlackJack.tallies == Account.__struct_fields__
    account = Account(1, 2, turns=3, day=20250615, gained=5, lost=6, deposited=7)
    assert account.tallies == {
        "minutes": 1,
        "time_bank": 2,
        "turns": 3,
        "day": 20250615,
        "gained": 5,
        "lost": 6,
        "deposited": 7,
    }
    assert Account.of(account.tallies) == account
    assert Account.of({}) == Account()
    assert Account.of({"day": 20250615, "drinks": 9}) == Account(day=20250615)


def test_time_goes_on_where_the_clocks_change() -> None:
    """At 01:30 in Berlin, an hour and a half before the clocks show 04:00."""
    zone = ZoneInfo("Europe/Berlin")
    now = datetime(2025, 3, 30, 0, 30, tzinfo=UTC)
    account = dave(day=20250330)
    early = time_accounts(time_zone=zone, events=(time(4),))
    settlement = early.after_round(account, ended(50), now, now.astimezone(zone))
    assert settlement.credited == 90 - 60
    assert early.calendar.next_event(now) - now == timedelta(minutes=90)
