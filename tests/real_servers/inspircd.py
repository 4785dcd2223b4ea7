"""Starts an InspIRCd for a test: other casemapping, ranks, hosts and flood limits than ngircd's."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from tests.real_servers.servers import HERE, Server, running


@dataclass(frozen=True, slots=True)
class Flood:
    """What an InspIRCd takes from one client.

    BURST commands are obeyed at once, then so many of them A_SECOND, those that are much work
    counting several times. With FAKELAG the others wait, and only whoever lets more than UNREAD
    bytes of them wait is put out; without it, everybody who is faster.
    """

    burst: int
    a_second: int
    unread: int
    fakelag: bool


LENIENT = Flood(burst=100_000, a_second=1000, unread=65536, fakelag=False)
"""As good as no limits."""

PATIENT = Flood(burst=10, a_second=1, unread=8192, fakelag=True)
"""About as it comes, and as large networks have it."""

IMPATIENT = Flood(burst=25, a_second=1, unread=8192, fakelag=False)
"""The least burst that its manual allows without fakelag, and five lines more.

It forgives a line at each tick of its clock. On a busy machine it misses some, and the bot, which
says a line a second, would be put out for that.
"""


def running_inspircd(
    flood: Flood,
    folder: Path,
    *,
    more: str = "",
    before: str = "",
    name: str = "irc.test.local",
    number: str = "1TT",
) -> AbstractContextManager[Server]:
    """Run an InspIRCd with FLOOD limits.

    BEFORE and MORE are put around the rest of its configuration: of the classes of connections
    the first that fits is taken. NAME and NUMBER are its own among others.
    """
    template = before + (HERE / "inspircd.conf").read_text() + more
    template = template.replace("@NAME@", name).replace("@NUMBER@", number)
    template = template.replace("@BURST@", str(flood.burst))
    template = template.replace("@RATE@", str(1000 * flood.a_second))
    template = template.replace("@RECVQ@", str(flood.unread))
    template = template.replace("@FAKELAG@", "yes" if flood.fakelag else "no")
    # It wants to be told that it may run as root, and takes no notice of that elsewhere.
    return running("inspircd", ("--nofork", "--nopid", "--runasroot", "--config"), template, folder)
