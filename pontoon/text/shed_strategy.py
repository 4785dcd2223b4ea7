"""A strategy for Shed Pontoon as people read it: a table, a page with pictures, and a picture."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby

from msgspec import Struct

from pontoon.text.formatting import count

COLUMNS = ("2 cards", "pair", "3 bought", "3 twisted", "4 bought", "4 twisted")
"""What the cells of a row are for. Cards that were bought are hidden, twisted ones lie open."""

MOVES = {"s": "stick", "t": "twist", "b": "buy", "u": "burn", "p": "split"}
"""The moves by the letters in the cells."""

_KEY = ", ".join(f"{letter} {move}" for letter, move in MOVES.items())
NO_HAND = "-"


class Line(Struct, frozen=True):
    """What to do with hands of one total: letters for each of COLUMNS, the usual one first."""

    kind: str
    """``hard`` or ``soft``."""
    total: int
    cells: Sequence[str]
    """Empty where there is no such hand."""


class Strategy(Struct, frozen=True):
    """What this many players do, and what comes of it for each chip of a first bet."""

    players: int
    lines: Sequence[Line]
    value: float
    gain: float
    """How much more the best response to such players gains, from its own cards alone."""


def title(strategy: Strategy) -> str:
    return f"Shed Pontoon, {count(strategy.players, 'player')}"


def expected(strategy: Strategy) -> str:
    verb = "loses" if strategy.value < 0 else "wins"
    return f"A round {verb} {abs(100 * strategy.value):.1f} on average for 100 bet first."


def gained(strategy: Strategy) -> str:
    """Return the sentence that says how good the strategy is, which nobody calls the best."""
    return (
        "The best response to players who play so, from its own cards alone, gains"
        f" {100 * strategy.gain:.2f} more."
    )


def table(strategy: Strategy) -> Iterator[str]:
    """Yield the lines of a table, with its key."""
    yield " " * 7 + "".join(f"{column:>11}" for column in COLUMNS)
    for line in strategy.lines:
        cells = "".join(f"{'/'.join(cell) or NO_HAND:>11}" for cell in line.cells)
        yield f"{line.kind} {line.total:>2}{cells}"
    yield f"{_KEY}; {NO_HAND} no such hand"


def report(strategy: Strategy) -> Iterator[str]:
    """Yield the lines that tell STRATEGY at a terminal."""
    yield title(strategy)
    yield ""
    yield from table(strategy)
    yield expected(strategy)
    if strategy.players > 1:
        yield gained(strategy)


def page(strategies: Iterable[Strategy]) -> Iterator[str]:
    """Yield the lines of STRATEGIES in Markdown. The pictures are those of ``picture_name``."""
    for strategy in strategies:
        yield f"## {count(strategy.players, 'player')}"
        yield ""
        yield f"![{title(strategy)}: what to do](pictures/{picture_name(strategy.players)})"
        yield ""
        yield expected(strategy)
        if strategy.players > 1:
            yield gained(strategy)
        yield ""
        yield "```"
        yield from table(strategy)
        yield "```"
        yield ""


def picture_name(players: int) -> str:
    return f"strategy-{players}.svg"


# The picture

_CELL_WIDTH, _CELL_HEIGHT = 58, 22
_LABEL = 34
_TOP, _LEFT = 92, 16
_PANEL = _LABEL + len(COLUMNS) * _CELL_WIDTH
_GAP = 28
_WIDTH = 2 * (_LEFT + _PANEL) + _GAP

_COLOURS = {
    "s": ("#f6c9c4", "#7d3029"),
    "t": ("#cde8c5", "#2f5f2a"),
    "b": ("#c5dcf5", "#234f7d"),
    "u": ("#e0cdf0", "#573378"),
    "p": ("#f7e3a6", "#6b5310"),
}
"""The colour of each move on a light ground, and on a dark one."""


def _style() -> str:
    light = "".join(f".{move}{{fill:{colour}}}" for move, (colour, _) in _COLOURS.items())
    dark = "".join(f".{move}{{fill:{colour}}}" for move, (_, colour) in _COLOURS.items())
    return (
        "text{font:13px sans-serif;fill:#222;text-anchor:middle}"
        ".title{font-size:17px;font-weight:bold}.head{font-size:11px}.left{text-anchor:start}"
        f".ground{{fill:#fff}}{light}"
        "@media(prefers-color-scheme:dark){text{fill:#eee}.ground{fill:#15181c}"
        f"{dark}}}"
    )


def picture(strategy: Strategy) -> Iterator[str]:
    """Yield the lines of an SVG of STRATEGY, for a light and for a dark ground."""
    panels = [(kind, [*lines]) for kind, lines in groupby(strategy.lines, lambda line: line.kind)]
    height = _TOP + _CELL_HEIGHT * max(len(lines) for _, lines in panels) + 16
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">'
    yield f"<title>{escape(title(strategy))}: what to do with a hand</title>"
    yield f"<style>{_style()}</style>"
    yield f'<rect class="ground" width="{_WIDTH}" height="{height}"/>'
    yield f'<text class="title left" x="{_LEFT}" y="30">{escape(title(strategy))}</text>'
    yield f'<text class="left" x="{_LEFT}" y="52">{escape(expected(strategy))}</text>'
    for number, (kind, lines) in enumerate(panels):
        left = _LEFT + number * (_PANEL + _GAP)
        yield from _panel(left, kind, lines)
    below = _TOP + _CELL_HEIGHT * (len(panels[-1][1]) + 1)
    yield from _key(_LEFT + _PANEL + _GAP, below)
    yield "</svg>"


def _panel(left: int, kind: str, lines: Sequence[Line]) -> Iterator[str]:
    """Yield the hands of one KIND."""
    yield f'<text class="head" x="{left + _LABEL // 2}" y="{_TOP - 8}">{kind}</text>'
    for number, column in enumerate(COLUMNS):
        yield f'<text class="head" x="{_middle(left, number)}" y="{_TOP - 8}">{column}</text>'
    for row, line in enumerate(lines):
        top = _TOP + row * _CELL_HEIGHT
        yield f'<text x="{left + _LABEL // 2}" y="{top + 15}">{line.total}</text>'
        for number, cell in enumerate(line.cells):
            if cell:
                yield _box(_middle(left, number), top, cell)


def _middle(left: int, number: int) -> int:
    """Return where the middle is of the cell of that NUMBER in the panel at LEFT."""
    return left + _LABEL + number * _CELL_WIDTH + _CELL_WIDTH // 2


def _box(middle: int, top: int, cell: str) -> str:
    """Return a cell in the colour of its usual move, with the letters of all."""
    left, width = middle - _CELL_WIDTH // 2 + 1, _CELL_WIDTH - 2
    shape = f'x="{left}" y="{top}" width="{width}" height="{_CELL_HEIGHT - 2}" rx="3"'
    letters = "/".join(cell).upper()
    return f'<rect class="{cell[0]}" {shape}/><text x="{middle}" y="{top + 15}">{letters}</text>'


def _key(left: int, top: int) -> Iterator[str]:
    for number, (letter, move) in enumerate(MOVES.items()):
        at = top + number * _CELL_HEIGHT
        yield _box(_middle(left, 0), at, letter)
        beside = left + _LABEL + _CELL_WIDTH + 8
        yield f'<text class="left" x="{beside}" y="{at + 15}">{move}</text>'
