"""Who is in which channel after any lines, compared with a plain roster for each channel."""

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from pontoon.irc.casemapping import FOLDS, Fold, rfc1459
from pontoon.irc.people import People
from tests.support.client_rig import Rig

CHANNELS = ("#a", "#B", "#c")
NICKS = ("dave", "DAVE", "kevin", "eve[", "eve{", "bob")
BOT = "Bot"


class PlainChannels:
    """A dictionary for each channel, from nicks to modes, and the last address of each nick."""

    def __init__(self) -> None:
        self.fold: Fold = rfc1459
        self.rosters: dict[str, dict[str, frozenset[str]]] = {}
        self.addresses: dict[str, str] = {}

    def said(self, nick: str, userhost: str) -> None:
        if any(self.fold(nick) in roster for roster in self.rosters.values()):
            self.addresses[self.fold(nick)] = userhost

    def joined(self, channel: str, nick: str, userhost: str) -> None:
        if nick == BOT:
            self.said(nick, userhost)
            self.rosters[self.fold(channel)] = {}
        elif (roster := self.rosters.get(self.fold(channel))) is not None:
            roster[self.fold(nick)] = frozenset()
            self.said(nick, userhost)

    def named(self, channel: str, nick: str) -> None:
        if (roster := self.rosters.get(self.fold(channel))) is not None:
            roster[self.fold(nick)] = frozenset()

    def left(self, channel: str, nick: str) -> None:
        if nick == BOT:
            self.said(nick, "b@h")
            self.rosters.pop(self.fold(channel), None)
        elif (roster := self.rosters.get(self.fold(channel))) is not None:
            roster.pop(self.fold(nick), None)

    def quit(self, nick: str) -> None:
        for roster in self.rosters.values():
            roster.pop(self.fold(nick), None)

    def renamed(self, old: str, new: str) -> None:
        for roster in self.rosters.values():
            if self.fold(old) in roster:
                roster[self.fold(new)] = roster.pop(self.fold(old))
        if (address := self.addresses.pop(self.fold(old), None)) is not None:
            self.addresses[self.fold(new)] = address

    def ranked(self, channel: str, nick: str) -> None:
        roster = self.rosters.get(self.fold(channel), {})
        if self.fold(nick) in roster:
            roster[self.fold(nick)] |= {"o"}

    def spoke(self, channel: str, nick: str, userhost: str) -> None:
        """Note that somebody has said something; who is in no channel of the bot's is not heard."""
        if self.fold(channel) in self.rosters:
            self.said(nick, userhost)

    def forget(self) -> None:
        """Forget the addresses of those who are nowhere."""
        here = {nick for roster in self.rosters.values() for nick in roster}
        self.addresses = {nick: each for nick, each in self.addresses.items() if nick in here}


Step = tuple[str, Callable[[PlainChannels], object]]
"""A line, and what it does."""


@st.composite
def steps(draw: st.DrawFn) -> Step:
    """Any line that a server may send about people, even one that makes no sense."""
    channel, nick = draw(st.sampled_from(CHANNELS)), draw(st.sampled_from(NICKS))
    userhost = draw(st.sampled_from(("u@one", "u@two")))
    source = f":{nick}!{userhost}"

    def after(act: Callable[[PlainChannels], object]) -> Callable[[PlainChannels], object]:
        def both(plain: PlainChannels) -> None:
            plain.said(nick, userhost)
            act(plain)

        return both

    new = draw(st.sampled_from(NICKS))
    choices: list[Step] = [
        (f"{source} JOIN {channel}", after(lambda p: p.joined(channel, nick, userhost))),
        (f"{source} PART {channel}", after(lambda p: p.left(channel, nick))),
        (f"{source} QUIT :bye", after(lambda p: p.quit(nick))),
        (f"{source} NICK {new}", after(lambda p: p.renamed(nick, new))),
        (f"{source} PRIVMSG {channel} :hello", lambda p: p.spoke(channel, nick, userhost)),
        (f":srv KICK {channel} {nick} :out", lambda p: p.left(channel, nick)),
        (f":srv MODE {channel} +o {nick}", lambda p: p.ranked(channel, nick)),
        (f":srv 353 {BOT} = {channel} :{nick}", lambda p: p.named(channel, nick)),
        (f":srv 352 {BOT} * u {userhost[2:]} srv {nick} H :0", after(lambda _: None)),
        (f":{BOT}!b@h JOIN {channel}", lambda p: p.joined(channel, BOT, "b@h")),
        (f":{BOT}!b@h PART {channel}", lambda p: p.left(channel, BOT)),
    ]
    return draw(st.sampled_from(choices))


def seen_by_both() -> tuple[Rig, PlainChannels]:
    """Let the bot be in two channels, with people."""
    rig, plain = Rig(capabilities=["server-time"]).register(), PlainChannels()
    for channel, names in {"#a": ["dave", "kevin"], "#B": ["dave", "eve["]}.items():
        plain.joined(channel, BOT, "b@h")
        for nick in (BOT, *names):
            plain.named(channel, nick)
        rig.join(channel, names=" ".join([BOT, *names]))
    rig.receive(f":{BOT}!b@h MODE {BOT} +B")
    plain.said(BOT, "b@h")
    return rig, plain


def check(rig: Rig, plain: PlainChannels) -> None:
    """Compare what both know."""
    rosters, fold = rig.client.channels.rosters, plain.fold
    known = {
        name: {fold(each.nick): roster.modes(each.nick) for each in roster}
        for name, roster in rosters.items()
    }
    assert known == plain.rosters
    addresses = {fold(each.nick): each.userhost for roster in rosters.values() for each in roster}
    assert addresses == {nick: plain.addresses.get(nick, "") for nick in addresses}
    check_index(rig, fold)


def check_index(rig: Rig, fold: Fold) -> None:
    """Compare the index of people with the rosters."""
    people: People = vars(rig.client.channels)["_people"]
    rosters = rig.client.channels.rosters.values()
    nicks = {fold(each.nick) for roster in rosters for each in roster}
    assert len(people) == len(nicks)
    assert people.memberships == sum(map(len, rosters))
    for nick in nicks:
        known = people.known(nick)
        assert known is not None
        having = [each for each in rosters if each.find(nick) == known.person]
        assert sorted(known.rosters, key=id) == sorted(having, key=id)


@given(st.lists(steps(), max_size=40))
def test_the_people_of_each_channel_are_those_of_a_roster_of_its_own(lines: list[Step]) -> None:
    rig, plain = seen_by_both()
    for line, act in lines:
        rig.receive(line)
        act(plain)
        plain.forget()
        rig.receive(*(f":srv 366 {BOT} {channel} :End" for channel in CHANNELS))
        check(rig, plain)


@given(st.lists(steps(), max_size=30), st.lists(st.sampled_from(sorted(FOLDS)), max_size=3))
def test_another_casemapping_leaves_everybody_where_they_are(
    lines: list[Step], mappings: list[str]
) -> None:
    """Of two nicks that become one, one is left."""
    rig, _ = seen_by_both()
    rig.receive(*(line for line, _ in lines))
    rig.receive(*(f":srv 366 {BOT} {channel} :End" for channel in CHANNELS))
    for mapping in mappings:
        fold, rosters = FOLDS[mapping], rig.client.channels.rosters.values()
        before = {each.name: {fold(person.nick) for person in each} for each in rosters}
        rig.receive(f":srv 005 {BOT} CASEMAPPING={mapping} :are supported")
        rosters = rig.client.channels.rosters.values()
        assert {each.name: {fold(person.nick) for person in each} for each in rosters} == before
        check_index(rig, fold)
