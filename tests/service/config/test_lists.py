"""Lists in config.ini: a comma stands between two items, and nowhere else."""

from pathlib import Path

import pytest

from tests.support.config_ini import faults_of

LISTS = [
    ("irc", "server", "irc.example.org", "irc.example.net"),
    ("irc", "tls_fingerprints", "a1" * 32, "b2" * 32),
    ("irc", "alternatives", "Dealer", "Dealer_"),
    ("irc", "sasl", "PLAIN", "EXTERNAL"),
    ("irc", "channels", "#pontoon", "#den"),
    ("irc", "channel_keys", "#pontoon hunter2", "#den hunter2"),
    ("irc", "ignore", "*!*@a.example.org", "*!*@b.example.org"),
    ("admin", "accounts", "dave", "kevin"),
    ("admin", "masks", "*!*@a.example.org", "*!*@b.example.org"),
    ("shed", "max_bet_percent", "10", "20"),
    ("blackjack", "events", "03:00", "15:00"),
]
"""Each list, with two items that it could have."""

ENDS = "ends in a comma: remove the comma, or write another item after it"
CHANNELS_END = f"{ENDS} or on an indented line below"
BEGINS = "begins with a comma: remove the comma, or write another item before it"
DOUBLE = "has nothing between two commas: remove one of them, or write another item there"


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ("{0},", ENDS),
        ("{0}, {1},", ENDS),
        ("{0}, {1}  ,", ENDS),
        (",", ENDS),
        ("{0},,", ENDS),
        (",{0}", BEGINS),
        ("{0},,{1}", DOUBLE),
        ("{0},  , {1}", DOUBLE),
    ],
)
def test_a_comma_without_an_item_is_a_fault(tmp_path: Path, form: str, reason: str) -> None:
    for section, key, *items in LISTS:
        text = f"[{section}]\n\n{key} = {form.format(*items)}\n"
        may_go_on = key in ("channels", "channel_keys") and reason == ENDS
        assert faults_of(tmp_path, text) == [
            f"config.ini, line 3, [{section}] {key}: {CHANNELS_END if may_go_on else reason}"
        ]
