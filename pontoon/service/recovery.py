"""Reads the journal when the program starts: which rounds go on, and which are to be paid."""

from collections.abc import Callable, Collection, Iterable, Mapping

from pontoon.commands.router import CommandRouter
from pontoon.engine.errors import WhyLost
from pontoon.engine.result import Result, TableKey
from pontoon.engine.table import Table
from pontoon.service.shared import SharedState
from pontoon.storage.journal import Journal, RoundRecord
from pontoon.storage.players.settlement_queue import SettlementQueue
from pontoon.tables.context import TableContext
from pontoon.tables.croupier import Croupier
from pontoon.tables.resuming import CannotResume, resume
from pontoon.tables.settlement import changes_of, pay
from pontoon.tables.wallets import Wallet

Tables = Mapping[str, Callable[[], Table]]
"""Makes a new table of each game, by its command."""


NOT_PLAYED_HERE = "is no longer played here: all stakes are returned"
UNKNOWN_GAME = (
    "is of a game that this version does not have: its result stays in players.journal, unpaid"
)
MAYBE_PAID = "may already be paid, and there is no ledger to check: it is not paid again"
TOLD_NOWHERE = "was over when I was stopped: it is paid but announced nowhere"


def close_elsewhere(
    shared: SharedState, networks: Collection[str], log: Callable[[str], None]
) -> None:
    """Let no round go on that was played on another network than those, by name.

    If it was over it is paid all the same; so are those on these networks, by ``take_up``. Results
    that cannot be paid are told to LOG, with what they were.
    """
    journal, purses = shared.journal, shared.purses()
    for recorded in journal.unfinished():
        where = recorded.where
        if where.network not in networks:
            log(_told(recorded, NOT_PLAYED_HERE))
            journal.over(recorded.id, where, recorded.order)
    for result in journal.results():
        if result.where.game not in purses:
            log(f"{_summary(result)} {UNKNOWN_GAME}")
        elif shared.settlements.store.is_ledger_new and not journal.is_paid(result.id):
            log(f"{_summary(result)} {MAYBE_PAID}")
            journal.told(result.id)
        elif result.where.network not in networks:
            _pay_untold(result, shared.settlements, journal, purses, log)


def take_up(club: CommandRouter, context: TableContext, tables: Tables) -> None:
    """Have the croupiers of CLUB go on with the rounds that are in the journal, at new TABLES."""
    journal, network = context.journal, context.known_as
    remind(club.floor.croupiers, context)
    for result in journal.results():
        where = result.where
        if where.network != network or where.game not in context.purses:
            continue
        croupier = _croupier(where, club, context, tables)
        if croupier is None:
            _pay_untold(result, context.settlements, journal, context.purses, context.log)
        else:
            croupier.take_up_result(result)
    for recorded in journal.unfinished():
        if recorded.where.network != network or journal.is_over(recorded.id):
            continue
        why = _take_up(recorded, club, context, tables)
        if why is not None:
            _give_up(recorded, why, club, context, tables)
    for recorded in journal.lost_on(network):
        croupier = _croupier(recorded.where, club, context, tables)
        if croupier is not None and not context.settlements.store.has_settled(recorded.id):
            croupier.give_up(recorded.where.game, WhyLost.UNREADABLE)
            _give_up(recorded, _lost(WhyLost.UNREADABLE), club, context, tables)


def remind(croupiers: Iterable[Croupier], context: TableContext) -> None:
    """Have CROUPIERS know who played last in their channels, as the journal does."""
    fold = context.network.fold
    for where, order in context.journal.lists().items():
        for croupier in croupiers:
            is_here = fold(where.channel) == fold(croupier.channel)
            if where.network == context.known_as and is_here and croupier.deals(where.game):
                croupier.remember(where.game, order)


def _give_up(
    recorded: RoundRecord, why: str, club: CommandRouter, context: TableContext, tables: Tables
) -> None:
    """Do not have a RECORDED round go on, but remember who was in it."""
    where = recorded.where
    context.log(_told(recorded, why))
    context.journal.over(recorded.id, where, recorded.order)
    croupier = _croupier(where, club, context, tables)
    if croupier is not None:
        croupier.remember(where.game, recorded.order)


def _told(recorded: RoundRecord, what: str) -> str:
    where = recorded.where
    return f"the interrupted {where.game} round in {where.channel} {what}"


def _summary(result: Result) -> str:
    """Say of a round that was over what it has brought everybody."""
    changes = ", ".join(f"{each.player} {each.chips:+}" for each in result.settled.results)
    return f"the {result.where.game} round in {result.where.channel} ({changes})"


def _pay_untold(
    result: Result,
    settlements: SettlementQueue,
    journal: Journal,
    purses: Mapping[str, Wallet],
    log: Callable[[str], None],
) -> None:
    """Pay a round of which nobody can be told."""
    log(f"{_summary(result)} {TOLD_NOWHERE}")
    changes = changes_of(result, purses[result.where.game])
    pay(result, changes, settlements, journal, lambda: journal.told(result.id))


def _croupier(
    where: TableKey, club: CommandRouter, context: TableContext, tables: Tables
) -> Croupier | None:
    """Return who deals at that table; None where nobody does any more."""
    is_here = where.network == context.known_as and where.game in tables
    return club.croupier(where.channel) if is_here else None


def _take_up(
    recorded: RoundRecord, club: CommandRouter, context: TableContext, tables: Tables
) -> str | None:
    """Have a RECORDED round go on; return why not where it cannot."""
    where, store = recorded.where, context.settlements.store
    croupier = _croupier(where, club, context, tables)
    if croupier is None:
        return NOT_PLAYED_HERE
    table = tables[where.game]()
    table.remember(context.journal.lists().get(where, ()))
    try:
        resumed = resume(recorded, table, lambda nick: store.find(nick) is not None)
    except CannotResume as lost:
        if store.has_settled(recorded.id):
            return "was already settled"
        croupier.give_up(where.game, lost.why)
        return _lost(lost.why)
    if resumed.table.ask is not None and store.has_settled(recorded.id):
        return "was already settled"
    if resumed.table.ask is None and store.is_ledger_new:
        return MAYBE_PAID
    croupier.take_up(resumed)
    context.log(f"the {where.game} round in {where.channel} continues where it was stopped")
    return None


def _lost(why: WhyLost) -> str:
    return f"cannot continue ({why.name.lower().replace('_', ' ')}): all stakes are returned"
