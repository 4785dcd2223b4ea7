"""What ``verify`` finds in sealed decks, and in the rounds of the history from them (FAIR)."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pontoon import __version__
from pontoon.engine.actions import Moved, written
from pontoon.engine.decks import NO_SEED, encoded
from pontoon.engine.events import Settled
from pontoon.engine.moves import Move
from pontoon.engine.result import TableKey
from pontoon.engine.round import TableRules
from pontoon.engine.sealed_deck import Cut, DeckPlace, DeckPlan
from pontoon.engine.table import Table
from pontoon.games import game_named
from pontoon.storage.decks import FINISHED, SealedDeck, VoidRound
from pontoon.storage.findings import Wrong
from pontoon.storage.replay import rules_written
from pontoon.storage.rounds import Damaged, SettledRound
from pontoon.storage.verify import Verification, verify
from tests.support.recorded_rounds import BEGAN
from tests.support.sealed_decks import BANK, CUTWC, NOON, SHED, sealed

pytestmark = pytest.mark.usefixtures("on_both")

SEATS = (("dave", 1000), ("kevin", 1000), ("bob", 1000))
BRITISH = replace(CUTWC, game="british")


class Evening:
    """A deck for PLAN, and some rounds of it until it is given up, or finished."""

    def __init__(self, plan: DeckPlan = SHED) -> None:
        game = game_named(plan.game)
        self._rules = game.Rules()
        self._table = Table(game, self._rules, game.new_equipment(self._rules, NO_SEED), 10)
        cuts = (Cut("dave", "years ago"), Cut("kevin", "four score and seven"))
        self.deck = replace(sealed(plan), cuts=cuts, players=("dave", "kevin", "bob"))
        self._table.put_in_deck(self.deck.key, plan.marker)
        self.rounds: list[SettledRound] = []
        self.void: list[VoidRound] = []

    def plays(self, number: int = 3) -> "Evening":
        """Have this many rounds played, in which people take the first thing on offer."""
        for _ in range(number):
            self._play()
        return self

    def plays_to_the_end(self) -> "Evening":
        while not self._table.deck.is_finished:
            self._play()
        return self

    def voids(self) -> "Evening":
        """Have a round stopped as soon as there are cards."""
        before = self._table.deck.cards_dealt
        self._table.deal(SEATS)
        self._table.abandon()
        took = len(self._table.deck.dealt)
        assert took > 0
        self.void.append(VoidRound(len(self.rounds) + len(self.void) + 1, before, took))
        return self

    def _play(self) -> None:
        table, round_number = self._table, len(self.rounds) + len(self.void) + 1
        equipment, place = table.state(), table.deck.cards_dealt
        events = table.deal(SEATS)
        acts = []
        while (ask := table.ask) is not None:
            acts.append(Moved(ask.player, Move(ask.options[0].verb, ask.options[0].least)))
            events = table.repeat(acts[-1])
        assert isinstance(events[-1], Settled)
        terms = self.deck.terms
        self.rounds.append(
            SettledRound(
                id=f"{round_number:016x}",
                where=TableKey(terms.network, terms.channel, terms.game),
                began=BEGAN,
                version=__version__,
                edition=table.game.edition,
                rules=rules_written(self._rules),
                table_rules=rules_written(TableRules()),
                equipment=equipment,
                players=SEATS,
                deck=DeckPlace(1, round_number, place, BANK),
                acts=[written(act, tuple(nick for nick, _ in SEATS)) for act in acts],
                settled=events[-1],
            )
        )

    def opened(self, why: str = "restart", **differently: Any) -> SealedDeck:
        return replace(
            self.deck,
            **{
                "rounds": len(self.rounds) + len(self.void),
                "cards": self._table.deck.cards_dealt,
                "void": tuple(self.void),
                "why": why,
                "opened": NOON,
                **differently,
            },
        )

    def verified(self, *rounds: SettledRound | Damaged) -> Verification:
        """Open the deck, and check these ROUNDS."""
        return verify([self.opened()], rounds)


@pytest.fixture
def evening() -> Evening:
    return Evening().plays()


def wrong(report: Verification) -> list[str]:
    return [finding.what.name for finding in report.findings]


def detail(report: Verification) -> Any:
    return report.findings[0].names["detail"]


# Rounds of a deck


@pytest.mark.parametrize("plan", [SHED, CUTWC], ids=lambda plan: plan.game)
def test_the_rounds_of_a_deck_are_dealt_once_more(plan: DeckPlan) -> None:
    evening = Evening(plan).plays()
    report = evening.verified(*evening.rounds)
    assert (report.findings, report.rounds_checked, report.rounds_missing) == ([], 3, 0)
    assert (report.sealed, report.finished, report.given_up) == (1, 0, 1)


@pytest.mark.parametrize("plan", [SHED, BRITISH], ids=lambda plan: plan.game)
def test_a_deck_may_be_dealt_to_its_end(plan: DeckPlan) -> None:
    """A shoe to its marker: the last round begins before it. A pack until a pontoon."""
    evening = Evening(plan).plays_to_the_end()
    report = verify([evening.opened(FINISHED)], evening.rounds)
    assert (report.findings, report.finished, report.given_up) == ([], 1, 0)
    assert (report.rounds_checked, report.rounds_missing) == (len(evening.rounds), 0)


def test_a_deck_that_was_not_dealt_to_its_end_is_not_finished(evening: Evening) -> None:
    assert wrong(verify([evening.opened(FINISHED)], evening.rounds)) == ["NOT_FINISHED"]
    nothing = replace(sealed(), why=FINISHED)
    assert wrong(verify([nothing], [])) == ["NOT_FINISHED"]


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"where": TableKey("libera", "#pit", "pontoon")}, Wrong.NO_SUCH_ROUND),
        ({"where": TableKey("libera", "#den", "blackjack")}, Wrong.NO_SUCH_ROUND),
        ({"deck": DeckPlace(2, 2, 0, BANK)}, Wrong.NO_SUCH_ROUND),
        ({"deck": DeckPlace(1, 2, 0, "AAAAAAAA")}, Wrong.NO_SUCH_ROUND),
        ({"deck": DeckPlace(1, 4, 0, BANK)}, Wrong.NO_SUCH_ROUND),
        ({"deck": DeckPlace(1, 0, 0, BANK)}, Wrong.NO_SUCH_ROUND),
        ({"deck": DeckPlace(1, 1, 0, BANK)}, Wrong.TWICE),
        ({"deck": DeckPlace(1, 2, 0, BANK)}, Wrong.PLACE),
        ({"equipment": {"seed": encoded(bytes(32)), "dealt": 0}}, Wrong.CARD),
        ({"acts": []}, Wrong.NOT_AS_RECORDED),
        ({"players": SEATS[:2]}, Wrong.NOT_AS_RECORDED),
    ],
)
def test_a_round_that_does_not_follow_from_its_deck_is_found(
    evening: Evening, fields: dict[str, Any], what: Wrong
) -> None:
    first, second, third = evening.rounds
    changed = replace(second, **fields)
    report = evening.verified(first, changed, third)
    found, *others = report.findings
    assert changed.deck
    assert found.what is what or [each.what for each in others] == [what]
    assert f"round {changed.deck.round} ({second.id})" in [
        each.names["detail"] for each in report.findings
    ]
    assert report.rounds_checked == 1


@pytest.mark.parametrize("rules", [{"marker": [50, 60]}, {"decks": 5}])
def test_a_round_of_a_deck_of_another_kind_is_found(evening: Evening, rules: Any) -> None:
    """Its packs and its marker are those that were sealed."""
    first, second, third = evening.rounds
    changed = replace(second, rules={**second.rules, **rules})
    report = evening.verified(first, changed, third)
    assert wrong(report)[0] in ("CARD", "NOT_AS_RECORDED")
    assert report.rounds_checked == 1


def test_cards_of_a_pack_that_were_put_in_another_order_are_found() -> None:
    evening = Evening(CUTWC).plays()
    first, second, third = evening.rounds
    cards = second.equipment["cards"].split()
    moved = " ".join([*cards[1:], cards[0]])
    changed = replace(second, equipment={**second.equipment, "cards": moved})
    assert wrong(evening.verified(first, changed, third)) == ["CARD"]


@pytest.mark.parametrize("more", [-1, 1])
def test_a_deck_that_counts_other_cards_than_its_rounds_took_is_found(
    evening: Evening, more: int
) -> None:
    deck = evening.opened()
    assert wrong(verify([replace(deck, cards=deck.cards + more)], evening.rounds)) == ["COUNT"]


def test_a_round_that_cannot_be_read_is_a_fault(evening: Evening) -> None:
    first, _, third = evening.rounds
    report = evening.verified(first, Damaged("ab" * 8, "no JSON"), third)
    assert wrong(report) == ["MISSING", "NOT_A_ROUND"]
    assert detail(report) == f"round 3 ({third.id})"


def test_a_round_of_an_earlier_edition_that_goes_otherwise_is_counted(evening: Evening) -> None:
    """It is no fault of the bot: rules have changed since."""
    first, second, third = evening.rounds
    report = evening.verified(first, replace(second, edition=1, acts=[]), third)
    assert (report.findings, report.rounds_checked, report.rounds_of_old) == ([], 2, 1)


def test_rounds_of_decks_of_version_0_5_are_counted(evening: Evening) -> None:
    old = [replace(each, deck=DeckPlace(1, 1, 0)) for each in evening.rounds]
    report = verify([], old)
    assert (report.findings, report.rounds_of_old_decks, report.rounds_checked) == ([], 3, 0)


# Rounds that the history lacks


def test_void_rounds_are_in_no_history() -> None:
    evening = Evening().voids().plays(2).voids().plays(1).voids()
    report = evening.verified(*evening.rounds)
    assert (report.findings, report.rounds_checked, report.rounds_missing) == ([], 3, 0)


@pytest.mark.parametrize("more", [-1, 1])
def test_a_void_round_that_took_other_cards_is_found(more: int) -> None:
    evening = Evening().plays(1).voids().plays(1)
    (void,) = evening.void
    deck = evening.opened(void=(void._replace(took=void.took + more),))
    assert wrong(verify([deck], evening.rounds)) == ["PLACE"]


def test_a_round_that_counts_as_void_is_in_no_history(evening: Evening) -> None:
    last = evening.rounds[-1].deck
    assert last
    void = VoidRound(3, last.before, evening.opened().cards - last.before)
    report = verify([evening.opened(void=(void,))], evening.rounds)
    assert wrong(report) == ["NO_SUCH_ROUND"]


def test_the_first_rounds_may_be_removed_from_the_history(evening: Evening) -> None:
    """A shoe lies as its key and the cards before say; ``prune`` takes the oldest away."""
    report = evening.verified(*evening.rounds[1:])
    assert (report.findings, report.rounds_checked, report.rounds_missing) == ([], 2, 1)
    assert wrong(evening.verified(evening.rounds[0], evening.rounds[2])) == ["MISSING"]


def test_of_a_pack_nobody_knows_then_how_it_lay() -> None:
    evening = Evening(CUTWC).plays()
    report = evening.verified(*evening.rounds[1:])
    assert (report.findings, report.rounds_checked, report.rounds_missing) == ([], 0, 3)


def test_no_round_begins_past_the_marker(evening: Evening) -> None:
    past = replace(evening.rounds[2], deck=DeckPlace(1, 3, 252, BANK))
    assert wrong(evening.verified(past)) == ["PAST_MARKER"]


# Decks


def test_a_deck_in_play_is_no_fault_and_its_rounds_wait(evening: Evening) -> None:
    report = verify([evening.opened(why="")], evening.rounds)
    assert (report.findings, report.rounds_unopened, report.rounds_checked) == ([], 3, 0)
    assert [each.number for each in report.in_play] == [1]


def opened(number: int, plan: DeckPlan = SHED, bank: str = BANK, **fields: Any) -> SealedDeck:
    return replace(sealed(plan, number, bank), why="operator", **fields)


PUB = replace(SHED, channel="#pub")


@pytest.mark.parametrize(
    ("decks", "faults"),
    [
        ([opened(1), opened(2, CUTWC), opened(1, PUB), opened(2, PUB)], []),
        ([opened(1), opened(1, bank="AAAAAAAA"), opened(2)], []),
        ([opened(2)], ["NUMBER"]),
        ([opened(1), opened(3)], ["NUMBER"]),
        ([opened(1), opened(1)], ["NUMBER"]),
        ([opened(1), opened(1, PUB), opened(3, PUB)], ["NUMBER"]),
        ([sealed(), opened(2)], ["NOT_OPENED"]),
        ([sealed(), opened(2, CUTWC)], []),
        ([sealed(), opened(1, bank="AAAAAAAA")], []),
        ([opened(1, secret="x" * 22)], ["SEAL"]),
        ([opened(1, seal="x" * 27)], ["SEAL"]),
        ([replace(opened(1), terms=sealed(PUB).terms)], ["SEAL"]),
        ([opened(1, cuts=(Cut("dave", "years  ago"),))], ["BAD_CUT"]),
        ([replace(sealed(), cuts=(Cut("dave", "it's"),))], ["BAD_CUT"]),
        ([opened(1, secret="")], ["LOST"]),
        ([replace(sealed(), secret="")], ["LOST"]),
    ],
)
def test_what_is_wrong_with_decks(decks: Sequence[SealedDeck], faults: list[str]) -> None:
    assert wrong(verify(decks, [])) == faults


def test_a_deck_that_was_cut_and_thrown_away_is_counted() -> None:
    cut = (Cut("dave", "years ago"),)
    decks = [opened(1, cuts=cut), opened(2), opened(3, cuts=cut, rounds=1, cards=0)]
    report = verify(
        [*decks, opened(4, cuts=cut, rounds=1, cards=9, void=(VoidRound(1, 0, 9),))], []
    )
    assert (report.given_up, report.cut_and_never_dealt) == (4, 2)
