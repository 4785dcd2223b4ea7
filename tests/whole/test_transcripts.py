"""Whole rounds, as people see them: each file in transcripts/ is played and compared."""

import re
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.support.repository import ROOT
from tests.transcripts.playback import BadTranscript, rendered
from tests.transcripts.write import main

FOLDER = ROOT / "tests" / "transcripts"
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_bot_says_what_the_transcript_says(path: Path, tmp_path: Path) -> None:
    written = path.read_text("utf-8")
    real = rendered(written, tmp_path)
    files = (path.name, "what the bot really says")
    if changes := list(unified_diff(written.splitlines(), real.splitlines(), *files, lineterm="")):
        pytest.fail("\n".join(changes), pytrace=False)
    assert real == written


def test_there_are_transcripts() -> None:
    assert len(FILES) > 20


def test_the_bot_says_what_the_round_in_the_readme_says(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    _, round_, *_ = readme.split("```\n")
    header = "players: dave 1000, kevin 1000\ncards: 2♦ 8♥ J♦ K♠ K♣\ndecks: are told\n"
    real = rendered(header + round_, tmp_path)
    assert real.replace(seal_of(real), seal_of(round_)) == header + round_


def seal_of(text: str) -> str:
    """Return the seal in TEXT, which is another one each time."""
    found = re.search(r"Deck 1 sealed: ([A-Za-z0-9_-]{27}) ", text)
    assert found is not None
    return found[1]


HEADER = "A title\n\nplayers: dave 1000\ncards: 5♦ KH\n"


def test_what_the_bot_is_written_to_say_makes_no_difference_to_what_it_says(
    tmp_path: Path,
) -> None:
    """The command for authors replaces it, and keeps everything else as it is."""
    mine = f"{HEADER}\n<dave>       !pontoon dave\n(A remark.)\n\n"
    path = tmp_path / "round.txt"
    path.write_text(f"{mine}<PontoonBot> nonsense\n   → dave    nonsense\n", "utf-8")
    main([str(path)])
    said = [line for line in path.read_text("utf-8").splitlines() if line not in mine]
    assert said == [
        "<PontoonBot> Shed Pontoon: dave | place your bets",
        "   → dave    Your card: 5♦. Bet (1-10)? You have 1000 chips",
    ]


@pytest.mark.parametrize("line", ["kevin stands up", "* kevin stands up", "<dave>!pontoon dave"])
def test_a_line_that_is_no_part_of_a_play_is_an_error(line: str, tmp_path: Path) -> None:
    with pytest.raises(BadTranscript):
        rendered(f"{HEADER}\n{line}\n", tmp_path)


def test_a_file_without_a_header_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadTranscript):
        rendered("<dave>       !pontoon dave\n", tmp_path)
