"""Sentences as HTML: side by side in each language, the English words linked to what explains them.

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
    shelf: Shelf, page: Page, item: Item, *, head: str = "", anchored: bool = True, cited: bool = True
) -> str:
    """One item in all languages of its pack, with its anchor and the rule ids that it cites.

    `head`: HTML before it (a step's name).  `anchored`: False where the item is shown a second time.
    `cited`: False where the rule ids of the whole document are shown once.
    """
    mark = page.anchor(anchor_of(item)) if anchored else None
    parts = [
        element("div", _lines(shelf, page, item, language), lang=language, class_="say-text")
        for language in shelf.languages
    ]
    own = rule_ids(shelf, page, item.cites) if cited else ""
    own += permalink(mark) if mark else ""
    foot = element("div", own, class_="say-foot", data_pagefind_ignore="all") if own else ""
    inner = f"{head}{element('div', ''.join(parts), class_='say-texts')}{foot}"
    return element("div", inner, class_="say-item", id=mark)


def rule_ids(shelf: Shelf, page: Page, ids: Iterable[str]) -> str:
    """Rule ids, linked where the pack lists them."""
    shown = []
    for rule in ids:
        target = shelf.source_target(rule)
        shown.append(
            link(page.to(target), text(rule), class_="say-cite")
            if target
            else element("span", text(rule), class_="say-cite")
        )
    return " ".join(shown)


def permalink(anchor: str) -> str:
    """The sign that links a thing to itself."""
    return link(f"#{anchor}", "#", class_="say-permalink", title="Link to this")


def _lines(shelf: Shelf, page: Page, item: Item, language: str) -> str:
    """The text; lines of a choice become a list."""
    said = shelf.say(item, language)
    html = linked(shelf, page, item, said) if language == OWN else text(said)
    return as_lines(html)


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


def linked(shelf: Shelf, page: Page, item: Item, said: str) -> str:
    """English text as HTML with its words linked; the characters between the tags are those of `said`."""
    targets = _targets(shelf, shelf.pack.trees[item])
    here = {f"{page.address}#{item.type}/{item.document}", page.address}
    html, at = [], 0
    for token in read(Text.plain(said), shelf.parser.lexicon)[0]:
        found = next((t for r in token.readings if (t := targets.get((r.kind, r.id)))), None)
        if found is None or found in here:
            continue
        html.append(text(said[at : token.start]))
        html.append(link(page.to(found), text(said[token.start : token.end]), class_="say-word"))
        at = token.end
    return "".join([*html, text(said[at:])])


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
