"""Messages of a croupier outside a round: why none starts, who may stop one, and so on."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from pontoon.engine.computers import CHARACTERS, PLUS, is_computer, shown
from pontoon.engine.errors import (
    CannotDeal,
    CannotSeat,
    NeedsAdmin,
    NotRecorded,
    Refused,
    RequestFault,
    SeatFault,
)
from pontoon.engine.events import Feat, FeatKind
from pontoon.storage.players.nicknames import looks_like_nick
from pontoon.text.formatting import Names, are, count

ON_ITS_WAY = "Your next question is on its way to you: answer it when you have read it."
HAS_LEFT = "You have left this round."
TOO_LATE_TO_LEAVE = "The banker's cards are face up: it is too late to leave the round."
NOT_SEATED = "You are not in a round here."
NOTHING_TO_STOP = "No round is being played here."
NO_PART_IN_BANK = "You do not have the bank, and nobody has offered it to you."
CLOSING = "I am shutting down; a round in progress continues when I am back."
BACK_SOON = "I am reconnecting and will be back in a moment."
NO_TABLE_ANY_MORE = (
    "I no longer deal here. If a round was in progress, it is stopped and all stakes are returned."
)
MORE_THAN_WAITS = "There is more, but I cannot send it all at once. Ask again in a minute."
CANNOT_SAVE_CHIPS = "I cannot save chips right now. Please tell an admin."
CANNOT_HAVE_MORE = "Nobody can have more: the house keeps what is above that."
SALE_IS_OFF = (
    "The sale of the bank is off: I cannot save chips right now, and nobody pays. Please tell an "
    "admin."
)
RESULT_WAITS = (
    "I cannot save chips right now. I keep the result of this round and save it as soon as I can. "
    "Please tell an admin."
)

_SEAT_FAULTS: Mapping[SeatFault, str | tuple[str, str]] = {
    SeatFault.IS_IGNORED: "{are} on my ignore list",
    SeatFault.IS_THE_BOT: "deal{s} and cannot play",
    SeatFault.NOT_PRESENT: "{are} not in the channel",
    SeatFault.NO_ENTRY: (
        "is not a player yet; {how_to_join}",
        "are not players yet; {how_to_join}",
    ),
    SeatFault.LOGGED_OUT: (
        "is not logged in to {player}'s account",
        "are not logged in to their accounts",
    ),
    SeatFault.NOT_LOOKED_UP: "could not be identified in time: try again",
    SeatFault.OTHER_NETWORK: (
        "can play only on another network",
        "can play only on other networks",
    ),
    SeatFault.NO_ACCOUNT: (
        "{have} no account yet: log in to services, then say claim to me in private"
    ),
    SeatFault.OTHER_ADDRESS: (
        "is not at {player}'s usual address",
        "are not at their usual addresses",
    ),
    SeatFault.SEATED_ELSEWHERE: "{are} playing in {where}",
    SeatFault.SEATED_TWICE: "{are} named twice",
    SeatFault.NO_CHIPS: "{have} no chips",
    SeatFault.CHIPS_IN_KITTY: (
        "has too few chips: {where} are in the kitty, and come back when {player} sells the bank, "
        "or it passes on",
        "have too few chips: {where} are in the kitty, and come back when the bank is sold or "
        "passes on",
    ),
    SeatFault.NO_TURN_LEFT: "{have} no rounds left today",
    SeatFault.TOO_FEW_CHIPS: "{have} fewer than {least}",
    SeatFault.HAS_THE_BANK: "{have} the bank: name {player} too",
    SeatFault.BANKER_HAS_NOT_JOINED: "{have} the bank: it is for {player} to join within {where}",
    SeatFault.OPTED_OUT: "cannot be named for a round, only join one",
    SeatFault.TOO_MANY_COMPUTERS: "cannot play: {where}",
    SeatFault.NO_NAME: (
        "needs a nickname first: set nickname and a name, said to me in private",
        "need nicknames first: set nickname and a name, said to me in private",
    ),
    SeatFault.SITS_OUT: "sit{s} out until others have played a round, for {where} at most",
    SeatFault.ALONE: "would play alone",
    SeatFault.UNANSWERED: "did not bet last time: they have to say something first",
}
"""The message about players; or the one about a single player, and the one about several."""

_NOT_SHOWN = {
    "u": (
        "{are} not in the channel, or the server does not show {them}: unless I am an operator, it "
        "may hide members there (+u)"
    ),
    "D": (
        "{are} not in the channel, or the server does not show {them}: it may hide people there "
        "until they say something (+D)"
    ),
}
"""The message about players who are not seen, by the mode of the channel that may hide them."""

_WORDS = ("are", "were", "have", "s", "them")
_OF_SEVERAL = ("are", "were", "have", "", "them")

BAD_FORM = (
    "It was {name}'s turn to deal {title}: it is good manners to deal before you change games."
)
NOBODY_NAMED = "Who plays? Say {command} join, or name the players: {command} NICK NICK ..."
CANNOT_SAVE = "I cannot save games right now ({why}). Please tell an admin."
_BEGINS_LATER = (
    "I cannot save games right now ({why}). The game begins as soon as I can. Please tell an admin."
)
_BEGINS_WITH_HELP = (
    "I cannot save games right now ({why}). The game begins when an admin has helped: please tell "
    "one."
)
_PLAY_PAUSES = (
    "Play pauses because I cannot save the game ({why}). Nothing is lost, and play continues "
    "as soon as I can. Please tell an admin."
)
_PLAY_WAITS = (
    "Play pauses because I cannot save the game ({why}). It continues when an admin has "
    "helped: please tell one."
)
NOT_READ = "I cannot look that up right now. Ask again in a moment."
NOT_DONE = "I did not do that because I cannot save it ({why}). Try again when play continues."
HOW_IT_ENDED = "I am back. This is how the last round of {title} ended:"
HAS_ENDED = "I am back. The last round of {title} is settled."
ON_NETWORK = "{channel} on {network}"
MAY_NOT_STOP = (
    "A round that is dealt is played. {prefix}leave gives up your seat until you have bet, "
    "{prefix}resign after that."
)
HOW_TO_QUIT = (
    "{prefix}leave gives up your place and, until you have bet, your seat; {prefix}resign gives up "
    "your stake, too."
)
HOW_TO_START = (
    "{command} NICK NICK ... deals to those players. Or each says {prefix}join, and one of you "
    "{prefix}deal."
)
WHERE_CARDS_ARE = "{names}: your cards are in a private window with me; answer there"
HAVE_NO_SEAT = "{names}: you have no seat; to play too, name yourself as well"
ONLY_OPERATORS = "Only a channel operator can turn rounds on or off."
NO_TURNING_WITH_A_SEAT = (
    "Turn rounds on or off after this round, or ask another operator: you have a seat in it, or "
    "somebody with your account or address has."
)
IS_OFF = "I deal no more rounds here until a channel operator says {command} on"
IS_ON = "I deal here again: {command} NICK NICK ..."
ARE_NOT_WANTED = "Rounds are turned off in {channel}: a channel operator can say {command} on there"
ROUND_IS_RUNNING = "A round of {title} is already being played here"
ROUND_IS_OVER = "The round is over. Say {command} in the channel to deal again, or help here."
CANNOT_SPEAK = "I cannot speak in {channel}: {why}. An operator can help: /mode {channel} +v {nick}"
COME_BACK = "You are not in {channel}. Come back there to play on."
TOO_QUICK = "You are sending too fast; I will listen again in {seconds} s."
LOG_IN = (
    "Your seat in {channel} belongs to a services account: log in to services, then say hand to me."
)
WAITS_FOR_ADDRESS = (
    "The seat of {nick}{where} waits for the address that {nick} had, and you have another one: "
    "come back from there to play on. For the next time: log in to services after this round and "
    "say claim to me, and you are known at any address."
)
I_AM_OUT = "I am not back in {channel} yet. The round continues there as soon as I am."


WAITS_FOR_NICK = "The seat of {nick} waits in {channel}. Is it yours? Say /nick {nick} to play on."


def play_pauses(why: NotRecorded) -> str:
    """Say WHY play pauses, and until when."""
    return (_PLAY_WAITS if isinstance(why, NeedsAdmin) else _PLAY_PAUSES).format(why=why)


def begins_later(why: NotRecorded) -> str:
    """Say WHY the next round cannot begin, and when it does."""
    return (_BEGINS_WITH_HELP if isinstance(why, NeedsAdmin) else _BEGINS_LATER).format(why=why)


def waits_for_address(nick: str, channel: str) -> str:
    """Tell somebody who has NICK at a new address that the seat waits for the old one.

    The CHANNEL of the seat is named unless it is "".
    """
    where = f" in {channel}" if channel else ""
    return WAITS_FOR_ADDRESS.format(nick=nick, where=where)


class Invitation(Struct, frozen=True):
    """How to start a round of a game, and what its players need."""

    title: str
    command: str
    least: str
    """What a seat needs: ``1 chip``."""
    how_to_join: str
    """What somebody must do to become a player."""


def no_round(wrong: CannotDeal, game: Invitation, names: Names) -> list[str]:
    items: list[str] = []
    if wrong.most is not None:
        items.append(f"{game.title} takes at most {count(wrong.most, 'player')}")
    if wrong.least is not None:
        example = " ".join([game.command, *("dave", "kevin")[: wrong.least]])  # no game needs more
        items.append(f"{game.title} needs at least {count(wrong.least, 'player')}: {example}")
    first, *others = (*items, *why_not_seated(wrong.seats, game, names))
    return [f"No round: {first}", *others]


def left_out(seats: Sequence[CannotSeat], game: Invitation, names: Names) -> list[str]:
    """Say who is not dealt in and why; nothing if SEATS is empty."""
    why = why_not_seated(seats, game, names)
    return [f"Left out: {why[0]}", *why[1:]] if why else []


def why_not_seated(seats: Sequence[CannotSeat], game: Invitation, names: Names) -> list[str]:
    """Say why people have no seat, with one item for all who have the same fault.

    The message is never much longer than the command that named them. It repeats only nicknames and
    what can be a nick, so that nobody can make the bot say what only the table says. Where people
    have to type a name, it shows the nick.
    """
    items: list[str] = []
    alike: dict[tuple[SeatFault, str], list[str]] = {}
    for seat in seats:
        alike.setdefault((seat.fault, seat.where), []).append(seat.player)
    for (fault, where), players in alike.items():
        shown = dict.fromkeys(_shown(player, names) for player in players)
        text, is_one = _SEAT_FAULTS[fault], len(players) == 1
        if fault is SeatFault.NOT_PRESENT:
            text = _NOT_SHOWN.get(where, text)
        text = text if isinstance(text, str) else text[0 if is_one else 1]
        player = _as_typed(players[0])
        of_one = ("is", "was", "has", "s", player)
        what = text.format(
            where=where,
            least=game.least,
            how_to_join=_how_they_join(game.how_to_join, players),
            player=player,
            **dict(zip(_WORDS, of_one if is_one else _OF_SEVERAL, strict=True)),
        )
        items.append(f"{', '.join(shown)} {what}")
    return items


def to_one_other(other: str, command: str, nicks: Iterable[str]) -> str:
    """Say that OTHER would play alone, and how the one who asks plays too: COMMAND and NICKS."""
    names = " ".join(dict.fromkeys(map(_as_typed, nicks)))
    return f"No round: {other} would play alone. To play too, say {command} {names}"


def _how_they_join(how: str, players: Sequence[str]) -> str:
    """Say HOW those PLAYERS join; where they register, it is they who have to, not the reader."""
    if not how.endswith("register"):
        return how
    return f"{_as_typed(players[0])} has to {how}" if len(players) == 1 else f"they have to {how}"


def _shown(player: str, names: Names) -> str:
    name = names(player)
    return _as_typed(player) if name == player else name


def _as_typed(nick: str) -> str:
    if is_computer(nick):
        return shown(nick)
    return nick if looks_like_nick(nick) else "…"


_FEATS = {
    FeatKind.SHED_PONTOON: (
        "three sevens for {name} in the last round",
        "the last round had three sevens, for {name}",
    ),
    FeatKind.BANK_BROKEN: ("the last round broke {name}'s bank",),
    FeatKind.ONLY_WINNER: (
        "the last pot went to {name}",
        "nobody but {name} won the last round",
        "the last round was all {name}'s",
    ),
    FeatKind.STREAK: ("{name} has won {number} rounds in a row",),
}


def feat(feat: Feat, names: Names) -> str:
    """Tell the channel what was remarkable in the round before this one."""
    texts = _FEATS[feat.kind]
    return texts[feat.number % len(texts)].format(name=names(feat.player), number=feat.number)


_REQUEST_FAULTS: dict[object, str] = {
    RequestFault.NOT_IN_THIS_GAME: "No game with a bank is being played.",
    RequestFault.NO_BANK_YET: "Nobody has the bank.",
    RequestFault.NOT_THE_BANKER: "You do not have the bank.",
    RequestFault.NOTHING_OFFERED: "Nobody has offered you the bank.",
    RequestFault.NOT_FOR_SALE: "You have not offered the bank to anybody.",
    RequestFault.ALREADY_SOLD: "The bank is already sold, from the end of the round.",
    RequestFault.OFFER_STANDS: "Your offer of the bank stands: to make another, say cancel first.",
    RequestFault.OTHER_PRICE: "The bank is offered to you for {limit}: say accept {limit}.",
    RequestFault.CLAIMED: "A pontoon takes the bank: it is no longer yours to sell.",
    RequestFault.BAD_PRICE: "The price must be 0 chips or more.",
    RequestFault.TOO_DEAR: "The bank can be sold for at most {limit} chips.",
    RequestFault.TOO_FEW_CHIPS: "You need {limit} chips to pay that price and be the banker.",
    RequestFault.VAGUE: "Name the buyer and the price: sell bank to kevin for 200",
    RequestFault.TO_ONESELF: "You already have the bank.",
    RequestFault.IS_PLAYING: "The bank can change hands only while neither of you is in a round.",
    RequestFault.NOT_A_PLAYER: "Only somebody at the table can buy the bank.",
    RequestFault.IS_COMPUTER: "A computer player never buys the bank.",
}


HOW_TO_ACCEPT = "{name} offers you the bank of {title} for {price}: say {words}."
"""What somebody hears who wants to accept an offer, and has not said which one."""


def cannot_be_done(refused: Refused) -> str:
    return _REQUEST_FAULTS[refused.reason].format(limit=refused.limit)


def not_played_here(title: str, played: Sequence[str]) -> str:
    """Say that the operators of the channel do not want a game; commands begin those PLAYED."""
    instead = f"You can play {', '.join(played)}." if played else "They can change that."
    return f"The operators of this channel do not want {title} here. {instead}"


MAX_REASON_LENGTH = 80
"""How many characters of a server's reason are repeated."""


def cannot_be_reached(name: str, why: str) -> str:
    """Tell the channel that private messages do not reach the player called NAME.

    WHY is the server's reason. Its brackets are dropped, since only prompts have brackets.
    """
    reason = "".join(each for each in why if each.isprintable() and each not in "()|")
    reason = " ".join(reason.split())
    if len(reason) > MAX_REASON_LENGTH:
        cut = reason[:MAX_REASON_LENGTH]
        reason = cut.rpartition(" ")[0] or cut
    reason = reason.rstrip(" .")
    because = f" ({reason})" if reason else ""
    return (
        f"{name}: my private messages do not reach you{because}, so you cannot see your cards. "
        "Allow messages from me, then say hand to me"
    )


# A table that people join

FOR_NEXT_ROUND = "for the next round"
NOT_IN = "You have no seat and no place here."
ONLY_JOINED_DISMISS = "Only people who have joined can send a computer away: say {prefix}join."
NO_LONGER_IN = "You give up your place for the next rounds."
HOW_TO_RESIGN = (
    "You cannot leave this round at no cost any more: {prefix}resign gives up your seat and what "
    "you have staked."
)
NEXT_ROUNDS_TOO = "You give up your place for the next rounds. {how}"
NO_MORE_NOTICES = "I will not tell you when others join here."
TOO_MANY_WATCHERS = "Too many people wait for that here already. Try again later."
OPTED_OUT = (
    "From now on nobody can name {name} for a round. {name} can still join; optin undoes it."
)
OPTED_IN = "From now on others can name {name} for a round again."
NOBODY_IS_IN = "{title}: nobody is in; {prefix}join opens a table"
GAME_IS_SHUT = "{title}: the table closes, since it is not dealt here any more"
IS_IN_ALREADY = "You are in already, for {title}. {prefix}leave gives the place up."
SOMEBODY_IS_IN = "Somebody has joined here as {player} already."
COMPUTER_IS_IN = "{name} is in already."
COMPUTER_IS_NOT_IN = "{name} is not in."
COMPUTER_NO_LONGER_IN = "{name} gives up its place for the next rounds."
IS_FULL = "Too many people wait at this table of {title}. Try again later."
COMES_NEXT = "the round that {nick} asked for{of} comes next"
COMES_LATER = "the round that {nick} asked for{of} comes after {rounds}"
OF_PLAYERS = " ({names})"
"""For whom a round is that somebody asked for by a bare command."""
TOO_MANY_WAIT = "Too many rounds are asked for here already. Try again later."
DEALS_AGAIN = "{title}: {prefix}deal, or I deal in {seconds} s; {prefix}leave to stop"
OPT_OUT = "If you do not want others to name you for rounds, say optout."
ONLY_JOINED_DEAL = "Only those who have joined can deal {title} here: say {prefix}join."
WILL_TELL = "I will tell you once when {many} have joined in {channel}."
SO_MANY_JOINED = "{players} have joined in {channel}: say {prefix}join there to play."
ANOTHER_IS_OPEN = "{title} is open here: {are} in. Type {prefix}join to play with them."
LEAVE_FIRST = (
    "{title} is open here: {are} in. Say {prefix}leave first; another game opens when nobody is in."
)
ALL_ARE_OUT = (
    "No round: {have} joined and left the channel; {command} NICK NICK ... deals to others"
)
HOW_TO_BE_TOLD = "Say {prefix}notify and a number from {least} to {most}, or {prefix}notify off."


def who_is_in(title: str, names: Sequence[str], what_is_missing: str) -> str:
    """Tell the channel who has joined."""
    joint = " " if what_is_missing == FOR_NEXT_ROUND else "; "
    return f"{title}: {are(names)} in{joint}{what_is_missing}"


def may_begin(prefix: str, seconds: int | None) -> str:
    """Say that people can join or begin; the bot deals by itself after SECONDS, if not None."""
    when = "" if seconds is None else f"; I deal in {seconds} s"
    return f"{prefix}join, or {prefix}deal to begin{when}"


def more_are_needed(number: int, prefix: str, computer: str = "") -> str:
    """Say that this many more people are needed, and that a COMPUTER could be one, if named."""
    needed = f"{number} more {'is' if number == 1 else 'are'} needed: {prefix}join"
    return f"{needed}, or {prefix}join {computer} for a computer player" if computer else needed


def may_begin_alone(prefix: str, computer: str = "") -> str:
    """Say that one person can begin alone, and that a COMPUTER could play too, if named."""
    with_computer = f", {prefix}join {computer} for a computer player" if computer else ""
    return f"{prefix}join to play too{with_computer}, or {prefix}deal to begin alone"


ALL_COMPUTERS = "{}, {} and {}".format(*(each + PLUS for each in CHARACTERS))

NO_SUCH_COMPUTER = f"I have no computer player of that name: the three are {ALL_COMPUTERS}."


def most_computers(most: int) -> str:
    """Say how many computer players play in a round at most."""
    if not most:
        return "no computer players play here"
    return f"at most {count(most, 'computer player')} can play in a round here"


def as_computer(name: str) -> str:
    """Return NAME, that of a computer player, as it is where people hear who plays."""
    return f"{name} (computer)"


def who_waits(names: Sequence[str]) -> list[str]:
    """Say who has joined, but finds no place in the next round; nothing if NAMES is empty."""
    return [f"{are(names)} next in line"] if names else []
