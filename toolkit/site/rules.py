"""The rules of a pack on one page: its chapters in reading order, then what no chapter names."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.documents.nodes import Document
from toolkit.pack.read import texts_of, word_of
from toolkit.pack.source import Item
from toolkit.site.markup import code, element, link, plain, text
from toolkit.site.page import Page
from toolkit.site.shelf import RULE_PAGE, RULE_TYPES, Shelf
from toolkit.site.speech import sentence

HEADS = {
    "procedure": "procedure",
    "verb": "verb",
    "rules": "standing rules",
    "keyword": "keyword",
    "rule-module": "module",
    "definitions": "definitions",
    "invariants": "always true",
    "evaluation": "what a position is worth, for bots",
    "deck-rules": "what decks must satisfy",
}
"""What a reader is told that a document is."""

FIELDS = {
    "requires": "Only if",
    "setup": "Set-up",
    "rules": "Rules",
    "is": "",
    "always": "",
    "must": "",
    "means": "",
    "value": "",
}
"""Sentence fields and the words before their sentences."""


def chapters(shelf: Shelf) -> Iterator[Document]:
    """All rule documents in reading order."""
    documents = [document for type in RULE_TYPES for document in shelf.documents(type)]
    named = shelf.pack.source.manifest.chapters
    for chapter in named:
        yield from (document for document in documents if document.id == chapter)
    yield from (document for document in documents if document.id not in named)


def rules_page(shelf: Shelf) -> Page:
    """The page; each sentence has its anchor."""
    page = Page(f"{shelf.id}/{RULE_PAGE}", f"{shelf.name}: rules", shelf.name, shelf.languages)
    page.add(f"# Rules of {plain(shelf.name)}")
    about = "Every sentence here is printed from what the program executes."
    if any(shelf.documents("sources")):
        facts = link(page.to(f"{shelf.id}/sources"), "facts")
        about += f" Below it stand the {facts} that it carries out."
    page.add(element("p", about))
    for document in chapters(shelf):
        page.heading(2, shelf.title(document), f"{document.type}/{document.id}")
        page.add(_about(shelf, document), *_body(shelf, page, document))
    return page


def _about(shelf: Shelf, document: Document) -> str:
    """The line under a heading: what it is, how it is said, where it was typed."""
    parts = [text(HEADS.get(document.type or "", document.type or ""))]
    root = document.root
    for phrase in (*texts_of(root.get("phrase")), *texts_of(root.get("also"))):
        parts.append(code(phrase.value))
    if period := word_of(root.get("period")):
        parts.append(text(f"its time is a {period}"))
    if layer := word_of(root.get("layer")):
        parts.append(text(f"layer: {layer}"))
    if option := word_of(root.get("option")):
        parts.append(text(f"option: {option}"))
    parts.append(element("span", text(shelf.place(document.head)), class_="say-place"))
    return element("div", " · ".join(parts), class_="say-about", data_pagefind_ignore="all")


def _body(shelf: Shelf, page: Page, document: Document) -> Iterator[str]:
    items = shelf.items(document)
    order = ("requires", "setup", "steps", "is", "means", "always", "value", "rules")
    for field in sorted({item.field for item in items}, key=lambda name: (*order, name).index(name)):
        own = [item for item in items if item.field == field]
        shown = [sentence(shelf, page, item, head=_head(field, item)) for item in own]
        yield element("div", "\n".join(shown), class_=f"say-items say-{field}")


def _head(field: str, item: Item) -> str:
    if field == "steps":
        return element("div", text(str(item.path[-1]).capitalize()), class_="say-step")
    return element("div", text(FIELDS[field]), class_="say-step") if FIELDS.get(field) else ""
