"""The field: how typical players of Shed Pontoon play, and how their hands end.

It comes from fictitious play: the best response to the average of all earlier ones, again and
again. With more than two players that need not lead to an equilibrium, so a field says what a best
response would gain against it.
"""

import re
from collections import defaultdict
from collections.abc import Generator, Mapping
from functools import cache
from pkgutil import get_data

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pontoon.engine.cards import RANKS
from pontoon.engine.moves import Verb
from pontoon.games.shed import ShedRules
from pontoon.odds.pontoon_draws import VALUES
from pontoon.odds.shed_hands import (
    MAX_BURNS,
    MOST_ADDED,
    Draws,
    HandState,
    after_card,
    value_of_pair,
)
from pontoon.odds.shed_payoffs import Levels, Payoffs, certain
from pontoon.odds.shed_play import (
    UNLIMITED,
    BestSeat,
    Played,
    Splitting,
    may_split,
    mixed,
    played,
)

RESPONSES = 50
"""How many best responses make a field."""

MAX_PLAYERS = 10
"""Up to this many players, fields of the default rules are shipped."""

_DRAWS = Draws.of(dict.fromkeys(RANKS, 1))
"""The chances of the next card if nothing is known."""

_BEGINNING = certain(18)
"""The field that the first response is the best against: all stick on 18."""

_RARE = 1e-9
"""What a move weighs in a state that the hands of a response do not come into."""

_LETTERS = {
    Verb.STICK: "s",
    Verb.TWIST: "t",
    Verb.BUY: "b",
    Verb.BURN: "u",
    Verb.SPLIT: "p",
}
_VERBS = {letter: verb for verb, letter in _LETTERS.items()}

Moves = tuple[tuple[Verb, int], ...]
"""Moves, each with how often it is made, in percent."""


class Field(Struct, frozen=True):
    """How each of this many PLAYERS plays by RULES, and what comes of it.

    ``levels`` are the chances of each level to be the best of a player. ``value`` is what a player
    gains in a round against others who play so, for each chip of the first bet, and ``gain`` how
    much more the best response to them would.
    """

    rules: ShedRules
    players: int
    policy: str
    """The moves for each of ``states()``, as letters; with how often in percent, unless always."""
    levels: tuple[float, ...]
    value: float
    gain: float

    def chances(self, state: HandState) -> list[tuple[Verb, float]]:
        """Return the moves in STATE, each with its chance.

        Who may not stick twists.
        """
        moves = [(verb, each / 100) for verb, each in _decoded(self.policy)[_usual(state)]]
        if state.total >= self.rules.stick_min:
            return moves
        allowed: dict[Verb, float] = defaultdict(float)
        for verb, chance in moves:
            allowed[Verb.TWIST if verb is Verb.STICK else verb] += chance
        return [*allowed.items()]


def _usual(state: HandState) -> HandState:
    """Return the state that is played like STATE.

    After a twist the stake does not matter, since it cannot grow. Few hands burn more than twice.
    """
    bets = 1 if state.has_twisted else min(state.bets, state.cards - 1 + MAX_BURNS)
    return state._replace(bets=bets)


@cache
def states() -> tuple[HandState, ...]:
    """Return all states in which hands are played differently, in order."""
    found: set[HandState] = set()
    waiting = [state for bets in range(1, 2 + MAX_BURNS) for state in _DRAWS.two_cards(bets)]
    while waiting:
        state = _usual(waiting.pop())
        if state not in found:
            found.add(state)
            verbs = [Verb.TWIST] if state.has_twisted else [Verb.TWIST, Verb.BUY]
            after = [each for verb in verbs for each in after_card(state, verb)]
            waiting += [each for each in after if isinstance(each, HandState)]
    return tuple(sorted(found))


@cache
def _decoded(policy: str) -> Mapping[HandState, Moves]:
    """Return the moves in each state by POLICY."""
    return dict(zip(states(), map(_moves_of, policy.split()), strict=True))


def _moves_of(text: str) -> Moves:
    """Return the moves that TEXT names, as in ``s`` or ``s40t60``.

    >>> _moves_of("s"), _moves_of("p100b0")[0]
    (((<Verb.STICK: 'stick'>, 100),), (<Verb.SPLIT: 'split'>, 100))
    """
    found = re.findall(r"([stbup])(\d*)", text)
    return tuple([(_VERBS[letter], int(percent or 100)) for letter, percent in found])


def _named(weights: Mapping[Verb, float]) -> str:
    """Return moves as ``_moves_of`` reads them, each as often as its WEIGHT says."""
    whole = sum(weights.values())
    percents = {verb: round(100 * each / whole) for verb, each in weights.items()}
    likeliest = max(percents, key=lambda verb: percents[verb])
    percents[likeliest] += 100 - sum(percents.values())
    # A pair that is split has another move, too, for when no split is left.
    kept = {verb: each for verb, each in percents.items() if each or Verb.SPLIT in percents}
    if len(kept) == 1:
        return _LETTERS[likeliest]
    return "".join(f"{_LETTERS[verb]}{each}" for verb, each in kept.items())


class BestResponse:
    """The best response to others whose hands end at LEVELS."""

    def __init__(self, rules: ShedRules, players: int, levels: Levels) -> None:
        payoffs = Payoffs(rules, [levels] * (players - 1))
        best = BestSeat(_DRAWS, payoffs, rules.stick_min)
        self._best = best.with_bets(1 + MOST_ADDED)
        two_cards = _DRAWS.two_cards()
        self._to_split = [
            value_of_pair(state)
            for state in two_cards
            if may_split(state) and best.splits(state, rules.max_splits, UNLIMITED)
        ]
        policy = Splitting(self._best, self._to_split)
        self.seat = seat = played(two_cards, policy, _DRAWS, rules.max_splits)
        self.levels = seat.levels
        self.payoffs = payoffs
        self.value = seat.result(payoffs).value

    def moves(self, state: HandState) -> list[Verb]:
        """Return the move in STATE, and if that is to split, what it is without splits."""
        ((move, _),) = self._best.chances(state)
        is_split = may_split(state) and value_of_pair(state) in self._to_split
        return [Verb.SPLIT, move] if is_split else [move]


class _Average:
    """What players do in each state who play each of some responses in its share of rounds."""

    def __init__(self) -> None:
        self._weights: dict[HandState, dict[Verb, float]] = {state: {} for state in states()}

    def add(self, response: BestResponse, weight: float) -> None:
        visits: dict[HandState, float] = defaultdict(lambda: _RARE)
        for state, chance in response.seat.visits.items():
            visits[_usual(state)] += chance
        for state, moves in self._weights.items():
            move, *unsplit = response.moves(state)
            moves[move] = moves.get(move, 0.0) + weight * visits[state]
            for verb in unsplit:
                moves.setdefault(verb, 0.0)

    @property
    def policy(self) -> str:
        return " ".join(map(_named, self._weights.values()))


def compute(rules: ShedRules, players: int) -> Generator[float, None, Field]:
    """Yield again and again what share of the work is done, at most; return the field at its end.

    A response that is the best one to itself is the field.
    """
    levels: Levels = _BEGINNING
    average, seen = _Average(), set[tuple[float, ...]]()
    for number in range(1, RESPONSES + 1):
        response = BestResponse(rules, players, levels)
        if (answered := tuple(response.levels)) not in seen:
            seen.add(answered)
            itself = BestResponse(rules, players, answered)
            if itself.levels == response.levels:
                average = _Average()
                average.add(itself, 1)
                break
        # The later, the weightier: the first ones answer a field that nobody plays like.
        average.add(response, number)
        share = 2 / (number + 1)
        levels = mixed([(1 - share, levels), (share, response.levels)])
        yield number / RESPONSES
    return evaluated(rules, players, average.policy)


def seat_of(field: Field) -> Played:
    """Return how a player of FIELD ends, by its rules, if nothing is known of the cards."""
    return played(_DRAWS.two_cards(), field, _DRAWS, field.rules.max_splits)


def bets_by_first_card(field: Field) -> list[tuple[int, float]]:
    """Return each value of a first card, and what a bet on it is worth for each of its chips.

    That is for the best play of who can pay for all of it, beside players of FIELD.
    """
    rules = field.rules
    payoffs = Payoffs(rules, [field.levels] * (field.players - 1))
    best = BestSeat(_DRAWS, payoffs, rules.stick_min)
    return [
        (
            value,
            best.played(_DRAWS.second_card(value), rules.max_splits, UNLIMITED)
            .result(payoffs)
            .value,
        )
        for value in VALUES
    ]


def evaluated(rules: ShedRules, players: int, policy: str) -> Field:
    """Return the field of this many PLAYERS who play by POLICY."""
    field = Field(rules, players, policy, (), 0.0, 0.0)
    seat = seat_of(field)
    levels = tuple([round(each, 6) for each in seat.levels])
    response = BestResponse(rules, players, levels)
    value = seat.result(response.payoffs).value
    return replace(
        field,
        rules=_relevant(rules),
        levels=levels,
        value=round(value, 5),
        gain=round(response.value - value, 5),
    )


def _relevant(rules: ShedRules) -> ShedRules:
    """Return RULES with the default in place of what makes no difference to a field.

    Cards are drawn as from an endless shoe.
    """
    return ShedRules(
        stick_min=rules.stick_min,
        max_splits=rules.max_splits,
        bonus_shed=rules.bonus_shed,
        bonus_five_card_21=rules.bonus_five_card_21,
        bonus_five_card=rules.bonus_five_card,
        bonus_pontoon=rules.bonus_pontoon,
        bonus_high=rules.bonus_high,
        bonus_clown=rules.bonus_clown,
    )


# The fields that are known

_DATA = "shed_fields.json"
_LINES = msgspec.json.Decoder(tuple[int, str, tuple[float, ...], float, float])
"""Decodes what ``encode`` returns."""


@cache
def _known() -> Mapping[int, Field]:
    """Return the fields that are shipped, by the number of players: those of the default rules."""
    lines = (get_data(__package__, _DATA) or b"").splitlines()
    fields = [Field(ShedRules(), *_LINES.decode(line)) for line in lines]
    return {field.players: field for field in fields}


def shipped_field(rules: ShedRules, players: int) -> Field | None:
    """Return the field of this many PLAYERS by RULES if it is shipped."""
    field = _known().get(players)
    return field if field and field.rules == _relevant(rules) else None


def usual_field(rules: ShedRules, players: int) -> Field:
    """Return the field of this many PLAYERS who play by RULES as people do by the default ones.

    What they may do is up to RULES, what is best for them is not: docs/strategy.md says what that
    costs. Its levels and its value are those of the default rules.
    """
    return replace(_known()[min(players, MAX_PLAYERS)], rules=_relevant(rules))


def encode(field: Field) -> bytes:
    """Return FIELD as a line of JSON, without its rules, which are the default ones."""
    return msgspec.json.encode(msgspec.structs.astuple(field)[1:])
