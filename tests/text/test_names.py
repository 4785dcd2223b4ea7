"""What lines begin with: names, and words that no name begins with."""

import re
from collections.abc import Iterator
from pathlib import Path

from pontoon.games import GAMES
from pontoon.storage.players.nicknames import nickname_fault
from pontoon.text.names import as_named, follows_names, is_without_name, why_misread

OF_ANSWERS = {
    "last-round-since-its-end",
    *("a-game-is-taken-away", "a-line-on-each-command", "admin-channels", "bank-odd-amounts"),
    *("channel-settings", "config-channel-gone", "last-round-told", "no-hints-among-people"),
    *("no-refills", "odd-spellings", "optout", "strangers", "two-networks", "blackjack-killed"),
}
"""Transcripts in which the channel hears answers, too: those begin as they like."""

EVENINGS = sorted(
    each
    for each in (Path(__file__).parent.parent / "wire").glob("*.txt")
    if each.stem not in OF_ANSWERS
)


def told(evening: Path) -> Iterator[str]:
    """Yield what the channel is told in EVENING, in rounds of any game: each item of each line."""
    for line in evening.read_text("utf-8").splitlines():
        if line.startswith("<PontoonBot> "):
            yield from line.removeprefix("<PontoonBot> ").replace("·", "").split(" | ")


def names_in(evening: Path) -> set[str]:
    text = evening.read_text("utf-8")
    called = re.findall("You are now called (.+)\\.$", text, re.MULTILINE)
    typed = " ".join(re.findall(r"^<.*> +!\S+(.*)$", text, re.MULTILINE)).split()
    (players,) = re.findall("^players: (.*)$", text, re.MULTILINE) or [""]
    listed = [each.split()[0] for each in players.split(", ") if each]
    heard = re.findall(r"^(?:<([^>]+)>| +→ (\S+) | +(\S+) →|\* (\S+) )", text, re.MULTILINE)
    renamed = re.findall(r"is now (?:known as )?(\S+?)\.?$", text, re.MULTILINE)
    nicks = {nick for each in heard for nick in each if nick}
    games = {"shed", *(each.name for each in GAMES)}
    return {*called, *typed, *listed, *nicks, *renamed} - {
        "PontoonBot",
        "the",
        "banker",
        "",
        *games,
    }


def test_each_line_begins_with_a_name_or_with_words_that_no_name_begins_with() -> None:
    """Else somebody could be called what the bot says of a round: a log would tell two stories."""
    for evening in EVENINGS:
        names = sorted(names_in(evening), key=len, reverse=True)
        for item in told(evening):
            lower = item.lower()
            name = next((each for each in names if lower.startswith(each.lower())), None)
            if name is not None and (behind := item[len(name) :])[:1] in ("", *" ,:('"):
                words = behind.split()
                assert behind[:2] in ("", ", ", ": ", " (", "'s") or follows_names(words[0]), item
            else:
                assert any(why_misread(" ".join(item.split()[:most])) for most in (1, 2, 3, 4)), (
                    item
                )


def test_a_nick_that_is_obeyed_or_misread_begins_no_line() -> None:
    for nick in ["`", "`op", "\\\\op", "Deck", "nobody", "QD", "nickserv", "!op"]:
        assert as_named(nick) == f"the nick {nick}"
        assert is_without_name(as_named(nick))
        assert why_misread(as_named(nick))


def test_other_nicks_begin_lines() -> None:
    for nick in ["[]", "{x}", "^", "_", "|", "T", "Ahmed", "Decker", "qd", "Zoë"]:
        assert as_named(nick) == nick


def test_nothing_but_a_letter_or_a_digit_begins_a_nickname() -> None:
    others = [each for each in map(chr, range(33, 0x250)) if not each.isalnum()]
    assert [each for each in others if not nickname_fault(f"{each}op mal")] == []
