"""Read a file that somebody named: only a file, and only so much of it."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def read_bounded(path: str | Path, most: int) -> bytes:
    """The bytes of a regular file, at most `most` and one more, by which the caller sees that it is too large.

    A pipe, a device or a folder is not read: one never ends, another has no end to wait for.  Raises `OSError`, also
    for a path that no file can have; `reason_of` says it in words.
    """
    try:
        # Without O_NONBLOCK the call itself waits until somebody opens the other end of a pipe.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError:
        raise OSError(errno.EINVAL, "no file can be named so") from None
    kind = os.fstat(handle).st_mode
    if not stat.S_ISREG(kind):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is a folder" if stat.S_ISDIR(kind) else "it is not a file")
    with os.fdopen(handle, "rb") as file:
        return file.read(most + 1)


def reason_of(error: OSError) -> str:
    """Why the file system refused, as the end of a message: *permission denied*."""
    return (error.strerror or "unknown reason").lower()
