"""Reads the journal when the program starts: who played last, and which rounds are to go on."""

from collections.abc import Callable, Mapping

from pontoon.club import Club
from pontoon.croupier import Croupier
from pontoon.errors import WhyLost
from pontoon.journal import Recorded
from pontoon.premises import Premises
from pontoon.resuming import CannotResume, resume
from pontoon.table import Table

Tables = Mapping[str, Callable[[], Table]]
"""Makes a new table of each game, by its command."""


def take_up(club: Club, premises: Premises, tables: Tables) -> None:
    """Have the croupiers of CLUB go on with the rounds that are in the journal, at new TABLES."""
    journal = premises.journal
    for where, order in journal.lists().items():
        croupier = club.croupier(where.channel)
        if where.network == premises.server and croupier is not None and where.game in tables:
            croupier.remember(where.game, order)
    for recorded in journal.unfinished():
        why = _take_up(recorded, club, premises, tables)
        if why is not None:
            name = f"the {recorded.where.game} in {recorded.where.channel}"
            premises.log(f"{name} that was stopped {why}: all stakes are back")
            players = [player for player, _ in recorded.players]
            journal.over(recorded.id, recorded.where, players)


def _take_up(recorded: Recorded, club: Club, premises: Premises, tables: Tables) -> str | None:
    """Have a RECORDED round go on; return why not where it cannot."""
    where, store = recorded.where, premises.cashier.store
    croupier = club.croupier(where.channel)
    if where.network != premises.server or croupier is None or where.game not in tables:
        return "is not played here any more"
    try:
        resumed = resume(recorded, tables[where.game](), lambda nick: store.find(nick) is not None)
    except CannotResume as lost:
        return _lost(croupier, recorded, lost.why, is_settled=store.has_settled(recorded.id))
    if resumed.table.ask is not None and store.has_settled(recorded.id):
        return "was settled"
    croupier.take_up(resumed)
    premises.log(f"{where.game} in {where.channel} goes on where it was stopped")
    return None


def _lost(croupier: Croupier, recorded: Recorded, why: WhyLost, *, is_settled: bool) -> str:
    if not is_settled:
        croupier.give_up(recorded.where.game, why)
    return f"cannot go on ({why.name.lower().replace('_', ' ')})"
