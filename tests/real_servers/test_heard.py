"""Whether a record was heard, as real servers say it."""

import pytest

from tests.real_servers.puppetry import CHANNEL, Start
from tests.real_servers.rawclient import RawClient

pytestmark = pytest.mark.real_server


@pytest.mark.parametrize("name", ["ngircd", "inspircd"])
def test_a_server_confirms_a_record_or_refuses_it(
    name: str, request: pytest.FixtureRequest, start: Start
) -> None:
    """In a moderated channel only people with voice are heard."""
    server = request.getfixturevalue(name)
    with RawClient(server, "dave") as dave:
        dave.join(CHANNEL)
        start(server)
        dave.expect("^:Puppet!.* JOIN ")
        for mode, verdict in (("-m", "heard"), ("+m", "refused: "), ("+v Puppet", "heard")):
            dave.send(f"MODE {CHANNEL} {mode}")
            dave.say("Puppet", f"record {CHANNEL}")
            dave.expect(f"^:Puppet!.* PRIVMSG dave :the record was {verdict}")
            said = [line for line in dave.lines if line.endswith(f"PRIVMSG {CHANNEL} :♢ a record")]
            assert len(said) == (verdict == "heard")
