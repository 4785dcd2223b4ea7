"""Which nicks are the same, under each casemapping."""

import pytest

from pontoon.irc.casemapping import FOLDS, fold_named, rfc1459


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("ascii", "dave[]\\^{}|~"),
        ("rfc1459", "dave{}|~{}|~"),
        ("rfc1459-strict", "dave{}|^{}|~"),
        ("strict-rfc1459", "dave{}|^{}|~"),
    ],
)
def test_each_casemapping_folds_its_own_characters(name: str, folded: str) -> None:
    assert fold_named(name)("DAVE[]\\^{}|~") == folded


@pytest.mark.parametrize("name", sorted(FOLDS))
def test_letters_beyond_ascii_are_never_folded(name: str) -> None:
    """Kelvin sign, sharp s and dotless i are nobody's other spelling."""
    assert FOLDS[name]("Ä\u212aßıİ") == "Ä\u212aßıİ"


@pytest.mark.parametrize("name", sorted(FOLDS))
def test_folding_twice_changes_nothing_more(name: str) -> None:
    every = "".join(map(chr, range(0x20, 0x7F)))
    assert FOLDS[name](FOLDS[name](every)) == FOLDS[name](every)


def test_a_casemapping_is_named_in_any_case() -> None:
    assert fold_named("ASCII") is FOLDS["ascii"]


@pytest.mark.parametrize("name", ["rfc7613", "precis", "UTF-8"])
def test_under_an_unknown_casemapping_nobody_is_taken_for_another(name: str) -> None:
    assert fold_named(name) is FOLDS["ascii"]


def test_rfc1459_stands_in_for_none() -> None:
    assert fold_named("") is rfc1459
