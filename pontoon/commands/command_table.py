"""All commands: a new one is an entry here and a function."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from pontoon.commands import admin_commands as admins
from pontoon.commands import help_commands as help_
from pontoon.commands import player_commands as players
from pontoon.commands import table_commands as tables
from pontoon.commands.base import Command, Group, Who
from pontoon.commands.syntax import NOWHERE, Said, Where

CHANNEL, GAME, PRIVATE = Where.CHANNEL, Where.GAME, Where.PRIVATE
ANYWHERE = CHANNEL | PRIVATE
EVERYWHERE = ANYWHERE | GAME
ROUND, TABLE, PLAYER, ORDER, HELP = Group
ANYBODY, SEATED, OPERATOR, ADMIN = Who

COMPUTERS = r"[^\s+]*\+\S*( [^\s+]*\+\S*)*"
"""The names of computer players, as a regular expression that fits each word in one way only: to
try many ways would stop the bot."""

order = partial(Command, where=PRIVATE, group=ORDER, who=ADMIN, takes_codes=True)

COMMANDS = (
    Command("", tables.start, GAME, ROUND, basic=True).says(
        "deals to these players, ann+ is a computer; without nicks, to the last ones again",
        "[NICK ...]",
        "ann+",
    ),
    Command("stats", players.stats, EVERYWHERE, PLAYER, basic=True, greets=True).says(
        "shows the best players, or one player", "stats [GAME] [NICK]", "stats dave"
    ),
    Command("top", players.top, EVERYWHERE, PLAYER, greets=True).says(
        "shows the ranking of a game for chips", "top [GAME]", "top british"
    ),
    Command(
        "leave", tables.leave, EVERYWHERE, TABLE, basic=True, alone=EVERYWHERE, behind=COMPUTERS
    ).says(
        "gives up your place in the next rounds and, until you have bet, your seat; leave ann+ "
        "gives up that of a computer"
    ),
    Command("resign", tables.resign, EVERYWHERE, ROUND, SEATED, basic=True, alone=EVERYWHERE).says(
        "gives up your seat and what you have staked; the round goes on"
    ),
    Command("stop", tables.stop, EVERYWHERE, ROUND, alone=EVERYWHERE, greets=True).says(
        "stops the round, for an admin of the bot without a seat in it"
    ),
    Command("quit", tables.meant_here, CHANNEL | GAME, ROUND, alone=CHANNEL | GAME).says(
        "says how you leave the table, or the round"
    ),
    Command("start", tables.meant_here, CHANNEL | GAME, ROUND, alone=CHANNEL | GAME).says(
        "says how a round begins"
    ),
    Command("rules", help_.rules, EVERYWHERE, HELP, basic=True, greets=True).says(
        "shows the rules of the game", "rules [GAME]", "rules british"
    ),
    Command("help", help_.show_help, EVERYWHERE, HELP, basic=True, greets=True).says(
        "says what you can do now, or what a command does; help more lists all commands",
        "help [more] [COMMAND or GAME]",
        "help cut",
    ),
    Command("join", tables.join, CHANNEL | GAME, TABLE, basic=True).says(
        "opens a table for the next rounds, or joins the one that is open; computer players join "
        "with you",
        "join [GAME] [ann+]",
        "join british",
    ),
    Command("deal", tables.deal, CHANNEL | GAME, TABLE, basic=True).says(
        "deals to those who have joined; WORDS are the last cut of a new deck",
        "deal [WORDS]",
        "deal four score and seven",
    ),
    Command("cut", tables.cut, CHANNEL, TABLE, takes_codes=True).says(
        "cuts the sealed deck: the cards then depend on your words, too",
        "cut WORDS",
        "cut four score and seven",
    ),
    Command("fair", tables.fair, CHANNEL | GAME, TABLE, alone=CHANNEL).says(
        "says which deck is sealed, whose cuts count, and how to check it"
    ),
    Command("fair", tables.said_of_deck, PRIVATE, TABLE).says(
        "tells all that I have said of a deck, by its number",
        "fair [#CHANNEL] [N]",
        "fair 41",
    ),
    Command("shuffle", tables.shuffle, GAME, ROUND, OPERATOR).says(
        "puts in a new deck, for an operator of the channel without a seat"
    ),
    Command("last", tables.last, EVERYWHERE, TABLE, alone=CHANNEL, behind=r"\S+").says(
        "says who won what in the last round here; in private, tells all of that round",
        "last [GAME]",
        "last british",
    ),
    Command("replay", tables.replay, PRIVATE, TABLE).says(
        "tells a round again, by the id that last shows; stop ends that",
        "replay ID",
        "replay 3f0c96c1a4b25e77",
    ),
    Command("review", tables.review, PRIVATE, TABLE).says(
        "tells what you decided in your last round, or in one by its id, and what it cost you",
        "review [ID]",
        "review",
    ),
    Command("odds", tables.odds, PRIVATE, TABLE).says(
        "tells what to do with two cards, against as many players as at the table; in Black Jack "
        "the dealer's card comes third",
        "odds [GAME] CARDS",
        "odds 8 6",
    ),
    Command("notify", tables.notify, CHANNEL, TABLE).says(
        "tells you once when N people have joined; notify off ends that", "notify N", "notify 3"
    ),
    Command("optout", tables.consent, ANYWHERE, TABLE, alone=ANYWHERE).says(
        "keeps others from naming you for a round; you can still join"
    ),
    Command("optin", tables.consent, ANYWHERE, TABLE, alone=ANYWHERE).says(
        "lets others name you for a round again"
    ),
    Command(
        *("register", players.register, ANYWHERE, PLAYER),
        alone=CHANNEL,
        asks_account=True,
        greets=True,
    ).says("makes you a player, where the admin lets people register"),
    Command("banker", tables.banker, CHANNEL | GAME, ROUND).says(
        "says who has the bank, how much more can be staked against it, and what is in the kitty",
        "banker [GAME]",
        "banker british",
    ),
    Command("on", tables.turn, GAME, ROUND, OPERATOR).says(
        "has rounds dealt in this channel again"
    ),
    Command("off", tables.turn, GAME, ROUND, OPERATOR).says(
        "ends the dealing in this channel; a round that is being played goes on"
    ),
    Command("set", admins.set_channel, GAME, ROUND).says(
        "shows what is set for this channel; its operators set turn_timeout, games or banter",
        "set [KEY VALUE]",
        "set turn_timeout 60",
    ),
    Command("bank", players.bank, ANYWHERE, PLAYER, basic=True).says(
        "shows your chips, and moves some to the bank, where they cannot be bet or lost, or back",
        "bank [+N or -N]",
        "bank +100",
    ),
    Command("refill", players.refill, ANYWHERE, PLAYER, alone=ANYWHERE).says(
        "gives you chips when you have none left"
    ),
    Command("games", help_.games, ANYWHERE, HELP, basic=True, alone=PRIVATE).says(
        "lists the games, each with its command"
    ),
    Command("commands", help_.show_commands, ANYWHERE, HELP, alone=ANYWHERE, greets=True).says(
        "lists the commands"
    ),
    Command("", tables.move, ANYWHERE, ROUND, SEATED, basic=True).says(
        "makes a move, as in bet 50, 50, max, min, twist or stick", "MOVE [AMOUNT]", "bet 50"
    ),
    Command(
        "hand", tables.hand, ANYWHERE, ROUND, SEATED, basic=True, alone=ANYWHERE, greets=True
    ).says("shows your cards, stake and chips again, and what is asked"),
    Command("hint", tables.hint, ANYWHERE, ROUND, SEATED, alone=ANYWHERE, greets=True).says(
        "says in private what each of your moves is worth, where hints are allowed"
    ),
    Command("?", tables.explain, PRIVATE, ROUND, SEATED, basic=True, alone=PRIVATE).says(
        "explains what you are asked, and asks it again"
    ),
    Command("sell bank", tables.ask_table, ANYWHERE, ROUND).says(
        "offers your bank to another player",
        "sell bank to NICK for CHIPS",
        "sell bank to kevin for 200",
    ),
    Command(
        "accept", tables.ask_table, ANYWHERE, ROUND, alone=ANYWHERE, behind="(\\w+ )?[0-9]{1,400}"
    ).says("buys the bank that is offered to you for that", "accept [GAME] PRICE", "accept 200"),
    Command("decline", tables.ask_table, ANYWHERE, ROUND, alone=ANYWHERE).says(
        "refuses the bank that is offered to you"
    ),
    Command("cancel", tables.ask_table, ANYWHERE, ROUND, alone=ANYWHERE).says(
        "takes back your offer of the bank"
    ),
    Command("set nickname", players.set_nickname, PRIVATE, PLAYER, takes_codes=True).says(
        "sets the name that announcements have for you; without a name there is none",
        "set nickname [NAME]",
        "set nickname The Dealer's Friend",
    ),
    Command("set", players.set_speech, PRIVATE, PLAYER).says(
        "shows how I speak to you in private, or sets it: notices, colour or cards",
        "set [KEY VALUE]",
        "set cards ascii",
    ),
    Command("claim", players.claim, PRIVATE, PLAYER, alone=PRIVATE, asks_account=True).says(
        "makes the player of your nick yours alone, by your services account"
    ),
    Command("time", players.minutes, ANYWHERE, PLAYER).says("shows your minutes"),
    Command("deposit", players.minutes, ANYWHERE, PLAYER).says(
        "puts minutes into your time bank", "deposit MINUTES", "deposit 5"
    ),
    Command("withdraw", players.minutes, ANYWHERE, PLAYER).says(
        "takes minutes out of your time bank", "withdraw MINUTES", "withdraw 5"
    ),
    Command("done", players.minutes, ANYWHERE, PLAYER).says("shows how your day has gone"),
    order("add", admins.add).says("adds a player", "add NICK CHIPS", "add dave 1000"),
    order("chips", admins.give).says(
        "gives chips or takes them", "chips NICK +N or -N", "chips dave +500"
    ),
    order("remove", admins.remove).says(
        "takes a player out of players.xml", "remove NICK", "remove dave"
    ),
    order("rename", admins.rename).says(
        "gives a player another nick", "rename OLD NEW", "rename dave david"
    ),
    order("stop", admins.stop).says(
        "stops the round there and returns all stakes", "stop #CHANNEL", "stop #pontoon"
    ),
    order("ban", admins.ban).says(
        "ignores somebody for so long, or until unban; alone, lists bans",
        "ban [NICK [MINUTES]]",
        "ban mallory 60",
    ),
    order("unban", admins.unban).says(
        "ends the ban of NICK; alone, lists bans", "unban [NICK]", "unban mallory"
    ),
    order("join", admins.join, names_channel=True).says(
        "deals there too, until the next start", "join #CHANNEL", "join #den"
    ),
    order("part", admins.part).says(
        "deals there no more, until the next start", "part #CHANNEL", "part #den"
    ),
    order("audit", admins.audit).says("checks that the ledger explains all chips in players.xml"),
    order("say", admins.say).says(
        "says TEXT there", "say #CHANNEL TEXT", "say #pontoon Good evening!"
    ),
    order("reload", admins.reload).says("reads config.ini again"),
    order("rescue", admins.rescue, in_trouble=True).says(
        "writes players.db back if somebody removed or replaced it while I run"
    ),
    order("status", admins.status, in_trouble=True).says(
        "shows how the bot is, and what is being played"
    ),
    order("quit", admins.quit_bot).says("leaves; rounds go on at the next start"),
)

WITH_CODES = frozenset(each.word for each in COMMANDS if each.takes_codes and CHANNEL in each.where)
"""The words in a channel that make a line a command even if it has formatting codes."""

_PRIVATELY = frozenset(
    each.word for each in COMMANDS if PRIVATE in each.where and each.who is not ADMIN
)
"""The words of commands that everybody can say in private."""

AFTER_GAME = frozenset(
    each.word
    for each in COMMANDS
    if GAME in each.where and (PRIVATE in each.where or each.word not in _PRIVATELY)
)
"""The words that may also follow the word of a game in private."""


def without_greetings(commands: Iterable[Command]) -> Iterator[Command]:
    """Yield COMMANDS, with those taken from channels that other bots may answer there."""
    for each in commands:
        left = replace(each, where=each.where & ~CHANNEL) if each.greets else each
        if left.where:
            yield left


def said_elsewhere(commands: Sequence[Command]) -> Iterator[Command]:
    """Yield, for each word of COMMANDS that is for channels alone, the command of it in private.

    It is done in the only channel where the person is; but to cut, the channel must hear the words.
    """
    for each in commands:
        if each.word and PRIVATE not in each.where and each.word not in _PRIVATELY:
            alone = PRIVATE if each.usage == each.word else NOWHERE
            in_private = replace(each, where=PRIVATE, who=ANYBODY, alone=alone)
            if each.handler is tables.cut:
                yield replace(in_private, handler=help_.say_in_channel)
            else:
                yield replace(in_private, in_only_channel=True)


class CommandTable:
    """Finds COMMANDS by their words."""

    def __init__(self, commands: Iterable[Command] = COMMANDS) -> None:
        self._commands: dict[Where, dict[str, list[Command]]] = {where: {"": []} for where in Where}
        """The commands in each place, by their first word."""
        narrow = sorted(commands, key=lambda each: (-each.word.count(" "), not each.names_channel))
        for command in narrow:
            for where in command.where:
                first_word = command.word.partition(" ")[0]
                self._commands[where].setdefault(first_word, []).append(command)

    def find(self, request: Said) -> list[Command]:
        """Return the commands that REQUEST may be, the likeliest first."""
        by_word = self._commands[request.where]
        first_word = request.words[0].lower() if request.words else ""
        named = by_word.get(first_word, []) if first_word else []
        return [each for each in named if each.fits(request)] + by_word[""]
