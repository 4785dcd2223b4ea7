"""What is kept for one player, and what a finished round does to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto
from typing import NamedTuple

from pontoon.engine.events import Kitty
from pontoon.storage.players.nicknames import nickname_fault

Tallies = Mapping[str, int]
"""What is counted in a game besides its rounds, by the names of the elements; never below 0."""

CHIPS = "chips"
"""The element of the chips in hand."""


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """What one finished round does to one player; ``chips`` is the net, negative for a loss.

    ``added`` is what it adds to the tallies of its game. Where that depends on what the file says
    when it is written, a game has a Change of its own.
    """

    chips: int
    played: int
    won: int
    added: Tallies = field(default_factory=dict)

    def tallied(self, before: Tallies) -> Tallies:
        """Return the tallies that there are after the round, of those BEFORE it, which are all."""
        return {name: max(count + self.added.get(name, 0), 0) for name, count in before.items()}

    @property
    def moved(self) -> Tallies:
        """What is won, or lost if negative, by the names of the elements, for the admin."""
        chips = {} if self.added and not self.chips else {CHIPS: self.chips}
        return {**chips, **self.added}


@dataclass(frozen=True, slots=True)
class Record:
    """The statistics of one player in one game: rounds, and the tallies of that game."""

    played: int = 0
    won: int = 0
    tallies: Tallies = field(default_factory=dict)

    def after(self, change: PlayerChange) -> "Record":
        """Return the statistics once the round that made CHANGE is counted."""
        played, won = self.played + change.played, self.won + change.won
        return Record(played, won, change.tallied(self.tallies))


@dataclass(frozen=True, slots=True)
class Player:
    """What players.xml says of one player; ``chips`` and ``bank`` are in chips."""

    nick: str
    chips: int
    bank: int
    nickname: str
    """As it is in the file, "" for none; ``name`` is what may be shown."""
    records: Mapping[str, Record]
    """By the name of the game's element, ``pontoon`` for Shed Pontoon; of games never played none.
    """
    accounts: Mapping[str, str] = field(default_factory=dict)
    """By the name of the network in config.ini, "" for [irc]: the services account of the player.

    Where there is any, nobody can play without being logged in to it.
    """
    masks: tuple[str, ...] = ()
    """Who may play, as ``nick!user@host``, where config.ini wants to know players by that."""
    hosts: tuple[str, ...] = ()
    """From where the player has registered, if it was they themselves."""

    @property
    def name(self) -> str:
        """The nickname if there is one that may be shown, or else the nick."""
        return self.nick if nickname_fault(self.nickname) else self.nickname

    def record(self, game: str) -> Record:
        """Return the statistics in GAME, all 0 where there are none."""
        return self.records.get(game, Record())

    def has(self, name: str, game: str) -> int:
        """Return the number in the element NAME: the chips, or else a tally of GAME."""
        return self.chips if name == CHIPS else self.record(game).tallies.get(name, 0)


class AccountKind(StrEnum):
    """Where chips lie."""

    PLAYER = "player"
    """In a player's hand."""
    BANK = "bank"
    """In the bank, and a player's."""
    KITTY = "kitty"
    HOUSE = "house"
    """What the bot itself has won in a game, below 0 if it has lost."""


class LedgerAccount(NamedTuple):
    """Chips that are counted by themselves: whose they are is in ``name``."""

    holder: AccountKind
    name: str


Balances = Mapping[LedgerAccount, int]
"""The chips in each pile; banks, kitties and houses without any are left out."""

Moved = Mapping[LedgerAccount, tuple[int | None, int | None]]
"""The chips in piles before and after a change; None where the player was not, or is not, there."""


NOWHERE: Mapping[AccountKind, int | None] = {
    AccountKind.PLAYER: None,
    **dict.fromkeys(tuple(AccountKind)[1:], 0),
}
"""What there is of chips that are not mentioned."""


class KittyKey(NamedTuple):
    """Where a kitty lies: the command of the game, the server as config.ini has it, the channel."""

    game: str
    network: str
    channel: str

    @property
    def pile(self) -> LedgerAccount:
        """The chips that lie here."""
        return LedgerAccount(AccountKind.KITTY, f"{self.game} {self.channel} {self.network}")


@dataclass(frozen=True, slots=True)
class KittyChange:
    """What one finished round does to the kitty at PLACE, which is BANKER's afterwards.

    ``chips`` is the net, negative for a loss; BANKER is None where it is dry now.
    """

    place: KittyKey
    banker: str | None
    chips: int


@dataclass(frozen=True, slots=True)
class ReturnedKitty:
    """A kitty that was given back to its banker; dropped if the banker is not a player any more."""

    kitty: Kitty
    is_dropped: bool = False


@dataclass(frozen=True, slots=True)
class Receipt:
    """How a round was written; nicks are spelled as they were given."""

    balances: Mapping[str, int]
    """The chips that are in the file now, of everybody who is still in it."""
    clipped: Mapping[str, int]
    """The chips of a loss that were not there to be taken; the player is left with 0."""
    gone: tuple[str, ...]
    """Who is not in the file any more; what the round did to them is dropped."""
    kitty_clipped: int = 0
    """The chips of a kitty's loss that were not there to be taken; it is dry now."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with players.xml; ``line`` is 0 where it is the file as a whole."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line else self.reason


class PlayersFileError(Exception):
    """The file cannot be used, and nothing was changed; ``faults`` has all the reasons."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


class EntryFault(Enum):
    """Why players.xml is not changed as somebody wants it to be."""

    BAD_NICK = auto()
    NICK_TAKEN = auto()
    NOT_THERE = auto()
    """There is no such player."""
    BAD_ACCOUNT = auto()
    ACCOUNT_TAKEN = auto()
    """It is another player's."""
    HAS_ACCOUNT = auto()
    HOST_KNOWN = auto()
    """Somebody has registered from there already."""
    FULL = auto()
    """There are as many players as may register."""
    TOO_FEW_CHIPS = auto()
    TOO_MANY_CHIPS = auto()


class EntryRefused(Exception):
    """A change of who is in players.xml, or has what, that is not made."""

    def __init__(self, why: EntryFault) -> None:
        super().__init__(why)
        self.why = why
