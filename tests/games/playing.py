"""Plays rule scripts: what each line of one does at a table, and what is told of it."""

import json
import pickle
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, zip_longest
from typing import Any, get_type_hints

import msgspec

from pontoon.engine.cards import Card, cards
from pontoon.engine.decks import Deck, Pack, Shoe, next_seed
from pontoon.engine.errors import Refused
from pontoon.engine.events import Event, Kitty, Settled
from pontoon.engine.moves import (
    Accept,
    Ask,
    Bound,
    Cancel,
    Decline,
    Lapse,
    LookAtBank,
    Move,
    Phase,
    SellBank,
    TableRequest,
    VagueSale,
    Verb,
)
from pontoon.engine.round import Round, TableRules
from pontoon.engine.table import Table
from pontoon.games.bank import Bank, KittyBank
from pontoon.games.bank_events import BankSold, KnockedDown
from pontoon.games.blackjack import BlackJack
from pontoon.games.british import BritishPontoon
from pontoon.games.cutwc import CutwcPontoon
from pontoon.games.shed import ShedPontoon
from pontoon.games.shoot import ShootPontoon
from tests.games import telling

GAMES: Mapping[str, type[Round[Any, Any]]] = {
    game.section: game
    for game in (ShedPontoon, BritishPontoon, ShootPontoon, CutwcPontoon, BlackJack)
}
SEED = bytes(range(32))
CHIPS = 1000
VERBS = {
    "bets": Verb.BET,
    "sticks": Verb.STICK,
    "twists": Verb.TWIST,
    "buys": Verb.BUY,
    "burns": Verb.BURN,
    "splits": Verb.SPLIT,
    "draws": Verb.DRAW,
    "stays": Verb.STAY,
    "hits": Verb.HIT,
    "doubles": Verb.DOUBLE,
    "insures": Verb.INSURE,
    "shoots": Verb.SHOOT,
    "puts": Verb.KITTY,
    "bids": Verb.BID,
    "takes": Verb.TAKE,
    "passes": Verb.PASS,
}
"""What players do, one word a verb: ``dave puts 20`` is about the kitty."""
ENDS = (Verb.STICK, Verb.STAY)
DRAWS = (Verb.TWIST, Verb.HIT, Verb.DRAW)
DEALER = "dealer"
_CARD = re.compile(r"(?:10|[2-9AJQK])[CDHS]")
_PLAYER = re.compile(r"(?P<name>[^\s(]+)(?:\((?P<chips>\d+)\))?")


class BadScript(Exception):
    """Something in a rule script that nobody understands."""


class CutPack(Pack):
    """A pack from which the cards of each of ``cuts`` are drawn for the bank."""

    cuts: deque[str]

    def renewed(self, seed: bytes) -> "CutPack":
        """Return the pack after this one, with the cuts that are left."""
        pack = CutPack(seed)
        pack.cuts = self.cuts
        return pack

    def cut(self, people: int) -> tuple[Card, ...]:
        """Let so many PEOPLE draw the next cards."""
        if not self.cuts:
            raise BadScript("cuts: are missing")
        drawn = cards(self.cuts.popleft())
        assert len(drawn) == people
        self.draws += 1
        return drawn


class Play:
    """Plays one script with SETTINGS.

    The cards in a line are put on top of the deck before what it says is done.
    """

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._settings = dict(settings)
        self._game = GAMES[self._take("game")]
        self._rules = rules_of(self._game.Rules, self._take("rules"))
        self._chips_each = int(self._take("chips") or CHIPS)
        self._chips: dict[str, int] = {}
        self._hands: dict[str, list[tuple[Card, ...]]] = {}
        """The hands that are written for each player, in the order of the deal."""
        most = int(self._take("max players") or 10)
        equipment = self._game.new_equipment(self._rules, SEED)
        seconds = int(self._take("bank timeout") or TableRules().bank_timeout)
        self._table = Table(
            self._game, self._rules, equipment, most, TableRules(bank_timeout=seconds)
        )
        self._set_bank()
        self._left, self._bets = self._take("left"), self._take("bets")
        self._passes_on = bool(self._take("bank passes on"))
        self._named = self._take("named").replace(",", "").split()
        self._hold(self._take("hands"))
        self._is_dealt = not self._hands
        if self._settings:
            raise BadScript(f"settings {', '.join(self._settings)}")

    def _take(self, key: str) -> str:
        return self._settings.pop(key, "")

    def _set_bank(self) -> None:
        bank = self._table.equipment
        if not isinstance(bank, Bank):
            return
        pack = CutPack(SEED)
        pack.cuts = deque(each.strip() for each in self._take("cuts").split(";") if each.strip())
        bank.pack = pack
        bank.banker = self._take("bank").replace("nobody", "") or None
        bank.circle = tuple(self._take("circle").split())
        bank.claimant, bank.left_by = self._take("claimant") or None, self._take("left by") or None
        *owner, chips = self._take("kitty").split() or ["0"]
        if isinstance(bank, KittyBank) and int(chips):
            bank.kitty = Kitty(owner[0] if owner else bank.banker or "", int(chips))

    # The deal

    def _hold(self, written: str) -> None:
        """Read who is dealt to, with which cards and chips."""
        self._hands = {}
        for each in filter(None, map(str.strip, written.split(","))):
            who, _, held = each.partition(" ")
            player = _PLAYER.fullmatch(who)
            if player is None:
                raise BadScript(each)
            self._hands[player["name"]] = [cards(part) for part in held.split("+")]
            if player["chips"] is not None:
                self._chips[player["name"]] = int(player["chips"])

    def _deal(self, *, passes_on: bool = False) -> list[Event]:
        self._is_dealt = True
        players = self._named or [player for player in self._hands if player != DEALER]
        if self._table.deck.is_finished and self._table.round is None:
            self._table.put_in_deck(next_seed(self._table.deck.seed))
        self._put_on_top(self._first_cards())
        if self._left:
            keep_top(self._table.deck, int(self._left))
        named = [(player, self._chips_of(player)) for player in players]
        return self._table.deal(named, bank_passes_on=passes_on)

    def _first_cards(self) -> list[Card]:
        """Return the cards of the hands that are written, all the first ones first."""
        first = [
            (hands[0][:1] + hands[1][:1]) if len(hands) > 1 else hands[0][:2]
            for hands in self._hands.values()
        ]
        dealt = [card for layer in zip_longest(*first) for card in layer if card is not None]
        return [*dealt, *self._dealers_others()]

    def _dealers_others(self) -> Sequence[Card]:
        """Return the cards that the bot draws as the dealer."""
        return self._hands[DEALER][0][2:] if DEALER in self._hands else ()

    def _chips_of(self, player: str) -> int:
        return self._chips.setdefault(player, self._chips_each)

    def _put_on_top(self, first: Sequence[Card]) -> None:
        deck = self._table.deck
        held = list(deck.cards)
        for card in first:
            if card not in held:
                raise BadScript(f"{card} is not in the deck")
            held.remove(card)
        if isinstance(deck, Shoe):
            deck.cards = [*held, *reversed(first)]
        elif isinstance(deck, Pack):
            deck.cards = deque([*first, *held])

    def _begin(self) -> None:
        """Deal, and place the bets of the settings, of which nothing is told."""
        self._deal(passes_on=self._passes_on)
        self._place_bets()

    def _place_bets(self) -> None:
        bets = {}
        for each in filter(None, map(str.strip, self._bets.split(","))):
            *who, chips = each.split()
            bets[who[0] if who else ""] = chips
        while bets and self._table.ask is not None:
            ask = next((each for each in self._table.asks if each.phase is Phase.BET), None)
            if ask is None:
                return
            self._act(ask.player, Move(Verb.BET, int(bets.get(ask.player) or bets[""])))

    # Steps

    def perform(self, line: str) -> list[str]:
        """Do what LINE says, and return what is told of it."""
        if line.startswith("deal"):
            if written := line.removeprefix("deal").removeprefix(" to").strip():
                self._hold(written)
                self._named = []
            passes_on, self._passes_on = self._passes_on, False
            return self._told(lambda: self._deal(passes_on=passes_on))
        if not self._is_dealt:
            self._begin()
        told: list[str] = []
        who = ""
        for part in line.split(","):
            words = part.split()
            if words and words[0] not in VERBS:
                who = words.pop(0)
            self._put_on_top(
                [card for word in words if _CARD.fullmatch(word) for card in cards(word)]
            )
            told += self._perform(who, [word for word in words if not _CARD.fullmatch(word)])
        return told

    def _perform(self, who: str, words: Sequence[str]) -> Sequence[str]:
        if not words:
            return []
        what = words[0]
        if who == "?":
            return QUERIES[what](self, *words[1:])
        if who == "all":
            return self._told(lambda: list(chain.from_iterable(EVERYBODY[what](self))))
        if who == "the":
            return self._told(lambda: self._happens(*words))
        if what in VERBS:
            return self._told(lambda: self._move(who, VERBS[what], words[1:]), who, VERBS[what])
        do, *found = _other(" ".join(words))
        return self._told(lambda: do(self, who, *found))

    def _happens(self, *words: str) -> list[Event]:
        """Do what nobody at the table does."""
        match words:
            case ("round", "is", "stopped"):
                return self._table.abandon()
            case ("deck", "keeps", number):
                keep_top(self._table.deck, int(number))
                return []
            case ("table", "is", "restored"):
                self._table.restore(json.loads(json.dumps(self._table.state())))
                return []
        raise BadScript(" ".join(["the", *words]))

    def _move(self, who: str, verb: Verb, words: Iterable[str]) -> list[Event]:
        amount: int | Bound | None = None
        for word in words:
            amount = Bound[word.upper()] if word in ("min", "max") else int(word)
        return self._act(who, Move(verb, amount))

    def _act(self, who: str, move: Move) -> list[Event]:
        return self._counted(self._table.act(who, move))

    def _counted(self, events: list[Event]) -> list[Event]:
        """Return EVENTS, having counted what they did to the players' chips between rounds."""
        for event in events:
            match event:
                case Settled(results) if self._game is not CutwcPontoon:
                    for result in results:
                        self._chips[result.player] = self._chips_of(result.player) + result.chips
                case KnockedDown(seller, buyer, price) | BankSold(seller, buyer, price):
                    self._chips[seller] = self._chips_of(seller) + price
                    self._chips[buyer] = self._chips_of(buyer) - price
        return events

    def _told(
        self, do: Callable[[], list[Event]], player: str = "", verb: Verb | None = None
    ) -> list[str]:
        """Do it, a move VERB of PLAYER perhaps; return what is told. A refusal changes nothing."""
        before = snapshot(self._table)
        ask = self._table.ask_of(player)
        option = None if ask is None or verb is None else ask.option(verb)
        try:
            events = do()
        except Refused as refusal:
            if snapshot(self._table) != before:
                raise AssertionError("what is refused has changed something") from refusal
            return [telling.refused(refusal, option)]
        return [telling.told(event, self._game.unit) for event in events]

    def asks(self, *, is_whole: bool) -> list[str]:
        """Return what is asked now, with all that the players are told if it IS_WHOLE."""
        asks = [telling.asked(ask, self._game.unit) for ask in self._table.asks]
        if not is_whole:
            asks = [ask.partition(" (")[0] for ask in asks]
        return asks or ["asks nobody"]

    # What everybody does

    def _all_play(self) -> Iterator[list[Event]]:
        """Let each who is asked take the cards that are written for their hands, then stick."""
        while (ask := self._table.ask) is not None and ask.phase in (Phase.HAND, Phase.BANKER):
            yield self._play_on(ask)

    def _play_on(self, ask: Ask) -> list[Event]:
        written, number = self._hands[ask.player], (ask.hand or 1) - 1
        seat = self._table.seat_of(ask.player)
        assert seat
        owned, hand = len(seat.hands), written[number]
        is_shed = self._game is ShedPontoon
        if owned < len(written):
            another = written[owned + 1][:1] if owned + 1 < len(written) else hand[1:2]
            self._put_on_top([*another, *(() if is_shed else written[owned][1:2])])
            return self._act(ask.player, Move(Verb.SPLIT))
        has_another = is_shed and number + 1 < len(written)
        then = [*(written[number + 1][1:2] if has_another else ()), *self._dealers_others()]
        if len(ask.cards) < len(hand):
            self._put_on_top([hand[len(ask.cards)], *then])
            verb = next(verb for verb in DRAWS if ask.option(verb))
        else:
            self._put_on_top(then)
            verb = next((verb for verb in ENDS if ask.option(verb)), Verb.STICK)
        return self._act(ask.player, Move(verb))

    def _all_do(self, *verbs: Verb) -> Iterator[list[Event]]:
        """Let each who is asked make the first of those moves that is on offer, to the end."""
        while (ask := self._table.ask) is not None:
            verb = next((verb for verb in verbs if ask.option(verb)), None)
            if verb is None:
                return
            yield self._act(ask.player, Move(verb))

    def _all_miss(self) -> Iterator[list[Event]]:
        while (ask := self._table.ask) is not None:
            yield self._miss(ask.player)

    # What one player does besides moves

    def _miss(self, who: str) -> list[Event]:
        """Let WHO not answer in time."""
        ask = self._table.ask_of(who)
        if ask is None:
            raise BadScript(f"{who} is not asked")
        move = self._table.safest_move(ask)
        return self._counted(
            self._table.resign(who) if move is None else self._table.act(who, move)
        )

    def _resign(self, who: str) -> list[Event]:
        return self._counted(self._table.resign(who))

    def _run_down(self, who: str, chips: str) -> list[Event]:
        return self._counted(self._table.run_down(who, int(chips)))

    def _request(self, who: str, request: TableRequest) -> list[Event]:
        chips = 0 if self._table.round else self._chips_of(who)
        return self._counted(self._table.do(who, request, chips))

    # What there is to look at

    def _deck(self) -> list[str]:
        deck = self._table.deck
        marker = f", marker {deck.marker}" if isinstance(deck, Shoe) else ""
        return [f"left {deck.left}{marker}{', finished' if deck.is_finished else ''}"]

    def _under(self, number: str) -> list[str]:
        return [" ".join(map(str, list(self._table.deck.cards)[-int(number) :]))]

    def _bank(self) -> list[str]:
        bank = self._table.equipment
        assert isinstance(bank, Bank)
        told = {
            "claimant": bank.claimant,
            "left by": bank.left_by,
            "kitty": bank.kitty and f"{bank.kitty.banker} {bank.kitty.chips}",
            "sale": bank.sale and self._sale(bank),
            "circle": " ".join(bank.circle),
        }
        others = (f", {key} {value}" for key, value in told.items() if value)
        return [f"banker {bank.banker or telling.NOBODY}{''.join(others)}"]

    def _sale(self, bank: Bank) -> str:
        sale = bank.sale
        assert sale
        agreed = " agreed" if sale.is_agreed else ""
        return f"of {sale.seller} to {sale.buyer} for {sale.price}{agreed}"

    def _seats(self, *players: str) -> list[str]:
        return [
            f"{seat.player} {seat.chips} + {seat.staked}"
            for seat in self._table.seats
            if seat.player in players or not players
        ]

    def _cards(self, *players: str) -> list[str]:
        lines = []
        for seat in self._table.seats:
            for hand in seat.hands if seat.player in players or not players else ():
                told = " ".join(map(str, hand.cards)) or "no card"
                who = seat.player if hand.number is None else f"{seat.player}#{hand.number}"
                lines.append(f"{who} {told}, bet {hand.bet}, stake {hand.stake}")
        return lines

    def _purses(self) -> list[str]:
        return [", ".join(f"{player} {chips}" for player, chips in self._chips.items())]

    def _order(self) -> list[str]:
        return [f"{' '.join(self._table.order)}, then {' '.join(self._table.rotated_players())}"]

    def _at_risk(self, *players: str) -> list[str]:
        return [", ".join(f"{each} {self._table.at_risk(each)}" for each in players)]

    def _free(self, *players: str) -> list[str]:
        free = [each for each in players if self._table.is_free(each)]
        return [" ".join(free) or telling.NOBODY]

    def _offer(self) -> list[str]:
        offer = self._table.offer
        return [] if offer is None else [telling.told(offer, self._game.unit)]

    def _can_cover(self, chips: str) -> list[str]:
        return ["yes" if self._table.can_keep_bank(int(chips)) else "no"]

    def _conflicts(self) -> list[str]:
        found = self._rules.conflicts(self._table.most)
        return [f"{' '.join(keys)}: {reason}" for keys, reason in found]

    def _about_to_deal(self) -> list[str]:
        return [self._table.about_to_deal or telling.NOBODY]


EVERYBODY: Mapping[str, Callable[[Play], Iterator[list[Event]]]] = {
    "play": Play._all_play,
    "stick": lambda play: play._all_do(*ENDS),
    "take": lambda play: play._all_do(Verb.TAKE),
    "pass": lambda play: play._all_do(Verb.PASS),
    "bet": lambda play: play._all_do(Verb.BET),
    "insure": lambda play: play._all_do(Verb.INSURE),
    "miss": Play._all_miss,
}
"""What all who are asked can do: ``all stick``."""

OTHERS: Mapping[str, Callable[..., list[Event]]] = {
    r"resigns": Play._resign,
    r"misses": Play._miss,
    r"has (\d+) left": Play._run_down,
    r"sells to (\S+) for (-?\d+)": lambda play, who, buyer, price: play._request(
        who, SellBank(buyer, int(price))
    ),
    r"sells": lambda play, who: play._request(who, VagueSale()),
    r"accepts(?: (\d+))?": lambda play, who, price: play._request(
        who, Accept(None if price is None else int(price))
    ),
    r"declines": lambda play, who: play._request(who, Decline()),
    r"cancels": lambda play, who: play._request(who, Cancel()),
    r"leaves the channel": lambda play, who: play._request(who, Lapse()),
    r"asks for something else": lambda play, who: play._request(who, TableRequest()),
    r"looks": lambda play, who: play._request(who, LookAtBank()),
}
"""What a player can do besides moves."""

QUERIES: Mapping[str, Callable[..., list[str]]] = {
    "deck": Play._deck,
    "under": Play._under,
    "bank": Play._bank,
    "seats": Play._seats,
    "cards": Play._cards,
    "chips": Play._purses,
    "order": Play._order,
    "risk": Play._at_risk,
    "free": Play._free,
    "offer": Play._offer,
    "deals": Play._about_to_deal,
    "cover": Play._can_cover,
    "conflicts": Play._conflicts,
}
"""What can be looked at: ``? bank``."""


def _other(written: str) -> tuple[Any, ...]:
    """Return what is to be called for what is WRITTEN after a name, and with what."""
    for pattern, do in OTHERS.items():
        if found := re.fullmatch(pattern, written):
            return do, *found.groups()
    raise BadScript(written)


def rules_of(kind: Any, written: str) -> Any:
    """Return rules of that KIND with what is WRITTEN, such as ``stick_min 12, decks 1``."""
    changed = {}
    types = get_type_hints(kind, include_extras=True)
    for each in filter(None, map(str.strip, written.split(","))):
        key, *words = each.split()
        several = "tuple" in str(types[key])
        value: Any = words if several else words[0]
        changed[key] = msgspec.convert(value, types[key], strict=False, dec_hook=_fraction)
    return kind(**changed)


def _fraction(_kind: type, written: Any) -> Fraction:
    return Fraction(written)


def keep_top(deck: Deck, number: int) -> None:
    """Take cards from the bottom of DECK out of the game, so that only NUMBER are left."""
    if isinstance(deck, Shoe):
        deck.cards = deck.cards[len(deck.cards) - number :]
    elif isinstance(deck, Pack):
        deck.cards = deque(list(deck.cards)[:number])


def snapshot(table: Table) -> tuple[str, str, bytes]:
    """Return everything that TABLE holds, the order of its deck included, fit to be compared."""
    running = {} if table._running is None else vars(table._running)
    held = {
        name: value
        for name, value in (vars(table) | running).items()
        if name not in ("_running", "_script", "record_action")
    }
    return repr(table.asks), repr(table.seats), pickle.dumps(held)
