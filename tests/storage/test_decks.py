"""Sealed decks in the database: one row each, as the next start finds it (FAIR, What is kept)."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from pontoon.engine.errors import NotRecorded
from pontoon.engine.sealed_deck import Cut, DeckPlace, DeckPlan, DeckUse, cuts_of, key_of
from pontoon.storage.database import Database
from pontoon.storage.decks import Decks, SealedDeck, VoidRound, all_decks
from pontoon.storage.sqlite_file import SqliteFile
from tests.storage.conftest import Kept, Start
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.kept_rounds import a_result, a_round
from tests.support.outcomes import outcome_of
from tests.support.sealed_decks import (
    BANK,
    CUTWC,
    NOON,
    SHED,
    decks_in,
    name_of,
    sealed,
    secret_of,
)

pytestmark = pytest.mark.usefixtures("on_both")

DEN = ("libera", "#den")
YEARS, SCORE = Cut("dave", "years ago", "dave-s", "dave.home"), Cut("kevin", "four score")
FIRST = DeckPlace(1, 1, 0, BANK)


def in_pub(plan: DeckPlan) -> DeckPlan:
    return replace(plan, channel="#pub")


def the_deck(decks: Decks, number: int = 1) -> SealedDeck:
    deck = decks.find(name_of(number))
    assert deck is not None
    return deck


def begin(decks: Decks, place: DeckPlace = FIRST, cut: Cut | None = None) -> None:
    name = name_of(place.number)
    decks.began(name, place, cut, ("dave", "kevin"), {"kevin": "Kev"})


# Numbers


def test_the_decks_of_a_channel_are_counted_from_1_whatever_their_games(kept: Kept) -> None:
    for number, plan in enumerate((SHED, CUTWC, in_pub(SHED), SHED)):
        kept.decks.seal(plan, secret_of(number))
    assert [deck.terms.number for deck in kept.decks.of(*DEN)] == [1, 2, 3]
    assert [deck.terms.number for deck in kept.decks.of("libera", "#pub")] == [1]
    assert kept.decks.of("efnet", "#den") == kept.decks.of("libera", "#Den") == []


def test_a_restart_goes_on_counting(start: Start) -> None:
    """Even when the channel knows all about the last one."""
    kept = start()
    kept.decks.seal(SHED, secret_of(1))
    kept.decks.open(the_deck(kept.decks), "finished")
    kept.decks.told(name_of(1))
    assert kept.database.commit()
    again = start().decks
    assert [*again] == []
    again.seal(SHED, secret_of(2))
    assert again.find(name_of(2)) == sealed(SHED, 2)


def test_another_bank_counts_from_1_beside_the_decks_of_the_first(kept: Kept) -> None:
    kept.decks.seal(SHED, secret_of(1))
    assert kept.database.commit()
    other = decks_in(kept.database, "AAAAAAAA")
    other.seal(SHED, secret_of(1))
    assert kept.database.commit()
    assert [*decks_in(kept.database)] == [sealed(), sealed(bank="AAAAAAAA")]


@pytest.mark.only_sqlite
def test_what_nobody_could_write_has_no_number(kept: Kept) -> None:
    """The next deck has it: a hole would look like a deck that was kept back."""
    with FaultyDisk(Trouble.FULL, 1, 10**9).at_work():
        kept.database.write("SELECT 1")
        assert not kept.database.commit()
        with pytest.raises(NotRecorded):
            kept.decks.seal(SHED, secret_of(9))
    assert [*kept.decks] == []
    kept.decks.seal(SHED, secret_of(1))
    assert [*kept.decks] == [sealed()]


def test_nothing_is_kept_of_a_deck_whose_turn_was_not_committed(start: Start) -> None:
    start().decks.seal(SHED, secret_of(1))
    assert [*start().decks] == []


# Until the first round


def test_a_deck_is_found_as_it_was_kept(start: Start) -> None:
    kept = start()
    kept.decks.seal(SHED, secret_of(1))
    cut = replace(the_deck(kept.decks), cuts=(YEARS, SCORE), acknowledged=1)
    kept.decks.keep(cut)
    assert kept.database.commit()
    assert [*start().decks] == [cut]
    assert cut.words == ("years ago", "four score")
    assert cut.cuts_hash == cuts_of(cut.seal, ("years ago", "four score"))
    assert cut.key == key_of(cut.seal, secret_of(1), cut.cuts_hash)


@pytest.mark.only_sqlite
def test_a_cut_that_cannot_be_written_is_none(kept: Kept) -> None:
    kept.decks.seal(SHED, secret_of(1))
    with FaultyDisk(Trouble.FULL, 1, 10**9).at_work():
        assert not kept.database.commit()
        with pytest.raises(NotRecorded):
            kept.decks.keep(replace(the_deck(kept.decks), cuts=(YEARS,)))
    assert the_deck(kept.decks).cuts == ()


def test_the_first_round_closes_the_deck_and_forgets_who_has_cut(start: Start) -> None:
    """But for their nicks: account and host were only to tell that one person cuts once."""
    kept = start()
    kept.decks.seal(SHED, secret_of(1))
    kept.decks.keep(replace(the_deck(kept.decks), cuts=(YEARS,)))
    assert not the_deck(kept.decks).is_closed
    begin(kept.decks, cut=SCORE._replace(host="kevin.home"))
    assert kept.database.commit()
    for decks in (kept.decks, start().decks):
        deck = the_deck(decks)
        assert deck.is_closed
        assert deck.cuts == (Cut("dave", "years ago"), SCORE)
        assert (deck.players, deck.names, deck.begun) == (
            ("dave", "kevin"),
            {"kevin": "Kev"},
            FIRST,
        )


@pytest.mark.parametrize("how", ["opened", "dealt"])
def test_no_account_and_no_host_is_left_of_a_deck_that_nobody_can_cut_any_more(
    start: Start, how: str
) -> None:
    kept = start()
    kept.decks.seal(SHED, secret_of(1))
    kept.decks.keep(replace(the_deck(kept.decks), cuts=(YEARS,)))
    if how == "opened":
        kept.decks.open(the_deck(kept.decks), "new rules")
    else:
        begin(kept.decks)
    assert kept.database.commit()
    ((text,),) = kept.database.read("SELECT deck FROM decks")
    assert "dave" in text
    assert "dave-s" not in text
    assert "dave.home" not in text


def test_later_rounds_neither_cut_nor_name_anybody(kept: Kept) -> None:
    kept.decks.seal(SHED, secret_of(1))
    begin(kept.decks, cut=YEARS)
    later = DeckPlace(1, 2, 9, BANK)
    kept.decks.began(name_of(1), later, SCORE, ("bob",), {})
    deck = the_deck(kept.decks)
    assert (deck.words, deck.players, deck.begun) == (("years ago",), ("dave", "kevin"), later)


# Rounds


def test_rounds_and_cards_are_counted_and_void_ones_are_noted(kept: Kept) -> None:
    kept.decks.seal(SHED, secret_of(1))
    places = [DeckPlace(1, 1, 0, BANK), DeckPlace(1, 2, 9, BANK), DeckPlace(1, 3, 12, BANK)]
    for place, took, is_settled in zip(places, (9, 3, 11), (True, False, True), strict=True):
        begin(kept.decks, place)
        is_last = place.round == 3
        kept.decks.ended(name_of(1), DeckUse(place, took, is_last), is_settled=is_settled)
        assert the_deck(kept.decks).is_void is not is_settled
    deck = the_deck(kept.decks)
    assert (deck.rounds, deck.cards, deck.void) == (3, 23, (VoidRound(2, 9, 3),))
    assert deck.is_finished


def test_a_round_that_is_played_counts_as_begun(kept: Kept) -> None:
    kept.decks.seal(SHED, secret_of(1))
    begin(kept.decks)
    assert (the_deck(kept.decks).rounds, the_deck(kept.decks).rounds_begun) == (0, 1)


def test_the_end_of_a_round_is_noted_once(kept: Kept) -> None:
    """It may be noted before a kill, and again as the round is taken up."""
    kept.decks.seal(SHED, secret_of(1))
    begin(kept.decks)
    for _ in range(2):
        kept.decks.ended(name_of(1), DeckUse(FIRST, 9, is_finished=False), is_settled=True)
    assert (the_deck(kept.decks).rounds, the_deck(kept.decks).cards) == (1, 9)


def test_rounds_in_the_database_tell_their_decks(start: Start) -> None:
    """Beginning, end, and an end without a result, in the same transaction as the round itself."""
    kept = start()
    plan = DeckPlan("local", "#pontoon", "pontoon", 6, (60, 75))
    kept.decks.seal(plan, secret_of(1))
    name = name_of(1, "#pontoon")._replace(network="local")
    kept.rounds.begin(a_round(deck=FIRST, last_cut=YEARS, names={"kevin": "Kev"}))
    deck = kept.decks.find(name)
    assert deck is not None
    assert (deck.words, deck.players) == (("years ago",), ("dave", "kevin"))
    kept.rounds.end(a_result(deck=DeckUse(FIRST, 9, is_finished=False)))
    second = DeckPlace(1, 2, 9, BANK)
    kept.rounds.begin(a_round("r2", deck=second))
    kept.rounds.over("r2", a_round().where, ("dave",), DeckUse(second, 2, is_finished=False))
    assert kept.database.commit()
    (found,) = start().decks
    assert (found.rounds, found.cards, found.void) == (2, 11, (VoidRound(2, 9, 2),))


def test_a_round_of_a_deck_that_is_not_known_is_a_round_like_any_other(kept: Kept) -> None:
    """Such as one of version 0.5, which had decks of another kind."""
    place = DeckPlace(1, 4, 32)
    kept.rounds.begin(a_round(deck=place))
    kept.rounds.end(a_result(deck=DeckUse(place, 9, is_finished=True)))
    assert kept.database.commit()
    assert [*kept.decks] == []


# Opened, and told


def test_a_deck_is_at_hand_until_its_opening_is_told(start: Start) -> None:
    kept = start()
    kept.decks.seal(SHED, secret_of(1))
    assert not kept.decks.is_opened(name_of(1))
    kept.decks.open(the_deck(kept.decks), "operator")
    assert kept.decks.is_opened(name_of(1))
    assert kept.database.commit()
    kept = start()
    opened = the_deck(kept.decks)
    assert (opened.why, opened.opened) == ("operator", NOON)
    kept.decks.told(name_of(1))
    kept.decks.told(name_of(1))
    assert kept.database.commit()
    decks = start().decks
    assert decks.find(name_of(1)) is None
    assert decks.is_opened(name_of(1))


def test_what_was_said_of_a_deck_is_known_for_ever(start: Start) -> None:
    kept = start()
    kept.decks.seal(SHED, secret_of(1))
    kept.decks.seal(in_pub(CUTWC), secret_of(2))
    kept.decks.open(the_deck(kept.decks), "finished")
    opened = the_deck(kept.decks)
    kept.decks.told(name_of(1))
    assert kept.database.commit()
    decks = start().decks
    assert outcome_of(decks.said(*DEN, 1)) == opened
    in_play = outcome_of(decks.said("libera", "#pub", 1))
    assert in_play is not None
    assert in_play.secret == secret_of(2)
    assert outcome_of(decks.said(*DEN, 2)) is None
    assert outcome_of(decks_in(kept.database, "AAAAAAAA").said(*DEN, 1)) is None


def test_all_decks_come_in_the_order_in_which_they_were_sealed(kept: Kept) -> None:
    for number, plan in enumerate((SHED, in_pub(SHED), CUTWC)):
        kept.decks.seal(plan, secret_of(number))
    kept.decks.open(the_deck(kept.decks), "finished")
    kept.decks.told(name_of(1))
    assert kept.database.commit()
    found = [(each.terms.channel, each.terms.number) for each in all_decks(kept.database.read)]
    assert found == [("#den", 1), ("#pub", 1), ("#den", 2)]


# The change of the tables since version 0.5

OF_0_5 = Path(__file__).with_name("of_0_5_2")


@pytest.fixture
def upgraded(tmp_path: Path) -> Database:
    """Give the database of a bot of version 0.5 as this version has it."""
    with closing(sqlite3.connect(tmp_path / "players.db")) as connection:
        connection.executescript((OF_0_5 / "pontoon.sql").read_text("utf-8"))
    return Database(SqliteFile(tmp_path / "players.db"))


@pytest.mark.only_sqlite
def test_decks_of_version_0_5_are_put_aside_and_numbers_begin_anew(upgraded: Database) -> None:
    ((number, note),) = upgraded.read("SELECT number, note FROM decks_of_0_5")
    known: dict[str, Any] = json.decode(note)
    assert (number, known["secret"]) == (1, "96Udh3Q89PN7uG9A0sDJog")
    decks = decks_in(upgraded)
    assert [*decks] == []
    decks.seal(SHED, secret_of(1))
    assert [deck.terms.number for deck in decks] == [1]
