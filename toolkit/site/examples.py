"""The examples of a pack as worked examples: the table, what is decided, what must then be true."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.documents.nodes import Document
from toolkit.pack.decks import deck_lines, is_deck_example
from toolkit.pack.read import entries_of, flag_of, number_of, word_of, words_of
from toolkit.site.kept import words_typed
from toolkit.site.markup import element, link, plain, text
from toolkit.site.page import Page
from toolkit.site.shelf import EXAMPLE_PAGE, Shelf, capital, example_files
from toolkit.site.speech import rule_ids, sentence

PARTS = ("given", "when", "then")


def examples_pages(shelf: Shelf) -> Iterator[Page]:
    """The list of all examples, then a page for each file of them; nothing for a pack without any."""
    files = example_files(shelf.pack.source.folders[-1])
    if not files:
        return
    index = shelf.page(EXAMPLE_PAGE, shelf.label("examples"), contents=False)
    index.add(f"# {plain(shelf.label('examples'))}")
    index.add(element("p", text(shelf.label("examples-about")), class_="lead"))
    groups = []
    for name, documents in files.items():
        rows = (_row(shelf, index, document) for document in documents)
        title = element("h2", text(file_title(name)), lang=_lang(shelf))
        groups.append(element("section", title + element("ul", "".join(rows))))
    index.add(element("div", "\n".join(groups), class_="columns"))
    yield index
    for name, documents in files.items():
        for address, part in shelf.by_page(documents).items():
            yield _page(shelf, address, file_title(name), part)


def _row(shelf: Shelf, page: Page, document: Document) -> str:
    return element("li", link(page.to(shelf.example_target(document)), shelf.title_html(document)))


def _page(shelf: Shelf, address: str, title: str, documents: list[Document]) -> Page:
    number = address.rpartition("-")[2]
    heading = f"{title} {number}" if number.isdigit() and not title.endswith(number) else title
    page = shelf.page(address, f"{shelf.label('examples')}: {heading}", contents=False)
    page.trail(
        shelf.label("above"),
        (f"{shelf.id}/index", shelf.name),
        (f"{shelf.id}/{EXAMPLE_PAGE}", shelf.label("examples")),
    )
    page.heading(1, heading, lang=_lang(shelf))

    def examples() -> None:
        page.add(*(_example(shelf, page, document) for document in documents))

    shelf.kept.fill(page, ("examples", *map(words_typed, documents)), examples)
    return page


def file_title(name: str) -> str:
    """The name of a file as a heading; nobody translates it."""
    return capital(name.replace("-", " "))


def _lang(shelf: Shelf) -> str | None:
    return None if shelf.language == "en" else "en"


def _example(shelf: Shelf, page: Page, document: Document) -> str:
    anchor = page.anchor(f"{document.type}/{document.id}")
    items = shelf.items(document)
    title = link(f"#{anchor}", shelf.title_html(document))
    parts = [element("h2", title)]
    parts += [element("p", text(note), class_="note") for note in _notes(shelf, document)]
    words = []
    seen = {f"{shelf.id}/index#players"}  # that seats are players, readers of an example know
    for field in PARTS:
        own = [item for item in items if item.field == field]
        words += [shelf.say(item) for item in own]
        if own:
            shown = "".join(sentence(shelf, page, item, cited=False, seen=seen) for item in own)
            head = element("p", text(shelf.label(field)), class_="step")
            parts.append(element("div", head + shown, class_=f"part {field}"))
    for key, lines in _deck(document):
        shown = "".join(element("p", text(line)) for line in lines)
        head = element("p", text(shelf.label(key)), class_="step")
        parts.append(element("div", head + shown, class_="part"))
    ids = words_of(document.root.get("cites"))
    if ids:
        parts.append(element("div", rule_ids(shelf, page, ids), class_="ids"))
    page.finds(shelf.title(document), anchor, "example", " ".join(" ".join(words).split()), ids)
    return element("section", "".join(parts), class_="example", id=anchor)


def _deck(document: Document) -> Iterator[tuple[str, list[str]]]:
    """What an example of the rules for decks holds: its cards, section by section, and what they break."""
    if not is_deck_example(document):
        return
    yield (
        "cards",
        [
            f"{section.name}: " + ", ".join(id if copies == 1 else f"{copies} × {id}" for id, copies in cards)
            for section, node in entries_of(document.root.get("cards"))
            if (cards := [(line.value, copies) for line, copies in deck_lines(node)])
        ],
    )
    yield "breaks", list(words_of(document.root.get("breaks"))) or ["—"]


def _notes(shelf: Shelf, document: Document) -> Iterator[str]:
    root = document.root
    if document.type == "example" and word_of(root.get("from")) == "set-up":
        yield shelf.label("from-set-up")
    if scenario := word_of(root.get("scenario")):
        yield shelf.label("from-scenario", scenario=scenario)
    if players := word_of(root.get("players")) or number_of(root.get("players")):
        yield f"{shelf.label('players')}: {players}."
    options = {option.id: option.name for option in shelf.pack.source.manifest.options}
    for option, node in entries_of(root.get("options")):
        name = shelf.called(option.name, options.get(option.name, option.name))
        yield f"{name}: {shelf.label('on' if flag_of(node) else 'off')}."
