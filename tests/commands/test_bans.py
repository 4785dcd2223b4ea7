"""Admins ban people, by host and account, for a time or until they end the ban."""

from pathlib import Path

import pytest

from pontoon.irc.people import Person
from pontoon.storage import channels
from tests.support.admins import ADMIN, Managed, ledger_of, order, told
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.play_rounds import full_disk

FREE = "I deal card games."


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Return a bot with dave, an admin, kevin and mallory, each at a host of their own."""
    bot = OfflineBot(
        tmp_path, "dave 1000, kevin 1000, mallory 1000", "5D 9C KH 9H 3S", config=ADMIN
    )
    bot.bot.control = Managed()
    for nick in ("kevin", "mallory"):
        bot.comes(nick, f"~{nick}@{nick}.example")
    bot.logs_in("dave", "boss")
    return bot


def is_heard(bot: OfflineBot, nick: str) -> bool:
    return bool(told(bot, nick, "games"))


def test_a_ban_lasts_until_it_is_ended(bot: OfflineBot) -> None:
    assert order(bot, "ban MALLORY") == (
        "I ignore mallory (*!*@mallory.example) until unban. They can finish a round that they "
        "are in."
    )
    bot.time.advance(10**7)
    assert not is_heard(bot, "mallory")
    assert is_heard(bot, "kevin")
    assert order(bot, "unban Mallory") == "mallory is no longer banned."
    assert is_heard(bot, "mallory")
    assert ledger_of(bot)[-1] == ("order: unban Mallory", "dave!dave@dave.home (account boss)")


def test_a_ban_is_over_after_so_many_minutes(bot: OfflineBot) -> None:
    assert " until 20" in order(bot, "ban mallory 30")
    bot.time.advance(30 * 60 - 1)
    assert not is_heard(bot, "mallory")
    bot.time.advance(1)
    assert is_heard(bot, "mallory")
    assert order(bot, "unban") == "Nobody is banned here."


def test_it_holds_under_another_nick_and_after_logging_out(bot: OfflineBot) -> None:
    bot.logs_in("mallory", "mal")
    assert "(*!*@mallory.example, account mal)" in order(bot, "ban mallory")
    bot.logs_in("mallory", "")
    bot.renames("mallory", "eve")
    assert not is_heard(bot, "eve")
    bot.comes("zoe", "zoe@elsewhere")
    bot.logs_in("zoe", "MAL")
    assert not is_heard(bot, "zoe")


def test_others_at_the_same_host_are_not_banned(bot: OfflineBot) -> None:
    bot.comes("kevin", "~kevin@mallory.example")
    assert "(*!~mallory@mallory.example)" in order(bot, "ban mallory")
    assert is_heard(bot, "kevin")
    assert not is_heard(bot, "mallory")


def test_who_is_banned_is_not_dealt_to(bot: OfflineBot) -> None:
    order(bot, "ban mallory")
    assert bot.says("mallory", "!pontoon kevin") == []
    (said,) = bot.says("kevin", "!pontoon kevin mallory")
    assert said.line == "No round: mallory is on my ignore list"


def test_a_seated_player_finishes_the_round_and_has_no_next_one(bot: OfflineBot) -> None:
    bot.says("kevin", "!pontoon kevin mallory")
    order(bot, "ban mallory")
    bot.tells("kevin", "10")
    assert "mallory bets 10" in bot.tells("mallory", "10")[0].line
    bot.says("mallory", "!pontoon resign")
    bot.tells("kevin", "s")
    bot.stops_round()
    assert bot.croupier().ask is None
    assert not is_heard(bot, "mallory")
    said = bot.says("kevin", "!pontoon")
    assert "mallory is on my ignore list" in " ".join(each.line for each in said)


def test_it_outlasts_restarts(bot: OfflineBot) -> None:
    for minutes in ("", " 30"):
        order(bot, f"ban mallory{minutes}")
        bot.starts_anew()
        bot.bot.control = Managed()
        assert not is_heard(bot, "mallory")
    bot.time.advance(30 * 60)
    bot.starts_anew()
    assert is_heard(bot, "mallory")


def test_the_bans_are_listed_the_latest_first(bot: OfflineBot) -> None:
    order(bot, "ban mallory 5")
    order(bot, "ban kevin")
    for text in ("ban", "unban"):
        assert order(bot, text).startswith(
            "Banned: kevin (*!*@kevin.example) until unban | mallory (*!*@mallory.example) until 20"
        )


def test_what_cannot_be_is_refused(bot: OfflineBot) -> None:
    for text, answer in [
        ("ban eve", "I see nobody called eve in a channel here. ignore in config.ini takes masks."),
        ("ban dave", "dave is an admin."),
        ("ban PontoonBot", "I see nobody called PontoonBot in a channel here. ignore in"),
        ("unban kevin", "kevin is not banned here. unban alone lists those who are."),
        ("ban kevin 0", "Usage: ban [NICK [MINUTES]]"),
        ("ban kevin x", "Usage: ban "),
        ("ban kevin 5 6", "Usage: ban "),
        ("unban a b", "Usage: unban [NICK]"),
    ]:
        assert order(bot, text).startswith(answer)
        assert order(bot, "unban") == "Nobody is banned here."


def test_a_host_that_is_not_known_yet_cannot_be_banned(bot: OfflineBot) -> None:
    bot.roster().remove("kevin")
    bot.is_put_in(["kevin"])
    assert order(bot, "ban kevin").startswith("I cannot ban kevin: I do not know their host yet.")


def test_what_cannot_be_saved_is_not_done(bot: OfflineBot) -> None:
    with full_disk():
        bot.bot.database.write("DELETE FROM channels")
        bot.pass_seconds(0)
        assert order(bot, "ban mallory").startswith("I did not do that because I cannot save it")
    assert is_heard(bot, "mallory")
    assert ledger_of(bot) == []


def test_bans_are_bounded(bot: OfflineBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pontoon.commands.admin_commands.MAX_BANS", 1)
    order(bot, "ban mallory 5")
    assert order(bot, "ban kevin").startswith("There are too many bans")
    bot.time.advance(300)
    assert order(bot, "ban kevin").startswith("I ignore kevin")
    assert len(bot.bot.channels._bans) == 1
    assert channels.MAX_BANS == 1000


def test_a_channel_is_joined_and_left(bot: OfflineBot) -> None:
    managed = bot.bot.control
    assert isinstance(managed, Managed)
    assert order(bot, "join #den") == (
        "I am joining #den, and deal there. At the next start config.ini decides again."
    )
    assert managed.done == [f"127.0.0.1: {CHANNEL} #den"]
    assert order(bot, f"join {CHANNEL.upper()}") == f"I already deal in {CHANNEL.upper()}."
    assert order(bot, "join !!") == (
        "That cannot be the name of a channel here: it begins with #, as in #pontoon."
    )
    assert order(bot, f"part {CHANNEL}").startswith("That is my only channel here")
    assert order(bot, "part #den") == "I do not deal in #den."
    assert order(bot, "part den").startswith("Usage: part #CHANNEL")
    assert order(bot, "join #a #b").startswith("Usage: join #CHANNEL")


def test_a_channel_is_not_left_during_a_round(tmp_path: Path) -> None:
    two = {"irc": {"channels": f"{CHANNEL} #den"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "5D 9C", config={**ADMIN, **two})
    bot.bot.control = managed = Managed()
    bot.logs_in("dave", "boss")
    bot.says("kevin", "!pontoon kevin", "#den")
    assert order(bot, "part #den").startswith("A round is being played in #den")
    bot.stops_round("#den")
    assert order(bot, "part #DEN") == (
        "I have left #den. At the next start config.ini decides again."
    )
    assert managed.done == [f"local: {CHANNEL}"]


def test_a_channel_where_a_kitty_cannot_go_back_yet_is_not_left(tmp_path: Path) -> None:
    two = {"irc": {"channels": f"{CHANNEL} #den"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "5D 9C", config={**ADMIN, **two})
    bot.bot.control = managed = Managed()
    bot.logs_in("dave", "boss")
    bot.break_file()
    assert order(bot, "part #den") == (
        "I stay in #den until I can use players.xml again: chips may wait there."
    )
    assert managed.done == []
    bot.mend_file()
    assert order(bot, "part #den").startswith("I have left #den.")


def test_an_audit_is_told_to_the_admin_alone(bot: OfflineBot) -> None:
    assert order(bot, "audit") == "all chips are accounted for"
    assert order(bot, "audit now").startswith("Usage: audit")
    assert ledger_of(bot)[-1] == ("order: audit", "dave!dave@dave.home (account boss)")


def test_an_admin_whose_account_is_not_known_any_more_hears_the_audit(bot: OfflineBot) -> None:
    managed = bot.bot.control
    assert isinstance(managed, Managed)
    managed.is_slow = True
    assert told(bot, "dave", "audit") == []
    bot.roster().remove("dave")
    bot.roster().add(Person("dave", "dave@dave.home"))
    before = len(bot.said)
    managed.finish_audit()
    assert [(each.target, each.line) for each in bot.said[before:]] == [
        ("dave", "all chips are accounted for")
    ]


def test_whoever_has_the_nick_of_an_admin_by_then_is_not_told(bot: OfflineBot) -> None:
    managed = bot.bot.control
    assert isinstance(managed, Managed)
    managed.is_slow = True
    assert told(bot, "dave", "audit") == []
    bot.renames("dave", "boss")
    bot.renames("mallory", "dave")
    before = len(bot.said)
    managed.finish_audit()
    assert bot.said[before:] == []


def test_another_person_who_has_taken_the_nick_is_banned_besides(bot: OfflineBot) -> None:
    order(bot, "ban mallory")
    bot.renames("mallory", "m")
    bot.comes("mallory", "~eve@eve.example")
    order(bot, "ban mallory")
    assert not is_heard(bot, "m")
    assert not is_heard(bot, "mallory")
    bot.starts_anew()
    bot.bot.control = Managed()
    assert not is_heard(bot, "m")
    order(bot, "unban mallory")
    assert order(bot, "ban") == "Nobody is banned here."


@pytest.mark.parametrize("account", ["", "mal"])
def test_the_same_person_can_be_banned_for_another_time(bot: OfflineBot, account: str) -> None:
    bot.logs_in("mallory", account)
    order(bot, "ban mallory")
    order(bot, "ban mallory 5")
    assert " | " not in order(bot, "ban")
    bot.time.advance(300)
    assert is_heard(bot, "mallory")


def test_an_admin_is_never_banned(bot: OfflineBot) -> None:
    """Neither by their account nor by the address that others have too."""
    bot.comes("dave", "~web@gateway")
    bot.comes("mallory", "~web@gateway")
    assert "That includes dave" not in order(bot, "ban mallory")
    assert not is_heard(bot, "mallory")
    assert is_heard(bot, "dave")
    bot.says("dave", "!pontoon dave kevin")
    assert "dave" in bot.croupier().table.players


def test_who_else_has_the_same_address_is_named(bot: OfflineBot) -> None:
    for nick in ("kevin", "mallory"):
        bot.comes(nick, "~web@gateway")
    told = order(bot, "ban mallory")
    assert told.startswith("I ignore mallory (*!~web@gateway) until unban.")
    assert told.endswith(
        " That includes kevin, with the same address: unban mallory if that is wrong."
    )
    for number in range(20):
        bot.comes(f"web{number}", "~WEB@GateWay")
    order(bot, "unban mallory")
    assert "web5, web6 and 13 others, with the same" in order(bot, "ban kevin")


def test_while_the_round_goes_on_only_its_table_hears_them(tmp_path: Path) -> None:
    two = {"irc": {"channels": f"{CHANNEL} #den"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, mallory 1000", config={**ADMIN, **two})
    bot.logs_in("dave", "boss")
    for nick in ("kevin", "mallory"):
        for channel in (CHANNEL, "#den"):
            bot.comes(nick, f"~{nick}@{nick}.example", channel)
    bot.says("kevin", "!pontoon kevin mallory")
    order(bot, "ban mallory")
    for text in ("!pontoon dave", "!help", "!stats", "!bank +10", "PontoonBot: help"):
        assert bot.says("mallory", text, "#den") == []
    for text in ("help", "bank +10", "set nickname X", "stats", "register"):
        assert bot.tells("mallory", text) == []
    assert bot.in_file("mallory").bank == 0
    for text in ("hand", "?", "10", "leave"):
        assert bot.tells("mallory", text)
