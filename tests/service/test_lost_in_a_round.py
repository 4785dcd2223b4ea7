"""The whole bot loses its connection in the middle of a round, and comes back."""

from pathlib import Path

import pytest

from pontoon.irc.channels import HISTORY_SECONDS
from pontoon.service.network import DESCRIBED_SECONDS
from tests.support.client_rig import Rig
from tests.support.offline_bot import CHANNEL
from tests.support.whole_bot import WholeBot

GOES_ON = f"PRIVMSG {CHANNEL} :♢ I am back; the round continues"


@pytest.fixture
def whole(tmp_path: Path) -> WholeBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥. The connection has just been lost."""
    whole = WholeBot(tmp_path, "5D 9C KH 9H")
    whole.hears("dave", "!pontoon dave kevin")
    whole.hears("dave", "!bet 50")
    assert "dave to play" in whole.hears("kevin", "!bet 50")[0]
    whole.rig.lose()
    return whole


def connect(whole: WholeBot) -> Rig:
    """Make another connection, and let the server welcome the bot."""
    whole.connect()
    return whole.rig


def enter(whole: WholeBot, names: str = "Bot @dave kevin", hosts: str = "dave kevin") -> list[str]:
    """Let it into the channel and have WHO tell of HOSTS; return what it sends after that."""
    rig = connect(whole)
    rig.enter(CHANNEL, names)
    rig.receive(*(f":srv 352 Bot {CHANNEL} {n} {n}.home srv {n} H :0" for n in hosts.split()))
    assert rig.sent() == []
    rig.receive(f":srv 315 Bot {CHANNEL} :End of WHO list")
    return rig.sent()


def ask(whole: WholeBot) -> object:
    croupier = whole.bot.croupiers.find(CHANNEL)
    assert croupier is not None
    return croupier.ask


def test_the_round_goes_on_once_who_has_told_where_everybody_is_from(whole: WholeBot) -> None:
    sent = enter(whole)
    assert [line.split(" :")[0] for line in sent] == [
        f"PRIVMSG {CHANNEL}",
        f"PRIVMSG {CHANNEL}",
        "PRIVMSG dave",
        "PRIVMSG kevin",
    ]
    assert sent[0] == GOES_ON
    assert "dave twists" in whole.hears("dave", "!twist")[0]


def test_or_after_a_while_where_a_server_does_not(whole: WholeBot) -> None:
    rig = connect(whole)
    rig.enter(CHANNEL, "Bot @dave kevin")
    rig.receive(f":srv 352 Bot {CHANNEL} dave dave.home srv dave H :0")
    rig.clock.advance(HISTORY_SECONDS)
    whole.clock.advance(DESCRIBED_SECONDS)
    assert rig.sent()[:2] == [
        f"{GOES_ON} | kevin is gone: 60 s to come back",
        f"PRIVMSG {CHANNEL} :♠ dave to play",
    ]


def test_not_twice(whole: WholeBot) -> None:
    enter(whole)
    whole.clock.advance(DESCRIBED_SECONDS)
    whole.rig.receive(f":srv 315 Bot {CHANNEL} :End of WHO list")
    assert whole.rig.sent() == []


def test_a_connection_that_is_lost_again_before_that_changes_nothing(whole: WholeBot) -> None:
    connect(whole).enter(CHANNEL, "Bot @dave kevin")
    whole.rig.lose()
    whole.clock.advance(DESCRIBED_SECONDS)
    assert enter(whole)[0] == GOES_ON


@pytest.mark.parametrize("numeric", ["471", "473", "474", "475", "403"])
def test_the_round_of_a_bot_that_is_not_let_in_waits(whole: WholeBot, numeric: str) -> None:
    before = ask(whole)
    rig = connect(whole)
    rig.receive(f":srv {numeric} Bot {CHANNEL} :Cannot join channel")
    assert ask(whole) is before
    rig.lose()
    assert enter(whole)[0] == GOES_ON


def test_the_round_of_a_bot_that_is_kicked_waits_and_goes_on_when_it_is_back(
    whole: WholeBot,
) -> None:
    enter(whole)
    before = ask(whole)
    whole.rig.receive(f":dave!dave@dave.home KICK {CHANNEL} Bot :out")
    assert ask(whole) is before
    assert whole.looks_at_hand("dave")[0].startswith("PRIVMSG dave :I am not back")
    whole.clock.advance(400)
    assert f"JOIN {CHANNEL}" in whole.rig.sent()
    whole.rig.enter(CHANNEL, "Bot @dave kevin")
    whole.rig.receive(
        *(f":srv 352 Bot {CHANNEL} {n} {n}.home srv {n} H :0" for n in ("dave", "kevin")),
        f":srv 315 Bot {CHANNEL} :End of WHO list",
    )
    assert whole.rig.sent()[0] == GOES_ON


def test_talk_in_the_channel_has_somebody_dealt_to_again_who_let_a_question_go_by(
    tmp_path: Path,
) -> None:
    whole = WholeBot(tmp_path)
    croupier = whole.bot.croupiers.find(CHANNEL)
    assert croupier is not None
    croupier.action_clock.did_not_bet("kevin")
    left_out = [each for each in whole.hears("dave", "!pontoon dave kevin") if "Left" in each]
    assert "Left out: kevin did not bet" in left_out[0]
    whole.hears("dave", "!pontoon resign")
    whole.tables_clock.advance(120)
    whole.hears("kevin", "hello everybody")
    assert "Shed Pontoon: dave, kevin |" in whole.hears("dave", "!pontoon dave kevin")[0]


def test_a_player_whom_nothing_reaches_is_told_of_in_the_channel(whole: WholeBot) -> None:
    enter(whole)
    whole.rig.receive(":srv 716 Bot kevin :is in +g mode", ":srv 717 Bot kevin :was told")
    (told,) = whole.rig.sent()
    assert told.startswith(f"PRIVMSG {CHANNEL} :♢ kevin: my private messages do not reach you")
