"""Who may stop a round, when, and what becomes of the stakes; and what leaving costs."""

import re

import pytest

from tests.real_servers.guest import Guest, Said
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = pytest.mark.real_server


def is_stopped(said: list[Said]) -> bool:
    """Tell whether SAID is that the round is stopped, told once, in the channel."""
    return len(said) == 1 and said[0].target == CHANNEL and "stopped" in said[0].text


def bet(guest: Guest) -> None:
    """Have GUEST, who is asked for a bet, bet ten chips."""
    guest.told(r"\(1-\d+\)\?")
    guest.whisper("10")


def bet_by_all(*guests: Guest) -> None:
    """Have GUESTS, who are all in the round, bet ten chips each and hear that of each other."""
    for guest in guests:
        bet(guest)
    for guest in guests:
        guest.sees(r" \| ".join(f"{each.nick} bets 10" for each in guests))


def test_the_starter_stops_it_before_the_first_bet(venue: Venue) -> None:
    """It rotates the seats, and players.xml is not written. Only others can start one at once."""
    bot = venue.bot()
    before = bot.players_file.read_bytes()
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    dave.told(r"\(1-100\)\?")
    assert is_stopped(dave.answers_in_channel("!pontoon stop"))
    assert bot.players_file.read_bytes() == before
    assert bot.entries()["dave"].played == 0
    [refusal] = dave.answers_in_channel("!pontoon")
    assert re.search(r"start another in \d+ s", refusal.text)
    kevin.command("!pontoon")
    kevin.sees("Shed Pontoon: kevin, dave")


def test_the_starter_is_refused_after_the_first_bet_in_private(venue: Venue) -> None:
    """And before it a player who did not start it is; the round continues."""
    venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    kevin.told("Your card")
    [refusal] = kevin.answers_in_channel("!pontoon stop")
    assert refusal.target == "kevin"
    kevin.whisper("10")
    kevin.told("You bet 10")
    for answers, command in ((dave.answers_in_channel, "!pontoon stop"), (dave.answers, "stop")):
        [refusal] = answers(command)
        assert refusal.target == "dave"
        assert "Until the first bet" in refusal.text
    assert not any("stopped" in said.text for said in kevin.what_came())


def test_an_admin_stops_it_at_any_time_and_a_channel_operator_does_not(venue: Venue) -> None:
    """Neither plays nor has started it. Zoe is the operator: she was in the channel first."""
    zoe = venue.guest("zoe")
    bot = venue.bot(admin={"masks": "bob!*@*"})
    bob, dave, kevin = venue.guests("bob", "dave", "kevin")
    dave.command("!pontoon dave kevin")
    bet_by_all(dave, kevin)
    [refusal] = zoe.answers_in_channel("!pontoon stop")
    assert refusal.target == "zoe"
    [told, confirmed] = bob.answers_in_channel("!pontoon stop")
    assert is_stopped([told])
    assert confirmed == Said("bob", f"The round in {CHANNEL} is stopped.")
    dave.sees("stopped")
    assert set(bot.chips().values()) == {1000}


def test_nobody_stops_it_while_somebody_is_waited_for(venue: Venue) -> None:
    """Neither a player nor anybody else: who is asked is out, and the round ends by itself."""
    bot = venue.bot(table={"grace": 1})
    dave, kevin, bob = venue.guests("dave", "kevin", "bob")
    dave.command("!pontoon dave kevin")
    bet_by_all(dave, kevin)
    dave.send(f"PART {CHANNEL}")
    kevin.sees("dave is gone: 1 s to come back")
    for guest in (kevin, bob):
        [refusal] = guest.answers_in_channel("!pontoon stop")
        assert refusal.target == guest.nick
    kevin.sees("dave does not answer")
    kevin.whisper("leave")
    kevin.sees("Chips: ")
    assert bot.entries()["dave"].played == 1


def test_leaving_costs_nothing_before_the_bet(venue: Venue) -> None:
    """The others play on to the end, and only they have played."""
    bot = venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    kevin.told(r"\(1-100\)\?")
    assert kevin.answers("leave")[0] == Said(CHANNEL, "kevin leaves the round")
    bet_by_all(dave)
    dave.told(r"\(t\)wist")
    dave.whisper("leave")
    dave.sees("dave leaves the round, losing 10")
    dave.sees("Chips: ")
    assert bot.chips() == {"dave": 990, "kevin": 1000, "bob": 1000}


def test_leaving_after_the_bet_loses_it(venue: Venue) -> None:
    """Whoever left is told so when they move, and the round continues without them."""
    bot = venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    bet_by_all(dave, kevin)
    dave.told(r"\(t\)wist")
    assert kevin.answers_in_channel("!pontoon leave") == [
        Said(CHANNEL, "kevin leaves the round, losing 10")
    ]
    [refusal] = kevin.answers("s")
    assert refusal.target == "kevin"
    dave.whisper("leave")
    dave.sees("Chips: ")
    assert bot.chips() == {"dave": 990, "kevin": 990, "bob": 1000}
