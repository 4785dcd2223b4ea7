"""A seat belongs to the person who sat down, whatever they are called and wherever they go."""

import pytest

from tests.real_servers.guest import Guest, Said
from tests.real_servers.venue import BOT, CHANNEL, Venue

pytestmark = pytest.mark.real_server


def bet(guest: Guest) -> None:
    """Have GUEST answer when asked for a bet."""
    guest.told(r"\(1-\d+\)\?")
    guest.whisper("10")


def private(said: list[Said]) -> list[str]:
    """Return what was not said in the channel."""
    return [each.text for each in said if each.target != CHANNEL]


def test_a_seat_stays_with_whoever_has_another_nick_parts_or_is_kicked(venue: Venue) -> None:
    """Prompts go to the new nick; the channel goes on hearing the name from players.xml.

    Whoever takes the nick that was left gets nothing of the seat. Out of the channel there are no
    prompts and no moves; who is back is asked again.
    """
    bob = venue.guest("bob")
    bot = venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    for guest in (dave, kevin):
        guest.told(r"\(1-100\)")
    dave.call_myself("david")
    impostor = venue.guest("dave")
    [help_line] = impostor.answers("10")
    assert help_line.target == "dave"
    assert "(1-100)" not in help_line.text
    assert impostor.answers_in_channel("!bet 10") == []
    [refusal] = impostor.answers_in_channel("!pontoon leave")
    assert refusal.target == "dave"

    dave.send(f"PART {CHANNEL}")
    kevin.expect("^:david!.* PART ")
    dave.what_came()
    kevin.whisper("10")
    kevin.told(r"You bet 10\. dave is still to bet\.")
    assert dave.answers("10") == [
        Said("david", f"You are not in {CHANNEL}. Come back there to play on.")
    ]
    dave.join(CHANNEL)
    dave.told(r"Your card: .*\(1-100\)\?")
    bob.send(f"KICK {CHANNEL} david :out")
    dave.expect(f"^:bob!.* KICK {CHANNEL} david ")
    assert "Come back" in private(dave.answers("10"))[0]
    dave.join(CHANNEL)
    bet(dave)
    kevin.sees(r"dave bets 10 \| kevin bets 10 \| second cards are out")

    dave.told(r"\(t\)wist")
    dave.whisper("resign")
    kevin.sees("dave leaves the round")
    kevin.told(r"\(t\)wist")
    kevin.whisper("resign")
    kevin.sees("Chips: dave 990")
    assert bot.chips()["dave"] == 990
    # At the same address they might be dave, and are told of the nick.
    assert all("The seat of david" in line for line in private(impostor.what_came()))


def test_who_quits_is_known_again_by_nick_and_address(venue: Venue) -> None:
    """Somebody else under the same nick is not; and the seat is kept for the one who left.

    A kick of the bot undoes nothing: it comes back by itself, and the round goes on. The bet
    stands, and nobody is asked for it again.
    """
    bob = venue.guest("bob")
    bot = venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    kevin.command("!pontoon kevin dave")
    bet(kevin)
    dave.told(r"\(1-100\)")
    dave.leave_server()
    impostor = venue.guest("dave", user="another")
    assert "(1-" not in private(impostor.answers("10"))[0]
    assert impostor.answers_in_channel("!bet 10") == []
    impostor.leave_server()
    kevin.expect("^:dave!~another@.* QUIT ")
    returned = venue.guest("dave")
    returned.told(r"Your card: .*\(1-100\)\?")

    bob.send(f"KICK {CHANNEL} {BOT} :out")
    bob.sees_bot("JOIN")
    bob.sees("the round continues")
    bob.sees("place your bets")
    bot.wait_for(f"out of {CHANNEL}: kicked by bob: out")
    bet(returned)
    kevin.sees(r"dave bets 10 \| second cards are out")
    for guest in (kevin, returned):
        guest.told(r"\(t\)wist")
        guest.whisper("resign")
    bob.sees("Chips: kevin 990, dave 990")
    assert bot.chips()["dave"] == 990
