"""What holds where config.ini says nothing, and the shipped config.ini, which says the same."""

import re
from pathlib import Path

import pytest

from pontoon.irc.config import SASL_MECHANISMS
from pontoon.service.config.document import config_ini
from pontoon.service.config.settings import read
from tests.support.config_ini import KEYS, read_text

SHIPPED_TEXT = config_ini()
"""``test_descriptions`` compares it with the file."""


def test_a_key_that_is_commented_out_is_empty_or_has_the_default_that_is_told(
    tmp_path: Path,
) -> None:
    irc = read_text(tmp_path, "").irc
    assert (irc.sasl, irc.nickserv, irc.channel_keys) == (tuple(SASL_MECHANISMS), "", {})
    for key in ("alternatives", "tls_fingerprints", "ignore", "on_connect"):
        assert getattr(irc, key) == ()
    for key in ("password", "account", "account_password", "bind", "username", "url"):
        assert getattr(irc, key) == ""
    for key in ("tls_ca_file", "tls_certificate", "tls_key"):
        assert getattr(irc, key) is None


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


def test_shipped_file_says_the_defaults(tmp_path: Path) -> None:
    """The defaults that hold without it are pinned by that: the file is checked in."""
    path = tmp_path / "config.ini"
    path.write_text(SHIPPED_TEXT)
    assert read(path, {}) == read_text(tmp_path, "")


OPTIONAL = {
    *("port", "tls", "tls_ca_file", "tls_fingerprints", "tls_certificate", "tls_key"),
    *("alternatives", "password", "password_file", "account", "account_password"),
    *("account_password_file", "sasl", "nickserv", "channel_keys", "url", "ignore"),
    *("accounts", "masks", "bind", "username", "on_connect", "database"),
}
"""The keys that the shipped file has commented out: their default is another, or nothing."""


def test_shipped_file_has_every_key_with_a_comment_that_names_the_default() -> None:
    for section, key in KEYS:
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
