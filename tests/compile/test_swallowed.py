"""No word of a sentence means nothing: drop, double, swap or exchange it, and the program is another, or none.

`swallowed.yaml` lists what gives the same program: *alike*, because it says the same; *open*, a mistake that is known.
A change that is reported where it is read (*a cats*) is none of these.
"""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
import yaml

from tests.compile.swallow import PACKS, Bench, Change, same
from tests.hygiene.project import ROOT
from toolkit.language.vocabulary import Vocabulary

HERE = Path(__file__).resolve().parent
FOLDERS = sorted(p.parent for p in PACKS.glob("*/pack.yaml"))
CONTENT = sorted(p.parent for p in (ROOT / "content").glob("*/pack.yaml"))
WRITTEN: dict[str, dict[str, str]] = yaml.safe_load((HERE / "swallowed.yaml").read_text(encoding="utf-8"))
LISTED = WRITTEN["alike"] | WRITTEN["open"]
EVERY = 18
"""One of so many items is tried in the normal suite."""
FEW = 20
"""Fewer changes than so many may be open."""


def swallowed(folder: Path, every: int) -> dict[str, str]:
    """What was changed without another program: the kind and the words, and one sentence."""
    bench = Bench(folder)
    found: dict[str, str] = {}
    for item in bench.items()[::every]:
        for change in same(bench, item):
            found.setdefault(called(bench, change), change.text)
    return found


def called(bench: Bench, change: Change) -> str:
    """The key of a change in `swallowed.yaml`: of what a pack calls its own, one for all packs."""
    words = change.words.lower()
    if change.kind == "drop":
        words = _dropped(bench.pack.vocabulary, words, change.before.lower())
    elif change.kind == "swap" and words.startswith("more "):
        words = "more and a noun"
    elif change.kind == "swap" and words.split()[0].isdigit():
        words = "a number and an attribute"
    return f"{change.kind} {words}"


def _dropped(vocabulary: Vocabulary, word: str, before: str) -> str:
    """What kind of word was left out after another."""
    nouns = {form.lower(): each for each in vocabulary.nouns.values() for form in (each.id, each.plural)}
    if word in nouns and nouns[word].category == "quantity":
        return "the noun of an amount" if before.isdigit() else word
    if word in nouns and before == "this":
        return "a noun after this"
    if word in nouns and before in {*vocabulary.adjectives, *chain(*vocabulary.lists.values())}:
        return "a noun after an adjective"
    return "a word of a noun" if any(" " in noun and word in noun.split() for noun in nouns) else word


@pytest.mark.parametrize("folder", FOLDERS[::3], ids=lambda path: path.name)
def test_no_word_of_a_sample_means_nothing(folder):
    assert {words: text for words, text in swallowed(folder, EVERY).items() if words not in LISTED} == {}


def test_few_are_open():
    assert len(WRITTEN["open"]) < FEW


@pytest.mark.long
def test_no_word_means_nothing():
    found: dict[str, str] = {}
    for folder in (*FOLDERS, *CONTENT):
        found |= swallowed(folder, 1)
    assert {words: text for words, text in found.items() if words not in LISTED} == {}
    assert [words for words in LISTED if words not in found] == [], "healed"
