"""How commands are typed, in a channel and in private."""

import doctest

from pontoon.commands import syntax
from pontoon.commands.syntax import (
    Said,
    is_plain,
    parse_address,
    parse_in_channel,
    parse_in_private,
)
from pontoon.irc.people import Person

DAVE = Person("dave", "dave@dave.home")
GAMES = ("pontoon", "shoot")

NOT_PLAIN = ["\x02", "\x03", "\x0304", "\x04", "\x0f", "\x11", "\x16", "\x1d", "\x1e", "\x1f"]
"""Bold, colours, reset, monospace, reverse, italics, strikethrough, underline."""


def in_channel(text: str, prefix: str) -> Said | None:
    return parse_in_channel(DAVE, "#pontoon", text, prefix, GAMES)


def test_the_examples_in_the_docstrings_hold() -> None:
    results = doctest.testmod(syntax)
    assert results.attempted > 2
    assert results.failed == 0


def test_formatting_codes_are_taken_away_before_a_line_is_read() -> None:
    for code in NOT_PLAIN:
        for text in (
            f"!pontoon {code}dave{code}",
            f"!{code}pontoon dave",
            f"{code}{code}!pontoon dave",
        ):
            said = in_channel(text, "!")
            assert said is not None
            assert (said.game, said.words, said.is_plain) == ("pontoon", ("dave",), True)
            assert code in said.typed
            assert not is_plain(text)
        private = parse_in_private(DAVE, f"{code}!bet 50{code}", "!", GAMES, [])
        assert private.move == ("bet", "50")
        address = parse_address(DAVE, "#pontoon", f"{code}Bot{code}: he{code}lp", "!")
        assert address is not None
        assert address.words == ("help",)


def test_other_control_characters_make_a_command_no_command() -> None:
    for text in ["!pontoon \x07dave", "!\x1bpontoon", "!\x02pontoon\x01 dave"]:
        assert in_channel(text, "!") is None


def test_latin_1_in_a_channel_is_read_and_can_be_told_from_utf8() -> None:
    said = in_channel("!pontoon caf\udce9", "!")
    assert said is not None
    assert said.words == ("café",)
    assert said.typed == "pontoon caf\udce9"


def test_latin_1_behind_the_nick_of_the_bot_is_read() -> None:
    said = parse_address(DAVE, "#pontoon", "Bot: caf\udce9", "!")
    assert said is not None
    assert said.words == ("café",)


def test_text_without_formatting_codes_is_plain() -> None:
    for text in ["The Dealer's Friend", "5♦", "", "ünï", "emoji 🂡"]:
        assert is_plain(text)


def test_a_command_is_the_prefix_and_words() -> None:
    for prefix in ["!", ".", "?!", "§"]:
        request = in_channel(f"{prefix}Pontoon  dave\u00a0kevin ", prefix)
        assert request is not None
        assert (request.game, request.words) == ("pontoon", ("dave", "kevin"))


def test_other_talk_is_no_command() -> None:
    for text in ["", "!", "! pontoon", "pontoon", " !pontoon", "hello !pontoon"]:
        assert in_channel(text, "!") is None


def test_in_private_a_game_may_be_named_before_a_subcommand() -> None:
    for text, game, words in [
        ("pontoon leave", "pontoon", ["leave"]),
        ("!Pontoon LEAVE now", "pontoon", ["LEAVE", "now"]),
        ("pontoon dave", "", ["pontoon", "dave"]),
        ("shoot 20", "", ["shoot", "20"]),
        ("leave", "", ["leave"]),
        ("", "", []),
    ]:
        request = parse_in_private(DAVE, text, "!", GAMES, ["leave"])
        assert (request.game, [*request.words]) == (game, words)
