"""The plugin for ``twist pontoon`` and ``twistd pontoon``.

These programs keep the log. twistd can also detach from the terminal, write a file with the process
id and switch to another user. The bot handles signals itself.
"""

import os
import sys
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, cast

from twisted.application.service import Service
from twisted.internet.defer import Deferred
from twisted.python import usage

from pontoon.service import logs
from pontoon.service.service import BotService, reactor, startup_errors
from pontoon.service.signals import reload_on_hangup, stop_on_signals
from pontoon.service.startup import StartupError, configuration_for, take_players

__all__ = ["Options", "makeService"]

_CANNOT_START = 2


class Options(usage.Options):
    """The options of ``twist pontoon``."""

    optParameters: ClassVar = [  # noqa: N815 -- Twisted's name
        [
            "config",
            None,
            "config.ini",
            "Read this file instead of config.ini in the current folder.",
        ]
    ]
    optFlags: ClassVar = [  # noqa: N815 -- Twisted's name
        ["allow-root", None, "Allow running as root, although the bot needs no special rights."],
        ["verbose", None, "Log every line to and from the server."],
    ]


class TwistedService(Service):
    """BOT as a service of Twisted."""

    name = "pontoon"

    def __init__(self, bot: BotService) -> None:
        self._bot = bot

    def startService(self) -> None:  # noqa: N802 -- Twisted's name
        cast("Any", super()).startService()  # it has no types
        self._bot.start()

    def stopService(self) -> Deferred[None]:  # noqa: N802 -- Twisted's name
        cast("Any", super()).stopService()
        return self._bot.stop()


def makeService(options: usage.Options) -> TwistedService:  # noqa: N802 -- Twisted's name
    """Return the bot for OPTIONS; if it cannot start, print the reason in a line and exit."""
    path = Path(options["config"]).absolute()  # twistd may change the working directory
    allow_root, is_verbose = bool(options["allow-root"]), bool(options["verbose"])
    reread = partial(configuration_for, path, os.environ, allow_root=allow_root)
    try:
        config = reread()
        players = take_players(config.players.file, logs.info)
        with startup_errors(path):
            log_writer = logs.add(config.log)
            bot = BotService(config, players.store, reread, log_writer, reactor, verbose=is_verbose)
    except StartupError as error:
        print(f"pontoonbot: {error}", file=sys.stderr)
        raise SystemExit(_CANNOT_START) from None
    # twist and twistd install signal handlers when the reactor starts; these replace them. By then
    # twistd is another process, too, whose id belongs in the lock.
    reactor.callWhenRunning(stop_on_signals, reactor)
    reactor.callWhenRunning(reload_on_hangup, reactor, bot.reload)
    reactor.callWhenRunning(players.lock.sign)
    return TwistedService(bot)
