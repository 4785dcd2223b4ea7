"""The command ``refill``: chips for those who have none left (RULES 0, The broke)."""

from pathlib import Path

import pytest

from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot

HOUR = 3600
GIVEN = (
    "{} now has 100 chips, a gift of the house. The next refill is 24 hours away, and only for "
    "a player with no chips left."
)


def opened(folder: Path, *entries: Entry, **players: str) -> OfflineBot:
    """Start a bot where everybody comes from a host of their own."""
    entries = entries or (Entry("dave", 0), Entry("kevin", 0), Entry("bob"))
    bot = OfflineBot(folder, entries, config={"players": players})
    for entry in entries:
        bot.comes(entry.nick, f"{entry.nick}@{entry.nick}.example")
    return bot


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return opened(tmp_path)


def refill(bot: OfflineBot, nick: str = "dave") -> str:
    """Return what somebody is answered in private who asks for chips."""
    (said,) = bot.tells(nick, "refill")
    assert said.target == nick
    return said.line


def test_who_is_broke_is_raised_to_100_chips_on_saying_refill(bot: OfflineBot) -> None:
    assert refill(bot) == GIVEN.format("dave")
    assert bot.in_file("dave").chips == 100
    assert bot.tables_log[-1] == "dave is broke, and gets a refill: 100 chips"
    check_books(bot.players_xml)


def test_it_can_be_said_in_the_channel_too(bot: OfflineBot) -> None:
    (said,) = bot.says("dave", "!refill")
    assert (said.target, said.line) == (CHANNEL, GIVEN.format("dave"))


@pytest.mark.parametrize(
    ("entry", "answer"),
    [
        (Entry("dave", 1), "dave has 1 chip: a refill is for players who have none left."),
        (
            Entry("dave", 0, 20),
            "dave has 20 chips in the bank: say bank -20 to take them out.",
        ),
    ],
)
def test_who_has_chips_gets_none(tmp_path: Path, entry: Entry, answer: str) -> None:
    bot = opened(tmp_path, entry)
    assert refill(bot) == answer
    assert bot.in_file("dave").chips == entry.chips


def test_whose_chips_are_in_a_kitty_gets_none(bot: OfflineBot) -> None:
    kitty = '<kitty game="shoot" network="local" channel="#pontoon" banker="dave">5</kitty>'
    bot.edit("</players>", f"{kitty}</players>")
    assert "in a kitty" in refill(bot)
    assert bot.in_file("dave").chips == 0


def test_after_24_hours_there_is_another_one(bot: OfflineBot) -> None:
    refill(bot)
    bot.edit("<chips>100<", "<chips>0<")
    bot.pass_seconds(HOUR + 60)
    assert refill(bot) == (
        "dave, or somebody with your account or address, has had a refill: say refill again in 22 "
        "hours and 59 minutes."
    )
    bot.pass_seconds(22 * HOUR + 59 * 60 - 1)
    assert refill(bot).endswith("in 1 minute.")
    bot.pass_seconds(1)
    assert refill(bot) == GIVEN.format("dave")


def test_it_is_remembered_over_a_restart(bot: OfflineBot) -> None:
    refill(bot)
    bot.edit("<chips>100<", "<chips>0<")
    bot.starts_anew()
    assert "in 24 hours" in refill(bot)
    assert bot.in_file("dave").chips == 0


def test_once_for_each_host_without_an_account(bot: OfflineBot) -> None:
    bot.comes("kevin", "other@dave.example")
    refill(bot)
    assert "in 24 hours" in refill(bot, "kevin")
    assert bot.in_file("kevin").chips == 0


def test_once_for_each_account_from_any_host(bot: OfflineBot) -> None:
    for nick in ("dave", "kevin"):
        bot.logs_in(nick, "davey")
    refill(bot)
    assert "in 24 hours" in refill(bot, "kevin")
    bot.logs_in("kevin", "kev")
    assert refill(bot, "kevin") == GIVEN.format("kevin")


def test_two_people_with_accounts_may_share_a_host(bot: OfflineBot) -> None:
    bot.comes("kevin", "other@dave.example")
    bot.logs_in("dave", "davey")
    bot.logs_in("kevin", "kev")
    assert refill(bot) == GIVEN.format("dave")
    assert refill(bot, "kevin") == GIVEN.format("kevin")


def test_logging_out_brings_no_second_one(bot: OfflineBot) -> None:
    bot.comes("kevin", "other@dave.example")
    bot.logs_in("dave", "davey")
    refill(bot)
    assert "in 24 hours" in refill(bot, "kevin")


@pytest.mark.parametrize("userhost", ["dave@ä.example", "dave@"])
def test_who_comes_from_nowhere_known_gets_none(bot: OfflineBot, userhost: str) -> None:
    bot.comes("dave", userhost)
    assert "know the address of dave yet: join the channel, then say refill" in refill(bot)
    assert bot.in_file("dave").chips == 0


def test_who_is_no_player_gets_none(bot: OfflineBot) -> None:
    bot.comes("zed", "zed@zed.example")
    assert refill(bot, "zed") == "zed is not a player yet; ask an admin of this bot"


def test_nobody_gets_any_while_they_have_a_seat(bot: OfflineBot) -> None:
    """In CUTwC Pontoon people sit without chips."""
    bot.says("dave", "!cutwc dave kevin")
    assert "when your round is over" in refill(bot)
    bot.stops_round()
    assert refill(bot) == GIVEN.format("dave")


def test_nobody_gets_any_while_a_result_waits(tmp_path: Path) -> None:
    bot = opened(tmp_path, Entry("dave", 0), Entry("kevin", 10))
    bot.says("dave", "!cutwc dave kevin")
    bot.break_file()
    bot.tells("dave", "1")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "s")
    assert bot.croupier().ask is None
    assert "when your round is over" in refill(bot)
    bot.mend_file()
    assert bot.tells("dave", "refill")[-1].line == GIVEN.format("dave")


def test_what_cannot_be_saved_is_not_given(bot: OfflineBot) -> None:
    bot.break_file()
    assert refill(bot) == CANNOT_SAVE_CHIPS
    bot.mend_file()
    assert refill(bot) == GIVEN.format("dave")


def test_an_admin_can_give_more_or_nothing_or_sooner(tmp_path: Path) -> None:
    bot = opened(tmp_path, refill="7", refill_hours="1")
    assert refill(bot).startswith("dave now has 7 chips")
    assert "is 1 hour away," in refill(bot, "kevin")
    bot.adopts({"players": {"refill": "0"}})
    bot.edit("<chips>7<", "<chips>0<")
    bot.pass_seconds(2 * HOUR)
    assert refill(bot) == "There are no refills here: ask an admin for chips."
    assert bot.says("dave", "!bank")[0].line == "dave: chips 0, bank 0"


# Where it is offered


def test_the_bank_says_how_often_to_who_is_broke(bot: OfflineBot) -> None:
    assert bot.says("dave", "!bank")[0].line == (
        "dave: chips 0, bank 0. Say refill for 100 chips, once in 24 hours."
    )
    assert bot.says("bob", "!bank")[0].line == "bob: chips 1000, bank 0"


OFFER = (
    "You have too few chips for any game: say refill to me in private for 100 chips, once "
    "in 24 hours."
)


@pytest.mark.parametrize("command", ["!pontoon dave bob", "!pontoon dave", "!shoot dave bob"])
def test_who_is_broke_and_starts_a_round_with_themselves_in_it_is_told(
    bot: OfflineBot, command: str
) -> None:
    said = [(each.target, each.line) for each in bot.says("dave", command)]
    assert ("dave", OFFER) in said
    assert bot.in_file("dave").chips == 0


def test_who_is_broke_and_asks_what_to_do_is_told(bot: OfflineBot) -> None:
    assert bot.tells("dave", "help")[0].line.startswith(OFFER)
    assert not bot.tells("bob", "help")[0].line.startswith(OFFER)
    assert not bot.tells("dave", "help cutwc")[0].line.startswith(OFFER)


def test_nobody_is_told_who_is_named_by_another_or_needs_no_chips(bot: OfflineBot) -> None:
    for nick, command in [
        ("bob", "!pontoon dave bob"),
        ("dave", "!pontoon bob"),
        ("dave", "!cutwc dave bob"),
    ]:
        assert OFFER not in [each.line for each in bot.says(nick, command)]
        assert bot.in_file("dave").chips == 0


def test_on_the_local_server_each_nick_has_one(tmp_path: Path) -> None:
    """All come from one address there."""
    entries = (Entry("dave", 0), Entry("kevin", 0))
    irc = {"server": "local", "channels": CHANNEL}
    bot = OfflineBot(tmp_path, entries, config={"irc": irc})
    for nick in ("dave", "kevin"):
        bot.comes(nick, f"{nick}@localhost")
        assert refill(bot, nick) == GIVEN.format(nick)
