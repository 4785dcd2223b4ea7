"""A strategy as people read it: a table, a page with pictures, and a picture."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby

from msgspec import Struct

from pontoon.engine.moves import Verb
from pontoon.text.formatting import count

BY_CARDS = ("2 cards", "pair", "3 bought", "3 twisted", "4 bought", "4 twisted")
"""What the cells of a row are for. Cards that were bought are hidden, twisted ones lie open."""

BY_DEALERS_CARD = (*map(str, range(2, 11)), "A")
"""The same in Black Jack: the card that the dealer shows."""

PONTOON_MOVES: Mapping[Verb, str] = {
    Verb.STICK: "s",
    Verb.TWIST: "t",
    Verb.BUY: "b",
    Verb.BURN: "u",
    Verb.SPLIT: "p",
}
"""The letters in the cells."""

BANK_MOVES: Mapping[Verb, str] = {
    verb: letter for verb, letter in PONTOON_MOVES.items() if verb is not Verb.BURN
}

SHOOT_MOVES: Mapping[Verb, str] = {**BANK_MOVES, Verb.SHOOT: "o"}

BLACKJACK_MOVES: Mapping[Verb, str] = {Verb.STAY: "s", Verb.HIT: "h", Verb.DOUBLE: "d"}

NO_HAND = "-"

FIRST_TO_PLAY = (
    "This is for the first to play, one hand for each total; the last player has the bank."
)


class Line(Struct, frozen=True):
    """What to do with hands of one total: letters for each of the columns, the best one first."""

    kind: str
    """``hard`` or ``soft``."""
    total: int
    cells: Sequence[str]
    """Empty where there is no such hand."""


class Strategy(Struct, frozen=True):
    """What is done with each hand, and RESULTS, sentences that say what comes of it."""

    title: str
    columns: Sequence[str]
    moves: Mapping[Verb, str]
    lines: Sequence[Line]
    results: Sequence[str] = ()
    bets: Mapping[str, float] = {}
    """What a bet of one chip is worth on each first card."""


def title(game: str, players: int) -> str:
    return f"{game}, {count(players, 'player')}"


def expected(value: float) -> str:
    """Return the sentence that says what VALUE, for each chip of a first bet, a round has."""
    verb = "loses" if value < 0 else "wins"
    return f"A round {verb} {abs(100 * value):.1f} on average for 100 bet first."


def gained(gain: float) -> str:
    """Return the sentence that says how good the strategy is, which nobody calls the best."""
    return (
        "The best response to players who play so, from its own cards alone, gains"
        f" {100 * gain:.2f} more."
    )


def insured(value: float) -> str:
    """Return the sentence about insurance that gains VALUE for each coin of its cost."""
    verb = "loses" if value < 0 else "wins"
    return f"Insurance {verb} {abs(100 * value):.1f} on average for 100 paid."


def table(strategy: Strategy) -> Iterator[str]:
    """Yield the lines of a table, with its key."""
    width = max(map(len, strategy.columns)) + 2
    yield " " * 7 + "".join(f"{column:>{width}}" for column in strategy.columns)
    for line in strategy.lines:
        cells = "".join(f"{'/'.join(cell) or NO_HAND:>{width}}" for cell in line.cells)
        yield f"{line.kind} {line.total:>2}{cells}"
    key = ", ".join(f"{letter} {move}" for move, letter in strategy.moves.items())
    yield f"{key}; {NO_HAND} no such hand"


def bets(strategy: Strategy) -> Iterator[str]:
    """Yield the lines that tell what 100 chips bet on each first card bring; none if not known."""
    if strategy.bets:
        yield "first card " + "".join(f"{card:>6}" for card in strategy.bets)
        yield "100 bet    " + "".join(f"{100 * each:>+6.0f}" for each in strategy.bets.values())


def report(strategy: Strategy) -> Iterator[str]:
    """Yield the lines that tell STRATEGY at a terminal."""
    yield strategy.title
    yield ""
    yield from table(strategy)
    yield from bets(strategy)
    yield from strategy.results


def page(strategies: Iterable[tuple[int, Strategy]]) -> Iterator[str]:
    """Yield the lines of STRATEGIES for numbers of players in Markdown, with ``picture_name``."""
    for players, strategy in strategies:
        yield f"## {count(players, 'player')}"
        yield ""
        yield f"![{strategy.title}: what to do](pictures/{picture_name(players)})"
        yield ""
        yield from strategy.results
        yield ""
        yield "```"
        yield from table(strategy)
        yield from bets(strategy)
        yield "```"
        yield ""


def picture_name(players: int) -> str:
    return f"strategy-{players}.svg"


# The picture

_CELL_WIDTH, _CELL_HEIGHT = 58, 22
_LABEL = 34
_TOP, _LEFT = 92, 16
_GAP = 28

_COLOURS = {
    "s": ("#f6c9c4", "#7d3029"),
    "t": ("#cde8c5", "#2f5f2a"),
    "b": ("#c5dcf5", "#234f7d"),
    "u": ("#e0cdf0", "#573378"),
    "p": ("#f7e3a6", "#6b5310"),
    "o": ("#f3cfe6", "#74305c"),
    "h": ("#cde8c5", "#2f5f2a"),
    "d": ("#c5dcf5", "#234f7d"),
}
"""The colour of each move on a light ground, and on a dark one."""


def _style(strategy: Strategy) -> str:
    colours = {letter: _COLOURS[letter] for letter in strategy.moves.values()}
    light = "".join(f".{move}{{fill:{colour}}}" for move, (colour, _) in colours.items())
    dark = "".join(f".{move}{{fill:{colour}}}" for move, (_, colour) in colours.items())
    return (
        "text{font:13px sans-serif;fill:#222;text-anchor:middle}"
        ".title{font-size:17px;font-weight:bold}.head{font-size:11px}.left{text-anchor:start}"
        f".ground{{fill:#fff}}{light}"
        "@media(prefers-color-scheme:dark){text{fill:#eee}.ground{fill:#15181c}"
        f"{dark}}}"
    )


def picture(strategy: Strategy) -> Iterator[str]:
    """Yield the lines of an SVG of STRATEGY, for a light and for a dark ground."""
    panel = _LABEL + len(strategy.columns) * _CELL_WIDTH
    width = 2 * (_LEFT + panel) + _GAP
    panels = [(kind, [*lines]) for kind, lines in groupby(strategy.lines, lambda line: line.kind)]
    height = _TOP + _CELL_HEIGHT * max(len(lines) for _, lines in panels) + 16
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
    yield f"<title>{escape(strategy.title)}: what to do with a hand</title>"
    yield f"<style>{_style(strategy)}</style>"
    yield f'<rect class="ground" width="{width}" height="{height}"/>'
    yield f'<text class="title left" x="{_LEFT}" y="30">{escape(strategy.title)}</text>'
    for result in strategy.results[:1]:
        yield f'<text class="left" x="{_LEFT}" y="52">{escape(result)}</text>'
    for number, (kind, lines) in enumerate(panels):
        yield from _panel(_LEFT + number * (panel + _GAP), kind, lines, strategy.columns)
    below = _TOP + _CELL_HEIGHT * (len(panels[-1][1]) + 1)
    yield from _key(_LEFT + panel + _GAP, below, strategy.moves)
    yield "</svg>"


def _panel(left: int, kind: str, lines: Sequence[Line], columns: Sequence[str]) -> Iterator[str]:
    """Yield the hands of one KIND."""
    yield f'<text class="head" x="{left + _LABEL // 2}" y="{_TOP - 8}">{kind}</text>'
    for number, column in enumerate(columns):
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


def _key(left: int, top: int, moves: Mapping[Verb, str]) -> Iterator[str]:
    for number, (move, letter) in enumerate(moves.items()):
        at = top + number * _CELL_HEIGHT
        yield _box(_middle(left, 0), at, letter)
        beside = left + _LABEL + _CELL_WIDTH + 8
        yield f'<text class="left" x="{beside}" y="{at + 15}">{move}</text>'
