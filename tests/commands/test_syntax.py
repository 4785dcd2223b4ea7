"""How commands are typed, in a channel and in private."""

import doctest

from pontoon.commands import syntax
from pontoon.commands.syntax import (
    Said,
    addressee,
    as_nick,
    is_plain,
    parse_in_channel,
    parse_in_private,
    without_addressee,
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
        address = f"{code}Bot{code}: {code}help"
        assert addressee(address) == "Bot"
        assert without_addressee(address, "Bot".__eq__) == "help"


def test_other_control_characters_make_a_command_no_command() -> None:
    for text in ["!pontoon \x07dave", "!\x1bpontoon", "!\x02pontoon\x01 dave"]:
        assert in_channel(text, "!") is None


def test_latin_1_in_a_channel_is_read_and_can_be_told_from_utf8() -> None:
    said = in_channel("!pontoon caf\udce9", "!")
    assert said is not None
    assert said.words == ("café",)
    assert said.typed == "pontoon caf\udce9"


def test_characters_without_width_are_taken_away_from_nicks_alone() -> None:
    for invisible in "\u00ad\u200b\u200c\u200d\u200e\u2060\ufeff":
        assert as_nick(f"{invisible}@da{invisible}ve") == "dave"
        address = f"B{invisible}ot{invisible}: help"
        assert without_addressee(address, "Bot".__eq__) == "help"
    private = parse_in_private(DAVE, "bet 5\u200b0", "!", GAMES, [])
    assert private.move == ("bet", "5\u200b0")


def test_a_colon_behind_the_command_is_not_of_it() -> None:
    for text, game, words in [
        ("!pontoon: dave kevin", "pontoon", ["dave", "kevin"]),
        ("!shed, dave", "pontoon", ["dave"]),
        ("!stats; dave", "", ["stats", "dave"]),
        ("!pontoon: 20", "", ["20"]),
        ("!: dave", "", [":", "dave"]),
    ]:
        request = in_channel(text, "!")
        assert request is not None
        assert (request.game, [*request.words]) == (game, words)


def test_text_is_said_to_a_nick_only_if_it_begins_with_it() -> None:
    for text in ["kevin: 5", "5 Bot: 5", "Bot 5", ": 5", "", "Bot"]:
        assert without_addressee(text, "Bot".__eq__) == text
    for text in ["Bot: 5", "Bot, 5", "Bot:5"]:
        assert without_addressee(text, "Bot".__eq__) == "5"


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
