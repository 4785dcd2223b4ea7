"""The bot gets its nick back."""

from itertools import pairwise
from typing import Any

from pontoon.irc.services import GHOST_SECONDS, LOOK_SECONDS, MAX_REQUESTS, MAX_SECONDS
from tests.support.client_rig import Rig

GONE = ":srv 731 Bot_ :Bot"
STEP_SECONDS = 20.0
"""Less than a server may be silent."""

IDENTIFIED = ":srv 900 Bot_ Bot_!bot@h dealer :You are now logged in as dealer"
HERE = ":srv 730 Bot_ :Bot!x@y"


def rivalled(isupport: str = "", **settings: Any) -> Rig:
    """Return a client that is called Bot_, since somebody else is called Bot."""
    rig = Rig(nickserv="NickServ", **settings)
    rig.receive(":srv 433 * Bot :Nickname is already in use.")
    rig.receive(
        ":srv 001 Bot_ :Welcome", f":srv 005 Bot_ X {isupport} :are", ":srv 422 Bot_ :No MOTD"
    )
    return rig


def since(rig: Rig, seconds: float) -> list[str]:
    """Return what is sent in the next SECONDS, but for signs of life."""
    rig.sent()
    until = rig.clock.seconds() + seconds
    while (left := until - rig.clock.seconds()) > 0:
        rig.clock.advance(min(left, STEP_SECONDS))
        rig.receive(":srv NOTICE Bot :tick")
    return rig.sent()


def test_who_has_the_nick_looks_for_nothing() -> None:
    rig = Rig().register("MONITOR=100")
    assert since(rig, 3 * LOOK_SECONDS) == []


def test_a_server_that_can_tell_is_asked_to_once() -> None:
    rig = rivalled("MONITOR=100")
    assert rig.sent()[-1:] == ["MONITOR + Bot"]
    rig.receive(HERE)
    assert since(rig, 3 * LOOK_SECONDS) == []


def test_when_it_tells_that_the_nick_is_free_it_is_taken_and_watched_no_more() -> None:
    rig = rivalled("MONITOR")
    rig.receive(HERE)
    rig.sent()
    rig.receive(GONE)
    assert rig.sent() == ["NICK Bot"]
    rig.receive(":Bot_!bot@h NICK Bot")
    assert rig.sent() == ["MONITOR - Bot"]
    assert since(rig, 3 * LOOK_SECONDS) == []
    rig.receive(GONE)
    assert rig.sent() == []


def test_of_other_nicks_nothing_is_made() -> None:
    for line in [":srv 731 Bot_ :Other", ":srv 731 Bot_", ":srv 731 Bot_ :", ":srv 730 Bot_ :Bot"]:
        rig = rivalled("MONITOR")
        rig.sent()
        rig.receive(line)
        assert rig.sent() == []


def test_several_nicks_may_be_told_of_together() -> None:
    rig = rivalled("MONITOR")
    rig.sent()
    rig.receive(":srv 731 Bot_ :Other,BOT!x@y,Another")
    assert rig.sent() == ["NICK Bot"]


def test_a_server_that_was_not_asked_to_tell_is_not_heeded() -> None:
    rig = rivalled()
    rig.sent()
    rig.receive(GONE)
    assert rig.sent() == []


def test_where_no_more_nicks_are_watched_it_asks() -> None:
    rig = rivalled("MONITOR=1")
    rig.receive(":srv 734 Bot_ 1 Bot :Monitor list is full.")
    assert since(rig, LOOK_SECONDS) == ["ISON Bot"]


def test_a_server_that_cannot_tell_is_asked_each_minute() -> None:
    rig = rivalled()
    assert rig.sent()[-1:] == ["ISON Bot"]
    rig.receive(":srv 303 Bot_ :Bot")
    assert rig.sent() == []
    assert since(rig, 2 * LOOK_SECONDS) == ["ISON Bot"] * 2
    rig.receive(":srv 303 Bot_ :")
    assert rig.sent() == ["NICK Bot"]
    rig.receive(":Bot_!bot@h NICK Bot")
    assert since(rig, 3 * LOOK_SECONDS) == []


def test_the_nick_is_taken_when_its_holder_is_seen_to_quit() -> None:
    """As the bot on another machine does when this one takes over."""
    rig = rivalled()
    rig.receive(":srv 303 Bot_ :Bot")
    rig.sent()
    rig.receive(":Other!o@h QUIT :bye")
    assert rig.sent() == []
    rig.receive(":bot!b@h QUIT :bye")
    assert rig.sent() == ["NICK Bot"]


def test_who_is_there_under_any_spelling_keeps_the_nick() -> None:
    for answer in [":srv 303 Bot_ :bot", ":srv 303 Bot_ :dave BOT kevin "]:
        rig = rivalled()
        rig.sent()
        rig.receive(answer)
        assert rig.sent() == []


def test_an_answer_to_ison_that_it_did_not_ask_for_takes_no_nick() -> None:
    rig = Rig().register()
    rig.receive(":srv 303 Bot :")
    assert rig.sent() == []
    rig = rivalled("MONITOR")
    rig.sent()
    rig.receive(":srv 303 Bot_ :")
    assert rig.sent() == []


def test_a_nick_that_is_refused_is_tried_again_later_each_time() -> None:
    for refusal in [
        "433 Bot_ Bot :Nickname is already in use.",
        "437 Bot_ Bot :Nick/channel is temporarily unavailable",
        "432 Bot_ Bot :Erroneous Nickname: reserved",
        "436 Bot_ Bot :Nickname collision",
        "438 Bot_ Bot :Nick change too fast. Please wait 30 seconds.",
        "447 Bot_ :Can not change nickname while on #pontoon (+N)",
        "435 Bot_ Bot #pontoon :Cannot change nickname while banned on channel",
    ]:
        rig = rivalled("MONITOR")
        rig.receive(GONE)
        assert rig.sent()[-1] == "NICK Bot"
        asked_at: list[float] = [rig.clock.seconds()]
        while len(asked_at) < 9:
            rig.receive(f":srv {refusal}", GONE)
            if "NICK Bot" in since(rig, STEP_SECONDS):
                asked_at.append(rig.clock.seconds())
        pauses = [later - sooner for sooner, later in pairwise(asked_at)]
        assert pauses[0] >= LOOK_SECONDS
        assert pauses[1] >= 2 * LOOK_SECONDS
        assert MAX_SECONDS <= pauses[-1] <= MAX_SECONDS + LOOK_SECONDS
        assert rig.client.session.me.nick == "Bot_"
        assert not rig.transport.disconnecting


def test_a_nick_that_is_taken_again_is_not_asked_for_meanwhile() -> None:
    rig = rivalled("MONITOR")
    rig.receive(GONE, ":srv 433 Bot_ Bot :in use", HERE)
    assert since(rig, 10 * LOOK_SECONDS) == []


def test_a_nick_that_is_taken_away_is_regained() -> None:
    rig = Rig().register()
    rig.receive(":Bot!bot@h NICK Guest7")
    assert since(rig, LOOK_SECONDS) == ["ISON Bot"]
    rig.receive(":srv 303 Guest7 :")
    assert rig.sent() == ["NICK Bot"]


def test_other_peoples_new_nicks_put_nothing_off() -> None:
    rig = rivalled()
    seen = since(rig, LOOK_SECONDS / 2)
    rig.receive(":dave!d@h NICK david")
    assert seen + since(rig, LOOK_SECONDS / 2) == ["ISON Bot"]


def test_once_the_nick_is_had_no_timer_is_left() -> None:
    rig = rivalled()
    rig.receive(":Bot_!bot@h NICK Bot")
    assert len(rig.clock.getDelayedCalls()) == 1  # the heartbeat's


def test_when_the_connection_is_lost_nothing_is_looked_at() -> None:
    rig = rivalled()
    rig.lose()
    assert rig.clock.getDelayedCalls() == []


def test_a_nick_that_the_server_cuts_is_as_good_as_the_whole() -> None:
    rig = Rig(nickname="PontoonBot")
    rig.receive(":srv 001 PontoonBo :Hi", ":srv 005 PontoonBo NICKLEN=9 :are", ":srv 422 x :No")
    assert since(rig, 2 * LOOK_SECONDS) == []


def test_a_nick_is_watched_as_the_server_cuts_it() -> None:
    rig = Rig(nickname="PontoonBot")
    rig.receive(":srv 001 PontoonB_ :Hi", ":srv 005 PontoonB_ NICKLEN=9 :are", ":srv 422 x :No")
    assert rig.sent()[-1] == "ISON PontoonBo"


def test_a_nick_longer_than_the_server_says_is_had_if_it_is_had() -> None:
    rig = Rig(nickname="PontoonBot")
    rig.receive(":srv 001 PontoonBot :Hi", ":srv 005 PontoonBot NICKLEN=9 :are", ":srv 422 x :No")
    assert since(rig, 2 * LOOK_SECONDS) == []


def test_alternatives_of_the_admins_are_tried_first() -> None:
    rig = Rig(alternatives=("Dealer", "Croupier"))
    rig.sent()
    for nick in ("Bot", "Dealer", "Croupier"):
        rig.receive(f":srv 433 * {nick} :Nickname is already in use.")
    assert rig.sent() == ["NICK Dealer", "NICK Croupier", "NICK Bot_"]


def requests(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("PRIVMSG NickServ")]


def test_once_it_is_known_to_services_they_are_asked_for_the_nick() -> None:
    for method, word in [("regain", "REGAIN"), ("ghost", "GHOST")]:
        rig = rivalled("MONITOR", nickserv_regain=method)
        assert requests(rig.sent()) == []
        rig.receive(IDENTIFIED)
        assert requests(rig.sent()) == [f"PRIVMSG NickServ :{word} Bot"]


def test_they_are_asked_seldom_and_not_for_ever() -> None:
    rig = rivalled("MONITOR", nickserv_regain="regain")
    rig.receive(IDENTIFIED)
    assert requests(since(rig, LOOK_SECONDS - 1)) == []
    for _ in range(5):
        rig.receive(IDENTIFIED)
    assert len(requests(since(rig, 40 * LOOK_SECONDS))) == MAX_REQUESTS - 1
    assert requests(since(rig, 40 * LOOK_SECONDS)) == []


def test_they_are_not_asked_by_who_has_the_nick_or_is_not_to_ask() -> None:
    rig = Rig(nickserv="NickServ", nickserv_regain="regain").register()
    rig.receive(IDENTIFIED)
    assert rig.sent() == []
    assert since(rig, 3 * LOOK_SECONDS) == []
    rig = rivalled()
    rig.receive(IDENTIFIED)
    assert requests(rig.sent()) == []
    assert requests(since(rig, 3 * LOOK_SECONDS)) == []


def test_a_ghost_that_services_have_put_out_leaves_the_nick_free() -> None:
    rig = rivalled("MONITOR", nickserv_regain="ghost")
    rig.receive(HERE)
    rig.receive(IDENTIFIED)
    rig.sent()
    rig.clock.advance(GHOST_SECONDS)
    assert rig.sent() == ["NICK Bot"]
