"""contrib/check_decks.py finds what is wrong in a players.decks, by itself or with a log."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from pontoon.engine.sealed_deck import short
from tests.support.logged_evenings import evening, logged, run
from tests.support.sealed_decks import Evening

HASH = ',"hash":"'


@pytest.fixture
def decks(tmp_path: Path) -> Evening:
    """Return a file with a shoe that is finished, a pack that was given up, and a shoe in play."""
    return Evening(tmp_path / "players.decks")


def said_of(decks: Evening, *options: object) -> tuple[int, str]:
    return run(decks.path, *options)


def faults(decks: Evening, *options: object) -> list[str]:
    """Return what is wrong, without the places."""
    status, said = said_of(decks, *options)
    *lines, last = said.splitlines()
    found = [line for line in lines if "is still in play" not in line]
    assert status == (1 if found else 0)
    assert last.endswith(f"faults: {len(found)}")
    return [line.partition(": ")[2] for line in found]


def with_log(decks: Evening) -> list[str]:
    path = decks.path.with_name("den.log")
    path.write_text("".join(f"{line}\n" for line in decks.log), "utf-8")
    return faults(decks, "--log", path)


def changed(decks: Evening, place: int, change: Callable[[dict[str, object]], object]) -> None:
    """Change the line at PLACE, and make all hashes anew: those who have the file can."""
    lines = decks.path.read_text("ascii").splitlines()
    before = ""
    for number, line in enumerate(lines):
        record = json.loads(line)
        del record["hash"]
        if number == place:
            change(record)
        if "before" in record:
            record["before"] = before
        content = json.dumps(record, separators=(",", ":"))[:-1]
        before = sha256(content.encode()).hexdigest()
        lines[number] = f'{content}{HASH}{before}"}}'
    decks.path.write_text("".join(f"{line}\n" for line in lines), "ascii")


def put(key: str, value: object) -> Callable[[dict[str, object]], object]:
    return lambda record: record.update({key: value})


def test_nothing_is_wrong(decks: Evening) -> None:
    assert faults(decks) == []
    assert with_log(decks) == []
    status, said = said_of(decks)
    assert status == 0
    assert "deck 3 is still in play: pontoon in #den on libera" in said
    assert "3 decks: 1 finished, 1 given up (0 of them cut and never dealt), 1 in play" in said


def test_an_evening_of_all_games_is_right(tmp_path: Path) -> None:
    games = ("pontoon", "british", "shoot", "cutwc", "blackjack")
    bot = evening(tmp_path, 11, games, rounds=4)
    log = tmp_path / "den.log"
    log.write_text("\n".join(logged(bot.book)), "utf-8")
    status, said = run(tmp_path / "players.decks", "--log", log)
    assert status == 0, said
    assert "faults: 0" in said


@pytest.mark.parametrize(
    ("place", "change", "fault"),
    [
        (3, put("secret", "A" * 22), "its seal is not of its secret"),
        (3, put("cuts", ["years ago", "four score and seven"]), "its cuts are not in order"),
        (3, put("cuts", ["\x02bold"]), "it has a cut that cannot count"),
        (3, put("cuts", ["two  spaces"]), "it has a cut that cannot count"),
        (3, put("cuts", ["x" * 101]), "it has a cut that cannot count"),
        (3, put("cuts", [f"{n:02}" for n in range(21)]), "it has more than 20 cuts"),
        (3, put("dealt", [[0, 9, 1], [10, 9, 1]]), "a round begins behind 10 cards, but 9 were"),
        (3, put("dealt", [[0, 9, 1]]), "it is called finished after 9 cards, but its marker is"),
        (3, put("dealt", [[0, 300, 1], [300, 9, 1]]), "a round begins when the marker"),
        (3, put("dealt", []), "it has a list of cuts if, and only if, a round was begun"),
        (3, put("dealt", [[0, 9, True]]), "it is no record that is known here"),
        (1, put("procedure", "pontoon-deck-1"), "it is no record that is known here"),
        (1, put("packs", 0), "it is no record that is known here"),
        (1, put("marker", "75-60"), "it is no record that is known here"),
        (1, put("marker", "hands"), "it is no record that is known here"),
        (1, put("sealed", 7), "deck 7 is sealed out of turn"),
        (1, put("more", 1), "it is no record that is known here"),
        (4, put("opened", 9), "deck 9 was never sealed"),
        (4, put("opened", 1), "deck 1 was closed before"),
    ],
)
def test_what_is_changed_is_found(
    decks: Evening, place: int, change: Callable[[dict[str, object]], object], fault: str
) -> None:
    changed(decks, place, change)
    assert any(fault in each for each in faults(decks))


def test_a_changed_byte_is_found(decks: Evening) -> None:
    content = decks.path.read_bytes()
    decks.path.write_bytes(content.replace(b"years ago", b"years agO"))
    assert "its hash is wrong: the line was changed" in faults(decks)


def test_a_line_that_is_left_out_or_cut_short_is_found(decks: Evening) -> None:
    lines = decks.path.read_bytes().splitlines(keepends=True)
    for place in range(len(lines) - 1):
        decks.path.write_bytes(b"".join([*lines[:place], *lines[place + 1 :]]))
        assert faults(decks)
    decks.path.write_bytes(b"".join(lines)[:-1])
    assert "the line has no line feed at its end" in faults(decks)
    decks.path.write_bytes(b"")
    assert any("no line that can be read" in said_of(decks)[1] for _ in [0])


def test_a_key_that_is_there_twice_is_found(decks: Evening) -> None:
    first, rest = decks.path.read_text("ascii").split("\n", 1)
    content = first.partition(HASH)[0] + ',"id":"' + "0" * 32 + '"'
    digest = sha256(content.encode()).hexdigest()
    decks.path.write_text(f'{content}{HASH}{digest}"}}\n{rest}', "ascii")
    assert "it is no record that is known here" in faults(decks)


def test_a_deck_that_was_never_opened_and_one_whose_secret_is_lost_are_faults(
    decks: Evening,
) -> None:
    decks.file.lose(3, "damaged")
    assert "the secret of deck 3 is lost: nothing is proved" in faults(decks)
    lines = decks.path.read_bytes().splitlines(keepends=True)
    decks.path.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    assert "deck 1 was not opened when deck 3 was sealed" in faults(decks)


def test_what_the_log_says_otherwise_is_found(decks: Evening) -> None:
    for place, line in enumerate(decks.log):
        for old, new in (
            (" sealed: ", " sealed: A"),
            ("cut by 2", "cut by 3"),
            (": AAAA", ": BAAA"),
        ):
            if old in line and "PontoonBot" in line:
                log = decks.log.copy()
                decks.log[place] = line.replace(old, new)
                assert with_log(decks), decks.log[place]
                decks.log[:] = log
    decks.say(f"Deck 77 sealed: {short(b'77')} (!cut any words)")
    assert "the file has no deck 77" in with_log(decks)


def test_what_the_log_has_in_another_order_is_found(decks: Evening) -> None:
    opened = next(line for line in decks.log if "Deck 1 opened" in line)
    decks.log.insert(0, opened)
    assert "deck 1: this comes too late" in with_log(decks)


@pytest.mark.parametrize(
    "line",
    [
        "12:00 -T- <PontoonBot> {}",
        "12:00 * T <PontoonBot> {}",
        "12:00 <T> <PontoonBot> {}",
        "2026-11-20 12:00:00\tT\t<PontoonBot> {}",
        "12:00 -[]:#den- <PontoonBot> {}",
    ],
)
def test_nobody_else_speaks_for_the_bot(decks: Evening, line: str) -> None:
    decks.log.append(line.format("Deck 1 cannot be opened: its secret is lost"))
    assert with_log(decks) == []


def test_what_cannot_be_read_is_said_in_a_line(decks: Evening, tmp_path: Path) -> None:
    for arguments in (
        [tmp_path / "nothing"],
        [tmp_path],
        [decks.path, "--log", tmp_path / "nothing"],
        [decks.path, "--log", decks.path],
    ):
        status, said = run(*arguments)
        assert (status, len(said.splitlines())) == (2, 1), said
    decks.path.write_text('{"format":"pontoon-decks-1","id":"0"}\n', "ascii")
    status, said = said_of(decks)
    assert status == 2
    assert "pontoon-decks-1" in said.splitlines()[-1]
