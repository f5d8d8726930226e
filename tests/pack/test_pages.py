"""The examples in the pages of packs, words and phrases: the bad one gives the code and no other, the good one none."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.pack.load import load_source
from toolkit.report.catalogue import codes, entry

BASE = "type: pack\nformat: 1\nid: base\nname: Base\nlanguages: [en]\n"
ROOT = Path(__file__).resolve().parents[2]
DECKS = [code for code in codes() if "SAY0324" <= code <= "SAY0327"]
"""Decks are read against a compiled pack, not when its files are loaded: tests/diagnostics runs their pages."""

FACES = "SAY0307"
"""A face is of a kind, which the base pack of tests/diagnostics has."""

MINE = [code for code in codes() if "SAY0304" <= code < "SAY0380" and code not in (*DECKS, FACES)]
PACKS = (ROOT / "tests" / "packs",)


@pytest.mark.parametrize("code", MINE)
def test_the_examples_of_a_page(code: str, tmp_path: Path) -> None:
    page = entry(code)
    found = {}
    for part, files in (("bad", page.bad), ("good", page.good)):
        folder = tmp_path / part / "sample"
        folder.mkdir(parents=True)
        (folder / "pack.yaml").write_text(BASE, encoding="utf-8")
        for file in files:
            file.write(folder)
        checked = load_source(folder, (*PACKS, folder.parent))
        found[part] = {diagnostic.code for diagnostic in checked.diagnostics}
    assert found == {"bad": {code}, "good": set()}
