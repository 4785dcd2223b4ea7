"""What players have to stake, by what is staked: where it is kept, and what a round does to it."""

from typing import Protocol

from pontoon.events import PlayerResult
from pontoon.player import Change, Player


class Purse(Protocol):
    """Knows what a player can stake in the games of one unit."""

    def stakes(self, player: Player) -> int:
        """Return what PLAYER can stake in a round that begins now."""

    def change(self, result: PlayerResult) -> Change:
        """Return what a round that ended with RESULT does to a player."""

    def balance(self, player: Player) -> int:
        """Return what is told of PLAYER when a round is over."""


class ChipPurse:
    """The chips in hand; those in the bank cannot be staked."""

    def stakes(self, player: Player) -> int:
        """Return the chips that PLAYER has in hand."""
        return player.chips

    def change(self, result: PlayerResult) -> Change:
        """Return the chips won or lost."""
        return Change(result.chips, result.played, result.won)

    def balance(self, player: Player) -> int:
        """Return the chips that PLAYER has in hand."""
        return player.chips


class FingerPurse:
    """Fingers are not had but drunk: they are tallied in GAME."""

    def __init__(self, game: str) -> None:
        self._game = game

    def stakes(self, _player: Player) -> int:
        """Return 0: nobody needs any to play."""
        return 0

    def change(self, result: PlayerResult) -> Change:
        """Return what was drunk."""
        return Change(0, result.played, result.won, {DRINKS: -result.chips})

    def balance(self, player: Player) -> int:
        """Return what PLAYER has drunk in all rounds."""
        return player.record(self._game).tallies.get(DRINKS, 0)


DRINKS = "drinks"
"""The tally of fingers drunk."""
