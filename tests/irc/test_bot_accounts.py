"""The whole bot where players have accounts: who is asked about, and when."""

from pathlib import Path

import pytest

from pontoon.people import Person
from tests.clubhouse import CHANNEL
from tests.irc.whole import WholeBot


@pytest.fixture
def whole(tmp_path: Path) -> WholeBot:
    """Return a bot on a server that has to be asked, with dave and kevin in the channel."""
    return WholeBot(tmp_path, cards="5D 9C KH 9H")


def whois(whole: WholeBot, nick: str, account: str) -> list[str]:
    """Answer WHOIS; return what the bot sends then."""
    whole.rig.sent()
    whole.rig.receive(
        f":srv 311 Bot {nick} {nick} home * :real",
        *([f":srv 330 Bot {nick} {account} :is logged in as"] if account else []),
        f":srv 318 Bot {nick} :End",
    )
    return whole.rig.sent()


def claimed(whole: WholeBot) -> None:
    """Have dave claim his player."""
    whole.hears("dave", "claim", "Bot")
    whois(whole, "dave", "davy")


def test_nobody_is_asked_about_while_it_makes_no_difference(whole: WholeBot) -> None:
    assert not any("WHOIS" in line for line in whole.hears("dave", "bank", "Bot"))
    assert not any("WHOIS" in line for line in whole.hears("dave", "!pontoon dave kevin"))


@pytest.mark.parametrize("text", ["claim", "register"])
def test_who_claims_is_asked_about_each_time_until_they_are_logged_in(
    whole: WholeBot, text: str
) -> None:
    for _ in range(2):
        assert whole.hears("dave", text, "Bot") == ["WHOIS dave"]
        whois(whole, "dave", "")


def test_a_claim_is_answered_when_the_server_has_answered(whole: WholeBot) -> None:
    whole.hears("dave", "claim", "Bot")
    (answer,) = whois(whole, "dave", "")
    assert "PRIVMSG dave :I do not see you logged in" in answer
    whole.hears("dave", "claim", "Bot")
    (answer,) = whois(whole, "dave", "davy")
    assert answer.startswith("PRIVMSG dave :dave is yours")
    assert "<account>davy</account>" in whole.players_xml.read_text()


def test_from_then_on_who_says_something_is_asked_about(whole: WholeBot) -> None:
    claimed(whole)
    assert whole.hears("kevin", "bank", "Bot") == ["WHOIS kevin"]
    assert "kevin: chips 1000" in whois(whole, "kevin", "")[0]


def test_so_are_those_who_played_last_where_they_are_not_named(whole: WholeBot) -> None:
    whole.hears("kevin", "!pontoon dave kevin")
    whole.hears("kevin", "!pontoon stop")
    claimed(whole)
    whole.rig.clock.advance(100)
    assert whole.hears("kevin", "!pontoon") == ["WHOIS kevin", "WHOIS dave"]
    whois(whole, "kevin", "")
    said = whois(whole, "dave", "davy")
    assert any("Shed Pontoon: kevin, dave" in line for line in said)


def test_a_seat_that_depends_on_an_account_is_asked_about_after_a_lost_connection(
    whole: WholeBot,
) -> None:
    claimed(whole)
    whole.hears("dave", "!pontoon dave")
    whole.rig.clock.advance(100)
    croupier = whole.bot.club.croupier(CHANNEL)
    assert croupier is not None
    whole.bot.club.hall.disconnected()
    roster = whole.bot.roster(CHANNEL)
    assert roster is not None
    roster.remove("dave")
    roster.add(Person("dave", "dave@home"))
    whole.rig.sent()
    whole.bot.channel_described(CHANNEL)
    sent = whole.rig.sent()
    assert "WHOIS dave" in sent
    assert not any("5♦" in line for line in sent)
    assert any("5♦" in line for line in whois(whole, "dave", "davy"))
