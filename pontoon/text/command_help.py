"""How each command is said, what it does, and an example."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from pontoon.storage.players.nicknames import MAX_LENGTH, looks_like_nick

IN_PRIVATE = "{usage} (in private)"
TO_BOT = "/msg {bot} {example}"
SAID_IN_CHANNEL = "Say that in {channel}, not here: {way} {does}."
MORE_OF_EACH = "help and one of these says what it does, with an example."


class Group(StrEnum):
    """What a command is about, as ``help more`` lists it."""

    ROUND = "Rounds"
    TABLE = "Who plays, and the cards"
    PLAYER = "You"
    ORDER = "Admin commands"
    HELP = "Help"


class CommandText(NamedTuple):
    """What people can read of a command: ``help`` says what it does, behind its usage."""

    usage: str
    help: str
    example: str
    group: Group


ROUND, TABLE, PLAYER, ORDER, HELPS = Group

START = CommandText(
    "[NICK ...]",
    "deals to these players; without nicks, to the last ones again",
    "dave kevin",
    ROUND,
)
STOP = CommandText(
    "stop", "stops the round, until somebody has bet, if all its players say it", "stop", ROUND
)
LEAVE = CommandText("leave", "gives up your seat", "leave", ROUND)
BANK_OF_GAME = CommandText("bank", "says who has the bank, in a game that has one", "bank", ROUND)
TURN_ON = CommandText("on", "has rounds dealt in this channel again", "on", ROUND)
TURN_OFF = CommandText(
    "off", "ends the dealing in this channel; a round that is being played goes on", "off", ROUND
)
SET_CHANNEL = CommandText(
    "set [KEY VALUE]",
    "shows what is set for this channel; its operators set turn_timeout, games or banter",
    "set turn_timeout 60",
    ROUND,
)
SHUFFLE = CommandText(
    "shuffle", "puts in a new deck, for an operator of the channel without a seat", "shuffle", ROUND
)
MOVE = CommandText(
    "MOVE [AMOUNT]", "makes a move, as in bet 50, 50, max, min, twist or stick", "bet 50", ROUND
)
HAND = CommandText(
    "hand", "shows your cards, stake and chips again, and what is asked", "hand", ROUND
)
EXPLAIN = CommandText("?", "explains what you are asked, and asks it again", "?", ROUND)
SELL_BANK = CommandText(
    "sell bank to NICK for CHIPS",
    "offers your bank to another player",
    "sell bank to kevin for 200",
    ROUND,
)
ACCEPT = CommandText("accept [PRICE]", "buys the bank that is offered to you", "accept 200", ROUND)
DECLINE = CommandText("decline", "refuses the bank that is offered to you", "decline", ROUND)
CANCEL = CommandText("cancel", "takes back your offer of the bank", "cancel", ROUND)

JOIN = CommandText(
    "join [GAME]",
    "opens a table for the next rounds, or joins the one that is open",
    "join british",
    TABLE,
)
LEAVE_TABLE = CommandText("leave", "gives up your place in the next rounds", "leave", TABLE)
DEAL = CommandText(
    "deal [WORDS]",
    "deals to those who have joined; WORDS are the last cut of a new deck",
    "deal four score and seven",
    TABLE,
)
NOTIFY = CommandText(
    "notify N", "tells you once when N people have joined; notify off ends that", "notify 3", TABLE
)
OPT_OUT = CommandText(
    "optout", "keeps others from naming you for a round; you can still join", "optout", TABLE
)
OPT_IN = CommandText("optin", "lets others name you for a round again", "optin", TABLE)
HOW_TO_JOIN = CommandText("join [GAME]", "says how to begin a round", "join", TABLE)
CUT = CommandText(
    "cut WORDS",
    "cuts the sealed deck: the cards then depend on your words, too",
    "cut four score and seven",
    TABLE,
)
FAIR = CommandText(
    "fair", "says which deck is sealed, whose cuts count, and how to check it", "fair", TABLE
)
LAST = CommandText(
    "last [GAME]",
    "says who won what in the last round here; in private, tells all of that round",
    "last british",
    TABLE,
)
REPLAY = CommandText(
    "replay ID",
    "tells a round again, by the id that last shows; stop ends that",
    "replay 3f0c96c1a4b25e77",
    TABLE,
)

STATS = CommandText(
    "stats [GAME] [NICK]", "shows the best players, or one player", "stats dave", PLAYER
)
TOP = CommandText("top [GAME]", "shows the ranking of a game for chips", "top british", PLAYER)
BANK = CommandText(
    "bank [+N or -N]",
    "shows your chips, deposits some in the bank, or withdraws some",
    "bank +100",
    PLAYER,
)
REFILL = CommandText("refill", "gives you chips when you have none left", "refill", PLAYER)
SET_NICKNAME = CommandText(
    "set nickname [NAME]",
    "sets the name that announcements have for you; without a name there is none",
    "set nickname The Dealer's Friend",
    PLAYER,
)
SET_SPEECH = CommandText(
    "set [KEY VALUE]",
    "shows how I speak to you in private, or sets it: notices, colour or cards",
    "set cards ascii",
    PLAYER,
)
CLAIM = CommandText(
    "claim", "makes the player of your nick yours alone, by your services account", "claim", PLAYER
)
REGISTER = CommandText(
    "register", "makes you a player, where the admin lets people register", "register", PLAYER
)
HOW_TO_REGISTER = CommandText("register", "says how to become a player", "register", PLAYER)
TIME = CommandText("time", "shows your minutes", "time", PLAYER)
DEPOSIT = CommandText("deposit MINUTES", "puts minutes into your time bank", "deposit 5", PLAYER)
WITHDRAW = CommandText(
    "withdraw MINUTES", "takes minutes out of your time bank", "withdraw 5", PLAYER
)
DONE = CommandText("done", "shows how your day has gone", "done", PLAYER)

HELP = CommandText(
    "help [more] [COMMAND or GAME]",
    "says what you can do now, or what a command does; help more lists all commands",
    "help cut",
    HELPS,
)
COMMANDS = CommandText("commands", "lists the commands", "commands", HELPS)
GAMES = CommandText("games", "lists the games, each with its command", "games", HELPS)
RULES = CommandText("rules [GAME]", "shows the rules of the game", "rules british", HELPS)

ADD = CommandText("add NICK CHIPS", "adds a player", "add dave 1000", ORDER)
CHIPS = CommandText("chips NICK +N or -N", "gives chips or takes them", "chips dave +500", ORDER)
REMOVE = CommandText("remove NICK", "takes a player out of players.xml", "remove dave", ORDER)
RENAME = CommandText("rename OLD NEW", "gives a player another nick", "rename dave david", ORDER)
STOP_ROUND = CommandText(
    "stop #CHANNEL", "stops the round there and returns all stakes", "stop #pontoon", ORDER
)
BAN = CommandText(
    "ban [NICK [MINUTES]]",
    "ignores somebody for so long, or until unban; alone, lists bans",
    "ban mallory 60",
    ORDER,
)
UNBAN = CommandText(
    "unban [NICK]", "ends the ban of NICK; alone, lists bans", "unban mallory", ORDER
)
JOIN_CHANNEL = CommandText(
    "join #CHANNEL", "deals there too, until the next start", "join #den", ORDER
)
PART_CHANNEL = CommandText(
    "part #CHANNEL", "deals there no more, until the next start", "part #den", ORDER
)
AUDIT = CommandText(
    "audit", "checks that the ledger explains all chips in players.xml", "audit", ORDER
)
SAY = CommandText("say #CHANNEL TEXT", "says TEXT there", "say #pontoon Good evening!", ORDER)
RELOAD = CommandText("reload", "reads config.ini again", "reload", ORDER)
STATUS = CommandText("status", "shows how the bot is, and what is being played", "status", ORDER)
QUIT = CommandText("quit", "leaves; rounds go on at the next start", "quit", ORDER)


def what_it_does(ways: Sequence[str], does: str, example: str) -> str:
    """Say what a command DOES that can be said in these WAYS.

    >>> what_it_does(["!join [GAME]", "!pontoon join"], "opens a table", "!join british")
    'Say !join [GAME] or !pontoon join: it opens a table. For example: !join british'
    """
    return f"Say {' or '.join(ways)}: it {does}. For example: {example}"


def no_such_command(word: str, prefix: str) -> str:
    return (
        f"I know no command and no game{called(word)}: say {prefix}commands or {prefix}games for "
        "those that I know."
    )


def no_such_game(word: str, games: Sequence[str]) -> str:
    """Say that there is no game WORD, but GAMES.

    >>> no_such_game("klondike", ["pontoon", "british"])
    'I deal no game called klondike. I deal pontoon and british.'
    """
    return f"I deal no game{called(word)}. {games_dealt(games)}"


def games_dealt(games: Sequence[str]) -> str:
    return f"I deal {', '.join(games[:-1])} and {games[-1]}."


def called(word: str) -> str:
    """Return WORD behind a noun, without repeating what cannot be a name."""
    can_be_name = len(word) <= MAX_LENGTH and looks_like_nick(word)
    return f" called {word}" if can_be_name else " of that name"


def more_at(url: str) -> str:
    """Say where people can read more, behind another sentence; "" if URL is ""."""
    return f" More: {url}" if url else ""


def listed(
    heading: str,
    command: str,
    prefix: str,
    after_game: Sequence[str],
    alone: Sequence[str],
    privately: Sequence[str],
) -> str:
    """List the usages of a group of commands, by the place where they are said.

    >>> listed("Rounds", "!pontoon", "!", ["stop"], ["hand"], ["?"])
    'Rounds: !pontoon stop; !hand; in private ?'
    """
    parts = [f"{command} {', '.join(after_game)}"] if after_game else []
    if alone:
        parts.append(", ".join(prefix + each for each in alone))
    if privately:
        parts.append(f"{'in private ' if parts else ''}{', '.join(privately)}")
    return f"{heading}: {'; '.join(parts)}"
