"""Locale files as the pack layer hands them over, for tests: plain data, strings only."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import yaml

from toolkit.language.lexicon import Layer, Lexicon, read_lexicon

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
CORE = ROOT / "grammar" / "locales" / "uk.yaml"

LOCALES: dict[str, Path] = {
    "core": CORE,
    **{f"corpus/{path.stem}": path for path in sorted((HERE / "locales").glob("*.yaml"))},
    **{
        path.parents[1].relative_to(ROOT).as_posix(): path
        for root in ("content", "tests/packs")
        for path in sorted((ROOT / root).glob("*/locales/uk.yaml"))
    },
}
"""Every Ukrainian locale of the project: of the core, of the corpora's words, of packs."""


def read(path: Path) -> list[Layer]:
    """The documents of a file, and of those that stand beside it for the same language (`uk-modules.yaml`)."""
    return [
        Layer(document)
        for file in (path, *sorted(path.parent.glob(f"{path.stem}-*.yaml")))
        for document in yaml.load_all(file.read_text(encoding="utf-8"), yaml.BaseLoader)
    ]


@cache
def lexicon(place: str) -> Lexicon:
    """The core's words with those of a place, as `LOCALES` names it."""
    checked = read_lexicon("uk", [*read(CORE), *read(LOCALES[place])])
    assert checked.ok, checked.diagnostics
    return checked.value
