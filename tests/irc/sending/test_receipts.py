"""What has to be heard counts as heard when the server is known to have it, and not before."""

from functools import partial
from pathlib import Path

import pytest

from pontoon.irc.outgoing import Priority
from pontoon.irc.timing import SILENCE_SECONDS
from tests.support.client_rig import Rig, joined
from tests.support.offline_bot import CHANNEL
from tests.support.whole_bot import WholeBot

PONG = ":srv PONG srv :Bot"


def tell(rig: Rig, *results: str) -> list[str]:
    """Have RESULTS said; return what notes those that the server is known to have."""
    heard: list[str] = []
    for result in results:
        told = partial(heard.append, result)
        rig.client.outbox.say(CHANNEL, result, Priority.GAME, told=told)
    return heard


def test_a_result_is_not_noted_as_heard_on_a_connection_that_is_dead() -> None:
    """The socket still takes the line, and the PING behind it, which nobody answers."""
    rig = joined()
    heard = tell(rig, "a result")
    rig.clock.advance(0)
    assert rig.sent() == ["PRIVMSG #pontoon :a result", "PING :Bot"]
    rig.receive(":dave!d@h PRIVMSG #pontoon :hello", ":srv PING :x")
    rig.lose()
    assert heard == []


@pytest.mark.parametrize("pong", [PONG, ":srv PONG Bot", "PONG", ":srv PONG srv :srv", "PONG :x y"])
def test_it_is_heard_when_the_server_answers_in_whatever_words(pong: str) -> None:
    rig = joined()
    heard = tell(rig, "a result")
    rig.clock.advance(0)
    rig.receive(pong)
    assert heard == ["a result"]
    rig.receive(pong)
    rig.clock.advance(10)
    assert rig.sent() == ["PRIVMSG #pontoon :a result", "PING :Bot"]
    assert heard == ["a result"]


def test_many_results_do_not_take_many_pings() -> None:
    """It goes right behind the last one: until it is answered a result may be told again."""
    rig = Rig(lines_per_second=1.0, burst=1).register().join()
    rig.clock.pump([1.0] * 3)
    assert rig.sent() == ["WHO #pontoon"]
    heard = tell(rig, *"abc")
    rig.client.outbox.say(CHANNEL, "other things", Priority.GAME)
    for line in ("a", "b"):
        assert rig.sent() == [f"PRIVMSG #pontoon :{line}"]
        rig.clock.advance(1)
    assert rig.sent() == ["PRIVMSG #pontoon :c", "PING :Bot"]
    rig.receive(PONG)
    assert heard == ["a", "b", "c"]
    rig.clock.pump([1.0] * 9)
    assert rig.sent() == ["PRIVMSG #pontoon :other things"]


def test_a_result_that_follows_the_ping_is_not_heard_with_its_answer() -> None:
    rig = joined()
    heard = tell(rig, "one")
    rig.clock.advance(0)
    heard_later = tell(rig, "two")
    rig.clock.advance(0)
    assert rig.sent()[1:] == ["PING :Bot", "PRIVMSG #pontoon :two"]
    rig.receive(PONG)
    assert (heard, heard_later) == (["one"], [])
    assert rig.sent() == ["PING :Bot"]
    rig.receive(PONG)
    assert heard_later == ["two"]


def test_a_result_is_not_heard_with_the_answer_to_a_ping_before_it() -> None:
    """As when the server was silent for a minute."""
    rig = joined()
    rig.clock.advance(SILENCE_SECONDS)
    assert rig.sent() == ["PING :Bot"]
    heard = tell(rig, "a result")
    rig.clock.advance(0)
    assert rig.sent() == ["PRIVMSG #pontoon :a result", "PING :Bot"]
    rig.receive(PONG)
    assert heard == []
    rig.receive(PONG)
    assert heard == ["a result"]


@pytest.mark.parametrize("error", ["", "ERROR :Closing link: (Bot) [Quit: Bye]"])
def test_a_server_that_closes_for_quit_has_heard_what_was_sent_before(error: str) -> None:
    rig = joined()
    heard = tell(rig, "one")
    rig.clock.advance(0)
    heard += tell(rig, "two")
    heard_later = tell(rig, "three")
    rig.client.quit("Bye")
    rig.clock.advance(0)
    sent = ["one", "PING", "two", "three", "QUIT"]
    assert [line.removeprefix("PRIVMSG #pontoon :").split()[0] for line in rig.sent()] == sent
    assert (heard, heard_later) == ([], [])
    if error:
        rig.receive(error)
        rig.lose()
    else:
        rig.close()
    assert (heard, heard_later) == (["one"], ["three"])


@pytest.mark.parametrize("error", ["", "ERROR :Closing Link: Bot (Excess Flood)"])
def test_a_connection_that_breaks_after_quit_takes_results_with_it(error: str) -> None:
    rig = joined()
    heard = tell(rig, "a result")
    rig.client.quit("Bye")
    rig.clock.advance(0)
    assert rig.sent() == ["PRIVMSG #pontoon :a result", "QUIT :Bye"]
    if error:
        rig.receive(error)
        rig.close()
    else:
        rig.lose()
    assert heard == []


def test_a_server_that_closes_before_quit_may_not_have_heard_results() -> None:
    """It may have been stopped; that it says so is no answer either."""
    rig = joined()
    heard = tell(rig, "a result")
    rig.clock.advance(0)
    rig.receive("ERROR :Server is going down")
    rig.close()
    assert heard == []


def test_an_answer_is_heard_while_other_results_are_sent_before_quit() -> None:
    rig = Rig(lines_per_second=1.0, burst=2).register().join()
    rig.clock.advance(2)
    heard = tell(rig, "a result")
    rig.clock.advance(0)
    assert rig.sent() == ["PRIVMSG #pontoon :a result", "PING :Bot"]
    tell(rig, "another")
    rig.client.quit("Bye")
    rig.receive(PONG)
    assert heard == ["a result"]
    rig.clock.advance(1)
    assert rig.sent() == ["PRIVMSG #pontoon :another", "QUIT :Bye"]


def over(folder: Path) -> WholeBot:
    """Return a bot in whose channel a round is just over, and told on the wire."""
    whole = WholeBot(folder, "5D 9C KH 9H")
    whole.hears("dave", "!pontoon dave")
    whole.hears("dave", "!bet 10")
    assert whole.hears("dave", "leave", "Bot")[-1] == f"PRIVMSG {CHANNEL} :Chips: dave 990"
    whole.rig.clock.advance(0)
    assert whole.rig.sent() == ["PING :Bot"]
    return whole


def told_on_return(whole: WholeBot) -> list[str]:
    """Let the bot lose its connection and come back; return how it says that the round ended."""
    whole.rig.lose()
    whole.rig = Rig(listener=whole.bot, log=whole.logged.append)
    whole.bot.client = whole.rig.client
    whole.rig.register().join(CHANNEL, "Bot @dave kevin")
    whole.rig.receive(f":srv 315 Bot {CHANNEL} :End of WHO list")
    whole.rig.clock.advance(0)
    return whole.rig.sent()


def test_a_result_that_was_lost_with_the_connection_is_told_on_return_once(tmp_path: Path) -> None:
    whole = over(tmp_path)
    heading, *_, balances, ping = told_on_return(whole)
    assert heading.startswith(f"PRIVMSG {CHANNEL} :I am back. This is how the last round of ")
    assert (balances, ping) == (f"PRIVMSG {CHANNEL} :Chips: dave 990", "PING :Bot")
    whole.rig.receive(PONG)
    assert told_on_return(whole) == []


def test_a_result_that_the_server_has_is_not_told_again(tmp_path: Path) -> None:
    whole = over(tmp_path)
    whole.rig.receive(PONG)
    assert told_on_return(whole) == []
