"""``pontoonbot history``: what it prints, and how it exits."""

import csv
import io
import json
from datetime import timedelta
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from pontoon.cli import main
from pontoon.storage.lockfile import Lock
from tests.support.ledger_checks import check_books, started
from tests.support.players_files import file_of, full, write
from tests.support.recorded_rounds import BEGAN, a_shed_round, edited, keep, kept

pytestmark = pytest.mark.slow

FIRST, SECOND = "00000000000000a1", "00000000000000b2"

LISTED = [
    f"2026-11-23T08:03:47Z {FIRST} pontoon #den: dave +0, kevin -5",
    f"2026-11-25T08:03:47Z {SECOND} pontoon #den: kevin +0, bob -5",
]


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a players.xml in the current folder, with a history of two rounds."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.ini").write_text("[irc]\nserver = irc.example.org\n[table]\ncards = ascii")
    path = tmp_path / "players.xml"
    write(path, file_of(full("dave"), full("kevin"), full("bob")))
    first = a_shed_round(FIRST)
    second = a_shed_round(SECOND, "kevin", "bob", began=BEGAN + timedelta(days=2))
    kept(path, first, second)
    return path


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> list[str]:
    """Return the lines that the command prints with ARGUMENTS, which exits with that STATUS."""
    assert main(["history", *arguments]) == status
    return capsys.readouterr().out.splitlines()


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        ("", LISTED),
        ("--player DAVE", LISTED[:1]),
        ("--player kevin --since 2026-11-24", LISTED[1:]),
        ("--until 2026-11-23", LISTED[:1]),
        ("--channel #DEN --game pontoon", LISTED),
        ("--hand bust", LISTED),
        ("--hand bust --player kevin", LISTED[:1]),
    ],
)
def test_rounds_are_listed(
    capsys: pytest.CaptureFixture[str], arguments: str, lines: list[str]
) -> None:
    assert printed(capsys, *arguments.split()) == lines


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        *((each, "no such round was played") for each in ("--game shoot", "--player nobody")),
        *(
            (each, "no such round was played")
            for each in ("--channel #nope", "--json --game shoot")
        ),
        ("--hand high_cards --player bob", "no such round was played"),
        ("--hand five-card-trick", "no such round was played"),
        ("00000000000000ff", "no round has the id 00000000000000ff"),
        (
            "forget nobody",
            "nobody called nobody is in the history or the ledger: nothing is changed",
        ),
    ],
)
def test_nothing_found_is_a_line_on_stderr(
    capsys: pytest.CaptureFixture[str], arguments: str, why: str
) -> None:
    assert main(["history", *arguments.split()]) == 1
    out, err = capsys.readouterr()
    assert (out, err) == ("", f"pontoonbot history: {why}\n")


@pytest.mark.parametrize("nick", ["", " ", "\t"])
def test_an_empty_nick_forgets_nobody(
    players: Path, capsys: pytest.CaptureFixture[str], nick: str
) -> None:
    before = {each: each.read_bytes() for each in players.parent.iterdir()}
    with pytest.raises(SystemExit) as refused:
        main(["history", "forget", nick])
    assert refused.value.code == 2
    assert capsys.readouterr().err == "pontoonbot history: forget takes one nick\n"
    assert {each: each.read_bytes() for each in players.parent.iterdir()} == before


@pytest.mark.usefixtures("players")
def test_an_unknown_kind_of_hand_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["history", "--hand", "foo"])
    assert refused.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("pontoonbot history: argument --hand: no such kind of hand: foo; known")


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize("option", ["--player", "--channel", "--hand", "--since", "--until"])
@pytest.mark.parametrize("value", ["", " "])
def test_an_empty_value_does_not_stand_for_all(
    capsys: pytest.CaptureFixture[str], option: str, value: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["history", option, value])
    assert refused.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"pontoonbot history: argument {option}: ")


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize(
    "others",
    ["0123456789abcdef", "--player nobody", "--hand bust", "--game shoot", "--channel #nope"],
)
def test_a_check_of_all_rounds_does_not_pass_for_one_of_some(
    capsys: pytest.CaptureFixture[str], others: str
) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["history", "--check", *others.split()])
    assert refused.value.code == 2
    assert capsys.readouterr() == (
        "",
        "pontoonbot history: --check is of all rounds: only --config goes with it\n",
    )


@pytest.mark.usefixtures("players")
def test_rounds_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, SECOND, FIRST)
    assert [line.split(":")[0] for line in lines if line.startswith("Round")] == [
        f"Round {FIRST}",
        f"Round {SECOND}",
    ]
    assert "kevin: 6S 10D 8H = 24 bust, stake 5: loses 5" in lines
    assert not [line for line in lines if line.startswith("[")]


@pytest.mark.usefixtures("players")
def test_what_players_saw_is_told_if_that_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, FIRST, "--private")
    assert {line.split()[0] for line in lines if line.startswith("[")} == {"[dave]", "[kevin]"}
    lines = printed(capsys, FIRST, "--private", "--player", "dave")
    assert {line.split()[0] for line in lines if line.startswith("[")} == {"[dave]"}


@pytest.mark.usefixtures("players")
def test_rows_for_spreadsheets_and_databases(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [*csv.DictReader(io.StringIO("\n".join(printed(capsys, "--csv"))))]
    assert [row["player"] for row in rows] == ["dave", "kevin", "kevin", "bob"]
    assert rows[1]["result"] == "-5"
    assert rows[1]["deck"] == ""
    found = [json.loads(line) for line in printed(capsys, "--json")]
    texts = [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in found
    ]
    assert texts == rows
    assert found[1]["cards"] == "6S 10D 8H"


def damage(players: Path) -> None:
    with edited(players) as connection:
        connection.execute("UPDATE rounds SET settled = '{}' WHERE id = ?", (SECOND,))


@pytest.mark.parametrize("options", ["", "--csv", "--hand bust"])
def test_a_damaged_round_is_told_and_the_others_are_listed(
    players: Path, capsys: pytest.CaptureFixture[str], options: str
) -> None:
    whole = printed(capsys, *options.split())
    damage(players)
    assert main(["history", *options.split()]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines() == [line for line in whole if SECOND not in line]
    assert err.startswith(f"pontoonbot history: the round {SECOND} cannot be read: ")


def test_a_check_without_faults(capsys: pytest.CaptureFixture[str], players: Path) -> None:
    before = {each: each.read_bytes() for each in players.parent.iterdir()}
    assert printed(capsys, "--check") == ["2 rounds, 2 compared with the ledger: all as recorded"]
    after = {each: each.read_bytes() for each in players.parent.iterdir()}
    assert {each: after[each] for each in before} == before
    assert {each.name for each in after.keys() - before.keys()} <= {
        "players.db-shm",
        "players.db-wal",
    }


def test_a_check_with_faults(players: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage(players)
    fault, verdict = printed(capsys, "--check", status=1)
    assert fault.startswith(f"the round {SECOND} cannot be read: ")
    assert verdict == "2 rounds, 1 compared with the ledger: 1 fault"


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (
            "UPDATE acts SET act = '[null, \"stop\"]' WHERE round = 1 AND n = 4",
            f"the round {FIRST} does not replay: it ends with another result",
        ),
        (
            "UPDATE entries SET after = after + 1 WHERE change = 2 AND name = 'kevin'",
            f"the round {FIRST}: kevin: -4 in the ledger, -5 in the history",
        ),
        (
            f"UPDATE changes SET round = NULL WHERE round = '{FIRST}'",
            f"the round {FIRST} is not in the ledger",
        ),
    ],
)
def test_each_fault_is_a_line(
    players: Path, capsys: pytest.CaptureFixture[str], edit: str, fault: str
) -> None:
    with edited(players) as connection:
        assert connection.execute(edit).rowcount == 1
    assert fault in printed(capsys, "--check", status=1)


def keep_unpaid(players: Path, round_id: str) -> None:
    """Have a round of dave and kevin in the database whose result is not paid yet."""
    store = started(players)
    keep(store, a_shed_round(round_id), is_paid=False)
    store.database.close()


def test_a_round_that_is_not_paid_yet_is_no_fault(
    players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_unpaid(players, "00000000000000c3")
    verdict = "3 rounds, 2 compared with the ledger, 1 not paid yet: all as recorded"
    assert printed(capsys, "--check") == [verdict]


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize(
    ("arguments", "what"),
    [("--check", "checked"), ("--hand bust", "read"), ("--csv", "read"), ("--json", "read")],
)
def test_playing_rounds_again_tells_how_far_it_is(
    capsys: pytest.CaptureFixture[str], arguments: str, what: str
) -> None:
    lines = printed(capsys, *arguments.split())
    assert main(["history", *arguments.split()], partial(next, count(0, 3))) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == lines
    assert err == f"pontoonbot: 1 of 2 rounds {what}, 6 s\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [("prune --before 2026-11-24", "removing rounds"), ("forget dave", "changing players.db")],
)
def test_changing_the_database_tells_that_it_goes_on(
    players: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: str,
    told: str,
) -> None:
    monkeypatch.setattr("pontoon.storage.sqlite._STEPS", 10)
    assert main(["history", *arguments.split()], partial(next, count(0, 3))) == 0
    assert capsys.readouterr().err.startswith(f"pontoonbot: {told}, 6 s\n")
    check_books(players)


def test_somebody_is_forgotten(players: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, _ = printed(capsys, "forget", "Dave")
    assert first.startswith("Dave is ~")
    assert "words that were said for cuts" in second
    assert "other people's logs" in second
    check_books(players)
    assert printed(capsys, "--check") == ["2 rounds, 2 compared with the ledger: all as recorded"]
    assert printed(capsys, "--player", "dave", status=1) == []


def test_who_is_still_a_player_is_named_in_the_ledger_anew(
    players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    *_, last = printed(capsys, "forget", "DAVE")
    assert last.startswith("DAVE is still in players.xml, so the ledger has the name again")
    assert main(["audit"]) == 0
    *_, again, gone, counted = capsys.readouterr().out.splitlines()
    assert again.endswith(": dave missing -> 1000, after history forget")
    assert gone.endswith(" 1000 -> missing, after history forget")
    assert counted == "2 rounds, 0 edits by hand: all chips are accounted for"
    write(players, file_of(full("kevin")))
    assert len(printed(capsys, "forget", "DAVE")) == 2
    assert b"dave" not in players.with_suffix(".db").read_bytes().lower()


def test_nobody_is_forgotten_and_nothing_removed_while_a_bot_runs(
    players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Lock(players.with_suffix(".lock")):
        for arguments in ("forget dave", "prune --before 2030-01-01"):
            assert main(["history", *arguments.split()]) == 2
            assert "is in use by the bot" in capsys.readouterr().err
    assert printed(capsys) == LISTED


def test_nobody_is_forgotten_before_their_rounds_are_paid(
    players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep_unpaid(players, "00000000000000c3")
    assert main(["history", "forget", "dave"]) == 2
    assert "a round of dave is not over" in capsys.readouterr().err


def test_without_players_nothing_is_made(players: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players.unlink()
    players.with_name("players.xml~").unlink()
    assert main(["history", "forget", "dave"]) == 2
    assert "is missing" in capsys.readouterr().err
    assert not players.exists()


@pytest.mark.usefixtures("players")
@pytest.mark.parametrize(
    "arguments",
    [
        ["forget"],
        ["forget", "dave", "kevin"],
        ["dave"],
        ["--since", "yesterday"],
        ["--game", "whist"],
        ["--csv", "--json"],
        ["prune"],
        ["prune", "--before", "yesterday"],
        ["prune", "--before", "2026-11-24", "--player", "dave"],
        ["prune", "dave", "--before", "2026-11-24"],
        ["--before", "2026-11-24"],
    ],
    ids=" ".join,
)
def test_wrong_arguments_are_refused(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["history", *arguments])
    assert ended.value.code == 2
    assert capsys.readouterr().err


def test_without_a_database_there_is_a_line(
    players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players.with_suffix(".db").unlink()
    assert main(["history"]) == 2
    assert "players.db is missing: restore a backup" in capsys.readouterr().err


def test_a_damaged_database_is_told_with_what_to_do(
    players: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = players.with_suffix(".db")
    database.write_bytes(bytes(4096) + database.read_bytes()[4096:])
    assert main(["history"]) == 2
    assert "players.db is damaged (file is not a database): restore" in capsys.readouterr().err


def test_old_rounds_are_removed(players: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "prune", "--before", "2026-11-24")
    assert lines == ["1 round removed; the ledger has it summed in 1 change."]
    assert printed(capsys) == LISTED[1:]
    check_books(players)
    assert printed(capsys, "--check") == ["1 round, 1 compared with the ledger: all as recorded"]
    lines = printed(capsys, "prune", "--before", "2026-11-24")
    assert lines == ["No round that is paid and told ended before 2026-11-24."]


@pytest.mark.usefixtures("players")
def test_a_reader_may_go_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("builtins.print", gone)
    assert main(["history"]) == 0
