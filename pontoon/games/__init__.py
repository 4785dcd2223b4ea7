"""The games that can be dealt."""

from typing import Any

from pontoon.engine.round import Round
from pontoon.games.blackjack import BlackJack
from pontoon.games.british import BritishPontoon
from pontoon.games.cutwc import CutwcPontoon
from pontoon.games.shed import ShedPontoon
from pontoon.games.shoot import ShootPontoon

Game = type[Round[Any, Any]]
"""The class of a game; each of its rounds is an instance."""

GAMES: tuple[Game, ...] = (
    ShedPontoon,
    BritishPontoon,
    ShootPontoon,
    CutwcPontoon,
    BlackJack,
)
"""Every game, in the order in which they are listed to people; the first is the one for help."""
