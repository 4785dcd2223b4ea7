"""Admins known by their accounts give a running bot orders; operators turn rounds off and on."""

from pathlib import Path

import pytest

from pontoon.text.admin_commands import NOTHING_CHANGED
from tests.real_servers import playersxml
from tests.real_servers.atheme import Services, identify
from tests.real_servers.guest import Guest
from tests.real_servers.rawclient import RawClient
from tests.real_servers.venue import BOT, CHANNEL, Venue, open_venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]


def answer(guest: Guest, text: str) -> str:
    """Return what GUEST is told in private for TEXT."""
    (found,) = (each for each in guest.answers(text) if each.target == guest.nick)
    return found.text


def test_an_admin_by_account_is_obeyed_and_nobody_else(services: Services, tmp_path: Path) -> None:
    """Whether it is about players, rounds or the bot itself."""
    for account in ("boss", "mallory", "dave"):
        services.register(account, "sesame")
    with open_venue(services.server, tmp_path) as venue:
        bot = venue.bot(admin={"accounts": "boss"})
        anna, dave, mallory = venue.guests("anna", "dave", "mallory")
        identify(anna, "boss", "sesame")
        identify(mallory, "mallory", "sesame")
        identify(dave, "dave", "sesame")  # everybody here comes from one host
        assert answer(anna, "add eve 500") == "eve is now a player with 500 chips."
        assert answer(anna, "chips eve -100") == "eve -100: 400 chips"
        assert answer(anna, "rename eve zoe") == "eve is now zoe."
        assert bot.entries()["zoe"].chips == 400
        for text in ("add mallory 500", "chips zoe +1", "remove zoe", f"stop {CHANNEL}"):
            assert answer(mallory, text) == answer(mallory, "fnord")
        assert answer(anna, "remove zoe") == "zoe is no longer a player; they had 400 chips."
        assert "zoe" not in bot.entries()

        dave.command("!pontoon dave")
        dave.told(r"\(1-\d+\)")
        dave.whisper("1")
        dave.sees("dave bets 1")
        assert "Shed Pontoon in #pontoon" in answer(anna, "status")
        assert answer(anna, f"stop {CHANNEL}") == f"The round in {CHANNEL} is stopped."
        assert bot.entries()["dave"].chips == 1000
        with RawClient(venue.server, "kevin") as kevin:
            kevin.send("CAP REQ :message-tags")
            kevin.join(CHANNEL)
            kevin.say(CHANNEL, "!pontoon kevin")
            tag = rf"\+draft/channel-context={CHANNEL}"
            kevin.expect(rf"^@\S*{tag}\S* :\S+ PRIVMSG kevin :Your card")
        anna.whisper(f"say {CHANNEL} Good night")
        dave.sees("Good night")
        assert answer(anna, "reload") == NOTHING_CHANGED
        assert answer(anna, "quit").startswith("I am shutting down")
        assert bot.exit_status() == 0


def test_operators_set_and_admins_ban_part_and_hear_of_faults(venue: Venue) -> None:
    """On a server without services admins are known by a mask."""
    dave, anna, mallory = venue.guests("dave", "anna", "mallory")
    bot = venue.bot(channels=(CHANNEL, "#den"), admin={"masks": "anna!*@*"})
    [shown] = dave.answers_in_channel("!pontoon set turn_timeout 45")
    assert shown.target == CHANNEL
    assert shown.text.startswith("From the next round on | turn_timeout 45 | games all (default)")
    assert "Only a channel operator" in mallory.answers_in_channel("!pontoon set banter no")[0].text
    mask = "mallory (*!~mallory@"
    assert mask in answer(anna, "ban mallory 10")
    mallory.whisper("games")
    [refusal] = dave.answers_in_channel("!pontoon dave mallory")
    assert "mallory" in refusal.text
    dave.command("!pontoon dave")
    dave.told(r"\(1-\d+\)")
    assert answer(anna, f"part {CHANNEL}").startswith(f"A round is being played in {CHANNEL}")
    assert answer(anna, "part #den").startswith("I have left #den.")

    bot.kill()
    bot.start_again()
    dave.sees("the round continues")
    assert "turn_timeout 45" in dave.answers_in_channel("!pontoon set")[0].text
    assert mask in answer(anna, "unban")
    assert answer(anna, "unban mallory") == "mallory is no longer banned."
    mallory.whisper("games")
    mallory.told("I deal")
    anna.whisper("audit")
    anna.told("all chips are accounted for")

    eve = venue.guest("eve", channel="#vault")
    eve.send("MODE #vault +i")
    eve.expect(r" MODE #vault \+i")
    assert answer(anna, "join #vault").startswith("I am joining #vault")
    anna.told("I cannot join #vault: ", 20)
    eve.send(f"INVITE {BOT} #vault")
    anna.told("The trouble with #vault is over", 20)
    good = bot.players_file.read_text()
    playersxml.replace(bot.players_file, "<players>")
    anna.told("players.xml cannot be used, and no round begins until it can: line 1", 20)
    playersxml.replace(bot.players_file, good)
    anna.told("The trouble with players.xml is over", 20)
    assert not any("players.xml" in line for line in dave.log)
