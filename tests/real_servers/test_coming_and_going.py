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


def test_a_nick_change_takes_the_seat_along(venue: Venue) -> None:
    """Prompts go to the new nick; the channel goes on hearing the name from players.xml."""
    bot = venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    dave.told(r"\(1-100\)")
    dave.call_myself("david")
    dave.whisper("10")
    dave.told(r"You bet 10\. kevin is still to bet\.")
    bet(kevin)
    kevin.sees(r"dave bets 10 \| kevin bets 10 \| second cards are out")
    dave.told(r"\(t\)wist")
    dave.whisper("leave")
    kevin.sees("dave leaves the round")
    kevin.told(r"\(t\)wist")
    kevin.whisper("leave")
    kevin.sees("Chips: dave 990")
    assert bot.chips()["dave"] == 990


def test_whoever_takes_a_nick_that_was_left_gets_nothing_of_the_seat(venue: Venue) -> None:
    venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    dave.told(r"\(1-100\)")
    dave.call_myself("david")
    impostor = venue.guest("dave")
    [help_line] = impostor.answers("10")
    assert help_line.target == "dave"
    assert "(1-100)" not in help_line.text
    assert impostor.answers_in_channel("!bet 10") == []
    [refusal] = impostor.answers_in_channel("!pontoon leave")
    assert refusal.target == "dave"
    dave.whisper("10")
    bet(kevin)
    kevin.sees(r"dave bets 10 \| kevin bets 10")
    dave.told(r"\(t\)wist")
    assert private(impostor.what_came()) == []


def test_part_and_rejoin_give_the_seat_back(venue: Venue) -> None:
    """In between there are no prompts and no moves; afterwards the prompt comes again."""
    venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    kevin.command("!pontoon kevin dave")
    kevin.told(r"\(1-100\)")
    dave.send(f"PART {CHANNEL}")
    kevin.expect("^:dave!.* PART ")
    dave.what_came()
    kevin.whisper("10")
    kevin.told(r"You bet 10\. dave is still to bet\.")
    assert dave.answers("10") == [
        Said("dave", f"You are not in {CHANNEL}. Come back there to play on.")
    ]
    dave.join(CHANNEL)
    dave.told(r"Your card: .*\(1-100\)\?")
    dave.whisper("10")
    kevin.sees(r"kevin bets 10 \| dave bets 10")


def test_who_quits_is_known_again_by_nick_and_address(venue: Venue) -> None:
    """Somebody else under the same nick is not; and the seat is kept for the one who left."""
    venue.bot()
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
    returned.whisper("10")
    kevin.sees(r"dave bets 10 \| second cards are out")


def test_a_player_who_is_kicked_can_come_back(venue: Venue) -> None:
    bob = venue.guest("bob")
    venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    kevin.command("!pontoon dave kevin")
    dave.told(r"\(1-100\)")
    bob.send(f"KICK {CHANNEL} dave :out")
    dave.expect(f"^:bob!.* KICK {CHANNEL} dave ")
    assert "Come back" in private(dave.answers("10"))[0]
    dave.join(CHANNEL)
    bet(dave)
    dave.told(r"You bet 10\. kevin is still to bet\.")


def test_a_kick_of_the_bot_undoes_nothing_and_the_round_goes_on(venue: Venue) -> None:
    """It comes back by itself. The bet stands, and nobody is asked for it again."""
    bob = venue.guest("bob")
    bot = venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    bet(dave)
    dave.told(r"You bet 10\. kevin is still to bet\.")
    kevin.told(r"\(1-100\)\?")
    bob.send(f"KICK {CHANNEL} {BOT} :out")
    bob.sees_bot("JOIN")
    bob.sees("the round continues .*place your bets")
    bot.wait_for(f"out of {CHANNEL}: kicked by bob: out")
    bet(kevin)
    kevin.sees(r"dave bets 10 \| kevin bets 10")
    for guest in (dave, kevin):
        guest.told(r"\(t\)wist")
        guest.whisper("leave")
    bob.sees("Chips: dave 990, kevin 990")
    assert bot.chips()["dave"] == 990


def test_a_channel_that_is_closed_to_the_bot_is_tried_again(venue: Venue) -> None:
    """The log says why it is not in it; once it is let in, it deals."""
    dave = venue.guest("dave")
    dave.send(f"MODE {CHANNEL} +i")
    bot = venue.arriving_bot()
    assert "nvit" in bot.wait_for(f"cannot join {CHANNEL}: ")
    dave.send(f"MODE {CHANNEL} -i")
    dave.sees_bot("JOIN")
    dave.command("!pontoon dave")
    dave.sees("Shed Pontoon: dave")
