"""Rounds in the database are dealt once more from their decks (FAIR, Checking, 6)."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pontoon import __version__
from pontoon.engine.actions import Moved, written
from pontoon.engine.decks import Shoe, encoded
from pontoon.engine.events import Settled
from pontoon.engine.moves import Move
from pontoon.engine.result import TableKey
from pontoon.engine.sealed_deck import DeckPlace, cuts_of, key_of
from pontoon.storage.decks.deck_records import DealtRound
from pontoon.storage.decks.verify import Verification, verify
from pontoon.storage.rounds import Damaged, SettledRound
from tests.support.recorded_rounds import BEGAN, HERE
from tests.support.sealed_decks import CUTS, SHED, deck_file, seal, secret_of
from tests.support.shed_rounds import RULES, table_of

SEATS = (("dave", 1000), ("kevin", 1000))


class Evening:
    """A shoe that was sealed, three rounds of it, and its opening in the file at PATH."""

    def __init__(self, path: Path) -> None:
        self.path = path
        file = deck_file(path)
        deck = seal(file)
        key = key_of(deck.seal, secret_of(1), cuts_of(deck.seal, CUTS))
        self._table = table_of(Shoe(SHED.packs, RULES.marker, key))
        self.rounds = [self._round(number) for number in (1, 2, 3)]
        places = [each.deck.before for each in self.rounds if each.deck]
        ends = [*places[1:], self._table.deck.cards_dealt]
        self.dealt = [
            DealtRound(before, end - before, is_settled=1)
            for before, end in zip(places, ends, strict=True)
        ]
        self._file = file

    def _round(self, number: int) -> SettledRound:
        """Play a round, in which people take the first thing on offer."""
        table = self._table
        equipment, place = table.state(), table.deck.cards_dealt
        table.deal(SEATS)
        acts = []
        while (ask := table.ask) is not None:
            acts.append(Moved(ask.player, Move(ask.options[0].verb, ask.options[0].least)))
            events = table.repeat(acts[-1])
        assert isinstance(events[-1], Settled)
        return SettledRound(
            id=f"{number:016x}",
            where=HERE,
            began=BEGAN,
            version=__version__,
            edition=self._table.game.edition,
            equipment=equipment,
            players=SEATS,
            deck=DeckPlace(1, number, place),
            acts=[written(act) for act in acts],
            settled=events[-1],
        )

    def verified(self, *rounds: SettledRound | Damaged) -> Verification:
        """Open the deck, and check these ROUNDS."""
        self._file.open(1, "restart", secret_of(1), CUTS, self.dealt)
        with self.path.open("rb") as lines:
            return verify(lines, None, rounds)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "players.decks")


def wrong(report: Verification) -> list[tuple[str, str]]:
    return [(fault.what.name, fault.names["detail"]) for fault in report.findings]


def test_rounds_of_a_deck_are_dealt_once_more(evening: Evening) -> None:
    report = evening.verified(*evening.rounds)
    assert (report.findings, report.rounds_checked, report.rounds_missing) == ([], 3, 0)


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"where": TableKey("libera", "#pit", "pontoon")}, "NO_SUCH_ROUND"),
        ({"where": TableKey("libera", "#den", "blackjack")}, "NO_SUCH_ROUND"),
        ({"deck": DeckPlace(2, 2, 0)}, "NO_SUCH_ROUND"),
        ({"deck": DeckPlace(1, 4, 0)}, "NO_SUCH_ROUND"),
        ({"deck": DeckPlace(1, 0, 0)}, "NO_SUCH_ROUND"),
        ({"deck": DeckPlace(1, 1, 0)}, "TWICE"),
        ({"deck": DeckPlace(1, 2, 0)}, "PLACE"),
        ({"rules": {"marker": [50, 60]}}, "CARD"),
        ({"rules": {"decks": 5}}, "NOT_AS_RECORDED"),
        ({"equipment": {"seed": encoded(bytes(32)), "dealt": 0}}, "CARD"),
        ({"acts": []}, "NOT_AS_RECORDED"),
        ({"players": SEATS[:1]}, "NOT_AS_RECORDED"),
    ],
)
def test_a_round_that_does_not_follow_from_its_deck_is_found(
    evening: Evening, fields: dict[str, Any], what: str
) -> None:
    first, second, third = evening.rounds
    changed = replace(second, **fields)
    report = evening.verified(first, changed, third)
    place = changed.deck
    assert place
    (found, detail), *others = wrong(report)
    assert (found, detail) == (what, f"round {place.round} ({second.id})")
    assert report.rounds_checked == 1
    # Of another deck nothing is known, so the round that is missing here is found as well.
    assert [name for name, _ in others] == (["MISSING"] if place.number == 2 else [])


@pytest.mark.parametrize("took", [-1, 1])
def test_a_round_that_took_another_number_of_cards_is_found(evening: Evening, took: int) -> None:
    last = evening.dealt[-1]
    evening.dealt[-1] = last._replace(took=last.took + took)
    assert wrong(evening.verified(*evening.rounds)) == [("COUNT", f"round 3 ({3:016x})")]


def test_a_round_that_was_not_settled_is_in_no_history(evening: Evening) -> None:
    evening.dealt[-1] = evening.dealt[-1]._replace(is_settled=0)
    assert wrong(evening.verified(*evening.rounds)) == [("NO_SUCH_ROUND", f"round 3 ({3:016x})")]


def test_a_round_that_cannot_be_read_is_a_fault(evening: Evening) -> None:
    first, _, third = evening.rounds
    report = evening.verified(first, Damaged("ab" * 8, "no JSON"), third)
    assert wrong(report) == [("NOT_A_ROUND", "ab" * 8), ("MISSING", f"round 3 ({3:016x})")]


def test_a_round_of_an_earlier_edition_that_goes_otherwise_is_counted(evening: Evening) -> None:
    """It is no fault of the bot: rules have changed since."""
    first, second, third = evening.rounds
    report = evening.verified(first, replace(second, edition=1, acts=[]), third)
    assert (report.findings, report.rounds_checked, report.rounds_of_old) == ([], 2, 1)
