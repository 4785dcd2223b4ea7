"""``pontoonbot odds``: what it prints and draws, and how it exits."""

import shlex
from functools import partial
from itertools import count
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pontoon.cli import main

ROUND_OF_THREE = "A round loses 21.0 on average for 100 bet first."


def printed(capsys: pytest.CaptureFixture[str], arguments: str, status: int = 0) -> list[str]:
    """Return the lines that the command prints with ARGUMENTS, which exits with that STATUS."""
    assert main(["odds", *shlex.split(arguments)]) == status
    return capsys.readouterr().out.splitlines()


def test_a_table_says_what_to_do_with_each_total(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "shed --players 3")
    assert lines[0] == "Shed Pontoon, 3 players"
    cells = {line[:7]: line[7:].split() for line in lines if line.startswith(("hard", "soft"))}
    assert len(cells) == 28
    assert cells["hard 20"] == ["s"] * 6
    assert cells["hard 14"][:2] == ["u", "t"]
    assert cells["soft 12"] == ["-", "b", "-", "-", "-", "-"]
    assert ROUND_OF_THREE in lines


def test_bets_are_by_the_first_card(capsys: pytest.CaptureFixture[str]) -> None:
    """With two players an ace gains, and an eight loses 40 of 100."""
    lines = printed(capsys, "shed")
    (cards,) = [line.split()[2:] for line in lines if line.startswith("first card")]
    (bets,) = [line.split()[2:] for line in lines if line.startswith("100 bet")]
    worth = dict(zip(cards, map(int, bets), strict=True))
    assert len(worth) == 10
    assert worth["A"] > 100
    assert worth["8"] == pytest.approx(-40, abs=2)


@pytest.mark.parametrize("game", ["british", "shoot", "cutwc"])
def test_the_games_against_a_banker_have_tables_too(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cells = {line[:7]: line[7:].split() for line in printed(capsys, f"{game} --players 3")}
    assert cells["hard 20"] == ["s"] * 6
    assert cells["hard 12"][0] == "t"
    assert cells["soft 12"][1] != "-"


def test_the_table_of_black_jack_is_the_one_that_people_know(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cells = {line[:7]: line[7:].split() for line in printed(capsys, "blackjack")}
    assert cells["hard 16"] == [*["s"] * 5, *["h"] * 5]
    assert cells["hard 10"] == [*["d/h"] * 5, *["h"] * 5]
    assert cells["hard 17"] == ["s"] * 10


def test_the_gain_of_a_best_response_is_told_where_there_is_somebody_to_respond_to(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = "The best response to players who play so, from its own cards alone, gains 0.00 more."
    assert told in printed(capsys, "shed --players 3")
    assert told not in printed(capsys, "shed --players 1")


def test_several_numbers_of_players_are_printed_one_after_the_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    titles = [line for line in printed(capsys, "shed --players 1 4") if "Pontoon" in line]
    assert titles == ["Shed Pontoon, 1 player", "Shed Pontoon, 4 players"]


def test_the_rules_are_those_of_a_config_ini(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With 18 the least total to stick on, nobody sticks on 17."""
    config = tmp_path / "config.ini"
    config.write_text("[irc]\nserver = irc.example.org\n[shed]\nstick_min = 18\nbonus_high = 1")
    lines = printed(capsys, f"shed --players 2 --config {shlex.quote(str(config))}")
    cells = {line[:7]: line[7:].split() for line in lines}
    assert cells["hard 18"][0] == "s"
    assert "s" not in cells["hard 17"]


def test_long_computing_tells_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "british", "--players", "2"], partial(next, count(0, 3))) == 0
    out, err = capsys.readouterr()
    assert out.startswith("British Pontoon, 2 players\n")
    assert err.startswith("pontoonbot: computing hard 19, 6 s\n")


def test_a_picture_is_text_and_colours_for_light_and_dark(tmp_path: Path) -> None:
    file = tmp_path / "three.svg"
    file.write_text("what was there before, and is longer than nothing" * 1000)
    assert main(["odds", "shed", "--players", "3", "--svg", str(file)]) == 0
    picture = ElementTree.fromstring(file.read_text("utf-8"))
    texts = ["".join(each.itertext()) for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert ROUND_OF_THREE in texts
    assert {"S", "T", "B", "U", "3 twisted", "soft", "split"} < set(texts)
    assert "prefers-color-scheme:dark" in file.read_text("utf-8")


def test_a_picture_that_cannot_be_written_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nowhere" / "three.svg"
    assert main(["odds", "shed", "--players", "3", "--svg", str(file)]) == 2
    assert f"{file} cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("odds british --players 1", "British Pontoon is for 2 to "),
        ("odds british --markdown", "--markdown is for shed"),
        ("odds blackjack --players 2", "--players makes no difference in blackjack"),
        ("odds chess --players 3", "chess"),
        ("odds shed --players 0", "not a number from 1 to 100: 0"),
        ("odds shed --players three", "not a number from 1 to 100: three"),
        ("odds shed --players 2 3 --svg x.svg", "--svg draws one number of players"),
        ("odds shed --players 3 --svg x.svg --markdown", "--markdown"),
        ("--check odds shed --players 3", "--check does not go with odds"),
    ],
)
def test_wrong_arguments_are_refused(
    arguments: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(arguments.split())
    assert exit_.value.code == 2
    assert why in capsys.readouterr().err
