"""The whole bot on InspIRCd: ranks, hosts, casemapping and welcome are not those of an ngircd."""

from random import Random
from signal import SIGTERM

import pytest

from tests.real_servers.evenings import RICH, check_nothing_private_was_said, check_shed
from tests.real_servers.guest import Guest
from tests.real_servers.playersxml import Entry
from tests.real_servers.rounds import play, randomly
from tests.real_servers.venue import CHANNEL, LONGEST_LINE, Venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

ROUNDS = 4


@pytest.fixture
def venue(inspircd_venue: Venue) -> Venue:
    """Have every test here on an InspIRCd."""
    return inspircd_venue


def start_round(starter: Guest, *players: Guest) -> None:
    """Have STARTER start a round and PLAYERS be asked for their bets."""
    starter.command(f"!pontoon {' '.join(player.nick for player in players)}")
    for player in players:
        player.told(r"\(1-\d+\)\?")


def test_rounds_add_up(venue: Venue) -> None:
    """Cards stay private, and lines, chips and statistics agree each time."""
    bot = venue.bot({"dave": RICH, "kevin": RICH, "bob": RICH})
    guests = venue.crowd("dave", "kevin", "bob")
    answer = randomly(Random(4))
    for _ in range(ROUNDS):
        before = bot.entries()
        played = play("!pontoon dave kevin bob", guests, answer)
        check_shed(played, before, bot.entries())
        check_nothing_private_was_said(played)
    assert {entry.played for entry in bot.entries().values()} == {ROUNDS}


def test_a_nick_change_takes_the_seat_along(venue: Venue) -> None:
    """Also one that is none under this server's casemapping."""
    venue.bot()
    dave, kevin = venue.crowd("dave", "kevin")
    start_round(dave, dave, kevin)
    for nick in ("d[ave]", "D{AVE}", "david"):
        dave.call_myself(nick)
        assert "(1-100)" in dave.answers("hand")[0].text
    dave.whisper("10")
    dave.told(r"You bet 10\. kevin is still to bet\.")
    kevin.whisper("20")
    kevin.sees(r"dave bets 10 \| kevin bets 20 \|")


def test_nicks_are_compared_as_the_server_does(venue: Venue) -> None:
    """Braces are small brackets here, in players.xml too."""
    venue.bot({"a[b]": 1000, "dave": 1000})
    brackets, dave = venue.crowd("A{B}", "dave")
    start_round(dave, brackets, dave)
    dave.whisper("10")
    dave.told(r"You bet 10\. a\[b\] is still to bet\.")
    brackets.whisper("20")
    dave.sees(r"a\[b\] bets 20 \| dave bets 10 \|")


def test_who_quits_is_known_again_behind_a_cloak(venue: Venue) -> None:
    """The host that the others are shown is the one to come back with."""
    venue.bot()
    dave, kevin = venue.crowd("dave", "kevin")
    start_round(kevin, dave, kevin)
    dave.leave_server()
    assert "@cloaked-" in kevin.expect("^:dave!.* QUIT").string
    returned = venue.guest("dave")
    returned.told(r"Your card: .*\(1-100\)\?")
    returned.whisper("10")
    returned.told(r"You bet 10\. kevin is still to bet\.")
    kevin.whisper("20")
    kevin.sees(r"dave bets 10 \| kevin bets 20 \|")


@pytest.mark.parametrize("comes", ["before", "after"])
def test_operators_of_whatever_rank_stop_no_round(venue: Venue, comes: str) -> None:
    """Whether the bot COMES before ranks are changed or after. Only a mask makes an admin.

    Dave has a seat: the round would stop if bob said so, too.
    """
    dave = venue.guest("dave")
    kevin, bob, zoe = venue.crowd("kevin", "bob", "zoe")
    admin = {"masks": "zoe!*@*"}
    if comes == "before":
        venue.bot(admin=admin)
    dave.send(f"MODE {CHANNEL} +ah-o kevin bob dave")
    dave.expect(f"^:dave!.* MODE {CHANNEL} ")
    if comes == "after":
        venue.bot(admin=admin)
    start_round(bob, dave, bob)
    [refusal] = kevin.answers_in_channel("!pontoon stop")
    assert refusal.target == "kevin"
    dave.command("!pontoon stop")
    bob.sees("dave wants to stop the round; .*: bob$")
    zoe.command("!pontoon stop")
    bob.sees("The round is stopped")


def test_a_line_is_as_long_as_the_cloak_allows(venue: Venue) -> None:
    """It is cut where not one more name fits behind the prefix that the others see."""
    word = "☃☃"
    nicks = [f"player{number}" for number in range(10)]
    names = [" ".join([f"p{nick[-1]}", *[word] * 9]) for nick in nicks]
    players = {
        nick: Entry(1000, played=1, nickname=name) for nick, name in zip(nicks, names, strict=True)
    }
    venue.bot(players)
    guest, *_ = venue.crowd(*nicks)
    told = guest.answers_in_channel(f"!pontoon {' '.join(nicks)}")
    lines = [said.text for said in told if said.target == CHANNEL]
    assert " ".join(lines) == f"Shed Pontoon: {', '.join(names)} | place your bets"
    first = next(line for line in guest.raw if lines[0] in line.decode())
    assert 0 <= LONGEST_LINE - len(first) - len(b"\r\n") < len(f" {names[0]},".encode())


def test_goodbye_is_said_and_the_nick_is_free_for_the_next(venue: Venue) -> None:
    bot = venue.bot()
    dave = venue.guest("dave")
    bot.send(SIGTERM)
    assert "I am shutting down" in dave.sees_bot("QUIT")
    assert bot.exit_status(seconds=2.5) == 0
    venue.bot()
    start_round(dave, dave)
