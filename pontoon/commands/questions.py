"""What people ask that needs no table: help, rules, statistics, and the minutes that they have."""

from collections.abc import Mapping, Sequence
from typing import Any

from pontoon.commands.player_commands import Desk
from pontoon.commands.time_commands import TimeKeeper
from pontoon.engine.round import Round
from pontoon.irc.people import Person
from pontoon.tables.context import Premises
from pontoon.tables.croupier import Croupier
from pontoon.tables.floor import Hall
from pontoon.text import help_pages

Game = type[Round[Any, Any]]


class Inquiries:
    """Knows what to answer; RULES has those of each game that is dealt.

    DESK has the statistics. The TIMEKEEPER is for a game that is played for time; None without one.
    """

    def __init__(
        self,
        rules: Mapping[Game, Any],
        hall: Hall,
        desk: Desk,
        premises: Premises,
        timekeeper: TimeKeeper | None,
    ) -> None:
        self._rules = rules
        self._games = {game.name: game for game in rules}
        self._hall = hall
        self._desk = desk
        self._premises = premises
        self._timekeeper = timekeeper

    def help(self, person: Person, words: Sequence[str]) -> list[str]:
        """Return all the help with the game that PERSON means by WORDS, or plays."""
        return help_pages.long_help(self._game_meant(person, words)[0], self._premises.prefix)

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
        return self._desk.stats(game.name, rest, *heading)

    def is_about_time(self, word: str) -> bool:
        """Tell whether WORD is a command about minutes, and there are any."""
        return self._timekeeper is not None and word in TimeKeeper.COMMANDS

    def time(self, person: Person, words: Sequence[str]) -> str:
        """Do what PERSON commands about their minutes, and return the answer."""
        assert self._timekeeper is not None
        presence, recognition = self._premises.presence, self._premises.recognition
        player = recognition.player_of(person)
        presence.count([] if player is None else [player.nick])
        answer = self._timekeeper.answer(
            person,
            words,
            recognition.recognise,
            self._hall.why_closed,
            self._premises.engagements.coins_of,
        )
        presence.changed()
        return answer

    def _game_meant(self, person: Person, words: Sequence[str]) -> tuple[Game, Sequence[str]]:
        """Return the game that WORDS begin with, and the words behind it.

        Without one it is what is played, or was last, where PERSON plays, has played or just is.
        """
        if words and words[0].lower() in self._games:
            return self._games[words[0].lower()], words[1:]
        player = self._hall.player_of(person)

        def nearness(croupier: Croupier) -> tuple[bool, ...]:
            return (
                croupier.sitters.find(person) is not None,
                player is not None and croupier.has_seated(player),
                croupier.roster.find(person.nick) is not None,
            )

        return self._games[max(self._hall.croupiers, key=nearness).game], words
