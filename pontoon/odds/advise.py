"""Which of a player's moves is best, in any game that has odds."""

from collections.abc import Mapping

from pontoon.odds.advice import Advice, Advise
from pontoon.odds.bank_games import advise_against_bank
from pontoon.odds.blackjack import advise_blackjack
from pontoon.odds.shed import advise_shed
from pontoon.odds.view import View

ADVISERS: Mapping[str, Advise] = {
    "pontoon": advise_shed,
    "british": advise_against_bank,
    "shoot": advise_against_bank,
    "cutwc": advise_against_bank,
    "blackjack": advise_blackjack,
}
"""What works out the odds of each game, by its name. Other games have none."""


def advise(view: View) -> Advice | None:
    """Return what each move on offer in VIEW is worth; None if nothing is known of its worth."""
    adviser = ADVISERS.get(view.game)
    return None if adviser is None else adviser(view)
