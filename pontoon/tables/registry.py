"""Who plays where: whoever sits at a table of one network sits at none of another."""

from collections.abc import Iterable
from typing import Protocol

from pontoon.engine.moves import Unit
from pontoon.games.time_account import CoinsInPlay
from pontoon.text.announcements import on_network


class RegisteredFloor(Protocol):
    """The club of a network, as far as the other clubs need it."""

    @property
    def known_as(self) -> str:
        """The network's name."""

    def is_me(self, nick: str) -> bool:
        """Tell whether NICK is the bot's own on that network."""

    def where_seated(self, player: str) -> str | None:
        """Return the channel in which PLAYER, by their nick in players.xml, is seated, if any."""

    def where_held(self, player: str) -> str | None:
        """Return the channel in which PLAYER is seated and may not play elsewhere, if any."""

    def at_risk_here(self, player: str, unit: Unit) -> int:
        """Return what PLAYER may still lose of UNIT in all rounds there."""

    def coins_here(self, player: str) -> CoinsInPlay | None:
        """Return what PLAYER has staked in a round for coins; None where they play none there."""

    def are_coins_in_play(self) -> bool:
        """Tell whether a round for coins is being played there."""


class SeatRegistry:
    """Knows the clubs of all networks, and who plays in them.

    A nick says who somebody is on its own network only. So players are known here by their nicks in
    players.xml.
    """

    def __init__(self) -> None:
        self._clubs: list[RegisteredFloor] = []
        self.seated_twice: set[str] = set()
        """Players who play elsewhere, or may have, while a round of theirs waits for the bot."""

    def open(self, club: RegisteredFloor) -> None:
        """Heed CLUB from now on."""
        self._clubs.append(club)

    def close(self, club: RegisteredFloor) -> None:
        """Heed CLUB no more, where nobody sits any longer."""
        self._clubs.remove(club)

    def where(self, player: str) -> str | None:
        """Return where PLAYER is seated, in which channel on which network, if they are."""
        for club in self._clubs:
            if (channel := club.where_seated(player)) is not None:
                return on_network(channel, club.known_as)
        return None

    def where_held(self, player: str) -> str | None:
        """Return where PLAYER plays and may not play elsewhere, in which channel, if they do."""
        for club in self._clubs:
            if (channel := club.where_held(player)) is not None:
                return on_network(channel, club.known_as)
        return None

    def seat(self, players: Iterable[str]) -> None:
        """Note that PLAYERS are about to be seated."""
        self.seated_twice.update(player for player in players if self.where(player) is not None)

    def seat_again(self, players: Iterable[str]) -> None:
        """Note that PLAYERS sit in a round from before the program was started.

        Nobody remembers where else they have played since: they may have lost chips there.
        """
        self.seated_twice.update(players)

    def at_risk(self, player: str, unit: Unit) -> int:
        """Return what PLAYER may still lose of UNIT in all rounds."""
        return sum(club.at_risk_here(player, unit) for club in self._clubs)

    def coins_of(self, player: str) -> CoinsInPlay | None:
        """Return what PLAYER has staked in a round for coins; None where they play none."""
        in_play = (club.coins_here(player) for club in self._clubs)
        return next(filter(None, in_play), None)

    def are_coins_in_play(self) -> bool:
        """Tell whether a round for coins is being played anywhere."""
        return any(club.are_coins_in_play() for club in self._clubs)

    def is_bot(self, nick: str) -> bool:
        """Tell whether NICK is the bot's own on any network."""
        return any(club.is_me(nick) for club in self._clubs)
