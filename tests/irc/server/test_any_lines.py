"""Whatever people send, the server inside the bot stays whole, and the bot sees what is so."""

from collections.abc import Sequence

from hypothesis import example, given
from hypothesis import strategies as st

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.line import parse
from pontoon.irc.server.commands import COMMANDS
from pontoon.irc.server.server import as_sent
from tests.support.client_rig import Rig
from tests.support.local_server import BOT, TOKEN, LocalNetwork, Person

NAMES = ("dave", "kevin", "[bob]", "{BOB}", BOT, "#a", "#A", "#b", "nobody", "0", "*", "")

WORDS = st.one_of(
    st.sampled_from(NAMES),
    st.lists(st.sampled_from(NAMES), max_size=3).map(",".join),
    st.text("+-imovb", max_size=5),
    st.sampled_from(["END", "LS", ":", TOKEN[:3]]),
    st.text(max_size=3),
)
LINES = st.builds(
    lambda command, middle, last: " ".join([command, *middle, *last]),
    st.sampled_from([*COMMANDS, "JOIN", "JOIN", "NICK", "NICK", "MODE", "MODE", "NOTHING"]),
    st.lists(WORDS, max_size=3),
    st.lists(st.text(max_size=400).map(":".__add__), max_size=1),
)
"""Lines that are nearly sensible."""

CONVERSATIONS = st.lists(st.tuples(st.integers(0, 2), st.one_of(LINES, st.text())), max_size=30)


class Evening:
    """Three people, the first of them a stranger still, and the bot's own client."""

    def __init__(self) -> None:
        self.floor = LocalNetwork()
        self.rig = Rig(nickname=BOT, password=TOKEN)
        self.bot = self.floor.stranger()
        self.people = [
            self.floor.stranger(),
            self.floor.person("dave", "#a"),
            self.floor.person("kevin"),
        ]
        self.exchange()
        for channel in ("#a", "#b"):
            self.rig.client.channels.join([channel])
        self.exchange()

    def exchange(self) -> None:
        """Carry lines between the server and the bot until neither has any."""
        while lines := self.rig.sent():
            self.tell_bot(self.bot.says(*lines))
        self.tell_bot(self.bot.heard())

    def tell_bot(self, lines: Sequence[str]) -> None:
        """Let the bot hear LINES of the server's."""
        for line in lines:
            self.rig.client.dataReceived(line.encode(errors="surrogateescape") + b"\r\n")

    def obey(self, person: Person, line: str) -> None:
        """Let PERSON send LINE; who has quit is followed by another stranger."""
        for heard in person.says(line):
            assert_is_message(heard)
        if person.closed_for:
            self.people[self.people.index(person)] = self.floor.stranger()
        self.exchange()


def assert_is_message(line: str) -> None:
    """Check that LINE can be sent to anybody."""
    assert not set(line) & set("\r\n\0")
    assert len(as_sent(line)) <= 512
    assert parse(line) is not None


@given(CONVERSATIONS)
@example([(1, "KICK #a PontoonBot"), (2, "JOIN #a"), (1, "PART #a"), (2, "MODE #a +o kevin")])
@example([(2, "PRIVMSG #a :x"), (0, "NICK dave"), (1, "NICK {bob}")])
def test_the_bot_knows_who_is_where_and_the_network_stays_whole(
    conversation: Sequence[tuple[int, str]],
) -> None:
    evening = Evening()
    for who, line in conversation:
        evening.obey(evening.people[who], line)
    client = evening.rig.client
    for channel in evening.bot.user.channels:
        roster = client.channels.find(channel.name)
        assert roster is not None
        seen = {each.nick: "o" in roster.modes(each.nick) for each in roster}
        assert seen == {user.nick: channel.is_operator(user) for user in channel.members}
        userhosts = {f"{each.nick}!{each.userhost}" for each in roster}
        assert userhosts == {user.prefix for user in channel.members}
    assert len(client.channels.rosters) == len(evening.bot.user.channels)
    assert not [line for line in evening.rig.logged if "fault" in line or "malformed" in line]
    network = evening.floor.network
    assert evening.bot.user.nick == BOT
    for channel in network.channels.values():
        assert channel.members
        for user in channel.members:
            assert network.find(user.nick) is user
            assert channel in user.channels
    for user in network.nicks.values():
        assert network.nicks[rfc1459(user.nick)] is user
        assert all(user in channel.members for channel in user.channels)
