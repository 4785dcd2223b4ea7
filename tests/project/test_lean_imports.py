"""What a program need not load, it does not load."""

import gc
import signal
import socket
import subprocess
import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from pontoon.service.lean_imports import no_collection, stand_ins
from pontoon.storage.atomic_file import LARGE_BYTES
from tests.real_servers import playersxml

pytestmark = pytest.mark.slow

LOADS = """
import sys
from pontoon.service.lean_imports import stand_ins
with stand_ins({"OpenSSL": None, "ssl": None}):
    from pontoon.service import service
print(*sorted(sys.modules))
"""


def test_what_is_left_out_cannot_be_imported_meanwhile() -> None:
    sys.modules.pop("colorsys", None)
    with stand_ins({"colorsys": None}), pytest.raises(ModuleNotFoundError):
        import_module("colorsys")
    assert import_module("colorsys").__name__ == "colorsys"


def test_a_bot_without_tls_and_without_a_server_of_its_own_loads_neither() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOADS], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "twisted.internet.reactor" in loaded
    needless = ("OpenSSL", "ssl", "_ssl", "cryptography", "scramp", "pontoon.irc.server")
    assert not [name for name in loaded if name.startswith(needless)]


def test_what_looks_alike_is_not_read_before_somebody_wants_a_name() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOADS], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "pontoon.storage.players.nicknames" in loaded
    assert "confusable_homoglyphs" not in loaded


def test_odds_are_not_loaded_before_somebody_asks_for_them() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", LOADS], check=True, capture_output=True, text=True
    ).stdout.split()
    assert "pontoon.tables.hints" in loaded
    assert not [name for name in loaded if name.startswith("pontoon.odds")]


def test_garbage_is_looked_for_again_afterwards() -> None:
    with no_collection():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_program_that_never_looks_for_garbage_goes_on_so() -> None:
    gc.disable()
    try:
        with no_collection():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_stand_in_is_there_only_meanwhile() -> None:
    sys.modules.pop("colorsys", None)
    with stand_ins({"colorsys": SimpleNamespace(ONE_THIRD=0)}):
        assert vars(import_module("colorsys"))["ONE_THIRD"] == 0
    assert import_module("colorsys").rgb_to_hsv(1, 1, 1) == (0, 0, 1)


def test_what_is_loaded_already_has_no_stand_in() -> None:
    with stand_ins({"json": None}):
        assert import_module("json").loads("1") == 1
    assert "json" in sys.modules


STARTS = """
import os, signal, sys

def tell(*_):
    print(*sorted(sys.modules), flush=True)
    os._exit(0)

signal.signal(signal.SIGUSR1, tell)
from pontoon.__main__ import main
main(["--config", sys.argv[1]])
"""


def loaded_before_join(folder: Path) -> list[str]:
    """Start the bot; return which modules it has loaded when it wants to enter its channel."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        server.settimeout(30)
        config = folder / "config.ini"
        config.write_text(f"[irc]\nserver = 127.0.0.1\nport = {server.getsockname()[1]}\n")
        with subprocess.Popen(
            [sys.executable, "-c", STARTS, str(config)], stdout=subprocess.PIPE, text=True
        ) as process:
            line, _ = server.accept()
            with closing(line), line.makefile("r", encoding="utf-8") as lines:
                for each in lines:
                    if each.startswith("CAP END"):
                        line.sendall(b":srv 001 PontoonBot :Welcome\r\n:srv 422 PontoonBot :-\r\n")
                    if each.startswith("CAP LS"):
                        line.sendall(b":srv CAP * LS :multi-prefix\r\n")
                    if each.startswith("CAP REQ"):
                        line.sendall(b":srv CAP * ACK :multi-prefix\r\n")
                    if each.startswith("JOIN"):
                        process.send_signal(signal.SIGUSR1)
                        break
            told, _ = process.communicate(timeout=30)
    return told.split()


def test_the_bot_enters_its_channels_without_what_it_does_not_need(tmp_path: Path) -> None:
    loaded = loaded_before_join(tmp_path)
    assert "pontoon.service.bot" in loaded
    needless = ("OpenSSL", "ssl", "_ssl", "_hashlib", "_ctypes", "email", "automat", "asyncio")
    assert not [name for name in loaded if name.startswith(needless)]


def test_a_bot_with_thousands_of_players_starts_with_no_more_modules(tmp_path: Path) -> None:
    """The digest of a large file is OpenSSL's, which the bot leaves out while it starts."""
    playersxml.write(tmp_path / "players.xml", {f"player{n}": 1000 for n in range(2000)})
    assert (tmp_path / "players.xml").stat().st_size > LARGE_BYTES
    loaded = loaded_before_join(tmp_path)
    assert "pontoon.service.bot" in loaded
    assert "_hashlib" not in loaded


def test_with_tls_the_bot_loads_one_openssl_and_not_what_only_servers_need(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        server.settimeout(30)
        config = tmp_path / "config.ini"
        port = server.getsockname()[1]
        config.write_text(f"[irc]\nserver = 127.0.0.1\nport = {port}\ntls = yes\n")
        with subprocess.Popen(
            [sys.executable, "-c", STARTS, str(config)], stdout=subprocess.PIPE, text=True
        ) as process:
            line, _ = server.accept()
            with closing(line):
                assert line.recv(1)
                process.send_signal(signal.SIGUSR1)
                loaded = process.communicate(timeout=30)[0].split()
    assert "OpenSSL" in loaded
    assert not {"ssl", "_ssl", "_hashlib", "asyncio", "twisted.internet.ssl"}.intersection(loaded)
