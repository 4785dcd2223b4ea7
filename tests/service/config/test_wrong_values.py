"""Lines and values that config.ini may not have: each fault has its file, line, key and reason."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pontoon.service.config.ini import ConfigError, ConfigFault
from pontoon.service.config.settings import read
from tests.support.config_ini import faults_of

WRONG_VALUES = [
    ("irc", "server", "irc example", "'irc example' is neither local nor the name or address"),
    ("irc", "server", "irc.example.org:0", "'0' is not a port from 1 to 65535"),
    ("irc", "server", "irc.example.org:65536", "'65536' is not a port"),
    ("irc", "server", "irc.example.org:" + "9" * 180, "is not a port"),
    ("irc", "server", "irc.example.org:x", "is neither local"),
    ("irc", "server", "[example.org]:1", "'[example.org]:1' is neither local"),
    ("irc", "server", "::1, [::1]:", "'[::1]:' is neither local"),
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
    ("irc", "nickserv", "Q@C Serve", "'C Serve' is not the name of a server"),
    ("irc", "nickserv", "@CServe", "'' is not a nick"),
    ("irc", "nickserv_command", "LOG IN", "'LOG IN' is not a command, such as IDENTIFY, AUTH"),
    ("irc", "bind", "my.host", "'my.host' is not an IP address"),
    ("irc", "bind", "fe80::1%eth0", "'fe80::1%eth0' is not an IP address"),
    ("irc", "username", "pontoon bot", "'pontoon bot' is not a user name: 1 to 10 of"),
    ("irc", "username", "x" * 11, "is not a user name"),
    (
        "irc",
        "on_connect",
        "/msg Q :AUTH a b",
        "command 1 is not an IRC command, such as MODE $nick +x",
    ),
    ("irc", "on_connect", "MODE a\n :x", "command 2 is not an IRC command"),
    ("irc", "on_connect", "PRIVMSG a :\x01b", "contains a control character"),
    ("irc", "on_connect", "OPER " + "x" * 300, "command 1 is longer than 300 bytes"),
    ("irc", "on_connect", "LUSERS" + "\n LUSERS" * 20, "has more than 20 commands"),
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
    ("irc", "server", "ö r.example.org", "is neither local"),
    ("irc", "server", f"{60 * 'ö'}.example.org", "is neither local"),
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
    ("irc", "nickname", "bo\x0bt", r"'bo\x0bt' is not a nick"),
    ("irc", "nickname", "bo\N{NO-BREAK SPACE}t", r"'bo\xa0t' is not a nick"),
    ("irc", "realname", "a\x02b", "contains a control character"),
    ("irc", "realname", "r" * 201, "is longer than 200 bytes"),
    ("irc", "password", "two words", "contains a space or begins with ':'"),
    ("irc", "password", ":colon", "contains a space or begins with ':'"),
    ("irc", "password", "a\x00b", "contains a control character"),
    ("irc", "password", "p" * 505, "does not fit into one line of IRC"),
    ("irc", "account_password", "p" * 10_001, "is longer than 10000 bytes"),
    ("irc", "channels", "#a pontoon", "'pontoon' does not begin with one of # & + !"),
    ("irc", "channels", "#a, #b, #A", "'#A' appears twice"),
    ("irc", "channels", "#a[ #A{", "'#A{' appears twice"),
    ("irc", "channels", "#a\x07", "contains a control character"),
    ("irc", "channels", "#" + "ü" * 100, "is longer than 200 bytes"),
    ("irc", "url", "example.org", "'example.org' is not the address of a page, such as"),
    ("irc", "url", "https://example.org/a b", "is not the address of a page"),
    ("irc", "url", "https://" + "x" * 193, "of at most 200 characters"),
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
    ("table", "banter", "off", "'off' is not one of: yes, no"),
    ("table", "max_players", "0", "'0' is not a whole number from 1 to 100"),
    ("table", "max_players", "101", "'101' is not a whole number from 1 to 100"),
    ("table", "turn_timeout", "86401", "'86401' is not a whole number from 10 to 86400"),
    ("table", "turn_timeout", "-1", "'-1' is not a whole number from 10 to 86400"),
    ("players", "refill", "-1", "'-1' is not a whole number from 0 to 999999999"),
    ("players", "refill_hours", "0", "'0' is not a whole number from 1 to 8760"),
    ("players", "rank_rounds", "0", "'0' is not a whole number from 1 to 1000000"),
    ("table", "bank_timeout", "86401", "'86401' is not a whole number from 5 to 86400"),
    ("table", "bank_timeout", "4", "'4' is not a whole number from 5 to 86400"),
    ("table", "join_wait", "0", "'0' is not a whole number from 1 to 86400"),
    ("table", "again", "86401", "'86401' is not a whole number from 0 to 86400"),
    ("table", "grace", "86401", "'86401' is not a whole number from 0 to 86400"),
    ("table", "grace", "1.5", "'1.5' is not a whole number from 0 to 86400"),
    ("table", "computer_players", "4", "'4' is not a whole number from 0 to 3"),
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


def test_wrong_value_is_told_with_file_line_and_key(tmp_path: Path) -> None:
    for section, key, text, reason in WRONG_VALUES:
        [fault] = faults_of(tmp_path, f"# A comment\n\n[{section}]\n{key} = {text}\n")
        assert fault.startswith(f"config.ini, line 4, [{section}] {key}: ")
        assert reason in fault
        assert fault.isprintable()
        assert len(fault) < 200


def test_a_key_needs_a_value(tmp_path: Path) -> None:
    for place in [
        f"{section}.{key}"
        for section, keys in {
            "irc": "server port tls nickname realname channels prefix lines_per_second burst",
            "players": "file",
            "table": "cards colour banter max_players turn_timeout bank_timeout"
            " join_wait again grace away_after",
            "shed": "decks marker max_bet_percent stick_min max_splits bonus_shed bonus_clown",
        }.items()
        for key in keys.split()
    ]:
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


def test_the_whole_file_is_read_whatever_is_wrong_with_a_line(tmp_path: Path) -> None:
    text = (
        "tls = no\nport = 1\n[irc]\nport = 0\n  port = 1\nrubbish\nchannels = #a\n  #b,\n[shde]\n"
        "decks = x\n [irc]\ntls = maybe\n[irc\nport = x\n[table]\n; grace = 5\ngrace =\nagain: 5\n"
    )
    neither = "this line is neither [section] nor key = value"
    assert faults_of(tmp_path, text) == [
        f"config.ini, line {fault}"
        for fault in (
            "1, tls: appears before the first [section]",
            "4, [irc] port: '0' is not a whole number from 1 to 65535",
            "5, [irc] port: appears twice, first in line 4",
            f"6: {neither}",
            "7, [irc] channels: ends in a comma: remove the comma, or write another item after it"
            " or on an indented line below",
            "9, [shde]: unknown section; did you mean [shed]?",
            "11, [irc]: appears twice, first in line 3",
            "12, [irc] tls: 'maybe' is not one of: yes, no",
            f"13: {neither}",
            "17, [table] grace: has no value",
            f"18: {neither}",
        )
    ]


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
