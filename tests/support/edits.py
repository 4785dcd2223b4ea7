"""What becomes of an edit of players.xml."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pontoon.storage.players import ledger
from pontoon.storage.players.player import EntryFault, EntryRefused, LedgerAccount


def refusal(act: Callable[[], object]) -> EntryFault:
    """Return why ACT is refused."""
    with pytest.raises(EntryRefused) as refused:
        act()
    return refused.value.why


def posted(path: Path) -> list[tuple[LedgerAccount | None, int | None, int | None, str, str]]:
    """Return what the ledger has besides its beginning: account, before, after, why and by whom."""
    lines = ledger.read(path.with_suffix(".ledger"))
    told = [(each.account, each.before, each.after, each.why, each.by) for each in lines]
    return [line for line in told if line[3] not in ledger.BEGINNINGS]
