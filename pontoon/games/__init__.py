"""The games that can be dealt."""

from typing import Any

from msgspec.structs import replace

from pontoon.engine.computers import is_computer
from pontoon.engine.events import PlayerResult
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

_BY_NAME = {game.name: game for game in GAMES}


def game_named(name: str) -> Game:
    """Return the game with the command NAME; ValueError if there is none."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise ValueError(f"no such game: {name}") from None


def paid(game: Game, result: PlayerResult) -> PlayerResult:
    """Return RESULT of a round of GAME with the chips that are paid.

    A computer stakes chips of the house: what it wins from the house or loses to it stays there. So
    its purse never grows but by gifts and by what people lose to it.
    """
    is_of_house = game.is_house_banked and is_computer(result.player)
    return replace(result, chips=0) if is_of_house else result
