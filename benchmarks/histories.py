"""What a million rounds cost: to keep, find, check, copy, remove, and to start with them."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.moves import CHIPS, MAX_PLAYERS, some_move
from benchmarks.programs import OURS, Place, prepare_ours
from benchmarks.report import Report, Row, Unit
from benchmarks.starting import STARTS, start
from pontoon import __version__
from pontoon.engine.actions import Moved, written
from pontoon.engine.events import Settled
from pontoon.engine.rng import SEED_BYTES
from pontoon.engine.round import TableRules
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.engine.table import Table
from pontoon.games.shed import ShedPontoon
from pontoon.storage.history import Wanted, last_round, round_called, rounds, summaries
from pontoon.storage.history_check import check
from pontoon.storage.place import path_beside, reading
from pontoon.storage.players.audit import audit
from pontoon.storage.replay import rules_written
from pontoon.storage.restore import restore
from pontoon.storage.rounds import RoundBeginning
from pontoon.storage.rows import Read, midnight, text_of
from pontoon.storage.sqlite import opened
from pontoon.storage.upkeep import back_up, prune
from tests.real_servers import playersxml
from tests.real_servers.servers import EASY, running_ngircd
from tests.support.repository import ROOT

ROUNDS = 10_000
ALL_ROUNDS = 1_000_000
RUNS = 5

PEOPLE = 30
"""Three of them play each round."""
PLAYERS = [f"player{number}" for number in range(PEOPLE)]
PLAYER = PLAYERS[1]
MANY_CHIPS = 100_000_000
"""What each has at first: enough for a million rounds."""
NEWCOMER = "newcomer"
"""Somebody who has played in a hundred rounds, all over the million."""

CHANNEL = "#pontoon"
BEGAN = datetime(2026, 11, 23, 8, 3, 47, tzinfo=UTC)
HALF = BEGAN.date() + timedelta(6)
"""The day before which about half of the rounds have ended: there is one a second."""

BYTES = Unit("bytes", 0)
MILLISECONDS = Unit("ms", 2)
A_SECOND = Unit("/s", 0)
SECONDS = Unit("s", 2)


def measure(folder: Path) -> Report:
    """Keep a million rounds of Shed Pontoon for three, ask for some of them, and check some."""
    players_file = folder / "players.xml"
    path = path_beside(players_file)
    rounds = list(_rounds(Random(1)))
    _keep(path, rounds, ROUNDS)
    size = path.stat().st_size / ROUNDS
    with reading(players_file) as read:
        checked = _rate_of_check(read)
    _keep(path, rounds, ALL_ROUNDS)
    with reading(players_file) as read:
        return Report(
            [
                Row("a round of three, with the ledger", BYTES.show(size), reach="≤ 900 bytes"),
                Row("rounds of a history checked", A_SECOND.show(checked), reach="≥ 5,000 /s"),
                *_asked(read),
                _listing(players_file),
                _audited(read, players_file),
                _start(read, path),
                *_kept_elsewhere(players_file),
            ]
        )


Played = tuple[str, list[str], str, dict[str, int]]
"""The beginning, acts and end of a round as the database has them, and what its players won."""


def _rounds(random: Random) -> Iterator[Played]:
    """Yield ROUNDS rounds."""
    rules = ShedPontoon.Rules()
    equipment = ShedPontoon.new_equipment(rules, random.randbytes(SEED_BYTES))
    table = Table(ShedPontoon, rules, equipment, MAX_PLAYERS)
    for number in range(ROUNDS):
        seats = tuple((player, CHIPS) for player in random.sample(PLAYERS, 3))
        if table.deck.is_finished:
            table.put_in_deck(random.randbytes(SEED_BYTES))
        begun = RoundBeginning(
            version=__version__,
            edition=ShedPontoon.edition,
            equipment=table.state(),
            players=seats,
            deck=DeckPlace(1 + number // 20, 1 + number % 20, table.deck.cards_dealt),
            rules_number=1,
        )
        table.deal(seats)
        acts: list[Moved] = []
        while (ask := table.ask) is not None:
            acts.append(Moved(ask.player, some_move(ask.options, random.random)))
            events = table.repeat(acts[-1])
        settled = events[-1]
        assert isinstance(settled, Settled)
        won = {each.player: each.chips for each in settled.results}
        players = [player for player, _ in seats]
        written_down = [text_of(written(each, players)) for each in acts]
        yield text_of(begun), written_down, text_of(settled), won


def _keep(path: Path, rounds: list[Played], many: int) -> None:
    """Have so MANY rounds in a new database at PATH: ROUNDS, again and again."""
    path.unlink(missing_ok=True)
    with closing(opened(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        connection.execute(
            "INSERT INTO tables (table_id, network, channel, game)"
            " VALUES (1, 'libera', ?, 'pontoon')",
            (CHANNEL,),
        )
        connection.execute(
            "INSERT INTO rules (n, rules) VALUES (1, ?)",
            (text_of([rules_written(ShedPontoon.Rules()), rules_written(TableRules())]),),
        )
        connection.executemany(
            "INSERT INTO rounds (number, id, table_id, began, begin, ended, settled)"
            " VALUES (?, ?, 1, ?, ?, ?, ?)",
            (
                (number, _id(number), at, begin, at + 60_000, settled)
                for number in range(1, many + 1)
                for begin, _, settled, _ in [rounds[number % ROUNDS]]
                for at in [midnight(BEGAN.date()) + 1000 * number]
            ),
        )
        connection.executemany(
            "INSERT INTO acts (round, n, at, act) VALUES (?, ?, ?, ?)",
            (
                (number, n, 4000 * n, act)
                for number in range(1, many + 1)
                for n, act in enumerate(rounds[number % ROUNDS][1], 1)
            ),
        )
        connection.executemany(
            "INSERT INTO round_players (player, round) VALUES (?, ?)",
            (
                (player, number)
                for number in range(1, many + 1)
                for player in (
                    *rounds[number % ROUNDS][3],
                    *([NEWCOMER] if not number % (many // 100) else []),
                )
            ),
        )
        _post(connection, rounds, many)
        connection.execute("COMMIT")


def _post(connection: sqlite3.Connection, rounds: list[Played], many: int) -> None:
    """Have the ledger pay so MANY rounds."""
    balances = dict.fromkeys(PLAYERS, 0)
    house = 0
    connection.execute("INSERT INTO changes (id, at, why, is_made) VALUES (0, 0, 'first seen', 1)")
    connection.executemany(
        "INSERT INTO entries (change, kind, name, after) VALUES (0, 'player', ?, ?)",
        ((player, MANY_CHIPS) for player in PLAYERS),
    )
    for number in range(1, many + 1):
        won = rounds[number % ROUNDS][3]
        connection.execute(
            "INSERT INTO changes (id, at, why, round, is_made) VALUES (?, ?, 'pontoon', ?, 1)",
            (number, midnight(BEGAN.date()) + 1000 * number, _id(number)),
        )
        connection.executemany(
            "INSERT INTO entries (change, kind, name, before, after) VALUES (?, ?, ?, ?, ?)",
            [
                *(
                    (number, "player", player, before, before + chips)
                    for player, chips in won.items()
                    for before in [MANY_CHIPS + balances[player]]
                ),
                (number, "house", "pontoon", house, house - sum(won.values())),
            ],
        )
        house -= sum(won.values())
        for player, chips in won.items():
            balances[player] += chips
    connection.executemany(
        "INSERT INTO accounts (kind, name, chips) VALUES (?, ?, ?)",
        [
            ("house", "pontoon", house),
            *(("player", player, MANY_CHIPS + gain) for player, gain in balances.items()),
        ],
    )


def _id(number: int) -> str:
    return f"{number:016x}"


def _rate_of_check(read: Read) -> float:
    """Return how many rounds are read and played again in a second."""
    rates: list[float] = []
    for _ in range(RUNS):
        begun = perf_counter()
        report = check(read, rounds(read, Wanted()))
        rates.append(ROUNDS / (perf_counter() - begun))
        assert report.rounds == ROUNDS
    return median(rates)


def _asked(read: Read) -> Iterator[Row]:
    """Yield how long it takes to find rounds among a million."""
    random = Random(2)
    some = [_id(random.randrange(1, ALL_ROUNDS)) for _ in range(100)]
    begun = perf_counter()
    assert len([*summaries(read, Wanted(player=NEWCOMER))]) == 100
    listed = 1000 * (perf_counter() - begun)
    yield Row("list the 100 rounds of a player", MILLISECONDS.show(listed), reach="< 50 ms")
    begun = perf_counter()
    first = [*islice(summaries(read, Wanted(player=PLAYER)), 100)]
    listed = 1000 * (perf_counter() - begun)
    assert len(first) == 100
    yield Row("the first 100 of 100,000", MILLISECONDS.show(listed), reach="< 50 ms")
    for name in some:
        assert round_called(read, name)
    begun = perf_counter()
    for name in some:
        round_called(read, name)
    found = 1000 * (perf_counter() - begun) / len(some)
    yield Row("one round by its id", MILLISECONDS.show(found), reach="< 5 ms")
    for figure, game in (("the last round of a channel", ""), ("of a game never played", "shoot")):
        begun = perf_counter()
        last_round(read, "libera", CHANNEL, game)
        found = 1000 * (perf_counter() - begun)
        yield Row(figure, MILLISECONDS.show(found), reach="< 5 ms")


def _listing(players_file: Path) -> Row:
    """Return how long the command takes to list a player's rounds: a tenth of a million."""
    (players_file.parent / "config.ini").write_text("[irc]\nserver = local\n")
    command = [sys.executable, str(ROOT / "PontoonBot.py"), "history", "--player", PLAYER]
    taken: list[float] = []
    for _ in range(RUNS):
        before = os.times()
        subprocess.run(command, cwd=players_file.parent, check=True, capture_output=True)
        after = os.times()
        user = after.children_user - before.children_user
        taken.append(user + after.children_system - before.children_system)
    figure = f"list 100,000 of {ALL_ROUNDS:,} rounds, processor's time"
    return Row(figure, SECONDS.show(median(taken)), reach="< 2 s")


def _audited(read: Read, players_file: Path) -> Row:
    """Return how long the audit of a million rounds takes."""
    playersxml.write(players_file, _chips(read))
    begun = perf_counter()
    report = audit(players_file)
    taken = perf_counter() - begun
    assert (report.rounds, report.findings) == (ALL_ROUNDS, [])
    return Row(f"audit of {ALL_ROUNDS:,} rounds", SECONDS.show(taken), reach="< 30 s")


def _start(read: Read, database: Path) -> Row:
    """Return how long a start takes with all the rounds, and with none, by turns."""
    chips = _chips(read)

    def prepared(place: Place) -> Sequence[str]:
        return prepare_ours(place, chips)

    def with_rounds(place: Place) -> Sequence[str]:
        database.rename(place.folder / database.name)
        return prepare_ours(place, chips)

    programs = replace(OURS, prepare=prepared), replace(OURS, prepare=with_rounds)
    seconds: list[list[float]] = [[], []]
    folder = database.parent
    with running_ngircd(EASY, folder) as server:
        for turn in range(STARTS):
            for which, program in enumerate(programs):
                home = folder / f"start{turn}-{which}"
                home.mkdir()
                seconds[which].append(start(server, program, Place(server, CHANNEL, home))[0])
                if not database.exists():
                    (home / database.name).rename(database)
    none, many = map(median, seconds)
    return Row(
        f"start until seen to JOIN, {ALL_ROUNDS:,} rounds kept",
        f"{many:.3f} s",
        f"none kept {none:.3f} s",
        f"{many / none:.2f} ×",
        "± 20 ms",
    )


def _kept_elsewhere(players_file: Path) -> Iterator[Row]:
    """Yield how long a backup takes, to put it back, and to remove half of its rounds."""
    copy = players_file.with_name("backup.db")
    begun = perf_counter()
    _, players = back_up(players_file, copy)
    yield _taken(f"backup of {ALL_ROUNDS:,} rounds", begun)
    elsewhere = players_file.with_name("elsewhere")
    elsewhere.mkdir()
    begun = perf_counter()
    restore(elsewhere / players_file.name, copy)
    yield _taken(f"restore of {ALL_ROUNDS:,} rounds", begun)
    begun = perf_counter()
    removed = prune(players, HALF).rounds
    yield _taken(f"prune of {removed:,} of {ALL_ROUNDS:,} rounds", begun)


def _taken(figure: str, begun: float) -> Row:
    return Row(figure, SECONDS.show(perf_counter() - begun))


def _chips(read: Read) -> dict[str, int]:
    return dict(read("SELECT name, chips FROM accounts WHERE kind = 'player'"))
