"""Which of the things that happened are told to whom, and in which order."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from pontoon.engine.absence_events import SitsOut
from pontoon.engine.events import (
    Abandoned,
    BankerResult,
    Bought,
    Event,
    FirstCard,
    HandResult,
    RoundBegan,
    SecondCard,
)
from pontoon.engine.moves import NOTHING_ASKED, Waiting
from pontoon.games.bank_events import BankerSeated
from pontoon.irc.outgoing import Message, Priority
from pontoon.text.round import RoundTexts

Address = Callable[[str], str | None]
"""Gives the nick at which a player can be told something; None while they are away."""


CARDS = "cards"
"""The topic of a player's cards: the prompt shows them all, so that earlier lines can go."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A line for the eyes of one player."""

    player: str
    line: str
    urgency: Priority
    topic: str


class Narrator:
    """Tells a channel and its players what happens at a table."""

    def __init__(self, channel: str, title: str, words: RoundTexts, address: Address) -> None:
        self._channel = channel
        self._title = title
        self._words = words
        self._address = address

    def tell(self, events: Sequence[Event], before: Waiting, now: Waiting) -> Iterator[Message]:
        """Yield what is said of EVENTS; NOW is what is waited for after them, BEFORE what was."""
        played = tuple(takewhile(_is_no_result, events))
        yield from self._announcements(played, now if now.turn != before.turn else NOTHING_ASKED)
        asked = {ask.player: ask for ask in now.asks if not any(ask is old for old in before.asks)}
        with_prompt: dict[str, list[str]] = {}
        outcome = events[len(played) :]
        for shown in (*self._asides(played), *self._private_cards(played, now)):
            if now.turn is None and shown.topic:
                continue  # the results show these cards at once, to everybody
            if shown.player in asked:
                with_prompt.setdefault(shown.player, []).append(shown.line)
            else:
                yield from self._privately(shown)
        yield from self._outcome(outcome)
        for player, ask in asked.items():
            prompt = _Shown(player, self._words.prompt(ask), Priority.PROMPT, CARDS)
            yield from self._privately(prompt, *with_prompt.get(player, ()))

    def _announcements(self, events: Sequence[Event], new_turn: Waiting) -> Iterator[Message]:
        """Tell the channel what was done and whose turn it is now, if it is a new one, at once."""
        said: list[str] = []
        for event in events:
            if isinstance(event, RoundBegan):
                said.append(self._words.opening(self._title, event))
            elif told := self._words.announcement(event):
                said.append(told)
        if new_turn.turn is not None:
            said.append(self._words.whose_turn(new_turn))
        if said:
            begins = bool(events) and isinstance(events[0], RoundBegan)
            stops = any(isinstance(event, Abandoned) for event in events)
            yield Message(self._channel, tuple(said), Priority.GAME, joins=not begins, stops=stops)

    def _outcome(self, events: Iterable[Event]) -> Iterator[Message]:
        """Tell the channel how the hands ended, a line for each, and then what follows from it."""
        follows: list[str] = []
        for event in events:
            if isinstance(event, HandResult):
                yield Message(self._channel, (self._words.result(event),), Priority.GAME)
            elif isinstance(event, BankerResult):
                yield Message(self._channel, (self._words.banker_result(event),), Priority.GAME)
            elif told := self._words.announcement(event):
                follows.append(told)
        if follows:
            yield Message(self._channel, tuple(follows), Priority.GAME)

    def _asides(self, events: Iterable[Event]) -> Iterator["_Shown"]:
        """Yield what concerns one player alone, who may not see the channel."""
        for player, line in filter(None, map(self._words.aside, events)):
            yield _Shown(player, line, Priority.GAME, "")

    def _private_cards(self, events: Sequence[Event], now: Waiting) -> Iterator["_Shown"]:
        """Yield the cards that only their player may see, unless the prompt shows them.

        The banker, who may not see the first one, is told of the bank instead. Who has not even
        bet since needs to see none.
        """
        sit_out = {event.player for event in events if isinstance(event, SitsOut)}
        for event in events:
            match event:
                case BankerSeated(player):
                    hand, shown = 1, self._words.own_bank(event)
                    urgency, topic = Priority.GAME, CARDS
                case FirstCard(player, cards):
                    hand, shown = 1, self._words.first_card(cards)
                    urgency, topic = Priority.GAME, CARDS
                case SecondCard(player, number, cards):
                    hand, shown = number or 1, self._words.own_hand(cards, number)
                    urgency, topic = Priority.GAME, CARDS
                case Bought(player, number):
                    # At once: they paid for this card, and nothing that is asked shows it.
                    hand, shown = number or 1, self._words.bought(event)
                    urgency, topic = Priority.PROMPT, ""
                case _:
                    continue
            ask = now.ask_of(player)
            is_in_prompt = ask is not None and (ask.hand or 1) == hand
            if not is_in_prompt and player not in sit_out:
                yield _Shown(player, shown, urgency, topic)

    def _privately(self, shown: "_Shown", *before: str) -> Iterator[Message]:
        """Say something to one player, with what comes BEFORE it, unless they are away."""
        if (nick := self._address(shown.player)) is not None:
            yield Message(nick, (*before, shown.line), shown.urgency, topic=shown.topic)


def _is_no_result(event: Event) -> bool:
    return not isinstance(event, HandResult | BankerResult)
