"""What tests look at to see that all chips are where they should be."""

from collections.abc import Mapping
from pathlib import Path

from pontoon.engine.result import TableKey
from pontoon.storage.place import connected
from pontoon.storage.players.audit import audit
from pontoon.storage.players.player import PlayerChange
from pontoon.storage.players.store import PlayerStore
from pontoon.text.reports import told

HERE = TableKey("irc.example.org", "#pontoon", "shoot")

State = Mapping[str, tuple[int, ...]]
"""What a file says: the chips of each player in hand and in the bank, rounds and drinks."""


def started(path: Path) -> PlayerStore:
    """Return the store that a bot has which is started now."""
    store = PlayerStore(path)
    store.recover()
    store.refresh()
    assert store.faults == ()
    store.sweep()
    return store


def state(path: Path) -> State:
    """Return what the file says of its players, and of the kitty as if it were one."""
    store = PlayerStore(path)
    store.refresh()
    assert store.faults == ()
    found = {}
    for player in store.players():
        statistics = player.statistics.values()
        drinks = sum(each.tallies.get("drinks", 0) for each in statistics)
        played = sum(each.played for each in statistics)
        found[player.nick] = player.chips, player.bank, played, drinks
    kitty = store.kitty(HERE)
    return {**found, "kitty": (kitty.chips if kitty else 0, 0, 0, 0)}


def all_chips(path: Path) -> int:
    """Return the chips in the file and those that the house has, as the ledger says."""
    in_file = sum(sum(numbers[:2]) for numbers in state(path).values())
    with connected(path) as database:
        ((houses,),) = database.execute("SELECT sum(chips) FROM accounts WHERE kind = 'house'")
    return in_file + (houses or 0)


def settled_in(path: Path) -> set[str]:
    """Return the rounds of which the ledger has the changes."""
    with connected(path) as database:
        found = database.execute("SELECT round FROM changes WHERE round IS NOT NULL")
        return {name for (name,) in found}


def check_books(path: Path) -> None:
    """Check that the audit finds nothing that it cannot explain."""
    report = audit(path)
    assert not report.findings, [*told(report)]


def win(chips: int) -> PlayerChange:
    """Return what a round does to somebody who has won, or lost, so many CHIPS."""
    return PlayerChange(chips, 1, int(chips > 0))
