"""Starting a round, everything that can stand against it, and what is taken for a move in it."""

import pytest

from tests.real_servers.guest import Said
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = pytest.mark.real_server


def test_all_that_is_wrong_is_told_at_once(venue: Venue) -> None:
    """And no card is dealt, to nobody; the list of the previous players is not replaced."""
    venue.bot({"dave": 1000, "kevin": 0, "bob": 1000}, table={"max_players": 5})
    dave, _, nobody = venue.guests("dave", "kevin", "nobody")
    command = "!pontoon dave kevin bob nobody PontoonBot DAVE"
    [refusal] = dave.answers_in_channel(command)
    assert refusal.target == CHANNEL
    for fault in (
        "at most 5 can play",
        "kevin has no chips",
        "bob is not in the channel",
        "nobody is not in players.xml",
        "PontoonBot deals and cannot play",
        "dave is named twice",
    ):
        assert fault in refusal.text.split(" | ")
    assert [said.target for said in nobody.what_came()] == [CHANNEL]
    assert "Shed Pontoon" not in dave.answers_in_channel("!pontoon")[0].text


def test_nicks_are_compared_as_the_server_does(venue: Venue) -> None:
    """The spelling shown is that of players.xml; {} are no capitals of [] on this server."""
    venue.bot({"Dave": 1000, "a[b]": 1000})
    dave = venue.guest("dAVE")
    brackets = venue.guest("A[B]", user="brackets")
    dave.command("!PONTOON DAVE a[B]")
    dave.sees(r"Shed Pontoon: Dave, a\[b\] \| Dave to bet")
    dave.told(r"\(1-100\)")
    brackets.told("Your card: ")
    dave.command("!pontoon stop")
    dave.sees("stopped")
    [refusal] = dave.answers_in_channel("!pontoon a{b}")
    assert "a{b} is not in players.xml" in refusal.text


def test_one_round_at_a_time(venue: Venue) -> None:
    """Whoever wants to start another is told whose turn it is; anybody may start the first."""
    venue.bot()
    dave, kevin, bob = venue.guests("dave", "kevin", "bob")
    bob.command("!pontoon dave kevin")
    dave.told(r"\(1-100\)")
    [refusal] = bob.answers_in_channel("!pontoon bob")
    assert refusal.target == CHANNEL
    assert refusal.text.endswith("dave to bet")
    dave.whisper("max")
    kevin.sees(r"dave bets 100 \| kevin to bet")


def test_a_hand_can_be_looked_at_again(venue: Venue) -> None:
    """By the player who is asked and by one who waits; there is no hand without a round."""
    venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    assert "help" in dave.answers("hand")[0].text
    dave.command("!pontoon dave kevin")
    prompt = dave.told("(Your card: .*)")[1]
    shown = kevin.told("(Your card: .*)")[1]
    assert dave.answers("hand") == [Said("dave", prompt)]
    [waiting] = kevin.answers("HAND")
    assert waiting.text.startswith(shown)
    assert waiting.text.endswith("It is dave's turn to bet.")


def test_in_a_round_only_what_is_meant_as_a_move_is_one(venue: Venue) -> None:
    """A word that is none is answered with the prompt, a notice or a bold one moves nothing."""
    venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    prompt = dave.told("(Your card: .*)")[1]
    for word in ("hello", "+5", "1,000", "1e3", "٣", "0", "101", "-1", "\x0250", "s", "bet"):
        [refusal] = dave.answers(word)
        assert refusal.target == "dave"
        assert refusal.text.endswith(prompt)
    dave.send("NOTICE PontoonBot :50")
    assert dave.what_came() == []
    [refusal] = kevin.answers("50")
    assert refusal == Said("kevin", "It is dave's turn to bet.")
    assert dave.answers_in_channel("!BET 50")[0] == Said(CHANNEL, "dave bets 50 | kevin to bet")
