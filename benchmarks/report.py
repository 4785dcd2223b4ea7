"""The table that is printed: figures of ours, their peers', the ratio, and what is aimed at."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple


class Row(NamedTuple):
    """A line of the table, as it is shown."""

    figure: str
    ours: str
    beside: str = ""
    ratio: str = ""
    reach: str = ""


HEAD = Row("figure", "PontoonBot", "beside it", "ratio", "reach")


@dataclass(frozen=True, slots=True)
class Unit:
    """What a number is of, and with how many digits behind the point it is shown."""

    name: str
    digits: int

    def show(self, value: float) -> str:
        """Return VALUE as it is shown."""
        return f"{value:,.{self.digits}f} {self.name}"


@dataclass(frozen=True, slots=True)
class Report:
    """What a benchmark found: its rows, and what it has to show besides to those who ask."""

    rows: Sequence[Row]
    listing: str = ""


def compared(
    figure: str,
    unit: Unit,
    ours: Sequence[float],
    peers: Mapping[str, Sequence[float]],
    reach: str = "",
) -> list[Row]:
    """Return rows with the median of OURS beside that of each of PEERS, by name.

    They were measured by turns. The ratio, ours to theirs, is the median of the turns' ratios: a
    machine that is busy for a while slows down both in a turn.
    """
    first, *others = (
        Row("", "", f"{name} {unit.show(median(theirs))}", f"{_ratio(ours, theirs):.2f} ×")
        for name, theirs in peers.items()
    )
    return [first._replace(figure=figure, ours=unit.show(median(ours)), reach=reach), *others]


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    return median(our / their for our, their in zip(ours, theirs, strict=True))


def table(rows: Iterable[Row]) -> str:
    """Return ROWS as a table that Markdown understands."""
    lines = [HEAD, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, Row(*("-" * width for width in widths)))
    return "\n".join(_line(line, widths) for line in lines)


def _line(row: Row, widths: Sequence[int]) -> str:
    cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
    return f"| {' | '.join(cells)} |"
