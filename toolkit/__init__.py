"""Sayso: tabletop content in YAML whose English sentences are what runs.

    from toolkit import load_pack, new_game

    game = new_game(load_pack("my-game"), seed=7)

The names below are imported when first used, so that `import toolkit` (which every command and every pytest
run does) costs nothing.
"""

from importlib import import_module
from typing import Any

from toolkit import native

__version__ = "0.1.0"

_API = {
    "load_pack": "toolkit.compile.pack",
    "load_game": "toolkit.play",
    "new_game": "toolkit.play",
    "new_stepper": "toolkit.play",
}

native.install()

__all__ = ["__version__", "load_game", "load_pack", "new_game", "new_stepper"]


def __getattr__(name: str) -> Any:
    # The module's name stays a string: an import statement here would tie every layer to every other.
    if name not in _API:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_API[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_API})
