"""Channels of the server inside the bot that not everybody can join, and invitations to them."""

import pytest

from tests.support.local_server import BOT, LocalNetwork, Person


def shut(*modes: str) -> tuple[LocalNetwork, Person, Person]:
    """Return a network, dave, operator of #a, which has MODES, and kevin, who is not in it."""
    floor = LocalNetwork()
    dave = floor.person("dave", "#a")
    dave.says(*(f"MODE #a {mode}" for mode in modes))
    return floor, dave, floor.person("kevin")


def is_turned_away(person: Person) -> bool:
    """Tell whether PERSON cannot join #a."""
    return person.numbers("JOIN #a")[0] in ("471", "473", "474", "475")


@pytest.mark.parametrize(
    ("mode", "reply"),
    [
        ("+i", "@ 473 kevin #a :Cannot join channel (+i)"),
        ("+b kevin", "@ 474 kevin #a :Cannot join channel (+b)"),
        ("+b *!*@localhost", "@ 474 kevin #a :Cannot join channel (+b)"),
        ("+k sesame", "@ 475 kevin #a :Cannot join channel (+k)"),
        ("+l 1", "@ 471 kevin #a :Cannot join channel (+l)"),
    ],
)
def test_a_channel_may_be_shut(mode: str, reply: str) -> None:
    _, dave, kevin = shut(mode)
    dave.heard()
    assert kevin.says("JOIN #A") == [reply]
    assert kevin.user.channels == []
    assert dave.heard() == []


@pytest.mark.parametrize(
    ("mode", "undo"),
    [
        ("+i", "-i"),
        ("+b kevin", "-b KEVIN!*@*"),
        ("+k sesame", "-k"),
        ("+k sesame", "-k other"),
        ("+l 1", "-l"),
    ],
)
def test_a_channel_is_open_again_when_that_is_undone(mode: str, undo: str) -> None:
    _, dave, kevin = shut(mode)
    assert is_turned_away(kevin)
    assert dave.numbers(f"MODE #a {undo}") == ["MODE"]
    assert not is_turned_away(kevin)


def test_each_channel_is_entered_with_its_own_key() -> None:
    floor, _, kevin = shut("+k sesame")
    floor.person("bob", "#b").says("MODE #b +k other")
    assert kevin.numbers("JOIN #a,#b other,sesame", "JOIN #a SESAME") == ["475"] * 3
    kevin.says("JOIN #new,#a,#b,#last any,sesame,other")
    assert [each.name for each in kevin.user.channels] == ["#new", "#a", "#b", "#last"]
    assert kevin.numbers("JOIN #x key,more") == ["JOIN", "MODE", "353", "366"]


def test_a_limit_counts_everybody_there() -> None:
    floor, _, kevin = shut("+l 2")
    assert kevin.numbers("JOIN #a")[0] == "JOIN"
    assert floor.person("bob").numbers("JOIN #a") == ["471"]
    kevin.says("PART #a")
    assert floor.person("zed").numbers("JOIN #a")[0] == "JOIN"


def test_nothing_keeps_the_house_out() -> None:
    floor, _, _ = shut("+ikl sesame 1", f"+b {BOT}")
    assert floor.bot().numbers("JOIN #a")[0] == "JOIN"


def test_nothing_keeps_people_out_where_only_the_house_is() -> None:
    """Nobody would be there to change it, and the bot stays."""
    floor = LocalNetwork()
    floor.bot("#a")
    dave, kevin, bob = floor.person("dave", "#a"), floor.person("kevin"), floor.person("bob")
    dave.says("MODE #a +iklm sesame 1", "MODE #a +b kevin", "INVITE bob #a", "PART #a")
    assert kevin.says("JOIN #a", "MODE #a b", "MODE #a")[1:] == [
        "@ MODE #a +o kevin",
        "@ 353 kevin = #a :PontoonBot @kevin",
        "@ 366 kevin #a :End of /NAMES list",
        "@ 368 kevin #a :End of channel ban list",
        "@ 324 kevin #a :+mnt",
        "@ 329 kevin #a :1000000",
    ]
    kevin.says("MODE #a +i")
    assert is_turned_away(bob)


def test_an_invitation_is_told_to_both() -> None:
    floor, _, kevin = shut()
    bob = floor.person("bob", "#a")
    kevin.heard()
    assert bob.says("INVITE KEVIN #A") == ["@ 341 bob kevin :#a"]
    assert kevin.heard() == [":bob!bob@localhost INVITE kevin :#a"]
    kevin.says("AWAY :lunch")
    assert bob.says("INVITE kevin #a")[1:] == ["@ 301 bob kevin :lunch"]


@pytest.mark.parametrize("mode", ["+i", "+b kevin", "+k sesame", "+l 1"])
def test_whoever_is_invited_by_an_operator_is_let_in_once(mode: str) -> None:
    _, dave, kevin = shut(mode)
    dave.says("INVITE kevin #a")
    assert kevin.numbers("NICK kev", "JOIN #a")[1] == "JOIN"
    kevin.says("NICK kevin", "PART #a")
    assert is_turned_away(kevin)


@pytest.mark.parametrize("mode", ["+b kevin", "+k sesame", "+l 2"])
def test_an_invitation_of_somebody_elses_opens_nothing(mode: str) -> None:
    floor, dave, kevin = shut()
    bob = floor.person("bob", "#a")
    dave.says(f"MODE #a {mode}")
    assert bob.numbers("INVITE kevin #a") == ["341"]
    assert is_turned_away(kevin)


def test_who_cannot_be_invited_and_by_whom() -> None:
    floor, dave, kevin = shut("+i")
    dave.says("INVITE kevin #a")
    kevin.says("JOIN #a")
    assert kevin.says("INVITE bob #a", "INVITE dave #a", "INVITE bob #none", "INVITE bob") == [
        "@ 401 kevin bob :No such nick/channel",
        "@ 443 kevin dave #a :is already on channel",
        "@ 403 kevin #none :No such channel",
        "@ 461 kevin INVITE :Not enough parameters",
    ]
    bob = floor.person("bob")
    assert kevin.says("INVITE bob #a") == ["@ 482 kevin #a :You're not channel operator"]
    assert bob.says("INVITE kevin #a") == ["@ 442 bob #a :You're not on that channel"]


def test_whoever_has_gone_is_not_remembered_as_invited() -> None:
    floor, dave, kevin = shut("+i")
    channel = floor.network.channel("#a")
    assert channel is not None
    dave.says("INVITE kevin #a")
    assert len(channel.invited) == 1
    kevin.says("QUIT")
    assert channel.invited == set()
    assert floor.person("kevin").numbers("JOIN #a") == ["473"]
