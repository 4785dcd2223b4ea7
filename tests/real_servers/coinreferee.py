"""Works out again what the results of Black Jack For Time should be, from their lines.

Nothing of the bot's own reckoning is used: this is section 5 of the rules once more.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tests.real_servers.told import BankerResult, Result, total


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a round did to somebody, in coins: winnings, losses, and whether the bet was won."""

    winnings: int
    losses: int
    has_won: bool


def check(
    dealer: BankerResult,
    results: Sequence[Result],
    doubled: Collection[str] = (),
    insurance_pays: int = 2,
) -> dict[str, Outcome]:
    """Fail unless each of RESULTS is right; return how it is for each player, by name.

    Those who have DOUBLED are named.
    """
    outcomes: dict[str, Outcome] = {}
    for result in results:
        assert result.total == total(result.cards), result
        assert result.kind == kind(result.cards), result
        bet = coins_back(dealer, result, doubled) - result.stake
        insured = result.insurance * (insurance_pays if dealer.kind == "natural" else 0)
        gains = (bet, insured - result.insurance)
        assert result.gain == sum(gains), result
        winnings = sum(gain for gain in gains if gain > 0)
        outcomes[result.name] = Outcome(winnings, winnings - sum(gains), bet > 0)
    assert dealer.kind == kind(dealer.cards), dealer
    assert dealer.gain == -sum(result.gain for result in results), dealer
    return outcomes


def coins_back(dealer: BankerResult, result: Result, doubled: Collection[str]) -> int:
    """Return how many coins come back for a bet, by the table in the rules."""
    if dealer.kind == "natural":
        return result.stake if result.kind == "natural" else 0
    if result.kind in ("natural", "five-card charlie"):
        return 3 * result.stake
    if result.kind == "bust" or dealer.kind == "five-card charlie":
        return 0
    if result.total == dealer.total:
        return result.stake
    if dealer.kind != "bust" and result.total < dealer.total:
        return 0
    return (3 if result.total == 21 and result.name not in doubled else 2) * result.stake


def kind(cards: Sequence[str]) -> str:
    """Return what sort of hand CARDS are."""
    points = total(cards)
    if points > 21:
        return "bust"
    if points == 21:
        return "natural" if len(cards) == 2 else "twenty-one"
    return "five-card charlie" if len(cards) == 5 else "points"
