"""Sentences of authors who have read no reference: they work and mean what they say, or are told how."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import fast_yaml as yaml
from tests.compile.test_meaning import HERE as TABLE
from toolkit.compile.pack import load_pack
from toolkit.language.printing.english import print_english

CASES = yaml.safe_load((Path(__file__).parent / "redteam.yaml").read_text(encoding="utf-8"))


def text(case: dict) -> str:
    return str(case.get("do") or case["rules"])


@pytest.mark.parametrize("case", CASES, ids=text)
def test_an_author_s_sentence(case, tmp_path):
    folder = tmp_path / "meaning"
    shutil.copytree(TABLE / "meaning", folder)
    turn = {"type": "verb", "id": "turn", "phrase": "take a turn", "period": "turn"}
    documents: list[dict] = [turn | {"steps": {"go": case.get("do", "Gain 0 debts.")}}]
    if "rules" in case:
        documents.append({"type": "rules", "id": "tried", "rules": [case["rules"]]})
    (folder / "case.yaml").write_text(yaml.safe_dump_all(documents, width=1000), encoding="utf-8")
    pack = load_pack(folder, ()).value
    errors = dict.fromkeys(d.code for d in pack.diagnostics if d.is_error)
    if "code" in case:
        assert " ".join(errors) == case["code"]
        return
    assert not errors
    tree = next(tree for item, tree in pack.trees.items() if item.text.value == text(case))
    assert print_english(tree, pack.vocabulary) == case["means"]
