"""What holds where config.ini says nothing, and the shipped config.ini, which says the same."""

import re
from datetime import UTC, time
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import fields

from pontoon.games import GAMES
from pontoon.irc.config import MECHANISMS, IrcConfig, Server
from pontoon.service.config.settings import (
    AdminConfig,
    Config,
    IdentityConfig,
    LogConfig,
    PlayersConfig,
    TableConfig,
    read,
)
from tests.support.config_ini import read_text, value_of
from tests.support.repository import ROOT

SHIPPED = ROOT / "config.ini"
SHIPPED_TEXT = SHIPPED.read_text("utf-8")

WAITING = {
    "turn_timeout": 120,
    "bank_timeout": 30,
    "join_wait": 60,
    "again": 0,
    "grace": 60,
    "away_after": 2,
}
BETS = {"min_bet": 1, "max_bet": 100, "stick_min": 15, "split": "any", "bank_price_max": 1000}

DEFAULTS: dict[str, dict[str, Any]] = {
    "irc": {
        "server": (Server("local"),),
        "port": 6667,
        "bind": "",
        "tls": False,
        "tls_ca_file": None,
        "tls_fingerprints": (),
        "tls_certificate": None,
        "tls_key": None,
        "nickname": "PontoonBot",
        "alternatives": (),
        "username": "",
        "realname": "Shed Pontoon dealer",
        "password": "",
        "account": "",
        "account_password": "",
        "sasl": MECHANISMS,
        "sasl_key": None,
        "sasl_required": False,
        "nickserv": "",
        "nickserv_command": "IDENTIFY",
        "nickserv_regain": "no",
        "on_connect": (),
        "channels": ("#pontoon",),
        "channel_keys": MappingProxyType({}),
        "prefix": "!",
        "greet": True,
        "url": "",
        "notices": False,
        "lines_per_second": 1.0,
        "burst": 8,
        "ignore": (),
        "user_lines": 20,
        "user_lines_per_second": 2.0,
    },
    "identity": {"require": "nick", "self_registration": False, "starting_chips": 1000},
    "admin": {"accounts": (), "masks": ()},
    "log": {"file": None, "format": "text", "max_bytes": 10_000_000, "kept": 5},
    "players": {"file": Path("players.xml"), "refill": 100, "refill_hours": 24, "rank_rounds": 10},
    "table": {
        "cards": "unicode",
        "colour": False,
        "highlights": "all",
        "banter": True,
        "max_players": 10,
        "bets": "together",
        **WAITING,
        "operators_may_set": True,
    },
    "shed": {
        "decks": 6,
        "marker": (60, 75),
        "max_bet_percent": (1, 10, 20, 25, 50),
        "stick_min": 16,
        "max_splits": 4,
        "bonus_shed": Fraction(7),
        "bonus_five_card_21": Fraction(4),
        "bonus_five_card": Fraction(3),
        "bonus_pontoon": Fraction(2),
        "bonus_high": Fraction(0),
        "bonus_clown": Fraction(3, 2),
    },
    "british": {"gather": "hands", "max_players": 8, **BETS},
    "shoot": {
        "gather": "hands",
        "max_players": 8,
        **BETS,
        "kitty_min": 1,
        "kitty_max": 100,
        "auction_timeout": 30,
    },
    "cutwc": {"gather": "hands", "max_players": 10, "max_bid": 4},
    "blackjack": {
        "decks": 6,
        "marker": (60, 75),
        "max_coins": 10,
        "insurance_pays": 2,
        "minutes_per_day": 60,
        "coin_minutes": 1,
        "turns_per_day": 20,
        "events": (time(3),),
        "time_zone": UTC,
        "time_bank": True,
        "voice": False,
    },
}

KEYS = [(section, key) for section, keys in DEFAULTS.items() for key in keys]


def expected_defaults(folder: Path) -> Config:
    return Config(
        (IrcConfig(**DEFAULTS["irc"]),),
        PlayersConfig(folder / "players.xml"),
        TableConfig(),
        IdentityConfig(),
        AdminConfig(),
        LogConfig(),
        {game.section: game.Rules() for game in GAMES},
    )


def test_the_table_of_defaults_has_every_field() -> None:
    sections: dict[str, Any] = {
        "irc": IrcConfig,
        "players": PlayersConfig,
        "table": TableConfig,
        "identity": IdentityConfig,
        "admin": AdminConfig,
        "log": LogConfig,
        **{game.section: game.Rules for game in GAMES},
    }
    found = {
        name: [key.name for key in fields(kind) if (kind, key.name) != (IrcConfig, "name")]
        for name, kind in sections.items()
    }
    assert found == {name: list(keys) for name, keys in DEFAULTS.items()}


def test_default_of_a_key(tmp_path: Path) -> None:
    config = read_text(tmp_path, "")
    for section, key in KEYS:
        expected = DEFAULTS[section][key]
        if isinstance(expected, Path):
            expected = tmp_path / expected
        value = value_of(config, section, key)
        assert value == expected
        assert type(value) is type(expected)


@pytest.mark.parametrize(
    ("server", "tls", "port"),
    [
        ("irc.example.org", True, 6697),
        ("192.0.2.1", True, 6697),
        ("2001:db8::1", True, 6697),
        ("localhost.example.org", True, 6697),
        ("local", False, 6667),
        ("localhost", False, 6667),
        ("LOCALHOST", False, 6667),
        ("127.0.0.1", False, 6667),
        ("127.9.8.7", False, 6667),
        ("::1", False, 6667),
    ],
)
def test_defaults_of_tls_and_port_follow_the_server(
    tmp_path: Path, server: str, tls: bool, port: int
) -> None:
    irc = read_text(tmp_path, f"[irc]\nserver = {server}\n").irc
    assert (irc.tls, irc.port) == (tls, port)


def test_default_of_port_follows_tls_where_that_is_given(tmp_path: Path) -> None:
    plain = read_text(tmp_path, "[irc]\nserver = irc.example.org\ntls = no\n").irc
    sealed = read_text(tmp_path, "[irc]\nserver = 127.0.0.1\ntls = yes\n").irc
    assert (plain.port, sealed.port) == (6667, 6697)


def test_shipped_file_says_the_defaults() -> None:
    assert read(SHIPPED, {}) == expected_defaults(SHIPPED.parent)


OPTIONAL = {
    *("port", "tls", "tls_ca_file", "tls_fingerprints", "tls_certificate", "tls_key"),
    *("alternatives", "password", "password_file", "account", "account_password"),
    *("account_password_file", "sasl", "sasl_key", "nickserv", "channel_keys", "url", "ignore"),
    *("accounts", "masks", "bind", "username", "on_connect"),
}
"""The keys that the shipped file has commented out: their default is another, or nothing."""

KEYS_OF_FILES = [("irc", "password_file"), ("irc", "account_password_file")]


def test_shipped_file_has_every_key_with_a_comment_that_names_the_default() -> None:
    for section, key in [*KEYS, *KEYS_OF_FILES]:
        block = SHIPPED_TEXT.split(f"\n[{section}]\n")[1].split("\n\n[")[0]
        entry = re.search(rf"((?:^# .*\n)+)^(#?){key} =(.*)$", block, re.MULTILINE)
        assert entry is not None
        comment, mark, value = entry[1].replace("\n# ", " "), entry[2], entry[3].strip()
        is_optional = key in OPTIONAL or (section, key) == ("log", "file")
        assert mark == ("#" if is_optional else "")
        assert f"Default: {value or 'none'}" in comment


def test_shipped_file_is_well_with_its_optional_keys_uncommented(tmp_path: Path) -> None:
    text = re.sub(r"^#(?=\w)", "", SHIPPED_TEXT, flags=re.MULTILINE)
    config = read_text(tmp_path, text)
    assert (config.irc.port, config.irc.tls) == (6667, False)


@pytest.mark.parametrize(
    ("server", "tls"),
    [("127.0.0.1, ::1", False), ("127.0.0.1, irc.example.org", True), ("local", False)],
)
def test_tls_is_left_out_only_where_all_servers_are_on_this_machine(
    tmp_path: Path, server: str, tls: bool
) -> None:
    assert read_text(tmp_path, f"[irc]\nserver = {server}\n").irc.tls is tls
