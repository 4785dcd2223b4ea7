"""How to connect to the server inside the bot: on the terminal, and for people who connect."""

import pytest

from pontoon.text import help_pages

PLACE = ("127.0.0.1", 6667, ("#pontoon", "#two"))


def invitation(players: list[str]) -> str:
    return "\n".join(help_pages.how_to_connect("Dealer", *PLACE, players, "!pontoon"))


def test_the_invitation_tells_all_that_is_needed_to_play() -> None:
    text = invitation(["dave", "kevin"])
    for needed in ("127.0.0.1", "6667", "#pontoon, #two", "Dealer", "dave, kevin", "!pontoon dave"):
        assert needed in text


@pytest.mark.parametrize(
    ("number", "end"), [(10, "p9"), (11, "p9 and 1 more"), (500, "p9 and 490 more")]
)
def test_many_players_are_not_all_named(number: int, end: str) -> None:
    [line] = [
        line
        for line in invitation([f"p{each}" for each in range(number)]).split("\n")
        if "Players" in line
    ]
    assert line.endswith(end)


def test_where_there_are_no_players_it_is_told_what_to_do() -> None:
    text = invitation([])
    assert "nobody yet: add a player to players.xml" in text
    assert "!pontoon NICK" in text


def test_whoever_connects_is_told_where_to_go_and_how_to_begin() -> None:
    text = "\n".join(help_pages.greeting("Dealer", ["#pontoon", "#two"], "!pontoon"))
    for needed in ("Dealer", "#pontoon, #two", "/join #pontoon", "!pontoon NICK", "in the channel"):
        assert needed in text
