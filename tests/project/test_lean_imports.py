"""What a program need not load, it does not load."""

import gc
import signal
import socket
import subprocess
import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path

import pytest

from pontoon.service.lean_imports import no_collection, put_off, without

LOADS = """
import sys
from pontoon.service.lean_imports import without
with without("OpenSSL", "ssl"):
    from pontoon.service import service
print(*sorted(sys.modules))
"""


def test_what_is_left_out_cannot_be_imported_meanwhile() -> None:
    sys.modules.pop("colorsys", None)
    with without("colorsys"), pytest.raises(ModuleNotFoundError):
        import_module("colorsys")
    assert import_module("colorsys").__name__ == "colorsys"


def test_what_is_there_already_stays() -> None:
    with without("json"):
        assert import_module("json") is sys.modules["json"]
    assert "json" in sys.modules


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
    assert "pontoon.storage.players.lookalikes" in loaded
    assert "confusable_homoglyphs" not in loaded


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


PUT_OFF = """
import sys
from pontoon.service.lean_imports import put_off
put_off("http.cookiejar")
from http import cookiejar
print(*("email" in sys.modules, cookiejar.Cookie.__name__, "email" in sys.modules))
"""


def test_what_is_put_off_is_loaded_when_it_is_used() -> None:
    said = subprocess.run(
        [sys.executable, "-c", PUT_OFF], check=True, capture_output=True, text=True
    ).stdout
    assert said.split() == ["False", "Cookie", "True"]


def test_what_is_loaded_already_is_not_put_off() -> None:
    put_off("json")
    assert vars(sys.modules["json"])["loads"] is import_module("json").loads


STARTS = """
import os, signal, sys

def tell(*_):
    print(*sorted(sys.modules), flush=True)
    os._exit(0)

signal.signal(signal.SIGUSR1, tell)
from pontoon.__main__ import main
main(["--config", sys.argv[1]])
"""

MOST_MODULES = 500
"""How many modules may be loaded before the bot enters its channels, those of Python included."""

MOST_OF_OURS = 133


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


def test_the_bot_enters_its_channels_with_few_modules_loaded(tmp_path: Path) -> None:
    loaded = loaded_before_join(tmp_path)
    ours = [name for name in loaded if name.partition(".")[0] == "pontoon"]
    assert "pontoon.service.bot" in ours
    assert len(ours) <= MOST_OF_OURS
    assert len(loaded) <= MOST_MODULES
    needless = ("OpenSSL", "ssl", "_ssl", "_hashlib", "_ctypes", "email", "automat")
    assert not [name for name in loaded if name.startswith(needless)]
