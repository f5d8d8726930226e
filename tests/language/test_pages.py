"""The examples in the catalogue's pages of words, sentences and agreement: bad gives the code and no other error."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolkit.language.parser import Parser
from toolkit.pack.load import load_source
from toolkit.report.catalogue import codes, entry

BASE = "type: pack\nformat: 1\nid: base\nname: Base\nlanguages: [en]\n"
ROOT = Path(__file__).resolve().parents[2]
OURS = [
    c for c in codes() if "SAY0401" <= c <= "SAY0603" or c in ("SAY0701", "SAY0702", "SAY0703", "SAY0704")
]


def found(folder: Path, files) -> list[str]:
    folder.mkdir(parents=True)
    (folder / "pack.yaml").write_text(BASE, encoding="utf-8")
    for file in files:
        file.write(folder)
    source = load_source(folder, (ROOT / "tests" / "packs", folder.parent)).unwrap()
    parser = Parser(source.vocabulary)
    return [d.code for item in source.items for d in parser.parse(item.text, item.start).diagnostics]


@pytest.mark.parametrize("code", OURS)
def test_the_examples_of_a_page(code: str, tmp_path: Path) -> None:
    page = entry(code)
    assert set(found(tmp_path / "bad", page.bad)) == {code}
    assert found(tmp_path / "good", page.good) == []
