"""Whom a mask means."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.irc.casemapping import FOLDS, rfc1459
from pontoon.irc.masks import MAX_MASK_LENGTH, read_mask
from pontoon.irc.people import Person

DAVE = Person("dave", "~d@host-7.example.org")


def fits(mask: str, person: Person = DAVE) -> bool:
    return read_mask(mask).fits(person, rfc1459)


def test_a_mask_means_whoever_fits_it() -> None:
    for mask in [
        "dave!~d@host-7.example.org",
        "*!*@*",
        "*!*@*.example.org",
        "*!*@host-?.example.org",
        "d*e!*d@*",
        "d*av*e!*@*",
        "dave**!*@*",
        "????!??@*",
        "*!*@*host*ex?mple*org*",
    ]:
        assert fits(mask)


def test_a_mask_does_not_mean_whoever_fits_a_part_of_it() -> None:
    for mask in [
        "dave!~d@host-7.example.or",
        "dav!*@*",
        "dave?!*@*",
        "?dave!*@*",
        "???!*@*",
        "ave!*@*",
        "*!d@*",
        "*!*@example.org",
        "*!*@*.example",
        "*!*@host-7.example.org?",
        "*!*@*example*host*",
        "d*dave!*@*",
        "dave*dave!*@*",
        "da*av*e!*@*",
        "*!*@host-??.example.org",
    ]:
        assert not fits(mask)


def test_case_makes_no_difference() -> None:
    assert fits("DAVE!~D@HOST-7.Example.ORG")
    assert fits("dave!~d@*.example.org", Person("Dave", "~D@Host-7.EXAMPLE.org"))


def test_nicks_are_compared_as_the_server_does() -> None:
    dave = Person("[dave]", "d@h")
    assert read_mask("{DAVE}!*@*").fits(dave, FOLDS["rfc1459"])
    assert not read_mask("{DAVE}!*@*").fits(dave, FOLDS["ascii"])


def test_addresses_are_compared_without_case_whatever_the_server_does_with_nicks() -> None:
    """Under rfc1459 ``~`` and ``^`` are the same letter of a nick, but not of a user name."""
    assert not read_mask("*!^d@*").fits(DAVE, FOLDS["rfc1459"])


def test_no_part_reaches_into_the_next() -> None:
    assert not fits("d*!*@trusted", Person("dave", "x!y@evil"))
    assert not fits("*!*@*.trusted", Person("dave", "x@evil.trusted@elsewhere"))


def test_brackets_and_dots_mean_themselves() -> None:
    assert fits("[da]!*@*", Person("[da]", "u@h"))
    assert not fits("[da]!*@*", Person("d", "u@h"))
    assert not fits("*!*@a.b", Person("d", "u@axb"))


def test_whose_address_is_not_known_is_meant_only_by_any() -> None:
    unknown = Person("dave")
    assert fits("dave!*@*", unknown)
    assert not fits("dave!?*@*", unknown)
    assert not fits("dave!*@*.org", unknown)


def test_what_is_read_can_be_written() -> None:
    assert str(read_mask("a*!~b?@*.c")) == "a*!~b?@*.c"


def test_anything_else_is_refused_and_it_is_said_what_would_be_right() -> None:
    for text in [
        *("", "dave", "dave!d", "d@host", "!d@host", "dave!@host", "dave!d@", "a b!*@*", "a!b@c d"),
        *("a!b@c@d", "a@b!c@d", "a!b@c\n", "x" * MAX_MASK_LENGTH + "!*@*"),
    ]:
        with pytest.raises(ValueError, match=r"^a mask is nick!user@host"):
            read_mask(text)


def test_the_longest_mask_is_no_fault() -> None:
    assert read_mask("x" * (MAX_MASK_LENGTH - 4) + "!*@*")


@given(st.text("ab?*", min_size=1), st.text("ab"))
def test_any_mask_means_what_the_same_pattern_does(glob: str, text: str) -> None:
    pattern = "".join({"*": ".*", "?": "."}.get(each, each) for each in glob)
    expected = re.fullmatch(pattern, text) is not None
    assert fits(f"{glob}!*@*", Person(text, "u@h")) == expected


def test_no_mask_takes_long() -> None:
    mask = read_mask("*" + "a?*" * 90 + "b!*@*")
    assert not mask.fits(Person("a" * 8000, "u@h"), rfc1459)  # or this never ends
