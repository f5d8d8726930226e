"""The examples of a pack as worked examples: the table, what is decided, what must then be true."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.documents.nodes import Document
from toolkit.pack.decks import RULES, deck_lines, is_deck_example, one_line
from toolkit.pack.read import entries_of, flag_of, number_of, word_of, words_of
from toolkit.site.decks import decks_of, section_html
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
        title = element("h2", text(file_title(shelf, name)), lang=_lang(shelf, name))
        groups.append(element("section", title + element("ul", "".join(rows))))
    index.add(element("div", "\n".join(groups), class_="columns"))
    yield index
    for name, documents in files.items():
        for address, part in shelf.by_page(documents).items():
            yield _page(shelf, address, name, part)


def _row(shelf: Shelf, page: Page, document: Document) -> str:
    return element("li", link(page.to(shelf.example_target(document)), shelf.title_html(document)))


def _page(shelf: Shelf, address: str, name: str, documents: list[Document]) -> Page:
    title = file_title(shelf, name)
    number = address.rpartition("-")[2]
    heading = f"{title} {number}" if number.isdigit() and not title.endswith(number) else title
    page = shelf.page(address, f"{shelf.label('examples')}: {heading}", contents=False)
    page.trail(
        shelf.label("above"),
        (f"{shelf.id}/index", shelf.name),
        (f"{shelf.id}/{EXAMPLE_PAGE}", shelf.label("examples")),
    )
    page.heading(1, heading, lang=_lang(shelf, name))

    def examples() -> None:
        page.add(*(_example(shelf, page, document) for document in documents))

    shelf.kept.fill(page, ("examples", *map(words_typed, documents)), examples)
    return page


def file_title(shelf: Shelf, name: str) -> str:
    """The name of a file as a heading; a locale translates it by *examples/name*."""
    return shelf.named(f"examples/{name}") or capital(name.replace("-", " "))


def _lang(shelf: Shelf, name: str) -> str | None:
    return None if shelf.named(f"examples/{name}") else shelf.foreign


def _example(shelf: Shelf, page: Page, document: Document) -> str:
    anchor = page.anchor(f"{document.type}/{document.id}")
    items = shelf.items(document)
    title = link(f"#{anchor}", shelf.title_html(document))
    parts = [element("h2", title)]
    parts += [element("p", note, class_="note") for note in _notes(shelf, document)]
    words = []
    seen = {f"{shelf.id}/index#players"}  # that seats are players, readers of an example know
    for field in PARTS:
        own = [item for item in items if item.field == field]
        words += [shelf.say(item) for item in own]
        if own:
            shown = "".join(sentence(shelf, page, item, cited=False, seen=seen) for item in own)
            head = element("p", text(shelf.label(field)), class_="step")
            parts.append(element("div", head + shown, class_=f"part {field}"))
    for key, lines in _deck(shelf, document):
        shown = "".join(element("p", line) for line in lines)
        head = element("p", text(shelf.label(key)), class_="step")
        parts.append(element("div", head + shown, class_="part"))
    ids = words_of(document.root.get("cites"))
    if ids:
        parts.append(element("div", rule_ids(shelf, page, ids), class_="ids"))
    page.finds(shelf.title(document), anchor, "example", " ".join(" ".join(words).split()), ids)
    return element("section", "".join(parts), class_="example", id=anchor)


def _deck(shelf: Shelf, document: Document) -> Iterator[tuple[str, list[str]]]:
    """What an example of the rules for decks holds: its cards, section by section, and what they break; as HTML."""
    if not is_deck_example(document):
        return
    cards = {card.id: card for card in shelf.pack.source.components}

    def called(id: str) -> str:
        return text(shelf.called(cards[id].name, cards[id].text) if id in cards else id)

    lines = [
        (section.name, [(called(line.value), copies) for line, copies in deck_lines(node)])
        for section, node in entries_of(document.root.get("cards"))
    ]
    yield (
        "cards",
        [
            f"{section_html(shelf, section)}: "
            + ", ".join(name if copies == 1 else f"{copies} × {name}" for name, copies in held)
            for section, held in lines
            if held
        ],
    )
    rules = {one_line(item.text): item for item in shelf.pack.trees if item.type == RULES}
    broken = words_of(document.root.get("breaks"))
    yield "breaks", [text(shelf.say(rules[said]) if said in rules else said) for said in broken] or ["—"]


def _notes(shelf: Shelf, document: Document) -> Iterator[str]:
    """Under what it is played, as HTML."""
    root = document.root
    if document.type == "example" and word_of(root.get("from")) == "set-up":
        yield text(shelf.label("from-set-up"))
    if scenario := word_of(root.get("scenario")):
        named = next((each for each in shelf.documents("scenario") if each.id == scenario), None)
        yield shelf.label("from-scenario", scenario=shelf.title_html(named) if named else text(scenario))
    if players := word_of(root.get("players")) or number_of(root.get("players")):
        yield text(f"{shelf.label('players')}: {players}.")
    for seat, node in entries_of(root.get("decks")):
        id = word_of(node) or ""
        own = next((one.name for one in decks_of(shelf) if one.id == id), id)
        yield text(f"{shelf.seat(seat.name)}: {shelf.called(f'deck/{id}', own)}.")
    for option, node in entries_of(root.get("options")):
        yield f"{shelf.option_html(option.name)}: {text(shelf.label('on' if flag_of(node) else 'off'))}."
