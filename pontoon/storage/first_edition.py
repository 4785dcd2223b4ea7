"""Rounds by the first edition of the rules, which versions up to 0.5.2 have dealt.

They were recorded without the rules that had their default. The bank was asked about in each round
then, and what somebody had answered lately was known before the deal.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pontoon.engine.actions import Action, Dealt, Moved, OutOfTurn
from pontoon.engine.moves import Accept, Move, Phase, Verb
from pontoon.engine.table import Table
from pontoon.games.bank_events import SaleOffered
from pontoon.storage.rounds import RoundRecord

EDITION = 1

DEFAULTS: Mapping[str, Mapping[str, Any]] = {
    "pontoon": {
        "decks": 6,
        "marker": [60, 75],
        "max_bet_percent": [1, 10, 20, 25, 50],
        "stick_min": 16,
        "max_splits": 4,
        "bonus_shed": "7",
        "bonus_five_card_21": "4",
        "bonus_five_card": "3",
        "bonus_pontoon": "2",
        "bonus_high": "0",
        "bonus_clown": "3/2",
    },
    "british": {
        "gather": "hands",
        "max_players": 8,
        "min_bet": 1,
        "max_bet": 100,
        "stick_min": 15,
        "split": "any",
        "bank_price_max": 1000,
    },
    "shoot": {
        "gather": "hands",
        "max_players": 8,
        "min_bet": 1,
        "max_bet": 100,
        "stick_min": 15,
        "split": "any",
        "bank_price_max": 1000,
        "kitty_min": 1,
        "kitty_max": 100,
        "auction_timeout": 30,
    },
    "cutwc": {"gather": "hands", "max_players": 10, "max_bid": 4},
    "blackjack": {
        "decks": 6,
        "marker": [60, 75],
        "max_coins": 10,
        "insurance_pays": 2,
        "minutes_per_day": 60,
        "coin_minutes": 1,
        "turns_per_day": 20,
        "events": ["03:00:00"],
        "time_zone": "UTC",
        "time_bank": True,
        "voice": False,
    },
}
"""The defaults of version 0.5.2, by game, as they would have been recorded."""

TABLE_DEFAULTS: Mapping[str, Any] = {"bank_timeout": 30}

GONE: Mapping[str, str] = {"bets": "in turn", "gather": "seats"}
"""Rules that are gone, and without which a round goes to the same end.

People who bet in turn make the same bets, in the order of the seats. How the cards go under the
pack matters only after the round.
"""


def completed(written: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that are WRITTEN, and DEFAULTS for the others."""
    kept = {name: each for name, each in written.items() if GONE.get(name) != each}
    return {**defaults, **kept}


def actions(recorded: RoundRecord, table: Table) -> Iterator[Action]:
    """Yield what was done in a RECORDED round, in the order in which TABLE asks for it now.

    Whoever takes it does each action at TABLE before the next.
    """
    done: Iterable[Action] = [*recorded.actions()]
    answers = dict(recorded.consent)
    if "banker" in recorded.equipment:
        done = [each for each in done if not _is_answer(each, answers)]
    passes_on = answers.get(recorded.equipment.get("banker", "")) is False
    yield Dealt(recorded.players, passes_on, recorded.listed)
    yield from _answers_asked_for(answers, table)
    for each in done:
        yield _with_price(each, table)
        yield from _answers_asked_for(answers, table)


def _is_answer(action: Action, answers: dict[str, bool]) -> bool:
    """Tell whether ACTION is the first answer about the bank of its player; add it to ANSWERS."""
    match action:
        case Moved(player, Move(Verb.TAKE | Verb.PASS as verb)) if player not in answers:
            answers[player] = verb is Verb.TAKE
            return True
    return False


def _answers_asked_for(answers: Mapping[str, bool], table: Table) -> Iterator[Action]:
    """Yield those of the ANSWERS about the bank that TABLE waits for, each once."""
    left = dict(answers)
    while asked := [
        ask.player for ask in table.asks if ask.phase is Phase.BANK and ask.player in left
    ]:
        yield Moved(asked[0], Move(Verb.TAKE if left.pop(asked[0]) else Verb.PASS))


def _with_price(action: Action, table: Table) -> Action:
    """Return ACTION; who accepts an offer without a price accepts what is offered at TABLE."""
    match action, table.offer:
        case OutOfTurn(player, Accept(None)), SaleOffered(price=price):
            return OutOfTurn(player, Accept(price))
    return action
