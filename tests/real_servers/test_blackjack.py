"""Black Jack For Time, played by the whole bot on a real server."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest

from tests.real_servers import coinreferee
from tests.real_servers.evenings import Entries, check_statistics, gains
from tests.real_servers.guest import Guest
from tests.real_servers.opencards import check_open_game
from tests.real_servers.playersxml import Entry
from tests.real_servers.rounds import Round, play, randomly, scripted
from tests.real_servers.runningbot import dealing
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = pytest.mark.real_server

MINUTES = 60
"""What players have when a day begins."""

NOON = 12

ROUNDS = 10
MOST_LOST = 25
"""In one round, in minutes: a bet of ten, doubled, and its insurance."""

BEATEN = "10D 9C 10S 5H 9H 9S 8H 6D 5S KD"
"""Three hands that need no card, and a dealer who draws too many."""


def at_noon() -> str:
    """Return a time zone in which it is about noon now: no test lasts from one day to the next."""
    ahead = NOON - (datetime.now(UTC) + timedelta(minutes=30)).hour
    return f"Etc/GMT{-ahead:+}"


class NextEvent:
    """An event in so many MINUTES, and where it is about noon now; SETTINGS say both."""

    def __init__(self, minutes: int) -> None:
        zone = at_noon()
        now = datetime.now(ZoneInfo(zone))
        self._at = (now + timedelta(minutes=minutes)).replace(second=0, microsecond=0)
        self.settings = {"events": f"{self._at:%H:%M}", "time_zone": zone}

    def minutes_left(self) -> int:
        """Return how many whole minutes there are to the event now."""
        return (self._at - datetime.now(UTC)) // timedelta(minutes=1)


def with_minutes(number: int) -> Entry:
    """Return somebody who begins the day with so many minutes."""
    return Entry(0, records={"blackjack": {"minutes": number}})


def minutes_of(entry: Entry) -> int:
    """Return the minutes that somebody has at the table, who may come for the first time."""
    least = 0 if entry.number("blackjack", "day") else MINUTES
    return max(least, entry.number("blackjack", "minutes"))


def time_of(guest: Guest) -> tuple[int, int]:
    """Return how many minutes GUEST has, and how many in the time bank, as they are told."""
    [told] = guest.answers("time")
    assert told.target == guest.nick
    found = re.search(r"minutes (\d+), coins \d+, time bank (\d+)", told.text)
    assert found is not None
    return int(found[1]), int(found[2])


def check_round(played: Round, before: Entries, after: Entries) -> None:
    """Fail unless all that was told fits together, and players.xml went from BEFORE to AFTER."""
    outcomes = coinreferee.check(played.banker, played.results, doubled(played))
    winners = {name for name, outcome in outcomes.items() if outcome.has_won}
    check_statistics("blackjack", played, winners, before, after)
    check_open_game(played)
    for nick, outcome in outcomes.items():
        old, new = before[nick], after[nick]
        assert new.number("blackjack", "minutes") == minutes_of(old) + gains(played)[nick]
        assert new.number("blackjack", "turns") == old.number("blackjack", "turns") + 1
        for name, coins in {"gained": outcome.winnings, "lost": outcome.losses}.items():
            assert new.number("blackjack", name) == old.number("blackjack", name) + coins
        assert played.balances[nick] == new.number("blackjack", "minutes")
        assert new.chips == old.chips


def doubled(played: Round) -> set[str]:
    """Return who has doubled down."""
    items = " | ".join(played.before_results).split(" | ")
    return {match[1] for item in items if (match := re.match(r"(\S+) doubles for ", item))}


def test_an_evening_of_ten_rounds_adds_up(venue: Venue) -> None:
    """Minutes are won and lost, coins come back, and nobody has a chip more or less."""
    seated = ["dave", "kevin", "bob"]
    players = dict.fromkeys(seated, replace(with_minutes(ROUNDS * MOST_LOST + 2), chips=7))
    bot = venue.bot(players, blackjack={"time_zone": at_noon()})
    guests = venue.guests(*seated)
    answer = randomly(Random(7))
    command = f"!blackjack {' '.join(seated)}"
    for _ in range(ROUNDS):
        before = bot.entries()
        played = play(command, guests, answer)
        check_round(played, before, bot.entries())
        assert played.channel[0].startswith(f"Black Jack For Time: {', '.join(seated)} | ")
        assert [result.name for result in played.results] == seated
        command, seated = "!blackjack", seated[1:] + seated[:1]


def test_insurance_is_won_and_lost(venue: Venue) -> None:
    """With a natural of the dealer's 10 come back for 5; without one play goes on."""
    cards = "5D AC 9H AH 8H KH 10H KD 10D 9C 5C AS 10S 9S 6D 7H 10C"
    bot = venue.bot(program=dealing(cards), blackjack={"time_zone": at_noon()})
    guests = venue.guests("dave", "kevin", "bob")
    before = bot.entries()
    answer = scripted(dave="10, y", kevin="4, n", bob="1")
    played = play("!blackjack dave kevin bob", guests, answer)
    after = bot.entries()
    check_round(played, before, after)
    assert played.banker.kind == "natural"
    assert gains(played) == {"": 6, "dave": -5, "kevin": 0, "bob": -1}
    answer = scripted(kevin="10, yes, s", bob="4, no, s", dave="10, y, d")
    played = play("!blackjack", guests, answer)
    check_round(played, after, bot.entries())
    assert gains(played) == {"": -20, "kevin": 5, "bob": 0, "dave": 15}
    assert [hand.insurance for hand in played.results] == [5, 0, 5]


def test_an_event_trims_what_a_win_would_put_past_it(venue: Venue) -> None:
    """Minutes held before are not cut. The wager comes back whole."""
    event = NextEvent(105)
    bot = venue.bot(
        {"dave": with_minutes(100), "kevin": with_minutes(110), "bob": with_minutes(3)},
        program=dealing(BEATEN),
        blackjack={**event.settings, "time_bank": False},
    )
    guests = venue.guests("dave", "kevin", "bob")
    most = event.minutes_left() - 100
    answer = scripted(dave="10, s", kevin="10, s", bob="10, s")
    played = play("!blackjack dave kevin bob", guests, answer)
    least = event.minutes_left() - 100
    assert gains(played) == {"": -30, "dave": 10, "kevin": 10, "bob": 10}
    entries = bot.entries()
    credited = entries["dave"].number("blackjack", "gained")
    assert least <= credited <= most
    for nick, had, won in (("dave", 100, credited), ("kevin", 110, 0), ("bob", MINUTES, 10)):
        assert entries[nick].number("blackjack", "minutes") == had + won
        assert entries[nick].number("blackjack", "time_bank") == 0
        assert played.balances[nick] == had + won
        lost = [line for line in played.private[nick] if "did not count" in line]
        assert len(lost) == (won < 10)
        assert all(f" {10 - won} minutes past the next event" in line for line in lost)
    assert not re.search("time bank [0-9]", guests[0].answers("time")[0].text)
    [refusal] = guests[0].answers("deposit 1")
    assert refusal.target == "dave"


def test_an_event_deposits_a_win_and_the_time_bank_keeps_it(venue: Venue) -> None:
    """A withdrawal never goes past the event; time and done tell how things are."""
    event = NextEvent(105)
    bot = venue.bot(
        {"dave": with_minutes(100)}, program=dealing("10D 5H 9H 6D 5S KD"), blackjack=event.settings
    )
    dave = venue.guest("dave")
    most = event.minutes_left() - 100
    played = play("!blackjack dave", [dave], scripted(dave="10, s"))
    least = event.minutes_left() - 100
    held = played.balances["dave"]
    assert least <= held - 100 <= most
    banked = 110 - held
    assert time_of(dave) == (held, banked)
    assert any(f" {banked} minutes past" in line for line in played.private["dave"])
    dave.answers("withdraw 1")
    assert time_of(dave) == (held, banked)
    [told] = dave.answers("deposit 20")
    assert told.target == "dave"
    assert time_of(dave) == (held - 20, banked + 20)
    [told] = dave.answers_in_channel("!withdraw 15")
    assert told.target == CHANNEL
    assert time_of(dave) == (held - 5, banked + 5)
    [told] = dave.answers("done")
    assert re.search("1 round, 10 minutes gained, 0 lost", told.text)
    entry = bot.entries()["dave"]
    numbers = [entry.number("blackjack", name) for name in ("minutes", "time_bank", "gained")]
    assert numbers == [held - 5, banked + 5, 10]


def test_who_has_played_all_turns_is_told_of_the_day(venue: Venue) -> None:
    """And gets no seat any more."""
    settings = {"time_zone": at_noon(), "turns_per_day": 1, "coin_minutes": 30}
    venue.bot(program=dealing(BEATEN), blackjack=settings)
    guests = venue.guests("dave", "kevin", "bob")
    answer = scripted(dave="1, s", kevin="1, s", bob="1, s")
    played = play("!blackjack dave kevin bob", guests, answer)
    for guest in guests:
        last = played.private[guest.nick][-1]
        assert re.search(rf"{guest.nick}'s day: 1 round", last)
    [refusal] = guests[0].answers_in_channel("!blackjack")
    assert refusal.target == CHANNEL
    assert re.search("no rounds? left", refusal.text)


def test_who_leaves_loses_the_bet_but_not_before_it(venue: Venue) -> None:
    """An insured player loses the insurance as well."""
    cards = "10D 9C AH 9H 9S 6D 10H"
    bot = venue.bot(program=dealing(cards), blackjack={"time_zone": at_noon()})
    guests = venue.guests("dave", "kevin", "bob")
    before = bot.entries()
    answer = scripted(dave="!blackjack leave", kevin="10, y, leave", bob="5, n, s")
    play("!blackjack dave kevin bob", guests, answer)
    after = bot.entries()
    changes = {nick: minutes_of(after[nick]) - minutes_of(before[nick]) for nick in after}
    assert changes == {"dave": 0, "kevin": -15, "bob": 5}
    assert [after[nick].number("blackjack", "played") for nick in after] == [0, 1, 1]


def test_a_stopped_round_gives_the_coins_back(venue: Venue) -> None:
    """Neither a turn nor a minute is gone; meanwhile nothing goes to the time bank."""
    bot = venue.bot(admin={"masks": "bob!*@*"}, blackjack={"time_zone": at_noon()})
    dave, kevin, bob = venue.guests("dave", "kevin", "bob")
    before = bot.players_file.read_bytes()
    dave.command("!blackjack dave kevin")
    dave.told(r"Bet \(1-10\)")
    dave.whisper("10")
    kevin.told(r"Bet \(1-10\)")
    assert time_of(dave) == (50, 0)
    [refusal] = dave.answers("deposit 5")
    assert CHANNEL in refusal.text
    [refusal] = dave.answers_in_channel("!blackjack stop")
    assert refusal.target == "dave"
    bob.command("!blackjack stop")
    dave.sees("The round is stopped")
    assert bot.players_file.read_bytes() == before
    assert time_of(dave) == (60, 0)
