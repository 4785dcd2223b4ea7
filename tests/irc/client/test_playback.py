"""What was said before the bot came is no command, however it is shown."""

from datetime import datetime

from twisted.internet.task import Clock

from pontoon.irc.channels import HISTORY_SECONDS
from pontoon.irc.replay import MAX_BATCHES, PLAYBACK_SECONDS
from tests.support.client_rig import Rig, joined, person

SAYS = ":dave!d@h PRIVMSG #pontoon :!pontoon"


def in_channel(time: str = "@time=2026-01-01T12:00:00.000Z ") -> Rig:
    """Return a client that the server has welcomed at TIME, and that is in #pontoon."""
    rig = Rig()
    rig.receive(f"{time}:srv 001 Bot :Welcome", ":srv 422 Bot :No MOTD")
    return rig.join()


NOON = "2026-01-01T12:00:00.000Z"


def untimed(joined_at: str = "") -> Rig:
    """Return a client at noon, with a server that has not said when it let the bot in.

    But it may have said when the bot JOINED the channel.
    """
    clock = Clock()
    clock.advance(datetime.fromisoformat(NOON).timestamp())
    rig = Rig(clock=clock)
    rig.register()
    rig.client.channels.join(["#pontoon"])
    time = f"@time={joined_at} " if joined_at else ""
    rig.receive(f"{time}:Bot!b@h JOIN #pontoon", ":srv 353 Bot = #pontoon :Bot dave")
    rig.receive(":srv 366 Bot #pontoon :End", ":srv 315 Bot #pontoon :End")
    return rig


def entering(*capabilities: str) -> Rig:
    """Return a client that is in #pontoon, with CAPABILITIES, and has no answer to its WHO."""
    return Rig(capabilities=capabilities).register().enter()


def spoken(rig: Rig, line: str) -> int:
    """Return how often LINE is taken for something said."""
    before = len(rig.ears.of("spoken"))
    rig.receive(line)
    return len(rig.ears.of("spoken")) - before


def test_what_is_shown_again_in_a_batch_is_not_heard() -> None:
    for kind in ["chathistory", "znc.in/playback", "ChatHistory"]:
        rig = in_channel()
        rig.receive(f":srv BATCH +a {kind} #pontoon")
        assert spoken(rig, f"@batch=a {SAYS}") == 0
        assert spoken(rig, SAYS) == 1
        assert spoken(rig, f"@batch=b {SAYS}") == 1
        rig.receive(":srv BATCH -a")
        assert spoken(rig, f"@batch=a {SAYS}") == 1


def test_nobody_comes_or_goes_in_what_is_shown_again() -> None:
    rig = in_channel()
    rig.receive(":srv BATCH +a chathistory #pontoon", "@batch=a :kevin!k@h QUIT :bye")
    rig.receive("@batch=a :Bot!b@h PART #pontoon", "@batch=a :dave!d@h NICK :david")
    roster = rig.client.channels.find("#pontoon")
    assert roster is not None
    assert roster.find("kevin")
    assert roster.find("dave")


def test_a_batch_in_a_batch_is_shown_again_too() -> None:
    rig = in_channel()
    rig.receive(":srv BATCH +a chathistory #pontoon", "@batch=a :srv BATCH +b draft/multiline #c")
    rig.receive(":srv BATCH -a")
    assert spoken(rig, f"@batch=b {SAYS}") == 0


def test_whoever_quits_or_joins_in_a_batch_does_so_now() -> None:
    for kind in ["netsplit", "netjoin"]:
        rig = in_channel()
        rig.receive(f":srv BATCH +a {kind} irc.hub other.host", "@batch=a :kevin!k@h QUIT :a b")
        rig.receive("@batch=a :bob!b@h JOIN #pontoon", ":srv BATCH -a")
        assert rig.ears.of("departed") == [("#pontoon", person("kevin!k@h"))]
        assert rig.ears.of("arrived") == [("#pontoon", person("bob!b@h"))]


def test_what_was_said_before_the_welcome_is_not_heard() -> None:
    """Bouncers without batches show it with the time at which it was said."""
    for time, is_heard in [
        ("2026-01-01T12:00:00.000Z", True),
        ("2026-01-01T11:59:59.000Z", False),
        ("2020-06-01T00:00:00.000Z", False),
        ("0001-01-01T00:00:00.000Z", False),
        ("9999-12-31T23:59:59.999Z", True),
        ("2020-06-01T00:00:00.000", True),
        ("2020-06-01", True),
        ("yesterday", True),
        ("", True),
    ]:
        assert spoken(in_channel(), f"@time={time} {SAYS}") == int(is_heard)


def test_a_clock_that_is_wrong_makes_nobody_deaf() -> None:
    """Times are compared with the same server's welcome."""
    rig = in_channel("@time=0001-01-01T00:00:00.000Z ")
    assert spoken(rig, f"@time=2020-06-01T00:00:00.000Z {SAYS}") == 1


def test_or_before_the_bot_joined_where_the_welcome_has_no_time() -> None:
    """By the clock of the server, which is wrong by an hour."""
    for time, is_heard in [
        ("2026-01-01T11:00:00.000Z", True),
        ("2026-01-01T10:59:59.000Z", False),
        ("2020-06-01T00:00:00.000Z", False),
        ("9999-12-31T23:59:59.999Z", True),
        ("yesterday", True),
        ("", True),
    ]:
        rig = untimed(joined_at="2026-01-01T11:00:00.000Z")
        assert spoken(rig, f"@time={time} {SAYS}") == int(is_heard)
        rig.clock.advance(2 * PLAYBACK_SECONDS)
        assert spoken(rig, f"@time={time} {SAYS}") == int(is_heard)


def test_what_was_said_while_the_bot_was_out_of_the_channel_is_not_heard() -> None:
    rig = in_channel(f"@time={NOON} ")
    said = f"@time=2026-01-01T13:30:00.000Z {SAYS}"
    assert spoken(rig, said) == 1
    rig.receive(":op!o@h KICK #pontoon Bot :out")
    rig.client.channels.join(["#pontoon"])
    rig.receive("@time=2026-01-01T14:00:00.000Z :Bot!b@h JOIN #pontoon")
    rig.receive(":srv 353 Bot = #pontoon :Bot dave", ":srv 366 Bot #pontoon :End")
    rig.receive(":srv 315 Bot #pontoon :End")
    assert spoken(rig, said) == 0
    assert spoken(rig, f"@time=2026-01-01T14:00:01.000Z {SAYS}") == 1


def test_nobody_elses_coming_says_when_the_bot_came() -> None:
    """Another server may have told of it, by a clock of its own."""
    for line in [":dave!d@h JOIN #pontoon", ":srv 366 Bot #other :End"]:
        rig = in_channel(f"@time={NOON} ")
        rig.receive(f"@time=2026-01-01T13:00:00.000Z {line}")
        assert spoken(rig, f"@time=2026-01-01T12:30:00.000Z {SAYS}") == 1


def test_where_a_server_gives_no_time_but_to_what_is_said_ours_counts() -> None:
    """So some bouncers show what was said."""
    for time, is_heard in [
        ("2026-01-01T12:00:01.000Z", True),
        ("2026-01-01T11:59:51.000Z", True),
        ("2026-01-01T11:59:49.000Z", False),
        ("2026-01-01T11:00:00.000Z", False),
        ("2026-01-01T13:00:00.000Z", True),
    ]:
        assert spoken(untimed(), f"@time={time} {SAYS}") == int(is_heard)


def test_but_not_for_longer_than_what_is_shown_again_takes() -> None:
    """Our clock may be wrong, or that of the server: it is played on all the same."""
    rig = untimed()
    rig.clock.advance(PLAYBACK_SECONDS)
    assert spoken(rig, f"@time=2026-01-01T11:00:00.000Z {SAYS}") == 0
    rig.clock.advance(1)
    assert spoken(rig, f"@time=2026-01-01T11:00:00.000Z {SAYS}") == 1


def test_each_channel_that_is_entered_shows_its_own() -> None:
    rig = untimed()
    rig.clock.advance(2 * PLAYBACK_SECONDS)
    rig.join("#other", names="Bot dave")
    assert spoken(rig, f"@time=2026-01-01T11:00:00.000Z {SAYS}") == 0


def test_without_tags_what_comes_before_the_answer_to_who_is_not_heard() -> None:
    """A server sends its history at once when it lets the bot in, before it acts on WHO."""
    rig = entering()
    assert spoken(rig, SAYS) == 0
    assert spoken(rig, f"@account=dave {SAYS}") == 0
    rig.receive(":srv 352 Bot #pontoon dave h srv dave H :0 Dave")
    assert spoken(rig, SAYS) == 0
    rig.receive(":srv 315 Bot #other :End")
    assert spoken(rig, SAYS) == 0
    rig.receive(":srv 315 Bot #Pontoon :End")
    assert spoken(rig, SAYS) == 1


def test_with_tags_a_channel_is_entered_at_once() -> None:
    """By the names alone: nobody has to wait for WHO."""
    assert entering().ears.of("channel_entered") == []
    assert entering("server-time").ears.of("channel_entered") == [("#pontoon",)]


def test_a_channel_left_before_the_answer_to_who_is_never_entered() -> None:
    rig = entering()
    rig.receive(":op!o@h KICK #pontoon Bot :out")
    rig.clock.advance(HISTORY_SECONDS)
    assert rig.ears.of("channel_entered") == []
    assert [event[0] for event in rig.ears.heard[-1:]] == ["channel_refused"]


def test_a_channel_is_entered_once() -> None:
    """Whether the answer comes late, twice, or NAMES is answered again."""
    rig = entering()
    rig.clock.advance(HISTORY_SECONDS)
    rig.receive(":srv 315 Bot #pontoon :End", ":srv 366 Bot #pontoon :End")
    rig.clock.advance(HISTORY_SECONDS)
    assert rig.ears.of("channel_entered") == [("#pontoon",)]
    assert rig.ears.of("channel_described") == [("#pontoon",)]


def test_nor_is_it_in_a_channel_that_the_bot_enters_again() -> None:
    rig = joined()
    rig.receive(":op!o@h KICK #pontoon Bot :out")
    rig.enter()
    assert spoken(rig, SAYS) == 0


def test_it_is_heard_after_some_seconds_although_who_is_not_answered() -> None:
    rig = entering()
    rig.clock.advance(HISTORY_SECONDS - 0.1)
    assert spoken(rig, SAYS) == 0
    rig.clock.advance(0.1)
    assert spoken(rig, SAYS) == 1


def test_it_is_heard_where_a_tag_would_tell_what_is_old() -> None:
    for capability in ["batch", "server-time"]:
        assert spoken(entering(capability), SAYS) == 1


def test_a_history_says_nothing_about_the_account_of_anybody() -> None:
    rig = entering("account-tag")
    rig.receive(f"@account=dave {SAYS}")
    rig.receive(":srv 315 Bot #pontoon :End")
    member = rig.client.channels.member("#pontoon", "dave")
    assert member is not None
    assert member.account is None


def test_what_is_told_in_private_meanwhile_is_heard() -> None:
    rig = entering()
    rig.receive(":dave!d@h PRIVMSG Bot :hand")
    assert rig.ears.of("told") == [(person("dave!d@h"), "hand")]


def test_other_channels_are_heard_meanwhile() -> None:
    rig = Rig().register().join("#other").enter("#pontoon")
    assert spoken(rig, ":dave!d@h PRIVMSG #other :!pontoon") == 1


def test_only_what_is_said_is_judged_by_its_time() -> None:
    rig = in_channel()
    rig.receive("@time=2020-06-01T00:00:00.000Z :kevin!k@h QUIT :bye")
    assert len(rig.ears.of("departed")) == 1


def test_batches_without_end_cost_no_memory() -> None:
    rig = in_channel()
    rig.receive(*(f":srv BATCH +{number} chathistory #c" for number in range(5 * MAX_BATCHES)))
    rig.receive(*(f":srv BATCH +{number} netsplit a b" for number in range(5 * MAX_BATCHES)))
    assert len(rig.client._replay._open) == MAX_BATCHES


def test_junk_changes_nothing() -> None:
    for junk in ["BATCH", "BATCH +", "BATCH +a", "BATCH -", "BATCH a b", "BATCH :"]:
        rig = in_channel()
        rig.receive(f":srv {junk}")
        assert spoken(rig, f"@batch=a {SAYS}") == 1
        assert spoken(rig, f"@batch= {SAYS}") == 1
        assert "fault" not in "".join(rig.logged)
