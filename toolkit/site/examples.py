"""The examples of a pack as worked examples: the table, what is decided, what must then be true."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.documents.nodes import Document
from toolkit.pack.decks import deck_lines, is_deck_example
from toolkit.pack.read import entries_of, flag_of, word_of, words_of
from toolkit.site.markup import element, plain, text
from toolkit.site.page import Page
from toolkit.site.shelf import EXAMPLE_PAGE, Shelf
from toolkit.site.speech import permalink, rule_ids, sentence

PARTS = {"given": "Given", "when": "When", "then": "Then"}


def examples_page(shelf: Shelf) -> Page | None:
    """All examples on one page, file by file; None for a pack without any."""
    documents = [*shelf.documents("example"), *shelf.documents("scenario")]
    if not documents:
        return None
    page = Page(f"{shelf.id}/{EXAMPLE_PAGE}", f"{shelf.name}: examples", shelf.name, shelf.languages)
    page.add(f"# Examples of {plain(shelf.name)}")
    page.add("Each example is a test: it is played, and what stands under *Then* must be true.")
    for file in dict.fromkeys(document.source.name for document in documents):
        own = [document for document in documents if document.source.name == file]
        page.heading(2, _file_title(file), f"file/{_file(file)}")
        for document in own:
            page.add(_example(shelf, page, document))
    return page


def _file(name: str) -> str:
    return name.rpartition("/")[2].removesuffix(".yaml").removesuffix(".yml")


def _file_title(name: str) -> str:
    return _file(name).replace("-", " ").capitalize()


def _example(shelf: Shelf, page: Page, document: Document) -> str:
    anchor = page.anchor(f"{document.type}/{document.id}")
    items = shelf.items(document)
    parts = [element("h3", text(shelf.title(document)) + permalink(anchor))]
    parts += [element("p", text(note), class_="say-note") for note in _notes(document)]
    for field, title in PARTS.items():
        own = [item for item in items if item.field == field]
        if own:
            shown = "".join(sentence(shelf, page, item, cited=False) for item in own)
            parts.append(
                element(
                    "div", element("div", title, class_="say-step") + shown, class_=f"say-items say-{field}"
                )
            )
    for title, lines in _deck(document):
        shown = "".join(element("p", text(line)) for line in lines)
        parts.append(element("div", element("div", title, class_="say-step") + shown, class_="say-items"))
    ids = words_of(document.root.get("cites"))
    foot = [rule_ids(shelf, page, ids)] if ids else []
    foot.append(element("span", text(shelf.place(document.head)), class_="say-place"))
    parts.append(element("div", " ".join(foot), class_="say-foot", data_pagefind_ignore="all"))
    return element("section", "".join(parts), class_="say-example", id=anchor)


def _deck(document: Document) -> Iterator[tuple[str, list[str]]]:
    """What an example of the rules for decks holds: its cards, section by section, and what they break."""
    if not is_deck_example(document):
        return
    yield (
        "Cards",
        [
            f"{section.name}: " + ", ".join(id if copies == 1 else f"{copies} × {id}" for id, copies in cards)
            for section, node in entries_of(document.root.get("cards"))
            if (cards := [(line.value, copies) for line, copies in deck_lines(node)])
        ],
    )
    yield "Breaks", list(words_of(document.root.get("breaks"))) or ["nothing"]


def _notes(document: Document) -> Iterator[str]:
    root = document.root
    if document.type == "example" and word_of(root.get("from")) == "set-up":
        yield "From the set-up of the game."
    if scenario := word_of(root.get("scenario")):
        yield f"Scenario: {scenario}."
    if players := word_of(root.get("players")):
        yield f"{players} players."
    for option, node in entries_of(root.get("options")):
        yield f"Option {option.name}: {'on' if flag_of(node) else 'off'}."
