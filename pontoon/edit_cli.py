"""Editing players.xml, where the bot is that plays."""

import os
import shlex
import subprocess
from argparse import Namespace
from contextlib import suppress
from platform import node

from pontoon.progress import Progress
from pontoon.service.startup import (
    StartupError,
    configuration,
    is_missing,
    place_of,
    players_errors,
    players_faults,
)
from pontoon.storage.place import Server, dialect_of, reading
from pontoon.storage.players.kept_document import is_as_new
from pontoon.storage.players.store import PlayerStore
from pontoon.text import reports

_OK, _FAULTY = 0, 1

_EDITOR = "vi"
"""What POSIX has on every machine."""


def edit_players(options: Namespace, _progress: Progress) -> int:
    """Open players.xml in the editor of the environment, and check it; return the exit status.

    StartupError if it is to be edited on another machine.
    """
    place = place_of(configuration(options.config, os.environ).players)
    if isinstance(place, Server):
        with players_errors(place.players):
            _refuse_elsewhere(place)
    file = place.players if isinstance(place, Server) else place
    if is_missing(file):
        raise StartupError([f"{file} is missing: the first start of the bot creates it"])
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or _EDITOR
    try:
        done = subprocess.run([*shlex.split(editor), str(file)], check=False)
    except (OSError, ValueError) as error:
        raise StartupError([f"{editor} cannot be started: {error}"]) from error
    store = PlayerStore(file)
    store.refresh()
    faults = players_faults(file, store.faults)
    with suppress(BrokenPipeError):
        print(*(faults or [reports.EDITED.format(file=file)]), sep="\n")
    return _FAULTY if faults or done.returncode else _OK


def _refuse_elsewhere(place: Server) -> None:
    """Raise StartupError unless what is written into the players.xml here counts."""
    dialect_of(place)  # this tells if psycopg is missing
    from pontoon.storage.standby import host_that_plays

    host = host_that_plays(place.url)
    if host not in (None, node()):
        raise StartupError([f"the bot plays on {host}: edit players.xml there"])
    with reading(place) as read:
        if host is None and not is_as_new(place.players, read):
            raise StartupError(
                [f"{place.players} is not the latest one: start the bot, which brings it here"]
            )
