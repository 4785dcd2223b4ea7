"""The least that can be called a bot with Twisted: it enters a channel and answers one command.

Arguments: host, port, nick, channel, the command, and the answer; with TLS also the file with the
authority's certificate.
"""
# ruff: noqa: N802, N815 -- Twisted knows a protocol's methods and attributes by these names

import sys
from pathlib import Path
from typing import Any

from twisted.internet import reactor as twisted_reactor
from twisted.internet.protocol import ClientFactory
from twisted.words.protocols.irc import IRCClient

reactor: Any = twisted_reactor


class BareBot(IRCClient):
    """A client in CHANNEL that says ANSWER to whoever says COMMAND there, as fast as it can."""

    lineRate = None

    def __init__(self, nick: str, channel: str, command: str, answer: str) -> None:
        self.nickname = nick
        self._channel = channel
        self._command = command
        self._answer = answer

    def signedOn(self) -> None:
        """Enter the channel."""
        self.join(self._channel)

    def privmsg(self, _user: str, channel: str, message: str) -> None:
        """Answer the command."""
        if message == self._command:
            self.msg(channel, self._answer)


def main(
    host: str, port: str, nick: str, channel: str, command: str, answer: str, ca_file: str = ""
) -> None:
    """Run until killed."""
    clients: Any = ClientFactory()
    clients.buildProtocol = lambda _: BareBot(nick, channel, command, answer)
    if ca_file:
        # Imported here: without TLS it is not needed.
        from twisted.internet.ssl import Certificate, optionsForClientTLS

        authority = Certificate.loadPEM(Path(ca_file).read_bytes())
        reactor.connectSSL(host, int(port), clients, optionsForClientTLS(host, authority))
    else:
        reactor.connectTCP(host, int(port), clients)
    reactor.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
