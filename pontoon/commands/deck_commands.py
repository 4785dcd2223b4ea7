"""Commands about sealed decks: cut, fair, and a new deck for a pack that never ends."""

from pontoon.commands.base import CommandContext
from pontoon.commands.syntax import Request, is_plain
from pontoon.engine.sealed_deck import CutFault
from pontoon.text import admin_commands as said_to_admins
from pontoon.text.fair import cutting as said
from pontoon.text.names import as_named


def cut(ctx: CommandContext, request: Request) -> None:
    """Cut the decks of the channel by the words that follow, as they were typed."""
    croupier, nick = ctx.croupier(request), request.person.nick
    if as_named(nick) != nick:
        ctx.reply(request, said.cannot_be_acknowledged(nick))
        return
    found = croupier.decks.cut(nick, words_behind(request), croupier.joining.game)
    if isinstance(found, CutFault):
        ctx.reply(request, said.not_a_cut(nick, found))
    elif not found:
        ctx.reply(request, said.nothing_to_cut(nick, croupier.decks.notes(), ctx.prefix))


def words_behind(request: Request) -> str:
    """Return what was typed behind the command word, byte by byte.

    Formatting codes around that word count as behind it, if anything is there: a log has them, and
    its reader must not have to guess what cuts.
    """
    command, _, rest = request.typed.strip(" ").partition(" ")
    if request.game:
        word, _, rest = rest.strip(" ").partition(" ")
        command += word
    return rest if is_plain(command) or not rest else request.typed


def fair(ctx: CommandContext, request: Request) -> None:
    """Say which deck is sealed, whose cuts count, and where to check; in the channel now and then.

    A seal that was lost is said again.
    """
    croupier = ctx.croupier(request)
    game, decks = request.game or croupier.game, croupier.decks
    decks.speak_again()
    line = said.fair(decks.note(game), ctx.games[game].title, ctx.prefix, ctx.context.settings.url)
    if decks.may_explain():
        ctx.reply(request, line)
    else:
        ctx.answer(request.person.nick, line)


def shuffle(ctx: CommandContext, request: Request) -> None:
    """Put a new deck on the table of the game, for an operator without a seat, between rounds."""
    croupier, person = ctx.croupier(request), request.person
    if not croupier.roster.is_operator(person.nick):
        ctx.answer(person.nick, said.ONLY_OPERATORS_SHUFFLE)
    elif not croupier.stopping.has_no_part(person):
        ctx.answer(person.nick, said_to_admins.MAY_NOT_SET)
    elif croupier.ask is not None:
        ctx.answer(person.nick, said.AFTER_THIS_ROUND)
    else:
        croupier.decks.give_up(request.game, said.OPERATOR)
        ctx.context.log(f"{croupier.channel}: {person.nick} has {request.game} shuffled")
