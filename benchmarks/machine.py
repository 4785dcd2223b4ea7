"""What the figures were measured on."""

import os
import platform
import re
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pontoon import __version__
from tests.real_servers.servers import installed

PACKAGES = ("Twisted", "lxml", "rlcard", "open_spiel", "limnoria", "sopel")


def description(folder: Path) -> str:
    """Describe the machine, the disk that FOLDER is on, and the versions of all that takes part."""
    versions = ", ".join(map(_version, PACKAGES))
    lines = (
        f"PontoonBot {__version__}, Python {platform.python_version()}, {versions}, {_ngircd()}",
        f"{_cpu()}, {len(os.sched_getaffinity(0))} cores, {_kernel()}; "
        f"files on {_file_system(folder)}; load before the start {os.getloadavg()[0]:.2f}",
    )
    return "\n".join(lines)


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"no {package}"


def _cpu() -> str:
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return model[1] if model is not None else platform.machine()


def _kernel() -> str:
    """Return which Linux this is, without what its builder has added."""
    numbers = re.match(r"[\d.]+", platform.release())
    return f"Linux {numbers[0] if numbers is not None else platform.release()}"


def _file_system(folder: Path) -> str:
    """Return the kind of file system that FOLDER is on."""
    # Of mounts one upon the other the last is seen; a longer path is a mount within another.
    kinds = {fields[1]: fields[2] for fields in map(str.split, _mounts())}
    places = [folder.resolve(), *folder.resolve().parents]
    return next(kinds[str(place)] for place in places if str(place) in kinds)


def _mounts() -> list[str]:
    return Path("/proc/self/mounts").read_text().splitlines()


def _ngircd() -> str:
    said = subprocess.run(
        [installed("ngircd"), "--version"], capture_output=True, text=True, check=False
    )
    name = re.match(r"ngIRCd [\w.~]+", said.stdout)
    return name[0] if name is not None else "ngIRCd"
