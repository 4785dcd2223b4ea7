"""The bot between a connection and its tables: what waits to be said goes to nobody else."""

from pathlib import Path

import pytest
from twisted.internet.task import Clock

from pontoon.irc.outgoing import Message, Priority, Topic
from pontoon.irc.people import Person
from pontoon.irc.whois import Precedence
from pontoon.service.network import Network
from tests.support.client_rig import Rig
from tests.support.offline_bot import OfflineBot
from tests.support.whole_bot import WholeBot


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    """Return a bot among kevin and mallory, which has a card for kevin to say next second."""
    logged: list[str] = []
    shared = OfflineBot(tmp_path).bot
    bot = Network(shared, shared.config.irc, Clock(), logged.append)
    rig = Rig(listener=bot, lines_per_second=1.0, burst=1)
    bot.client = rig.client
    rig.register().join(names="Bot kevin mallory")
    after_a_while(rig)
    bot.speak(Message("#pontoon", ("the line of this second",), Priority.GAME))
    bot.speak(Message("kevin", ("A♠",), Priority.GAME))
    assert rig.sent() == ["PRIVMSG #pontoon :♢ the line of this second"]
    return rig


def after_a_while(rig: Rig) -> list[str]:
    """Return what is sent in the next seconds."""
    rig.clock.pump([1.0] * 5)
    return rig.sent()


@pytest.mark.parametrize(("seconds", "is_steady"), [(59, False), (60, True)])
def test_delays_start_anew_after_a_minute_on_a_server(
    tmp_path: Path, seconds: int, *, is_steady: bool
) -> None:
    """Not at once: some servers let the bot in, and then throw it out."""
    whole = WholeBot(tmp_path)
    backoff = whole.bot.reconnecting
    delays = [backoff.next_delay() for _ in range(6)]
    whole.bot.welcomed()
    whole.clock.advance(seconds)
    whole.bot.closed("")
    assert delays[-1] > 30
    assert (backoff.next_delay() <= 2) is is_steady


def test_what_somebody_says_at_a_kick_is_logged_without_passwords(tmp_path: Path) -> None:
    whole = WholeBot(tmp_path, account_password="s3cret", account="dealer")
    whole.rig.receive(":op!o@h KICK #pontoon Bot :no s3cret for you")
    assert "out of #pontoon: kicked by op: no *** for you" in whole.logged
    assert "s3cret" not in "".join(whole.logged)


def test_a_card_that_waits_is_said_in_its_turn(rig: Rig) -> None:
    assert after_a_while(rig) == ["PRIVMSG kevin :A♠"]


def test_a_card_that_waits_follows_its_player_to_another_nick(rig: Rig) -> None:
    rig.receive(":kevin!k@h NICK gone", ":mallory!m@h NICK kevin")
    assert after_a_while(rig) == ["PRIVMSG gone :A♠"]


@pytest.mark.parametrize("going", ["QUIT :bye", "PART #pontoon"])
def test_a_card_that_waits_is_not_said_to_whoever_takes_the_nick(rig: Rig, going: str) -> None:
    rig.receive(f":kevin!k@h {going}", ":mallory!m@h NICK kevin")
    assert after_a_while(rig) == []


def test_a_look_at_many_cards_arrives_whole_and_takes_the_place_of_an_earlier_one(
    rig: Rig,
) -> None:
    """The lines that it is cut into do not take each other's place."""
    bot = rig.client.session.listener
    assert isinstance(bot, Network)
    bot.speak(Message("kevin", ("an earlier look",), Priority.ASIDE, topic=Topic.CARDS))
    hands = tuple(f"hand {number}: {'x' * 200}" for number in range(5))
    bot.speak(Message("kevin", hands, Priority.ASIDE, topic=Topic.CARDS))
    heard = " ".join(after_a_while(rig))
    assert "an earlier look" not in heard
    assert all(hand in heard for hand in hands)


def test_what_only_informs_is_not_said_while_lines_wait(rig: Rig) -> None:
    bot = rig.client.session.listener
    assert isinstance(bot, Network)
    bot.speak(Message("kevin", ("5♦ 8♥ = 13",), Priority.ASIDE, informs=True))
    assert after_a_while(rig) == ["PRIVMSG kevin :A♠"]


@pytest.mark.parametrize("is_asked", [False, True])
def test_what_a_player_is_told_of_their_cards_goes_last_unless_they_are_asked_meanwhile(
    rig: Rig, is_asked: bool
) -> None:
    bot = rig.client.session.listener
    assert isinstance(bot, Network)
    bot.speak(Message("kevin", ("later",), Priority.ASIDE, topic=Topic.CARDS, channel="#pontoon"))
    for number in range(3):
        bot.speak(Message("#pontoon", (f"{number}",), Priority.GAME))
    told = ["♢ 0", "♢ 1", "♢ 2"]
    if is_asked:
        bot.speak(
            Message("kevin", ("a card?",), Priority.PROMPT, topic=Topic.CARDS, channel="#pontoon")
        )
    heard = [line.partition(":")[2] for line in after_a_while(rig) if "A♠" not in line]
    assert heard == (["a card?", *told] if is_asked else [*told, "later"])


def test_who_is_ignored_gets_no_answer_by_ctcp_either(tmp_path: Path) -> None:
    whole = WholeBot(tmp_path)
    assert len(whole.hears("mallory", "\x01VERSION\x01", "Bot")) == 1
    whole.bot.croupiers._context.flood_guard.ignore(["mallory!*@*"])
    assert whole.hears("mallory", "\x01VERSION\x01", "Bot") == []
    assert len(whole.hears("kevin", "\x01VERSION\x01", "Bot")) == 1


# What has to be heard


def test_what_waits_for_a_channel_that_the_bot_is_put_out_of_is_not_sent_and_not_told(
    rig: Rig,
) -> None:
    bot = rig.client.session.listener
    assert isinstance(bot, Network)
    told: list[str] = []
    bot.speak(Message("#pontoon", ("a result",), Priority.GAME, left=lambda: told.append("it")))
    rig.receive(":mallory!m@h KICK #pontoon Bot :out")
    rig.clock.pump([1.0] * 5)
    assert not any("a result" in line for line in rig.confirmed())
    assert told == []


def test_who_takes_another_nick_before_a_turn_is_kept_is_told_all_the_same(tmp_path: Path) -> None:
    """A client may send a bet and NICK at once. Whoever takes the old nick is told nothing."""
    whole = WholeBot(tmp_path, "5D 9C 8H 4H")
    whole.hears("kevin", "!pontoon dave kevin")
    whole.hears("dave", "10", "Bot")
    whole.rig.receive(
        ":kevin!kevin@kevin.home PRIVMSG Bot :10",
        ":kevin!kevin@kevin.home NICK kev",
        ":kev!kevin@kevin.home NICK kevin_",
        ":eve!eve@eve.home JOIN #pontoon",
        ":eve!eve@eve.home NICK kevin",
    )
    private = [line for line in whole.rig.sent() if line.startswith("PRIVMSG kev")]
    assert private == ["PRIVMSG kevin_ :9♣ 4♥ = 13"]


def test_without_a_connection_a_look_up_tells_nothing_more_than_the_nick(tmp_path: Path) -> None:
    whole = WholeBot(tmp_path)
    whole.rig.lose()
    found: list[Person] = []
    whole.bot.look_up("dave", Precedence.NAMED, found.append)
    assert found == [Person("dave")]
