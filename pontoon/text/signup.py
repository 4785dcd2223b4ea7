"""Messages about becoming a player: identity, claims and registration."""

from pontoon.engine.errors import SeatFault
from pontoon.storage.players.identity import Unidentified
from pontoon.text.names import as_named, is_without_name

NOT_LOOKED_UP = (
    "The server did not tell me in time which account you are logged in to. Please try again."
)
"""For a person whose command needs an account that is not known."""

_NOT_THEY = {
    SeatFault.LOGGED_OUT: (
        "{nick} has an account, and you are not logged in to it. Log in to services, then try "
        "again."
    ),
    SeatFault.NOT_LOOKED_UP: NOT_LOOKED_UP,
    SeatFault.OTHER_NETWORK: "{nick} has an account on another network and can play only there.",
    SeatFault.NO_ACCOUNT: (
        "{nick} has no account yet, and you need one to play here. Log in to services, then say "
        "claim to me in private."
    ),
    SeatFault.OTHER_ADDRESS: (
        "You are not at {nick}'s usual address. If {nick} is you, tell an admin."
    ),
}

REGISTER_HERE = "say register here"
REGISTER_WITH = "say register to me in private (/msg {bot} register)"
REGISTER = "say register"
ADD_YOURSELF = "say add {nick} and a number of chips to me in private"
NEEDS_NICKNAME = (
    "Lines of the bot cannot begin with your nick. Before you play, say set nickname and a name "
    "to me in private"
)
LOG_IN_FIRST = "You are not logged in to services. Log in first, then say claim again."
YOURS_ALREADY = "{nick} already belongs to your account: nobody else can play as {nick}."
HAS_ANOTHER = "{nick} already belongs to another account. If that is wrong, tell an admin."
HAS_ONE_ELSEWHERE = (
    "{nick} has an account on another network. Ask an admin to add the one you have here."
)
BAD_ACCOUNT = "I cannot save an account of that name. Ask an admin for help."
CLAIMED = (
    "{nick} is yours: from now on only people who are logged in to your account play as "
    "{nick}, under any nick."
)
CLAIM_TAKEN = "Your account already plays as {nick}, and an account has only one player."
YOU_ARE_SEATED = "You are playing as {player} in {channel}: try again after the round."
SOMEBODY_IS_SEATED = "Somebody is playing as {player} in {channel}: try again after the round."
REGISTRATION_IS_CLOSED = "You cannot register here: {how_to_join}."
LOG_IN_TO_REGISTER = "You need an account to register. Log in to services, then say register again."
UNKNOWN_HOST = "I do not know your address yet. Join the channel, then say register again."
HOUSE_IS_FULL = "There are too many players already: ask an admin."
BAD_NICK = "That nick means something else here. Change your nick, then say register again."
HOST_KNOWN = "Somebody has already registered from your address; {whom_to_ask}, to add you."
REGISTERED_ALREADY = "You are already a player, {nick}."
NICK_HAS_PLAYER = (
    "There is already a player called {nick}, or one with a name too similar to it. Change "
    "your nick, then say register again."
)


def ask_admin(nick: str | None) -> str:
    """Say that an admin makes people players: the one who has NICK, if one is there."""
    return "ask an admin of this bot" if nick is None else f"ask {nick}, an admin of this bot"


def not_they(stranger: Unidentified, how_to_join: str) -> str:
    """Tell a person why they are not the player with their nick, and what they can do about it."""
    if said := _NOT_THEY.get(stranger.why):
        return said.format(nick=as_named(stranger.nick))
    return f"{as_named(stranger.nick)} is not a player yet; {how_to_join}"


def registered(nick: str, chips: str) -> str:
    can_play = not is_without_name(as_named(nick))
    what_now = "Say help here to see what you can do" if can_play else NEEDS_NICKNAME
    return f"You are now a player, {nick}, with {chips}. {what_now}."
