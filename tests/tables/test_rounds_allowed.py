"""Operators of a channel turn rounds there off and on; it stays so."""

from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL, Clubhouse

OTHER = "#other"


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    """Dave, who is an operator, and kevin."""
    house = Clubhouse(tmp_path, config={"irc": {"channels": f"{CHANNEL} {OTHER}"}})
    house.ops("dave")
    return house


def closed(house: Clubhouse) -> Clubhouse:
    """Have dave turn rounds off."""
    (told,) = house.says("dave", "!pontoon off")
    assert told.target == CHANNEL
    assert "until an operator says !pontoon on" in told.line
    return house


@pytest.mark.parametrize(
    "text",
    ["!pontoon", "!pontoon kevin", "!british dave kevin", "!pontoon stats", "!games", "!bank +5"],
)
def test_nothing_is_dealt_or_said_aloud_then(house: Clubhouse, text: str) -> None:
    (told,) = closed(house).says("kevin", text)
    assert told.target == "kevin"
    assert told.line == f"There are no rounds in {CHANNEL}: an operator there can say !pontoon on"
    assert house.croupier().ask is None
    kevin = house.store.find("kevin")
    assert kevin is not None
    assert kevin.bank == 0


def test_an_operator_turns_them_on_again(house: Clubhouse) -> None:
    (told,) = closed(house).says("dave", "!pontoon on")
    assert told.target == CHANNEL
    assert told.line.startswith("I deal here again: !pontoon NICK")
    assert "place your bets" in house.says("kevin", "!pontoon kevin")[0].line


@pytest.mark.parametrize("word", ["on", "off", "OFF"])
def test_nobody_else_does(house: Clubhouse, word: str) -> None:
    (told,) = house.says("kevin", f"!pontoon {word}")
    assert told.target == "kevin"
    assert "Only an operator" in told.line
    assert house.says("kevin", "!pontoon kevin")[0].target == CHANNEL


def test_an_operator_may_say_so_with_any_game(house: Clubhouse) -> None:
    house.says("dave", "!british off")
    assert house.says("kevin", "!pontoon kevin")[0].target == "kevin"
    house.says("dave", "!shoot on")
    assert house.says("kevin", "!pontoon kevin")[0].target == CHANNEL


def test_a_round_that_is_played_goes_on_to_its_end(house: Clubhouse) -> None:
    house.says("kevin", "!pontoon kevin")
    closed(house)
    assert "kevin bets 10" in house.tells("kevin", "10")[0].line
    house.says("kevin", "!pontoon leave")
    assert house.croupier().ask is None
    assert house.says("kevin", "!pontoon")[0].target == "kevin"


def test_an_operator_stops_none_that_somebody_else_has_begun(house: Clubhouse) -> None:
    """Not even one without bets, nor with rounds turned off."""
    house.says("kevin", "!pontoon kevin")
    for _ in range(2):
        (told,) = house.says("dave", "!pontoon stop")
        assert told.target == "dave"
        assert house.croupier().ask is not None
        closed(house)


def test_other_channels_are_open(house: Clubhouse) -> None:
    closed(house)
    assert house.says("kevin", "!pontoon kevin", channel=OTHER)[0].target == OTHER


def test_in_private_all_is_as_ever(house: Clubhouse) -> None:
    closed(house)
    assert house.tells("kevin", "bank")[0].line == "kevin: chips 1000, bank 0"


def test_it_stays_so_when_the_bot_is_started_again(house: Clubhouse) -> None:
    closed(house).starts_anew()
    assert house.says("kevin", "!pontoon kevin")[0].target == "kevin"
    house.ops("dave")
    house.says("dave", "!pontoon on")
    house.starts_anew()
    assert house.says("kevin", "!pontoon kevin")[0].target == CHANNEL


def test_it_outlasts_a_journal_that_is_written_anew(house: Clubhouse) -> None:
    closed(house)
    house.journal.trouble = "as if"
    assert house.journal.mend()
    house.starts_anew()
    assert house.says("kevin", "!pontoon kevin")[0].target == "kevin"


def test_the_log_tells_who_did_it(house: Clubhouse) -> None:
    closed(house).says("dave", "!pontoon on")
    assert house.tables_log[-2:] == [
        f"{CHANNEL}: dave turns rounds off",
        f"{CHANNEL}: dave turns rounds on",
    ]


def test_it_stays_so_however_the_channel_is_spelt(house: Clubhouse) -> None:
    closed(house).stops()
    house.starts({"irc": {"channels": CHANNEL.upper()}})
    assert house.croupier(CHANNEL).sign.is_closed
