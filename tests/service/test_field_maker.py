"""Fields for the odds of Shed Pontoon by unusual rules: made once, elsewhere, and kept."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import json
from msgspec.structs import replace
from twisted.internet.defer import Deferred, fail

from pontoon.games.shed import ShedRules
from pontoon.odds import shed_field
from pontoon.odds.shed_field import Field, decode, encode, field_for
from pontoon.service.field_maker import FieldMaker
from pontoon.storage.database import Database
from pontoon.storage.fields import MAX_FIELDS, FieldStore
from pontoon.storage.replay import rules_written

RULES = ShedRules(bonus_high=Fraction(1, 7))


def request_for(players: int) -> str:
    """Return what a process is asked for where so many PLAYERS play by these rules."""
    return json.encode((rules_written(RULES), players)).decode()


class Processes:
    """Programs that were started, and have not ended yet."""

    def __init__(self) -> None:
        self.running: list[tuple[Deferred[bytes], str]] = []

    def run(self, _program: str, arguments: tuple[str, ...], _: object) -> Deferred[bytes]:
        output = Deferred[bytes]()
        self.running.append((output, arguments[-1]))
        return output

    def ends(self, output: bytes) -> None:
        self.running.pop()[0].callback(output)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with closing(Database(tmp_path / "players.db")) as database:
        yield database


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget behind each test what fields it has made known."""
    fields = dict(shed_field._known())
    monkeypatch.setattr(shed_field, "_known", lambda: fields)


def a_field(players: int = 3, rules: ShedRules = RULES) -> Field:
    usual = field_for(ShedRules(), players)
    assert usual is not None
    return replace(usual, rules=rules)


def test_a_field_that_is_not_known_is_made_once_and_known_then(database: Database) -> None:
    processes = Processes()
    maker = FieldMaker(database, processes.run)
    for _ in range(2):
        maker.want(RULES, 3)
    assert [request for _, request in processes.running] == [request_for(3)]
    assert field_for(RULES, 3) is None
    processes.ends(encode(a_field()))
    assert field_for(RULES, 3) == a_field()
    maker.want(RULES, 3)
    assert processes.running == []


def test_fields_of_the_usual_rules_and_of_too_many_players_are_not_made(database: Database) -> None:
    processes = Processes()
    maker = FieldMaker(database, processes.run)
    maker.want(ShedRules(), 3)
    maker.want(RULES, 11)
    assert processes.running == []


def test_one_is_made_after_the_other(database: Database) -> None:
    processes = Processes()
    maker = FieldMaker(database, processes.run)
    maker.want(RULES, 3)
    maker.want(RULES, 2)
    assert len(processes.running) == 1
    processes.ends(encode(a_field(3)))
    assert [request for _, request in processes.running] == [request_for(2)]


def test_it_is_kept_and_not_made_again_after_a_start(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes = Processes()
    FieldStore(database).keep("of an earlier version")
    maker = FieldMaker(database, processes.run)
    maker.want(RULES, 3)
    processes.ends(encode(a_field()))
    database.commit()
    usual = {(each.rules, each.players): each for each in [a_field(rules=ShedRules())]}
    monkeypatch.setattr(shed_field, "_known", lambda: usual)
    assert field_for(RULES, 3) is None
    FieldMaker(database, processes.run).want(RULES, 3)
    assert processes.running == []
    assert field_for(RULES, 3) == a_field()


@pytest.mark.parametrize("line", ["'[]'", "x'00ff'", "CAST(x'ff' AS TEXT)", "'{\"rules\":{}}'"])
def test_what_is_damaged_is_made_again(database: Database, line: str) -> None:
    processes = Processes()
    database.write(f"INSERT INTO fields (field) VALUES (CAST({line} AS TEXT))")
    database.commit()
    FieldMaker(database, processes.run).want(RULES, 3)
    assert len(processes.running) == 1


def test_what_cannot_be_made_is_not_tried_again_and_keeps_no_other_waiting(
    database: Database,
) -> None:
    asked: list[str] = []

    def fails(_program: str, arguments: tuple[str, ...], _: object) -> Deferred[bytes]:
        asked.append(arguments[-1])
        return fail(OSError("no more processes"))

    maker = FieldMaker(database, fails)
    for players in (2, 2, 3):
        maker.want(RULES, players)
    assert [each[-2:] for each in asked] == ["2]", "3]"]


def test_so_many_are_kept(database: Database) -> None:
    store = FieldStore(database)
    for number in range(MAX_FIELDS + 3):
        store.keep(str(number))
    database.commit()
    assert store.lines() == [str(number) for number in range(3, MAX_FIELDS + 3)]


@pytest.mark.slow
def test_a_process_of_its_own_makes_it() -> None:
    program = [sys.executable, "-m", "pontoon.service.field_maker", request_for(2)]
    made = subprocess.run(program, capture_output=True, check=True)
    field = decode(made.stdout)
    assert field.players == 2
    assert field.value > a_field(2).value  # high cards get a bonus
    assert field.gain < 0.01
