"""What is sent is short enough, in order, not too fast, and nothing but what was meant."""

from pontoon.irc.config import IrcConfig
from pontoon.irc.outgoing import Message, Priority
from tests.support.client_rig import Rig, joined, say


def seen_by_others(rig: Rig, line: str) -> bytes:
    return f":{rig.client.session.me.nick}!bot@bot.example {line}\r\n".encode()


def test_a_line_too_long_is_cut_between_characters_so_that_all_of_it_arrives() -> None:
    """400 spades are 1,200 bytes; the base class sends them in one line."""
    rig = joined()
    say(rig.client.outbox, "#pontoon", "♠" * 400)
    lines = rig.sent()
    assert 509 < len(seen_by_others(rig, lines[0])) <= 512
    assert "".join(line.removeprefix("PRIVMSG #pontoon :") for line in lines) == "♠" * 400


def test_room_for_is_all_that_fits() -> None:
    for target in ["#pontoon", "dave", "Zoë"]:
        rig = joined()
        room = rig.client.outbox.room_for(target)
        say(rig.client.outbox, target, "x" * room)
        (line,) = rig.sent()
        assert line.endswith("x" * room)
        assert len(seen_by_others(rig, line)) == 512
        say(rig.client.outbox, target, "x" * (room + 1))
        assert rig.sent() == [line, line.replace("x" * room, "x")]


TAG = "@+draft/channel-context=#pontoon "


def told_of_a_channel(rig: Rig, *capabilities: str) -> list[str]:
    """Return what dave is sent about #pontoon, and about nothing, and the channel itself."""
    rig.client.session.capabilities = frozenset(capabilities)
    outbox = rig.client.outbox
    outbox.say(Message("dave", ("Your card: 5♦",), Priority.PROMPT, channel="#pontoon"))
    outbox.say(Message("dave", ("help",), Priority.CHATTER))
    outbox.say(Message("#pontoon", ("place your bets",), Priority.GAME))
    return rig.sent()


def test_a_private_line_about_a_channel_names_it_where_clients_may_have_tags() -> None:
    plain = [
        *("PRIVMSG dave :Your card: 5♦", "PRIVMSG dave :help", "PRIVMSG #pontoon :place your bets")
    ]
    assert told_of_a_channel(joined()) == plain
    assert told_of_a_channel(joined(), "message-tags") == [TAG + plain[0], *plain[1:]]


def test_where_the_server_keeps_such_tags_back_there_is_none() -> None:
    for token, passes in [
        ("CLIENTTAGDENY=*", False),
        ("CLIENTTAGDENY=typing,draft/channel-context", False),
        ("CLIENTTAGDENY=*,-draft/react,-draft/channel-context", True),
        ("CLIENTTAGDENY=*,-draft/react", False),
        ("CLIENTTAGDENY=typing", True),
        ("CLIENTTAGDENY=", True),
        ("-CLIENTTAGDENY", True),
    ]:
        rig = joined()
        rig.receive(f":srv 005 Bot {token} :are supported")
        assert told_of_a_channel(rig, "message-tags")[0].startswith(TAG) is passes


def test_a_tag_takes_no_room_from_the_text_and_follows_the_nick() -> None:
    rig = Rig(lines_per_second=1.0, burst=1).register().join("dave")
    rig.client.session.capabilities = frozenset({"message-tags"})
    outbox = rig.client.outbox
    outbox.say(Message("bob", ("first",), Priority.PROMPT))
    room = outbox.room_for("dave")
    outbox.say(Message("dave", ("x" * room,), Priority.PROMPT, channel="#pontoon"))
    outbox.readdress("dave", "eve")
    rig.clock.pump([1.0] * 4)
    assert f"{TAG}PRIVMSG eve :{'x' * room}" in rig.sent()


def test_the_channel_in_a_tag_is_escaped() -> None:
    rig = joined()
    rig.client.session.capabilities = frozenset({"message-tags"})
    rig.client.outbox.say(Message("dave", ("hello",), Priority.PROMPT, channel="#a;b\\c"))
    assert rig.sent() == [r"@+draft/channel-context=#a\:b\\c PRIVMSG dave :hello"]


def test_until_the_own_prefix_is_known_the_longest_is_assumed() -> None:
    rig = Rig().register()
    worst = f":Bot!{'u' * 11}@{'h' * 64} PRIVMSG dave :\r\n"
    assert rig.client.outbox.room_for("dave") == 512 - len(worst)


def test_the_own_prefix_is_learnt() -> None:
    for line in [
        ":Bot!~b@a.b JOIN #pontoon",
        ":srv 352 Bot #pontoon ~b a.b srv Bot H :0 A bot",
        ":srv 302 Bot :bot*=+~b@a.b",
        ":srv 396 Bot ~b@a.b :is now your displayed host",
    ]:
        rig = Rig().register()
        rig.receive(line)
        assert rig.client.outbox.room_for("dave") == 512 - len(":Bot!~b@a.b PRIVMSG dave :\r\n")


def test_a_longer_cloak_makes_less_room_for_lines_that_wait_too() -> None:
    rig = Rig(lines_per_second=1.0, burst=1).register().join()
    say(rig.client.outbox, "dave", "first")
    say(rig.client.outbox, "#pontoon", "x" * rig.client.outbox.room_for("#pontoon"), Priority.GAME)
    rig.receive(":srv 396 Bot bot.example.of.a.longer.cloak :is now your displayed host")
    rig.sent()
    rig.clock.pump([1.0] * 4)
    (line,) = [line for line in rig.sent() if "xxx" in line]
    prefix = ":Bot!bot@bot.example.of.a.longer.cloak "
    assert len(f"{prefix}{line}\r\n".encode()) == 512


def test_a_smaller_linelen_is_kept_to() -> None:
    rig = joined()
    before = rig.client.outbox.room_for("dave")
    rig.receive(":srv 005 Bot LINELEN=400 :are supported")
    assert rig.client.outbox.room_for("dave") == before - 112
    rig.receive(":srv 005 Bot LINELEN=4096 :are supported")
    assert rig.client.outbox.room_for("dave") == before


def test_nothing_a_server_says_of_lengths_silences_the_bot() -> None:
    for line in [
        f":Bot!{'u' * 300}@{'h' * 100} JOIN #pontoon",
        f":srv 396 Bot {'h' * 500} :is now your displayed host",
        f":srv 302 Bot :Bot=+b@{'h' * 400}",
        f":Bot!bot@bot.example NICK {'n' * 400}",
        ":srv 005 Bot LINELEN=128 :are supported",
        ":srv 005 Bot LINELEN=0 :are supported",
        f":Bot!u@{'h' * 150} JOIN #pontoon\r\n:srv 005 Bot LINELEN=128 :are supported",
        ":srv 005 Bot LINELEN=-1 LINELEN=1 :are supported",
    ]:
        rig = joined()
        rig.receive(line)
        assert rig.client.outbox.room_for("dave") >= 20
        say(rig.client.outbox, "dave", "hello")
        rig.client.channels.join(["#another.channel"])
        assert rig.sent() == ["PRIVMSG dave :hello", "JOIN #another.channel"]


def test_a_target_of_any_length_leaves_no_negative_room() -> None:
    assert joined().client.outbox.room_for("x" * 1000) == 0


def test_what_is_said_in_a_channel_is_about_it() -> None:
    """It waits with what is said of that channel, and not in front of what is about others."""
    rig = Rig(lines_per_second=1.0, burst=1).register().join()
    for number in range(20):
        say(rig.client.outbox, "#pontoon", str(number), Priority.GAME)
    say(rig.client.outbox, "#den", "last", Priority.GAME)
    rig.clock.pump([1.0] * 4)
    assert "PRIVMSG #den :last" in rig.sent()


def test_a_line_break_in_a_text_injects_nothing() -> None:
    rig = joined()
    say(rig.client.outbox, "#pontoon", "a\r\nQUIT :b\0c\x01d\nJOIN #x")
    assert rig.sent() == ["PRIVMSG #pontoon :a  QUIT :b c d JOIN #x"]


def test_a_target_that_injects_is_refused_and_logged() -> None:
    """A space in the base class's target adds parameters."""
    for target in ["dave :hi", "dave kevin", "dave,kevin", "dave\r\nQUIT", ":dave", "", "dave\x02"]:
        rig = joined()
        say(rig.client.outbox, target, "hello")
        assert rig.sent() == []
        assert rig.logged[-1].startswith("nothing can be said to")


def test_nothing_is_quoted() -> None:
    r"""The base class doubles \x10 and takes \x01 apart."""
    rig = joined()
    say(rig.client.outbox, "#pontoon", "back\\slash, colour \x0304A♥\x0f")
    assert rig.sent() == ["PRIVMSG #pontoon :back\\slash, colour \x0304A♥\x0f"]


def test_no_quoting_nor_ctcp_goes_out() -> None:
    """What somebody typed can be in an answer; a program at the other end might act on it."""
    for text in ["a\x10n", "a\x100", "\x10\x10a", "a\x01b", "\x01ACTION x\x01"]:
        rig = joined()
        say(rig.client.outbox, "dave", text)
        (line,) = rig.sent()
        assert not set(line) & {"\x10", "\x01"}


def test_what_could_not_be_said_is_not_in_the_log() -> None:
    """It may be somebody's cards."""
    rig = joined()
    say(rig.client.outbox, "dave kevin", "Your card: A♠")
    assert "A♠" not in "".join(rig.logged)


def test_an_empty_line_is_not_sent() -> None:
    for text in ["", " ", "\r\n", "\x02", "\0"]:
        rig = joined()
        say(rig.client.outbox, "#pontoon", text)
        assert rig.sent() == []


def test_a_text_that_utf8_cannot_write_is_sent_as_well_as_can_be() -> None:
    rig = joined()
    say(rig.client.outbox, "#pontoon", "a\ud800b")
    assert rig.sent() == ["PRIVMSG #pontoon :a?b"]


def test_private_messages_are_notices_if_wished_and_channels_never() -> None:
    rig = Rig(notices=True).register().join()
    say(rig.client.outbox, "dave", "hello")
    say(rig.client.outbox, "#pontoon", "hello")
    assert rig.sent() == ["NOTICE dave :hello", "PRIVMSG #pontoon :hello"]
    assert (
        Rig(notices=True).client.outbox.room_for("dave") == Rig().client.outbox.room_for("dave") + 1
    )


def test_nothing_is_said_before_registration() -> None:
    rig = Rig()
    rig.sent()
    say(rig.client.outbox, "dave", "hello")
    assert rig.sent() == []


def test_a_burst_goes_at_once_and_the_rest_at_its_pace() -> None:
    """The base class has no burst."""
    rig = Rig(lines_per_second=2.0, burst=3).register()
    for number in range(6):
        say(rig.client.outbox, "#pontoon", str(number), Priority.GAME)
    assert [line[-1] for line in rig.sent()] == ["0", "1", "2"]
    rig.clock.advance(0.49)
    assert rig.sent() == []
    rig.clock.advance(0.01)
    assert [line[-1] for line in rig.sent()] == ["3"]
    rig.clock.pump([0.5] * 10)
    assert [line[-1] for line in rig.sent()] == ["4", "5"]
    assert len(rig.clock.getDelayedCalls()) == 1  # the heartbeat's: none where nothing waits


def test_a_pong_waits_for_nothing() -> None:
    """In the base class it waits in the same queue as everything else."""
    rig = Rig(lines_per_second=0.1, burst=1).register()
    for number in range(6):
        say(rig.client.outbox, "#pontoon", str(number), Priority.PROMPT)
    rig.sent()
    rig.receive("PING :a", "PING b")
    assert rig.sent() == ["PONG :a", "PONG :b"]


def test_prompts_go_before_everything_else_that_waits() -> None:
    rig = Rig(lines_per_second=1.0, burst=1).register()
    say(rig.client.outbox, "#pontoon", "first")
    say(rig.client.outbox, "#pontoon", "chatter", Priority.CHATTER)
    say(rig.client.outbox, "#pontoon", "game", Priority.GAME)
    rig.client.channels.join(["#other"])
    say(rig.client.outbox, "dave", "prompt", Priority.PROMPT)
    rig.clock.pump([1.0] * 4)
    assert rig.sent() == [
        "PRIVMSG #pontoon :first",
        "PRIVMSG dave :prompt",
        "JOIN #other",
        "PRIVMSG #pontoon :game",
        "PRIVMSG #pontoon :chatter",
    ]


def test_nothing_is_fed_to_a_server_that_does_not_read() -> None:
    """What waits stays in the queue, which has bounds, and goes out when it reads again."""
    rig = joined()
    rig.transport.producer.pauseProducing()
    say(rig.client.outbox, "#pontoon", "hello", Priority.GAME)
    rig.receive("PING :a")
    rig.clock.advance(10)
    assert rig.sent() == []
    rig.transport.producer.resumeProducing()
    assert rig.sent() == ["PONG :a", "PRIVMSG #pontoon :hello"]


def test_the_base_classs_own_ways_of_sending_cannot_inject_either() -> None:
    rig = joined()
    rig.client.outbox.command("MODE #pontoon\r\nQUIT\0")
    assert rig.sent() == ["MODE #pontoon QUIT "]


def test_another_pace_and_notices_hold_at_once_also_for_what_waits() -> None:
    rig = Rig(lines_per_second=0.1, burst=1).register().join()
    for line in ("1", "2", "3"):
        say(rig.client.outbox, "#pontoon", line)
    rig.sent()
    rig.pace.become(0.0, 1)
    rig.client.configure(IrcConfig(port=6667, tls=False, notices=True))
    assert rig.sent()[-1] == "PRIVMSG #pontoon :3"
    say(rig.client.outbox, "dave", "hello")
    assert rig.sent() == ["NOTICE dave :hello"]


def test_a_channel_is_left_with_a_reason_and_nothing_else_by_a_strange_name() -> None:
    rig = Rig().register().join()
    rig.client.leave("#pontoon", "so long")
    rig.client.leave("#x y", "so long")
    assert rig.sent() == ["PART #pontoon :so long"]
