"""Messages about players who do not answer, have left the channel, or cannot be reached."""

from pontoon.engine import absence_events
from pontoon.engine.events import Event
from pontoon.engine.moves import Ask
from pontoon.text import prompts
from pontoon.text.formatting import Names

_YOU_SEEM_AWAY = (
    "You seem to be away: say anything here, such as hand, and I wait for you again. Until then I "
    "make the safest moves for you at once."
)

_GOES_ON = "play continues without them"

LONGEST_REASON = 80
"""How many characters of a server's reason are repeated."""


def announcement(event: Event, names: Names) -> str | None:
    """Return the channel's message about EVENT, None if EVENT is not about absence."""
    match event:
        case absence_events.Unanswered(player):
            return f"{names(player)} does not answer"
        case absence_events.SitsOut(player):
            return f"{names(player)} does not answer and sits this round out"
        case absence_events.SeemsAway(player):
            how = "I play for them until they speak to me"
            return f"{names(player)} seems to be away: {how}"
        case absence_events.Gone(player, seconds):
            what = f"{seconds} s to come back" if seconds else _GOES_ON
            return f"{names(player)} is gone: {what}"
        case absence_events.LoggedOut(player, seconds):
            what = f"{seconds} s to log in" if seconds else _GOES_ON
            return f"{names(player)} is no longer logged in: {what}"
        case absence_events.NotDealtTo(players):
            are = "is" if len(players) == 1 else "are"
            return f"{', '.join(map(names, players))} {are} not dealt to here for 2 minutes"
        case absence_events.WentOn():
            return "I am back; the round continues"
        case absence_events.Mended():
            return "I can save the game again; the round continues"
        case absence_events.TakenUp():
            return "I was restarted; the round continues with the same cards"
    return None


def aside(event: Event) -> tuple[str, str] | None:
    """Return the player who gets a private message about EVENT, and the message; else None."""
    match event:
        case absence_events.SeemsAway(player):
            return player, _YOU_SEEM_AWAY
    return None


def time_runs_out(names: str, ask: Ask, seconds: int, players: int = 1) -> str:
    """Warn the channel that SECONDS are left for ASK; NAMES lists so many PLAYERS."""
    has = "has" if players == 1 else "have"
    return f"{names} {has} {seconds} s left to {prompts.to_do(ask)}"


def hurry(prompt: str, seconds: int, of_game: str = "") -> str:
    """Repeat a PROMPT to a player who has SECONDS left to answer it; see ``of_game``."""
    return f"{seconds} s left{of_game}. {prompt}"


def time_is_up(of_game: str = "") -> str:
    """Tell a player that a move is made for them; see ``of_game``."""
    return f"Your time is up{of_game}: I make the safest move for you."


def cannot_be_reached(name: str, why: str) -> str:
    """Tell the channel that private messages do not reach the player called NAME.

    WHY is the server's reason. Its brackets are dropped, since only prompts have brackets.
    """
    reason = "".join(each for each in why if each.isprintable() and each not in "()|")
    reason = " ".join(reason.split())
    if len(reason) > LONGEST_REASON:
        cut = reason[:LONGEST_REASON]
        reason = cut.rpartition(" ")[0] or cut
    reason = reason.rstrip(" .")
    because = f" ({reason})" if reason else ""
    return (
        f"{name}: my private messages do not reach you{because}, so you cannot see your cards. "
        "Allow messages from me, then say hand to me"
    )


LOG_IN = (
    "Your seat in {channel} belongs to a services account: log in to services, then say hand to me."
)
I_AM_OUT = "I am not back in {channel} yet. The round continues there as soon as I am."
