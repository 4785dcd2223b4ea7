"""Logs of evenings with sealed decks, made from the document alone: nothing here is of the bot.

``Evening`` says what an honest bot says, and with a CHEAT what a dishonest one would. The cards
follow from hashes as docs/fair.md describes them. ``written`` has the lines as a client keeps them.
"""

import base64
import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, TypeVar

BOT = "PontoonBot"
CHANNEL = "#den"
BANK = "k3JxQ0aB"
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
NEW_ORDER = [rank + suit for suit in "CDHS" for rank in RANKS]
TITLES = {
    "pontoon": "Shed Pontoon",
    "british": "British Pontoon",
    "shoot": "Shoot Pontoon",
    "cutwc": "CUTwC Pontoon",
    "blackjack": "Black Jack For Time",
}
SHOES = {"pontoon": (2, 60, 70), "blackjack": (1, 20, 30)}
NICKS = {"dave": "dave", "kevin": "kevin", "bob": "bob", "eve": "The Dealer's Friend"}
"""The name of each nick in the lines of the game."""

Item = TypeVar("Item")
Hand = list[str]


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def short(text: str) -> str:
    return encoded(hashlib.sha256(text.encode()).digest()[:20])


def seal_of(number: int, terms: str, secret: str) -> str:
    return short(f"pontoon-deck-3 seal {number} {terms} {secret}")


def cuts_of(seal: str, cuts: Sequence[str]) -> str:
    return short("\n".join([f"pontoon-deck-3 cuts {seal}", *sorted(cuts), ""]))


def key_of(seal: str, cuts: str, secret: str) -> bytes:
    return hashlib.sha256(f"pontoon-deck-3 key {seal} {cuts} {secret}".encode()).digest()


def numbers(key: bytes, draw: int) -> Iterator[int]:
    """Yield the numbers of 16 bits of a DRAW."""
    block = 0
    while True:
        message = b"pontoon" + key + draw.to_bytes(8, "big") + block.to_bytes(8, "big")
        content = hashlib.shake_256(message).digest(1024)
        for at in range(0, 1024, 2):
            yield int.from_bytes(content[at : at + 2], "big")
        block += 1


def below(stream: Iterator[int], limit: int) -> int:
    return next(each for each in stream if each < 65536 - 65536 % limit) % limit


def shuffled(stream: Iterator[int], items: Sequence[Item]) -> list[Item]:
    result = list(items)
    for i in range(len(result) - 1, 0, -1):
        j = below(stream, i + 1)
        result[i], result[j] = result[j], result[i]
    return result


def total(hand: Hand) -> int:
    values = [RANKS.index(card[:-1]) + 1 for card in hand]
    hard = sum(min(value, 10) for value in values)
    return hard + 10 if 1 in values and hard <= 11 else hard


def is_pontoon(hand: Hand) -> bool:
    return len(hand) == 2 and total(hand) == 21


class Line(NamedTuple):
    """What was said, so many seconds after noon; by nobody if it tells what happened."""

    second: int
    nick: str
    text: str


@dataclass
class Deck:
    """A deck of GAME: the first one has NUMBER 1."""

    number: int
    game: str
    marker: str
    packs: int
    secret: str
    channel: str = CHANNEL
    bank: str = BANK
    cuts: list[str] = field(default_factory=list)
    rounds: int = 0
    cards: int = 0
    draws: int = 1
    key: bytes = b""
    left: list[str] = field(default_factory=list)
    behind: int = 0
    aside: list[str] = field(default_factory=list)

    @property
    def is_pack(self) -> bool:
        return "-" not in self.marker

    @property
    def terms(self) -> str:
        return f"libera {self.channel} {self.game} {self.packs} {self.marker} {self.bank}"

    @property
    def seal(self) -> str:
        return seal_of(self.number, self.terms, self.secret)

    def close(self) -> str:
        """Let nobody cut any more; return CUTS."""
        cuts = cuts_of(self.seal, self.cuts)
        self.key = key_of(self.seal, cuts, self.secret)
        stream = numbers(self.key, 1)
        self.left = shuffled(stream, NEW_ORDER * self.packs)
        if not self.is_pack:
            least, most = map(int, self.marker.split("-"))
            self.behind = below(stream, most - least + 1) + least
            self.left.reverse()
        return cuts

    @property
    def is_at_marker(self) -> bool:
        return not self.is_pack and len(self.left) <= self.behind

    def deal(self, on_table: Sequence[str] = ()) -> str:
        if not self.left:
            rest = [card for card in NEW_ORDER for _ in range(self.packs)]
            for card in on_table:
                rest.remove(card)
            self.left = self.next_shuffled(rest)[::-1]
            self.behind = len(rest) + 1
        self.cards += 1
        return self.left.pop(0)

    def next_shuffled(self, items: Sequence[Item]) -> list[Item]:
        self.draws += 1
        return shuffled(numbers(self.key, self.draws), items)

    def put_under(self, hand: Hand) -> None:
        (self.aside if self.marker == "mixed" else self.left).extend(hand)

    def gather(self, hands: Sequence[Hand]) -> None:
        if self.marker == "mixed":
            used = sorted(
                [*self.aside, *(card for hand in hands for card in hand)], key=NEW_ORDER.index
            )
            self.left += self.next_shuffled(used)
            self.aside = []
        else:
            self.left += [card for hand in self.next_shuffled(hands) for card in hand]


@dataclass
class Seat:
    """A player in a round."""

    name: str
    hands: list[Hand] = field(default_factory=list)
    stakes: list[int] = field(default_factory=list)
    has_left: bool = False
    under: list[int] = field(default_factory=list)
    """The hands whose cards are under the pack."""


class Evening:
    """An evening of some ROUNDS of each of GAMES, which ends with all decks opened.

    CHEAT says what the bot does to one deck that it should not: see ``test_check_page.py``.
    """

    def __init__(
        self,
        seed: int,
        games: Sequence[str] = tuple(TITLES),
        rounds: int = 4,
        *,
        cheat: str = "",
        gather: str = "hands",
        is_ascii: bool = False,
        is_calm: bool = False,
        open_all: bool = True,
        shoes: dict[str, tuple[int, int, int]] | None = None,
    ) -> None:
        self.chance = random.Random(seed)
        self.shoes = shoes or SHOES
        self.cheat = cheat
        self.gather = gather
        self.is_ascii = is_ascii
        self.is_calm = is_calm
        self.lines: list[Line] = []
        self.second = 0
        self.decks: dict[str, Deck] = {}
        self.number = 0
        self.items: list[str] = []
        self.cheated: Deck | None = None
        """The deck with which the bot has cheated."""
        self.cheated_in = 0
        """How many rounds were dealt from it by then."""
        for _ in range(rounds):
            for game in games:
                self.play(game)
        if open_all:
            for game in games:
                self.open(self.decks.pop(game, None), "operator")

    def cheats(self, cheat: str, deck: Deck) -> bool:
        """Tell whether the bot does CHEAT now, once, with DECK."""
        if self.cheat != cheat or self.cheated:
            return False
        self.cheated, self.cheated_in = deck, deck.rounds
        return True

    def instead_of(self, card: str) -> str:
        """Return a card that is another than CARD, but counts the same."""
        return card[:-1] + ("C" if card[-1] != "C" else "D")

    # What is said

    def say(self, nick: str, text: str, seconds: int = 1) -> None:
        self.second += seconds
        self.lines.append(Line(self.second, nick, text))

    def game(self, *items: str) -> None:
        """Have the bot say ITEMS in a line of the game."""
        self.say(BOT, f"{'=' if self.is_ascii else '♠'} {' | '.join(items)}")

    def note(self, item: str) -> None:
        """Note ITEM, which is said with those behind it."""
        self.items.append(item)
        if self.chance.random() < 0.5:
            self.flush()

    def flush(self) -> None:
        if self.items:
            self.game(*self.items)
        self.items = []

    def face(self, *cards: str) -> str:
        suits = dict(zip("CDHS", "CDHS" if self.is_ascii else "♣♦♥♠", strict=True))
        return " ".join(card[:-1] + suits[card[-1]] for card in cards)

    # Decks

    def deck_of(self, game: str) -> Deck:
        if game not in self.decks:
            self.number += 1
            packs, least, most = self.shoes.get(game, (1, 0, 0))
            marker = f"{least}-{most}" if game in self.shoes else self.gather
            secret = encoded(self.chance.randbytes(16))
            deck = self.decks[game] = Deck(self.number, game, marker, packs, secret)
            self.say(BOT, f"Deck {deck.number} of {CHANNEL} sealed: {deck.seal} (!cut any words)")
            self.cut(deck)
        return self.decks[game]

    def cut(self, deck: Deck) -> None:
        for nick in self.chance.sample(sorted(NICKS), self.chance.randrange(4)):
            words = f"words {self.chance.randrange(1000)} of {nick}"
            self.say(nick, f"!cut {words}")
            if self.cheats("one cut in place of another", deck):
                words = "something else"
            self.acknowledge(deck, nick, words)
        if self.cheats("an invented cutter", deck):
            self.acknowledge(deck, "bob", "words of nobody")

    def acknowledge(self, deck: Deck, nick: str, words: str) -> None:
        deck.cuts.append(words)
        self.game(f'{NICKS[nick]} cuts deck {deck.number} ({len(deck.cuts)}): "{words}"')

    def open(self, deck: Deck | None, why: str = "") -> None:
        if deck is None:
            return
        given_up = f", given up ({why})" if why else ""
        rounds = f"{deck.rounds} round{'' if deck.rounds == 1 else 's'}"
        cards = f"{deck.cards} card{'' if deck.cards == 1 else 's'}"
        secret = deck.secret
        if self.cheats("another secret", deck):
            secret = encoded(bytes(16))
        self.say(
            BOT,
            f"Deck {deck.number} of {CHANNEL} opened{given_up}: {secret} ({deck.terms})"
            f" after {rounds}, {cards}",
        )

    # Rounds

    def play(self, game: str) -> None:
        deck = self.deck_of(game)
        nicks = self.chance.sample(sorted(NICKS), self.chance.choice([2, 3, 4]))
        self.seats = [Seat(NICKS[nick]) for nick in nicks]
        self.house: Hand = []
        opening = f"{TITLES[game]}: {', '.join(NICKS[nick] for nick in nicks)}"
        last = {"cutwc": "place your bids", "british": "who takes the bank?"}
        question = {**last, "shoot": "who takes the bank?"}.get(game, "place your bets")
        items = [opening, f"deck {deck.number}, card {deck.cards + 1}"]
        if not deck.rounds:
            items = [*self.last_cut(deck, nicks), opening, self.closed(deck)]
        elif deck.rounds > 1 and self.cheats("a card is burnt", deck):
            deck.left.pop(0)
        elif deck.rounds > 1 and self.cheats("a card is burnt and counted", deck):
            deck.deal()
            items[1] = f"deck {deck.number}, card {deck.cards + 1}"
        deck.rounds += 1
        self.game(*items, question)
        is_settled = getattr(self, f"play_{game}")(deck)
        self.flush()
        self.end_deck(deck, is_settled=is_settled)

    def last_cut(self, deck: Deck, nicks: Sequence[str]) -> list[str]:
        """Let somebody cut DECK by the words behind ``!deal``, or not."""
        if self.chance.random() < 0.5:
            return []
        words = f"last words {self.chance.randrange(1000)}"
        self.say(nicks[0], f"!deal {words}")
        deck.cuts.append(words)
        return [f'{NICKS[nicks[0]]} cuts deck {deck.number} ({len(deck.cuts)}): "{words}"']

    def closed(self, deck: Deck) -> str:
        """Return the item by which the cutting of DECK ends."""
        if deck.cuts and self.cheats("a cut is left out", deck):
            deck.cuts.pop(0)
        if deck.cuts and self.cheats("words are changed", deck):
            deck.cuts[0] += " and more"
        cuts, count = deck.close(), len(deck.cuts)
        told = f"{count} cut{'' if count == 1 else 's'}: {cuts}" if count else "not cut"
        return f"deck {deck.number}, {told}"

    def end_deck(self, deck: Deck, *, is_settled: bool) -> None:
        """Open DECK if it is finished."""
        ends_by_stop = deck.is_pack and not is_settled
        ends_by_pontoon = deck.is_pack and is_settled and self.is_over
        early = not deck.is_pack and deck.rounds == 2
        goes_on = (
            (deck.is_at_marker and self.cheats("dealt past the marker", deck))
            or (ends_by_pontoon and self.cheats("dealt on after a pontoon", deck))
            or (ends_by_stop and self.cheats("dealt on after a stop", deck))
        )
        self.is_over = False
        if goes_on:
            return
        if deck.is_at_marker and self.cheats("never opened", deck):
            del self.decks[deck.game]
        elif deck.is_at_marker or ends_by_pontoon:
            self.open(self.decks.pop(deck.game))
        elif ends_by_stop:
            self.open(self.decks.pop(deck.game), "a round was not settled")
        elif early and self.cheats("finished too early", deck):
            self.open(self.decks.pop(deck.game))

    is_over = False

    def deal(self, deck: Deck) -> str:
        table = [card for seat in self.seats for hand in seat.hands for card in hand]
        return deck.deal([*table, *self.house])

    def bets(self, deck: Deck, seats: Sequence[Seat], verb: str = "bets") -> None:
        """Let SEATS bet, all at once; some leave or are silent, but never all."""
        silent = []
        for place, seat in enumerate(seats):
            luck = 1.0 if self.is_calm or place == 0 else self.chance.random()
            if luck < 0.05:
                self.note(f"{seat.name} leaves the round")
                self.goes(deck, seat)
            elif luck < 0.1:
                silent.append(seat)
        for seat in seats:
            if seat in silent:
                self.note(f"{seat.name} does not bet")
                seat.has_left = True
            elif not seat.has_left:
                bet = self.chance.randrange(1, 5)
                seat.stakes = [bet]
                self.note(f"{seat.name} {verb} {bet}")
        for seat in silent:
            self.goes(deck, seat)

    def goes(self, deck: Deck, seat: Seat) -> None:
        """Let SEAT leave the round; without a bet its cards are gone."""
        seat.has_left = True
        if deck.is_pack:
            for place, hand in enumerate(seat.hands):
                self.throw_in(deck, seat, place, hand)
        if not seat.stakes:
            seat.hands = []

    def throw_in(self, deck: Deck, seat: Seat, place: int, hand: Hand) -> None:
        if deck.is_pack and place not in seat.under:
            seat.under.append(place)
            deck.put_under(hand)

    def second_cards(self, deck: Deck, others: Sequence[Seat] = ()) -> None:
        for seat in self.seats:
            if seat in others or (seat.stakes and not seat.has_left):
                seat.hands[0].append(self.deal(deck))
                hand = seat.hands[0]
                kind = "the banker's second card" if seat in others else "a second card"
                is_seen = deck.is_pack or total(hand) != 14  # else it may be burnt
                if is_seen and self.cheats(kind, deck):
                    hand[1] = self.instead_of(hand[1])
        self.note("second cards are out")

    def tag(self, seat: Seat, place: int) -> str:
        return f" (hand {place + 1})" if len(seat.hands) > 1 else ""

    def play_hand(self, deck: Deck, seat: Seat, place: int) -> None:
        """Let SEAT play one of its hands as people do."""
        hand = seat.hands[place]
        if len(hand) == 1:
            hand.append(self.deal(deck))
        self.flush()
        self.game(f"{seat.name} to play{self.tag(seat, place)}")
        while not self.is_played(deck, seat, place):
            if len(hand) == 2 and hand[0][:-1] == hand[1][:-1] and len(seat.hands) < 3:
                self.split(deck, seat, place)
            elif deck.game == "pontoon" and len(hand) == 2 and total(hand) == 14:
                self.burn(deck, seat, place)
            else:
                self.take_card(deck, seat, place)

    def is_played(self, deck: Deck, seat: Seat, place: int) -> bool:
        """Tell whether a hand of SEAT is over, and say so."""
        hand, name, tag = seat.hands[place], seat.name, self.tag(seat, place)
        luck = self.chance.random()
        if total(hand) > 21:
            self.note(f"{name} busts{tag}")
            if deck.game in ("british", "shoot"):
                self.note(f"{name} shows {self.face(*hand)}{tag}")
            self.throw_in(deck, seat, place, hand)
        elif deck.game != "pontoon" and is_pontoon(hand):
            ace = next(card for card in hand if (card[0] == "A") is (deck.game != "cutwc"))
            self.note(f"{name} has a pontoon and shows {self.face(ace)}{tag}")
            self.is_over = deck.game != "cutwc"
        elif not self.is_calm and luck < 0.02 and len(self.seats) > 2:
            self.note(f"{name} leaves the round, losing {seat.stakes[place]}")
            self.goes(deck, seat)
        elif self.has_to_stick(deck, hand) or (total(hand) >= 16 and luck < 0.8):
            self.note(f"{name} sticks{tag}")
        else:
            return False
        return True

    def has_to_stick(self, deck: Deck, hand: Hand) -> bool:
        return len(hand) == 5 or total(hand) == 21 or (deck.is_pack and not deck.left)

    def take_card(self, deck: Deck, seat: Seat, place: int) -> None:
        """Let SEAT twist or buy."""
        hand, tag = seat.hands[place], self.tag(seat, place)
        hand.append(self.deal(deck))
        if self.chance.random() < 0.6:
            if self.cheats("a twisted card", deck):
                hand[-1] = self.instead_of(hand[-1])
            self.note(f"{seat.name} twists {self.face(hand[-1])}{tag}")
        else:
            bet = seat.stakes[0]
            seat.stakes[place] += bet
            self.note(f"{seat.name} buys for {bet}{tag}")

    def burn(self, deck: Deck, seat: Seat, place: int) -> None:
        hand, bet = seat.hands[place], seat.stakes[0]
        seat.stakes[place] += bet
        hand.clear()
        hand.append(self.deal(deck))
        hand.append(self.deal(deck))
        self.note(f"{seat.name} burns for {bet}{self.tag(seat, place)}")

    def split(self, deck: Deck, seat: Seat, place: int) -> None:
        hand, bet = seat.hands[place], seat.stakes[0]
        pair = [*hand]
        seat.hands.append([hand.pop()])
        seat.stakes.append(bet)
        self.note(f"{seat.name} splits for {bet}{self.tag(seat, place)}")
        if deck.game != "pontoon":
            if deck.game != "cutwc":
                self.note(f"{seat.name} shows {self.face(*pair)}{self.tag(seat, place)}")
            if deck.game == "shoot" and self.chance.random() < 0.7:
                number = f" (hand {len(seat.hands)})"
                self.note(f"{seat.name} to shoot{number}")
                self.flush()
                self.note(f"{seat.name} passes{number}")
            hand.append(self.deal(deck))
            seat.hands[-1].append(self.deal(deck))
        else:
            hand.append(self.deal(deck))

    def play_hands(self, deck: Deck, seats: Sequence[Seat]) -> None:
        for seat in seats:
            place = 0
            while place < len(seat.hands) and not seat.has_left:
                self.play_hand(deck, seat, place)
                place += 1

    def results(self, deck: Deck, seats: Sequence[Seat], word: str, kind: str) -> None:
        self.flush()
        if len(seats) > 1 and self.are_alike(*seats[:2]) and self.cheats("hands exchanged", deck):
            seats[0].hands, seats[1].hands = seats[1].hands, seats[0].hands
        for seat in seats:
            for place, hand in enumerate(seat.hands):
                stake, points = seat.stakes[place], total(hand)
                resigned = ", resigned" if seat.has_left and points <= 21 else ""
                named = "bust" if points > 21 else kind
                self.game(
                    f"{seat.name}{self.tag(seat, place)}: {self.face(*hand)} = {points} {named}"
                    f"{resigned}, {word} {stake}: loses {stake}"
                )

    def are_alike(self, one: Seat, other: Seat) -> bool:
        """Tell whether nobody would see it if these two had each other's cards."""
        sizes = [[len(hand) for hand in seat.hands] for seat in (one, other)]
        return one.stakes == other.stakes and sizes[0] == sizes[1] and one.hands != other.hands

    def balances(self, word: str) -> None:
        self.game(f"{word}: " + ", ".join(f"{seat.name} 1000" for seat in self.seats))

    def play_pontoon(self, deck: Deck) -> bool:
        for seat in self.seats:
            seat.hands = [[self.deal(deck)]]
        self.bets(deck, self.seats)
        self.second_cards(deck)
        self.play_hands(deck, self.seats)
        self.results(deck, self.seats, "stake", "high cards")
        if deck.is_at_marker:
            self.game("the cards have been shuffled")
        self.balances("Chips")
        return True

    def play_blackjack(self, deck: Deck) -> bool:
        for seat in self.seats:
            seat.hands = [[]]
        self.bets(deck, self.seats)
        playing = [seat for seat in self.seats if not seat.has_left]
        for _ in range(2):
            for seat in playing:
                seat.hands[0].append(self.deal(deck))
            self.house.append(self.deal(deck))
        if self.cheats("the hole card", deck):
            self.house[1] = self.instead_of(self.house[1])
        for seat in playing:
            hand = seat.hands[0]
            self.note(f"{seat.name} gets {self.face(*hand)} = {total(hand)}")
        self.note(f"the dealer shows {self.face(self.house[0])}")
        if is_pontoon(self.house):
            self.note("the dealer has a natural")
        else:
            for seat in playing:
                self.play_black_jack_hand(deck, seat)
            while total(self.house) < 17 and len(self.house) < 5:
                self.house.append(self.deal(deck))
        self.flush()
        kind = "bust" if total(self.house) > 21 else "points"
        self.game(f"Dealer: {self.face(*self.house)} = {total(self.house)} {kind}: wins 5")
        self.results(deck, self.seats, "bet", "points")
        self.balances("Minutes")
        return True

    def play_black_jack_hand(self, deck: Deck, seat: Seat) -> None:
        hand = seat.hands[0]
        if is_pontoon(hand):
            self.note(f"{seat.name} has a natural")
            return
        if self.chance.random() < 0.2:
            hand.append(self.deal(deck))
            self.note(f"{seat.name} doubles for {seat.stakes[0]} and gets {self.face(hand[-1])}")
            seat.stakes[0] *= 2
            if total(hand) > 21:
                self.note(f"{seat.name} busts")
            return
        while total(hand) < 16:
            hand.append(self.deal(deck))
            self.note(f"{seat.name} hits {self.face(hand[-1])}")
            if total(hand) > 21:
                self.note(f"{seat.name} busts")
                return
        self.note(f"{seat.name} has 21" if total(hand) == 21 else f"{seat.name} stays")

    def play_british(self, deck: Deck) -> bool:
        names = [seat.name for seat in self.seats]
        turned = self.cut_for_bank(deck, names)
        if self.cheats("the bank to a friend", deck):
            turned = (turned + 1) % len(names)
        self.seats = [*self.seats[turned + 1 :], *self.seats[: turned + 1]]
        banker, punters = self.seats[-1], self.seats[:-1]
        self.note(f"{banker.name} wins the cut")
        self.note(f"{banker.name} is the banker")
        self.note(f"deals to {', '.join(seat.name for seat in self.seats)}")
        for seat in self.seats:
            seat.hands = [[self.deal(deck)]]
        if not self.is_calm and self.chance.random() < 0.1:
            self.note("no round: it is stopped, and all stakes are returned")
            self.note("the cards have been shuffled")
            return False
        self.is_over = False
        self.bets(deck, punters)
        self.second_cards(deck, [banker])
        hand = banker.hands[0]
        if is_pontoon(hand):
            self.is_over = True
            self.note(f"{banker.name} turns up {self.face(*hand)}, a pontoon")
        else:
            self.play_hands(deck, punters)
            self.play_bank(deck, banker, punters, is_shown=True)
        self.flush()
        self.game(f"Banker {banker.name}: {self.face(*hand)} = {total(hand)} points: wins 5")
        self.results(deck, punters, "stake", "points")
        self.clear(deck)
        if self.is_over:
            self.game("the cards have been shuffled")
        self.balances("Chips")
        return True

    play_shoot = play_british

    def cut_for_bank(self, deck: Deck, names: Sequence[str]) -> int:
        """Let NAMES cut, until one has the highest card; return the place of that one."""
        left = list(names)
        while True:
            drawn = deck.next_shuffled(NEW_ORDER)[: len(left)]
            heights = [RANKS.index(card[:-1]) or len(RANKS) for card in drawn]
            if self.cheats("the bank's cut", deck):
                drawn[0] = self.instead_of(drawn[0])
            told = ", ".join(f"{n} {self.face(c)}" for n, c in zip(left, drawn, strict=True))
            self.note(f"cut for the bank: {told}")
            highest = max(heights)
            left = [name for name, height in zip(left, heights, strict=True) if height == highest]
            if len(left) == 1:
                return names.index(left[0])

    def play_bank(
        self, deck: Deck, banker: Seat, punters: Sequence[Seat], *, is_shown: bool
    ) -> None:
        """Let the banker or dealer play, if there is anybody left to play against."""
        if all(seat.has_left or all(total(hand) > 21 for hand in seat.hands) for seat in punters):
            return
        hand = banker.hands[0]
        if is_shown:
            self.note(f"{banker.name} turns up {self.face(*hand)}")
        elif is_pontoon(hand):
            ten = next(card for card in hand if card[0] != "A")
            self.note(f"{banker.name} has a pontoon and shows {self.face(ten)}")
            return
        while total(hand) < 16 and len(hand) < 5 and deck.left:
            hand.append(self.deal(deck))
            self.note(f"{banker.name} draws {self.face(hand[-1])}")
        points = total(hand)
        pays = f" on {points} and pays {points + 1} or better" if is_shown else ""
        self.note(f"{banker.name} busts" if points > 21 else f"{banker.name} stays{pays}")

    def play_cutwc(self, deck: Deck) -> bool:
        dealer, punters = self.seats[-1], self.seats[:-1]
        self.note(f"{dealer.name} deals")
        for seat in self.seats:
            seat.hands = [[self.deal(deck)]]
        self.bets(deck, punters, "bids")
        self.second_cards(deck, [dealer])
        self.play_hands(deck, punters)
        self.play_bank(deck, dealer, punters, is_shown=False)
        hand = dealer.hands[0]
        self.flush()
        self.game(f"Dealer {dealer.name}: {self.face(*hand)} = {total(hand)} points: drinks 0")
        self.results(deck, punters, "bid", "points")
        self.clear(deck)
        self.is_over = False
        self.balances("Drinks")
        return True

    def clear(self, deck: Deck) -> None:
        """Put the hands of a settled round under the pack."""
        hands = [
            hand
            for seat in self.seats
            for place, hand in enumerate(seat.hands)
            if place not in seat.under
        ]
        if len(hands) > 1 and self.cheats("gathered in a chosen order", deck):
            order = shuffled(numbers(deck.key, deck.draws + 1), hands)
            deck.draws += 1
            deck.left += [card for hand in reversed(order) for card in hand]
        else:
            deck.gather(hands)


# How clients write logs

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
Format = Callable[[datetime, str, str], str]

CLIENTS: dict[str, Format] = {
    "irssi": lambda at, nick, text: f"{at:%H:%M} <@{nick}> {text}",
    "WeeChat": lambda at, nick, text: f"{at:%Y-%m-%d %H:%M:%S}\t@{nick}\t{text}",
    "HexChat": lambda at, nick, text: f"{at:%b %d %H:%M:%S} <{nick}>\t{text}",
    "HexChat, French": lambda at, nick, text: f"nov. {at:%d %H:%M:%S} <{nick}>\t{text}",
    "HexChat, Japanese": lambda at, nick, text: f"11月 {at:%d %H:%M:%S} <{nick}>\t{text}",
    "ZNC": lambda at, nick, text: f"[{at:%H:%M:%S}] <{nick}> {text}",
    "The Lounge": lambda at, nick, text: f"[{at:%Y-%m-%dT%H:%M:%S}.000Z] <{nick}> {text}",
    "mIRC": lambda at, nick, text: f"\x0300[{at:%H:%M}] <@{nick}> {text}\x0f",
    "Quassel": lambda at, nick, text: f"[{at:%H:%M:%S}] <@{nick}> {text}",
    "Textual": lambda at, nick, text: f"[{at:%Y-%m-%dT%H:%M:%S}+0000] <{nick}> {text}",
    "KVIrc": lambda at, nick, text: f"[{at:%Y.%m.%d %H:%M:%S}] <{nick}> {text}",
    "Konversation": lambda at, nick, text: (
        f"[Friday, November {at:%d, %Y}] [{at:%H:%M:%S} GMT] <{nick}>\t{text}"
    ),
    "IRCCloud": lambda at, nick, text: f"[{at:%Y-%m-%d %H:%M:%S}] <{nick}> {text}",
    "Pidgin": lambda at, nick, text: f"({at:%I:%M:%S %p}) {nick}: {text}",
}


def written(lines: Sequence[Line], client: str = "WeeChat") -> str:
    """Return LINES as CLIENT writes them. What happens is written as it is, behind the time."""
    return "\n".join(
        CLIENTS[client](NOON + timedelta(seconds=line.second), line.nick, line.text)
        if line.nick
        else line.text
        for line in lines
    )
