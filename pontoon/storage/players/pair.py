"""players.xml and the database know each other: what it means if one of them is another one."""

from collections.abc import Mapping
from itertools import chain

from msgspec.structs import replace

from pontoon.engine.events import Kitty
from pontoon.engine.result import MAX_NUMBER
from pontoon.storage.players.document import Mark, PlayersDocument
from pontoon.storage.players.player import (
    AccountKind,
    BalanceChanges,
    LedgerAccount,
    Player,
    kitty_account,
)

RESTORE = "pontoonbot restore FILE puts both back from a backup"
ACCEPT = "--accept-older-database: then the chips in players.xml count, and nothing is paid again"
TAKE_AWAY = "without its attributes change and bank it is believed as it is"

_ANEW = (
    f"{RESTORE}; or start once with --accept-older-database: then the ledger and the history begin"
    " anew with the chips found"
)
ALONE = f"players.db is missing beside it: {_ANEW}"
EMPTY = f"players.db has nothing in it, as without its -wal: {_ANEW}"

UNNUMBERED = "players.xml does not say which change was the last one in it: I believe it as it is"

_MAX_LISTED = 10
"""How many accounts a line names."""


def why_no_pair(found: Mark, known: Mark) -> str:
    """Say why players.xml, with the mark FOUND, is not of the database; "" if it is.

    KNOWN is the mark that the database would write.
    """
    if found.change and not known.change:
        return EMPTY
    if found.bank and found.bank != known.bank:
        return f"it is of another bank than players.db: {RESTORE}; {TAKE_AWAY}"
    last = known.change or 0
    if found.change is not None and found.change > last:
        older = changes(found.change - last)
        return f"players.db is older than it by {older}: {RESTORE}; or start once with {ACCEPT}"
    return ""


def older_file(missing: int) -> str:
    """Say that a players.xml which lacks so many changes is in place."""
    return f"players.xml is older than players.db by {changes(missing)}: I take that for an edit"


def merged(number: int, edits: BalanceChanges, since: Mapping[LedgerAccount, int]) -> str:
    """Say that EDITS were made in a copy that lacks a NUMBER of changes, and what those are."""
    edited = {account: (has or 0) - (had or 0) for account, (had, has) in edits.items()}
    return (
        f"players.xml was saved from a copy that lacks {changes(number)}: I have kept"
        f" {_listed(since)}, and added the edit: {_listed(edited)}"
    )


def changes(number: int) -> str:
    """Say a NUMBER of changes.

    >>> changes(1), changes(2)
    ('1 change', '2 changes')
    """
    return f"{number} change{'' if number == 1 else 's'}"


def _listed(gains: Mapping[LedgerAccount, int]) -> str:
    """Say what accounts have gained.

    >>> _listed({LedgerAccount("player", "dave"): 50, LedgerAccount("bank", "dave"): -50})
    'dave +50, bank of dave -50'
    """
    known = [
        f"{name if kind == AccountKind.PLAYER else f'{kind} of {name}'} {gain:+}"
        for (kind, name), gain in gains.items()
        if gain
    ]
    more = len(known) - _MAX_LISTED
    return ", ".join([*known[:_MAX_LISTED], *([f"{more} more"] if more > 0 else [])]) or "nothing"


def merge(
    document: PlayersDocument,
    edited: PlayersDocument,
    edits: BalanceChanges,
    since: Mapping[LedgerAccount, int],
) -> None:
    """Make in DOCUMENT the EDITS of chips in EDITED, a copy from before what happened SINCE.

    Who was added is added; who was removed is removed. Who is gone since stays away.
    """
    for account, (had, wanted) in edits.items():
        player = document.find(account.name)
        if account.kind == AccountKind.KITTY:
            _fill_kitty(document, edited, account, (wanted or 0) + since.get(account, 0))
        elif player is not None:
            as_spelled = LedgerAccount(account.kind, player.nick)
            has = None if wanted is None else wanted + since.get(as_spelled, 0)
            _give(document, edited, player, account.kind, has)
        elif had is None and (new := edited.find(account.name)) is not None:
            document.add(replace(new, chips=max(new.chips + since.get(account, 0), 0)))


def _give(
    document: PlayersDocument, edited: PlayersDocument, player: Player, kind: str, has: int | None
) -> None:
    """Have PLAYER have so many chips in the account of that KIND, or be gone from DOCUMENT."""
    if has is not None:
        chips = min(max(has, 0), MAX_NUMBER)
        is_bank = kind == AccountKind.BANK
        document.put(replace(player, bank=chips) if is_bank else replace(player, chips=chips))
    elif edited.find(player.nick) is None:  # otherwise their nick is only spelled anew
        document.remove(player)


def _fill_kitty(
    document: PlayersDocument, edited: PlayersDocument, account: LedgerAccount, chips: int
) -> None:
    for key, kitty in chain(document.kitties().items(), edited.kitties().items()):
        if kitty_account(key) == account:
            filled = Kitty(kitty.banker, min(chips, MAX_NUMBER)) if chips > 0 else None
            document.put_kitty(key, filled)
            return
