"""Who of those who sit at a table is in the channel, and whether the bot is there itself."""

from pontoon.irc.reactor import Clock
from pontoon.tables.seats import SeatHolder, SeatMap

FREE_SECONDS = 10 * 60
"""After this long the players of a round that waits for the bot may play elsewhere (RULES 0)."""


class Presence:
    """The seats of the round in a channel, and who of their owners and the bot is there.

    At first the bot is out of the channel, or does not know its members. Times are by CLOCK.
    """

    def __init__(self, seat_map: SeatMap, clock: Clock) -> None:
        self.seat_map = seat_map
        """The seats of the round until it is settled."""
        self._clock = clock
        self.is_out = True
        """Whether the bot is out of the channel, or does not know its members."""
        self._out_since: float | None = None
        """When a round began to wait for the bot to be back; None if none waits."""
        self._told = set[tuple[object, str]]()
        """What was told in this round about the absence of which player, and is not told again."""

    # The bot

    def bot_left(self, *, in_a_round: bool) -> None:
        """Note that the bot is out of the channel and sees nobody; a round waits IN_A_ROUND."""
        self.is_out = True
        if in_a_round and self._out_since is None:
            self._out_since = self._clock.seconds()
        self.seat_map.all_depart()

    def bot_entered(self) -> None:
        """Note that the bot is in the channel, and knows its members."""
        self.is_out, self._out_since = False, None

    def has_waited(self, seconds: float) -> None:
        """Note that a round has waited for the bot for SECONDS, before the program was started."""
        self._out_since = self._clock.seconds() - seconds

    @property
    def seconds_out(self) -> float:
        """The seconds that a round has waited for the bot to be back; 0 if none waits."""
        return 0.0 if self._out_since is None else self._clock.seconds() - self._out_since

    @property
    def holds_players(self) -> bool:
        """Whether what players have staked here keeps them from playing elsewhere."""
        return self.seconds_out < FREE_SECONDS

    # The players

    @property
    def absent(self) -> list[SeatHolder]:
        """The players who are out of the channel."""
        return [holder for holder in self.seat_map if not holder.is_here]

    def is_news(self, what: object, player: str) -> bool:
        """Tell whether WHAT has not been told about PLAYER in this round; it counts as told now."""
        key = (what, player)
        is_new = key not in self._told
        self._told.add(key)
        return is_new

    def tell_again(self) -> None:
        """Note that people may not know who is out any more: the round has been interrupted."""
        self._told.clear()

    def round_over(self) -> None:
        """Empty the seats."""
        self._out_since = None
        self._told.clear()
        self.seat_map.clear()
