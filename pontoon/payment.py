"""What a round has brought everybody: told once it is written, and how the round ended is told."""

from collections.abc import Callable, Mapping

from pontoon.moves import Unit
from pontoon.player import Change, Posted
from pontoon.premises import Premises
from pontoon.purse import Purse
from pontoon.speech import Say, Speaker, Urgency
from pontoon.text import floor, minutes

Addresses = Mapping[str, str | None]
"""The nick of each player; None where they are away."""


class Payment:
    """The payment of one round in CHANNEL, whose CHANGES are in UNIT and go to PURSE.

    SPEAK says something. OVER is called when it is written. ADDRESSES are those of its players,
    None if the channel does not know yet how the round ended. Writing and telling come in either
    order: players.xml may have to be mended first, and a round that ended when the program did is
    written before the bot is back in the channel.
    """

    def __init__(
        self,
        channel: str,
        premises: Premises,
        speak: Speaker,
        unit: Unit,
        purse: Purse,
        changes: Mapping[str, Change],
        over: Callable[[], None],
        addresses: Addresses | None,
    ) -> None:
        self._channel = channel
        self._premises = premises
        self._speak = speak
        self._unit = unit
        self._purse = purse
        self._changes = changes
        self._over = over
        self._posted: Posted | None = None
        self._addresses = addresses

    def paid(self, posted: Posted) -> None:
        """Note that it is written, as POSTED."""
        self._posted = posted
        self._tell()
        self._over()  # what could not be told so far, the program being stopped, is told then

    def results_are_told(self, addresses: Addresses) -> None:
        """Note that the channel knows how the round ended; ADDRESSES are those of its players."""
        self._addresses = addresses
        self._tell()

    @property
    def is_posted(self) -> bool:
        """Whether it is written."""
        return self._posted is not None

    def _tell(self) -> None:
        if self._posted is None or self._addresses is None:
            return
        players = tuple(self._posted.balances)
        self._tell_balances(players)
        for player in players:
            self._tell_settlement(player, self._addresses.get(player))

    def _tell_balances(self, players: tuple[str, ...]) -> None:
        found = filter(None, map(self._premises.cashier.store.find, players))
        words = self._premises.words
        items = tuple(words.balance(each.nick, self._purse.balance(each)) for each in found)
        heading = floor.BALANCES_HEADINGS[self._unit]
        self._speak(Say(self._channel, items, Urgency.GAME, ", ", heading))

    def _tell_settlement(self, player: str, nick: str | None) -> None:
        """Tell a player who is still there what has become of what they won."""
        settlement = self._purse.settlement(self._changes[player])
        if settlement is not None and nick is not None:
            told = minutes.told_of(self._premises.words.names(player), settlement)
            self._speak(Say(nick, tuple(told), Urgency.GAME))
