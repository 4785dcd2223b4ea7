"""Players with services accounts at a table, and people who pretend to be them."""

from collections.abc import Sequence
from pathlib import Path

from tests.support.offline_bot import Entry, OfflineBot, Said

DAVES = "<account>Dave</account>"
MINUTES = "<blackjack><minutes>50</minutes><time_bank>5</time_bank><day>20261120</day></blackjack>"

UNKNOWN = "The server did not tell me in time which account you are logged in to. Please try again."

LOCKED = (
    "Your seat in #pontoon belongs to a services account: log in to services, then say hand to me."
)


def opened(folder: Path, cards: str = "5D 9C KH 9H 2S 3S 4S", **table: str) -> OfflineBot:
    """Start a bot: dave is an account's, kevin and bob are nicks. Mallory has come, as nobody."""
    entries = [Entry("dave", 1000, 100, owner=DAVES, records=MINUTES), Entry("kevin"), Entry("bob")]
    bot = OfflineBot(folder, entries, cards, config={"table": table})
    bot.logs_in("dave", "dave")
    bot.comes("mallory", "mallory@elsewhere")
    bot.logs_in("mallory", "mallory")
    return bot


def lines(said: Sequence[Said], target: str) -> list[str]:
    """Return the lines of SAID that were for TARGET."""
    return [each.line for each in said if each.target == target]
