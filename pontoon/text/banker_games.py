"""Messages about games with a banker: the bank, its sale, its kitty, and the banker's hand."""

from pontoon.engine import events
from pontoon.engine.hands import BEST_TOTAL, total
from pontoon.engine.moves import Unit
from pontoon.games import bank_events as bank
from pontoon.text.formatting import Faces, Names, chips, tag

_OBSTACLES = {
    events.Obstacle.TOO_FEW_PLAYERS: "too few players are left",
    events.Obstacle.NOBODY_CAN_BANK: "nobody has enough chips to be the banker",
    events.Obstacle.NOBODY_WILL_BANK: "nobody wants the bank; if you do, start another round",
    events.Obstacle.NO_KITTY: "there is no kitty, and nobody takes the bank",
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


def announcement(event: events.Event, names: Names, faces: Faces) -> str | None:
    """Return the channel's message about EVENT, None if EVENT is not about a banker or bank."""
    return _of_a_hand(event, names, faces) or _of_the_bank(event, names, faces)


def own_bank(event: bank.BankerSeated) -> str:
    """Tell the banker that they have the bank."""
    return f"You have the bank{_kitty(event.kitty)}: you play last."


def about_sale(event: events.Event, names: Names) -> tuple[str, str] | None:
    """Return the player who gets a private message about the sale in EVENT, and the message.

    None if EVENT is about no sale.
    """
    match event:
        case bank.SaleOffered(player, buyer, price):
            offer = f"{names(player)} offers you the bank for {chips(price)}, {_when(event)}"
            return buyer, f"{offer}: say accept {price} or decline."
        case bank.SaleCancelled(player, buyer):
            return buyer, f"{names(player)} takes back the offer of the bank."
        case bank.SaleAgreed(player, buyer, price):
            return player, f"{names(buyer)} buys your bank for {chips(price)} after the round."
        case bank.BankSold(player, buyer, price):
            return player, f"{names(buyer)} buys your bank for {chips(price)}."
        case bank.SaleDeclined(player, seller):
            return seller, f"{names(player)} does not want your bank."
    return None


def _of_a_hand(event: events.Event, names: Names, faces: Faces) -> str | None:
    match event:
        case events.PontoonDeclared(player, hand, card):
            return f"{names(player)} has a pontoon and shows {faces([card])}{tag(hand)}"
        case events.PairShown(player, hand, cards) | events.ThrownIn(player, hand, cards):
            return f"{names(player)} shows {faces(cards)}{tag(hand)}"
        case bank.ShotFired(player, hand, number):
            return f"{names(player)} shoots {number}{tag(hand)}"
        case events.Passed(player, hand):
            return f"{names(player)} passes{tag(hand)}"
        case events.BankerShown(player, cards):
            pontoon = ", a pontoon" if total(cards) == BEST_TOTAL else ""
            return f"{names(player)} turns up {faces(cards)}{pontoon}"
        case events.BankerDrew(player, card):
            return f"{names(player)} draws {faces([card])}"
        case events.BankerStayed(player, pays):
            return f"{names(player)} stays{_pays(pays)}"
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
        case bank.BankTaken():
            return _taken(event, names)
        case bank.SatOut(player):
            return f"{names(player)} has too few chips and sits out"
        case bank.BankerSeated(player, _, kitty, way):
            return f"{names(player)} is the banker{_HOW[way]}{_kitty(kitty)}"
        case bank.BankerLeft(_, draws_on):
            hand = f"I draw for the banker on {draws_on} or less"
            return f"{hand}, and the bank moves after the round"
        case bank.BankMissed(player):
            return f"{names(player)} does not keep the bank"
        case bank.BankVacant(player):
            return f"{names(player)} loses the bank, and nobody takes it"
        case events.DealerSeated(player):
            return f"{names(player)} deals"
        case bank.BankLooked():
            return _looked(event, names)
    return _of_no_round(event, names) or _of_the_kitty(event, names) or _of_a_sale(event, names)


def _of_no_round(event: events.Event, names: Names) -> str | None:
    match event:
        case bank.BankRestored():
            return _restored(event, names)
        case events.NoRound(why):
            return f"no round: {_OBSTACLES[why]}"
        case events.RoundVoid(has_bets=True):
            return "the round is void and all stakes are returned"
        case events.RoundVoid(unit=unit):
            return f"nobody has {'bid' if unit is Unit.FINGERS else 'bet'}: the round is void"
    return None


def _of_the_kitty(event: events.Event, names: Names) -> str | None:
    match event:
        case bank.KittyPutUp(player, number):
            return f"{names(player)} puts {number} into the kitty"
        case bank.KittyTaken(player, number):
            return f"{names(player)} takes the kitty of {number}"
        case bank.KittyAllShotAt():
            return "the whole kitty is bet against: nobody else can shoot now"
        case bank.AuctionBegan(player):
            return f"{names(player)} puts up no kitty: the bank goes to the highest bidder"
        case bank.HeldAgain(player):
            return f"{names(player)}'s bid falls away, and the others bid again"
        case bank.BidMade(player, number):
            return f"{names(player)} bids {number}"
        case events.Settled(kitty=events.Kitty(player, left)):
            return f"{names(player)} has a kitty of {left}"
    return None


def _taken(event: bank.BankTaken, names: Names) -> str:
    player = names(event.player)
    return {
        bank.WayToBank.CUT: f"{player} wins the cut",
        bank.WayToBank.ALONE: f"only {player} wants the bank",
        bank.WayToBank.LEFT: f"the bank passes to {player}",
        bank.WayToBank.PONTOON: f"{player} takes the bank with a pontoon",
        bank.WayToBank.SALE: f"{player} buys the bank for {event.price}",
        bank.WayToBank.AUCTION: f"{player} gets the bank for {event.price}",
        bank.WayToBank.BACK: f"the bank goes back to {player}",
    }[event.way]


def _restored(event: bank.BankRestored, names: Names) -> str:
    banker = "nobody" if event.banker is None else names(event.banker)
    paid = f" but for the {event.paid} paid for the bank" if event.paid else ""
    return f"all chips are as before the round{paid}: {banker} has the bank{_kitty(event.kitty)}"


def _looked(event: bank.BankLooked, names: Names) -> str:
    cover = "" if event.cover is None else f", {event.cover} more can be staked against it"
    return f"{names(event.player)} has the bank{cover}{_kitty(event.kitty)}"


def _kitty(number: int | None) -> str:
    return "" if number is None else f", kitty {number}"


def _when(offer: bank.SaleOffered) -> str:
    return "at once" if offer.is_at_once else "after the round"


def _of_a_sale(event: events.Event, names: Names) -> str | None:
    match event:
        case bank.SaleOffered(player, buyer, price):
            offer = f"{names(player)} offers the bank to {names(buyer)} for {chips(price)}"
            return f"{offer}, {_when(event)}: accept or decline"
        case bank.SaleAgreed(player, buyer, price):
            return f"{names(buyer)} buys {names(player)}'s bank for {chips(price)} after the round"
        case bank.SaleDeclined(player):
            return f"{names(player)} does not want the bank"
        case bank.SaleCancelled(player):
            return f"{names(player)} takes back the offer of the bank"
        case bank.SaleVoid(player, buyer):
            return f"{names(player)} does not sell the bank to {names(buyer)} after all"
    return None
