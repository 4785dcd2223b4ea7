"""Rule scripts: what stands in the ``.txt`` files here, and how one is played (see README.md)."""

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.games.playing import BadScript, Play

INDENT = "    "
ANY = "..."
TO_BE_WRITTEN = "?"
_HEADING = re.compile(r"## (?P<sentence>.+?)\s+\[(?P<section>\d[^\]]*)\]")
_SETTING = re.compile(r"(?P<key>[a-z][a-z ]*): (?P<value>.+)")
_HOLE = re.compile(r"\{([^}]+)\}")


@dataclass(frozen=True)
class Step:
    """What is done, and the lines that are told of it; nothing is said of it without any."""

    line: str
    number: int
    expected: Sequence[str]

    @property
    def wants_asks(self) -> bool:
        return any(line.startswith("asks ") for line in self.expected)

    @property
    def wants_all_of_asks(self) -> bool:
        return any(line.startswith("asks ") and "(" in line for line in self.expected)


@dataclass(frozen=True)
class Script:
    """One rule, and how it is shown. ``rows`` are what stands in the holes, a line a case."""

    path: Path
    sentence: str
    section: str
    settings: Mapping[str, str]
    steps: Sequence[Step]
    rows: Sequence[Mapping[str, str]] = field(default_factory=list)

    def cases(self) -> Iterator[tuple[str, "Script"]]:
        """Yield the script with its holes filled, once for each row, with a name for each."""
        name = f"{self.path.stem}: {self.sentence}"
        if not self.rows:
            yield name, self
        for row in self.rows:
            told = ", ".join(each for each in row.values() if each)
            yield f"{name}: {told}", self._filled(row)

    def _filled(self, row: Mapping[str, str]) -> "Script":
        def fill(text: str) -> str:
            return re.sub(r" +", " ", _HOLE.sub(lambda hole: row[hole[1]], text)).rstrip()

        return Script(
            self.path,
            self.sentence,
            self.section,
            {key: fill(value) for key, value in self.settings.items()},
            [
                Step(fill(step.line), step.number, _split(map(fill, step.expected)))
                for step in self.steps
            ],
        )

    def assert_so(self) -> None:
        """Play the script; AssertionError with the difference where something else is told."""
        play = Play(self.settings)
        for step in self.steps:
            self._assert_told(step, play)

    def _assert_told(self, step: Step, play: Play) -> None:
        where = f"{self.path.name}:{step.number}: {self.sentence}\n{INDENT}{step.line}"
        try:
            told = told_by(step, play)
        except BadScript as error:
            raise BadScript(f"{where}: {error}") from error
        except Exception as error:
            error.add_note(where)
            raise
        if is_told(step.expected, told):
            return
        lines = [each for each in difflib.ndiff(step.expected, told) if not each.startswith("?")]
        raise AssertionError("\n".join([f"{where}  (- expected, + told)", *lines]))


def _split(lines: Iterator[str]) -> list[str]:
    """Return LINES, those apart that stood in one hole, between semicolons."""
    return [each.strip() for line in lines for each in line.split(";") if each.strip()]


def told_by(step: Step, play: Play) -> list[str]:
    """Return what is told of STEP in PLAY, the questions as far as it says something of them."""
    told = play.perform(step.line)
    if step.wants_asks:
        told += play.asks(is_whole=step.wants_all_of_asks)
    if any(line.startswith("refused ") for line in told) and not any(
        line.startswith("refused ") for line in step.expected
    ):
        raise BadScript(told[-1])
    return told


def is_told(expected: Sequence[str], told: Sequence[str]) -> bool:
    """Tell whether what is TOLD is what is EXPECTED; nothing expected fits anything.

    >>> is_told(["...", "Twisted dave ..."], ["BetPlaced dave 5", "Twisted dave QD"])
    True
    >>> is_told(["nothing"], []), is_told(["nothing"], ["Abandoned"])
    (True, False)
    """
    if not expected:
        return True
    pattern = "".join(map(_pattern, expected)) if list(expected) != ["nothing"] else ""
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in told)) is not None


def _pattern(line: str) -> str:
    if line == ANY:
        return r"(?:.*\n)*"
    return re.escape(line).replace(re.escape(ANY), ".*") + r"\n"


# Files


def scripts_in(path: Path) -> list[Script]:
    """Return the scripts in the file at PATH."""
    scripts: list[Script] = []
    heading: re.Match[str] | None = None
    common: dict[str, str] = {}
    lines: list[tuple[int, str]] = []
    for number, line in enumerate([*path.read_text("utf-8").splitlines(), "## [0]"], 1):
        if not line.startswith("## "):
            lines.append((number, line))
            continue
        if heading is None:
            common = _settings(lines)
        else:
            scripts.append(_script(path, heading, common, lines))
        heading, lines = _HEADING.fullmatch(line), []
        if heading is None and line != "## [0]":
            raise BadScript(f"{path.name}:{number}: {line}")
    return scripts


def _settings(lines: Sequence[tuple[int, str]]) -> dict[str, str]:
    found = [_SETTING.fullmatch(line) for _, line in lines]
    return {each["key"]: each["value"] for each in found if each}


def _script(
    path: Path,
    heading: re.Match[str],
    common: Mapping[str, str],
    lines: Sequence[tuple[int, str]],
) -> Script:
    settings, steps, rows = dict(common), list[Step](), list[list[str]]()
    for number, line in lines:
        if not line or line.startswith(("(", "# ")):
            continue
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif line.startswith(INDENT):
            last = steps.pop()
            steps.append(Step(last.line, last.number, [*last.expected, line.strip()]))
        elif not steps and (setting := _SETTING.fullmatch(line)):
            settings[setting["key"]] = setting["value"]
        else:
            steps.append(Step(line, number, []))
    if not any(step.expected for step in steps):
        raise BadScript(f"{path.name}: nothing is expected: {heading['sentence']}")
    names, *cases = rows or [[]]
    table = [dict(zip(names, case, strict=True)) for case in cases]
    return Script(path, heading["sentence"], heading["section"], settings, steps, table)
