"""Whatever people send, the server inside the bot stays whole, and the bot sees what is so."""

from collections.abc import Sequence

from hypothesis import example, given
from hypothesis import strategies as st

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.line import parse
from pontoon.irc.server.server import MAX_LINE, Connection
from tests.support.client_rig import Rig
from tests.support.local_server import BOT, Inside, Visitor

COMMANDS = [name.removeprefix("irc_") for name in vars(Connection) if name.startswith("irc_")]

NAMES = ("dave", "kevin", "[bob]", "{BOB}", BOT, "#a", "#A", "#b", "nobody", "0", "*", "")

WORDS = st.one_of(
    st.sampled_from(NAMES),
    st.lists(st.sampled_from(NAMES), max_size=3).map(",".join),
    st.text("+-imovb", max_size=5),
    st.sampled_from(["END", "LS", ":"]),
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
        self.inside = Inside()
        self.rig = Rig(nickname=BOT, password=self.inside.server.token)
        self.bot = self.inside.stranger()
        self.people = [
            self.inside.stranger(),
            self.inside.person("dave", "#a"),
            self.inside.person("kevin"),
        ]
        self.exchange()
        for channel in ("#a", "#b"):
            self.rig.client.channels.join([channel])
        self.exchange()

    def exchange(self) -> None:
        """Carry lines between the server and the bot until neither has any."""
        while lines := self.rig.sent():
            for line in lines:
                self.bot.connection.dataReceived(line.encode() + b"\r\n")
            self.rig.client.dataReceived(self.bot.raw())
        self.rig.client.dataReceived(self.bot.raw())

    def obey(self, person: Visitor, line: str) -> None:
        """Let PERSON send LINE; who has quit is followed by another stranger."""
        person.raw()
        person.connection.dataReceived(line.encode(errors="surrogatepass") + b"\r\n")
        for heard in person.raw().split(b"\r\n")[:-1]:
            assert len(heard) <= MAX_LINE
            assert not set(heard) & set(b"\r\n\0")
            assert parse(heard.decode()) is not None
        if person.is_put_out:
            person.lose()
            self.people[self.people.index(person)] = self.inside.stranger()
        self.exchange()


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
    channels = evening.bot.connection.channels
    for channel in channels:
        roster = client.channels.find(channel.name)
        assert roster is not None
        seen = {each.nick: roster.modes(each.nick) for each in roster}
        assert seen == {user.nick: ranks for user, ranks in channel.members.items()}
        userhosts = {f"{each.nick}!{each.userhost}" for each in roster}
        assert userhosts == {user.prefix for user in channel.members}
    assert len(client.channels.rosters) == len(channels)
    assert not [line for line in evening.rig.logged if "fault" in line or "malformed" in line]
    network = evening.inside.server.network
    assert evening.bot.nick == BOT
    for channel in network.channels.values():
        assert channel.members
        for user in channel.members:
            assert network.find_user(user.nick) is user
            assert channel in user.channels
    for user in network.nicks.values():
        assert network.nicks[rfc1459(user.nick)] is user
        assert all(user in channel.members for channel in user.channels)
