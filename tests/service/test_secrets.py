"""A check tells which files with secrets others on the machine can get at."""

import os
from pathlib import Path

import pytest

from pontoon.cli import main
from tests.service.test_cli import PLAYERS
from tests.support.certificates import issued

WELL = "config.ini and players.xml are OK\n"

ACCOUNT = "account = Dealer\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a current folder with players, and with files of secrets that everybody can read."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("PONTOON_")]:
        monkeypatch.delenv(name)
    (tmp_path / "players.xml").write_text(PLAYERS)
    (tmp_path / "password.txt").write_text("hunter2\n")
    certificate, key = issued("bot").written(tmp_path, "bot")
    (tmp_path / "bot.pem").write_bytes(certificate.read_bytes() + key.read_bytes())
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    return tmp_path


def checked(folder: Path, keys: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Check a config.ini with KEYS in [irc], and return what is found."""
    (folder / "config.ini").write_text(f"[irc]\nserver = irc.example.org\n{keys}\n")
    status = main(["--check"])
    out, err = capsys.readouterr()
    assert err == ""
    assert status == (0 if out == WELL else 1)
    assert "hunter2" not in out
    return out.removesuffix(WELL).splitlines()


def exposed(file: str, mode: str = "644") -> str:
    return (
        f"{file} holds a password or a key, and other users can access it (mode {mode});"
        f" run: chmod 600 {file}"
    )


IN_FILES = [
    ("password_file = password.txt", "password.txt"),
    (f"{ACCOUNT}account_password_file = password.txt", "password.txt"),
    (
        f"password_file = password.txt\n{ACCOUNT}account_password_file = password.txt",
        "password.txt",
    ),
    ("tls_certificate = bot.pem", "bot.pem"),
    ("tls_certificate = bot.crt\ntls_key = bot.key", "bot.key"),
    ("password = hunter2", "config.ini"),
    (f"{ACCOUNT}account_password = hunter2", "config.ini"),
    ("channel_keys = #pontoon hunter2", "config.ini"),
    ("on_connect =\n  OPER Bot hunter2", "config.ini"),
    ("[irc:other]\nserver = irc.example.com\npassword = hunter2", "config.ini"),
    ("[irc:other]\nserver = irc.example.com\npassword_file = password.txt", "password.txt"),
]


@pytest.mark.parametrize(("keys", "file"), IN_FILES)
def test_a_file_with_a_secret_that_others_can_read_is_told_once(
    folder: Path, capsys: pytest.CaptureFixture[str], keys: str, file: str
) -> None:
    """With what to do."""
    (folder / "config.ini").touch()
    (folder / "config.ini").chmod(0o644)
    assert checked(folder, keys, capsys) == [exposed(file)]
    (folder / file).chmod(0o600)
    assert checked(folder, keys, capsys) == []


@pytest.mark.parametrize(
    "keys",
    [
        *("", "password =", "password_file =", "#password = hunter2"),
        *("tls_ca_file = bot.crt", f"tls_fingerprints = {'a1' * 32}", "nickname = hunter_2"),
    ],
)
def test_a_file_without_a_secret_may_be_read_by_everybody(
    folder: Path, capsys: pytest.CaptureFixture[str], keys: str
) -> None:
    assert checked(folder, keys, capsys) == []


@pytest.mark.parametrize(
    ("mode", "is_told"),
    [(0o400, False), (0o600, False), (0o640, True), (0o604, True), (0o620, True), (0o602, True)],
)
def test_nobody_but_the_owner_should_read_or_change_it(
    folder: Path, capsys: pytest.CaptureFixture[str], mode: int, *, is_told: bool
) -> None:
    (folder / "password.txt").chmod(mode)
    told = checked(folder, "password_file = password.txt", capsys)
    assert told == ([exposed("password.txt", f"{mode:o}")] if is_told else [])


def test_a_command_that_is_told_can_be_given(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "password.txt").rename(folder / "my password; ls")
    [told] = checked(folder, "password_file = my password; ls", capsys)
    assert told.endswith(": chmod 600 'my password; ls'")


def test_what_is_behind_a_link_is_what_matters(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "link").symlink_to("password.txt")
    assert checked(folder, "password_file = link", capsys) == [exposed("link")]


def test_it_is_told_beside_faults_of_the_players(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "config.ini").write_text("[irc]\npassword_file = password.txt\n")
    (folder / "players.xml").write_text("<players>")
    assert main(["--check"]) == 1
    [first, second] = capsys.readouterr().out.splitlines()
    assert first == exposed("password.txt")
    assert second.startswith("players.xml, line 1: ")
