"""Hears what is said on a network, and has the commands answered."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pontoon.commands.admin_commands import AdminCommands
from pontoon.commands.assembly import new_commands, table_for
from pontoon.commands.base import Command, Game, Who
from pontoon.commands.command_table import AFTER_GAME
from pontoon.commands.names import ReservedNames
from pontoon.commands.round_commands import nicks_in, start, why_not_dealt
from pontoon.commands.syntax import Request, parse_in_channel, parse_in_private
from pontoon.commands.time_commands import TimeCommands
from pontoon.engine.notation import looks_like_move
from pontoon.irc.people import Person
from pontoon.tables.context import TableContext
from pontoon.tables.croupier import Croupier
from pontoon.tables.floor import Floor, NewTables
from pontoon.text import signup as said_of


class CommandRouter:
    """Parses each line once, and has the command in it answered.

    ``games`` has the rules of each game that is dealt; ``tables`` makes the tables of a channel,
    one for each game, by its command. ``time_commands`` is for a game that is played for time. New
    players have ``starting_chips``; nobody can register where that is None.
    """

    def __init__(
        self,
        channels: Iterable[str],
        games: Mapping[Game, Any],
        tables: NewTables,
        context: TableContext,
        time_commands: TimeCommands | None = None,
        starting_chips: int | None = None,
    ) -> None:
        self._context = context
        self.names = ReservedNames(context.settlements.store, context.seat_registry.is_bot)
        """The names that are taken."""
        self.floor = Floor(channels, tables, context)
        """The tables, and who plays at them."""
        self._commands = new_commands(
            context, self.floor, self.names, games, time_commands, starting_chips
        )
        self._table = table_for(time_commands)
        self._stages: Sequence[Callable[[Request], Request | None]] = (
            self._heard,
            self._spoken,
            self._for_us,
            self._charged,
        )
        """What a line passes before its account is looked up; each returns None to drop it."""
        context.seat_registry.open(self.floor)

    @property
    def admin_commands(self) -> AdminCommands | None:
        """What obeys the orders of admins; None where there are none."""
        return self._commands.admin_commands

    @admin_commands.setter
    def admin_commands(self, admin_commands: AdminCommands | None) -> None:
        self._commands.admin_commands = admin_commands

    # A line on its way

    def hear(self, person: Person, text: str, channel: str | None = None) -> Request | None:
        """Return what PERSON requests by TEXT, in CHANNEL or in private; None where it is nothing.

        They have paid for it then, and it waits to be known who they are.
        """
        request = self.parse(person, text, channel)
        if request is None:
            self.talked(channel or "", person)
            return None
        if self._command(request).who is Who.ADMIN:
            return request
        passed: Request | None = request
        for stage in self._stages:
            passed = stage(passed) if passed is not None else None
        return passed

    def parse(self, person: Person, text: str, channel: str | None = None) -> Request | None:
        """Return what PERSON says by TEXT; None where that is no command in CHANNEL."""
        prefix, games = self._context.settings.prefix, self._commands.games
        if channel is not None:
            return parse_in_channel(person, channel, text, prefix, games)
        request = parse_in_private(person, text, prefix, games, AFTER_GAME)
        if not self._command(request).asks_account:
            return request
        # They may have logged in since the bot heard of them last.
        person = replace(person, account=person.account or None)
        return replace(request, person=person, asks_account=True)

    def _heard(self, request: Request) -> Request | None:
        """Drop the lines of people who are ignored, or are not in the channel they speak to."""
        if request.channel is not None:
            croupier = self.croupier(request.channel)
            if croupier is None or croupier.roster.find(request.person.nick) is None:
                return None
        return None if self._context.flood_guard.ignores(request.person) else request

    def _spoken(self, request: Request) -> Request:
        """Note that the person is not away."""
        self.floor.spoke(request.person)
        return request

    def _for_us(self, request: Request) -> Request | None:
        """Drop the commands for other bots in the channel, which may have the same prefix."""
        if request.channel is None or request.game or self._command(request).word:
            return request
        croupier = self._commands.croupier(request)
        is_move = looks_like_move(request.words) and croupier.seat_map.may_include(request.person)
        return request if is_move else None

    def _charged(self, request: Request) -> Request | None:
        """Charge the person; drop the line if they have said too much."""
        words = () if request.game else request.move
        guard = self._context.flood_guard
        charge = guard.admit(request.person, words, self._places(request))
        return None if charge is None else replace(request, charge=charge)

    def _places(self, request: Request) -> Sequence[Croupier]:
        """Return where REQUEST may change something for which its person pays."""
        if request.channel is None:
            return self.floor.tables_of(request.person)
        return [self._commands.croupier(request)]

    def named(self, request: Request) -> Sequence[str]:
        """Return the nicks of the players to whom REQUEST has a round dealt, named or not."""
        if not request.game or self._command(request).handler is not start:
            return ()
        croupier = self._commands.croupier(request)
        return nicks_in(request) or croupier.previous_players(request.game)

    def needs_account(self, request: Request | None = None) -> bool:
        """Tell whether it matters, for REQUEST or at all, what people are logged in to."""
        asks_account = request is not None and request.asks_account
        return asks_account or self._context.settings.identities.needs_accounts

    def obey(self, request: Request, known: Person) -> None:
        """Have REQUEST answered, which is KNOWN to be that person's."""
        if request.channel is not None and self.croupier(request.channel) is None:
            return  # the bot has given up the channel
        charge, before = request.charge, request.person
        request = replace(request, person=known)
        if charge is not None:
            charge.before(self._places(request))
        command = self._command(request)
        if known.account is None and self.needs_account(request) and command.who is not Who.ADMIN:
            self._commands.answer(known.nick, said_of.NOT_LOOKED_UP)
        else:
            if known.account != before.account:
                self.floor.spoke(known)
            if (why := why_not_dealt(self._commands, request, command.handler)) is None:
                command.handler(self._commands, request)
            else:
                self._commands.answer(known.nick, why)
        if charge is not None:
            charge.after()

    def _command(self, request: Request) -> Command:
        """Return the command that REQUEST is; others than admins have no orders."""
        found = self._table.find(request)
        return next(each for each in found if each.who is not Who.ADMIN or self._is_admin(request))

    def _is_admin(self, request: Request) -> bool:
        return self._commands.admin_for(request.person) is not None

    def talked(self, channel: str, person: Person) -> None:
        """Note that PERSON has said something in CHANNEL that is no command."""
        croupier = self.croupier(channel)
        if croupier is not None and croupier.absence.action_clock.unanswered:
            player = self._context.settings.identities.player_of(person)
            if player is not None:
                croupier.absence.action_clock.talked(player.nick)

    def croupier(self, channel: str) -> Croupier | None:
        """Return the croupier of CHANNEL; None where there is none."""
        return self.floor.croupier(channel)

    # Other settings

    def apply_settings(
        self,
        channels: Iterable[str],
        games: Mapping[Game, Any],
        tables: NewTables,
        time_commands: TimeCommands | None,
        starting_chips: int | None,
    ) -> list[Croupier]:
        """Apply other settings, which are as for a new router; return the new croupiers.

        Running rounds keep their rules. A round in a channel that is not wanted any more is
        stopped, and every stake goes back.
        """
        self._commands = new_commands(
            self._context, self.floor, self.names, games, time_commands, starting_chips
        )
        self._table = table_for(time_commands)
        new = self.floor.set_channels(channels, tables)
        self._context.presence.changed()
        return new

    def close(self) -> None:
        """Stop all rounds, every stake going back, and deal no more."""
        self.floor.close()
        self._context.seat_registry.close(self.floor)
