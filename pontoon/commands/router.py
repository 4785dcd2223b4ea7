"""One network's club: its croupiers and its front desk, and who is sent to which of them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pontoon.commands.admin_commands import AdminCommands
from pontoon.commands.base import why_not_done
from pontoon.commands.names import ReservedNames
from pontoon.commands.player_commands import PlayerCommands
from pontoon.commands.questions import Game, Questions
from pontoon.commands.signup import SignUp
from pontoon.commands.time_commands import TimeCommands
from pontoon.engine.errors import RequestFault, RequestRefused
from pontoon.engine.moves import TableRequest
from pontoon.engine.notation import (
    after_two_words,
    as_move,
    is_plain,
    looks_like_move,
    read_command,
    read_deed,
    without_game,
    without_prefix,
)
from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.people import Person
from pontoon.tables.context import TableContext
from pontoon.tables.croupier import Croupier
from pontoon.tables.flood import Handler
from pontoon.tables.floor import Floor, NewTables
from pontoon.tables.seats import SeatHolder
from pontoon.text import admin_commands as said_in_office
from pontoon.text import announcements, help_pages
from pontoon.text import signup as said_of

SUBCOMMANDS = frozenset({"stats", "stop", "leave", "help", "rules", "bank", "on", "off"})
"""The words that cannot be the first nick named for a round."""

_AT_TABLE = frozenset({"hand", "leave", "stop"})
"""What is said at a table besides moves."""


class CommandRouter:
    """Hears everything that is said on a network, and has it answered.

    ``games`` has the rules of each game that is dealt; ``tables`` makes the tables of a channel,
    one for each of them, by its command. The ``time_commands`` is for a game that is played for
    time. Whoever registers has ``starting_chips``; nobody can where that is None.
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
        self._flood_guard = context.flood_guard
        self._context = context
        self.names = ReservedNames(context.settlements.store, context.seat_registry.is_bot)
        """Those that are taken."""
        self.floor = Floor(channels, tables, context)
        """The tables, and who plays at them."""
        self._open_desk(games, time_commands, starting_chips)
        self._games = {game.name: game for game in games}
        self.admin_commands: AdminCommands | None = None
        """Where orders are given; None where there are no admins."""
        context.seat_registry.open(self.floor)

    def _open_desk(
        self,
        games: Mapping[Game, Any],
        time_commands: TimeCommands | None,
        starting_chips: int | None,
    ) -> None:
        context = self._context
        self._player_commands = PlayerCommands(
            context.settlements,
            self.floor.why_closed,
            context.prefix,
            context.wallets,
            context.identities.recognise,
            self.names,
        )
        self._signup = SignUp(
            context.settlements,
            context.identities,
            self.floor.why_seated,
            self.names,
            SUBCOMMANDS,
            starting_chips,
            context.log,
        )
        self._inquiries = Questions(
            games, self.floor, self._player_commands, context, time_commands
        )

    @property
    def _prefix(self) -> str:
        return self._context.prefix

    @property
    def _croupiers(self) -> Sequence[Croupier]:
        return self.floor.croupiers

    # What is said in a channel

    def is_command(self, said: str) -> bool:
        """Tell whether what is SAID in a channel is meant for the bot."""
        return read_command(said, self._prefix) is not None

    def named(self, channel: str, said: str) -> Sequence[str]:
        """Return the nicks of those who are to be dealt by what is SAID, named or not."""
        match (self.croupier(channel), read_command(said.replace(",", " "), self._prefix)):
            case [Croupier() as croupier, [name, *words]] if name.lower() in self._games:
                if words and words[0].lower() in SUBCOMMANDS:
                    return ()
                return words or croupier.previous_players(name.lower())
        return ()

    def heard(self, channel: str, person: Person, said: str) -> Handler | None:
        """Return what obeys PERSON, who SAID that in CHANNEL; None where there is nothing to obey.

        It wants to know them with their account, where that matters (``needs_account``): whoever
        calls it finds out before. They have paid for their words by then.
        """
        croupier = self.croupier(channel)
        command = read_command(said, self._prefix)
        if croupier is None or command is None or croupier.roster.find(person.nick) is None:
            return None
        if self._flood_guard.ignores(person):
            return None
        self._spoke(person)
        words = as_move(command, self._games)
        if not self._is_for_us(croupier, person, words):
            return None
        obey = self._once_known(person, said, lambda who: self._obey(croupier, who, words))
        return self._flood_guard.admit(person, words, [croupier], obey)

    def _once_known(self, person: Person, said: str, obey: Handler) -> Handler:
        """Return what OBEYs PERSON once it is known who they are, as far as that matters.

        Where that could not be found out nothing changes: they may well be logged in.
        """

        def act(known: Person) -> None:
            matters = self.needs_account(known, said) and not self._is_order(known, said)
            if known.account is None and matters:
                self._answer(known.nick, [said_of.NOT_LOOKED_UP])
                return
            if known.account != person.account:
                self._spoke(known)
            obey(known)

        return act

    def talked(self, channel: str, person: Person) -> None:
        """Note that PERSON has said something in CHANNEL that is no command."""
        croupier = self.croupier(channel)
        if croupier is not None and croupier.absence.action_clock.unanswered:
            player = self._context.identities.player_of(person)
            if player is not None:
                croupier.absence.action_clock.talked(player.nick)

    def _is_for_us(self, croupier: Croupier, person: Person, words: Sequence[str]) -> bool:
        """Tell whether WORDS are a command here: other bots' may begin with the prefix too."""
        word = words[0].lower()
        if word in ("bank", "games", *self._games) or read_deed(words) is not None:
            return True
        if self._inquiries.is_about_time(word):
            return True
        seat_map = croupier.seat_map
        return looks_like_move(words) and seat_map.may_include(person)

    def _obey(self, croupier: Croupier, person: Person, words: Sequence[str]) -> None:
        if croupier.rounds_allowed.is_closed and croupier.ask is None and not _is_about_sign(words):
            command = self._prefix + croupier.game
            self._answer(person.nick, [announcements.are_not_wanted(croupier.channel, command)])
            return
        channel = croupier.channel
        command, *rest = words
        match command.lower():
            case "bank":
                self._answer(channel, self._player_commands.bank(person, rest))
            case word if self._inquiries.is_about_time(word):
                self._answer(channel, [self._inquiries.time(person, words)])
            case "games":
                self._answer(channel, [help_pages.games(self._prefix)])
            case name if name in self._games:
                self._heard_about(self._games[name], croupier, person, rest)
            case _ if (deed := read_deed(words)) is not None:
                self._do([croupier], person, deed)
            case _:
                self._move_if_seated(croupier, person, words)

    def _heard_about(
        self, game: Game, croupier: Croupier, person: Person, words: Sequence[str]
    ) -> None:
        if words and words[0].lower() in SUBCOMMANDS:
            self._subcommand(game, croupier, person, words)
        else:
            # People write lists as the bot does: with commas.
            croupier.start(game.name, person, " ".join(words).replace(",", " ").split())

    def _subcommand(
        self, game: Game, croupier: Croupier, person: Person, words: Sequence[str]
    ) -> None:
        match words[0].lower():
            case "stats":
                self._answer(croupier.channel, self._player_commands.stats(game.name, words[1:]))
            case "stop":
                self._stop(croupier, person)
            case "leave":
                croupier.leave(person)
            case "on":
                croupier.rounds_allowed.turn_on(person)
            case "off":
                croupier.rounds_allowed.turn_off(person)
            case "bank":
                self._look_at_bank(game, croupier, person)
            case "rules":
                self._answer(croupier.channel, [help_pages.short_rules(game)])
                self._answer(person.nick, self._inquiries.rules_of(game))
            case "help":
                self._answer(croupier.channel, [help_pages.short_help(game, self._prefix)])
                self._answer(person.nick, help_pages.long_help(game, self._prefix))
            case _:
                self._answer(croupier.channel, [help_pages.short_help(game, self._prefix)])

    def _stop(self, croupier: Croupier, person: Person) -> None:
        """Stop the round for the person who started it, or for an admin."""
        admin_commands = self.office_for(person)
        if admin_commands is None or croupier.may_stop(person):
            croupier.stop(person)
        else:
            self._answer(person.nick, admin_commands.obey(person, ["stop", croupier.channel]))

    def _look_at_bank(self, game: Game, croupier: Croupier, person: Person) -> None:
        try:
            croupier.look_at_bank(game.name, person)
        except RequestRefused as refused:
            if refused.why is RequestFault.NOT_IN_THIS_GAME:
                self._answer(croupier.channel, [help_pages.short_help(game, self._prefix)])
            else:
                self._answer(croupier.channel, [announcements.cannot_be_done(refused)])

    def _move_if_seated(self, croupier: Croupier, person: Person, words: Sequence[str]) -> None:
        holder = croupier.seat_map.find(person)
        if holder is not None:
            croupier.move(person, holder, words)
        elif croupier.seat_map.find_logged_out(person) and (
            why := croupier.absence.why_shut(person)
        ):
            self._answer(person.nick, [why])

    def _do(self, croupiers: Sequence[Croupier], person: Person, deed: TableRequest) -> None:
        """Do what can be done on turn or not, or tell PERSON why not."""
        if why := why_not_done(croupiers, person, self.floor.player_of(person), deed):
            self._answer(person.nick, [why])

    def _spoke(self, person: Person) -> None:
        """Note that PERSON is not away, having said something to the bot."""
        for croupier in self._croupiers:
            croupier.absence.account_seen(person)
        player = self.floor.player_of(person)
        for croupier in self._croupiers:
            croupier.absence.spoke(person, player)

    # What is said in private

    def told(self, person: Person, said: str) -> Handler | None:
        """Return what obeys PERSON, who SAID that to the bot in private, as ``heard`` does."""
        said = without_prefix(said, self._prefix)
        words = without_game(said.split(), self._games)
        obey = self._once_known(person, said, lambda who: self._obey_in_private(who, said, words))
        if self._is_order(person, said):
            return obey
        if self._flood_guard.ignores(person):
            return None
        self._spoke(person)
        return self._flood_guard.admit(
            person, words if is_plain(said) else (), self._croupiers, obey
        )

    def _is_order(self, person: Person, said: str) -> bool:
        """Tell whether PERSON is an admin, and SAID an order."""
        admin_commands = self.office_for(person)
        return admin_commands is not None and admin_commands.is_order(said.split())

    def _obey_in_private(self, person: Person, said: str, words: Sequence[str]) -> None:
        if self.admin_commands is not None and self._is_order(person, said):
            self._answer(person.nick, self.admin_commands.obey(person, said.split()))
            return
        match [word.lower() for word in words]:
            case ["set", "nickname", *_]:
                nickname = after_two_words(said)
                self._answer(person.nick, [self._player_commands.set_nickname(person, nickname)])
            case _ if not is_plain(said):
                self._told_at_table(person, [])
            case _ if (deed := read_deed(words)) is not None:
                self._do(self._croupiers, person, deed)
            case ["claim" | "register"]:
                people = (each for croupier in self._croupiers for each in croupier.roster)
                self._answer(person.nick, [self._signup.answer(person, words, people)])
            case _:
                self._told_at_desk(person, words)

    def _told_at_desk(self, person: Person, words: Sequence[str]) -> None:
        match [word.lower() for word in words]:
            case ["bank", *_]:
                self._answer(person.nick, self._player_commands.bank(person, words[1:]))
            case [word, *_] if self._inquiries.is_about_time(word):
                self._answer(person.nick, [self._inquiries.time(person, words)])
            case ["stats", *_]:
                self._answer(person.nick, self._inquiries.stats(person, words[1:]))
            case ["rules", *_]:
                self._answer(person.nick, self._inquiries.rules(person, words[1:]))
            case ["help", *_]:
                orders = [] if self.office_for(person) is None else [said_in_office.HELP]
                self._answer(person.nick, [*self._inquiries.help(person, words[1:]), *orders])
            case ["games"]:
                self._answer(person.nick, [help_pages.games(self._prefix)])
            case _:
                self._told_at_table(person, words)

    def _told_at_table(self, person: Person, words: Sequence[str]) -> None:
        if (seat := self._seat_meant(person)) is not None:
            self._do_at_table(*seat, person, words)
            return
        for croupier in self._croupiers:
            if why := croupier.absence.why_shut(person):
                self._answer(person.nick, [why])
                return
        self._answer(person.nick, [self._why_no_table(person, words)])

    def _why_no_table(self, person: Person, words: Sequence[str]) -> str:
        """Say why nothing can be done at a table by PERSON, who sits at none."""
        is_for_table = looks_like_move(words) or " ".join(words).lower() in _AT_TABLE
        player = self.floor.player_of(person) if is_for_table else None
        for croupier in self._croupiers:
            if player is not None and croupier.has_seated(player):
                return announcements.round_is_over(self._prefix + croupier.game)
        return help_pages.help_line(self._prefix)

    def _seat_meant(self, person: Person) -> tuple[Croupier, SeatHolder] | None:
        """Return the seat of PERSON; where there are two, the one that is asked something."""
        found = ((each, each.seat_map.find(person)) for each in self._croupiers)
        seats = [(croupier, holder) for croupier, holder in found if holder is not None]
        asked = (seat for seat in seats if seat[0].waiting.ask_of(seat[1].player))
        return next(asked, seats[0] if seats else None)

    @staticmethod
    def _do_at_table(
        croupier: Croupier, holder: SeatHolder, person: Person, words: Sequence[str]
    ) -> None:
        match [word.lower() for word in words]:
            case ["hand"]:
                croupier.show_hand(person, holder)
            case ["leave"]:
                croupier.leave(person)
            case ["stop"]:
                croupier.stop(person)
            case _:
                croupier.move(person, holder, words)

    # Who comes and goes

    def croupier(self, channel: str) -> Croupier | None:
        """Return the croupier of CHANNEL; None where there is none."""
        return self.floor.croupier(channel)

    # What admins order

    def office_for(self, person: Person) -> AdminCommands | None:
        """Return the office if it serves PERSON."""
        return (
            self.admin_commands
            if self.admin_commands is not None and self.admin_commands.serves(person)
            else None
        )

    def needs_account(self, _person: Person, said: str = "") -> bool:
        """Tell whether it matters what somebody who has SAID that is logged in to."""
        return self._context.identities.needs_accounts or self.is_about_accounts(said)

    def is_about_accounts(self, said: str) -> bool:
        """Tell whether it does for what is SAID in private, though no player has an account yet."""
        return without_prefix(said, self._prefix).lower().split() in (["claim"], ["register"])

    # Other settings

    def adopt(
        self,
        channels: Iterable[str],
        games: Mapping[Game, Any],
        tables: NewTables,
        context: TableContext,
        time_commands: TimeCommands | None,
        starting_chips: int | None,
    ) -> list[Croupier]:
        """Go by other settings, which are as for a new club; return the croupiers who are new.

        Rounds go on by their own rules, but in a channel that is not wanted any more they are
        stopped, and every stake goes back.
        """
        self._context.become(context)
        self._open_desk(games, time_commands, starting_chips)
        new = self.floor.adopt(channels, tables)
        self._context.presence.changed()
        return new

    def close(self) -> None:
        """Stop all rounds, every stake going back, and deal no more."""
        self.floor.close()
        self._context.seat_registry.close(self.floor)

    # Answers

    def _answer(self, target: str, items: Sequence[str]) -> None:
        self._context.send(Message(target, tuple(items), Priority.CHATTER))


def _is_about_sign(words: Sequence[str]) -> bool:
    """Tell whether WORDS turn rounds in the channel on or off."""
    return [word.lower() for word in words[1:2]] in (["on"], ["off"])
