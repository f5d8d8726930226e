"""The sources of a pack: each fact of the game, the sentences that carry it out, and the examples that show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial

from toolkit.documents.document_type import types_that
from toolkit.documents.nodes import MappingNode, Node
from toolkit.pack.read import word_of, words_of
from toolkit.pack.source import Item
from toolkit.site.chapters import chapters_of, step_of
from toolkit.site.markup import element, link, plain, text
from toolkit.site.page import Page
from toolkit.site.shelf import SOURCE_PAGE, Shelf, facts_of

KINDS = ("rule", "component", "derived", "reading", "open")
MOST_SHOWN = 6
"""Links to examples beside a fact; the rest are counted."""

Targets = list[tuple[str, str]]
"""Where links lead, and their words as HTML."""


def sources_pages(shelf: Shelf) -> Iterator[Page]:
    """The index, on as many pages as it needs; nothing for a pack without `sources`."""
    by_page: dict[str, list[tuple[str, Node]]] = defaultdict(list)
    for key, node in facts_of(shelf.pack.source.folders[-1]):
        address = shelf.words["rule", key.name].partition("#")[0]
        by_page[address].append((key.name, node))
    cited = cache(lambda: _Citations(shelf))
    for address, facts in by_page.items():
        local = address.removeprefix(f"{shelf.id}/")
        page = shelf.page(local, shelf.label("sources"))
        part = local.removeprefix(SOURCE_PAGE).strip("-")
        filled = partial(_fill, shelf, page, part, facts, by_page, cited)
        shelf.kept.fill(page, ("sources", shelf.kept.around), filled)
        yield page


def _fill(
    shelf: Shelf,
    page: Page,
    part: str,
    facts: Sequence[tuple[str, Node]],
    every: Iterable[str],
    cited: Callable[[], _Citations],
) -> None:
    """The facts of a page; `every`: addresses of all of them."""
    page.add(f"# {plain(shelf.label('sources'))}{f' {part}' if part else ''}")
    page.add(element("p", text(shelf.label("sources-about")), class_="lead"))
    kinds = "".join(
        f"<dt>{badge(shelf, kind)}</dt><dd>{text(shelf.label(f'kind-{kind}'))}</dd>" for kind in KINDS
    )
    page.add(element("dl", kinds, class_="facts"))
    groups: dict[str, list[str]] = defaultdict(list)
    for rule, node in facts:
        groups[_group(rule)].append(_fact(shelf, page, rule, node, cited()))
    for group, rows in groups.items():
        page.heading(2, group, f"group-{group}")
        page.add(element("div", "\n".join(rows), class_="sources"))
    page.parts((other, f"{shelf.label('sources')} {number}") for number, other in enumerate(every, 1))


def _fact(shelf: Shelf, page: Page, rule: str, node: Node, cited: _Citations) -> str:
    anchor = page.anchor(rule)
    fact = word_of(node.get("fact")) if isinstance(node, MappingNode) else word_of(node)
    kind = word_of(node.get("kind")) if isinstance(node, MappingNode) else None
    page.finds(rule, anchor, "source", fact or "", (rule,))
    head = link(f"#{anchor}", text(rule), class_="id") + (badge(shelf, kind) if kind else "")
    ways = [*cited.sentences(page, rule), *cited.examples(page, rule)]
    lines = element("p", head) + element("p", text(fact or ""), lang="en")
    lines += element("p", " · ".join(ways), class_="ids") if ways else ""
    return element("div", lines, id=anchor, class_="fact")


def _group(rule: str) -> str:
    """Ids are grouped by all but their number: `TOUR-MOVE-03` under `TOUR-MOVE`."""
    return rule.rpartition("-")[0] or rule


def badge(shelf: Shelf, kind: str) -> str:
    """A kind of fact, as a small mark."""
    return element("span", text(shelf.label(f"short-{kind}")), class_=f"badge {text(kind)}")


class _Citations:
    """For each rule id: sentences, examples, and documents that cite it but hold no sentence."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.carried: dict[str, Targets] = defaultdict(list)
        self.shown: dict[str, Targets] = defaultdict(list)
        documents = shelf.pack.source.folders[-1].documents
        titles = {(d.type, d.id): shelf.title_html(d) for d in documents if d.type and d.id}
        self.numbers = {
            each.item: each.number for chapter in chapters_of(shelf) for each in chapter.sentences
        }
        unread = types_that(lambda each: each.alone or each.judges)
        for item in shelf.own_items():
            if item.type not in unread:
                for rule in item.cites:
                    self.carried[rule].append((shelf.target(item), self._label(item, titles)))
        self._documents()

    def _documents(self) -> None:
        shelf = self.shelf
        for document in shelf.pack.source.folders[-1].documents:
            type = document.type or ""
            for rule in words_of(document.root.get("cites")):
                if type == "example":
                    self.shown[rule].append((shelf.example_target(document), shelf.title_html(document)))
                elif type == "vocabulary":
                    self.carried[rule].append((f"{shelf.id}/words", text(shelf.label("words"))))
                elif type in shelf.kinds and not shelf.items(document):
                    page = shelf.card_page(type, document.id or "")
                    self.carried[rule].append((page, shelf.title_html(document)))

    def _label(self, item: Item, titles: dict[tuple[str, str], str]) -> str:
        title = titles.get((item.type, item.document), text(item.document))
        if item.field != "steps":
            number = self.numbers.get(item)
            return f"{title}&nbsp;{text(number)}" if number else title
        step, language = step_of(self.shelf, item)
        return f"{title}: {element('span', text(step), lang=language) if language else text(step)}"

    def sentences(self, page: Page, rule: str) -> Iterator[str]:
        """Links to what carries it out."""
        yield from _links(page, self.carried[rule])

    def examples(self, page: Page, rule: str) -> Iterator[str]:
        """Links to examples that show it; of many, the first ones."""
        found = list(dict.fromkeys(self.shown[rule]))
        yield from (element("em", each) for each in _links(page, found[:MOST_SHOWN]))
        if len(found) > MOST_SHOWN:
            yield f"+{len(found) - MOST_SHOWN}"


def _links(page: Page, targets: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Of several sentences of a card the first is enough: links of one name cannot be told apart."""
    named: dict[tuple[str, str], str] = {}
    for target, label in targets:
        named.setdefault((target.partition("#")[0], label), target)
    return (link(page.to(target), label) for (_, label), target in named.items())
