"""The parts of a croupier know one another in one direction."""

from collections import defaultdict
from pathlib import Path

from tests.support.offline_bot import OfflineBot

PACKAGE = "pontoon.tables."


def _parts_of(part: object) -> set[object]:
    """Return what of ``tables`` PART has, but for functions, which timers call."""
    found, left = set[object](), [*vars(part).values()]
    while left:
        each = left.pop()
        if isinstance(each, dict):
            left += [*each, *each.values()]
        elif isinstance(each, list | tuple | set):
            left += each
        elif type(each).__module__.startswith(PACKAGE) and hasattr(each, "__dict__"):
            found.add(each)
    return found


def test_no_part_knows_one_that_knows_it(tmp_path: Path) -> None:
    """So each can be read, and made, with what it is given alone."""
    bot = OfflineBot(tmp_path)
    bot.says("dave", "!join")
    bot.says("dave", "!pontoon dave kevin")
    uses: defaultdict[str, set[str]] = defaultdict(set)
    known = set[object]()
    left: list[object] = [bot.croupier()]
    while left:
        part = left.pop()
        if part not in known:
            known.add(part)
            left += (others := _parts_of(part))
            uses[type(part).__module__] |= {type(each).__module__ for each in others}
    modules = {*uses}
    assert len(modules) > 10
    while modules:  # those that use none that is left
        lowest = {each for each in modules if not uses[each] & modules - {each}}
        assert lowest, f"a circle: {sorted(modules)}"
        modules -= lowest
