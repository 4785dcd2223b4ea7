"""How to connect to the server inside the bot: on the terminal, and for people who connect."""

from pontoon.text import help_pages

PLACE = ("127.0.0.1", 6667, ("#pontoon", "#two"))


def invitation(players: list[str]) -> str:
    return "\n".join(help_pages.how_to_connect("Dealer", *PLACE, players, "!"))


def test_the_invitation_tells_all_that_is_needed_to_play() -> None:
    text = invitation(["dave", "kevin"])
    for needed in (
        "127.0.0.1",
        "6667",
        "#pontoon, #two",
        "Dealer",
        "dave, kevin",
        "!join, then !deal",
    ):
        assert needed in text


def test_the_invitation_has_a_first_command_for_one_alone() -> None:
    alone = [help_pages.for_one("?pontoon")]
    lines = help_pages.how_to_connect("Dealer", *PLACE, [], "?", alone)
    assert any("?pontoon ann+" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_many_players_are_not_all_named() -> None:
    for number, end in [(10, "p9;"), (11, "p9 and 1 more;"), (500, "p9 and 490 more;")]:
        [line] = [
            line
            for line in invitation([f"p{each}" for each in range(number)]).split("\n")
            if "Players" in line
        ]
        assert f"{end} anybody else types /msg Dealer register" in line


def test_where_there_are_no_players_it_is_told_what_to_do() -> None:
    assert "nobody yet; anybody else types /msg Dealer register" in invitation([])


def test_whoever_connects_is_told_where_to_go_and_how_to_begin() -> None:
    alone = [help_pages.for_one("?pontoon")]
    lines = help_pages.greeting("Dealer", ["#pontoon", "#two"], "?", alone)
    text = "\n".join(lines)
    for needed in ("Dealer", "#pontoon, #two", "/join #pontoon", "?join", "?deal", " register"):
        assert needed in text
    assert "Alone? ?pontoon ann+" in text
    assert max(map(len, lines)) <= 66, "irssi has so much room for them in 80 columns"
    topic = help_pages.topic("Dealer", "?", alone)
    for needed in ("?join", "?deal", "?pontoon help", "/msg Dealer register", *alone):
        assert needed in topic
    assert "ann+" not in help_pages.topic("Dealer", "?")
