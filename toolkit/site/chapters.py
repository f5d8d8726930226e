"""The rules of a pack as data: its chapters in reading order, numbered alike on the site and on paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolkit.documents.document_type import document_types
from toolkit.documents.nodes import Document
from toolkit.pack.locales import OWN
from toolkit.pack.read import word_of
from toolkit.pack.source import Item
from toolkit.pack.story import note_of, prose_of
from toolkit.report.source import Text
from toolkit.site.faces import Told
from toolkit.site.labels import labels
from toolkit.site.shelf import Shelf, capital


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a chapter.

    `number`: by which it is cited (*4.3*).  `step`: what stands before it, if anything; `language`: that of the step
    where it is not that of the page.
    """

    number: str
    item: Item
    step: str = ""
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A document of rules.  `language`: that of the title where it is not that of the page.  `about`: what it is, and
    the option that switches it on.  `told`: its paragraphs that are no sentences of the game."""

    number: str
    document: Document
    title: str
    language: str | None
    about: tuple[str, ...]
    told: tuple[Told, ...]
    sentences: tuple[Sentence, ...]

    @property
    def words_only(self) -> bool:
        """Whether there are no sentences of the game in it."""
        return document_types()[self.document.type or ""].words_only

    @property
    def anchor(self) -> str:
        """`verb/draw`: the same in all languages, whatever its number."""
        return f"{self.document.type}/{self.document.id}"


def chapters_of(shelf: Shelf) -> list[Chapter]:
    """The chapters in the language of the shelf, in reading order."""
    return [_chapter(shelf, document, str(number)) for number, document in enumerate(shelf.chapters, 1)]


def _chapter(shelf: Shelf, document: Document, number: str) -> Chapter:
    order = list(document_types()[document.type or ""].sentences)
    items = sorted(shelf.items(document), key=lambda item: order.index(item.field))
    return Chapter(
        number=number,
        document=document,
        title=shelf.title(document),
        language=shelf.title_language(document),
        about=tuple(_about(shelf, document)),
        told=tuple(told_by(shelf, prose_of(document) | note_of(document))),
        sentences=tuple(
            Sentence(f"{number}.{place}", item, *step_of(shelf, item)) for place, item in enumerate(items, 1)
        ),
    )


def told_by(shelf: Shelf, texts: Mapping[str, Text]) -> Iterator[Told]:
    """Texts in words, by the ids of their translations: paragraph by paragraph, in this language if somebody has
    translated them."""
    translated = {} if shelf.language == OWN else shelf.prose
    for id, prose in texts.items():
        own = shelf.language == OWN or id in translated
        for part in translated.get(id, prose.value).strip().split("\n\n"):
            yield Told(" ".join(part.split()), shelf.language if own else OWN)


def _about(shelf: Shelf, document: Document) -> Iterator[str]:
    if document_types()[document.type or ""].heading:
        yield shelf.label(f"type-{document.type}")
    if option := word_of(document.root.get("option")):
        names = {each.id: each.name for each in shelf.pack.source.manifest.options}
        called = shelf.called(option, names.get(option, option))
        if called != shelf.title(document):
            yield shelf.label("if-option", option=called)


def step_of(shelf: Shelf, item: Item) -> tuple[str, str | None]:
    """What stands before a sentence: the name of its step, or what its field says."""
    if item.field != "steps":
        return labels(shelf.language).get(f"field-{item.field}", ""), None
    step = str(item.path[-1])
    if shelf.language == OWN:
        return capital(step), None
    lexicon = shelf.lexicons[shelf.language]
    words = step.replace("-", " ")
    entry = lexicon.words.get(f"{words.title()} step") or lexicon.words.get(words)
    if entry is not None and entry.text:
        return capital(entry.text.strip("«»")), None
    return capital(step), OWN
