"""docs/fair.md shows what happens if somebody does as it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.repository import ROOT

TEXT = (ROOT / "docs" / "fair.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", TEXT, re.M | re.S)


def test_the_example_is_what_the_script_says_about_the_log(tmp_path: Path) -> None:
    [log] = [block for block in BLOCKS if "<PontoonBot>" in block]
    [example] = [block for block in BLOCKS if block.startswith("$ ")]
    (tmp_path / "den.log").write_text(log, "utf-8")
    command, shown = example.removeprefix("$ ").split("\n", 1)
    program, script, *options = command.split()
    assert program == "python3"
    done = subprocess.run(
        [sys.executable, str(ROOT / script), *options],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    assert done.stdout == shown


def test_the_script_is_one_short_file_of_the_standard_library() -> None:
    source = (ROOT / "contrib" / "check_deck.py").read_text("utf-8")
    assert len(source.splitlines()) <= 150
    imported = re.findall(r"^(?:import|from) (.*?)(?: import .*)?$", source, re.M)
    assert imported
    modules = {name.strip() for names in imported for name in names.split(",")}
    assert modules <= sys.stdlib_module_names
    assert "pontoon." not in source


@pytest.mark.parametrize("option", ["--log", "--decks"])
def test_the_script_says_in_a_line_which_file_it_cannot_read(tmp_path: Path, option: str) -> None:
    """Exit status 1 is for faults alone."""
    for path in (tmp_path / "nothing", tmp_path):
        done = subprocess.run(
            [sys.executable, str(ROOT / "contrib" / "check_deck.py"), option, str(path)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert str(path) in done.stderr.splitlines()[-1]
        assert "Traceback" not in done.stderr
