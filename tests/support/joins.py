"""People who join a table, and what they and the channel hear of it."""

from collections.abc import Sequence

from pontoon.engine.moves import Phase
from tests.support.offline_bot import CHANNEL, OfflineBot, Said


def in_channel(said: Sequence[Said], channel: str = CHANNEL) -> list[str]:
    """Return the lines of SAID that CHANNEL hears."""
    return [each.line for each in said if each.target == channel]


def to(nick: str, said: Sequence[Said]) -> list[str]:
    """Return the lines of SAID that NICK hears in private."""
    return [each.line for each in said if each.target == nick]


def after(bot: OfflineBot, seconds: float) -> list[str]:
    """Let SECONDS pass; return what the channel hears then."""
    return in_channel(bot.pass_seconds(seconds))


def join(bot: OfflineBot, *nicks: str, game: str = "", channel: str = CHANNEL) -> list[str]:
    """Have NICKS join at the same time; return what the channel hears of that."""
    for nick in nicks:
        bot.says(nick, f"!join {game}".strip(), channel)
    return in_channel(bot.pass_seconds(2), channel)


def joined(bot: OfflineBot, channel: str = CHANNEL) -> list[str]:
    """Return the players who have joined and are there, in the order of the line."""
    return list(bot.croupier(channel).lineup.players)


def in_line(bot: OfflineBot, channel: str = CHANNEL) -> list[str]:
    """Return the players who have joined, in that order, wherever they are."""
    return [*bot.croupier(channel).lineup.seat_map.players]


def dealt(bot: OfflineBot, channel: str = CHANNEL) -> list[str]:
    """Return the players of the round that is played, or was last, in order."""
    return [seat.player for seat in bot.croupier(channel).table.seats]


def is_playing(bot: OfflineBot, channel: str = CHANNEL) -> bool:
    """Tell whether a round is played."""
    return bot.croupier(channel).ask is not None


def bet_and_stick(bot: OfflineBot, channel: str = CHANNEL) -> None:
    """Play the round to its end: everybody bets the least, and sticks as soon as possible."""
    while (ask := bot.croupier(channel).ask) is not None:
        nick = bot.croupier(channel).seat_map.address(ask.player)
        assert nick is not None
        bot.tells(nick, {Phase.BET: "min", Phase.BANK: "y"}.get(ask.phase, "s"))
        if bot.croupier(channel).ask == ask:
            bot.tells(nick, "t")
