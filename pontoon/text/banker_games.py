"""Messages about games with a banker: the bank, its sale, its kitty, and the banker's hand."""

from collections.abc import Callable, Sequence

from pontoon.engine.cards import Card
from pontoon.engine.events import (
    BankerDrew,
    BankerShown,
    BankerStayed,
    DealerSeated,
    Event,
    Kitty,
    NoRound,
    Obstacle,
    PairShown,
    Passed,
    PontoonDeclared,
    RoundVoid,
    Settled,
    ThrownIn,
)
from pontoon.engine.hands import BEST_TOTAL, total
from pontoon.games.bank_events import (
    AuctionBegan,
    BankCut,
    BankerLeft,
    BankerSeated,
    BankLooked,
    BankMissed,
    BankRestored,
    BankSold,
    BankTaken,
    BankVacant,
    BidMade,
    HeldAgain,
    KittyAllShotAt,
    KittyPutUp,
    KittyTaken,
    SaleAgreed,
    SaleCancelled,
    SaleDeclined,
    SaleOffered,
    SaleVoid,
    SatOut,
    ShotFired,
    WayToBank,
)
from pontoon.text.formatting import chips, tag

Names = Callable[[str], str]
Faces = Callable[[Sequence[Card]], str]

_OBSTACLES = {
    Obstacle.TOO_FEW_PLAYERS: "too few players are left",
    Obstacle.NOBODY_CAN_BANK: "nobody has enough chips to be the banker",
    Obstacle.NOBODY_WILL_BANK: "nobody wants the bank; if you do, start another round",
    Obstacle.NO_KITTY: "there is no kitty, and nobody takes the bank",
}


_NO_BET = "nobody has bet: the round is void"


def announcement(event: Event, names: Names, faces: Faces) -> str | None:
    """Return the channel's message about EVENT, None if EVENT is not about a banker or bank."""
    return _of_a_hand(event, names, faces) or _of_the_bank(event, names, faces)


def own_bank(event: BankerSeated) -> str:
    """Tell the banker that they have the bank."""
    kitty = "" if event.kitty is None else f", kitty {event.kitty}"
    return f"You have the bank{kitty}: you play last."


def about_sale(event: Event, names: Names) -> tuple[str, str] | None:
    """Return the player who gets a private message about the sale in EVENT, and the message.

    None if EVENT is about no sale.
    """
    match event:
        case SaleOffered(player, buyer, price):
            offer = f"{names(player)} offers you the bank for {chips(price)}, {_when(event)}"
            return buyer, f"{offer}: say accept or decline."
        case SaleCancelled(player, buyer):
            return buyer, f"{names(player)} has withdrawn the offer of the bank."
        case SaleAgreed(player, buyer, price):
            return player, f"{names(buyer)} buys your bank for {chips(price)} after the round."
        case BankSold(player, buyer, price):
            return player, f"{names(buyer)} buys your bank for {chips(price)}."
        case SaleDeclined(player, seller):
            return seller, f"{names(player)} does not want your bank."
    return None


def _of_a_hand(event: Event, names: Names, faces: Faces) -> str | None:
    match event:
        case PontoonDeclared(player, hand, card):
            return f"{names(player)} has a pontoon and shows {faces([card])}{tag(hand)}"
        case PairShown(player, hand, cards) | ThrownIn(player, hand, cards):
            return f"{names(player)} shows {faces(cards)}{tag(hand)}"
        case ShotFired(player, hand, number):
            return f"{names(player)} shoots {number}{tag(hand)}"
        case Passed(player, hand):
            return f"{names(player)} passes{tag(hand)}"
        case BankerShown(player, cards):
            pontoon = ", a pontoon" if total(cards) == BEST_TOTAL else ""
            return f"{names(player)} turns up {faces(cards)}{pontoon}"
        case BankerDrew(player, card):
            return f"{names(player)} draws {faces([card])}"
        case BankerStayed(player, pays):
            return f"{names(player)} stays{_pays(pays)}"
    return None


def _pays(least: int) -> str:
    """Say which totals a banker pays who stays; LEAST is the lowest of them, 0 if none is said."""
    if least == 0:
        return ""
    if least > BEST_TOTAL:
        return f" on {BEST_TOTAL} and pays pontoons and five-card tricks"
    return f" on {least - 1} and pays {least} or better"


def _of_the_bank(event: Event, names: Names, faces: Faces) -> str | None:
    match event:
        case BankCut(cuts):
            drawn = ", ".join(f"{names(player)} {faces([card])}" for player, card in cuts)
            return f"cut for the bank: {drawn}"
        case BankTaken():
            return _taken(event, names)
        case SatOut(player):
            return f"{names(player)} has too few chips and sits out"
        case BankerSeated(player, _, kitty):
            return f"{names(player)} is the banker" + ("" if kitty is None else f", kitty {kitty}")
        case BankerLeft(_, draws_on):
            hand = f"the banker's hand draws on {draws_on} or less"
            return f"{hand}, and the bank moves after the round"
        case BankMissed(player):
            return f"{names(player)} does not keep the bank"
        case BankVacant(player):
            return f"{names(player)} loses the bank, and nobody takes it"
        case DealerSeated(player):
            return f"{names(player)} deals"
        case BankLooked():
            return _looked(event, names)
    return _of_no_round(event, names) or _of_the_kitty(event, names) or _of_a_sale(event, names)


def _of_no_round(event: Event, names: Names) -> str | None:
    match event:
        case BankRestored():
            return _restored(event, names)
        case NoRound(why):
            return f"no round: {_OBSTACLES[why]}"
        case RoundVoid(has_bets):
            return "the round is void and all stakes are returned" if has_bets else _NO_BET
    return None


def _of_the_kitty(event: Event, names: Names) -> str | None:
    match event:
        case KittyPutUp(player, number):
            return f"{names(player)} puts {number} into the kitty"
        case KittyTaken(player, number):
            return f"{names(player)} takes the kitty of {number}"
        case KittyAllShotAt():
            return "the whole kitty is bet against: nobody else can shoot now"
        case AuctionBegan(player):
            return f"{names(player)} puts up no kitty: the bank goes to the highest bidder"
        case HeldAgain(player):
            return f"{names(player)}'s bid falls away, and the others bid again"
        case BidMade(player, number):
            return f"{names(player)} bids {number}"
        case Settled(kitty=Kitty(chips=left)):
            return f"kitty {left}"
    return None


def _taken(event: BankTaken, names: Names) -> str:
    player = names(event.player)
    return {
        WayToBank.CUT: f"{player} wins the cut",
        WayToBank.ALONE: f"{player} has the bank",
        WayToBank.LEFT: f"the bank passes to {player}",
        WayToBank.PONTOON: f"{player} takes the bank with a pontoon",
        WayToBank.SALE: f"{player} buys the bank for {event.price}",
        WayToBank.AUCTION: f"{player} gets the bank for {event.price}",
    }[event.way]


def _restored(event: BankRestored, names: Names) -> str:
    banker = "nobody" if event.banker is None else names(event.banker)
    kitty = "" if event.kitty is None else f", kitty {event.kitty}"
    return f"all chips are as before the round: {banker} has the bank{kitty}"


def _looked(event: BankLooked, names: Names) -> str:
    cover = "" if event.cover is None else f", {event.cover} more can be staked against it"
    kitty = "" if event.kitty is None else f", kitty {event.kitty}"
    return f"{names(event.player)} has the bank{cover}{kitty}"


def _when(offer: SaleOffered) -> str:
    return "at once" if offer.is_at_once else "after the round"


def _of_a_sale(event: Event, names: Names) -> str | None:
    match event:
        case SaleOffered(player, buyer, price):
            offer = f"{names(player)} offers the bank to {names(buyer)} for {chips(price)}"
            return f"{offer}, {_when(event)}: accept or decline"
        case SaleAgreed(player, buyer, price):
            return f"{names(buyer)} buys {names(player)}'s bank for {chips(price)} after the round"
        case SaleDeclined(player):
            return f"{names(player)} does not want the bank"
        case SaleCancelled(player):
            return f"{names(player)} has withdrawn the offer of the bank"
        case SaleVoid(player, buyer):
            return f"{names(player)} does not sell the bank to {names(buyer)} after all"
    return None
