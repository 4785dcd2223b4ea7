"""What becomes of people while the server has not said which account they are logged in to."""

from pathlib import Path
from typing import Any

import pytest

from pontoon.irc.people import Person
from pontoon.irc.whois import ANSWER_SECONDS
from tests.support.offline_bot import CHANNEL
from tests.support.whole_bot import WholeBot

PUPPETS = [f"u{number}" for number in range(30)]
SAY_IT_AGAIN = "Please try again"


def whois(whole: WholeBot, nick: str, account: str = "") -> list[str]:
    """Answer WHOIS; return what the bot sends then."""
    whole.rig.sent()
    whole.rig.receive(
        f":srv 311 Bot {nick} {nick} home * :real",
        *([f":srv 330 Bot {nick} {account} :is logged in as"] if account else []),
        f":srv 318 Bot {nick} :End",
    )
    return whole.rig.sent()


def private(lines: list[str], nick: str) -> list[str]:
    """Return those of LINES that are for NICK."""
    return [line for line in lines if line.startswith(f"PRIVMSG {nick} ")]


def at_the_table(folder: Path, **settings: Any) -> WholeBot:
    """Have dave, who has an account, play against kevin; mallory and many puppets look on.

    What was known of everybody's account is so long ago that the server has to be asked again.
    """
    whole = WholeBot(folder, cards="5D 9C KH 9H 2S", user_lines_per_second="2", **settings)
    whole.rig.clock.pump([1.0] * 6)
    whole.rig.confirmed()  # the seal of the deck was heard
    whole.hears("dave", "claim", "Bot")
    whois(whole, "dave", "davy")
    whole.hears("dave", "!pontoon dave kevin")
    whois(whole, "kevin")
    whole.rig.clock.pump([1.0] * 6)
    whole.rig.confirmed()  # the line about the deck was heard
    whole.rig.clock.pump([1.0] * 6)  # until the questions are there
    for nick, account in (("dave", "davy"), ("kevin", "")):
        whole.hears(nick, "50", "Bot")
        whole.rig.clock.pump([1.0] * 2)
        whois(whole, nick, account)
    for nick in ("mallory", *PUPPETS):
        whole.rig.receive(f":{nick}!{nick}@home JOIN {CHANNEL}")
        whois(whole, nick)
    whole.rig.clock.pump([1.0] * 80)
    whole.rig.sent()
    return whole


@pytest.fixture
def seated(tmp_path: Path) -> WholeBot:
    """Have them play where lines are sent at once."""
    return at_the_table(tmp_path)


def names_puppets(whole: WholeBot) -> list[str]:
    """Have mallory, who plays nowhere, name all puppets; return what the bot sends then."""
    sent: list[str] = []
    for first in range(0, len(PUPPETS), 10):
        sent += whole.hears("mallory", f"!pontoon {' '.join(PUPPETS[first : first + 10])}")
    return sent


def asked(whole: WholeBot) -> str:
    """Return the player whose turn it is."""
    croupier = whole.bot.croupiers.find(CHANNEL)
    assert croupier is not None
    assert croupier.ask is not None
    return croupier.ask.player


def test_nobody_loses_a_seat_because_others_are_looked_up(seated: WholeBot) -> None:
    names_puppets(seated)
    sent = seated.hears("dave", "t", "Bot")
    assert not any("logged in" in line for line in sent)
    assert asked(seated) == "dave"
    assert any("dave twists 2♠" in line for line in whois(seated, "dave", "davy"))


def test_who_speaks_is_looked_up_before_those_who_are_only_named(seated: WholeBot) -> None:
    """Of whom the server is asked about a few at a time, the others waiting."""
    named = names_puppets(seated)
    assert len([line for line in named if line.startswith("WHOIS u")]) < len(PUPPETS) / 2
    assert "WHOIS kevin" in seated.hears("kevin", "hand", "Bot")
    assert "WHOIS dave" in seated.hears("dave", "t", "Bot")


def test_a_player_is_looked_up_in_time_though_lines_are_sent_slowly(tmp_path: Path) -> None:
    """Each of those before them would take a second."""
    whole = at_the_table(tmp_path, lines_per_second=1.0, burst=1)
    sent = names_puppets(whole) + whole.hears("dave", "t", "Bot")
    twisted = False
    for _ in range(int(ANSWER_SECONDS) + 3):
        for nick in (line.removeprefix("WHOIS ") for line in sent if line.startswith("WHOIS ")):
            whois(whole, nick, "davy" if nick == "dave" else "")
        whole.rig.clock.advance(1.0)
        sent = whole.rig.sent()
        twisted |= any("2♠" in line for line in sent)
    assert twisted


def test_a_player_is_looked_up_in_time_though_ten_strangers_are_named_each_second(
    tmp_path: Path,
) -> None:
    """What the bot asks about those whom nobody waits for any more does not pile up."""
    whole = at_the_table(tmp_path, lines_per_second=1.0, burst=1)
    sent: list[str] = []
    twisted: list[int] = []
    for second in range(35):
        named = [PUPPETS[(7 * second + each) % len(PUPPETS)] for each in range(10)]
        sent += whole.hears(PUPPETS[second % len(PUPPETS)], f"!pontoon {' '.join(named)}")
        sent += whole.hears("dave", "t", "Bot") if second == 25 else []
        for nick in (line.removeprefix("WHOIS ") for line in sent if line.startswith("WHOIS ")):
            whois(whole, nick, "davy" if nick == "dave" else "")
        whole.rig.clock.advance(1.0)
        sent = whole.rig.sent()
        twisted += [second for line in sent if "dave twists" in line]
    assert twisted
    assert twisted[0] <= 25 + ANSWER_SECONDS


def test_who_comes_back_to_a_seat_is_looked_up_before_those_who_are_only_named(
    seated: WholeBot,
) -> None:
    seated.rig.receive(f":dave!dave@home PART {CHANNEL}")
    names_puppets(seated)
    seated.rig.sent()
    seated.rig.receive(f":newcomer!n@home JOIN {CHANNEL}", f":dave!dave@home JOIN {CHANNEL}")
    assert seated.rig.sent() == ["WHOIS dave"]
    assert any("5♦" in line for line in private(whois(seated, "dave", "davy"), "dave"))


def test_who_is_back_when_the_bot_is_is_too(seated: WholeBot) -> None:
    """The server tells of accounts only if it is asked about each."""
    seated.bot.croupiers.disconnected()
    roster = seated.bot.roster(CHANNEL)
    assert roster is not None
    roster.remove("dave")
    roster.add(Person("dave", "dave@home"))
    names_puppets(seated)
    seated.rig.sent()
    seated.bot.channel_described(CHANNEL)
    assert "WHOIS dave" in seated.rig.sent()


@pytest.mark.parametrize("account", ["davy", ""])
def test_of_who_was_seen_elsewhere_meanwhile_the_account_may_have_changed(
    tmp_path: Path, account: str
) -> None:
    """What the server told long ago is no answer when the bot comes back."""
    whole = at_the_table(tmp_path, channels=(CHANNEL, "#two"))
    whole.rig.receive(f":srv KICK {CHANNEL} Bot :out")
    whole.rig.client.channels.seen(Person("dave", "dave@home", account))
    whole.rig.clock.pump([1.0] * 80)
    whole.rig.sent()
    whole.bot.invited(CHANNEL)
    whole.rig.enter(CHANNEL, names="Bot dave kevin")
    whole.rig.receive(f":srv 315 Bot {CHANNEL} :End of WHO list")
    sent = whole.rig.sent()
    assert "WHOIS dave" in sent
    assert not private(sent, "dave")
    assert any("5♦" in line for line in private(whois(whole, "dave", "davy"), "dave"))


def test_no_answer_costs_no_seat_and_changes_nothing(seated: WholeBot) -> None:
    seated.hears("dave", "t", "Bot")
    seated.rig.sent()
    seated.rig.clock.advance(ANSWER_SECONDS)
    (said,) = seated.rig.sent()
    assert said.startswith("PRIVMSG dave :")
    assert SAY_IT_AGAIN in said
    assert asked(seated) == "dave"
    whois(seated, "dave", "davy")
    assert any("dave twists 2♠" in line for line in seated.hears("dave", "t", "Bot"))


def test_only_a_definite_answer_costs_the_seat(seated: WholeBot) -> None:
    seated.hears("dave", "t", "Bot")
    sent = whois(seated, "dave")
    assert any("dave is no longer logged in" in line for line in sent)
    assert private(sent, "dave")


@pytest.mark.parametrize("text", ["bank +5", "claim", "set nickname The Boss", "hand", "help"])
def test_of_whom_nothing_is_known_nothing_is_done(seated: WholeBot, text: str) -> None:
    before = seated.players_xml.read_bytes()
    seated.hears("kevin", text, "Bot")
    seated.rig.sent()
    seated.rig.clock.advance(ANSWER_SECONDS)
    (said,) = seated.rig.sent()
    assert said.startswith("PRIVMSG kevin :")
    assert SAY_IT_AGAIN in said
    assert seated.players_xml.read_bytes() == before


def test_nothing_is_looked_up_for_who_says_too_much(seated: WholeBot) -> None:
    """A line too many costs the server nothing."""
    for _ in range(20):
        seated.hears("mallory", "!pontoon u0")
    (refused,) = seated.hears("mallory", "!pontoon u1 u2")
    assert refused.startswith("PRIVMSG mallory :")
    assert seated.hears("mallory", "!pontoon u3 u4") == []
    assert seated.hears("mallory", "bank", "Bot") == []


def test_a_move_on_offer_is_looked_up_whatever_was_said_before(seated: WholeBot) -> None:
    for _ in range(30):
        seated.hears("dave", "nonsense", "Bot")
    seated.rig.clock.advance(ANSWER_SECONDS)
    seated.rig.clock.advance(ANSWER_SECONDS)
    seated.hears("dave", "t", "Bot")
    assert any("dave twists 2♠" in line for line in whois(seated, "dave", "davy"))


@pytest.mark.parametrize("text", ["!hello u0 u1", "!s", "!pontoon stats u0", "!bank u0"])
def test_nobody_is_looked_up_for_being_mentioned(seated: WholeBot, text: str) -> None:
    """Other bots' commands begin with the prefix too, and most of ours name nobody to be dealt."""
    assert not any(line.startswith("WHOIS u") for line in seated.hears("mallory", text))


def test_a_player_who_could_not_be_looked_up_is_not_said_to_be_logged_out(
    seated: WholeBot,
) -> None:
    for nick, account in (("dave", "davy"), ("kevin", "")):
        seated.hears(nick, "leave", "Bot")
        whois(seated, nick, account)
    seated.rig.receive(f":dave!dave@home PART {CHANNEL}", f":dave!dave@home JOIN {CHANNEL}")
    seated.rig.clock.advance(80)
    seated.hears("mallory", "!pontoon dave")
    assert whois(seated, "mallory") == []
    seated.rig.clock.advance(ANSWER_SECONDS)
    (said,) = seated.rig.sent()
    assert "No round: dave could not be identified in time: try again" in said
