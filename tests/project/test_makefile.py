"""The Makefile makes an environment anew where the one that is there is of no use any more.

``make -n`` says what it would do, and does nothing.
"""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from shutil import copy

import pytest

from tests.real_servers.servers import installed
from tests.support.repository import ROOT

pytestmark = pytest.mark.slow

FILES = ("Makefile", "setup.cfg", "pyproject.toml", "constraints.txt")
STAMPS = ("installed-to-run", "installed-to-test", "tests-compiled", "installed-to-lint")
TARGETS = ("install", "run", "test", "quick", "lint")


class Checkout:
    """A copy of the Makefile in FOLDER, with an environment that looks complete."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folder.mkdir()
        for name in FILES:
            copy(ROOT / name, folder)
        self.venv = folder / ".venv"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self.venv], check=True)
        self._has_pip(sysconfig.get_python_version())
        for name in STAMPS:
            (self.venv / name).touch()

    def _has_pip(self, version: str) -> None:
        """Let pip be there for the Python of that VERSION."""
        (self.venv / "lib" / f"python{version}" / "site-packages" / "pip.py").touch()

    def another_python(self) -> None:
        """Have the modules be those of another Python, as after an upgrade of the system."""
        ours = self.venv / "lib" / f"python{sysconfig.get_python_version()}"
        ours.rename(ours.with_name("python3.10"))

    def would_do(self, target: str, *variables: str) -> str:
        """Return what ``make`` would do for TARGET."""
        command = [installed("make"), "-n", target, *variables]
        # What the "make test" that runs this test was told is not for this one.
        theirs = ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "PYTHON", "VENV")
        environ = {name: value for name, value in os.environ.items() if name not in theirs}
        return subprocess.run(
            command, cwd=self.folder, env=environ, capture_output=True, text=True, check=True
        ).stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "a b")


def is_made_anew(said: str) -> bool:
    """Tell whether the environment is made anew, and all that is needed is put into it."""
    lines = said.splitlines()
    if "rm -rf .venv" not in lines:
        assert not any("-m venv" in line or "pip install" in line for line in lines)
        return False
    making = next(place for place, line in enumerate(lines) if line.endswith("-m venv .venv"))
    assert lines.index("rm -rf .venv") < making
    assert any("pip install" in line for line in lines[making:])
    return True


@pytest.mark.parametrize("target", TARGETS)
def test_an_environment_that_can_be_used_is_used(checkout: Checkout, target: str) -> None:
    assert not is_made_anew(checkout.would_do(target))


@pytest.mark.parametrize("target", TARGETS)
def test_it_is_made_anew_if_its_python_is_gone(checkout: Checkout, target: str) -> None:
    python = checkout.venv / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3")
    assert is_made_anew(checkout.would_do(target))


def test_it_is_made_anew_if_its_python_has_become_another(checkout: Checkout) -> None:
    checkout.another_python()
    assert is_made_anew(checkout.would_do("run"))


def test_it_is_made_anew_if_the_checkout_was_moved(checkout: Checkout) -> None:
    checkout.folder = checkout.folder.rename(checkout.folder.with_name("c d"))
    assert is_made_anew(checkout.would_do("install"))


def test_it_may_be_a_link(checkout: Checkout) -> None:
    elsewhere = checkout.folder.with_name("elsewhere")
    checkout.venv.rename(elsewhere)
    checkout.venv.symlink_to(elsewhere)
    settings = elsewhere / "pyvenv.cfg"
    settings.write_text(settings.read_text().replace(str(checkout.venv), str(elsewhere)))
    assert not is_made_anew(checkout.would_do("install"))


def test_a_python_that_is_named_is_used(checkout: Checkout) -> None:
    """The same one is no reason to do anything."""
    assert not is_made_anew(checkout.would_do("test", f"PYTHON={sys.executable}"))
    other = checkout.folder / "python"
    other.write_text("#!/bin/sh\necho another\n")
    other.chmod(0o755)
    assert is_made_anew(checkout.would_do("test", "PYTHON=./python"))


def test_a_folder_that_is_no_environment_is_left_alone(checkout: Checkout) -> None:
    (checkout.venv / "pyvenv.cfg").rename(checkout.venv / "something.cfg")
    assert "rm -rf" not in checkout.would_do("run")
