"""MODE on the server inside the bot."""

import pytest

from pontoon.irc.server.commands import MOST_MODES
from tests.support.local_server import LocalNetwork, hush


def test_the_modes_of_a_channel_are_n_and_t() -> None:
    floor = LocalNetwork()
    floor.person("kevin", "#a")
    dave = floor.person("dave")
    assert dave.says("MODE #A") == ["@ 324 dave #a :+nt", "@ 329 dave #a :1000000"]
    assert dave.says("MODE #none") == ["@ 403 dave #none :No such channel"]


@pytest.mark.parametrize("query", ["b", "+b"])
def test_nobody_is_banned(query: str) -> None:
    """Clients ask for it when they enter."""
    dave = LocalNetwork().person("dave", "#a")
    assert dave.says(f"MODE #a {query}") == ["@ 368 dave #a :End of channel ban list"]


def test_ranks_are_told_to_everybody_there_one_by_one() -> None:
    """What is announced is never cut: everybody must know who is operator."""
    floor = LocalNetwork()
    dave, kevin = floor.person("dave", "#a"), floor.person("kevin", "#a")
    hush(kevin)
    changed = [f":dave!dave@localhost MODE #a {change} kevin" for change in ("+o", "+v")]
    assert dave.says("MODE #a +o+v KEVIN kevin") == changed
    assert kevin.heard() == changed
    assert "@kevin" in kevin.says("NAMES #a")[0]
    assert kevin.says("MODE #a -oo dave kevin")[-1].endswith(" MODE #a -o kevin")
    assert "+kevin" in kevin.says("NAMES #a")[0]


def test_what_is_so_already_is_no_change() -> None:
    dave = LocalNetwork().person("dave", "#a")
    assert dave.says("MODE #a +o dave", "MODE #a -v dave", "MODE #a +", "MODE #a :") == []


def test_only_operators_change_ranks() -> None:
    floor = LocalNetwork()
    floor.person("dave", "#a")
    kevin, bob = floor.person("kevin", "#a"), floor.person("bob")
    assert kevin.says("MODE #a +o kevin") == ["@ 482 kevin #a :You're not channel operator"]
    assert bob.says("MODE #a +o bob") == ["@ 442 bob #a :You're not on that channel"]


def test_what_makes_no_sense_is_refused_and_the_rest_is_done() -> None:
    for change, reply in [
        ("+ov nobody dave", "@ 401 dave nobody :No such nick/channel"),
        ("+ov bob dave", "@ 441 dave bob #a :They aren't on that channel"),
        ("+vo dave", "@ 461 dave MODE :Not enough parameters"),
        ("+xv dave", "@ 472 dave x :is unknown mode char to me"),
        ("+bv dave dave", "@ 472 dave b :is unknown mode char to me"),
    ]:
        floor = LocalNetwork()
        floor.person("bob")
        told = ":dave!dave@localhost MODE #a +v dave"
        assert set(floor.person("dave", "#a").says(f"MODE #a {change}")) == {reply, told}


def test_one_line_makes_only_so_many_changes() -> None:
    dave = LocalNetwork().person("dave", "#a")
    assert len(dave.says("MODE #a " + "xyz" * 100)) == MOST_MODES


def test_everybody_is_invisible() -> None:
    """Clients ask for it when they come."""
    floor = LocalNetwork()
    floor.person("kevin")
    dave = floor.person("dave")
    assert dave.says("MODE dave +i") == [":dave!dave@localhost MODE dave :+i"]
    assert dave.says("MODE DAVE") == ["@ 221 dave :+i"]
    assert dave.says("MODE dave +ox") == ["@ 501 dave :Unknown MODE flag"]
    assert dave.says("MODE kevin +i") == ["@ 502 dave kevin :Cannot change mode for other users"]
