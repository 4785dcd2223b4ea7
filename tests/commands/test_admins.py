"""Who may give orders: accounts and masks of [admin], on the network they are meant for."""

from pontoon.commands.admins import Admins
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.people import Person

ACCOUNTS = ("dave", "libera/Kevin[1]")
MASKS = ("*!*@*.home.example", "libera/bob!bob@*", "*!*@user/eve")


def admins(network: str = "") -> Admins:
    return Admins(ACCOUNTS, MASKS, network, lambda: rfc1459)


def test_admins_of_a_network() -> None:
    for network, person in [
        ("", Person("whoever", "x@y", "dave")),
        ("", Person("whoever", "x@y", "DAVE")),
        ("", Person("dave", "dave@pc.home.example", "")),
        ("", Person("dave", "dave@pc.home.example", None)),
        ("", Person("eve", "eve@user/eve", "")),
        ("libera", Person("x", "x@y", "kevin{1}")),
        ("libera", Person("Bob", "bob@anywhere", "")),
    ]:
        assert admins(network).include(person)


def test_nobody_else_is_an_admin() -> None:
    for network, person in [
        ("", Person("dave", "x@y", "")),
        ("", Person("dave", "x@y", None)),
        ("", Person("x", "x@y", "kevin[1]")),
        ("", Person("x", "x@y", "libera/Kevin[1]")),
        ("", Person("bob", "bob@anywhere", "")),
        ("", Person("x", "", "")),
        ("libera", Person("x", "x@y", "dave")),
        ("libera", Person("x", "x@pc.home.example", "")),
        ("libera", Person("x", "bob@anywhere", "")),
        ("oftc", Person("x", "x@pc.home.example", "dave")),
    ]:
        assert not admins(network).include(person)


def test_without_any_there_are_none() -> None:
    none = Admins((), (), "", lambda: rfc1459)
    assert not none.include(Person("dave", "dave@dave.home", "dave"))
    assert not none.include(Person("dave", "dave@dave.home", ""))
    assert not none.have_accounts


def test_whether_accounts_matter() -> None:
    assert admins().have_accounts
    assert admins("libera").have_accounts
    assert not admins("oftc").have_accounts
    assert not Admins((), ("*!*@*",), "", lambda: rfc1459).have_accounts


def test_a_mask_for_everybody_needs_an_address_that_is_known() -> None:
    all_of_them = Admins((), ("*!*@*",), "", lambda: rfc1459)
    assert not all_of_them.include(Person("dave"))
    assert all_of_them.include(Person("dave", "dave@dave.home"))
