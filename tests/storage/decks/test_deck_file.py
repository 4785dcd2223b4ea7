"""players.decks: what is recorded stays, what was never said goes, whatever the disk does."""

import json
import shutil
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE
from unittest.mock import patch

import pytest
from msgspec import structs

from pontoon.engine.errors import NotRecorded
from pontoon.engine.sealed_deck import hex_digest, short_of
from pontoon.storage.append_file import AppendFile
from pontoon.storage.decks.deck_file import DeckFile, DeckFileError, path_beside, put_aside
from pontoon.storage.decks.deck_records import Opening
from tests.support.faulty_disk import FAILURES, FaultyDisk, Trouble
from tests.support.sealed_decks import (
    CUTWC,
    NOON,
    SHED,
    Evening,
    deck_file,
    finish,
    seal,
    secret_of,
    verified,
    what_is_wrong,
)

GIVEN_UP = Opening("restart", secret_of(1), None, ())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.decks"


def lines_in(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def test_it_lies_beside_players_xml(tmp_path: Path) -> None:
    assert path_beside(tmp_path / "players.xml") == tmp_path / "players.decks"


def test_it_begins_with_its_format_and_a_random_id(path: Path) -> None:
    """There is no file before there is a deck. Everybody may read it."""
    file = deck_file(path)
    assert not path.exists()
    seal(file)
    first, _ = lines_in(path)
    assert json.loads(first)["id"] == "0123456789abcdef" * 2
    assert S_IMODE(path.stat().st_mode) & 0o444 == 0o444


def test_decks_are_numbered_from_1_for_all_channels_and_games(path: Path) -> None:
    file = deck_file(path)
    assert [seal(file, plan).terms.number for plan in (SHED, CUTWC)] == [1, 2]
    file = deck_file(path)
    assert [*file.in_play] == [1, 2]
    finish(file, file.in_play[1])
    assert [*deck_file(path).in_play] == [2]
    assert seal(deck_file(path)).terms.number == 3
    assert what_is_wrong(path) == set()


def test_a_seal_vouches_for_all_before_it(path: Path) -> None:
    file = deck_file(path)
    seal(file)
    last = json.loads(lines_in(path)[-1])["hash"]
    assert file.prepare(CUTWC, secret_of(2)).terms.before == short_of(last)


def test_what_is_prepared_is_not_written(path: Path) -> None:
    """The secret goes into the journal first."""
    file = deck_file(path)
    deck = file.prepare(SHED, secret_of(1))
    assert not path.exists()
    assert file.in_play == {}
    file.seal(deck)
    assert file.in_play == {1: deck} == deck_file(path).in_play
    assert lines_in(path)[1] == deck.line


def test_a_deck_is_sealed_once_and_opened_once(path: Path) -> None:
    """The croupier may say it twice: after a failure it does not know what is on the disk."""
    file = deck_file(path)
    deck = seal(file)
    file.seal(deck)
    for _ in range(2):
        file.open(1, GIVEN_UP)
        file.lose(1, "journal")
    assert len(lines_in(path)) == 3
    assert file.has_closed(1)
    assert not file.has_closed(2)
    assert deck_file(path).has_closed(1)
    with pytest.raises(KeyError):
        file.open(2, GIVEN_UP)


def test_a_deck_that_does_not_follow_the_last_record_is_refused(path: Path) -> None:
    file = deck_file(path)
    late = file.prepare(SHED, secret_of(1))
    seal(file, CUTWC)
    with pytest.raises(ValueError, match="deck 1"):
        file.seal(late)


def test_a_record_that_no_check_accepts_is_not_written(path: Path) -> None:
    """It would be in the chain for ever."""
    file = deck_file(path)
    with pytest.raises(ValueError, match="no record"):
        file.prepare(structs.replace(SHED, packs=0), secret_of(1))
    seal(file)
    with pytest.raises(ValueError, match="no record"):
        file.open(1, structs.replace(GIVEN_UP, why=""))
    file.open(1, GIVEN_UP)
    assert what_is_wrong(path) == set()


def test_a_torn_end_was_never_said(path: Path) -> None:
    Evening(path)
    content = path.read_bytes()
    last = content.rstrip(b"\n").rindex(b"\n") + 1
    for size in range(last, len(content), 7):
        path.write_bytes(content[:size])
        file = deck_file(path)
        assert file.in_play == {}
        assert path.read_bytes() == content[:last]
        assert seal(file).line + b"\n" == content[last:]
        assert what_is_wrong(path) == set()


def test_a_torn_first_line_is_no_file(path: Path) -> None:
    path.write_bytes(b'{"format":"pont')
    seal(deck_file(path))
    assert what_is_wrong(path) == set()


@pytest.mark.parametrize("number", range(6))
def test_a_line_that_is_not_the_bots_stops_it(path: Path, number: int) -> None:
    """Nothing is written then, and the message is one line."""
    Evening(path)
    lines = lines_in(path)
    for changed in (
        [*lines[:number], b"{}", *lines[number + 1 :]],
        [*lines[:number], lines[number].replace(b'":', b'": ', 1), *lines[number + 1 :]],
        [*lines[:number], *lines[number + 1 :]] if number < 5 else [*lines, lines[5]],
    ):
        content = b"".join(line + b"\n" for line in changed)
        path.write_bytes(content)
        with pytest.raises(DeckFileError, match=r"players.decks, line \d: it .*pontoonbot verify"):
            deck_file(path)
        assert path.read_bytes() == content


def test_a_last_line_whose_hash_is_not_its_own_stops_it(path: Path) -> None:
    """Each other line is vouched for by the one behind it."""
    deck = seal(deck_file(path))
    seal_of = deck.seal.encode()
    path.write_bytes(path.read_bytes().replace(seal_of, seal_of[::-1]))
    with pytest.raises(DeckFileError, match="line 2: it has been changed"):
        deck_file(path)


def test_a_deck_that_is_out_of_turn_stops_it(path: Path) -> None:
    """Though each line follows from the one before."""
    seal(deck_file(path))
    first, line = lines_in(path)
    text = line[: line.index(b',"hash"')].replace(b'"sealed":1,', b'"sealed":2,')
    changed = text + f',"hash":"{hex_digest(text)}"}}'.encode()
    path.write_bytes(first + b"\n" + changed + b"\n")
    with pytest.raises(DeckFileError, match="line 2: it has deck 2 out of turn"):
        deck_file(path)


@pytest.mark.parametrize("old", [b"pontoon-decks-2", b"pontoon-deck-2"])
def test_a_later_format_or_procedure_is_refused(path: Path, old: bytes) -> None:
    seal(deck_file(path))
    before, lines = "", []
    for line in lines_in(path):
        text = line[: line.index(b',"hash"')].replace(old, old[:-1] + b"3")
        if before:
            text = b'{"before":"' + before.encode() + text[75:]
        before = hex_digest(text)
        lines.append(text + f',"hash":"{before}"}}\n'.encode())
    path.write_bytes(b"".join(lines))
    with pytest.raises(DeckFileError, match=old.decode()):
        deck_file(path)


def test_a_file_of_version_0_2_0_is_put_aside_by_name(path: Path) -> None:
    assert put_aside(path) == ""
    old = b'{"format":"pontoon-decks-1","id":"x"}\n'
    path.write_bytes(old)
    assert put_aside(path) == "players.decks.deck-1"
    assert path.with_name("players.decks.deck-1").read_bytes() == old
    seal(deck_file(path))
    assert put_aside(path) == ""
    assert path.exists()


def test_what_cannot_be_read_is_said_in_one_line(path: Path) -> None:
    path.mkdir()
    with pytest.raises(DeckFileError, match=r"players.decks cannot be read: Is a directory"):
        deck_file(path)


def test_a_file_that_another_program_changed_is_left_alone(path: Path) -> None:
    file = deck_file(path)
    seal(file)
    other = deck_file(path)
    seal(other, CUTWC)
    content = path.read_bytes()
    with pytest.raises(NotRecorded, match="another program has changed it"):
        file.open(1, GIVEN_UP)
    assert path.read_bytes() == content


def test_a_file_that_was_copied_back_is_the_same(path: Path) -> None:
    file = deck_file(path)
    seal(file)
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.replace(path)
    file.open(1, GIVEN_UP)
    assert what_is_wrong(path) == set()


# Whatever the disk does


def work(file: DeckFile, said: list[str]) -> None:
    """Do what a croupier does; SAID is what the channel may have heard of."""
    deck = file.prepare(SHED, secret_of(1))
    said.append("prepared")
    file.seal(deck)
    said.append(deck.seal)
    finish(file, deck)
    said.append(secret_of(1))
    second = file.prepare(CUTWC, secret_of(2))
    said.append("prepared")
    file.seal(second)
    said.append(second.seal)
    file.lose(2, "damaged journal")
    said.append("lost")


def again(file: DeckFile) -> None:
    """Go on after trouble, as the croupier does at the start: open what is sealed."""
    for number in (1, 2):
        if number > 1 and not file.has_closed(1):
            break
        if number in file.in_play:
            file.open(number, Opening("restart", secret_of(number), None, ()))


def check(path: Path, said: list[str]) -> None:
    """Check that all that was said is in the file, and that nothing is wrong with it."""
    content = path.read_text() if path.exists() else ""
    assert all(each in content for each in said if each not in ("prepared", "lost"))
    if content:
        assert {fault.what.name for fault in verified(path).faults} <= {"LOST"}


@pytest.mark.parametrize("more", [0, 1, 100])
@pytest.mark.parametrize("trouble", Trouble)
def test_what_was_said_is_on_the_disk_and_nothing_twice(
    path: Path, trouble: Trouble, more: int
) -> None:
    """Trouble at every call that changes the disk, once, twice, or from then on."""
    for number in range(1, 40):
        path.unlink(missing_ok=True)
        faulty, said = FaultyDisk(trouble, number, more), list[str]()
        file = deck_file(path)
        with patch("os.fsync"), faulty.at_work(), suppress(NotRecorded):
            work(file, said)
        if trouble in FAILURES:
            check_nothing_else(path, file)
            again(file)
            check(path, said)
        file = deck_file(path)
        check(path, said)
        again(file)
        assert file.in_play == {}
        check(path, said)
        if not faulty.had_trouble:
            break
    assert not faulty.had_trouble


def check_nothing_else(path: Path, file: DeckFile) -> None:
    """While a record cannot be written no other one is made; then it is the first."""
    if not file.trouble:
        return
    lines = lines_in(path) if path.exists() else []
    with (
        FaultyDisk(Trouble.FULL, 1, 100).at_work(),
        pytest.raises(NotRecorded),
    ):
        file.prepare(SHED, secret_of(9))
    file.mend()
    assert len(lines_in(path)) <= len(lines) + 2


def test_a_dead_disk_at_the_start_is_no_end(path: Path) -> None:
    Evening(path)
    file = DeckFile(AppendFile(path), lambda: NOON)
    with FaultyDisk(Trouble.READ_ONLY, 1, 100).at_work():
        file.load("0" * 32)
        assert file.trouble == "Read-only file system"
        with pytest.raises(NotRecorded):
            file.open(3, GIVEN_UP)
    assert [*file.in_play] == [3]
    file.open(3, Opening("restart", secret_of(3), None, ()))
    assert what_is_wrong(path) == set()


def test_what_it_keeps_in_memory_does_not_grow(path: Path) -> None:
    file = deck_file(path)
    with patch("os.fsync"):
        for _ in range(200):
            deck = seal(file)
            file.open(deck.terms.number, Opening("restart", secret_of(deck.terms.number), None, ()))
    assert file.in_play == {}
    file = deck_file(path)
    assert file.in_play == {}
    assert seal(file).terms.number == 201
