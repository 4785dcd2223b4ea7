"""Events about players who do not answer, or are not there."""

from pontoon.engine.events import Event
from pontoon.engine.record import record


@record
class Unanswered(Event):
    """A player did not answer, or is away: the bot makes the next move for them."""

    player: str


@record
class SitsOut(Event):
    """A player placed no bet, and gives up the seat at no cost."""

    player: str


@record
class SeemsAway(Event):
    """A player has missed so many decisions that the round no longer waits for them."""

    player: str


@record
class Gone(Event):
    """A player has left the channel, and has so many seconds to come back."""

    player: str
    seconds: int


@record
class LoggedOut(Event):
    """A player has logged out of their account, and has so many seconds to log in again."""

    player: str
    seconds: int


@record
class WentOn(Event):
    """The bot is back in the channel, and the round goes on."""


@record
class Mended(Event):
    """The journal can be written again, and the round goes on."""


@record
class TakenUp(Event):
    """The program runs again, and the round goes on."""
