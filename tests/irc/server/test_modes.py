"""MODE on the server inside the bot."""

import pytest

from pontoon.irc.server.limits import KEY_BYTES, MASK_BYTES, MOST_BANS, MOST_MODES
from tests.support.local_server import LocalNetwork, hush


def test_a_channel_begins_with_n_and_t() -> None:
    floor = LocalNetwork()
    floor.person("kevin", "#a")
    dave = floor.person("dave")
    assert dave.says("MODE #A") == ["@ 324 dave #a :+nt", "@ 329 dave #a :1000000"]
    assert dave.says("MODE #none") == ["@ 403 dave #none :No such channel"]


def test_changes_are_told_to_everybody_there() -> None:
    floor = LocalNetwork()
    dave, kevin = floor.person("dave", "#a"), floor.person("kevin", "#a")
    hush(kevin)
    changed = ":dave!dave@localhost MODE #a +mo-t+v kevin kevin"
    assert dave.says("MODE #a +mo-t+v KEVIN kevin") == [changed]
    assert kevin.heard() == [changed]
    assert kevin.says("MODE #a")[0] == "@ 324 kevin #a :+mn"
    assert "@kevin" in kevin.says("NAMES #a")[0]
    assert kevin.says("MODE #a -oo dave kevin")[0].endswith(" MODE #a -oo dave kevin")
    assert "+kevin" in kevin.says("NAMES #a")[0]


def test_what_is_so_already_is_no_change() -> None:
    dave = LocalNetwork().person("dave", "#a")
    assert dave.says("MODE #a +nto dave", "MODE #a -mv dave", "MODE #a +", "MODE #a :") == []
    assert dave.says("MODE #a +ntm")[0].endswith(" MODE #a +m")


def test_only_operators_change_modes() -> None:
    floor = LocalNetwork()
    floor.person("dave", "#a")
    kevin, bob = floor.person("kevin", "#a"), floor.person("bob")
    assert kevin.says("MODE #a +o kevin") == ["@ 482 kevin #a :You're not channel operator"]
    assert bob.says("MODE #a -n") == ["@ 442 bob #a :You're not on that channel"]
    assert kevin.says("MODE #a")[0] == "@ 324 kevin #a :+nt"


@pytest.mark.parametrize(
    ("change", "reply"),
    [
        ("+o nobody", "@ 401 dave nobody :No such nick/channel"),
        ("+o bob", "@ 441 dave bob #a :They aren't on that channel"),
        ("+o", "@ 461 dave MODE :Not enough parameters"),
        ("+x", "@ 472 dave x :is unknown mode char to me"),
        ("+k", "@ 461 dave MODE :Not enough parameters"),
        ("+k a,b", "@ 525 dave #a :Key is not well-formed"),
        (f"+k {'x' * (KEY_BYTES + 1)}", "@ 525 dave #a :Key is not well-formed"),
        ("+l", "@ 461 dave MODE :Not enough parameters"),
        ("+l 0", "@ 696 dave #a l 0 :Invalid mode parameter"),
        ("+l -1", "@ 696 dave #a l -1 :Invalid mode parameter"),
        ("+l ٣", "@ 696 dave #a l ٣ :Invalid mode parameter"),
        ("+l 10000", "@ 696 dave #a l 10000 :Invalid mode parameter"),
        ("+b a@b@c", "@ 696 dave #a b a@b@c :Invalid mode parameter"),
        (f"+b {'x' * MASK_BYTES}x", f"@ 696 dave #a b {'x' * MASK_BYTES}x :Invalid mode parameter"),
    ],
)
def test_what_makes_no_sense_is_refused_and_the_rest_is_done(change: str, reply: str) -> None:
    floor = LocalNetwork()
    floor.person("bob")
    dave = floor.person("dave", "#a")
    letters, *nicks = change.split()
    assert dave.says(" ".join([f"MODE #a {letters}m", *nicks])) == [
        reply,
        ":dave!dave@localhost MODE #a +m",
    ]


# Who may come in


@pytest.mark.parametrize("query", ["b", "+b"])
def test_everybody_may_see_who_is_banned(query: str) -> None:
    """Clients ask for it when they enter."""
    floor = LocalNetwork()
    dave, kevin = floor.person("dave", "#a"), floor.person("kevin", "#a")
    end = "@ 368 kevin #a :End of channel ban list"
    assert kevin.says(f"MODE #a {query}") == [end]
    dave.says("MODE #a +bb bob *!*@evil")
    floor.now += 1
    dave.says("MODE #a +b-b mallory BOB!*@*")
    assert kevin.says(f"MODE #a {query}") == [
        "@ 367 kevin #a *!*@evil dave :1000000",
        "@ 367 kevin #a mallory!*@* dave :1000001",
        end,
    ]


@pytest.mark.parametrize(
    ("short", "mask"),
    [
        ("kevin", "kevin!*@*"),
        ("k*!k", "k*!k@*"),
        ("*@evil", "*!*@evil"),
        ("k!k@evil", "k!k@evil"),
    ],
)
def test_masks_are_written_in_full(short: str, mask: str) -> None:
    dave = LocalNetwork().person("dave", "#a")
    assert dave.says(f"MODE #a +b {short}") == [f":dave!dave@localhost MODE #a +b {mask}"]
    assert dave.says(f"MODE #a +b {mask.upper()}") == []
    assert dave.says(f"MODE #a -b {short}") == [f":dave!dave@localhost MODE #a -b {mask}"]
    assert dave.says(f"MODE #a -b {short}") == []


def test_a_mask_that_would_end_the_line_is_refused() -> None:
    """A parameter that begins with a colon is the last one."""
    dave = LocalNetwork().person("dave", "#a")
    assert dave.numbers("MODE #a +b ::x") == ["696"]
    assert dave.numbers("MODE #a +k ::x") == ["525"]


def test_bans_are_bounded() -> None:
    dave = LocalNetwork().person("dave", "#a")
    for number in range(MOST_BANS):
        dave.says(f"MODE #a +b n{number}")
    assert dave.says("MODE #a +b one.more") == [
        "@ 478 dave #a one.more!*@* :Channel ban list is full"
    ]
    assert dave.numbers("MODE #a b") == ["367"] * MOST_BANS + ["368"]
    assert dave.numbers("MODE #a -b n0", "MODE #a +b one.more") == ["MODE", "MODE"]


def test_key_and_limit_are_shown_to_those_who_are_there() -> None:
    floor = LocalNetwork()
    dave, kevin = floor.person("dave", "#a"), floor.person("kevin")
    assert dave.says("MODE #a +lik 007 sesame") == [":dave!dave@localhost MODE #a +lik 7 sesame"]
    assert dave.says("MODE #a")[0] == "@ 324 dave #a +intkl sesame :7"
    assert kevin.says("MODE #a")[0] == "@ 324 kevin #a :+intkl"
    assert dave.says("MODE #a +lik 7 sesame") == []
    assert dave.says("MODE #a +lk 8 other") == [":dave!dave@localhost MODE #a +lk 8 other"]
    assert dave.says("MODE #a -kl whatever") == [":dave!dave@localhost MODE #a -kl *"]
    assert dave.says("MODE #a -lk") == []
    assert dave.says("MODE #a")[0] == "@ 324 dave #a :+int"


# How much


def test_taking_a_limit_away_needs_no_number() -> None:
    floor = LocalNetwork()
    dave = floor.person("dave", "#a")
    floor.person("kevin", "#a")
    dave.says("MODE #a +l 5")
    assert dave.says("MODE #a -l+v kevin") == [":dave!dave@localhost MODE #a -l+v kevin"]


def test_changes_that_do_not_fit_into_one_line_are_told_in_several() -> None:
    """What is announced is never cut, masks neither."""
    floor = LocalNetwork()
    channel = "#" + "c" * 199
    dave, kevin = floor.person("d" * 30, channel), floor.person("kevin", channel)
    hush(kevin)
    masks = [f"{letter * 30}!{letter * 30}@{letter * 30}" for letter in "abc"]
    told = dave.says(f"MODE {channel} +bbbo {' '.join(masks)} kevin")
    assert kevin.heard() == told
    assert max(len(line) for line in told) <= 510
    letters = "".join(line.split()[3].replace("+", "") for line in told)
    assert letters == "bbbo"
    assert [word for line in told for word in line.split()[4:]] == [*masks, "kevin"]


def test_one_line_makes_only_so_many_changes() -> None:
    dave = LocalNetwork().person("dave", "#a")
    assert dave.says("MODE #a " + "+m-m" * 100)[0].endswith(
        " MODE #a " + "+m-m" * (MOST_MODES // 2)
    )
    assert len(dave.says("MODE #a " + "xyz" * 100)) == MOST_MODES


def test_the_first_change_of_many_fits_into_a_line_of_others() -> None:
    """What is announced is never cut: everybody must know who is operator."""
    floor = LocalNetwork()
    operator = floor.person("o" * 30, "#" + "c" * 199)
    nicks = [str(number).rjust(30, "n") for number in range(MOST_MODES)]
    for nick in nicks:
        floor.person(nick, "#" + "c" * 199)
    operator.heard()
    [line] = operator.says(f"MODE #{'c' * 199} +{'o' * MOST_MODES} {' '.join(nicks)}")
    assert line.endswith(" ".join(nicks))


# One's own


def test_one_may_be_invisible() -> None:
    floor = LocalNetwork()
    dave = floor.person("dave")
    assert dave.says("MODE dave +i") == [":dave!dave@localhost MODE dave :+i"]
    assert dave.says("MODE DAVE") == ["@ 221 dave :+i"]
    assert dave.says("MODE dave +i") == []
    assert dave.says("MODE dave -i") == [":dave!dave@localhost MODE dave :-i"]
    assert dave.says("MODE dave") == ["@ 221 dave :+"]


def test_other_modes_of_ones_own_and_those_of_others_cannot_be_set() -> None:
    floor = LocalNetwork()
    floor.person("kevin")
    dave = floor.person("dave")
    assert dave.says("MODE dave +ox") == ["@ 501 dave :Unknown MODE flag"]
    assert dave.says("MODE kevin +i") == ["@ 502 dave kevin :Cannot change mode for other users"]
    assert dave.says("MODE nobody") == ["@ 401 dave nobody :No such nick/channel"]
