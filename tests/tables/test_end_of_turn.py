"""What comes between the end of a round and its payment, in the same turn of the reactor.

A client can send several lines at once, and the server may pass on what others do with them.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pontoon.engine.moves import Verb
from pontoon.irc.people import Person
from pontoon.storage import sqlite
from tests.support.held_thread import HeldThread
from tests.support.ledger_checks import all_chips, check_books
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.properties import MANY
from tests.support.voice_accounts import pass_minutes, where_voice_is_for_minutes

pytestmark = pytest.mark.slow

OTHER = "#other"
LOSES_NEXT = "10C 6S 10H 10D 8H 5S"
"""Dave has 20 and sticks, and kevin has 16 and busts on the next card."""

Act = Callable[[OfflineBot], object]


def before_the_end(folder: Path, **chips: int) -> OfflineBot:
    """Return a bot where kevin is to lose what he has staked: all that he has, of 100 chips."""
    players = {"dave": 1000, "kevin": 100, "bob": 1000, **chips}
    bot = OfflineBot(
        folder,
        ", ".join(f"{nick} {number}" for nick, number in players.items()),
        LOSES_NEXT,
        {
            "irc": {"channels": f"{CHANNEL} {OTHER}"},
            "shed": {"max_bet_percent": "100", "bonus_high": "0"},
            "admin": {"masks": "*!*@trusted"},
        },
    )
    for nick in players:
        for channel in (CHANNEL, OTHER):
            bot.comes(nick, f"{nick}@{nick}.example", channel)
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "100")
    bot.tells("kevin", "100")
    bot.tells("dave", "s")
    return bot


def ends(bot: OfflineBot) -> None:
    """Let kevin bust; the turn of the reactor goes on."""
    bot.hear(bot.person("kevin"), "t")
    assert bot.croupier().ask is None
    assert bot.in_file("kevin").stats_in("pontoon").played == 0


def takes_nick(bot: OfflineBot, nick: str, other: str) -> None:
    """Let somebody take OTHER instead of NICK, and a stranger their nick."""
    person = bot.person(nick)
    for roster in bot.network.rosters.values():
        roster.people.rename(nick, other)
        roster.add(Person(nick, "mallory@evil.example", ""))
    renamed = Person(other, person.userhost, person.account)
    bot.real_network.croupiers.renamed(nick, renamed)
    bot.people[other] = renamed


def said_to(bot: OfflineBot, nick: str, before: int) -> list[str]:
    return [each.line for each in bot.said[before:] if each.target == nick]


def test_nobody_else_hears_it_who_has_taken_the_nick_of_a_player(tmp_path: Path) -> None:
    bot = before_the_end(tmp_path)
    bot.logs_in("kevin", "kev")
    before = len(bot.said)
    ends(bot)
    takes_nick(bot, "kevin", "kevin_")
    bot.time.advance(0)
    assert not any("lose" in line for line in said_to(bot, "kevin", before))


def test_who_is_known_by_account_hears_it_under_the_new_nick(tmp_path: Path) -> None:
    bot = before_the_end(tmp_path)
    bot.edit("<nick>kevin</nick>", "<nick>kevin</nick><account>kev</account>")
    bot.logs_in("kevin", "kev")
    before = len(bot.said)
    ends(bot)
    takes_nick(bot, "kevin", "kevin_")
    bot.time.advance(0)
    assert "You bust and lose 100: 0 chips." in said_to(bot, "kevin_", before)
    assert not any("lose" in line for line in said_to(bot, "kevin", before))


def test_chips_that_are_lost_and_not_paid_yet_are_not_staked_elsewhere(tmp_path: Path) -> None:
    """Kevin may play twice, since the bot was out of one channel; players.xml is broken then."""
    bot = before_the_end(tmp_path, kevin=200)
    bot.is_put_out()
    bot.pass_seconds(601)
    bot.says("bob", "!pontoon bob kevin", OTHER)
    bot.is_back(["PontoonBot", "dave", "kevin", "bob"])
    bot.break_file()
    for nick, bet in (("bob", "1"), ("kevin", "100")):
        bot.says(nick, f"!bet {bet}", OTHER)
    while ask := bot.croupier(OTHER).ask:
        sticks = ask.player == "bob" and ask.option(Verb.STICK) is not None
        bot.says(ask.player, "!s" if sticks else "!t", OTHER)
    assert "<nick>kevin</nick><chips>200" in bot.players_xml.read_text()
    said = bot.says("kevin", "!b")
    assert any(each.line.startswith("You have too few chips left to buy.") for each in said)


def test_who_has_lost_all_minutes_is_not_voiced_in_between(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path)
    bot.says("dave", "!blackjack dave")
    bot.tells("dave", "10")
    assert pass_minutes(bot, 40) == ["#pontoon -v dave"]
    bot.tells("dave", "h")
    assert bot.heard_in(CHANNEL)[-1] == "Minutes: dave 0"
    assert pass_minutes(bot, 2) == []
    assert bot.network.voices == ["#pontoon +v dave", "#pontoon -v dave"]


def test_minutes_that_are_won_give_voice_at_once(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path)
    bot.says("dave", "!blackjack dave")
    bot.tells("dave", "10")
    pass_minutes(bot, 40)
    bot.tells("dave", "s")
    assert bot.heard_in(CHANNEL)[-1] == "Minutes: dave 10"
    assert bot.network.voices[2:] == ["#pontoon +v dave"]


def test_who_has_just_lost_all_gets_one_refill(tmp_path: Path) -> None:
    """Before the payment the file says that kevin has 100 chips, and then that he has none."""
    bot = before_the_end(tmp_path)
    ends(bot)
    for _ in range(2):
        bot.hear(bot.person("kevin"), "refill")
    bot.time.advance(0)
    assert bot.in_file("kevin").chips == 100
    assert bot.in_file("kevin").stats_in("pontoon").played == 1
    assert "in 24 hours" in bot.heard_in("kevin")[-1] or "100 chips" in bot.heard_in("kevin")[-1]
    check_books(bot.players_xml)


def order(text: str) -> Act:
    """Return what has an admin order TEXT."""
    return lambda bot: bot.hear(Person("root", "root@trusted"), text)


def hears(nick: str, text: str, channel: str = "") -> Act:
    return lambda bot: bot.hear(bot.person(nick), text, channel)


def parts(bot: OfflineBot) -> None:
    """Have config.ini lack the channel until the next start."""
    bot.real_network.settings.wanted = replace(bot.real_network.settings.wanted, channels=(OTHER,))
    bot.real_network.apply_settings()


def leaves(bot: OfflineBot) -> None:
    roster = bot.network.roster(CHANNEL)
    if bot.real_network.croupiers.find(CHANNEL) and roster and roster.find("kevin"):
        bot.leaves("kevin")


def is_put_out(bot: OfflineBot) -> None:
    if bot.real_network.croupiers.find(CHANNEL) and bot.network.roster(CHANNEL):
        bot.is_put_out()


def claims(bot: OfflineBot) -> None:
    bot.logs_in("kevin", "kev")
    bot.hear(bot.person("kevin"), "claim")


ACTS: Mapping[str, Act] = {
    "refill": hears("kevin", "refill"),
    "deposit": hears("kevin", "bank +50"),
    "withdrawal": hears("kevin", "bank -50"),
    "statistics": hears("kevin", "stats kevin"),
    "ranking": hears("kevin", "!pontoon top", CHANNEL),
    "nickname": hears("kevin", "set nickname Kev"),
    "another round": hears("dave", "!pontoon dave kevin", CHANNEL),
    "another round elsewhere": hears("bob", "!pontoon bob kevin", OTHER),
    "another game": hears("dave", "!shoot dave kevin bob", CHANNEL),
    "claim": claims,
    "give": order("chips kevin +50"),
    "take": order("chips kevin -50"),
    "rename": order("rename kevin kevin_"),
    "remove the channel": parts,
    "nick": lambda bot: takes_nick(bot, "dave", "dave_"),
    "edit": lambda bot: bot.edit("<bank>0</bank>", "<bank>7</bank>"),
    "break": lambda bot: bot.break_file(),
    "leave": leaves,
    "put out": is_put_out,
    "reload": lambda bot: bot.real_network.apply_settings(),
    "quit": lambda bot: bot.settlements.close(),
    "kill": lambda bot: bot.starts(),
    "next turn": lambda bot: bot.time.advance(0),
}


@MANY
@given(st.lists(st.sampled_from(sorted(ACTS)), max_size=5))
def test_whatever_comes_in_between_a_round_is_paid_once(acts: list[str]) -> None:
    """If the bot is killed in this turn, nobody has heard that it is over, and it may go on."""
    with TemporaryDirectory() as folder, patch("os.fsync"):
        bot = before_the_end(Path(folder))
        ends(bot)
        is_paid_once(bot, acts)


# While a thread writes it


def hold(bot: OfflineBot) -> HeldThread:
    """Have BOT write by a thread that works when the test says so."""
    bot.writing = thread = HeldThread()
    bot.bot.database.run_by(bot.time, thread, bot.reading)
    return thread


def works(bot: OfflineBot) -> None:
    assert isinstance(bot.writing, HeldThread)
    if bot.writing.is_asked:
        bot.writing.works()


def tells(bot: OfflineBot) -> None:
    assert isinstance(bot.writing, HeldThread)
    if not bot.writing.is_idle:
        bot.writing.works_and_tells()


def is_killed(bot: OfflineBot) -> None:
    bot.writing = HeldThread()
    bot.starts()


def finishes(bot: OfflineBot) -> None:
    """Let the thread do all that it is asked for."""
    assert isinstance(bot.writing, HeldThread)
    bot.time.advance(0)
    while not bot.writing.is_idle:
        bot.writing.works_and_tells()
        bot.time.advance(0)


def test_nobody_hears_of_a_round_before_it_is_on_the_disk(tmp_path: Path) -> None:
    bot = before_the_end(tmp_path)
    thread = hold(bot)
    before = len(bot.said)
    ends(bot)
    bot.time.advance(0)
    bot.says("bob", "!pontoon top", OTHER)
    assert bot.said[before:] == []
    thread.works()
    bot.time.advance(0)
    assert bot.in_file("kevin").chips == 0
    assert bot.said[before:] == []
    finishes(bot)
    heard = [each.line for each in bot.said[before:] if each.target == CHANNEL]
    assert heard[-1] == "Chips: dave 1000, kevin 0"


def test_chips_that_are_on_their_way_to_the_disk_count_at_another_table(tmp_path: Path) -> None:
    bot = before_the_end(tmp_path, kevin=150)
    hold(bot)
    ends(bot)
    bot.time.advance(0)
    bot.says("bob", "!pontoon bob kevin", OTHER)
    finishes(bot)
    assert "You have 50 chips" in bot.heard_in("kevin")[-1]


def test_a_round_that_an_edit_overtakes_behind_the_commit_is_told_once(tmp_path: Path) -> None:
    bot = before_the_end(tmp_path)
    hold(bot)
    real, edits = sqlite.commit, ["<bank>7</bank>"]

    def commit(connection: sqlite.Connection) -> None:
        real(connection)
        if edits:
            bot.edit("<bank>0</bank>", edits.pop())

    ends(bot)
    with patch.object(sqlite, "commit", commit):
        finishes(bot)
    assert [each for each in bot.heard_in(CHANNEL) if each.startswith("Chips:")] == [
        "Chips: dave 1000, kevin 0"
    ]
    assert bot.in_file("dave").bank == 7
    check_books(bot.players_xml)


IN_A_THREAD: Mapping[str, Act] = {
    **ACTS,
    "kill": is_killed,
    "the thread works": works,
    "the thread tells": tells,
}


@MANY
@given(
    st.lists(st.sampled_from(["next turn", "the thread works", "the thread tells"]), max_size=2),
    st.lists(st.sampled_from(sorted(IN_A_THREAD)), max_size=5),
)
def test_whatever_comes_while_a_thread_writes_it_a_round_is_paid_once(
    first: list[str], acts: list[str]
) -> None:
    with TemporaryDirectory() as folder, patch("os.fsync"):
        bot = before_the_end(Path(folder))
        hold(bot)
        ends(bot)
        is_paid_once(bot, [*first, *acts], IN_A_THREAD, finishes)


def is_paid_once(
    bot: OfflineBot,
    names: list[str],
    acts: Mapping[str, Act] = ACTS,
    finishes: Act = lambda bot: bot.time.advance(0),
) -> None:
    """Check that a round that is over is paid once, if those ACTS follow; FINISHES ends turns."""
    chips, edits = all_chips(bot.players_xml), 0
    for name in names:
        text = bot.players_xml.read_text("utf-8")
        if name in ("break", "edit") and ("</oops>" in text or "<bank>0</bank>" not in text):
            continue
        if name == "kill" and "</oops>" in text:
            continue
        edits += 7 * (name == "edit")
        acts[name](bot)
    finishes(bot)
    if "</oops>" in bot.players_xml.read_text("utf-8"):
        bot.mend_file()
    bot.pass_seconds(5)
    finishes(bot)
    bot.stops()
    bot.starts()
    bot.pass_seconds(5)
    finishes(bot)
    played = {each.nick.strip("_"): each.stats_in("pontoon").played for each in bot.all_in_file()}
    balances = [each for each in bot.said if each.line.startswith("Chips: ")]
    if "kill" in names and not balances:  # then it may not be over
        assert (played["dave"], played["kevin"]) in ((0, 0), (1, 1))
    else:
        assert (played["dave"], played["kevin"]) == (1, 1)
    assert all_chips(bot.players_xml) == chips + edits
    check_books(bot.players_xml)
    assert all(each.target == CHANNEL for each in balances)
    is_told_again = {"kill", "remove the channel", "put out"} & {*names}
    assert is_told_again or len(balances) == 1
