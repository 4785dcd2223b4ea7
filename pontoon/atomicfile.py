"""Reading a file that other programs may change, and replacing it in one step.

Whoever reads the file, even after a power cut, finds it as it was before or as it is afterwards,
never half written. All errors of the operating system come out as OSError.
"""

import errno
import os
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE, S_ISDIR, S_ISREG
from typing import NamedTuple

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC  # follows no link either
_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC  # opening a FIFO must not wait for a writer


class Overtaken(Exception):
    """Somebody else changed the file, or a part of the work, after it was read: nothing is done."""


class Stamp(NamedTuple):
    """What changes whenever a file is written or replaced."""

    device: int
    inode: int
    size: int
    mtime_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> "Stamp":
        """Return the stamp of a file with that STATUS."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


def stamp(path: Path) -> Stamp:
    """Return the stamp that the file at PATH has now."""
    return Stamp.of(path.stat())


def read(path: Path) -> tuple[bytes, Stamp]:
    """Return what is in the ordinary file at PATH, and the stamp it had when reading began."""
    descriptor = os.open(path, _READ)
    try:
        status = os.fstat(descriptor)
        _refuse_unless_ordinary(status)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return file.read(), Stamp.of(status)
    finally:
        os.close(descriptor)


def create(path: Path, content: bytes) -> None:
    """Put a new file with that CONTENT at PATH; FileExistsError where there is one already."""
    target = _behind_links(path)
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    fresh = _new_beside(target)
    try:
        _write(fresh, content)
        fresh.replace(target)
    finally:
        _remove(fresh)
    _sync_folder(target.parent)


def replace(path: Path, content: bytes, expected: Stamp | None) -> Stamp:
    """Replace what is in the file at PATH by CONTENT and return the new stamp.

    Mode and owner are kept (the owner where that is permitted), a symbolic link is followed, and
    the previous version stays beside the file, its name with ``~`` added. Raises Overtaken unless
    the file has the EXPECTED stamp to the last moment. Once the new file is in place no error is
    raised any more: an error always means that the file is as it was.
    """
    target = _behind_links(path)
    fresh = _new_beside(target)
    try:
        status = target.stat()
        written = _write(fresh, content, like=status)
        _refuse_if_changed(path, expected)  # or else the previous version would not be that
        _keep_previous(target, status)
        _refuse_if_changed(path, expected)
        fresh.replace(target)
    except FileNotFoundError as error:  # it, or a part of the work, was taken away meanwhile
        raise Overtaken from error
    finally:
        _remove(fresh)
    _sync_folder(target.parent)
    return written


def sweep(path: Path) -> None:
    """Remove what a killed program may have left beside the file at PATH."""
    target = _behind_links(path)
    _remove(_new_beside(target))
    _remove(_old_beside(target))


def _behind_links(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _new_beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.new")


def _old_beside(target: Path) -> Path:
    return target.with_name(f".{target.name}.old")


def _refuse_if_changed(path: Path, expected: Stamp | None) -> None:
    if stamp(path) != expected:
        raise Overtaken


def _refuse_unless_ordinary(status: os.stat_result) -> None:
    if S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "Not an ordinary file")


def _write(path: Path, content: bytes, like: os.stat_result | None = None) -> Stamp:
    """Write a file that was not there, safely on disk; mode and owner are those of LIKE."""
    path.unlink(missing_ok=True)
    mode = 0o666 if like is None else 0o600
    with os.fdopen(os.open(path, _NEW_FILE, mode), "wb") as file:
        if like is not None:
            _give_to_owner(file.fileno(), like)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
        return Stamp.of(os.fstat(file.fileno()))


def _give_to_owner(descriptor: int, like: os.stat_result) -> None:
    """Give an open file the group, owner and mode of LIKE, as far as we are permitted to."""
    with suppress(OSError):
        os.fchown(descriptor, -1, like.st_gid)
    with suppress(OSError):
        os.fchown(descriptor, like.st_uid, -1)
    with suppress(OSError):
        os.fchmod(descriptor, S_IMODE(like.st_mode))


def _keep_previous(target: Path, status: os.stat_result) -> None:
    """Keep what TARGET holds under its name with ``~``, so that there always is a whole one."""
    old = _old_beside(target)
    try:
        old.hardlink_to(target)
    except OSError:  # a file system without links, a file that we may not link, a stray one
        _write(old, read(target)[0], like=status)
    try:
        old.replace(target.with_name(f"{target.name}~"))
    finally:
        _remove(old)  # renaming to another link of the same file leaves both names


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _sync_folder(folder: Path) -> None:
    """Make a rename last; the file is in place by now, so failing here must not look like more."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
