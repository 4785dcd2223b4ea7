"""Two InspIRCds that are one network, with a link that can be cut and mended."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.real_servers.inspircd import LENIENT, running_inspircd
from tests.real_servers.rawclient import RawClient
from tests.real_servers.servers import Server, free_port

LINK_SECONDS = 10.0
ONCE_MORE_SECONDS = 0.2
BOTH = 2

NEAR, FAR = "irc.test.local", "far.test.local"

_LINKED = """
<module name="spanningtree">
<bind address="127.0.0.1" port="{port}" type="servers">
<link name="{other}" ipaddr="127.0.0.1" port="{others_port}" allowmask="127.0.0.1"
    sendpass="linked" recvpass="linked" timeout="10">
<class name="all" commands="*" privs="*" usermodes="*" chanmodes="*">
<type name="all" classes="all">
<oper name="oper" password="oper" host="*@*" type="all">
"""


class Network(NamedTuple):
    """NEAR and FAR server, and an OPERATOR on the near one who can part them."""

    near: Server
    far: Server
    operator: RawClient

    def link(self) -> None:
        """Make one network of them, and wait until it is one."""
        deadline = time.monotonic() + LINK_SECONDS
        while self._linked() < BOTH:
            assert time.monotonic() < deadline, "the servers do not link"
            # The far one may not have noticed yet that the link is cut, and want no second one.
            self.operator.send(f"CONNECT {FAR}")
            self.operator.arrived(ONCE_MORE_SECONDS)

    def cut(self) -> None:
        """Part them: each goes on by itself."""
        self.operator.send(f"SQUIT {FAR} :cut")
        deadline = time.monotonic() + LINK_SECONDS
        while self._linked() == BOTH:
            assert time.monotonic() < deadline, "the servers do not part"

    def _linked(self) -> int:
        """Return how many servers the near one knows, itself among them."""
        self.operator.send("LINKS")
        self.operator.expect(r" 365 ")
        return sum(" 364 " in line for line in self.operator.lines)


@contextmanager
def linked_network(folder: Path) -> Iterator[Network]:
    """Run two servers that are linked."""
    near_port, far_port = free_port(), free_port()
    near_folder, far_folder = folder / "near", folder / "far"
    near_folder.mkdir()
    far_folder.mkdir()
    to_far = _LINKED.format(port=near_port, other=FAR, others_port=far_port)
    to_near = _LINKED.format(port=far_port, other=NEAR, others_port=near_port)
    with (
        running_inspircd(LENIENT, near_folder, more=to_far) as near,
        running_inspircd(LENIENT, far_folder, more=to_near, name=FAR, number="2TT") as far,
    ):
        operator = RawClient(near, "oper")
        operator.send("OPER oper oper")
        operator.expect(r" 381 ")
        network = Network(near, far, operator)
        network.link()
        try:
            yield network
        finally:
            operator.close()
