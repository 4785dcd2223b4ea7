"""What becomes of an edit of players.xml."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pontoon.engine.errors import Refused
from pontoon.storage.place import connected
from pontoon.storage.players.entries import EntryFault
from pontoon.storage.players.ledger import FIRST_SEEN
from pontoon.storage.players.player import LedgerAccount


def refusal(act: Callable[[], object]) -> EntryFault:
    """Return why ACT is refused."""
    with pytest.raises(Refused) as refused:
        act()
    assert isinstance(refused.value.reason, EntryFault)
    return refused.value.reason


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
