"""Checks that a channel sees no card before the results but those that the rules turn up."""

import re

from tests.real_servers.prompts import BRACKETS
from tests.real_servers.rounds import Round
from tests.real_servers.told import CARD, CARDS, BankerResult, Result

_CUT = re.compile(rf"cut for the bank: [^:,]+ {CARD}(?:, [^:,]+ {CARD})*")
"""Where only one of the players can have the bank, that one draws alone."""
_OPENED = re.compile(
    r"(?P<name>[^:]+?) (?P<how>twists|draws|turns up|has a pontoon and shows|shows) "
    rf"(?P<cards>{CARDS})(?:, a pontoon)?(?: \(hand (?P<number>[1-9]\d*)\))?"
)


def check_pack_game(played: Round, *, shows_ace: bool) -> None:
    """Fail if the channel saw what it should not in a round against a banker, or a prompt.

    A declared pontoon SHOWS_ACE, or else its other card. In private people saw their own hands.
    """
    for line in played.channel:
        assert not BRACKETS.search(line), line
    for line in played.before_results:
        for item in line.split(" | "):
            if re.search(CARD, item) and not _CUT.fullmatch(item):
                _check_opened(played, item, shows_ace=shows_ace)
    _check_private_cards(played)


def check_open_game(played: Round) -> None:
    """Fail unless the channel saw each card once when it was dealt, and the dealer's first only."""
    for line in played.channel:
        assert not BRACKETS.search(line), line
    seen = sorted(card for line in played.before_results for card in re.findall(CARD, line))
    dealt = [card for result in played.results for card in result.cards]
    assert seen == sorted([*dealt, played.banker.cards[0]])


def _check_opened(played: Round, item: str, *, shows_ace: bool) -> None:
    opened = _OPENED.fullmatch(item)
    assert opened is not None, item
    cards = tuple(opened["cards"].split())
    if opened["how"] in ("turns up", "draws"):
        _check_banker(played.banker, opened["how"], cards)
        return
    number = int(opened["number"] or 0)
    hands = [hand for hand in played.hands if hand.name == opened["name"]]
    if number:
        hands = [hand for hand in hands if isinstance(hand, Result) and hand.number == number]
    match opened["how"]:
        case "twists":
            assert any(cards[0] in hand.cards[2:] for hand in hands), item
        case "shows":
            is_bust = any(hand.kind == "bust" and hand.cards == cards for hand in hands)
            assert is_bust or _is_split_pair(cards, played, opened["name"]), item
        case _:
            assert cards[0].startswith("A") == shows_ace, item
            assert any(hand.kind == "pontoon" and cards[0] in hand.cards for hand in hands), item


def _check_banker(banker: BankerResult, how: str, cards: tuple[str, ...]) -> None:
    if how == "turns up":
        assert cards == banker.cards[:2]
    else:
        assert cards[0] in banker.cards[2:]


def _is_split_pair(cards: tuple[str, ...], played: Round, name: str) -> bool:
    first_cards = [each.cards[0] for each in played.results if each.name == name]
    return cards[0][:-1] == cards[1][:-1] and set(cards) <= set(first_cards)


def _check_private_cards(played: Round) -> None:
    """Fail if somebody was shown, in private, a card that was in no hand of theirs.

    Prompts repeat cards that the channel saw. Who left before betting has no hand any more; what
    they saw is in no other hand.
    """
    public = {card for line in played.before_results for card in re.findall(CARD, line)}
    for nick, lines in played.private.items():
        own = {card for hand in played.hands if hand.name == nick for card in hand.cards}
        others = {card for hand in played.hands if hand.name != nick for card in hand.cards}
        seen = {card for line in lines for card in re.findall(CARD, line)} - public
        assert seen <= own if own else not seen & others, nick
