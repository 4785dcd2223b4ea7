"""One bot with a table in each of two channels."""

import pytest

from tests.real_servers.guest import Guest, Said
from tests.real_servers.rounds import always, play
from tests.real_servers.venue import Venue

pytestmark = pytest.mark.real_server

EAST, WEST = "#east", "#west"


@pytest.fixture
def people(venue: Venue) -> tuple[Guest, Guest, Guest]:
    """Have dave, who is in both channels, kevin in the east and bob in the west."""
    venue.bot(channels=(EAST, WEST))
    dave = venue.guest("dave", channel=EAST)
    dave.join(WEST)
    return dave, venue.guest("kevin", channel=EAST), venue.guest("bob", channel=WEST)


def test_two_tables_play_at_once(people: tuple[Guest, Guest, Guest]) -> None:
    """What somebody says in private is for the table at which they sit."""
    dave, kevin, bob = people
    kevin.command("!pontoon kevin")
    bob.command("!pontoon bob")
    bob.told(r"\(1-10\)")
    kevin.told(r"\(1-10\)")
    assert bob.answers("3")[0] == Said(WEST, "bob bets 3 | second cards are out | bob to play")
    assert kevin.answers("4")[0] == Said(
        EAST, "kevin bets 4 | second cards are out | kevin to play"
    )
    assert kevin.answers_in_channel("!twist")[0].text.startswith("kevin twists ")
    dave.say(WEST, "!pontoon stop")
    assert bob.what_came() == []
    assert {said.target for said in dave.what_came()} == {EAST, WEST, "dave"}


def test_a_player_of_one_table_is_refused_at_the_other(people: tuple[Guest, Guest, Guest]) -> None:
    """The refusal names where they sit; after the round there they are welcome."""
    dave, kevin, bob = people
    kevin.command("!pontoon dave kevin")
    dave.told(r"\(1-100\)")
    [refusal] = bob.answers_in_channel("!pontoon bob dave")
    assert refusal.target == WEST
    assert f"dave is playing in {EAST}" in refusal.text
    kevin.command("!pontoon stop")
    kevin.sees("stopped")
    bob.command("!pontoon bob dave")
    bob.sees("Shed Pontoon: bob, dave")


def test_each_channel_remembers_its_own_players(people: tuple[Guest, Guest, Guest]) -> None:
    dave, kevin, bob = people
    quickly = always("min", "s", "t")
    play("!pontoon dave kevin", [dave, kevin], quickly)
    assert "Shed Pontoon" not in bob.answers_in_channel("!pontoon")[0].text
    play("!pontoon bob", [bob], quickly)
    assert (
        play("!pontoon", [kevin, dave], quickly).channel[0].startswith("Shed Pontoon: kevin, dave")
    )
