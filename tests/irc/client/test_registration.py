"""From connecting to joining channels, and what happens when the server is silent."""

from pontoon.irc.casemapping import FOLDS, rfc1459
from pontoon.irc.closing import QUIT_SECONDS, REGISTRATION_SECONDS
from pontoon.irc.config import read_password
from pontoon.irc.timing import ANSWER_SECONDS, SILENCE_SECONDS
from tests.support.client_rig import Rig, joined


def test_registration_sends_password_nick_and_user() -> None:
    settings = {"nickname": "PontoonBot", "realname": "Deals cards", "password": "s3cret word"}
    rig = Rig(**settings, is_trusted=True)
    assert rig.sent() == [
        "CAP LS 302",
        "PASS :s3cret word",
        "NICK PontoonBot",
        "USER pontoonbo 0 * :Deals cards",
    ]


def test_the_longest_password_that_config_ini_may_have_arrives_whole() -> None:
    password = "x" * 504
    assert read_password(password) == password
    rig = Rig(password=password, is_trusted=True)
    assert rig.sent()[1] == f"PASS :{password}"


def test_no_password_no_pass() -> None:
    assert Rig().sent() == ["CAP LS 302", "NICK Bot", "USER bot 0 * :A bot"]


def test_registration_is_not_held_back_by_the_limit() -> None:
    """The base class makes registration wait for lineRate."""
    rig = Rig(password="x", is_trusted=True, lines_per_second=0.1, burst=1)
    assert len(rig.sent()) == 4


def test_a_realname_cannot_inject_a_command() -> None:
    assert Rig(realname="x\r\nQUIT").sent()[-1] == "USER bot 0 * :x QUIT"


def test_the_user_name_may_be_another_than_the_nick() -> None:
    assert Rig(username="dealer").sent()[-1] == "USER dealer 0 * :A bot"


def test_commands_of_the_admin_are_sent_before_channels_are_joined_and_not_logged() -> None:
    commands = ("PRIVMSG Q@CServe.quakenet.org :AUTH dealer hunter2", "MODE $nick +x", "LUSERS")
    rig = Rig(nickname="Dealer", on_connect=commands)
    rig.sent()
    rig.receive(":srv 001 Dealer1 :Welcome")
    assert rig.sent() == []
    rig.receive(":srv 422 Dealer1 :No MOTD")
    rig.client.channels.join(["#pontoon"])
    ours = [line for line in rig.sent() if not line.startswith("ISON")]
    assert ours == [commands[0], "MODE Dealer1 +x", "LUSERS", "JOIN #pontoon"]
    logged = [line for way, line in rig.wired if way == ">" and "ISON" not in line]
    assert logged[-4:] == ["PRIVMSG ***", "MODE ***", "LUSERS", "JOIN #pontoon"]


def test_a_secret_of_a_command_is_not_logged_when_the_server_repeats_it() -> None:
    asked = ("JOIN #den,#friends", "MODE $nick +x")
    commands = ("OPER Dealer hunter2", *asked, "PRIVMSG Q :AUTH me s3")
    rig = Rig(nickname="Dealer", on_connect=commands)
    rig.receive(":srv 001 Dealer :Welcome", ":srv 422 Dealer :No MOTD")
    rig.receive("ERROR :bad words hunter2 (s3), Dealer of #den,#friends +x")
    assert rig.wired[-1] == ("<", "ERROR :bad words *** (***), Dealer of #den,#friends +x")
    rig.lose()
    closed = [line for line in rig.logged if line.startswith("connection closed: ")]
    assert closed == ["connection closed: bad words *** (***), Dealer of #den,#friends +x"]


def test_welcomed_is_told_once_after_the_motd_or_its_lack() -> None:
    for last in ["376", "422"]:
        rig = Rig()
        rig.receive(":srv 001 Bot :Welcome", ":srv 005 Bot NICKLEN=9 :are supported")
        assert rig.ears.of("welcomed") == []
        rig.receive(f":srv {last} Bot :End", f":srv {last} Bot :End", ":srv 376 Bot :End")
        assert rig.ears.of("welcomed") == [()]


def test_an_end_of_motd_before_the_welcome_is_not_one() -> None:
    rig = Rig()
    rig.receive(":srv 376 * :End")
    assert rig.ears.heard == []


def test_casemapping_is_told_before_welcomed_and_only_if_the_server_tells_it() -> None:
    rig = Rig().register("CASEMAPPING=ascii")
    assert rig.ears.heard == [("casemapping_is", FOLDS["ascii"]), ("welcomed",)]
    assert rig.client.session.fold is FOLDS["ascii"]
    other = Rig().register("NICKLEN=9")
    assert other.ears.heard == [("welcomed",)]
    assert other.client.session.fold is rfc1459


def test_a_nick_that_the_server_cut_is_recognised_as_ones_own() -> None:
    """The base class goes on with the nick it asked for."""
    rig = Rig(nickname="PontoonBot")
    rig.receive(":srv 001 PontoonBo :Welcome")
    assert rig.client.session.me.nick == "PontoonBo"
    assert rig.client.session.is_me("pontoonbo")
    assert not rig.client.session.is_me("PontoonBot")


def test_a_nick_that_none_can_be_is_not_taken_from_a_welcome() -> None:
    for nick in ["*", "#pontoon", "x" * 400, "a!b@c", ":", "@Bot"]:
        rig = Rig()
        rig.receive(f":srv 001 {nick} :Welcome", ":srv 422 Bot :No MOTD")
        assert rig.client.session.me.nick == "Bot"
        assert rig.ears.of("welcomed") == [()]


def test_a_second_welcome_changes_nothing() -> None:
    rig = joined()
    rig.receive(":srv 001 Other :Welcome", ":srv 376 Other :End")
    assert rig.client.session.me.nick == "Bot"
    assert rig.ears.of("welcomed") == [()]
    assert rig.logged == ["registered as Bot"]


def test_own_nick_is_compared_under_the_casemapping() -> None:
    rig = Rig(nickname="Bot[]").register("CASEMAPPING=rfc1459")
    assert rig.client.session.is_me("BOT{}")
    rig.receive(":srv 005 Bot[] CASEMAPPING=ascii :are supported")
    assert not rig.client.session.is_me("BOT{}")


def test_a_nick_in_use_is_followed_by_an_alternative() -> None:
    """436 (collision) and 437 (held) too, which the base class ignores."""
    for numeric in ["433", "436", "437"]:
        rig = Rig()
        rig.sent()
        rig.receive(f":srv {numeric} * Bot :Nickname is already in use.")
        assert rig.sent() == ["NICK Bot_"]


def test_a_nick_too_long_for_the_server_is_followed_by_a_short_one() -> None:
    """On a server with NICKLEN 9 the base class tries its own ten characters for ever."""
    rig = Rig(nickname="PontoonBot")
    rig.sent()
    rig.receive(":srv 432 * PontoonBot :Nickname too long, max. 9 characters")
    assert rig.sent() == ["NICK PontoonBo"]
    rig.receive(":srv 433 * PontoonBo :Nickname already in use")
    assert rig.sent() == ["NICK PontoonB_"]


def test_a_server_that_refuses_every_nick_is_left() -> None:
    """No loop: after a dozen tries the connection is closed, and the reason told."""
    for numeric in ["432", "433"]:
        rig = Rig()
        for _ in range(30):
            rig.receive(f":srv {numeric} * {rig.client.session.me.nick} :No")
        sent = rig.sent()
        assert len([line for line in sent if line.startswith("NICK")]) <= 13
        assert sent[-1] == "QUIT :"
        rig.clock.advance(QUIT_SECONDS)
        assert rig.transport.disconnected
        rig.lose()
        assert len(rig.ears.of("closed")) == 1
        assert "no nick" in str(rig.ears.of("closed")[0])


def test_a_nick_refused_after_registration_is_only_logged() -> None:
    """The base class appends an underscore to a nick that it has, without end."""
    for numeric in ["432", "433", "436", "437"]:
        rig = Rig().register()
        rig.receive(f":srv {numeric} Bot Other :Nickname is already in use.")
        assert rig.sent() == []
        assert rig.client.session.me.nick == "Bot"
        assert "already in use" in rig.logged[-1]


def test_own_nick_is_followed_when_it_changes() -> None:
    rig = joined()
    rig.receive(":Bot!bot@bot.example NICK Guest7")
    assert rig.client.session.me.nick == "Guest7"
    assert rig.ears.of("renamed") == []
    rig.receive(":dave!d@h PRIVMSG guest7 :hello")
    assert len(rig.ears.of("told")) == 1


def test_where_there_is_a_mode_for_bots_it_is_set_once() -> None:
    rig = Rig()
    rig.receive(":srv 001 Bot :Hi", ":srv 005 Bot BOT=B :are", ":srv 422 Bot :No", ":srv 422 x :No")
    assert [line for line in rig.sent() if line.startswith("MODE")] == ["MODE Bot +B"]


def test_where_there_is_none_no_mode_is_set() -> None:
    rig = Rig()
    rig.receive(":srv 001 Bot :Hi", ":srv 005 Bot NICKLEN=9 :are", ":srv 422 Bot :No")
    assert not [line for line in rig.sent() if line.startswith("MODE")]


def test_pings_are_answered_while_registering() -> None:
    rig = Rig()
    rig.sent()
    rig.receive("PING :cookie")
    assert rig.sent() == ["PONG :cookie"]


def test_a_registration_that_never_completes_is_aborted() -> None:
    rig = Rig()
    for _ in range(int(REGISTRATION_SECONDS) - 1):
        rig.clock.advance(1)
        rig.receive(":srv NOTICE * :Looking up your hostname")
    assert not rig.transport.disconnected
    rig.clock.advance(1)
    assert rig.transport.disconnected


def test_once_registered_no_deadline_is_left() -> None:
    rig = Rig().register()
    rig.clock.advance(REGISTRATION_SECONDS + 1)
    assert not rig.transport.disconnected


def test_a_silent_server_is_asked_and_then_given_up() -> None:
    """The base class sends PING but never looks whether an answer came."""
    rig = Rig().register()
    rig.clock.advance(SILENCE_SECONDS - 1)
    assert rig.sent() == []
    rig.clock.advance(1)
    assert rig.sent() == ["PING :Bot"]
    rig.clock.advance(ANSWER_SECONDS - 1)
    assert not rig.transport.disconnected
    rig.clock.advance(1)
    assert rig.transport.disconnected
    rig.lose()
    assert rig.ears.of("closed") == [("the server is silent",)]


def test_a_dead_connection_is_noticed_well_within_two_minutes() -> None:
    assert SILENCE_SECONDS + ANSWER_SECONDS <= 90


def test_anything_at_all_from_the_server_is_a_sign_of_life() -> None:
    """Half a line too, and not only a PONG."""
    rig = Rig().register()
    for _ in range(5):
        rig.clock.advance(SILENCE_SECONDS)
        assert rig.sent() == ["PING :Bot"]
        rig.clock.advance(ANSWER_SECONDS - 1)
        rig.client.dataReceived(b":dave")
    rig.clock.advance(SILENCE_SECONDS - 1)
    rig.client.dataReceived(b"!")
    rig.clock.advance(SILENCE_SECONDS - 1)
    assert rig.sent() == []
    assert not rig.transport.disconnected
