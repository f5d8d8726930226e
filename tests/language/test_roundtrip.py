"""The English printer is the inverse of the parser: a sentence, its tree, the printed tree, the same tree again.

Over every sentence of the corpora, of `content/` and of `tests/packs/`.  What does not parse is the parser's business
(`test_corpus.py`); what is worded in another way than the canonical one stands in `golden/rewordings.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import yaml
from hypothesis import given

from tests.corpus.corpus import GAMES, sentences, vocabulary
from tests.language import trees
from tests.language.ukrainian_locales import lexicon as book
from toolkit.language import ast
from toolkit.language.english import print_english
from toolkit.language.parser import Parser
from toolkit.language.printer import print_tree
from toolkit.language.vocabulary import Vocabulary
from toolkit.report import Text

ROOT = Path(__file__).resolve().parents[2]
REWORDINGS = Path(__file__).parent / "golden" / "rewordings.yaml"
CORPORA = [f"corpus/{game}" for game in GAMES]
PACKS = sorted(
    path.parent.relative_to(ROOT).as_posix()
    for root in ("content", "tests/packs")
    for path in (ROOT / root).glob("*/pack.yaml")
)


@dataclass(frozen=True)
class Item:
    """One paragraph, and how its field is parsed."""

    text: str
    start: str


def items(place: str) -> tuple[Vocabulary, list[Item]]:
    """The words and the sentences of a corpus or a pack."""
    if place.startswith("corpus/"):
        game = place.removeprefix("corpus/")
        return vocabulary(game), [Item(s.text, s.start) for s in sentences(game)]
    from toolkit.pack.load import load_source

    source = load_source(ROOT / place, (ROOT / "tests/packs", ROOT / "content")).value
    assert source is not None
    return source.vocabulary, [
        Item(item.text.value, item.start) for item in source.items if item.start in STARTS
    ]


STARTS = (
    "definition", "statement", "effect", "label effect", "condition", "formula", "cost", "given", "decision",
)  # fmt: skip


@cache
def parser(place: str) -> Parser:
    return Parser(items(place)[0])


@cache
def trips(place: str) -> list[tuple[Item, str, bool]]:
    """Each sentence that parses, how it is printed, and whether that parses to the same tree."""
    return list(_trips(place))


def _trips(place: str) -> Iterator[tuple[Item, str, bool]]:
    words, found = items(place)
    reader = parser(place)
    for item in found:
        first = reader.parse(Text.plain(item.text), item.start)
        if any(d.is_error for d in first.diagnostics) or not first.value.sentences:
            continue
        printed = print_english(first.value, words, item.start)
        second = reader.parse(Text.plain(printed), item.start)
        yield item, printed, second.value == first.value


def squeezed(text: str) -> str:
    return " ".join(text.replace(";", ", and").split())


@pytest.mark.parametrize("place", [*CORPORA, *PACKS])
def test_printed_sentences_parse_to_the_same_tree(place: str) -> None:
    assert trips(place)
    failures = [f"{item.text}\n    {printed}" for item, printed, same in trips(place) if not same]
    assert not failures, "\n".join(failures)


def test_canonical_sentences_are_printed_as_they_were_written() -> None:
    """The corpora are written in the canonical wording: printing changes nothing but what is listed, with a reason."""
    allowed = {e["text"]: e["printed"] for e in yaml.safe_load(REWORDINGS.read_text(encoding="utf-8"))}
    changed: dict[str, str] = {}
    for place in [*CORPORA, *PACKS]:
        for item, printed, _ in trips(place):
            if squeezed(item.text) != squeezed(printed):
                changed[squeezed(item.text)] = squeezed(printed)
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
