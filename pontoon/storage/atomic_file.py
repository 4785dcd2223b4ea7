"""Reading a file that other programs may change, telling its versions apart, and replacing it.

Versions are told apart by their content, so that a copy of the folder has the same ones. Every
reader, even after a power cut, finds either the old or the new version, never half of one. All
errors of the operating system are raised as OSError.
"""

import errno
import hashlib
import os
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from stat import S_IMODE, S_ISREG
from typing import NamedTuple

from pontoon.storage import fs

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL  # follows no link either
_FOR_EVERYBODY = 0o666
_FOR_THE_OWNER = 0o600


class Overtaken(Exception):
    """Another program has changed the file, or a part of the work: nothing is done."""


class Stamp(NamedTuple):
    """What changes whenever a file is written or replaced."""

    device: int
    inode: int
    size: int
    mtime_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> "Stamp":
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def stamp(path: Path) -> Stamp:
    return Stamp.of(path.stat())


def beside(path: Path, suffix: str) -> Path:
    """Return the path of a file that belongs to the one at PATH: the same name, another SUFFIX."""
    target = behind_links(path)
    if target.suffix == suffix:
        return target.with_name(target.name + suffix)
    return target.with_suffix(suffix)


def behind_links(path: Path) -> Path:
    return Path(os.path.realpath(path))


def previous(path: Path) -> Path:
    """Return the path at which ``replace`` keeps the previous version of the file at PATH."""
    target = behind_links(path)
    return target.with_name(f"{target.name}~")


def fresh_beside(path: Path) -> Path:
    """Return the path at which the next version of the file at PATH is written first."""
    return path.with_name(f".{path.name}.new")


def read(path: Path) -> tuple[bytes, Stamp]:
    """Return the content of the regular file at PATH, and its stamp when reading began."""
    # Opening a FIFO must not wait for a writer.
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        status = os.fstat(file.fileno())
        if not S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "Not a regular file")
        return file.read(), Stamp.of(status)


def create(path: Path, content: bytes, *, mode: int = _FOR_EVERYBODY) -> None:
    """Create a file with that CONTENT and MODE, less the umask; FileExistsError if there is one."""
    target = behind_links(path)
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    fresh = fresh_beside(target)
    try:
        write_new(fresh, content, mode=mode)
        fs.replace(fresh, target)
    finally:
        _remove(fresh)
    sync_folder(target.parent)


def replace(
    path: Path,
    content: bytes,
    expected: Stamp | None,
    posting: AbstractContextManager[object] | None = None,
) -> Stamp:
    """Replace the content of the file at PATH by CONTENT; return the new stamp.

    The file keeps its mode, and its owner if that is permitted. A symbolic link is followed. The
    previous version stays beside the file, its name with ``~`` added. Raises Overtaken unless the
    file has the EXPECTED stamp to the last moment. An error always means that the file is
    unchanged: once the new file is in place, none is raised.

    The new file is put in place within POSTING, which has to note elsewhere that it is there, and
    to take that back after an error; what it raises itself is raised here.
    """
    target = behind_links(path)
    fresh = fresh_beside(target)
    try:
        status = target.stat()
        written = write_new(fresh, content, like=status)
        _refuse_if_changed(path, expected)  # or it would be kept as the previous version
        _keep_previous(target, status)
        _refuse_if_changed(path, expected)
        with posting or nullcontext():
            _refuse_if_changed(path, expected)
            _put_in_place(fresh, target, written)
    except BaseException as error:
        _remove(fresh)
        if isinstance(error, FileNotFoundError):
            raise Overtaken from error  # another program has removed what is needed
        raise
    sync_folder(target.parent)
    return written


def sync_folder(folder: Path) -> None:
    """Make a rename in FOLDER survive a power cut; raise nothing, since the file is in place."""
    with suppress(OSError):
        fs.sync_folder(folder)


def sweep(path: Path) -> None:
    """Remove what a killed program may have left beside the file at PATH."""
    target = behind_links(path)
    _remove(fresh_beside(target))
    _remove(_old_beside(target))


def _old_beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.old")


def _refuse_if_changed(path: Path, expected: Stamp | None) -> None:
    if stamp(path) != expected:
        raise Overtaken


def _put_in_place(fresh: Path, target: Path, written: Stamp) -> None:
    try:
        fs.replace(fresh, target)
    except OSError:
        with suppress(OSError):
            if stamp(target) == written:  # a network file system has done it all the same
                return
        raise


def write_new(
    path: Path, content: bytes, like: os.stat_result | None = None, *, mode: int = _FOR_THE_OWNER
) -> Stamp:
    """Write and sync a new file with that MODE, or the mode and owner of LIKE; return its stamp."""
    with suppress(FileNotFoundError):
        fs.remove(path)  # a killed program may have left it
    descriptor = fs.open_to_write(path, _NEW_FILE, mode)
    try:
        if like is not None:
            _give_to_owner(descriptor, like)
        fs.write(descriptor, content)
        fs.sync(descriptor)
        return Stamp.of(os.fstat(descriptor))
    finally:
        os.close(descriptor)


def _give_to_owner(descriptor: int, like: os.stat_result) -> None:
    """Give an open file the group, owner and mode of LIKE, as far as that is permitted."""
    with suppress(OSError):
        fs.give(descriptor, -1, like.st_gid)
    with suppress(OSError):
        fs.give(descriptor, like.st_uid, -1)
    with suppress(OSError):
        fs.set_mode(descriptor, S_IMODE(like.st_mode))


def _keep_previous(target: Path, status: os.stat_result) -> None:
    """Keep the version at TARGET at the ``previous`` path, where there is always a whole one."""
    old = _old_beside(target)
    try:
        fs.link(target, old)
    except OSError:  # no links here, no permission to link, or a stray file of that name
        write_new(old, read(target)[0], like=status)
    try:
        fs.replace(old, previous(target))
    finally:
        _remove(old)  # a rename to a link of the same file leaves both names


def _remove(path: Path) -> None:
    with suppress(OSError):
        fs.remove(path)


# Versions

_DIGITS = 32
"""Enough to tell versions apart; the ledger has two versions for each change."""


def digest_of(content: bytes) -> str:
    """Return the version that CONTENT is: the first digits of its SHA-256."""
    return hashlib.sha256(content).hexdigest()[:_DIGITS]
