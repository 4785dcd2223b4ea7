"""What config.ini may not say, and how that is told: file, line, key and reason."""

import traceback
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pontoon.service.config.ini import ConfigError, ConfigFault
from pontoon.service.config.settings import read

NOTHING: Mapping[str, str] = MappingProxyType({})


def faults_of(
    folder: Path, content: str | bytes, environ: Mapping[str, str] = NOTHING
) -> list[str]:
    """Return what is wrong with a config.ini of this CONTENT, as it is printed, without FOLDER."""
    path = folder / "config.ini"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(ConfigError) as raised:
        read(path, environ)
    return [str(fault).removeprefix(f"{folder}/") for fault in raised.value.faults]


WRONG_VALUES = [
    ("irc", "server", "irc example", "'irc example' is neither local nor the name or address"),
    ("irc", "server", "irc.example.org:0", "'0' is not a port from 1 to 65535"),
    ("irc", "server", "irc.example.org:65536", "'65536' is not a port"),
    ("irc", "server", "irc.example.org:" + "9" * 180, "is not a port"),
    ("irc", "server", "irc.example.org:x", "is neither local"),
    ("irc", "server", "[example.org]:1", "'[example.org]:1' is neither local"),
    ("irc", "server", "::1, [::1]:", "'[::1]:' is neither local"),
    ("irc", "server", "a,,b", "'' is neither local"),
    ("irc", "server", "a, b, a", "'a' appears twice"),
    ("irc", "server", "a, local", "local, the server inside the bot, has no port"),
    ("irc", "server", "local:6667", "local, the server inside the bot, has no port"),
    ("irc", "tls_ca_file", "a\x00b", "contains a control character"),
    ("irc", "tls_fingerprints", "a1" * 31, "is not the 64 hexadecimal digits of a SHA-256"),
    ("irc", "tls_fingerprints", "xy" * 32, "is not the 64 hexadecimal digits"),
    ("irc", "alternatives", "Dealer, 9", "'9' is not a nick"),
    ("irc", "account", "the bot", "'the bot' is not an account: it has to be one word"),
    ("irc", "account", ":bot", "':bot' is not an account"),
    ("irc", "account", "*", "'*' is not an account"),
    ("irc", "account_password", "two words", "contains a space or begins with ':'"),
    ("irc", "sasl", "DIGEST-MD5", "'DIGEST-MD5' is not one of: no, EXTERNAL, "),
    ("irc", "sasl", "no, PLAIN", "'NO' is not one of"),
    ("irc", "nickserv", "Nick Serv", "'Nick Serv' is not a nick"),
    ("irc", "nickserv", "Yes", "'Yes' is neither no nor the nick of a service, such as NickServ"),
    ("irc", "nickserv", "on", "'on' is neither no nor the nick"),
    ("irc", "nickserv", "true", "'true' is neither no nor the nick"),
    ("irc", "nickserv_regain", "yes", "'yes' is not one of: no, regain, ghost"),
    ("irc", "channel_keys", "#pontoon", "is not a list of channels with their keys"),
    ("irc", "channel_keys", "#pontoon a b", "is not a list of channels with their keys"),
    ("irc", "channel_keys", "pontoon a", "is not a list of channels with their keys"),
    ("irc", "channel_keys", "#pontoon :a", "is not a list of channels with their keys"),
    ("irc", "channel_keys", "#pontoon a, #Pontoon b", "'#Pontoon' appears twice"),
    ("irc", "ignore", "dave", "'dave' is not a mask, such as nick!user@host"),
    ("irc", "ignore", "*!*", "'*!*' is not a mask"),
    ("irc", "ignore", "*!*@" + "x" * 300, "is not a mask"),
    ("irc", "user_lines", "0", "'0' is not a whole number from 1 to 1000"),
    ("irc", "user_lines_per_second", "-1", "'-1' is not a number from 0 to 1000"),
    ("identity", "require", "nobody", "'nobody' is not one of: nick, account, mask"),
    ("identity", "self_registration", "1", "'1' is not one of: yes, no"),
    ("identity", "starting_chips", "-1", "'-1' is not a whole number from 0 to 999999999"),
    ("admin", "accounts", "dave :x", "':x' is not an account"),
    ("admin", "masks", "dave", "'dave' is not a mask"),
    ("admin", "masks", "*!*@a *!?*@**", "'*!?*@**' would make everybody an admin"),
    ("admin", "masks", "irc/*!*@*", "'irc/*!*@*' would make everybody an admin"),
    ("admin", "masks", "oftc/a!*@*", "'oftc/a!*@*': there is no [irc:oftc]; names on [irc:NAME]"),
    ("admin", "accounts", "dave, oftc/eve", "'oftc/eve': there is no [irc:oftc]; names on"),
    ("log", "format", "xml", "'xml' is not one of: text, json"),
    ("log", "max_bytes", "9999", "'9999' is not a whole number from 10000 to 999999999"),
    ("log", "kept", "1001", "'1001' is not a whole number from 0 to 1000"),
    ("irc", "server", "irc://example.org", "is neither local"),
    ("irc", "server", "-example.org", "is neither local"),
    ("irc", "server", "example..org", "is neither local"),
    ("irc", "server", "::1%a b", "is neither local"),
    ("irc", "server", "örc.example.org", "is neither local"),
    ("irc", "server", "x." * 100 + "x", "is longer than 200 bytes"),
    ("irc", "port", "0", "'0' is not a whole number from 1 to 65535"),
    ("irc", "port", "65536", "'65536' is not a whole number from 1 to 65535"),
    ("irc", "port", "1_000", "'1_000' is not a whole number"),
    ("irc", "port", "٣", "'٣' is not a whole number"),
    ("irc", "port", "+5", "'+5' is not a whole number"),
    ("irc", "port", "-5", "'-5' is not a whole number"),
    ("irc", "port", "1e3", "'1e3' is not a whole number"),
    ("irc", "port", "6667 # plain", "'6667 # plain' is not a whole number"),
    ("irc", "port", "9" * 5000, "is not a whole number"),
    ("irc", "tls", "maybe", "'maybe' is not one of: yes, no"),
    ("irc", "tls", "1", "'1' is not one of: yes, no"),
    ("irc", "nickname", "9lives", "'9lives' is not a nick"),
    ("irc", "nickname", "-bot", "'-bot' is not a nick"),
    ("irc", "nickname", "the bot", "'the bot' is not a nick"),
    ("irc", "nickname", "böt", "'böt' is not a nick"),
    ("irc", "nickname", "b" * 65, "is not a nick"),
    ("irc", "nickname", "bot\x0b", r"'bot\x0b' is not a nick"),
    ("irc", "nickname", "bot\N{NO-BREAK SPACE}", r"'bot\xa0' is not a nick"),
    ("irc", "realname", "a\x02b", "contains a control character"),
    ("irc", "realname", "r" * 201, "is longer than 200 bytes"),
    ("irc", "password", "two words", "contains a space or begins with ':'"),
    ("irc", "password", ":colon", "contains a space or begins with ':'"),
    ("irc", "password", "a\x00b", "contains a control character"),
    ("irc", "password", "p" * 505, "does not fit into one line of IRC"),
    ("irc", "account_password", "p" * 10_001, "is longer than 10000 bytes"),
    ("irc", "channels", ", ,", "names no channel"),
    ("irc", "channels", "#a pontoon", "'pontoon' does not begin with one of # & + !"),
    ("irc", "channels", "#a, #b, #A", "'#A' appears twice"),
    ("irc", "channels", "#a[ #A{", "'#A{' appears twice"),
    ("irc", "channels", "#a\x07", "contains a control character"),
    ("irc", "channels", "#" + "ü" * 100, "is longer than 200 bytes"),
    ("irc", "prefix", "/", "IRC clients treat a line that begins with '/' as their own command"),
    ("irc", "prefix", "!!!!", "'!!!!' is not one to three punctuation marks or symbols"),
    ("irc", "prefix", "! !", "is not one to three"),
    ("irc", "prefix", "!p", "is not one to three"),
    ("irc", "prefix", "é", "is not one to three"),
    ("irc", "prefix", "5", "is not one to three"),
    ("irc", "prefix", "!\u0301", "is not one to three"),
    ("irc", "prefix", "\x02", "is not one to three"),
    ("irc", "notices", "on", "'on' is not one of: yes, no"),
    ("irc", "lines_per_second", "1000.1", "'1000.1' is not a number from 0 to 1000"),
    ("irc", "lines_per_second", "nan", "'nan' is not a number"),
    ("irc", "lines_per_second", "inf", "'inf' is not a number"),
    ("irc", "lines_per_second", "-1", "'-1' is not a number"),
    ("irc", "lines_per_second", "1,5", "'1,5' is not a number"),
    ("irc", "lines_per_second", "1/2", "'1/2' is not a number"),
    ("irc", "lines_per_second", ".5", "'.5' is not a number"),
    ("irc", "burst", "0", "'0' is not a whole number from 1 to 1000"),
    ("irc", "burst", "1001", "'1001' is not a whole number from 1 to 1000"),
    ("players", "file", "a\x00b", "contains a control character"),
    ("table", "cards", "latin", "'latin' is not one of: unicode, ascii"),
    ("table", "colour", "true", "'true' is not one of: yes, no"),
    ("table", "max_players", "0", "'0' is not a whole number from 1 to 100"),
    ("table", "max_players", "101", "'101' is not a whole number from 1 to 100"),
    ("table", "bets", "at once", "'at once' is not one of: together, in turn"),
    ("table", "turn_timeout", "86401", "'86401' is not a whole number from 10 to 86400"),
    ("table", "turn_timeout", "9", "'9' is not a whole number from 10 to 86400"),
    ("table", "turn_timeout", "0", "'0' is not a whole number from 10 to 86400"),
    ("table", "bank_timeout", "86401", "'86401' is not a whole number from 5 to 86400"),
    ("table", "bank_timeout", "4", "'4' is not a whole number from 5 to 86400"),
    ("table", "grace", "86401", "'86401' is not a whole number from 0 to 86400"),
    ("table", "grace", "1.5", "'1.5' is not a whole number from 0 to 86400"),
    ("table", "away_after", "1001", "'1001' is not a whole number from 0 to 1000"),
    ("table", "away_after", "never", "'never' is not a whole number from 0 to 1000"),
    ("shed", "decks", "0", "'0' is not a whole number from 1 to 100"),
    ("shed", "decks", "101", "'101' is not a whole number from 1 to 100"),
    ("shed", "marker", "60", "'60' is not a range, such as 60-75"),
    ("shed", "marker", "-60-75", "'-60-75' is not a range"),
    ("shed", "marker", "75-60", "75-60 ends before it begins"),
    ("shed", "marker", "60-400", "60-400 goes beyond the shoe of 312 cards"),
    ("shed", "max_bet_percent", "1, 0, 50", "'0' is not a whole number from 1 to 100"),
    ("shed", "max_bet_percent", "1, 101", "'101' is not a whole number from 1 to 100"),
    ("shed", "max_bet_percent", "1,, 2", "'' is not a whole number"),
    ("shed", "max_bet_percent", "1 2", "'1 2' is not a whole number"),
    ("shed", "stick_min", "22", "'22' is not a whole number from 2 to 21"),
    ("shed", "max_splits", "21", "'21' is not a whole number from 0 to 20"),
    ("shed", "bonus_shed", "1000.5", "'1000.5' is not a number from 0 to 1000"),
    ("shed", "bonus_five_card_21", "-4", "'-4' is not a number from 0 to 1000"),
    ("shed", "bonus_five_card", "3/2", "'3/2' is not a number"),
    ("shed", "bonus_pontoon", "1.", "'1.' is not a number"),
    ("shed", "bonus_high", "1e2", "'1e2' is not a number"),
    ("shed", "bonus_clown", "x1.5", "'x1.5' is not a number"),
]


@pytest.mark.parametrize(("section", "key", "text", "reason"), WRONG_VALUES)
def test_wrong_value_is_told_with_file_line_and_key(
    tmp_path: Path, section: str, key: str, text: str, reason: str
) -> None:
    [fault] = faults_of(tmp_path, f"# A comment\n\n[{section}]\n{key} = {text}\n")
    assert fault.startswith(f"config.ini, line 4, [{section}] {key}: ")
    assert reason in fault
    assert fault.isprintable()
    assert len(fault) < 200


@pytest.mark.parametrize(
    "place",
    [
        f"{section}.{key}"
        for section, keys in {
            "irc": "server port tls nickname realname channels prefix lines_per_second burst",
            "players": "file",
            "table": "cards colour max_players bets turn_timeout bank_timeout grace away_after",
            "shed": "decks marker max_bet_percent stick_min max_splits bonus_shed bonus_clown",
        }.items()
        for key in keys.split()
    ],
)
def test_a_key_needs_a_value(tmp_path: Path, place: str) -> None:
    section, key = place.split(".")
    [fault] = faults_of(tmp_path, f"[{section}]\n{key} =\n")
    assert fault == f"config.ini, line 2, [{section}] {key}: has no value"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("\n[shde]\ndecks = x\n", "line 2, [shde]: unknown section; did you mean [shed]"),
        ("[SHED]\n", "line 1, [SHED]: unknown section; did you mean [shed]"),
        ("[]\n", "line 1, []: unknown section; did you mean"),
        ("[a\x1b[2Jb]\n", r"line 1, [a\x1b[2Jb]: unknown section; did you mean"),
        ("[irc]\nchanels = #a\n", "line 2, [irc] chanels: unknown key; did you mean channels"),
        (
            "[shed]\nstick_max = 1\n",
            "line 2, [shed] stick_max: unknown key; did you mean stick_min",
        ),
        ("[irc]\nPORT = 1\n", "line 2, [irc] PORT: unknown key; did you mean port"),
        ("[irc]\ndecks = 6\n", "line 2, [irc] decks: unknown key; did you mean "),
        ("[irc]\ntls = no\ntls = no\n", "line 3, [irc] tls: appears twice, first in line 2"),
        ("[irc]\ntls = no\n\n[irc]\n", "line 4, [irc]: appears twice, first in line 1"),
        ("[irc]\n[shed]\n[irc]\ntls = no\n", "line 3, [irc]: appears twice, first in line 1"),
        ("\ntls = no\nport = 1\n", "line 2, tls: appears before the first [section]"),
        ("[irc]\ntls\n", "line 2: this line is neither [section] nor key = value"),
        ("[irc]\ntl\u015b = no\n", "line 2: this line is neither [section] nor key = value"),
        ("[irc]\n= yes\n", "line 2: this line is neither [section] nor key = value"),
        ("[irc\nport = x\n", "line 1: this line is neither [section] nor key = value"),
        ("[irc] # here\ndecks = 6\n", "line 1: this line is neither [section] nor key = value"),
        (b"[irc]\nrealname = B\xf6b\n", "line 2: is not UTF-8"),
        (b"\xef\xbb\xbf\n\n\xff", "line 3: is not UTF-8"),
        ("[irc]\nport = 1\n".encode("utf-16"), "line 1: is not UTF-8"),
    ],
)
def test_wrong_line_is_told_once(tmp_path: Path, text: str | bytes, fault: str) -> None:
    [found] = faults_of(tmp_path, text)
    assert found.startswith(f"config.ini, {fault}")


def test_unreadable_file_is_one_fault(tmp_path: Path) -> None:
    for name, reason in (("none.ini", "No such file or directory"), ("", "Is a directory")):
        with pytest.raises(ConfigError) as raised:
            read(tmp_path / name, {})
        [fault] = raised.value.faults
        assert fault == ConfigFault(str(tmp_path / name), None, "", f"cannot be read: {reason}")
        assert str(fault) == f"{tmp_path / name}: cannot be read: {reason}"


def test_every_fault_is_told_in_order_of_lines(tmp_path: Path) -> None:
    text = (
        "[shed]\nmarker = 60-400\ndecks = six\nmax_bet_percent = 0\n"
        "[irc]\nport = 0\nnick = Bob\nrubbish\n[tabel]\n[players]\n[table]\nmax_players = 0\n"
    )
    assert [fault.split(": ")[0] for fault in faults_of(tmp_path, text)] == [
        "config.ini, line 3, [shed] decks",
        "config.ini, line 4, [shed] max_bet_percent",
        "config.ini, line 6, [irc] port",
        "config.ini, line 7, [irc] nick",
        "config.ini, line 8",
        "config.ini, line 9, [tabel]",
        "config.ini, line 12, [table] max_players",
    ]


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
        ("sasl_key = a\n", "2, [irc] sasl_key: has no effect without account"),
        ("sasl_required = yes\n", "2, [irc] sasl_required: the bot cannot log in"),
        ("nickserv = NickServ\n", "2, [irc] nickserv: has no effect without account"),
        ("nickserv_regain = ghost\n", "2, [irc] nickserv_regain: has no effect without nickserv"),
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
    proofs = "account_password, sasl_key or tls_certificate"
    assert fault == f"config.ini, line 3, [irc] account: has no effect without one of {proofs}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("sasl = EXTERNAL\n", "EXTERNAL has no effect without tls_certificate"),
        (
            "sasl = EXTERNAL, ECDSA-NIST256P-CHALLENGE\n",
            "EXTERNAL, ECDSA-NIST256P-CHALLENGE has no effect without tls_certificate or sasl_key",
        ),
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
    assert raised.value.players_file == (None if file is None else tmp_path / file)


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


def is_read_or_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    try:
        read(path, {})
    except ConfigError as error:
        faults = [str(fault) for fault in error.faults]
    else:
        return
    assert faults
    assert all(map(str.isprintable, faults))


KEYS = st.sampled_from(sorted({key for _, key, _, _ in WRONG_VALUES} | {"password_file", "x"}))
HEADINGS = st.sampled_from(["[irc]\n", "[players]\n", "[table]\n", "[shed]\n", "[x]\n", "[\n"])
VALUES = st.text() | st.from_regex(r"[0-9,.#:% -]{1,12}", fullmatch=True)
PAIRS = st.builds("{} = {}\n".format, KEYS, VALUES)
reuse_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@reuse_folder
@given(st.binary() | st.text().map(str.encode))
def test_any_bytes_are_read_or_refused(tmp_path: Path, content: bytes) -> None:
    is_read_or_refused(tmp_path / "config.ini", content)


@reuse_folder
@given(st.lists(HEADINGS | PAIRS).map("".join))
@example("[irc]\npassword_file = " + "x" * 5000)
@example("[irc]\ntls_ca_file = \ud7fc")
@example("[irc]\ntls_certificate = \u202e")
def test_any_sections_keys_and_values_are_read_or_refused(tmp_path: Path, text: str) -> None:
    is_read_or_refused(tmp_path / "config.ini", text.encode(errors="surrogatepass"))


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
