"""The rules of the games: plays every rule script here, each case of it a test."""

from pathlib import Path

import pytest

from tests.games.script import Script, scripts_in

FILES = sorted(Path(__file__).parent.glob("*.txt"))
CASES = [case for file in FILES for script in scripts_in(file) for case in script.cases()]


@pytest.mark.parametrize("script", [case for _, case in CASES], ids=[name for name, _ in CASES])
def test_rule(script: Script) -> None:
    script.assert_so()
