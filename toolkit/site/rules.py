"""The rules of a pack: its chapters in reading order, numbered, then what no chapter names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from toolkit.documents.nodes import Document
from toolkit.language import ast
from toolkit.pack.read import words_of
from toolkit.site.chapters import Chapter, chapters_of
from toolkit.site.examples import PARTS
from toolkit.site.markup import element, link, plain, text
from toolkit.site.page import Page
from toolkit.site.pictures import drawn_in, shown, steps_of
from toolkit.site.rulings import rulings_about
from toolkit.site.search import phrasings
from toolkit.site.shelf import RULE_PAGE, Shelf, anchor_of
from toolkit.site.speech import sentence, step_head

MOST_EXAMPLES = 6
"""Examples that are named under a chapter."""
MOST_CARDS = 24
"""Cards that are named under the chapter that explains them; of a verb that each card uses, no reader wants a list."""


def rules_pages(shelf: Shelf) -> Iterator[Page]:
    """The rules, on one page unless they are too many; each sentence has its number and its anchor."""
    by_page = shelf.by_page(shelf.chapters)
    chapters = {id(chapter.document): chapter for chapter in chapters_of(shelf)}
    beside = Beside(_cards_by_chapter(shelf), _examples_by_rule(shelf))
    key = ("rules", shelf.kept.around, repr(beside.cards))
    for address, documents in (by_page or {RULE_PAGE: []}).items():
        page = shelf.page(address, shelf.label("rules"))
        part = address.removeprefix(RULE_PAGE).strip("-")
        here = [chapters[id(document)] for document in documents]
        # What is drawn is what was played, by whatever cards say.
        drawn = [steps_of(shelf, each) for document in documents for each in drawn_in(shelf, document)]
        played = repr([picture for steps in drawn for _, picture in steps])
        shelf.kept.fill(page, (*key, played), partial(_fill, shelf, page, part, here, list(by_page), beside))
        yield page


def _fill(
    shelf: Shelf, page: Page, part: str, chapters: Iterable[Chapter], every: Iterable[str], beside: Beside
) -> None:
    """The chapters of a page; `every`: addresses of all pages of rules."""
    page.add(f"# {plain(shelf.label('rules'))}{f' {part}' if part else ''}")
    page.add(element("p", text(shelf.label("rules-about")), class_="lead"))
    for chapter in chapters:
        _chapter(shelf, page, chapter, beside)
    page.parts((f"{shelf.id}/{other}", _part(shelf, other)) for other in every)


def _part(shelf: Shelf, address: str) -> str:
    return f"{shelf.label('rules')} {address.removeprefix(RULE_PAGE).strip('-') or '1'}"


@dataclass(frozen=True)
class Beside:
    """What stands beside chapters.  `cards`: by anchor of a chapter, name and page; `examples`: by rule id."""

    cards: dict[str, list[tuple[str, str]]]
    examples: dict[str, list[Document]]


def _chapter(shelf: Shelf, page: Page, chapter: Chapter, beside: Beside) -> None:
    page.heading(2, chapter.title, chapter.anchor, chapter.number, chapter.language)
    if chapter.about:
        page.add(element("p", " · ".join(map(text, chapter.about)), class_="about"))
    ids = [chapter.number, chapter.document.id or ""]
    words = " ".join(told.text for told in chapter.told)
    page.finds(chapter.title, chapter.anchor, "chapter", words, ids, phrasings(shelf, chapter.document))
    if chapter.words_only:
        page.add(*_told(shelf, chapter), *_pictures(shelf, page, chapter.document))
        return
    page.add(_sentences(shelf, page, chapter), *_told(shelf, chapter, "note"))
    if ruled := rulings_about(shelf, page, chapter.document.type or "", chapter.document.id or ""):
        page.add(element("p", text(shelf.label("rulings")), class_="step") + ruled)
    page.add(*_examples(shelf, page, chapter, beside))
    cards = [(text(name), target) for name, target in beside.cards.get(chapter.anchor, ())]
    if len(cards) <= MOST_CARDS:
        page.add(*_folded(page, shelf.label("cards-with"), cards, MOST_CARDS))


def _sentences(shelf: Shelf, page: Page, chapter: Chapter) -> str:
    """Those of a chapter, with their numbers."""
    rows, seen = [], set[str]()
    for each in chapter.sentences:
        head = text(each.step) if not each.language else element("span", text(each.step), lang=each.language)
        rows.append(sentence(shelf, page, each.item, step=step_head(head), number=each.number, seen=seen))
        words = " ".join(shelf.say(each.item).split())
        page.finds(chapter.title, anchor_of(each.item), "rule", words, (each.number, *each.item.cites))
    return element("div", "\n".join(rows), class_="items")


def _told(shelf: Shelf, chapter: Chapter, class_: str | None = None) -> Iterator[str]:
    """Its paragraphs; each says so if it is in another language."""
    for told in chapter.told:
        lang = None if told.language == shelf.language else told.language
        yield element("p", text(told.text), class_=class_, lang=lang)


def _pictures(shelf: Shelf, page: Page, document: Document) -> Iterator[str]:
    """The examples that it shows as pictures of the table."""
    yield from filter(None, (shown(shelf, page, example) for example in drawn_in(shelf, document)))


def _examples(shelf: Shelf, page: Page, chapter: Chapter, beside: Beside) -> Iterator[str]:
    """Those that show what its sentences stand for: the first in its place, links to the others."""
    shows = [one for each in chapter.sentences for rule in each.item.cites for one in beside.examples[rule]]
    examples = list({id(one): one for one in shows}.values())
    titles = [(shelf.title_html(one), shelf.example_target(one)) for one in examples]
    first = "".join(_worked(shelf, page, one) for one in examples[:1])
    yield from _folded(page, shelf.label("examples"), titles, MOST_EXAMPLES, first)


def _worked(shelf: Shelf, page: Page, example: Document) -> str:
    """An example in its place, so that nobody has to leave the rule: what is given, what is done, what is so then."""
    title = link(page.to(shelf.example_target(example)), shelf.title_html(example))
    shown = [element("p", title)]
    for field in PARTS:
        own = [shelf.say(item) for item in shelf.items(example) if item.field == field]
        if own:
            shown.append(element("p", text(shelf.label(field)), class_="step"))
            shown.append(element("p", "<br>".join(text(said) for said in own)))
    return element("div", "".join(shown), class_="worked") if len(shown) > 1 else ""


def _folded(
    page: Page, label: str, rows: Sequence[tuple[str, str]], most: int, first: str = ""
) -> Iterator[str]:
    """Links under a chapter, folded; of many, the first ones.  `first`: what the first one leads to, in its place."""
    if rows:
        summary = element("summary", text(f"{label} ({len(rows)})")) + first
        rows = rows[1:] if first else rows
        shown = [element("li", link(page.to(target), name)) for name, target in rows[:most]]
        rest = [element("li", f"+{len(rows) - most}")] if len(rows) > most else []
        listed = element("ul", "".join(shown + rest)) if shown else ""
        yield element("details", summary + listed, class_="more")


def _examples_by_rule(shelf: Shelf) -> dict[str, list[Document]]:
    """The examples that show what a rule id stands for, those that show least else first."""
    found: dict[str, list[Document]] = defaultdict(list)
    for document in sorted(shelf.documents("example"), key=lambda one: len(words_of(one.root.get("cites")))):
        for rule in words_of(document.root.get("cites")):
            found[rule].append(document)
    return found


def _cards_by_chapter(shelf: Shelf) -> dict[str, list[tuple[str, str]]]:
    """Chapter of a verb or a keyword → the cards whose sentences use it: name and page."""
    templates = {each.verb: each.meaning for each in shelf.pack.vocabulary.templates if each.pack == shelf.id}
    types = {kind: type for type, kind in shelf.kinds.items()}
    found: dict[str, dict[tuple[str, str], None]] = defaultdict(dict)
    for card in shelf.pack.source.components:
        if card.document is None or card.pack != shelf.id or card.kind not in types:
            continue
        row = (shelf.called(card.name, card.text), shelf.card_page(types[card.kind], card.id))
        for keyword in card.keywords:
            found[f"keyword/{keyword}"][row] = None
        for item in shelf.items(card.document):
            for node in shelf.pack.trees[item].walk():
                if isinstance(node, ast.Act) and node.verb in templates:
                    found[f"verb/{templates[node.verb]}"][row] = None
    return {anchor: list(rows) for anchor, rows in found.items()}
