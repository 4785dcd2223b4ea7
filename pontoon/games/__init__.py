"""The games that can be dealt."""

from typing import Any

from pontoon.games.shed import ShedPontoon
from pontoon.round import Round

GAMES: tuple[type[Round[Any, Any]], ...] = (ShedPontoon,)
"""Every game, in the order in which they are listed to people."""
