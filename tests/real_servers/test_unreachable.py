"""The table goes on without somebody who cannot be written to."""

import pytest

from tests.real_servers.venue import Venue

pytestmark = pytest.mark.real_server


def test_on_inspircd_the_channel_is_told_who_cannot_be_written_to(inspircd_venue: Venue) -> None:
    """Once a round. They can play in the channel; written to again, they see their cards."""
    inspircd_venue.bot()
    dave, kevin = inspircd_venue.guests("dave", "kevin")
    for mode, why in (("g", "server-side ignore"), ("R", "registered account")):
        dave.send(f"MODE dave +{mode}")
        dave.expect(f"^:dave!.* MODE dave :?\\+{mode}")
        kevin.command("!pontoon dave kevin")
        kevin.sees(
            f"dave: my private messages do not reach you \\(.*{why}.*\\), so you cannot see your "
        )
        dave.command("!bet 10")
        kevin.whisper("10")
        kevin.sees("dave bets 10")
        assert not [said for said in kevin.what_came() if "do not reach" in said.text]
        dave.send(f"MODE dave -{mode}")
        dave.expect(f"^:dave!.* MODE dave :?-{mode}")
        dave.whisper("hand")
        dave.told(r"Stake 10, chips 9\d0")
        for guest in (dave, kevin):
            guest.whisper("resign")
        kevin.sees("Chips: ")


def test_on_ngircd_too(venue: Venue) -> None:
    venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    dave.send("MODE dave +b")
    dave.expect(r"^:dave!.* MODE dave :?\+b")
    kevin.command("!pontoon dave kevin")
    kevin.sees(r"dave: my private messages do not reach you \(.*registered.*\), so you cannot see ")
