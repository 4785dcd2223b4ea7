"""Whatever a server says while the bot logs in: nothing breaks, and no secret goes astray."""

from base64 import b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.irc.closing import REGISTRATION_SECONDS
from pontoon.irc.registration import WANTED
from tests.support.client_rig import Rig
from tests.support.properties import MANY

pytestmark = pytest.mark.slow

PASSWORD = "s3cretword"
PLAIN = b64encode(f"dealer\0dealer\0{PASSWORD}".encode()).decode()
SERVER_FIRST = b64encode(b"r=x,s=MDEyMzQ1Njc4OWFi,i=4096").decode()


CAPABILITIES = st.lists(
    st.sampled_from([*sorted(WANTED), "sasl", "sasl=PLAIN", "sasl=SCRAM-SHA-256,PLAIN", "-sasl"]),
    max_size=4,
).map(" ".join)

LINES = st.one_of(
    st.builds(
        ":srv CAP Bot {} {}:{}".format,
        st.sampled_from(["LS", "ACK", "NAK", "NEW", "DEL", "LIST"]),
        st.sampled_from(["", "* "]),
        CAPABILITIES,
    ),
    st.sampled_from(
        [
            *("AUTHENTICATE +", f"AUTHENTICATE {SERVER_FIRST}", "AUTHENTICATE x", "AUTHENTICATE"),
            f"AUTHENTICATE {'A' * 400}",
            ":srv 001 Bot :Welcome",
            ":srv 422 Bot :No MOTD",
            ":NickServ!s@srv NOTICE Bot :You are now identified.",
            ":srv MODE Bot :+r",
            ":srv 908 Bot PLAIN :are available",
        ]
    ),
    st.builds(
        ":srv {} Bot dealer dealer :So it is".format,
        st.sampled_from(
            [
                *("410", "421", "433", "451", "461"),
                *("900", "901", "902", "903", "904", "905", "906", "907"),
            ]
        ),
    ),
)
EVENTS = st.lists(st.one_of(LINES, st.sampled_from([1, 10, 15])), max_size=30)


def led_by(events: list[str | int], **settings: Any) -> tuple[Rig, list[str]]:
    """Return a client to which EVENTS happen, lines and seconds, and all that it has sent."""
    login = {"account": "dealer", "account_password": PASSWORD, "nickserv": "NickServ"}
    rig = Rig(**login, password="house", **settings)
    sent = rig.sent()
    for event in events:
        if isinstance(event, str):
            rig.receive(event)
        else:
            rig.clock.advance(event)
        sent += rig.sent()
    return rig, sent


@MANY
@given(EVENTS)
def test_nothing_that_a_server_says_breaks_anything(events: list[str | int]) -> None:
    rig, sent = led_by(events, is_trusted=True)
    assert not [line for line in rig.logged if "fault" in line]
    assert all(len(line) <= 510 for line in sent)
    assert sent.count("CAP END") <= 1
    assert sum(line.startswith("PASS") for line in sent) == 1
    logged = [*rig.logged, *(line for _, line in rig.wired)]
    assert not [line for line in logged if PASSWORD in line or PLAIN in line or "house" in line]


@MANY
@given(EVENTS)
def test_a_server_lets_the_bot_in_or_is_left(events: list[str | int]) -> None:
    rig, _ = led_by(events, is_trusted=True)
    rig.receive(":srv 422 Bot :No MOTD")
    for _ in range(int(REGISTRATION_SECONDS)):
        rig.clock.advance(1)
        rig.receive("PONG")
    assert rig.transport.disconnected or rig.ears.of("welcomed")
    rig.lose()
    assert rig.clock.getDelayedCalls() == []


@MANY
@given(EVENTS)
def test_no_password_goes_over_a_connection_that_is_not_trusted(events: list[str | int]) -> None:
    _, sent = led_by(events)
    assert not [line for line in sent if PLAIN in line or PASSWORD in line]
    assert not [line for line in sent if line.startswith("AUTHENTICATE")]


@MANY
@given(EVENTS)
def test_the_password_is_told_only_after_it_was_offered_and_asked_for(
    events: list[str | int],
) -> None:
    _, sent = led_by(events, is_trusted=True, sasl=("PLAIN",))
    if f"AUTHENTICATE {PLAIN}" in sent:
        before = sent[: sent.index(f"AUTHENTICATE {PLAIN}")]
        assert "AUTHENTICATE PLAIN" in before
        assert "AUTHENTICATE +" in events


@MANY
@given(EVENTS)
def test_a_bot_that_must_log_in_does_not_play_as_nobody(events: list[str | int]) -> None:
    rig, _ = led_by(events, is_trusted=True, sasl_required=True)
    if rig.ears.of("welcomed"):
        assert any(line.startswith("SASL: logged in") for line in rig.logged)
