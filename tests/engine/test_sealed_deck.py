"""Sealed decks: what fixes a deck, and which words cut it (FAIR, Byte strings and Cuts)."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from pontoon.engine.decks import encoded
from pontoon.engine.rng import SeededRandom
from pontoon.engine.sealed_deck import (
    MAX_CUTS,
    CutFault,
    Cuts,
    DeckTerms,
    cut_words,
    cuts_of,
    key_of,
    quoted,
    seal_of,
    with_cut,
)

SECRET = encoded(bytes(range(16)))
TERMS = DeckTerms("libera", "#den", "pontoon", 6, (60, 75), 41, "b" * 27)


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
        {"before": "c" * 27},
        {"network": "libera #den", "channel": ""},
    ],
)
def test_the_seal_fixes_all_of_the_terms(other: dict[str, object]) -> None:
    assert seal_of(structs.replace(TERMS, **other), SECRET) != seal_of(TERMS, SECRET)
    assert seal_of(TERMS, "0" * 22) != seal_of(TERMS, SECRET)


def test_the_seal_text_is_the_specified_one() -> None:
    text = f"pontoon-deck-2 seal 41 libera #den pontoon 6 60-75 {'b' * 27} {SECRET}"
    digest = hashlib.sha256(text.encode()).digest()
    assert seal_of(TERMS, SECRET) == urlsafe_b64encode(digest[:20]).decode().rstrip("=")


@given(st.text(), st.text())
def test_names_are_quoted_so_that_no_two_are_alike(first: str, second: str) -> None:
    for name in (first, second):
        assert not any(char <= " " or char == "\x7f" for char in quoted(name))
    assert (quoted(first) == quoted(second)) == (first == second)


def test_the_key_follows_from_rfc_5869() -> None:
    """Its first block of 32 bytes, by the formulas of section 2."""
    seal = seal_of(TERMS, SECRET)
    cuts = cuts_of(seal, ["x"])
    prk = hmac.new(cuts.encode(), SECRET.encode(), "sha256").digest()
    info = f"pontoon-deck-2 key {seal}".encode()
    assert key_of(seal, SECRET, cuts) == hmac.new(prk, info + b"\x01", "sha256").digest()


# Words


@given(st.text())
def test_words_count_as_they_are_or_not_at_all(said: str) -> None:
    """None but spaces are changed, and words that count are their own words."""
    words = cut_words(said)
    if isinstance(words, CutFault):
        return
    assert words.replace(" ", "") == said.replace(" ", "")
    assert cut_words(words) == words
    assert 1 <= len(words.encode()) <= 100
    assert words.split(" ") == [word for word in said.split(" ") if word]
    assert "\n" not in words


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("  four   score ", "four score"),
        ("x" * 100, "x" * 100),
        ("é" * 50, "é" * 50),
        ("x" + " " * 200 + "y", "x y"),
        ("a\u00a0\u2003b", "a\u00a0\u2003b"),
        ("", CutFault.NOTHING),
        ("   ", CutFault.NOTHING),
        ("x" * 101, CutFault.TOO_LONG),
        ("é" * 51, CutFault.TOO_LONG),
        ("\x02bold", CutFault.CONTROL),
        ("a\tb", CutFault.CONTROL),
        ("a\x7f", CutFault.CONTROL),
        ("\x00", CutFault.CONTROL),
        ("\udcff", CutFault.NOT_UTF8),
    ],
)
def test_which_words_cut(said: str, found: str | CutFault) -> None:
    assert cut_words(said) == found


# Whose cuts count

NICKS = st.text("abAB[]{}éÉ", min_size=1, max_size=2)


@given(st.lists(st.tuples(NICKS, st.text("xyz", min_size=1, max_size=3)), max_size=80))
def test_the_last_cut_of_each_nick_counts_and_of_many_those_who_cut_last(
    heard: list[tuple[str, str]],
) -> None:
    cuts: Cuts = ()
    for nick, words in heard:
        cuts = with_cut(cuts, (nick, words))
    expected: list[tuple[bytes, str]] = []
    for nick, words in reversed(heard):
        folded = nick.encode().lower()  # which folds ASCII only
        if folded not in dict(expected):
            expected.append((folded, words))
    expected = expected[:MAX_CUTS]
    assert [(nick.encode().lower(), words) for nick, words in cuts] == expected[::-1]


def test_20_nicks_of_one_person_do_not_shut_out_anybody() -> None:
    cuts: Cuts = ()
    for number in range(MAX_CUTS):
        cuts = with_cut(cuts, (f"clone{number}", "mine"))
    cuts = with_cut(cuts, ("dave", "fair"))
    assert ("dave", "fair") in cuts
    assert len(cuts) == MAX_CUTS


@given(st.lists(st.text(min_size=1, max_size=5), max_size=5), st.randoms())
def test_the_order_in_which_cuts_are_heard_does_not_matter(
    words: list[str], random: Random
) -> None:
    shuffled = [*words]
    random.shuffle(shuffled)
    assert cuts_of("0" * 27, shuffled) == cuts_of("0" * 27, words)


def test_equal_cuts_of_two_people_are_two_cuts() -> None:
    assert cuts_of("0" * 27, ["x", "x"]) != cuts_of("0" * 27, ["x"])


# The promise


def first_card(cuts: list[str]) -> int:
    """Return the place, in new order, of the card that a pack cut so is dealt from."""
    terms = structs.replace(TERMS, game="cutwc", packs=1, marker="hands")
    seal = seal_of(terms, SECRET)
    order: list[int] = [*range(52)]
    SeededRandom(key_of(seal, SECRET, cuts_of(seal, cuts)), draw=1).shuffle(order)
    return order[0]


def best_words(others: list[str], wanted: int) -> str:
    """Return words that make the card WANTED the first: only who knows the secret can."""
    return next(words for words in map(str, range(5_000)) if first_card([*others, words]) == wanted)


def test_whoever_cuts_last_and_knows_the_secret_chooses_cards() -> None:
    """So nobody in league with the bot may have the last word."""
    ace_of_spades = 39
    chosen = best_words(["years ago"], ace_of_spades)
    assert first_card(["years ago", chosen]) == ace_of_spades


def test_an_honest_last_cut_takes_the_choice_away() -> None:
    """With it the card that was chosen comes as seldom as any other."""
    ace_of_spades = 39
    chosen = best_words([], ace_of_spades)
    honest = [first_card([chosen, f"honest {number}"]) for number in range(1040)]
    assert 5 <= honest.count(ace_of_spades) <= 45
    assert len({*honest}) == 52
