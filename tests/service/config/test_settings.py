"""What config.ini may say, key by key."""

from collections.abc import MutableMapping
from datetime import time
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import fields

from pontoon.games.shed import ShedRules
from pontoon.irc.config import SASL_MECHANISMS, Server
from pontoon.service.config import irc_section
from tests.support.config_ini import KEYS, read_text, value_of


@pytest.fixture(autouse=True)
def _any_file_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files of certificates and keys be well, wherever they are."""
    monkeypatch.setattr(irc_section, "_file_faults", lambda _irc: ())


OTHER_VALUES: list[tuple[str, str, str, object]] = [
    *(
        (section, key, text, expected)
        for section in ("british", "shoot")
        for key, text, expected in (
            ("max_players", "2", 2),
            ("min_bet", "5", 5),
            ("max_bet", "7", 7),
            ("stick_min", "16", 16),
            ("split", "aces", "aces"),
            ("bank_price_max", "30", 30),
            ("gather", "Mixed", "mixed"),
        )
    ),
    ("shoot", "kitty_min", "20", 20),
    ("shoot", "kitty_max", "500", 500),
    ("shoot", "auction_timeout", "5", 5),
    ("cutwc", "max_players", "4", 4),
    ("cutwc", "max_bid", "2", 2),
    ("cutwc", "gather", "mixed", "mixed"),
    ("blackjack", "decks", "8", 8),
    ("blackjack", "marker", "10-20", (10, 20)),
    ("blackjack", "max_coins", "3", 3),
    ("blackjack", "insurance_pays", "3", 3),
    ("blackjack", "minutes_per_day", "90", 90),
    ("blackjack", "coin_minutes", "5", 5),
    ("blackjack", "turns_per_day", "7", 7),
    ("blackjack", "events", "03:00, 15:30", (time(3), time(15, 30))),
    ("blackjack", "time_zone", "Europe/London", ZoneInfo("Europe/London")),
    ("blackjack", "time_bank", "no", False),
    ("blackjack", "voice", "yes", True),
    ("irc", "server", "irc.example.org", (Server("irc.example.org"),)),
    ("irc", "server", "IRC.München.example:7000", (Server("irc.xn--mnchen-3ya.example", 7000),)),
    ("irc", "server", "LOCAL", (Server("local"),)),
    ("irc", "server", "my_host-1", (Server("my_host-1"),)),
    ("irc", "server", "2001:db8::1", (Server("2001:db8::1"),)),
    ("irc", "server", "[2001:db8::1]", (Server("2001:db8::1"),)),
    ("irc", "server", "a.b:7000", (Server("a.b", 7000),)),
    ("irc", "server", "a.b, [::1]:1 ,a.b:2", (Server("a.b"), Server("::1", 1), Server("a.b", 2))),
    ("irc", "tls_ca_file", "/etc/ca.pem", Path("/etc/ca.pem")),
    ("irc", "tls_fingerprints", "A1:" * 31 + "a1, " + "0f" * 32, ("a1" * 32, "0f" * 32)),
    ("irc", "tls_certificate", "/etc/bot.pem", Path("/etc/bot.pem")),
    ("irc", "tls_key", "/etc/bot.key", Path("/etc/bot.key")),
    ("irc", "alternatives", "Dealer, Dealer_ [x]", ("Dealer", "Dealer_", "[x]")),
    ("irc", "account", "Dealer", "Dealer"),
    ("irc", "account_password", "s3cret", "s3cret"),
    ("irc", "account_password_file", "", None),
    ("irc", "sasl", "no", ()),
    ("irc", "sasl", "plain EXTERNAL", ("EXTERNAL", "PLAIN")),
    ("irc", "sasl_required", "yes", True),
    ("irc", "nickserv", "NickServ", "NickServ"),
    ("irc", "nickserv", "no", ""),
    ("irc", "nickserv", "Q@CServe.quakenet.org", "Q@CServe.quakenet.org"),
    ("irc", "nickserv_command", "auth", "AUTH"),
    ("irc", "bind", "192.0.2.7", "192.0.2.7"),
    ("irc", "bind", "2001:db8::7", "2001:db8::7"),
    ("irc", "username", "dealer", "dealer"),
    ("irc", "on_connect", "MODE $nick +x", ("MODE $nick +x",)),
    ("irc", "nickserv_regain", "ghost", "ghost"),
    ("irc", "channel_keys", "#A hunter2, #b x", {"#A": "hunter2", "#b": "x"}),
    ("irc", "ignore", "*!*@*.example.org bad!*@*", ("*!*@*.example.org", "bad!*@*")),
    ("irc", "user_lines", "5", 5),
    ("irc", "user_lines_per_second", "0.5", 0.5),
    ("identity", "require", "account", "account"),
    ("identity", "self_registration", "yes", True),
    ("identity", "starting_chips", "0", 0),
    ("admin", "accounts", "dave, kevin", ("dave", "kevin")),
    ("admin", "masks", "*!dave@* *!*@home", ("*!dave@*", "*!*@home")),
    ("admin", "masks", "*!dave@*, *!*@a/b", ("*!dave@*", "*!*@a/b")),
    ("log", "file", "/var/log/pontoon.log", Path("/var/log/pontoon.log")),
    ("log", "format", "json", "json"),
    ("log", "max_bytes", "10000", 10_000),
    ("log", "kept", "0", 0),
    ("irc", "port", "1", 1),
    ("irc", "port", "65535", 65535),
    ("irc", "tls", "yes", True),
    ("irc", "tls", "no", False),
    ("irc", "nickname", r"[\]^_`{|}-9a", r"[\]^_`{|}-9a"),
    ("irc", "nickname", "b" * 64, "b" * 64),
    ("irc", "realname", "100% Dealer; # of ♠ = 13", "100% Dealer; # of ♠ = 13"),
    ("irc", "password", "s3cret;#%(x)s=", "s3cret;#%(x)s="),
    ("irc", "password", "p" * 504, "p" * 504),
    ("irc", "password", "", ""),
    ("irc", "password_file", "", None),
    ("irc", "channels", "#a,&b +c , !d\t#ü", ("#a", "&b", "+c", "!d", "#ü")),
    ("irc", "channels", "#" + "x" * 199, ("#" + "x" * 199,)),
    ("irc", "prefix", "?!.", "?!."),
    ("irc", "prefix", "=", "="),
    ("irc", "greet", "no", False),
    ("irc", "url", "https://example.org/~dave/pontoon", "https://example.org/~dave/pontoon"),
    ("irc", "notices", "yes", True),
    ("irc", "lines_per_second", "0", 0.0),
    ("irc", "lines_per_second", "0.5", 0.5),
    ("irc", "lines_per_second", "1000", 1000.0),
    ("irc", "burst", "1000", 1000),
    ("players", "file", "/var/lib/pontoon/players.xml", Path("/var/lib/pontoon/players.xml")),
    ("players", "database", "postgresql://bot@db/pontoon", "postgresql://bot@db/pontoon"),
    ("players", "takeover", "30", 30),
    ("players", "refill", "0", 0),
    ("players", "refill", "999999999", 999_999_999),
    ("players", "refill_hours", "1", 1),
    ("players", "refill_hours", "8760", 8760),
    ("players", "rank_rounds", "1", 1),
    ("players", "rank_rounds", "1000000", 1_000_000),
    ("table", "cards", "ascii", "ascii"),
    ("table", "colour", "yes", True),
    ("table", "banter", "no", False),
    ("table", "max_players", "1", 1),
    ("table", "turn_timeout", "10", 10),
    ("table", "turn_timeout", "86400", 86400),
    ("table", "bank_timeout", "5", 5),
    ("table", "bank_timeout", "86400", 86400),
    ("table", "join_wait", "1", 1),
    ("table", "join_wait", "86400", 86400),
    ("table", "again", "5", 5),
    ("table", "grace", "0", 0),
    ("table", "grace", "86400", 86400),
    ("players", "computer_chips", "0", 0),
    ("table", "computer_players", "0", 0),
    ("table", "computer_players", "3", 3),
    ("table", "hints", "off", "off"),
    ("table", "away_after", "0", 0),
    ("table", "away_after", "1000", 1000),
    ("table", "operators_may_set", "no", False),
    ("shed", "decks", "100", 100),
    ("shed", "marker", "0 - 312", (0, 312)),
    ("shed", "marker", "70-70", (70, 70)),
    ("shed", "max_bet_percent", "100", (100,)),
    ("shed", "max_bet_percent", "1,2 , 3", (1, 2, 3)),
    ("shed", "stick_min", "15", 15),
    ("shed", "max_splits", "0", 0),
    ("shed", "bonus_shed", "10", Fraction(10)),
    ("shed", "bonus_five_card_21", "5", Fraction(5)),
    ("shed", "bonus_five_card", "2.25", Fraction(9, 4)),
    ("shed", "bonus_pontoon", "1.5", Fraction(3, 2)),
    ("shed", "bonus_high", "1", Fraction(1)),
    ("shed", "bonus_clown", "0.1", Fraction(1, 10)),
]


ELSEWHERE = "server = irc.example.org\n"
WITH_ACCOUNT = f"{ELSEWHERE}account = Dealer\n"
WITH_PASSWORD = f"{WITH_ACCOUNT}account_password = x\n"

ALSO_NEEDED = {
    **dict.fromkeys(("tls", "channels"), ELSEWHERE),
    "tls_key": "tls_certificate = bot.pem\n",
    "account": f"{ELSEWHERE}account_password = x\n",
    "account_password": WITH_ACCOUNT,
    **dict.fromkeys(("sasl_required", "nickserv"), WITH_PASSWORD),
    "bind": "server = irc.example.org\n",
    "nickserv_command": f"{WITH_PASSWORD}nickserv = Q\n",
    "nickserv_regain": f"{WITH_PASSWORD}nickserv = NickServ\n",
    "channel_keys": "channels = #a #b\n",
}
"""What has to stand before a key for it to make sense."""


def test_value_is_read(tmp_path: Path) -> None:
    for section, key, text, expected in OTHER_VALUES:
        config = read_text(tmp_path, f"[{section}]\n{ALSO_NEEDED.get(key, '')}{key} = {text}\n")
        assert value_of(config, section, key) == expected


def test_another_value_of_every_key_is_tried() -> None:
    assert {(section, key) for section, key, *_ in OTHER_VALUES} >= set(KEYS)


@pytest.mark.parametrize("first", ["", " MODE $nick +x"])
@pytest.mark.parametrize("indent", [" ", "\t", "    "])
def test_commands_stand_in_lines_of_their_own(tmp_path: Path, first: str, indent: str) -> None:
    commands = ["PRIVMSG Q@CServe.quakenet.org :AUTH Bot x=y", "# not this", "", "OPER a b"]
    lines = "".join(f"{indent}{each}\r\n" for each in commands)
    irc = f"server = irc.example.org\r\non_connect ={first}\r\n{lines}nickname = Dealer\r\n"
    config = read_text(tmp_path, f"[irc]\r\n{irc}  username = bot\r\n").irc
    expected = [*([first.strip()] if first else []), commands[0], commands[3]]
    assert config.on_connect == tuple(expected)
    assert (config.nickname, config.username) == ("Dealer", "bot")


def test_a_whole_file(tmp_path: Path) -> None:
    """Sections and keys in any order; white space, comments and CR LF do no harm."""
    text = (
        "\ufeff; a comment = [not a section]\r\n  [shed]\r\n decks=8\r\n\r\n"
        "[ irc ]\r\n\tnickname\t=\tDealer \r\n# prefix = ?\r\nchannels=#a\r\n[table]\r\n"
    )
    config = read_text(tmp_path, text)
    assert config.irc.nickname == "Dealer"
    assert config.irc.channels == ("#a",)
    assert config.irc.prefix == "!"
    assert config.games["shed"] == ShedRules(decks=8)


@pytest.mark.parametrize("line", ["   ", "\t", "  # A comment", "  ; A comment"])
def test_an_indented_line_without_a_key_changes_nothing(tmp_path: Path, line: str) -> None:
    table = read_text(tmp_path, f"[table]\ngrace = 5\n{line}\nagain = 6\n").table
    assert (table.grace, table.again) == (5, 6)


@pytest.mark.parametrize("space", [" ", "\t", "\x0b", "\N{NO-BREAK SPACE}"])
def test_white_space_around_a_value_does_not_count(tmp_path: Path, space: str) -> None:
    text = f"[irc]\nnickname ={space}Dealer{space}\n"
    assert read_text(tmp_path, text).irc.nickname == "Dealer"


def test_relative_file_names_start_at_the_folder_of_config_ini(tmp_path: Path) -> None:
    config = read_text(tmp_path, "[players]\nfile = games/p.xml\n")
    assert config.players.file == tmp_path / "games" / "p.xml"


def test_config_cannot_be_changed(tmp_path: Path) -> None:
    config = read_text(tmp_path, "")
    for section in (config, config.irc, config.players, config.table):
        some_key = fields(section)[0].name
        with pytest.raises(AttributeError):
            setattr(section, some_key, None)
    assert not isinstance(config.games, MutableMapping)


def test_password_of_a_file_is_without_its_line_end(tmp_path: Path) -> None:
    for content in (b"s3cret", b"s3cret\n", b"s3cret\r\n"):
        (tmp_path / "secret").write_bytes(content)
        assert read_text(tmp_path, "[irc]\npassword_file = secret\n").irc.password == "s3cret"


def test_password_of_the_environment_goes_before_either(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("filed\n")
    environ = {"PONTOON_PASSWORD": "outer"}
    for key in ("", "password = inner", "password_file = secret"):
        assert read_text(tmp_path, f"[irc]\n{key}\n", environ).irc.password == "outer"


def test_empty_password_of_the_environment_is_none(tmp_path: Path) -> None:
    config = read_text(tmp_path, "[irc]\npassword = inner\n", {"PONTOON_PASSWORD": ""})
    assert config.irc.password == "inner"


def test_password_is_not_in_the_repr(tmp_path: Path) -> None:
    config = read_text(tmp_path, "[irc]\npassword = s3cret\n")
    assert config.irc.password == "s3cret"
    assert "s3cret" not in repr(config)


def test_a_network_of_a_name_stands_beside_the_first(tmp_path: Path) -> None:
    text = "[irc:libera]\nserver = irc.example.org\n[irc]\nprefix = ?\n[irc:home-1]\nport = 1\n"
    libera, first, home = read_text(tmp_path, f"{text}server = 127.0.0.1\n").networks
    assert [each.name for each in (libera, first, home)] == ["libera", "", "home-1"]
    assert (libera.network, first.network, home.network) == ("libera", "local", "home-1")
    assert (libera.prefix, first.prefix, home.prefix) == ("!", "?", "!")
    assert (libera.port, first.port, home.port) == (6697, 6667, 1)


def test_without_the_first_section_there_are_only_networks_of_a_name(tmp_path: Path) -> None:
    config = read_text(tmp_path, "[irc:libera]\nserver = irc.example.org\n[table]\n")
    assert [each.name for each in config.networks] == ["libera"]
    assert config.irc is config.networks[0]


def test_passwords_of_a_named_network_in_the_environment(tmp_path: Path) -> None:
    environ = {"PONTOON_PASSWORD_MY_NET": "outer", "PONTOON_ACCOUNT_PASSWORD_MY_NET": "mine"}
    text = "[irc]\n[irc:my-net]\nserver = irc.example.org\naccount = Dealer\n"
    first, mine = read_text(tmp_path, text, environ).networks
    assert (first.password, first.account_password) == ("", "")
    assert (mine.password, mine.account_password) == ("outer", "mine")


@pytest.mark.parametrize("key", ["tls_ca_file", "tls_certificate", "tls_key"])
def test_files_of_tls_start_at_the_folder_of_config_ini(tmp_path: Path, key: str) -> None:
    config = read_text(tmp_path, f"[irc]\n{ALSO_NEEDED.get(key, '')}{key} = keys/some.pem\n")
    assert getattr(config.irc, key) == tmp_path / "keys" / "some.pem"


def test_the_log_starts_at_the_folder_of_config_ini(tmp_path: Path) -> None:
    assert read_text(tmp_path, "[log]\nfile = bot.log\n").log.file == tmp_path / "bot.log"


def test_secrets_are_in_no_repr(tmp_path: Path) -> None:
    text = f"{WITH_ACCOUNT}account_password = s3cret\nchannel_keys = #pontoon s3cret\n"
    config = read_text(tmp_path, f"[irc]\n{text}")
    assert config.irc.account_password == config.irc.channel_keys["#pontoon"] == "s3cret"
    assert "s3cret" not in repr(config)


@pytest.mark.parametrize("mechanism", SASL_MECHANISMS)
def test_every_mechanism_may_be_the_only_one(tmp_path: Path, mechanism: str) -> None:
    login = "server = irc.example.org\naccount = Dealer\naccount_password = x\n"
    nickserv = "nickserv = NickServ\n"
    assert read_text(tmp_path, f"[irc]\n{login}").irc.sasl == tuple(SASL_MECHANISMS)
    assert read_text(tmp_path, f"[irc]\n{login}{nickserv}sasl = {mechanism}\n").irc.sasl == (
        mechanism,
    )
