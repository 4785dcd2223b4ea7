"""What is said where a player does not answer, is not there, or cannot be reached."""

from collections.abc import Callable, Sequence

from pontoon.engine.absence_events import (
    Gone,
    LoggedOut,
    Mended,
    SeemsAway,
    SitsOut,
    TakenUp,
    Unanswered,
    WentOn,
)
from pontoon.engine.cards import Card
from pontoon.engine.events import Event
from pontoon.engine.moves import Ask
from pontoon.text import prompts

Names = Callable[[str], str]
Faces = Callable[[Sequence[Card]], str]

_YOU_SEEM_AWAY = (
    "You seem to be away: I no longer wait for your answers, and make the safest moves for you. "
    "Say anything to me here, such as hand, and I wait for you again."
)

LONGEST_REASON = 80
"""Characters of a server's own words that are repeated."""


def announcement(event: Event, names: Names, _faces: Faces) -> str | None:
    """Return what the channel is told of EVENT, None where it is not about these things."""
    match event:
        case Unanswered(player):
            return f"{names(player)} does not answer"
        case SitsOut(player):
            return f"{names(player)} does not answer and sits this round out"
        case SeemsAway(player):
            how = "I play for them at once until they say something to me"
            return f"{names(player)} seems to be away: {how}"
        case Gone(player, seconds):
            what = f"; {seconds} s to come back" if seconds else " and is not waited for"
            return f"{names(player)} is gone{what}"
        case LoggedOut(player, seconds):
            what = f"; {seconds} s to log in" if seconds else " and is not waited for"
            return f"{names(player)} is not logged in any more{what}"
        case WentOn():
            return "I am back, and the round goes on"
        case Mended():
            return "I can write again, and the round goes on"
        case TakenUp():
            return "I was stopped and am back: the round goes on with the same cards"
    return None


def aside(event: Event) -> tuple[str, str] | None:
    """Return which player is told of EVENT in private, and what; None if nobody is."""
    match event:
        case SeemsAway(player):
            return player, _YOU_SEEM_AWAY
    return None


def time_runs_out(names: str, ask: Ask, seconds: int, players: int = 1) -> str:
    """Tell the channel that so many PLAYERS, called NAMES, should answer soon."""
    has = "has" if players == 1 else "have"
    return f"{names} {has} {seconds} s left to {prompts.to_do(ask)}"


def hurry(prompt: str, seconds: int) -> str:
    """Repeat a PROMPT for whoever has so many SECONDS left to answer it."""
    return f"{seconds} s left. {prompt}"


def cannot_be_reached(name: str, why: str) -> str:
    """Tell the channel that what somebody should see in private does not arrive.

    WHY is what the server says of it, without brackets: they stand in prompts only.
    """
    reason = "".join(each for each in why if each.isprintable() and each not in "()|")
    reason = " ".join(reason.split())
    if len(reason) > LONGEST_REASON:
        cut = reason[:LONGEST_REASON]
        reason = cut.rpartition(" ")[0] or cut
    reason = reason.rstrip(" .")
    because = f" ({reason})" if reason else ""
    return (
        f"{name}: my private messages do not reach you{because}: you cannot see your cards until "
        "you let me write to you; then say hand to me"
    )


def log_in(channel: str) -> str:
    """Tell somebody that the seat they had is that of an account."""
    return (
        f"Your seat in {channel} is only for whoever is logged in to its player's account: log in "
        "to services, and say hand to me."
    )


def i_am_out(channel: str) -> str:
    """Tell a seated player that the bot itself is not back yet where they play."""
    return f"I am not back in {channel} yet: the round goes on there as soon as I am."
