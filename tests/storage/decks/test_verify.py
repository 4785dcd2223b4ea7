"""What is found in players.decks, by the bot and by the script for sceptics (FAIR, Checking)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from pontoon.engine.sealed_deck import DeckPlace, hex_digest
from pontoon.storage.decks.verify import verify
from pontoon.storage.findings import Wrong
from tests.support.recorded_rounds import a_shed_round
from tests.support.sealed_decks import (
    SHED,
    Evening,
    deck_file,
    finish,
    seal,
    verified,
    what_is_wrong,
)

pytestmark = pytest.mark.slow


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.decks"


@pytest.fixture
def evening(path: Path) -> Evening:
    return Evening(path)


def test_an_honest_evening_has_no_fault(evening: Evening) -> None:
    report = verified(evening.path, evening.log)
    assert report.findings == []
    assert [*report.in_play] == [3]
    assert (report.sealed, report.finished, report.given_up) == (3, 1, 1)
    assert report.cut_and_never_dealt == 0
    assert report.heard == 3


# 1: one byte


def test_one_byte_changed_anywhere_is_found(evening: Evening) -> None:
    """In each field of each line, the last line's hash and line feed too."""
    content = evening.path.read_bytes()
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 1
        evening.path.write_bytes(changed)
        assert verified(evening.path).findings, place


def test_a_byte_that_is_missing_or_too_many_is_found(evening: Evening) -> None:
    content = evening.path.read_bytes()
    for place in range(0, len(content), 11):
        for changed in (content[:place] + content[place + 1 :], _with_space(content, place)):
            evening.path.write_bytes(changed)
            assert what_is_wrong(evening.path), place


def _with_space(content: bytes, place: int) -> bytes:
    return content[:place] + b" " + content[place:]


def test_a_line_left_out_is_found_but_for_the_last_ones(evening: Evening) -> None:
    """Only a log knows that the end is missing."""
    lines = evening.path.read_bytes().splitlines(keepends=True)
    for number in range(len(lines) - 1):
        evening.path.write_bytes(b"".join(lines[:number] + lines[number + 1 :]))
        assert what_is_wrong(evening.path), number
    evening.path.write_bytes(b"".join(lines[:-1]))
    assert what_is_wrong(evening.path) == set()
    assert what_is_wrong(evening.path, evening.log) == {"LOG_NO_DECK"}


# What a bot could write that has the chain right

Change = Callable[[dict[str, Any]], object]


def rewrite(path: Path, changes: dict[int, Change]) -> None:
    """Change the records of these numbers, counted from 0, and chain all anew."""
    before, lines = "", []
    for number, line in enumerate(path.read_bytes().splitlines()):
        fields = json.loads(line)
        del fields["hash"]
        if before:
            fields["before"] = before
        if number in changes:
            changes[number](fields)
        text = json.dumps(fields, separators=(",", ":"))[:-1]
        before = hex_digest(text.encode())
        lines.append(f'{text},"hash":"{before}"}}\n')
    path.write_text("".join(lines))


def put(**fields: Any) -> Change:
    return lambda record: record.update(fields)


def test_the_chain_alone_proves_nothing(evening: Evening) -> None:
    """Whoever has the file can write its end anew; a log knows, and so does each later seal."""
    rewrite(evening.path, {4: put(why="operator")})
    assert what_is_wrong(evening.path) == set()
    assert what_is_wrong(evening.path, evening.log) == {"LOG_OPENING"}
    rewrite(evening.path, {1: put(at="later")})
    assert what_is_wrong(evening.path) == {"SEAL"}


ZEROS = "0" * 27


@pytest.mark.parametrize(
    ("number", "change", "wrong"),
    [
        (0, put(format="pontoon-decks-3"), "UNKNOWN"),
        (0, put(id="x"), "NOT_A_RECORD"),
        (0, put(more=1), "NOT_A_RECORD"),
        (1, put(procedure="pontoon-deck-3"), "UNKNOWN"),
        (1, put(sealed=2), "NUMBER"),
        (1, put(sealed=True), "NOT_A_RECORD"),
        (1, put(packs=101), "NOT_A_RECORD"),
        (1, put(packs=6.0), "NOT_A_RECORD"),
        (1, put(marker="060-75"), "NOT_A_RECORD"),
        (1, put(network="\ud800"), "NOT_A_RECORD"),
        (5, put(marker="75-60"), "NOT_A_RECORD"),
        (5, put(marker="60-313"), "NOT_A_RECORD"),
        (5, put(packs=0), "NOT_A_RECORD"),
        (5, put(sealed=4), "NUMBER"),
        (5, put(sealed=0), "NOT_A_RECORD"),
        (5, put(at=""), "NOT_A_RECORD"),
        (5, put(why="x"), "NOT_A_RECORD"),
        (1, put(seal=ZEROS), "SEAL"),
        (1, put(network="efnet"), "SEAL"),
        (1, put(marker="60-76"), "SEAL"),
        (2, put(channel="#den", game="pontoon"), "NOT_OPENED"),
        (3, put(secret=ZEROS[:22]), "SEAL"),
        (3, put(secret="0"), "NOT_A_RECORD"),
        (3, put(cuts=["years ago", "four score and seven"]), "UNSORTED"),
        (3, put(cuts=["a"] * 21), "TOO_MANY_CUTS"),
        (3, put(cuts=["a  b"]), "BAD_CUT"),
        (3, put(cuts=["\x034"]), "BAD_CUT"),
        (3, put(cuts=[" a"]), "BAD_CUT"),
        (3, put(cuts=["é" * 51]), "BAD_CUT"),
        (3, put(cuts=["\udc80"]), "NOT_A_RECORD"),
        (3, put(cuts=None), "UNCUT"),
        (3, put(dealt=[[0, 9, 1], [10, 300, 1]]), "HOLE"),
        (3, put(dealt=[[1, 300, 1]]), "HOLE"),
        (3, put(dealt=[[0, 300, 1], [300, 2, 1]]), "PAST_MARKER"),
        (3, put(dealt=[[0, 9, 1]]), "NOT_FINISHED"),
        (3, put(dealt=[[0, 9, 2]]), "NOT_A_RECORD"),
        (3, put(dealt=[[0, 9, True]]), "NOT_A_RECORD"),
        (3, put(opened=7), "NOT_SEALED"),
        (4, put(opened=1), "CLOSED_TWICE"),
        (4, put(why="finished"), "NOT_FINISHED"),
        (4, put(cuts=[], dealt=[[0, 4, 0], [4, 4, 1]]), "UNSETTLED"),
        (4, put(cuts=[], dealt=[[0, 4, 0]], why="finished"), "NOT_FINISHED"),
    ],
)
def test_what_a_bot_could_write(evening: Evening, number: int, change: Change, wrong: str) -> None:
    rewrite(evening.path, {number: change})
    assert wrong in what_is_wrong(evening.path)


@pytest.mark.parametrize(
    "change",
    [
        put(cuts=[], dealt=[[0, 0, 0]]),
        put(cuts=["x"], dealt=[[0, 0, 0], [0, 9, 1]]),
        put(cuts=["x"], dealt=[[0, 9, 1], [9, 5, 0]]),
        put(cuts=["x"], dealt=[[0, 40, 1], [40, 30, 1]], why="finished"),
    ],
)
def test_what_may_happen_to_a_pack(evening: Evening, change: Change) -> None:
    rewrite(evening.path, {4: change})
    assert what_is_wrong(evening.path) == set()


def test_a_deck_that_was_cut_and_never_dealt_is_counted(evening: Evening) -> None:
    rewrite(evening.path, {4: put(cuts=["x"], dealt=[[0, 0, 0]])})
    assert verified(evening.path).cut_and_never_dealt == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"packs":6', b'"packs":5,"packs":6'),
        (b'"packs":6', b'"packs": 6'),
        (b'"packs":6', b'"packs":06'),
        (b'"packs":6', b'"packs":6e0'),
        (b'"game":"pontoon","packs":6', b'"packs":6,"game":"pontoon"'),
        (b'"network":"libera"', b'"network":"\\u006cibera"'),
        (b'"network":"libera"', '"network":"líbera"'.encode()),
        (b'"format":', b'"format": '),
        (b'"id":', b'"id" :'),
    ],
)
def test_json_has_one_way_to_be_written(path: Path, old: bytes, new: bytes) -> None:
    """So nothing depends on how a program reads it, such as a key that is there twice."""
    seal(deck_file(path))
    content = path.read_bytes()
    lines, before = b"", ""
    for line in content.splitlines():
        text = line[: line.index(b',"hash"')].replace(old, new)
        text = b'{"before":"' + before.encode() + text[75:] if before else text
        before = hex_digest(text)
        lines += text + f',"hash":"{before}"}}\n'.encode()
    assert lines != content
    path.write_bytes(lines)
    assert what_is_wrong(path) == {"NOT_A_RECORD"}


def test_what_is_no_file_of_decks_is_refused(path: Path) -> None:
    for content in [b"", b"\n", b"[1]\n", b"[" * 100_000 + b"\n", b"\xff\x00\n"]:
        path.write_bytes(content)
        assert what_is_wrong(path)


def test_a_lost_secret_is_a_fault(path: Path) -> None:
    """A deck that is never opened is a failed check, whatever the excuse."""
    file = deck_file(path)
    file.lose(seal(file).terms.number, "damaged journal")
    assert what_is_wrong(path) == {"LOST"}


def test_the_deck_behind_a_lost_one_is_in_its_place(path: Path) -> None:
    file = deck_file(path)
    file.lose(seal(file).terms.number, "damaged journal")
    seal(file)
    assert what_is_wrong(path) == {"LOST"}


def test_rounds_of_a_lost_deck_are_not_checked(path: Path) -> None:
    file = deck_file(path)
    file.lose(seal(file).terms.number, "damaged journal")
    played = a_shed_round(deck=DeckPlace(1, 1, 0))
    with path.open("rb") as lines:
        report = verify(lines, None, [played])
    assert [fault.what.name for fault in report.findings] == ["LOST"]
    assert report.rounds_unopened == 1


def test_names_with_spaces_are_hashed_without_them(path: Path) -> None:
    file = deck_file(path)
    finish(file, seal(file, structs.replace(SHED, network="my net", channel="#50%\u2028ü\x7f")))
    assert what_is_wrong(path) == set()


def test_faults_are_told_in_the_order_of_the_checks(evening: Evening) -> None:
    """A fault in the last line may be of an earlier check than one in the first."""
    rewrite(evening.path, {1: put(seal=ZEROS), 3: put(cuts=["b", "a"], dealt=[[1, 1, 1]])})
    content = evening.path.read_bytes()
    evening.path.write_bytes(content[:-1])
    found = [fault.what for fault in verified(evening.path).findings]
    assert found == [
        *(Wrong.NO_LINE_FEED, Wrong.SEAL, Wrong.SEAL, Wrong.UNSORTED, Wrong.HOLE),
        Wrong.NOT_FINISHED,
    ]
