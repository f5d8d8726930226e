"""Packs that tests write: files by path, over a `pack.yaml` that says no more than it must."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from toolkit.pack.load import load_source
from toolkit.pack.source import PackSource
from toolkit.report import Checked

HEAD = "type: pack\nformat: 1\nid: {id}\nname: A pack\nlanguages: [en]\nplayers: 2\nseats: [North, South]\n"


def write_pack(folder: Path, id: str = "sample", extra: str = "", **files: str) -> Path:
    """A pack in `folder/id`; `vocabulary__words="…"` is the file `vocabulary/words.yaml`."""
    root = folder / id
    content = {
        "pack": HEAD.format(id=id) + dedent(extra),
        **{name: dedent(text) for name, text in files.items()},
    }
    for name, text in content.items():
        path = root / (name.replace("__", "/").replace("_", "-") + ".yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip("\n"), encoding="utf-8")
    return root


def load(folder: Path, id: str = "sample", extra: str = "", **files: str) -> Checked[PackSource | None]:
    """As `write_pack`, and loaded; packs beside it can be extended."""
    return load_source(write_pack(folder, id, extra, **files), ())


def good(folder: Path, id: str = "sample", extra: str = "", **files: str) -> PackSource:
    """The source of a pack that has nothing wrong with it."""
    checked = load(folder, id, extra, **files)
    assert checked.diagnostics == (), "\n".join(f"{d.code} {d.message} {d.span}" for d in checked.diagnostics)
    assert checked.value is not None
    return checked.value


def codes(checked: Checked[PackSource | None]) -> list[str]:
    """The codes of all diagnostics, in order."""
    return [diagnostic.code for diagnostic in checked.diagnostics]
