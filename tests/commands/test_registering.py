"""Becoming a player by oneself, with ``register`` in private, where config.ini lets people."""

from pathlib import Path

import pytest

from pontoon.storage.players.audit import audit
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import Entry, OfflineBot

WELCOME = "You are now a player, zed, with 500 chips. Say help here to see what you can do."
LOG_IN = "You need an account to register. Log in to services, then say register again."
TOO_MANY_TODAY = (
    "Enough players have been made from your address today. Try again tomorrow, or ask an admin of "
    "this bot, to add you."
)
BAD_NICK = "That nick means something else here. Change your nick, then say register again."
TAKEN = (
    "There is already a player called {}, or one with a name too similar to it. Change your nick, "
    "then say register again."
)


def opened(folder: Path, *entries: Entry, **identity: str) -> OfflineBot:
    """Start a bot where people may register; zed is there."""
    config = {"identity": {"self_registration": "yes", "starting_chips": "500", **identity}}
    bot = OfflineBot(folder, entries or (Entry("dave"),), config=config)
    bot.comes("zed", "z@z.example")
    return bot


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return opened(tmp_path)


def registered(bot: OfflineBot, nick: str = "zed") -> str:
    """Return what somebody is answered in private who wants to register."""
    (said,) = bot.tells(nick, "register")
    assert said.target == nick
    return said.line


def test_usually_nobody_can(tmp_path: Path) -> None:
    bot = opened(tmp_path, self_registration="no")
    before = bot.players_xml.read_bytes()
    assert registered(bot) == "You cannot register here: ask an admin of this bot."
    assert bot.players_xml.read_bytes() == before


def test_who_registers_is_a_player_at_once(bot: OfflineBot) -> None:
    assert registered(bot) == WELCOME
    zed = bot.in_file("zed")
    assert (zed.chips, zed.bank, zed.accounts) == (500, 0, {})
    assert [each.host for each in zed.registered] == ["z.example"]
    assert bot.says("zed", "!pontoon zed")[0].line == "Shed Pontoon: zed | place your bets"
    assert bot.tables_log[0] == "zed has registered: +500"


def test_their_chips_are_accounted_for(bot: OfflineBot) -> None:
    registered(bot)
    check_books(bot.players_xml)
    report = audit(bot.players_xml)
    assert (report.rounds, report.edits) == (0, [])


def test_who_is_a_player_need_not(bot: OfflineBot) -> None:
    assert registered(bot, "dave") == "You are already a player, dave."
    registered(bot)
    assert registered(bot) == "You are already a player, zed."


def test_who_joins_is_a_player_too(bot: OfflineBot) -> None:
    said = bot.says("zed", "!join")
    assert said[0].line.startswith("You are now a player, zed, with 500 chips.")
    assert bot.croupier().lineup.players == ("zed",)


def test_who_is_logged_in_joins_by_the_account(bot: OfflineBot) -> None:
    bot.logs_in("zed", "Zed")
    bot.says("zed", "!join")
    assert bot.in_file("zed").accounts == {"": "Zed"}
    assert bot.croupier().lineup.players == ("zed",)


def test_who_cannot_register_does_not_join(bot: OfflineBot) -> None:
    register_three(bot)
    assert [(each.target, each.line) for each in bot.says("yan", "!join")] == [
        ("yan", TOO_MANY_TODAY)
    ]
    assert bot.croupier().lineup.players == ()


# Once


def test_each_host_can_three_times_a_day_also_after_a_restart(bot: OfflineBot) -> None:
    register_three(bot)
    assert registered(bot, "yan") == TOO_MANY_TODAY
    bot.starts_anew()
    assert registered(bot, "yan") == TOO_MANY_TODAY
    bot.comes("yan", "other@Z.EXAMPLE")
    assert registered(bot, "yan") == TOO_MANY_TODAY
    bot.comes("yan", "z@other.example")
    assert registered(bot, "yan").startswith("You are now a player, yan")


def test_a_day_later_they_can_again(bot: OfflineBot) -> None:
    register_three(bot)
    bot.pass_seconds(86_400)
    assert registered(bot, "yan").startswith("You are now a player, yan")


def test_of_an_ipv6_address_the_first_64_bits_count(bot: OfflineBot) -> None:
    for number, nick in enumerate(["zed", "zoe", "zac"]):
        bot.comes(nick, f"z@2001:db8:1:2::{number}")
        assert registered(bot, nick).startswith("You are now a player")
    bot.comes("yan", "z@2001:db8:1:2:ffff::1")
    assert registered(bot, "yan") == TOO_MANY_TODAY
    bot.comes("yan", "z@2001:db8:1:3::1")
    assert registered(bot, "yan").startswith("You are now a player")


def register_three(bot: OfflineBot) -> None:
    """Have one person make three players, and be called yan then."""
    for nick, following in [("zed", "zoe"), ("zoe", "zac"), ("zac", "yan")]:
        registered(bot, nick)
        bot.renames(nick, following)


def test_each_account_can_once(bot: OfflineBot) -> None:
    bot.logs_in("zed", "Zed")
    assert registered(bot) == WELCOME
    assert bot.in_file("zed").accounts == {"": "Zed"}
    bot.renames("zed", "yan")
    assert registered(bot, "yan") == "You are already a player, zed."
    bot.logs_in("yan", "Yan")
    assert registered(bot, "yan").startswith("You are now a player, yan")


def test_who_registers_logged_in_is_safe_at_once(bot: OfflineBot) -> None:
    bot.logs_in("zed", "Zed")
    registered(bot)
    bot.renames("zed", "zed_")
    bot.comes("zed", "mallory@elsewhere")
    assert "not logged in" in bot.tells("zed", "bank +5")[0].line


def test_logging_out_makes_nobody_a_second_player(bot: OfflineBot) -> None:
    bot.logs_in("zed", "Zed")
    registered(bot)
    for nick in ("zoe", "zac"):
        bot.comes(nick, "z@z.example")
        bot.logs_in(nick, nick)
        registered(bot, nick)
        bot.leaves(nick)
    bot.logs_in("zed", "")
    bot.renames("zed", "yan")
    assert registered(bot, "yan") == LOG_IN
    for account in ("Zed", "zoe", "zac"):
        bot.edit(f"<account>{account}</account>", "")
    bot.settlements.look()
    assert registered(bot, "yan") == TOO_MANY_TODAY


# Where there are accounts


@pytest.mark.parametrize(
    ("account", "why"), [("", LOG_IN), (None, "The server did not tell me in time")]
)
def test_where_accounts_are_required_one_is_needed(
    tmp_path: Path, account: str | None, why: str
) -> None:
    bot = opened(tmp_path, require="account")
    bot.logs_in("zed", account)
    assert registered(bot).startswith(why)
    bot.logs_in("zed", "Zed")
    assert registered(bot) == WELCOME


def test_and_where_a_player_has_one_or_anybody_in_the_channel(tmp_path: Path) -> None:
    bot = opened(tmp_path, Entry("dave", owner="<account>dave</account>"))
    assert registered(bot) == LOG_IN
    bot.edit("<account>dave</account>", "")
    bot.settlements.look()
    bot.logs_in("dave", "dave")
    assert registered(bot) == LOG_IN
    bot.logs_in("dave", "")
    assert registered(bot) == WELCOME


def test_where_masks_are_required_the_host_is_the_mask(tmp_path: Path) -> None:
    bot = opened(tmp_path, require="mask")
    assert registered(bot) == WELCOME
    assert bot.in_file("zed").masks == ("*!*@z.example",)
    bot.renames("zed", "zeddy")
    assert bot.tells("zeddy", "bank")[0].line == "zed: chips 500, bank 0"
    bot.comes("zed", "mallory@elsewhere")
    assert "not at zed's usual address" in bot.tells("zed", "bank")[0].line


def test_a_host_that_says_nothing_is_no_host(bot: OfflineBot) -> None:
    for userhost in ["", "z@", "z@*", "z@a?b", "z@a b", "z@\x01", "z@é", "z@a!b"]:
        before = bot.players_xml.read_bytes()
        bot.people["zed"] = type(bot.person("zed"))("zed", userhost, "")
        assert registered(bot).startswith("I do not know your address yet")
        assert bot.players_xml.read_bytes() == before


# Names


def test_a_nick_that_is_said_of_something_else_is_no_players(bot: OfflineBot) -> None:
    for nick in ["stats", "STOP", "PontoonBot", "9lives"]:
        bot.renames("zed", nick)
        assert registered(bot, nick) == BAD_NICK
        assert [each.nick for each in bot.all_in_file()] == ["dave"]


@pytest.mark.parametrize("nick", ["zo\xeb", "\u0438\u0432\u0430\u043d", "\u592a\u90ce", "{z}"])
def test_a_nick_that_somebody_has_is_one_also_where_networks_have_others(
    bot: OfflineBot, nick: str
) -> None:
    """Some let people have nicks in UTF-8; an admin could not know whether theirs does."""
    bot.renames("zed", nick)
    assert registered(bot, nick) == WELCOME.replace("zed", nick)
    assert bot.in_file(nick).chips == 500


def test_but_not_one_that_would_be_misread(bot: OfflineBot) -> None:
    for nick in [
        "zed\u2502dave",
        "zed\uff5c",
        "dave\u2800busts",
        "zed\uff1a",
        "zed\ua789",
        "dave\u3164",
    ]:
        bot.renames("zed", nick)
        assert registered(bot, nick) in (BAD_NICK, TAKEN.format(nick))
        assert [each.nick for each in bot.all_in_file()] == ["dave"]


def test_nor_one_that_looks_like_a_players(bot: OfflineBot) -> None:
    for nick in ["\u1d05ave", "d\u0251ve", "DAV\u0415", "dav\u212e"]:
        bot.renames("zed", nick)
        assert registered(bot, nick) == TAKEN.format(nick)


@pytest.mark.parametrize("nick", ["TheBoss", "bob"])
def test_nobody_is_called_as_a_player_is(tmp_path: Path, nick: str) -> None:
    bot = opened(tmp_path, Entry("dave", nickname="TheBoss"), Entry("B\u043eb"))
    bot.renames("zed", nick)
    assert registered(bot, nick) == TAKEN.format(nick)


def test_who_has_the_nick_of_another_is_told_so(tmp_path: Path) -> None:
    bot = opened(tmp_path, Entry("dave", owner="<account>dave</account>"))
    bot.leaves("dave")
    bot.comes("dave", "mallory@elsewhere")
    bot.logs_in("dave", "mallory")
    assert registered(bot, "dave") == TAKEN.format("dave")


# When it cannot be written


def test_a_broken_file_is_left_alone(bot: OfflineBot) -> None:
    bot.break_file()
    assert registered(bot) == CANNOT_SAVE_CHIPS
    bot.mend_file()
    assert [each.nick for each in bot.all_in_file()] == ["dave"]


def test_nobody_is_a_player_who_cannot_be_written(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pontoon.storage.atomic_file.replace", fail)
    assert registered(bot) == CANNOT_SAVE_CHIPS
    assert any("No space left" in line for line in bot.log)
    assert bot.tells("zed", "bank")[0].line == ("zed is not a player yet; say !register")
    monkeypatch.undo()
    assert registered(bot) == WELCOME
    check_books(bot.players_xml)


def test_whoever_sits_has_a_player_already(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.renames("dave", "davey")
    assert registered(bot, "davey") == (
        "You are playing as dave in #pontoon: try again after the round."
    )


def test_who_is_logged_in_may_come_from_anywhere(bot: OfflineBot) -> None:
    bot.people["zed"] = type(bot.person("zed"))("zed", "", "Zed")
    assert registered(bot) == WELCOME
    assert bot.in_file("zed").registered == ()


def test_on_the_local_server_each_nick_can(tmp_path: Path) -> None:
    """All come from one address there."""
    config = {
        "irc": {"server": "local", "channels": "#pontoon"},
        "identity": {"self_registration": "yes", "starting_chips": "500"},
    }
    bot = OfflineBot(tmp_path, (Entry("dave"),), config=config)
    for nick in ("zed", "y[o]"):
        bot.comes(nick, f"{nick}@localhost")
        assert registered(bot, nick) == WELCOME.replace("zed", nick)
