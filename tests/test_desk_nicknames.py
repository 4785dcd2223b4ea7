"""Nicknames: who may have which, and what becomes of them."""

from pathlib import Path

import pytest

from tests.clubhouse import Clubhouse, Entry

BAD = {
    "colon": "a:b",
    "comma": "a,b",
    "equals": "a=b",
    "bar": "a|b",
    "opening bracket": "a(b",
    "closing bracket": "a)b",
    "bold": "\x02Dave\x02",
    "underline": "\x1fDave",
    "italics at the end": "Dave\x1d",
    "tab": "a\tb",
    "tab at the end": "a\t",
    "zero width space": "a\u200bb",
    "right to left": "a\u202eb",
    "private use": "a\ue000",
    "unassigned": "a\u0378",
    "no-break space": "a\u00a0b",
    "no-break space first": "\u00a0a",
    "line separator": "a\u2028b",
}


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    return Clubhouse(
        tmp_path, [Entry("dave"), Entry("kev[n]", nickname="The Dealer"), Entry("bob")]
    )


def set_nickname(house: Clubhouse, nickname: str, nick: str = "dave") -> str:
    """Let somebody set a nickname; return the bot's answer."""
    (said,) = house.tells(nick, f"set nickname {nickname}")
    assert said.target == nick
    return said.line


def nickname_of(house: Clubhouse, nick: str = "dave") -> str:
    return house.in_file(nick).nickname


@pytest.mark.parametrize(
    "nickname", ["Dave the Brave", "x", "x" * 30, "♠" * 30, "Dealer's Friend!", "<b>&amp;", "五"]
)
def test_a_nickname_is_what_announcements_say(house: Clubhouse, nickname: str) -> None:
    assert nickname in set_nickname(house, nickname)
    assert nickname_of(house) == nickname
    assert house.says("dave", "!bank")[0].line == f"{nickname}: chips 1000, bank 0"


@pytest.mark.parametrize(
    "command", ["set nickname", "SET Nickname", "!set nickname", "! set  nickname"]
)
def test_the_command_is_known_in_any_case(house: Clubhouse, command: str) -> None:
    house.tells("dave", f"{command} Davey")
    assert nickname_of(house) == "Davey"


def test_spaces_around_it_and_doubled_ones_in_it_do_not_count(house: Clubhouse) -> None:
    set_nickname(house, "  Dave   the  Brave ")
    assert nickname_of(house) == "Dave the Brave"


@pytest.mark.parametrize("nothing", ["", " ", "     "])
def test_nothing_or_only_spaces_takes_the_nickname_away(house: Clubhouse, nothing: str) -> None:
    said = set_nickname(house, nothing, "kev[n]")
    assert "kev[n]" in said
    assert nickname_of(house, "kev[n]") == ""
    assert house.says("kev[n]", "!bank")[0].line.startswith("kev[n]: ")


def test_the_bare_command_does_so_too(house: Clubhouse) -> None:
    house.tells("kev[n]", "set nickname")
    assert nickname_of(house, "kev[n]") == ""


def test_a_nickname_has_at_most_30_characters(house: Clubhouse) -> None:
    assert "30" in set_nickname(house, "x" * 31)
    assert nickname_of(house) == ""


@pytest.mark.parametrize("nickname", BAD.values(), ids=BAD.keys())
def test_some_characters_are_not_for_nicknames(house: Clubhouse, nickname: str) -> None:
    assert "none of" in set_nickname(house, nickname)
    assert nickname_of(house) == ""


@pytest.mark.parametrize("code", ["\x02", "\x1d", "\x1e", "\x1f", "\t", "\u3000"])
def test_other_blanks_and_codes_are_no_spaces(house: Clubhouse, code: str) -> None:
    """They do not take the nickname away, as nothing at all would."""
    set_nickname(house, code, "kev[n]")
    assert nickname_of(house, "kev[n]") == "The Dealer"


@pytest.mark.parametrize(
    "nickname",
    ["bob", "BOB", "Kev[n]", "The Dealer", "the dealer", "THE  DEALER", "Ｂｏｂ"],
)
def test_another_players_nick_or_nickname_is_taken(house: Clubhouse, nickname: str) -> None:
    """Compared without case, and full-width letters are only another look."""
    assert "too much like" in set_nickname(house, nickname)
    assert nickname_of(house) == ""


def test_ones_own_nick_and_nickname_are_not(house: Clubhouse) -> None:
    assert "DAVE" in set_nickname(house, "DAVE")
    assert "Dave" in set_nickname(house, "Dave")
    assert "THE DEALER" in set_nickname(house, "THE DEALER", "kev[n]")


def test_a_nickname_that_was_given_up_is_free(house: Clubhouse) -> None:
    set_nickname(house, "", "kev[n]")
    set_nickname(house, "The Dealer")
    assert nickname_of(house) == "The Dealer"


def test_a_nick_that_the_server_takes_for_the_same_is_taken_too(house: Clubhouse) -> None:
    """Else two people in the channel would have one name."""
    assert "too much like" in set_nickname(house, "KEV{N}")
    assert nickname_of(house) == ""


def test_who_is_not_a_player_has_no_nickname(house: Clubhouse) -> None:
    assert set_nickname(house, "Zeddy", "zed") == "zed is not in players.xml."


def test_no_nickname_is_set_while_the_file_is_broken(house: Clubhouse) -> None:
    house.break_file()
    assert "players.xml" in set_nickname(house, "Davey")
    house.mend_file()
    assert nickname_of(house) == ""


def test_a_nickname_is_not_set_in_a_file_that_cannot_be_written(
    house: Clubhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr("pontoon.atomicfile.replace", fail)
    assert "Permission denied" in set_nickname(house, "Davey")
    assert house.says("dave", "!bank")[0].line.startswith("dave: ")


def test_a_nickname_can_be_set_while_seated(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave bob")
    set_nickname(house, "Davey")
    assert house.tells("bob", "2")[0].line == "You bet 2. Davey is still to bet."
    assert house.tells("dave", "1")[0].line.startswith("Davey bets 1 | bob bets 2 |")


def test_a_nickname_of_the_file_that_may_not_be_shown_is_not(house: Clubhouse) -> None:
    """An admin may have written it; lines of the game would be misread."""
    house.edit("The Dealer", "a: b")
    assert house.says("kev[n]", "!bank")[0].line.startswith("kev[n]: ")
