"""Who may stop a round, and when; and what stopping does."""

from pathlib import Path

import pytest

from pontoon.engine.moves import Phase
from pontoon.irc.outgoing import Priority
from pontoon.irc.people import Person
from tests.support.joins import bet_and_stick
from tests.support.offline_bot import CHANNEL, OfflineBot, near_marker
from tests.support.short_timeouts import all_want_the_bank, asked

STOPPED = "The round is stopped and all stakes are returned"


ADMIN = {"admin": {"masks": "*!admin@trusted"}}


def bot_in_round(folder: Path) -> OfflineBot:
    """Return a bot where dave started a round of dave and kevin.

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
    return bot_in_round(tmp_path)


def all_bet(bot: OfflineBot) -> None:
    """Have the second cards dealt."""
    bot.tells("dave", "50")
    bot.tells("kevin", "50")


def stops(bot: OfflineBot, *nicks: str) -> bool:
    """Let NICKS say stop, one after the other; tell whether the last one's word stops the round."""
    for nick in nicks:
        said = bot.says(nick, "!pontoon stop")
    if bot.croupier().ask is None:
        assert said[0].line.startswith(STOPPED)
        return True
    assert len(said) == 1
    return False


@pytest.mark.parametrize(
    ("nicks", "may"),
    {
        "dave kevin": 1,
        "kevin dave": 1,
        "dave": 0,
        "kevin": 0,
        "bob": 0,
        "oper": 0,
        "admin": 1,
    }.items(),
)
def test_before_the_first_bet_all_who_play_may_together_and_admins(
    bot: OfflineBot, nicks: str, may: bool
) -> None:
    assert stops(bot, *nicks.split()) == may


def test_whoever_has_no_seat_stops_nothing_even_if_they_started_it(tmp_path: Path) -> None:
    """Nor does their word count for one of those who have."""
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", "5D 9C 8H 9H")
    bot.says("bob", "!pontoon dave kevin")
    (refusal,) = bot.says("bob", "!pontoon stop")
    assert refusal.target == "bob"
    assert "You cannot stop this round" in refusal.line
    assert not stops(bot, "dave", "bob")
    assert stops(bot, "kevin")


def test_the_channel_hears_whom_it_waits_for_and_once_from_each(bot: OfflineBot) -> None:
    bot.says("bob", "!pontoon bob")
    (said,) = bot.says("dave", "!pontoon stop")
    assert (said.target, said.line) == (
        CHANNEL,
        "dave wants to stop the round; "
        "it stops when all others there have said !pontoon stop: kevin",
    )
    (again,) = bot.tells("dave", "stop")
    assert (again.target, again.line) == (
        "dave",
        "it stops when all others there have said !pontoon stop: kevin",
    )


@pytest.mark.parametrize("is_away", [True, False])
def test_nobody_waits_for_who_is_out_or_has_left_the_round_or_is_away(
    tmp_path: Path, is_away: bool
) -> None:
    bot = OfflineBot(
        tmp_path, "dave 1000, kevin 1000, bob 1000, ann 1000", config={"table": {"away_after": "1"}}
    )
    if is_away:
        bot.says("dave", "!pontoon ann kevin")
        bot.tells("kevin", "10")
        bot.pass_seconds(120)  # ann has let a question go by
        bot.tells("kevin", "leave")
        bot.says("ann", "hello")
    bot.says("dave", "!pontoon dave kevin bob ann")
    bot.leaves("kevin")
    bot.tells("bob", "leave")
    if not is_away:
        bot.tells("ann", "leave")
    assert stops(bot, "dave")


def test_all_words_before_a_bet_are_void_with_it(bot: OfflineBot) -> None:
    assert not stops(bot, "dave")
    bot.tells("kevin", "50")
    assert not stops(bot, "kevin")
    assert not stops(bot, "dave")


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
    assert not stops(bot, "bob", "dave", "kevin")


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
    assert not stops(bot, "dave", "kevin")


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


def test_where_all_have_one_address_an_admin_stops_a_round_of_others(tmp_path: Path) -> None:
    config = {
        "irc": {"server": "local", "channels": CHANNEL},
        "admin": {"masks": "admin!*@*"},
    }
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "5D 9C 8H 9H", config)
    for nick in ("dave", "kevin", "admin"):
        bot.people[nick] = Person(nick, "me@localhost")
    bot.is_back(["dave", "kevin", "admin"])
    bot.says("dave", "!pontoon dave kevin")
    all_bet(bot)
    assert stops(bot, "admin")


# Who is not dealt to after that

BARRED = "dave, kevin are not dealt to here for 2 minutes"


def test_whoever_stops_a_round_is_dealt_to_again_after_two_minutes(bot: OfflineBot) -> None:
    """So nobody deals, sees a bad card, and deals again; whoever begins the round."""
    assert stops(bot, "dave", "kevin")
    assert bot.heard_in(CHANNEL)[-1] == f"{STOPPED} | {BARRED}"
    assert bot.says("bob", "!pontoon dave bob")[0].line == (
        "Left out: dave is dealt to here again in 120 s"
    )
    bot.stops_round()
    bot.pass_seconds(119.5)
    (said,) = bot.says("dave", "!pontoon kevin dave")
    assert said.line.startswith("No round: ")
    assert "kevin, dave are dealt to here again in 1 s" in said.line
    bot.pass_seconds(0.5)
    assert bot.says("dave", "!pontoon dave kevin")[0].line.startswith("Shed Pontoon: dave, kevin")


def test_nor_do_those_who_have_joined(bot: OfflineBot) -> None:
    stops(bot, "dave", "kevin")
    for nick in ("dave", "bob"):
        bot.says(nick, "!join")
    assert bot.says("dave", "!deal")[0].line.startswith("Left out: dave is dealt to here again in ")


@pytest.mark.parametrize("game", ["pontoon", "british", "shoot", "cutwc"])
def test_whoever_saw_a_card_of_a_round_in_which_nobody_bet_is_not_dealt_to_either(
    tmp_path: Path, game: str
) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000")
    bot.deals("dave", f"!{game} dave kevin")
    if (ask := bot.croupier().ask) is not None and ask.phase is Phase.KITTY:
        bot.tells(ask.player, "50")
    while bot.croupier().ask is not None:
        bot.pass_seconds(10)
    assert "not dealt to here for 2 minutes" in bot.heard_in(CHANNEL)[-1]
    bot.says("kevin", "hello")
    (said, *_) = bot.says("bob", f"!{game} kevin bob")
    assert "kevin is dealt to here again in" in said.line


def test_a_round_without_cards_bars_nobody_but_those_who_stopped_it(tmp_path: Path) -> None:
    """In Black Jack the bets come first; where nobody wants the bank no card is dealt."""
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000")
    bot.says("bob", "!blackjack dave kevin")
    bot.says("dave", "!blackjack leave")
    bot.says("kevin", "!blackjack leave")
    bot.says("bob", "!british dave kevin")
    bot.tells("dave", "n")
    bot.tells("kevin", "n")
    assert "not dealt to" not in " ".join(bot.heard_in(CHANNEL))
    bot.says("bob", "!blackjack dave kevin")
    assert stops(bot, "dave", "kevin")
    assert bot.heard_in(CHANNEL)[-1] == f"{STOPPED} | {BARRED}"


def play_a_round(bot: OfflineBot) -> str:
    """Play a round of British Pontoon of dave and kevin; return who has the bank then."""
    bot.deals("dave", "!british dave kevin")
    bet_and_stick(bot)
    banker = bot.table().banker
    assert banker is not None
    return banker


def test_another_nick_does_not_help(bot: OfflineBot) -> None:
    stops(bot, "dave", "kevin")
    bot.leaves("bob")
    bot.renames("dave", "bob")
    assert "bob is dealt to here again in 120 s" in bot.says("bob", "!pontoon bob")[0].line


@pytest.mark.parametrize(
    ("userhost", "account", "is_barred"),
    [
        ("mal@elsewhere", "daves", True),
        ("mal@dave.home", "", True),
        ("mal@dave.home", "other", False),
        ("mal@elsewhere", "other", False),
        ("mal@elsewhere", "", False),
    ],
)
def test_people_are_the_same_by_account_or_else_by_host(
    tmp_path: Path, userhost: str, account: str, is_barred: bool
) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, mal 1000", "5D 9C 8H 9H")
    bot.logs_in("dave", "daves")
    bot.says("kevin", "!pontoon dave")
    assert stops(bot, "dave")
    bot.people["mal"] = Person("mal", userhost, account)
    bot.leaves("mal")
    bot.comes("mal", userhost)
    (said, *_) = bot.says("kevin", "!pontoon mal")
    assert said.line.startswith("Shed Pontoon: mal") is not is_barred


def test_where_all_have_one_host_they_are_the_same_by_nick(tmp_path: Path) -> None:
    bot = OfflineBot(
        tmp_path,
        "dave 1000, kevin 1000",
        "5D 9C 8H 9H",
        {"irc": {"server": "local", "channels": CHANNEL}},
    )
    for nick in ("dave", "kevin"):
        bot.leaves(nick)
        bot.comes(nick, f"{nick}@localhost")
    bot.says("kevin", "!pontoon dave")
    assert stops(bot, "dave")
    assert bot.says("dave", "!pontoon kevin")[0].line.startswith("Shed Pontoon: kevin")
    bot.stops_round()
    assert "dave is dealt to here again" in bot.says("dave", "!pontoon dave")[0].line


def test_others_are_dealt_to_at_once_and_elsewhere_they_are_too(tmp_path: Path) -> None:
    config = {"irc": {"channels": f"{CHANNEL} #other"}}
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=config)
    bot.says("dave", "!pontoon dave")
    stops(bot, "dave")
    assert bot.says("dave", "!pontoon dave", "#other")[0].line.startswith("Shed Pontoon: dave")
    assert bot.says("dave", "!pontoon kevin")[0].line.startswith("Shed Pontoon: kevin")


def test_a_round_that_an_admin_stopped_bars_nobody(bot: OfflineBot) -> None:
    """Players who agreed to that cannot have an admin do it, since they could do it themselves."""
    stops(bot, "admin")
    assert bot.says("dave", "!pontoon")[0].line.startswith("Shed Pontoon: kevin, dave")


# Who they are


def test_players_are_known_under_a_new_nick(bot: OfflineBot) -> None:
    bot.renames("dave", "dave_away")
    assert stops(bot, "kevin", "dave_away")


def test_whoever_takes_a_players_nick_is_not_the_player(bot: OfflineBot) -> None:
    bot.renames("dave", "dave_away")
    bot.renames("bob", "dave")
    assert not stops(bot, "kevin", "dave")


def test_whoever_comes_with_the_nick_of_a_player_who_left_is_not_the_player(
    bot: OfflineBot,
) -> None:
    bot.leaves("dave")
    bot.comes("dave", "mallory@elsewhere")
    assert not stops(bot, "dave")


def test_voice_is_no_rank(bot: OfflineBot) -> None:
    bot.roster().grant("bob", "v")
    assert not stops(bot, "bob")


def test_it_may_be_said_in_private(bot: OfflineBot) -> None:
    bot.tells("kevin", "stop")
    assert bot.croupier().ask is not None
    assert bot.tells("dave", "STOP")[0].line == f"{STOPPED} | kevin, dave {BARRED[12:]}"


def test_stopping_gives_every_stake_back_and_counts_for_nobody(bot: OfflineBot) -> None:
    before = bot.players_xml.read_bytes()
    all_bet(bot)
    bot.tells("dave", "b")
    assert stops(bot, "admin")
    assert bot.players_xml.read_bytes() == before
    assert not any(line.startswith("Chips:") for line in bot.heard_in(CHANNEL))


def test_everybody_gets_up(bot: OfflineBot) -> None:
    """They may be seated again, use the bank, and make no more moves."""
    stops(bot, "dave", "kevin")
    assert "deposits" in bot.says("dave", "!bank +10")[0].line
    assert "The round is over" in bot.tells("kevin", "50")[0].line
    bot.pass_seconds(120)
    assert "bob, kevin" in bot.says("bob", "!pontoon bob kevin")[0].line


def test_there_may_be_nothing_to_stop(bot: OfflineBot) -> None:
    stops(bot, "dave", "kevin")
    for nick in ("dave", "oper", "bob"):
        (said,) = bot.says(nick, "!pontoon stop")
        assert said.target == nick
        assert said.urgency is Priority.CHATTER


def test_after_bets_in_one_round_the_next_can_be_stopped(bot: OfflineBot) -> None:
    all_bet(bot)
    assert stops(bot, "admin")
    bot.says("dave", "!pontoon")
    assert stops(bot, "dave", "kevin")


def test_a_marker_reached_in_a_stopped_round_has_the_shoe_shuffled(tmp_path: Path) -> None:
    bot = near_marker(tmp_path)
    assert "marker" in bot.says("dave", "!pontoon dave kevin")[0].line
    assert [each.line for each in bot.stops_round()] == [
        f"{STOPPED} | the cards have been shuffled"
    ]
