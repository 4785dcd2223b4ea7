"""What ``pontoonbot history`` prints: rows for spreadsheets, and reports of what it has done."""

from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from msgspec import Struct

from pontoon.engine.events import Event
from pontoon.games import game_named
from pontoon.storage.forget import Forgotten
from pontoon.storage.rounds import SettledRound
from pontoon.storage.upkeep import Pruned
from pontoon.text.formatting import count
from pontoon.text.rounds_over import hands_in, kinds_in, time_written

NO_ROUND = "no such round was played"
NO_SUCH_ROUND = "no round has the id {round_id}"
NOBODY_CALLED = "nobody called {nick} is in the history or the ledger: nothing is changed"
STILL_PLAYING = (
    "a round of {nick} is not over, or not paid or told: start the bot and let it end first"
)


class Row(Struct, frozen=True):
    """What a round was to one player. The fields are the columns."""

    id: str
    time: str
    network: str
    channel: str
    game: str
    deck: int | None
    deck_round: int | None
    player: str
    unit: str
    stakes: int | None
    """What the player could stake; None for somebody who had no seat."""
    result: int
    played: int
    won: int
    hands: str
    """What the hands were called, with commas between them."""
    cards: str
    """The cards of each hand, with commas between hands."""


def rows_of(record: SettledRound, events: Iterable[Event]) -> Iterator[Row]:
    """Yield the rows of RECORD, which replays to EVENTS; without these there are no hands."""
    network, channel, game = record.where
    number, place = (None, None) if record.deck is None else record.deck[:2]
    hands, stakes = hands_in(events), dict(record.players)
    for each in record.settled.results:
        theirs = hands.get(each.player, [])
        yield Row(
            record.id,
            time_written(record.began),
            network,
            channel,
            game,
            number,
            place,
            each.player,
            game_named(game).unit.name.lower(),
            stakes.get(each.player),
            each.chips,
            each.played,
            each.won,
            ", ".join(kinds_in(theirs)),
            ", ".join(" ".join(map(str, hand.cards)) for hand in theirs),
        )


def forgotten(nick: str, done: Forgotten, players_file: Path) -> Iterator[str]:
    """Say how NICK was forgotten, and what still has the name."""
    rounds, changes = count(done.rounds, "round"), count(done.changes, "line")
    yield f"{nick} is {done.pseudonym} now in {rounds} and in {changes} of the ledger."
    name = players_file.name
    yield (
        f"Not changed: {name} and its previous version; bans; log files; words that were said for"
        " cuts; backups; other people's logs."
    )


def pruned(done: Pruned, day: date) -> str:
    """Say which rounds are removed that ended before DAY."""
    if not done.rounds:
        return f"No round that is paid and told ended before {day}."
    them = "it" if done.rounds == 1 else "them"
    changes = count(done.changes, "change")
    return f"{count(done.rounds, 'round')} removed; the ledger has {them} summed in {changes}."


def still_a_player(nick: str, players_file: Path) -> str:
    return (
        f"{nick} is still in {players_file.name}, so the ledger has the name again, with the same"
        " chips: if they are to go, take the player out of the file, and forget them once more."
    )
