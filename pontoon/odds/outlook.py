"""What a hand comes to in the end, as far as it can be expected."""

from collections.abc import Iterable
from typing import NamedTuple


class Outlook(NamedTuple):
    """What a hand comes to in the end; ``MoveValue`` says what each number is."""

    value: float
    win: float
    bust: float


def expected(cases: Iterable[tuple[float, Outlook]]) -> Outlook:
    """Return what is expected of CASES, each with its chance."""
    value = win = bust = 0.0
    for chance, (gain, wins, busts) in cases:
        value += chance * gain
        win += chance * wins
        bust += chance * busts
    return Outlook(value, win, bust)
