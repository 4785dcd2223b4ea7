"""British Pontoon, played by the whole bot on a real server."""

from collections.abc import Collection
from random import Random

import pytest

from tests.real_servers import bankreferee
from tests.real_servers.evenings import Entries, check_statistics, gains
from tests.real_servers.guest import Guest
from tests.real_servers.opencards import check_pack_game
from tests.real_servers.playersxml import Entry
from tests.real_servers.rounds import Round, always, play, randomly, scripted, want_bank
from tests.real_servers.runningbot import dealing
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = pytest.mark.real_server

RICH = Entry(100_000, bank=5)
PLAYERS = ("dave", "kevin", "bob", "anna")
CUTS = "AD KC KS QD"
"""The first one of them has the bank."""


def check_round(
    played: Round,
    before: Entries,
    after: Entries,
    *,
    price: int = 0,
    buyer: str = "",
    left: Collection[str] = (),
) -> None:
    """Fail unless all that was told fits together, and players.xml went from BEFORE to AFTER.

    The banker has sold the bank to BUYER for PRICE; players have LEFT the round.
    """
    winners = bankreferee.check_chips(played.banker, played.results, left)
    check_statistics("british", played, winners, before, after)
    check_pack_game(played, shows_ace=True)
    changes = gains(played)
    if buyer:
        changes[played.banker.name] += price
        changes[buyer] -= price
    assert sum(changes.values()) == 0
    for nick, old in before.items():
        assert after[nick].chips - old.chips == changes.get(nick, 0), nick
    assert played.balances == {nick: after[nick].chips for nick in changes}
    has_pontoon = any(hand.kind == "pontoon" for hand in played.hands)
    assert any("shuffle" in line for line in played.after_results) == has_pontoon


def banker_now(guest: Guest) -> str:
    """Return who has the bank, as GUEST is told in the channel."""
    [answer] = guest.answers_in_channel("!british bank")
    assert answer.target == CHANNEL
    return answer.text.partition(" has the bank")[0]


def test_an_evening_of_ten_rounds_adds_up(venue: Venue) -> None:
    """The bank goes where pontoons take it and nowhere else; the seats rotate."""
    seated = list(PLAYERS)
    bot = venue.bot(dict.fromkeys(seated, RICH))
    guests = venue.guests(*seated)
    answer = randomly(Random(4))
    command, banker = f"!british {' '.join(seated)}", ""
    rounds = moved = 0
    while rounds < 10 or not moved:
        before = bot.entries()
        played = play(command, guests, answer)
        check_round(played, before, bot.entries())
        assert played.channel[0].startswith(f"British Pontoon: {', '.join(seated)} | ")
        order = list(dict.fromkeys(result.name for result in played.results))
        place = seated.index(played.banker.name)
        assert order == seated[place + 1 :] + seated[:place]
        assert banker in ("", played.banker.name)
        taker = bankreferee.takes_bank(played.banker, played.results)
        banker, moved = taker or played.banker.name, moved + (taker is not None)
        assert banker_now(guests[0]) == banker
        command, seated = "!british", seated[1:] + seated[:1]
        rounds += 1


def test_a_pontoon_takes_the_bank_but_not_from_a_banker_who_has_one(venue: Venue) -> None:
    """Kevin's is paid double; with the bank he has another, for which all the others pay double."""
    stacks = ("AC 10H KH JD 9S 8H", "5C 6C AS 7D AD KS")
    program = dealing(*stacks, cuts=["AD KC KS"])
    bot = venue.bot(program=program)
    dave, _, bob = guests = venue.guests("dave", "kevin", "bob")
    before = bot.entries()
    played = play("!british dave kevin bob", guests, scripted(kevin="10", bob="20, s", dave="s"))
    after = bot.entries()
    check_round(played, before, after)
    assert gains(played) == {"dave": -40, "kevin": 20, "bob": 20}
    assert banker_now(dave) == "kevin"
    played = play("!british", guests, scripted(bob="10", dave="30"))
    check_round(played, after, bot.entries())
    assert gains(played) == {"kevin": 80, "bob": -20, "dave": -60}
    assert banker_now(bob) == "kevin"


def test_a_bankers_five_card_trick_gets_double_and_a_bust_pays_double(venue: Venue) -> None:
    """The trick gets it from a trick as well, but pays a pontoon, which takes the bank."""
    stacks = (
        "AH 2S 2H JD 3S 3H 2D 4D 5D 4H 5H 6H",
        "2S 10D KH 3S 9D 6H 2D 4D 5D JC",
    )
    bot = venue.bot(program=dealing(*stacks, cuts=["AD KC KS"]))
    guests = venue.guests("dave", "kevin", "bob")
    before = bot.entries()
    answer = scripted(kevin="10", bob="20, t, t, t", dave="t, t, t")
    played = play("!british dave kevin bob", guests, answer)
    after = bot.entries()
    check_round(played, before, after)
    assert gains(played) == {"dave": 20, "kevin": 20, "bob": -40}
    answer = scripted(bob="10, t, t, t", dave="10, s", kevin="t")
    played = play("!british", guests, answer)
    check_round(played, after, bot.entries())
    assert gains(played) == {"kevin": -30, "bob": 20, "dave": 10}


def test_the_bank_is_sold_in_private_and_in_the_channel(venue: Venue) -> None:
    """It goes at the end of the round, for the price; a buyer may decline, a banker cancel.

    Between two rounds it goes at once.
    """
    cards = "10C 10H KH 9D 8S 8H 10S 7H 10D 9H 9S 8D"
    bot = venue.bot(program=dealing(cards, cuts=["AD KC KS"]))
    dave, kevin, bob = venue.guests("dave", "kevin", "bob")
    before = bot.entries()
    dave.command("!british dave kevin bob")
    want_bank(dave, kevin, bob)
    kevin.told(r"Bet \(1-100\)")
    for seller, offer in ((dave.whisper, "sell bank to bob for 5"), (dave.command, "!cancel")):
        seller(offer)
        bob.sees("dave .*the bank")
    dave.whisper("sell bank to bob for 20")
    bob.sees("dave offers the bank to bob")
    bob.whisper("decline")
    dave.sees("bob does not want the bank")
    dave.whisper("sell bank to KEVIN for 200")
    kevin.sees("dave offers the bank to kevin for 200")
    [refusal] = bob.answers("accept")
    assert refusal.target == "bob"
    kevin.whisper("accept")
    dave.sees("kevin buys")
    assert banker_now(bob).startswith("dave")
    played = play("!bet 10", [kevin, dave, bob], scripted(kevin="s", bob="10, s", dave="s"))
    after = bot.entries()
    check_round(played, before, after, price=200, buyer="kevin")
    assert bot.chips() == {"dave": 1200, "kevin": 810, "bob": 990}
    assert banker_now(bob) == "kevin"
    kevin.command("!sell bank to bob for 5")
    bob.sees("kevin offers the bank to bob for 5 chips, at once")
    bob.command("!accept")
    dave.sees("bob buys the bank for 5")
    assert bot.chips() == {"dave": 1200, "kevin": 815, "bob": 985}
    assert banker_now(dave) == "bob"
    after = bot.entries()
    played = play("!british", [dave, kevin, bob], scripted(kevin="10, s", dave="10, s", bob="s"))
    check_round(played, after, bot.entries())
    assert played.banker.name == "bob"


def test_a_hand_is_split_twice_and_each_plays_for_its_own_stake(venue: Venue) -> None:
    """Two cards face down at once; what is bought stays so, and a bust is thrown in face up."""
    cards = "8D 10S 8H 7H 8C KC 3S AH 10D 5C KD"
    bot = venue.bot(program=dealing(cards, cuts=["AD KC"]))
    guests = venue.guests("dave", "kevin")
    before = bot.entries()
    answer = scripted(kevin="10, p, p, b 20, s, t, t", dave="s")
    played = play("!british dave kevin", guests, answer)
    check_round(played, before, bot.entries())
    told = [(hand.number, hand.kind, hand.stake, hand.gain) for hand in played.results]
    assert told == [(1, "twenty-one", 30, 30), (2, "points", 10, 10), (3, "bust", 10, -10)]
    assert bot.chips()["kevin"] == 1030


def test_who_leaves_loses_the_stake_and_nobody_leaves_once_the_bank_is_turned_up(
    venue: Venue,
) -> None:
    """Dave asks for it in vain, and stays."""
    cards = "10H 9S KH 9D 8D 10S 8H 8S"
    bot = venue.bot(players=dict.fromkeys(PLAYERS, 1000), program=dealing(cards, cuts=[CUTS]))
    guests = venue.guests(*PLAYERS)
    before = bot.entries()
    answer = scripted(kevin="10, !british leave", bob="20, s", anna="30, s", dave="leave, s")
    played = play("!british dave kevin bob anna", guests, answer)
    check_round(played, before, bot.entries(), left=["kevin"])
    assert gains(played) == {"dave": -40, "kevin": -10, "bob": 20, "anna": 30}
    assert banker_now(guests[0]) == "dave"


def test_a_stopped_round_leaves_chips_and_bank_where_they_were(venue: Venue) -> None:
    """Nobody but the person who has started it can stop it, and only until the first bet."""
    bot = venue.bot(program=dealing("10C 10H KH 9D 8S 8H", cuts=["AD KC KS"]))
    dave, kevin, bob = guests = venue.guests("dave", "kevin", "bob")
    play("!british dave kevin bob", guests, always("min", "s", "t"))
    before = bot.players_file.read_bytes()
    dave.command("!british")
    want_bank(kevin, bob)
    kevin.told(r"Bet \(1-100\)")
    [refusal] = bob.answers("stop")
    assert refusal.target == "bob"
    [stopped] = dave.answers_in_channel("!british stop")
    assert stopped.target == CHANNEL
    assert bot.players_file.read_bytes() == before
    assert banker_now(bob) == "dave"
