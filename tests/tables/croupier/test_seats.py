"""A seat is the person's who sat down, while they come, go and change their nick."""

from pathlib import Path

import pytest

from pontoon.irc.outgoing import Priority
from pontoon.irc.people import Person
from pontoon.text.announcements import WAITS_FOR_NICK
from tests.support.offline_bot import CHANNEL, OfflineBot, near_marker
from tests.support.short_timeouts import in_channel

AWAY = "You are not in #pontoon. Come back there to play on."


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave is to play 5♦ K♥, kevin waits with 9♣ 9♥; mallory looks on."""
    seated = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000", "5D 9C KH 9H 2D")
    seated.comes("mallory")
    seated.says("dave", "!pontoon dave kevin")
    seated.tells("dave", "50")
    seated.tells("kevin", "50")
    return seated


def kevin_is_asked(bot: OfflineBot) -> list[str]:
    """Let dave end his turn; return what kevin is told of it, under any nick."""
    bot.tells("dave", "t")
    said = bot.tells("dave", "s")
    assert said[0].line.endswith(("kevin to play", "kev_away (kevin) to play"))
    return [each.target for each in said if each.urgency is Priority.PROMPT]


# Away


def test_whoever_is_away_is_not_asked_but_the_channel_knows_the_turn(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    assert kevin_is_asked(bot) == []


@pytest.mark.parametrize("text", ["s", "50", "hand", "leave", "resign", "what?"])
def test_whoever_is_away_cannot_move(bot: OfflineBot, text: str) -> None:
    bot.leaves("kevin")
    kevin_is_asked(bot)
    before = bot.croupier().ask
    assert [(each.target, each.line) for each in bot.tells("kevin", text)] == [("kevin", AWAY)]
    assert bot.says("kevin", f"!{text}") == []
    assert bot.croupier().ask is before


def test_whoever_is_away_may_still_ask_for_help(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    assert "kevin: chips" in bot.tells("kevin", "bank")[0].line


def test_whoever_comes_back_in_their_turn_is_asked(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    kevin_is_asked(bot)
    (said,) = bot.comes("kevin")
    assert said.target == "kevin"
    assert "9♣ 9♥ = 18: (s)tick" in said.line
    assert bot.tells("kevin", "s")[0].line == "kevin sticks"


def test_whoever_comes_back_while_others_play_sees_their_hand(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    (said,) = bot.comes("kevin")
    assert said.line == "Stake 50: 9♣ 9♥ = 18. Chips 950. It is dave's turn to play."


def test_cards_dealt_while_somebody_was_away_are_shown_when_they_are_back(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, cards="5D 9C KH 9H")
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    bot.tells("kevin", "50")
    bot.leaves("kevin")
    assert "9♣ 9♥" in bot.comes("kevin")[0].line


def test_a_round_ends_without_whoever_is_away(bot: OfflineBot) -> None:
    """Their result counts, as it would if they had stayed."""
    bot.tells("dave", "t")
    bot.tells("dave", "s")
    bot.leaves("dave")
    assert in_channel(bot.tells("kevin", "s"))[-1] == "Chips: dave 950, kevin 1000"


def test_nobody_is_greeted_when_there_is_no_round(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path)
    bot.leaves("kevin")
    assert bot.comes("kevin") == []


# Other nicks


def test_a_seated_player_is_told_things_under_a_new_nick(bot: OfflineBot) -> None:
    bot.renames("kevin", "kev_away")
    assert kevin_is_asked(bot) == ["kev_away"]
    assert bot.tells("kev_away", "s")[0].line == "kevin sticks"


def test_a_player_comes_back_under_the_nick_they_left_with(bot: OfflineBot) -> None:
    bot.renames("kevin", "kev_away")
    bot.leaves("kev_away")
    (said,) = bot.comes("kevin", "kevin@kevin.home")
    assert said.line == WAITS_FOR_NICK.format(nick="kev_away", channel="#pontoon")
    assert bot.comes("kev_away", "kevin@kevin.home")[0].target == "kev_away"


def test_a_player_who_is_back_under_another_nick_has_the_seat_with_the_old_one(
    bot: OfflineBot,
) -> None:
    """As when a broken connection still holds the nick."""
    bot.leaves("kevin")
    kevin_is_asked(bot)
    (said,) = bot.comes("kevin_", "kevin@kevin.home")
    assert said.line == WAITS_FOR_NICK.format(nick="kevin", channel="#pontoon")
    assert "I deal" in bot.tells("kevin_", "s")[0].line
    (said,) = bot.renames("kevin_", "kevin")
    assert said.target == "kevin"
    assert "9♣ 9♥ = 18: (s)tick" in said.line
    assert bot.tells("kevin", "s")[0].line == "kevin sticks"


def test_whoever_takes_the_old_nick_outside_the_channel_is_not_back(tmp_path: Path) -> None:
    """The bot sees it happen in another channel."""
    bot = OfflineBot(tmp_path, config={"irc": {"channels": "#pontoon #other"}})
    bot.says("dave", "!pontoon dave kevin")
    bot.leaves("kevin")
    bot.leaves("kevin", "#other")
    bot.comes("kevin_", "kevin@kevin.home", "#other")
    assert bot.renames("kevin_", "kevin") == []
    assert bot.tells("kevin", "hand")[0].line == AWAY
    assert bot.comes("kevin")[0].target == "kevin"


# Impostors


def test_whoever_takes_a_nick_that_a_player_has_left_gets_nothing(bot: OfflineBot) -> None:
    bot.renames("kevin", "kev_away")
    bot.renames("mallory", "kevin")
    assert kevin_is_asked(bot) == ["kev_away"]
    assert bot.says("kevin", "!stick") == []
    for text in ("s", "hand"):
        assert "I deal" in bot.tells("kevin", text)[0].line
    assert "You are not in a round here." in bot.says("kevin", "!pontoon resign")[0].line


@pytest.mark.parametrize("way", ["comes", "is renamed"])
def test_whoever_has_the_nick_of_a_player_who_is_away_gets_nothing(
    bot: OfflineBot, way: str
) -> None:
    bot.leaves("kevin")
    said = (
        bot.renames("mallory", "kevin")
        if way == "is renamed"
        else bot.comes("kevin", "mallory@elsewhere")
    )
    assert [each.target for each in said] == ["kevin"]
    assert not said[0].shows_cards
    assert kevin_is_asked(bot) == []
    assert "I deal" in bot.tells("kevin", "s")[0].line
    assert bot.says("kevin", "!stick") == []


def test_a_seat_survives_an_impostor_who_comes_and_goes(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    bot.comes("kevin", "mallory@elsewhere")
    bot.leaves("kevin")
    assert bot.comes("kevin", "kevin@kevin.home")[0].target == "kevin"


def test_an_impostor_cannot_be_seated_instead(bot: OfflineBot) -> None:
    """Their nick's player is seated, here as in any other channel."""
    bot.leaves("kevin")
    bot.comes("kevin", "mallory@elsewhere")
    (said,) = bot.says("kevin", "!bank +10")
    assert "playing in #pontoon" in said.line


def test_who_takes_another_players_nick_is_still_the_one_who_sat_down(bot: OfflineBot) -> None:
    """Bob, who is a player too, is out; neither his chips nor his name go with the nick."""
    bot.leaves("bob")
    bot.renames("dave", "bob")
    assert "playing in #pontoon" in bot.tells("bob", "bank +10")[0].line
    assert bot.in_file("bob").bank == 0
    assert bot.tells("bob", "t")[0].line.startswith("dave twists")
    bot.tells("bob", "s")
    assert in_channel(bot.tells("kevin", "s"))[-1] == "Chips: dave 950, kevin 1000"
    assert bot.in_file("bob").chips == 1000


# The bot itself is put out


def test_seats_are_kept_while_the_bot_is_put_out(bot: OfflineBot) -> None:
    before = bot.players_xml.read_bytes()
    assert bot.is_put_out() == []
    assert bot.players_xml.read_bytes() == before
    assert "I am not back" in bot.tells("dave", "s")[0].line
    assert [(each.target, each.line) for each in bot.is_back(["dave", "kevin"])] == [
        (CHANNEL, "I am back; the round continues | dave to play"),
        ("dave", "5♦ K♥ = 15: (t)wist (b)uy for 50. Stake 50, chips 950"),
        ("kevin", "Stake 50: 9♣ 9♥ = 18. Chips 950. It is dave's turn to play."),
    ]


def test_whoever_has_a_players_nick_when_it_is_back_gets_nothing(bot: OfflineBot) -> None:
    bot.is_put_out()
    bot.people["dave"] = Person("dave", "mallory@elsewhere")
    said = bot.is_back(["dave", "kevin"])
    assert said[0].line.endswith("dave is gone: 60 s to come back | dave to play")
    assert [each.target for each in said] == [CHANNEL, "kevin", "dave"]
    assert not said[2].shows_cards
    assert "I deal" in bot.tells("dave", "t")[0].line


def test_seats_are_free_after_a_day_and_the_channel_is_told_once(bot: OfflineBot) -> None:
    bot.is_put_out()
    bot.pass_seconds(24 * 60 * 60)
    bot.real_network.croupiers.look()
    assert "The round is over" in bot.tells("dave", "s")[0].line
    (said,) = bot.is_back(["dave", "kevin"])
    assert said.target == CHANNEL
    assert "given up" in said.line
    bot.is_put_out()
    assert bot.is_back(["dave", "kevin"]) == []
    assert bot.says("dave", "!pontoon")[0].line == "Shed Pontoon: kevin, dave | place your bets"


def test_it_says_so_too_if_the_shoe_was_shuffled_meanwhile(tmp_path: Path) -> None:
    bot = near_marker(tmp_path)
    assert "marker" in bot.says("dave", "!pontoon dave kevin")[0].line
    bot.is_put_out()
    bot.pass_seconds(24 * 60 * 60)
    bot.real_network.croupiers.look()
    (said,) = bot.is_back(["dave", "kevin"])
    assert said.line.endswith(" | the cards have been shuffled")


def test_without_a_round_it_comes_and_goes_silently(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path)
    assert bot.is_put_out() == []
    assert bot.is_back(["dave"]) == []


def test_where_the_bot_is_not_nothing_is_heard(bot: OfflineBot) -> None:
    bot.is_put_out()
    assert bot.says("dave", "!pontoon dave") == []
