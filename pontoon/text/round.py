"""Messages of a round: what happens, and what players are asked.

Log tools read many of these lines, so their shapes must not change.
"""

from collections.abc import Iterator, Sequence

from pontoon.engine import events
from pontoon.engine.cards import Card
from pontoon.engine.errors import MoveRefused
from pontoon.engine.hands import Hand, Seat, total
from pontoon.engine.moves import Ask, Unit, Waiting
from pontoon.storage.players.nicknames import looks_like_nick
from pontoon.text import announcements, prompts
from pontoon.text import events as texts_of_events
from pontoon.text.formatting import (
    Address,
    CardFormat,
    Names,
    amount_of,
    chips,
    count,
    kind_of_hand,
    tag,
)
from pontoon.text.names import as_named


class RoundTexts:
    """Writes the messages of a round, with NAMES for the players and FACES for the cards."""

    def __init__(self, names: Names, faces: CardFormat) -> None:
        self.names = names
        self.faces = faces

    def announcement(self, event: events.Event) -> str | None:
        """Return the channel's message about EVENT, None if there is none."""
        return texts_of_events.announcement(event, self.names, self.faces)

    def opening(self, title: str, event: events.RoundBegan) -> str:
        players = ", ".join(self.names(player) for player in event.players)
        return f"{title}: {players}"

    def whose_turn(self, waiting: Waiting, address: Address) -> str:
        """Say whose turn it is; a round must be running."""
        if waiting.is_for_everybody:
            return prompts.everybody_to_do(waiting.asks[0])
        return self.waited_for(waiting, address)

    def waited_for(self, waiting: Waiting, address: Address) -> str:
        """Say whose turn it is, always by name; a round must be running."""
        names = self.called([ask.player for ask in waiting.asks], address)
        return f"{names} to {prompts.to_do(waiting.asks[0])}"

    def for_new_players(self, event: events.NewPlayers, address: Address) -> Iterator[str]:
        """Tell new players, in the channel, where they find their cards, or how to get some."""
        if event.players:
            yield announcements.WHERE_CARDS_ARE.format(names=self.called(event.players, address))
        if event.unseated:
            yield announcements.HAVE_NO_SEAT.format(names=self.called(event.unseated, address))

    def called(self, players: Sequence[str], address: Address) -> str:
        """List PLAYERS by the nicks that they have at ADDRESS: clients highlight these.

        The name of the player follows the nick if it differs.
        """
        return ", ".join(self._called(player, address(player)) for player in players)

    def _called(self, player: str, nick: str | None) -> str:
        name = self.names(player)
        if nick is None or not looks_like_nick(nick) or nick.casefold() == name.casefold():
            return name
        called = as_named(nick)
        # A letter in brackets is a part of a prompt: (s)tick.
        return called if len(name) == 1 or called == name else f"{called} ({name})"

    def result(self, result: events.HandResult) -> str:
        staked = prompts.stake(result.stake, result.unit, None).lower()
        resigned = ", resigned" if result.resigned else ""
        besides = f", shot {result.shot}" if result.shot else ""
        besides += f", insurance {result.insurance}" if result.insurance else ""
        wagon = " on the clown wagon" if result.on_clown_wagon else ""
        return (
            f"{self.names(result.player)}{tag(result.hand)}: {self.hand(result.cards)} "
            f"{kind_of_hand(result.type)}{resigned}, {staked}{besides}: "
            f"{outcome([result], result.gain, result.unit)}{wagon}"
        )

    def banker_result(self, result: events.BankerResult) -> str:
        title = "Dealer" if result.player is None or result.unit is Unit.FINGERS else "Banker"
        who = title if result.player is None else f"{title} {self.names(result.player)}"
        ending = outcome([result], result.gain, result.unit)
        return f"{who}: {self.hand(result.cards)} {kind_of_hand(result.type)}: {ending}"

    def balance(self, player: str, balance: int) -> str:
        return f"{self.names(player)} {balance}"

    def hand(self, cards: Sequence[Card]) -> str:
        return f"{self.faces(cards)} = {total(cards)}"

    def first_card(self, cards: Sequence[Card]) -> str:
        return f"Your card: {self.faces(cards)}"

    def aside(self, event: events.Event) -> tuple[str, str] | None:
        """Return the player who gets a private message about EVENT, and the message; else None."""
        return texts_of_events.aside(event, self.names, self.faces)

    def own_hand(self, cards: Sequence[Card], hand: int | None) -> str:
        return self.hand(cards) + tag(hand)

    def bust(self, event: events.Busted) -> str:
        """Show a player the card on which their hand is bust."""
        hand = self.own_hand(event.cards, event.hand)
        return f"You bust on {self.faces(event.cards[-1:])}: {hand}"

    def bought(self, event: events.Bought) -> str:
        """Show a player a bought card when the hand needs no more decisions."""
        hand = self.own_hand(event.cards, event.hand)
        return f"You bought {self.faces(event.cards[-1:])}: {hand}"

    def prompt(self, ask: Ask) -> str:
        return prompts.prompt(ask, self.faces)

    def own_turn(self, seat: Seat, ask: Ask) -> str:
        """Show the player of SEAT their other hands, then ask again."""
        others = [self._staked(hand, ask.unit) for hand in seat.hands if hand.number != ask.hand]
        return " | ".join([*others, self.prompt(ask)])

    def seat_of_another(self, seat: Seat, waiting: Waiting) -> str:
        """Show the player of SEAT their hands, and say whose turn it is instead."""
        ask = waiting.asks[0]
        hands = " | ".join(
            self._staked(hand, ask.unit) for hand in seat.hands if hand.cards or hand.stake
        )
        has = "" if ask.unit is Unit.FINGERS else f"{ask.unit.name.capitalize()} {seat.chips}"
        sees = has + prompts.dealer(ask, self.faces)
        return ". ".join([*filter(None, (hands, sees)), self.whose_turn_it_is(waiting)])

    def _staked(self, hand: Hand, unit: Unit) -> str:
        if not hand.stake:
            is_first = len(hand.cards) == 1
            return self.first_card(hand.cards) if is_first else self.hand(hand.cards)
        staked = prompts.stake(hand.stake, unit, hand.number, hand.side_bet)
        return f"{staked}: {self.hand(hand.cards)}" if hand.cards else staked

    def whose_turn_it_is(self, waiting: Waiting) -> str:
        """Say whose turn it is to a person who is not asked."""
        to_do = prompts.to_do(waiting.asks[0])
        if not waiting.is_for_everybody:
            return f"It is {self.names(waiting.asks[0].player)}'s turn to {to_do}."
        names = ", ".join(self.names(ask.player) for ask in waiting.asks)
        return f"{names} {'is' if len(waiting.asks) == 1 else 'are'} still to {to_do}."

    def not_asked(self, seat: Seat | None, waiting: Waiting) -> str:
        """Tell the player of SEAT that they have answered, if so, and whose turn it is."""
        answer = prompts.taken(waiting.asks[0], seat) if seat and waiting.is_for_everybody else ""
        return f"{answer} {self.whose_turn_it_is(waiting)}".strip()

    def refusal(self, refused: MoveRefused) -> str:
        return prompts.refusal(refused, self.faces)

    def not_understood(self, ask: Ask) -> str:
        return prompts.not_understood(ask, self.faces)


def outcome(hands: Sequence[events.HandEnd], gain: int, unit: Unit) -> str:
    """Say that HANDS together have won or lost GAIN: ``wins 100``, ``breaks even``.

    If a gain of 0 is of no known hands, nobody can say more than that.
    """
    if unit is Unit.FINGERS:
        return f"drinks {-gain}"
    if gain:
        return f"wins {gain}" if gain > 0 else f"loses {-gain}"
    if not hands or _made_up(hands):
        return "breaks even"
    return "ties +0" if unit is Unit.COINS else "wins the stake back"


def _made_up(hands: Sequence[events.HandEnd]) -> bool:
    """Tell whether HANDS, which gained nothing, are anything but stakes that were returned.

    A banker has no stake. In Black Jack insurance may make up for a bet that is lost.
    """
    return any(
        hand.gain or isinstance(hand, events.BankerResult) or hand.insurance for hand in hands
    )


def own_outcome(
    hands: Sequence[events.HandEnd],
    unit: Unit,
    coin_minutes: int,
    balance: int,
    of_game: str = "",
) -> str:
    """Tell a player what all their HANDS of a round have won or lost, and what they have now.

    HANDS are in UNIT. BALANCE is in chips, fingers, or minutes: a coin is worth COIN_MINUTES. If
    the hands are not known any more, say only what the player has. See ``of_game``.
    """
    has = {
        Unit.CHIPS: chips(balance),
        Unit.FINGERS: f"{balance} in all",
        Unit.COINS: count(balance, "minute"),
    }[unit]
    did = _did(hands, unit, coin_minutes) if hands else "The round is settled"
    return f"{did}{of_game}: {has}."


def _did(hands: Sequence[events.HandEnd], unit: Unit, coin_minutes: int) -> str:
    gain = sum(hand.gain for hand in hands) * coin_minutes
    bust = "bust and " if all(hand.type.name == "BUST" for hand in hands) else ""
    if unit is Unit.FINGERS:
        return f"You {bust}drink {amount_of(-gain, unit) if gain else 'nothing'}"
    amount = count(abs(gain), "minute") if unit is Unit.COINS else str(abs(gain))
    if gain:
        return f"You win {amount}" if gain > 0 else f"You {bust}lose {amount}"
    if _made_up(hands):
        return "You break even"
    return "You tie and get your bet back" if unit is Unit.COINS else "You win your stake back"
