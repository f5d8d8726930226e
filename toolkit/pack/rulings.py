"""Rulings: how a question about a card or a rule was decided, and the examples that show that the rules do so.

In: documents of `type: ruling`.  Out: the `Ruling`s of a pack.  What they name is checked by `references.py`, whether
their examples hold by `play/rulings.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolkit.documents.nodes import Document
from toolkit.pack.read import text_of, texts_of, word_of, words_of
from toolkit.pack.source import PackFolder
from toolkit.report.source import Text

RULING = "ruling"


@dataclass(frozen=True)
class Ruling:
    """`about`: ids of cards and rules, with or without their type.  `examples`: where each is named.  `question`,
    `answer`: prose, which a locale translates by *id-question* and *id-answer*."""

    id: str
    about: tuple[str, ...]
    question: str
    answer: str
    date: str
    examples: tuple[Text, ...]
    cites: tuple[str, ...]
    document: Document

    def is_about(self, type: str, id: str) -> bool:
        """Whether it is about this card or rule."""
        return f"{type}/{id}" in self.about or id in self.about


def rulings_of(folder: PackFolder) -> Iterator[Ruling]:
    """Those of a pack's own files, the latest first."""
    documents = [document for document in folder.documents if document.type == RULING]
    yield from sorted(map(_read, documents), key=lambda ruling: ruling.date, reverse=True)


def _read(document: Document) -> Ruling:
    node = document.root.get
    question, answer = text_of(node("question")), text_of(node("answer"))
    return Ruling(
        id=document.id or "",
        about=words_of(node("about")),
        question=question.value.strip() if question is not None else "",
        answer=answer.value.strip() if answer is not None else "",
        date=word_of(node("date")) or "",
        examples=tuple(texts_of(node("examples"))),
        cites=words_of(node("cites")),
        document=document,
    )
