"""The sources of a pack: each fact of the game, the sentences that carry it out, and the examples that show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from toolkit.documents.nodes import MappingNode
from toolkit.pack.read import word_of, words_of
from toolkit.pack.source import Item
from toolkit.site.markup import element, link, plain, table, text
from toolkit.site.page import Page
from toolkit.site.shelf import SOURCE_PAGE, Shelf

KINDS = {
    "rule": "the rulebook says it",
    "component": "a piece of the game",
    "derived": "it follows from others",
    "reading": "the rulebook is silent or unclear; this is how it is read here",
    "open": "no source says it; the numbers are this pack's own",
}


def sources_page(shelf: Shelf) -> Page | None:
    """The index; None for a pack without `sources`."""
    documents = list(shelf.documents("sources"))
    if not documents:
        return None
    page = Page(f"{shelf.id}/{SOURCE_PAGE}", f"{shelf.name}: sources", shelf.name)
    page.add(f"# Sources of {plain(shelf.name)}")
    page.add("Each fact in our own words, the sentences that carry it out and the examples that show it.")
    kinds = "".join(f"<dt>{_badge(kind)}</dt><dd>{text(what)}</dd>" for kind, what in KINDS.items())
    page.add(element("dl", kinds, class_="say-facts"))
    carried, shown, whole = _citations(shelf)
    groups: dict[str, list[list[str]]] = defaultdict(list)
    for document in documents:
        rules = document.root.get("rules")
        for key, node in rules if isinstance(rules, MappingNode) else ():
            rule = key.name
            anchor = page.anchor(rule)
            fact = node.get("fact") if isinstance(node, MappingNode) else node
            kind = word_of(node.get("kind")) if isinstance(node, MappingNode) else None
            groups[_group(rule)].append(
                [
                    element("span", text(rule), id=anchor, class_="say-rule")
                    + (_badge(kind) if kind else ""),
                    text(word_of(fact) or ""),
                    _links(
                        page,
                        [
                            *((shelf.target(item), _label(shelf, item)) for item in carried[rule]),
                            *whole[rule],
                        ],
                    ),
                    _links(page, shown[rule]),
                ]
            )
    for group, rows in groups.items():
        page.heading(2, group, f"group-{group}")
        page.add(table(("Rule", "Fact", "Sentences", "Examples"), rows, "say-sources"))
    return page


def _group(rule: str) -> str:
    """Ids are grouped by all but their number: `TOUR-MOVE-03` under `TOUR-MOVE`."""
    return rule.rpartition("-")[0] or rule


def _badge(kind: str) -> str:
    return element("span", text(kind), class_=f"say-badge say-badge-{text(kind)}")


Targets = list[tuple[str, str]]


def _citations(shelf: Shelf) -> tuple[dict[str, list[Item]], dict[str, Targets], dict[str, Targets]]:
    """For each rule id: sentences, examples, and documents that cite it but hold no sentence."""
    carried: dict[str, list[Item]] = defaultdict(list)
    shown: dict[str, Targets] = defaultdict(list)
    whole: dict[str, Targets] = defaultdict(list)
    for item in shelf.own_items():
        if item.type not in ("example", "scenario"):
            for rule in item.cites:
                carried[rule].append(item)
    types = {*shelf.kinds, "example", "vocabulary"}
    for document in shelf.pack.source.folders[-1].documents:
        cited = words_of(document.root.get("cites"))
        if not cited or document.type not in types:
            continue
        for rule in cited:
            if document.type == "example":
                shown[rule].append((f"{shelf.id}/examples#example/{document.id}", shelf.title(document)))
            elif document.type == "vocabulary":
                whole[rule].append((f"{shelf.id}/words", "the vocabulary"))
            elif not shelf.items(document):
                whole[rule].append(
                    (shelf.card_page(document.type or "", document.id or ""), shelf.title(document))
                )
    return carried, shown, whole


def _label(shelf: Shelf, item: Item) -> str:
    document = next((d for d in shelf.documents(item.type) if d.id == item.document), None)
    title = shelf.title(document) if document is not None else item.document
    last = item.path[-1]
    return f"{title}: {last}" if isinstance(last, str) and last != item.field else title


def _links(page: Page, targets: Iterable[tuple[str, str]]) -> str:
    return " · ".join(link(page.to(target), text(label)) for target, label in dict.fromkeys(targets))
