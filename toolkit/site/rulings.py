"""The rulings of a pack: question, answer, what they are about, and the examples on which they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from toolkit.documents.document_type import chapter_types
from toolkit.documents.nodes import Document
from toolkit.pack.locales import OWN
from toolkit.pack.rulings import Ruling, rulings_of
from toolkit.site.markup import element, link, plain, text
from toolkit.site.page import Page
from toolkit.site.shelf import RULING_PAGE, STORY_PAGE, Shelf
from toolkit.site.speech import rule_ids


@dataclass(frozen=True, slots=True)
class Told:
    """A ruling in the language of the page.  `language`: that of the words where nobody has translated them."""

    ruling: Ruling
    question: str
    answer: str
    language: str | None

    @property
    def anchor(self) -> str:
        return f"ruling/{self.ruling.id}"


def told_rulings(shelf: Shelf) -> list[Told]:
    """All of a pack, the latest first."""
    said = {} if shelf.language == OWN else shelf.prose
    rulings = shelf.once("rulings", lambda: list(rulings_of(shelf.pack.source.folders[-1])))
    return [_told(ruling, said, shelf.language) for ruling in rulings]


def _told(ruling: Ruling, said: dict[str, str], language: str) -> Told:
    question, answer = said.get(f"{ruling.id}-question"), said.get(f"{ruling.id}-answer")
    if question is not None and answer is not None:
        return Told(ruling, question.strip(), answer.strip(), None)
    return Told(ruling, ruling.question, ruling.answer, None if language == OWN else OWN)


def rulings_page(shelf: Shelf) -> Page | None:
    """All rulings; None for a pack without any."""
    rulings = told_rulings(shelf)
    if not rulings:
        return None
    page = shelf.page(RULING_PAGE, shelf.label("rulings"), contents=False)
    page.add(f"# {plain(shelf.label('rulings'))}")
    page.add(element("p", text(shelf.label("rulings-about")), class_="lead"))
    for told in rulings:
        page.heading(2, told.question, told.anchor, lang=told.language)
        page.add(element("div", _body(shelf, page, told), class_="ruling"))
        page.finds(told.question, told.anchor, "ruling", told.answer, (told.ruling.id, *told.ruling.cites))
    return page


def rulings_about(shelf: Shelf, page: Page, type: str, id: str) -> str:
    """The rulings about a card or a rule, whole, as HTML; nothing where there are none."""
    shown = []
    for told in told_rulings(shelf):
        if told.ruling.is_about(type, id):
            target = page.to(f"{shelf.id}/{RULING_PAGE}#{told.anchor}")
            question = link(target, element("span", text(told.question), lang=told.language))
            shown.append(element("p", question) + _answer(told))
    return element("div", "".join(shown), class_="ruling") if shown else ""


def _answer(told: Told) -> str:
    paragraphs = (" ".join(each.split()) for each in told.answer.split("\n\n"))
    return "".join(element("p", text(each), lang=told.language) for each in paragraphs if each)


def _body(shelf: Shelf, page: Page, told: Told) -> str:
    ruling = told.ruling
    about = [link(page.to(target), title) for target, title in _targets(shelf, ruling)]
    shown = [
        link(page.to(shelf.example_target(document)), shelf.title_html(document))
        for document in shelf.documents("example")
        if document.id in {each.value for each in ruling.examples}
    ]
    rows = [
        (shelf.label("ruling-about"), ", ".join(about)),
        (shelf.label("examples"), ", ".join(shown)),
        (shelf.label("sources"), rule_ids(shelf, page, ruling.cites) if ruling.cites else ""),
        (shelf.label("date"), element("time", text(ruling.date), datetime=ruling.date)),
    ]
    facts = "".join(f"<dt>{text(name)}</dt><dd>{value}</dd>" for name, value in rows if value)
    return _answer(told) + element("dl", facts, class_="facts")


def _targets(shelf: Shelf, ruling: Ruling) -> Iterator[tuple[str, str]]:
    """Where the cards and rules are that it is about, and what they are called; also those of extended packs."""
    for pack, folder in ((each.id, each) for each in shelf.pack.source.folders):
        for document in folder.documents:
            if document.id and ruling.is_about(document.type or "", document.id):
                target = _target(shelf, pack, document)
                if target is not None and shelf.routes.has(target):
                    yield target, shelf.title_html(document)


def _target(shelf: Shelf, pack: str, document: Document) -> str | None:
    type, id = document.type or "", document.id or ""
    if type in chapter_types():
        return shelf.rule_target(type, id, pack)
    if type == "story":
        return f"{pack}/{STORY_PAGE}#story/{id}"
    return shelf.card_page(type, id, pack) if type in shelf.kinds else None
