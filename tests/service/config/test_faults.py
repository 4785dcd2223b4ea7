"""Values of config.ini that cannot go together, and secrets that no fault shows."""

import os
import traceback
from pathlib import Path

import pytest

from pontoon.service.config.ini import ConfigError
from pontoon.service.config.settings import read
from tests.support.config_ini import faults_of


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "[shed]\ndecks = 1\nmax_splits = 0\n[table]\nmax_players = 2\n",
            "line 2, [shed] decks: marker = 60-75 goes beyond the shoe of 52 cards",
        ),
        (
            "[shed]\nmarker = 1-53\ndecks = 1\n[table]\nmax_players = 2\n",
            "line 2, [shed] marker: 1-53 goes beyond the shoe of 52 cards",
        ),
        (
            "[shed]\ndecks = 4\n",
            "line 2, [shed] decks: 4 is 208 cards, but 10 × 5 hands need 250",
        ),
        (
            "[shed]\nmax_splits = 6\n",
            "line 2, [shed] max_splits: decks = 6 is 312 cards, but 10 × 7 hands need 350",
        ),
        (
            "[table]\nmax_players = 13\n",
            "line 2, [table] max_players: decks = 6 is 312 cards, but 13 × 5 hands need 325",
        ),
    ],
)
def test_values_that_clash_are_told_with_a_key_that_is_in_the_file(
    tmp_path: Path, text: str, fault: str
) -> None:
    assert faults_of(tmp_path, text) == [f"config.ini, {fault}"]


@pytest.mark.parametrize("server", ["", "server = local\n"])
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("tls = yes\n", "tls: the server inside the bot (server = local) has no TLS"),
        (
            "channels = #a &b\n",
            "channels: '&b' does not begin with #, as the server inside the bot requires",
        ),
    ],
)
def test_what_the_server_inside_the_bot_cannot_do_is_a_fault(
    tmp_path: Path, server: str, text: str, fault: str
) -> None:
    line = 3 if server else 2
    assert faults_of(tmp_path, f"[irc]\n{server}{text}") == [
        f"config.ini, line {line}, [irc] {fault}"
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("account = Dealer\naccount_password = x\n", "2, [irc] account: the server inside the bot"),
        ("tls_key = a\n", "2, [irc] tls_key: has no effect without tls_certificate"),
        ("account_password = x\n", "2, [irc] account_password: has no effect without account"),
        ("sasl_required = yes\n", "2, [irc] sasl_required: the bot cannot log in"),
        ("nickserv = NickServ\n", "2, [irc] nickserv: has no effect without account"),
        ("nickserv_command = AUTH\n", "2, [irc] nickserv_command: has no effect without nickserv"),
        ("nickserv_regain = ghost\n", "2, [irc] nickserv_regain: has no effect without nickserv"),
        (
            "server = irc.x, 192.0.2.7\nbind = 2001:db8::7\n",
            "3, [irc] bind: 192.0.2.7 cannot be reached from an IPv6 address",
        ),
        (
            "server = [::1]:7000\nbind = 127.0.0.2\n",
            "3, [irc] bind: ::1 cannot be reached from an IPv4 address",
        ),
        (
            "bind = ::1\n",
            "2, [irc] bind: local cannot be reached from an IPv6 address",
        ),
        ("channel_keys = #other x\n", "2, [irc] channel_keys: '#other' is not in channels"),
        ("[irc:a]\n", "2, [irc:a] server: "),
        (
            "[irc:a b]\n",
            "2, [irc:a b]: unknown section; did you mean [irc]? A name after the colon",
        ),
        ("[irc:]\n", "2, [irc:]: unknown section; did you mean [irc]? A name after the colon has"),
        ("[table:a]\n", "2, [table:a]: unknown section; did you mean [table]?"),
    ],
)
def test_what_cannot_be_in_a_section_of_irc_is_a_fault(
    tmp_path: Path, text: str, fault: str
) -> None:
    [found] = faults_of(tmp_path, f"[irc]\n{text}")
    line = (
        f"line {fault}"
        if "[irc:a] server" not in fault
        else "[irc:a] server: [irc] already is the server"
    )
    assert found.startswith(f"config.ini, {line}")
    assert ("A name after the colon" in found) == ("A name after" in fault)


def test_an_account_needs_something_to_prove_it_with(tmp_path: Path) -> None:
    [fault] = faults_of(tmp_path, "[irc]\nserver = irc.example.org\naccount = Dealer\n")
    proofs = "account_password or tls_certificate"
    assert fault == f"config.ini, line 3, [irc] account: has no effect without {proofs}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("sasl = EXTERNAL\n", "EXTERNAL has no effect without tls_certificate"),
        ("sasl = no\n", "with sasl = no and without nickserv, the account has no effect"),
    ],
)
def test_an_account_that_sasl_cannot_log_in_to_is_a_fault(
    tmp_path: Path, text: str, fault: str
) -> None:
    account = "server = irc.example.org\naccount = Dealer\naccount_password = x\n"
    assert faults_of(tmp_path, f"[irc]\n{account}{text}") == [
        f"config.ini, line 5, [irc] sasl: {fault}"
    ]
    path = tmp_path / "config.ini"
    path.write_text(f"[irc]\n{account}{text}nickserv = NickServ\n")
    assert read(path, {}).irc.nickserv == "NickServ"


def test_a_password_that_cannot_be_read_is_not_told_to_be_missing(tmp_path: Path) -> None:
    account = "server = irc.example.org\naccount = Dealer\nnickserv = NickServ\n"
    [fault] = faults_of(tmp_path, f"[irc]\n{account}account_password_file = none\n")
    assert fault.startswith("config.ini, line 5, [irc] account_password_file: cannot be read")


def test_a_password_too_long_for_nickserv_is_a_fault_however_it_is_given(tmp_path: Path) -> None:
    """By SASL alone it can be told."""
    password = "p" * 400
    (tmp_path / "secret").write_text(password)
    account = "[irc]\nserver = irc.example.org\naccount = Dealer\n"
    given: list[tuple[str, dict[str, str]]] = [
        (f"account_password = {password}\n", {}),
        ("account_password_file = secret\n", {}),
        ("account_password =\n", {"PONTOON_ACCOUNT_PASSWORD": password}),
    ]
    for text, environ in given:
        [fault] = faults_of(tmp_path, f"{account}{text}nickserv = NickServ\n", environ)
        place = "config.ini, line 5, [irc] nickserv: "
        assert fault.startswith(f"{place}account_password does not fit into one line")
        assert password not in fault
        (tmp_path / "config.ini").write_text(account + text)
        assert read(tmp_path / "config.ini", environ).irc.account_password == password


def test_admins_of_no_network_are_a_fault(tmp_path: Path) -> None:
    """Without [irc] a name alone is nobody's."""
    text = "[irc:a]\nserver = irc.example.org\n[admin]\n"
    [fault] = faults_of(tmp_path, f"{text}accounts = a/dave, kevin, bob\n")
    rule = "names on [irc:NAME] begin with NAME/"
    assert fault == f"config.ini, line 4, [admin] accounts: 'kevin': there is no [irc]; {rule}"
    path = tmp_path / "config.ini"
    path.write_text(f"{text}accounts = a/dave\nmasks = a/*!*@x/y\n")
    assert read(path, {}).admin.masks == ("a/*!*@x/y",)


def test_no_sasl_cannot_be_required(tmp_path: Path) -> None:
    account = "server = irc.example.org\naccount = Dealer\naccount_password = x\n"
    [fault] = faults_of(tmp_path, f"[irc]\n{account}sasl = no\nsasl_required = yes\n")
    assert "the bot cannot log in" in fault


def test_a_fault_in_a_named_network_names_it(tmp_path: Path) -> None:
    [fault] = faults_of(tmp_path, "[irc:libera]\nserver = a b\n")
    assert fault.startswith("config.ini, line 2, [irc:libera] server: 'a b' is neither local")


def test_a_key_of_a_channel_is_never_shown(tmp_path: Path) -> None:
    for text in ("#a hunter2 x", "a hunter2", "#b hunter2"):
        [fault] = faults_of(tmp_path, f"[irc]\nchannels = #a\nchannel_keys = {text}\n")
        assert "hunter2" not in fault


def test_a_server_that_cannot_be_told_is_not_taken_for_the_one_inside(tmp_path: Path) -> None:
    [fault] = faults_of(tmp_path, "[irc]\nserver = a b\ntls = yes\nchannels = &b\n")
    assert "'a b' is neither local" in fault


def test_shoe_that_just_suffices_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "config.ini"
    path.write_text("[table]\nmax_players = 13\n[shed]\nmarker = 0-260\ndecks = 5\nmax_splits = 3")
    assert read(path, {}).table.max_players == 13


def test_value_at_fault_clashes_with_nothing(tmp_path: Path) -> None:
    """Whether a marker fits cannot be said before the decks are known."""
    [fault] = faults_of(tmp_path, "[shed]\nmarker = 60-400\ndecks = many\n")
    assert "'many' is not a whole number" in fault
    [fault] = faults_of(tmp_path, "[shed]\nmarker = 60-400\ndecks =\n")
    assert "has no value" in fault


@pytest.mark.parametrize(
    ("text", "file"), [("", "players.xml"), ("file = p.xml", "p.xml"), ("file =", None)]
)
def test_faults_come_with_the_file_of_the_players(
    tmp_path: Path, text: str, file: str | None
) -> None:
    """So that it can be checked too; unless it cannot be told which it is."""
    path = tmp_path / "config.ini"
    path.write_text(f"rubbish\n[players]\n{text}\n")
    with pytest.raises(ConfigError) as raised:
        read(path, {})
    players = raised.value.players
    assert (players and players.file) == (None if file is None else tmp_path / file)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("players.db", "it is not like postgresql://user@host/name"),
        ("mysql://bot@db/club", "is not like postgresql"),
        ("postgresql://bot:hunter2@db/club", r"a password does not belong here: put it into"),
        ("postgresql://bot@db/club?password=hunter2", "a password does not belong here"),
    ],
)
def test_a_database_is_named_by_a_url_without_a_password(
    tmp_path: Path, value: str, why: str
) -> None:
    path = tmp_path / "config.ini"
    path.write_text(f"[players]\ndatabase = {value}\n")
    with pytest.raises(ConfigError, match=rf"line 2, \[players\] database: .*{why}") as raised:
        read(path, {})
    assert "hunter2" not in str(raised.value)


PASSWORD_FAULTS = [
    ("password = hunter2\npassword_file = secret\n", "line 3, [irc] password_file: password is"),
    ("password_file = none\n", "line 2, [irc] password_file: cannot be read: No such file"),
    ("password_file = .\n", "line 2, [irc] password_file: cannot be read: Is a directory"),
    ("password_file = empty\n", "line 2, [irc] password_file: the file is empty"),
    (
        "password_file = latin\n",
        "line 2, [irc] password_file: the file is not UTF-8",
    ),
    ("password_file = lines\n", "line 2, [irc] password_file: contains a control character"),
    ("password_file = a\x00b\n", "line 2, [irc] password_file: contains a control character"),
    ("password = hunter2 \x01\n", "line 2, [irc] password: contains a control character"),
    ("password = :hunter2\n", "line 2, [irc] password: contains a space or begins with ':'"),
    ("pasword = hunter2\n", "line 2, [irc] pasword: unknown key; did you mean password"),
    ("password: hunter2=\n", "line 2: this line is neither"),
    ("password hunter2\n", "line 2: this line is neither"),
]


@pytest.mark.parametrize(("text", "fault"), PASSWORD_FAULTS)
def test_fault_about_a_password_never_shows_it(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "secret").write_text("hunter2\n")
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "latin").write_bytes(b"hunter2\xff")
    (tmp_path / "lines").write_text("hunter2\nhunter2\n")
    [found] = faults_of(tmp_path, f"[irc]\n{text}")
    assert found.startswith(f"config.ini, {fault}")
    assert "hunter2" not in found


@pytest.mark.parametrize("key", ["password_file", "account_password_file"])
@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("/dev/zero", "cannot be read: it is not a regular file"),
        ("/dev/null", "cannot be read: it is not a regular file"),
        ("pipe", "cannot be read: it is not a regular file"),
        ("large", "is too large for a password"),
        ("sparse", "is too large for a password"),
    ],
)
def test_only_a_small_regular_file_is_read_for_a_password(
    tmp_path: Path, key: str, file: str, why: str
) -> None:
    """A device may never end, and nobody may write to a pipe."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").write_text("x" * 100_000)
    (tmp_path / "sparse").touch()
    os.truncate(tmp_path / "sparse", 1 << 40)
    account = "server = irc.example.org\naccount = Dealer\n" if key[0] == "a" else ""
    [fault] = faults_of(tmp_path, f"[irc]\n{key} = {file}\n{account}")
    assert fault == f"config.ini, line 2, [irc] {key}: {why}"


@pytest.mark.parametrize("text", ["password = hunter2 x", "password_file = latin"])
def test_traceback_of_a_wrong_password_does_not_show_it(tmp_path: Path, text: str) -> None:
    (tmp_path / "latin").write_bytes(b"hunter2\xff")
    path = tmp_path / "config.ini"
    path.write_text(f"[irc]\n{text}\n")
    with pytest.raises(ConfigError) as raised:
        read(path, {})
    assert "hunter2" not in "".join(traceback.format_exception(raised.value))


@pytest.mark.parametrize("password", ["hunter2 x", ":hunter2", "hunter2\n", "hunter2\udcff"])
def test_wrong_password_in_the_environment_is_told(tmp_path: Path, password: str) -> None:
    [fault] = faults_of(tmp_path, "", {"PONTOON_PASSWORD": password})
    assert fault.startswith("environment variable PONTOON_PASSWORD: contains a ")
    assert "hunter2" not in fault


@pytest.mark.parametrize(
    ("text", "place", "known"),
    [
        ("[irc]\nserver = west\n[irc:west]\nserver = a\n", "line 4, [irc:west] server", "west"),
        ("[irc:West]\nserver = a\n[irc:west]\nserver = b\n", "line 4, [irc:west] server", "West"),
        ("[irc:local]\nserver = a\n[irc]\nprefix = ?\n", "[irc] server", "local"),
    ],
)
def test_two_networks_of_one_name_cannot_be_told_apart(
    tmp_path: Path, text: str, place: str, known: str
) -> None:
    """Neither their kitties could be, nor their rounds."""
    [fault] = faults_of(tmp_path, text)
    assert fault.startswith(f"config.ini, {place}: [irc")
    assert fault.endswith(f" is already known as {known}: rename one of them")
