"""Operators of a channel turn rounds there off and on; it stays so."""

from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL, OfflineBot

OTHER = "#other"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, who is an operator, and kevin."""
    bot = OfflineBot(tmp_path, config={"irc": {"channels": f"{CHANNEL} {OTHER}"}})
    bot.ops("dave")
    return bot


def closed(bot: OfflineBot) -> OfflineBot:
    """Have dave turn rounds off."""
    (told,) = bot.says("dave", "!pontoon off")
    assert told.target == CHANNEL
    assert "until a channel operator says !pontoon on" in told.line
    return bot


def test_nothing_is_dealt_or_said_aloud_then(bot: OfflineBot) -> None:
    for text in [
        "!pontoon",
        "!pontoon kevin",
        "!british dave kevin",
        "!pontoon stats",
        "!games",
        "!bank +5",
    ]:
        (told,) = closed(bot).says("kevin", text)
        assert told.target == "kevin"
        assert (
            told.line
            == f"Rounds are turned off in {CHANNEL}: a channel operator can say !pontoon on there"
        )
        assert bot.croupier().ask is None
        kevin = bot.store.find("kevin")
        assert kevin is not None
        assert kevin.bank == 0


def test_an_operator_turns_them_on_again(bot: OfflineBot) -> None:
    (told,) = closed(bot).says("dave", "!pontoon on")
    assert told.target == CHANNEL
    assert told.line.startswith("I deal here again: !pontoon NICK")
    assert "place your bets" in bot.says("kevin", "!pontoon kevin")[0].line


def test_nobody_else_does(bot: OfflineBot) -> None:
    for word in ["on", "off", "OFF"]:
        (told,) = bot.says("kevin", f"!pontoon {word}")
        assert told.target == "kevin"
        assert "Only a channel operator" in told.line
        assert bot.says("kevin", "!pontoon kevin")[0].target == CHANNEL


def test_an_operator_may_say_so_with_any_game(bot: OfflineBot) -> None:
    bot.says("dave", "!british off")
    assert bot.says("kevin", "!pontoon kevin")[0].target == "kevin"
    bot.says("dave", "!shoot on")
    assert bot.says("kevin", "!pontoon kevin")[0].target == CHANNEL


def test_a_round_that_is_played_goes_on_to_its_end(bot: OfflineBot) -> None:
    bot.says("kevin", "!pontoon kevin")
    closed(bot)
    assert "kevin bets 10" in bot.tells("kevin", "10")[0].line
    bot.says("kevin", "!pontoon resign")
    assert bot.croupier().ask is None
    assert bot.says("kevin", "!pontoon")[0].target == "kevin"


def test_an_operator_stops_none_that_somebody_else_has_begun(bot: OfflineBot) -> None:
    """Not even one without bets, nor with rounds turned off."""
    bot.says("kevin", "!pontoon kevin")
    for _ in range(2):
        (told,) = bot.says("dave", "!pontoon stop")
        assert told.target == "dave"
        assert bot.croupier().ask is not None
        closed(bot)


def test_other_channels_are_open(bot: OfflineBot) -> None:
    closed(bot)
    assert bot.says("kevin", "!pontoon kevin", channel=OTHER)[0].target == OTHER


def test_in_private_all_is_as_ever(bot: OfflineBot) -> None:
    closed(bot)
    assert bot.tells("kevin", "bank")[0].line == "kevin: chips 1000, bank 0"


def test_it_stays_so_when_the_bot_is_started_again(bot: OfflineBot) -> None:
    closed(bot).starts_anew()
    assert bot.says("kevin", "!pontoon kevin")[0].target == "kevin"
    bot.ops("dave")
    bot.says("dave", "!pontoon on")
    bot.starts_anew()
    assert bot.says("kevin", "!pontoon kevin")[0].target == CHANNEL


def test_the_log_tells_who_did_it(bot: OfflineBot) -> None:
    closed(bot).says("dave", "!pontoon on")
    assert bot.tables_log[-2:] == [
        f"{CHANNEL}: dave turns rounds off",
        f"{CHANNEL}: dave turns rounds on",
    ]


def test_it_stays_so_however_the_channel_is_spelt(bot: OfflineBot) -> None:
    closed(bot).stops()
    bot.starts({"irc": {"channels": CHANNEL.upper()}})
    assert bot.croupier(CHANNEL).tables.kept.is_closed
