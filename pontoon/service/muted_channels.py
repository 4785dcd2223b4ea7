"""Channels that refuse what the bot says, such as moderated ones: who learns of it, and when."""

from collections.abc import Callable, Iterator
from itertools import islice

from pontoon.irc.outgoing import Message, Priority, Send
from pontoon.irc.people import NetworkPort, Person
from pontoon.irc.timing import Timers
from pontoon.tables.croupier import Croupier
from pontoon.text import announcements

RETRY_SECONDS = 60.0
"""Seconds after a refusal until the bot says again what matters: not all servers tell of modes."""

MAX_TOLD = 50
"""People who are told of one channel: nicks are easily changed."""


class MutedChannels:
    """Tells people of NETWORK by SPEAK that the bot cannot be heard in a channel, and LOG once.

    They are whoever asked last, and an operator, who can help. TIMERS are those of the connection.
    """

    def __init__(
        self, network: NetworkPort, speak: Send, timers: Timers, log: Callable[[str], None]
    ) -> None:
        self._network = network
        self._speak = speak
        self._timers = timers
        self._log = log
        self._askers: dict[str, str] = {}
        """The nick of the last who said a command in each of the bot's channels."""
        self._told: dict[str, set[str]] = {}
        """For each channel that refuses lines, the folded nicks of those who know."""

    def asked(self, channel: str, person: Person) -> None:
        """Note that PERSON has said a command in CHANNEL."""
        self._askers[channel] = person.nick

    def refused(self, croupier: Croupier, why: str) -> None:
        """Tell people that the channel of CROUPIER did not hear it; WHY is what the server says."""
        channel, fold = croupier.channel, self._network.fold
        croupier.line_refused()
        if channel not in self._told:
            self._log(f"cannot speak in {channel}: {why}")
        told = self._told.setdefault(channel, set())
        text = announcements.CANNOT_SPEAK.format(
            channel=channel, why=why.rstrip("."), nick=self._network.nickname
        )
        for nick in self._who_should_know(channel):
            if fold(nick) not in told and len(told) < MAX_TOLD:
                told.add(fold(nick))
                self._speak(Message(nick, (text,), Priority.CHATTER))
        self._timers.after(RETRY_SECONDS, ("muted", channel), croupier.speak_again)

    def may_speak(self, channel: str) -> None:
        """Note that the bot may be heard in CHANNEL now: a refusal is news again."""
        self._told.pop(channel, None)
        self._timers.cancel(("muted", channel))

    def forget(self) -> None:
        """Note that the connection is gone: on the next one, a refusal is news again."""
        self._told.clear()
        self._askers.clear()

    def _who_should_know(self, channel: str) -> Iterator[str]:
        """Yield the nicks of whoever asked last in CHANNEL, and of an operator there."""
        roster = self._network.roster(channel)
        if roster is None:
            return
        asker = self._askers.get(channel)
        if asker is not None and roster.find(asker) is not None:
            yield asker
        operators = (each.nick for each in roster if roster.is_operator(each.nick))
        yield from islice((nick for nick in operators if not self._network.is_me(nick)), 1)
