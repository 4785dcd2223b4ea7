"""Rounds that the program was stopped in: played once more from the journal, to where they were."""

from collections.abc import Callable
from dataclasses import dataclass

from pontoon import __version__
from pontoon.engine.actions import Dealt, is_committing, read
from pontoon.engine.errors import WhyLost
from pontoon.engine.events import Event
from pontoon.engine.table import Table
from pontoon.storage.journal_records import RoundRecord
from pontoon.tables.recorder import told_rules


class CannotResume(Exception):
    """A round cannot go on; nothing has been lost but the cards."""

    def __init__(self, why: WhyLost) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Resumed:
    """A round as it was when the program stopped, at its table again.

    ``events`` is what the last act brought about: it may not have been told to anybody. It
    ``is_early`` until the first bet, bid or kitty: the person who started it may stop it.
    """

    recorded: RoundRecord
    table: Table
    events: tuple[Event, ...]
    is_early: bool


def resume(recorded: RoundRecord, table: Table, is_player: Callable[[str], bool]) -> Resumed:
    """Play a RECORDED round at a new TABLE up to where it was; CannotResume where that fails."""
    if (recorded.version, recorded.rules) != (__version__, told_rules(table)):
        raise CannotResume(WhyLost.CHANGED)
    if not all(is_player(player) for player, _ in recorded.players):
        raise CannotResume(WhyLost.PLAYER_GONE)
    try:
        table.restore(dict(recorded.equipment))
        events = table.repeat(Dealt(recorded.players, recorded.consent, recorded.listed))
        is_early = True
        for act in map(read, recorded.acts):
            events = table.repeat(act) or events
            is_early &= not is_committing(act)
    except Exception as error:
        # Whatever it is: what was written must not keep the bot from starting.
        raise CannotResume(WhyLost.UNREADABLE) from error
    return Resumed(recorded, table, tuple(events), is_early)
