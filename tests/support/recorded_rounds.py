"""Rounds in the database beside players.xml, as a bot leaves them that has dealt them."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from pontoon import __version__
from pontoon.engine.actions import Moved, written
from pontoon.engine.decks import Shoe
from pontoon.engine.events import Settled
from pontoon.engine.moves import Move, Unit, Verb
from pontoon.engine.result import Result, TableKey
from pontoon.engine.round import TableRules
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.games.shed import ShedPontoon
from pontoon.storage.database import Database
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.place import path_beside, reading
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.replay import rules_written
from pontoon.storage.rounds import RoundBeginning, RoundRecord, Rounds, SettledRound
from pontoon.storage.sqlite_file import SqliteFile
from tests.support.ledger_checks import started, win
from tests.support.players_files import settle
from tests.support.sealed_decks import decks_in
from tests.support.shed_rounds import RULES, table_of
from tests.support.sqlite_writer import writer_of

HERE = TableKey("libera", "#den", "pontoon")
BEGAN = datetime(2026, 11, 23, 8, 3, 47, tzinfo=UTC)
SEED = bytes(32)
"""It gives dave QC 10H, and kevin 6S 10D 8H."""


def a_shed_round(
    round_id: str = "3f0c96c1a4b25e77",
    *players: str,
    began: datetime = BEGAN,
    deck: DeckPlace | None = None,
) -> SettledRound:
    """Return a round in which dave bets 10, sticks and gets them back; kevin loses 5.

    PLAYERS are two others, if they are named.
    """
    first, second = players or ("dave", "kevin")
    seats = ((first, 1000), (second, 500))
    return SettledRound(
        id=round_id,
        where=HERE,
        began=began,
        version=__version__,
        edition=ShedPontoon.edition,
        rules=rules_written(RULES),
        table_rules=rules_written(TableRules()),
        equipment=Shoe(RULES.decks, RULES.marker, SEED).state(),
        players=seats,
        deck=deck,
        acts=[written(act, (first, second)) for act in _acts(first, second)],
        settled=_settled(first, second),
    )


def _acts(first: str, second: str) -> list[Moved]:
    return [
        Moved(second, Move(Verb.BET, 5)),
        Moved(first, Move(Verb.BET, 10)),
        Moved(first, Move(Verb.STICK)),
        Moved(second, Move(Verb.TWIST)),
    ]


def _settled(first: str, second: str) -> Settled:
    table = table_of(Shoe(RULES.decks, RULES.marker, SEED))
    table.deal(((first, 1000), (second, 500)))
    for act in _acts(first, second):
        events = table.repeat(act)
    assert isinstance(events[-1], Settled)
    return events[-1]


def keep(
    store: PlayerStore, *played: SettledRound, is_paid: bool = True, is_told: bool = True
) -> None:
    """Have rounds that were PLAYED in the database of STORE, and settled by it."""
    database = store.database
    for each in played:
        written_down = Rounds(database, decks_in(database), partial(getattr, each, "began"))
        fields = {name: getattr(each, name) for name in RoundBeginning.__struct_fields__}
        written_down.begin(RoundRecord(**fields, id=each.id, where=each.where, began=each.began))
        for action in each.actions():
            written_down.add(each.id, action)
        written_down.end(_result_of(each))
        assert database.commit()
        if is_paid:
            changes = {result.player: win(result.chips) for result in each.settled.results}
            settle(store, each.where.game, changes, None, each.id)
            if is_told:
                written_down.told(each.id)
    assert database.commit()


def _result_of(played: SettledRound) -> Result:
    began = played.id, played.where, played.began, Unit.CHIPS, 1
    order = tuple(player for player, _ in played.players)
    return Result(*began, played.settled, order)


def kept(path: Path, *played: SettledRound) -> None:
    """Have rounds that were PLAYED in the database beside the players.xml at PATH."""
    store = started(path)
    keep(store, *played)
    store.database.close()


def history_of(path: Path) -> list[SettledRound]:
    """Return the rounds in the database beside the players.xml at PATH."""
    with reading(path) as read:
        found = [each for each in rounds(read, Wanted()) if isinstance(each, SettledRound)]
        assert len(found) == len([*rounds(read, Wanted())])
    return found


@contextmanager
def edited(path: Path) -> Iterator[Any]:
    """Give a connection to the database beside the players.xml at PATH, to edit it by hand."""
    database = Database(SqliteFile(path_beside(path)))
    try:
        yield writer_of(database)
    finally:
        database.close()
