"""Which capabilities are asked for, and that no answer, or none, keeps the bot from coming in."""

from typing import Any

from pontoon.irc.registration import ANSWER_SECONDS, NEGOTIATION_SECONDS, WANTED
from tests.support.client_rig import Rig

ALL = " ".join(sorted(WANTED))


def negotiating(**settings: Any) -> Rig:
    """Return a client that has asked what there is."""
    rig = Rig(**settings)
    rig.sent()
    return rig


def agreed(*names: str) -> Rig:
    """Return a client that is let in with the capabilities NAMES."""
    rig = negotiating()
    offer = " ".join(names)
    rig.receive(f":srv CAP * LS :{offer}", f":srv CAP Bot ACK :{offer}")
    return rig.register()


def test_the_first_thing_said_is_the_question_for_capabilities() -> None:
    assert Rig().sent()[0] == "CAP LS 302"


def test_what_is_used_is_asked_for_and_what_is_not_is_not() -> None:
    rig = negotiating()
    rig.receive(":srv CAP * LS :batch echo-message sasl=PLAIN server-time labeled-response tls")
    assert rig.sent() == ["CAP REQ :batch server-time"]
    assert rig.client.session.capabilities == frozenset()
    rig.receive(":srv CAP Bot ACK :batch server-time")
    assert rig.sent() == ["CAP END"]
    assert rig.client.session.capabilities == {"batch", "server-time"}


def test_everything_wanted_can_be_asked_for_in_one_line() -> None:
    rig = negotiating(nickname="B" * 64)
    rig.receive(f":srv CAP * LS :{ALL}")
    assert rig.sent() == [f"CAP REQ :{ALL}"]
    assert len(f"CAP REQ :{ALL}\r\n") <= 512


def test_a_list_may_take_several_lines() -> None:
    """All but the last have a star (302); nothing is asked for before."""
    rig = negotiating()
    rig.receive(":srv CAP * LS * :batch chghost", ":srv CAP * LS * :")
    assert rig.sent() == []
    rig.receive(":srv CAP * LS :setname")
    assert rig.sent() == ["CAP REQ :batch chghost setname"]


def test_nothing_is_agreed_on_before_the_list_has_come_to_its_end() -> None:
    for change in ["DEL :setname", "ACK :", "NEW :echo-message"]:
        rig = negotiating()
        rig.receive(":srv CAP * LS * :tls", f":srv CAP * {change}")
        assert rig.sent() == []
        rig.receive(":srv CAP * LS :batch")
        assert rig.sent() == ["CAP REQ :batch"]


def test_a_server_that_offers_nothing_of_use_is_asked_for_nothing() -> None:
    for last in ["", ":", ":   ", ":tls cap=1,2 =", "*"]:
        rig = negotiating()
        rig.receive(f":srv CAP * LS {last}")
        assert rig.sent() == ["CAP END"]


def test_what_is_refused_together_is_asked_for_singly() -> None:
    rig = negotiating()
    rig.receive(":srv CAP * LS :batch chghost setname", ":srv CAP Bot NAK :batch chghost setname")
    assert rig.sent()[1:] == ["CAP REQ :batch", "CAP REQ :chghost", "CAP REQ :setname"]
    rig.receive(":srv CAP Bot ACK :batch", ":srv CAP Bot NAK :chghost")
    assert rig.sent() == []
    rig.receive(":srv CAP Bot ACK :setname")
    assert rig.sent() == ["CAP END"]
    assert rig.client.session.capabilities == {"batch", "setname"}


def test_a_refusal_that_is_cut_short_counts_for_the_oldest_request() -> None:
    """Some servers leave out, or cut, what they refuse."""
    rig = negotiating()
    rig.receive(":srv CAP * LS :batch", ":srv CAP Bot NAK :bat")
    assert rig.sent() == ["CAP REQ :batch", "CAP END"]


def test_a_server_may_agree_in_pieces() -> None:
    for star in ["", "* "]:
        rig = negotiating()
        rig.receive(":srv CAP * LS :batch chghost", f":srv CAP Bot ACK {star}:batch")
        assert rig.sent() == ["CAP REQ :batch chghost"]
        rig.receive(":srv CAP Bot ACK :chghost")
        assert rig.sent() == ["CAP END"]
        assert rig.client.session.capabilities == {"batch", "chghost"}


def test_the_last_piece_is_waited_for_although_nothing_is_missing() -> None:
    rig = negotiating()
    rig.receive(":srv CAP * LS :batch", ":srv CAP Bot ACK * :batch")
    assert rig.sent() == ["CAP REQ :batch"]
    rig.receive(":srv CAP Bot ACK :")
    assert rig.sent() == ["CAP END"]


def test_what_nobody_asked_for_cannot_be_agreed_to() -> None:
    rig = negotiating()
    rig.receive(":srv CAP * LS :batch", ":srv CAP Bot ACK :batch chghost echo-message sasl")
    assert rig.client.session.capabilities == {"batch"}


def test_marks_of_old_servers_are_read_over() -> None:
    rig = negotiating()
    rig.receive(":srv CAP * LS :batch chghost", ":srv CAP Bot ACK :~batch =chghost")
    assert rig.client.session.capabilities == {"batch", "chghost"}


def test_what_a_server_withdraws_is_enabled_no_more() -> None:
    rig = agreed("batch", "chghost", "setname")
    rig.receive(":srv CAP Bot DEL :batch", ":srv CAP Bot ACK :-chghost")
    assert rig.client.session.capabilities == {"setname"}


def test_what_a_server_offers_later_is_asked_for() -> None:
    rig = agreed("batch")
    rig.receive(":srv CAP Bot NEW :chghost batch echo-message")
    assert rig.sent() == ["CAP REQ :chghost"]
    rig.receive(":srv CAP Bot ACK :chghost")
    assert rig.client.session.capabilities == {"batch", "chghost"}
    assert rig.sent() == []


def test_what_is_withdrawn_before_the_answer_is_not_waited_for() -> None:
    rig = negotiating()
    rig.receive(":srv CAP * LS :batch", ":srv CAP Bot DEL :batch")
    assert rig.sent() == ["CAP REQ :batch", "CAP END"]


def test_what_is_asked_for_is_not_asked_for_again_before_the_answer() -> None:
    rig = negotiating()
    rig.receive(*[":srv CAP * LS :batch"] * 5, *[":srv CAP Bot NEW :batch"] * 5)
    assert rig.sent() == ["CAP REQ :batch"]


def test_a_server_without_capabilities_lets_the_bot_in_as_ever() -> None:
    for line in [":srv 421 Bot CAP :Unknown command", ":srv 451 * :You have not registered"]:
        rig = negotiating()
        rig.receive(line)
        assert rig.sent() == []
        rig.register()
        assert rig.ears.of("welcomed") == [()]
        rig.clock.advance(NEGOTIATION_SECONDS)
        assert rig.sent() == []


def test_a_server_that_cannot_read_the_question_is_told_to_go_on() -> None:
    for numeric in ["410", "461"]:
        rig = negotiating()
        rig.receive(f":srv {numeric} * LS :What?")
        assert rig.sent() == ["CAP END"]


def test_a_welcome_ends_the_negotiation_whatever_is_unanswered() -> None:
    rig = negotiating()
    rig.receive(":srv CAP * LS :batch", ":srv 001 Bot :Welcome", ":srv CAP Bot ACK :batch")
    assert rig.sent() == ["CAP REQ :batch"]
    assert rig.client.session.capabilities == {"batch"}
    rig.clock.advance(NEGOTIATION_SECONDS)
    assert rig.sent() == []
    assert not any("agreed" in line for line in rig.logged)


def test_once_agreed_nothing_is_waited_for_but_the_welcome() -> None:
    rig = negotiating()
    rig.receive(":srv CAP * LS :")
    rig.clock.advance(NEGOTIATION_SECONDS)
    assert rig.sent() == ["CAP END"]
    assert rig.logged == []


def test_what_is_offered_after_a_welcome_is_asked_for_without_haste() -> None:
    rig = negotiating().register()
    rig.receive(":srv CAP Bot NEW :batch")
    assert rig.sent() == ["CAP REQ :batch"]
    rig.clock.advance(NEGOTIATION_SECONDS)
    assert not any("agreed" in line for line in rig.logged)


def test_a_server_that_does_not_come_to_an_end_is_not_waited_for() -> None:
    for line in [":srv CAP * LS * :batch", ":srv CAP * LS :batch"]:
        rig = negotiating()
        rig.receive(line)
        rig.sent()
        for _ in range(int(NEGOTIATION_SECONDS) - 1):
            rig.clock.advance(1)
            rig.receive(":srv CAP * LS * :chghost")
        assert "CAP END" not in rig.sent()
        rig.clock.advance(1)
        assert rig.sent() == ["CAP END"]
        assert "too long" in rig.logged[-1]


def test_a_list_without_end_costs_no_memory() -> None:
    rig = negotiating()
    for number in range(2000):
        names = " ".join(f"cap-{number}-{index}={'x' * 50}" for index in range(60))
        rig.receive(f":srv CAP * LS * :{names}")
    rig.receive(":srv CAP * LS :batch")
    assert rig.sent() == ["CAP REQ :batch"]
    assert rig.client.registration.offered.keys() == {"batch"}


def test_junk_changes_nothing() -> None:
    for junk in [
        "CAP",
        "CAP Bot",
        "CAP Bot LIST :batch chghost",
        "CAP Bot FOO :batch",
        "CAP Bot ACK",
        "CAP Bot NAK",
        "CAP Bot NAK :batch",
        "CAP Bot DEL",
        "CAP Bot NEW",
        "CAP Bot END",
        "CAP Bot ls",
    ]:
        rig = agreed("batch")
        rig.receive(f":srv {junk}")
        assert rig.client.session.capabilities == {"batch"}
        assert rig.sent() == []
        assert "fault" not in "".join(rig.logged)


# TLS that a server wants (STS), and the password of the server


def test_what_is_said_of_tls_is_told_wherever_it_stands() -> None:
    told: list[str] = []

    def policy(value: str) -> bool:
        told.append(value)
        return False

    rig = negotiating(sts_policy=policy)
    rig.receive(":srv CAP * LS * :sts=port=6697,duration=5", ":srv CAP * LS :batch")
    assert rig.sent() == ["CAP REQ :batch"]
    rig.receive(":srv CAP Bot NEW :sts=duration=0", ":srv CAP Bot NEW :sts")
    assert told == ["port=6697,duration=5", "duration=0", ""]
    assert rig.sent() == []


def test_a_connection_that_is_left_for_tls_is_told_nothing_more() -> None:
    rig = negotiating(sts_policy=lambda _: True, password="s3cret")
    rig.receive(":srv CAP * LS :batch sts=port=6697 chghost", ":srv CAP * LS :batch", "PING :a")
    rig.clock.advance(1000)
    assert rig.sent() == []
    assert rig.transport.disconnected
    rig.lose()
    assert rig.ears.of("closed") == [("the server wants TLS",)]
    assert rig.clock.getDelayedCalls() == []


def test_a_password_is_kept_back_until_it_is_sure_that_the_server_wants_no_tls() -> None:
    rig = Rig(password="s3cret")
    assert rig.sent() == ["CAP LS 302"]
    rig.receive(":srv CAP * LS * :batch")
    assert rig.sent() == []
    rig.receive(":srv CAP * LS :chghost", ":srv CAP * ACK :batch chghost")
    assert rig.sent() == [
        "CAP REQ :batch chghost",
        "PASS :s3cret",
        "NICK Bot",
        "USER bot 0 * :A bot",
        "CAP END",
    ]


def test_a_server_without_capabilities_gets_the_password_at_once() -> None:
    for numeric in ["410", "421", "451", "461"]:
        rig = Rig(password="s3cret")
        rig.sent()
        rig.receive(f":srv {numeric} * CAP :No")
        assert rig.sent()[0] == "PASS :s3cret"


def test_a_silent_server_gets_the_password_after_ten_seconds() -> None:
    rig = Rig(password="s3cret")
    rig.sent()
    rig.clock.advance(ANSWER_SECONDS - 0.1)
    assert rig.sent() == []
    rig.clock.advance(0.1)
    assert rig.sent()[0] == "PASS :s3cret"
    rig.receive(":srv CAP * LS :")
    assert rig.sent() == ["CAP END"]


def test_a_password_goes_at_once_over_a_connection_that_is_trusted() -> None:
    rig = Rig(password="s3cret", is_trusted=True)
    assert rig.sent()[1] == "PASS :s3cret"


def test_a_password_is_not_told_after_a_welcome() -> None:
    rig = Rig(password="s3cret")
    rig.register()
    rig.clock.advance(ANSWER_SECONDS)
    rig.receive(":srv CAP * LS :")
    assert rig.sent() == []


def test_a_long_password_is_sent_whole() -> None:
    """Nobody else is shown it, so that it needs no room for a prefix."""
    rig = Rig(password="x" * 504, is_trusted=True)
    assert f"PASS :{'x' * 504}" in rig.sent()


def test_a_connection_lost_in_the_middle_stops_every_clock() -> None:
    for quits in [False, True]:
        rig = Rig(password="s3cret")
        rig.receive(":srv CAP * LS * :batch")
        if quits:
            rig.client.quit()
        rig.lose()
        assert rig.clock.getDelayedCalls() == []
