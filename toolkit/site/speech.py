"""Sentences as HTML: in the language of the page, English words linked to what explains them.

The text is what the printers make of the tree that was parsed and is executed; nothing here changes a word of it.
"""

from __future__ import annotations

from collections.abc import Iterable

from toolkit.language import ast
from toolkit.language.parsing.scanner import read
from toolkit.language.printing.printer import template_of
from toolkit.pack.source import Item
from toolkit.report.source import Text
from toolkit.site.markup import element, link, text
from toolkit.site.page import Page
from toolkit.site.shelf import Shelf, anchor_of

OWN = "en"


def sentence(
    shelf: Shelf,
    page: Page,
    item: Item,
    *,
    step: str = "",
    number: str = "",
    anchored: bool = True,
    cited: bool = True,
    seen: set[str] | None = None,
) -> str:
    """One item in the language of its page, with its anchor and the rule ids that it cites.

    `step`: HTML before it (a step's name).  `number`: by which it is cited; it is also the link to it.
    `anchored`: False where the item is shown a second time.  `cited`: False where the rule ids of the whole document
    are shown once.  `seen`: what has been linked to already, which is not linked again.
    """
    mark = page.anchor(anchor_of(item)) if anchored else None
    parts = [link(f"#{mark}", text(number), class_="number")] if number and mark else []
    parts.append(element("div", step + said(shelf, page, item, seen=seen), class_="said"))
    if cited and (ids := rule_ids(shelf, page, item.cites)):
        parts.append(element("div", ids, class_="ids"))
    return element("div", "".join(parts), class_="item", id=mark)


def said(shelf: Shelf, page: Page, item: Item, language: str = "", seen: set[str] | None = None) -> str:
    """The sentence as paragraphs and lists, in the language of the page or another; English words are linked."""
    language = language or shelf.language
    printed = shelf.say(item, language)
    return as_lines(linked(shelf, page, item, printed, seen) if language == OWN else text(printed))


def rule_ids(shelf: Shelf, page: Page, ids: Iterable[str]) -> str:
    """Rule ids, linked where the pack lists them."""
    shown = []
    for rule in ids:
        target = shelf.source_target(rule)
        inner = text(rule)
        shown.append(
            link(page.to(target), inner, class_="id") if target else element("span", inner, class_="id")
        )
    return " ".join(shown)


def step_head(inner: str) -> str:
    """A few words over a sentence."""
    return element("p", inner, class_="step") if inner else ""


def as_lines(html: str) -> str:
    """Paragraphs, and a list where lines begin with a hyphen."""
    made: list[str] = []
    choices: list[str] = []
    for line in [*html.split("\n"), ""]:
        if line.startswith("- "):
            choices.append(element("li", line[2:]))
            continue
        if choices:
            made.append(element("ul", "".join(choices)))
            choices = []
        if line:
            made.append(element("p", line))
    return "".join(made)


def linked(shelf: Shelf, page: Page, item: Item, said: str, seen: set[str] | None = None) -> str:
    """English text as HTML with its words linked, each once; the characters between the tags are those of `said`."""
    seen = set() if seen is None else seen
    own = shelf.target(item).partition("#")[0]
    here = {f"{own}#{item.type}/{item.document}", own} if own == page.address else {page.address}
    html, at = [], 0
    for start, end, found in _explained(shelf, item, said):
        if found in here or found in seen or not shelf.routes.has(found):
            continue
        seen.add(found)
        html.append(text(said[at:start]))
        html.append(link(page.to(found), text(said[start:end]), class_="word"))
        at = end
    return "".join([*html, text(said[at:])])


def _explained(shelf: Shelf, item: Item, said: str) -> list[tuple[int, int, str]]:
    """The words of a sentence that are explained somewhere: from where to where they stand, and their target."""

    def make() -> list[tuple[int, int, str]]:
        targets = _targets(shelf, shelf.pack.trees[item])
        tokens = read(Text.plain(said), shelf.parser.lexicon)[0]
        found = []
        for token in tokens:
            known = (targets[key] for each in token.readings if (key := (each.kind, each.id)) in targets)
            if target := next(known, ""):
                found.append((token.start, token.end, target))
        return found

    return shelf.kept.words(("words", item.start, item.text.value, said), make)


def _targets(shelf: Shelf, tree: ast.Node) -> dict[tuple[str, str], str]:
    """Each word that the tree uses, and where it is explained; a verb that means two things there is left out."""
    found: dict[tuple[str, str], str] = {}
    verbs: dict[str, set[str]] = {}

    def note(sort: str, id: str | None) -> None:
        if id is not None and (target := shelf.words.get((sort, id))):
            found[sort, id] = target

    for node in tree.walk():
        match node:
            case ast.Noun():
                note("noun", node.head)
                note("name", node.name)
                for adjective in node.adjectives:
                    note("adj", adjective)
            case ast.IsAdjective():
                for adjective in node.adjectives:
                    note("adj", adjective)
            case ast.IsRelated():
                note("relation", node.relation)
            case ast.Modifier():
                note("relation", node.word)
            case ast.Act():
                template = template_of(node, shelf.pack.vocabulary)
                if template is not None and template.verb != "have":
                    sort = "verb" if template.pack == "core" else "pack verb"
                    if target := shelf.words.get((sort, template.meaning)):
                        verbs.setdefault(node.verb, set()).add(target)
    for verb, targets in verbs.items():
        if len(targets) == 1:
            found["verb", verb] = targets.pop()
    return found
