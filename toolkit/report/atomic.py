"""Write a file whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import IO

ENDING = ".sayso-new"
"""Of files that are being written."""
MOMENT = 2.0
"""Seconds."""


def write_atomic(path: str | Path, content: str | bytes, *, lasting: bool = True) -> None:
    """Put `content` at `path` (text as UTF-8 with LF line ends), making its folders.

    A reader sees the old file or the new one, never a part; a failure leaves the old file and no litter, and what a
    killed process left goes with the next file that is written beside it.  A pipe or a device is written to.
    `lasting`: wait until the disk has it, so that no power cut leaves less.
    Raises `OSError` as the file system does, with the path that was asked for.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        _write(Path(path), data, lasting)
    except ValueError:
        raise OSError(errno.EINVAL, "no file can be named so", str(path)) from None
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def _write(target: Path, data: bytes, lasting: bool) -> None:
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None
    try:
        found = target.stat().st_mode
    except FileNotFoundError:
        found = stat.S_IFREG | (0o666 & ~_umask())
    if not stat.S_ISREG(found):
        target.write_bytes(data)
        return
    target = Path(os.path.realpath(target))  # what a link points at is replaced, not the link
    _sweep(target.parent)
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=ENDING, dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            lock(file)
            file.write(data)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
            os.chmod(temporary, found & 0o777)
            os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def keep(path: Path, content: str | bytes) -> bool:
    """Put `content` into a file that only saves time; False: it cannot be kept, or no file stands there.

    Nobody waits for the disk: whoever reads such a file takes one that a power cut has left damaged for none.
    """
    try:
        if os.path.lexists(path) and not path.is_file():  # a pipe would be waited for
            return False
        write_atomic(path, content, lasting=False)
    except OSError:
        return False
    return True


def lock(file: IO[bytes]) -> bool:
    """Mark an open file as being written by this process, until it is closed; False: another process does."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def being_written(path: Path) -> bool:
    """Whether another process has locked this file; also of what is no file, or cannot be read."""
    try:
        if not path.is_file():  # a pipe would be waited for
            return True
        with path.open("rb") as file:
            return not lock(file)
    except OSError:
        return True


@cache
def _sweep(folder: Path) -> None:
    """Take away what killed processes left in a folder; once in a process."""
    if sys.platform == "win32":
        return
    now = time.time()
    for path in folder.glob(f".*{ENDING}"):
        with contextlib.suppress(OSError):
            # A file is there for a moment before it is locked.
            if now - path.stat().st_mtime > MOMENT and not being_written(path):
                path.unlink()


def _umask() -> int:
    # There is no way to read it without setting it.
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
