"""Events about players who do not answer, are not there, or are not dealt to."""

from pontoon.engine.events import Event, PlayerEvent


class DidNotBet(PlayerEvent, frozen=True):
    """A player placed no bet in time, and gives up the seat at no cost."""


class SitsOutNext(PlayerEvent, frozen=True):
    """A player sits out the next round of this game here (RULES 0)."""

    title: str
    """The title of the game."""


class SeemsAway(PlayerEvent, frozen=True):
    """A player has missed so many decisions that the round no longer waits for them."""


class Gone(PlayerEvent, frozen=True):
    """A player has left the channel, and has this many seconds to come back."""

    seconds: int


class LoggedOut(PlayerEvent, frozen=True):
    """A player has logged out of their account, and has this many seconds to log in again."""

    seconds: int


class WentOn(Event, frozen=True):
    """The bot is back in the channel, and the round goes on."""


class Mended(Event, frozen=True):
    """Acts can be written again, and the round goes on."""


class TakenUp(Event, frozen=True):
    """The program runs again, and the round goes on."""
