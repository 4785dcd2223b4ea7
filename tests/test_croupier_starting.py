"""Starting a round: who is seated, what is said, and what a failed start leaves as it was."""

from pathlib import Path

import pytest

from tests.clubhouse import CHANNEL, Clubhouse, Entry, Said


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    """Three players with chips, and jack who has none."""
    return Clubhouse(
        tmp_path,
        "dave 1000, kevin 1000, bob 1000, jack 0",
        "5D 9C 8H",
        {"table": {"max_players": "3"}},
    )


def opening(said: list[Said]) -> str:
    """Return how the round was opened in the channel."""
    assert said[0].target == CHANNEL
    return said[0].line


def stop(house: Clubhouse, nick: str = "dave") -> None:
    said = house.says(nick, "!pontoon stop")
    assert "stopped" in said[0].line


def play_alone(house: Clubhouse) -> None:
    """Play dave's round to its end."""
    house.tells("dave", "1")
    while house.croupier().ask is not None:
        house.tells("dave", "s")
        house.tells("dave", "t")


def test_a_round_is_opened_with_the_players_and_who_is_to_bet(house: Clubhouse) -> None:
    said = house.says("dave", "!pontoon dave kevin bob")
    assert [(each.target, each.line) for each in said] == [
        (CHANNEL, "Shed Pontoon: dave, kevin, bob | dave to bet"),
        ("kevin", "Your card: 9♣"),
        ("bob", "Your card: 8♥"),
        ("dave", "Your card: 5♦. You have 1000 chips. Bet (1-200)?"),
    ]


def test_anybody_may_start_a_round_for_others(house: Clubhouse) -> None:
    house.comes("stranger")
    assert opening(house.says("stranger", "!pontoon DAVE")) == "Shed Pontoon: dave | dave to bet"


def test_without_names_the_first_player_of_the_last_round_goes_last(house: Clubhouse) -> None:
    """And it rotates so from round to round, after rounds that were stopped too."""
    house.says("dave", "!pontoon dave kevin bob")
    stop(house)
    assert opening(house.says("dave", "!pontoon")).startswith("Shed Pontoon: kevin, bob, dave |")
    stop(house)
    assert opening(house.says("dave", "!pontoon")).startswith("Shed Pontoon: bob, dave, kevin |")


def test_the_list_rotates_after_a_round_that_was_played(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave")
    play_alone(house)
    assert opening(house.says("dave", "!pontoon")) == "Shed Pontoon: dave | dave to bet"


def test_with_nobody_to_seat_again_the_bot_asks_who_plays(house: Clubhouse) -> None:
    assert "!pontoon NICK" in opening(house.says("dave", "!pontoon"))
    assert house.croupier().ask is None


@pytest.mark.parametrize(
    "failing",
    ["dave jack", "dave dave", "kevin zed", "dave kevin bob jack", "PontoonBot", "bob absent"],
)
def test_a_round_that_could_not_start_neither_rotates_nor_replaces_the_list(
    house: Clubhouse, failing: str
) -> None:
    house.says("dave", "!pontoon dave kevin")
    stop(house)
    refused = house.says("dave", f"!pontoon {failing}")
    assert [each.target for each in refused] == [CHANNEL]
    assert opening(refused).startswith("No round | ")
    assert opening(house.says("dave", "!pontoon")).startswith("Shed Pontoon: kevin, dave |")


def test_a_rotation_that_fails_is_not_a_rotation(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave kevin bob")
    stop(house)
    house.leaves("bob")
    for _ in range(3):
        refused = opening(house.says("dave", "!pontoon"))
        assert refused == "No round | bob is not in the channel"
    house.comes("bob")
    assert opening(house.says("dave", "!pontoon")).startswith("Shed Pontoon: kevin, bob, dave |")


def test_no_card_is_dealt_for_a_round_that_could_not_start(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave zed")
    assert "Your card: 5♦" in house.says("dave", "!pontoon dave")[1].line


def test_everything_that_is_wrong_is_said_in_one_go(house: Clubhouse) -> None:
    house.leaves("kevin")
    said = opening(house.says("dave", "!pontoon dave kevin zed jack DAVE"))
    for fault in ("at most 3", "kevin is not in", "zed is not in", "jack has no", "dave is named"):
        assert fault in said


def test_one_round_at_a_time_is_played_in_a_channel(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave kevin")
    for again in ("!pontoon bob", "!pontoon", "!pontoon zed"):
        said = house.says("bob", again)
        assert [each.target for each in said] == [CHANNEL]
        assert "already" in said[0].line
        assert "dave to bet" in said[0].line
    house.tells("dave", "1")
    assert "kevin to bet" in opening(house.says("bob", "!pontoon bob"))


def test_chips_are_those_of_the_file_as_it_is_then(house: Clubhouse) -> None:
    house.edit("<chips>1000</chips>", "<chips>5000</chips>")
    said = house.says("bob", "!pontoon dave bob")
    assert "You have 5000 chips. Bet (1-500)?" in said[-1].line


def test_a_new_player_can_be_seated_as_soon_as_the_file_has_them(house: Clubhouse) -> None:
    house.comes("zed")
    assert "No round" in opening(house.says("dave", "!pontoon zed"))
    house.edit("</players>", f"{Entry('Zed', 70)}</players>")
    assert opening(house.says("dave", "!pontoon zed")) == "Shed Pontoon: Zed | Zed to bet"


def test_no_round_starts_while_the_file_is_broken(house: Clubhouse) -> None:
    house.break_file()
    said = opening(house.says("dave", "!pontoon dave"))
    assert "players.xml" in said
    assert "line" in said
    assert house.croupier().ask is None
    house.mend_file()
    assert "dave to bet" in opening(house.says("dave", "!pontoon dave"))


@pytest.mark.parametrize(
    ("players", "most"), [(1, 10), (2, 100), (3, 200), (4, 250), (5, 500), (6, 500)]
)
def test_the_most_that_may_be_bet_depends_on_how_many_play(
    tmp_path: Path, players: int, most: int
) -> None:
    nicks = [f"player{number}" for number in range(players)]
    house = Clubhouse(tmp_path, [Entry(nick) for nick in nicks])
    said = house.says(nicks[0], f"!pontoon {' '.join(nicks)}")
    assert f"(1-{most})" in said[-1].line


def test_a_spelling_that_the_server_takes_for_the_same_nick_will_do(tmp_path: Path) -> None:
    house = Clubhouse(tmp_path, [Entry("Jim[a]"), Entry("dave")])
    house.renames("Jim[a]", "jIM{A}")
    said = house.says("dave", "!pontoon JIM[A} dave")
    assert opening(said) == "Shed Pontoon: Jim[a], dave | Jim[a] to bet"
    assert said[-1].target == "jIM{A}"
