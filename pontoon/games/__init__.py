"""The games that can be dealt."""

from pontoon.games.shed import ShedPontoon

GAMES = (ShedPontoon,)
"""Every game, in the order in which they are listed to people."""
