"""A folder of one's own with config.ini and players.xml, as ``--init`` makes it."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from shlex import quote

from pontoon.games import GAMES
from pontoon.irc.config import without_control
from pontoon.service.config.document import config_ini
from pontoon.service.config.ini import ConfigError
from pontoon.service.config.irc_section import SECTION
from pontoon.service.config.settings import read_lines
from pontoon.service.startup import StartupError, players_errors
from pontoon.storage import atomic_file, fs
from pontoon.storage.players.store import PlayerStore
from pontoon.text import help_pages

OPTIONS: Mapping[str, str] = {"server": "--server", "channels": "--channel", "nickname": "--nick"}
"""The option with the answer for each of these keys of [irc]."""

_FOR_THE_OWNER = 0o700
_SECRET = 0o600  # config.ini may get a password


def write_folder(folder: Path, answers: Mapping[str, str]) -> None:
    """Write both files into FOLDER, with ANSWERS for keys of [irc].

    Raise StartupError, and write nothing, if an answer is wrong or one of the files is there.
    """
    if faults := list(_faults(answers)):
        raise StartupError(["; ".join(faults)])
    config, players = folder / "config.ini", folder / "players.xml"
    try:
        for file in (config, *folder.glob(f"{players.stem}.*")):
            if file.exists():
                raise StartupError([f"{file} is there already: --init overwrites nothing"])
        fs.make_folder(folder, _FOR_THE_OWNER)
        text = config_ini(_with_marks(answers))
        atomic_file.create(config, text.encode(), mode=_SECRET)
        with players_errors(players):
            PlayerStore.create(players, f"{date.today():%d/%m/%Y}")
    except OSError as error:
        raise StartupError([f"{folder} cannot be used: {error.strerror}"]) from error


def next_steps(folder: Path, command: str) -> Iterator[str]:
    """Yield what to say once the files are in FOLDER. COMMAND is how the bot was called."""
    start = f"{quote(command)} --config {quote(str(folder / 'config.ini'))}"
    where = "this folder" if folder == Path() else folder
    yield f"config.ini and players.xml are in {where}. Give players.xml a line for each player,"
    yield "before </players>:"
    yield "  <player><nick>dave</nick><chips>1000</chips></player>"
    yield "Then check both files, and start the bot:"
    yield f"  {start} --check"
    yield f"  {start}"
    yield f"{help_pages.for_one('!' + GAMES[0].name)} Say it in the channel."


def _with_marks(answers: Mapping[str, str]) -> Mapping[str, str]:
    """Return ANSWERS with # before each channel that has no mark: shells take # for a comment."""
    if "channels" not in answers:
        return answers
    names = filter(None, re.split(r"[,\s]+", answers["channels"]))
    marked = (each if each[0] in "#&+!" else f"#{each}" for each in names)
    return {**answers, "channels": ", ".join(marked)}


def _faults(answers: Mapping[str, str]) -> Iterator[str]:
    for key, text in answers.items():
        try:
            without_control(text)
        except ValueError as wrong:
            # A line feed would begin another line of config.ini: none of it is read further.
            yield f"{OPTIONS[key]}: {wrong}"
            return
    lines = [f"{key} = {text}" for key, text in _with_marks(answers).items()]
    try:
        read_lines([f"[{SECTION}]", *lines], Path(), {})
    except ConfigError as error:
        for fault in error.faults:
            yield f"{OPTIONS.get(fault.key.split()[-1], '--init')}: {fault.reason}"
