"""Sealed decks: what fixes a deck, and which words cut it (FAIR, Byte strings and Cuts)."""

import string
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pontoon.engine.decks import Pack, Shoe, encoded
from pontoon.engine.sealed_deck import (
    PROCEDURE,
    CutFault,
    DeckTerms,
    cut_words,
    cuts_of,
    key_of,
    quoted,
    seal_of,
    terms_text,
)
from tests.support import told_decks as told

SECRET = encoded(bytes(range(16)))
TERMS = DeckTerms("libera", "#den", "pontoon", 6, (60, 75), 41, "k3JxQ0aB")
SEAL = "rojusFBKDnoXv6yzfDcd_3zbpkg"


# The vectors of FAIR


@pytest.mark.parametrize(
    ("words", "cuts", "key", "first", "last", "behind"),
    [
        (
            ("years ago", "four score and seven"),
            "jPKq2NxldWyE0kYmAs3FBCJgMto",
            "d97f468ab6fc3891dbcad56bd8cf4de2d9f72d45372d86f9ace5b7d58aa38fab",
            *("3C AD 5C JC 9S 3S JC 4S KH 7H", "6D 4D 7H", 73),
        ),
        (
            (),
            "qcaEN3N7wzdiczZ7n1QRw8HtNcE",
            "8fc077b9cf88866b0d2d5e3298c8c700bfd0a232860f1f2e7f2ab6dbbb0ca0ab",
            *("8S 5H JS 10S KS 6H 3D 7C 2D KC", "JS 9C 5S", 67),
        ),
    ],
)
def test_the_vectors_of_the_specification(
    words: tuple[str, ...], cuts: str, key: str, first: str, last: str, behind: int
) -> None:
    assert seal_of(TERMS, SECRET) == SEAL
    assert cuts_of(SEAL, words) == cuts
    assert key_of(SEAL, SECRET, cuts).hex() == key
    shoe = Shoe(6, (60, 75), bytes.fromhex(key))
    dealt = [str(shoe.deal()) for _ in range(312)]
    assert (dealt[:10], dealt[-3:], shoe.marker) == (first.split(), last.split(), behind)


def test_the_shoe_of_vector_a_runs_dry() -> None:
    shoe = Shoe(6, (60, 75), key_of(SEAL, SECRET, "jPKq2NxldWyE0kYmAs3FBCJgMto"))
    dealt = [shoe.deal() for _ in range(312)]
    shoe.replenish(dealt[-4:])
    assert " ".join(str(shoe.deal()) for _ in range(5)) == "9S 5D QH JD 9D"


# What is sealed


@pytest.mark.parametrize(
    "other",
    [
        {"network": "efnet"},
        {"channel": "#pub"},
        {"game": "blackjack"},
        {"packs": 5},
        {"marker": (60, 76)},
        {"marker": "hands"},
        {"number": 42},
        {"bank": "k3JxQ0aC"},
        {"network": "libera #den", "channel": ""},
    ],
)
def test_the_seal_fixes_all_of_the_terms(other: dict[str, object]) -> None:
    assert seal_of(structs.replace(TERMS, **other), SECRET) != SEAL
    assert seal_of(TERMS, "0" * 22) != SEAL


NAMES = st.text(max_size=9)


@given(NAMES, NAMES, st.integers(1, 10**6), st.binary(min_size=16, max_size=16))
def test_what_is_said_when_a_deck_is_opened_is_all_that_its_seal_needs(
    network: str, channel: str, number: int, secret: bytes
) -> None:
    """With the number, which is in the line too."""
    terms = structs.replace(TERMS, network=network, channel=channel, number=number)
    text, secret_said = terms_text(terms), encoded(secret)
    assert text.isascii()
    assert len(text.split(" ")) == 6
    assert seal_of(terms, secret_said) == told.seal(number, text, secret_said)


@given(NAMES)
def test_names_are_quoted_by_their_bytes(name: str) -> None:
    assert quoted(name) == told.quoted(name)
    assert {*quoted(name)} <= {*string.digits, *string.ascii_letters, *string.punctuation} - {*"()"}


@given(NAMES, NAMES)
def test_no_two_names_are_quoted_alike(first: str, second: str) -> None:
    assert (quoted(first) == quoted(second)) == (first == second)


def test_a_name_that_is_not_utf_8_is_quoted_by_its_bytes() -> None:
    assert quoted("#caf\udce9") == "#caf%E9"


# Words

WORDS = st.from_regex("[A-Za-z0-9]+( [A-Za-z0-9]+)*", fullmatch=True)


@given(st.one_of(WORDS, st.text(), st.text("aZ9 ", max_size=60)))
def test_words_count_as_they_are_or_not_at_all(said: str) -> None:
    """None but the spaces at the ends are left out, which nobody sees."""
    words = cut_words(said)
    plain = {*string.ascii_letters, *string.digits, " "}
    is_plain = {*said.strip(" ")} <= plain and "  " not in said.strip(" ")
    if isinstance(words, CutFault):
        assert not (is_plain and 1 <= len(said.strip(" ")) <= 40)
    else:
        assert (words, cut_words(words)) == (said.strip(" "), words)
        assert is_plain
        assert 1 <= len(words) <= 40


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("  years ago ", "years ago"),
        ("x" * 40, "x" * 40),
        ("", CutFault.NOTHING),
        ("   ", CutFault.NOTHING),
        ("x" * 41, CutFault.TOO_LONG),
        ("years  ago", CutFault.OTHER),
        ("it's", CutFault.OTHER),
        ("caf\u00e9", CutFault.OTHER),
        ("\u0661\u0662", CutFault.OTHER),  # digits, but none of ASCII
        ("\u212aelvin", CutFault.OTHER),  # which is a k without case
        ("years\u00a0ago", CutFault.OTHER),
        ("years\u200bago", CutFault.OTHER),
        ("years ago\n", CutFault.OTHER),
        ("\tago", CutFault.OTHER),
        ("\x02ago", CutFault.OTHER),
        ("\udcff", CutFault.OTHER),
        ("!" + "x" * 41, CutFault.OTHER),
    ],
)
def test_which_words_cut(said: str, found: str | CutFault) -> None:
    assert cut_words(said) == found


# CUTS

SEVERAL = st.lists(WORDS, max_size=6)


@given(SEVERAL, st.randoms())
def test_the_order_in_which_cuts_are_heard_does_not_matter(
    words: list[str], random: Random
) -> None:
    shuffled = [*words]
    random.shuffle(shuffled)
    assert cuts_of(SEAL, shuffled) == cuts_of(SEAL, words) == told.cuts(SEAL, words)


@given(SEVERAL, SEVERAL)
def test_all_else_about_them_does(first: list[str], second: list[str]) -> None:
    """How often the same words were said, and which ones were together."""
    assert (cuts_of(SEAL, first) == cuts_of(SEAL, second)) == (sorted(first) == sorted(second))
    assert cuts_of(SEAL, first) != cuts_of("0" * 27, first)


def test_the_procedure_is_in_all_that_is_hashed() -> None:
    """A change of a single byte needs another name."""
    assert PROCEDURE == "pontoon-deck-3"
    cuts = cuts_of(SEAL, ["x"])
    assert cuts == told.short(f"{PROCEDURE} cuts {SEAL}\nx\n")
    assert key_of(SEAL, SECRET, cuts) == told.key(SEAL, cuts, SECRET)


# The promise


def first_card(cuts: list[str]) -> str:
    """Return the card that a pack cut so is dealt from first."""
    terms = structs.replace(TERMS, game="cutwc", packs=1, marker="hands")
    seal = seal_of(terms, SECRET)
    return str(Pack(key_of(seal, SECRET, cuts_of(seal, cuts))).deal())


def best_words(others: list[str], wanted: str) -> str:
    """Return words that make the card WANTED the first: only who knows the secret can."""
    return next(words for words in map(str, range(5_000)) if first_card([*others, words]) == wanted)


def test_whoever_cuts_last_and_knows_the_secret_chooses_cards() -> None:
    """So nobody in league with the bot may have the last word."""
    assert first_card(["years ago", best_words(["years ago"], "AS")]) == "AS"


def test_an_honest_last_cut_takes_the_choice_away() -> None:
    """With it the card that was chosen comes as seldom as any other."""
    chosen = best_words([], "AS")
    honest = [first_card([chosen, f"honest {number}"]) for number in range(1040)]
    assert 5 <= honest.count("AS") <= 45
    assert len({*honest}) == 52
