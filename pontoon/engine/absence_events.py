"""Events about players who do not answer, or are not there."""

from pontoon.engine.events import Event, PlayerEvent
from pontoon.engine.record import record


@record
class Unanswered(PlayerEvent):
    """A player did not answer, or is away: the bot makes the next move for them."""


@record
class SitsOut(PlayerEvent):
    """A player placed no bet, and gives up the seat at no cost."""


@record
class SeemsAway(PlayerEvent):
    """A player has missed so many decisions that the round no longer waits for them."""


@record
class Gone(PlayerEvent):
    """A player has left the channel, and has so many seconds to come back."""

    seconds: int


@record
class LoggedOut(PlayerEvent):
    """A player has logged out of their account, and has so many seconds to log in again."""

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
