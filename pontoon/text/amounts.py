"""Numbers of things, in words."""

from pontoon.engine.moves import Unit

_ONE = {Unit.CHIPS: "chip", Unit.FINGERS: "finger", Unit.COINS: "coin"}


def amount_of(number: int, unit: Unit) -> str:
    """Say so many of a UNIT."""
    return f"{number} {_ONE[unit]}" + ("" if number == 1 else "s")


def chips(number: int) -> str:
    """Say so many chips."""
    return amount_of(number, Unit.CHIPS)


def times(number: int) -> str:
    """Say so many times."""
    return "1 time" if number == 1 else f"{number} times"


def tag(hand: int | None) -> str:
    """Return the number of a hand, to stand behind what is said of it."""
    return "" if hand is None else f" (hand {hand})"
