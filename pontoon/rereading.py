"""Reads the journal when the program starts: who played last, and which rounds are to go on."""

from collections.abc import Callable, Collection, Iterable, Mapping

from pontoon.club import Club
from pontoon.croupier import Croupier
from pontoon.errors import WhyLost
from pontoon.journal import Journal, Recorded
from pontoon.premises import Premises
from pontoon.resuming import CannotResume, resume
from pontoon.table import Table

Tables = Mapping[str, Callable[[], Table]]
"""Makes a new table of each game, by its command."""


NOT_PLAYED_HERE = "is not played here any more: all stakes are back"


def give_up_elsewhere(
    journal: Journal, networks: Collection[str], log: Callable[[str], None]
) -> None:
    """Let no round of JOURNAL go on that was played on another network than those, by name."""
    for recorded in journal.unfinished():
        where = recorded.where
        if where.network not in networks:
            log(_told(recorded, NOT_PLAYED_HERE))
            journal.over(recorded.id, where, recorded.order)


def take_up(club: Club, premises: Premises, tables: Tables) -> None:
    """Have the croupiers of CLUB go on with the rounds that are in the journal, at new TABLES."""
    journal, network = premises.journal, premises.known_as
    remind(club.hall.croupiers, premises)
    for recorded in journal.unfinished():
        if recorded.where.network != network or journal.is_over(recorded.id):
            continue
        why = _take_up(recorded, club, premises, tables)
        if why is not None:
            _give_up(recorded, why, club, premises, tables)
    for recorded in journal.lost_on(network):
        croupier = _croupier(recorded, club, premises, tables)
        if croupier is not None and not premises.cashier.store.has_settled(recorded.id):
            croupier.give_up(recorded.where.game, WhyLost.UNREADABLE)
            _give_up(recorded, _lost(WhyLost.UNREADABLE), club, premises, tables)


def remind(croupiers: Iterable[Croupier], premises: Premises) -> None:
    """Have CROUPIERS know who played last in their channels, as the journal does."""
    fold = premises.network.fold
    for where, order in premises.journal.lists().items():
        for croupier in croupiers:
            is_here = fold(where.channel) == fold(croupier.channel)
            if where.network == premises.known_as and is_here and croupier.deals(where.game):
                croupier.remember(where.game, order)


def _give_up(recorded: Recorded, why: str, club: Club, premises: Premises, tables: Tables) -> None:
    """Do not have a RECORDED round go on, but remember who was in it."""
    where = recorded.where
    premises.log(_told(recorded, why))
    premises.journal.over(recorded.id, where, recorded.order)
    croupier = _croupier(recorded, club, premises, tables)
    if croupier is not None:
        croupier.remember(where.game, recorded.order)


def _told(recorded: Recorded, what: str) -> str:
    where = recorded.where
    return f"the {where.game} in {where.channel} that was stopped {what}"


def _croupier(
    recorded: Recorded, club: Club, premises: Premises, tables: Tables
) -> Croupier | None:
    """Return whose round it was that is RECORDED; None where it cannot be played any more."""
    where = recorded.where
    is_here = where.network == premises.known_as and where.game in tables
    return club.croupier(where.channel) if is_here else None


def _take_up(recorded: Recorded, club: Club, premises: Premises, tables: Tables) -> str | None:
    """Have a RECORDED round go on; return why not where it cannot."""
    where, store = recorded.where, premises.cashier.store
    croupier = _croupier(recorded, club, premises, tables)
    if croupier is None:
        return NOT_PLAYED_HERE
    table = tables[where.game]()
    table.remember(premises.journal.lists().get(where, ()))
    try:
        resumed = resume(recorded, table, lambda nick: store.find(nick) is not None)
    except CannotResume as lost:
        if store.has_settled(recorded.id):
            return "was settled"
        croupier.give_up(where.game, lost.why)
        return _lost(lost.why)
    if resumed.table.ask is not None and store.has_settled(recorded.id):
        return "was settled"
    if resumed.table.ask is None and store.is_ledger_new:
        return "may have been settled, which no ledger can tell any more: it is not settled again"
    croupier.take_up(resumed)
    premises.log(f"{where.game} in {where.channel} goes on where it was stopped")
    return None


def _lost(why: WhyLost) -> str:
    return f"cannot go on ({why.name.lower().replace('_', ' ')}): all stakes are back"
