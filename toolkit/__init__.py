"""Sayso: tabletop content in YAML whose English sentences are what runs.

    from toolkit import load_pack, new_game

    game = new_game(load_pack("my-game"), seed=7)

The names below are imported when first used, so that `import toolkit` (which every command and every pytest
run does) costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # what a type checker reads; `_API` says the same to Python
    from toolkit.compile.pack import Pack, load_pack
    from toolkit.play import (
        Decision,
        Event,
        Game,
        IllegalChoice,
        Option,
        Stepper,
        UndoRefused,
        load_game,
        new_game,
        new_stepper,
    )
    from toolkit.report import Checked, Diagnostic

from toolkit import native

__version__ = "0.1.0"

_API = {
    "Checked": "toolkit.report",
    "Decision": "toolkit.play",
    "Diagnostic": "toolkit.report",
    "Event": "toolkit.play",
    "Game": "toolkit.play",
    "IllegalChoice": "toolkit.play",
    "Option": "toolkit.play",
    "Pack": "toolkit.compile.pack",
    "Stepper": "toolkit.play",
    "UndoRefused": "toolkit.play",
    "load_game": "toolkit.play",
    "load_pack": "toolkit.compile.pack",
    "new_game": "toolkit.play",
    "new_stepper": "toolkit.play",
}

native.install()

__all__ = [
    "Checked",
    "Decision",
    "Diagnostic",
    "Event",
    "Game",
    "IllegalChoice",
    "Option",
    "Pack",
    "Stepper",
    "UndoRefused",
    "__version__",
    "load_game",
    "load_pack",
    "new_game",
    "new_stepper",
]


if not TYPE_CHECKING:  # for a type checker a hook would make any name right

    def __getattr__(name: str) -> Any:
        # The module's name stays a string: an import statement here would tie every layer to every other.
        if name not in _API:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(_API[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_API})
