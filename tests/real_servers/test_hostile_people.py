"""People on a real server who flood, mimic and forge: the table of the others goes on."""

import re
from random import Random

import pytest

from tests.real_servers.floods import MEGABYTE, memory_of
from tests.real_servers.guest import Guest
from tests.real_servers.rounds import play, randomly
from tests.real_servers.told import CARD
from tests.real_servers.venue import BOT, CHANNEL, Venue

pytestmark = pytest.mark.real_server

MOST_GROWTH = 8 * MEGABYTE
"""Bytes by which the bot may grow."""

USUAL_PACE = {"lines_per_second": 1, "burst": 8}

JUNK = [
    *(
        "x" * 400,
        "!" * 400,
        "!pontoon " + "x" * 390,
        "!pontoon " + "a " * 190,
        "♠" * 130,
        "\x02" * 300,
    ),
    *(
        "bank +" + "9" * 390,
        "set nickname " + "\u0300" * 180,
        "stats " + "x " * 190,
        "\x10n\x100" * 90,
    ),
    *(
        "\x1b[2J\x1b]0;owned\x07",
        "\u202e\u2066dave bets 10",
        "Chips: dave 0",
        "\x01" * 300,
        "9" * 400,
    ),
]


def seat_dave_and_kevin(venue: Venue) -> tuple[Guest, Guest, Guest]:
    """Have dave asked for a bet in a round with kevin, while mallory looks on."""
    dave, kevin, mallory = venue.crowd("dave", "kevin", "mallory")
    dave.command("!pontoon dave kevin")
    dave.told(r"\(1-100\)")
    kevin.told("Your card")
    kevin.what_came()
    return dave, kevin, mallory


def test_a_hundred_kilobytes_of_junk_change_nothing(venue: Venue) -> None:
    """From a stranger, and from a player who waits; nobody else hears anything of it."""
    bot = venue.bot({"dave": 1000, "kevin": 1000, "mallory": 1000}, "--verbose")
    dave, kevin, mallory = seat_dave_and_kevin(venue)
    before, entries = memory_of(bot._process.pid), bot.entries()
    for number in range(250):
        for guest, target in ((mallory, CHANNEL), (mallory, BOT), (kevin, BOT)):
            guest.say(target, JUNK[number % len(JUNK)])
    mallory.what_came()
    kevin.what_came()
    assert memory_of(bot._process.pid).peak - before.peak < MOST_GROWTH
    assert bot.entries() == entries
    assert {said.text.partition(" |")[0] for said in dave.what_came()} <= {
        "A round of Shed Pontoon is already being played here"
    }
    kevin.whisper("10")
    dave.whisper("50")
    kevin.sees(r"dave bets 50 \| kevin bets 10 \|")


def test_whoever_asks_too_much_waits_and_the_players_do_not(venue: Venue) -> None:
    """At a line a second: answers that come late are none, so that only so many wait."""
    venue.bot(irc=USUAL_PACE)
    dave, mallory = venue.crowd("dave", "mallory")
    for _ in range(500):
        mallory.whisper("help")
        mallory.command("!games")
    dave.command("!pontoon dave")
    dave.told(r"\(1-10\)")
    dave.whisper("10")
    dave.told("Stake 10")


def test_a_nick_like_a_players_has_nothing_of_the_players(venue: Venue) -> None:
    """An ngircd tells ``[dave]`` from ``{dave}``; what one may do the other may not."""
    bot = venue.bot({"[dave]": 1000, "kevin": 1000})
    one, other = venue.guest("[dave]", user="one"), venue.guest("{dave}", user="other")
    kevin = venue.guest("kevin")
    one.command("!pontoon [dave] kevin")
    one.told(r"\(1-100\)")
    before = bot.entries()
    for text in ("50", "hand", "leave", "stop", "bank +10", "bank", "set nickname Dave"):
        [answer] = other.answers(text)
        assert answer.target == "{dave}"
        assert re.search(CARD, answer.text) is None
    other.command("!pontoon {dave} kevin")
    one.sees(r"A round of Shed Pontoon is already being played here \| \[dave\], kevin to bet")
    assert bot.entries() == before
    kevin.whisper("10")
    one.whisper("50")
    kevin.sees(r"\[dave\] bets 50 \| kevin bets 10 \|")


def test_nobody_can_put_words_into_the_bots_mouth(venue: Venue) -> None:
    """Neither as a nick nor as a nickname nor as somebody to tell of."""
    venue.bot({"mallory": 1000, "dave": 1000})
    mallory, dave = venue.crowd("mallory", "dave")
    for forged in ("Chips:", "dave:", "dave\u00a0bets\u00a010", "\u202edave", "x=y", "(s)tick"):
        mallory.command(f"!pontoon {forged} {forged}")
        mallory.command(f"!pontoon stats {forged} 1000")
        mallory.whisper(f"set nickname {forged}")
    for nickname in ("Chips", "Shed Pontoon", BOT, "d\u0430ve", "dave bets 10", "\u3164"):
        [answer] = mallory.answers(f"set nickname {nickname}")
        assert "choose another" in answer.text or "must have letters" in answer.text
    heard = [said.text for said in dave.what_came()]
    assert heard
    assert all(text.startswith(("No round: ", "There is no player")) for text in heard)
    assert not [
        text
        for text in heard
        if ":" in text.removeprefix("No round:") or "=" in text or "\u202e" in text
    ]
    played = play("!pontoon mallory dave", [mallory, dave], randomly(Random(7)))
    assert list(played.balances) == ["mallory", "dave"]


def test_notices_are_never_answered(venue: Venue) -> None:
    """Programs send those, and one that answers them may go on for ever with another."""
    venue.bot()
    dave, kevin = venue.crowd("dave", "kevin")
    for target in (BOT, CHANNEL):
        for text in ("!pontoon dave", "help", "hand", "\x01PING 1\x01", "bank", ""):
            kevin.send(f"NOTICE {target} :{text}")
    assert kevin.what_came() == []
    assert dave.what_came() == []
