"""Who learns that a channel does not hear the bot, and when it is told again."""

from pathlib import Path

import pytest

from pontoon.service.muted_channels import MAX_TOLD, RETRY_SECONDS
from tests.support.whole_bot import WholeBot

REFUSED = ":srv 404 Bot #pontoon :Cannot send to channel"
CARDS = "5D 9C 8H 4H 2D 3C 2C"
LOGGED = "cannot speak in #pontoon: Cannot send to channel"


@pytest.fixture
def whole(tmp_path: Path) -> WholeBot:
    """Return a bot in whose channel dave, an operator, is to play."""
    whole = WholeBot(tmp_path, CARDS)
    whole.rig.receive(":srv MODE #pontoon +o dave")
    whole.hears("kevin", "!pontoon dave kevin")
    for nick in ("dave", "kevin"):
        whole.hears(nick, "10", "Bot")
    return whole


def told(whole: WholeBot, *lines: str) -> list[str]:
    """Return whom the bot tells that it cannot speak, when the server sends LINES."""
    whole.rig.sent()
    whole.rig.receive(*lines)
    whole.clock.advance(0)
    return [line.split()[1] for line in whole.rig.sent() if "I cannot speak in" in line]


def test_who_asked_and_an_operator_are_told_once(whole: WholeBot) -> None:
    assert told(whole, REFUSED) == ["kevin", "dave"]
    assert told(whole, REFUSED) == []
    assert whole.logged.count(LOGGED) == 1


def test_whose_turn_it_is_is_said_again_after_a_minute(whole: WholeBot) -> None:
    told(whole, REFUSED)
    whole.clock.advance(RETRY_SECONDS - 1)
    assert whole.rig.sent() == []
    whole.clock.advance(1)
    assert whole.rig.sent() == ["PRIVMSG #pontoon :♠ dave to play"]


@pytest.mark.parametrize("mode", ["-m", "+v Bot", "-b Bot!*@*"])
def test_it_is_said_at_once_when_a_mode_may_have_opened_the_channel(
    whole: WholeBot, mode: str
) -> None:
    """A refusal after that is news again."""
    told(whole, REFUSED)
    whole.rig.receive(f":dave!dave@dave.home MODE #pontoon {mode}")
    assert "PRIVMSG #pontoon :♠ dave to play" in whole.rig.sent()
    assert told(whole, REFUSED) == ["kevin", "dave"]
    assert whole.logged.count(LOGGED) == 2


def test_who_asked_is_told_though_the_server_spells_the_channel_otherwise(
    whole: WholeBot,
) -> None:
    whole.rig.receive(":Bot!bot@bot.example PART #pontoon")
    whole.rig.join("#Pontoon", names="Bot dave kevin")
    whole.hears("dave", "!games", "#Pontoon")
    assert told(whole, REFUSED) == ["dave"]


def test_it_is_news_again_on_another_connection(whole: WholeBot) -> None:
    told(whole, REFUSED)
    whole.rig.lose()
    whole.connect()
    whole.come_in()
    whole.rig.receive(":srv MODE #pontoon +o dave")
    whole.hears("kevin", "!games")
    assert told(whole, REFUSED) == ["kevin", "dave"]
    assert whole.logged.count(LOGGED) == 2


def test_nothing_is_said_again_in_a_channel_that_is_given_up(whole: WholeBot) -> None:
    told(whole, REFUSED)
    assert whole.bot.set_channels(["#den"])
    whole.rig.sent()
    whole.clock.advance(RETRY_SECONDS)
    assert not [line for line in whole.rig.sent() if "#pontoon" in line]


def test_a_channel_that_has_heard_all_is_told_nothing_again(whole: WholeBot) -> None:
    whole.rig.receive(":dave!dave@dave.home MODE #pontoon -m")
    assert whole.rig.sent() == []


def test_somebody_who_changes_nicks_does_not_make_it_talk_without_end(whole: WholeBot) -> None:
    told(whole, REFUSED)
    nick = "kevin"
    heard = 0
    for number in range(2 * MAX_TOLD):
        whole.rig.receive(f":{nick}!kevin@kevin.home NICK k{number}")
        nick = f"k{number}"
        whole.rig.receive(f":{nick}!kevin@kevin.home PRIVMSG #pontoon :!rules")
        heard += len(told(whole, REFUSED))
    assert heard == MAX_TOLD - 2
