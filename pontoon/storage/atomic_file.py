"""Reading a file that other programs may change, and replacing it in one step.

Whoever reads the file, even after a power cut, finds it as it was before or as it is afterwards,
never half written. All errors of the operating system come out as OSError.
"""

import errno
import os
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE, S_ISDIR, S_ISREG
from typing import NamedTuple, Protocol

from pontoon.storage import fs

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL  # follows no link either
_FOR_EVERYBODY = 0o666
_FOR_THE_OWNER = 0o600
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


class Posting(Protocol):
    """What is to be on the disk elsewhere if, and only if, a new version takes its place."""

    def post(self) -> None:
        """Note it: the new version is about to take its place."""

    def take_back(self) -> bool:
        """Note nothing after all; return whether nothing can be found of it any more.

        If something can, the new version must stay where it is: it shows what was meant.
        """


class Unposted:
    """Nothing elsewhere goes with the new version."""

    def post(self) -> None:
        """Note nothing."""

    def take_back(self) -> bool:
        """Return True: nothing was noted."""
        return True


UNPOSTED = Unposted()


def stamp(path: Path) -> Stamp:
    """Return the stamp that the file at PATH has now."""
    return Stamp.of(path.stat())


def next_and_previous(path: Path) -> tuple[Path, Path]:
    """Return where the next version of the file at PATH waits, and where the previous one is."""
    target = _behind_links(path)
    return _new_beside(target), _previous(target)


def beside(path: Path, suffix: str) -> Path:
    """Return the path of a file that goes with the one at PATH, beside it: another SUFFIX."""
    target = _behind_links(path)
    if target.suffix == suffix:
        return target.with_name(target.name + suffix)
    return target.with_suffix(suffix)


def previous(path: Path) -> Path:
    """Return the path at which ``replace`` keeps what was in the file at PATH before."""
    target = _behind_links(path)
    return target.with_name(f"{target.name}~")


def read(path: Path) -> tuple[bytes, Stamp]:
    """Return what is in the ordinary file at PATH, and the stamp it had when reading began."""
    descriptor = os.open(path, _READ)
    try:
        return content_of(descriptor)
    finally:
        os.close(descriptor)


def content_of(descriptor: int) -> tuple[bytes, Stamp]:
    """Return what is in an open file, which must be an ordinary one, and the stamp it had."""
    status = os.fstat(descriptor)
    _refuse_unless_ordinary(status)
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        return file.read(), Stamp.of(status)


def create(path: Path, content: bytes, *, mode: int = _FOR_EVERYBODY) -> None:
    """Put a new file with that CONTENT at PATH; FileExistsError where there is one already.

    It has that MODE but for what the umask takes away.
    """
    target = _behind_links(path)
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    fresh = _new_beside(target)
    try:
        _write(fresh, content, mode=mode)
        fs.replace(fresh, target)
    finally:
        _remove(fresh)
    sync_folder(target.parent)


def replace(
    path: Path, content: bytes, expected: Stamp | None, posting: Posting = UNPOSTED
) -> Stamp:
    """Replace what is in the file at PATH by CONTENT and return the new stamp.

    Mode and owner are kept (the owner where that is permitted), a symbolic link is followed, and
    the previous version stays beside the file, its name with ``~`` added. Raises Overtaken unless
    the file has the EXPECTED stamp to the last moment, and whatever POSTING raises. Once the new
    file is in place no error is raised any more: an error always means that the file is as it was.
    """
    target = _behind_links(path)
    fresh = _new_beside(target)
    try:
        status = target.stat()
        written = _write(fresh, content, like=status)
        _refuse_if_changed(path, expected)  # or else the previous version would not be that
        _keep_previous(target, status)
        _refuse_if_changed(path, expected)
        posting.post()
        _refuse_if_changed(path, expected)
        _put_in_place(fresh, target, written)
    except FileNotFoundError as error:  # it, or a part of the work, was taken away meanwhile
        _give_up(fresh, posting)
        raise Overtaken from error
    except BaseException:
        _give_up(fresh, posting)
        raise
    sync_folder(target.parent)
    return written


def sync_folder(folder: Path) -> None:
    """Make a rename last; the file is in place by now, so failing here must not look like more."""
    with suppress(OSError):
        fs.sync_folder(folder)


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


def _previous(target: Path) -> Path:
    return target.with_name(f"{target.name}~")


def _refuse_if_changed(path: Path, expected: Stamp | None) -> None:
    if stamp(path) != expected:
        raise Overtaken


def _put_in_place(fresh: Path, target: Path, written: Stamp) -> None:
    try:
        fs.replace(fresh, target)
    except OSError:
        if not _is_version(target, written):  # over a network it may be done, and said not to be
            raise


def _give_up(fresh: Path, posting: Posting) -> None:
    if posting.take_back():
        _remove(fresh)


def _is_version(path: Path, version: Stamp) -> bool:
    """Tell whether the file at PATH, if there is one, is that VERSION."""
    try:
        return stamp(path)._replace(device=version.device) == version
    except FileNotFoundError:
        return False


def _refuse_unless_ordinary(status: os.stat_result) -> None:
    if S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "Not a regular file")


def _write(
    path: Path, content: bytes, like: os.stat_result | None = None, *, mode: int = _FOR_THE_OWNER
) -> Stamp:
    """Write a file that was not there, safely on disk; in the end it has mode and owner of LIKE."""
    with suppress(FileNotFoundError):
        fs.remove(path)
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
    """Give an open file the group, owner and mode of LIKE, as far as we are permitted to."""
    with suppress(OSError):
        fs.give(descriptor, -1, like.st_gid)
    with suppress(OSError):
        fs.give(descriptor, like.st_uid, -1)
    with suppress(OSError):
        fs.set_mode(descriptor, S_IMODE(like.st_mode))


def _keep_previous(target: Path, status: os.stat_result) -> None:
    """Keep what TARGET holds under its name with ``~``, so that there always is a whole one."""
    old = _old_beside(target)
    try:
        fs.link(target, old)
    except OSError:  # a file system without links, a file that we may not link, a stray one
        _write(old, read(target)[0], like=status)
    try:
        fs.replace(old, previous(target))
    finally:
        _remove(old)  # renaming to another link of the same file leaves both names


def _remove(path: Path) -> None:
    with suppress(OSError):
        fs.remove(path)
