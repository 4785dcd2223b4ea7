"""What config.ini changes in what people see, each setting in one short round."""

import re

import pytest

from tests.real_servers.guest import Guest, Said
from tests.real_servers.rounds import always, play
from tests.real_servers.test_whole_rounds import BET_ASKED
from tests.real_servers.told import read_result
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = pytest.mark.real_server

quickly = always("min", "s", "t")


def private_commands(guest: Guest) -> set[str]:
    """Return the commands in which GUEST was told something by the bot, and not in the channel."""
    said = (re.match(rf":{guest.bot}!\S+ (\w+) {guest.nick} ", line) for line in guest.log)
    return {match[1] for match in said if match is not None}


def test_with_notices_private_messages_are_notices(venue: Venue) -> None:
    """And what is for the channel is not."""
    venue.bot(irc={"notices": True})
    dave = venue.guest("dave")
    play("!pontoon dave", [dave], quickly)
    assert private_commands(dave) == {"NOTICE"}
    assert not [line for line in dave.log if f" NOTICE {CHANNEL} " in line]


def test_cards_in_ascii(venue: Venue) -> None:
    """No line has another character in it, and the results have the cards."""
    venue.bot(table={"cards": "ascii"})
    dave = venue.guest("dave")
    said = play_by_hand(dave)
    assert all(each.text.isascii() for each in said)
    assert re.search(r": ([2-9AJQK]|10)[CDHS]( ([2-9AJQK]|10)[CDHS])+ = \d+ ", result_in(said))


def test_cards_in_colour(venue: Venue) -> None:
    """Hearts and diamonds are red, everywhere, and nothing else is."""
    venue.bot(table={"colour": True})
    dave = venue.guest("dave")
    red = r"\x0304([2-9AJQK]|10)[♦♥]\x0f"
    seen = ""
    while "♥" not in seen:
        seen += "\n".join(each.text for each in play_by_hand(dave))
    plain = re.sub(red, "", seen)
    assert plain != seen
    assert not re.search("[♦♥\x03\x0f]", plain)


def test_whoever_strips_colours_sees_the_usual_shapes(venue: Venue) -> None:
    venue.bot(table={"colour": True})
    dave = venue.guest("dave")
    seen = ""
    while "♥" not in seen:
        said = play_by_hand(dave)
        seen = "\n".join(each.text for each in said)
        stripped = [re.sub("\x0304|\x0f", "", each.text) for each in said]
        assert len([line for line in stripped if read_result(line) is not None]) == 1
        assert BET_ASKED.fullmatch(stripped[1] if "Shed" in stripped[0] else stripped[0])


def test_another_prefix(venue: Venue) -> None:
    """Commands and moves begin with it, what begins with the usual one is ignored.

    Nothing else is another: private messages are messages.
    """
    venue.bot(irc={"prefix": "."})
    dave = venue.guest("dave")
    assert dave.answers_in_channel("!pontoon dave") == []
    play(".pontoon dave", [dave], quickly)
    assert private_commands(dave) == {"PRIVMSG"}
    dave.command(".pontoon")
    dave.told(r"\(1-\d+\)")
    assert dave.answers_in_channel("!bet 5") == []
    assert dave.answers_in_channel(".bet 5")[0].text.startswith("dave bets 5")


def play_by_hand(dave: Guest) -> list[Said]:
    """Have DAVE play alone, twisting until it is over; return all that he heard."""
    start = len(dave.log)
    dave.command("!pontoon dave")
    dave.whisper("min")
    over = False
    while not over:
        dave.whisper("t")
        dave.what_came()
        said = [each for line in dave.log[start:] if (each := dave.read(line)) is not None]
        over = any(each.text.startswith("Chips: ") for each in said)
    return said


def result_in(said: list[Said]) -> str:
    """Return the line that tells the result."""
    [line] = [each.text for each in said if ", stake " in each.text]
    return line
