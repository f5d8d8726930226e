"""Wordings that English has and this language has not, each with the one to use: the table is `grammar/wordings.yaml`.

The lexer asks for unknown words and marks, the parser when a sentence does not fit, `unknown` for the way in which a
word is declared.  The table is read when the first of them asks: a pack without mistakes never needs it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from toolkit.language.forms import NUMBERS
from toolkit.resources import read_yaml


class Wording(NamedTuple):
    """`instead`: what to write, or None if nothing can be put in its place.  `hint`: one phrase for the author."""

    instead: str | None
    hint: str


class Rewording(NamedTuple):
    """`said`: what people write.  `written`: a replacement, as `re.sub` takes it, or None.  `hint`: as in `Wording`.

    `joint`: it is the way in which clauses are joined, and not words that the language lacks.
    """

    said: re.Pattern[str]
    written: str | None
    hint: str
    joint: bool


@dataclass(frozen=True)
class Table:
    """`words`, `marks`: by what is typed.  `phrases`: several words that the grammar refuses.

    `spliced`: asked when commas between things to do are ruled out.  `classes`: how a word of a class is declared.
    `undone`, `verbs`, `events`, `times`: what the compiler refuses, by how it names it.
    `sketches`: what verbs usually do.
    """

    words: dict[str, Wording]
    marks: dict[str, Wording]
    phrases: tuple[Rewording, ...]
    spliced: tuple[Rewording, ...]
    classes: dict[str, str]
    undone: dict[str, str]
    verbs: dict[str, dict[str, Any]]
    events: dict[str, str]
    times: dict[str, str]
    sketches: dict[str, dict[str, str]]


@cache
def table() -> Table:
    """The table, read once."""
    raw = read_yaml("grammar", "wordings.yaml")
    return Table(
        _singly(raw["words"]),
        _singly(raw["marks"]),
        _several(raw["phrases"]),
        _several(raw["spliced"]),
        **{name: raw[name] for name in ("classes", "undone", "verbs", "events", "times")},
        sketches={lemma: row for row in raw["sketches"] for lemma in row["verbs"]},
    )


def _singly(rows: list[dict[str, Any]]) -> dict[str, Wording]:
    return {said: Wording(row.get("write"), row["hint"]) for row in rows for said in row["said"]}


def _several(rows: list[dict[str, Any]]) -> tuple[Rewording, ...]:
    return tuple(
        Rewording(re.compile(row["said"], re.I), row.get("write"), row["hint"], row.get("joint", False))
        for row in rows
    )


def wording(word: str) -> Wording | None:
    """What to write instead of a word, if it is one of those people try."""
    word = word.replace("’", "'")
    if word in NUMBERS:
        return table().words.get(word) or Wording(str(NUMBERS.index(word) + 1), "a number is a digit")
    if word.endswith("n't"):
        full = {"ca": "cannot", "wo": "will not"}.get(word[:-3], f"{word[:-3]} not")
        return Wording(full, "words are written out")
    return table().words.get(word)


def mark(sign: str) -> Wording | None:
    """What to write instead of a mark."""
    return table().marks.get(sign)
