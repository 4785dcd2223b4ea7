"""Which nicks are the same, under each casemapping."""

from pontoon.irc.casemapping import FOLDS, fold_named, rfc1459


def test_each_casemapping_folds_its_own_characters() -> None:
    for name, folded in [
        ("ascii", "dave[]\\^{}|~"),
        ("rfc1459", "dave{}|~{}|~"),
        ("rfc1459-strict", "dave{}|^{}|~"),
        ("strict-rfc1459", "dave{}|^{}|~"),
    ]:
        assert fold_named(name)("DAVE[]\\^{}|~") == folded


def test_letters_beyond_ascii_are_never_folded() -> None:
    """Kelvin sign, sharp s and dotless i are nobody's other spelling."""
    for name in sorted(FOLDS):
        assert FOLDS[name]("Ä\u212aßıİ") == "Ä\u212aßıİ"


def test_folding_twice_changes_nothing_more() -> None:
    for name in sorted(FOLDS):
        every = "".join(map(chr, range(0x20, 0x7F)))
        assert FOLDS[name](FOLDS[name](every)) == FOLDS[name](every)


def test_a_casemapping_is_named_in_any_case() -> None:
    assert fold_named("ASCII") is FOLDS["ascii"]


def test_under_an_unknown_casemapping_nobody_is_taken_for_another() -> None:
    for name in ["rfc7613", "precis", "UTF-8"]:
        assert fold_named(name) is FOLDS["ascii"]


def test_rfc1459_stands_in_for_none() -> None:
    assert fold_named("") is rfc1459
