"""Play pauses while nothing can be written down, and goes on by itself: nothing is lost."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.faulty_disk import Trouble
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import BOT, CHANNEL, Clubhouse, Said
from tests.support.play_rounds import answers, full_disk, play_out, rounds_written
from tests.support.short_timeouts import GAMES, asked, club, in_channel, lines, playing, timers

FULL = "No space left on device"
PAUSES = (
    f"Play pauses: I cannot write down what is played ({FULL}). Nothing is lost, and it goes on "
    "by itself as soon as I can"
)
NOT_DONE = f"That is not done: I cannot write it down now ({FULL}). Say it again when play goes on."
WELL = "I can write again, and the round goes on"


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


def looks(house: Clubhouse) -> list[Said]:
    """Let the bot look after its files, as it does every few seconds."""
    before = len(house.said)
    house.cashier.look()
    house.club.hall.look()
    return house.said[before:]


def state(house: Clubhouse) -> str:
    return repr((house.croupier().ask, house.table().seats))


# A round that cannot be begun


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.BROKEN, Trouble.READ_ONLY])
def test_no_round_is_begun_and_one_line_says_why(
    tmp_path: Path, game: str, trouble: Trouble
) -> None:
    house = club(tmp_path)
    with full_disk(trouble):
        said = house.says("dave", f"!{game} dave kevin bob")
        assert lines(said) == [
            (CHANNEL, f"No round now: I cannot write down what is played ({trouble.value})")
        ]
        assert asked(house) is None
        assert timers(house) == 0
        assert "1000" in house.says("dave", "!bank")[0].line
    assert asked(house) is None
    assert looks(house) == []
    assert house.says("dave", f"!{game} dave kevin bob")
    assert asked(house) is not None


def test_nobody_is_blamed_for_another_game_that_does_not_begin(tmp_path: Path) -> None:
    """And the game that was played last is still that."""
    house = club(tmp_path)
    house.says("dave", "!pontoon dave kevin bob")
    house.stops_round()
    with full_disk():
        assert len(house.says("dave", "!cutwc dave kevin bob")) == 1
    assert house.croupier().game == "pontoon"


def test_a_round_that_was_not_begun_is_not_there_after_a_restart(tmp_path: Path) -> None:
    house = club(tmp_path)
    with full_disk(Trouble.DONE_BUT_FAILED):
        house.says("dave", "!pontoon dave kevin")
    looks(house)
    assert house.starts_anew() == []


# What people try meanwhile

ACTS: dict[str, Callable[[Clubhouse], list[Said]]] = {
    "a move": lambda house: house.tells("dave", "t"),
    "a move in the channel": lambda house: house.says("dave", "!twist"),
    "leaving": lambda house: house.tells("dave", "leave"),
    "leaving on another's turn": lambda house: house.says("kevin", "!pontoon leave"),
    "stopping": lambda house: house.stops_round(),
}


@pytest.mark.parametrize("what", ACTS)
def test_nothing_is_done_and_whoever_tried_is_told_once(house: Clubhouse, what: str) -> None:
    before = state(house)
    with full_disk():
        said = lines(ACTS[what](house))
        ((nick, line),) = (each for each in said if each[0] != CHANNEL)
        assert line == NOT_DONE
        assert nick in ("dave", "kevin", "admin")
        assert [line for target, line in said if target == CHANNEL] == [PAUSES]
        assert in_channel(ACTS[what](house)) == []
        assert looks(house) == []
    assert state(house) == before
    assert lines(looks(house))[0] == (CHANNEL, f"{WELL} | dave to play")
    assert in_channel(ACTS[what](house)) != []
    assert state(house) != before


def test_a_sale_is_refused_like_that(tmp_path: Path) -> None:
    house = club(tmp_path)
    house.deals("dave", "!british dave kevin bob")
    before = state(house)
    with full_disk():
        assert lines(house.tells("dave", "sell bank to kevin for 20")) == [
            ("dave", NOT_DONE),
            (CHANNEL, PAUSES),
        ]
        assert lines(house.says("dave", "!sell bank to kevin for 20")) == [("dave", NOT_DONE)]
        assert "Nobody has offered" in house.tells("kevin", "accept")[0].line
    assert state(house) == before
    looks(house)
    house.tells("dave", "sell bank to kevin for 20")
    assert house.tells("kevin", "accept")


def test_a_hand_can_be_looked_at(house: Clubhouse) -> None:
    with full_disk():
        house.tells("dave", "t")
        assert "5♦ K♥ = 15" in house.tells("dave", "hand")[0].line


# The clocks


def test_no_time_passes(house: Clubhouse) -> None:
    house.pass_seconds(80)
    with full_disk():
        house.tells("dave", "t")
        assert timers(house) == 0
        assert house.pass_seconds(1e6) == []
    looks(house)
    assert in_channel(house.pass_seconds(10)) == ["dave has 30 s left to play"]
    house.pass_seconds(30)
    assert asked(house) == "kevin"


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_acted_for_while_that_cannot_be_written_down(tmp_path: Path, game: str) -> None:
    house = club(tmp_path)
    house.says("dave", f"!{game} dave kevin bob")
    before = state(house)
    with full_disk():
        said = house.pass_seconds(1000)
        assert in_channel(said)[-1] == PAUSES
        assert state(house) == before
        assert house.pass_seconds(1000) == []
    assert in_channel(looks(house))[0].startswith(WELL)
    house.pass_seconds(1)
    assert state(house) != before


def test_a_decision_that_could_not_be_made_for_somebody_counts_once(house: Clubhouse) -> None:
    """Two in a row would mean that they are away."""
    for _ in range(3):
        with full_disk():
            house.pass_seconds(1000)
        with full_disk():
            looks(house)
    assert "seems to be away" not in "".join(in_channel(looks(house)))
    assert "seems to be away" not in "".join(in_channel(house.pass_seconds(1)))
    assert asked(house) == "kevin"


def test_those_who_are_away_are_acted_for_when_it_goes_on(tmp_path: Path) -> None:
    house = playing(tmp_path, grace=0)
    with full_disk():
        house.leaves("dave")
        assert asked(house) == "dave"
    looks(house)
    assert asked(house) == "kevin"


def test_who_comes_and_goes_meanwhile_is_seen_when_it_goes_on(house: Clubhouse) -> None:
    with full_disk():
        house.tells("dave", "t")
        assert house.leaves("kevin") == []
        assert house.renames("dave", "davey") == []
    said = looks(house)
    assert "kevin is gone; 60 s to come back" in in_channel(said)[0]
    assert said[-1].target == "davey"
    assert "5♦ K♥ = 15: (t)wist" in said[-1].line
    assert "dav" in house.starts_anew()[-1].target


# It goes on


def test_it_goes_on_with_whose_turn_it_is_and_everybody_sees_their_cards(house: Clubhouse) -> None:
    with full_disk():
        house.tells("dave", "t")
    assert lines(looks(house)) == [
        (CHANNEL, f"{WELL} | dave to play"),
        ("dave", "Stake 50, chips 950. 5♦ K♥ = 15: (t)wist (b)uy for 50"),
        ("kevin", "Stake 50: 9♣ 9♥ = 18. Chips 950. It is dave's turn to play."),
    ]
    assert looks(house) == []
    assert house.tells("dave", "t")[0].line == "dave twists 3♠"


def test_it_goes_on_for_whoever_tries_before_the_bot_looks(house: Clubhouse) -> None:
    with full_disk():
        house.tells("dave", "t")
    assert in_channel(house.tells("dave", "t")) == [f"{WELL} | dave to play", "dave twists 3♠"]
    assert looks(house) == []


def test_it_pauses_again_and_says_so(house: Clubhouse) -> None:
    for _ in range(3):
        with full_disk():
            assert in_channel(house.tells("dave", "t")) == [PAUSES]
        assert in_channel(looks(house)) == [f"{WELL} | dave to play"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", [0, 2])
def test_with_a_pause_at_every_move_a_round_is_what_it_would_have_been(
    tmp_path: Path, game: str, number: int
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    plain, paused = club(tmp_path / "a"), club(tmp_path / "b")
    for house in (plain, paused):
        house.says("dave", f"!{game} dave kevin bob")
    for _ in play_out(plain, number):
        with full_disk():
            answers(paused, number)
        looks(paused)
        answers(paused, number)
    assert paused.croupier().ask is None
    assert [*map(str, paused.all_in_file())] == [*map(str, plain.all_in_file())]
    assert len(rounds_written(paused)) == 1
    check_books(paused.players_xml)
    assert timers(paused) == 0


# And the connection besides


def test_the_bot_is_back_before_the_disk_is(house: Clubhouse) -> None:
    """Nobody is asked, nor acted for, before anything can be done."""
    with full_disk():
        house.tells("dave", "t")
        house.is_cut_off()
        assert house.is_back([BOT, "dave", "kevin"]) == []
        assert timers(house) == 0
        assert house.pass_seconds(1000) == []
        assert lines(house.tells("dave", "t")) == [("dave", NOT_DONE)]
    assert in_channel(looks(house)) == [f"{WELL} | dave to play"]
    assert house.tells("dave", "t")[0].line == "dave twists 3♠"


def test_the_disk_is_well_before_the_bot_is_back(house: Clubhouse) -> None:
    with full_disk():
        house.tells("dave", "t")
        house.is_cut_off()
    assert looks(house) == []
    assert timers(house) == 0
    assert in_channel(house.is_back([BOT, "dave"])) == [
        "I am back, and the round goes on | kevin is gone; 60 s to come back | dave to play"
    ]


def test_the_disk_is_well_before_it_is_known_who_is_there(house: Clubhouse) -> None:
    with full_disk():
        house.tells("dave", "t")
        house.is_cut_off()
        house.is_put_in([BOT, "dave", "kevin"])
        house.croupier().entered()
    assert looks(house) == []
    for nick in ("dave", "kevin"):
        house.roster().add(house.person(nick))
    house.croupier().door.go_on()
    assert in_channel(house.said)[-1] == "I am back, and the round goes on | dave to play"


def test_the_bot_is_put_out_while_play_pauses(house: Clubhouse) -> None:
    with full_disk():
        house.tells("dave", "t")
        house.is_put_out()
        assert house.is_back([BOT, "dave", "kevin"]) == []
    assert in_channel(looks(house)) == [f"{WELL} | dave to play"]
    with full_disk():
        assert in_channel(house.tells("dave", "t")) == [PAUSES]
    assert in_channel(looks(house)) == [f"{WELL} | dave to play"]


def test_bets_that_cannot_be_written_down_are_not_placed(tmp_path: Path) -> None:
    """The others are still asked, all at once, and each bet that was placed stands."""
    house = club(tmp_path, "5D 9C KH 9H 3S")
    house.says("dave", "!pontoon dave kevin")
    house.tells("kevin", "50")
    with full_disk():
        assert lines(house.tells("dave", "50")) == [("dave", NOT_DONE), (CHANNEL, PAUSES)]
    assert lines(looks(house)) == [
        (CHANNEL, f"{WELL} | place your bets"),
        ("dave", "Your card: 5♦. You have 1000 chips. Bet (1-100)?"),
        ("kevin", "Stake 50: 9♣ = 9. Chips 950. dave is still to bet."),
    ]
    assert house.tells("dave", "50")[0].line.startswith("dave bets 50 | kevin bets 50 |")


# And the bot is stopped meanwhile


@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.FULL_HALFWAY, Trouble.READ_ONLY])
def test_a_bot_that_is_stopped_while_play_pauses_goes_on_where_it_was(
    house: Clubhouse, trouble: Trouble
) -> None:
    before = state(house)
    with full_disk(trouble):
        house.tells("dave", "t")
        house.tells("dave", "leave")
        house.stops()
    said = house.starts()
    assert state(house) == before
    assert in_channel(said)[0].endswith("dave to play")
    assert house.tells("dave", "t")[0].line == "dave twists 3♠"


def test_a_round_that_was_over_is_over_even_where_that_could_not_be_written(
    house: Clubhouse,
) -> None:
    """As soon as it can be: the journal makes sense whatever was in it then."""
    with full_disk():
        house.tells("dave", "t")
        house.is_put_out()
        house.pass_seconds(24 * 60 * 60)
        looks(house)
        assert asked(house) is None
    looks(house)
    house.is_put_in([BOT, "dave", "kevin"])
    assert house.starts_anew() == []
    assert not any("journal" in line for line in house.log)


# One disk, several channels


def test_each_channel_is_told_for_itself(tmp_path: Path) -> None:
    house = Clubhouse(
        tmp_path, "dave 1000, kevin 1000", config={"irc": {"channels": f"{CHANNEL} #den"}}
    )
    house.says("dave", "!pontoon dave")
    house.says("kevin", "!pontoon kevin", "#den")
    with full_disk():
        said = [*house.tells("dave", "5"), *house.tells("kevin", "5")]
        assert [each.target for each in said if each.line == PAUSES] == [CHANNEL, "#den"]
    assert [each.target for each in looks(house) if WELL in each.line] == [CHANNEL, "#den"]
