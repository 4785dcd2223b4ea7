"""Messages of a round: what happens, and what players are asked.

Log tools read many of these lines, so their shapes must not change.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pontoon.engine import absence_events as absence
from pontoon.engine import events
from pontoon.engine.cards import Card
from pontoon.engine.computers import is_computer
from pontoon.engine.errors import Refused
from pontoon.engine.hands import BEST_TOTAL, Hand, Seat, total
from pontoon.engine.moves import Ask, Move, Phase, Unit, Waiting
from pontoon.engine.result import WhyVoid, why_void
from pontoon.games import bank_events as bank
from pontoon.storage.players.nicknames import needs_nickname
from pontoon.text import announcements, prompts
from pontoon.text.decks import deck_of_round
from pontoon.text.formatting import (
    Address,
    CardFormat,
    Names,
    amount_of,
    are,
    chips,
    count,
    kind_of_hand,
    tag,
)
from pontoon.text.names import with_name

_LINES: Mapping[type[events.Event], str] = {
    events.SecondCardsOut: "second cards are out",
    events.Stuck: "{player} sticks{hand}",
    events.Twisted: "{player} twists {card}{hand}",
    events.Bought: "{player} buys for {chips}{hand}",
    events.Burned: "{player} burns for {chips}{hand}",
    events.Split: "{player} splits for {chips}{hand}",
    events.Busted: "{player} busts{hand}",
    events.MarkerHit: "the marker is reached: fresh cards from the next round on",
    events.ShoeRanDry: "the shoe has run out: I deal on from all cards that are not on the table",
    events.Shuffled: "the cards have been shuffled",
    # Games with a banker
    events.PontoonDeclared: "{player} has a pontoon and shows {card}{hand}",
    events.PairShown: "{player} shows {cards}{hand}",
    events.ThrownIn: "{player} shows {cards}{hand}",
    events.Passed: "{player} passes{hand}",
    events.BankerDrew: "{player} draws {card}",
    events.DealerSeated: "{player} deals",
    bank.ShotFired: "{player} shoots {chips}{hand}",
    bank.SatOut: "{player} has too few chips and sits out",
    bank.NotCovered: "{player} sits out: the banker cannot cover so many",
    bank.BankClaimed: "{player}'s pontoon takes the bank: I ask {player} at the next deal",
    bank.BankerLeft: (
        "I draw for the banker on {draws_on} or less, and the bank moves after the round"
    ),
    bank.BankMissed: "{player} does not keep the bank",
    bank.BankVacant: "{player} passes the bank on: I ask who takes it at the next deal",
    bank.KittyPutUp: "{player} puts {chips} into the kitty",
    bank.KittyTaken: "{player} takes the kitty of {chips}",
    bank.KittyAllShotAt: "the whole kitty is bet against: nobody else can shoot now",
    bank.AuctionBegan: "{player} puts up no kitty: the bank goes to the highest bidder",
    bank.BidMade: "{player} bids {chips}",
    bank.SaleOffered: ("{player} offers the bank to {buyer} for {price_in_chips}, {when}"),
    bank.SaleAgreed: "{buyer} buys {player}'s bank for {price_in_chips} after the round",
    bank.SaleDeclined: "{player} does not want the bank",
    bank.SaleCancelled: "{player} takes back the offer of the bank",
    bank.SaleVoid: "{player} does not sell the bank to {buyer} after all",
    # Games against the house, whose cards are face up; DealerPlayed has a line with its hand
    events.Insured: "{player} insures for {chips}",
    events.Hit: "{player} hits {card}{hand}",
    events.Doubled: "{player} doubles for {chips} and gets {card}{hand}",
    events.Stayed: "{player} stays{hand}",
    events.DealerShows: "the dealer shows {card}",
    events.DealerLooked: "the dealer has no natural",
    events.DealerNatural: "the dealer has a natural",
    # Absence
    absence.DidNotBet: "{player} does not bet",
    absence.SitsOutNext: "{player} sits out the next {title}",
    absence.SeemsAway: "{player} seems to be away: I play for them until they speak to me",
    absence.WentOn: "I am back; the round continues",
    absence.Mended: "I can save the game again; the round continues",
    absence.TakenUp: "I was restarted; the round continues with the same cards",
}
"""Lines for the channel that need no more than the fields of the event."""

_ASIDES: Mapping[type[events.Event], tuple[str, str]] = {
    bank.SaleOffered: (
        "buyer",
        "{player} offers you the bank for {price_in_chips}, {when}: say accept {price} or decline.",
    ),
    bank.SaleCancelled: ("buyer", "{player} takes back the offer of the bank."),
    bank.SaleAgreed: ("player", "{buyer} buys your bank for {price_in_chips} after the round."),
    bank.BankSold: ("player", "{buyer} buys your bank for {price_in_chips}."),
    bank.KnockedDown: ("player", "{buyer} buys your bank for {price_in_chips}."),
    bank.SaleDeclined: ("seller", "{player} does not want your bank."),
    absence.DidNotBet: ("player", "You did not bet in time: you are not in this round."),
    absence.SeemsAway: (
        "player",
        "You seem to be away: say anything here, such as hand, and I wait for you again. Until "
        "then I make the safest moves for you at once.",
    ),
}
"""The field with the player who is told something in private, and what they are told."""

_WHY_VOID: Mapping[WhyVoid, str] = {
    WhyVoid.NOBODY_BET: "nobody has bet",
    WhyVoid.STAKES_RETURNED: "all stakes are returned",
    WhyVoid.STOPPED: "it is stopped, and all stakes are returned",
    WhyVoid.TOO_FEW_PLAYERS: "too few players are left",
    WhyVoid.NOBODY_CAN_BANK: "nobody has enough chips to be the banker",
    WhyVoid.NOBODY_WILL_BANK: "nobody takes the bank",
    WhyVoid.BANKER_LEFT: "the banker has left",
    WhyVoid.NO_KITTY: "nobody puts up a kitty",
    WhyVoid.OUT_FOR_A_DAY: "I was out of the channel for a day, and all stakes are returned",
    WhyVoid.CHANGED: "the game or its rules have changed, and all stakes are returned",
    WhyVoid.PLAYER_GONE: "one of its players has been removed, and all stakes are returned",
    WhyVoid.OLDER_DATABASE: "I lost my record of it, and all stakes are returned",
    WhyVoid.UNREADABLE: "my record of it is damaged, and all stakes are returned",
}

_TAKEN = {
    bank.WayToBank.CUT: "{player} wins the cut",
    bank.WayToBank.ALONE: "only {player} wants the bank",
    bank.WayToBank.LEFT: "the bank passes to {player}",
    bank.WayToBank.PONTOON: "{player} takes the bank with a pontoon",
    bank.WayToBank.SALE: "{player} buys the bank for {price}",
    bank.WayToBank.AUCTION: "{player} gets the bank for {price}",
}

_HOW = {
    None: "",
    bank.WayToBank.KEPT: " as before",
    bank.WayToBank.CUT: " after the cut",
    bank.WayToBank.PONTOON: " after a pontoon",
    bank.WayToBank.SALE: " after the sale",
    bank.WayToBank.AUCTION: " after the auction",
}
"""How the banker of a round got the bank, if that was told in an earlier one."""

MAX_NEWS_LENGTH = 150
"""The most characters of what others have done that stand before a prompt."""

_NO_NEWS = (
    *(events.Feat, absence.Gone, absence.LoggedOut, absence.SeemsAway, absence.SitsOutNext),
    *(bank.BankerSeated, bank.BankLooked, bank.SaleOffered, bank.SaleAgreed),
    *(bank.SaleDeclined, bank.SaleCancelled, bank.SaleVoid, events.HandDealt, events.HandResult),
)
"""Events of another player that are no news of the play to the one who is asked."""

_MADE = {"NATURAL": "a natural", "TWENTY_ONE": "21", "CHARLIE": "a five-card charlie"}

_GOES_ON = "play continues without them"


class RoundTexts:
    """Writes the messages of a round, with NAMES for the players and FACES for the cards."""

    def __init__(self, names: Names, faces: CardFormat) -> None:
        self.names = names
        self.faces = faces

    def announcement(self, event: events.Event) -> str | None:
        """Return the channel's message about EVENT, None if there is none."""
        if line := _LINES.get(type(event)):
            return line.format_map(self._fields(event))
        if why := why_void([event]):
            return no_round(why)
        return self._of_a_hand(event) or self._of_the_bank(event) or self._of_the_round(event)

    def opening(self, title: str, event: events.RoundBegan) -> str:
        """Open a round of the game TITLE: say who plays, and who of them are computers."""
        names = (
            announcements.as_computer(self.names(player))
            if is_computer(player)
            else self.names(player)
            for player in event.players
        )
        return f"{title}: {', '.join(names)}"

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
        is_shown = nick is not None and not is_computer(player) and not needs_nickname(nick)
        return with_name(nick, name) if nick is not None and is_shown else name

    def result(self, result: events.HandResult) -> str:
        staked = prompts.stake(result.stake, result.unit, None).lower()
        besides = f", shot {result.shot}" if result.shot else ""
        besides += f", insurance {result.insurance}" if result.insurance else ""
        wagon = " on the clown wagon" if result.on_clown_wagon else ""
        return (
            f"{self.names(result.player)}{tag(result.hand)}: {self.named_hand(result)}, "
            f"{staked}{besides}: {outcome([result], result.gain, result.unit)}{wagon}"
        )

    def banker_result(self, result: events.BankerResult) -> str:
        title = "Dealer" if result.player is None or result.unit is Unit.FINGERS else "Banker"
        who = title if result.player is None else f"{title} {self.names(result.player)}"
        ending = outcome([result], result.gain, result.unit)
        return f"{who}: {self.named_hand(result)}: {ending}"

    def named_hand(self, hand: events.HandEnd) -> str:
        resigned = ", resigned" if isinstance(hand, events.HandResult) and hand.resigned else ""
        return f"{self.hand(hand.cards)} {kind_of_hand(hand.type)}{resigned}"

    def balance(self, player: str, balance: int) -> str:
        return f"{self.names(player)} {balance}"

    def hand(self, cards: Sequence[Card]) -> str:
        return f"{self.faces(cards)} = {total(cards)}"

    def first_card(self, cards: Sequence[Card]) -> str:
        return f"Your card: {self.faces(cards)}"

    def aside(self, event: events.Event) -> tuple[str, str] | None:
        """Return the player who gets a private message about EVENT, and the message; else None."""
        match event:
            case events.Resigned(player, lost, unit):
                return player, f"You leave the round{_cost(lost, unit)}."
            case events.BetLimited(player, _, most, bets):
                return player, f"Your bet is limited to {most}, the most when {_who_bet(bets)}."
        if type(event) not in _ASIDES:
            return None
        whom, line = _ASIDES[type(event)]
        return getattr(event, whom), line.format_map(self._fields(event))

    def own_hand(self, cards: Sequence[Card], hand: int | None, unit: Unit = Unit.CHIPS) -> str:
        """Show a player their CARDS, which are a HAND of several, or of one if it is None."""
        return prompts.shown_hand(cards, self.faces, unit) + tag(hand)

    def last_card(self, event: events.Bought | events.Busted) -> str:
        """Show a player the card that they have bought, or on which their hand is bust."""
        did = "bought" if isinstance(event, events.Bought) else "bust on"
        hand = self.own_hand(event.cards, event.hand)
        return f"You {did} {self.faces(event.cards[-1:])}: {hand}"

    def prompt(self, ask: Ask) -> str:
        return prompts.prompt(ask, self.faces)

    def news(self, happened: Iterable[events.Event], player: str) -> str:
        """Say what others have done, of what HAPPENED since PLAYER was asked.

        If that is too long for the front of a prompt, only the latest is said.
        """
        told: list[tuple[str, str]] = []
        for event in happened:
            other = getattr(event, "player", player)
            if other == player or isinstance(event, _NO_NEWS):
                continue
            if (line := self.announcement(event)) is not None:
                told.append((self.names(other), line))
        latest = (_sentences(told[first:]) for first in range(len(told)))
        return next((news for news in latest if len(news) <= MAX_NEWS_LENGTH), "")

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
        sees = has + (f", dealer {self.faces(ask.against)}" if ask.against else "")
        return ". ".join([*filter(None, (hands, sees)), self.whose_turn_it_is(waiting)])

    def _staked(self, hand: Hand, unit: Unit) -> str:
        if not hand.stake:
            is_first = len(hand.cards) == 1
            return (
                self.first_card(hand.cards) if is_first else self.own_hand(hand.cards, None, unit)
            )
        staked = prompts.stake(hand.stake, unit, hand.number, hand.side_bet)
        return f"{staked}: {self.own_hand(hand.cards, None, unit)}" if hand.cards else staked

    def whose_turn_it_is(self, waiting: Waiting) -> str:
        """Say whose turn it is to a person who is not asked."""
        to_do = prompts.to_do(waiting.asks[0])
        if not waiting.is_for_everybody:
            return f"It is {self.names(waiting.asks[0].player)}'s turn to {to_do}."
        return f"{are([self.names(ask.player) for ask in waiting.asks])} still to {to_do}."

    def stuck(self, waiting: Waiting) -> str:
        """Tell a player who has stuck that they have, and whose turn it is."""
        return f"You stick. {self.whose_turn_it_is(waiting)}"

    def not_asked(self, seat: Seat | None, waiting: Waiting) -> str:
        """Tell the player of SEAT that they have answered, if so, and whose turn it is."""
        ask, whose_turn = waiting.asks[0], self.whose_turn_it_is(waiting)
        if seat is None or not waiting.is_for_everybody:
            return whose_turn
        if ask.phase is Phase.BANK:
            return f"You have answered. {whose_turn}"
        bet = seat.hands[0].bet
        return f"You {prompts.bet_of(ask.unit)} {bet}. {whose_turn}" if bet else whose_turn

    def refusal(self, ask: Ask, move: Move, refused: Refused) -> str:
        return prompts.refusal(ask, move, refused, self.faces)

    def not_understood(self, ask: Ask) -> str:
        return prompts.not_understood(ask, self.faces)

    def _fields(self, event: events.Event) -> Mapping[str, object]:
        """Return the fields of EVENT as lines show them."""
        fields: dict[str, object] = {}
        for name in event.__struct_fields__:
            value = fields[name] = getattr(event, name)
            match name:
                case "player" | "buyer":
                    fields[name] = self.names(value)
                case "card":
                    fields[name] = self.faces([value])
                case "cards":
                    fields[name] = self.faces(value)
                case "hand":
                    fields[name] = tag(value)
                case "price":
                    fields["price_in_chips"] = chips(value)
                case "is_at_once":
                    fields["when"] = "at once" if value else "after the round"
        return fields

    def _of_a_hand(self, event: events.Event) -> str | None:
        match event:
            case events.BetPlaced(player, bet, unit):
                return f"{self.names(player)} {'bids' if unit is Unit.FINGERS else 'bets'} {bet}"
            case events.BetLimited(player, _, most, bets):
                most_now = f"{most}, the most when {_who_bet(bets)}"
                return f"{self.names(player)} is limited to {most_now}"
            case events.BankerShown(player, cards):
                pontoon = ", a pontoon" if total(cards) == BEST_TOTAL else ""
                return f"{self.names(player)} turns up {self.faces(cards)}{pontoon}"
            case events.BankerStayed(player, pays):
                return f"{self.names(player)} stays{_pays(pays)}"
            case events.HandDealt(player, hand, cards):
                return f"{self.names(player)} gets {self.faces(cards)} = {total(cards)}{tag(hand)}"
            case events.NotInsurable(player, coins):
                why = "too few coins left" if coins else "too small a bet"
                return f"{self.names(player)} has {why} to insure"
            case events.HandMade(player, hand, kind):
                return (
                    f"{self.names(player)} has {_MADE.get(kind.name, kind.name.lower())}{tag(hand)}"
                )
        return None

    def _of_the_bank(self, event: events.Event) -> str | None:
        match event:
            case bank.BankCut(cuts):
                drawn = ", ".join(
                    f"{self.names(player)} {self.faces([card])}" for player, card in cuts
                )
                return f"cut for the bank: {drawn}"
            case bank.BankTaken(player, way, price):
                return _TAKEN[way].format(player=self.names(player), price=price)
            case bank.BankerSeated(player, order, kitty, way):
                deals = ", ".join(map(self.names, order))
                is_banker = f"{self.names(player)} is the banker{_HOW.get(way, '')}{_kitty(kitty)}"
                return f"{is_banker} | deals to {deals}"
            case bank.BankRestored(banker, kitty):
                who = "nobody" if banker is None else self.names(banker)
                return f"{who} has the bank{_kitty(kitty)}"
            case bank.BankLooked(player, cover, kitty):
                room = "" if cover is None else f", {cover} more can be staked against it"
                return f"{self.names(player)} has the bank{room}{_kitty(kitty)}"
            case events.Settled(kitty=events.Kitty(player, left)):
                return f"{self.names(player)} has a kitty of {left}"
        return None

    def _of_the_round(self, event: events.Event) -> str | None:
        match event:
            case events.DeckNamed() | events.DeckCut():
                return deck_of_round(event)
            case events.Resigned(player, lost, unit):
                return f"{self.names(player)} leaves the round{_cost(lost, unit)}"
            case absence.Gone(player, seconds):
                what = f"{seconds} s to come back" if seconds else _GOES_ON
                return f"{self.names(player)} is gone: {what}"
            case absence.LoggedOut(player, seconds):
                what = f"{seconds} s to log in" if seconds else _GOES_ON
                return f"{self.names(player)} is no longer logged in: {what}"
        return None


def _sentences(told: Iterable[tuple[str, str]]) -> str:
    """Join what was TOLD of people, each with the name that it may begin with.

    >>> _sentences([("kevin", "kevin twists 5♣"), ("kevin", "kevin busts"), ("bob", "bob sticks")])
    'kevin twists 5♣, busts. bob sticks. '
    """
    joined, last = "", ""
    for name, line in told:
        goes_on = name == last and line.startswith(f"{name} ")
        joined = f"{joined[:-2]}, {line[len(name) + 1 :]}. " if goes_on else f"{joined}{line}. "
        last = name
    return joined


def no_round(why: WhyVoid) -> str:
    """Say that there is no round, and why (FAIR, Lines in the channel)."""
    return f"no round: {_WHY_VOID[why]}"


def own_no_round(why: WhyVoid, of_game: str) -> str:
    """Tell a player that there is no round, and why. See ``of_game``."""
    return f"There is no round{of_game}: {_WHY_VOID[why]}."


def _cost(lost: int, unit: Unit) -> str:
    """Say what somebody who leaves has LOST, if anything."""
    loses = "drinking" if unit is Unit.FINGERS else "losing"
    return f", {loses} {lost}" if lost else ""


def _who_bet(bets: int) -> str:
    return "1 player bets" if bets == 1 else f"{bets} players bet"


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
    return "ties" if unit is Unit.COINS else "wins the stake back"


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
    of_bank: str = "",
    of_game: str = "",
) -> str:
    """Tell a player what all their HANDS of a round have won or lost, and what they have now.

    HANDS are in UNIT. BALANCE is in chips, fingers, or minutes: a coin is worth COIN_MINUTES.
    OF_BANK says what the bank and its kitty did (``paid_for_bank``). If the hands are not known any
    more, say only what the player has. See ``of_game``.
    """
    has = {
        Unit.CHIPS: chips(balance),
        Unit.FINGERS: f"{balance} in all",
        Unit.COINS: count(balance, "minute"),
    }[unit]
    did = _did(hands, unit, coin_minutes) if hands else "The round is settled"
    return f"{did}{of_game}{of_bank}: {has}."


def paid_for_bank(price: int, kitty: int, shots: int = 0) -> str:
    """Say what a player got for the bank, took out of the kitty, and won in it by SHOTS of others.

    The numbers are negative for what they paid, put in and lost.

    >>> paid_for_bank(-200, 0), paid_for_bank(0, -50, 20)
    (', and pay 200 for the bank', ', and put 50 into the kitty, and your kitty wins 20')
    """
    pieces = []
    if price:
        pieces.append(f"get {price} for the bank" if price > 0 else f"pay {-price} for the bank")
    if kitty:
        took = f"take {kitty} out of the kitty"
        pieces.append(took if kitty > 0 else f"put {-kitty} into the kitty")
    if shots:
        pieces.append(f"your kitty {'wins' if shots > 0 else 'loses'} {abs(shots)}")
    return "".join(f", and {each}" for each in pieces)


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


def _pays(least: int) -> str:
    """Say which totals a banker pays after staying; LEAST is the lowest, 0 if nothing is said."""
    if least == 0:
        return ""
    if least > BEST_TOTAL:
        return f" on {BEST_TOTAL} and pays pontoons and five-card tricks"
    return f" on {least - 1} and pays {least} or better"


def own_bank(event: bank.BankerSeated) -> str:
    return f"You have the bank{_kitty(event.kitty)}: you play last."


def _kitty(number: int | None) -> str:
    return "" if number is None else f", kitty {number}"
