"""A transcript reads like the channel did, and shows only what its reader may see."""

import pytest
from msgspec.structs import replace

from pontoon.engine.actions import Left, LeftOut, Moved, written
from pontoon.engine.decks import Shoe
from pontoon.engine.events import Settled
from pontoon.engine.moves import Move, Verb
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.storage.replay import NotAsRecorded
from pontoon.storage.rounds import SettledRound
from pontoon.tables.narrator import transcript
from pontoon.text.formatting import CardFormat, CardStyle
from pontoon.text.round import RoundTexts
from tests.support.recorded_rounds import SEED, a_shed_round
from tests.support.shed_rounds import RULES, table_of

WORDS = RoundTexts(str, CardFormat(CardStyle.ASCII))

HEADING = "Round 3f0c96c1a4b25e77: Shed Pontoon in #den on libera, 2026-11-23T08:03:47Z"

SEEN_BY_ALL = [
    HEADING,
    "Shed Pontoon: dave, kevin | place your bets",
    "dave bets 10 | kevin bets 5 | second cards are out | dave to play",
    "dave sticks | kevin to play",
    "kevin twists 8H | kevin busts",
    "dave: QC 10H = 20 high cards, stake 10: wins the stake back",
    "kevin: 6S 10D 8H = 24 bust, stake 5: loses 5",
]

SEEN_BY_KEVIN = [
    "[kevin] Your card: 6S. Bet (1-50)? You have 500 chips",
    "[kevin] 6S 10D = 16",
    "[kevin] 6S 10D = 16: (s)tick (t)wist (b)uy for 5. Stake 5, chips 495",
    "[kevin] You bust on 8H: 6S 10D 8H = 24",
]


def told(record: SettledRound, *viewers: str) -> list[str]:
    return [*transcript(record, WORDS, viewers)]


def test_the_channel_is_told_again() -> None:
    assert told(a_shed_round()) == SEEN_BY_ALL


def test_a_player_sees_their_own_cards_as_well() -> None:
    """In whatever letters the nick is written."""
    lines = told(a_shed_round(), "KEVIN")
    assert [line for line in lines if not line.startswith("[")] == SEEN_BY_ALL
    assert [line for line in lines if line.startswith("[")] == SEEN_BY_KEVIN


def test_somebody_else_sees_no_more_than_the_channel() -> None:
    assert told(a_shed_round(), "bob") == SEEN_BY_ALL


def test_all_cards_can_be_shown() -> None:
    lines = told(a_shed_round(), "dave", "kevin")
    assert "[dave] Your card: QC. Bet (1-100)? You have 1000 chips" in lines
    assert set(SEEN_BY_KEVIN) < set(lines)


def test_the_heading_names_the_place_in_a_sealed_deck() -> None:
    heading, *_ = told(a_shed_round(deck=DeckPlace(41, 2, 9)))
    assert heading == f"{HEADING}, deck 41, round 2, card 10"


def test_silence_is_told() -> None:
    """A player for whom the bot made a move, and one who placed no bet."""
    table = table_of(Shoe(RULES.decks, RULES.marker, SEED))
    seats = (("dave", 1000), ("kevin", 500), ("bob", 100))
    acts = (
        Left("bob"),
        LeftOut("bob"),
        Moved("kevin", Move(Verb.BET, 5)),
        Moved("dave", Move(Verb.BET, 10)),
        Moved("dave", Move(Verb.STICK)),
        Moved("kevin", Move(Verb.TWIST, unanswered=True)),
    )
    table.deal(seats)
    *_, settled = [event for act in acts for event in table.repeat(act)]
    assert isinstance(settled, Settled)
    recorded = [written(act) for act in acts]
    record = replace(a_shed_round(), players=seats, acts=recorded, settled=settled)
    lines = told(record)
    assert any("bob does not bet" in line for line in lines)
    assert "kevin twists QS | kevin busts" in lines


def test_a_round_that_does_not_replay_is_not_told() -> None:
    record = a_shed_round()
    with pytest.raises(NotAsRecorded):
        told(replace(record, settled=replace(record.settled, house=6)))
