"""What is said of who somebody is: that they are not the player, claims, and registering."""

from pontoon.engine.errors import SeatFault
from pontoon.storage.players.identity import Unidentified
from pontoon.text.player_commands import no_entry

NOT_LOOKED_UP = (
    "The server has not told me in time which account you are logged in to: please say that again."
)
"""What somebody is told for whom nothing could be done without that."""

_NOT_THEY = {
    SeatFault.LOGGED_OUT: (
        "{nick} has an account, and you are not logged in to it: log in to services, and say it "
        "again."
    ),
    SeatFault.NOT_LOOKED_UP: NOT_LOOKED_UP,
    SeatFault.OTHER_NETWORK: "{nick} has an account on another network, and can play only there.",
    SeatFault.NO_ACCOUNT: (
        "{nick} has no account yet, and nobody plays here without one: log in to services, then "
        "say claim to me in private."
    ),
    SeatFault.OTHER_ADDRESS: "{nick} is not known to come from where you do: tell the admin.",
}


def not_they(stranger: Unidentified) -> str:
    """Tell somebody why they are not the player that they would be, and what makes them so."""
    said = _NOT_THEY.get(stranger.why)
    return no_entry(stranger.nick) if said is None else said.format(nick=stranger.nick)


# Claims

LOG_IN_FIRST = "I do not see you logged in: log in to services first, then say claim again."
YOURS_ALREADY = "That is your account's already: nobody else can play as {nick}."
HAS_ANOTHER = "{nick} has an account already, and it is not yours. If it should be, tell the admin."
HAS_ONE_ELSEWHERE = (
    "{nick} has an account on another network: only the admin can add the one that you have here."
)
BAD_ACCOUNT = "I cannot write down the name of your account."


def claimed(nick: str) -> str:
    """Say that a player is somebody's from now on."""
    return (
        f"{nick} is yours: from now on whoever is logged in to your account plays as {nick}, under "
        "any nick, and nobody else does."
    )


def claim_taken(nick: str) -> str:
    """Say that an account has a player already, which is somebody's own."""
    return f"Your account plays as {nick} already; an account has one player only."


def you_are_seated(player: str, channel: str) -> str:
    """Tell somebody that they are playing as another."""
    return f"You are playing as {player} in {channel}: say it again after the round."


def somebody_is_seated(player: str, channel: str) -> str:
    """Tell somebody that another one is just playing as that player."""
    return f"Somebody is playing as {player} in {channel}: say it again after the round."


# Registering

REGISTRATION_IS_CLOSED = "New players are added to players.xml by the admin: ask there."
LOG_IN_TO_REGISTER = "Log in to services first, then say register again."
UNKNOWN_HOST = "I do not know yet where you are from: come into the channel, and say it again."
HOST_KNOWN = (
    "Somebody has registered from where you are already: log in to services, or ask the admin."
)
HOUSE_IS_FULL = "There are too many players already: ask the admin."
BAD_NICK = "That nick cannot be a player's, it means something else here: take another one first."


def registered(nick: str, chips: str) -> str:
    """Say that somebody is a player now."""
    return f"You are a player now, {nick}, with {chips}. Say help here for what to do."


def registered_already(nick: str) -> str:
    """Tell somebody that they are a player."""
    return f"You are {nick} in players.xml already."


def nick_has_player(nick: str) -> str:
    """Say that somebody's nick is another player's."""
    return f"There is a player called {nick} already, or with a name too much like yours."
