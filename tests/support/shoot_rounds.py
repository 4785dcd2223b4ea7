"""Rounds of Shoot Pontoon as tests begin them, with dave asked for a kitty before the deal."""

from pontoon.engine.decks import Pack
from pontoon.engine.moves import Phase, Verb
from pontoon.engine.table import Table
from tests.support.british_rounds import SEED, Purse, deal, shoot
from tests.support.shed_rounds import asked, dealt
from tests.support.stacked_decks import StackedPack


def dry(*players: str, chips: Purse = 1000, **rules: int) -> Table:
    """Return a table at which dave, who has no kitty, is asked for one by PLAYERS and himself."""
    table = shoot(Pack(SEED), kitty=0, **rules)
    deal(table, "dave", *(players or ("bob",)), chips=chips)
    return table


def with_kitty(kitty: int, chips: Purse = 1000, **rules: int) -> Table:
    """Return a table at which dave, who has a KITTY, may add to it against bob."""
    table = shoot(StackedPack(dealt("10C 8C", "10S 9S")), kitty=kitty, **rules)
    deal(table, "dave", "bob", chips=chips)
    return table


def put_up_on_offer(table: Table) -> tuple[int | None, int | None]:
    """Return the least and the most that dave may put into the kitty."""
    ask = asked(table)
    assert (ask.player, ask.phase) == ("dave", Phase.KITTY)
    option = ask.option(Verb.KITTY)
    assert option is not None
    return option.least, option.most
