"""Where the folders beside the code are: `content/`, `grammar/` and `site/`.

In a checkout they stand beside `toolkit/`; in an installed wheel they travel inside it, under `_bundled/`.
Everything that reads one of their files asks `resource`, and so works in both.
"""

from pathlib import Path
from typing import Any

FOLDERS = ("content", "grammar", "site")
"""The top-level folders that travel with the code."""

_PACKAGE = Path(__file__).resolve().parent
_BUNDLED = _PACKAGE / "_bundled"


def resource(*parts: str) -> Path:
    """The path of a bundled file or folder, which need not exist: `resource("grammar", "core.lark")`.

    The first part is one of `FOLDERS`. The path may be read, never written: a wheel may be installed read-only.
    """
    if not parts or parts[0] not in FOLDERS:
        raise ValueError(
            f"resource() begins with one of {', '.join(FOLDERS)}; got {'/'.join(parts) or 'nothing'}"
        )
    root = _BUNDLED if _BUNDLED.is_dir() else _PACKAGE.parent
    return root.joinpath(*parts)


def read_yaml(*parts: str) -> Any:
    """What a bundled YAML file holds."""
    import yaml  # most commands read none

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the fast one, where it was built
    return yaml.load(resource(*parts).read_bytes(), loader)  # noqa: S506 (both loaders are safe)
