"""What people are told of each event in a round: the channel, or one player in private.

Log tools read many of these lines, so their shapes must not change.
"""

from collections.abc import Mapping

from pontoon.engine import absence_events as absence
from pontoon.engine import events
from pontoon.engine.hands import BEST_TOTAL, total
from pontoon.engine.moves import Unit
from pontoon.games import bank_events as bank
from pontoon.text.decks import deck_of_round
from pontoon.text.formatting import Faces, Names, chips, tag

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
    events.Abandoned: "The round is stopped and all stakes are returned",
    # Games with a banker
    events.PontoonDeclared: "{player} has a pontoon and shows {card}{hand}",
    events.PairShown: "{player} shows {cards}{hand}",
    events.ThrownIn: "{player} shows {cards}{hand}",
    events.Passed: "{player} passes{hand}",
    events.BankerDrew: "{player} draws {card}",
    events.DealerSeated: "{player} deals",
    bank.ShotFired: "{player} shoots {chips}{hand}",
    bank.SatOut: "{player} has too few chips and sits out",
    bank.BankerLeft: (
        "I draw for the banker on {draws_on} or less, and the bank moves after the round"
    ),
    bank.BankMissed: "{player} does not keep the bank",
    bank.BankVacant: "{player} loses the bank, and nobody takes it",
    bank.KittyPutUp: "{player} puts {chips} into the kitty",
    bank.KittyTaken: "{player} takes the kitty of {chips}",
    bank.KittyAllShotAt: "the whole kitty is bet against: nobody else can shoot now",
    bank.AuctionBegan: "{player} puts up no kitty: the bank goes to the highest bidder",
    bank.HeldAgain: "{player}'s bid falls away, and the others bid again",
    bank.BidMade: "{player} bids {chips}",
    bank.SaleOffered: (
        "{player} offers the bank to {buyer} for {price_in_chips}, {when}: accept or decline"
    ),
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
    absence.Unanswered: "{player} does not answer",
    absence.SitsOut: "{player} does not answer and sits this round out",
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
    bank.SaleDeclined: ("seller", "{player} does not want your bank."),
    absence.SeemsAway: (
        "player",
        "You seem to be away: say anything here, such as hand, and I wait for you again. Until "
        "then I make the safest moves for you at once.",
    ),
}
"""The field with the player who is told something in private, and what they are told."""

_OBSTACLES = {
    events.Obstacle.TOO_FEW_PLAYERS: "too few players are left",
    events.Obstacle.NOBODY_CAN_BANK: "nobody has enough chips to be the banker",
    events.Obstacle.NOBODY_WILL_BANK: "nobody wants the bank; if you do, start another round",
    events.Obstacle.NO_KITTY: "there is no kitty, and nobody takes the bank",
}

_TAKEN = {
    bank.WayToBank.CUT: "{player} wins the cut",
    bank.WayToBank.ALONE: "only {player} wants the bank",
    bank.WayToBank.LEFT: "the bank passes to {player}",
    bank.WayToBank.PONTOON: "{player} takes the bank with a pontoon",
    bank.WayToBank.SALE: "{player} buys the bank for {price}",
    bank.WayToBank.AUCTION: "{player} gets the bank for {price}",
    bank.WayToBank.BACK: "the bank goes back to {player}",
}

_HOW = {
    None: "",
    bank.WayToBank.KEPT: " as before",
    bank.WayToBank.CUT: " after the cut",
    bank.WayToBank.ALONE: ", since nobody else wants the bank",
    bank.WayToBank.LEFT: ", since the bank was passed on",
    bank.WayToBank.PONTOON: " after a pontoon",
    bank.WayToBank.SALE: " after the sale",
    bank.WayToBank.AUCTION: " after the auction",
    bank.WayToBank.BACK: ", since the winner of the auction has left",
}
"""How the banker of a round got the bank, if that was told in an earlier one."""

_MADE = {"NATURAL": "a natural", "TWENTY_ONE": "21", "CHARLIE": "a five-card charlie"}

_GOES_ON = "play continues without them"


def announcement(event: events.Event, names: Names, faces: Faces) -> str | None:
    """Return the channel's line about EVENT, None if there is none."""
    if line := _LINES.get(type(event)):
        return line.format_map(_fields(event, names, faces))
    return (
        _of_a_hand(event, names, faces)
        or _of_the_bank(event, names, faces)
        or _of_the_round(event, names)
    )


def aside(event: events.Event, names: Names, faces: Faces) -> tuple[str, str] | None:
    """Return the player who gets a private message about EVENT, and the message; else None."""
    if type(event) not in _ASIDES:
        return None
    whom, line = _ASIDES[type(event)]
    return getattr(event, whom), line.format_map(_fields(event, names, faces))


def _fields(event: events.Event, names: Names, faces: Faces) -> Mapping[str, object]:
    """Return the fields of EVENT as lines show them."""
    fields: dict[str, object] = {}
    for name in event.__struct_fields__:
        value = fields[name] = getattr(event, name)
        match name:
            case "player" | "buyer":
                fields[name] = names(value)
            case "card":
                fields[name] = faces([value])
            case "cards":
                fields[name] = faces(value)
            case "hand":
                fields[name] = tag(value)
            case "price":
                fields["price_in_chips"] = chips(value)
            case "is_at_once":
                fields["when"] = "at once" if value else "after the round"
    return fields


def _of_a_hand(event: events.Event, names: Names, faces: Faces) -> str | None:
    match event:
        case events.BetPlaced(player, bet, unit):
            return f"{names(player)} {'bids' if unit is Unit.FINGERS else 'bets'} {bet}"
        case events.BetLimited(player, _, most, bets):
            who = "1 player bets" if bets == 1 else f"{bets} players bet"
            return f"{names(player)} is limited to {most}, the most when {who}"
        case events.BankerShown(player, cards):
            pontoon = ", a pontoon" if total(cards) == BEST_TOTAL else ""
            return f"{names(player)} turns up {faces(cards)}{pontoon}"
        case events.BankerStayed(player, pays):
            return f"{names(player)} stays{_pays(pays)}"
        case events.HandDealt(player, hand, cards):
            return f"{names(player)} gets {faces(cards)} = {total(cards)}{tag(hand)}"
        case events.NotInsurable(player, coins):
            why = "too few coins left" if coins else "too small a bet"
            return f"{names(player)} has {why} to insure"
        case events.HandMade(player, hand, kind):
            return f"{names(player)} has {_MADE.get(kind.name, kind.name.lower())}{tag(hand)}"
    return None


def _pays(least: int) -> str:
    """Say which totals a banker pays after staying; LEAST is the lowest, 0 if nothing is said."""
    if least == 0:
        return ""
    if least > BEST_TOTAL:
        return f" on {BEST_TOTAL} and pays pontoons and five-card tricks"
    return f" on {least - 1} and pays {least} or better"


def _of_the_bank(event: events.Event, names: Names, faces: Faces) -> str | None:
    match event:
        case bank.BankCut(cuts):
            drawn = ", ".join(f"{names(player)} {faces([card])}" for player, card in cuts)
            return f"cut for the bank: {drawn}"
        case bank.BankTaken(player, way, price):
            return _TAKEN[way].format(player=names(player), price=price)
        case bank.BankerSeated(player, _, kitty, way):
            return f"{names(player)} is the banker{_HOW[way]}{_kitty(kitty)}"
        case bank.BankRestored(banker, kitty, paid):
            has = f"{'nobody' if banker is None else names(banker)} has the bank{_kitty(kitty)}"
            but = f" but for the {paid} paid for the bank" if paid else ""
            return f"all chips are as before the round{but}: {has}"
        case bank.BankLooked(player, cover, kitty):
            room = "" if cover is None else f", {cover} more can be staked against it"
            return f"{names(player)} has the bank{room}{_kitty(kitty)}"
        case events.Settled(kitty=events.Kitty(player, left)):
            return f"{names(player)} has a kitty of {left}"
    return None


def own_bank(event: bank.BankerSeated) -> str:
    return f"You have the bank{_kitty(event.kitty)}: you play last."


def _kitty(number: int | None) -> str:
    return "" if number is None else f", kitty {number}"


def _of_the_round(event: events.Event, names: Names) -> str | None:
    match event:
        case events.DeckNamed() | events.DeckCut():
            return deck_of_round(event)
        case events.NoRound(why):
            return f"no round: {_OBSTACLES[why]}"
        case events.RoundVoid(has_bets=True):
            return "the round is void and all stakes are returned"
        case events.RoundVoid(unit=unit):
            return f"nobody has {'bid' if unit is Unit.FINGERS else 'bet'}: the round is void"
        case events.Resigned(player, lost, unit):
            loses = "drinking" if unit is Unit.FINGERS else "losing"
            return f"{names(player)} leaves the round{f', {loses} {lost}' if lost else ''}"
        case absence.Gone(player, seconds):
            what = f"{seconds} s to come back" if seconds else _GOES_ON
            return f"{names(player)} is gone: {what}"
        case absence.LoggedOut(player, seconds):
            what = f"{seconds} s to log in" if seconds else _GOES_ON
            return f"{names(player)} is no longer logged in: {what}"
        case absence.NotDealtTo(players):
            are = "is" if len(players) == 1 else "are"
            return f"{', '.join(map(names, players))} {are} not dealt to here for 2 minutes"
    return None
