"""No word of a sentence means nothing: drop, double, swap or exchange it, and the program is another, or there is none.

`swallowed.yaml` lists what gives the same program, and why that is right.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tests.compile.swallow import PACKS, Bench, same

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
            found.setdefault(f"{change.kind} {change.words.lower()}", change.text)
    return found


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
