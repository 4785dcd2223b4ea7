"""A log of the channel is compared with players.decks, or stands for itself (FAIR, Checking, 7)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.sealed_decks import Evening, run_script, verified, what_is_wrong


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
    number = line_of(evening, "is cut")
    log[number] = log[number].replace("is cut (2)", "is cut (3)")
    assert what_is_wrong(evening.path, log) == {"LOG_CUTS"}


FORGED = "Deck 1 is sealed: " + "0" * 64 + " (Shed Pontoon)"


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
        ("Deck 1 is sealed", ": ", ": 0", "LOG_SHAPE"),
        ("Deck 1 is cut", "(2)", "(3)", "LOG_CUTS"),
        ("Deck 1 is cut", "(2)", "2", "LOG_SHAPE"),
        ("Deck 1 is opened", "60-75", "60-74", "LOG_OPENING"),
        ("Deck 1 is opened", " is opened", ", given up (restart), is opened", "LOG_OPENING"),
        ("Deck 2, given up", "restart", "operator", "LOG_OPENING"),
        ("Deck 2, given up", ", given up (restart),", "", "LOG_OPENING"),
        ("Deck 3 is sealed", "Deck 3", "Deck 4", "LOG_NO_DECK"),
    ],
)
def test_what_was_said_otherwise_is_found(
    evening: Evening, words: str, old: str, new: str, wrong: str
) -> None:
    number = line_of(evening, words)
    head, text = evening.log[number].split("> ")
    evening.log[number] = f"{head}> {text.replace(old, new, 1)}"
    assert what_is_wrong(evening.path, evening.log) == {wrong}


@pytest.mark.parametrize("words", ["Deck 1 is sealed", "Deck 1 is opened", "Deck 2, given"])
def test_each_digit_that_was_heard_counts(evening: Evening, words: str) -> None:
    number = line_of(evening, words)
    line = evening.log[number]
    place = line.index(": ", line.index("Deck")) + 30
    evening.log[number] = line[:place] + ("1" if line[place] != "1" else "2") + line[place + 1 :]
    assert what_is_wrong(evening.path, evening.log) in ({"LOG_SEAL"}, {"LOG_OPENING"})


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Deck 1 is sealed", "Deck 1 is cut"),
        ("Deck 1 is cut", "Deck 1 is opened"),
        ("Deck 1 is sealed", "Deck 1 is opened"),
        ("Deck 2 is sealed", "Deck 2, given"),
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
    """So they are after a lost connection, and by ``!fair``."""
    seal = line_of(evening, "Deck 1 is sealed")
    evening.log[3:3] = [evening.log[seal]]
    assert what_is_wrong(evening.path, evening.log) == set()
    evening.log[3] = f"12:34 <PontoonBot> {FORGED}"
    assert what_is_wrong(evening.path, evening.log) == {"LOG_TWO_HEXES"}


def test_a_deck_whose_seal_the_log_lacks_is_named(evening: Evening) -> None:
    """The log may begin within the deck."""
    del evening.log[line_of(evening, "Deck 1 is sealed")]
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


def refused(evening: Evening) -> set[str]:
    """Return what is wrong with the log; the script finds as much without the file."""
    wrong = what_is_wrong(evening.path, evening.log)
    assert ("dealt before" in alone(evening)) == ("LOG_UNCUT" in wrong)
    return wrong


def test_the_first_round_begins_behind_the_cut(evening: Evening) -> None:
    cut = line_of(evening, "Deck 1 is cut")
    evening.log[cut + 1 : cut + 1] = [begin(1, 1), begin(1, 10)]
    assert refused(evening) == set()


@pytest.mark.parametrize("card", [1, 10])
@pytest.mark.parametrize("closed", [1, 3])
def test_a_round_of_a_deck_that_was_never_cut_is_found(
    evening: Evening, closed: int, card: int
) -> None:
    """Whether the deck is opened or not."""
    evening.log = [line for line in evening.log if "Deck 1 is cut" not in line]
    evening.log.insert(line_of(evening, f"Deck {closed} is sealed") + 1, begin(closed, card))
    assert refused(evening) == {"LOG_UNCUT"}


def test_a_cut_behind_the_line_that_begins_the_first_round_is_found(evening: Evening) -> None:
    evening.log.insert(line_of(evening, "Deck 1 is cut"), begin(1, 1))
    assert refused(evening) == {"LOG_UNCUT"}


@pytest.mark.parametrize(
    "line",
    [
        "12:03 <PontoonBot> deck 3, card 1 | place your bets",
        "12:03 <PontoonBot> Shed Pontoon: a, b | deck 3, card 1",
        "12:03 <PontoonBot> Shed Pontoon: a, b | de\u2060ck 3, ca\u2060rd 1 | place your bets",
    ],
)
def test_a_round_is_known_wherever_its_line_was_split(evening: Evening, line: str) -> None:
    """A WORD JOINER keeps the client of somebody with that nick quiet."""
    evening.log.append(line)
    assert refused(evening) == {"LOG_UNCUT"}


@pytest.mark.parametrize(
    "line",
    [
        begin(3, 1, nick="dave"),
        "12:03 <PontoonBot> Shed Pontoon, deck 3, round 1, card 1",
        "12:03 <PontoonBot> dave cuts deck 3 (1 cut)",
    ],
)
def test_no_other_line_begins_a_round(evening: Evening, line: str) -> None:
    evening.log.append(line)
    assert refused(evening) == set()


def test_a_log_that_begins_behind_the_seal_may_lack_the_cut(evening: Evening) -> None:
    """``!fair`` says the seal again."""
    seal = evening.log[line_of(evening, "Deck 1 is sealed")]
    log = [line for line in evening.log if "Deck 1 is" not in line]
    evening.log = [begin(1, 10), *log, begin(1, 19)]
    assert refused(evening) == set()
    assert verified(evening.path, evening.log).without_seal == []
    evening.log = [begin(1, 10), seal, begin(1, 19), *log]
    assert refused(evening) == set()


# Lines that cannot be read


@pytest.mark.parametrize("number", [4, 99])
def test_a_deck_that_only_a_line_that_cannot_be_read_names_is_no_deck(
    evening: Evening, number: int
) -> None:
    evening.log.append(f"12:40 <PontoonBot> Deck {number} is sealed: abc")
    assert what_is_wrong(evening.path, evening.log) == {"LOG_SHAPE"}
    report = verified(evening.path, evening.log)
    assert (report.heard, report.without_seal) == (3, [])


# A log alone


def alone(evening: Evening) -> str:
    """Return what the script for sceptics says about the log alone; "" if all is right."""
    status, printed = run_alone(evening)
    return printed if status else ""


def run_alone(evening: Evening) -> tuple[int, str]:
    """Return the exit status of the script for sceptics with the log alone, and what it prints."""
    log_file = evening.path.with_name("channel.log")
    log = "".join(f"{line}\n" for line in evening.log)
    log_file.write_text(log, "utf-8", errors="surrogateescape")
    return run_script(None, None, "--log", str(log_file))


def test_a_log_alone_shows_seals_and_cuts(evening: Evening) -> None:
    assert alone(evening) == ""


def test_a_deck_that_is_sealed_at_the_end_is_named_and_is_no_fault(evening: Evening) -> None:
    assert "still sealed: 3\n" in run_alone(evening)[1]
    evening.log.append("12:40 <PontoonBot> Deck 3 cannot be opened (its secret is lost)")
    assert "still sealed:\n" in run_alone(evening)[1]


@pytest.mark.parametrize(
    "line",
    [
        "12:02 <bob> !cut me too",
        "12:02 <DAVE> !cut something else",
    ],
)
def test_a_cut_in_the_log_that_was_left_out_is_found(evening: Evening, line: str) -> None:
    evening.log.insert(line_of(evening, "Deck 1 is cut"), line)
    assert "channel.log: deck 1 cut: log differs" in alone(evening)


@pytest.mark.parametrize(
    "line",
    [
        "12:02 <bob> !cut",
        "12:02 <bob> !cut " + "x" * 101,
        "12:02 <bob> !cut \x034red",
        "12:02 <bob> !deal refused",
        "12:02 <bob>  !cut behind a space",
        "12:02 <bob> !cutwc cut me",
        "12:02 <DAVE> !cut years   ago",
    ],
)
def test_what_does_not_count_changes_nothing(evening: Evening, line: str) -> None:
    evening.log.insert(line_of(evening, "Deck 1 is cut"), line)
    assert alone(evening) == ""


def test_a_line_that_is_not_utf8_does_not_count(evening: Evening) -> None:
    evening.log.insert(line_of(evening, "Deck 1 is cut"), "12:02 <bob> !cut \udcff")
    assert alone(evening) == ""


@pytest.mark.parametrize("deal", ["!deal", "!DEAL", "!pontoon deal", "!pontoon  Deal"])
def test_the_words_of_whoever_deals_count_last(evening: Evening, deal: str) -> None:
    place = line_of(evening, "!cut years")
    evening.log[place : place + 1] = ["12:00 <dave> !cut x", "12:00 <bob> !deal refused"]
    evening.log.insert(line_of(evening, "Deck 1 is cut"), f"12:02 <Dave> {deal} years ago")
    assert alone(evening) == ""


@pytest.mark.parametrize("command", ["!CUT", "!Cut"])
def test_a_cut_counts_in_whatever_case_its_command_is(evening: Evening, command: str) -> None:
    place = line_of(evening, "!cut years")
    evening.log[place] = evening.log[place].replace("!cut", command)
    assert alone(evening) == ""


@pytest.mark.parametrize("prefix", [".", "$!?", "_", "("])
def test_the_seal_says_what_a_cut_begins_with(evening: Evening, prefix: str) -> None:
    evening.log[:] = [line.replace("!cut", f"{prefix}cut") for line in evening.log]
    assert alone(evening) == ""
    evening.log.insert(line_of(evening, "Deck 1 is cut"), "12:02 <bob> !cut for another bot")
    assert alone(evening) == ""


@pytest.mark.parametrize("words", ["Deck 1 is sealed: ", "Deck 1 is opened: "])
def test_another_seal_or_secret_is_found_in_the_log_alone(evening: Evening, words: str) -> None:
    number = line_of(evening, words)
    before, after = evening.log[number].split(words)
    evening.log[number] = before + words + "0" * 64 + after[64:]
    assert "the seal of deck 1 is not of its secret" in alone(evening)
