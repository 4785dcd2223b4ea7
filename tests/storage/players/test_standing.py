"""What players have achieved: kept beside the rounds of each game, 0 in files without it."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.storage.players.player import NO_STANDING, PlayerChange, Standing
from pontoon.storage.players.store import PlayerStore
from tests.support.players_files import faults_of, file_of, full, short, store_at
from tests.support.players_files import settle as settle_round

WON = Standing(1, 23, 120, 0, 1, 50, 100, 0)
LOST = Standing(0, 18, 0, 60, 1, 60, 0, 60)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


def play(store: PlayerStore, *rounds: Standing, game: str = "pontoon") -> Standing:
    """Settle ROUNDS of dave, and return the standing in the file, as a new store reads it."""
    for standing in rounds:
        settle_round(store, game, {"dave": PlayerChange(1, 1, standing.streak, standing=standing)})
    known = store.find("dave")
    store.refresh()
    assert store.find("dave") == known
    assert known is not None
    return known.stats_in(game).standing


def test_a_file_of_0_1_0_is_read_as_it_is_and_has_no_standings(path: Path) -> None:
    store = store_at(path, full("dave"), short("kevin"))
    assert [each.stats_in("pontoon").standing for each in store.players()] == [NO_STANDING] * 2


def test_only_who_has_played_for_chips_has_a_standing_in_the_file(path: Path) -> None:
    """So a file of thousands who have registered and not played is no longer than before."""
    store = store_at(path, full("dave"), full("kevin"))
    store.move_to_bank("kevin", 10)
    settle_round(store, "cutwc", {"kevin": PlayerChange(0, 1, 1, {"drinks": 3})})
    assert "standing" not in path.read_text()
    play(store, WON)
    assert path.read_text().count("<standing") == 1


def test_it_is_one_line_with_all_that_is_counted(path: Path) -> None:
    play(store_at(path, full("dave")), WON)
    assert (
        "      <played>1</played>\n"
        "      <won>1</won>\n"
        '      <standing streak="1" best_hand="23" most_won="120" most_lost="0" ranked_rounds="1" '
        'ranked_staked="50" ranked_won="100" ranked_lost="0"/>\n'
        "    </pontoon>\n"
    ) in path.read_text()


def test_rounds_add_up_and_the_best_and_worst_stay(path: Path) -> None:
    store = store_at(path, full("dave"))
    assert play(store, WON, WON) == Standing(2, 23, 120, 0, 2, 100, 200, 0)
    assert play(store, LOST) == Standing(0, 23, 120, 60, 3, 160, 200, 60)
    assert play(store, WON) == Standing(1, 23, 120, 60, 4, 210, 300, 60)


def test_each_game_has_its_own(path: Path) -> None:
    store = store_at(path, full("dave"))
    play(store, WON)
    assert play(store, LOST, game="british") == LOST
    assert play(store) == WON


def test_a_round_that_was_not_played_changes_nothing(path: Path) -> None:
    """Who leaves before betting keeps the streak."""
    store = store_at(path, full("dave"))
    play(store, WON)
    settle_round(store, "pontoon", {"dave": PlayerChange(0, 0, 0, standing=NO_STANDING)})
    assert play(store) == WON


def test_a_result_from_before_standings_were_counted_changes_none(path: Path) -> None:
    store = store_at(path, full("dave"))
    play(store, WON)
    settle_round(store, "pontoon", {"dave": PlayerChange(-5, 1, 0)})
    assert play(store) == WON


def test_what_is_missing_counts_as_0_and_is_written_in_full(path: Path) -> None:
    own = '<standing ranked_rounds=" 7 " mine="yes"/>'
    store = store_at(path, full("dave").replace("</won>", f"</won>{own}"))
    assert play(store) == Standing(ranked_rounds=7)
    play(store, WON)
    assert (
        '<standing ranked_rounds="8" mine="yes" streak="1" best_hand="23" most_won="120" '
        'most_lost="0" ranked_staked="50" ranked_won="100" ranked_lost="0"/>'
    ) in path.read_text()


def test_an_admins_own_elements_may_have_that_name(path: Path) -> None:
    own = "<note><standing/><standing streak='x'/><refill/><refill/></note>"
    assert play(store_at(path, full("dave").replace("</nick>", f"</nick>{own}"))) == NO_STANDING


def test_what_is_wrong_with_a_standing_is_told(path: Path) -> None:
    for element, reason in [
        (
            '<standing streak="-1"/>',
            "this standing has streak '-1': it must be a whole number, 0 or more",
        ),
        (
            '<standing ranked_won="1.5"/>',
            "this standing has ranked_won '1.5': it must be a whole number, 0 or more",
        ),
        (f'<standing most_won="{"1" * 18}"/>', "standing has too many digits"),
        ("<standing>5</standing>", "standing must be empty, as in <standing .../>"),
        ("<standing><x/></standing>", "standing must be empty, as in <standing .../>"),
        ("<standing/><standing/>", "this is a second standing for the same player"),
    ]:
        assert faults_of(path, file_of(full("dave").replace("</won>", f"</won>{element}"))) == [
            f"line 10: {reason}"
        ]


# Against bankers


def against(banker: str, staked: int, won: int = 0) -> Standing:
    """Return what one round against BANKER comes to."""
    return Standing(0, 0, 0, 0, 0, 0, 0, 0, banker, 1, staked, won, 0)


def ranked(standing: Standing) -> tuple[int, int, int]:
    """Return the rounds that are ranked, their stakes and what they won."""
    return standing.ranked_rounds, standing.ranked_staked, standing.ranked_won


def test_rounds_against_one_banker_alone_do_not_count(path: Path) -> None:
    """They may be friends, and one lets the other win."""
    store = store_at(path, full("dave"))
    standing = play(store, *[against("kevin", 100, 100)] * 30, game="british")
    assert ranked(standing) == (0, 0, 0)
    assert 'held_by="kevin" held_rounds="30" held_staked="3000"' in path.read_text()


def test_they_count_with_as_much_against_others(path: Path) -> None:
    store = store_at(path, full("dave"))
    play(store, *[against("kevin", 100, 100)] * 3, game="british")
    standing = play(store, against("bob", 50, 0), game="british")
    assert ranked(standing) == (2, 100, 50)
    standing = play(store, against("eve", 1000, 0), game="british")
    assert ranked(standing)[1:] == (600, 300)
    assert (standing.held_by, standing.held_staked, standing.held_won) == ("eve", 750, 0)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 100), st.integers(0, 200))))
def test_at_most_half_of_what_counts_comes_from_one_banker(
    rounds: list[tuple[str, int, int]],
) -> None:
    standing, staked, won = NO_STANDING, Counter[str](), 0
    for banker, stake, gain in rounds:
        standing = standing.after(against(banker, stake, gain))
        staked[banker] += stake
        won += gain
    counts, held = standing.ranked_staked, standing.held_staked
    assert counts + held == staked.total()
    assert standing.ranked_won + standing.held_won == won
    assert standing.ranked_rounds + standing.held_rounds == len(rounds)
    assert standing.held_rounds >= 0
    held_by = {standing.held_by: held}
    # What is held is of one banker, so that all that counts is known by banker.
    assert all(2 * (staked[each] - held_by.get(each, 0)) <= counts for each in staked)
