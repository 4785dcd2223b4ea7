"""What is sent is short enough, in time, and known to have left or to have been heard."""

import re
from functools import partial
from typing import Any

import pytest
from msgspec import Struct, field
from twisted.internet.interfaces import IPushProducer
from twisted.internet.task import Clock
from zope.interface.verify import verifyObject

from pontoon.irc import replies
from pontoon.irc.config import IrcConfig
from pontoon.irc.outgoing import NO_MARK, Message, Priority, Topic
from pontoon.irc.sending import LAST_WORDS_SECONDS, MAX_AHEAD, MAX_UNCONFIRMED
from tests.support.client_rig import Rig

CHANNEL, DEN = "#pontoon", "#den"


class Talk(Struct):
    """A client in a channel, and the receipts that were called."""

    rig: Rig
    noted: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    """Those of the PINGs that were sent."""

    def say(self, target: str, *items: str, urgency: Priority = Priority.GAME, **more: Any) -> None:
        """Say ITEMS to TARGET; without another receipt, the first one is noted."""
        more.setdefault("left", partial(self.noted.append, items[0]))
        more.setdefault("mark", NO_MARK)
        self.rig.client.outbox.say(Message(target, items, urgency, **more))

    def chat(self, *texts: str, target: str = CHANNEL, **more: Any) -> None:
        """Say TEXTS, for which nobody waits."""
        for text in texts:
            self.say(target, text, left=None, **more)

    def sent(self, *seconds: float) -> list[str]:
        """Let SECONDS pass, and lines leave; return those that were sent.

        Tokens are left out, and the address of the channel.
        """
        for each in (0.0, *seconds):
            self.rig.clock.pump([each] + [0.0] * 10)
        lines = self.rig.sent()
        self.tokens += [line[6:] for line in lines if line.startswith("PING :")]
        lines = [re.sub("PING :.*", "PING", line) for line in lines]
        return [line.removeprefix(f"PRIVMSG {CHANNEL} :") for line in lines]

    def answer(self, place: int = -1) -> None:
        """Have the server answer a PING, the last one."""
        self.rig.receive(f":srv PONG srv :{self.tokens[place]}")


def talk_at(lines_per_second: float = 1.0, burst: int = 1, **settings: Any) -> Talk:
    rig = Rig(lines_per_second=lines_per_second, burst=burst, **settings).register().join()
    rig.clock.pump([1.0] * 30)
    rig.sent()
    return Talk(rig)


@pytest.fixture
def talk() -> Talk:
    """Return a client that may send as much as it likes."""
    return talk_at(0.0)


@pytest.fixture
def slow() -> Talk:
    """Return a client that may send a line a second."""
    return talk_at()


# Lines


def seen_by_others(line: str) -> int:
    return len(f":Bot!bot@bot.example {line}\r\n".encode())


@pytest.mark.parametrize("target", [CHANNEL, "dave", "Zoë"])
def test_room_for_a_target_is_all_that_fits(talk: Talk, target: str) -> None:
    room = talk.rig.client.outbox.room_for(target)
    talk.chat("x" * room, "x" * (room + 1), target=target)
    first, *rest = talk.rig.sent()
    assert seen_by_others(first) == 512
    assert rest == [first, first.replace("x" * room, "x")]


@pytest.mark.parametrize(("notices", "command"), [(True, "PRIVMSG"), (False, "NOTICE")])
def test_another_command_leaves_other_room(notices: bool, command: str) -> None:
    talk = talk_at(0.0, notices=notices)
    room = talk.rig.client.outbox.room_for("dave")
    message = Message("dave", ("x" * (room + 1),), Priority.GAME)
    talk.rig.client.outbox.say(message, command)
    lines = talk.rig.sent()
    assert [line.partition(" ")[0] for line in lines] == [command] * len(lines)
    assert "".join(line.partition(":")[2] for line in lines) == "x" * (room + 1)
    assert max(map(seen_by_others, lines)) == 512


def test_a_line_too_long_is_cut_between_characters_so_that_all_of_it_arrives(talk: Talk) -> None:
    talk.chat("♠" * 400)
    lines = talk.rig.sent()
    assert 509 < seen_by_others(lines[0]) <= 512
    assert "".join(line.partition(":")[2] for line in lines) == "♠" * 400


def test_the_longest_own_prefix_is_assumed_until_it_is_learnt() -> None:
    for line, prefix in [
        ("PING :a", f":Bot!{'u' * 11}@{'h' * 64} "),
        (":Bot!~b@a.b JOIN #pontoon", ":Bot!~b@a.b "),
        (":srv 352 Bot #pontoon ~b a.b srv Bot H :0 A bot", ":Bot!~b@a.b "),
        (":srv 302 Bot :bot*=+~b@a.b", ":Bot!~b@a.b "),
        (":srv 396 Bot ~b@a.b :is now your displayed host", ":Bot!~b@a.b "),
    ]:
        rig = Rig().register()
        rig.receive(line)
        assert rig.client.outbox.room_for("dave") == 512 - len(f"{prefix}PRIVMSG dave :\r\n")


def test_a_longer_cloak_makes_less_room_for_lines_that_wait_too(slow: Talk) -> None:
    slow.chat("first", "x" * slow.rig.client.outbox.room_for(CHANNEL))
    slow.rig.receive(":srv 396 Bot bot.example.of.a.longer.cloak :is now your displayed host")
    slow.rig.sent()
    slow.rig.clock.advance(1)
    (line,) = slow.rig.sent()
    assert len(f":Bot!bot@bot.example.of.a.longer.cloak {line}\r\n".encode()) == 512


@pytest.mark.parametrize(("linelen", "less"), [(400, 112), (4096, 0)])
def test_a_smaller_linelen_is_kept_to(talk: Talk, linelen: int, less: int) -> None:
    before = talk.rig.client.outbox.room_for("dave")
    talk.rig.receive(f":srv 005 Bot LINELEN={linelen} :are supported")
    assert talk.rig.client.outbox.room_for("dave") == before - less


@pytest.mark.parametrize(
    "line",
    [
        f":Bot!{'u' * 300}@{'h' * 100} JOIN #pontoon",
        f":srv 396 Bot {'h' * 500} :is now your displayed host",
        f":srv 302 Bot :Bot=+b@{'h' * 400}",
        f":Bot!bot@bot.example NICK {'n' * 400}",
        ":srv 005 Bot LINELEN=128 :are supported",
        ":srv 005 Bot LINELEN=0 :are supported",
        f":Bot!u@{'h' * 150} JOIN #pontoon\r\n:srv 005 Bot LINELEN=128 :are supported",
        ":srv 005 Bot LINELEN=-1 LINELEN=1 :are supported",
    ],
)
def test_nothing_a_server_says_of_lengths_silences_the_bot(talk: Talk, line: str) -> None:
    talk.rig.receive(line)
    assert talk.rig.client.outbox.room_for("dave") >= 20
    assert talk.rig.client.outbox.room_for("x" * 1000) == 0
    talk.chat("hello", target="dave")
    talk.rig.client.channels.join(["#another.channel"])
    assert talk.rig.sent() == ["PRIVMSG dave :hello", "JOIN #another.channel"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a\r\nQUIT :b\0c\x01d\nJOIN #x", "a  QUIT :b c d JOIN #x"),
        ("back\\slash, colour \x0304A♥\x0f", "back\\slash, colour \x0304A♥\x0f"),
        ("\x01ACTION x\x01", "ACTION x"),
        ("a\x10n", "a n"),
        ("a\ud800b", "a?b"),
    ],
)
def test_no_text_injects_anything_or_is_quoted(talk: Talk, text: str, said: str) -> None:
    talk.chat(text, target="dave")
    assert talk.rig.sent() == [f"PRIVMSG dave :{said}"]


@pytest.mark.parametrize(
    "target", ["dave :hi", "dave kevin", "dave,kevin", "dave\r\nQUIT", ":dave", "", "dave\x02"]
)
def test_a_target_that_injects_gets_nothing(talk: Talk, target: str) -> None:
    """What it was to be told is not in the log: it may be somebody's cards. Nobody waits for it."""
    talk.say(target, "A♠")
    assert talk.sent() == []
    assert talk.noted == ["A♠"]
    assert talk.rig.logged[-1].startswith("nothing can be said to ")
    assert "A♠" not in talk.rig.logged[-1]


@pytest.mark.parametrize("text", ["", " ", "\r\n", "\x02", "\0"])
def test_an_empty_line_is_not_sent_and_not_waited_for(talk: Talk, text: str) -> None:
    talk.say(CHANNEL, text)
    assert talk.sent() == []
    assert talk.noted == [text]


def test_a_command_injects_nothing(talk: Talk) -> None:
    talk.rig.client.outbox.command("MODE #pontoon\r\nQUIT\0")
    assert talk.rig.sent() == ["MODE #pontoon QUIT "]


def test_a_channel_is_left_with_a_reason_and_nothing_else_by_a_strange_name(talk: Talk) -> None:
    talk.rig.client.leave(CHANNEL, "so long")
    talk.rig.client.leave("#x y", "so long")
    assert talk.rig.sent() == ["PART #pontoon :so long"]


def test_private_messages_are_notices_if_wished_and_channels_never() -> None:
    talk = talk_at(0.0, notices=True)
    talk.chat("hello", target="dave")
    talk.chat("hello")
    assert talk.rig.sent() == ["NOTICE dave :hello", "PRIVMSG #pontoon :hello"]


def test_nothing_is_said_before_registration() -> None:
    talk = Talk(Rig())
    talk.rig.sent()
    talk.say("dave", "hello")
    assert talk.sent() == talk.noted == []


# The channel that a private line is about

TAG = "@+draft/channel-context=#pontoon "


def told_of_a_channel(talk: Talk, *capabilities: str, channel: str = CHANNEL) -> list[str]:
    """Return what dave is sent about CHANNEL, and about nothing, and the channel itself."""
    talk.rig.client.session.capabilities = frozenset(capabilities)
    talk.chat("A♠", target="dave", channel=channel)
    talk.chat("help", target="dave")
    talk.chat("place your bets", channel=CHANNEL)
    return talk.rig.sent()


def test_a_private_line_about_a_channel_names_it_where_clients_may_have_tags(talk: Talk) -> None:
    plain = ["PRIVMSG dave :A♠", "PRIVMSG dave :help", "PRIVMSG #pontoon :place your bets"]
    assert told_of_a_channel(talk) == plain
    assert told_of_a_channel(talk, "message-tags") == [TAG + plain[0], *plain[1:]]


def test_the_channel_in_a_tag_is_escaped(talk: Talk) -> None:
    line = told_of_a_channel(talk, "message-tags", channel="#a;b\\c")[0]
    assert line == r"@+draft/channel-context=#a\:b\\c PRIVMSG dave :A♠"


@pytest.mark.parametrize(
    ("token", "passes"),
    [
        ("CLIENTTAGDENY=*", False),
        ("CLIENTTAGDENY=typing,draft/channel-context", False),
        ("CLIENTTAGDENY=*,-draft/react,-draft/channel-context", True),
        ("CLIENTTAGDENY=*,-draft/react", False),
        ("CLIENTTAGDENY=typing", True),
        ("CLIENTTAGDENY=", True),
        ("-CLIENTTAGDENY", True),
    ],
)
def test_where_the_server_keeps_such_tags_back_there_is_none(
    talk: Talk, token: str, passes: bool
) -> None:
    talk.rig.receive(f":srv 005 Bot {token} :are supported")
    assert told_of_a_channel(talk, "message-tags")[0].startswith(TAG) is passes


def test_a_tag_takes_no_room_from_the_text_and_follows_the_nick(slow: Talk) -> None:
    slow.rig.client.session.capabilities = frozenset({"message-tags"})
    room = slow.rig.client.outbox.room_for("dave")
    slow.chat("first")
    slow.chat("x" * room, target="dave", channel=CHANNEL)
    slow.rig.client.outbox.readdress("DAVE", "eve")
    assert slow.sent(1.0)[-1] == f"{TAG}PRIVMSG eve :{'x' * room}"


# When lines go


def test_a_burst_goes_at_once_and_the_rest_at_its_pace() -> None:
    talk = talk_at(2.0, 3)
    talk.chat(*"012345")
    assert talk.sent() == [*"012"]
    assert talk.sent(0.49) == []
    assert talk.sent(0.01) == ["3"]
    assert talk.sent(0.5, 0.5, 0.5) == ["4", "5"]
    assert len(talk.rig.clock.getDelayedCalls()) == 1  # the heartbeat's


def test_commands_and_prompts_are_counted_and_nothing_of_registration_is() -> None:
    rig = Rig(lines_per_second=1.0, burst=2).register()
    talk = Talk(rig)
    rig.client.outbox.command("VERSION")
    talk.chat("prompt", target="dave", urgency=Priority.PROMPT)
    rig.client.outbox.reply("dave", "\x01TIME now\x01")
    assert talk.sent() == ["VERSION", "PRIVMSG dave :prompt"]
    assert talk.sent(1.0) == ["NOTICE dave :\x01TIME now\x01"]


def test_a_clock_set_back_stops_nothing(slow: Talk) -> None:
    slow.chat(*"123")
    slow.rig.clock.rightNow = 0.0
    slow.rig.client.outbox.pump()
    assert slow.sent(1.0) == ["1", "2"]


@pytest.mark.parametrize("rate", [0.3, 0.7, 1.0, 3.0])
def test_the_timer_never_comes_too_early_by_rounding(rate: float) -> None:
    clock = Clock()
    clock.advance(1_700_000_000.1)
    talk = Talk(Rig(clock=clock, lines_per_second=rate, burst=1).register())
    talk.chat(*map(str, range(10)))
    for _ in range(10):
        assert len(talk.rig.sent()) == 1
        clock.rightNow = clock.calls[0].getTime()
        clock.advance(0)


def test_a_pong_waits_for_nothing_and_does_not_count(slow: Talk) -> None:
    slow.chat(*"12")
    slow.rig.receive("PING :a", "PING b")
    assert slow.sent() == ["1", "PONG :a", "PONG :b"]
    assert slow.sent(1.0) == ["2"]


def test_another_pace_and_notices_hold_at_once_also_for_what_waits() -> None:
    talk = talk_at(0.1)
    talk.chat(*"123")
    talk.rig.sent()
    talk.rig.pace.become(0.0, 1)
    talk.rig.client.configure(IrcConfig(port=6667, tls=False, notices=True))
    assert talk.sent() == ["2", "3"]
    talk.chat("hello", target="dave")
    assert talk.sent() == ["NOTICE dave :hello"]


def test_another_burst_is_no_second_one() -> None:
    talk = talk_at(1.0, 3)
    talk.chat(*map(str, range(20)))
    assert len(talk.sent()) == 3
    talk.rig.pace.become(2.0, 5)
    assert len(talk.sent(1.0)) == 2


def test_nothing_is_fed_to_a_server_that_does_not_read(slow: Talk) -> None:
    """No timer runs meanwhile. What waits is bounded, and goes out when it reads again."""
    outbox = slow.rig.client.outbox
    assert verifyObject(IPushProducer, outbox)
    slow.rig.transport.producer.pauseProducing()
    slow.chat(*"123")
    for number in range(MAX_AHEAD + 5):
        outbox.ahead(f"PONG :{number}")
    assert slow.sent(10.0) == []
    assert len(slow.rig.clock.getDelayedCalls()) == 1  # the heartbeat's
    slow.rig.transport.producer.resumeProducing()
    assert slow.sent() == [*(f"PONG :{number}" for number in range(5, MAX_AHEAD + 5)), "1"]
    slow.rig.transport.producer.pauseProducing()
    assert slow.sent(10.0) == []
    assert len(slow.rig.clock.getDelayedCalls()) == 1


def test_a_transport_that_fills_in_the_middle_gets_no_more(talk: Talk) -> None:
    transport = talk.rig.transport
    write = transport.write

    def fills(data: bytes) -> None:
        write(data)
        transport.producer.pauseProducing()

    transport.write = fills
    talk.chat("1")
    talk.chat("2")
    assert talk.sent() == ["1"]


# What is replaced, about whom, and about what


def test_what_is_on_the_same_topic_replaces_what_waits_in_all_its_lines(slow: Talk) -> None:
    """What waited for the old line is told when the new one has left, its own receipt too."""
    slow.chat("first", target="bob", urgency=Priority.PROMPT)
    items = ("new" * 140, "x" * 400, "y" * 400)
    for said in (("old",), items):
        slow.say("dave", *said, urgency=Priority.PROMPT, topic=Topic.CARDS, channel=CHANNEL)
    sent = slow.sent(1.0, 1.0)
    assert sent[1:] == [f"PRIVMSG dave :{each}" for each in items[:2]]
    assert slow.noted == []
    assert slow.sent(1.0) == [f"PRIVMSG dave :{'y' * 400}"]
    assert sorted(slow.noted) == [items[0], "old"]


@pytest.mark.parametrize(
    ("said", "stays"),
    [
        ({"topic": Topic.VOID}, ["2", "now"]),
        ({"topic": Topic.RESULTS}, ["2", "3", "now"]),
        ({"of_turn": ("now",)}, ["2", "3", "now"]),
        ({"topic": Topic.PLAY}, ["2", "3", "dave to play", "now"]),
        ({"urgency": Priority.RECORD}, ["2", "3", "dave to play", "now"]),
    ],
)
def test_a_message_may_clear_what_waits_or_leave_out_the_turn(
    slow: Talk, said: dict[str, Any], stays: list[str]
) -> None:
    slow.chat("1")
    slow.say(CHANNEL, "2")
    slow.chat("3")
    slow.chat("dave to play", of_turn=("dave to play",))
    slow.chat("now", **said)
    assert [line for line in slow.sent(*[1.0] * 5) if line != "PING"] == ["1", *stays]


def test_what_is_said_in_a_channel_is_about_it(slow: Talk) -> None:
    slow.chat(*map(str, range(20)))
    slow.chat("hello", target=DEN)
    assert "PRIVMSG #den :hello" in slow.sent(1.0, 1.0)


def test_what_waits_for_somebody_who_has_gone_is_not_sent(slow: Talk) -> None:
    slow.chat("1")
    slow.say("dave", "A♠")
    slow.rig.client.outbox.forget("DAVE")
    assert slow.sent(1.0, 1.0) == ["1"]
    assert slow.noted == ["A♠"]


# Receipts of private messages


def turns(talk: Talk, number: int) -> list[str]:
    """Let the reactor turn so often; return what was noted."""
    clock = talk.rig.clock
    for _ in range(number):
        for call in [each for each in clock.calls if each.getTime() <= clock.seconds()]:
            clock.calls.remove(call)
            call.func(*call.args)
    return talk.noted


def test_a_private_message_has_left_some_turns_after_its_last_line_was_written(talk: Talk) -> None:
    """Until then it is in the hands of TLS, of the socket, or of the server inside the bot."""
    talk.say("dave", "one", "x" * 400)
    assert turns(talk, 3) == []
    assert turns(talk, 1) == ["one"]
    assert turns(talk, 10) == ["one"]


def test_a_question_has_left_in_the_next_turn_before_anybody_can_answer_it(talk: Talk) -> None:
    talk.say("dave", "Bet?", topic=Topic.CARDS)
    assert turns(talk, 1) == ["Bet?"]


def test_what_the_server_does_not_read_has_not_left_until_it_does(talk: Talk) -> None:
    talk.say("dave", "hello")
    talk.rig.transport.producer.pauseProducing()
    talk.sent(10.0)
    assert talk.noted == []
    talk.rig.transport.producer.resumeProducing()
    assert turns(talk, 3) == []
    assert turns(talk, 1) == ["hello"]


def test_what_is_lost_with_the_connection_has_neither_left_nor_been_heard(talk: Talk) -> None:
    talk.say("dave", "hello")
    talk.say(CHANNEL, "hello")
    talk.rig.lose()
    talk.rig.client.outbox.resumeProducing()
    talk.say("dave", "late")
    talk.sent(10.0)
    assert talk.noted == []


# Receipts of what a channel is told


@pytest.mark.parametrize("urgency", [Priority.RECORD, Priority.GAME])
def test_a_channel_has_heard_what_stands_before_a_ping_that_is_answered(
    talk: Talk, urgency: Priority
) -> None:
    talk.say(CHANNEL, "a", urgency=urgency)
    assert talk.sent() == ["a", "PING"]
    assert talk.noted == []
    talk.answer()
    talk.answer()
    assert talk.noted == ["a"]


@pytest.mark.parametrize(
    "form", [":srv PONG srv :{}", "PONG {}", ":srv PONG {} srv", ":srv PONG :{}"]
)
def test_servers_put_the_token_where_they_like(talk: Talk, form: str) -> None:
    talk.say(CHANNEL, "a")
    talk.sent()
    talk.rig.receive(form.format(talk.tokens[0]))
    assert talk.noted == ["a"]


@pytest.mark.parametrize("form", ["PONG", "PONG :", ":srv PONG srv :Bot", ":eve PONG Bot :1"])
def test_any_other_pong_confirms_nothing(slow: Talk, form: str) -> None:
    """Those of the heartbeat name the bot; and nobody can guess a token."""
    slow.say(CHANNEL, "a")
    for _ in range(3):
        slow.rig.receive(form)
        slow.sent(0.5)
    assert len(slow.tokens) == 1
    slow.rig.receive(form)
    assert slow.noted == []


def test_what_leaves_while_a_ping_waits_shares_it_and_what_leaves_behind_it_does_not() -> None:
    talk = talk_at(1.0, 2)
    talk.say(CHANNEL, "a")
    talk.say(DEN, "b")
    assert talk.sent(1.0) == ["a", "PRIVMSG #den :b", "PING"]
    talk.say(CHANNEL, "c")
    sent = talk.sent(1.0)
    talk.answer(0)
    assert (sent, talk.noted) == (["c"], ["a", "b"])
    assert talk.sent(1.0) == ["PING"]
    talk.answer()
    assert talk.noted == ["a", "b", "c"]


def test_several_lines_are_confirmed_as_one(slow: Talk) -> None:
    slow.say(CHANNEL, "1", *(each * 300 for each in "23"))
    assert slow.sent(*[1.0] * 4) == ["1", "2" * 300, "3" * 300, "PING"]
    slow.answer()
    assert slow.noted == ["1"]


def test_the_ping_keeps_to_the_pace_and_goes_when_it_is_the_turn_of_the_game(slow: Talk) -> None:
    slow.say(CHANNEL, "a")
    slow.sent()
    for number in "1234":
        slow.chat(number, target="dave", channel=CHANNEL, urgency=Priority.PROMPT)
    slow.chat("stopped", topic=Topic.VOID)
    slow.chat("5", "6", "7", target="dave", channel=CHANNEL, urgency=Priority.PROMPT)
    sent = slow.sent(*[1.0] * 5)
    assert [line.rpartition(":")[2] for line in sent] == ["5", "6", "PING", "7", "stopped"]


def test_the_ping_is_sent_however_much_waits(slow: Talk) -> None:
    slow.say(CHANNEL, "a")
    slow.sent()
    slow.chat(*(f"{number}" for number in range(600)))
    assert slow.sent(1.0) == ["PING"]


REFUSALS = {
    **{each: f":srv {each} Bot #PONTOON :No" for each in sorted(replies.REFUSED)},
    **{each: f":srv {each} Bot :No" for each in sorted(replies.REFUSED_UNNAMED)},
    "KICK": ":op!o@h KICK #pontoon Bot :out",
    "FAIL": ":srv FAIL PRIVMSG NEED_LOGIN #PONTOON :No",
}


@pytest.mark.parametrize("command", REFUSALS)
@pytest.mark.parametrize("when", ["at once", "later", "at the end"])
def test_what_is_refused_or_followed_by_a_kick_is_not_heard(
    talk: Talk, command: str, when: str
) -> None:
    """A server on the same machine may refuse it before it is known to have left."""
    talk.say(CHANNEL, "a")
    talk.say(DEN, "b")
    if when != "at once":
        talk.sent()
    if when == "at the end":
        talk.rig.client.quit("bye")
    talk.rig.receive(REFUSALS[command])
    if command == "KICK":
        talk.rig.client.outbox.forget(CHANNEL)
    talk.sent(1.0)  # the server may have said that the bot is too quick
    for place in range(len(talk.tokens)):
        talk.answer(place)
    assert talk.noted == ["b"] * (command not in replies.REFUSED_UNNAMED)


@pytest.mark.parametrize("reply", ["417 Bot", "FAIL PRIVMSG INPUT_TOO_LONG"])
def test_where_the_server_names_no_channel_each_of_them_is_told_of(talk: Talk, reply: str) -> None:
    for channel in (CHANNEL, DEN):
        talk.say(channel, "a")
    talk.sent()
    talk.rig.receive(f":srv {reply} :Input line was too long")
    told = talk.rig.ears.of("undeliverable")
    assert sorted(told) == [(each, "Input line was too long") for each in (DEN, CHANNEL)]


@pytest.mark.parametrize(
    "line",
    [
        *(":srv 404", ":srv 404 Bot", ":srv 404 Bot :why", ":srv 404 Bot :", "404 a b"),
        *(":srv 482 Bot #pontoon :No", ":srv 404 Bot #den :No", ":op!o@h KICK #pontoon dave :out"),
    ],
)
def test_nothing_else_refuses_it(talk: Talk, line: str) -> None:
    talk.say(CHANNEL, "a")
    talk.sent()
    talk.rig.receive(line)
    talk.answer()
    assert talk.noted == ["a"]


def test_what_is_refused_before_a_line_leaves_is_another_one(slow: Talk) -> None:
    slow.chat("an answer")
    slow.say(CHANNEL, "a")
    slow.rig.receive(":srv 404 Bot #pontoon :No")
    slow.sent(1.0, 1.0)
    slow.answer()
    assert slow.noted == ["a"]


def test_what_waits_for_a_channel_at_a_kick_is_neither_sent_nor_confirmed(slow: Talk) -> None:
    slow.chat("1")
    slow.say(DEN, "b")
    slow.say(CHANNEL, "a")
    slow.rig.client.outbox.forget(CHANNEL)
    assert slow.sent(1.0, 1.0, 1.0) == ["1", "PRIVMSG #den :b", "PING"]
    slow.answer()
    assert slow.noted == ["b"]


# What waits for a confirmation


def begin_round(talk: Talk) -> None:
    """Say how a round begins, then what a card is, and a line about another channel."""
    talk.say(CHANNEL, "deck 1, not cut", urgency=Priority.RECORD, holds=True)
    talk.say("dave", "A♠", channel=CHANNEL, urgency=Priority.PROMPT, topic=Topic.CARDS)
    talk.chat("the bank", target=CHANNEL, urgency=Priority.CHATTER)
    talk.chat("elsewhere", target=DEN)


def test_nothing_about_a_channel_goes_before_what_holds_it_is_confirmed(talk: Talk) -> None:
    begin_round(talk)
    assert talk.sent(20.0) == ["deck 1, not cut", "PRIVMSG #den :elsewhere", "PING"]
    talk.answer()
    assert sorted(talk.sent()) == ["PRIVMSG dave :A♠", "the bank"]
    assert talk.noted == ["deck 1, not cut", "A♠"]


def test_other_records_hold_nothing(talk: Talk) -> None:
    talk.say(CHANNEL, "Deck 1 sealed", urgency=Priority.RECORD)
    talk.chat("the bank")
    assert talk.sent() == ["Deck 1 sealed", "the bank", "PING"]


def test_what_waits_goes_when_the_server_refuses_it(talk: Talk) -> None:
    """The bot may have no voice: the round goes on in private all the same."""
    begin_round(talk)
    talk.sent()
    talk.rig.receive(":srv 404 Bot #pontoon :No")
    assert sorted(talk.sent()) == ["PRIVMSG dave :A♠", "the bank"]


def test_cards_do_not_go_after_a_kick_before_all_is_said_again(talk: Talk) -> None:
    begin_round(talk)
    talk.sent()
    talk.rig.client.outbox.forget(CHANNEL.upper())
    assert talk.sent() == []
    begin_round(talk)
    assert talk.sent() == ["deck 1, not cut", "PRIVMSG #den :elsewhere", "PING"]
    talk.answer(0)
    assert talk.sent() == []
    talk.answer()
    assert sorted(talk.sent()) == ["PRIVMSG dave :A♠", "the bank"]


def test_what_leaves_together_with_it_lets_nothing_go(talk: Talk) -> None:
    talk.say(DEN, "b")
    begin_round(talk)
    said = ["PRIVMSG #den :b", "deck 1, not cut", "PRIVMSG #den :elsewhere", "PING", "PING"]
    assert talk.sent() == said
    talk.answer(0)
    assert talk.sent() == []
    talk.answer(1)
    assert "PRIVMSG dave :A♠" in talk.sent()


def test_the_end_waits_for_the_confirmation(talk: Talk) -> None:
    begin_round(talk)
    talk.say(CHANNEL, "Chips: dave 1000")
    talk.sent()
    talk.rig.client.quit("bye")
    assert talk.sent() == []
    talk.answer()
    assert talk.sent()[0] == "Chips: dave 1000"


def test_a_server_that_answers_no_ping_fills_no_memory(talk: Talk) -> None:
    for number in range(MAX_UNCONFIRMED + 1):
        talk.say(CHANNEL, f"{number}")
        talk.sent()
    talk.answer(0)
    assert talk.noted == []
    talk.answer(1)
    assert talk.noted == ["1"]


# The end


def test_at_the_end_only_what_must_be_heard_is_sent_at_its_pace(slow: Talk) -> None:
    """Whatever is said meanwhile. It is over when the PING behind it is answered."""
    slow.chat("1", "2")
    slow.say(CHANNEL, "a")
    slow.say("dave", "you win", channel=CHANNEL, urgency=Priority.ASIDE)
    slow.say("dave", "your move", urgency=Priority.PROMPT, topic=Topic.CARDS)
    slow.rig.client.quit("bye")
    slow.chat("3")
    slow.rig.client.outbox.command("WHOIS dave")
    assert slow.sent(1.0, 1.0, 1.0) == ["1", "a", "PING", "PRIVMSG dave :you win"]
    assert slow.noted == ["your move", "you win"]
    slow.answer()
    assert slow.sent() == ["QUIT :bye"]
    assert slow.noted == ["your move", "you win", "a"]


def test_all_lines_of_what_must_be_heard_are_sent_at_the_end(slow: Talk) -> None:
    items = "you win" * 50, "x" * 400, "y" * 400
    slow.say("dave", *items, urgency=Priority.ASIDE)
    slow.rig.client.quit("bye")
    lines = [f"PRIVMSG dave :{each}" for each in items]
    assert slow.sent(1.0, 1.0) == [*lines, "QUIT :bye"]


def test_the_end_comes_at_once_where_nobody_waits_for_anything(slow: Talk) -> None:
    slow.chat("1", "2")
    slow.rig.client.quit("bye")
    assert slow.rig.sent() == ["PRIVMSG #pontoon :1", "QUIT :bye"]


def test_the_end_waits_for_what_was_written_just_before(talk: Talk) -> None:
    talk.say("dave", "you win")
    talk.rig.client.quit("bye")
    assert talk.rig.sent() == ["PRIVMSG dave :you win"]
    assert talk.sent() == ["QUIT :bye"]
    assert talk.noted == ["you win"]


@pytest.mark.parametrize("is_read", [True, False])
def test_the_end_comes_soon_in_any_case(slow: Talk, is_read: bool) -> None:
    """However much waits, and though no PING is answered; what was not heard is told again."""
    for each in "abcdefgh":
        slow.say(CHANNEL, each)
    if not is_read:
        slow.rig.transport.producer.pauseProducing()
    slow.rig.client.quit("bye")
    assert "QUIT :bye" not in slow.sent(*[LAST_WORDS_SECONDS / 7] * 6, 0.4)
    assert slow.sent(0.1) == ["QUIT :bye"] * is_read
    slow.sent(60.0)
    assert slow.noted == []


# What a channel refuses for its colours

COLOURED = ":srv 404 Bot #pontoon :Cannot send to channel (+c)"


@pytest.mark.parametrize(
    ("refusals", "again"),
    [(1, ["two"]), (2, ["one", "two"]), (3, ["one", "two"])],
)
def test_the_last_lines_are_said_again_without_colours_as_many_as_are_refused(
    talk: Talk, refusals: int, again: list[str]
) -> None:
    """Those before them were heard: the channel allowed colours until then."""
    for word in ("one", "two"):
        talk.say(CHANNEL, f"\x0304{word}\x0f")
        talk.sent()
    talk.rig.receive(*[COLOURED] * refusals)
    assert [line for line in talk.sent() if not line.startswith("PING")] == again
    talk.say(CHANNEL, "\x0304three\x0f")
    assert "three" in talk.sent()


def test_a_line_that_is_refused_for_its_colours_is_heard_when_it_has_been_said_without(
    talk: Talk,
) -> None:
    talk.say(CHANNEL, "\x0304one\x0f")
    talk.sent()
    talk.rig.receive(COLOURED)
    talk.answer()
    assert talk.noted == []
    talk.sent()
    talk.answer()
    assert talk.noted == ["\x0304one\x0f"]


def test_a_channel_that_was_left_may_allow_colours_again(talk: Talk) -> None:
    talk.say(CHANNEL, "\x0304one\x0f")
    talk.sent()
    talk.rig.receive(COLOURED)
    talk.sent()
    talk.rig.client.outbox.forget(CHANNEL)
    talk.say(CHANNEL, "\x0304two\x0f")
    assert "\x0304two\x0f" in talk.sent()
