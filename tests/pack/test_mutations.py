"""A pack file that was damaged in any way gives diagnostics, never an exception."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from tests.pack.packs import codes, write_pack
from tests.pack.test_load import CARDS, CORE, WORDS
from toolkit.pack.load import load_source
from toolkit.report.render import full

FILES = {
    "pack": "precedence: [base, saga, card]\noptions: {nights: {name: Nights, default: true}}\n",
    "words": WORDS,
    "cards": CARDS,
    "core": CORE,
}
SHAPES = ("{}", "[]", "7", "true", "", "null", "[[x]]", "{x: {y: z}}", "'", "x: y", "the", "{", "word, word")


def mutated(text: str, chance: random.Random) -> str:
    """One damage: a token dropped, doubled, swapped with its neighbour, misspelt, or given another shape."""
    tokens = [match.span() for match in re.finditer(r"[\w-]+|[{}\[\]:,]", text)]
    start, end = tokens[i := chance.randrange(len(tokens) - 1)]
    word = text[start:end]
    match chance.randrange(6):
        case 0:
            return text[:start] + text[end:]
        case 1:
            return text[:end] + " " + word + text[end:]
        case 2:
            after = tokens[i + 1]
            return text[:start] + text[slice(*after)] + text[end : after[0]] + word + text[after[1] :]
        case 3:
            at = chance.randrange(len(word))
            return text[: start + at] + chance.choice("aexz") + text[start + at + 1 :]
        case 4:
            return text[:start] + chance.choice(SHAPES) + text[end:]
        case _:
            lines = text.splitlines(keepends=True)
            del lines[chance.randrange(len(lines))]
            return "".join(lines)


@pytest.mark.parametrize("seed", range(40))
def test_no_damage_raises(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    root = write_pack(tmp_path, extra=FILES["pack"], **{k: v for k, v in FILES.items() if k != "pack"})
    for _ in range(10):
        path = chance.choice(sorted(root.glob("*.yaml")))
        before = path.read_text(encoding="utf-8")
        path.write_text(mutated(before, chance), encoding="utf-8")
        checked = load_source(root, ())
        for diagnostic in checked.diagnostics:
            full(diagnostic)
        if chance.random() < 0.7:
            path.write_text(before, encoding="utf-8")


@pytest.mark.parametrize(
    ("damage", "code"), [("tpye: vocabulary", "SAY0201"), ("type: vocabulry", "SAY0202")]
)
def test_words_whose_document_has_no_type_are_told_once(damage: str, code: str, tmp_path: Path) -> None:
    files = {**FILES, "words": WORDS.replace("type: vocabulary", damage)}
    extra = files.pop("pack")
    assert codes(load_source(write_pack(tmp_path, extra=extra, **files), ())) == [code]
