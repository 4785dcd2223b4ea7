"""A seat belongs to the person who sat down."""

import pytest
from msgspec.structs import replace

from pontoon.irc.casemapping import FOLDS, rfc1459
from pontoon.irc.people import Person, Roster
from pontoon.tables.seats import SeatMap
from tests.support.no_accounts import NoAccounts

DAVE = Person("dave", "d@dave.example")
KEVIN = Person("Kev[n]", "k@kevin.example")
MALLORY = Person("mallory", "m@elsewhere.example")


@pytest.fixture
def seat_map() -> SeatMap:
    """Two people who are seated; kevin is called Kev[n] on IRC."""
    seated = SeatMap(lambda: rfc1459, NoAccounts)
    seated.seat([("dave", DAVE), ("kevin", KEVIN)])
    return seated


def test_a_sitter_is_found_by_the_nick_under_the_casemapping(seat_map: SeatMap) -> None:
    holder = seat_map.find(Person("KEV{N}"))
    assert holder is not None
    assert holder.player == "kevin"
    assert seat_map.find(MALLORY) is None


def test_a_sitter_is_told_things_under_the_nick_they_have(seat_map: SeatMap) -> None:
    assert seat_map.address("kevin") == "Kev[n]"
    assert seat_map.address("Kev[n]") is None


def test_a_new_nick_is_followed(seat_map: SeatMap) -> None:
    seat_map.renamed("kev{n}", Person("kev_away", KEVIN.userhost))
    assert seat_map.address("kevin") == "kev_away"
    assert seat_map.find(KEVIN) is None
    assert seat_map.find(Person("KEV_AWAY")) is not None


def test_whoever_takes_a_nick_that_was_left_is_not_seated(seat_map: SeatMap) -> None:
    seat_map.renamed("kev[n]", Person("kev_away", KEVIN.userhost))
    seat_map.renamed("mallory", Person("Kev[n]", MALLORY.userhost))
    assert seat_map.find(Person("Kev[n]", MALLORY.userhost)) is None
    assert seat_map.address("kevin") == "kev_away"


def test_whoever_has_left_is_told_nothing_and_is_not_found(seat_map: SeatMap) -> None:
    seat_map.departed(Person("kev[n]", KEVIN.userhost))
    assert seat_map.address("kevin") is None
    assert seat_map.find(KEVIN) is None
    assert seat_map.find_away(KEVIN) is not None
    assert seat_map.address("dave") == "dave"
    assert seat_map.find_away(DAVE) is None


def test_whoever_comes_back_from_the_same_place_has_their_seat(seat_map: SeatMap) -> None:
    seat_map.departed(KEVIN)
    back = seat_map.arrived(Person("KEV[N]", KEVIN.userhost))
    assert back is not None
    assert back.player == "kevin"
    assert seat_map.address("kevin") == "KEV[N]"
    assert seat_map.find_away(KEVIN) is None


@pytest.mark.parametrize(
    "person",
    [Person("Kev[n]", MALLORY.userhost), Person("Kev[n]"), Person("kev_", KEVIN.userhost), MALLORY],
)
def test_somebody_else_does_not_have_it(seat_map: SeatMap, person: Person) -> None:
    """Both nick and user@host must be the same, and known."""
    seat_map.departed(KEVIN)
    assert seat_map.arrived(person) is None
    assert seat_map.find_away(person) is None
    assert seat_map.find(person) is None
    assert seat_map.address("kevin") is None


def test_whoever_was_seated_before_their_userhost_was_known_can_come_back() -> None:
    """By the time they leave, the channel knows it."""
    seat_map = SeatMap(lambda: rfc1459, NoAccounts)
    seat_map.seat([("dave", Person("dave"))])
    seat_map.departed(DAVE)
    assert seat_map.arrived(DAVE) is not None


@pytest.mark.parametrize("back", [DAVE, Person("DAVE")])
def test_nobody_is_refused_a_seat_for_an_address_that_was_never_known(back: Person) -> None:
    seat_map = SeatMap(lambda: rfc1459, NoAccounts)
    seat_map.seat([("dave", Person("dave"))])
    seat_map.departed(Person("dave"))
    holder = seat_map.arrived(back)
    assert holder is not None
    assert holder.person is back
    seat_map.departed(DAVE)
    assert seat_map.arrived(replace(DAVE, userhost=MALLORY.userhost)) is None


def test_but_who_is_not_in_the_channel_is_not_known_by_the_nick_alone() -> None:
    seat_map = SeatMap(lambda: rfc1459, NoAccounts)
    seat_map.seat([("dave", Person("dave"))])
    seat_map.departed(Person("dave"))
    assert seat_map.find_away(DAVE) is None
    assert seat_map.find(DAVE) is None


def test_nor_who_has_another_seat_already() -> None:
    seat_map = SeatMap(lambda: rfc1459, NoAccounts)
    seat_map.seat([("dave", Person("dave")), ("kevin", KEVIN)])
    seat_map.departed(Person("dave"))
    seat_map.renamed(KEVIN.nick, replace(KEVIN, nick="dave"))
    assert seat_map.arrived(replace(KEVIN, nick="dave")) is None
    assert seat_map.address("dave") is None


def test_nor_who_has_not_the_account() -> None:
    seat_map = SeatMap(lambda: rfc1459, _Registry)
    seat_map.seat([("dave", Person("dave"))])
    seat_map.departed(Person("dave"))
    assert seat_map.arrived(DAVE) is None
    assert seat_map.arrived(replace(DAVE, account="davy")) is not None


def test_a_departure_that_tells_no_userhost_does_not_forget_it(seat_map: SeatMap) -> None:
    seat_map.departed(Person("dave"))
    assert seat_map.arrived(DAVE) is not None


def test_strangers_come_and_go_unnoticed(seat_map: SeatMap) -> None:
    seat_map.departed(MALLORY)
    seat_map.renamed("mallory", Person("m"))
    assert seat_map.arrived(MALLORY) is None
    assert [seat_map.address("dave"), seat_map.address("kevin")] == ["dave", "Kev[n]"]


def test_a_seat_is_taken_by_the_player_and_not_by_the_nick(seat_map: SeatMap) -> None:
    assert "kevin" in seat_map.players
    assert "kev{n}" not in seat_map.players
    assert "mallory" not in seat_map.players


def test_a_seat_stays_taken_while_its_player_is_away(seat_map: SeatMap) -> None:
    seat_map.departed(KEVIN)
    assert "kevin" in seat_map.players


def test_everybody_gets_up(seat_map: SeatMap) -> None:
    seat_map.clear()
    assert seat_map.address("dave") is None
    assert "dave" not in seat_map.players


def test_new_people_take_the_place_of_the_old(seat_map: SeatMap) -> None:
    seat_map.seat([("bob", Person("bob"))])
    assert seat_map.address("bob") == "bob"
    assert "dave" not in seat_map.players


def test_nicks_are_compared_as_the_server_compares_them_now() -> None:
    """It may say which way only after people sat down."""
    fold = rfc1459
    seat_map = SeatMap(lambda: fold, NoAccounts)
    seat_map.seat([("kevin", KEVIN)])
    assert seat_map.find(Person("kev{n}")) is not None
    fold = FOLDS["ascii"]
    assert seat_map.find(Person("kev{n}")) is None
    assert seat_map.find(Person("kev[n]")) is not None


def test_whoever_does_not_sit_is_reached_by_the_nick_of_the_player(seat_map: SeatMap) -> None:
    """But a player who sits only in the seat, and nobody at the nick of another who sits."""
    roster = Roster(rfc1459)
    for person in (DAVE, KEVIN, MALLORY):
        roster.add(person)
    assert seat_map.reach(roster, "mallory") == "mallory"
    assert seat_map.reach(roster, "kevin") == "Kev[n]"
    assert seat_map.reach(roster, "Kev[n]") is None
    assert seat_map.reach(roster, "nobody") is None
    roster.add(Person("kevin", "someone@else.example"))
    assert seat_map.reach(roster, "kevin") == "Kev[n]"


# Accounts


class _Registry(NoAccounts):
    """Knows that dave's account is davy; kevin has none."""

    def is_bound(self, nick: str) -> bool:
        return nick == "dave"

    def owns(self, nick: str, person: Person) -> bool:
        return nick == "dave" and person.account == "davy"

    def find_player(self, _nick: str, people: Roster) -> Person | None:
        return next((each for each in people if each.account == "davy"), None)


OWNER = replace(DAVE, account="davy")


@pytest.fixture
def bound() -> SeatMap:
    """Dave, who sat down logged in, and kevin."""
    seated = SeatMap(lambda: rfc1459, _Registry)
    seated.seat([("dave", OWNER), ("kevin", KEVIN)])
    return seated


def test_who_is_not_logged_in_is_not_the_sitter_of_an_account(bound: SeatMap) -> None:
    assert bound.find(OWNER) is bound.called("dave")
    for account in (None, "", "mallory"):
        assert bound.find(replace(DAVE, account=account)) is None
    assert bound.find(KEVIN) is bound.called(KEVIN.nick)


def test_who_was_is_told_apart_from_who_never_was(bound: SeatMap) -> None:
    bound.departed(DAVE)
    assert bound.find_logged_out(DAVE) is not None
    assert bound.find_logged_out(OWNER) is None
    assert bound.find_logged_out(Person("dave", MALLORY.userhost)) is None
    assert bound.find_logged_out(KEVIN) is None


def test_the_owner_is_back_with_any_nick_and_address(bound: SeatMap) -> None:
    bound.departed(OWNER)
    assert bound.arrived(DAVE) is None
    elsewhere = Person("david", "d@phone", "davy")
    assert bound.arrived(elsewhere) is not None
    assert bound.address("dave") == "david"


def test_nobody_has_two_seats(bound: SeatMap) -> None:
    bound.departed(OWNER)
    assert bound.arrived(replace(KEVIN, account="davy")) is None
    assert bound.address("dave") is None


def test_of_a_roster_the_owner_sits_first_of_all_with_the_nick_they_had(bound: SeatMap) -> None:
    bound.all_depart()
    roster = Roster()
    for person in (Person("aaa", "a@a", "davy"), OWNER, KEVIN):
        roster.add(person)
    bound.look_in(roster)
    assert (bound.address("dave"), bound.address("kevin")) == ("dave", "Kev[n]")
    bound.all_depart()
    roster.remove("dave")
    bound.look_in(roster)
    assert bound.address("dave") == "aaa"


def test_whoever_may_be_back_and_is_not_known_is_found_out(bound: SeatMap) -> None:
    roster = Roster()
    roster.add(DAVE)
    roster.add(KEVIN)
    assert [*bound.unknown(roster)] == []
    bound.all_depart()
    assert [*bound.unknown(roster)] == [DAVE]
    roster.add(replace(DAVE, account=""))
    assert [*bound.unknown(roster)] == []


def test_who_may_sit_here_is_told_apart_from_who_does_not(bound: SeatMap) -> None:
    assert bound.may_include(DAVE)
    assert bound.may_include(KEVIN)
    assert not bound.may_include(MALLORY)
    bound.departed(OWNER)
    assert bound.may_include(MALLORY)
    assert bound.may_include(replace(DAVE, account=""))
    assert not bound.may_include(replace(MALLORY, account=""))
    bound.clear()
    assert not bound.may_include(DAVE)


def test_nobody_is_reached_at_a_nick_that_somebody_left_their_seat_with(seat_map: SeatMap) -> None:
    roster = Roster(rfc1459)
    roster.add(KEVIN)
    seat_map.departed(KEVIN)
    assert seat_map.reach(roster, "kev{n}") is None


def test_who_does_not_sit_is_reached_as_the_player_they_are(bound: SeatMap) -> None:
    bound.clear()
    roster = Roster()
    roster.add(replace(MALLORY, nick="dave"))
    assert bound.reach(roster, "dave") is None
    roster.add(replace(OWNER, nick="david"))
    assert bound.reach(roster, "dave") == "david"
