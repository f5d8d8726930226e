"""Whether files of packs have changed, for commands that then do their work again, with what is still the same."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolkit.compile.pack import Pack
    from toolkit.report.diagnostic import Checked

from toolkit.documents.folder import MADE

Stamps = dict[str, tuple[int, int]]


def stamps(folders: Iterable[Path]) -> Stamps:
    """When each file below some folders was changed, in nanoseconds, and its size in bytes.

    Of what a pack is read from: not of hidden files, nor of what a program has made, as a site that is built there.
    """
    found = {}
    for root in map(str, folders):
        for folder, below, names in os.walk(root):
            if folder != root and not {*MADE}.isdisjoint(names):
                below.clear()
                continue
            below[:] = [name for name in below if not name.startswith(".")]
            for path in (os.path.join(folder, name) for name in names if not name.startswith(".")):
                with contextlib.suppress(OSError):  # it has gone again
                    state = os.stat(path)
                    found[path] = (state.st_mtime_ns, state.st_size)
    return found


class Loaded:
    """Packs as a command has loaded them last: of those that it loads again only what has changed is compiled."""

    def __init__(self) -> None:
        self._packs: dict[Path, Pack] = {}

    def load(self, folder: Path, search: Iterable[Path] | None) -> Checked[Pack | None]:
        """The pack as it is now."""
        from toolkit.compile.pack import load_pack

        checked = load_pack(folder, search, before=self._packs.get(folder))
        if checked.value is not None:
            self._packs[folder] = checked.value
        return checked
