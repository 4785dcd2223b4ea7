"""What a round costs at more and more tables, as a picture."""

from collections.abc import Sequence
from math import log10
from typing import NamedTuple


class Growth(NamedTuple):
    """What was measured at so many TABLES, where people answer at once."""

    tables: int
    processor_ms: float
    """Of the processor, for each round."""
    rounds_a_second: float
    answer_ms: float
    """From a move to the next prompt."""
    megabytes: float


WIDTH, HEIGHT = 640, 320
LEFT, TOP, RIGHT, BOTTOM = 70, 40, 600, 250
INSET = 30
"""How far the first point lies from the left axis, in pixels: its label does not touch it."""

_STYLE = (
    "text{font:13px sans-serif;fill:#444}.title{font-weight:bold}"
    ".value{paint-order:stroke;stroke:#fff;stroke-width:4px}"
    ".line{fill:none;stroke:#2a6fb0;stroke-width:2}.dot{fill:#2a6fb0}.grid{stroke:#ddd}"
)


def picture(growth: Sequence[Growth]) -> str:
    """Return an SVG of the processor time a round takes, by the number of tables."""
    top = 2.0 * max(1.0, *(each.processor_ms for each in growth)) / 1.5
    decades = log10(max(each.tables for each in growth))
    points = [
        (
            LEFT + INSET + (RIGHT - LEFT - INSET) * log10(each.tables) / decades,
            BOTTOM - (BOTTOM - TOP) * each.processor_ms / top,
            each,
        )
        for each in growth
    ]
    line = " ".join(f"{x:.0f},{y:.0f}" for x, y, _ in points)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
            f"<style>{_STYLE}</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
            f'<text class="title" x="{LEFT}" y="22">'
            "What a round of three costs the processor</text>",
            f'<text x="{(LEFT + RIGHT) / 2:.0f}" y="{BOTTOM + 50}" text-anchor="middle">'
            "tables at which people play at once</text>",
            f'<text x="22" y="{(TOP + BOTTOM) / 2:.0f}" text-anchor="middle"'
            f' transform="rotate(-90 22 {(TOP + BOTTOM) / 2:.0f})">milliseconds a round</text>',
            *_grid(top),
            f'<polyline class="line" points="{line}"/>',
            *(_point(x, y, each) for x, y, each in points),
            "</svg>\n",
        ]
    )


def _grid(top: float) -> list[str]:
    step = 1.0 if top < 10 else 10.0 if top < 100 else 50.0
    lines: list[str] = []
    value = 0.0
    while value <= top:
        y = BOTTOM - (BOTTOM - TOP) * value / top
        lines.append(f'<line class="grid" x1="{LEFT}" x2="{RIGHT}" y1="{y:.0f}" y2="{y:.0f}"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{value:.0f}</text>')
        value += step
    return lines


def _point(x: float, y: float, each: Growth) -> str:
    return (
        f'<circle class="dot" cx="{x:.0f}" cy="{y:.0f}" r="4"/>'
        f'<text class="value" x="{x:.0f}" y="{y - 10:.0f}" text-anchor="middle">'
        f"{each.processor_ms:.1f}</text>"
        f'<text x="{x:.0f}" y="{BOTTOM + 22}" text-anchor="middle">{each.tables:,}</text>'
    )
