"""Accounts of minutes in players.xml, and a bot at noon that gives voice for them."""

from pathlib import Path

from pontoon.games.time_account import Account
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot

TODAY = 20261120
HOUR = 3600
CARDS = "10D 5H 9H 6D 8S"
"""19 for one player, and a dealer who shows 5♥ and makes 19 too."""


def kept(**tallies: int) -> str:
    """Return what is in players.xml of a player whose account is of today."""
    counts = {"day": TODAY, **tallies}
    elements = (f"<{name}>{number}</{name}>" for name, number in counts.items())
    return f"<blackjack>{''.join(elements)}</blackjack>"


def account_of(bot: OfflineBot, nick: str = "dave") -> Account:
    """Return the account in players.xml."""
    return Account.of(bot.in_file(nick).stats_in("blackjack").tallies)


def minutes_of(bot: OfflineBot, nick: str = "dave") -> int:
    """Return the minutes in players.xml."""
    return account_of(bot, nick).minutes


def where_voice_is_for_minutes(
    folder: Path, *players: Entry, channels: str = CHANNEL, **rules: str
) -> OfflineBot:
    """Start a bot that is an operator in its channels, with dave and 50 minutes at least.

    Nobody is hurried there.
    """
    config = {
        "irc": {"channels": channels},
        "table": {"turn_timeout": "86400"},
        "blackjack": {"voice": "yes", **rules},
    }
    bot = OfflineBot(folder, players or [Entry("dave", records=kept(minutes=50))], CARDS, config)
    for channel in channels.split():
        bot.ops(BOT, channel)
        bot.croupier(channel).entered()
    return bot


def pass_minutes(bot: OfflineBot, minutes: float) -> list[str]:
    """Let MINUTES pass; return what was done about voice in them."""
    before = len(bot.network.voices)
    bot.pass_seconds(60 * minutes)
    return bot.network.voices[before:]


def has_voice(bot: OfflineBot, nick: str, channel: str = CHANNEL) -> bool:
    """Tell whether somebody has voice in CHANNEL."""
    return "v" in bot.roster(channel).modes(nick)
