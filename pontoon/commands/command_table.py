"""All commands: a new one is an entry here and a function."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from pontoon.commands import deck_commands as decks
from pontoon.commands import help_commands as help_
from pontoon.commands import history_commands as histories
from pontoon.commands import join_commands as joins
from pontoon.commands import personal_commands as personal
from pontoon.commands import round_commands as rounds
from pontoon.commands.admin_commands import STOP_ROUND, AdminCommands, Order
from pontoon.commands.base import Command, CommandContext, Who
from pontoon.commands.channel_settings import set_channel
from pontoon.commands.syntax import NOWHERE, Request, Where
from pontoon.text import command_help as says

CHANNEL, GAME, PRIVATE = Where.CHANNEL, Where.GAME, Where.PRIVATE
ANYWHERE = CHANNEL | PRIVATE
EVERYWHERE = ANYWHERE | GAME
ANYBODY, SEATED, OPERATOR, ADMIN = Who.ANYBODY, Who.SEATED, Who.OPERATOR, Who.ADMIN


def _admin_command(word: str, order: Order) -> Command:
    """Return the command by which an admin gives ORDER in private."""

    def obey(ctx: CommandContext, request: Request) -> None:
        words = [request.words[0], *request.typed.split()[1:]]  # no name loses codes in silence
        answer = ctx.admin_commands.obey(request.person, words, order)
        if answer:
            ctx.answer(request.person.nick, *answer)

    return Command(
        *(word, obey, PRIVATE, ADMIN, *order.text),
        names_channel=order.names_channel,
        takes_codes=True,
    )


COMMANDS = (
    Command("", rounds.start, GAME, ANYBODY, *says.START, basic=True),
    Command("stats", personal.stats, EVERYWHERE, ANYBODY, *says.STATS, basic=True, greets=True),
    Command("top", personal.top, EVERYWHERE, ANYBODY, *says.TOP, greets=True),
    Command("stop", rounds.stop, GAME | PRIVATE, ANYBODY, *says.STOP, basic=True, alone=PRIVATE),
    Command("leave", rounds.leave, GAME | PRIVATE, SEATED, *says.LEAVE, basic=True, alone=PRIVATE),
    Command("rules", personal.rules, EVERYWHERE, ANYBODY, *says.RULES, basic=True, greets=True),
    Command("help", help_.show_help, EVERYWHERE, ANYBODY, *says.HELP, basic=True, greets=True),
    Command("join", joins.join, CHANNEL | GAME, ANYBODY, *says.JOIN, basic=True),
    Command("leave", joins.leave, CHANNEL, ANYBODY, *says.LEAVE_TABLE, basic=True, alone=CHANNEL),
    Command("deal", joins.deal, CHANNEL | GAME, ANYBODY, *says.DEAL, basic=True),
    Command("cut", decks.cut, CHANNEL, ANYBODY, *says.CUT, takes_codes=True),
    Command("fair", decks.fair, CHANNEL | GAME, ANYBODY, *says.FAIR, alone=CHANNEL),
    Command("shuffle", decks.shuffle, GAME, OPERATOR, *says.SHUFFLE),
    Command(
        *("last", histories.last, EVERYWHERE, ANYBODY, *says.LAST),
        alone=CHANNEL,
        names_game=True,
    ),
    Command("replay", histories.replay, PRIVATE, ANYBODY, *says.REPLAY),
    Command("notify", joins.notify, CHANNEL, ANYBODY, *says.NOTIFY),
    Command("optout", joins.opt_out, ANYWHERE, ANYBODY, *says.OPT_OUT, alone=ANYWHERE),
    Command("optin", joins.opt_in, ANYWHERE, ANYBODY, *says.OPT_IN, alone=ANYWHERE),
    Command("join", help_.how_to_play, PRIVATE, ANYBODY, *says.HOW_TO_JOIN),
    Command(
        *("register", help_.how_to_register, CHANNEL, ANYBODY, *says.HOW_TO_REGISTER),
        alone=CHANNEL,
        greets=True,
    ),
    Command("bank", rounds.bank_of_game, GAME, ANYBODY, *says.BANK_OF_GAME),
    Command("on", rounds.turn_on, GAME, OPERATOR, *says.TURN_ON),
    Command("off", rounds.turn_off, GAME, OPERATOR, *says.TURN_OFF),
    Command("set", set_channel, GAME, ANYBODY, *says.SET_CHANNEL),
    Command("bank", personal.bank, ANYWHERE, ANYBODY, *says.BANK, basic=True),
    Command("refill", personal.refill, ANYWHERE, ANYBODY, *says.REFILL, alone=ANYWHERE),
    Command("games", personal.games, ANYWHERE, ANYBODY, *says.GAMES, basic=True, alone=PRIVATE),
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
        *("set nickname", personal.set_nickname, PRIVATE, ANYBODY, *says.SET_NICKNAME),
        takes_codes=True,
    ),
    Command("set", personal.set_speech, PRIVATE, ANYBODY, *says.SET_SPEECH),
    Command(
        *("claim", personal.claim, PRIVATE, ANYBODY, *says.CLAIM),
        alone=PRIVATE,
        asks_account=True,
    ),
    Command(
        *("register", personal.register, PRIVATE, ANYBODY, *says.REGISTER),
        alone=PRIVATE,
        asks_account=True,
    ),
    Command("time", personal.minutes, ANYWHERE, ANYBODY, *says.TIME),
    Command("deposit", personal.minutes, ANYWHERE, ANYBODY, *says.DEPOSIT),
    Command("withdraw", personal.minutes, ANYWHERE, ANYBODY, *says.WITHDRAW),
    Command("done", personal.minutes, ANYWHERE, ANYBODY, *says.DONE),
    _admin_command("add", Order(AdminCommands.add, says.ADD, is_of_players=True)),
    _admin_command("chips", Order(AdminCommands.give, says.CHIPS, is_of_players=True)),
    _admin_command("remove", Order(AdminCommands.remove, says.REMOVE, is_of_players=True)),
    _admin_command("rename", Order(AdminCommands.rename, says.RENAME, is_of_players=True)),
    _admin_command("stop", STOP_ROUND),
    _admin_command("ban", Order(AdminCommands.ban, says.BAN)),
    _admin_command("unban", Order(AdminCommands.unban, says.UNBAN)),
    _admin_command("join", Order(AdminCommands.join, says.JOIN_CHANNEL, names_channel=True)),
    _admin_command("part", Order(AdminCommands.part, says.PART_CHANNEL)),
    _admin_command("audit", Order(AdminCommands.audit, says.AUDIT)),
    _admin_command("say", Order(AdminCommands.say, says.SAY)),
    _admin_command("reload", Order(AdminCommands.reload, says.RELOAD, is_logged=True)),
    _admin_command("status", Order(AdminCommands.status, says.STATUS)),
    _admin_command("quit", Order(AdminCommands.quit, says.QUIT)),
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
