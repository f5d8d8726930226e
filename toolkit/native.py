"""The compiled form of the modules that play: used where it is there, fits and is wanted; else their Python is.

`make native` (or building a wheel with `SAYSO_NATIVE=1`) compiles `MODULES` with mypyc into `toolkit/_native`, beside
a record of what they were made from (`hatch_build.py`).  They are the same sources, so what they do is the same.  All
of them are taken or none, when the first of them is imported: if one source has changed since, if another Python runs,
or if `SAYSO_NATIVE=0` is set, Python reads the sources as ever.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**_: Any) -> Callable[[type], type]:
        """What mypyc is told of a class; nothing to Python, so that its package is not needed."""
        return lambda cls: cls


VARIABLE = "SAYSO_NATIVE"
"""The environment variable: `0` leaves compiled modules unused; `1` has a wheel built with them."""

GROUP = "sayso_native"
"""Names the library that holds all of the code; the modules are doors to it."""

LIBRARY = f"{GROUP}__mypyc"

MODULES = (
    *(f"toolkit.kernel.{name}" for name in ("changes", "model", "primitives", "random", "state", "view")),
    *(f"toolkit.program.{name}" for name in ("expression", "ruleset")),
    *(
        f"toolkit.machine.{name}"
        for name in (
            "decision", "effects", "event", "frame", "instructions", "kept", "library", "machine", "meter", "past",
            "quick", "secrecy", "unseen", "window",
        )
    ),
)  # fmt: skip
"""What is compiled: what runs while a game is played.  Not the interpreter, which is the reference and leans on
Python's own limit of recursion, and not what is asked once when a pack is loaded.
"""

FLAT = "toolkit.flat._machine"
"""What is written in C beside them: the machine over flat state (`toolkit/flat`), in `c` of its package."""

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(_PACKAGE, "_native")
RECORD = os.path.join(FOLDER, "made-from.json")


NOT_COMPILED = "not compiled"


def source_of(module: str) -> str:
    """The path of a module's Python."""
    return os.path.join(os.path.dirname(_PACKAGE), *module.split(".")) + ".py"


def sources_of_flat() -> list[str]:
    """The paths of its C, the one that is compiled first: it includes the others."""
    folder = os.path.join(_PACKAGE, "flat", "c")
    found = sorted(name for name in os.listdir(folder) if name.endswith((".c", ".h")))
    found.sort(key=lambda name: name != "module.c")
    return [os.path.join(folder, name) for name in found]


def fingerprint() -> str:
    """Of the sources of `MODULES` and `FLAT`, and of the Python and the machine that they run on."""
    import hashlib
    from importlib.machinery import EXTENSION_SUFFIXES

    found = hashlib.sha256(EXTENSION_SUFFIXES[0].encode())
    for path in (*map(source_of, MODULES), *sources_of_flat()):
        with open(path, "rb") as file:
            found.update(hashlib.sha256(file.read()).digest())
    return found.hexdigest()


def reason() -> str:
    """Why the compiled modules are not used; "": they are."""
    import json
    from importlib import import_module

    if os.environ.get(VARIABLE) == "0":
        return f"{VARIABLE}=0"
    try:
        with open(RECORD, encoding="utf-8") as file:
            made_from = json.load(file)["fingerprint"]
    except FileNotFoundError:
        return NOT_COMPILED
    except (OSError, ValueError, KeyError, TypeError) as error:
        return f"the record of the compiled modules cannot be read: {error}"
    try:
        if made_from != fingerprint():
            return "compiled from other sources or for another Python"
        import_module(LIBRARY)
    except (OSError, ImportError) as error:
        return f"what was compiled cannot be loaded: {error}"
    return ""


class Finder:
    """Finds the modules of `MODULES`, and `FLAT`, in `FOLDER`, if they are to be used."""

    def __init__(self) -> None:
        self.doors = frozenset((*MODULES, FLAT))
        self._reason: str | None = None

    def reason(self) -> str:
        """As `reason` said when it was first asked, so that all of the modules are of one form."""
        if self._reason is None:
            self._reason = reason()
        return self._reason

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """What `sys.meta_path` asks for; None: somebody else finds it."""
        if name != LIBRARY and (name not in self.doors or self.reason()):
            return None
        from importlib.machinery import PathFinder

        return PathFinder.find_spec(name, [os.path.join(FOLDER, *name.split(".")[:-1])])


_FINDER = Finder()


def install() -> None:
    """From now on the compiled modules are found.  Costs a look at one file."""
    if _FINDER not in sys.meta_path and os.path.exists(RECORD):
        sys.meta_path.insert(0, _FINDER)


def version() -> str:
    """What `sayso --version` says of it: `native` or `pure Python`, and why that in spite of what is there."""
    why = _FINDER.reason()
    if not why:
        return "native"
    return "pure Python" if why == NOT_COMPILED else f"pure Python: {why}"


def active() -> bool:
    """Whether the compiled modules are used in this process."""
    return not _FINDER.reason()
