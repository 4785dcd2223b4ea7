"""Which player somebody is: by account, nick or mask."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from pontoon.engine.errors import SeatFault
from pontoon.irc.casemapping import FOLDS
from pontoon.irc.people import Person, Roster
from pontoon.storage.players.identity import IdentityResolver, Present, Unidentified
from pontoon.storage.players.player import Player
from pontoon.storage.players.store import PlayerStore
from tests.support.calls import calls_in
from tests.support.offline_bot import Entry
from tests.support.players_files import store_at

pytestmark = pytest.mark.slow

ACCOUNT = "<account>Dave</account>"
ELSEWHERE = '<account network="libera">Dave</account>'
DAVE = Person("dave", "d@home", "dave")
IMPOSTOR = Person("dave", "m@elsewhere", "mallory")

Recognizer = Callable[..., IdentityResolver]


@pytest.fixture
def knowing(tmp_path: Path) -> Recognizer:
    """Return a function that makes an IdentityResolver for players."""

    def make(*entries: Entry, fold: str = "rfc1459", **settings: object) -> IdentityResolver:
        store = store_at(tmp_path / "players.xml", *map(str, entries))
        return IdentityResolver(store, lambda: FOLDS[fold], **settings)  # type: ignore[arg-type]

    return make


def who(identities: IdentityResolver, person: Person) -> str | SeatFault:
    """Return the nick of the player that PERSON is, or why they are none."""
    found = identities.recognise(person)
    return found.nick if isinstance(found, Player) else found.why


# Accounts


@pytest.mark.parametrize("required", ["nick", "account", "mask"])
def test_who_is_logged_in_to_the_account_is_the_player_under_any_nick(
    knowing: Recognizer, required: str
) -> None:
    identities = knowing(Entry("dave", owner=ACCOUNT), Entry("kevin"), required=required)
    for nick in ("dave", "davey", "kevin", "nobody"):
        assert who(identities, replace(DAVE, nick=nick)) == "dave"


@pytest.mark.parametrize("required", ["nick", "account", "mask"])
@pytest.mark.parametrize(
    ("account", "why"),
    [
        (None, SeatFault.NOT_LOOKED_UP),
        ("", SeatFault.LOGGED_OUT),
        ("mallory", SeatFault.LOGGED_OUT),
        ("dave_", SeatFault.LOGGED_OUT),
    ],
)
def test_nobody_else_is_though_they_have_the_nick(
    knowing: Recognizer, required: str, account: str | None, why: SeatFault
) -> None:
    mask = "<mask>*!*@*</mask>"
    identities = knowing(Entry("dave", owner=ACCOUNT + mask), required=required)
    assert who(identities, Person("dave", "d@home", account)) is why


def test_accounts_are_compared_as_the_server_does(knowing: Recognizer) -> None:
    entry = Entry("dave", owner="<account>d[]</account>")
    assert who(knowing(entry), Person("x", "x@x", "D{}")) == "dave"
    ascii_server = knowing(entry, fold="ascii")
    assert who(ascii_server, Person("x", "x@x", "D[]")) == "dave"
    assert who(ascii_server, Person("x", "x@x", "D{}")) is SeatFault.NO_ENTRY


def test_an_account_for_another_network_only_cannot_play_here(knowing: Recognizer) -> None:
    identities = knowing(Entry("dave", owner=ELSEWHERE))
    for account in (None, "", "dave"):
        assert who(identities, Person("dave", "d@home", account)) is SeatFault.OTHER_NETWORK
    assert who(knowing(Entry("dave", owner=ELSEWHERE), network="libera"), DAVE) == "dave"


def test_the_network_of_an_account_is_told_apart(knowing: Recognizer) -> None:
    both = ACCOUNT + '<account network="libera">davey</account>'
    identities = knowing(Entry("dave", owner=both), network="libera")
    assert who(identities, DAVE) is SeatFault.LOGGED_OUT
    assert who(identities, replace(DAVE, account="davey")) == "dave"


# No account


@pytest.mark.parametrize("account", [None, "", "whatever"])
def test_the_nick_is_enough_for_a_player_without_account(
    knowing: Recognizer, account: str | None
) -> None:
    assert who(knowing(Entry("dave")), Person("DAVE", "x@y", account)) == "dave"
    assert who(knowing(Entry("dave")), Person("zed", "x@y", account)) is SeatFault.NO_ENTRY


def test_nobody_is_a_player_whose_nick_is_another_on_this_server(knowing: Recognizer) -> None:
    """Where servers differ the store takes for the same what is not on one of them."""
    entry = Entry("d[]", owner="<mask>*!*@home</mask>")
    for required in ("nick", "mask"):
        identities = knowing(entry, fold="ascii", required=required)
        assert who(identities, Person("D[]", "d@home")) == "d[]"
        assert who(identities, Person("d{}", "m@elsewhere")) is SeatFault.NO_ENTRY
        assert who(knowing(entry, required=required), Person("D{}", "d@home")) == "d[]"


@pytest.mark.parametrize("account", [None, "", "whatever"])
def test_where_accounts_are_required_it_is_not(knowing: Recognizer, account: str | None) -> None:
    identities = knowing(Entry("dave"), required="account")
    assert who(identities, Person("dave", "x@y", account)) is SeatFault.NO_ACCOUNT


# Masks


def test_where_masks_are_required_one_must_fit(knowing: Recognizer) -> None:
    masks = "<mask>dave!*@*.example.org</mask><mask>*!d@home</mask>"
    identities = knowing(Entry("dave", owner=masks), required="mask")
    assert who(identities, Person("DAVE", "x@A.Example.Org")) == "dave"
    assert who(identities, Person("dave", "d@home")) == "dave"
    assert who(identities, Person("dave", "m@elsewhere")) is SeatFault.OTHER_ADDRESS


def test_whose_address_is_unknown_fits_no_mask(knowing: Recognizer) -> None:
    identities = knowing(Entry("dave", owner="<mask>dave!*@*</mask>"), required="mask")
    assert who(identities, Person("dave")) is SeatFault.OTHER_ADDRESS
    assert who(identities, Person("dave", "d@home")) == "dave"


def test_without_a_mask_nobody_is_the_player_then(knowing: Recognizer) -> None:
    assert who(knowing(Entry("dave"), required="mask"), DAVE) is SeatFault.OTHER_ADDRESS


def test_masks_say_nothing_where_they_are_not_required(knowing: Recognizer) -> None:
    identities = knowing(Entry("dave", owner="<mask>*!*@home</mask>"))
    assert who(identities, IMPOSTOR) == "dave"
    assert who(identities, Person("zed", "d@home")) is SeatFault.NO_ENTRY


def test_under_another_nick_it_is_the_one_player_whose_mask_fits(knowing: Recognizer) -> None:
    identities = knowing(
        Entry("dave", owner="<mask>*!*@home</mask>"),
        Entry("kevin", owner="<mask>*!k@*</mask>"),
        Entry("bob"),
        required="mask",
    )
    assert who(identities, Person("zed", "d@home")) == "dave"
    assert who(identities, Person("zed", "k@away")) == "kevin"
    assert who(identities, Person("bob", "k@away")) == "kevin"
    assert who(identities, Person("zed", "x@away")) is SeatFault.NO_ENTRY
    assert who(identities, Person("bob", "x@away")) is SeatFault.OTHER_ADDRESS


def test_of_two_whose_mask_fits_the_nick_tells_and_else_it_is_neither(knowing: Recognizer) -> None:
    identities = knowing(
        Entry("dave", owner="<mask>*!*@home</mask>"),
        Entry("kevin", owner="<mask>*!k@*</mask>"),
        required="mask",
    )
    assert who(identities, Person("kevin", "k@home")) == "kevin"
    assert who(identities, Person("dave", "k@home")) == "dave"
    assert who(identities, Person("zed", "k@home")) is SeatFault.NO_ENTRY


def test_a_mask_is_worth_nothing_to_a_player_with_an_account(knowing: Recognizer) -> None:
    owner = ELSEWHERE + "<mask>*!*@home</mask>"
    identities = knowing(Entry("dave", owner=owner), Entry("kevin"), required="mask")
    assert who(identities, Person("zed", "d@home")) is SeatFault.NO_ENTRY
    assert who(identities, Person("dave", "d@home")) is SeatFault.OTHER_NETWORK


def test_masks_that_are_edited_hold_at_once(knowing: Recognizer, tmp_path: Path) -> None:
    identities = knowing(Entry("dave", owner="<mask>*!*@home</mask>"), required="mask")
    assert who(identities, Person("zed", "d@home")) == "dave"
    text = (tmp_path / "players.xml").read_text()
    (tmp_path / "new").write_text(text.replace("@home", "@work"))
    (tmp_path / "new").replace(tmp_path / "players.xml")
    identities._store.refresh()
    assert who(identities, Person("zed", "d@home")) is SeatFault.NO_ENTRY
    assert who(identities, Person("zed", "d@work")) == "dave"


MASKS = ["n{0}!*@*", "*!*@h{0}.example.org", "*!*@*.n{0}.example.org"]


@pytest.mark.parametrize("mask", MASKS)
def test_a_thousand_players_make_it_no_slower(knowing: Recognizer, mask: str) -> None:
    """A plain search looks at all of their masks."""
    entries = [
        Entry(f"p{number}", owner=f"<mask>{mask.format(number)}</mask>") for number in range(1000)
    ]
    identities = knowing(*entries, required="mask")
    fits = Person("n77", "u@h77.n77.example.org" if "*." in mask else "u@h77.example.org")
    assert who(identities, fits) == "p77"
    for number in range(20):
        stranger = Person(f"n{number + 20_000}", f"u@h{number}.n.example.net")
        assert calls_in(partial(who, identities, stranger)) < 200


# Whom a player is


def roster(*people: Person) -> Roster:
    """Return a channel with PEOPLE."""
    found = Roster()
    for person in people:
        found.add(person)
    return found


def found(identities: IdentityResolver, nick: str, *people: Person) -> str | None:
    """Return the nick of who of PEOPLE is the player of that NICK."""
    person = identities.find_player(nick, roster(*people))
    return None if person is None else person.nick


def test_the_owner_of_a_player_is_found_under_any_nick(knowing: Recognizer) -> None:
    identities = knowing(Entry("dave", owner=ACCOUNT))
    owner = replace(DAVE, nick="davey")
    assert found(identities, "dave", IMPOSTOR) is None
    assert found(identities, "dave", IMPOSTOR, owner) == "davey"
    assert found(identities, "dave", owner, DAVE, replace(DAVE, nick="aaa")) == "dave"
    assert found(identities, "dave", owner, replace(DAVE, nick="aaa")) == "davey"


def test_a_player_without_account_is_found_by_nick(knowing: Recognizer) -> None:
    identities = knowing(Entry("dave"), Entry("kevin", owner="<account>kev</account>"))
    assert found(identities, "dave", IMPOSTOR) == "dave"
    assert found(identities, "dave", Person("dave", "k@home", "kev")) is None
    assert found(identities, "dave", Person("zed", "d@home")) is None


def test_or_by_mask(knowing: Recognizer) -> None:
    identities = knowing(Entry("dave", owner="<mask>*!*@home</mask>"), required="mask")
    assert found(identities, "dave", IMPOSTOR, Person("zed", "d@home")) == "zed"
    assert found(identities, "dave", IMPOSTOR) is None


def test_who_is_no_player_is_found_by_nick(knowing: Recognizer) -> None:
    assert found(knowing(Entry("dave")), "zed", Person("zed")) == "zed"


# Whether it matters


def test_accounts_matter_where_something_hangs_on_them(knowing: Recognizer) -> None:
    assert not knowing(Entry("dave")).needs_accounts
    assert not knowing(Entry("dave", owner=ELSEWHERE)).needs_accounts
    assert not knowing(Entry("dave"), required="mask").needs_accounts
    assert knowing(Entry("dave", owner=ACCOUNT)).needs_accounts
    assert knowing(Entry("dave", owner=ELSEWHERE), network="libera").needs_accounts
    assert knowing(Entry("dave"), required="account").needs_accounts
    assert knowing(Entry("dave"), admins=True).needs_accounts


def test_a_stranger_has_the_nick_of_the_player_they_are_not(knowing: Recognizer) -> None:
    identities = knowing(Entry("dave", owner=ACCOUNT))
    assert identities.recognise(Person("DAVE", account="")) == Unidentified(
        "dave", SeatFault.LOGGED_OUT
    )
    assert identities.recognise(Person("ZED")) == Unidentified("ZED", SeatFault.NO_ENTRY)


def test_before_the_file_is_read_nobody_is_known(tmp_path: Path) -> None:
    identities = IdentityResolver(
        PlayerStore(tmp_path / "none.xml"), lambda: FOLDS["ascii"], required="mask"
    )
    assert who(identities, DAVE) is SeatFault.NO_ENTRY
    assert not identities.needs_accounts


def test_many_are_found_in_a_great_channel_as_quickly_as_one(knowing: Recognizer) -> None:
    """A command with a hundred players must not stop the bot for seconds."""
    entries = [Entry(f"p{n}", owner=f"<account>a{n}</account>") for n in range(100)]
    identities = knowing(*entries)
    people = roster(*(Person(f"n{n}", "x@y", f"a{2000 - n}") for n in range(2001)))
    players = identities._store.players()
    present = Present(identities, people)
    found: list[Person | None] = []
    assert calls_in(lambda: found.extend(map(present.find, players))) < 60 * len(people)
    assert found == [people.find(f"n{2000 - n}") for n in range(100)]
