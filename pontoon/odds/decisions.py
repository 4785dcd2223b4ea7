"""What players have decided in a round that is over, and what each decision has cost them.

What comes before the deal is not judged.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from pontoon.engine.actions import Action, Moved
from pontoon.engine.events import Event
from pontoon.engine.moves import Ask, Move, Option, Phase, Verb, Waiting
from pontoon.engine.round import GameRules
from pontoon.odds.advice import Advise, first_bets
from pontoon.odds.view import Observer, View

JUDGED = (Phase.BET, Phase.HAND, Phase.BANKER, Phase.SHOOT, Phase.INSURANCE)

NEGLIGIBLE = 0.01
"""A move that costs so much of the first bet, or less, is as good as the best."""


class Step(Protocol):
    """An act of a round, the events that it led to, and what was waited for before it."""

    @property
    def act(self) -> Action: ...
    @property
    def events(self) -> Sequence[Event]: ...
    @property
    def before(self) -> Waiting: ...


class Decision(Struct, frozen=True):
    """What a player knew when they had a choice, and the move that they made."""

    view: View
    move: Move

    @property
    def ask(self) -> Ask:
        return self.view.ask


class Judgement(Struct, frozen=True):
    """The best move in place of a decision, and what the one that was made cost.

    ``cost`` is how much less it was worth than the best, in chips; 0 if that is negligible.
    ``wins`` and ``five_cards`` are the chances of the move that was made and of the best one, as
    far as they are known; ``dealer_natural`` is that of ``Advice``.
    """

    decision: Decision
    best: Move
    cost: float
    wins: tuple[float, float] = (0.0, 0.0)
    five_cards: tuple[float, float] = (0.0, 0.0)
    dealer_natural: float | None = None


def decisions(
    game: str, rules: GameRules, steps: Iterable[Step], players: Iterable[str]
) -> Iterator[Decision]:
    """Yield what PLAYERS decided in the STEPS of a round of GAME with RULES, in order.

    What the bot did for them while they were silent is no decision of theirs.
    """
    observers = {player: Observer(player, game, rules) for player in players}
    for step in steps:
        match step.act:
            case Moved(player, move) if player in observers and not move.unanswered:
                ask = step.before.ask_of(player)
                if ask is not None and ask.phase in JUDGED and _is_choice(ask):
                    yield Decision(observers[player].view(ask), move)
        for observer in observers.values():
            observer.see(step.events)


def _is_choice(ask: Ask) -> bool:
    return len(ask.options) > 1 or any(each.least != each.most for each in ask.options)


def judge(decision: Decision, advise: Advise) -> Judgement | None:
    """Return how good DECISION was by what ADVISE says; None if that knows nothing of its moves."""
    view, made = decision.view, decision.move
    advice = advise(view)
    of_made = advise(_with_bet(view, made)) if made.verb is Verb.BET else advice
    if advice is None or of_made is None:
        return None
    best = advice.best
    like_made = [each for each in of_made.values if each.move.verb is made.verb]
    values = {each.move.chips: each.value for each in like_made}
    bets = first_bets(view, best.move), first_bets(view, made)
    cost = bets[0] * best.value - bets[1] * _value_at(made.chips, values)
    return Judgement(
        decision,
        best.move,
        cost if cost > NEGLIGIBLE * max(bets) else 0.0,
        (like_made[0].win, best.win),
        (like_made[0].five_cards or 0.0, best.five_cards or 0.0),
        advice.dealer_natural,
    )


def _with_bet(view: View, bet: Move) -> View:
    """Return VIEW as if BET were the only one on offer."""
    only = Option(Verb.BET, bet.chips, bet.chips)
    return replace(view, ask=replace(view.ask, options=(only,)))


def _value_at(chips: int, values: dict[int, float]) -> float:
    """Return the value of a move for this many CHIPS; VALUES are those of the least and the most.

    >>> _value_at(15, {10: 0.5, 20: 0.7}), _value_at(10, {10: 0.5})
    (0.6, 0.5)
    """
    least, most = min(values), max(values)
    if least == most:
        return values[least]
    share = (chips - least) / (most - least)
    return values[least] + share * (values[most] - values[least])
