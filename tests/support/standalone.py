"""A program that is the server inside the bot without the bot, for tests. Argument: the port.

The token of the bot goes to stdout, then what is logged, a line each.
"""

import sys
from typing import Any

from twisted.internet import reactor as twisted_reactor

from pontoon.irc.server.server import LocalServer
from tests.support.local_server import BOT

reactor: Any = twisted_reactor


def main(port: str) -> None:
    """Run until killed, or until told on stdin to shut down in good order."""
    server = LocalServer(
        bot_nick=BOT,
        port=int(port),
        reactor=reactor,
        log=lambda event: print(event, flush=True),
    )
    print(server.token, flush=True)
    server.start()
    reactor.callInThread(wait_for_word, server)
    reactor.run()


def wait_for_word(server: LocalServer) -> None:
    """Shut SERVER down once a line comes on stdin."""
    if sys.stdin.readline():
        reactor.callFromThread(shut_down, server)


def shut_down(server: LocalServer) -> None:
    """Send everybody home, and end."""
    server.stop("closing time").addBoth(lambda _: reactor.stop())


if __name__ == "__main__":
    main(sys.argv[1])
