"""What people ask that needs no table: help, rules, statistics, and the minutes that they have."""

from collections.abc import Mapping, Sequence
from typing import Any

from pontoon.commands.player_commands import PlayerCommands
from pontoon.commands.time_commands import TimeCommands
from pontoon.engine.round import Round
from pontoon.irc.people import Person
from pontoon.tables.context import TableContext
from pontoon.tables.croupier import Croupier
from pontoon.tables.floor import Floor
from pontoon.text import help_pages

Game = type[Round[Any, Any]]


class Questions:
    """Knows what to answer; RULES has those of each game that is dealt.

    PLAYER_COMMANDS has the statistics. The TIME_COMMANDS is for a game that is played for time;
    None without one.
    """

    def __init__(
        self,
        rules: Mapping[Game, Any],
        floor: Floor,
        player_commands: PlayerCommands,
        context: TableContext,
        time_commands: TimeCommands | None,
    ) -> None:
        self._rules = rules
        self._games = {game.name: game for game in rules}
        self._floor = floor
        self._player_commands = player_commands
        self._context = context
        self._time_commands = time_commands

    def help(self, person: Person, words: Sequence[str]) -> list[str]:
        """Return all the help with the game that PERSON means by WORDS, or plays."""
        return help_pages.long_help(self._game_meant(person, words)[0], self._context.prefix)

    def rules(self, person: Person, words: Sequence[str]) -> list[str]:
        """Return all the rules of that game."""
        return self.rules_of(self._game_meant(person, words)[0])

    def rules_of(self, game: Game) -> list[str]:
        """Return all the rules of GAME."""
        return help_pages.long_rules(game, self._rules[game])

    def stats(self, person: Person, words: Sequence[str]) -> list[str]:
        """Return the statistics that PERSON asks for, with the game's title if they name none."""
        game, rest = self._game_meant(person, words)
        heading = [game.title] if rest == words else []
        return self._player_commands.stats(game.name, rest, *heading)

    def is_about_time(self, word: str) -> bool:
        """Tell whether WORD is a command about minutes, and there are any."""
        return self._time_commands is not None and word in TimeCommands.COMMANDS

    def time(self, person: Person, words: Sequence[str]) -> str:
        """Do what PERSON commands about their minutes, and return the answer."""
        assert self._time_commands is not None
        presence, identities = self._context.presence, self._context.identities
        player = identities.player_of(person)
        presence.count([] if player is None else [player.nick])
        answer = self._time_commands.answer(
            person,
            words,
            identities.recognise,
            self._context.how_to_join(),
            self._floor.why_closed,
            self._context.seat_registry.coins_of,
        )
        presence.changed()
        return answer

    def _game_meant(self, person: Person, words: Sequence[str]) -> tuple[Game, Sequence[str]]:
        """Return the game that WORDS begin with, and the words behind it.

        Without one it is what is played, or was last, where PERSON plays, has played or just is.
        """
        if words and words[0].lower() in self._games:
            return self._games[words[0].lower()], words[1:]
        player = self._floor.player_of(person)

        def nearness(croupier: Croupier) -> tuple[bool, ...]:
            return (
                croupier.seat_map.find(person) is not None,
                player is not None and croupier.has_seated(player),
                croupier.roster.find(person.nick) is not None,
            )

        return self._games[max(self._floor.croupiers, key=nearness).game], words
