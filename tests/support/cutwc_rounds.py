"""Rounds of CUTwC Pontoon as tests begin them, on a pack whose next cards are known."""

from pontoon.engine.decks import Pack
from pontoon.engine.table import Table
from pontoon.games.cutwc import CutwcPontoon, CutwcRules
from tests.support.banker_rounds import play
from tests.support.shed_rounds import dealt
from tests.support.stacked_decks import StackedPack


def table_of(pack: Pack, max_players: int = 10) -> Table:
    """Return a table for CUTwC Pontoon that deals from PACK."""
    return Table(CutwcPontoon, CutwcRules(), pack, max_players)


def begin(first: str, *players: str) -> Table:
    """Deal a round to PLAYERS, none of whom has a chip; the cards FIRST are on top of the pack."""
    table = table_of(StackedPack(first))
    table.deal([(player, 0) for player in players])
    return table


def against_dave(*hands: str, dealer: str = "10S 9S", then: str = "", bids: str = "2") -> Table:
    """Return a table at which HANDS are held against dave, who deals, and the first is to play.

    They are those of bob and kevin, each having bid BIDS; the cards THEN come next.
    """
    players = ("bob", "kevin")[: len(hands)]
    table = begin(dealt(*hands, dealer, then=then), *players, "dave")
    for player, bid in zip(players, bids.split() * len(hands), strict=False):
        play(table, f"{player}: {bid}")
    return table
