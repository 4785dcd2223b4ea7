"""Nobody but admins learns that there are admin commands, and nobody else has them obeyed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from pontoon.commands import dispatch
from tests.support.admins import ADMIN, ORDERS, Managed, chips, ledger_of, order, told, with_admins
from tests.support.offline_bot import OfflineBot

UNKNOWN = [text for text in ORDERS if text != "quit"]
"""The orders that are no words for everybody: ``quit`` says how one leaves a table."""


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return with_admins(tmp_path)


@pytest.mark.parametrize("account", [None, "", "dave", "bos"])
def test_nobody_else_learns_that_there_are_orders(bot: OfflineBot, account: str | None) -> None:
    """They are told what is said of any unknown word, and nothing is done or logged."""
    for text in UNKNOWN:
        bot.logs_in("kevin", account)
        before = bot.players_xml.read_bytes()
        logged = len(bot.tables_log)
        assert told(bot, "kevin", text) == told(bot, "kevin", "fnord")
        assert bot.players_xml.read_bytes() == before
        assert bot.tables_log[logged:] == []
        assert ledger_of(bot) == []


def seated(bot: OfflineBot) -> None:
    bot.says("bob", "!pontoon bob kevin")


def on_turn(bot: OfflineBot) -> None:
    bot.says("bob", "!pontoon kevin bob")


def asked_for_a_move(bot: OfflineBot) -> None:
    on_turn(bot)
    for nick in ("kevin", "bob"):
        bot.tells(nick, "10")


def shooting(bot: OfflineBot) -> None:
    bot.says("bob", "!shoot kevin bob dave")


def out(bot: OfflineBot) -> None:
    on_turn(bot)
    bot.leaves("kevin")


def played(bot: OfflineBot) -> None:
    on_turn(bot)
    bot.says("bob", "!pontoon stop")


def cut_off(bot: OfflineBot) -> None:
    on_turn(bot)
    bot.is_cut_off()


def logged_out(bot: OfflineBot) -> None:
    bot.logs_in("kevin", "kev")
    bot.tells("kevin", "claim")
    on_turn(bot)
    bot.logs_in("kevin", "")


STATES = (seated, on_turn, asked_for_a_move, shooting, out, played, cut_off, logged_out)


@pytest.mark.parametrize("come_to_be", STATES)
def test_nor_do_they_by_an_answer_of_another_kind_whatever_is_going_on(
    tmp_path: Path, come_to_be: Callable[[OfflineBot], None]
) -> None:
    three = "dave 1000, kevin 1000, bob 1000"
    bot = OfflineBot(tmp_path, three, "5D 9C KH 9H 2C 3C", config=ADMIN)
    bot.logs_in("dave", "boss")
    come_to_be(bot)
    for text in (*UNKNOWN, "chips", "rename a", "say hi", "add 5", "stop #x"):
        answered = told(bot, "kevin", text)
        assert answered == told(bot, "kevin", "fnord")
        assert answered
        bot.pass_seconds(0 if bot.croupier().ask else 60)  # the answer is not given without end
    assert ledger_of(bot) == []


def test_nor_by_how_much_of_it_is_answered(tmp_path: Path) -> None:
    config = {**ADMIN, "irc": {"server": "127.0.0.1"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=config)
    asked = [(len(told(bot, "kevin", "status")), len(told(bot, "dave", "fnord"))) for _ in "x" * 50]
    assert all(ordered == unknown for ordered, unknown in asked)
    assert asked[-1] == (0, 0)


@pytest.mark.parametrize("text", ["help", "!help", "stats", "rules"])
def test_neither_does_help_tell_of_them(bot: OfflineBot, text: str) -> None:
    assert not any("Orders" in line for line in told(bot, "kevin", text))


def test_help_tells_an_admin_of_them(bot: OfflineBot) -> None:
    lines = " ".join(told(bot, "dave", "help more"))
    assert "Admin commands: add NICK CHIPS" in lines
    assert all(text.split()[0] in lines for text in ORDERS)


def test_a_mask_makes_an_admin_who_need_not_be_a_player(bot: OfflineBot) -> None:
    bot.comes("root", "root@admin.example")
    assert told(bot, "root", "chips dave +1") == ["dave +1: 1001 chips"]
    assert ledger_of(bot)[-1] == ("given", "root!root@admin.example")


def test_a_mask_does_so_though_the_account_is_not_known(bot: OfflineBot) -> None:
    bot.comes("root", "root@admin.example")
    bot.logs_in("root", None)
    assert told(bot, "root", "status") == ["well | at home"]
    assert "which account you are logged in to" in told(bot, "root", "bank")[0]


def test_an_admin_may_give_as_many_orders_as_they_like(tmp_path: Path) -> None:
    irc = {"irc": {"server": "127.0.0.1", "user_lines": "2", "ignore": "*!*@*.home"}}
    bot = OfflineBot(tmp_path, config={**ADMIN, **irc})
    bot.bot.control = Managed()
    bot.logs_in("dave", "boss")
    assert [told(bot, "dave", "status") for _ in range(10)] == [["well | at home"]] * 10
    assert told(bot, "dave", "bank") == []


def test_an_order_is_obeyed_once_it_is_known_who_gives_it(bot: OfflineBot) -> None:
    dave = bot.person("dave")
    ctx = bot.real_network.commands
    request = dispatch.accept(ctx, replace(dave, account=None), "add anna 500")
    assert request is not None
    dispatch.answer_as(ctx, request, replace(dave, account=None))
    assert chips(bot, "anna") is None
    dispatch.answer_as(ctx, request, dave)
    assert chips(bot, "anna") == 500


def test_an_order_is_nobodys_who_is_found_to_be_another(bot: OfflineBot) -> None:
    """Who had said something before it was known that they are an admin may be one no more."""
    dave = bot.person("dave")
    ctx = bot.real_network.commands
    request = dispatch.accept(ctx, dave, "add anna 500")
    assert request is not None
    dispatch.answer_as(ctx, request, replace(dave, account=None))
    dispatch.answer_as(ctx, request, replace(dave, account=""))
    assert chips(bot, "anna") is None


def test_join_is_for_everybody_and_only_an_admin_sends_the_bot_elsewhere(bot: OfflineBot) -> None:
    assert "I deal no game of that name" in told(bot, "kevin", "join #other")[0]
    bot.says("dave", "!join #other")
    managed = bot.bot.control
    assert isinstance(managed, Managed)
    assert managed.done == []
    assert order(bot, "join #other").startswith("I am joining #other")


def test_orders_are_not_obeyed_in_a_channel(bot: OfflineBot) -> None:
    for text in UNKNOWN:
        assert bot.says("dave", f"!{text}") == []
        assert bot.says("dave", text) == []
    assert chips(bot, "dave") == 1000


def test_an_admin_who_logs_out_is_none(bot: OfflineBot) -> None:
    bot.logs_in("dave", "")
    assert told(bot, "dave", "status") == told(bot, "dave", "fnord")


def test_orders_may_have_the_prefix_and_any_case(bot: OfflineBot) -> None:
    assert order(bot, "!CHIPS dave +1") == "dave +1: 1001 chips"


def test_another_config_ini_has_other_admins(bot: OfflineBot) -> None:
    bot.adopts({"admin": {"accounts": "kevin"}})
    bot.logs_in("kevin", "kevin")
    assert told(bot, "dave", "status") == told(bot, "dave", "fnord")
    assert told(bot, "kevin", "status") == ["well | at home"]
