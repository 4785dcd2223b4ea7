"""MODE: who is operator or has voice in a channel, and what its flags are."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from pontoon.irc.local import replies
from pontoon.irc.local.limits import MOST_MODES
from pontoon.irc.local.network import Channel, Network, User
from pontoon.irc.local.replies import CHANNEL_FLAGS, RANKS, USER_MODES

_BANS = "b"
"""Clients ask for the list of bans; it is empty."""


class Change(NamedTuple):
    """A mode given or taken, and the nick of whom it is about where it is a rank."""

    given: bool
    letter: str
    nick: str = ""


def mode(network: Network, me: User, params: Sequence[str]) -> None:
    """Show or change the modes of a channel, or one's own."""
    name, *change = params
    if not name.startswith("#"):
        _own_modes(network, me, name, change)
    elif (channel := network.channel(name)) is None:
        me.reply(replies.NO_SUCH_CHANNEL, name)
    elif not change:
        me.reply(replies.CHANNEL_MODE_IS, channel.name, f"+{''.join(sorted(channel.flags))}")
        me.reply(replies.CREATION_TIME, channel.name, str(int(channel.created_at)))
    elif change[0].lstrip("+") == _BANS and len(change) == 1:
        me.reply(replies.END_OF_BAN_LIST, channel.name)
    elif not channel.is_operator(me):
        missing = me not in channel.members
        me.reply(replies.NOT_ON_CHANNEL if missing else replies.NOT_OPERATOR, channel.name)
    else:
        _change(network, me, channel, change)


def _own_modes(network: Network, me: User, nick: str, change: Sequence[str]) -> None:
    other = network.find(nick)
    if other is not me:
        me.reply(replies.USERS_DONT_MATCH if other is not None else replies.NO_SUCH_NICK, nick)
        return
    given = True
    before = me.is_invisible
    for letter in change[0] if change else "":
        if letter in "+-":
            given = letter == "+"
        elif letter in USER_MODES:
            me.is_invisible = given
        else:
            me.reply(replies.UNKNOWN_USER_MODE)
            break
    if me.is_invisible != before:
        me.link.send(f":{me.prefix} MODE {me.nick} :{'+' if me.is_invisible else '-'}i")
    if not change:
        me.reply(replies.USER_MODE_IS, "+i" if me.is_invisible else "+")


def _change(network: Network, me: User, channel: Channel, change: Sequence[str]) -> None:
    letters, *nicks = change
    made: list[Change] = []
    for each in islice(_read(letters, nicks), MOST_MODES):
        if each.letter in CHANNEL_FLAGS:
            made += _set_flag(channel, each)
        elif each.letter in RANKS:
            made += _set_rank(network, me, channel, each)
        else:
            me.reply(replies.UNKNOWN_MODE, each.letter)
    if made:
        channel.send(f":{me.prefix} MODE {channel.name} {_written(made)}")


def _read(letters: str, nicks: Sequence[str]) -> Iterator[Change]:
    remaining = iter(nicks)
    given = True
    for letter in letters:
        if letter in "+-":
            given = letter == "+"
        else:
            yield Change(given, letter, next(remaining, "") if letter in RANKS else "")


def _set_flag(channel: Channel, change: Change) -> list[Change]:
    """Return CHANGE if it changes anything."""
    if change.given == (change.letter in channel.flags):
        return []
    channel.flags ^= {change.letter}
    return [change]


def _set_rank(network: Network, me: User, channel: Channel, change: Change) -> list[Change]:
    """Return CHANGE, with the nick as it is spelt, if it changes anything."""
    other = network.find(change.nick)
    if not change.nick:
        me.reply(replies.NEED_MORE_PARAMS, "MODE")
    elif other is None:
        me.reply(replies.NO_SUCH_NICK, change.nick)
    elif (modes := channel.members.get(other)) is None:
        me.reply(replies.NOT_IN_CHANNEL, other.nick, channel.name)
    elif change.given != (change.letter in modes):
        modes ^= {change.letter}
        return [change._replace(nick=other.nick)]
    return []


def _written(changes: Sequence[Change]) -> str:
    """Return CHANGES as MODE has them: ``+o-m dave``."""
    letters, sign = "", ""
    for change in changes:
        if sign != (sign := "+" if change.given else "-"):
            letters += sign
        letters += change.letter
    return " ".join([letters, *(change.nick for change in changes if change.nick)])
