"""Voice for minutes, from what the server tells to what it is asked for."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from twisted.internet.task import Clock as FakeReactor

from pontoon.service.config.settings import read
from pontoon.service.network import Network
from pontoon.service.shared import SharedState
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.settlement_queue import SettlementQueue
from tests.support.client_rig import Rig
from tests.support.work_at_once import OddsAtOnce, WorkAtOnce

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
PLAYERS = """\
<players><player><nick>dave</nick><chips>1000</chips>
<blackjack><minutes>5</minutes><day>20261120</day></blackjack></player></players>
"""


@pytest.fixture
def reactor() -> FakeReactor:
    return FakeReactor()


@pytest.fixture
def rig(tmp_path: Path, reactor: FakeReactor) -> Rig:
    """Return a bot that is about to enter #pontoon, and gives voice for minutes."""
    (tmp_path / "players.xml").write_text(PLAYERS)
    (tmp_path / "config.ini").write_text("[irc]\nserver = 127.0.0.1\n[blackjack]\nvoice = yes\n")
    config = read(tmp_path / "config.ini", {})
    logged: list[str] = []
    store = PlayerStore(tmp_path / "players.xml")
    store.recover()
    store.refresh()

    def now() -> datetime:
        return NOON + timedelta(seconds=reactor.seconds())

    settlements = SettlementQueue(store, logged.append)
    shared = SharedState(
        *(config, settlements, reactor),
        *(OddsAtOnce(), WorkAtOnce(), WorkAtOnce()),
        *(now, logged.append),
    )
    bot = Network(shared, config.irc, reactor, logged.append)
    rig = Rig(listener=bot, clock=reactor, capabilities=["server-time"])
    bot.client = rig.client
    return rig.register()


def enter(rig: Rig, names: str) -> list[str]:
    """Let the bot enter; return what it does about voice."""
    rig.receive(
        ":Bot!bot@bot.example JOIN #pontoon",
        f":srv 353 Bot = #pontoon :{names}",
        ":srv 366 Bot #pontoon :End of /NAMES list.",
    )
    return modes(rig)


def modes(rig: Rig) -> list[str]:
    """Return what the server has been asked to do about modes."""
    return [line for line in rig.sent() if line.startswith("MODE")]


def after_minutes(rig: Rig, reactor: FakeReactor, minutes: int) -> list[str]:
    """Let MINUTES pass, in which the server is there; return what the bot does about voice."""
    done: list[str] = []
    for _ in range(minutes * 60):
        reactor.advance(1)
        rig.receive("PING :there?")
        done += modes(rig)
    return done


def test_an_operator_gives_voice_and_takes_it_when_the_minutes_have_run_out(
    rig: Rig, reactor: FakeReactor
) -> None:
    assert enter(rig, "@Bot dave kevin") == ["MODE #pontoon +v dave"]
    rig.receive(":Bot!bot@bot.example MODE #pontoon +v dave")
    assert after_minutes(rig, reactor, 4) == []
    assert after_minutes(rig, reactor, 1) == ["MODE #pontoon -v dave"]


def test_a_bot_that_is_made_an_operator_gives_voice_at_once(rig: Rig) -> None:
    assert enter(rig, "Bot @dave kevin") == []
    rig.receive(":dave!d@h MODE #pontoon +o kevin", ":kevin!k@h MODE #pontoon +v Bot")
    assert modes(rig) == []
    rig.receive(":dave!d@h MODE #pontoon +o Bot")
    assert modes(rig) == ["MODE #pontoon +v dave"]


def test_a_bot_that_is_found_to_be_an_operator_gives_voice_at_once(rig: Rig) -> None:
    """A rank above it had hidden that in the first NAMES."""
    assert enter(rig, "Bot dave") == []
    rig.receive(":srv 353 Bot = #pontoon :@Bot dave", ":srv 366 Bot #pontoon :End of /NAMES list.")
    assert modes(rig) == ["MODE #pontoon +v dave"]


def test_whoever_comes_is_given_voice_and_nobody_after_the_connection_is_lost(
    rig: Rig, reactor: FakeReactor
) -> None:
    assert enter(rig, "@Bot") == []
    rig.receive(":dave!d@h JOIN #pontoon")
    assert modes(rig) == ["MODE #pontoon +v dave"]
    rig.lose()
    reactor.advance(3600)
    assert modes(rig) == []


def test_a_nick_that_would_change_the_meaning_of_a_command_gets_none() -> None:
    rig = Rig().register()
    for nick in ("dave +o mallory", "", ":dave"):
        rig.client.voice("#pontoon", nick, on=True)
    rig.client.voice("#pontoon x", "dave", on=True)
    assert rig.sent() == []
    rig.client.voice("#pontoon", "dave", on=False)
    assert rig.sent() == ["MODE #pontoon -v dave"]
