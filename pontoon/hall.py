"""The tables of one network: a croupier for each of its channels, as many as there are just now."""

from collections.abc import Callable, Iterable, Mapping

from pontoon.croupier import Croupier
from pontoon.minutes import CoinsInPlay
from pontoon.premises import Premises
from pontoon.seating import Seating
from pontoon.table import Table

NewTables = Callable[[], Mapping[str, Table]]
"""Makes the tables of a channel, one of each game, by its command."""


class Hall:
    """Has a croupier in each of CHANNELS, with TABLES of their own."""

    def __init__(
        self, channels: Iterable[str], tables: NewTables, premises: Premises, seating: Seating
    ) -> None:
        self._premises = premises
        self._seating = seating
        self.croupiers = [Croupier(channel, tables(), premises, seating) for channel in channels]

    @property
    def known_as(self) -> str:
        """The name of the network."""
        return self._premises.known_as

    def is_me(self, nick: str) -> bool:
        """Tell whether NICK is the bot's own on this network."""
        return self._premises.network.is_me(nick)

    def croupier(self, channel: str) -> Croupier | None:
        """Return the croupier of CHANNEL; None where there is none."""
        fold = self._premises.network.fold
        key = fold(channel)
        return next((each for each in self.croupiers if fold(each.channel) == key), None)

    @property
    def channels(self) -> tuple[str, ...]:
        """The channels in which there are tables."""
        return tuple(croupier.channel for croupier in self.croupiers)

    def as_known(self, channels: Iterable[str]) -> tuple[str, ...]:
        """Return CHANNELS, those that have tables spelt as they were at first."""
        spelt = ((self.croupier(channel), channel) for channel in channels)
        return tuple(channel if known is None else known.channel for known, channel in spelt)

    # Who plays

    @property
    def is_playing(self) -> bool:
        """Whether any round is being played here."""
        return any(croupier.ask is not None for croupier in self.croupiers)

    def where_seated(self, player: str) -> str | None:
        """Return the channel in which PLAYER, by their nick in players.xml, is seated, if any."""
        seated = (each.channel for each in self.croupiers if each.sitters.has(player))
        return next(seated, None)

    def coins_here(self, player: str) -> CoinsInPlay | None:
        """Return what PLAYER has staked in a round for coins; None where they play none here."""
        in_play = (croupier.coins_of(player) for croupier in self.croupiers)
        return next(filter(None, in_play), None)

    def are_coins_in_play(self) -> bool:
        """Tell whether a round for coins is being played here."""
        return any(croupier.is_for_coins for croupier in self.croupiers)

    # Other channels, other rules

    def adopt(self, channels: Iterable[str], tables: NewTables) -> list[Croupier]:
        """Have a croupier in each of CHANNELS, and in no other; return those who are new.

        Every round is played to its end by its own rules. Where it is in a channel that is not
        wanted any more it is stopped, and every stake goes back.
        """
        fold = self._premises.network.fold
        wanted = {fold(channel): channel for channel in channels}
        kept = {fold(each.channel): each for each in self.croupiers}
        for key in kept.keys() - wanted.keys():
            kept.pop(key).put_out()
        for croupier in kept.values():
            croupier.adopt(tables())
        new = {
            key: Croupier(channel, tables(), self._premises, self._seating)
            for key, channel in wanted.items()
            if key not in kept
        }
        self.croupiers = [{**kept, **new}[key] for key in wanted]
        return [*new.values()]

    def close(self) -> None:
        """Stop all rounds: every stake goes back, and there are no tables here any more."""
        for croupier in self.croupiers:
            croupier.put_out()
        self.croupiers = []
