"""The whole bot on InspIRCd: ranks, hosts, casemapping and welcome are not those of an ngircd."""

import pytest

from tests.real_servers.guest import Guest
from tests.real_servers.playersxml import Entry
from tests.real_servers.venue import CHANNEL, MAX_LINE_BYTES, Venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]


@pytest.fixture
def venue(inspircd_venue: Venue) -> Venue:
    """Have every test here on an InspIRCd."""
    return inspircd_venue


def start_round(starter: Guest, *players: Guest) -> None:
    """Have STARTER start a round and PLAYERS be asked for their bets."""
    starter.command(f"!pontoon {' '.join(player.nick for player in players)}")
    for player in players:
        player.told(r"\(1-\d+\)\?")


def test_people_are_known_as_the_server_has_them(venue: Venue) -> None:
    """Braces are small brackets here, in players.xml too. New nicks take the seat along.

    The host that the others are shown, a cloak, is the one to come back with.
    """
    venue.bot({"a[b]": 1000, "dave": 1000})
    brackets, dave = venue.crowd("A{B}", "dave")
    if not any(" CASEMAPPING=rfc1459 " in line for line in brackets.log):
        pytest.skip("this InspIRCd compares nicks as ASCII, as all do from version 4 on")
    start_round(dave, brackets, dave)
    for nick in ("d[ave]", "D{AVE}", "dave"):
        dave.call_myself(nick)
        assert "(1-100)" in dave.answers("hand")[0].text
    dave.leave_server()
    assert "@cloaked-" in brackets.expect("^:dave!.* QUIT").string
    returned = venue.guest("dave")
    returned.told(r"Your card: .*\(1-100\)\?")
    returned.whisper("10")
    returned.told(r"You bet 10\. a\[b\] is still to bet\.")
    brackets.whisper("20")
    returned.sees(r"a\[b\] bets 20 \| dave bets 10 \|")


def test_operators_of_whatever_rank_stop_no_round(venue: Venue) -> None:
    """Whether they had it before the bot came or got it afterwards. Only a mask makes an admin."""
    dave = venue.guest("dave")
    kevin, bob, zoe = venue.crowd("kevin", "bob", "zoe")
    dave.send(f"MODE {CHANNEL} +a kevin")
    dave.expect(f"^:dave!.* MODE {CHANNEL} ")
    venue.bot(admin={"masks": "zoe!*@*"})
    start_round(bob, dave, bob)
    assert [said.target for said in kevin.answers_in_channel("!pontoon stop")] == ["kevin"]
    dave.send(f"MODE {CHANNEL} +oh-ao kevin bob kevin dave")
    dave.expect(f"^:dave!.* MODE {CHANNEL} ")
    assert [said.target for said in kevin.answers_in_channel("!pontoon stop")] == ["kevin"]
    assert [said.target for said in dave.answers_in_channel("!pontoon stop")] == ["dave"]
    # Everybody here comes from one host, and who plays stops no round.
    assert [said.target for said in zoe.answers_in_channel("!pontoon stop")] == ["zoe"]


def test_a_line_is_as_long_as_the_cloak_allows(venue: Venue) -> None:
    """It is cut where not one more name fits behind the prefix that the others see."""
    word = "ああ"
    nicks = [f"player{number}" for number in range(10)]
    names = [" ".join([f"あ{nick[-1]}", *[word] * 9]) for nick in nicks]
    players = {
        nick: Entry(1000, played=1, nickname=name) for nick, name in zip(nicks, names, strict=True)
    }
    venue.bot(players)
    guest, *_ = venue.crowd(*nicks)
    told = guest.answers_in_channel(f"!pontoon {' '.join(nicks)}")
    lines = [said.text for said in told if said.target == CHANNEL]
    assert " ".join(lines) == f"Shed Pontoon: {', '.join(names)} | place your bets"
    first = next(line for line in guest.raw if lines[0] in line.decode())
    assert 0 <= MAX_LINE_BYTES - len(first) - len(b"\r\n") < len(f" {names[0]},".encode())
