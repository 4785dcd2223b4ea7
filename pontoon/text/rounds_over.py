"""Rounds that are over: a list of them, the last one, the frame of a transcript, and answers."""

from collections.abc import Iterable
from datetime import UTC, datetime

from pontoon.engine.computers import shown
from pontoon.engine.events import BankerResult, Event, HandEnd, HandResult
from pontoon.games import game_named
from pontoon.storage.history import Summary
from pontoon.storage.rounds import SettledRound
from pontoon.text.round import RoundTexts, outcome

HOW_TO_REPLAY = "Say replay and the id of a round, as last shows it: replay 3f0c96c1a4b25e77"
COME_IN = "Only people in a channel where I deal can be told a round again: come in first."
TOO_MANY = "I am telling others their rounds. Say that again in a minute."
STOPPED = "I stop there."
UNREADABLE = "I cannot read the history of rounds now."
NOT_AS_RECORDED = "I cannot deal that round again as it was: {why}."
NO_SUCH_ROUND = "I remember no round {word}. An id has 16 digits, 0 to 9 and a to f; last shows it."
TO_PLAYER = "[{name}] {text}"


def no_round(title: str = "") -> str:
    """Say that there is no round here, of the game TITLE if that is not ""."""
    of_game = f" of {title}" if title else ""
    return f"No round{of_game} that I remember was played to its end here."


def time_written(time: datetime) -> str:
    """Return TIME as lists of rounds have it, in UTC."""
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def listed(found: Summary | SettledRound) -> str:
    gains = ", ".join([f"{shown(each.player)} {each.chips:+}" for each in found.settled.results])
    _, channel, game = found.where
    return f"{time_written(found.began)} {found.id} {game} {channel}: {gains}"


def heading(record: SettledRound, title: str) -> str:
    """Return the first line of the transcript of RECORD, a round of TITLE."""
    network, channel, _ = record.where
    played = f"Round {record.id}: {title} in {channel} on {network}, {time_written(record.began)}"
    deck = record.deck
    if deck is None:
        return played
    return f"{played}, deck {deck.number}, round {deck.round}, card {deck.before + 1}"


def last_round(record: SettledRound, events: Iterable[Event], texts: RoundTexts, since: str) -> str:
    """Say in one line what each player won in RECORD, with which hands, and SINCE when.

    It replays to EVENTS; without them, the hands are not known.
    """
    game = game_named(record.where.game)
    hands = hands_in(events)
    told: list[str] = []
    for each in sorted(record.settled.results, key=lambda each: -each.chips):
        theirs = hands.get(each.player, [])
        did = f"{texts.names(each.player)} {outcome(theirs, each.chips, game.unit)}"
        if theirs:
            did += f" with {' and '.join(texts.named_hand(hand) for hand in theirs)}"
        if each.played or each.chips:
            told.append(did)
    return f"{game.title}, {since}: {'; '.join(told)} | replay {record.id}"


def hands_in(events: Iterable[Event]) -> dict[str, list[HandEnd]]:
    """Return the hands of each player in EVENTS; those of the bot as a dealer are ""'s."""
    hands: dict[str, list[HandEnd]] = {}
    for event in events:
        if isinstance(event, HandResult | BankerResult):
            hands.setdefault(event.player or "", []).append(event)
    return hands
