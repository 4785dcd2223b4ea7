"""Which names look alike."""

import json
import subprocess
import sys
from pkgutil import get_data
from string import ascii_lowercase
from unicodedata import category

import pytest

from pontoon.storage.players.nicknames import (
    FORBIDDEN,
    NicknameFault,
    in_ascii,
    nickname_fault,
    prototype,
    skeletons,
)


def look_alike(one: str, other: str) -> bool:
    return not set(skeletons(one)).isdisjoint(skeletons(other))


OF_BEFORE = {
    **dict(zip("асԁеԍһіјкӏмоԛрѕтуѵԝхвнг", "acdeghijklmoqpstyvwxbhr", strict=True)),
    **dict(zip("αβεζηικμνορτυχ", "abezhikmvoptyx", strict=True)),
    **dict(zip("ıɡ", "ig", strict=True)),
}
"""What version 0.1.0 took for the same, by a table of its own."""


def test_letters_of_other_alphabets_look_like_latin_ones() -> None:
    for one, other in OF_BEFORE.items():
        assert look_alike(one, other)
        assert look_alike(f"x{one}x", f"X{other.upper()}X")


def test_names_that_look_alike() -> None:
    for one, other in [
        ("d\u0251ve", "dave"),
        ("dav\u212e", "dave"),
        ("\u1d05ave", "dave"),
        ("\u1d05\u1d00\u1d20\u1d07", "Dave"),
        ("\u1d81ave", "dave"),
        ("\u0299o\u0299", "bob"),
        ("\u0432\u043e\u0432", "bob"),
        ("\ua730red", "fred"),
        ("\u043cike", "mike"),
        ("\u1d0dike", "MIKE"),
        ("\u0391\u0392\u0392\u0391", "abba"),
        ("d\uff41ve", "dave"),
        ("\U0001f1e9\U0001f1e6\U0001f1fb\U0001f1ea", "dave"),
        ("\U0001f173ave", "dave"),
        ("b0b", "bob"),
        ("bi11", "bill"),
        ("biII", "bill"),
        ("rnike", "mike"),
        ("zo\u0451", "zo\xeb"),
        ("dave\u3164", "dave"),
        ("the\u2800boss", "The  Boss"),
        ("da\u034fve", "dave"),
        ("STRASSE", "stra\xdfe"),
    ]:
        assert look_alike(one, other)


def test_names_that_do_not() -> None:
    for one, other in [
        ("e", "\xe9"),
        ("ali", "all"),
        ("Ali", "All"),
        ("wii", "will"),
        ("a b", "ab"),
        ("dave", "dava"),
        ("\u0418\u0432\u0430\u043d", "ivan"),
        ("\u0396\u03c9\u03ae", "zoe"),
        ("\u592a\u90ce", "\u6b21\u90ce"),
        ("nine", "vine"),
        ("yan", "van"),
        ("\u0456van", "lvan"),
    ]:
        assert not look_alike(one, other)


def test_what_is_written_in_ascii_instead() -> None:
    assert in_ascii("P\u043entoon\u0412ot") == "PontoonBot"
    assert in_ascii("M\u0435lissa 1") == "Melissa 1"


# The data


def folded_at_once() -> dict[str, str]:
    """Return the prototype of each character that the data have, reading all of them."""
    content = get_data("confusable_homoglyphs", "confusables.json")
    assert content is not None
    alike = {
        text.strip("\u200e"): [each["c"].strip("\u200e") for each in others]
        for text, others in json.loads(content).items()
    }
    found: dict[str, str] = {}
    for text, (first, *more) in alike.items():
        is_pair = len(first) == 1 and len(alike[first]) == 1
        if len(text) == 1 and not more and not (is_pair and first > text):
            found[text] = first
    return found


def test_what_is_looked_up_one_by_one_is_what_the_data_have_altogether() -> None:
    data = {**folded_at_once(), "\N{CYRILLIC SMALL LETTER PALOCHKA}": "l"}
    for character in (*map(chr, range(128)), *data, *"\u4e2d\xe9\U0010ffff\u200e\ufeff"):
        found, wanted = prototype(character), data.get(character, character)
        # Some letters are told by their names in Unicode alone.
        assert found == wanted or (not wanted.isascii() and found in ascii_lowercase)


@pytest.mark.parametrize(("name", "most"), [("dave", 2_000), ("\u0436\u0443\u043a", 10_000)])
def test_the_first_name_of_a_process_costs_little(name: str, most: int) -> None:
    """The bot answers nobody in the meantime."""
    program = (
        "import cProfile, pstats; from pontoon.text.names import as_named;"
        f"profile = cProfile.Profile(); profile.runcall(as_named, {name!r});"
        "print(pstats.Stats(profile).total_calls)"
    )
    calls = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout
    assert int(calls) < most


def test_the_data_are_read_without_what_would_download_them() -> None:
    """That is a network client, and TLS with it."""
    program = (
        "import sys; from pontoon.storage.players.nicknames import skeletons;"
        "assert skeletons('\u1d05ave') == ('dave',); print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "confusable_homoglyphs" in loaded
    assert not {"urllib.request", "http.client", "ssl", "_ssl"}.intersection(loaded)


def test_the_names_of_signs_do_not_wait_in_memory_until_all_are_read() -> None:
    """Otherwise the first request for a player's name makes the bot grow by nine megabytes."""
    program = (
        "import tracemalloc; from pontoon.storage.players.nicknames import skeletons;"
        "tracemalloc.start(); skeletons('dave'); print(tracemalloc.get_traced_memory()[1])"
    )
    peak = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout
    assert int(peak) < 6_000_000


def signs_like(wanted: str) -> list[str]:
    """Return the characters that the data have for WANTED, but for letters, digits and marks."""
    content = get_data("confusable_homoglyphs", "confusables.json")
    assert content is not None
    data = {key.strip("\u200e"): value for key, value in json.loads(content).items()}
    [prototype] = {each["c"] for each in data[wanted]} if len(data[wanted]) == 1 else {wanted}
    if len(data[prototype]) == 1:
        prototype = wanted
    signs = (each["c"].strip("\u200e") for each in data[prototype])
    return [sign for sign in signs if len(sign) == 1 and category(sign)[0] in "PS"]


@pytest.mark.parametrize("wanted", sorted(FORBIDDEN))
def test_no_nickname_has_what_the_data_have_for_a_forbidden_character(wanted: str) -> None:
    """The list of them in the program is the program's own, and longer."""
    signs = signs_like(wanted)
    assert signs
    for sign in signs:
        assert nickname_fault(f"a{sign}b") is NicknameFault.BAD_CHARACTERS, ascii(sign)
