"""What needs no round: the bank, statistics, nicknames, help; and what is no command at all."""

from collections.abc import Iterator

import pytest

from tests.real_servers import playersxml
from tests.real_servers.guest import Guest, Said
from tests.real_servers.playersxml import Entry
from tests.real_servers.rounds import always, play
from tests.real_servers.runningbot import RunningBot
from tests.real_servers.servers import EASY, running_ngircd
from tests.real_servers.venue import CHANNEL, EVERYBODY, Venue, open_venue

pytestmark = pytest.mark.real_server


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    """Open a venue for all tests here, as none of them leaves a round behind."""
    folder = tmp_path_factory.mktemp("house")
    with running_ngircd(EASY, folder) as server, open_venue(server, folder) as opened:
        yield opened


@pytest.fixture(scope="module")
def bot(house: Venue) -> RunningBot:
    """Have a bot at work that logs every line."""
    return house.bot(EVERYBODY, "--verbose")


@pytest.fixture
def dave(house: Venue, bot: RunningBot) -> Iterator[Guest]:
    """Have dave in the channel, with nothing in players.xml of what was done before."""
    playersxml.write(bot.players_file, EVERYBODY)
    guest = house.guest("dave")
    yield guest
    guest.leave_server()


def channel_says(text: str) -> list[Said]:
    """Return what is heard where the bot says only TEXT, in the channel."""
    return [Said(CHANNEL, text)]


def dave_is_told(text: str) -> list[Said]:
    """Return what dave hears where he is told only TEXT, in private."""
    return [Said("dave", text)]


def test_the_bank_in_the_channel_and_in_private(bot: RunningBot, dave: Guest) -> None:
    """Each answer comes where the question was; players.xml has the chips at once."""
    assert dave.answers_in_channel("!bank") == channel_says("dave: chips 1000, bank 0")
    [deposited] = dave.answers_in_channel("!bank +999")
    assert deposited.target == CHANNEL
    assert deposited.text.endswith("chips 1, bank 999")
    assert bot.entries()["dave"] == Entry(1, bank=999)
    [withdrawn] = dave.answers("bank -99")
    assert withdrawn.target == "dave"
    assert withdrawn.text.endswith("chips 100, bank 900")
    assert bot.entries()["dave"] == Entry(100, bank=900)


def test_no_more_is_moved_than_there_is(bot: RunningBot, dave: Guest) -> None:
    """A deposit leaves a chip, and a player at the table has to wait."""
    playersxml.write(bot.players_file, {"dave": Entry(10, bank=5)})
    for refused in ("bank +10", "bank -6", "bank +0", "bank + 1e3", "bank 5", "bank +٣"):
        [answer] = dave.answers(refused)
        assert answer.target == "dave"
        assert bot.entries()["dave"] == Entry(10, bank=5)
    dave.command("!pontoon dave")
    dave.told(r"\(1-1\)")
    [answer] = dave.answers_in_channel("!bank +1")
    assert CHANNEL in answer.text
    dave.whisper("leave")
    dave.sees("the round is void")
    assert bot.entries()["dave"] == Entry(10, bank=5)


def test_a_stranger_has_no_bank(house: Venue, bot: RunningBot) -> None:
    """Nor a nickname; and asking for them does not enter anybody."""
    stranger = house.guest("stranger")
    for asked in ("bank", "bank +1", "set nickname Boss"):
        [answer] = stranger.answers(asked)
        assert "stranger is not a player yet; ask an admin of this bot" in answer.text
    [answer] = stranger.answers("stats stranger")
    assert answer.text == "stranger is not a player yet; ask an admin of this bot"
    assert "stranger" not in bot.entries()
    stranger.leave_server()


def test_a_nickname_is_shown_in_all_announcements(bot: RunningBot, dave: Guest) -> None:
    """It is set in private, with spaces; set to nothing, the nick is shown again."""
    dave.answers("set nickname  The Dealer's   Friend ")
    assert bot.entries()["dave"].nickname == "The Dealer's Friend"
    played = play("!pontoon dave", [dave], always("min", "s", "t"))
    assert played.channel[0] == (
        "Shed Pontoon: The Dealer's Friend | place your bets | "
        "dave (The Dealer's Friend): your cards are in a private window with me; answer there"
    )
    assert played.channel[1].startswith("The Dealer's Friend bets 1 | ")
    assert [result.name for result in played.results] == ["The Dealer's Friend"]
    assert list(played.balances) == ["The Dealer's Friend"]
    dave.answers("SET NICKNAME   ")
    assert bot.entries()["dave"].nickname == ""
    played = play("!pontoon", [dave], always("min", "s", "t"))
    assert played.channel[0].startswith("Shed Pontoon: dave |")


def test_a_nickname_that_would_mislead_is_refused(bot: RunningBot, dave: Guest) -> None:
    """Too long, with signs that lines are made of, somebody else's, or with hidden characters."""
    playersxml.write(bot.players_file, {"dave": 1000, "kevin": Entry(1000, nickname="Boss")})
    taken = ("KEVIN", "boss", "Boss")
    for nickname in (*taken, "x" * 31, "a:b", "a,b", "a=b", "a|b", "(a)", "\x02bold", "a\u200bb"):
        [answer] = dave.answers(f"set nickname {nickname}")
        assert answer.target == "dave"
        assert bot.entries()["dave"].nickname == "", nickname


def test_statistics_tell_the_best_ten(bot: RunningBot, dave: Guest) -> None:
    """Best ratio first, in the channel and in private; with a nick or nickname, that player."""
    players = {f"p{number}": Entry(number, played=20, won=number) for number in range(1, 13)}
    players["kevin"] = Entry(9, bank=3, played=4, won=3, nickname="Boss")
    playersxml.write(bot.players_file, players)
    kevin = "kevin (Boss): chips 9, bank 3, played 4, won 3, ratio 75%"
    said = " | ".join(each.text for each in dave.answers_in_channel("!pontoon stats"))
    best = said.split(" | ")
    assert best[0] == f"1. {kevin}"
    assert best[1] == "2. p12: chips 12, bank 0, played 20, won 12, ratio 60%"
    assert [line.partition(".")[0] for line in best] == [str(place) for place in range(1, 11)]
    assert dave.answers_in_channel("!pontoon stats BOSS") == channel_says(kevin)
    assert dave.answers("stats kevin") == dave_is_told(f"Shed Pontoon | {kevin}")


def test_help_and_rules_are_short_in_the_channel_and_long_in_private(dave: Guest) -> None:
    for subject in ("help", "rules"):
        said = dave.answers_in_channel(f"!pontoon {subject}")
        assert [each.target for each in said].count(CHANNEL) == 1
        page = [each.text for each in said if each.target == "dave"]
        assert sum(map(len, page)) > 500
        asked = "help more" if subject == "help" else subject
        assert [each.text for each in dave.answers(asked)] == page
        assert [each.text for each in dave.answers(f"{asked} pontoon")] == page


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


def test_what_is_no_command_is_ignored_in_the_channel(dave: Guest) -> None:
    """Moves of people who are not seated, formatting codes and CTCP included."""
    for junk in JUNK:
        assert dave.answers_in_channel(junk) == [], junk
    dave.send(f"NOTICE {CHANNEL} :!pontoon dave")
    dave.send(f"PRIVMSG {CHANNEL} :")
    assert dave.what_came() == []


def test_bytes_that_are_not_utf8_are_read_as_latin_1(bot: RunningBot, dave: Guest) -> None:
    """They harm nothing, in the channel, in private and in the log."""
    dave.send("PRIVMSG #pontoon :!pontoon caf\xe9".encode("latin-1"))
    assert "caf\xe9 is not a player yet; ask an admin of this bot" in dave.what_came()[0].text
    dave.send("PRIVMSG PontoonBot :set nickname caf\xe9".encode("latin-1"))
    assert "caf\xe9" in dave.what_came()[0].text
    dave.send(b"PRIVMSG PontoonBot :\xff\x1b[2J\x7f\xfe")
    assert len(dave.what_came()) == 1
    assert bot.entries()["dave"].nickname == "caf\xe9"


def test_an_unknown_word_in_private_gets_one_line_of_help(dave: Guest) -> None:
    """Notices get nothing, and CTCP only what it asks for: other programs send those."""
    for word in ("hello", "s", "500", "\x02bank\x02", "sit", "hand", "bank\x07", "!"):
        [answer] = dave.answers(word)
        assert answer.target == "dave"
        assert "help" in answer.text
    for silent in ("\x01ACTION bank\x01", "\x01DCC SEND\x01", "\x01"):
        assert dave.answers(silent) == []
    dave.send("NOTICE PontoonBot :bank")
    assert dave.what_came() == []
