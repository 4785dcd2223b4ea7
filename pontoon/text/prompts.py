"""Prompts to players, and refusals of what they answer.

Only this module writes letters in brackets, as in ``(s)tick``, and amounts such as ``(1-200)``: log
tools recognise a prompt by them. ``help_pages.explained`` repeats the letters before a prompt.
"""

from collections.abc import Mapping, Sequence

from pontoon.engine.cards import Card
from pontoon.engine.errors import Refused
from pontoon.engine.hands import BEST_TOTAL, total
from pontoon.engine.moves import Ask, Bound, Move, Option, Phase, Unit, Verb, WhyNot
from pontoon.text.formatting import CardFormat, amount_of, count, tag

DEALT = 2
"""The number of cards in a hand when its player is first asked."""

OFFERS = {
    Verb.STICK: "(s)tick",
    Verb.TWIST: "(t)wist",
    Verb.BUY: "(b)uy",
    Verb.BURN: "b(u)rn",
    Verb.SPLIT: "s(p)lit",
    Verb.DRAW: "(t)wist",
    Verb.STAY: "(s)tay",
    Verb.HIT: "(h)it",
    Verb.DOUBLE: "(d)ouble",
    Verb.INSURE: "(y)es",
    Verb.SHOOT: "sh(o)ot",
    Verb.TAKE: "(y)es",
    Verb.PASS: "(n)o",
}
"""The names of moves, each with its letter in brackets."""

_SAID = {Verb.DRAW: "twist", Verb.KITTY: "add to the kitty", Verb.TAKE: "take the bank"}
"""What players call a move if that is not the name of its verb."""

_BOUNDS: Mapping[object, str] = {Bound.MIN: "min", Bound.MAX: "max"}

_STEPS = {
    Phase.BANK: "say whether they want the bank",
    Phase.AUCTION: "bid for the bank",
    Phase.KITTY: "put up the kitty",
    Phase.BET: "bet",
    Phase.SHOOT: "shoot",
    Phase.INSURANCE: "insure or not",
    Phase.HAND: "play",
    Phase.BANKER: "play the bank",
}

_STEPS_FOR_FINGERS = {**_STEPS, Phase.BET: "bid", Phase.BANKER: "play as the dealer"}

_WANTED_FIRST = {
    Phase.BANK: "Answer y or n first.",
    Phase.AUCTION: "The bank is being auctioned.",
    Phase.KITTY: "The kitty comes first.",
    Phase.BET: "Your bet comes first.",
    Phase.SHOOT: "Your bet against the kitty comes first.",
    Phase.INSURANCE: "Answer y or n first.",
    Phase.BANKER: "This hand can only twist or stay.",
}
"""Why a move that belongs to another phase is refused."""

_STAKES = {Unit.CHIPS: "Stake", Unit.FINGERS: "Bid", Unit.COINS: "Bet"}

HURRY = "{seconds} s left{of_game}. {prompt}"
TIME_IS_UP = "Your time is up{of_game}: I make the safest move for you."


def to_do(ask: Ask) -> str:
    """Return what the player must do: ``play (hand 2)``."""
    if ask.phase is Phase.KITTY and ask.shot:
        return "add to the kitty or not"
    steps = _STEPS_FOR_FINGERS if ask.unit is Unit.FINGERS else _STEPS
    return f"{steps[ask.phase]}{tag(ask.hand)}"


def everybody_to_do(ask: Ask) -> str:
    """Return what all players must do if they are asked at once; ASK is for one of them."""
    if ask.phase is Phase.BANK:
        return "who takes the bank?"
    return f"place your {bet_of(ask.unit)}s"


def time_runs_out(names: str, ask: Ask, seconds: int, players: int = 1) -> str:
    """Warn the channel that SECONDS are left for ASK; NAMES lists this many PLAYERS."""
    return f"{names} {'has' if players == 1 else 'have'} {seconds} s left to {to_do(ask)}"


def how_to_say(verb: Verb) -> str:
    """Return what a player says for VERB: ``s or stick``."""
    letter = OFFERS[verb].partition("(")[2][0]
    return f"{letter} or {_name_of(verb)}"


def _name_of(verb: Verb) -> str:
    return _SAID.get(verb, verb)


def bet_of(unit: Unit) -> str:
    return "bid" if unit is Unit.FINGERS else "bet"


def stake_of(unit: Unit) -> str:
    return _STAKES[unit].lower()


def example(unit: Unit) -> str:
    return "50" if unit is Unit.CHIPS else "2"


def stake(amount: int, unit: Unit, hand: int | None, shot: int = 0) -> str:
    """Return the stake of a hand, with what was SHOT at the kitty or insured."""
    besides = f", {'insurance' if unit is Unit.COINS else 'shot'} {shot}" if shot else ""
    return f"{_STAKES[unit]} {amount}{besides}{tag(hand)}"


def shown_hand(cards: Sequence[Card], faces: CardFormat, unit: Unit) -> str:
    """Show players the CARDS of their hand, and call a pontoon one; Black Jack has none."""
    is_pontoon = len(cards) == DEALT and total(cards) == BEST_TOTAL and unit is not Unit.COINS
    return f"{faces(cards)} = {total(cards)}{', a pontoon' if is_pontoon else ''}"


def prompt(ask: Ask, faces: CardFormat) -> str:
    """Ask a player for a decision, with everything they need for it on one line.

    Cards and choices come first, so that they stand on the first line of a narrow window.
    """
    if ask.phase in (Phase.HAND, Phase.BANKER, Phase.INSURANCE):
        against = f"Dealer {faces(ask.against)}. " if ask.against else ""
        hand = shown_hand(ask.cards, faces, ask.unit)
        moves, costs = _moves(ask)
        return f"{against}{hand}: {moves}. {costs}{_situation(ask)}{_hint(ask)}"
    seen = f"Your card: {faces(ask.cards)}{tag(ask.hand)}. " if len(ask.cards) == 1 else ""
    has = f" You have {amount_of(ask.chips, ask.unit)}" if ask.unit is not Unit.FINGERS else ""
    return f"{seen}{_question(ask)}{has}"


def _moves(ask: Ask) -> tuple[str, str]:
    """Return the moves on offer, and what they cost where that is said behind all of them."""
    if ask.phase is Phase.INSURANCE:
        return f"insure for {ask.options[0].least}? (y)es (n)o", ""
    verbs: dict[str, list[str]] = {}
    for option in ask.options:
        verbs.setdefault(_amounts(option), []).append(option.verb)
    free = verbs.pop("", [])
    if len(ask.options) - len(free) <= 1:
        return " ".join(OFFERS[each.verb] + _amounts(each) for each in ask.options), ""
    costs = ", ".join(f"{_either(each)}{amounts}" for amounts, each in verbs.items())
    return " ".join(OFFERS[each.verb] for each in ask.options), f"{costs.capitalize()}. "


def _either(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _situation(ask: Ask) -> str:
    if ask.phase is Phase.BANKER:
        is_dealer = ask.unit is Unit.FINGERS
        return "You deal" if is_dealer else f"You play the bank, chips {ask.chips}"
    riding = stake(ask.stake, ask.unit, ask.hand, ask.shot)
    if ask.unit is Unit.FINGERS:
        return riding
    return f"{riding}, {ask.unit.name.lower()} {ask.chips}"


def _hint(ask: Ask) -> str:
    """Return a hint about the moves. The one about buying is given on the first two cards only."""
    if ask.phase is Phase.HAND and ask.option(Verb.SHOOT):
        return "; after shooting you must take a card"
    buy = ask.option(Verb.BUY)
    if buy is None or buy.least is None or buy.most is None or len(ask.cards) > DEALT:
        return ""
    number = (buy.least + buy.most + 1) // 2
    return f"; b {number} buys for {number}" if buy.least < buy.most else ""


def _question(ask: Ask) -> str:
    if ask.phase is Phase.BANK:
        yes_or_no = f"(y)es (n)o, within {ask.seconds} s"
        return f"Do you want the bank? {yes_or_no}; silence means no."
    option = ask.options[0]
    amounts = f"({option.least}-{option.most})"
    may_pass = ask.option(Verb.PASS) is not None
    match ask.phase:
        case Phase.AUCTION:
            return f"Bid for the bank {amounts} within {ask.seconds} s, or (n)o?"
        case Phase.KITTY if ask.shot:
            add = f"Add to it {amounts} within {ask.seconds} s, or (n)o?"
            return f"The kitty has {ask.shot}. {add}"
        case Phase.KITTY:
            instead = ", or (n)o to have the bank auctioned" if may_pass else ""
            return f"Put up a kitty {amounts} within {ask.seconds} s{instead}?"
        case Phase.SHOOT:
            return f"Shoot at the kitty {amounts}, or (n)o?"
    return f"{bet_of(ask.unit).capitalize()} {amounts}?"


def _amounts(option: Option) -> str:
    """Return the amounts of OPTION, as they stand behind its name; "" if it has none."""
    if option.least is None:
        return ""
    if option.verb is Verb.SHOOT:
        return f" {option.least}-{option.most}"
    return f" for {option.least}" + (f"-{option.most}" if option.most != option.least else "")


def refusal(ask: Ask, move: Move, refused: Refused, faces: CardFormat) -> str:
    """Say why MOVE, which answers ASK, is refused, and ask again."""
    option = ask.option(move.verb)
    if option is not None:
        why = _why_not_amount(option, refused, ask.unit)
    elif refused.reason is WhyNot.NOT_NOW:
        why = _why_not_now(ask, move)
    else:
        unit = ask.unit.name.lower()
        limit, times = refused.limit, count(refused.limit, "time")
        text = _WHY_NOT[refused.reason]
        why = text.format(do=_name_of(move.verb), limit=limit, times=times, unit=unit)
    return f"{why} {prompt(ask, faces)}"


LIKELY_SHOT = 5
"""A bet against the kitty that is shown as an example, if it can be made."""

_WANTED = {
    Phase.AUCTION: "A bid",
    Phase.KITTY: "What you put into the kitty",
    Phase.SHOOT: "A bet against the kitty",
}
"""Phases that ask only for an amount, or no."""


def not_understood(ask: Ask, faces: CardFormat) -> str:
    """Say that an answer was not understood, and ask again."""
    if ask.phase is Phase.BET:
        usual = int(example(ask.unit))
        likely = min(usual, *(each.most or usual for each in ask.options))
        why = f"A {bet_of(ask.unit)} is a whole number, such as {likely}, or max or min"
        return f"{why}. {prompt(ask, faces)}"
    shot = ask.option(Verb.SHOOT)
    shoot = f"o {min(LIKELY_SHOT, (shot and shot.most) or LIKELY_SHOT)}"
    if ask.phase is Phase.SHOOT:
        wanted = f"{_WANTED[ask.phase]} is a whole number, as in {shoot}, or max or min"
        return f"{wanted}. {prompt(ask, faces)}"
    if ask.phase in _WANTED:
        return f"{_WANTED[ask.phase]} is a whole number, or max or min. {prompt(ask, faces)}"
    if ask.phase is Phase.BANK:
        return f"Answer y or n. {prompt(ask, faces)}"
    how = f"; to shoot, say o and a number, as in {shoot}" if shot else ""
    return f"That is not a move{how}. Say ? for help. {prompt(ask, faces)}"


_NO_MORE: dict[object, str] = {
    WhyNot.BAD_AMOUNT: "",
    WhyNot.TOO_FEW_CHIPS: ": you must be able to pay double",
    WhyNot.BANK_TOO_SMALL: ": the banker must be able to pay double",
    WhyNot.KITTY_TAKEN: ": there is no more in the kitty",
}
"""Why the most is not higher."""

_NAMED_AMOUNTS = (Verb.BID, Verb.SHOOT)
"""Verbs that name an amount, as a bet does: ``bid 30``. Others have a price: ``buy for 30``."""


def _why_not_amount(option: Option, refused: Refused, unit: Unit) -> str:
    do, least, most = _name_of(option.verb), option.least, option.most
    if least is None or most is None:
        return "That move takes no amount."
    if option.verb is Verb.KITTY:
        number = amount_of(most, unit) if least == most else f"{least} to {amount_of(most, unit)}"
        return f"You can put in {number}{_NO_MORE[refused.reason]}."
    if option.verb is Verb.BET:
        do = bet_of(unit)
    elif option.verb not in _NAMED_AMOUNTS:
        number = f"only for {least}" if least == most else f"for {least} to {most}"
        return f"You can {do} {number}{_NO_MORE[refused.reason]}."
    number = f"only {least}" if least == most else f"from {least} to {most}"
    return f"You can {do} {number}{_NO_MORE[refused.reason]}."


def _why_not_now(ask: Ask, move: Move) -> str:
    if move.verb is Verb.BET and ask.option(Verb.SHOOT):
        amount = _BOUNDS.get(move.amount, move.amount)
        return f"To bet against the kitty, say o {amount}."
    if ask.phase in _WANTED and move.verb in (Verb.TAKE, Verb.PASS):
        return f"{_WANTED[ask.phase]} is a whole number: say how much, or max or min."
    has_bet = f"You have already {bet_of(ask.unit)}."
    cannot = f"You can't {_name_of(move.verb)} now."
    return _WANTED_FIRST.get(ask.phase, has_bet if move.verb is Verb.BET else cannot)


_WHY_NOT: dict[object, str] = {
    WhyNot.NO_SUCH_MOVE: "You can't {do} in this game.",
    WhyNot.TOTAL_TOO_LOW: "You can't {do} below {limit}.",
    WhyNot.TOTAL_TOO_HIGH: "You can {do} only below {limit}.",
    WhyNot.HAS_TWISTED: "You can't {do} after a twist.",
    WhyNot.HAS_BOUGHT: "You can't {do} after buying.",
    WhyNot.TOO_FEW_CHIPS: "You have too few {unit} left to {do}.",
    WhyNot.NOT_TWO_CARDS: "You can {do} only with two cards.",
    WhyNot.NOT_THREE_CARDS: "You can {do} only on three cards.",
    WhyNot.HAS_ACE: "You can't {do} an ace.",
    WhyNot.NOT_ACES: "You can {do} only aces.",
    WhyNot.NOT_FOURTEEN: "You can {do} only a total of {limit}.",
    WhyNot.NOT_A_PAIR: "You can {do} only two cards of the same rank.",
    WhyNot.NO_MORE_SPLITS: "You can {do} only {times} in a round.",
    WhyNot.PACK_EMPTY: "The pack is empty: you can't {do}.",
    WhyNot.BANK_TOO_SMALL: "The banker could not cover it: you can't {do}.",
    WhyNot.KITTY_TAKEN: "The whole kitty is bet against: you can't {do}.",
    WhyNot.HAS_SHOT: "You have bet against the kitty: you can't {do} before the next card.",
    WhyNot.LAST_COIN: "The last coin can't be gambled: you can't {do}.",
}
"""Why a move that is not on offer cannot be made."""
