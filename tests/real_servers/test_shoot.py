"""Shoot Pontoon, played by the whole bot on a real server."""

import re
from collections.abc import Collection
from random import Random

import pytest

from tests.real_servers import bankreferee, playersxml
from tests.real_servers.evenings import Entries, check_statistics, gains
from tests.real_servers.guest import Guest
from tests.real_servers.opencards import check_pack_game
from tests.real_servers.playersxml import Entry
from tests.real_servers.prompts import is_prompt
from tests.real_servers.rounds import Round, fickly, play, randomly, scripted, want_bank
from tests.real_servers.runningbot import RunningBot, dealing
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = pytest.mark.real_server

RICH = Entry(100_000)
EVERYBODY = dict.fromkeys(("dave", "kevin", "bob", "anna"), 1000)
CUTS = "AD KC KS QD"
"""The first one of them has the bank."""


def kitty_at(guest: Guest) -> int:
    """Return what is in the kitty, as GUEST is told in the channel."""
    [answer] = guest.answers_in_channel("!shoot bank")
    told = re.search(r"kitty (\d+)", answer.text)
    return 0 if told is None else int(told[1])


def kept_kitties(bot: RunningBot) -> dict[str, int]:
    """Return the kitties that are kept in the file of BOT, by their bankers."""
    return playersxml.kitties(bot.players_file)


def check_round(
    played: Round, before: Entries, after: Entries, kitty: int, left: Collection[str] = ()
) -> int:
    """Fail unless all that was told fits together, and players.xml went from BEFORE to AFTER.

    There were KITTY chips in the kitty before the round; what is in it now is returned. Players
    have LEFT the round.
    """
    winners = bankreferee.check_chips(played.banker, played.results, left)
    check_statistics("shoot", played, winners, before, after)
    check_pack_game(played, shows_ace=True)
    changes = gains(played)
    for name, chips in moved(played):
        changes[name] = changes.get(name, 0) + chips
    for nick, old in before.items():
        assert after[nick].chips - old.chips == changes.get(nick, 0), nick
    assert played.balances == {nick: after[nick].chips for nick in played.balances}
    return kitty - sum(changes.values())


def moved(played: Round) -> list[tuple[str, int]]:
    """Return which chips moved, as the channel was told, besides those in the results.

    They went to a name, or from it where that is negative; from the kitty, or from another.
    """
    moves: list[tuple[str, int]] = []
    banker = played.banker.name
    for item in " | ".join(played.channel).split(" | "):
        if (put := re.fullmatch(r"(\S+) puts (\d+) into the kitty.*", item)) is not None:
            moves.append((put[1], -int(put[2])))
        elif (taken := re.fullmatch(r"(\S+) takes the kitty of (\d+)", item)) is not None:
            moves.append((taken[1], int(taken[2])))
        elif (begun := re.fullmatch(r"(\S+) puts up no kitty.*", item)) is not None:
            banker = begun[1]
        elif (paid := re.fullmatch(r"(\S+) (?:gets|buys) the bank for (\d+)", item)) is not None:
            moves += [(paid[1], -int(paid[2])), (banker, int(paid[2]))]
    return moves


def test_an_evening_adds_up_with_the_kitty(venue: Venue) -> None:
    """Chips go between players, banker and kitty and nowhere else, whoever has the bank."""
    seated = ["dave", "kevin", "bob", "anna"]
    bot = venue.bot(dict.fromkeys(seated, RICH))
    guests = venue.guests(*seated)
    answer = randomly(Random(6))
    command, kitty, banker = f"!shoot {' '.join(seated)}", 0, ""
    for _ in range(15):
        before = bot.entries()
        played = play(command, guests, answer)
        kitty = check_round(played, before, bot.entries(), kitty)
        assert kitty_at(guests[0]) == sum(kept_kitties(bot).values()) == kitty >= 0
        if "no kitty" not in "".join(played.channel):
            assert banker in ("", played.banker.name)
        banker = bankreferee.takes_bank(played.banker, played.results) or played.banker.name
        command = "!shoot"


def test_an_evening_of_the_poor_and_fickle_loses_no_chip(venue: Venue) -> None:
    """They leave, sit out and go without a bank until hardly anybody can play any more."""
    bot = venue.bot({"dave": 40, "kevin": 20, "bob": 30, "anna": 9}, shoot={"min_bet": 2})
    guests = venue.guests(*EVERYBODY)
    random = Random(9)
    answer = fickly(random, randomly(random))
    kitty, rounds, able = 0, 0, list(EVERYBODY)
    while len(able) > 1 and rounds < 20:
        before = bot.entries()
        played = play(f"!shoot {' '.join(able)}", guests, answer)
        after = bot.entries()
        if not played.is_void:
            kitty = check_round(played, before, after, kitty, played.leavers)
        assert sum(kept_kitties(bot).values()) == kitty
        assert sum(entry.chips for entry in after.values()) + kitty == 99
        able = [nick for nick, entry in after.items() if entry.chips >= 4]
        rounds += 1


def test_the_bank_is_auctioned_and_silence_passes(venue: Venue) -> None:
    """The highest bidder pays the old banker, and puts up the kitty that is then shot at."""
    cards = "10D 9S KH 8H 9D 8S 10H 9C"
    program = dealing(cards, cuts=[CUTS])
    bot = venue.bot(EVERYBODY, program=program, shoot={"auction_timeout": 1})
    guests = venue.guests(*EVERYBODY)
    before = bot.entries()
    answer = scripted(
        dave="n, 10, o 20, s",
        kevin="..., 10, shoot 30, s",
        bob="bid 20, n, 10, s",
        anna="30, kitty 50, s",
    )
    played = play("!shoot dave kevin bob anna", guests, answer)
    assert check_round(played, before, bot.entries(), 0) == kitty_at(guests[0]) == 60
    assert moved(played) == [("anna", -30), ("dave", 30), ("anna", -50)]
    told = {hand.name: (hand.kind, hand.shot, hand.gain) for hand in played.results}
    assert told == {
        "dave": ("points", 20, 30),
        "kevin": ("points", 30, -40),
        "bob": ("points", 0, 10),
    }
    assert played.banker.name == "anna"


def test_what_was_shot_stays_with_the_first_of_two_hands(venue: Venue) -> None:
    """The new one gets a bet of its own before its second card; a bust gives the kitty its bet."""
    cards = "8D 9S 8H 8S KC 4D 7D KS 9H"
    bot = venue.bot(program=dealing(cards, cuts=["AD KC"]))
    guests = venue.guests("dave", "kevin")
    before = bot.entries()
    answer = scripted(dave="50, s", kevin="10, 20, p, 15, s, t, o 5, t")
    played = play("!shoot dave kevin", guests, answer)
    assert check_round(played, before, bot.entries(), 0) == kitty_at(guests[0]) == 50
    told = [(hand.number, hand.kind, hand.shot, hand.gain) for hand in played.results]
    assert told == [(1, "points", 20, 30), (2, "bust", 20, -30)]


def test_with_the_bank_the_kitty_changes_hands(venue: Venue) -> None:
    """By pontoon, and by sale; the old banker takes it, the new one puts up another."""
    stacks = ("AC 10H KH JD 9S 8H", "5C 6C KS 7D AD 9C 10D")
    bot = venue.bot(program=dealing(*stacks, cuts=["AD KC KS"]))
    dave, kevin, bob = guests = venue.guests("dave", "kevin", "bob")
    before = bot.entries()
    answer = scripted(dave="kitty 40, s", kevin="10, n", bob="20, 40, s")
    played = play("!shoot dave kevin bob", guests, answer)
    after = bot.entries()
    assert check_round(played, before, after, 0) == kitty_at(dave) == 0
    assert moved(played) == [("dave", -40)]
    kevin.command("!sell bank to bob for 100")
    bob.sees("kevin offers the bank to bob")
    bob.whisper("accept")
    dave.sees("bob buys")
    assert bot.chips() == {"dave": 920, "kevin": 1120, "bob": 960}
    after = bot.entries()
    answer = scripted(bob="100, s", dave="10, 100, t", kevin="10, s")
    played = play("!shoot", guests, answer)
    assert check_round(played, after, bot.entries(), 0) == kitty_at(dave) == 200
    assert moved(played) == [("bob", -100)]


def test_a_bust_makes_room_for_shots_before_a_fourth_card(venue: Venue) -> None:
    """One player may shoot the whole kitty; then nobody else is asked, as long as that stands."""
    cards = "4D 2S KH 5D 3S 8H 3C KC 10D 4C"
    bot = venue.bot(program=dealing(cards, cuts=["AD KC KS"]))
    guests = venue.guests("dave", "kevin", "bob")
    before = bot.entries()
    answer = scripted(dave="50, s", kevin="10, 50, t, t", bob="20, t, o 70, t, s")
    played = play("!shoot dave kevin bob", guests, answer)
    assert check_round(played, before, bot.entries(), 0) == kitty_at(guests[0]) == 30
    assert gains(played) == {"dave": -10, "kevin": -60, "bob": 90}
    assert not any("(o)" in line for line in played.private["kevin"])
    *_, after_shot, _ = filter(is_prompt, played.private["bob"])
    assert "(s)" not in after_shot, "who has shot must take a card"


def test_a_bankers_pontoon_takes_all_shots_into_the_kitty(venue: Venue) -> None:
    """Stakes are paid double, shoot bets only once; the pack is shuffled."""
    bot = venue.bot(program=dealing("10C 10H AH 10D 9S KH", cuts=["AD KC KS"]))
    guests = venue.guests("dave", "kevin", "bob")
    before = bot.entries()
    answer = scripted(dave="50", kevin="10, 40", bob="20, 10")
    played = play("!shoot dave kevin bob", guests, answer)
    assert check_round(played, before, bot.entries(), 0) == kitty_at(guests[0]) == 100
    assert bot.chips() == {"dave": 1010, "kevin": 940, "bob": 950}


def test_who_leaves_loses_the_shot_to_the_kitty(venue: Venue) -> None:
    """And the stake to the banker, who cannot leave any longer when the bank is turned up."""
    cards = "10H 9S KH 9D 8D 10S 8H 8S"
    bot = venue.bot(EVERYBODY, program=dealing(cards, cuts=[CUTS]))
    guests = venue.guests(*EVERYBODY)
    before = bot.entries()
    answer = scripted(
        kevin="10, 15, leave", bob="20, 5, s", anna="30, n, s", dave="kitty 50, !shoot leave, s"
    )
    played = play("!shoot dave kevin bob anna", guests, answer)
    assert check_round(played, before, bot.entries(), 0, ["kevin"]) == 60
    assert moved(played) == [("dave", -50)]
    assert kitty_at(guests[0]) == 60


def test_a_kitty_outlives_the_bot_and_is_paid_back_first(venue: Venue) -> None:
    """Into the chips of the banker, before anybody is dealt to; the bank is cut for then."""
    cards = "10S 9S 9H 8H"
    bot = venue.bot(EVERYBODY, program=dealing(cards, cuts=["AD KC"]))
    guests = venue.guests(*EVERYBODY)
    play("!shoot dave kevin", guests, scripted(dave="50, s", kevin="10, 20, s"))
    assert bot.chips() == {**EVERYBODY, "dave": 940, "kevin": 1030}
    assert kept_kitties(bot) == {"dave": 30}
    bot.stop()
    players_xml = bot.players_file.read_text(encoding="utf-8")
    anew = venue.bot(players_xml, program=dealing(cards, cuts=["AD KC KS"]))
    assert anew.chips() == bot.chips()
    kevin, bob = guests[1:3]
    kevin.command("!shoot kevin bob anna")
    anna = guests[3]
    bob.sees("dave takes the kitty of 30")
    bob.sees("Shoot Pontoon: kevin, bob, anna")
    want_bank(kevin, bob, anna)
    kevin.told(r"\(1-100\)")
    assert anew.chips() == {**EVERYBODY, "dave": 970, "kevin": 1030}
    assert kept_kitties(anew) == {}
    [stopped] = kevin.answers("stop")
    assert stopped.target == CHANNEL
    assert anew.chips()["dave"] == 970


def test_a_stopped_round_leaves_the_kitty_as_it_was(venue: Venue) -> None:
    """The person who has started it can stop it until something is put into the kitty."""
    bot = venue.bot(program=dealing("10C 10H KH 9D 9S 8H", cuts=["AD KC KS"]))
    dave, kevin, bob = guests = venue.guests("dave", "kevin", "bob")
    answer = scripted(dave="50, s", kevin="10, 20, s", bob="10, n, s")
    play("!shoot dave kevin bob", guests, answer)
    before = bot.players_file.read_bytes()
    kitty = kitty_at(dave)
    kevin.command("!shoot")
    want_bank(kevin, bob)
    dave.told(r"\(1-70\)")
    [stopped] = kevin.answers_in_channel("!shoot stop")
    assert stopped.target == CHANNEL
    assert bot.players_file.read_bytes() == before
    assert kitty_at(dave) == kitty == 30
