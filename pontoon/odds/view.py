"""What one player can see of a round. Everything in this folder is worked out from it alone."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from pontoon.engine import events
from pontoon.engine.absence_events import DidNotBet
from pontoon.engine.cards import DECK, RANKS, SUITS, Card
from pontoon.engine.events import Event
from pontoon.engine.hands import FULL_HAND
from pontoon.engine.moves import Ask, Verb
from pontoon.engine.round import GameRules
from pontoon.games import bank_events
from pontoon.games.covered_stakes import DOUBLE
from pontoon.games.dealt_round import PackRules
from pontoon.games.shoot import CARDS_TO_SHOOT_ON
from pontoon.odds.pontoon_draws import FIRST_CARDS

DEALER = ""
"""The player whose hand is that of the bot, in Black Jack."""

PLENTY = 4
"""Whether the banker has cover for so many buys of a hand, or for more, is all the same."""

TELLING = 2
"""A shoot bet tells of the hand if so many times as much is no less than the first bet. For less
anybody could mislead, since it would cost next to nothing."""

OWN_DRAWS = 2
"""How many more cards a player who looks ahead counts on than one for each hand."""


class SeenHand(Struct):
    """A hand as the player sees it: a card that they cannot see is None.

    ``bet`` is the initial bet, ``stake`` that bet and all that was added to it, ``side_bet`` what
    is settled apart. ``acts`` are what was done with the hand, in order; where it could shoot for
    so much that it ``tells``, SHOOT if it did and PASS if not. A complete hand sticks by itself.
    The cards are in the order in which they were dealt.
    """

    player: str
    number: int
    """1 for the first hand of a player."""
    cards: list[Card | None] = field(default_factory=list)
    acts: list[Verb] = field(default_factory=list)
    bet: int = 0
    stake: int = 0
    side_bet: int = 0
    is_over: bool = False
    """Whether it is made, stuck, bust or given up."""
    is_bust: bool = False
    is_pontoon: bool = False
    """Whether it was declared to be a pontoon."""
    has_resigned: bool = False
    covered: tuple[int, ...] = (PLENTY,)
    """For how many buys the banker had cover before each card that it drew, and has now: PLENTY
    where they had more, or where nobody knows."""

    @property
    def known(self) -> tuple[Card, ...]:
        """The cards of it that the player sees."""
        return tuple([card for card in self.cards if card is not None])

    def covered_at(self, draw: int) -> int:
        """Return ``covered`` before that draw, 0 for the first; now, if it is still to come."""
        return self.covered[min(draw, len(self.covered) - 1)]


class View(Struct, frozen=True):
    """All that ``player`` knows when they are asked ``ask`` in a round of ``game``."""

    game: str
    rules: GameRules
    player: str
    ask: Ask
    players: tuple[str, ...]
    """In the order of the seats, the banker or dealer included."""
    banker: str | None
    """The player against whom all others play; None where that is nobody, or not known yet."""
    hands: tuple[SeenHand, ...]
    """In the order of the seats, and of the hands of a seat; the bot's last, in Black Jack."""
    thrown: tuple[Card, ...]
    """Cards that the player has seen in this round, and that are in no hand any more."""
    kitty: int
    """The chips in the kitty that no shoot bet stands against, in Shoot Pontoon."""
    gone: tuple[Card, ...] = ()
    """Cards that the player has seen in earlier rounds of the deck, and that are not among those
    dealt in this one: they are out of the shoe, or lie too deep under the pack."""

    @property
    def hand(self) -> SeenHand:
        """The hand that the player is asked about, or their first; LookupError without one."""
        return self.of(self.player)[(self.ask.hand or 1) - 1]

    def of(self, player: str) -> list[SeenHand]:
        """Return the hands of PLAYER."""
        return [hand for hand in self.hands if hand.player == player]

    @property
    def others(self) -> list[SeenHand]:
        """The hands of all other players, and the bot's."""
        return [hand for hand in self.hands if hand.player != self.player]

    @property
    def unseen(self) -> Mapping[str, int]:
        """How many cards of each rank can be hidden in hands, or be dealt next."""
        decks = getattr(self.rules, "decks", 1)
        left = Counter(dict.fromkeys(RANKS, len(SUITS) * decks))
        left.subtract(card.rank for hand in self.hands for card in hand.known)
        left.subtract(card.rank for card in (*self.thrown, *self.gone))
        return {rank: max(count, 0) for rank, count in left.items()}


class Observer:
    """Follows the rounds of a deck of GAME, with RULES, in the place of PLAYER.

    It is shown all events since the deck was sealed, and takes from each only what PLAYER is told
    or everybody is: at the end of a round everybody sees all hands.
    """

    def __init__(self, player: str, game: str, rules: GameRules) -> None:
        self._player = player
        self._game = game
        self._rules = rules
        self._players: tuple[str, ...] = ()
        self._banker: str | None = None
        self._hands: dict[str, list[SeenHand]] = {}
        self._thrown: list[Card] = []
        self._earlier: list[list[Card]] = []
        """The cards seen in each earlier round, the first round first; in a pack, those that have
        not been seen again since."""
        self._kitty = 0
        self._tied_up_before: dict[tuple[str, int], list[int]] = {}
        """What was tied up of the bank before each card that a hand drew (``_tied_up``)."""

    def view(self, ask: Ask) -> View:
        """Return what the player knows now that they are asked ASK."""
        hands = [hand for player in (*self._players, DEALER) for hand in self._of(player)]
        bank = self._bank(ask)
        return View(
            self._game,
            self._rules,
            self._player,
            ask,
            self._players,
            self._banker,
            tuple([self._copy(hand, bank) for hand in hands]),
            tuple(self._thrown),
            self._free_kitty if self._banker else 0,
            tuple(self._gone(hands)),
        )

    def _copy(self, hand: SeenHand, bank: int | None) -> SeenHand:
        """Return HAND as it is now, where the banker began the round with BANK."""
        if bank is None or not hand.bet:
            return replace(hand, cards=[*hand.cards], acts=[*hand.acts])
        before = self._tied_up_before.get((hand.player, hand.number), [])
        free = [max(bank - tied_up, 0) for tied_up in (*before, self._tied_up)]
        covered = tuple([min(chips // (DOUBLE * hand.bet), PLENTY) for chips in free])
        return replace(hand, cards=[*hand.cards], acts=[*hand.acts], covered=covered)

    def _bank(self, ask: Ask) -> int | None:
        """Return the chips that the banker began the round with; None if cover is no matter.

        They follow from the cover of ASK, but for one chip that covers nothing.
        """
        return None if ask.cover is None else DOUBLE * ask.cover + self._tied_up

    @property
    def _tied_up(self) -> int:
        """The chips that the banker must have begun with to cover all live stakes.

        The stakes collected so far cover a part of them.
        """
        tied_up = 0
        for hand in chain.from_iterable(self._hands.values()):
            tied_up += -hand.stake if hand.is_bust or hand.has_resigned else DOUBLE * hand.stake
        return tied_up

    @property
    def _free_kitty(self) -> int:
        hands = chain.from_iterable(self._hands.values())
        return self._kitty - sum(hand.side_bet for hand in hands if not hand.is_bust)

    def _gone(self, hands: Sequence[SeenHand]) -> Iterator[Card]:
        """Yield the cards of earlier rounds that are not dealt in this one, which has HANDS.

        In a pack they lie under the others, those of each round under those of the one before: they
        come as soon as what lies above them is dealt. In which order they do is not known, since
        the cards of a round are gathered by lot. A player who has no hand yet will have one.
        A shoe that may run dry in this round has them again then: none of them is left out.
        """
        is_pack = isinstance(self._rules, PackRules)
        without = len({*self._players} - {hand.player for hand in hands})
        if not is_pack:
            decks = getattr(self._rules, "decks", 1)
            left = DECK * decks - sum(map(len, (*self._earlier, self._thrown)))
            if left < FULL_HAND * (len(hands) + without):
                return
        reach = sum(map(_dealt_to, hands)) + without * (FIRST_CARDS + 1) + OWN_DRAWS
        above = DECK - sum(map(len, self._earlier))
        for cards in self._earlier:
            if not is_pack or above >= reach:
                yield from cards
            above += len(cards)

    def see(self, happened: Iterable[Event]) -> None:
        """Take notice of what has HAPPENED."""
        for event in happened:
            self._see(event)

    def _see(self, event: Any) -> None:
        match event:
            case events.RoundBegan(players):
                self._begin_round()
                self._players = players
            case events.ShoeRanDry():  # all that is not on the table is in the shoe again
                self._earlier, self._thrown = [], []
            case bank_events.BankerSeated(player, order, kitty):
                self._players, self._banker, self._kitty = order, player, kitty or 0
            case events.DealerSeated(player):
                self._banker = player
            case bank_events.KittyPutUp(_, _, kitty):
                self._kitty = kitty
            case _:
                self._see_stakes(event)

    def _begin_round(self) -> None:
        """Remember the cards of the round before, if there was one."""
        seen = [card for hands in self._hands.values() for hand in hands for card in hand.known]
        seen += self._thrown
        if isinstance(self._rules, PackRules):
            older = ([card for card in cards if card not in seen] for cards in self._earlier)
            self._earlier = [cards for cards in older if cards]
        self._earlier.append(seen)
        self._players, self._banker, self._kitty = (), None, 0
        self._hands, self._thrown, self._tied_up_before = {}, [], {}

    def _see_stakes(self, event: Any) -> None:
        match event:
            case events.BetPlaced(player, chips):
                hand = self._hand(player)
                hand.bet = hand.stake = chips
            case events.BetLimited(player, _, most):
                hand = self._hand(player)
                hand.bet = hand.stake = most
            case events.Insured(player, chips):
                self._hand(player).side_bet = chips
            case events.Resigned(player) | DidNotBet(player):
                for hand in self._of(player):
                    hand.has_resigned = hand.is_over = True
            case bank_events.ShotFired(player, number, chips):
                self._shoot(self._hand(player, number), chips)
            case events.Passed(player, number) if self._hands.get(player):
                self._shoot(self._hand(player, number), 0)
            case _:
                self._see_cards(event)

    def _see_cards(self, event: Any) -> None:
        match event:
            case events.FirstCard(player, cards):
                self._hand(player).cards = self._seen_by(player, cards)
            case events.SecondCard(player, number, cards):
                self._second_card(self._hand(player, number), cards)
            case events.HandDealt(player, number, cards):
                self._hand(player, number).cards = [*cards]
            case events.DealerShows(card):
                self._hand(DEALER).cards = [card, None]
            case _:
                self._see_shown(event)

    def _see_shown(self, event: Any) -> None:
        match event:
            case events.BankerShown(player, cards):
                self._hand(player).cards = [*cards]
            case events.BankerDrew(player, card):
                self._hand(player).cards.append(card)
            case events.ThrownIn(player, number, cards) | events.HandResult(player, number, cards):
                self._hand(player, number).cards = [*cards]
            case events.BankerResult(player, cards):
                self._hand(player or DEALER).cards = [*cards]
            case events.PairShown(player, number, cards):
                self._hand(player, number).cards[0] = cards[0]
                self._of(player)[-1].cards[0] = cards[1]
            case events.PontoonDeclared(player, number, card):
                hand = self._hand(player, number)
                hand.is_over = hand.is_pontoon = True
                if card not in hand.cards:
                    hand.cards[hand.cards.index(None)] = card
            case _:
                self._see_move(event)

    def _see_move(self, event: Any) -> None:
        match event:
            case events.Twisted(player, number, card):
                self._act(Verb.TWIST, player, number).cards.append(card)
            case events.Hit(player, number, card):
                self._act(Verb.HIT, player, number).cards.append(card)
            case events.Doubled(player, number, chips, card):
                hand = self._act(Verb.DOUBLE, player, number, chips)
                hand.cards.append(card)
                hand.is_over = True
            case _:
                self._see_hidden_move(event)

    def _see_hidden_move(self, event: Any) -> None:
        match event:
            case events.Bought(player, number, chips, cards):
                hand = self._act(Verb.BUY, player, number, chips)
                hand.cards += self._seen_by(player, cards[-1:])
            case events.Burned(player, number, chips, cards):
                hand = self._act(Verb.BURN, player, number, chips)
                self._thrown += hand.known
                hand.cards = self._seen_by(player, cards)
            case events.Split(player, number, chips):
                hand = self._act(Verb.SPLIT, player, number)
                moved, hands = hand.cards.pop(), self._of(player)
                hands.append(SeenHand(player, len(hands) + 1, [moved], [], chips, chips))
            case _:
                self._see_end(event)

    def _see_end(self, event: Any) -> None:
        match event:
            case events.Stuck(player, number) | events.Stayed(player, number):
                verb = Verb.STICK if isinstance(event, events.Stuck) else Verb.STAY
                self._act(verb, player, number).is_over = True
            case events.HandMade(player, number):
                self._hand(player, number).is_over = True
            case events.Busted(player, number):
                hand = self._hand(player, number)
                hand.is_bust = hand.is_over = True

    def _second_card(self, hand: SeenHand, cards: Sequence[Card]) -> None:
        """Note the second of CARDS, and the first one of a banker who has not looked at it."""
        if not hand.cards:
            hand.cards = self._seen_by(hand.player, cards[:1])
        hand.cards += self._seen_by(hand.player, cards[1:])

    def _act(self, verb: Verb, player: str, number: int | None, chips: int = 0) -> SeenHand:
        """Note that PLAYER has done VERB with a hand, for this many CHIPS; return the hand."""
        hand = self._hand(player, number)
        is_on_three = len(hand.cards) == CARDS_TO_SHOOT_ON and hand.acts[-1] is not Verb.SHOOT
        if verb in (Verb.TWIST, Verb.BUY) and is_on_three:
            self._shoot(hand, 0)
        if verb in (Verb.TWIST, Verb.BUY):
            self._tied_up_before.setdefault((player, hand.number), []).append(self._tied_up)
        hand.acts.append(verb)
        hand.stake += chips
        return hand

    def _shoot(self, hand: SeenHand, chips: int) -> None:
        """Note that HAND shoots for this many CHIPS, which can be none."""
        if tells(self._free_kitty, hand.bet):
            hand.acts.append(Verb.SHOOT if tells(chips, hand.bet) else Verb.PASS)
        hand.side_bet += chips

    def _hand(self, player: str, number: int | None = None) -> SeenHand:
        """Return the hand of PLAYER with that NUMBER, a new one if it is their first."""
        hands = self._of(player)
        if not hands:
            hands.append(SeenHand(player, 1))
        return hands[(number or 1) - 1]

    def _of(self, player: str) -> list[SeenHand]:
        return self._hands.setdefault(player, [])

    def _seen_by(self, owner: str, cards: Sequence[Card]) -> list[Card | None]:
        """Return CARDS that OWNER alone is shown as the player sees them."""
        return [card if owner == self._player else None for card in cards]


def tells(shot: int, bet: int) -> bool:
    """Tell whether it tells of a hand with that BET to shoot for SHOT chips, or not to.

    >>> tells(5, 10), tells(4, 10), tells(5, 0)
    (True, False, False)
    """
    return TELLING * shot >= bet > 0


def _dealt_to(hand: SeenHand) -> int:
    """Return how many cards HAND has, and may have soon if it is not over."""
    return len(hand.cards) if hand.is_over else max(len(hand.cards), FIRST_CARDS) + 1
