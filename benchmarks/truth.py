"""Whether what the adviser says of moves comes true in rounds that the engine deals and pays.

``python -m benchmarks.truth GAME`` makes random decisions of a game and plays each move on offer
many times, all from the same deals, in which the cards that the player does not see are others.
It names every value and every chance (to win, to bust, to make five cards) that is more than 3
standard errors off, and every best move that is worse than another one by more than 2. Either
counts only if it is so again in a second, larger sample: of hundreds of values some are off by
chance. The exit status is 1 then.

Of the odds it uses nothing but the adviser, who makes all moves but bets: these are drawn by lot,
so that they tell nothing of cards. What others do is what is expected of them, now this and now
that where they are expected to; others than a banker mind nothing but their own cards. Where
players have acted before, only deals count with which they would have done the same.
"""

import argparse
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import count
from math import isqrt, sqrt
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import msgspec

from benchmarks.moves import Game
from benchmarks.skill import Adviser
from pontoon.engine.cards import Card, cards
from pontoon.engine.decks import Pack
from pontoon.engine.events import BankerResult, BetPlaced, Event, HandResult, RoundBegan
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND
from pontoon.engine.moves import Ask, Move, Option, Phase, Unit, Verb
from pontoon.engine.rng import SEED_BYTES
from pontoon.engine.table import Table
from pontoon.games import GAMES, game_named
from pontoon.games.bank import Bank
from pontoon.games.pontoon_hands import HandType
from pontoon.odds.advice import Advice, MoveValue
from pontoon.odds.advise import ADVISERS, advise
from pontoon.odds.pontoon_draws import FIRST_CARDS
from pontoon.odds.view import PLENTY, Observer, SeenHand, View, tells

CHIPS = 1000
DECISIONS = 40
DEALS = 1000
"""How often each move of a decision is played."""
AGAIN = 4
"""What is off is played so many times as often again."""
VALUE_SIGMAS = 3
MOVE_SIGMAS = 2
FEWEST_PARTS = 5
"""A sample is looked at in parts if they are no fewer."""
SWEEPS = 4
"""How often the cards of each hand are swapped, or tried to be, before the next deal counts."""
EXPLORES = 0.4
"""How often the player who is looked at makes any move on the way to the decision."""
KITTY = 20
OTHERS_BET = 10
"""What others bet where it makes no difference to the player who is looked at."""

LOT_BITS = 64

JUDGED = (Phase.BET, Phase.SHOOT, Phase.INSURANCE, Phase.HAND, Phase.BANKER)
_ADVISED = (Phase.SHOOT, Phase.INSURANCE, Phase.HAND, Phase.BANKER)

SEED = bytes(SEED_BYTES)
"""What a deck is made from, before cards are put into it in another order."""


@dataclass(frozen=True)
class Setting:
    """What is played: the game, its rules, and how many sit there with how many chips."""

    game: Game
    rules: Any
    players: int
    chips: int = CHIPS
    """What the player who is looked at has."""
    bet: int | None = None
    """What that player bets; None to draw it."""
    shown: int = 0
    """How many cards were shown in an earlier round, and come last."""

    @property
    def names(self) -> list[str]:
        return [f"p{number}" for number in range(1, self.players + 1)]


class Players:
    """Says what is done by players who go by what the adviser says; bets are drawn by LOTS."""

    def __init__(self, setting: Setting) -> None:
        self.advise = Adviser().advise
        self._equipment = setting.game.new_equipment(setting.rules, SEED)
        self._setting = setting
        self._blind: dict[Hashable, tuple[Ask, Advice]] = {}

    def who_see(self, player: str, names: Sequence[str]) -> Sequence[str]:
        """Return which of NAMES mind what others do, if PLAYER is looked at.

        A banker does, and all who play against the bot.
        """
        if self._setting.game.is_house_banked:
            return [player]
        return sorted({player, names[-1]}) if isinstance(self._equipment, Bank) else names

    def equipment(self, deck: Sequence[Card], banker: str) -> Any:
        """Return new equipment, with DECK to be dealt from; where there is a bank, BANKER has it.

        To shuffle the cards would take longer than to play the round.
        """
        equipment, whole = copy(self._equipment), copy(self._equipment.deck)
        if isinstance(whole, Pack):
            whole.cards = deque(deck)
        else:
            whole.cards = [*reversed(deck)]
        if isinstance(equipment, Bank):
            equipment.pack, equipment.banker = whole, banker
            return equipment
        return whole

    def blind_move(self, ask: Ask, setting: Setting, told: Sequence[Event], lot: float) -> Move:
        """Return the move of a player who minds nothing but their own cards.

        The adviser takes all others but a banker to be like that. What they stake makes no
        difference to them, but how much that is beside what they have staked, and what the banker
        can cover beside that. Where several moves are usual, LOT picks one: from 0 to 1.
        """
        values = tuple([card.value for card in ask.cards])
        offers = [(each.verb, *_beside(ask.stake, each)) for each in ask.options]
        tells_of_it = _can_tell(ask, told)
        key = values, ask.phase, ask.hand is None, tuple(offers), _buys_covered(ask), tells_of_it
        if key not in self._blind:
            observer = Observer(ask.player, setting.game.name, setting.rules)
            observer.see(told)
            advice = self.advise(_by_itself(observer.view(ask)))
            assert advice is not None
            self._blind[key] = ask, advice
        like_it, advice = self._blind[key]
        move = advice.expected(lot)
        known, option = like_it.option(move.verb), ask.option(move.verb)
        assert known is not None
        assert option is not None
        return Move(move.verb, option.most if move.amount == known.most else option.least)


def _buys_covered(ask: Ask) -> int:
    """Return for how many buys the banker has cover, or PLENTY."""
    buy = ask.option(Verb.BUY)
    if buy is None or ask.cover is None:
        return PLENTY
    return min(ask.cover // (buy.least or 1), PLENTY)


def _can_tell(ask: Ask, told: Sequence[Event]) -> bool:
    """Return whether to shoot, or not to, tells others of the hand in ASK, after what was TOLD."""
    shot = ask.option(Verb.SHOOT)
    bets = (each.chips for each in told if isinstance(each, BetPlaced) if each.player == ask.player)
    return shot is not None and tells(shot.most or 0, next(bets))


def _beside(stake: int, option: Option) -> tuple[float, float]:
    """Return the least and the most of OPTION as parts of STAKE."""
    least, most = option.least or 0, option.most or 0
    return round(least / (stake or 1), 1), round(most / (stake or 1), 1)


class Deal(NamedTuple):
    """What is not seen of a round."""

    deck: Sequence[Card]
    """The next card first."""
    lots: Mapping[str, int]
    """What each player draws lots with who does now this and now that with the same cards."""


def new_deal(deck: Sequence[Card], names: Sequence[str], lots: Random) -> Deal:
    """Return a deal of DECK, in which players of those NAMES draw new LOTS."""
    return Deal(deck, {name: lots.getrandbits(LOT_BITS) for name in names})


class PlayedRound:
    """A round of SETTING that is dealt by DEAL; PLAYER is looked at, and bets are drawn by LOTS."""

    def __init__(
        self, setting: Setting, player: str, deal: Deal, who: Players, lots: Random
    ) -> None:
        game, rules, names, deck = setting.game, setting.rules, setting.names, deal.deck
        self.table = Table(game, rules, who.equipment(deck, names[-1]), len(names))
        self._setting, self._player, self._who, self._lots = setting, player, who, lots
        self._lots_of = {name: Random(number) for name, number in deal.lots.items()}
        self._observers = {
            name: Observer(name, game.name, rules) for name in who.who_see(player, names)
        }
        self.told: list[Event] = []
        if setting.shown:
            self._show(deck[-setting.shown :])
        chips = dict.fromkeys(names, CHIPS) | {player: setting.chips}
        self._take(self.table.deal([*chips.items()]))

    def _show(self, shown: Sequence[Card]) -> None:
        """Let everybody see the cards SHOWN, as in an earlier round."""
        name = self._setting.names[0]
        hand = HandResult(name, None, tuple(shown), 0, HandType.POINTS, 0, 0)
        for observer in self._observers.values():
            observer.see([RoundBegan((name,)), hand])

    def _take(self, happened: Sequence[Event]) -> None:
        self.told += happened
        for observer in self._observers.values():
            observer.see(happened)

    def act(self, ask: Ask, move: Move) -> None:
        self._take(self.table.act(ask.player, move))

    def view(self, ask: Ask) -> View:
        return self._observers[ask.player].view(ask)

    def draw_lots_anew(self) -> None:
        """Let what is done from now on not depend on the lots that have led here."""
        self._lots_of = dict.fromkeys(self._lots_of, self._lots)

    def move(self, ask: Ask) -> Move:
        """Return what is done when ASK is asked."""
        setting = self._setting
        match ask.phase:
            case Phase.BANK:
                return Move(Verb.TAKE if ask.player == setting.names[-1] else Verb.PASS)
            case Phase.AUCTION:
                return Move(Verb.PASS)
            case Phase.KITTY:
                kitty = ask.option(Verb.KITTY)
                if kitty is None or ask.shot:
                    return Move(Verb.PASS)
                return Move(Verb.KITTY, min(kitty.most or 0, KITTY))
            case Phase.BET if ask.player == self._player and setting.bet:
                return Move(Verb.BET, setting.bet)
            case Phase.BET if ask.player == self._player or not setting.game.is_house_banked:
                return any_move(ask, self._lots)
            case Phase.BET:
                return Move(Verb.BET, min(ask.options[0].most or 0, OTHERS_BET))
        lot = self._lots_of[ask.player].random()
        if ask.player not in self._observers:
            return self._who.blind_move(ask, setting, self.told, lot)
        advice = self._who.advise(self.view(ask))
        assert advice is not None, ask
        # Whoever is looked at plays as well as can be; what others do is what is expected of them.
        return advice.best.move if ask.player == self._player else advice.expected(lot)

    def finish(self) -> None:
        while (ask := self.table.ask) is not None:
            self.act(ask, self.move(ask))


def _by_itself(view: View) -> View:
    """Return VIEW of a player who has not seen what others have done."""
    others = [
        SeenHand(hand.player, 1, [None, None], [], hand.bet, hand.bet)
        for hand in view.others
        if hand.number == 1
    ]
    return msgspec.structs.replace(view, hands=(*view.of(view.player), *others), thrown=())


def _shuffled(deck: Sequence[Card], places: Sequence[int], lots: Random) -> Sequence[Card]:
    """Return DECK with the cards in PLACES dealt anew."""
    new, cards = [*deck], [deck[number] for number in places]
    lots.shuffle(cards)
    for number, card in zip(places, cards, strict=True):
        new[number] = card
    return new


def any_move(ask: Ask, lots: Random) -> Move:
    """Return a move on offer by lot. Of amounts, small ones are as likely as large ones."""
    option = lots.choice(ask.options)
    least, most = option.least, option.most
    if least is None or most is None:
        return Move(option.verb)
    return Move(option.verb, round(least * (most / least) ** lots.random()))


class Outcome(NamedTuple):
    """What a move has brought for each unit of the first bet, and what has become of the hand.

    Of a banker nothing but the gain is counted. Of several hands the rest is the average.
    """

    gain: float
    win: float = 0.0
    bust: float = 0.0
    five_cards: float = 0.0


@dataclass(frozen=True)
class Decision:
    """A decision of ``player``, the deal that has led to it, and what was done before.

    That is what the player did, and bets: all else follows from the deal.
    """

    setting: Setting
    view: View
    deal: Deal
    acts: Sequence[tuple[str, Move]]

    @property
    def player(self) -> str:
        return self.view.player

    @property
    def is_banker(self) -> bool:
        return self.view.ask.phase is Phase.BANKER

    def _wins(self, gain: int) -> bool:
        """Tell whether a hand has won that gains so much: some win no more than their stake.

        Where hands can tie, that is no win.
        """
        return gain > 0 or (gain == 0 and self.view.game != "blackjack")

    @property
    def has_one_hand(self) -> bool:
        """Whether what a move is worth is all that the player gains by the round."""
        # What a bet is worth leaves out shoot bets, which are bets of their own.
        is_before_shots = self.view.ask.phase is Phase.BET and self.view.game == "shoot"
        return (self.is_banker or len(self.view.of(self.player)) < 2) and not is_before_shots

    def deals(self, who: Players, lots: Random, wanted: int) -> Iterator[Deal]:
        """Yield WANTED deals that lead to what is seen, each as likely as it is.

        That is a Markov chain (Metropolis): the deal of the decision leads there. Where some of the
        hidden cards of a hand are swapped with others, its owner draws new lots, and it still does,
        it is the next one, and else it stays.
        """
        seen = {id(card) for hand in self.view.hands for card in hand.known}
        seen |= {*map(id, self.view.thrown), *map(id, self.view.gone)}
        deck, names = self.deal.deck, self.setting.names
        hidden = [number for number, card in enumerate(deck) if id(card) not in seen]
        in_hands = [number for number in hidden if number < self._dealt]
        hands = self._by_owner(in_hands, who, lots)
        deal = new_deal(_shuffled(deck, hidden, lots), names, lots)
        deal = deal if self._leads_here(deal, who, lots) else self.deal
        for _ in range(wanted):
            for owner, hand in [*hands.items()] * SWEEPS:
                swapped = [*deal.deck]
                for number in lots.sample(hand, lots.randint(1, len(hand))):
                    other = lots.choice(hidden)
                    swapped[number], swapped[other] = swapped[other], swapped[number]
                new = Deal(swapped, {**deal.lots, owner: lots.getrandbits(LOT_BITS)})
                deal = new if self._leads_here(new, who, lots) else deal
            deal = deal._replace(deck=_shuffled(deal.deck, hidden[len(in_hands) :], lots))
            yield deal

    def _by_owner(
        self, numbers: Sequence[int], who: Players, lots: Random
    ) -> Mapping[str, Sequence[int]]:
        """Return those NUMBERS of the deck's cards by the players to whom they are dealt."""
        played = PlayedRound(self.setting, self.player, self.deal, who, lots)
        self._led(played)
        owners: dict[int, str] = {}
        for event in played.told:
            for card in (*getattr(event, "cards", ()), getattr(event, "card", None)):
                owners[id(card)] = getattr(event, "player", "")
        hands: dict[str, list[int]] = defaultdict(list)
        for number in numbers:
            hands[owners.get(id(self.deal.deck[number]), "")].append(number)
        return hands

    @property
    def _dealt(self) -> int:
        """How many cards of the deck have been dealt, those included that went back under it."""
        burned = sum(hand.acts.count(Verb.BURN) for hand in self.view.others)
        cards = sum(len(hand.cards) for hand in self.view.hands)
        return cards + len(self.view.thrown) + burned * FIRST_CARDS

    def _leads_here(self, deal: Deal, who: Players, lots: Random) -> bool:
        """Tell whether players come to what is seen by DEAL."""
        played = PlayedRound(self.setting, self.player, deal, who, lots)
        ask = self._led(played)
        return ask is not None and played.view(ask) == self.view

    def _led(self, played: PlayedRound) -> Ask | None:
        """Play up to the decision, in which others may play as is not seen; return what is asked.

        None if it goes otherwise. Whether somebody sticks or has 21 is not seen.
        """
        acts = deque(self.acts)
        while (ask := played.table.ask) is not None:
            if ask.player != self.player and ask.phase in _ADVISED:
                played.act(ask, played.move(ask))
                if not self._has_seen(played, ask.player):
                    return None
            elif acts:
                player, move = acts.popleft()
                if player != ask.player or ask.option(move.verb) is None:
                    return None
                played.act(ask, move)
            else:
                return played.table.ask_of(self.player)
        return None

    def _has_seen(self, played: PlayedRound, other: str) -> bool:
        """Tell whether OTHER has done nothing yet that the player has not seen."""
        hands, seen = played.view(self.view.ask).of(other), self.view.of(other)
        return len(hands) <= len(seen) and all(
            hand.acts == known.acts[: len(hand.acts)]
            for hand, known in zip(hands, seen, strict=False)
        )

    def outcome(self, move: Move, deal: Deal, who: Players, lots: Random) -> Outcome:
        """Return what becomes of the player who makes MOVE."""
        played = PlayedRound(self.setting, self.player, deal, who, lots)
        ask = self._led(played)
        assert ask is not None
        played.draw_lots_anew()
        played.act(ask, move)
        played.finish()
        results = [each for each in played.told if isinstance(each, HandResult)]
        if not self.is_banker:
            bet = move.chips if self.view.ask.phase is Phase.BET else self.view.hand.bet
            own = [each for each in results if each.player == self.player]
            # Once the hand is played its insurance is lost, whatever is done.
            is_lost = self.view.ask.phase is Phase.HAND
            gains = [each.gain + is_lost * each.insurance for each in own]
            return Outcome(
                sum(gains) / bet,
                fmean(map(self._wins, gains)),
                fmean(each.type.name == "BUST" for each in own),
                fmean(len(each.cards) == FULL_HAND and each.total <= BEST_TOTAL for each in own),
            )
        others = [hand for hand in self.view.others if not (hand.is_bust or hand.has_resigned)]
        bets = sum(hand.bet for hand in others)
        if self.view.ask.unit is Unit.FINGERS:
            (end,) = (each for each in played.told if isinstance(each, BankerResult))
            return Outcome(end.gain / bets)
        against = {(hand.player, hand.number) for hand in others}
        paid = (each.gain for each in results if (each.player, each.hand or 1) in against)
        return Outcome(-sum(paid) / bets)

    def __str__(self) -> str:
        view, ask = self.view, self.view.ask
        own = " ".join(map(str, ask.cards))
        seen = [
            f"{hand.player} {' '.join(str(card or '?') for card in hand.cards)}"
            f"{''.join(' ' + act for act in hand.acts)}{' bust' if hand.is_bust else ''}"
            for hand in view.hands
            if hand.player != view.player or hand.number != (ask.hand or 1)
        ]
        return (
            f"{ask.phase.name.lower()} {view.player} of {len(view.players)}, {own}, stake "
            f"{ask.stake}, chips {ask.chips}; {'; '.join(seen)}"
        )


def deck_with(setting: Setting, lots: Random, seat: int, hand: Sequence[Card]) -> list[Card]:
    """Return a shuffled deck, in which the player at SEAT gets HAND first.

    No card is the same object as another, so that each is known again when it is seen.
    """
    whole = setting.game.new_equipment(setting.rules, SEED).deck.cards
    deck = [Card(card.rank, card.suit) for card in whole]
    lots.shuffle(deck)
    places: list[int] = []
    for number, card in enumerate(hand):
        place = seat + number * setting.players
        other = next(n for n, each in enumerate(deck) if each == card and n not in places)
        deck[place], deck[other] = deck[other], deck[place]
        places.append(place)
    return deck


def find_decision(
    setting: Setting, who: Players, lots: Random, hand: Sequence[Card] = (), seat: int = 0
) -> Decision | None:
    """Play a round by lot; return one of the decisions of one player in it, None without any.

    With HAND it is the first one with that hand, of the player at SEAT.
    """
    seat = seat if hand else lots.randrange(setting.players)
    player = setting.names[seat]
    deal = new_deal(deck_with(setting, lots, seat, hand), setting.names, lots)
    played = PlayedRound(setting, player, deal, who, lots)
    acts: list[tuple[str, Move]] = []
    found: list[Decision] = []
    while (ask := played.table.ask) is not None:
        if ask.player == player and _is_choice(ask) and ask.phase in JUDGED:
            decision = Decision(setting, played.view(ask), deal, tuple(acts))
            if hand and ask.phase is Phase.HAND:
                return decision
            found.append(decision)
        is_any = ask.player == player and ask.phase in _ADVISED and lots.random() < EXPLORES
        move = any_move(ask, lots) if is_any else played.move(ask)
        if ask.player == player or ask.phase not in _ADVISED:
            acts.append((ask.player, move))
        played.act(ask, move)
    return lots.choice(found) if found and not hand else None


def _is_choice(ask: Ask) -> bool:
    return len(ask.options) > 1 or any(each.least != each.most for each in ask.options)


class Figure(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float

    def sigmas(self, expected: float = 0.0) -> float:
        """Return by how many standard errors the mean is above EXPECTED."""
        off = self.mean - expected
        if abs(off) < 1e-9:
            return 0.0
        return off / self.error if self.error else off * float("inf")

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ± {self.error:.3f}"


def figure(values: Sequence[float]) -> Figure:
    """Return the mean of VALUES.

    Those of deals that follow each other can be alike, which the means of parts tell.

    >>> print(figure([1.0, 2.0, 3.0]), figure([1.0] * 100), figure([-20.0] * 100))
    +2.000 ± 1.000 +1.000 ± 0.010 -20.000 ± 0.200
    """
    mean, number = fmean(values), len(values)
    errors = [_error(values)]
    size = isqrt(number)
    if size >= FEWEST_PARTS:
        errors.append(_error([fmean(values[size * n : size * n + size]) for n in range(size)]))
    # What has not come once may still have a chance of one in so many, and bring as much.
    return Figure(mean, max(*errors, max(1.0, *map(abs, values)) / number))


def _error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of VALUES."""
    mean, number = fmean(values), len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / (number - 1) / number)


def figure_of_chance(happened: Sequence[float], chance: float) -> Figure | None:
    """Return how often something has HAPPENED if its CHANCE is wrong."""
    expected = sqrt(max(chance * (1 - chance), 0) / len(happened))
    found = figure(happened)
    found = found._replace(error=max(found.error, expected))
    return found if abs(found.sigmas(chance)) > VALUE_SIGMAS else None


@dataclass
class Truth:
    """What each move of a decision is said to be worth, and what it has brought."""

    decision: Decision
    said: Mapping[Move, MoveValue]
    """The best one first."""
    has_chances: bool
    played: dict[Move, list[Outcome]] = field(default_factory=dict)

    @property
    def best(self) -> Move:
        return next(iter(self.said))

    @property
    def sigmas(self) -> Sequence[float]:
        """By how many standard errors each value that can be compared is played better."""
        if not self.decision.has_one_hand:
            return []
        return [
            figure([each.gain for each in self.played[move]]).sigmas(said.value)
            for move, said in self.said.items()
        ]

    def faults(self) -> Iterator[str]:
        """Yield in words what is wrong."""
        for (move, said), off in zip(self.said.items(), self.sigmas, strict=False):
            if abs(off) > VALUE_SIGMAS:
                found = figure([each.gain for each in self.played[move]])
                yield f"{_name(move)} {said.value:+.3f}, played {found}"
            yield from self._chances_off(move, said)
        best = [each.gain for each in self.played[self.best]]
        for move in self.said:
            gains = [each.gain for each in self.played[move]]
            bets = (move.chips, self.best.chips) if move.verb is Verb.BET else (1, 1)
            more = [
                gain * bets[0] - other * bets[1] for gain, other in zip(gains, best, strict=True)
            ]
            if (found := figure(more)).sigmas() > MOVE_SIGMAS:
                yield f"{_name(move)} is better than {_name(self.best)} by {found}"

    def _chances_off(self, move: Move, said: MoveValue) -> Iterator[str]:
        if self.decision.is_banker or not self.has_chances:
            return
        played = self.played[move]
        chances = {
            "busts": (said.bust, [each.bust for each in played]),
            "has five cards": (said.five_cards, [each.five_cards for each in played]),
        }
        if self.decision.view.ask.phase is not Phase.INSURANCE:  # a hand can win and lose that
            chances["wins"] = said.win, [each.win for each in played]
        for what, (chance, happened) in chances.items():
            if chance is not None and (found := figure_of_chance(happened, chance)):
                yield f"{_name(move)} {what} {chance:.3f}, played {found}"

    def __str__(self) -> str:
        moves = [
            f"{_name(move)} {said.value:+.3f} ({figure([each.gain for each in self.played[move]])})"
            for move, said in self.said.items()
        ]
        return f"{self.decision}: {', '.join(moves)}"


def _name(move: Move) -> str:
    return f"{move.verb} {move.amount}" if move.amount is not None else str(move.verb)


def truth_of(
    decision: Decision, who: Players, lots: Random, deals: int, only: Verb | None = None
) -> Truth:
    """Play each move of DECISION from so many DEALS; with ONLY, that move alone."""
    advice = advise(decision.view)
    assert advice is not None
    said = {each.move: each for each in advice.values if only in (None, each.move.verb)}
    truth = Truth(decision, said, advice.has_chances)
    for deal in decision.deals(who, lots, deals):
        state = lots.getrandbits(LOT_BITS)
        for move in truth.said:
            outcome = decision.outcome(move, deal, who, Random(state))
            truth.played.setdefault(move, []).append(outcome)
    return truth


def _setting(options: argparse.Namespace, lots: Random) -> Setting:
    """Return what is played: the number of players is drawn unless OPTIONS say it."""
    game = game_named(options.game)
    rules = msgspec.convert(
        dict(options.rule), game.Rules, strict=False, dec_hook=lambda kind, text: kind(text)
    )
    least, most = game.seats_for(rules)
    players = options.players or lots.randint(least, min(most, 10))
    return Setting(game, rules, players, options.chips, options.bet, options.shown)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks; return the exit status."""
    options = _parser().parse_args(arguments)
    counts = Counter[str]()
    wrong: list[str] = []
    off: list[float] = []
    known: dict[int, Players] = {}
    for number in count(options.first):
        lots = Random(f"{options.seed} {number}")
        setting = _setting(options, lots)
        who = known.setdefault(setting.players, Players(setting))
        decision = find_decision(setting, who, lots, options.hand, options.seat - 1)
        if decision is None:
            continue
        truth = truth_of(decision, who, lots, options.deals, options.only)
        counts["decisions"] += 1
        counts["values"] += len(truth.said)
        off += truth.sigmas
        if any(truth.faults()):
            truth = truth_of(decision, who, lots, AGAIN * options.deals, options.only)
        faults = [*truth.faults()]
        wrong += [f"{decision}: {fault}" for fault in faults]
        if options.verbose or faults:
            print(f"{number}:", truth, flush=True)
            print(*(f"  WRONG: {fault}\n" for fault in faults), sep="", end="", flush=True)
        if counts["decisions"] == options.decisions:
            break
    print(", ".join(f"{many} {what}" for what, many in counts.items()), f"{len(wrong)} wrong")
    if off:
        spread = sqrt(fmean(each * each for each in off))
        print(f"played better by {fmean(off):+.2f} standard errors on average, {spread:.2f} off")
    return 1 if wrong else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m benchmarks.truth", description=__doc__)
    parser.add_argument("game", choices=[game.name for game in GAMES if game.name in ADVISERS])
    parser.add_argument("--decisions", type=int, default=DECISIONS, metavar="N")
    parser.add_argument("--deals", type=int, default=DEALS, metavar="N")
    parser.add_argument("--seed", default="truth")
    parser.add_argument("--first", type=int, default=1, metavar="N", help="begin with the Nth")
    parser.add_argument("--players", type=int, default=0, help="else any number")
    parser.add_argument("--chips", type=int, default=CHIPS, help="of the player looked at")
    parser.add_argument("--bet", type=int, help="of that player; else it is drawn")
    parser.add_argument("--shown", type=int, default=0, help="cards shown before, that come last")
    parser.add_argument("--rule", type=_rule, action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument(
        "--hand", type=cards, default=(), help='look at these two cards alone, as in "KH KD"'
    )
    parser.add_argument("--seat", type=int, default=1, help="who has them; the first is 1")
    parser.add_argument("--only", type=Verb, metavar="MOVE", help="play this move alone")
    parser.add_argument("--verbose", action="store_true", help="show what is right, too")
    return parser


def _rule(text: str) -> tuple[str, Any]:
    """Return what TEXT sets, as in ``max_splits=1``, ``bonus_high=3/2`` or ``[100]``."""
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text} is not KEY=VALUE")
    try:
        return key, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return key, value


if __name__ == "__main__":
    sys.exit(main())
