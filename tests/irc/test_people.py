"""Who is in a channel."""

from pontoon.irc.casemapping import FOLDS, rfc1459
from pontoon.irc.people import Person, Roster


def roster(*people: Person) -> Roster:
    made = Roster()
    for person in people:
        made.add(person)
    return made


DAVE = Person("dave", "d@dave.example")
KEVIN = Person("kevin", "k@kevin.example")


def test_somebody_is_found_under_the_casemapping() -> None:
    assert roster(Person("dave[]")).find("DAVE{}") == Person("dave[]")
    assert roster(DAVE).find("kevin") is None


def test_a_known_userhost_stays_where_none_is_given() -> None:
    people = roster(DAVE)
    people.add(Person("Dave"))
    assert list(people) == [Person("Dave", DAVE.userhost)]


def test_a_new_userhost_replaces_the_old() -> None:
    people = roster(DAVE)
    people.add(Person("dave", "d@cloak"))
    assert people.find("dave") == Person("dave", "d@cloak")


def test_owner_protected_and_operator_act_for_the_channel_and_voice_does_not() -> None:
    people = roster(DAVE)
    for mode, acts in {"q": True, "a": True, "o": True, "h": False, "v": False}.items():
        people.set_modes("DAVE", frozenset(mode))
        assert people.is_operator("dave") is acts
        assert people.modes("dave") == {mode}


def test_modes_are_granted_and_revoked_one_by_one() -> None:
    people = roster(DAVE)
    people.grant("dave", "o")
    people.grant("Dave", "v")
    people.revoke("DAVE", "v")
    assert people.modes("dave") == {"o"}
    people.revoke("dave", "o")
    people.revoke("dave", "o")
    assert not people.is_operator("dave")


def test_modes_of_somebody_not_here_are_nothing() -> None:
    people = roster()
    people.grant("dave", "o")
    people.revoke("dave", "o")
    people.set_modes("dave", frozenset("o"))
    assert people.modes("dave") == frozenset()
    people.add(DAVE)
    assert not people.is_operator("dave")


def test_who_leaves_and_comes_back_is_no_operator_any_more() -> None:
    people = roster(DAVE)
    people.grant("dave", "o")
    assert people.remove("DAVE") == DAVE
    assert people.remove("dave") is None
    assert len(people) == 0
    people.add(DAVE)
    assert not people.is_operator("dave")


def test_a_new_nick_keeps_person_and_modes() -> None:
    people = roster(DAVE)
    people.grant("dave", "o")
    assert people.people.rename("DAVE", "davey") == Person("davey", DAVE.userhost)
    assert people.find("dave") is None
    assert people.is_operator("davey")


def test_a_nick_may_change_only_in_case() -> None:
    people = roster(DAVE)
    people.grant("dave", "o")
    people.people.rename("dave", "DAVE")
    assert list(people) == [Person("DAVE", DAVE.userhost)]
    assert people.is_operator("dave")


def test_who_takes_the_nick_of_somebody_lost_track_of_gets_nothing_of_theirs() -> None:
    """Neither the user@host nor the modes of whoever had the nick."""
    people = roster(DAVE, Person("kevin"))
    people.grant("dave", "o")
    assert people.people.rename("kevin", "dave") == Person("dave")
    assert not people.is_operator("dave")
    assert len(people) == 1


def test_renaming_somebody_not_here_changes_nothing() -> None:
    people = roster(DAVE)
    assert people.people.rename("kevin", "dave") is None
    assert list(people) == [DAVE]


def test_another_casemapping_keeps_everybody_and_their_modes() -> None:
    people = roster(Person("dave[]"), KEVIN)
    people.grant("dave[]", "o")
    people.people.refold(FOLDS["ascii"])
    assert people.find("DAVE[]") == Person("dave[]")
    assert people.find("dave{}") is None
    assert people.is_operator("Dave[]")
    assert len(people) == 2


def test_two_nicks_that_a_new_casemapping_takes_for_one_become_one() -> None:
    people = Roster(fold=FOLDS["ascii"])
    people.add(Person("a["))
    people.add(Person("a{"))
    people.people.refold(rfc1459)
    assert len(people) == 1


def account(people: Roster, nick: str) -> str | None:
    found = people.find(nick)
    assert found is not None
    return found.account


def test_an_account_is_kept_where_nothing_is_told_of_it() -> None:
    people = roster(Person("dave", "d@h", "davy"))
    people.add(Person("Dave", "d@cloak"))
    assert people.find("dave") == Person("Dave", "d@cloak")
    assert account(people, "dave") == "davy"
    people.add(Person("dave", "", ""))
    assert people.find("dave") == Person("dave", "d@cloak")
    assert account(people, "dave") == ""


def test_an_account_goes_with_its_owner_and_no_further() -> None:
    people = roster(Person("dave", "d@h", "davy"), Person("kevin", "k@h"))
    people.people.rename("dave", "davey")
    assert account(people, "davey") == "davy"
    people.people.rename("kevin", "davey")
    assert account(people, "davey") is None


def test_an_account_makes_nobody_somebody_else() -> None:
    assert Person("dave", "d@h", "davy") == Person("dave", "d@h")
