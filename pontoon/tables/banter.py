"""What was remarkable at a table lately, for a word at the end of the next opening line."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from pontoon.engine.computers import is_computer
from pontoon.engine.events import BankerResult, Event, Feat, FeatKind, HandResult, Settled
from pontoon.engine.hands import Seat
from pontoon.engine.moves import Unit
from pontoon.engine.table import Table

EVENING = timedelta(hours=3)
"""What happened longer ago is of another evening, and worth no word."""

STREAK = 5
"""This many rounds that a player wins in a row are worth a word, and then this many more."""

LOSERS = 2
"""Against this many losers it is remarkable to be the only winner; with a banker it takes one more.

A banker and one player always share out a round, and a banker often beats two.
"""


class Banter:
    """What was remarkable in the last rounds of one game in a channel, this evening."""

    def __init__(self) -> None:
        self._game = ""
        self._ended: datetime | None = None
        self._feat: Feat | None = None
        self._wins = Counter[str]()
        """How many rounds in a row each player has won."""

    def settled(self, game: str, settled: Settled, feat: Feat | None, now: datetime) -> None:
        """Note that a round of GAME was SETTLED just NOW, with this FEAT if any."""
        if not self._is_going_on(game, now):
            self._wins.clear()
        self._game, self._ended, self._feat = game, now, feat
        people = [each for each in settled.results if not is_computer(each.player)]
        is_alone_with_computers = len(people) == 1 < len(settled.results)
        for each in people:
            if each.played and not is_alone_with_computers:
                wins = self._wins[each.player] = self._wins[each.player] + 1 if each.won else 0
                if self._feat is None and wins and wins % STREAK == 0:
                    self._feat = Feat(each.player, FeatKind.STREAK, wins)

    def take(self, game: str, now: datetime) -> Feat | None:
        """Return the feat to tell as a round of GAME begins NOW, once; None if there is none."""
        feat, self._feat = self._feat, None
        return feat if self._is_going_on(game, now) else None

    def _is_going_on(self, game: str, now: datetime) -> bool:
        ended = self._ended
        return game == self._game and ended is not None and now - ended < EVENING


def feat_of(events: Sequence[Event], settled: Settled, broken: str | None = None) -> Feat | None:
    """Return the most remarkable feat in EVENTS, which have SETTLED a round; None if there is none.

    BROKEN is the player whose bank is broken, if one is. Nothing that a computer does is
    remarkable, and nobody is the only winner against one.
    """
    results = settled.results
    hands = (each for each in events if isinstance(each, HandResult))
    for hand in hands:
        if hand.type.name == "SHED_PONTOON" and hand.gain > 0 and not is_computer(hand.player):
            return Feat(hand.player, FeatKind.SHED_PONTOON, hand.gain)
    if broken is not None and not is_computer(broken):
        return Feat(broken, FeatKind.BANK_BROKEN, len(results))
    winners = [each for each in results if each.chips > 0]
    losers = [each for each in results if each.chips < 0]
    is_banked = any(isinstance(each, BankerResult) and each.player for each in events)
    if any(is_computer(each.player) for each in results):
        return None
    if len(winners) == 1 and len(losers) == len(results) - 1 >= LOSERS + is_banked:
        return Feat(winners[0].player, FeatKind.ONLY_WINNER, winners[0].chips)
    return None


def broken_bank(
    table: Table, seats: Sequence[Seat], events: Sequence[Event], settled: Settled
) -> str | None:
    """Return the banker if the round of SEATS that EVENTS have SETTLED cost them the bank.

    They have too few chips left for it at TABLE.
    """
    before = {seat.player: seat.chips_before for seat in seats}
    won = {each.player: each.chips for each in settled.results}
    for event in events:
        match event:
            case BankerResult(player=str(banker), gain=gain, unit=Unit.CHIPS) if gain < 0:
                if banker in before and banker in won:
                    left = before[banker] + won[banker]
                    return None if table.can_keep_bank(left) else banker
    return None
