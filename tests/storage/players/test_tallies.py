"""Statistics of several games in players.xml, and what some games count besides rounds."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pontoon.games import GAMES
from pontoon.games.cutwc import CutwcPontoon
from pontoon.storage.players.player import PlayerChange, PlayersFileError, Statistics, Tallies
from pontoon.storage.players.store import RECORDED, PlayerStore
from tests.support.players_files import FIVE, file_of, full, short, text_in, write
from tests.support.players_files import settle as settle_round

ELEMENTS = [(game, name) for game in FIVE for name in ("played", "won", *FIVE[game])]
WHOLE = "it must be a whole number, 0 or more"
VARIABLES = "    <variables>\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


def reopened(path: Path) -> PlayerStore:
    """Return a new store that has read the file at PATH, which must have no faults."""
    store = PlayerStore(path, games=FIVE)
    store.refresh()
    assert store.faults == ()
    return store


def store_at(path: Path, *players: str) -> PlayerStore:
    """Return a store of all five games that has read a new file of PLAYERS."""
    write(path, file_of(*players))
    return reopened(path)


def faults_of(path: Path, record: str) -> list[str]:
    """Return what is wrong with a player who has that RECORD on line 7 and those that follow."""
    write(path, file_of(short("dave").replace("  </player>", f"{record}\n  </player>")))
    store = PlayerStore(path, games=FIVE)
    store.refresh()
    return [str(fault) for fault in store.faults]


def with_records(player: str, *records: str) -> str:
    """Return PLAYER, as the bot writes one, with more statistics behind those of Shed Pontoon."""
    return player.replace(VARIABLES, "".join(records) + VARIABLES)


def written(game: str, **counts: int) -> str:
    """Return the statistics of GAME as the bot writes them."""
    inside = "".join(f"      <{name}>{number}</{name}>\n" for name, number in counts.items())
    return f"    <{game}>\n{inside}    </{game}>\n"


# What is counted in which game


def test_the_store_keeps_statistics_of_all_games_that_can_be_dealt() -> None:
    assert list(RECORDED.items()) == [(game.name, game.tallies) for game in GAMES]
    assert next(iter(RECORDED)) == "pontoon"


def test_the_schema_knows_whatever_a_game_counts() -> None:
    for game in GAMES:
        assert set(game.tallies) <= set(FIVE.get(game.name, ()))


def test_cutwc_pontoon_counts_drinks() -> None:
    assert CutwcPontoon.tallies == FIVE["cutwc"]


# Reading


def test_tallies_are_read(path: Path) -> None:
    record = written("cutwc", won=2, drinks=9, played=5)
    dave = store_at(path, with_records(full("dave"), record)).players()[0]
    assert dave.stats_in("cutwc") == Statistics(5, 2, {"drinks": 9})
    assert dave.stats_in("pontoon") == Statistics(0, 0)


@pytest.mark.parametrize("record", ["<cutwc/>", "<cutwc><won>0</won></cutwc>"])
def test_a_tally_that_is_missing_is_0(path: Path, record: str) -> None:
    dave = store_at(path, with_records(full("dave"), record)).players()[0]
    assert dave.stats_in("cutwc") == Statistics(0, 0, {"drinks": 0})


def test_a_game_that_a_player_has_not_played_has_no_rounds(path: Path) -> None:
    dave = store_at(path, full("dave")).players()[0]
    assert dave.stats_in("cutwc") == Statistics()
    assert dict(dave.statistics) == {"pontoon": Statistics()}


def test_every_count_of_every_game_is_a_whole_number(path: Path) -> None:
    for game, name in ELEMENTS:
        for value in ["-1", "1.5", "many", ""]:
            record = f"<{game}>\n<{name}>{value}</{name}></{game}>"
            assert faults_of(path, record) == [f"line 8: {name} is '{value}': {WHOLE}"]


def test_no_count_is_there_twice_in_a_game(path: Path) -> None:
    for game, name in ELEMENTS:
        record = f"<{game}>\n<{name}>1</{name}>\n<{name}>1</{name}>\n</{game}>"
        assert faults_of(path, record) == [f"line 9: this is a second {name} for the same player"]


def test_no_game_is_there_twice(path: Path) -> None:
    for game in FIVE:
        expected = [f"line 8: this is a second {game} for the same player"]
        assert faults_of(path, f"<{game}/>\n<{game}/>") == expected


def test_there_is_no_text_in_a_game(path: Path) -> None:
    for game in FIVE:
        assert faults_of(path, f"<{game}>5</{game}>") == [
            f"line 7: '5' in {game} is outside any element"
        ]


def test_two_players_and_two_games_may_have_the_same_counts(path: Path) -> None:
    records = [written(game, played=1, won=1) for game in FIVE if game != "pontoon"]
    player = with_records(full("dave"), *records)
    assert len(store_at(path, player, player.replace("dave", "bob")).players()) == 2


def test_in_another_place_the_names_are_an_admins_own(path: Path) -> None:
    for own in [
        "<drinks>beer</drinks>",
        "<british><drinks>beer</drinks></british>",
        "<pontoon><day>Friday</day></pontoon>",
        "<note><cutwc><drinks>beer</drinks></cutwc></note>",
        "<cutwc><note><played>all night</played></note></cutwc>",
    ]:
        assert faults_of(path, own) == []


# Writing


def test_a_round_adds_to_the_tallies_of_its_game(path: Path) -> None:
    store = store_at(path, full("dave"), full("bob"))
    settle_round(
        store, "cutwc", {"dave": PlayerChange(0, 1, 0, {"drinks": 3}), "bob": PlayerChange(0, 1, 1)}
    )
    settle_round(store, "cutwc", {"dave": PlayerChange(0, 1, 0, {"drinks": 4})})
    assert text_in(path) == file_of(
        with_records(full("dave"), written("cutwc", played=2, won=0, drinks=7)),
        with_records(full("bob"), written("cutwc", played=1, won=1, drinks=0)),
    )
    assert [player.chips for player in store.players()] == [1000, 1000]
    assert store.players() == reopened(path).players()


def test_what_an_admin_wrote_during_a_round_is_added_to(path: Path) -> None:
    store = store_at(path, full("dave"))
    write(path, file_of(with_records(full("dave"), written("cutwc", drinks=10))))
    settle_round(store, "cutwc", {"dave": PlayerChange(0, 1, 0, {"drinks": 3})})
    found = reopened(path).find("dave")
    assert found is not None
    assert found.stats_in("cutwc") == Statistics(1, 0, {"drinks": 13})


def test_no_tally_ends_below_0(path: Path) -> None:
    store = store_at(path, full("dave"))
    settle_round(store, "blackjack", {"dave": PlayerChange(0, 1, 0, {"minutes": -5, "turns": 1})})
    tallies = store.players()[0].stats_in("blackjack").tallies
    assert tallies == {**dict.fromkeys(FIVE["blackjack"], 0), "turns": 1}
    assert store.players() == reopened(path).players()


def test_only_shed_pontoon_is_written_for_those_who_have_played_nothing(path: Path) -> None:
    store = store_at(path, short("dave"))
    store.set_nickname("dave", "")
    assert text_in(path) == file_of(full("dave"))


def test_a_game_that_was_played_is_written_in_full_with_the_next_change(path: Path) -> None:
    """A file from before there were tallies is one in which they are missing."""
    store = store_at(path, with_records(full("dave"), written("cutwc", played=4)))
    store.set_nickname("dave", "")
    record = written("cutwc", played=4, won=0, drinks=0)
    assert text_in(path) == file_of(with_records(full("dave"), record))
    assert store.players() == reopened(path).players()


def test_games_are_added_behind_those_there_are(path: Path) -> None:
    store = store_at(path, full("dave"))
    for game in ("shoot", "british"):
        settle_round(store, game, {"dave": PlayerChange(0, 1, 0)})
    records = [written(game, played=1, won=0) for game in ("british", "shoot")]
    assert text_in(path) == file_of(with_records(full("dave"), *records))
    assert store.players() == reopened(path).players()


def test_statistics_of_a_game_that_is_not_dealt_stay_as_they_are(path: Path) -> None:
    """As an admin's own elements do, whatever is in them."""
    record = "    <cutwc><played>x</played></cutwc>\n"
    write(path, file_of(with_records(full("dave"), record)))
    store = PlayerStore(path, games={"pontoon": ()})
    settle_round(store, "pontoon", {"dave": PlayerChange(5, 0, 0)})
    assert text_in(path) == file_of(with_records(full("dave", 1005), record))


# Changes that depend on what is in the file


class Doubling(PlayerChange, frozen=True):
    """A round that doubles the drinks."""

    def tallied(self, before: Tallies) -> Tallies:
        """Return twice the drinks."""
        return {"drinks": 2 * before.get("drinks", 0)}


def test_a_change_may_depend_on_the_tallies_in_the_file(path: Path) -> None:
    store = store_at(path, with_records(full("dave"), written("cutwc", drinks=4)))
    write(path, file_of(with_records(full("dave"), written("cutwc", drinks=5))))
    settle_round(store, "cutwc", {"dave": Doubling(0, 1, 0)})
    assert reopened(path).players()[0].stats_in("cutwc") == Statistics(1, 0, {"drinks": 10})


def spend(tallies: Tallies) -> Mapping[str, int]:
    return {**tallies, "minutes": tallies["minutes"] - 5, "time_bank": tallies["time_bank"] + 5}


def test_tallies_are_changed_apart_from_rounds(path: Path) -> None:
    record = written("blackjack", played=3, won=1, minutes=60, day=20041231)
    store = store_at(path, with_records(full("dave"), record))
    dave = store.tally("blackjack", "DAVE", spend).outcome
    counted = {"minutes": 55, "time_bank": 5, "day": 20041231}
    tallies = {**dict.fromkeys(FIVE["blackjack"], 0), **counted}
    assert dave.stats_in("blackjack") == Statistics(3, 1, tallies)
    assert store.players() == [dave] == reopened(path).players()


def test_tallies_of_a_game_never_played_are_all_0_before_they_are_changed(path: Path) -> None:
    store = store_at(path, full("dave"))
    seen: list[Tallies] = []

    def look(tallies: Tallies) -> Tallies:
        seen.append(tallies)
        return {**tallies, "minutes": 60}

    dave = store.tally("blackjack", "dave", look).outcome
    assert seen == [dict.fromkeys(FIVE["blackjack"], 0)]
    assert (
        dave.stats_in("blackjack").played,
        dave.stats_in("blackjack").tallies["minutes"],
    ) == (0, 60)
    assert store.players() == reopened(path).players()


def test_a_change_of_tallies_that_is_refused_changes_nothing(path: Path) -> None:
    store = store_at(path, full("dave"))

    def refuse(_: Tallies) -> Tallies:
        raise LookupError

    with pytest.raises(LookupError):
        store.tally("blackjack", "dave", refuse)
    assert text_in(path) == file_of(full("dave"))
    assert store.mark.change == 1


def test_somebody_who_is_not_in_the_file_has_no_tallies(path: Path) -> None:
    store = store_at(path, full("dave"))
    with pytest.raises(PlayersFileError, match="bob is not in it"):
        store.tally("blackjack", "bob", lambda tallies: tallies)
