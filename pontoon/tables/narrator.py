"""What is told of a round, to whom and in which order: while it is played, and of one on record."""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from itertools import chain, filterfalse, takewhile

from msgspec import Struct
from msgspec.structs import replace

from pontoon.engine.absence_events import (
    DidNotBet,
    Gone,
    LoggedOut,
    Mended,
    SeemsAway,
    SitsOutNext,
    TakenUp,
    WentOn,
)
from pontoon.engine.actions import Action, Left, LeftOut
from pontoon.engine.events import (
    Abandoned,
    BankerResult,
    Bought,
    Busted,
    Event,
    Feat,
    FirstCard,
    HandEnd,
    HandResult,
    NewPlayers,
    Resigned,
    RoundBegan,
    SecondCard,
    Stuck,
)
from pontoon.engine.hands import BEST_TOTAL, total
from pontoon.engine.moves import NOTHING_ASKED, Ask, Phase, Waiting
from pontoon.games import game_named
from pontoon.games.bank_events import (
    BankCut,
    BankerSeated,
    SaleAgreed,
    SaleCancelled,
    SaleDeclined,
    SaleOffered,
    SaleVoid,
)
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.outgoing import GAME_MARK, OTHER_MARK, Message, Priority, Told, Topic
from pontoon.storage.replay import Replay, Step
from pontoon.storage.rounds import SettledRound
from pontoon.text import announcements, rounds_over
from pontoon.text.formatting import Address
from pontoon.text.round import RoundTexts, own_bank

SILENT_PHASES = (Phase.BANK, Phase.AUCTION, Phase.BET)
"""Phases in which silence is an answer, or which tell it in another way."""

Sending = Callable[[Ask], Told | None]
"""Returns what to call when a question is sent to the player who can answer it."""

REMARKS = (
    *(Feat, Gone, LoggedOut, Mended, NewPlayers, SeemsAway, SitsOutNext, TakenUp),
    *(SaleAgreed, SaleCancelled, SaleDeclined, SaleOffered, SaleVoid, WentOn),
)
"""What is no part of the game: offers, warnings and the like, which have a mark of their own."""


def _is_remark(event: Event) -> bool:
    return isinstance(event, REMARKS)


class Narrator(Struct, frozen=True):
    """Tells a channel and its players what happens at a table."""

    channel: str
    title: str
    texts: RoundTexts
    address: Address
    sending: Sending
    where: Callable[[str], str] = lambda _: ""
    """Returns the channel to name to a player who is asked in another one too; "" for others."""
    news: Callable[[str], str] = lambda _: ""
    """Returns what the channel has seen since a player was asked."""

    def narrate(self, events: Sequence[Event], before: Waiting, now: Waiting) -> Iterator[Message]:
        """Yield messages about EVENTS; BEFORE was waited for before them, NOW is after them."""
        played = [*takewhile(lambda event: not isinstance(event, HandEnd), events)]
        yield from self._announcements(played, now if now.turn != before.turn else NOTHING_ASKED)
        old = [id(ask) for ask in before.asks]
        asked = {ask.player: ask for ask in now.asks if id(ask) not in old}
        before_prompt: dict[str, list[str]] = {}
        private = (*self._asides(played), *self._private_cards(played, now))
        for to_player in (*private, *self._stuck(played, now, asked)):
            player = to_player.target
            if now.turn is None and to_player.topic is Topic.CARDS:
                continue  # the results show these cards at once, to everybody
            if player in asked and to_player.left is None:
                before_prompt.setdefault(player, []).extend(to_player.items)
            elif (nick := self.address(player)) is not None:
                yield replace(to_player, target=nick)
        yield from tell_ending(self.channel, self.texts, events[len(played) :])
        for player, ask in asked.items():
            # On lines of their own: a prompt begins with the hand that it is about.
            if (nick := self.address(player)) is not None:
                if lines := before_prompt.get(player):
                    yield Message(nick, tuple(lines), Priority.PROMPT)
                prompt, where = f"{self.news(player)}{self.texts.prompt(ask)}", self.where(player)
                line, left = f"{where}: {prompt}" if where else prompt, self.sending(ask)
                yield Message(nick, (line,), Priority.PROMPT, topic=Topic.CARDS, left=left)

    def _asides(self, events: Sequence[Event]) -> Iterator[Message]:
        """Tell players what concerns them alone: they may not see the channel."""
        for event in events:
            if told := self.texts.aside(event):
                message = Message(told[0], (told[1],), Priority.ASIDE)
                if isinstance(event, SaleOffered):
                    message = replace(message, topic=Topic.OFFER)
                yield message

    def _stuck(
        self, events: Sequence[Event], now: Waiting, asked: Container[str]
    ) -> Iterator[Message]:
        """Tell players who stick, and are not ASKED about another hand, whose turn it is NOW.

        They hear how the round ends at its end.
        """
        for event in events:
            if isinstance(event, Stuck) and now.turn is not None and event.player not in asked:
                line = self.texts.stuck(now)
                yield Message(
                    event.player, (line,), Priority.ASIDE, topic=Topic.CARDS, informs=True
                )

    def _announcements(self, events: Sequence[Event], new_turn: Waiting) -> Iterator[Message]:
        """Tell the channel in one message what was done, and who is asked if it is a NEW_TURN.

        Remarks stand before it if they begin EVENTS, else behind it. A round is opened by a record,
        up to the first card: it leaves before prompts and cards.
        """
        first = [*takewhile(_is_remark, events)]
        done = [event for event in events[len(first) :] if not _is_remark(event)]
        yield from self._remarks(first)
        if done and isinstance(done[0], RoundBegan):
            opening = [*takewhile(lambda event: not isinstance(event, BankCut), done)]
            done = done[len(opening) :]
            turn = () if done else self._turn(new_turn)
            items = (*self._told(opening), *turn)
            yield Message(self.channel, items, Priority.RECORD, mark=GAME_MARK)
            new_turn = new_turn if done else NOTHING_ASKED
        turn = self._turn(new_turn)
        if items := (*self._told(done), *turn):
            topic = Topic.VOID if Abandoned in map(type, done) else Topic.PLAY
            said = Message(self.channel, items, Priority.GAME, mark=GAME_MARK, topic=topic)
            yield replace(said, of_turn=turn)
        yield from self._remarks(filter(_is_remark, events[len(first) :]))

    def _turn(self, waiting: Waiting) -> tuple[str, ...]:
        return () if waiting.turn is None else (self.texts.whose_turn(waiting, self.address),)

    def _remarks(self, events: Iterable[Event]) -> Iterator[Message]:
        """Say what EVENTS mean that are not the game's own."""
        if items := tuple(chain.from_iterable(map(self._remark, events))):
            yield Message(self.channel, items, Priority.GAME, topic=Topic.PLAY)

    def _remark(self, event: Event) -> Iterable[str]:
        match event:
            case Feat():
                return (announcements.feat(event, self.texts.names),)
            case NewPlayers():
                return self.texts.for_new_players(event, self.address)
        return self._told([event])

    def _told(self, events: Iterable[Event]) -> Iterator[str]:
        for event in events:
            if isinstance(event, RoundBegan):
                yield self.texts.opening(self.title, event)
            elif told := self.texts.announcement(event):
                yield told

    def _private_cards(self, events: Sequence[Event], now: Waiting) -> Iterator[Message]:
        """Yield to players the cards that only they may see, unless the prompt shows them.

        A later prompt shows them again, so they only inform; a card that was bought is
        not shown again. The banker is told about the bank instead of the first card; players who
        do not bet get none.
        """
        silent = {event.player for event in events if isinstance(event, DidNotBet)}
        for event in events:
            urgency, informs = Priority.ASIDE, True
            topic: Topic | None = Topic.CARDS
            match event:
                case BankerSeated(player):
                    hand, shown, informs = 1, own_bank(event), False
                case FirstCard(player, cards):
                    hand, shown = 1, self.texts.first_card(cards)
                case SecondCard(player, number, cards):
                    hand, shown = number or 1, self.texts.own_hand(cards, number)
                # Sent at once: they paid for the card, or bust on it, and no prompt shows it.
                case Bought(player, number, _, cards) if total(cards) <= BEST_TOTAL:
                    hand, shown = number or 1, self.texts.last_card(event)
                    urgency, topic, informs = Priority.PROMPT, None, False
                case Busted(player, number):
                    hand, shown = number or 1, self.texts.last_card(event)
                    urgency, topic, informs = Priority.PROMPT, None, False
                    if now.turn is None:
                        urgency = Priority.ASIDE  # the results show these cards, and go first
                case _:
                    continue
            ask = now.ask_of(player)
            is_in_prompt = ask is not None and (ask.hand or 1) == hand
            if not is_in_prompt and player not in silent:
                yield Message(player, (shown,), urgency, topic=topic, informs=informs)


def tell_ending(channel: str, texts: RoundTexts, events: Sequence[Event]) -> Iterator[Message]:
    """Tell CHANNEL the results of hands in EVENTS, and then what follows: a shuffle, a kitty."""
    for event in events:
        if isinstance(event, HandResult):
            line = texts.result(event)
        elif isinstance(event, BankerResult):
            line = texts.banker_result(event)
        else:
            continue
        yield Message(channel, (line,), Priority.GAME, mark=GAME_MARK, topic=Topic.RESULTS)
    follows = [event for event in events if not isinstance(event, HandEnd)]
    for mark, said in (
        (GAME_MARK, filterfalse(_is_remark, follows)),
        (OTHER_MARK, filter(_is_remark, follows)),
    ):
        if items := tuple(filter(None, map(texts.announcement, said))):
            yield Message(channel, items, Priority.GAME, mark=mark)


def transcript(
    record: SettledRound, texts: RoundTexts, viewers: Collection[str] = ()
) -> Iterator[str]:
    """Yield the lines in which the round of RECORD was told to its channel.

    Add what was told to VIEWERS, who are players, alone. NotAsRecorded if it does not replay.
    """
    title, channel = game_named(record.where.game).title, record.where.channel
    narrator = Narrator(channel, title, texts, lambda player: player, lambda _: None)
    seeing = set(map(rfc1459, viewers))
    found = Replay(record).steps
    next_acts = [*(step.act for step in found[1:]), None]
    yield rounds_over.heading(record, title)
    for step, next_act in zip(found, next_acts, strict=True):
        events = _as_told(step, next_act)
        for message in narrator.narrate(events, step.before, step.after):
            text = message.heading + message.separator.join(message.items)
            if message.target == channel:
                yield text
            elif rfc1459(message.target) in seeing:
                yield rounds_over.TO_PLAYER.format(name=texts.names(message.target), text=text)


def _as_told(step: Step, next_act: Action | None) -> list[Event]:
    """Return the events of STEP with what tells silence; NEXT_ACT follows it, if anything does."""
    match step.act:
        case Left(player) if next_act == LeftOut(player):
            return without_bet(player, step.events)
    return step.events


def without_bet(player: str, events: Iterable[Event]) -> list[Event]:
    """Return EVENTS, in which PLAYER does not bet in place of giving up the seat."""
    return [
        DidNotBet(player) if isinstance(each, Resigned) and each.player == player else each
        for each in events
    ]
