"""Claiming a player for one's services account, with ``claim`` in private."""

from pathlib import Path

import pytest

from pontoon.commands import dispatch
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from tests.support.heard import parsed
from tests.support.offline_bot import Entry, OfflineBot

YOURS = (
    "dave is yours: from now on only people who are logged in to your account play as dave, under"
    " any nick."
)
LOG_IN = "You are not logged in to services. Log in first, then say claim again."
ELSEWHERE = "dave has an account on another network. Ask an admin to add the one you have"


def opened(folder: Path, *entries: Entry, **identity: str) -> OfflineBot:
    """Start a bot where dave is logged in, with what [identity] says."""
    config = {"identity": identity}
    bot = OfflineBot(folder, entries or (Entry("dave"), Entry("kevin")), config=config)
    bot.logs_in("dave", "Dave")
    return bot


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return opened(tmp_path)


def claimed(bot: OfflineBot, nick: str = "dave", text: str = "claim") -> str:
    """Return what somebody is answered in private who says TEXT."""
    (said,) = bot.tells(nick, text)
    assert said.target == nick
    return said.line


@pytest.mark.parametrize("text", ["claim", "CLAIM", "!claim", " claim "])
def test_who_is_logged_in_claims_the_player_of_their_nick(bot: OfflineBot, text: str) -> None:
    assert claimed(bot, text=text) == YOURS
    assert bot.in_file("dave").accounts == {"": "Dave"}
    assert bot.tables_log == ["dave is claimed by dave, logged in to Dave"]


def test_from_then_on_nobody_else_is_that_player(bot: OfflineBot) -> None:
    claimed(bot)
    bot.renames("dave", "davey")
    bot.comes("dave", "mallory@elsewhere")
    assert "not logged in" in bot.tells("dave", "bank +5")[0].line
    assert "deposits 5" in bot.tells("davey", "bank +5")[0].line


def test_all_else_in_the_file_stays(bot: OfflineBot) -> None:
    bot.tells("dave", "set nickname The Boss")
    bot.tells("kevin", "set nickname Kev")
    before = bot.players_xml.read_text()
    claimed(bot)
    account = "<nick>dave</nick><account>Dave</account>"
    assert bot.players_xml.read_text() == before.replace("<nick>dave</nick>", account)


def test_on_a_named_network_the_name_is_written(tmp_path: Path) -> None:
    bot = opened(tmp_path)
    bot.real_network._context.settings.identities.network = "libera"
    claimed(bot)
    assert '<account network="libera">Dave</account>' in bot.players_xml.read_text()
    assert "deposits" in bot.tells("dave", "bank +5")[0].line


@pytest.mark.parametrize(
    ("account", "why"), [("", LOG_IN), (None, "The server did not tell me in time")]
)
def test_who_is_not_logged_in_claims_nothing(
    bot: OfflineBot, account: str | None, why: str
) -> None:
    before = bot.players_xml.read_bytes()
    bot.logs_in("dave", account)
    assert claimed(bot).startswith(why)
    assert bot.players_xml.read_bytes() == before


def test_nor_who_is_no_player(bot: OfflineBot) -> None:
    bot.logs_in("zed", "Zed")
    assert claimed(bot, "zed") == "zed is not a player yet; ask an admin of this bot"


def test_what_is_ones_own_already_need_not_be_claimed(bot: OfflineBot) -> None:
    claimed(bot)
    assert claimed(bot) == "dave already belongs to your account: nobody else can play as dave."


def test_what_is_somebody_elses_cannot_be(bot: OfflineBot) -> None:
    claimed(bot)
    bot.leaves("dave")
    bot.comes("dave", "mallory@elsewhere")
    bot.logs_in("dave", "mallory")
    assert claimed(bot) == (
        "dave already belongs to another account. If that is wrong, tell an admin."
    )


def test_an_account_claims_one_player(bot: OfflineBot) -> None:
    claimed(bot)
    bot.leaves("kevin")
    bot.renames("dave", "kevin")
    assert claimed(bot, "kevin") == (
        "Your account already plays as dave, and an account has only one player."
    )
    assert bot.in_file("kevin").accounts == {}


@pytest.mark.parametrize("required", ["nick", "account", "mask"])
def test_a_player_with_an_account_elsewhere_is_the_admins_to_change(
    tmp_path: Path, required: str
) -> None:
    """Or else whoever has the nick on this network would be that player."""
    owner = '<account network="libera">Dave</account><mask>*!*@*.home</mask>'
    bot = opened(tmp_path, Entry("dave", owner=owner), require=required)
    assert claimed(bot).startswith(ELSEWHERE)


def test_a_seat_as_somebody_else_must_be_left_first(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.leaves("kevin")
    bot.renames("dave", "kevin")
    assert claimed(bot, "kevin") == (
        "You are playing as dave in #pontoon: try again after the round."
    )
    bot.renames("kevin", "dave")
    assert claimed(bot) == YOURS


def test_and_whoever_has_ones_own_seat_must_have(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.renames("dave", "davey")
    bot.comes("dave", "mallory@elsewhere")
    bot.logs_in("dave", "mallory")
    assert claimed(bot) == "Somebody is playing as dave in #pontoon: try again after the round."


def test_ones_own_seat_goes_on(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    assert claimed(bot) == YOURS
    assert bot.tells("dave", "5")[0].line.startswith("dave bets 5")


@pytest.mark.parametrize("required", ["account", "mask"])
def test_claiming_is_how_it_begins_where_accounts_are_required(
    tmp_path: Path, required: str
) -> None:
    bot = opened(tmp_path, Entry("dave", owner="<mask>*!*@*.home</mask>"), require=required)
    assert claimed(bot) == YOURS
    assert "deposits" in bot.tells("dave", "bank +5")[0].line


def test_where_accounts_are_required_it_is_said_how_to_begin(tmp_path: Path) -> None:
    bot = opened(tmp_path, require="account")
    (said,) = bot.tells("dave", "bank +5")
    assert said.line == (
        "dave has no account yet, and you need one to play here. Log in to services, then say "
        "claim to me in private."
    )
    (said,) = bot.says("dave", "!pontoon dave")
    assert said.line == (
        "No round: dave has no account yet: log in to services, then say claim to me in private"
    )


def test_where_masks_are_required_nobody_claims_from_elsewhere(tmp_path: Path) -> None:
    entries = Entry("dave", owner="<mask>*!*@work</mask>"), Entry("bob", owner="<mask>*!*@*</mask>")
    bot = opened(tmp_path, *entries, require="mask")
    assert claimed(bot) == "You are not at dave's usual address. If dave is you, tell an admin."
    assert bot.in_file("dave").accounts == {}


def test_a_broken_file_is_left_alone(bot: OfflineBot) -> None:
    bot.break_file()
    assert claimed(bot) == CANNOT_SAVE_CHIPS
    bot.mend_file()
    assert bot.in_file("dave").accounts == {}
    assert claimed(bot) == YOURS


def test_nothing_is_claimed_that_cannot_be_written(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pontoon.storage.atomic_file.replace", fail)
    assert claimed(bot) == CANNOT_SAVE_CHIPS
    assert any("No space left" in line for line in bot.log)
    monkeypatch.undo()
    assert bot.tells("kevin", "bank +1")
    assert bot.store.find("dave") == bot.in_file("dave")
    assert claimed(bot) == YOURS


def test_what_cannot_be_an_account_is_not_written(bot: OfflineBot) -> None:
    for account in ["x" * 101, "a\x01b", "a b"]:
        before = bot.players_xml.read_bytes()
        bot.logs_in("dave", account)
        assert claimed(bot) == "I cannot save an account of that name. Ask an admin for help."
        assert bot.players_xml.read_bytes() == before


def test_in_a_channel_it_is_not_a_command(bot: OfflineBot) -> None:
    assert bot.says("dave", "!claim") == []
    assert bot.in_file("dave").accounts == {}


# Whether the bot has to know who is logged in


@pytest.mark.parametrize("said", ["claim", "!CLAIM", "register"])
def test_it_matters_for_a_first_claim_who_is_logged_in(bot: OfflineBot, said: str) -> None:
    dave = bot.person("dave")
    assert not dispatch.needs_account(bot.real_network.commands)
    assert not dispatch.needs_account(
        bot.real_network.commands, parsed(bot.real_network.commands, dave, "bank +5")
    )
    assert dispatch.needs_account(
        bot.real_network.commands, parsed(bot.real_network.commands, dave, said)
    )


def test_from_then_on_it_always_does(bot: OfflineBot) -> None:
    claimed(bot)
    assert dispatch.needs_account(bot.real_network.commands)


@pytest.mark.parametrize(
    "config", [{"identity": {"require": "account"}}, {"admin": {"accounts": "boss"}}]
)
def test_or_where_config_ini_says_so(tmp_path: Path, config: dict[str, dict[str, str]]) -> None:
    bot = OfflineBot(tmp_path, config=config)
    assert dispatch.needs_account(bot.real_network.commands)


def test_an_admin_of_another_network_is_none_here(tmp_path: Path) -> None:
    networks = {"irc": {"prefix": "!"}, "irc:libera": {"server": "irc.example.org"}}
    bot = OfflineBot(tmp_path, config={**networks, "admin": {"accounts": "libera/boss"}})
    assert not dispatch.needs_account(bot.real_network.commands)
