"""The command line: what it prints, and where, and how it exits."""

import os
import re
import shlex
import shutil
import sqlite3
import sys
from contextlib import closing
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path
from unittest.mock import Mock, create_autospec

import pytest

from pontoon.cli import main
from pontoon.service import service
from pontoon.service.config.document import config_ini
from pontoon.service.connection import CannotListen
from pontoon.service.logs import CannotLog
from tests.support.full_database import filled
from tests.support.repository import ROOT

ORDINARY_USER = 1000
"""The bot is not started as root."""

PLAYERS = "<players><player><nick>dave</nick><chips>1000</chips></player></players>\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a current folder in which a bot could be started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PONTOON_PASSWORD", raising=False)
    monkeypatch.setattr(os, "geteuid", lambda: ORDINARY_USER)
    (tmp_path / "config.ini").write_text("[irc]\nserver = irc.example.org\n")
    (tmp_path / "players.xml").write_text(PLAYERS)
    return tmp_path


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Give what is called instead of running the bot."""
    stand_in: Mock = create_autospec(service.run, return_value=False)
    monkeypatch.setattr(service, "run", stand_in)
    return stand_in


@pytest.mark.usefixtures("folder")
def test_bot_is_run_with_the_configuration_and_the_players(run: Mock) -> None:
    assert main([]) == 0
    [config, store, reread] = run.call_args.args
    assert config.irc.server[0].host == "irc.example.org"
    assert reread() == config
    assert [player.nick for player in store.players()] == ["dave"]
    assert run.call_args.kwargs == {"verbose": False}


@pytest.mark.usefixtures("folder")
def test_verbose_is_handed_on(run: Mock) -> None:
    main(["--verbose"])
    assert run.call_args.kwargs == {"verbose": True}


def test_config_may_be_another_file(folder: Path, run: Mock) -> None:
    """Files that it names are relative to its own folder."""
    (folder / "there").mkdir()
    (folder / "there" / "bot.ini").write_text("[irc]\nserver = other.example.org\n")
    (folder / "there" / "players.xml").write_text(PLAYERS.replace("dave", "kevin"))
    assert main(["--config", "there/bot.ini"]) == 0
    [config, store, _] = run.call_args.args
    assert config.irc.server[0].host == "other.example.org"
    assert store.find("kevin") is not None


ELSEWHERE = ["irc.example.org", "192.0.2.1", "127.0.0.1, irc.example.org"]


@pytest.mark.parametrize("server", ELSEWHERE)
def test_root_does_not_run_it_for_people_from_elsewhere(
    folder: Path,
    run: Mock,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    server: str,
) -> None:
    """It says so in one line, and what root has made nobody else could use."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (folder / "config.ini").write_text(f"[irc]\nserver = {server}\n")
    assert main([]) == 2
    run.assert_not_called()
    assert sorted(each.name for each in folder.iterdir()) == ["config.ini", "players.xml"]
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"pontoonbot: .*\broot\b.*--allow-root.*\n", err)


@pytest.mark.parametrize("server", [ELSEWHERE[0], "local"])
def test_root_does_not_run_it_if_one_of_the_networks_is_elsewhere(
    folder: Path, run: Mock, monkeypatch: pytest.MonkeyPatch, server: str
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    networks = f"[irc]\nserver = {server}\n[irc:libera]\nserver = irc.example.com\n"
    (folder / "config.ini").write_text(networks)
    assert main([]) == 2
    run.assert_not_called()
    assert main(["--allow-root"]) == 0


@pytest.mark.parametrize("server", ["local", "127.0.0.1", "localhost", "[::1]:6667, 127.0.0.2"])
def test_root_may_run_it_for_this_machine(
    folder: Path, run: Mock, monkeypatch: pytest.MonkeyPatch, server: str
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    (folder / "config.ini").write_text(f"[irc]\nserver = {server}\n")
    assert main([]) == 0
    run.assert_called_once()


@pytest.mark.usefixtures("folder")
def test_root_may_check_and_audit(run: Mock, monkeypatch: pytest.MonkeyPatch) -> None:
    main([])
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert main(["--check"]) == main(["audit"]) == 0
    run.assert_called_once()


@pytest.mark.usefixtures("folder")
def test_password_is_taken_from_the_environment(run: Mock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTOON_PASSWORD", "s3cret")
    main([])
    assert run.call_args.args[0].irc.password == "s3cret"


def test_missing_players_file_is_created_and_said(
    folder: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "players.xml").unlink()
    before = date.today()
    assert main([]) == 0
    assert run.call_args.args[1].players() == []
    days = {f'date="{day:%d/%m/%Y}"' for day in (before, date.today())}
    assert any(day in (folder / "players.xml").read_text() for day in days)
    assert capsys.readouterr().err == (
        "pontoonbot: players.xml was missing; I created it without players\n"
    )


START_FAULTS = [
    ("port = 0", PLAYERS, "config.ini, line 3, [irc] port: '0' is not a whole number"),
    ("port = 0\ntls = x", PLAYERS, "to 65535 (and 1 more; --check lists them)\n"),
    ("port = 0\ntls = x\nx = 1", PLAYERS, "to 65535 (and 2 more; --check lists them)\n"),
    ("", "<players>\n", "players.xml, line "),
    ("", "<players>\n<player><chips>1</chips></player></players>", "players.xml, line 2: "),
    ("", None, "players.xml: it cannot be read: Is a directory"),
    ("[players]\nfile = no/p.xml", PLAYERS, "no/p.lock cannot be locked: No such file"),
]


@pytest.mark.parametrize(("config", "players", "complaint"), START_FAULTS)
def test_fault_at_the_start_is_one_line_and_exit_status_2(
    folder: Path,
    run: Mock,
    capsys: pytest.CaptureFixture[str],
    config: str,
    players: str | None,
    complaint: str,
) -> None:
    with (folder / "config.ini").open("a") as file:
        file.write(config)
    (folder / "players.xml").unlink()
    if players is None:
        (folder / "players.xml").mkdir()
    else:
        (folder / "players.xml").write_text(players)
    assert main([]) == 2
    run.assert_not_called()
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("pontoonbot: ")
    assert complaint in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("folder")
def test_missing_config_at_the_start_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--config", "none.ini"]) == 2
    assert capsys.readouterr().err == (
        "pontoonbot: none.ini: cannot be read: No such file or directory\n"
    )


def test_port_that_cannot_be_had_is_one_line_that_names_its_key(
    folder: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "config.ini").write_text("")
    run.side_effect = CannotListen("6667 is taken; choose another port")
    assert main([]) == 2
    assert capsys.readouterr() == (
        "",
        "pontoonbot: config.ini, [irc] port: 6667 is taken; choose another port\n",
    )


LOG_FAULTS = [
    ("none/bot.log", "there is no folder none"),
    ("folder", "folder is a folder"),
    ("players.xml", "players.xml is already used for something else"),
    ("players.xml~", "players.xml~ is already used for something else"),
    ("folder/../players.db", "is already used for something else"),
    ("players.db-wal", "players.db-wal is already used for something else"),
    ("players.lock", "players.lock is already used for something else"),
    ("config.ini", "config.ini is already used for something else"),
]


@pytest.mark.parametrize(("file", "why"), LOG_FAULTS)
def test_log_that_would_be_in_the_way_of_something_is_a_fault(
    folder: Path, run: Mock, capsys: pytest.CaptureFixture[str], file: str, why: str
) -> None:
    (folder / "folder").mkdir()
    with (folder / "config.ini").open("a") as config:
        config.write(f"[log]\nfile = {file}\n")
    before = (folder / "config.ini").read_bytes(), (folder / "players.xml").read_bytes()
    assert main([]) == 2
    run.assert_not_called()
    err = capsys.readouterr().err
    assert re.fullmatch(rf"pontoonbot: config\.ini, \[log\] file: .*{why}\n", err)
    assert main(["--check"]) == 1
    assert capsys.readouterr().out == err.removeprefix("pontoonbot: ")
    assert before == ((folder / "config.ini").read_bytes(), (folder / "players.xml").read_bytes())


def test_log_that_cannot_be_written_is_one_line_that_names_its_key(
    run: Mock, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (folder / "config.ini").open("a") as config:
        config.write("[log]\nfile = bot.log\n")
    run.side_effect = CannotLog("bot.log cannot be written: Permission denied")
    assert main([]) == 2
    assert capsys.readouterr().err == (
        "pontoonbot: config.ini, [log] file: bot.log cannot be written: Permission denied\n"
    )


@pytest.mark.parametrize(
    ("element", "meant"),
    [
        *(("bnak", "bank"), ("nikname", ""), ("Chip", "chips"), ("kitty", ""), ("note", "")),
        ("variables><nicknam", "nickname"),
        ("pontoon><playd", "played"),
    ],
)
def test_check_knows_elements_that_may_be_others(
    run: Mock, folder: Path, capsys: pytest.CaptureFixture[str], element: str, meant: str
) -> None:
    """Elements of any other name are an admin's own."""
    outer, _, inner = element.partition("><")
    within = f"<{inner}>5</{inner}>" if inner else "5"
    players = f"<players>\n<player><nick>dave</nick><chips>5</chips>\n<{outer}>{within}</{outer}>"
    (folder / "players.xml").write_text(f"{players}</player></players>")
    assert main(["--check"]) == bool(meant)
    fault = f"{inner or outer} means nothing here; did you mean {meant}?"
    wanted = f"players.xml, line 3: {fault}" if meant else "config.ini and players.xml are OK"
    assert capsys.readouterr() == (f"{wanted}\n", "")
    run.assert_not_called()


@pytest.mark.parametrize("text", ["dave & co", "dave&co", "dave &co;"])
def test_check_tells_how_to_write_an_and(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    player = f"<player><nick>{text}</nick></player>"
    (folder / "players.xml").write_text(f"<players>\n{player}</players>")
    assert main(["--check"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("players.xml, line 2: not XML: ")
    assert out.endswith("; write &amp; for an & in a text\n")


@pytest.mark.usefixtures("folder")
def test_check_finds_all_well(run: Mock, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0
    assert capsys.readouterr() == ("config.ini and players.xml are OK\n", "")
    run.assert_not_called()


@pytest.mark.parametrize(
    ("admin", "fault"),
    [
        ("accounts = dave", ""),
        (
            "accounts = here/dave",
            "accounts: 'here/dave': the server inside the bot has no accounts",
        ),
        ("accounts = dave, 0", "accounts: '0' is no account that services can have"),
        (f"accounts = {'x' * 65}", f"accounts: '{'x' * 40}...' is no account that services can"),
        ("masks = *!*@*.example.org", ""),
        ("masks = d?ve[*!*@home", ""),
        ("masks = #dave!*@home", "masks: '#dave!*@home': nobody can have such a nick"),
        ("masks = here/*!dave@local*", ""),
        ("masks = here/*!*@home", "masks: 'here/*!*@home': on the server inside the bot the host"),
    ],
)
def test_check_knows_admins_who_can_never_give_an_order(
    folder: Path, run: Mock, capsys: pytest.CaptureFixture[str], admin: str, fault: str
) -> None:
    """The bot starts all the same."""
    with (folder / "config.ini").open("a") as file:
        file.write(f"[irc:here]\nserver = local\n[admin]\n{admin}\n")
    assert main(["--check"]) == int(bool(fault))
    out = capsys.readouterr().out
    assert out.startswith(f"config.ini, [admin] {fault}" if fault else "config.ini and players")
    assert out.count("\n") == 1
    assert main([]) == 0
    run.assert_called_once()


def test_check_knows_an_address_that_this_machine_does_not_have(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (folder / "config.ini").open("a") as file:
        file.write("bind = 127.0.0.7\n[irc:far]\nserver = irc.example.com\nbind = 203.0.113.9\n")
    assert main(["--check"]) == 1
    told = capsys.readouterr().out
    assert told == "config.ini, [irc:far] bind: 203.0.113.9: Cannot assign requested address\n"


def test_check_does_not_create_a_missing_players_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "players.xml").unlink()
    assert main(["--check"]) == 0
    assert capsys.readouterr() == (
        "config.ini is OK; players.xml is missing and will be created at the start\n",
        "",
    )
    assert not (folder / "players.xml").exists()


NO_PLAYERS = "<players/>"
CANNOT_PLAY = (
    "warning: {players} has no player yet, so nobody can play: add players there, or set"
    " self_registration = yes in [identity]"
)


@pytest.mark.parametrize(
    ("config", "players", "is_warned"),
    [
        ("", NO_PLAYERS, True),
        ("", PLAYERS, False),
        ("", PLAYERS.replace("dave", "ann+#pontoon@irc.example.org"), True),
        ("[identity]\nself_registration = yes\n", NO_PLAYERS, False),
        ("[irc:here]\nserver = local\n", NO_PLAYERS, False),
    ],
)
def test_check_warns_where_nobody_can_play_yet(
    folder: Path,
    run: Mock,
    capsys: pytest.CaptureFixture[str],
    config: str,
    players: str,
    *,
    is_warned: bool,
) -> None:
    """The bot starts all the same; on the server inside it anybody can register."""
    with (folder / "config.ini").open("a") as file:
        file.write(config)
    (folder / "players.xml").write_text(players)
    assert main(["--check"]) == 0
    *warnings, verdict = capsys.readouterr().out.splitlines()
    assert warnings == ([CANNOT_PLAY.format(players="players.xml")] if is_warned else [])
    assert verdict == "config.ini and players.xml are OK"
    assert main([]) == 0
    run.assert_called_once()


@pytest.mark.usefixtures("folder")
def test_check_warns_of_a_new_folder_without_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--init", "new", "--server", "irc.example.org"]) == 0
    capsys.readouterr()
    assert main(["--config", "new/config.ini", "--check"]) == 0
    assert capsys.readouterr().out == (
        f"{CANNOT_PLAY.format(players='new/players.xml')}\n"
        "new/config.ini and new/players.xml are OK\n"
    )


def test_check_tells_of_players_inside_another_element(
    folder: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bot leaves them out."""
    bob = "<player><nick>bob</nick><chips>5</chips></player>"
    outer = f"<group>\n{bob}\n</group>\n<!-- {bob} -->\n"
    inner = f"<player><nick>eve</nick><chips>5</chips>\n{bob}</player>"
    text = PLAYERS.replace("<player>", f"{outer}<player>").replace("</players>", inner)
    (folder / "players.xml").write_text(f"{text}</players>")
    assert main(["--check"]) == 1
    why = "where the bot does not look: move it directly into players"
    assert capsys.readouterr().out.splitlines() == [
        f"players.xml, line 2: this player is inside group, {why}",
        f"players.xml, line 6: this player is inside player, {why}",
    ]
    assert main([]) == 0
    assert [each.nick for each in run.call_args.args[1].players()] == ["dave", "eve"]


def test_check_lists_every_fault_of_both_files(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "config.ini").write_text("[irc]\nport = 0\nburst = 0\n")
    player = "<player><nick>bob</nick><chips>-1</chips></player>\n"
    (folder / "players.xml").write_text(f"<players>\n{player}{player}</players>")
    assert main(["--check"]) == 1
    out, err = capsys.readouterr()
    assert err == ""
    places = [line.partition(": ")[0] for line in out.splitlines()]
    assert places[:2] == ["config.ini, line 2, [irc] port", "config.ini, line 3, [irc] burst"]
    assert set(places[2:]) == {"players.xml, line 2", "players.xml, line 3"}


def test_check_tells_that_the_players_file_cannot_be_created(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (folder / "config.ini").open("a") as file:
        file.write("[players]\nfile = no/p.xml\n")
    assert main(["--check"]) == 1
    assert capsys.readouterr().out == "no/p.xml: there is no such file\n"


def test_check_of_a_config_that_cannot_be_read_leaves_the_players(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where they are is not known then."""
    (folder / "players.xml").write_text("rubbish")
    assert main(["--check", "--config", "none.ini"]) == 1
    assert capsys.readouterr().out == "none.ini: cannot be read: No such file or directory\n"


def test_help_names_all_that_can_be_done_in_place_of_a_start(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    for command in ("audit", "backup", "history", "odds", "verify"):
        assert re.search(f"^    {command} ", told, re.MULTILINE)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", ["audit", "backup FILE", "history", "verify", "odds shed"])
def test_config_stands_before_or_behind_a_command(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    name, *others = command.split()
    others += ["--players", "2"] if name == "odds" else []
    for arguments in ["--config", "no.ini", name, *others], [name, *others, "--config", "no.ini"]:
        assert main(arguments) == 2
        told = "pontoonbot: no.ini: cannot be read: No such file or directory\n"
        assert capsys.readouterr() == ("", told)


@pytest.mark.parametrize("option", ["--check", "--server=x", "--channel=x", "--nick=x"])
@pytest.mark.parametrize("command", ["audit", "history", "history --check"])
def test_options_for_the_start_do_not_go_with_a_command(
    capsys: pytest.CaptureFixture[str], option: str, command: str
) -> None:
    with pytest.raises(SystemExit) as wrong:
        main([option, *command.split()])
    assert wrong.value.code == 2
    assert re.search("not go with (audit|history)|go with --init", capsys.readouterr().err)


# pontoonbot verify


def test_sealed_decks_are_verified(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(folder / "players.xml")
    assert main(["verify"]) == 0
    assert capsys.readouterr().out.endswith(": no fault\n")
    change(folder, "UPDATE decks SET number = 2, deck = json_set(deck, '$.terms.number', 2)")
    assert main(["verify"]) == 1
    fault, verdict = capsys.readouterr().out.splitlines()[-2:]
    assert fault == "deck 2 of #den is sealed out of turn: a deck before it is missing"
    assert verdict.endswith(": 1 fault")


def change(folder: Path, sql: str) -> None:
    with closing(sqlite3.connect(folder / "players.db")) as database, database:
        database.execute(sql)


@pytest.mark.usefixtures("folder")
def test_what_is_missing_for_a_check_is_said_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["verify"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "players.db" in err


def test_verifying_tells_how_far_it_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(folder / "players.xml")
    assert main(["verify"], partial(next, count(0, 3))) == 0
    out, err = capsys.readouterr()
    assert out.endswith(": no fault\n")
    assert err
    told = r"pontoonbot: \d of 2 rounds checked, \d+ s"
    assert all(re.fullmatch(told, line) for line in err.splitlines())


def test_a_database_of_an_earlier_version_is_verified_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the bot was started for the first time: its decks are counted as not checked."""
    of_0_5 = ROOT / "tests" / "storage" / "of_0_5_2"
    shutil.copy(of_0_5 / "pontoon.xml", folder / "players.xml")
    with closing(sqlite3.connect(folder / "players.db")) as database:
        database.executescript((of_0_5 / "pontoon.sql").read_text("utf-8"))
    assert main(["verify"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        "3 rounds cannot be checked: of decks that version 0.5 or an earlier one sealed"
    )


# pontoonbot --init


def test_a_folder_of_ones_own_can_be_checked_and_started_at_once(
    folder: Path, run: Mock, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [".venv/bin/pontoonbot", "and so on"])
    home = folder / "my bots" / "pontoon"
    assert main(["--init", str(home)]) == 0
    run.assert_not_called()
    assert (home / "config.ini").read_text("utf-8") == config_ini()
    assert home.stat().st_mode & 0o777 == 0o700
    assert (home / "config.ini").stat().st_mode & 0o777 == 0o600
    out, err = capsys.readouterr()
    assert err == ""
    commands = [
        shlex.split(line) for line in out.splitlines() if line.startswith(" ") and "<" not in line
    ]
    start = [".venv/bin/pontoonbot", "--config", str(home / "config.ini")]
    assert commands == [[*start, "--check"], start]
    for command in commands:
        assert main(command[1:]) == 0
    assert run.call_args.args[0].irc.is_local
    assert run.call_args.args[1].players() == []
    assert "!pontoon ann+" in out
    [player] = re.findall("<player>.*</player>", out)
    players = (home / "players.xml").read_text()
    (home / "players.xml").write_text(players.replace("\n</players>", f"\n{player}\n</players>"))
    assert main(commands[1][1:]) == 0
    assert [each.nick for each in run.call_args.args[1].players()] == ["dave"]


def test_answers_to_its_three_questions_are_in_its_config(folder: Path, run: Mock) -> None:
    answers = [
        "--server",
        "irc.example.org:7000, [::1]",
        "--channel",
        "#den,pit",
        "--nick",
        "Dealer",
    ]
    assert main(["--init", str(folder / "new"), *answers]) == 0
    assert main(["--config", str(folder / "new" / "config.ini")]) == 0
    irc = run.call_args.args[0].irc
    assert [each.host for each in irc.server] == ["irc.example.org", "::1"]
    assert (irc.channels, irc.nickname, irc.tls) == (("#den", "#pit"), "Dealer", True)


@pytest.mark.parametrize("name", ["config.ini", "players.xml", "players.xml~", "players.db"])
def test_it_overwrites_nothing(folder: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    new = folder / "new"
    new.mkdir()
    (new / name).write_text("mine")
    assert main(["--init", "new"]) == 2
    assert capsys.readouterr() == (
        "",
        f"pontoonbot: new/{name} is there already: --init overwrites nothing\n",
    )
    assert [(each.name, each.read_text()) for each in new.iterdir()] == [(name, "mine")]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--server", "irc example"], "--server: 'irc example' is neither local nor the name"),
        (["--channel", "a\x01b"], "--channel: contains a control character"),
        (["--channel", ""], "--channel: has no value"),
        (["--nick", "9"], "--nick: '9' is not a nick"),
        (["--server", "local", "--channel", "&a"], "--channel: '&a' does not begin with #"),
        (["--server", "irc.x\n[admin]\nmasks=*!*@*"], "--server: contains a control character"),
        (["--channel", "a\nserver = irc.x"], "--channel: contains a control character"),
        (["--nick", "Dealer\n", "--channel", "&a"], "--nick: contains a control character"),
        (["--server", "; x", "--nick", "#x"], "--server: '; x' is neither"),
    ],
)
def test_a_wrong_answer_is_one_line_and_makes_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main(["--init", "new", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"pontoonbot: {complaint}")
    assert "--check" not in err
    assert not (folder / "new").exists()


def test_all_wrong_answers_are_on_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--check`` cannot list them: nothing is written."""
    assert main(["--init", "new", "--server", "irc example", "--nick", "9"]) == 2
    assert re.search("--server: .*; --nick: '9' is not a nick.*\n$", capsys.readouterr().err)
    assert not (folder / "new").exists()


def test_a_folder_that_cannot_be_made_is_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "file").touch()
    assert main(["--init", "file"]) == 2
    assert capsys.readouterr().err == "pontoonbot: file cannot be used: File exists\n"
    assert main(["--init", "a" * 300]) == 2
    assert (
        capsys.readouterr().err == f"pontoonbot: {'a' * 300} cannot be used: File name too long\n"
    )


def test_the_current_folder_is_named_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["--init", "."]) == 0
    assert capsys.readouterr().out.startswith("config.ini and players.xml are in this folder. ")


def test_a_folder_without_a_name_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A script has lost it: it does not mean the current folder."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(["--init", ""])
    assert end.value.code == 2
    assert "--init: name a folder, for example ~/pontoon" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "others",
    [["--check"], ["--config", "config.ini"], ["--config", "my.ini"], ["audit"], ["verify"]],
)
def test_it_does_nothing_else(
    folder: Path, run: Mock, capsys: pytest.CaptureFixture[str], others: list[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--init", "new", *others])
    assert end.value.code == 2
    assert "--init goes with --server, --channel and --nick alone" in capsys.readouterr().err
    assert not (folder / "new").exists()
    run.assert_not_called()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("option", ["--server", "--channel", "--nick"])
def test_its_answers_go_with_it_alone(capsys: pytest.CaptureFixture[str], option: str) -> None:
    with pytest.raises(SystemExit):
        main([option, "x"])
    assert "--server, --channel and --nick go with --init" in capsys.readouterr().err
