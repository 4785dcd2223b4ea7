"""What a croupier says besides the round itself: why none starts, who may stop one, and so on."""

from collections.abc import Sequence

from pontoon.engine.errors import (
    CannotDeal,
    CannotSeat,
    RequestFault,
    RequestRefused,
    SeatFault,
    WhyLost,
)
from pontoon.engine.moves import Unit
from pontoon.storage.players.nicknames import looks_like_nick
from pontoon.text.banker_games import Names

BALANCES_HEADINGS = {Unit.CHIPS: "Chips: ", Unit.FINGERS: "Drinks: ", Unit.COINS: "Minutes: "}
HAS_LEFT = "You have left this round."
TOO_LATE_TO_LEAVE = "The banker's cards are turned up: nobody leaves the round now."
NOT_SEATED = "You are not in a round here."
NOTHING_TO_STOP = "No round is being played here."
NO_PART_IN_BANK = "You neither have the bank nor have been offered it."
CLOSING = "The table is closed; a round that is being played goes on when I am back."
BACK_SOON = "I connect anew, and am back in a moment."
NO_TABLE_ANY_MORE = (
    "I deal here no more. A round that was being played is stopped, and stakes are back."
)
MORE_THAN_WAITS = "And so on: you ask for more than I may say at once. Ask again in a minute."
RESULT_WAITS = (
    "players.xml cannot be written now: the result is kept, and is written when the file is well."
)

_SEAT_FAULTS = {
    SeatFault.IS_IGNORED: ("is somebody I do not hear", "are people I do not hear"),
    SeatFault.IS_THE_BOT: ("deals and cannot play", "deal and cannot play"),
    SeatFault.NOT_PRESENT: ("is not in the channel", "are not in the channel"),
    SeatFault.NO_ENTRY: ("is not in players.xml", "are not in players.xml"),
    SeatFault.LOGGED_OUT: (
        "is not logged in to {player}'s account",
        "are not logged in to their accounts",
    ),
    SeatFault.NOT_LOOKED_UP: (
        "could not be looked up in time: say it again",
        "could not be looked up in time: say it again",
    ),
    SeatFault.OTHER_NETWORK: ("can play on another network only", "can play on others only"),
    SeatFault.NO_ACCOUNT: (
        "has no account yet: log in to services, then say claim to me in private",
        "have no account yet: log in to services, then say claim to me in private",
    ),
    SeatFault.OTHER_ADDRESS: (
        "does not come from where {player} does",
        "do not come from where they should",
    ),
    SeatFault.SEATED_ELSEWHERE: ("is playing in {where}", "are playing in {where}"),
    SeatFault.SEATED_TWICE: ("is named twice", "are named twice"),
    SeatFault.NO_CHIPS: ("has no chips", "have no chips"),
    SeatFault.NO_TURN_LEFT: ("has no turn left today", "have no turn left today"),
    SeatFault.TOO_FEW_CHIPS: ("has fewer than {least}", "have fewer than {least}"),
    SeatFault.HAS_THE_BANK: ("has the bank: name {player} too", "have the bank: name them too"),
    SeatFault.UNANSWERED: (
        "did not answer last time, and has to say something here first",
        "did not answer last time, and have to say something here first",
    ),
}
"""What is said of one player and of several."""


def no_round(refused: CannotDeal, least: str, names: Names) -> list[str]:
    """Say all that keeps a round from starting; LEAST is what a seat needs."""
    items = ["No round"]
    if refused.most is not None:
        items.append(f"at most {refused.most} can play")
    if refused.least is not None:
        items.append(f"at least {refused.least} must play")
    return items + why_not_seated(refused.seats, least, names)


def left_out(seats: Sequence[CannotSeat], least: str, names: Names) -> list[str]:
    """Say who is not dealt in the round that begins, and why; nothing where that is nobody."""
    return ["left out", *why_not_seated(seats, least, names)] if seats else []


def why_not_seated(seats: Sequence[CannotSeat], least: str, names: Names) -> list[str]:
    """Say why people have no seat; those who have the same fault in one item.

    So it is never much longer than the command that named them. What cannot be a nick, and is no
    nickname, is not repeated: nobody can have the bot say what only the table says. What has to be
    typed is the nick.
    """
    items: list[str] = []
    alike: dict[tuple[SeatFault, str], list[str]] = {}
    for seat in seats:
        alike.setdefault((seat.fault, seat.where), []).append(seat.player)
    for (fault, where), players in alike.items():
        of_one, of_several = _SEAT_FAULTS[fault]
        shown = dict.fromkeys(_shown(player, names) for player in players)
        what = of_one if len(players) == 1 else of_several
        what = what.format(where=where, least=least, player=_as_typed(players[0]))
        items.append(f"{', '.join(shown)} {what}")
    return items


def _shown(player: str, names: Names) -> str:
    name = names(player)
    return _as_typed(player) if name == player else name


def _as_typed(nick: str) -> str:
    return nick if looks_like_nick(nick) else "…"


def bad_form(name: str, title: str) -> str:
    """Say that somebody who was about to deal had better not have proposed another game."""
    return f"It is bad form, {name}, to propose another game than {title} when you are to deal."


def nobody_named(command: str) -> str:
    """Say that there are no previous players to seat again."""
    return f"Who plays? Name the players: {command} NICK NICK ..."


def file_trouble(trouble: str) -> str:
    """Say that players.xml is not well, so that no chips can move."""
    return f"players.xml cannot be used now: {trouble}"


def journal_trouble(why: str) -> str:
    """Say that no round can be dealt, since nothing can be written down."""
    return f"No round now: I cannot write down what is played ({why})"


def play_pauses(why: str) -> str:
    """Tell the channel that nothing can be done at the table, since nothing can be written down."""
    return (
        f"Play pauses: I cannot write down what is played ({why}). Nothing is lost, and it goes on "
        "by itself as soon as I can"
    )


def not_done(why: str) -> str:
    """Tell somebody that what they wanted was not done, since it cannot be written down."""
    return f"That is not done: I cannot write it down now ({why}). Say it again when play goes on."


_WHY_LOST = {
    WhyLost.CHANGED: "the game or its rules were changed meanwhile",
    WhyLost.PLAYER_GONE: "somebody who was in it is not in players.xml any more",
    WhyLost.UNREADABLE: "what I had written down of it makes no sense",
}


def cannot_resume(title: str, why: WhyLost) -> str:
    """Tell the channel that the round in which the program was stopped cannot go on."""
    reason = _WHY_LOST[why]
    return f"The round of {title} that was stopped with me cannot go on: {reason}. Stakes are back."


def how_it_ended(title: str) -> str:
    """Tell the channel what follows: it may not have heard the results of the last round."""
    return f"I am back. This is how the last round of {title} ended:"


def on_network(channel: str, network: str) -> str:
    """Say which CHANNEL is meant, and of which NETWORK, where several have one of that name."""
    return f"{channel} on {network}"


MAY_NOT_STOP = (
    "The person who started the round can stop it until the first bet, after that only an admin of "
    "the bot who does not play in it. The round ends by itself."
)


def wait_to_start(seconds: int) -> str:
    """Tell somebody who has stopped a round of theirs when they can start one again."""
    return f"You stopped a round here: you can start one again in {seconds} s."


def given_up(title: str) -> str:
    """Tell the channel that a round is given up, the bot having been out for too long."""
    return (
        f"I was out of the channel for a day: the round of {title} is given up, and every stake "
        "goes back."
    )


_DEED_FAULTS = {
    RequestFault.NOT_IN_THIS_GAME: "No game with a bank is being played.",
    RequestFault.NO_BANK_YET: "Nobody has the bank yet.",
    RequestFault.NOT_THE_BANKER: "You do not have the bank.",
    RequestFault.NOTHING_OFFERED: "Nobody has offered you the bank.",
    RequestFault.NOT_FOR_SALE: "You have not offered the bank to anybody.",
    RequestFault.ALREADY_SOLD: "The bank is sold already, from the end of the round.",
    RequestFault.BAD_PRICE: "A price is 0 chips or more.",
    RequestFault.TOO_DEAR: "The bank can be sold for {limit} chips at most.",
    RequestFault.TOO_FEW_CHIPS: "For that price and as the banker you need {limit} chips.",
    RequestFault.VAGUE: "Say to whom, and for how many chips: sell bank to kevin for 200",
    RequestFault.TO_ONESELF: "You have the bank already.",
    RequestFault.IS_PLAYING: "The bank changes hands once neither of you two plays anywhere.",
    RequestFault.NOT_A_PLAYER: "Only somebody at the table can buy the bank.",
}


def cannot_be_done(refused: RequestRefused) -> str:
    """Say why somebody cannot do something."""
    return _DEED_FAULTS[refused.why].format(limit=refused.limit)


ONLY_OPERATORS = "Only an operator of the channel can turn rounds on and off there."


def is_off(command: str) -> str:
    """Say that no rounds begin in the channel any more; with COMMAND they are wanted again."""
    return f"No rounds here from now on, until an operator says {command} on"


def is_on(command: str) -> str:
    """Say that rounds are dealt again."""
    return f"I deal here again: {command} NICK NICK ..."


def are_not_wanted(channel: str, command: str) -> str:
    """Tell somebody why nothing comes of what they say in a channel where there are no rounds."""
    return f"There are no rounds in {channel}: an operator there can say {command} on"


def round_is_running(title: str) -> str:
    """Say that a game is being played, so that no other round can begin."""
    return f"A round of {title} is being played here already."


def round_is_over(command: str) -> str:
    """Tell somebody who has played why there is nothing to do; COMMAND deals the next round."""
    return f"The round is over. {command} in the channel deals again; say help here for more."


def come_back(channel: str) -> str:
    """Tell a seated player who is out of the channel why they cannot move."""
    return f"You are not in {channel}: come back there to play on."


def too_quick(seconds: int) -> str:
    """Tell somebody that for so many SECONDS nothing they ask is answered."""
    return f"You are too quick: I hear you again in {seconds} s."
