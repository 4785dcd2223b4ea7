"""The whole bot where players have accounts: who is asked about, and when."""

from pathlib import Path

import pytest

from pontoon.irc.outgoing import Message, Priority
from pontoon.irc.people import Person
from tests.support.offline_bot import CHANNEL
from tests.support.whole_bot import WholeBot


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
    assert "PRIVMSG dave :You are not logged in to services" in answer
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
    for nick in ("dave", "kevin"):
        whole.hears(nick, "!bet 5")
    for nick in ("dave", "kevin"):
        whole.hears(nick, "!resign")
    claimed(whole)
    whole.rig.clock.advance(100)
    whole.tables_clock.advance(120)
    assert whole.hears("kevin", "!pontoon") == ["WHOIS kevin", "WHOIS dave"]
    whois(whole, "kevin", "")
    said = whois(whole, "dave", "davy")
    assert any("Shed Pontoon: kevin, dave" in line for line in said)


def test_so_are_those_who_have_joined_by_the_nicks_that_they_have(whole: WholeBot) -> None:
    for nick in ("dave", "kevin"):
        whole.hears(nick, "!join")
    whole.hears("kevin", "!deal")
    for nick in ("dave", "kevin"):
        whole.hears(nick, "!bet 5")
    for nick in ("dave", "kevin"):
        whole.hears(nick, "!resign")
    claimed(whole)
    whole.rig.receive(":dave!dave@home NICK dave_")
    whole.rig.clock.advance(100)
    assert whole.hears("kevin", "!deal") == ["WHOIS kevin", "WHOIS dave_"]
    whois(whole, "kevin", "")
    said = whois(whole, "dave_", "davy")
    assert any("Shed Pontoon: kevin, dave" in line for line in said)


def test_a_seat_that_depends_on_an_account_is_asked_about_after_a_lost_connection(
    whole: WholeBot,
) -> None:
    claimed(whole)
    whole.hears("dave", "!pontoon dave")
    whole.rig.clock.advance(100)
    croupier = whole.bot.croupiers.find(CHANNEL)
    assert croupier is not None
    whole.bot.croupiers.disconnected()
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


def test_so_is_a_place_at_a_table_that_somebody_has_joined(whole: WholeBot) -> None:
    claimed(whole)
    whole.hears("dave", "!join")
    whole.rig.clock.advance(100)
    roster = whole.bot.roster(CHANNEL)
    assert roster is not None
    whole.bot.croupiers.disconnected()
    roster.remove("dave")
    roster.add(Person("dave", "dave@home"))
    whole.rig.sent()
    whole.bot.channel_described(CHANNEL)
    assert whole.rig.sent() == ["WHOIS dave"]
    whois(whole, "dave", "davy")
    croupier = whole.bot.croupiers.find(CHANNEL)
    assert croupier is not None
    assert list(croupier.lineup.players) == ["dave"]


def comes(whole: WholeBot, source: str) -> None:
    whole.rig.receive(f":{source} JOIN {CHANNEL}")


def test_a_player_gets_none_of_what_was_said_by_who_had_the_nick_before_they_came(
    whole: WholeBot,
) -> None:
    """Nobody saw who that was, they being in no channel with the bot."""
    claimed(whole)
    whole.rig.receive(":dave!dave@home QUIT :bye")
    before = whole.players_xml.read_bytes()
    whole.rig.receive(":dave!mallory@elsewhere PRIVMSG Bot :bank +900")
    comes(whole, "dave!dave@home")
    whois(whole, "dave", "davy")
    assert whole.players_xml.read_bytes() == before


def test_nor_is_a_move_theirs(whole: WholeBot) -> None:
    """It would be by the nick alone that they are known, kevin having no account."""
    claimed(whole)
    whole.hears("dave", "!pontoon dave kevin", CHANNEL)
    whois(whole, "dave", "davy")
    whois(whole, "kevin", "")
    croupier = whole.bot.croupiers.find(CHANNEL)
    assert croupier is not None
    ask = croupier.ask
    whole.rig.receive(f":kevin!kevin@home PART {CHANNEL}")
    whole.rig.clock.advance(6)
    whole.rig.receive(":kevin!mallory@elsewhere PRIVMSG Bot :bet 5")
    comes(whole, "kevin!kevin@home")
    whois(whole, "kevin", "")
    assert croupier.seat_map.address("kevin") == "kevin"
    assert ask is not None
    assert croupier.ask is ask


def test_nor_do_orders_count_of_who_was_out_when_an_operator_comes(whole: WholeBot) -> None:
    """Where a channel lets people speak who are not in it."""
    claimed(whole)
    whole.rig.receive(f":op!x@elsewhere PRIVMSG {CHANNEL} :!pontoon off")
    comes(whole, "op!op@home")
    whole.rig.receive(f":srv MODE {CHANNEL} +o op")
    whois(whole, "op", "")
    croupier = whole.bot.croupiers.find(CHANNEL)
    assert croupier is not None
    assert not croupier.tables.kept.is_closed


def test_what_waits_is_not_said_by_who_is_found_with_the_nick_when_the_bot_comes_back(
    whole: WholeBot,
) -> None:
    claimed(whole)
    before = whole.players_xml.read_bytes()
    whole.rig.clock.advance(100)
    whole.hears("dave", "bank +900", "Bot")
    whole.rig.receive(f":kevin!k@h KICK {CHANNEL} Bot :out")
    whole.rig.client.channels.join([CHANNEL])
    whole.rig.join(CHANNEL, names="Bot dave kevin")
    whole.rig.receive(
        ":srv 311 Bot dave other elsewhere * :real",
        ":srv 330 Bot dave davy :is logged in as",
        ":srv 318 Bot dave :End",
    )
    assert whole.players_xml.read_bytes() == before


@pytest.mark.parametrize("seconds", [2, 10])
def test_what_waits_when_the_bot_leaves_is_heard_no_more(whole: WholeBot, seconds: int) -> None:
    """Its network may be one that config.ini does not have any longer, with its admins."""
    claimed(whole)
    whole.hears("kevin", "bank +5", "Bot")
    before = whole.players_xml.read_bytes()
    whole.rig.clock.advance(4)
    whole.rig.client.quit("bye")
    whole.rig.clock.advance(seconds)
    assert whole.players_xml.read_bytes() == before


def test_who_asks_all_the_time_does_not_keep_a_table_waiting(tmp_path: Path) -> None:
    """The bot has to ask who they are each time, they being in no channel with it."""
    whole = WholeBot(tmp_path, lines_per_second=1.0, burst=1)
    whole.rig.clock.pump([1.0] * 10)
    claimed(whole)
    whole.rig.clock.pump([1.0] * 10)
    whole.rig.sent()
    whole.bot.speak(Message(CHANNEL, ("kevin sticks",), Priority.GAME))
    whole.bot.speak(Message(CHANNEL, ("kevin wins",), Priority.GAME))
    sent: list[str] = []
    for second in range(4):
        for nick in ("mal", "mallory"):
            whole.rig.receive(f":{nick}!m@{second} PRIVMSG Bot :x")
        whole.rig.clock.advance(1.0)
        sent += whole.rig.sent()
        for nick in ("mal", "mallory"):
            whole.rig.receive(f":srv 318 Bot {nick} :End")
    assert [line for line in sent if CHANNEL in line] == [
        f"PRIVMSG {CHANNEL} :♢ kevin sticks",
        f"PRIVMSG {CHANNEL} :♢ kevin wins",
    ]
