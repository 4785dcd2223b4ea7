"""Each command is answered where the table says, and nowhere else."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pontoon.commands.base import Command, CommandContext, CommandHandler, Request, Who
from pontoon.commands.command_table import COMMANDS, CommandTable
from pontoon.commands.syntax import Where
from pontoon.engine.notation import looks_like_move
from pontoon.games import GAMES
from pontoon.text import announcements
from pontoon.text import decks as deck_texts
from tests.support.offline_bot import CHANNEL, OfflineBot

CONFIG = {"admin": {"masks": "boss!*@admin.example"}}

SUBCOMMANDS = {each.word for each in COMMANDS if Where.GAME in each.where and each.word}
"""The words that cannot be the first nick named for a round."""

PLACES = [(command, where) for command in COMMANDS for where in Where]


class Noted:
    """A bot that only notes which commands it is given; dave and kevin have seats."""

    def __init__(self, folder: Path) -> None:
        self.bot = OfflineBot(folder, "dave 1000, kevin 1000", "5D 9C 8H", CONFIG)
        self.bot.comes("boss", "boss@admin.example")
        self.bot.ops("dave")
        self.bot.says("dave", "!pontoon dave kevin")
        self.commands: list[Command] = []
        table = CommandTable(replace(each, handler=self._noting(each)) for each in COMMANDS)
        self.bot.real_network.commands.find = table.find

    def _noting(self, command: Command) -> CommandHandler:
        def note(_ctx: CommandContext, _request: Request) -> None:
            self.commands.append(command)

        return note

    def says(self, nick: str, command: Command, where: Where) -> list[Command]:
        """Have NICK say COMMAND there; return the commands that are answered."""
        self.commands.clear()
        line = line_of(command)
        match where:
            case Where.PRIVATE:
                self.bot.tells(nick, line)
            case Where.GAME:
                self.bot.says(nick, f"!pontoon {line}".strip())
            case Where.CHANNEL:
                self.bot.says(nick, f"!{line}")
        return [*self.commands]


def line_of(command: Command) -> str:
    """Return what somebody says for COMMAND."""
    if command.word in ("stop", "join") and command.who is Who.ADMIN:
        return f"{command.word} {CHANNEL}"
    if not command.word and Where.GAME not in command.where:
        return "b 5"  # a number alone behind a game is a move too
    return command.word


def right_person(command: Command) -> str:
    """Return the nick of somebody who can use COMMAND."""
    return "boss" if command.who is Who.ADMIN else "dave"


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Noted:
    return Noted(tmp_path_factory.mktemp("noted"))


def test_a_command_is_answered_where_it_says_and_only_there(noted: Noted) -> None:
    for command, where in PLACES:
        answered = noted.says(right_person(command), command, where)
        assert (command in answered) is (where in command.where)
        assert len(answered) <= 1


@pytest.mark.parametrize("command", [each for each in COMMANDS if each.who is Who.ADMIN])
def test_for_others_than_admins_there_are_no_orders(noted: Noted, command: Command) -> None:
    for where in Where:
        assert command not in noted.says("dave", command, where)


@pytest.mark.parametrize("command", [each for each in COMMANDS if each.alone])
def test_a_command_that_stands_alone_is_none_with_words_behind_it(
    noted: Noted, command: Command
) -> None:
    longer = replace(command, word=f"{command.word} x y")
    for where in command.where:
        answered = noted.says(right_person(command), longer, where)
        assert (command in answered) is (where not in command.alone)


def test_control_characters_are_for_some_commands_only(noted: Noted) -> None:
    for command in [each for each in COMMANDS if Where.PRIVATE in each.where]:
        behind = replace(command, word=f"{line_of(command)} \x07", who=Who.ANYBODY)
        answered = noted.says(right_person(command), behind, Where.PRIVATE)
        assert (command in answered) is (command.takes_codes or not command.word)


@pytest.mark.parametrize("command", [each for each in COMMANDS if each.who is Who.OPERATOR])
def test_what_is_for_operators_is_refused_to_others(tmp_path: Path, command: Command) -> None:
    bot = OfflineBot(tmp_path)
    (said,) = bot.says("kevin", f"!pontoon {command.word}")
    assert said.target == "kevin"
    assert said.line in (announcements.ONLY_OPERATORS, deck_texts.ONLY_OPERATORS_SHUFFLE)


@pytest.mark.parametrize("command", [each for each in COMMANDS if each.who is Who.SEATED])
def test_what_is_for_players_in_the_round_is_refused_to_others(
    tmp_path: Path, command: Command
) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", "5D 9C 8H")
    bot.says("dave", "!pontoon dave kevin")
    before = bot.croupier().waiting
    said = [*bot.tells("bob", line_of(command))] if Where.PRIVATE in command.where else []
    said += bot.says("bob", f"!pontoon {command.word}") if Where.GAME in command.where else []
    assert {each.target for each in said} == {"bob"}
    assert bot.croupier().waiting == before


def test_no_command_is_in_the_way_of_another() -> None:
    """But for what is said alone and is something else with words behind it."""
    for where in Where:
        words = [
            (each.word, where in each.alone, each.who is Who.ADMIN)
            for each in COMMANDS
            if where in each.where
        ]
        assert len(words) == len(set(words))
        assert not any(looks_like_move(word.split()) for word, *_ in words)


def test_all_commands_have_a_line_of_help() -> None:
    for command in COMMANDS:
        assert command.help
        assert command.usage.startswith(command.word)


def test_no_game_is_called_like_a_command_in_a_channel() -> None:
    in_channel = {each.word for each in COMMANDS if Where.CHANNEL in each.where}
    assert not in_channel & {game.name for game in GAMES}
    words = "stats top stop leave help rules banker on off set join deal fair last shuffle"
    assert SUBCOMMANDS.issuperset(words.split())
