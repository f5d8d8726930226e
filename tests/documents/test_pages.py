"""The pages of the diagnostics that documents give: each bad example gives its code and no other, no good one does."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.documents.folder import read_folder
from toolkit.documents.identity import check_identity
from toolkit.documents.schema import SchemaSet
from toolkit.report import render
from toolkit.report.catalogue import ExampleFile, codes, entry

PACK = "type: pack\nformat: 1\nid: base\nname: Base\nlanguages: [en]\n"
NEEDS_THE_PACK = {"SAY0304"}  # whoever knows what an id refers to gives it
OURS = [c for c in codes() if c[:5] in ("SAY01", "SAY02") or "SAY0301" <= c <= "SAY0304"]


def found(folder: Path, files: tuple[ExampleFile, ...]) -> list[str]:
    (folder / "pack.yaml").write_text(PACK)
    for file in files:
        file.write(folder)
    checked = read_folder(folder, shown="")
    said = [*checked.diagnostics, *SchemaSet().check_all(checked.value), *check_identity(checked.value)]
    return [d.code for d in said if render.full(d)]


@pytest.mark.parametrize("code", OURS)
def test_the_examples_of_a_page(code: str, tmp_path: Path) -> None:
    page = entry(code)
    (tmp_path / "bad").mkdir()
    (tmp_path / "good").mkdir()
    assert found(tmp_path / "bad", page.bad) == ([] if code in NEEDS_THE_PACK else [code])
    assert found(tmp_path / "good", page.good) == []
