"""Records: told apart by type and content, with nothing else to them."""

from pontoon.engine.record import record


@record
class Point:
    """A place."""

    x: int
    y: int = 0


@record
class Step:
    """A way."""

    x: int
    y: int = 0


def test_records_of_the_same_content_are_equal() -> None:
    assert Point(1, 2) == Point(1, y=2) != Point(2, 1)
    assert len({Point(1), Point(1), Point(2)}) == 2


def test_records_of_different_kinds_are_not() -> None:
    """As tuples with names would be."""
    others: list[object] = [Step(1, 2), (1, 2)]
    assert Point(1, 2) not in others


def test_a_record_says_what_it_is() -> None:
    assert repr(Point(1)) == "Point(x=1, y=0)"


def test_a_record_holds_nothing_but_its_fields() -> None:
    assert not hasattr(Point(1), "__dict__")
