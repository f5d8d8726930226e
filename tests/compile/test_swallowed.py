"""No word of a sentence means nothing: drop, double, swap or exchange it, and the program is another, or there is none.

`swallowed.yaml` lists what gives the same program, and why that is right.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.compile.swallow import PACKS, Bench, Change, same
from toolkit.pack.source import Item

HERE = Path(__file__).resolve().parent
# more-robots holds the sentences of content/sentient
FOLDERS = sorted(p.parent for p in PACKS.glob("*/pack.yaml"))
LISTED: dict[str, str] = yaml.safe_load((HERE / "swallowed.yaml").read_text(encoding="utf-8"))
EVERY = 9
"""One of so many items is tried in the normal suite."""


def swallowed(folder: Path, every: int) -> dict[str, str]:
    """What was changed without another program: the kind and the words, and one sentence."""
    bench = Bench(folder)
    found: dict[str, str] = {}
    for item in bench.items()[::every]:
        for change in same(bench, item):
            found.setdefault(called(bench, item, change), change.text)
    return found


def called(bench: Bench, item: Item, change: Change) -> str:
    """The key of a change in `swallowed.yaml`.  A noun of things after *this* has one key for all packs."""
    noun = bench.pack.vocabulary.nouns.get(change.words.lower())
    if change.kind == "drop" and noun is not None and noun.category == "thing":
        text = item.text.value
        for each in re.finditer(rf"(?<=\bthis) {re.escape(change.words)}\b", text, re.I):
            if text[: each.start()] + text[each.end() :] == change.text:
                return "drop a noun after this"
    return f"{change.kind} {change.words.lower()}"


@pytest.mark.parametrize("folder", FOLDERS[::3], ids=lambda path: path.name)
def test_no_word_of_a_sample_means_nothing(folder):
    assert {words: text for words, text in swallowed(folder, EVERY).items() if words not in LISTED} == {}


@pytest.mark.long
def test_no_word_means_nothing():
    found: dict[str, str] = {}
    for folder in FOLDERS:
        found |= swallowed(folder, 1)
    assert {words: text for words, text in found.items() if words not in LISTED} == {}
    assert [words for words in LISTED if words not in found] == [], "healed"
