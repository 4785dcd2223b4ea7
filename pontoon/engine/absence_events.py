"""What happened where a player did not answer, or was not there to."""

from pontoon.engine.events import Event
from pontoon.engine.record import record


@record
class Unanswered(Event):
    """A player did not answer, or is not waited for: what follows is done for them."""

    player: str


@record
class SitsOut(Event):
    """A player placed no bet, and has given up the seat at no cost."""

    player: str


@record
class SeemsAway(Event):
    """A player has let so many decisions go by that they are waited for no more."""

    player: str


@record
class Gone(Event):
    """A player has left the channel, and has so many seconds to come back before others act."""

    player: str
    seconds: int


@record
class LoggedOut(Event):
    """A player is not logged in to their account any more, and has so many seconds to be again."""

    player: str
    seconds: int


@record
class WentOn(Event):
    """The bot is in the channel again, and the round goes on where it was."""


@record
class Mended(Event):
    """What is done can be written down again, and the round goes on where it was."""


@record
class TakenUp(Event):
    """The program runs again, and the round goes on where it was stopped."""
