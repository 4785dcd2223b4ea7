"""Accounts of minutes as tests write them: moments are times of one day in June, UTC."""

from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from pontoon.engine.events import PlayerResult
from pontoon.games.blackjack import BlackJackRules
from pontoon.games.time_account import Account, TimeAccounts

TODAY = 20250615
TOMORROW = 20250616
DAVE = Account(minutes=60, time_bank=0, turns=0, day=TODAY)


def time_accounts(**changed: Any) -> TimeAccounts:
    """Return books with the defaults of the rule book, but for what is CHANGED."""
    return TimeAccounts(BlackJackRules(**changed))


def dave(**changed: Any) -> Account:
    """Return dave's account on TODAY, 60 minutes and nothing else but for what is CHANGED."""
    return replace(DAVE, **changed)


def at(clock: str, day: int = 15) -> datetime:
    """Return the moment at which a CLOCK such as ``02:30`` shows that on a DAY of June 2025."""
    return datetime.fromisoformat(f"2025-06-{day:02} {clock}").replace(tzinfo=UTC)


def ended(winnings: int = 0, losses: int = 0, played: int = 1) -> PlayerResult:
    """Return how a round ended for dave."""
    won = int(winnings > 0)
    return PlayerResult("dave", winnings - losses, played, won, losses)
