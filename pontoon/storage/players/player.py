"""The data of one player, what a round changes in them, and the accounts that hold chips."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from pontoon.engine.computers import is_computer, shown
from pontoon.engine.result import MAX_NUMBER, TableKey
from pontoon.irc.casemapping import Fold
from pontoon.storage.players.nicknames import nickname_fault

Tallies = Mapping[str, int]
"""What a game counts besides its rounds, by the name of the element; never below 0."""

Games = Mapping[str, Sequence[str]]
"""The names of games, each with the names of its tallies."""

CHIPS = "chips"  # the element with the chips in hand


def _bounded(number: int) -> int:
    return min(number, MAX_NUMBER)


class Standing(Struct, frozen=True, gc=False):
    """What the rounds of one player in one game for chips come to, or one round alone.

    What is ``ranked`` counts in the ranking: see ``counted`` in ``tables/wallets.py``.
    """

    streak: int = 0
    """The rounds won in a row, up to now."""
    best_hand: int = 0
    """The rank of the best hand (``hand_rank``), 0 for none."""
    most_won: int = 0
    """The chips won in the best round."""
    most_lost: int = 0
    """The chips lost in the worst round."""
    ranked_rounds: int = 0
    ranked_staked: int = 0
    ranked_won: int = 0
    ranked_lost: int = 0
    held_by: str = ""
    """The banker of rounds that do not count yet: as much has to come from other bankers."""
    held_rounds: int = 0
    held_staked: int = 0
    held_won: int = 0
    held_lost: int = 0

    def after(self, last: "Standing") -> "Standing":
        """Return the standing after the LAST round, which alone comes to that.

        A stake against a banker counts in the ranking together with one of the same size against
        another, so that at most half of what counts comes from one banker.
        """
        ranked = self._ranked.plus(last._ranked)
        mine, new = self._held, last._held
        held, by = mine.plus(new), last.held_by or self.held_by
        if last.held_by and self.held_by not in ("", last.held_by):
            staked = min(mine.staked, new.staked)
            counts, also = mine.share(staked), new.share(staked)
            ranked = ranked.plus(counts).plus(also)
            held = held.minus(counts).minus(also)
            by = self.held_by if mine.staked > new.staked else last.held_by
        return Standing(
            self.streak + last.streak if last.streak else 0,
            max(self.best_hand, last.best_hand),
            max(self.most_won, last.most_won),
            max(self.most_lost, last.most_lost),
            *ranked,
            by,
            *held,
        )

    def bounded(self) -> "Standing":
        counts = {name: each for name, each in asdict(self).items() if isinstance(each, int)}
        return replace(self, **{name: _bounded(count) for name, count in counts.items()})

    @property
    def _ranked(self) -> "_Stakes":
        return _Stakes(self.ranked_rounds, self.ranked_staked, self.ranked_won, self.ranked_lost)

    @property
    def _held(self) -> "_Stakes":
        return _Stakes(self.held_rounds, self.held_staked, self.held_won, self.held_lost)


class _Stakes(NamedTuple):
    """What rounds of a player come to in the ranking."""

    rounds: int
    staked: int
    won: int
    lost: int

    def plus(self, other: "_Stakes") -> "_Stakes":
        return _Stakes(*(mine + more for mine, more in zip(self, other, strict=True)))

    def minus(self, other: "_Stakes") -> "_Stakes":
        return _Stakes(*(mine - less for mine, less in zip(self, other, strict=True)))

    def share(self, staked: int) -> "_Stakes":
        """Return the share of it that STAKED is of the stakes, rounded up for the rounds."""
        if not self.staked:
            return _Stakes(0, 0, 0, 0)
        of = self.staked
        won, lost = self.won * staked // of, self.lost * staked // of
        return _Stakes(-(-self.rounds * staked // of), staked, won, lost)


NO_STANDING = Standing()


class PlayerChange(Struct, frozen=True):
    """What one round changes for one player; ``chips`` is the net, negative for a loss.

    ``added`` is added to the tallies of the game. If that depends on the tallies in the file, the
    game has a subclass. ``standing`` is what the round alone comes to, in a game for chips.
    """

    chips: int
    played: int
    won: int
    added: Tallies = field(default_factory=dict)
    standing: Standing | None = None

    def tallied(self, before: Tallies) -> Tallies:
        """Return the tallies after the round, from all the tallies BEFORE it."""
        return {name: max(count + self.added.get(name, 0), 0) for name, count in before.items()}

    @property
    def moved(self) -> Tallies:
        """What is won, or lost if negative, by the name of the element; for the log."""
        chips = {} if self.added and not self.chips else {CHIPS: self.chips}
        return {**chips, **self.added}


class Statistics(Struct, frozen=True, gc=False):
    """The statistics of one player in one game."""

    played: int = 0
    won: int = 0
    tallies: Tallies = field(default_factory=dict)
    standing: Standing = NO_STANDING

    def after(self, change: PlayerChange) -> "Statistics":
        played, won = self.played + change.played, self.won + change.won
        last = change.standing if change.played else None
        standing = self.standing if last is None else self.standing.after(last)
        return Statistics(played, won, change.tallied(self.tallies), standing)

    def bounded(self) -> "Statistics":
        tallies = {name: _bounded(count) for name, count in self.tallies.items()}
        rounds = _bounded(self.played), _bounded(self.won)
        return Statistics(*rounds, tallies, self.standing.bounded())


class Refill(Struct, frozen=True, gc=False):
    """The last chips that a player was given for being broke (RULES 0, The broke).

    They were asked for ``at`` that time, from ``host``, "" if it was not known, by somebody who was
    logged in to ``account`` on ``network``, or to none.
    """

    at: datetime
    host: str
    network: str = ""
    account: str = ""

    def is_by_same(self, other: "Refill") -> bool:
        """Tell whether both may be one person's: by account, else by host.

        Two people with different accounts may share a host; without an account the host decides.
        """
        if self.account and other.account:
            mine, others = (self.network, self.account), (other.network, other.account)
            return tuple(map(str.casefold, mine)) == tuple(map(str.casefold, others))
        return bool(self.host) and self.host.casefold() == other.host.casefold()


class Registered(NamedTuple):
    """A player was registered from ``host``, ``at`` that time; None was before version 0.6."""

    host: str
    at: datetime | None = None


class Speech(Struct, frozen=True, gc=False):
    """How the bot speaks to a player in private; "" is as config.ini says.

    A field has one of the words in ``SPEECH``.
    """

    notices: str = ""
    """Whether private messages are NOTICEs."""
    colour: str = ""
    """Whether red suits are red."""
    cards: str = ""
    """How suits are written."""


SPEECH = {"notices": ("on", "off"), "colour": ("on", "off"), "cards": ("unicode", "ascii")}
"""The words that each field of ``Speech`` can have."""

AS_USUAL = Speech()


class Player(Struct, frozen=True, gc=False):
    """A player as players.xml has them; ``bank`` is the number of chips in the bank."""

    nick: str
    chips: int
    bank: int
    nickname: str
    """As in the file, "" for none; show ``name`` instead."""
    statistics: Mapping[str, Statistics]
    """By the name of the game's element; only of games that they have played."""
    accounts: Mapping[str, str] = field(default_factory=dict)
    """The services accounts, by the name of the network in config.ini, "" for [irc].

    If there are any, only a person who is logged in to one of them can be this player.
    """
    masks: tuple[str, ...] = ()
    """Masks ``nick!user@host`` of the person, for config.ini with ``require = mask``."""
    registered: tuple[Registered, ...] = ()
    """Where the person who registered the player came from, and when."""
    refill: Refill | None = None
    """The last refill, None if there was none."""
    is_opted_out: bool = False
    """Whether nobody can name the player for a round."""
    speech: Speech = AS_USUAL

    @property
    def name(self) -> str:
        """The nickname if there is one that may be shown, or else the nick, as people see it."""
        has_none = is_computer(self.nick) or nickname_fault(self.nickname)
        return shown(self.nick) if has_none else self.nickname

    @property
    def has_played(self) -> bool:
        """Whether the player has finished a round of any game."""
        return any(each.played for each in self.statistics.values())

    def bounded(self) -> "Player":
        """Return the player with no number above MAX_NUMBER: players.xml could not be read then."""
        statistics = {game: each.bounded() for game, each in self.statistics.items()}
        chips, bank = _bounded(self.chips), _bounded(self.bank)
        return replace(self, chips=chips, bank=bank, statistics=statistics)

    def stats_in(self, game: str) -> Statistics:
        """Return the statistics in GAME, all 0 if there are none."""
        return self.statistics.get(game, Statistics())

    def has(self, name: str, game: str) -> int:
        """Return the number in the element NAME: the chips, or else a tally of GAME."""
        return self.chips if name == CHIPS else self.stats_in(game).tallies.get(name, 0)


class AccountKind(StrEnum):
    """What an account with chips belongs to."""

    PLAYER = "player"
    """The chips in a player's hand."""
    BANK = "bank"
    """The chips that a player has in the bank."""
    KITTY = "kitty"
    HOUSE = "house"
    """The chips that the bot itself has won in a game, below 0 if it has lost."""


class LedgerAccount(NamedTuple):
    """An account that holds chips; ``name`` says whose they are."""

    kind: str
    """As in ``AccountKind``."""
    name: str


Balances = Mapping[LedgerAccount, int]
"""The chips in each account; banks, kitties and houses without any are left out."""

BalanceChanges = Mapping[LedgerAccount, tuple[int | None, int | None]]
"""The chips in accounts before and after a change; None if the player was not, or is not, there."""

NOTHING: Mapping[str, int | None] = {
    AccountKind.PLAYER: None,
    **dict.fromkeys(tuple(AccountKind)[1:], 0),
}
"""What an account holds that the balances leave out."""


class Reason(Struct, frozen=True):
    """Why chips change hands: a round of GAME, or something else.

    ``round`` is the name of the round, "" if it has no name, and None if there was no round. ``by``
    is the person who did it, unless that is the player.
    """

    why: str
    game: str = ""
    round: str | None = None
    by: str = ""


Posting = tuple[Reason, BalanceChanges]
"""What the ledger is told: why chips have moved, and which ones."""


def same_place(key: TableKey, fold: Fold) -> TableKey:
    """Return what is the same for all spellings of the place in KEY, by FOLD."""
    return TableKey(fold(key.network), fold(key.channel), key.game)


def kitty_account(key: TableKey) -> LedgerAccount:
    return LedgerAccount(AccountKind.KITTY, f"{key.game} {key.channel} {key.network}")


class KittyChange(Struct, frozen=True):
    """What one round changes in the kitty of the table KEY, which belongs to BANKER afterwards.

    ``chips`` is the net, negative for a loss; BANKER is None if the kitty is empty now.
    """

    key: TableKey
    banker: str | None
    chips: int


BANK_SOLD = "bank sold"
"""Why chips change hands when a bank is bought, at an auction too."""

AUCTION_OF = "{round} auction"
"""The name of the change by which a bank is paid that was auctioned in a round."""


class RoundChange(Struct, frozen=True):
    """What a round of GAME changes for its players, by nick, and in a KITTY if it has one.

    Or else it is what was paid at once in it.
    """

    game: str
    players: Mapping[str, PlayerChange]
    kitty: KittyChange | None = None
    round: str = ""
    """The name of the round, which is settled only once; "" for none."""
    channel: str = ""
    """Where it was played, for the log; "" if that is not known."""
    paid_for: str = ""
    """Why, where it is no result but was paid at once: ``BANK_SOLD``."""


class Receipt(Struct, frozen=True):
    """How a round was settled; nicks are spelled as in the call."""

    balances: Mapping[str, int]
    """The chips in the file now, of the players who are still in it."""
    clipped: Mapping[str, int]
    """The chips that a player lacked for a loss; the player now has 0."""
    gone: tuple[str, ...]
    """The players who are no longer in the file; their changes are dropped."""
    kitty_clipped: int = 0
    """The chips that the kitty lacked for a loss; it is empty now."""


class Fault(Struct, frozen=True):
    """A fault in players.xml; ``line`` is 0 if it is in the file as a whole."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line else self.reason


class PlayersFileError(Exception):
    """players.xml cannot be used, and was not changed; ``faults`` has all the reasons."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = faults


def unusable(done: str, error: OSError) -> Fault:
    """Return the fault that ERROR is: why the file cannot be DONE (read, written or created)."""
    if isinstance(error, FileNotFoundError) and done == "read":
        return Fault(0, "there is no such file")
    return Fault(0, f"it cannot be {done}: {error.strerror or error}")
