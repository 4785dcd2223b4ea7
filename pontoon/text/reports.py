"""What is printed at the terminal: reports, each with its verdict last, and the history."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from msgspec import Struct

from pontoon.engine.events import Event
from pontoon.games import game_named
from pontoon.storage.findings import Finding, Report, Wrong
from pontoon.storage.forget import Forgotten
from pontoon.storage.history_check import HistoryReport
from pontoon.storage.move import Moved
from pontoon.storage.place import path_beside
from pontoon.storage.players.audit import Audit
from pontoon.storage.players.player import AccountKind, LedgerAccount
from pontoon.storage.restore import Lost
from pontoon.storage.rounds import SettledRound
from pontoon.storage.upkeep import Pruned
from pontoon.storage.verify import Verification
from pontoon.text.formatting import count, kind_of_hand
from pontoon.text.rounds_over import hands_in, time_written

_SENTENCES: Mapping[Wrong, str] = {
    Wrong.DAMAGED: "players.db is damaged: {why}",
    Wrong.ORPHANED: "players.db was changed by hand: {rows} rows of {table} belong to rows of"
    " {parent} that are gone. Stop the bot and restore a backup (pontoonbot restore FILE), or"
    " delete what is left of them (docs/operating.md)",
    Wrong.GAP: "change {change}: {account} {before} -> {after}, but it was {expected} before",
    Wrong.UNBALANCED: "change {change}: '{why}' adds up to {gain:+} instead of 0",
    Wrong.UNBALANCED_ROUND: "change {change}: the round {round} of {why} adds up to {gain:+}"
    " instead of 0",
    Wrong.OTHER_BALANCE: "{account}: {by_ledger} in the ledger, {in_file} in players.xml",
    Wrong.UNREADABLE: "the round {round} cannot be read: {why}",
    Wrong.DOES_NOT_REPLAY: "the round {round} does not replay: {why}",
    Wrong.NOT_IN_LEDGER: "the round {round} is not in the ledger",
    Wrong.OTHER_CHIPS: "the round {round}: {account}: {by_ledger:+} in the ledger,"
    " {by_history:+} in the history",
    Wrong.NUMBER: "deck {deck} is sealed out of turn: a deck before it is missing",
    Wrong.LOST: "the secret of deck {deck} is lost: nothing about its cards is proved",
    Wrong.NOT_OPENED: "deck {deck} was still sealed when the next deck of its game was",
    Wrong.SEAL: "the seal of deck {deck} does not fit its secret",
    Wrong.BAD_CUT: "deck {deck} has a cut that cannot count",
    Wrong.PAST_MARKER: "{detail} of deck {deck} begins past the marker",
    Wrong.NOT_FINISHED: "deck {deck} is called finished, but was not dealt to its end",
    Wrong.NO_SUCH_ROUND: "{detail} of deck {deck} is not among its settled rounds",
    Wrong.PLACE: "{detail} of deck {deck} does not begin where the round before ended",
    Wrong.MISSING: "a settled round before {detail} of deck {deck} is missing",
    Wrong.TWICE: "{detail} of deck {deck} is there twice",
    Wrong.CARD: "{detail} of deck {deck} was dealt from other cards than the deck's",
    Wrong.COUNT: "the rounds of deck {deck} took another number of cards than it says",
    Wrong.NOT_AS_RECORDED: "{detail} of deck {deck} does not go as it was recorded",
    Wrong.NOT_A_ROUND: "the round {detail} cannot be read",
}


RESTORE_COMPLETE = (
    "A restore was interrupted: it is complete now. To restore another backup, run this again."
)


EDITED = "{file} has no mistakes. A bot that runs has taken it over within five seconds"


def moved(done: Moved) -> str:
    """Say what was copied, and compared, by moving a database."""
    rows, tables = count(done.rows, "row"), count(done.tables, "table")
    return f"{rows} of {tables} are copied from {done.source} to {done.target}, and are the same"


def restored(players_file: Path, copy: Path, lost: Lost | None) -> Iterator[str]:
    """Say that COPY is in place beside PLAYERS_FILE, where the rest is, and what is LOST."""
    names = f"{path_beside(players_file).name} and {players_file.name}"
    yield f"{names} are as in {copy}; what was there has ~ added to its names"
    if lost is None:
        yield "what was played since cannot be counted: there was no players.db to compare"
    else:
        numbers = (
            count(lost.rounds, "round"),
            count(lost.changes, "change") + " of chips",
            count(lost.decks, "deck"),
        )
        yield f"lost since: {', '.join(numbers)}"


def told(report: Report) -> Iterator[str]:
    """Yield REPORT as lines: what is no fault, what is wrong, and the verdict."""
    match report:
        case Audit():
            by_hand = sum(each.is_by_hand for each in report.edits)
            counted = f"{count(report.rounds, 'round')}, {count(by_hand, 'edit')} by hand"
            fine = "all chips are accounted for"
            for each in report.edits:
                account, before, after = map(_shown, (each.account, each.before, each.after))
                time = time_written(each.time)
                how = "edited by hand" if each.is_by_hand else "after history forget"
                yield f"{time}: {account} {before} -> {after}, {how}"
        case Verification():
            counted, fine = _verified(report), "no fault"
            yield from _unproved(report)
        case HistoryReport():
            unpaid = f", {report.unpaid} not paid yet" if report.unpaid else ""
            others = f", {report.by_other_rules} by rules of old" if report.by_other_rules else ""
            compared = f"{report.in_ledger} compared with the ledger{unpaid}{others}"
            counted, fine = f"{count(report.rounds, 'round')}, {compared}", "all as recorded"
        case _:
            raise TypeError(report)
    yield from map(sentence, report.findings)
    if not report.findings:
        verdict = fine
    elif isinstance(report, Audit):
        verdict = f"{count(len(report.findings), 'difference')} cannot be explained"
    else:
        verdict = count(len(report.findings), "fault")
    yield f"{counted}: {verdict}"


def summary(report: Report) -> list[str]:
    """Return what the REPORT of an audit comes to, and the first difference if there are any."""
    (*_, last) = told(report)
    if not report.findings:
        return [last]
    return [f"{last}; pontoonbot audit lists them", sentence(report.findings[0])]


def sentence(finding: Finding) -> str:
    """Return what FINDING says."""
    names = {name: _shown(value) for name, value in finding.names.items()}
    return _SENTENCES[finding.what].format(**names)


def _shown(value: Any) -> Any:
    match value:
        case None:
            return "missing"
        case LedgerAccount(AccountKind.BANK, name):
            return f"{name}'s bank"
        case LedgerAccount(AccountKind.KITTY, name):
            return f"the kitty of {name}"
        case LedgerAccount(AccountKind.HOUSE, name):
            return f"the house of {name}"
        case LedgerAccount(_, name):
            return name
    return value


def _unproved(report: Verification) -> Iterator[str]:
    for deck in report.in_play:
        where = f"{deck.game} in {deck.channel} on {deck.network}"
        yield f"deck {deck.number} is still sealed: {where}"
    if report.rounds_unopened:
        yield f"{count(report.rounds_unopened, 'round')} of sealed decks cannot be checked yet"
    if report.rounds_of_old_decks:
        rounds = count(report.rounds_of_old_decks, "round")
        yield f"{rounds} cannot be checked: of decks that version 0.5 or an earlier one sealed"
    if report.rounds_of_old:
        yield f"{count(report.rounds_of_old, 'round')} cannot be checked: by rules of old"
    if report.rounds_missing:
        yield f"{count(report.rounds_missing, 'round')} cannot be checked: the history lacks them"


def _verified(report: Verification) -> str:
    parts = [
        count(report.sealed, "deck"),
        f"{report.finished} opened at the end",
        f"{report.given_up} given up ({report.cut_and_never_dealt} of them cut and never dealt)",
        f"{len(report.in_play)} still sealed",
    ]
    if report.rounds_checked:
        parts.append(f"{count(report.rounds_checked, 'round')} dealt again")
    return ", ".join(parts)


# The history of rounds

NO_ROUND = "no such round was played"
NO_SUCH_ROUND = "no round has the id {round_id}"
NOBODY_CALLED = "nobody called {nick} is in the history or the ledger: nothing is changed"
STILL_A_PLAYER = (
    "{nick} is still in {file}, so the ledger has the name again, with the same chips: if they are"
    " to go, take the player out of the file, and forget them once more."
)
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
    """The change of the player's chips, with the price of a bank that was sold and the kitty."""
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
            ", ".join(kind_of_hand(hand.type) for hand in theirs),
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


def pruned(done: Pruned, day: date) -> Iterator[str]:
    """Say which rounds are removed that ended before DAY, and what is left to do."""
    if done.rounds:
        them = "it" if done.rounds == 1 else "them"
        changes = count(done.changes, "change")
        yield f"{count(done.rounds, 'round')} removed; the ledger has {them} summed in {changes}."
    else:
        yield f"No round that is paid and told ended before {day}."
    if done.why_large:
        yield (
            f"players.db is as large as before, since {done.why_large}: say the same once more when"
            " that is over."
        )
