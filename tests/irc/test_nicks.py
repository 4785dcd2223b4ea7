"""Nicks to try when the wanted one cannot be had."""

from pontoon.irc.nicks import (
    NICK_EVERYWHERE,
    allowed_everywhere,
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
    for wanted in ["PontoonBot", "Bot", "x" * 40, "ÄÖÜ", "123", "", "a b", ":"]:
        nicks = alternatives(wanted)
        assert len(nicks) == len(set(nicks)) <= 13
        assert sum(map(allowed_everywhere, nicks)) >= 10


def test_alternatives_differ_where_a_server_cuts_nicks() -> None:
    """On a server with NICKLEN 9 PontoonBot and PontoonBot_ are the same, the others are not."""
    assert len({nick[:NICK_EVERYWHERE] for nick in alternatives("PontoonBot")}) >= 10


def test_a_nick_that_would_change_the_message_is_never_tried() -> None:
    for wanted in ["a b", "a\r\nQUIT", "a,b", ":a", "a!b@c", "", "a\0"]:
        assert wanted not in alternatives(wanted)
        assert all(" " not in nick and "\r" not in nick for nick in alternatives(wanted))


def test_a_nick_in_utf8_is_tried_as_some_servers_take_it() -> None:
    assert alternatives("Zoë")[:3] == ("Zoë", "Zoë_", "Zo")


def test_a_nick_allowed_everywhere_is_short_and_plain() -> None:
    assert allowed_everywhere("Pontoon_9")
    assert not allowed_everywhere("PontoonBot")
    assert not allowed_everywhere("9Bot")
    assert not allowed_everywhere("Zoë")


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
