"""What players.xml must say whatever was played, edited, killed and put back: a simple model."""

from dataclasses import dataclass, field, replace
from pathlib import Path

Chips = dict[str, int]


@dataclass(frozen=True)
class Copy:
    """A copy of players.xml, perhaps edited."""

    content: bytes
    base: Chips
    """What everybody had when it was made."""
    gained: Chips
    """What everybody had gained by then, but for edits."""
    rounds: frozenset[str]
    """The rounds in it."""
    chips: Chips
    """What it says now."""


@dataclass
class Bank:
    """What a players.xml should say, and how that came about."""

    chips: Chips
    gained: Chips = field(default_factory=dict)
    rounds: frozenset[str] = frozenset()

    def play(self, name: str, winner: str, loser: str, stake: int) -> None:
        """Note that WINNER has won STAKE, and LOSER has lost it."""
        self.rounds |= {name}
        for nick, gain in ((winner, stake), (loser, -stake)):
            if nick in self.chips:
                self.gain(nick, max(gain, -self.chips[nick]))

    def gain(self, nick: str, chips: int) -> None:
        self.chips[nick] = self.chips.get(nick, 0) + chips
        self.gained[nick] = self.gained.get(nick, 0) + chips

    def copy(self, path: Path) -> Copy:
        chips = dict(self.chips)
        return Copy(path.read_bytes(), chips, dict(self.gained), self.rounds, dict(chips))

    def believe(self, copy: Copy) -> None:
        """Note that COPY counts as it is: it was put there while no bot ran."""
        self.chips, self.rounds = dict(copy.chips), copy.rounds

    def merge(self, copy: Copy) -> None:
        """Note that COPY was saved while the bot ran: what was edited in it is added."""
        for nick in {**copy.base, **copy.chips}:
            had, wanted = copy.base.get(nick), copy.chips.get(nick)
            since = self.gained.get(nick, 0) - copy.gained.get(nick, 0)
            if had == wanted or (had is not None and nick not in self.chips):
                continue
            if wanted is None:
                del self.chips[nick]
            else:
                self.chips[nick] = max(wanted + since, 0)

    def as_it_is(self) -> "Bank":
        """Return what to go back to with a backup."""
        return replace(self, chips=dict(self.chips), gained=dict(self.gained))
