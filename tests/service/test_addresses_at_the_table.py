"""Where people are from may be known only after they sit down: then their seats learn it."""

from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.irc.channels import HISTORY_SECONDS
from pontoon.service.network import DESCRIBED_SECONDS
from pontoon.storage.place import connected
from pontoon.tables.voice import VoiceMeter
from tests.support.offline_bot import CHANNEL
from tests.support.whole_bot import WholeBot

WHO = (
    f":srv 352 Bot {CHANNEL} dave dave.home srv dave H@ :0",
    f":srv 352 Bot {CHANNEL} kevin kevin.home srv kevin H :0",
    f":srv 315 Bot {CHANNEL} :End of WHO list",
)


@pytest.fixture
def early(tmp_path: Path) -> WholeBot:
    """Have a round be dealt as soon as the bot knows who is in the channel, and no more of them."""
    whole = WholeBot(tmp_path, cards="5D 9C KH 9H 2S", capabilities=["server-time"])
    whole.rig.receive(f":srv KICK {CHANNEL} Bot :out")
    whole.rig.enter(CHANNEL, names="Bot @dave kevin")
    sent = whole.hears("dave", "!pontoon kevin dave")
    assert any("Shed Pontoon: kevin, dave" in line for line in sent)
    return whole


def seats(whole: WholeBot) -> dict[str, str]:
    """Return where the sitters are from, for all that is known."""
    croupier = whole.bot.croupiers.find(CHANNEL)
    assert croupier is not None
    return {each.player: each.person.userhost for each in croupier.seat_map}


def written(whole: WholeBot) -> set[str]:
    """Return where the sitters are from in the database, from which rounds go on."""
    whole.tables_clock.advance(0)  # the turn of the reactor ends
    with connected(whole.players_xml) as database:
        return {userhost for (userhost,) in database.execute("SELECT userhost FROM occupants")}


def test_what_who_tells_is_known_at_the_table_and_in_the_database(early: WholeBot) -> None:
    assert "kevin@kevin.home" not in written(early)
    early.rig.receive(*WHO)
    assert seats(early) == {"kevin": "kevin@kevin.home", "dave": "dave@dave.home"}
    assert "kevin@kevin.home" in written(early)


@pytest.mark.parametrize(
    "line",
    [
        f"PRIVMSG {CHANNEL} :good evening",
        "PRIVMSG Bot :hand",
        f"MODE {CHANNEL} +v dave",
        "NICK kev",
    ],
)
def test_so_is_what_any_line_of_theirs_tells(early: WholeBot, line: str) -> None:
    early.rig.receive(f":kevin!kevin@kevin.home {line}")
    assert seats(early)["kevin"] == "kevin@kevin.home"
    assert "kevin@kevin.home" in written(early)


def test_who_sits_nowhere_is_no_business_of_a_table(early: WholeBot) -> None:
    early.rig.receive(f":srv 353 Bot = {CHANNEL} :zed")
    with patch.object(VoiceMeter, "changed") as changed:
        early.rig.receive(f":zed!z@home PRIVMSG {CHANNEL} :good evening")
    assert not changed.called


def test_who_leaves_after_that_is_known_when_they_come_back(early: WholeBot) -> None:
    early.rig.receive(*WHO, f":op KICK {CHANNEL} kevin :out")
    early.rig.receive(f":kevin!mallory@elsewhere JOIN {CHANNEL}")
    early.rig.sent()
    assert not any("9♣" in line for line in early.hears("kevin", "hand", "Bot"))


def comes_again(whole: WholeBot) -> None:
    """Have the bot lose the connection, and go on although WHO has not been answered."""
    whole.rig.lose()
    whole.connect()
    whole.rig.enter(CHANNEL, names="Bot @dave kevin")
    whole.rig.clock.advance(HISTORY_SECONDS)
    whole.clock.advance(DESCRIBED_SECONDS)
    whole.rig.sent()


def is_shown_cards(lines: list[str], nick: str) -> bool:
    """Tell whether NICK is told in LINES what they hold."""
    return any(line.startswith(f"PRIVMSG {nick} :Your card") for line in lines)


def test_who_is_told_of_late_has_their_seat_again(early: WholeBot) -> None:
    early.rig.receive(*WHO)
    comes_again(early)
    early.rig.receive(*WHO)
    sent = early.rig.sent()
    assert is_shown_cards(sent, "kevin")
    assert is_shown_cards(sent, "dave")


def test_who_says_anything_does_too(early: WholeBot) -> None:
    """A server may not answer WHO at all."""
    early.rig.receive(*WHO)
    comes_again(early)
    early.rig.receive(f":kevin!kevin@kevin.home PRIVMSG {CHANNEL} :good evening")
    assert is_shown_cards(early.rig.sent(), "kevin")


def test_whose_address_was_never_known_has_the_seat_as_soon_as_the_bot_is_back(
    early: WholeBot,
) -> None:
    comes_again(early)
    assert is_shown_cards(early.hears("kevin", "hand", "Bot"), "kevin")


def test_nobody_moves_before_the_round_goes_on_for_what_is_known_of_them(early: WholeBot) -> None:
    early.rig.receive(*WHO)
    early.rig.lose()
    early.connect()
    early.rig.enter(CHANNEL, names="Bot @dave kevin")
    (said,) = early.hears("kevin", "50", "Bot")
    assert said.startswith("PRIVMSG kevin :I am not back in #pontoon yet")
    early.rig.receive(*WHO)
    assert is_shown_cards(early.hears("kevin", "hand", "Bot"), "kevin")


def test_who_has_come_with_the_nick_of_somebody_known_has_no_seat(early: WholeBot) -> None:
    early.rig.receive(*WHO)
    comes_again(early)
    early.rig.receive(f":kevin!mallory@elsewhere PRIVMSG {CHANNEL} :good evening")
    assert not is_shown_cards(early.rig.sent(), "kevin")
