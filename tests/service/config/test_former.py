"""Keys and values of earlier versions: config.ini may still have them, and a warning names each."""

from pathlib import Path

import pytest

from pontoon.irc.config import SASL_MECHANISMS
from pontoon.service.config import former
from pontoon.service.config.ini import ConfigError
from pontoon.service.config.settings import read
from tests.support.config_ini import KEYS, read_text
from tests.support.repository import ROOT

LAST = (ROOT / "tests" / "service" / "config" / "config-0.5.2.ini").read_text("utf-8")
"""All keys of version 0.5.2, which had those of each version before, with their defaults."""

LOGIN = "server = irc.example.org\naccount = Dealer\naccount_password = x\nnickserv = NickServ\n"

VALUES = [
    ("identity", "require", "nick account mask"),
    ("log", "format", "text json"),
    ("table", "cards", "unicode ascii"),
    ("table", "hints", "on practice off"),
    ("table", "turn_timeout", "0 1 9 009 10"),
    *((game, "gather", "hands mixed seats") for game in ("british", "shoot", "cutwc")),
    *((game, "split", "any aces") for game in ("british", "shoot")),
    ("irc", "nickserv_regain", "no regain ghost"),
    ("irc", "nickserv_command", "IDENTIFY AUTH"),
    (
        "irc",
        "sasl",
        "no EXTERNAL ECDSA-NIST256P-CHALLENGE SCRAM-SHA-512 SCRAM-SHA-256 PLAIN",
    ),
]
"""All values of each key that had only a few, and what turn_timeout could be in version 0.1.0."""


def warnings_of(folder: Path, text: str) -> list[str]:
    """Return the warnings about a config.ini of this TEXT in FOLDER, without the name of that."""
    return [str(each).replace(f"{folder}/", "") for each in read_text(folder, text).warnings]


@pytest.fixture
def _gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let keys and values be gone that no version had."""
    keys = {"table": {"speed": "replaced by grace"}, "irc": {"secret": "no longer needed"}}
    monkeypatch.setattr(former, "FORMER_KEYS", keys)
    values = {
        "irc": {"sasl": {"CRAM-MD5": "", "SHA": "PLAIN"}},
        "shoot": {"gather": {"thrown": "mixed"}},
    }
    monkeypatch.setattr(former, "FORMER_VALUES", values)


def test_each_key_that_a_version_had_is_known_or_gone_with_a_warning(tmp_path: Path) -> None:
    """For a key that goes, former.py needs a row."""
    path = tmp_path / "config.ini"
    path.write_text(LAST)
    read(path, {})


def test_each_value_that_a_version_had_is_known_or_gone_with_a_warning(tmp_path: Path) -> None:
    """For a value that goes, former.py needs a row."""
    for section, key, values in VALUES:
        for value in values.split():
            also = LOGIN if section == "irc" else ""
            read_text(tmp_path, f"[{section}]\n{also}{key} = {value}\n")


def test_no_row_is_about_a_key_that_there_still_is() -> None:
    rows = {(section, key) for section, keys in former.FORMER_KEYS.items() for key in keys}
    assert rows.isdisjoint(KEYS)


@pytest.mark.parametrize(
    ("value", "now"), [("0", 86400), ("00", 86400), ("1", 10), ("9", 10), ("07", 10)]
)
def test_turn_timeout_of_version_0_1_0_is_read_as_the_nearest(
    tmp_path: Path, value: str, now: int
) -> None:
    """It had no least value, and 0 was any number of seconds."""
    text = f"[table]\nturn_timeout = {value}\n"
    assert read_text(tmp_path, text).table.turn_timeout == now
    assert warnings_of(tmp_path, text) == [
        f"warning: config.ini, line 2, [table] turn_timeout: '{value}' is a value of an earlier"
        f" version, and read as {now}: write that, or remove the line to get the default"
    ]


@pytest.mark.parametrize("game", ["british", "shoot", "cutwc"])
def test_cards_that_were_gathered_by_seats_are_gathered_by_hands(tmp_path: Path, game: str) -> None:
    text = f"[{game}]\ngather = seats\n"
    assert read_text(tmp_path, text).games[game].gather == "hands"
    assert warnings_of(tmp_path, text) == [
        f"warning: config.ini, line 2, [{game}] gather: 'seats' is a value of an earlier version,"
        " and read as hands: write that, or remove the line to get the default"
    ]


def test_ecdsa_and_its_key_are_ignored(tmp_path: Path) -> None:
    """An account that has no other proof is no fault: the warning says what to do."""
    key = "server = irc.x\naccount = Dealer\nsasl_key = bot.key\n"
    text = f"[irc:a]\n{key}sasl = ECDSA-NIST256P-CHALLENGE\n"
    assert warnings_of(tmp_path, text) == [
        "warning: config.ini, line 4, [irc:a] sasl_key: is a key of an earlier version, and"
        " ignored: log in by account_password or tls_certificate instead; you can remove the line",
        "warning: config.ini, line 5, [irc:a] sasl: 'ECDSA-NIST256P-CHALLENGE' is a value of an"
        " earlier version, and ignored: remove it",
    ]
    assert read_text(tmp_path, text).irc.sasl == tuple(SASL_MECHANISMS)
    for more in ("sasl = no\n", "sasl_required = yes\n", "sasl = EXTERNAL\n"):
        assert len(warnings_of(tmp_path, f"[irc]\n{key}{more}")) == 1


@pytest.mark.parametrize("line", ["bets = in turn", "highlights = turn", "bets = together"])
def test_how_people_bet_and_whom_lines_highlight_is_nobodys_choice_now(
    tmp_path: Path, line: str
) -> None:
    key = line.partition(" ")[0]
    (warning,) = warnings_of(tmp_path, f"[table]\n{line}\n")
    assert warning.startswith(f"warning: config.ini, line 2, [table] {key}: is a key of an earlier")


def test_a_config_without_them_has_no_warnings(tmp_path: Path) -> None:
    assert warnings_of(tmp_path, "[table]\nturn_timeout = 10\n") == []


@pytest.mark.usefixtures("_gone")
def test_a_key_that_is_gone_is_ignored_and_its_value_never_shown(tmp_path: Path) -> None:
    text = "[table]\nspeed = hunter2\ngrace = 5\n[irc:a]\nserver = irc.x\nsecret =\n"
    ignored = "is a key of an earlier version, and ignored"
    assert warnings_of(tmp_path, text) == [
        f"warning: config.ini, line 2, [table] speed: {ignored}: replaced by grace; you can remove"
        " the line",
        f"warning: config.ini, line 6, [irc:a] secret: {ignored}: no longer needed; you can remove"
        " the line",
    ]
    assert read_text(tmp_path, text).table.grace == 5


@pytest.mark.usefixtures("_gone")
def test_a_value_that_is_gone_is_read_as_its_row_says(tmp_path: Path) -> None:
    text = "[shoot]\n\ngather = Thrown\n[british]\ngather = mixed\n"
    assert read_text(tmp_path, text).games["shoot"].gather == "mixed"
    assert warnings_of(tmp_path, text) == [
        "warning: config.ini, line 3, [shoot] gather: 'Thrown' is a value of an earlier version,"
        " and read as mixed: write that, or remove the line to get the default"
    ]


@pytest.mark.usefixtures("_gone")
@pytest.mark.parametrize(
    ("value", "mechanisms"),
    [
        ("EXTERNAL, CRAM-MD5, sha", ("EXTERNAL", "PLAIN")),
        ("EXTERNAL CRAM-MD5", ("EXTERNAL",)),
        ("CRAM-MD5, EXTERNAL", ("EXTERNAL",)),
    ],
)
def test_an_item_of_a_list_may_be_gone(
    tmp_path: Path, value: str, mechanisms: tuple[str, ...]
) -> None:
    text = f"[irc:a]\n{LOGIN}sasl = {value}\n"
    assert read_text(tmp_path, text).irc.sasl == mechanisms
    warning = "warning: config.ini, line 6, [irc:a] sasl: 'CRAM-MD5' is a value of an earlier"
    assert f"{warning} version, and ignored: remove it" in warnings_of(tmp_path, text)


@pytest.mark.usefixtures("_gone")
def test_a_list_of_which_all_is_gone_has_its_default(tmp_path: Path) -> None:
    text = f"[irc]\n{LOGIN}sasl = CRAM-MD5\n"
    assert read_text(tmp_path, text).irc.sasl == read_text(tmp_path, "").irc.sasl


@pytest.mark.usefixtures("_gone")
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[irc]\nspeed = 5\n", "unknown key; did you mean "),
        ("[table]\nspeeds = 5\n", "unknown key; did you mean "),
        ("[british]\ngather = thrown\n", "'thrown' is not one of: "),
    ],
)
def test_another_key_or_value_is_a_fault_all_the_same(
    tmp_path: Path, text: str, fault: str
) -> None:
    with pytest.raises(ConfigError, match=fault):
        read_text(tmp_path, text)


@pytest.mark.usefixtures("_gone")
def test_a_config_with_faults_has_its_warnings_too(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as raised:
        read_text(tmp_path, "[shoot]\ngather = thrown\nmin_bet = 0\n[table]\nspeed = 5\n")
    assert [fault.line for fault in raised.value.faults] == [3]
    assert [warning.line for warning in raised.value.warnings] == [2, 5]
