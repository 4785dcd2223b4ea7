"""Files of players as tests write them."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from pontoon.storage.atomic_file import previous
from pontoon.storage.players.player import (
    Games,
    KittyChange,
    PlayerChange,
    Receipt,
    RoundChange,
)
from pontoon.storage.players.store import PlayerStore

FIVE: Games = {
    "pontoon": (),
    "british": (),
    "shoot": (),
    "cutwc": ("drinks",),
    "blackjack": ("minutes", "time_bank", "turns", "day", "gained", "lost", "deposited"),
}
"""The five games, each with what it counts besides rounds."""
XSI = "http://www.w3.org/2001/XMLSchema-instance"
HEAD = """\
<?xml version="1.0"?>
<!-- Add a new 'player' element for each player. -->
<players date="06/12/2004" title="Games players">
"""
TAIL = "</players>\n"
ADMINS_OWN = """\
<?xml version='1.0' standalone='yes' ?>
<!-- before: </players> -->
<?mark <player> me?>

<players xmlns:x="urn:x" title="The 'Games'" date="06/12/2004">
<!-- <player><nick>dave</nick><chips>1</chips></player></players><?mark?> -->
\t<player since="2004">
\t\t<nick>bob</nick><chips>20</chips> <!-- a loan -->
\t\t<bank>0010</bank>
\t</player>

 <player>
   <!-- the boss -->
   <x:chips>5</x:chips>
   <chips currency="€">{chips}</chips><?mark this?>
   <nick>\tdave </nick>
   <note at="1"><player><chips>7</chips></player> ♠&amp;</note><bank> 1<!-- or 2 --></bank>
   <pontoon best="21"><won>{won}</won><!-- lucky --><played>{played}</played></pontoon>
   <variables><colour>red</colour><nickname/></variables>
   </player></players >
<!-- after: <players> </players> -->"""
"""A file as an admin may have made it, with room for some of the numbers of dave."""


def full(nick: str, chips: int = 1000, nickname: str = "") -> str:
    """Return a player as the bot itself writes one, in 12 lines."""
    shown = f"<nickname>{nickname}</nickname>" if nickname else "<nickname/>"
    return f"""\
  <player>
    <nick>{nick}</nick>
    <chips>{chips}</chips>
    <bank>0</bank>
    <pontoon>
      <played>0</played>
      <won>0</won>
    </pontoon>
    <variables>
      {shown}
    </variables>
  </player>
"""


def short(nick: str, chips: str = "1000") -> str:
    """Return a player as an admin adds one, in 4 lines."""
    return f"""\
  <player>
    <nick>{nick}</nick>
    <chips>{chips}</chips>
  </player>
"""


def file_of(*players: str) -> str:
    """Return a whole file; the first player begins on line 4."""
    return HEAD + "".join(players) + TAIL


def write(path: Path, text: str) -> None:
    """Write TEXT as an editor does that saves in place, line ends as they are."""
    path.write_bytes(text.encode())


def store_at(path: Path, *players: str) -> PlayerStore:
    """Return a store that has read a new file of PLAYERS at PATH, which must be well.

    It has begun a ledger.
    """
    write(path, file_of(*players))
    store = PlayerStore(path)
    store.recover()
    store.refresh()
    assert store.faults == ()
    previous(path).unlink()  # the file as it was before it had a number
    return store


def chips_in(path: Path) -> dict[str, int]:
    """Return the chips of everybody in the file, as a new store reads it."""
    store = PlayerStore(path)
    store.refresh()
    assert store.faults == ()
    return {player.nick: player.chips for player in store.players()}


def faults_of(path: Path, text: str) -> list[str]:
    """Write a file with that TEXT, and return what a new store says is wrong with it."""
    write(path, text)
    store = PlayerStore(path)
    assert store.refresh()
    return [str(fault) for fault in store.faults]


def names(folder: Path) -> list[str]:
    """Return the names of everything in FOLDER; a database in use is one thing."""
    parts = (".db-wal", ".db-shm")
    return sorted(file.name for file in folder.iterdir() if file.suffix not in parts)


def settle(
    store: PlayerStore,
    game: str,
    changes: Mapping[str, PlayerChange],
    kitty: KittyChange | None = None,
    round_id: str = "",
) -> Receipt:
    """Have STORE settle one round of GAME alone."""
    return settle_all(store, [RoundChange(game, changes, kitty, round_id)])[0]


def settle_all(store: PlayerStore, rounds: Sequence[RoundChange]) -> list[Receipt]:
    """Have STORE, which no reactor runs, settle ROUNDS; PlayersFileError."""
    return store.settle_all(rounds).outcome


_MARK = re.compile(rb' (?:change="[0-9]*"|bank="[\w-]*")')


def unsigned(content: bytes) -> bytes:
    """Return the CONTENT of a players.xml without the attributes that the bot adds."""
    return _MARK.sub(b"", content)


def edit(path: Path, text: str) -> None:
    """Write TEXT as an editor does that has the file at PATH open: it keeps what the bot adds."""
    mark = b"".join(_MARK.findall(path.read_bytes())).decode()
    write(path, text.replace("<players", f"<players{mark}", 1))


def text_in(path: Path) -> str:
    """Return the text of the players.xml at PATH without the attributes that the bot adds."""
    return unsigned(path.read_bytes()).decode().replace("\r\n", "\n")
