"""What needs no round: the bank, statistics, nicknames, help; and what is no command at all."""

import pytest

from tests.real_servers.guest import Said
from tests.real_servers.playersxml import Entry
from tests.real_servers.rounds import always, play
from tests.real_servers.venue import CHANNEL, EVERYBODY, Venue

pytestmark = pytest.mark.real_server


def channel_says(text: str) -> list[Said]:
    """Return what is heard where the bot says only TEXT, in the channel."""
    return [Said(CHANNEL, text)]


def dave_is_told(text: str) -> list[Said]:
    """Return what dave hears where he is told only TEXT, in private."""
    return [Said("dave", text)]


def test_the_bank_in_the_channel_and_in_private(venue: Venue) -> None:
    """Each answer comes where the question was; players.xml has the chips at once."""
    bot = venue.bot()
    dave = venue.guest("dave")
    assert dave.answers_in_channel("!bank") == channel_says("dave: chips 1000, bank 0")
    deposited = "dave deposits 999: chips 1, bank 999"
    assert dave.answers_in_channel("!bank +999") == channel_says(deposited)
    assert bot.entries()["dave"] == Entry(1, bank=999)
    assert dave.answers("bank -99") == dave_is_told("dave withdraws 99: chips 100, bank 900")
    assert bot.entries()["dave"] == Entry(100, bank=900)


def test_no_more_is_moved_than_there_is(venue: Venue) -> None:
    """A deposit leaves a chip, and a player at the table has to wait."""
    bot = venue.bot({"dave": Entry(10, bank=5)})
    dave, anna = venue.guests("dave", "anna")
    for refused in ("bank +10", "bank -6", "bank +0", "bank + 1e3", "bank 5", "bank +٣"):
        [answer] = dave.answers(refused)
        assert answer.target == "dave"
        assert bot.entries()["dave"] == Entry(10, bank=5)
    assert anna.answers_in_channel("!bank") == channel_says("anna is not in players.xml.")
    dave.command("!pontoon dave")
    dave.told(r"\(1-1\)")
    [answer] = dave.answers_in_channel("!bank +1")
    assert f"You are playing in {CHANNEL}" in answer.text
    assert bot.entries()["dave"] == Entry(10, bank=5)


def test_a_nickname_is_shown_in_all_announcements(venue: Venue) -> None:
    """It is set in private, with spaces; set to nothing, the nick is shown again."""
    bot = venue.bot()
    dave = venue.guest("dave")
    dave.answers("set nickname  The Dealer's   Friend ")
    assert bot.entries()["dave"].nickname == "The Dealer's Friend"
    played = play("!pontoon dave", [dave], always("min", "s", "t"))
    assert played.channel[0].startswith(
        "Shed Pontoon: The Dealer's Friend | The Dealer's Friend to"
    )
    assert [result.name for result in played.results] == ["The Dealer's Friend"]
    assert list(played.balances) == ["The Dealer's Friend"]
    dave.answers("SET NICKNAME   ")
    assert bot.entries()["dave"].nickname == ""
    assert (
        play("!pontoon", [dave], always("min", "s", "t"))
        .channel[0]
        .startswith("Shed Pontoon: dave |")
    )


def test_a_nickname_that_would_mislead_is_refused(venue: Venue) -> None:
    """Too long, with signs that lines are made of, somebody else's, or with hidden characters."""
    bot = venue.bot({"dave": 1000, "kevin": Entry(1000, nickname="Boss")})
    dave = venue.guest("dave")
    taken = ("KEVIN", "boss", "Boss")
    for nickname in (*taken, "x" * 31, "a:b", "a,b", "a=b", "a|b", "(a)", "\x02bold", "a\u200bb"):
        [answer] = dave.answers(f"set nickname {nickname}")
        assert answer.target == "dave"
        assert bot.entries()["dave"].nickname == "", nickname


def test_statistics_tell_the_best_ten(venue: Venue) -> None:
    """Best ratio first, in the channel and in private; with a nick or nickname, that player."""
    players = {f"p{number}": Entry(number, played=20, won=number) for number in range(1, 13)}
    venue.bot({**players, "kevin": Entry(9, bank=3, played=4, won=3, nickname="Boss")})
    dave = venue.guest("dave")
    kevin = "kevin (Boss): chips 9, bank 3, played 4, won 3, ratio 75%"
    said = " | ".join(each.text for each in dave.answers_in_channel("!pontoon stats"))
    best = said.split(" | ")
    assert best[0] == f"1. {kevin}"
    assert best[1] == "2. p12: chips 12, bank 0, played 20, won 12, ratio 60%"
    assert [line.partition(".")[0] for line in best] == [str(place) for place in range(1, 11)]
    assert dave.answers_in_channel("!pontoon stats BOSS") == channel_says(kevin)
    assert dave.answers("stats kevin") == dave_is_told(kevin)
    assert dave.answers("stats nobody") == dave_is_told("nobody is not in players.xml.")


@pytest.mark.parametrize("subject", ["help", "rules"])
def test_help_and_rules_are_short_in_the_channel_and_long_in_private(
    venue: Venue, subject: str
) -> None:
    venue.bot()
    dave = venue.guest("dave")
    said = dave.answers_in_channel(f"!pontoon {subject}")
    assert [each.target for each in said].count(CHANNEL) == 1
    page = [each.text for each in said if each.target == "dave"]
    assert len(page) > 3
    assert [each.text for each in dave.answers(subject)] == page
    assert {each.target for each in dave.answers(f"{subject} pontoon")} == {"dave"}


JUNK = [
    "pontoon dave",
    "! pontoon dave",
    "!!pontoon dave",
    "\x02!pontoon dave\x02",
    "!pontoon \x02dave",
    "!\x0304pontoon dave",
    "!pontoon\tdave",
    "!poker dave",
    "!",
    "hello",
    "s",
    "!twist",
    "!500",
    "!pontoon 500",
    "\x01ACTION !pontoon dave\x01",
    "\x01VERSION\x01",
]


def test_what_is_no_command_is_ignored_in_the_channel(venue: Venue) -> None:
    """Moves of people who are not seated, formatting codes and CTCP included."""
    venue.bot()
    dave = venue.guest("dave")
    for junk in JUNK:
        assert dave.answers_in_channel(junk) == [], junk
    dave.send(f"NOTICE {CHANNEL} :!pontoon dave")
    dave.send(f"PRIVMSG {CHANNEL} :")
    assert dave.what_came() == []


def test_bytes_that_are_not_utf8_are_read_as_latin_1(venue: Venue) -> None:
    """They harm nothing, in the channel, in private and in the log."""
    bot = venue.bot(EVERYBODY, "--verbose")
    dave = venue.guest("dave")
    dave.send("PRIVMSG #pontoon :!pontoon caf\xe9".encode("latin-1"))
    assert dave.what_came() == channel_says("No round | caf\xe9 is not in players.xml")
    dave.send("PRIVMSG PontoonBot :set nickname caf\xe9".encode("latin-1"))
    assert dave.what_came() == dave_is_told("You are called caf\xe9 now.")
    dave.send(b"PRIVMSG PontoonBot :\xff\x1b[2J\x7f\xfe")
    assert len(dave.what_came()) == 1
    assert bot.entries()["dave"].nickname == "caf\xe9"


def test_an_unknown_word_in_private_gets_one_line_of_help(venue: Venue) -> None:
    """Notices and CTCP get nothing: other programs send those."""
    venue.bot()
    dave = venue.guest("dave")
    for word in ("hello", "s", "500", "\x02bank\x02", "set", "hand", "bank\x07", "!"):
        [answer] = dave.answers(word)
        assert answer.target == "dave"
        assert "help" in answer.text
    for silent in ("\x01VERSION\x01", "\x01PING 1\x01", "\x01"):
        assert dave.answers(silent) == []
    dave.send("NOTICE PontoonBot :bank")
    assert dave.what_came() == []


def test_in_a_round_only_what_is_meant_as_a_move_is_one(venue: Venue) -> None:
    """A word that is none is answered with the prompt, a notice or a bold one moves nothing."""
    venue.bot()
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    prompt = dave.told("(Your card: .*)")[1]
    for word in ("hello", "+5", "1,000", "1e3", "٣", "0", "101", "-1", "\x0250", "s", "bet"):
        [refusal] = dave.answers(word)
        assert refusal.target == "dave"
        assert refusal.text.endswith(prompt)
    dave.send("NOTICE PontoonBot :50")
    assert dave.what_came() == []
    [refusal] = kevin.answers("50")
    assert refusal == Said("kevin", "It is dave's turn to bet.")
    assert dave.answers_in_channel("!BET 50")[0] == Said(CHANNEL, "dave bets 50 | kevin to bet")
