"""Minutes and voice are those of the person who is logged in to the account of a player."""

from pathlib import Path
from unittest.mock import patch

from pontoon.irc.people import Person
from pontoon.tables.voice import VoiceMeter
from tests.support.account_owners import DAVES, MINUTES
from tests.support.offline_bot import Entry, OfflineBot

VOICED = {"blackjack": {"voice": "yes"}}


def test_voice_and_minutes_are_the_owners(tmp_path: Path) -> None:
    entries = [Entry("dave", owner=DAVES, records=MINUTES)]
    bot = OfflineBot(tmp_path, entries, config=VOICED)
    bot.ops("PontoonBot")
    bot.croupier().rank_changed()
    bot.pass_seconds(600)
    assert bot.network.voices == []
    assert bot.in_file("dave").has("minutes", "blackjack") == 50
    bot.logs_in("dave", "dave")
    assert bot.network.voices == ["#pontoon +v dave"]
    bot.pass_seconds(600)
    bot.logs_in("dave", "")
    assert bot.network.voices[1:] == ["#pontoon -v dave"]
    assert bot.in_file("dave").has("minutes", "blackjack") == 40
    bot.pass_seconds(600)
    assert bot.in_file("dave").has("minutes", "blackjack") == 40


def test_of_two_connections_the_minutes_run_once(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, [Entry("dave", owner=DAVES, records=MINUTES)], config=VOICED)
    bot.ops("PontoonBot")
    bot.croupier().rank_changed()
    bot.logs_in("dave", "dave")
    bot.comes("davey", "d@phone")
    bot.logs_in("davey", "dave")
    assert bot.network.voices == ["#pontoon +v dave", "#pontoon +v davey"]
    bot.pass_seconds(600)
    bot.leaves("dave")
    bot.leaves("davey")
    assert bot.in_file("dave").has("minutes", "blackjack") == 40


def test_a_channel_full_of_accounts_is_looked_through_once(tmp_path: Path) -> None:
    """As when the bot has come in, and is told of everybody there in one go."""
    bot = OfflineBot(tmp_path, [Entry("dave", owner=DAVES, records=MINUTES)], config=VOICED)
    bot.ops("PontoonBot")
    looked: list[str] = []
    with patch.object(VoiceMeter, "changed", lambda _: looked.append("looked")):
        for number in range(10):
            bot.real_network.croupiers.account_changed(Person(f"n{number}", "x@y", f"a{number}"))
        assert looked == []
        bot.pass_seconds(0)
        assert looked == ["looked"]
        bot.logs_in("dave", "dave")
        assert looked == ["looked", "looked"]
