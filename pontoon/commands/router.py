"""Finds the commands in what is said on a network, and has them answered."""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from pontoon.commands import command_table, player_commands, syntax, table_commands
from pontoon.commands.admin_commands import obey, tell_admins
from pontoon.commands.base import (
    BotControl,
    Command,
    CommandContext,
    CommandRefused,
    RefusedInPrivate,
    Who,
    items_of,
)
from pontoon.commands.syntax import Request
from pontoon.engine.computers import is_computer
from pontoon.engine.errors import NotRecorded
from pontoon.engine.moves import Unit
from pontoon.engine.notation import looks_like_move
from pontoon.irc.outgoing import Message, Priority, without_formatting
from pontoon.irc.people import Person
from pontoon.storage.players.player import PlayersFileError
from pontoon.tables.context import TableContext
from pontoon.tables.croupier import Croupier
from pontoon.tables.floor import Floor, NewTables
from pontoon.text.announcements import CANNOT_SAVE_CHIPS, NOT_DONE
from pontoon.text.player_commands import NOT_LOOKED_UP


class CommandRouter:
    """Parses each line once, and has the command in it answered.

    TABLES makes the tables of a channel, one for each game, by its command. CONTROL returns what
    controls the whole bot, for admins.
    """

    def __init__(
        self,
        channels: Iterable[str],
        tables: NewTables,
        context: TableContext,
        control: Callable[[], BotControl],
    ) -> None:
        self._context = context
        self.floor = Floor(channels, tables, context)
        """The tables, and who plays at them."""
        self._control = control
        self._set_commands()
        context.seat_registry.floors.append(self.floor)

    def _set_commands(self) -> None:
        context, rules = self._context, self._context.settings.rules
        known: Sequence[Command] = command_table.COMMANDS
        if not any(game.unit is Unit.COINS for game in rules):
            known = [each for each in known if each.handler is not player_commands.minutes]
        if not context.settings.greet:
            known = [*command_table.without_greetings(known)]
        self._commands = CommandContext(
            context=context,
            floor=self.floor,
            control=self._control,
            commands=known,
            games={game.name: game for game in rules},
        )
        self._table = command_table.CommandTable([*known, *command_table.said_elsewhere(known)])

    def hear(self, person: Person, text: str, channel: str | None = None) -> Request | None:
        """Return what PERSON requests by TEXT, in CHANNEL or in private; None if nothing is to do.

        The person has been charged for the request. ``obey`` answers it, once it is known who they
        are.
        """
        request = self.parse(person, text, channel)
        if request is None:
            self._talked(channel or "", person, text)
            return None
        command = self._command(request)
        if command.who is Who.ADMIN:
            return request
        if not self._is_heard(request):
            return None
        self.floor.spoke(request.person)
        if channel is None or request.game or command.word:
            return self._charged(request)
        croupier = self._commands.croupier(request)
        if looks_like_move(request.words) and croupier.seat_map.may_include(request.person):
            return self._charged(request)
        # It may be for another bot, whose commands have the same prefix.
        croupier.overheard(person, [self._commands.prefix + request.text])
        return None

    def parse(self, person: Person, text: str, channel: str | None = None) -> Request | None:
        """Return what PERSON requests by TEXT; None if TEXT is no command in CHANNEL."""
        if channel is not None:
            said = self._parse_in_channel(person, text, channel)
            if said is None:
                return None
            request = replace(said, croupier=self.floor.croupier(channel))
        else:
            text = syntax.without_addressee(text, self._context.network.is_me)
            prefix, games = self._context.settings.prefix, self._commands.games
            request = syntax.parse_in_private(person, text, prefix, games, command_table.AFTER_GAME)
        if not self._command(request).asks_account:
            return request
        # They may have logged in since the server last told the bot about them.
        person = Person(person.nick, person.userhost, person.account or None)
        return replace(request, person=person, asks_account=True)

    def _parse_in_channel(self, person: Person, text: str, channel: str) -> Request | None:
        """Return what PERSON requests by TEXT in CHANNEL: with the prefix, or behind our nick."""
        prefix, games = self._context.settings.prefix, self._commands.games
        codes = command_table.WITH_CODES
        behind = syntax.without_addressee(text, self._context.network.is_me)
        if behind == text:
            return syntax.parse_in_channel(person, channel, text, prefix, games, codes)
        command = prefix + syntax.without_prefix(behind, prefix)
        said = syntax.parse_in_channel(person, channel, command, prefix, games, codes)
        if said is not None and (said.game or self._command(said).word or self._moves(said)):
            return replace(said, typed=text)
        wants_help = self._context.settings.greet and syntax.is_plain(without_formatting(behind))
        return syntax.asks_for_help(person, channel) if wants_help else None

    def _moves(self, request: Request) -> bool:
        """Tell whether REQUEST, said in a channel, may be a move of somebody with a seat there."""
        croupier = self.floor.croupier(request.channel or "")
        may_sit = croupier is not None and croupier.seat_map.may_include(request.person)
        return may_sit and looks_like_move(request.words)

    def _is_heard(self, request: Request) -> bool:
        """Tell whether the person is in the channel where they speak, and is not ignored.

        People who are banned can finish the round in which they have a seat, and do nothing else.
        """
        if request.channel is not None:
            croupier = request.croupier
            if croupier is None or croupier.roster.find(request.person.nick) is None:
                return False
        if self._context.is_banned(request.person):
            command = self._command(request)
            at_table = (table_commands.ask_table, table_commands.stop)
            if command.who is not Who.SEATED and command.handler not in at_table:
                return False
            if not any(self.floor.seats_of(request.person)):
                return False
        return not self._context.flood_guard.fits_mask(request.person)

    def _charged(self, request: Request) -> Request | None:
        """Charge the person; drop the line if they have said too much."""
        words = () if request.game else request.move
        guard = self._context.flood_guard
        charge = guard.admit(request.person, words, self._places(request))
        is_unclear = request.is_unclear  # then the answer can only be how to talk to the bot
        if request.channel is None and not looks_like_move(request.move):
            is_unclear = not (self._command(request).word or self.floor.tables_of(request.person))
        if charge is None or (is_unclear and not guard.explains_to(request.person)):
            return None
        return replace(request, charge=charge)

    def _places(self, request: Request) -> Sequence[Croupier]:
        """Return the tables where REQUEST may change something for which its person pays."""
        if request.channel is None:
            return self.floor.tables_of(request.person)
        return [self._commands.croupier(request)]

    def named(self, request: Request) -> Sequence[str]:
        """Return the nicks of all people to whom REQUEST deals a round, named in it or not."""
        handler = self._command(request).handler
        if handler not in (table_commands.start, table_commands.deal):
            return ()
        croupier = self._commands.croupier(request)
        named = table_commands.nicks_in(request) if handler is table_commands.start else ()
        joined = [each.person.nick for each in croupier.joining.seat_map]
        game = request.game or croupier.joining.game
        dealt = named or joined or croupier.tables[game].rotated_players()
        return [each for each in dealt if not is_computer(each)]

    def needs_account(self, request: Request | None = None) -> bool:
        """Tell whether the accounts of people matter, for REQUEST or in general."""
        asks_account = request is not None and request.asks_account
        return asks_account or self._context.settings.identities.needs_accounts

    def obey(self, request: Request, known: Person) -> None:
        """Have REQUEST answered; KNOWN is the person who made it, as far as they are known now."""
        croupier = None if request.channel is None else self.floor.croupier(request.channel)
        if request.channel is not None and croupier is None:
            return  # the bot has given up the channel
        charge, before = request.charge, request.person
        request = replace(request, person=known, croupier=croupier)
        if charge is not None:
            charge.before(self._places(request))
        command = self._command(request)
        if known.account is None and self.needs_account(request) and command.who is not Who.ADMIN:
            self._commands.answer(known.nick, NOT_LOOKED_UP)
        else:
            if known.account != before.account:
                self.floor.spoke(known)
            self._handle(command, request)
        if charge is not None:
            charge.after()

    def _handle(self, command: Command, request: Request) -> None:
        try:
            table_commands.check_rounds_are_on(self._commands, request, command.handler)
            self._context.database.require()
            if command.who is Who.ADMIN:
                answer = obey(self._commands, request, command)
            else:
                answer = items_of(command.handler(self._commands, request))
            if answer:
                self._commands.reply(request, *answer)
        except RefusedInPrivate as refused:
            self._commands.answer(request.person.nick, *refused.args)
        except CommandRefused as refused:
            self._commands.reply(request, *refused.args)
        except NotRecorded as why:
            line = NOT_DONE.format(why=why)
            self._context.send_now(Message(request.person.nick, (line,), Priority.CHATTER))
            self.floor.halt(why)
        except PlayersFileError as error:
            self._context.settlements.report(error.faults)
            self._commands.reply(request, CANNOT_SAVE_CHIPS)

    def _command(self, request: Request) -> Command:
        """Return the command that REQUEST is; only admins can give orders."""
        found = self._table.find(request)
        if found[0].who is Who.ADMIN and not self._context.settings.is_admin(request.person):
            found = [each for each in found if each.who is not Who.ADMIN]
        return found[0]

    def _talked(self, channel: str, person: Person, text: str) -> None:
        """Note that PERSON has said something in CHANNEL that is not a command."""
        croupier = self.floor.croupier(channel)
        if croupier is None:
            return
        player = self._context.settings.identities.player_of(person)
        if player is not None:
            croupier.absence.action_clock.talked(player.nick)
        if croupier.ask is not None and not self._context.flood_guard.fits_mask(person):
            croupier.overheard(person, without_formatting(text).split())

    def tell_admins(self, line: str) -> bool:
        return tell_admins(self._commands, line)

    def apply_settings(self, channels: Iterable[str], tables: NewTables) -> list[Croupier]:
        """Apply other settings, those of the context too; return the new croupiers.

        Running rounds keep their rules. A round in a channel where the bot no longer deals is
        stopped, and every stake goes back.
        """
        self._set_commands()
        new = self.floor.set_channels(channels, tables)
        self._context.presence.changed()
        return new

    def close(self) -> None:
        """Stop all rounds, every stake going back, and deal no more."""
        self.floor.close()
        self._context.seat_registry.floors.remove(self.floor)
