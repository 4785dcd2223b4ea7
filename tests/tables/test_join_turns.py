"""Those who have joined and people who are named are dealt to in turn (RULES 0, Joining)."""

from pathlib import Path

import pytest

from tests.support.joins import after, bet_and_stick, dealt, in_channel, is_playing, join
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot
from tests.support.short_timeouts import timers

NICKS = ("dave", "kevin", "bob", "alice", "carol")


def new_bot(folder: Path, **table: str) -> OfflineBot:
    return OfflineBot(folder, [*map(Entry, NICKS)], config={"table": table})


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Return a bot where dave and kevin have joined; no table is dealt to by itself for long."""
    bot = new_bot(tmp_path, join_wait="600")
    join(bot, "dave", "kevin", game="british")
    return bot


@pytest.fixture
def played(tmp_path: Path) -> OfflineBot:
    """Return a bot where dave and kevin have joined and played; then bob and alice have played."""
    bot = new_bot(tmp_path)
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    bet_and_stick(bot)
    bot.says("bob", "!pontoon bob alice")
    bet_and_stick(bot)
    return bot


def refused(bot: OfflineBot, nick: str = "bob", named: str = "bob alice") -> bool:
    """Have NICK ask for a round of those NAMED; tell whether it is refused for those who joined."""
    said = in_channel(bot.says(nick, f"!pontoon {named}"))
    is_refused = said[0].startswith("No round: ") and " have joined for " in said[0]
    assert is_refused or said[0].startswith("Shed Pontoon: "), said
    return is_refused


def dealt_after(bot: OfflineBot, seconds: float) -> list[str]:
    """Let SECONDS pass; return who is dealt to by then."""
    bot.pass_seconds(seconds)
    return dealt(bot)


def test_after_a_round_of_theirs_a_named_round_goes_next_and_then_they_do(
    played: OfflineBot,
) -> None:
    for _ in range(2):
        assert refused(played)
        played.says("kevin", "!deal")
        bet_and_stick(played)
        assert dealt_after(played, 2) == ["bob", "alice"]
        bet_and_stick(played)


def test_a_named_round_is_refused_for_two_minutes_and_then_dealt_and_they_are_next(
    played: OfflineBot,
) -> None:
    assert in_channel(played.says("bob", "!pontoon bob alice")) == [
        "No round: kevin, dave have joined for Shed Pontoon; type !join to play in their next round"
        "; the round that bob asked for follows, in 120 s at the latest"
    ]
    played.pass_seconds(119.9)
    assert not is_playing(played)
    assert after(played, 0.1)[0].startswith("Shed Pontoon: bob, alice")
    bet_and_stick(played)
    assert refused(played, "carol", "carol")


def test_the_two_minutes_run_from_the_first_request_whoever_asks_then(played: OfflineBot) -> None:
    """Whoever has asked longest goes first."""
    assert refused(played)
    played.pass_seconds(60)
    (said,) = in_channel(played.says("carol", "!pontoon carol"))
    assert said.endswith("the round that bob asked for follows, in 60 s at the latest")
    assert dealt_after(played, 60) == ["bob", "alice"]


@pytest.mark.parametrize("nick", ["kevin", "dave"])
def test_no_leaving_begins_them_again(played: OfflineBot, nick: str) -> None:
    assert refused(played)
    played.pass_seconds(60)
    played.says(nick, "!leave")
    join(played, nick)
    assert not is_playing(played)
    assert dealt_after(played, 60) == ["bob", "alice"]


def test_a_void_round_of_theirs_is_one(played: OfflineBot) -> None:
    assert refused(played)
    played.says("kevin", "!deal")
    for nick in ("kevin", "dave"):
        played.says(nick, "!pontoon leave")
    after(played, 2)
    assert dealt(played) == ["bob", "alice"]


def test_a_longer_countdown_is_waited_for(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, join_wait="200")
    join(bot, "dave", "kevin", game="british")
    assert refused(bot)
    bot.pass_seconds(190)
    assert not is_playing(bot)
    bot.pass_seconds(10)
    assert dealt(bot) == ["dave", "kevin"]


def test_too_few_hold_nobody_up(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    join(bot, "dave", game="british")
    assert not refused(bot)


def test_who_leave_hold_nobody_up_any_more(bot: OfflineBot) -> None:
    assert refused(bot)
    bot.says("dave", "!leave")
    after(bot, 2)
    assert dealt(bot) == ["bob", "alice"]


def test_the_first_named_round_that_is_asked_for_during_theirs_is_dealt_next(
    played: OfflineBot,
) -> None:
    played.says("kevin", "!deal")
    said = in_channel(played.says("bob", "!pontoon bob alice"))
    assert said == [
        "A round of Shed Pontoon is already being played here | kevin, dave to bet | "
        "the round that bob asked for comes next"
    ]
    assert in_channel(played.says("carol", "!pontoon carol"))[0].endswith(
        "the round that bob asked for comes next"
    )
    bet_and_stick(played)
    played.says("dave", "!deal")
    assert dealt(played) == ["bob", "alice"]


def test_who_asks_again_for_the_named_round_that_was_kept_hears_of_its_beginning_alone(
    played: OfflineBot,
) -> None:
    played.says("kevin", "!deal")
    played.says("bob", "!pontoon bob alice")
    bet_and_stick(played)
    said = in_channel(played.says("bob", "!pontoon bob alice"))
    assert dealt(played) == ["bob", "alice"]
    assert "already being played" not in " | ".join(said)
    said = in_channel(played.says("carol", "!pontoon carol"))
    assert said[0].startswith("A round of Shed Pontoon is already being played here | ")


def test_a_named_round_that_has_waited_for_its_turn_waits_for_the_seal_of_its_deck_too(
    tmp_path: Path,
) -> None:
    bot = OfflineBot(tmp_path, [*map(Entry, NICKS)], tells_of_decks=True)
    join(bot, "dave", "kevin")
    bot.says("bob", "!cutwc bob alice")
    bot.says("dave", "!deal")
    bet_and_stick(bot)
    bot.waiting = []  # the pace lets the seal of the new deck leave later
    bot.pass_seconds(2)
    assert not is_playing(bot)
    bot.lets_leave()
    assert dealt(bot) == ["bob", "alice"]


def test_none_is_kept_during_a_named_round_or_without_names(played: OfflineBot) -> None:
    played.says("kevin", "!deal")
    assert "next" not in in_channel(played.says("bob", "!pontoon"))[0]
    bet_and_stick(played)
    played.says("bob", "!pontoon bob alice")
    assert "next" not in in_channel(played.says("carol", "!pontoon carol"))[0]


def test_a_round_is_not_dealt_for_somebody_who_has_gone(played: OfflineBot) -> None:
    played.says("kevin", "!deal")
    played.says("bob", "!pontoon bob alice")
    played.leaves("bob")
    bet_and_stick(played)
    after(played, 200)
    assert not is_playing(played)
    assert not refused(played, "carol", "carol")


def test_nor_for_somebody_who_joins_the_others_instead(played: OfflineBot) -> None:
    assert refused(played)
    join(played, "bob")
    after(played, 120)
    assert not is_playing(played)


@pytest.mark.parametrize("nick", ["bob", "alice"])
@pytest.mark.parametrize("is_part", [False, True])
def test_nor_when_its_starter_or_somebody_named_leaves(
    played: OfflineBot, nick: str, *, is_part: bool
) -> None:
    """Somebody else can ask then; the two minutes still run from the first request."""
    assert refused(played, "bob", "Bob ALICE")
    said = played.parts(nick) if is_part else played.says(nick, "!leave")
    withdrawn = f"Shed Pontoon: the round that bob asked for is not dealt, since {nick} leaves"
    assert in_channel(said) == [withdrawn]
    played.pass_seconds(60)
    (said_then,) = in_channel(played.says("carol", "!pontoon carol"))
    assert said_then.endswith("the round that carol asked for follows, in 60 s at the latest")
    assert dealt_after(played, 60) == ["carol"]


def test_nor_when_somebody_named_leaves_during_the_round_before(played: OfflineBot) -> None:
    played.says("kevin", "!deal")
    played.says("bob", "!pontoon bob kevin")
    assert in_channel(played.says("carol", "!leave")) == []
    assert in_channel(played.says("kevin", "!leave")) == [
        "Shed Pontoon: the round that bob asked for is not dealt, since kevin leaves"
    ]
    bet_and_stick(played)
    after(played, 200)
    assert not is_playing(played)


def test_a_round_of_theirs_counts_when_the_table_is_opened_anew(played: OfflineBot) -> None:
    """The turn is the channel's: to leave and to join again puts nobody before the others."""
    played.says("kevin", "!deal")
    bet_and_stick(played)
    for nick in ("dave", "kevin"):
        played.says(nick, "!leave")
    join(played, "kevin", "carol", game="british")
    assert not refused(played)
    bet_and_stick(played)
    assert refused(played)


def test_nor_while_rounds_are_off(played: OfflineBot) -> None:
    assert refused(played)
    played.ops("carol")
    played.says("carol", "!pontoon off")
    after(played, 300)
    assert not is_playing(played)


def test_one_that_cannot_begin_says_so_and_keeps_the_turn(played: OfflineBot) -> None:
    played.says("kevin", "!deal")
    played.says("bob", "!pontoon bob zed")
    bet_and_stick(played)
    assert after(played, 2)[-1].startswith("No round: zed is not a player yet")
    assert not refused(played)


def test_nobody_waits_for_it_in_a_channel_that_the_bot_has_left(played: OfflineBot) -> None:
    assert refused(played)
    played.adopts({"irc": {"channels": "#other"}})
    assert timers(played) == 0


def test_while_all_of_them_are_out_the_bare_command_says_so_and_named_rounds_are_dealt(
    played: OfflineBot,
) -> None:
    for nick in ("dave", "kevin"):
        played.leaves(nick)
    assert in_channel(played.says("bob", "!pontoon")) == [
        "No round: kevin, dave have joined and left the channel; "
        "!pontoon NICK NICK ... deals to others"
    ]
    assert not refused(played)


def test_a_countdown_that_ends_in_no_round_is_tried_again(tmp_path: Path) -> None:
    """It waits as long again each time: the channel is not told for ever."""
    bot = new_bot(tmp_path)
    join(bot, "dave", "kevin")
    bot.edit("<chips>1000</chips>", "<chips>0</chips>")
    bot.edit("<chips>1000</chips>", "<chips>0</chips>")
    assert after(bot, 58)[-1].startswith("No round: ")
    assert after(bot, 60)[-1].startswith("No round: ")
    assert after(bot, 119) == []
    assert after(bot, 1)[-1].startswith("No round: ")
    bot.edit("<chips>0</chips>", "<chips>1000</chips>")
    after(bot, 240)
    assert dealt(bot) == ["dave"]


def test_who_was_out_when_their_bet_was_asked_keeps_the_place(tmp_path: Path) -> None:
    """A client may need two minutes to come back when the program has been started again."""
    bot = new_bot(tmp_path)
    join(bot, "dave", "kevin", "bob")
    bot.says("dave", "!deal")
    bot.tells("dave", "10")
    bot.is_put_out()
    bot.stops()
    bot.starts()
    bot.is_back(["PontoonBot", "dave", "bob"], CHANNEL)
    bot.tells("bob", "10")
    bot.pass_seconds(120)
    bet_and_stick(bot)
    bot.comes("kevin")
    bot.says("dave", "!deal")
    assert "kevin" in dealt(bot)
