"""The faults that ``make mutants`` makes in the program."""

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.faults import faults_in

MODULE = '''"""Text alone."""

def best(hands: list[int], limit: int = 21) -> int | None:
    """Return the best."""
    if not hands or hands[0] > limit:
        print("bust")
        return None
    return hands[0] + 1 if hands else max(hands)
'''

MODULES = ("pontoon/cli.py", "pontoon/irc/nicks.py", "pontoon/irc/client/names.py")


def _changes(folder: Path) -> set[str]:
    (folder / "pontoon" / "irc" / "client").mkdir(parents=True)
    for name in MODULES:
        (folder / name).write_text(MODULE, "utf-8")
    return {f"{fault.line}: {fault.before} -> {fault.after}" for fault in faults_in(folder)}


@pytest.mark.parametrize(
    "change",
    [
        "5: not hands or hands[0] > limit -> (not hands and hands[0] > limit)",
        "5: not hands -> (hands)",
        "5: hands[0] > limit -> (hands[0] >= limit)",
        '6: print("bust") -> pass',
        "6: \"bust\" -> 'bustX'",
        "8: return hands[0] + 1 if hands else max(hands) -> return None",
        "8: hands[0] + 1 if hands else max(hands) -> (max(hands) if hands else hands[0] + 1)",
        "8: hands[0] + 1 -> (hands[0] - 1)",
        "8: 1 -> 2",
    ],
)
def test_what_a_line_does_is_changed(change: str, tmp_path: Path) -> None:
    assert change in _changes(tmp_path)


def test_text_for_readers_and_types_are_left_alone(tmp_path: Path) -> None:
    changed = {change.partition(":")[0] for change in _changes(tmp_path)}
    assert changed == {"5", "6", "8"}


def test_a_module_with_a_fault_is_still_python(tmp_path: Path) -> None:
    _changes(tmp_path)
    for fault in faults_in(tmp_path):
        broken = fault.made_in(MODULE.encode())
        assert ast.dump(ast.parse(broken)) != ast.dump(ast.parse(MODULE))


@pytest.mark.parametrize(
    ("place", "modules"),
    [
        ("pontoon", MODULES),
        ("pontoon/irc", MODULES[1:]),
        ("./pontoon/irc/client/", MODULES[2:]),
        ("pontoon/irc/nicks.py", MODULES[1:2]),
        ("pontoon/ir", ()),
        ("tests", ()),
    ],
)
def test_the_lines_of_one_folder_or_module_are_broken(
    place: str, modules: Sequence[str], tmp_path: Path
) -> None:
    _changes(tmp_path)
    assert {fault.file for fault in faults_in(tmp_path, place)} == set(modules)
