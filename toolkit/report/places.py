"""Folders of the user in which sayso keeps what belongs to no pack: a cache, and games that are not over."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal

Kind = Literal["cache", "state"]

_XDG: dict[Kind, tuple[str, str]] = {
    "cache": ("XDG_CACHE_HOME", "~/.cache"),
    "state": ("XDG_STATE_HOME", "~/.local/state"),
}
_MAC: dict[Kind, str] = {"cache": "~/Library/Caches", "state": "~/Library/Application Support"}


def user_folder(kind: Kind, part: str) -> Path | None:
    """`…/sayso/part`, made if it is not there; None where nothing can be written, or where somebody else can.

    As the XDG base directory specification has it: a variable that holds no absolute path is ignored.
    """
    variable, usual = _XDG[kind]
    base = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else variable) or ""
    if not os.path.isabs(base):
        if sys.platform == "win32":
            return None
        base = _MAC[kind] if sys.platform == "darwin" else usual
    try:
        own = Path(base).expanduser() / "sayso"
        folder = own / part
        folder.parent.parent.mkdir(parents=True, exist_ok=True)
        for each in (own, folder):
            each.mkdir(mode=0o700, exist_ok=True)
            if not _ours(each):
                return None
    except (OSError, RuntimeError, ValueError):  # no home, a file in its place, a null byte
        return None
    return folder if os.access(folder, os.W_OK | os.R_OK) else None


def _ours(folder: Path) -> bool:
    """Whether nobody but this user (and root) can put anything there."""
    if sys.platform == "win32":
        return True
    found = folder.stat()
    others = (
        0o002 if found.st_gid == os.getgid() else 0o022
    )  # under umask 002 everybody has a group of their own
    return found.st_uid in (os.getuid(), 0) and not found.st_mode & others
