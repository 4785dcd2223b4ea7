"""How a connection ends: by QUIT, by ERROR, or when it is lost."""

from pontoon.irc.client import Client
from pontoon.irc.closing import ERROR_SECONDS, QUIT_SECONDS
from pontoon.irc.outgoing import Priority, do_nothing
from tests.support.client_rig import Rig, joined, say, session_at


def test_quit_goes_ahead_of_what_waits_and_the_rest_is_dropped() -> None:
    rig = Rig(lines_per_second=1.0, burst=1).register()
    for number in range(5):
        say(rig.client.outbox, "dave", f"line {number}", Priority.PROMPT)
    rig.sent()
    rig.client.quit("Good night\r\nJOIN 0")
    assert rig.sent() == ["QUIT :Good night  JOIN 0"]
    rig.clock.advance(QUIT_SECONDS - 0.5)
    assert rig.sent() == []
    assert not rig.transport.disconnected


def test_a_server_that_does_not_close_after_quit_is_cut_off_in_time() -> None:
    rig = Rig().register()
    rig.client.quit("Bye")
    rig.clock.advance(QUIT_SECONDS - 0.1)
    assert not rig.transport.disconnected
    rig.clock.advance(0.1)
    assert rig.transport.disconnected
    assert QUIT_SECONDS < 5


def test_nothing_is_obeyed_while_the_last_lines_are_sent() -> None:
    rig = Rig(lines_per_second=1.0, burst=1).register().join()
    say(rig.client.outbox, "#pontoon", "a result", Priority.GAME, told=do_nothing)
    rig.client.quit("Bye")
    rig.receive(":dave!d@h PRIVMSG #pontoon :!pontoon")
    assert rig.ears.of("spoken") == []


def test_a_server_that_confirms_no_last_lines_is_cut_off_in_time_too() -> None:
    rig = Rig(lines_per_second=1.0, burst=1).register().join()
    say(rig.client.outbox, "#pontoon", "a result", Priority.GAME, told=do_nothing)
    rig.client.quit("Bye")
    rig.clock.pump([0.1] * round(QUIT_SECONDS * 10 + 1))
    assert rig.transport.disconnected
    assert rig.clock.getDelayedCalls() == []


def test_a_connection_lost_while_the_last_lines_are_sent_stops_every_clock() -> None:
    rig = Rig(lines_per_second=1.0, burst=1).register().join()
    for each in "ab":
        say(rig.client.outbox, "#pontoon", each, Priority.GAME, told=do_nothing)
    rig.client.quit("Bye")
    rig.lose()
    rig.clock.advance(0)
    assert rig.clock.getDelayedCalls() == []


def test_after_quit_nothing_more_is_said_done_or_told() -> None:
    rig = joined()
    rig.client.quit("Bye")
    rig.sent()
    rig.client.quit("Bye again")
    say(rig.client.outbox, "#pontoon", "hello")
    rig.client.channels.join(["#other"])
    rig.receive(":dave!d@h PRIVMSG #pontoon :!pontoon", "PING :a")
    assert rig.sent() == []
    assert rig.ears.of("spoken") == []


def test_a_long_quit_message_is_cut() -> None:
    rig = joined()
    rig.client.quit("♠" * 400)
    (line,) = rig.sent()
    assert len(f":Bot!bot@bot.example {line}\r\n".encode()) in range(510, 513)


def test_quit_before_there_is_a_connection_does_nothing() -> None:
    rig = Rig()
    fresh = Client(session_at(rig.clock), rig.pace)
    fresh.quit("Bye")
    assert fresh.transport is None


def test_a_lost_connection_stops_every_clock_and_empties_the_queue() -> None:
    """The base class's timer outlives the connection."""
    rig = Rig(lines_per_second=1.0, burst=1).register().join()
    for number in range(5):
        say(rig.client.outbox, "#pontoon", f"line {number}", Priority.GAME)
    rig.sent()
    rig.lose()
    assert rig.clock.getDelayedCalls() == []
    rig.clock.advance(1000)
    say(rig.client.outbox, "#pontoon", "too late")
    assert rig.sent() == []
    assert rig.client.channels.rosters == {}
    assert rig.client.channels.find("#pontoon") is None
    assert len(rig.ears.of("closed")) == 1


def test_a_connection_lost_while_registering_stops_every_clock() -> None:
    for quits in [False, True]:
        rig = Rig()
        if quits:
            rig.client.quit()
        rig.lose()
        assert rig.clock.getDelayedCalls() == []


def test_the_reason_a_server_gives_is_told() -> None:
    rig = Rig().register()
    rig.receive("ERROR :Closing Link: [Excess Flood]")
    rig.lose()
    assert rig.ears.of("closed") == [("Closing Link: [Excess Flood]",)]


def test_a_server_that_stays_after_error_is_waited_for_no_longer_than_two_seconds() -> None:
    for is_let_in in [False, True]:
        rig = Rig()
        if is_let_in:
            rig.register()
        rig.receive("ERROR :Closing Link: [Excess Flood]")
        rig.clock.advance(1.9)
        assert not rig.transport.disconnected
        rig.clock.advance(0.1)
        assert rig.transport.disconnected
        rig.lose()
        assert rig.ears.of("closed") == [("Closing Link: [Excess Flood]",)]
        assert rig.clock.getDelayedCalls() == []


def test_an_error_without_a_reason_is_told_as_what_it_is() -> None:
    rig = Rig().register()
    rig.receive("ERROR")
    rig.clock.advance(ERROR_SECONDS)
    rig.lose()
    assert rig.ears.of("closed") == [("the server did not close the connection after ERROR",)]


def test_no_error_wins_a_server_more_time() -> None:
    """Neither a second one nor one that answers QUIT."""
    again, after_quit = Rig().register(), Rig().register()
    again.receive("ERROR :Closing Link")
    after_quit.client.quit("Bye")
    for rig in (again, after_quit):
        rig.clock.advance(1.9)
        rig.receive("ERROR :Closing Link")
    again.clock.advance(0.1)
    assert again.transport.disconnected
    after_quit.clock.advance(QUIT_SECONDS - 1.9)
    assert after_quit.transport.disconnected


def test_after_error_nothing_more_is_said_or_heard() -> None:
    """Whoever plays must not believe that a move has counted, of which nobody is ever told."""
    rig = joined()
    rig.receive("ERROR :Closing Link", ":dave!d@h PRIVMSG #pontoon :!pontoon", "PING :a")
    say(rig.client.outbox, "#pontoon", "hello")
    rig.client.quit("Bye")
    assert rig.sent() == []
    assert rig.ears.of("spoken") == []
