"""How a dealer's hands of Black Jack For Time end, beside what is published of six decks."""

from collections.abc import Mapping
from pathlib import Path

from benchmarks.report import Report, Row
from pontoon.engine.rng import SEED_BYTES
from tests.support.blackjack_odds import EXPECTED, OUTCOMES, Endings, dealers_hands, sigmas_off

DEALS = 1_000_000
SEED = b"a million hands".ljust(SEED_BYTES, b".")
SIGMAS = 4

Cell = tuple[str, str]
"""A card that is up, and how the hand ends."""


def measure(_folder: Path) -> Report:
    """Play a million hands as a dealer who has no five-card rule, and look for the worst number."""
    endings = dealers_hands(DEALS, SEED)
    off = sigmas_off(endings)
    worst = max(off, key=lambda cell: off[cell])
    found = f"{off[worst]:.2f} σ off ({_name(worst)}: {_share(endings, worst):.6f})"
    row = Row(
        f"dealer's totals, {DEALS:,} deals, worst of {len(off)}",
        found,
        f"published {_expected(worst):.6f}",
        reach=f"< {SIGMAS} σ",
    )
    return Report([row], _listing(endings, off))


def _listing(endings: Endings, off: Mapping[Cell, float]) -> str:
    """Return every number that was looked at."""
    lines = (
        f"{_name(cell):>14}  {_share(endings, cell):.6f}  {_expected(cell):.6f}  {off[cell]:5.2f} σ"
        for cell in off
    )
    return "\n".join([f"{'up, ending':>14}  {'dealt':8}  published  off", *lines])


def _name(cell: Cell) -> str:
    return ", ".join(cell)


def _share(endings: Endings, cell: Cell) -> float:
    up, _ = cell
    return endings[cell] / sum(endings[up, ending] for ending in OUTCOMES)


def _expected(cell: Cell) -> float:
    up, ending = cell
    return EXPECTED[up][OUTCOMES.index(ending)]
