"""docs/fair.md shows what happens if somebody does as it says."""

import re
import shlex
from pathlib import Path

import pytest

from tests.support.logged_evenings import CHECK_LOG, run
from tests.support.repository import ROOT

TEXT = (ROOT / "docs" / "fair.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", TEXT, re.M | re.S)


def test_the_example_is_what_the_script_says_about_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [log] = [block for block in BLOCKS if "<@PontoonBot>" in block]
    [example] = [block for block in BLOCKS if block.startswith("$ ")]
    (tmp_path / "den.log").write_text(log, "utf-8")
    command, shown = example.removeprefix("$ ").split("\n", 1)
    program, script, *options = shlex.split(command)
    assert (program, ROOT / script) == ("python3", CHECK_LOG)
    monkeypatch.chdir(tmp_path)
    assert run(CHECK_LOG, *options) == (0, shown)


def test_the_vectors_are_those_of_the_file() -> None:
    vectors = (ROOT / "tests" / "fair" / "vectors.json").read_text("utf-8")
    table = TEXT.partition("## Test vectors")[2].partition("## ")[0]
    written = re.findall(
        r"[\w-]{27}|[0-9a-f]{32}|(?:[0-9AJQK]{1,2}[CDHS] ){2,}[0-9AJQK]+[CDHS]", table
    )
    assert len(written) > 12
    for each in written:
        assert each in vectors or each == "OSBQ4jzWs_VOSIHQw-lJ36ILkto"
