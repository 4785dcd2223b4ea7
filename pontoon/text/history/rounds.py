"""Rounds of a history in words: a list of them, the last one, and the frame of a transcript."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from pontoon.engine.events import BankerResult, Event, HandEnd, HandResult, PlayerResult
from pontoon.storage.history.line import game_named, time_written
from pontoon.storage.history.record import HistoryRecord
from pontoon.storage.history.search import Summary
from pontoon.text.formatting import ago, kind_of_hand
from pontoon.text.round import RoundTexts, outcome


def listed(found: Summary) -> str:
    """Return the line of a list for the round that was FOUND."""
    gains = ", ".join([f"{name} {gain:+}" for name, gain in found.gains])
    _, channel, game = found.table
    return f"{found.time} {found.id} {game} {channel}: {gains}"


def heading(record: HistoryRecord, title: str) -> str:
    """Return the first line of the transcript of RECORD, a round of TITLE."""
    network, channel, _ = record.where
    played = f"Round {record.id}: {title} in {channel} on {network}, {time_written(record.time)}"
    deck = record.deck
    if deck is None:
        return played
    return f"{played}, deck {deck.number}, round {deck.round}, card {deck.before + 1}"


def to_player(name: str, text: str) -> str:
    """Return a line of a transcript that only the player called NAME was told."""
    return f"[{name}] {text}"


def last_round(
    record: HistoryRecord, events: Iterable[Event], texts: RoundTexts, now: datetime
) -> str:
    """Say in one line what each player won in RECORD, with which hands; it replays to EVENTS."""
    game = game_named(record.where.game)
    hands = hands_in(events)
    told = [
        f"{texts.names(each.player)} "
        f"{outcome(hands.get(each.player, ()), each.chips, game.unit)}"
        f"{_with(hands.get(each.player, ()), texts)}"
        for each in sorted(record.settled.results, key=lambda each: -each.chips)
        if each.played or each.chips
    ]
    if not any(each.played for each in record.settled.results):
        told = ["the round was void", _paid(record.settled.results, texts)]
    return f"{game.title}, {ago(record.time, now)}: {'; '.join(told)} | replay {record.id}"


def _paid(results: Sequence[PlayerResult], texts: RoundTexts) -> str:
    """Say what was paid for the bank in a void round with these RESULTS (RULES 3)."""
    buyer, seller = sorted(results, key=lambda each: each.chips)
    return (
        f"{texts.names(buyer.player)} paid {texts.names(seller.player)} {seller.chips} for the bank"
    )


def hands_in(events: Iterable[Event]) -> dict[str, list[HandEnd]]:
    """Return the hands of each player in EVENTS; those of the bot as a dealer are ""'s."""
    hands: dict[str, list[HandEnd]] = {}
    for event in events:
        if isinstance(event, HandResult | BankerResult):
            hands.setdefault(event.player or "", []).append(event)
    return hands


def kinds_in(hands: Sequence[HandEnd]) -> Iterator[str]:
    """Yield what HANDS are called."""
    return (kind_of_hand(hand.type) for hand in hands)


def _with(hands: Sequence[HandEnd], texts: RoundTexts) -> str:
    shown = [f"{texts.hand(hand.cards)} {_end_of(hand)}" for hand in hands]
    return f" with {' and '.join(shown)}" if shown else ""


def _end_of(hand: HandEnd) -> str:
    is_resigned = isinstance(hand, HandResult) and hand.resigned
    return f"{kind_of_hand(hand.type)}{', resigned' if is_resigned else ''}"
