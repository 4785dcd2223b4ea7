"""A program with one client in it that does what it is told to in private, for tests.

Arguments: port, wanted nick, channel. Events go to stdout, a line each.
"""

import sys
from functools import partial
from typing import Any

from twisted.internet import reactor as twisted_reactor
from twisted.internet.protocol import ClientFactory

from pontoon.irc.client import Client
from pontoon.irc.config import IrcConfig
from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.pace import SendRate
from pontoon.irc.people import Person
from pontoon.irc.session import Session
from pontoon.irc.whois import Precedence
from tests.real_servers.servers import HOST
from tests.support.client_rig import Ears

reactor: Any = twisted_reactor


class Puppet(Ears):
    """Enters a channel, says suits and records as it is told to, and who is there."""

    client: Client

    def __init__(self, channel: str) -> None:
        super().__init__()
        self._channel = channel
        self._asker = Person("")
        """Who wants to know what becomes of a record."""

    def welcomed(self) -> None:
        """Enter the channel."""
        self.client.channels.join([self._channel])

    def said(self, sender: Person, text: str, channel: str | None) -> None:
        """Do what TEXT says, if it is said in private."""
        if channel is None:
            self._obey(sender, text)

    def _obey(self, sender: Person, text: str) -> None:
        match text.split():
            case ["suits", target, number]:
                self._say(target, "♠" * int(number), Priority.GAME)
            case ["record", target]:
                self._record(target, sender)
            case ["look", nick]:
                self._describe(sender, nick)
            case ["known", nick]:
                self._tell_account(sender, self._person(nick))
            case ["me"]:
                self._tell_account(sender, sender)
            case ["ask", nick]:
                whois = self.client.queries
                whois.look_up(nick, Precedence.NAMED, partial(self._tell_account, sender))
            case ["quit", message]:
                self.client.quit(message)

    def undeliverable(self, _target: str, why: str) -> None:
        """Tell who has asked for a record that it was refused."""
        self._say(self._asker.nick, f"the record was refused: {why}", Priority.PROMPT)

    def closed(self, reason: str) -> None:
        """End the program."""
        self.heard.append(("closed", reason))
        reactor.stop()

    def _say(self, target: str, line: str, urgency: Priority) -> None:
        self.client.outbox.say(Message(target, (line,), urgency))

    def _record(self, target: str, asker: Person) -> None:
        """Say a record to TARGET, and tell ASKER whether it was heard."""
        self._asker = asker
        heard = partial(self._say, asker.nick, "the record was heard", Priority.PROMPT)
        self.client.outbox.say(Message(target, ("a record",), Priority.RECORD, left=heard))

    def _person(self, nick: str) -> Person:
        """Return who has NICK in the channel, as far as that is known."""
        return self.client.channels.member(self._channel, nick) or Person(nick)

    def _tell_account(self, asker: Person, about: Person) -> None:
        account = {None: "nobody knows", "": "nobody"}.get(about.account, about.account)
        self._say(asker.nick, f"{about.nick} is {account}", Priority.PROMPT)

    def _describe(self, asker: Person, nick: str) -> None:
        roster = self.client.channels.find(self._channel)
        person = roster.find(nick) if roster is not None else None
        if roster is None or person is None:
            self._say(asker.nick, f"{nick} is not here", Priority.PROMPT)
        else:
            modes = "".join(sorted(roster.modes(nick))) or "nothing"
            self._say(asker.nick, f"{nick} {person.userhost} {modes}", Priority.PROMPT)


def main(port: str, nickname: str, channel: str) -> None:
    """Run until the connection is lost."""
    puppet = Puppet(channel)
    listener: Any = puppet
    session = Session(
        IrcConfig(port=int(port), tls=False, nickname=nickname, realname="A puppet"),
        listener,
        reactor,
        lambda event: print(event, flush=True),
        lambda direction, line: print(direction, line, flush=True),
    )
    puppet.client = Client(session, SendRate(0.0, 3))
    clients: Any = ClientFactory()
    clients.noisy = False
    clients.buildProtocol = lambda _: puppet.client
    reactor.connectTCP(HOST, int(port), clients)
    reactor.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
