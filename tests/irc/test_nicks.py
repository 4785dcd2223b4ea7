"""Nicks to try when the wanted one cannot be had."""

from pontoon.irc.nicks import (
    NICK_EVERYWHERE,
    alternatives,
    is_nick,
    username_from,
)


def test_the_wanted_nick_comes_first_then_one_like_it() -> None:
    assert alternatives("PontoonBot")[:5] == (
        "PontoonBot",
        "PontoonBot_",
        "PontoonBo",
        "PontoonB_",
        "PontoonB1",
    )


def test_there_are_few_alternatives_all_different_and_most_allowed_everywhere() -> None:
    for wanted in ["PontoonBot", "Bot", "x" * 40]:
        nicks = alternatives(wanted)
        assert len(nicks) == len(set(nicks)) <= 13
        assert sum(len(each) <= NICK_EVERYWHERE for each in nicks) >= 10


def test_alternatives_differ_where_a_server_cuts_nicks() -> None:
    """On a server with NICKLEN 9 PontoonBot and PontoonBot_ are the same, the others are not."""
    assert len({nick[:NICK_EVERYWHERE] for nick in alternatives("PontoonBot")}) >= 10


def test_the_user_name_is_short_and_plain() -> None:
    assert username_from("PontoonBot[x]") == "pontoonbo"
    assert username_from("[]♠") == "pontoon"


def test_what_some_server_may_call_somebody_is_a_nick() -> None:
    for nick in ["dave", "[]{}|\\^`_-", "1ABAAAAAB", "Zoë", "x" * 128, "irc.net"]:
        assert is_nick(nick)


def test_channels_masks_and_groups_are_no_nicks() -> None:
    for name in [
        *("", "#pontoon", "&a", "+a", "@dave", "@#pontoon", "%dave", "$*", "~dave", "!abc", ".x"),
        *(
            "a b",
            "a,b",
            "a!b",
            "a@b",
            "a*",
            "a?",
            ":a",
            "a\x02",
            "a\n",
            "a\x85",
            "x" * 129,
            "ë" * 65,
        ),
    ]:
        assert not is_nick(name)
