"""A seat belongs to the person who sat down."""

import pytest

from pontoon.casemapping import FOLDS, rfc1459
from pontoon.people import Person, Roster
from pontoon.sitters import Sitters

DAVE = Person("dave", "d@dave.example")
KEVIN = Person("Kev[n]", "k@kevin.example")
MALLORY = Person("mallory", "m@elsewhere.example")


@pytest.fixture
def sitters() -> Sitters:
    """Two people who are seated; kevin is called Kev[n] on IRC."""
    seated = Sitters(lambda: rfc1459)
    seated.seat([("dave", DAVE), ("kevin", KEVIN)])
    return seated


def test_a_sitter_is_found_by_the_nick_under_the_casemapping(sitters: Sitters) -> None:
    sitter = sitters.find(Person("KEV{N}"))
    assert sitter is not None
    assert sitter.player == "kevin"
    assert sitters.find(MALLORY) is None


def test_a_sitter_is_told_things_under_the_nick_they_have(sitters: Sitters) -> None:
    assert sitters.address("kevin") == "Kev[n]"
    assert sitters.address("Kev[n]") is None


def test_a_new_nick_is_followed(sitters: Sitters) -> None:
    sitters.renamed("kev{n}", Person("kev_away", KEVIN.userhost))
    assert sitters.address("kevin") == "kev_away"
    assert sitters.find(KEVIN) is None
    assert sitters.find(Person("KEV_AWAY")) is not None


def test_whoever_takes_a_nick_that_was_left_is_not_seated(sitters: Sitters) -> None:
    sitters.renamed("kev[n]", Person("kev_away", KEVIN.userhost))
    sitters.renamed("mallory", Person("Kev[n]", MALLORY.userhost))
    assert sitters.find(Person("Kev[n]", MALLORY.userhost)) is None
    assert sitters.address("kevin") == "kev_away"


def test_whoever_has_left_is_told_nothing_and_is_not_found(sitters: Sitters) -> None:
    sitters.departed(Person("kev[n]", KEVIN.userhost))
    assert sitters.address("kevin") is None
    assert sitters.find(KEVIN) is None
    assert sitters.find_away(KEVIN) is not None
    assert sitters.address("dave") == "dave"
    assert sitters.find_away(DAVE) is None


def test_whoever_comes_back_from_the_same_place_has_their_seat(sitters: Sitters) -> None:
    sitters.departed(KEVIN)
    back = sitters.arrived(Person("KEV[N]", KEVIN.userhost))
    assert back is not None
    assert back.player == "kevin"
    assert sitters.address("kevin") == "KEV[N]"
    assert sitters.find_away(KEVIN) is None


@pytest.mark.parametrize(
    "person",
    [Person("Kev[n]", MALLORY.userhost), Person("Kev[n]"), Person("kev_", KEVIN.userhost), MALLORY],
)
def test_somebody_else_does_not_have_it(sitters: Sitters, person: Person) -> None:
    """Both nick and user@host must be the same, and known."""
    sitters.departed(KEVIN)
    assert sitters.arrived(person) is None
    assert sitters.find_away(person) is None
    assert sitters.find(person) is None
    assert sitters.address("kevin") is None


def test_whoever_was_seated_before_their_userhost_was_known_can_come_back() -> None:
    """By the time they leave, the channel knows it."""
    sitters = Sitters(lambda: rfc1459)
    sitters.seat([("dave", Person("dave"))])
    sitters.departed(DAVE)
    assert sitters.arrived(DAVE) is not None


def test_a_userhost_that_was_never_known_lets_nobody_back() -> None:
    sitters = Sitters(lambda: rfc1459)
    sitters.seat([("dave", Person("dave"))])
    sitters.departed(Person("dave"))
    assert sitters.arrived(DAVE) is None
    assert sitters.arrived(Person("dave")) is None


def test_a_departure_that_tells_no_userhost_does_not_forget_it(sitters: Sitters) -> None:
    sitters.departed(Person("dave"))
    assert sitters.arrived(DAVE) is not None


def test_strangers_come_and_go_unnoticed(sitters: Sitters) -> None:
    sitters.departed(MALLORY)
    sitters.renamed("mallory", Person("m"))
    assert sitters.arrived(MALLORY) is None
    assert [sitters.address("dave"), sitters.address("kevin")] == ["dave", "Kev[n]"]


def test_a_seat_is_taken_by_player_and_by_nick(sitters: Sitters) -> None:
    assert sitters.includes("kevin", "somebody")
    assert sitters.includes("somebody", "kev{n}")
    assert not sitters.includes("mallory", "mallory")


def test_a_seat_stays_taken_while_its_player_is_away(sitters: Sitters) -> None:
    sitters.departed(KEVIN)
    assert sitters.includes("kevin", "kevin")


def test_everybody_gets_up(sitters: Sitters) -> None:
    sitters.clear()
    assert sitters.address("dave") is None
    assert not sitters.includes("dave", "dave")


def test_new_people_take_the_place_of_the_old(sitters: Sitters) -> None:
    sitters.seat([("bob", Person("bob"))])
    assert sitters.address("bob") == "bob"
    assert not sitters.includes("dave", "dave")


def test_nicks_are_compared_as_the_server_compares_them_now() -> None:
    """It may say which way only after people sat down."""
    fold = rfc1459
    sitters = Sitters(lambda: fold)
    sitters.seat([("kevin", KEVIN)])
    assert sitters.find(Person("kev{n}")) is not None
    fold = FOLDS["ascii"]
    assert sitters.find(Person("kev{n}")) is None
    assert sitters.find(Person("kev[n]")) is not None


def test_whoever_does_not_sit_is_reached_by_the_nick_of_the_player(sitters: Sitters) -> None:
    """But a player who sits only in the seat, and nobody at the nick of another who sits."""
    roster = Roster(rfc1459)
    for person in (DAVE, KEVIN, MALLORY):
        roster.add(person)
    assert sitters.reach(roster, "mallory") == "mallory"
    assert sitters.reach(roster, "kevin") == "Kev[n]"
    assert sitters.reach(roster, "Kev[n]") is None
    assert sitters.reach(roster, "nobody") is None
    roster.add(Person("kevin", "someone@else.example"))
    assert sitters.reach(roster, "kevin") == "Kev[n]"
