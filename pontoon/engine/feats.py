"""What is remarkable about the end of a round. The channel hears it when the next one begins."""

from collections.abc import Sequence
from enum import Enum, auto

from pontoon.engine.events import (
    BankerResult,
    Event,
    HandResult,
    PlayerEvent,
    PlayerResult,
    Settled,
)

LOSERS = 2
"""Against so many losers it is remarkable to be the only winner; with a banker it takes one more.

A banker and one player always share out a round, and a banker often beats two.
"""


class FeatKind(Enum):
    """A kind of feat."""

    SHED_PONTOON = auto()
    BANK_BROKEN = auto()
    """The banker has lost more than the bank can do without."""
    ONLY_WINNER = auto()
    """One player has won chips or coins, and all others have lost some."""


class Feat(PlayerEvent, frozen=True):
    """Something remarkable in the round before this one.

    ``number`` is another one from round to round: words can be chosen by it.
    """

    kind: FeatKind
    number: int


def feat_of(events: Sequence[Event], broken: str | None = None) -> Feat | None:
    """Return the most remarkable feat in EVENTS, which end a round; None if there is none.

    BROKEN is the player whose bank is broken, if one is.
    """
    for event in events:
        if isinstance(event, HandResult) and event.type.name == "SHED_PONTOON" and event.gain > 0:
            return Feat(event.player, FeatKind.SHED_PONTOON, event.gain)
    results = [each for event in events if isinstance(event, Settled) for each in event.results]
    if broken is not None:
        return Feat(broken, FeatKind.BANK_BROKEN, len(results))
    is_banked = any(isinstance(each, BankerResult) and each.player for each in events)
    winner = _only_winner(results, LOSERS + is_banked)
    return None if winner is None else Feat(winner.player, FeatKind.ONLY_WINNER, winner.chips)


def _only_winner(results: Sequence[PlayerResult], least: int) -> PlayerResult | None:
    """Return the player who alone has won if all others, LEAST at least, have lost."""
    winners = [each for each in results if each.chips > 0]
    losers = [each for each in results if each.chips < 0]
    is_alone = len(winners) == 1 and len(losers) == len(results) - 1 >= least
    return winners[0] if is_alone else None
