"""CUTwC Pontoon, played by the whole bot on a real server."""

import re
from collections.abc import Collection
from random import Random

import pytest

from tests.real_servers import bankreferee
from tests.real_servers.evenings import Entries, check_statistics, gains
from tests.real_servers.guest import Said
from tests.real_servers.opencards import check_pack_game
from tests.real_servers.rounds import Round, play, randomly, scripted
from tests.real_servers.runningbot import dealing
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = pytest.mark.real_server


def check_round(
    played: Round, before: Entries, after: Entries, *, left: Collection[str] = ()
) -> None:
    """Fail unless all that was told fits together, and players.xml went from BEFORE to AFTER.

    Players have LEFT the round.
    """
    winners = bankreferee.check_fingers(played.banker, played.results, left)
    check_statistics("cutwc", played, winners, before, after)
    check_pack_game(played, shows_ace=False)
    for nick, gain in gains(played).items():
        assert (
            after[nick].number("cutwc", "drinks") - before[nick].number("cutwc", "drinks") == -gain
        )
        assert played.balances[nick] == after[nick].number("cutwc", "drinks")
    for nick, old in before.items():
        assert after[nick].chips == old.chips
    assert not any("shuffle" in line for line in played.channel)


def test_an_evening_of_twelve_rounds_adds_up(venue: Venue) -> None:
    """The deal goes round with the seats, and nobody needs a chip."""
    seated = ["dave", "kevin", "bob", "anna"]
    bot = venue.bot(dict.fromkeys(seated, 0))
    guests = venue.guests(*seated)
    answer = randomly(Random(5))
    command = f"!cutwc {' '.join(seated)}"
    for _ in range(12):
        before = bot.entries()
        played = play(command, guests, answer)
        check_round(played, before, bot.entries())
        assert played.channel[0].startswith(f"CUTwC Pontoon: {', '.join(seated)} | ")
        assert list(dict.fromkeys(result.name for result in played.results)) == seated[:-1]
        assert played.banker.name == seated[-1]
        command, seated = "!cutwc", seated[1:] + seated[:1]


def test_a_split_hand_can_be_a_pontoon_and_the_dealer_drinks_double(venue: Venue) -> None:
    """Each hand carries the initial bid, buying adds a finger; the card beside the ace is shown."""
    cards = "10D 9S 8H 10C 8C 10S AH 2D 3C 9D KH"
    bot = venue.bot(program=dealing(cards))
    guests = venue.guests("dave", "kevin", "bob")
    before = bot.entries()
    answer = scripted(dave="3, p, b, b", kevin="bid 2, t", bob="s")
    played = play("!cutwc dave kevin bob", guests, answer)
    check_round(played, before, bot.entries())
    told = [(hand.name, hand.number, hand.kind, hand.stake) for hand in played.results]
    assert told == [("dave", 1, "pontoon", 3), ("dave", 2, "bust", 5), ("kevin", 0, "bust", 2)]
    assert gains(played) == {"dave": -5, "kevin": -2, "bob": -6}


def test_statistics_tell_what_was_drunk(venue: Venue) -> None:
    """Of everybody and of one; and there is nothing about chips or a bank."""
    bot = venue.bot(program=dealing("10D 9S 10H 9H"))
    dave, kevin = guests = venue.guests("dave", "kevin")
    play("!cutwc dave kevin", guests, scripted(dave="4, s", kevin="s"))
    assert bot.entries()["kevin"].number("cutwc", "drinks") == 4
    told = " ".join(said.text for said in dave.answers_in_channel("!cutwc stats"))
    assert re.search(r"dave: drinks 0, played 1, won 1, ratio 100%", told)
    assert re.search(r"kevin: drinks 4, played 1, won 0, ratio 0%", told)
    [of_kevin] = kevin.answers("stats cutwc kevin")
    assert of_kevin == Said("kevin", "kevin: drinks 4, played 1, won 0, ratio 0%")
    [of_bob] = kevin.answers_in_channel("!cutwc stats bob")
    assert of_bob == Said(CHANNEL, "bob: drinks 0, played 0, won 0")


def test_who_leaves_drinks_the_bid(venue: Venue) -> None:
    """Nothing before it; the cards of a dealer who leaves are compared as they are."""
    cards = "10D KC 7S 10H 6H AH 7C"
    bot = venue.bot(dict.fromkeys(("bob", "kevin", "anna", "dave"), 0), program=dealing(cards))
    guests = venue.guests("bob", "kevin", "anna", "dave")
    before = bot.entries()
    answer = scripted(bob="!cutwc leave", kevin="3, leave", anna="2, s", dave="leave")
    played = play("!cutwc bob kevin anna dave", guests, answer)
    check_round(played, before, bot.entries(), left=["kevin", "dave"])
    assert gains(played) == {"dave": -2, "kevin": -3, "anna": 0}


def test_a_stopped_round_makes_nobody_drink(venue: Venue) -> None:
    """It counts for nobody; the deal moves on all the same."""
    bot = venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    before = bot.players_file.read_bytes()
    dave.command("!cutwc kevin dave")
    kevin.told(r"Bid \(1-4\)")
    [stopped] = dave.answers("stop")
    assert stopped.target == CHANNEL
    assert bot.players_file.read_bytes() == before
    kevin.command("!cutwc")
    kevin.sees(r"dave, kevin \| deck 2, card 1 \| kevin deals")
