"""The corpora: sentences of three games, and packs that hold nothing but their words.

`tests/corpus/<game>/sentences/*.yaml`: context → field → items.  The field says by which start symbol an item is parsed
(`STARTS`); *text as effect* says it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from tests.corpus.everyday import everyday_verbs
from toolkit.language.vocabulary import Vocabulary
from toolkit.pack.load import load_source

HERE = Path(__file__).resolve().parent
GAMES = ("cyberpunk-tcg", "gangs-of-night-city", "sentient")

STARTS = {
    "always": "condition",
    "awards": "effect",
    "casualties": "effect",
    "compare": "effect",
    "consequence": "effect",
    "cost": "cost",
    "deck": "statement",
    "effect": "effect",
    "given": "given",
    "is": "definition",
    "means": "statement",
    "requires": "condition",
    "reveal": "effect",
    "rules": "statement",
    "score": "formula",
    "setup": "effect",
    "steps": "effect",
    "street-cred": "effect",
    "text": "statement",
    "then": "condition",
    "when": "decision",
    "winner": "effect",
}
"""Field → start symbol."""


@dataclass(frozen=True)
class Sentence:
    """One item of the corpus: a paragraph.  `context`: what it stands on; `id`: file, context, field, number."""

    game: str
    file: str
    context: str
    field: str
    start: str
    number: int
    text: str

    @property
    def id(self) -> str:
        as_other = "" if STARTS[self.field] == self.start else f" as {self.start}"
        return f"{self.game}/{self.context}/{self.field}{as_other}/{self.number}"


@cache
def sentences(game: str) -> tuple[Sentence, ...]:
    """All items of a game, in the order of the files."""
    return tuple(_sentences(game))


def _sentences(game: str) -> Iterator[Sentence]:
    for path in sorted((HERE / game / "sentences").glob("*.yaml")):
        contexts = yaml.load(path.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506 (strings only)
        for context, fields in contexts.items():
            for key, items in fields.items():
                field, _, start = key.partition(" as ")
                for number, text in enumerate(items, 1):
                    yield Sentence(game, path.stem, context, field, start or STARTS[field], number, text)


@cache
def vocabulary(game: str) -> Vocabulary:
    """The words of a game. Raises if its pack has errors."""
    source = load_source(HERE / game / "pack", ()).unwrap()
    assert source is not None
    words = source.vocabulary
    words.templates.extend(everyday_verbs())
    return words
