"""Rounds of a history are dealt again from the decks that were opened (FAIR, Checking, 6)."""

from collections import deque
from collections.abc import Callable, Sequence

import pytest
from msgspec import structs

from pontoon.engine.cards import PACK
from pontoon.engine.decks import Gather
from pontoon.engine.rng import SeededRandom
from pontoon.engine.sealed_deck import DeckTerms, cuts_of, key_of, seal_of
from pontoon.storage.decks.deck_check import CheckedDeck, first_order
from pontoon.storage.decks.deck_records import FINISHED, DealtRound, Opening
from pontoon.storage.decks.history_check import HistoryChecker, PlayedRound
from tests.support.sealed_decks import BEFORE, CUTWC, SHED, secret_of

NEW = [*map(str, PACK)]


def opened(number: int, plan: object, dealt: Sequence[tuple[int, int, bool]]) -> CheckedDeck:
    terms = DeckTerms(**structs.asdict(plan), number=number, before=BEFORE)  # type: ignore[arg-type]
    secret = secret_of(number)
    seal = seal_of(terms, secret)
    cuts = cuts_of(seal, ["x"])
    opening = Opening(FINISHED, secret, ("x",), [DealtRound(*each) for each in dealt])
    return CheckedDeck(terms, opening, cuts, key_of(seal, secret, cuts))


def wrong(
    deck: CheckedDeck, rounds: Sequence[PlayedRound], in_play: Sequence[int] = ()
) -> list[str]:
    """Return the names of the faults of ROUNDS."""
    return [fault.what.name for fault in check(deck, rounds, in_play).faults]


def check(
    deck: CheckedDeck, rounds: Sequence[PlayedRound], in_play: Sequence[int] = ()
) -> HistoryChecker:
    checker = HistoryChecker({deck.terms.number: deck}, in_play)
    for each in rounds:
        checker.read(each)
    checker.finish()
    return checker


# A shoe

SHOE = opened(1, SHED, [(0, 4, True), (4, 3, False), (7, 5, True)])
ORDER = first_order(SHOE.key, SHOE.terms)[0][::-1]
FIRST = PlayedRound(1, 1, 0, ORDER[:4], line=1)
THIRD = PlayedRound(1, 3, 7, ORDER[7:12], line=2)


@pytest.mark.parametrize("rounds", [[FIRST, THIRD], [THIRD, FIRST]])
def test_rounds_of_a_shoe_follow_from_its_key(rounds: list[PlayedRound]) -> None:
    """In the order of the deck, whatever that of the file."""
    checker = check(SHOE, rounds)
    assert checker.faults == []
    assert (checker.checked, checker.missing, checker.unopened) == (2, 0, 0)


def test_any_other_card_is_found() -> None:
    for place in range(4):
        for name in set(NEW) - {ORDER[place]}:
            cards = [*ORDER[:place], name, *ORDER[place + 1 : 4]]
            assert wrong(SHOE, [structs.replace(FIRST, cards=cards), THIRD]) == ["CARD"]


@pytest.mark.parametrize(
    ("rounds", "faults"),
    [
        ([structs.replace(FIRST, before=1), THIRD], ["PLACE"]),
        ([structs.replace(FIRST, cards=ORDER[:3]), THIRD], ["COUNT"]),
        ([structs.replace(FIRST, cards=ORDER[:5]), THIRD], ["COUNT"]),
        ([structs.replace(FIRST, cards=["1X"]), THIRD], ["TOKEN"]),
        ([structs.replace(FIRST, cards=[""]), THIRD], ["TOKEN"]),
        ([structs.replace(FIRST, cards=[*ORDER[:4], f"/{ORDER[0]}"]), THIRD], ["TOKEN"]),
        ([structs.replace(FIRST, cards=[*ORDER[:4], f"*{ORDER[0]}"]), THIRD], ["NOT_DRY"]),
        ([FIRST, structs.replace(THIRD, round=2)], ["NO_SUCH_ROUND", "MISSING"]),
        ([FIRST, structs.replace(THIRD, round=4)], ["NO_SUCH_ROUND", "MISSING"]),
        ([FIRST, structs.replace(THIRD, round=0)], ["NO_SUCH_ROUND", "MISSING"]),
        ([FIRST, structs.replace(THIRD, deck=9)], ["NO_SUCH_ROUND", "MISSING"]),
        ([FIRST, THIRD, THIRD], ["TWICE"]),
        ([FIRST, FIRST, THIRD], ["TWICE"]),
        ([FIRST], ["MISSING"]),
    ],
)
def test_what_else_is_found(rounds: list[PlayedRound], faults: list[str]) -> None:
    assert wrong(SHOE, rounds) == faults


def test_older_rounds_may_be_missing() -> None:
    checker = check(SHOE, [THIRD])
    assert checker.faults == []
    assert (checker.checked, checker.missing) == (1, 1)
    assert check(SHOE, []).missing == 2


def test_rounds_of_a_sealed_deck_are_counted() -> None:
    checker = check(SHOE, [FIRST, THIRD, structs.replace(FIRST, deck=2)], in_play=[2])
    assert (checker.faults, checker.unopened) == ([], 1)


def test_a_shoe_that_runs_dry_is_filled_with_what_is_not_on_the_table() -> None:
    """Draw 2 shuffles those cards in new order, copies together."""
    deck = opened(1, SHED, [(0, 315, True)])
    order = first_order(deck.key, deck.terms)[0][::-1]
    on_table = order[-4:]
    rest = sorted(order, key=NEW.index)
    for name in on_table:
        rest.remove(name)
    SeededRandom(deck.key, 2).shuffle(rest)
    cards = [*order, f"*{','.join(on_table)}", *rest[:-4:-1]]
    played = PlayedRound(1, 1, 0, cards)
    assert wrong(deck, [played]) == []
    fewer = [*order, f"*{','.join(on_table[:3])}", *rest[:-4:-1]]
    assert wrong(deck, [structs.replace(played, cards=fewer)]) == ["CARD"]
    others = [*order, "*" + ",".join(["AC"] * 7), *rest[:-4:-1]]
    assert wrong(deck, [structs.replace(played, cards=others)]) == ["NOT_DEALT"]


# A pack


class Pack:
    """A pack as FAIR describes it, dealt by hand."""

    def __init__(self, deck: CheckedDeck) -> None:
        self.key = deck.key
        self.draws = 1
        self.cards = deque(first_order(deck.key, deck.terms)[0])

    def draw(self) -> SeededRandom:
        self.draws += 1
        return SeededRandom(self.key, self.draws)

    def cut(self, people: int) -> list[str]:
        cards = [*NEW]
        self.draw().shuffle(cards)
        return cards[:people]


def gather_hands(pack: Pack, hands: list[list[str]]) -> None:
    pack.draw().shuffle(hands)
    pack.cards.extend(card for hand in hands for card in hand)


def gather_mixed(pack: Pack, hands: list[list[str]]) -> None:
    cards = sorted((card for hand in hands for card in hand), key=NEW.index)
    pack.draw().shuffle(cards)
    pack.cards.extend(cards)


def gather_seats(pack: Pack, hands: list[list[str]]) -> None:
    pack.cards.extend(card for hand in hands for card in hand)


GATHERED: dict[Gather, Callable[[Pack, list[list[str]]], None]] = {
    "hands": gather_hands,
    "mixed": gather_mixed,
    "seats": gather_seats,
}


def rounds_of_a_pack(deck: CheckedDeck, gather: Gather) -> list[PlayedRound]:
    """Play 20 rounds of three hands, of which one is bust, with a cut for the bank before."""
    pack, rounds, place = Pack(deck), list[PlayedRound](), 0
    for number in range(1, 21):
        tokens = [f"={','.join(pack.cut(3))}"]
        dealt = [pack.cards.popleft() for _ in range(8)]
        tokens += dealt
        hands = [dealt[0:3], dealt[3:6], dealt[6:8]]
        if gather != "mixed":
            bust = hands.pop(0)
            tokens.append(f"v{'+'.join(bust)}")
            pack.cards.extend(bust)
        tokens += [f"/{'+'.join(hand)}" for hand in hands]
        GATHERED[gather](pack, hands)
        rounds.append(PlayedRound(1, number, place, tokens, number))
        place += 8
    return rounds


PACK_DECK = opened(1, CUTWC, [(number * 8, 8, True) for number in range(20)])


@pytest.mark.parametrize("gather", GATHERED)
def test_a_pack_is_followed_through_all_that_goes_under_it(gather: Gather) -> None:
    plan = structs.replace(CUTWC, marker=gather)
    deck = opened(1, plan, [(number * 8, 8, True) for number in range(20)])
    rounds = rounds_of_a_pack(deck, gather)
    assert check(deck, rounds[::-1]).checked == 20
    assert wrong(deck, rounds) == []


def test_the_round_that_finishes_a_pack_need_not_be_gathered() -> None:
    """After a pontoon the pack is due to be shuffled (RULES 2, Seats, pack, bank)."""

    def left(played: PlayedRound) -> PlayedRound:
        cards = [token for token in played.cards if not token.startswith("/")]
        return structs.replace(played, cards=cards)

    *others, last = rounds_of_a_pack(PACK_DECK, "hands")
    assert wrong(PACK_DECK, [*others, left(last)]) == []
    assert wrong(PACK_DECK, [left(others[0]), *others[1:], last]) == ["NOT_GATHERED"]
    given_up = structs.replace(PACK_DECK.opening, why="restart")
    deck = structs.replace(PACK_DECK, opening=given_up)
    assert wrong(deck, [*others, left(last)]) == ["NOT_GATHERED"]


@pytest.mark.parametrize("gather", GATHERED)
def test_another_token_of_a_pack_is_found(gather: Gather) -> None:
    """One changed card, hand or cut in any round is found there or in a later one."""
    rounds = rounds_of_a_pack(PACK_DECK, gather)
    third = rounds[2]
    for place, token in enumerate(third.cards):
        cards = [*third.cards]
        cards[place] = token.replace("A", "2") if "A" in token else token[:-1] + _other(token[-1])
        assert wrong(PACK_DECK, [*rounds[:2], structs.replace(third, cards=cards), *rounds[3:]])
        del cards[place]
        assert wrong(PACK_DECK, [*rounds[:2], structs.replace(third, cards=cards), *rounds[3:]])


def _other(suit: str) -> str:
    return "C" if suit != "C" else "D"


def test_nothing_goes_under_a_pack_that_was_not_dealt() -> None:
    rounds = rounds_of_a_pack(PACK_DECK, "hands")
    first = rounds[0]
    twice = structs.replace(first, cards=[*first.cards, first.cards[-1]])
    assert wrong(PACK_DECK, [twice, *rounds[1:]]) == ["NOT_DEALT"]
    kept = structs.replace(first, cards=first.cards[:-1])
    assert wrong(PACK_DECK, [kept, *rounds[1:]]) == ["NOT_GATHERED"]
    dry = structs.replace(first, cards=["*", *first.cards])
    assert wrong(PACK_DECK, [dry, *rounds[1:]]) == ["TOKEN"]


def test_a_pack_whose_first_rounds_are_missing_cannot_be_followed() -> None:
    rounds = rounds_of_a_pack(PACK_DECK, "hands")
    checker = check(PACK_DECK, rounds[1:])
    assert (checker.faults, checker.checked, checker.missing) == ([], 0, 20)
