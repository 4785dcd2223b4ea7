"""All commands: a new one is an entry here and a function."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from pontoon.commands import admin_commands as admins
from pontoon.commands import help_commands as help_
from pontoon.commands import history_commands as histories
from pontoon.commands import join_commands as joins
from pontoon.commands import player_commands as players
from pontoon.commands import round_commands as rounds
from pontoon.commands import signup
from pontoon.commands.base import Command, Who
from pontoon.commands.syntax import NOWHERE, Request, Where
from pontoon.text import command_help as says

CHANNEL, GAME, PRIVATE = Where.CHANNEL, Where.GAME, Where.PRIVATE
ANYWHERE = CHANNEL | PRIVATE
EVERYWHERE = ANYWHERE | GAME
ANYBODY, SEATED, OPERATOR, ADMIN = Who.ANYBODY, Who.SEATED, Who.OPERATOR, Who.ADMIN


COMMANDS = (
    Command("", rounds.start, GAME, ANYBODY, *says.START, basic=True),
    Command("stats", players.stats, EVERYWHERE, ANYBODY, *says.STATS, basic=True, greets=True),
    Command("top", players.top, EVERYWHERE, ANYBODY, *says.TOP, greets=True),
    Command("stop", rounds.stop, GAME | PRIVATE, ANYBODY, *says.STOP, basic=True, alone=PRIVATE),
    Command("leave", rounds.leave, GAME | PRIVATE, SEATED, *says.LEAVE, basic=True, alone=PRIVATE),
    Command("rules", help_.rules, EVERYWHERE, ANYBODY, *says.RULES, basic=True, greets=True),
    Command("help", help_.show_help, EVERYWHERE, ANYBODY, *says.HELP, basic=True, greets=True),
    Command("join", joins.join, CHANNEL | GAME, ANYBODY, *says.JOIN, basic=True),
    Command("leave", joins.leave, CHANNEL, ANYBODY, *says.LEAVE_TABLE, basic=True, alone=CHANNEL),
    Command("deal", joins.deal, CHANNEL | GAME, ANYBODY, *says.DEAL, basic=True),
    Command("cut", joins.cut, CHANNEL, ANYBODY, *says.CUT, takes_codes=True),
    Command("fair", joins.fair, CHANNEL | GAME, ANYBODY, *says.FAIR, alone=CHANNEL),
    Command("shuffle", joins.shuffle, GAME, OPERATOR, *says.SHUFFLE),
    Command(
        *("last", histories.last, EVERYWHERE, ANYBODY, *says.LAST),
        alone=CHANNEL,
        names_game=True,
    ),
    Command("replay", histories.replay, PRIVATE, ANYBODY, *says.REPLAY),
    Command("notify", joins.notify, CHANNEL, ANYBODY, *says.NOTIFY),
    Command("optout", joins.consent, ANYWHERE, ANYBODY, *says.OPT_OUT, alone=ANYWHERE),
    Command("optin", joins.consent, ANYWHERE, ANYBODY, *says.OPT_IN, alone=ANYWHERE),
    Command("join", help_.how_to_play, PRIVATE, ANYBODY, *says.HOW_TO_JOIN),
    Command(
        *("register", help_.how_to_register, CHANNEL, ANYBODY, *says.HOW_TO_REGISTER),
        alone=CHANNEL,
        greets=True,
    ),
    Command("bank", rounds.bank_of_game, GAME, ANYBODY, *says.BANK_OF_GAME),
    Command("on", rounds.turn, GAME, OPERATOR, *says.TURN_ON),
    Command("off", rounds.turn, GAME, OPERATOR, *says.TURN_OFF),
    Command("set", admins.set_channel, GAME, ANYBODY, *says.SET_CHANNEL),
    Command("bank", players.bank, ANYWHERE, ANYBODY, *says.BANK, basic=True),
    Command("refill", players.refill, ANYWHERE, ANYBODY, *says.REFILL, alone=ANYWHERE),
    Command("games", help_.games, ANYWHERE, ANYBODY, *says.GAMES, basic=True, alone=PRIVATE),
    Command(
        *("commands", help_.show_commands, ANYWHERE, ANYBODY, *says.COMMANDS),
        alone=ANYWHERE,
        greets=True,
    ),
    Command("", rounds.move, ANYWHERE, SEATED, *says.MOVE, basic=True),
    Command(
        *("hand", rounds.hand, ANYWHERE, SEATED, *says.HAND),
        basic=True,
        alone=ANYWHERE,
        greets=True,
    ),
    Command("?", rounds.explain, PRIVATE, SEATED, *says.EXPLAIN, basic=True, alone=PRIVATE),
    Command("sell bank", rounds.ask_table, ANYWHERE, ANYBODY, *says.SELL_BANK),
    Command(
        *("accept", rounds.ask_table, ANYWHERE, ANYBODY, *says.ACCEPT),
        alone=ANYWHERE,
        takes_number=True,
    ),
    Command("decline", rounds.ask_table, ANYWHERE, ANYBODY, *says.DECLINE, alone=ANYWHERE),
    Command("cancel", rounds.ask_table, ANYWHERE, ANYBODY, *says.CANCEL, alone=ANYWHERE),
    Command(
        *("set nickname", players.set_nickname, PRIVATE, ANYBODY, *says.SET_NICKNAME),
        takes_codes=True,
    ),
    Command("set", players.set_speech, PRIVATE, ANYBODY, *says.SET_SPEECH),
    Command(
        *("claim", signup.claim, PRIVATE, ANYBODY, *says.CLAIM),
        alone=PRIVATE,
        asks_account=True,
    ),
    Command(
        *("register", signup.register, PRIVATE, ANYBODY, *says.REGISTER),
        alone=PRIVATE,
        asks_account=True,
    ),
    Command("time", players.minutes, ANYWHERE, ANYBODY, *says.TIME),
    Command("deposit", players.minutes, ANYWHERE, ANYBODY, *says.DEPOSIT),
    Command("withdraw", players.minutes, ANYWHERE, ANYBODY, *says.WITHDRAW),
    Command("done", players.minutes, ANYWHERE, ANYBODY, *says.DONE),
    Command("add", admins.add, PRIVATE, ADMIN, *says.ADD, takes_codes=True),
    Command("chips", admins.give, PRIVATE, ADMIN, *says.CHIPS, takes_codes=True),
    Command("remove", admins.remove, PRIVATE, ADMIN, *says.REMOVE, takes_codes=True),
    Command("rename", admins.rename, PRIVATE, ADMIN, *says.RENAME, takes_codes=True),
    Command("stop", admins.stop, PRIVATE, ADMIN, *says.STOP_ROUND, takes_codes=True),
    Command("ban", admins.ban, PRIVATE, ADMIN, *says.BAN, takes_codes=True),
    Command("unban", admins.unban, PRIVATE, ADMIN, *says.UNBAN, takes_codes=True),
    Command(
        *("join", admins.join, PRIVATE, ADMIN, *says.JOIN_CHANNEL),
        names_channel=True,
        takes_codes=True,
    ),
    Command("part", admins.part, PRIVATE, ADMIN, *says.PART_CHANNEL, takes_codes=True),
    Command("audit", admins.audit, PRIVATE, ADMIN, *says.AUDIT, takes_codes=True),
    Command("say", admins.say, PRIVATE, ADMIN, *says.SAY, takes_codes=True),
    Command("reload", admins.reload, PRIVATE, ADMIN, *says.RELOAD, takes_codes=True),
    Command("status", admins.status, PRIVATE, ADMIN, *says.STATUS, takes_codes=True),
    Command("quit", admins.quit_bot, PRIVATE, ADMIN, *says.QUIT, takes_codes=True),
)

SUBCOMMANDS = frozenset(each.word for each in COMMANDS if GAME in each.where and each.word)
"""The words that cannot be the first nick named for a round."""

WITH_CODES = frozenset(each.word for each in COMMANDS if each.takes_codes and CHANNEL in each.where)
"""The words in a channel that make a line a command even if it has formatting codes."""

AFTER_GAME = frozenset(each.word for each in COMMANDS if GAME | PRIVATE in each.where)
"""The words that may also follow the word of a game in private."""


def without_greetings(commands: Iterable[Command]) -> Iterator[Command]:
    """Yield COMMANDS, with those taken from channels that other bots may answer there."""
    for each in commands:
        left = replace(each, where=each.where & ~CHANNEL) if each.greets else each
        if left.where:
            yield left


def said_elsewhere(commands: Sequence[Command]) -> Iterator[Command]:
    """Yield, for each word of COMMANDS that is for channels alone, what answers it in private."""
    privately = {each.word for each in commands if PRIVATE in each.where}
    for each in commands:
        if each.word and PRIVATE not in each.where and each.word not in privately:
            alone = PRIVATE if each.usage == each.word else NOWHERE
            answered = replace(each, handler=help_.say_in_channel, where=PRIVATE, who=ANYBODY)
            yield replace(answered, alone=alone)


def _narrowness(command: Command) -> tuple[int, bool]:
    return command.word.count(" "), command.names_channel


class CommandTable:
    """Finds COMMANDS by their words."""

    def __init__(self, commands: Iterable[Command] = COMMANDS) -> None:
        self._commands: dict[Where, dict[str, list[Command]]] = {where: {"": []} for where in Where}
        """The commands in each place, by their first word."""
        for command in sorted(commands, key=_narrowness, reverse=True):
            for where in command.where:
                first_word = command.word.partition(" ")[0]
                self._commands[where].setdefault(first_word, []).append(command)

    def find(self, request: Request) -> list[Command]:
        """Return the commands that REQUEST may be, the likeliest first."""
        by_word = self._commands[request.where]
        first_word = request.words[0].lower() if request.words else ""
        named = by_word.get(first_word, []) if first_word else []
        return [each for each in named if each.fits(request)] + by_word[""]
