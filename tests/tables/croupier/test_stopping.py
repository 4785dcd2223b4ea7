"""Who may stop a round, and when; and what stopping does."""

from pathlib import Path

import pytest

from pontoon.irc.outgoing import Priority
from pontoon.irc.people import Person
from tests.support.offline_bot import CHANNEL, OfflineBot, near_marker
from tests.support.short_timeouts import all_want_the_bank, asked

STOPPED = "The round is stopped and all stakes are returned"


ADMIN = {"admin": {"masks": "*!admin@trusted"}}


def house_in(folder: Path) -> OfflineBot:
    """Return a house where dave started a round of dave and kevin.

    Bob, a channel operator and an admin of the bot look on.
    """
    bot = OfflineBot(folder, "dave 1000, kevin 1000, bob 1000", "5D 9C 8H 9H", ADMIN)
    bot.comes("oper")
    bot.ops("oper")
    bot.comes("admin", "admin@trusted")
    bot.says("dave", "!pontoon dave kevin")
    return bot


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return house_in(tmp_path)


def all_bet(bot: OfflineBot) -> None:
    """Have the second cards dealt."""
    bot.tells("dave", "50")
    bot.tells("kevin", "50")


def stops(bot: OfflineBot, nick: str) -> bool:
    """Let NICK try to stop the round; tell whether it was."""
    said = bot.says(nick, "!pontoon stop")
    if bot.croupier().ask is None:
        assert said[0].line == STOPPED
        return True
    (refusal,) = said
    assert refusal.target == nick
    return False


@pytest.mark.parametrize(
    ("nick", "may"), {"dave": 1, "kevin": 0, "bob": 0, "oper": 0, "admin": 1}.items()
)
def test_before_the_first_bet_the_starter_and_admins_may(
    bot: OfflineBot, nick: str, may: bool
) -> None:
    assert stops(bot, nick) == may


@pytest.mark.parametrize("nick", ["dave", "kevin", "bob", "oper"])
@pytest.mark.parametrize("bettor", ["dave", "kevin"])
def test_from_the_first_bet_on_nobody_may_but_an_admin(
    bot: OfflineBot, bettor: str, nick: str
) -> None:
    bot.tells(bettor, "50")
    assert not stops(bot, nick)
    assert stops(bot, "admin")


@pytest.mark.parametrize(("game", "first"), [("shoot", "50"), ("shoot", "n")])
def test_a_kitty_or_a_bid_is_as_good_as_a_bet(bot: OfflineBot, game: str, first: str) -> None:
    stops(bot, "admin")
    bot.says("bob", f"!{game} dave kevin bob")
    all_want_the_bank(bot)
    bot.tells(str(asked(bot)), first)
    if first == "n":
        bot.tells(str(asked(bot)), "5")
    assert not stops(bot, "bob")


def test_a_free_roll_is_none(bot: OfflineBot) -> None:
    """A turn that nobody makes, a player who parts and comes back: neither undoes a bet."""
    all_bet(bot)
    bot.pass_seconds(110)
    bot.leaves("dave")
    bot.comes("dave")
    assert not stops(bot, "dave")
    bot.pass_seconds(10_000)
    assert bot.croupier().ask is None
    assert bot.in_file("dave").chips != 1000


def test_a_lost_connection_lets_nobody_stop(bot: OfflineBot) -> None:
    all_bet(bot)
    bot.is_cut_off()
    bot.pass_seconds(1000)
    bot.is_back(["dave", "kevin"])
    assert not stops(bot, "dave")
    assert not stops(bot, "kevin")


@pytest.mark.parametrize("userhost", ["kevin@trusted", "admin@elsewhere"])
def test_an_admin_who_has_a_seat_stops_nothing(tmp_path: Path, userhost: str) -> None:
    """Nor does one from where somebody else in the round is."""
    config = {"admin": {"masks": "*!*@trusted, admin!*@*"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "5D 9C 8H 9H", config)
    bot.people["kevin"] = Person("kevin", userhost)
    bot.is_back(["dave", "kevin"])
    bot.comes("admin", userhost)
    bot.says("dave", "!pontoon dave kevin")
    all_bet(bot)
    assert not stops(bot, "admin")
    assert "cannot stop" in bot.tells("admin", f"stop {CHANNEL}")[0].line


# Who has stopped one


def test_the_starter_who_stops_starts_none_for_two_minutes(bot: OfflineBot) -> None:
    """So nobody deals, sees a bad card, and deals again."""
    assert stops(bot, "dave")
    (said,) = bot.says("dave", "!pontoon")
    assert (said.target, "120 s" in said.line) == ("dave", True)
    bot.pass_seconds(119.9)
    assert bot.says("dave", "!pontoon dave kevin")[0].target == "dave"
    bot.pass_seconds(0.1)
    assert bot.says("dave", "!pontoon dave kevin")[0].target == CHANNEL


def test_another_nick_does_not_help(bot: OfflineBot) -> None:
    stops(bot, "dave")
    bot.renames("dave", "dave_")
    assert bot.says("dave_", "!pontoon kevin bob")[0].target == "dave_"


@pytest.mark.parametrize(
    ("userhost", "account", "is_barred"),
    [
        ("mal@elsewhere", "daves", True),
        ("dave@home", "other", True),
        ("mal@elsewhere", "other", False),
    ],
)
def test_nor_do_another_address_and_another_account_unless_both_are(
    bot: OfflineBot, userhost: str, account: str, is_barred: bool
) -> None:
    bot.logs_in("dave", "daves")
    stops(bot, "dave")
    bot.people["mal"] = Person("mal", userhost, account)
    bot.comes("mal", userhost)
    (said, *_) = bot.says("mal", "!pontoon kevin bob")
    assert (said.target == "mal") == is_barred


def test_others_may_start_one_at_once_and_elsewhere_so_may_they(tmp_path: Path) -> None:
    config = {"irc": {"channels": f"{CHANNEL} #other"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=config)
    bot.says("dave", "!pontoon dave")
    stops(bot, "dave")
    assert bot.says("dave", "!pontoon dave", "#other")[0].target == "#other"
    assert bot.says("kevin", "!pontoon kevin")[0].target == CHANNEL


def test_a_round_that_an_admin_stopped_bars_nobody(bot: OfflineBot) -> None:
    stops(bot, "admin")
    assert bot.says("dave", "!pontoon")[0].target == CHANNEL


# Who is the starter


def test_the_starter_is_known_under_a_new_nick(bot: OfflineBot) -> None:
    bot.renames("dave", "dave_away")
    assert stops(bot, "dave_away")


def test_whoever_takes_the_starters_nick_is_not_the_starter(bot: OfflineBot) -> None:
    bot.renames("dave", "dave_away")
    bot.renames("bob", "dave")
    assert not stops(bot, "dave")


def test_whoever_comes_with_the_nick_of_a_starter_who_left_is_not_the_starter(
    bot: OfflineBot,
) -> None:
    bot.leaves("dave")
    bot.comes("dave", "mallory@elsewhere")
    assert not stops(bot, "dave")


def test_voice_is_no_rank(bot: OfflineBot) -> None:
    bot.roster().grant("bob", "v")
    assert not stops(bot, "bob")


def test_the_starter_may_stop_in_private(bot: OfflineBot) -> None:
    assert bot.tells("kevin", "stop")[0].target == "kevin"
    assert bot.croupier().ask is not None
    assert bot.tells("dave", "STOP")[0].line == STOPPED


def test_stopping_gives_every_stake_back_and_counts_for_nobody(bot: OfflineBot) -> None:
    before = bot.players_xml.read_bytes()
    all_bet(bot)
    bot.tells("dave", "b")
    assert stops(bot, "admin")
    assert bot.players_xml.read_bytes() == before
    assert not any(line.startswith("Chips:") for line in bot.heard_in(CHANNEL))


def test_everybody_gets_up(bot: OfflineBot) -> None:
    """They may be seated again, use the bank, and make no more moves."""
    stops(bot, "dave")
    assert "deposits" in bot.says("dave", "!bank +10")[0].line
    assert "The round is over" in bot.tells("kevin", "50")[0].line
    assert "bob, kevin" in bot.says("bob", "!pontoon bob kevin")[0].line


def test_there_may_be_nothing_to_stop(bot: OfflineBot) -> None:
    stops(bot, "dave")
    for nick in ("dave", "oper", "bob"):
        (said,) = bot.says(nick, "!pontoon stop")
        assert said.target == nick
        assert said.urgency is Priority.CHATTER


def test_the_starter_of_the_last_round_may_not_stop_the_next(bot: OfflineBot) -> None:
    stops(bot, "dave")
    bot.says("bob", "!pontoon")
    assert not stops(bot, "dave")
    assert stops(bot, "bob")


def test_after_bets_in_one_round_the_starter_may_stop_the_next(bot: OfflineBot) -> None:
    all_bet(bot)
    assert stops(bot, "admin")
    bot.says("dave", "!pontoon")
    assert stops(bot, "dave")


def test_a_marker_reached_in_a_stopped_round_has_the_shoe_shuffled(tmp_path: Path) -> None:
    bot = near_marker(tmp_path)
    assert "marker" in bot.says("dave", "!pontoon dave kevin")[0].line
    assert [each.line for each in bot.says("dave", "!pontoon stop")] == [
        f"{STOPPED} | the cards have been shuffled"
    ]
