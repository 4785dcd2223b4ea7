"""One bot on two networks at once."""

from collections.abc import Iterator
from pathlib import Path
from signal import SIGTERM
from typing import NamedTuple

import pytest

from tests.real_servers.servers import HOST, free_port
from tests.real_servers.twonetworks import TwoNetworks, network, open_two
from tests.real_servers.venue import CHANNEL

pytestmark = pytest.mark.real_server


class Place(NamedTuple):
    """Where a server listens, or could."""

    host: str
    port: int


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoNetworks]:
    with open_two(tmp_path) as opened:
        yield opened


def test_rounds_are_played_on_both_at_the_same_time_and_go_on_after_a_restart(
    two: TwoNetworks,
) -> None:
    """The chips are the same ones: they can neither be staked twice nor taken to the bank."""
    bot = two.bot(two.settings())
    bot.wait_for(rf"\[127.0.0.1\] in {CHANNEL}$")
    bot.wait_for(rf"\[west\] in {CHANNEL}$")
    dave, kevin = two.guest("dave", two.east), two.guest("kevin", two.west)
    dave.command("!pontoon dave")
    dave.told(r"\(1-10\)")
    assert dave.answers("3")[0].text.startswith("dave bets 3")
    double = two.guest("dave", two.west)
    [refusal] = double.answers_in_channel("!pontoon dave")
    assert refusal.text == f"No round: dave is playing in {CHANNEL} on 127.0.0.1"
    [refusal] = double.answers("bank +100")
    assert refusal.text.startswith(f"dave is playing in {CHANNEL} on 127.0.0.1: say that again")
    assert "I deal card games" in double.answers("5")[0].text
    kevin.command("!pontoon kevin")
    kevin.told(r"\(1-10\)")

    bot.kill()
    bot.start_again()
    kevin.sees("the round continues")
    kevin.sees("place your bets")
    kevin.told(r"\(1-10\)")
    dave.sees("the round continues")
    dave.told("Stake 3")
    assert kevin.answers("4")[0].text.startswith("kevin bets 4")
    for guest in (kevin, dave):
        guest.command("!pontoon resign")
        guest.sees("Chips: ")
    assert bot.chips() == {"dave": 997, "kevin": 996, "bob": 1000}

    bot.send(SIGTERM)
    assert bot.exit_status() == 0
    assert "shutting down" in dave.sees_bot("QUIT")
    assert "shutting down" in kevin.sees_bot("QUIT")


def test_a_network_that_goes_down_or_is_never_there_does_not_disturb_the_other(
    two: TwoNetworks,
) -> None:
    """A round waits there for its server to come back."""
    missing = network(two.west, port=free_port())
    bot = two.bot(two.settings({"irc:north": missing}))
    bot.wait_for(rf"\[127.0.0.1\] in {CHANNEL}$")
    bot.wait_for(rf"\[west\] in {CHANNEL}$")
    bot.wait_for(r"\[north\] cannot connect")
    dave, bob = two.guest("dave", two.east), two.guest("bob", two.east)
    kevin = two.guest("kevin", two.west)
    kevin.command("!pontoon kevin")
    kevin.told(r"\(1-10\)")
    dave.command("!pontoon dave bob")
    dave.told(r"\(1-100\)")
    bob.told(r"\(1-100\)")
    two.west.kill()
    bot.wait_for(r"\[west\] connection closed")
    dave.whisper("50")
    dave.told(r"You bet 50\. bob is still to bet\.")
    bob.whisper("20")
    dave.sees(r"dave bets 50 \| bob bets 20")
    two.revive_west()
    bot.wait_for(rf"\[west\] in {CHANNEL}$", times=2)
    assert "[127.0.0.1] connection closed" not in bot.log
    kevin = two.guest("kevin", two.west)
    kevin.told(r"\(1-10\)")
    bot.stop()


def test_the_server_inside_the_bot_may_be_one_of_them(two: TwoNetworks) -> None:
    at_home = Place(HOST, free_port())
    home = {"server": "local", "port": at_home.port}
    bot = two.bot(two.settings({"irc:home": home}))
    bot.wait_for(rf"\[home\] in {CHANNEL}$")
    bot.wait_for(rf"\[west\] in {CHANNEL}$")
    dave = two.guest("dave", at_home)
    kevin = two.guest("kevin", two.west)
    dave.command("!pontoon dave")
    kevin.command("!pontoon kevin")
    dave.told(r"\(1-10\)")
    kevin.told(r"\(1-10\)")
    bot.stop()
    assert "shutting down" in kevin.sees_bot("QUIT")
