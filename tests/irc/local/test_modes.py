"""MODE on the server inside the bot."""

import pytest

from pontoon.irc.local.limits import MOST_MODES
from tests.irc.local.hall import Hall, hush


def test_a_channel_begins_with_n_and_t() -> None:
    hall = Hall()
    hall.person("kevin", "#a")
    dave = hall.person("dave")
    assert dave.says("MODE #A") == ["@ 324 dave #a :+nt", "@ 329 dave #a :1000000"]
    assert dave.says("MODE #none") == ["@ 403 dave #none :No such channel"]


def test_changes_are_told_to_everybody_there() -> None:
    hall = Hall()
    dave, kevin = hall.person("dave", "#a"), hall.person("kevin", "#a")
    hush(kevin)
    changed = ":dave!dave@localhost MODE #a +mo-t+v kevin kevin"
    assert dave.says("MODE #a +mo-t+v KEVIN kevin") == [changed]
    assert kevin.heard() == [changed]
    assert kevin.says("MODE #a")[0] == "@ 324 kevin #a :+mn"
    assert "@kevin" in kevin.says("NAMES #a")[0]
    assert kevin.says("MODE #a -oo dave kevin")[0].endswith(" MODE #a -oo dave kevin")
    assert "+kevin" in kevin.says("NAMES #a")[0]


def test_what_is_so_already_is_no_change() -> None:
    dave = Hall().person("dave", "#a")
    assert dave.says("MODE #a +nto dave", "MODE #a -mv dave", "MODE #a +", "MODE #a :") == []
    assert dave.says("MODE #a +ntm")[0].endswith(" MODE #a +m")


def test_only_operators_change_modes() -> None:
    hall = Hall()
    hall.person("dave", "#a")
    kevin, bob = hall.person("kevin", "#a"), hall.person("bob")
    assert kevin.says("MODE #a +o kevin") == ["@ 482 kevin #a :You're not channel operator"]
    assert bob.says("MODE #a -n") == ["@ 442 bob #a :You're not on that channel"]
    assert kevin.says("MODE #a")[0] == "@ 324 kevin #a :+nt"


@pytest.mark.parametrize(
    ("change", "reply"),
    [
        ("+o nobody", "@ 401 dave nobody :No such nick/channel"),
        ("+o bob", "@ 441 dave bob #a :They aren't on that channel"),
        ("+o", "@ 461 dave MODE :Not enough parameters"),
        ("+k secret", "@ 472 dave k :is unknown mode char to me"),
        ("+b dave!*@*", "@ 472 dave b :is unknown mode char to me"),
    ],
)
def test_what_makes_no_sense_is_refused_and_the_rest_is_done(change: str, reply: str) -> None:
    hall = Hall()
    hall.person("bob")
    dave = hall.person("dave", "#a")
    letters, *nicks = change.split()
    assert dave.says(" ".join([f"MODE #a {letters}m", *nicks])) == [
        reply,
        ":dave!dave@localhost MODE #a +m",
    ]


@pytest.mark.parametrize("query", ["b", "+b"])
def test_the_list_of_bans_is_empty(query: str) -> None:
    """Clients ask for it when they enter."""
    hall = Hall()
    hall.person("kevin", "#a")
    dave = hall.person("dave", "#a")
    assert dave.says(f"MODE #a {query}") == ["@ 368 dave #a :End of channel ban list"]


def test_one_line_makes_only_so_many_changes() -> None:
    dave = Hall().person("dave", "#a")
    assert dave.says("MODE #a " + "+m-m" * 100)[0].endswith(
        " MODE #a " + "+m-m" * (MOST_MODES // 2)
    )
    assert len(dave.says("MODE #a " + "xyz" * 100)) == MOST_MODES


def test_the_first_change_of_many_fits_into_a_line_of_others() -> None:
    """What is announced is never cut: everybody must know who is operator."""
    hall = Hall()
    operator = hall.person("o" * 30, "#" + "c" * 199)
    nicks = [str(number).rjust(30, "n") for number in range(MOST_MODES)]
    for nick in nicks:
        hall.person(nick, "#" + "c" * 199)
    operator.heard()
    [line] = operator.says(f"MODE #{'c' * 199} +{'o' * MOST_MODES} {' '.join(nicks)}")
    assert line.endswith(" ".join(nicks))


# One's own


def test_one_may_be_invisible() -> None:
    hall = Hall()
    dave = hall.person("dave")
    assert dave.says("MODE dave +i") == [":dave!dave@localhost MODE dave :+i"]
    assert dave.says("MODE DAVE") == ["@ 221 dave :+i"]
    assert dave.says("MODE dave +i") == []
    assert dave.says("MODE dave -i") == [":dave!dave@localhost MODE dave :-i"]
    assert dave.says("MODE dave") == ["@ 221 dave :+"]


def test_other_modes_of_ones_own_and_those_of_others_cannot_be_set() -> None:
    hall = Hall()
    hall.person("kevin")
    dave = hall.person("dave")
    assert dave.says("MODE dave +ox") == ["@ 501 dave :Unknown MODE flag"]
    assert dave.says("MODE kevin +i") == ["@ 502 dave kevin :Cannot change mode for other users"]
    assert dave.says("MODE nobody") == ["@ 401 dave nobody :No such nick/channel"]
