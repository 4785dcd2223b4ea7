"""A log of the channel is compared with players.decks (FAIR, Checking, 7)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pontoon.text import decks as deck_texts
from tests.support.sealed_decks import (
    Evening,
    deck_file,
    finish,
    seal,
    secret_of,
    verified,
    what_is_wrong,
)


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "players.decks")


def line_of(evening: Evening, words: str) -> int:
    """Return the number of the first line of the log with these WORDS, counted from 0."""
    return next(number for number, line in enumerate(evening.log) if words in line)


FORMATS = [
    "12:34 <{}> {}",
    "12:34 <@{}> {}",
    "12:34:56 < {}> {}",
    "[12:34:56] <{}> {}",
    "[2026-11-20T12:34:56.789Z] <+{}> {}",
    "2026-11-20 12:34:56\t{}\t{}",
    "2026-11-20 12:34:56\t@{}\t{}",
    "Nov 20 12:34:56 <{}>\t{}",
    "<{}> {}",
]


@pytest.mark.parametrize("form", FORMATS)
def test_the_usual_formats_are_read(evening: Evening, form: str) -> None:
    said = [line.split("> ", 1) for line in evening.log]
    log = [form.format(head.split("<")[1].lstrip("@"), text) for head, text in said]
    assert what_is_wrong(evening.path, log) == set()
    number = line_of(evening, "deck 1, cut")
    log[number] = log[number].replace("cut by 2", "cut by 3")
    assert what_is_wrong(evening.path, log) == {"LOG_CUTS"}


FORGED = "Deck 1 sealed: " + "0" * 27 + " (!cut any words)"


@pytest.mark.parametrize(
    "line",
    [
        f"12:34 <dave> {FORGED}",
        f"12:34 <dave> <PontoonBot> {FORGED}",
        f"12:34  * dave <PontoonBot> {FORGED}",
        f"12:34 -!- dave [d@h] has quit [<PontoonBot> {FORGED}]",
        f"12:34 -PontoonBot:#den- {FORGED}",
        f"2026-11-20 12:34:56\t *\tdave <PontoonBot> {FORGED}",
        f"2026-11-20 12:34:56\tdave\t\tPontoonBot\t{FORGED}",
        f"12:34 <PontoonBot> dave says: {FORGED}",
        f"--- Day changed <PontoonBot> {FORGED}",
    ],
)
def test_only_the_bot_speaks_for_the_bot(evening: Evening, line: str) -> None:
    assert what_is_wrong(evening.path, [line, *evening.log]) == set()


def test_a_log_without_the_bot_proves_nothing(evening: Evening) -> None:
    log = [line for line in evening.log if "PontoonBot" not in line]
    assert what_is_wrong(evening.path, log) == {"LOG_NOTHING"}


Change = Callable[[str], str]


@pytest.mark.parametrize(
    ("words", "old", "new", "wrong"),
    [
        ("Deck 1 sealed", ": ", ": 0", "LOG_SHAPE"),
        ("deck 1, cut", "by 2", "by 3", "LOG_CUTS"),
        ("Deck 1 opened", "60-75", "60-74", "LOG_OPENING"),
        ("Deck 1 opened", " opened", " opened, given up (restart)", "LOG_OPENING"),
        ("Deck 1 opened", ": ", ": 0", "LOG_SHAPE"),
        ("Deck 2 opened, given up", "restart", "operator", "LOG_OPENING"),
        ("Deck 2 opened, given up", ", given up (restart)", "", "LOG_OPENING"),
        ("Deck 3 sealed", "Deck 3", "Deck 4", "LOG_NO_DECK"),
    ],
)
def test_what_was_said_otherwise_is_found(
    evening: Evening, words: str, old: str, new: str, wrong: str
) -> None:
    number = line_of(evening, words)
    head, text = evening.log[number].split("> ")
    evening.log[number] = f"{head}> {text.replace(old, new, 1)}"
    assert what_is_wrong(evening.path, evening.log) == {wrong}


@pytest.mark.parametrize("words", ["Deck 1 sealed", "Deck 1 opened", "Deck 2 opened, given"])
def test_each_digit_that_was_heard_counts(evening: Evening, words: str) -> None:
    number = line_of(evening, words)
    line = evening.log[number]
    place = line.index(": ", line.index("Deck")) + 12
    evening.log[number] = line[:place] + ("1" if line[place] != "1" else "2") + line[place + 1 :]
    assert what_is_wrong(evening.path, evening.log) in ({"LOG_SEAL"}, {"LOG_OPENING"})


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Deck 1 sealed", "deck 1, cut"),
        ("deck 1, cut", "Deck 1 opened"),
        ("Deck 1 sealed", "Deck 1 opened"),
        ("Deck 2 sealed", "Deck 2 opened, given"),
    ],
)
def test_a_deck_is_sealed_and_cut_and_opened_in_this_order(
    evening: Evening, first: str, second: str
) -> None:
    log = evening.log
    here, there = line_of(evening, first), line_of(evening, second)
    log[here], log[there] = log[there], log[here]
    assert what_is_wrong(evening.path, log) == {"LOG_ORDER"}


def test_lines_may_be_said_again_in_the_same_words(evening: Evening) -> None:
    """So they are after a lost connection."""
    seal = line_of(evening, "Deck 1 sealed")
    evening.log[3:3] = [evening.log[seal]]
    assert what_is_wrong(evening.path, evening.log) == set()
    evening.log[3] = f"12:34 <PontoonBot> {FORGED}"
    assert what_is_wrong(evening.path, evening.log) == {"LOG_TWO_WAYS"}


def test_a_deck_whose_seal_the_log_lacks_is_named(evening: Evening) -> None:
    """The log may begin within the deck."""
    del evening.log[line_of(evening, "Deck 1 sealed")]
    assert what_is_wrong(evening.path, evening.log) == set()
    assert verified(evening.path, evening.log).without_seal == [1]


def test_what_was_opened_in_the_channel_is_opened_in_the_file(evening: Evening) -> None:
    lines = evening.path.read_bytes().splitlines(keepends=True)
    evening.path.write_bytes(b"".join(lines[:4]))
    del evening.log[-1]
    assert what_is_wrong(evening.path, evening.log) == {"LOG_NOT_CLOSED"}


# The line that begins a round


def begin(deck: int, card: int, nick: str = "PontoonBot") -> str:
    """Return the line by which NICK begins a round of DECK with a CARD."""
    return f"12:03 <{nick}> Shed Pontoon: dave, kevin | deck {deck}, card {card} | place your bets"


def test_the_first_round_begins_behind_the_cut(evening: Evening) -> None:
    cut = line_of(evening, "deck 1, cut")
    evening.log[cut + 1 : cut + 1] = [begin(1, 1), begin(1, 10)]
    assert what_is_wrong(evening.path, evening.log) == set()


@pytest.mark.parametrize("card", [1, 10])
@pytest.mark.parametrize("closed", [1, 3])
def test_a_round_of_a_deck_that_was_never_cut_is_found(
    evening: Evening, closed: int, card: int
) -> None:
    """Whether the deck is opened or not."""
    evening.log = [line for line in evening.log if "deck 1, cut" not in line]
    evening.log.insert(line_of(evening, f"Deck {closed} sealed") + 1, begin(closed, card))
    assert what_is_wrong(evening.path, evening.log) == {"LOG_UNCUT"}


def test_a_seal_behind_an_opening_in_one_line_is_read(evening: Evening) -> None:
    opened = line_of(evening, "Deck 2 opened")
    last = evening.log.pop()
    _, sealed = last.split("> Deck")
    evening.log[opened] += f" | deck{sealed}"
    assert what_is_wrong(evening.path, evening.log) == set()
    evening.log.append(last.replace(": ", ": 0"))
    assert what_is_wrong(evening.path, evening.log) == {"LOG_SHAPE"}


def test_a_deck_that_nobody_cut_is_named_so(tmp_path: Path) -> None:
    path = tmp_path / "players.decks"
    file = deck_file(path)
    deck = seal(file)
    log = [
        f"<PontoonBot> {deck_texts.IS_SEALED.format(number=1, seal=deck.seal, prefix='!')}",
        "<PontoonBot> Shed Pontoon: dave, kevin | deck 1, not cut | place your bets",
        f"<PontoonBot> {deck_texts.is_opened(deck.terms, secret_of(1), 'finished')}",
    ]
    finish(file, deck, ())
    assert what_is_wrong(path, log) == set()
    log[1] = log[1].replace("not cut", f"cut by 1: {deck.seal}")
    assert what_is_wrong(path, log) == {"LOG_CUTS"}


def test_a_cut_behind_the_line_that_begins_the_first_round_is_found(evening: Evening) -> None:
    evening.log.insert(line_of(evening, "deck 1, cut"), begin(1, 1))
    assert what_is_wrong(evening.path, evening.log) == {"LOG_UNCUT"}


@pytest.mark.parametrize(
    "line",
    [
        "12:03 <PontoonBot> deck 3, card 1 | place your bets",
        "12:03 <PontoonBot> Shed Pontoon: a, b | deck 3, card 1",
    ],
)
def test_a_round_is_known_wherever_its_line_was_split(evening: Evening, line: str) -> None:
    evening.log.append(line)
    assert what_is_wrong(evening.path, evening.log) == {"LOG_UNCUT"}


@pytest.mark.parametrize(
    "line",
    [
        begin(3, 1, nick="dave"),
        "12:03 <PontoonBot> Shed Pontoon, deck 3, round 1, card 1",
        "12:03 <PontoonBot> dave cuts deck 3 of Shed Pontoon (1 cut)",
    ],
)
def test_no_other_line_begins_a_round(evening: Evening, line: str) -> None:
    evening.log.append(line)
    assert what_is_wrong(evening.path, evening.log) == set()


def test_a_log_that_begins_behind_the_seal_may_lack_the_cuts(evening: Evening) -> None:
    log = [line for line in evening.log if "eck 1" not in line]
    evening.log = [begin(1, 10), *log, begin(1, 19)]
    assert what_is_wrong(evening.path, evening.log) == set()
    assert verified(evening.path, evening.log).without_seal == []


# Lines that cannot be read


@pytest.mark.parametrize("number", [4, 99])
def test_a_deck_that_only_a_line_that_cannot_be_read_names_is_no_deck(
    evening: Evening, number: int
) -> None:
    evening.log.append(f"12:40 <PontoonBot> Deck {number} sealed: abc")
    assert what_is_wrong(evening.path, evening.log) == {"LOG_SHAPE"}
    report = verified(evening.path, evening.log)
    assert (report.heard, report.without_seal) == (3, [])
