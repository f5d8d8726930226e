"""The English printer is the inverse of the parser: a sentence, its tree, the printed tree, the same tree again.

Over every sentence of the corpora, of `content/` and of `tests/packs/`.  What does not parse is the parser's business
(`test_corpus.py`); what is worded in another way than the canonical one stands in `golden/rewordings.yaml`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import yaml
from hypothesis import given

from tests.corpus.readings import PLACES, Reading, readings
from tests.language import trees
from tests.language.ukrainian_locales import lexicon as book
from toolkit.language import ast
from toolkit.language.parsing.parser import Parser
from toolkit.language.printing.english import print_english
from toolkit.language.printing.languages import print_tree
from toolkit.report import Text

REWORDINGS = Path(__file__).parent / "golden" / "rewordings.yaml"
STARTS = (
    "definition", "statement", "effect", "label effect", "condition", "formula", "cost", "given", "decision",
)  # fmt: skip


def trips(place: str) -> list[Reading]:
    """Each sentence that parses."""
    return [each for each in readings(place) if each.start in STARTS and each.tree and each.tree.sentences]


def squeezed(text: str) -> str:
    return " ".join(text.replace(";", ", and").split())


@pytest.mark.parametrize("place", PLACES)
def test_printed_sentences_parse_to_the_same_tree(place: str) -> None:
    assert trips(place)
    failures = [f"{each.text}\n    {each.printed}" for each in trips(place) if each.again != each.tree]
    assert not failures, "\n".join(failures)


def test_canonical_sentences_are_printed_as_they_were_written() -> None:
    """The corpora are written in the canonical wording: printing changes nothing but what is listed, with a reason."""
    allowed = {e["text"]: e["printed"] for e in yaml.safe_load(REWORDINGS.read_text(encoding="utf-8"))}
    changed: dict[str, str] = {}
    for place in PLACES:
        for each in trips(place):
            if squeezed(each.text) != squeezed(each.printed):
                changed[squeezed(each.text)] = squeezed(each.printed)
    assert changed == allowed


# --- Sentences that nobody wrote ----------------------------------------------------------------------------


@cache
def toy_parser() -> Parser:
    return Parser(trees.toy())


@given(trees.sentences())
def test_generated_trees_survive_print_and_parse(sentence: ast.Sentence) -> None:
    reader = toy_parser()
    tree = ast.Paragraph(sentences=(sentence,))
    printed = print_english(tree, reader.vocabulary)
    parsed = reader.parse(Text.plain(printed), "effect")
    assert not parsed.diagnostics, (printed, parsed.diagnostics)
    assert parsed.value == tree, printed


@given(trees.sentences())
def test_generated_trees_print_in_every_language(sentence: ast.Sentence) -> None:
    tree = ast.Paragraph(sentences=(sentence,))
    text = print_tree(tree, "uk", trees.toy(), book("corpus/toy")).value
    assert "  " not in text and " ," not in text and "?" not in text
    assert text[-1] == "." and not re.search("[\ue000-\ue003]|⟨", text), text
