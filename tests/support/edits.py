"""What becomes of an edit of players.xml."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pontoon.storage.database import connected
from pontoon.storage.players.entries import EntryFault, EntryRefused
from pontoon.storage.players.ledger import FIRST_SEEN
from pontoon.storage.players.player import LedgerAccount


def refusal(act: Callable[[], object]) -> EntryFault:
    """Return why ACT is refused."""
    with pytest.raises(EntryRefused) as refused:
        act()
    return refused.value.why


def posted(path: Path) -> list[tuple[LedgerAccount, int | None, int | None, str, str]]:
    """Return what the ledger has besides its beginning: account, before, after, why and by whom."""
    with connected(path) as database:
        found = database.execute(
            "SELECT kind, name, entries.before, entries.after, why, by"
            " FROM entries JOIN changes ON id = change WHERE why <> ?"
            " ORDER BY change, kind = 'house', kind DESC, name",
            (FIRST_SEEN,),
        )
        return [(LedgerAccount(kind, name), *rest) for kind, name, *rest in found]
