"""The table goes on without whoever does not answer, is out, or cannot be written to."""

import pytest

from tests.real_servers.guest import Guest
from tests.real_servers.runningbot import dealing
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = pytest.mark.real_server

HANDS = "10D 9C 7S KH 9H 8H"
"""20 for the first player, 18 for the second."""


def bet(*guests: Guest) -> None:
    """Have GUESTS, who are all in the round, bet ten chips each."""
    for guest in guests:
        guest.told(r"\(1-\d+\)\?")
        guest.whisper("10")
    for guest in guests:
        guest.sees(f"{guests[0].nick} bets 10")


def test_a_silent_player_is_warned_then_played_for_and_then_away(venue: Venue) -> None:
    """Until they say a word."""
    bot = venue.bot(table={"turn_timeout": 10, "away_after": 1}, program=dealing("10D 9C KH 9H"))
    dave, kevin = venue.guests("dave", "kevin")
    kevin.command("!pontoon dave kevin")
    bet(dave, kevin)
    kevin.sees(r"dave has 3 s left to play$")
    dave.told(r"3 s left\. 10♦ K♥ = 20: \(s\)tick .*\. Stake 10, chips 990")
    kevin.sees(
        r"dave does not answer \| dave sticks \| dave seems to be away: .* \| kevin to play$"
    )
    dave.told("You seem to be away.* say anything here")
    kevin.told(r"9♣ 9♥ = 18: \(s\)tick")
    kevin.whisper("s")
    kevin.sees("Chips: dave 1000, kevin 990")
    kevin.command("!pontoon dave kevin")
    kevin.sees(r"dave does not answer and sits this round out")
    dave.whisper("hand")
    dave.told("You have left this round")
    kevin.whisper("leave")
    kevin.sees("the round is void")
    kevin.command("!pontoon dave kevin")
    dave.told(r"\(1-100\)\?")
    assert bot.chips()["dave"] == 1000


def test_who_quits_and_is_back_in_time_plays_on(venue: Venue) -> None:
    venue.bot(table={"turn_timeout": 60, "grace": 30}, program=dealing(HANDS))
    dave, kevin = venue.guests("dave", "kevin")
    kevin.command("!pontoon dave kevin")
    bet(dave, kevin)
    dave.told(r"\(s\)tick")
    dave.leave_server()
    kevin.sees("dave is gone: 30 s to come back$")
    returned = venue.guest("dave")
    returned.told(r"\(s\)tick .*\. Stake 10, chips 990")
    returned.whisper("s")
    kevin.sees(r"dave sticks \| kevin to play")


def test_who_does_not_come_back_is_played_for(venue: Venue) -> None:
    """The round is played to its end, even when all have gone."""
    bot = venue.bot(table={"turn_timeout": 60, "grace": 1})
    bob = venue.guest("bob")
    dave, kevin = venue.guests("dave", "kevin")
    kevin.command("!pontoon dave kevin")
    bet(dave, kevin)
    dave.leave_server()
    bob.sees(r"dave is gone: 1 s to come back$")
    kevin.send(f"PART {CHANNEL}")
    bob.sees("dave does not answer")
    bob.sees("Chips: dave ")
    assert bot.entries()["dave"].played == 1


@pytest.mark.parametrize(
    ("mode", "why"), [("g", "server-side ignore"), ("R", "registered account")]
)
def test_on_inspircd_the_channel_is_told_who_cannot_be_written_to(
    inspircd_venue: Venue, mode: str, why: str
) -> None:
    """Once a round. They can play in the channel; written to again, they see their cards."""
    inspircd_venue.bot()
    dave, kevin = inspircd_venue.guests("dave", "kevin")
    dave.send(f"MODE dave +{mode}")
    dave.expect(f"^:dave!.* MODE dave :?\\+{mode}")
    kevin.command("!pontoon dave kevin")
    kevin.sees(
        f"dave: my private messages do not reach you \\(.*{why}.*\\), so you cannot see your "
    )
    dave.command("!bet 10")
    kevin.whisper("10")
    kevin.sees("dave bets 10")
    assert not [said for said in kevin.what_came() if "do not reach" in said.text]
    dave.send(f"MODE dave -{mode}")
    dave.expect(f"^:dave!.* MODE dave :?-{mode}")
    dave.whisper("hand")
    dave.told("Stake 10, chips 990")


def test_on_ngircd_too(venue: Venue) -> None:
    venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    dave.send("MODE dave +b")
    dave.expect(r"^:dave!.* MODE dave :?\+b")
    kevin.command("!pontoon dave kevin")
    kevin.sees(r"dave: my private messages do not reach you \(.*registered.*\), so you cannot see ")
