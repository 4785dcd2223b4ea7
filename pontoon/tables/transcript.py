"""The transcript of a recorded round: what its channel was told, and what players saw."""

from collections.abc import Collection, Iterator

from pontoon.engine.absence_events import SitsOut, Unanswered
from pontoon.engine.actions import Action, Left, LeftOut, Moved
from pontoon.engine.events import Event, Resigned
from pontoon.engine.moves import Phase
from pontoon.games import game_named
from pontoon.irc.casemapping import rfc1459
from pontoon.irc.outgoing import Message
from pontoon.storage.replay import Replay, Step
from pontoon.storage.rounds import SettledRound
from pontoon.tables.narrator import Narrator
from pontoon.text.round import RoundTexts
from pontoon.text.rounds_over import heading, to_player

_SILENT_PHASES = (Phase.BANK, Phase.AUCTION, Phase.BET)
"""Phases in which silence is an answer, or which tell it in another way."""


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
    yield heading(record, title)
    for step, next_act in zip(found, next_acts, strict=True):
        events = _as_told(step, next_act)
        for message in narrator.narrate(events, step.before, step.after):
            text = _text_of(message)
            if message.target == channel:
                yield text
            elif rfc1459(message.target) in seeing:
                yield to_player(texts.names(message.target), text)


def _text_of(message: Message) -> str:
    return message.heading + message.separator.join(message.items)


def _as_told(step: Step, next_act: Action | None) -> list[Event]:
    """Return the events of STEP with what tells silence; NEXT_ACT follows it, if anything does."""
    match step.act:
        case Moved(player, move) if move.unanswered:
            ask = step.before.ask_of(player)
            if ask is not None and ask.phase not in _SILENT_PHASES:
                return [Unanswered(player), *step.events]
        case Left(player) if next_act == LeftOut(player):
            return [
                SitsOut(player) if isinstance(each, Resigned) and each.player == player else each
                for each in step.events
            ]
    return step.events
