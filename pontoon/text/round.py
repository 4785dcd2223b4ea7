"""What is said of a round: events, asks and refusals put into words.

The shapes of many of these lines are kept as they are: log tools read them.
"""

from collections.abc import Callable, Sequence
from enum import Enum

from pontoon.cards import Card
from pontoon.errors import (
    BadAmount,
    MoveRefused,
    NotOffered,
    NotYourTurn,
)
from pontoon.events import (
    Abandoned,
    BetPlaced,
    Bought,
    Burned,
    Busted,
    Event,
    HandResult,
    MarkerHit,
    Resigned,
    RoundBegan,
    SecondCardsOut,
    ShoeRanDry,
    Shuffled,
    Split,
    Stuck,
    Twisted,
)
from pontoon.faces import CardFaces
from pontoon.hand import Hand, Seat, total
from pontoon.moves import Ask, Bar, Option, Step, Verb

_KINDS = {
    "FIVE_CARD_21": "five-card 21",
    "FIVE_CARD_TRICK": "five-card trick",
    "TWENTY_ONE": "twenty-one",
}
"""What people call the kinds of hands that are not just called by their names."""

_OFFERS = {
    Verb.STICK: "(s)tick",
    Verb.TWIST: "(t)wist",
    Verb.BUY: "(b)uy",
    Verb.BURN: "b(u)rn",
    Verb.SPLIT: "s(p)lit",
}

_VERBS = {
    Verb.BET: "bet",
    Verb.STICK: "stick",
    Verb.TWIST: "twist",
    Verb.BUY: "buy",
    Verb.BURN: "burn",
    Verb.SPLIT: "split",
}

_STEPS = {
    Step.AUCTION: "bid for the bank",
    Step.KITTY: "put up the kitty",
    Step.BET: "bet",
    Step.SHOOT: "shoot",
    Step.INSURANCE: "insure",
    Step.HAND: "play",
    Step.BANKER: "play the bank",
}
"""What somebody is to do."""

Names = Callable[[str], str]
"""Gives the name to show for a player: the nickname, or else the nick of players.xml."""


def chips(number: int) -> str:
    """Say so many chips."""
    return "1 chip" if number == 1 else f"{number} chips"


def times(number: int) -> str:
    """Say so many times."""
    return "1 time" if number == 1 else f"{number} times"


def how_to_say(verb: Verb) -> str:
    """Say how a player says VERB: ``s or stick``."""
    letter = _OFFERS[verb].partition("(")[2][0]
    return f"{letter} or {_VERBS[verb]}"


def _tag(hand: int | None) -> str:
    """Return the number of a hand, to stand behind what is said of it."""
    return "" if hand is None else f" (hand {hand})"


class Words:
    """Says what happens in a round, with NAMES for the players and FACES for the cards."""

    def __init__(self, names: Names, faces: CardFaces) -> None:
        self.names = names
        self.faces = faces

    # To the channel

    def announcement(self, event: Event) -> str | None:
        """Return what the channel is told of EVENT, None where it is not its business."""
        match event:
            case BetPlaced(player, bet):
                return f"{self.names(player)} bets {bet}"
            case SecondCardsOut():
                return "second cards are out"
            case Stuck(player, hand):
                return f"{self.names(player)} sticks{_tag(hand)}"
            case Twisted(player, hand, card):
                return f"{self.names(player)} twists {self.faces([card])}{_tag(hand)}"
            case Bought(player, hand, cost):
                return f"{self.names(player)} buys for {cost}{_tag(hand)}"
            case Burned(player, hand, cost):
                return f"{self.names(player)} burns for {cost}{_tag(hand)}"
            case Split(player, hand, cost):
                return f"{self.names(player)} splits for {cost}{_tag(hand)}"
            case Busted(player, hand):
                return f"{self.names(player)} busts{_tag(hand)}"
            case Resigned(player, lost):
                loss = f", losing {lost}" if lost else ""
                return f"{self.names(player)} leaves the round{loss}"
        return _SHOE_NEWS.get(type(event))

    def opening(self, title: str, event: RoundBegan) -> str:
        """Say who plays the game called TITLE."""
        players = ", ".join(self.names(player) for player in event.players)
        return f"{title}: {players}"

    def whose_turn(self, ask: Ask) -> str:
        """Say who is to decide."""
        return f"{self.names(ask.player)} to {_STEPS[ask.step]}{_tag(ask.hand)}"

    def result(self, result: HandResult) -> str:
        """Say how a hand ended."""
        wagon = " clown wagon" if result.on_clown_wagon else ""
        return (
            f"{self.names(result.player)}{_tag(result.hand)}: {self.hand(result.cards)} "
            f"{_kind(result.type)}, stake {result.stake}: {result.gain:+}{wagon}"
        )

    def balance(self, player: str, balance: int) -> str:
        """Say what a player has, as one item of the list of balances."""
        return f"{self.names(player)} {balance}"

    # To one player

    def hand(self, cards: Sequence[Card]) -> str:
        """Write CARDS with their total."""
        return f"{self.faces(cards)} = {total(cards)}"

    def first_card(self, cards: Sequence[Card]) -> str:
        """Show a player their first card."""
        return f"Your card: {self.faces(cards)}"

    def own_hand(self, cards: Sequence[Card], hand: int | None) -> str:
        """Show a player a hand of theirs."""
        return self.hand(cards) + _tag(hand)

    def bought(self, event: Bought) -> str:
        """Show a player the card bought, where nothing more is asked about the hand."""
        hand = self.own_hand(event.cards, event.hand)
        return f"You bought {self.faces(event.cards[-1:])}: {hand}"

    def prompt(self, ask: Ask) -> str:
        """Ask a player to decide, with all that is needed for it in one line."""
        if ask.step is Step.BET:
            return f"{self.first_card(ask.cards)}. You have {chips(ask.chips)}. {_bet(ask)}"
        offers = " ".join(_offer(option) for option in ask.options)
        stake = f"Stake {ask.stake}{_tag(ask.hand)}, chips {ask.chips}"
        return f"{stake}. {self.hand(ask.cards)}: {offers}"

    def own_turn(self, seat: Seat, ask: Ask) -> str:
        """Show the player who is asked the other hands of SEAT, then ask again."""
        others = [self._staked(hand) for hand in seat.hands if hand.number != ask.hand]
        return " | ".join([*others, self.prompt(ask)])

    def waiting(self, seat: Seat, ask: Ask) -> str:
        """Show a player who waits all the hands of SEAT, and whom the table waits for."""
        hands = " | ".join(self._staked(hand) for hand in seat.hands)
        return f"{hands}. Chips {seat.chips}. {self.whose_turn_it_is(ask)}"

    def _staked(self, hand: Hand) -> str:
        if not hand.stake:
            return self.first_card(hand.cards)
        return f"Stake {hand.stake}{_tag(hand.number)}: {self.hand(hand.cards)}"

    def whose_turn_it_is(self, ask: Ask) -> str:
        """Tell somebody who waits whom the table waits for."""
        return f"It is {self.names(ask.player)}'s turn to {_STEPS[ask.step]}{_tag(ask.hand)}."

    def refusal(self, refused: MoveRefused) -> str:
        """Say why a move was refused, and what is asked."""
        match refused:
            case NotYourTurn():
                return self.whose_turn_it_is(refused.ask)
            case BadAmount():
                why = _why_not_amount(refused.option)
            case NotOffered():
                why = _why_not(refused.move.verb, refused.bar, refused.limit)
            case _:
                why = "That can't be done now."
        return f"{why} {self.prompt(refused.ask)}"

    def not_understood(self, ask: Ask) -> str:
        """Tell the player who is asked that what they said is no answer."""
        if ask.step is Step.BET:
            return f"A bet is a whole number, such as 50, or max or min. {self.prompt(ask)}"
        return f"That is not a move. {self.prompt(ask)}"


_SHOE_NEWS: dict[type[Event], str] = {
    MarkerHit: "the marker is reached: a fresh shoe after this round",
    ShoeRanDry: "the shoe has run out: all cards but those on the table are dealt again",
    Shuffled: "The shoe has been shuffled.",
    Abandoned: "The round is stopped, and every stake goes back.",
}


def _kind(kind: Enum) -> str:
    return _KINDS.get(kind.name, kind.name.lower().replace("_", " "))


def _bet(ask: Ask) -> str:
    option = ask.options[0]
    return f"Bet ({option.least}-{option.most})?"


def _offer(option: Option) -> str:
    cost = "" if option.least is None else f" for {option.least}"
    return _OFFERS[option.verb] + cost


def _why_not_amount(option: Option) -> str:
    if option.least is None:
        return f"You {_VERBS[option.verb]} without an amount."
    if option.least == option.most:
        does = "You can bet only" if option.verb is Verb.BET else f"To {_VERBS[option.verb]} costs"
        return f"{does} {option.least}."
    return f"You can {_VERBS[option.verb]} from {option.least} to {option.most}."


def _why_not(verb: Verb, bar: Bar, limit: int) -> str:
    do = _VERBS[verb]
    reasons = {
        Bar.NOT_NOW: "You have bet already." if verb is Verb.BET else "Your bet comes first.",
        Bar.TOTAL_TOO_LOW: f"You can't {do} below {limit}.",
        Bar.HAS_TWISTED: f"You can't {do} after a twist.",
        Bar.TOO_FEW_CHIPS: f"You have too few chips left to {do}.",
        Bar.NOT_TWO_CARDS: f"You can {do} only two cards.",
        Bar.HAS_ACE: f"You can't {do} an ace.",
        Bar.NOT_FOURTEEN: f"You can {do} only a total of {limit}.",
        Bar.NOT_A_PAIR: f"You can {do} only two cards of the same rank.",
        Bar.NO_MORE_SPLITS: f"You can {do} only {times(limit)} in a round.",
    }
    return reasons[bar]
