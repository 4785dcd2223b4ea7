"""At the start: resume the rounds that can go on, pay those that were over, give up the others."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from pontoon.engine.errors import NotRecorded
from pontoon.engine.result import Result, TableKey, WhyVoid
from pontoon.engine.sealed_deck import DeckUse
from pontoon.engine.table import Table
from pontoon.games import GAMES, Game
from pontoon.irc.casemapping import rfc1459
from pontoon.storage.decks import RESTART, Decks
from pontoon.storage.old_decks import OldDecks
from pontoon.storage.players.player import PlayersFileError
from pontoon.storage.rounds import RoundRecord, Rounds
from pontoon.tables.context import TableContext
from pontoon.tables.croupier import Croupier
from pontoon.tables.payment import change_of
from pontoon.tables.recorder import CannotReplay, replay, taken
from pontoon.tables.settlement_queue import SettlementQueue
from pontoon.tables.wallets import Wallet

NOT_PLAYED_HERE = "is no longer played here: all stakes are returned"
UNKNOWN_GAME = (
    "is of a game that this version does not have: its result stays in players.db, unpaid"
)
TOLD_NOWHERE = "was over when I was stopped: it is paid but announced nowhere"


def close_elsewhere(
    rounds: Rounds,
    settlements: SettlementQueue,
    wallets: Mapping[str, Wallet],
    places: Collection[tuple[str, str]],
    log: Callable[[str], None],
) -> None:
    """Give up those of ROUNDS that were played in none of PLACES, each network and channel.

    Those that were over are paid. LOG takes a line for each round, and for each result that cannot
    be paid.
    """
    for recorded in rounds.played():
        where = recorded.where
        if where.game not in wallets or (where.network, rfc1459(where.channel)) not in places:
            log(_interrupted(recorded, NOT_PLAYED_HERE))
            rounds.over(recorded.id, where, recorded.order, _taken(recorded))
    for result in rounds.results():
        where = result.where
        if where.game not in wallets:
            log(f"{_summary(result)} {UNKNOWN_GAME}")
        elif (where.network, rfc1459(where.channel)) not in places:
            log(f"{_summary(result)} {TOLD_NOWHERE}")
            if settlements.store.has_settled(result.id):
                rounds.told(result.id)
            else:
                change = change_of(result, wallets[where.game])
                settlements.settle(change, partial(rounds.told, result.id))


def return_kitties(keys: Iterable[TableKey], settlements: SettlementQueue) -> None:
    """Return the kitties of KEYS, against which nobody can bet, to their bankers.

    What cannot be written now is done at the next start.
    """
    try:
        for key in keys:
            settlements.return_kitty(key)
    except PlayersFileError as error:
        settlements.report(error.faults)


def take_up(
    croupiers: Sequence[Croupier], context: TableContext, new_table: Callable[[Game], Table]
) -> None:
    """Have CROUPIERS resume the rounds in the database, each at a NEW_TABLE of its game."""
    take_up_results(croupiers, context)
    games = {game.name: game for game in GAMES}
    rounds, store = context.rounds, context.settlements.store
    for recorded in rounds.played():
        where = recorded.where
        croupier = _croupier_at(where, croupiers, context)
        if croupier is None:
            continue
        table = new_table(games[where.game])
        table.remember(rounds.lists.get(where, ()))
        try:
            if recorded.is_given_up:
                raise CannotReplay(WhyVoid.OLDER_DATABASE)
            played = replay(recorded, table, lambda nick: store.find(nick) is not None)
        except CannotReplay as lost:
            why = f"cannot continue ({lost}): all stakes are returned"
            context.log(_interrupted(recorded, why))
            croupier.give_up(where.game, lost.why)
            rounds.over(recorded.id, where, recorded.order, _taken(recorded))
            croupier.remember(where.game, recorded.order)
        else:
            croupier.take_up(recorded, table, played)
            context.log(f"the {where.game} round in {where.channel} continues where it was stopped")


def _taken(recorded: RoundRecord) -> DeckUse | None:
    """Return what the RECORDED round, which cannot go on, has taken of its deck, if that is known.

    One that is given up may have gone on since.
    """
    return None if recorded.is_given_up else taken(recorded)


def take_up_results(croupiers: Sequence[Croupier], context: TableContext) -> None:
    """Tell CROUPIERS the players of the last round in their channels, and the results that are due.

    Any channel may have been taken out of config.ini while a result waited to be told.
    """
    for where, order in context.rounds.lists.items():
        if (croupier := _croupier_at(where, croupiers, context)) is not None:
            croupier.remember(where.game, order, context.rounds.banks.get(where))
    for result in context.rounds.results():
        if (croupier := _croupier_at(result.where, croupiers, context)) is not None:
            croupier.payments.take_up(result)


def _croupier_at(
    where: TableKey, croupiers: Sequence[Croupier], context: TableContext
) -> Croupier | None:
    """Return which of CROUPIERS deals at that table; None if none of them does."""
    if where.network != context.known_as:
        return None
    fold = context.network.fold
    here = (each for each in croupiers if fold(each.channel) == fold(where.channel))
    return next((each for each in here if where.game in each.tables.by_game), None)


def _interrupted(recorded: RoundRecord, what: str) -> str:
    where = recorded.where
    return f"the interrupted {where.game} round in {where.channel} {what}"


def _summary(result: Result) -> str:
    """Return the game and the channel of RESULT, and what each player has won or lost."""
    changes = ", ".join(f"{each.player} {each.chips:+}" for each in result.settled.results)
    return f"the {result.where.game} round in {result.where.channel} ({changes})"


def close_decks(decks: Decks, old: OldDecks, places: Collection[tuple[str, str]]) -> None:
    """Open those of DECKS that are in none of PLACES, each a network and a channel; tell nobody.

    What cannot be written now is done at the next start. OLD ones are forgotten there.
    """
    with suppress(NotRecorded):
        for deck in decks:
            if (deck.terms.network, deck.terms.channel) not in places:
                if not deck.why:
                    decks.open(deck, RESTART)
                decks.told(deck.terms.name)
    for each in old:
        if (each.terms.network, each.terms.channel) not in places:
            old.told(each.terms.number)
