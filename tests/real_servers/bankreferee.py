"""Works out again what the results of games with a banker or dealer should be, from their lines.

Nothing of the bot's own reckoning is used: this is sections 2 to 4 of the rules once more.
"""

from collections.abc import Sequence

from tests.real_servers.told import BankerResult, Result, total

KINDS = ("pontoon", "five-card trick", "twenty-one", "points", "bust")
"""The kinds of hands, best first."""

AnyResult = Result | BankerResult


def check_chips(banker: BankerResult, results: Sequence[Result]) -> set[str]:
    """Fail unless each of RESULTS of British or Shoot Pontoon is right; return who has won."""
    _check_kinds(banker, results)
    gains = [_gain(banker, result) for result in results]
    for result, gain in zip(results, gains, strict=True):
        assert result.gain == gain + _gain_of_shot(result, gain), result
    assert banker.gain == -sum(gains), banker
    winners = {result.name for result, gain in zip(results, gains, strict=True) if gain > 0}
    return winners | ({banker.name} if banker.gain > 0 else set())


def check_fingers(dealer: BankerResult, results: Sequence[Result]) -> set[str]:
    """Fail unless each of RESULTS of CUTwC Pontoon is right; return who has drunk nothing, so won.

    A player needs one such hand.
    """
    _check_kinds(dealer, results)
    drunk = 0
    for result in results:
        has_won = beats(result, dealer)
        assert result.gain == (0 if has_won else -result.stake), result
        if has_won:
            drunk += result.stake * (2 if result.kind == "pontoon" else 1)
    assert dealer.gain == -drunk, dealer
    winners = {result.name for result in results if result.gain == 0}
    return winners | ({dealer.name} if not drunk else set())


def beats(hand: AnyResult, banker: AnyResult) -> bool:
    """Tell whether HAND, which may be bust, is better than the banker's: a tie is not."""
    if hand.kind == "bust" or level(hand) == level(banker):
        return False
    return level(hand) < level(banker)


def level(hand: AnyResult) -> tuple[int, int]:
    """Return where a hand stands; the less, the better. Of points the total counts too."""
    return KINDS.index(hand.kind), -hand.total if hand.kind == "points" else 0


def kind(cards: Sequence[str]) -> str:
    """Return what sort of hand CARDS are."""
    points = total(cards)
    if points > 21:
        return "bust"
    if len(cards) == 2 and points == 21:
        return "pontoon"
    if len(cards) == 5:
        return "five-card trick"
    return "twenty-one" if points == 21 else "points"


def _check_kinds(banker: BankerResult, results: Sequence[Result]) -> None:
    hands: list[AnyResult] = [banker, *results]
    for result in hands:
        assert result.total == total(result.cards), result
        assert result.kind == kind(result.cards), result


def _gain(banker: BankerResult, result: Result) -> int:
    """Return what the stake of a hand has won or lost."""
    if result.kind == "bust":
        return -result.stake
    doubles = ("pontoon", "five-card trick")
    if banker.kind == "pontoon":
        return -2 * result.stake
    if banker.kind == "five-card trick":
        return 2 * result.stake if result.kind == "pontoon" else -2 * result.stake
    if not beats(result, banker):
        return -result.stake
    return result.stake * (2 if result.kind in doubles else 1)


def _gain_of_shot(result: Result, gain: int) -> int:
    """Return what the shoot bet on a hand won or lost whose stake has gained so much."""
    return result.shot if gain > 0 else -result.shot
