"""Writes what is told into rule scripts: ``python -m tests.games.write FILE...``.

In place of each ``?`` below a step it puts what the engine tells, in place of ``?asks`` what it
asks as well. Whether it should is for you to see, beside the rule. Scripts with a table are left as
they are.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.games.playing import Play
from tests.games.script import INDENT, TO_BE_WRITTEN, Script, scripts_in

WITH_ASKS = "?asks"


def written(path: Path) -> str:
    """Return the text of the file at PATH with what is told."""
    lines = path.read_text("utf-8").splitlines()
    told = dict(line for script in scripts_in(path) for line in _told(script))
    text = []
    step = 0
    for number, line in enumerate(lines, 1):
        if not line.startswith(INDENT):
            step = number
        if line.strip() in (TO_BE_WRITTEN, WITH_ASKS) and step in told:
            text += [INDENT + each for each in told[step]]
        else:
            text.append(line)
    return "\n".join([*text, ""])


def _told(script: Script) -> list[tuple[int, Sequence[str]]]:
    """Return the numbers of the steps of SCRIPT, and what is told of each."""
    if script.rows:
        return []
    play, steps = Play(script.settings), list[tuple[int, Sequence[str]]]()
    for step in script.steps:
        told = play.perform(step.line)
        if WITH_ASKS in step.expected:
            told += play.asks(is_whole=False)
        steps.append((step.number, told or ["nothing"]))
    return steps


def main(files: Sequence[str]) -> None:
    """Write into each of FILES."""
    for name in files:
        Path(name).write_text(written(Path(name)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
