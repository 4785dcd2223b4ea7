"""Every transcript in this folder is played by the whole program, and compared."""

import re
from difflib import unified_diff
from pathlib import Path

import pytest

from tests.support.repository import ROOT
from tests.wire.transcript import BadTranscript, rendered

FILES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_transcript(path: Path, tmp_path: Path) -> None:
    """The bot says what the transcript says."""
    written = path.read_text("utf-8")
    real = rendered(written, tmp_path)
    files = (path.name, "what the bot really says")
    if changes := list(unified_diff(written.splitlines(), real.splitlines(), *files, lineterm="")):
        pytest.fail("\n".join(changes), pytrace=False)
    assert real == written


def test_round_in_the_readme(tmp_path: Path) -> None:
    """The bot says what the round in README.md says."""
    _, written, *_ = (ROOT / "README.md").read_text("utf-8").split("```\n")
    # A deck is sealed as the bot enters, before anybody speaks.
    sealed, _, rest = written.partition("\n")
    header = "players: dave 1000, kevin 1000\ncards: 2♦ 8♥ J♦ K♠ K♣\ndecks: are told\n"
    real = rendered(header + rest, tmp_path).removeprefix(header)
    assert re.sub(r"sealed: \S+", "sealed: ‹1›", sealed) + "\n" + rest == real


HEADER = "A title\n\nplayers: dave 1000\ncards: 5♦ KH\n"


@pytest.mark.parametrize("line", ["kevin stands up", "* kevin stands up", "<dave>!pontoon dave"])
def test_a_line_that_means_nothing_is_an_error(line: str, tmp_path: Path) -> None:
    with pytest.raises(BadTranscript):
        rendered(f"{HEADER}\n{line}\n", tmp_path)


def test_a_file_without_a_header_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadTranscript):
        rendered("<dave>       !pontoon dave\n", tmp_path)
