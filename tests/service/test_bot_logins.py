"""The whole bot where it matters who is logged in to which account."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pontoon.commands.base import Request
from pontoon.irc.people import Person
from pontoon.irc.timing import FIRST_SECONDS
from pontoon.irc.whois import ANSWER_SECONDS
from tests.support.heard import only_heard
from tests.support.offline_bot import CHANNEL
from tests.support.whole_bot import WholeBot


class Guarded(WholeBot):
    """A bot that wants to know of everybody, and notes whom it hears and what of them."""

    def __init__(self, folder: Path, *capabilities: str) -> None:
        super().__init__(folder, capabilities=frozenset(capabilities))
        self.heard: list[tuple[str, str | None, str]] = []
        self.changed: list[tuple[str, str | None]] = []
        self.bot.account_changed = self._note_change  # type: ignore[method-assign]

    def _note_change(self, person: Person) -> None:
        self.changed.append((person.nick, person.account))

    def note(self, request: Request, known: Person) -> None:
        """Note what is requested, and by whom."""
        prefix = "!" if request.channel else ""
        self.heard.append((known.nick, known.account, prefix + request.text))

    def receive(self, *lines: str) -> list[str]:
        """Let the server send LINES; return what the bot sends then."""
        self.rig.sent()
        self.rig.receive(*lines)
        return self.rig.sent()

    def whois(self, nick: str, account: str, userhost: str = "") -> None:
        """Answer WHOIS."""
        user, _, host = (userhost or f"{nick}@home").partition("@")
        self.rig.receive(
            f":srv 311 Bot {nick} {user} {host} * :real",
            f":srv 330 Bot {nick} {account or '*'} :is logged in as",
            f":srv 318 Bot {nick} :End",
        )


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Guarded]:
    """Return such a bot on a server that has to be asked."""
    whole = Guarded(tmp_path)
    with only_heard(whole.note):
        yield whole


def test_who_says_something_in_private_is_looked_up_first(guarded: Guarded) -> None:
    assert guarded.receive(":dave!dave@home PRIVMSG Bot :s") == ["WHOIS dave"]
    assert guarded.receive(":dave!dave@home PRIVMSG Bot :t") == []
    assert guarded.heard == []
    guarded.whois("dave", "davy")
    assert guarded.heard == [("dave", "davy", "s"), ("dave", "davy", "t")]
    assert guarded.changed == [("dave", "davy")]
    guarded.receive(":dave!dave@home PRIVMSG Bot :u")
    assert guarded.heard[2:] == [("dave", "davy", "u")]


def test_so_is_who_gives_a_command_in_a_channel_and_whom_it_names(guarded: Guarded) -> None:
    said = f":dave!dave@home PRIVMSG {CHANNEL} :!pontoon kevin,dave stranger"
    assert guarded.receive(said) == ["WHOIS dave", "WHOIS kevin"]
    guarded.whois("dave", "davy")
    assert guarded.heard == []
    guarded.whois("kevin", "")
    assert guarded.heard == [("dave", "davy", "!pontoon kevin,dave stranger")]


def test_chatter_is_nobodys_business(guarded: Guarded) -> None:
    assert guarded.receive(f":dave!dave@home PRIVMSG {CHANNEL} :kevin, hello") == []
    assert guarded.heard == []


def test_a_server_that_says_nothing_lets_words_be_heard_all_the_same(guarded: Guarded) -> None:
    guarded.receive(":dave!dave@home PRIVMSG Bot :s")
    guarded.rig.clock.advance(ANSWER_SECONDS)
    assert guarded.heard == [("dave", None, "s")]


@pytest.mark.parametrize("going", ["QUIT :bye", f"PART {CHANNEL}"])
def test_who_goes_is_heard_no_more_nor_is_who_takes_the_nick(guarded: Guarded, going: str) -> None:
    guarded.receive(
        ":dave!dave@home PRIVMSG Bot :s",
        f":dave!dave@home {going}",
        ":kevin!kevin@home NICK dave",
    )
    guarded.whois("dave", "davy")
    assert guarded.heard == []


def test_who_changes_nick_is_looked_up_by_the_new_one(guarded: Guarded) -> None:
    guarded.receive(":dave!dave@home PRIVMSG Bot :s")
    assert guarded.receive(":dave!dave@home NICK davey") == ["WHOIS davey"]
    guarded.receive(":kevin!kevin@home NICK dave")
    guarded.whois("dave", "kev", "kevin@home")
    assert guarded.heard == []
    guarded.whois("davey", "davy", "dave@home")
    assert guarded.heard == [("davey", "davy", "s")]


def test_a_stranger_is_looked_up_each_time(guarded: Guarded) -> None:
    for _ in range(2):
        said = guarded.receive(":eve!e@h PRIVMSG Bot :s")
        assert said == ["WHOIS eve"]
        guarded.whois("eve", "evie", "e@h")
    guarded.receive(":eve!e@h PRIVMSG Bot :s")
    guarded.whois("eve", "evie", "somebody@else")
    assert guarded.heard == [("eve", "evie", "s")] * 2 + [("eve", None, "s")]


def test_who_comes_is_looked_up_if_the_server_did_not_say(guarded: Guarded) -> None:
    assert guarded.receive(f":bob!b@h JOIN {CHANNEL}") == ["WHOIS bob"]
    guarded.whois("bob", "bobby", "b@h")
    assert guarded.changed == [("bob", "bobby")]


@pytest.mark.parametrize("going", ["QUIT :bye", f"PART {CHANNEL}"])
def test_who_is_gone_when_the_server_answers_is_not_heard(guarded: Guarded, going: str) -> None:
    guarded.receive(":dave!dave@home PRIVMSG Bot :s", f":dave!dave@home {going}")
    guarded.receive(":srv 401 Bot dave :No such nick/channel", ":srv 318 Bot dave :End")
    assert guarded.heard == []


def test_when_the_connection_is_lost_what_waits_is_dropped(guarded: Guarded) -> None:
    guarded.receive(":dave!dave@home PRIVMSG Bot :s", f":dave!dave@home KICK {CHANNEL} Bot :go")
    guarded.rig.lose()
    assert guarded.rig.clock.getDelayedCalls() == []
    assert guarded.clock.getDelayedCalls() == []
    guarded.connect()
    guarded.come_in()
    guarded.receive(":dave!dave@home PRIVMSG Bot :t")
    guarded.whois("dave", "davy")
    assert guarded.heard == [("dave", "davy", "t")]


def test_with_the_right_capabilities_nobody_has_to_be_asked(tmp_path: Path) -> None:
    whole = Guarded(tmp_path, "extended-join", "account-notify")
    with only_heard(whole.note):
        sent = whole.receive(
            f":bob!b@h JOIN {CHANNEL} bobby :Bob",
            ":dave!dave@home ACCOUNT davy",
            ":dave!dave@home PRIVMSG Bot :s",
            f":bob!b@h PRIVMSG {CHANNEL} :!pontoon dave",
            ":dave!dave@home ACCOUNT *",
            ":dave!dave@home PRIVMSG Bot :t",
        )
    assert sent == []
    assert whole.heard == [
        ("dave", "davy", "s"),
        ("bob", "bobby", "!pontoon dave"),
        ("dave", "", "t"),
    ]
    assert whole.changed == [("dave", "davy"), ("dave", "")]


def test_a_crowd_that_comes_at_once_is_not_asked_about_at_once(guarded: Guarded) -> None:
    """After a netsplit, say."""
    sent = guarded.receive(*(f":n{number}!n@h JOIN {CHANNEL}" for number in range(500)))
    assert len(sent) <= 20


def test_an_invitation_is_followed_only_to_where_the_bot_belongs(guarded: Guarded) -> None:
    assert guarded.receive(":dave!d@h INVITE Bot #elsewhere") == []
    guarded.receive(f":dave!d@h KICK {CHANNEL} Bot :go")
    assert guarded.receive(":dave!d@h INVITE Bot #Pontoon") == [f"JOIN {CHANNEL}"]


def test_a_channel_for_those_who_are_logged_in_is_tried_again_once_the_bot_is(
    guarded: Guarded,
) -> None:
    guarded.receive(f":dave!d@h KICK {CHANNEL} Bot :go")
    guarded.clock.advance(FIRST_SECONDS)
    assert guarded.receive(f":srv 477 Bot {CHANNEL} :You need to be identified") == []
    logged_in = ":srv 900 Bot Bot!bot@h dealer :You are now logged in as dealer"
    assert guarded.receive(logged_in) == [f"JOIN {CHANNEL}"]


def test_a_seat_is_kept_behind_a_new_host(tmp_path: Path) -> None:
    whole = WholeBot(tmp_path, "5D 9C KH 9H", capabilities=frozenset({"chghost"}))
    whole.hears("dave", "!pontoon dave kevin")
    whole.rig.receive(":dave!dave@home CHGHOST dave cloak.example")
    whole.rig.receive(f":dave!dave@cloak.example PRIVMSG {CHANNEL} :!bet 50")
    assert any("You bet 50." in line for line in whole.rig.sent())
    whole.rig.receive(f":dave!dave@cloak.example PART {CHANNEL}")
    whole.rig.receive(f":dave!dave@cloak.example JOIN {CHANNEL}")
    assert any(line.startswith("PRIVMSG dave :") for line in whole.rig.sent())


@pytest.mark.parametrize(
    "source", ["srv.example", "Bot!bot@bot.example", "BOT!x@y", "NickServ", "dave@home"]
)
def test_nothing_but_people_gives_commands(tmp_path: Path, source: str) -> None:
    whole = WholeBot(tmp_path)
    whole.rig.receive(f":{source} PRIVMSG {CHANNEL} :!pontoon dave kevin")
    whole.rig.receive(f":dave!dave@home NOTICE {CHANNEL} :!pontoon dave kevin")
    whole.rig.receive(f":dave!dave@home PRIVMSG {CHANNEL} :\x01ACTION !pontoon dave kevin\x01")
    assert whole.rig.sent() == []
