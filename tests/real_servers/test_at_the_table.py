"""Starting a round, everything that can stand against it, and what is taken for a move in it."""

import pytest

from tests.real_servers.guest import Said
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = pytest.mark.real_server


def test_all_that_is_wrong_is_told_at_once(venue: Venue) -> None:
    """And no card is dealt, to nobody; the list of the previous players is not replaced."""
    players = {"dave": 1000, "kevin": 0, "bob": 1000, "anna": 1000}
    venue.bot(players, table={"max_players": 1})
    dave, _, _, nobody = venue.guests("dave", "kevin", "anna", "nobody")
    command = "!pontoon dave anna kevin bob nobody PontoonBot DAVE"
    [refusal] = dave.answers_in_channel(command)
    assert refusal.target == CHANNEL
    for fault in (
        "No round: Shed Pontoon takes at most 1 player",
        "kevin has no chips",
        "bob is not in the channel",
        "nobody is not a player yet; ask an admin of this bot",
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
    dave.sees(r"Shed Pontoon: Dave, a\[b\] \| deck 1, card 1 \| place your bets")
    dave.told(r"\(1-100\)")
    brackets.told("Your card: ")
    for guest in (dave, brackets):
        guest.whisper("leave")
    dave.sees("the round is void")
    [refusal] = dave.answers_in_channel("!pontoon a{b}")
    assert "a{b} is not a player yet; ask an admin of this bot" in refusal.text


def test_one_round_at_a_time(venue: Venue) -> None:
    """Whoever wants to start another is told who has not bet; anybody may start the first."""
    venue.bot()
    dave, kevin, bob = venue.guests("dave", "kevin", "bob")
    bob.command("!pontoon dave kevin")
    for guest in (dave, kevin):
        guest.told(r"\(1-100\)")
    [refusal] = bob.answers_in_channel("!pontoon bob")
    assert refusal.target == CHANNEL
    assert refusal.text.endswith(" | dave, kevin to bet")
    assert dave.answers("max") == [Said("dave", "You bet 100. kevin is still to bet.")]
    [refusal] = bob.answers_in_channel("!pontoon bob")
    assert refusal.text.endswith(" | kevin to bet")
    kevin.whisper("min")
    bob.sees(r"dave bets 100 \| kevin bets 1 \| second cards are out \| dave to play")


def test_a_hand_can_be_looked_at_again(venue: Venue) -> None:
    """By a player who is asked and by one who has bet; there is no hand without a round."""
    venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    assert "help" in dave.answers("hand")[0].text
    dave.command("!pontoon dave kevin")
    prompt = dave.told("(Your card: .*)")[1]
    shown = kevin.told(r"(Your card: .*?)\.")[1]
    kevin.whisper("10")
    kevin.told("You bet 10")
    assert dave.answers("hand") == [Said("dave", prompt)]
    [waiting] = kevin.answers("HAND")
    card = shown.removeprefix("Your card: ")
    assert waiting.text.startswith(f"Stake 10: {card} = ")
    assert waiting.text.endswith(". Chips 990. dave is still to bet.")


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
    stands = Said("kevin", "You bet 50. dave is still to bet.")
    assert kevin.answers("50") == [stands]
    assert kevin.answers("60") == [stands]
    [bets, _] = dave.answers_in_channel("!BET 20")
    assert bets.target == CHANNEL
    assert bets.text.startswith("dave bets 20 | kevin bets 50 | second cards are out | ")
