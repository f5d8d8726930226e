"""The language as pages: its small words, its verbs, the words that every pack has.

`site/reference/language.yaml` says what each word means, with an example; verbs bring their own pages
(`toolkit/verbs`), phrases come from the vocabulary.  Beside each small word stand sentences of the packs that use it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from toolkit.documents.document_type import chapter_types
from toolkit.language.core import core_vocabulary
from toolkit.language.parsing.scanner import read
from toolkit.language.phrase import show, template
from toolkit.language.vocabulary import Template
from toolkit.pack.common import common_words
from toolkit.report.source import Text
from toolkit.site.limits import limits_page
from toolkit.site.markup import code, element, emphasised, link, plain, quoted, text
from toolkit.site.page import Page, slug
from toolkit.site.positions import positions_page
from toolkit.site.said import Row, forms, language, near_miss
from toolkit.site.shelf import Shelf
from toolkit.verbs import KernelVerb, load_verbs

SHOWN = 2
"""Sentences of packs shown beside a word."""


def reference_pages(shelves: Sequence[Shelf]) -> Iterator[Page]:
    """The overview, a page for each section of small words, the verbs, the words of the core."""
    data = language()
    index = Page("language/index", "The language")
    read = link(index.to("guide/sentences"), "How sentences are read")
    about = f"Plain English, each word with one meaning. {read} is told in the guide; here each word is looked up."
    index.add("# The language", element("p", about))
    tiles = [
        element(
            "li",
            link(index.to(target), element("strong", text(title)) + element("span", emphasised(about))),
        )
        for title, about, target in (
            *((s["title"], s["about"], f"language/{s['id']}") for s in data["sections"]),
            (
                "Which phrase stands where",
                "Each kind of phrase in each position: what works, and the rule that forbids the rest.",
                "language/positions",
            ),
            ("Limits", "How much a game may make grow before it is stopped.", "language/limits"),
            ("Verbs", "What every pack can do to its table.", "language/verbs"),
            (
                "Words of every pack",
                "Nouns, relations and adverbs that no pack has to declare.",
                "language/core",
            ),
        )
    ]
    index.add(element("ul", "".join(tiles), class_="tiles"))
    index.heading(2, "What may stand in a field", "fields")
    rows = [
        f"<dt>{text(row['name'])}</dt><dd>{emphasised(row['stands'])}. {emphasised(row['means'])}"
        f"{_said(index, row, row['id'])}</dd>"
        for row in data["fields"]
    ]
    index.add(element("dl", "\n".join(rows), class_="glossary"))
    yield index
    uses = _uses(shelves)
    for section in data["sections"]:
        yield _section(section, uses)
    yield positions_page()
    yield limits_page()
    yield _verbs(data, shelves)
    yield _core()


# --- Small words --------------------------------------------------------------------------------------------


def _section(section: Mapping[str, Any], uses: Mapping[str, list[tuple[str, str, str]]]) -> Page:
    page = Page(f"language/{section['id']}", section["title"])
    page.add(f"# {plain(section['title'])}", element("p", emphasised(section["about"])))
    rows = []
    for row in section["rows"]:
        written = forms()[row["form"]] if "form" in row else row["words"]
        anchor = page.anchor(row.get("id") or slug(" ".join(written)))
        words = ", ".join(element("code", quoted(word)) for word in written)
        page.finds(", ".join(written), anchor, "language", row["means"])
        said = _said(page, row, row.get("as", "effect")) + _seen(page, row.get("finds", ()), uses)
        rows.append(
            element("dt", words, id=anchor) + element("dd", element("p", emphasised(row["means"])) + said)
        )
    page.add(element("dl", "\n".join(rows), class_="glossary language"))
    return page


def _said(page: Page, row: Row, field: str) -> str:
    """The example of a row, what else may be written for it, and the near miss with what sayso says of it."""
    parts = [_line(row["example"])]
    for other in row.get("also", ()):
        parts.append(element("p", f"Also read: {element('q', _lines(other))}", class_="also"))
    if near := row.get("near"):
        parts.append(_line(near["text"], "near"))
        if "means" in near:
            parts.append(element("p", f"means something else: {emphasised(near['means'])}", class_="told"))
        for number, message in near_miss(row, field):
            address = link(page.to(f"diagnostics/{number}"), code(number))
            parts.append(element("p", f"{address} {emphasised(message)}", class_="told"))
    return "".join(parts)


def _line(said: str, class_: str = "good") -> str:
    return element("p", _lines(said), class_=f"say-example-line {class_}")


def _lines(said: str) -> str:
    return "<br>".join(text(line) for line in said.strip().split("\n"))


def _uses(shelves: Sequence[Shelf]) -> dict[str, list[tuple[str, str, str]]]:
    """Small word → (pack, sentence, target): the shortest sentences of rules that use it."""
    found: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for shelf in shelves:
        shown = set(chapter_types())
        own = [item for item in shelf.own_items() if item.type in shown]
        said = sorted(
            ((shelf.say(item, "en"), item) for item in own), key=lambda pair: (len(pair[0]), pair[0])
        )
        for sentence, item in said:
            tokens = read(Text.plain(sentence), shelf.parser.lexicon)[0]
            words = {token.text.casefold() for token in tokens}
            words |= {f"{token.text.casefold()} one" for token in tokens if token.type == "CHOOSE_ONE"}
            for word in words:
                found[word].append((shelf.name, sentence, shelf.target(item)))
    return found


def _seen(page: Page, words: Sequence[str], uses: Mapping[str, list[tuple[str, str, str]]]) -> str:
    rows: list[str] = []
    for word in words:
        for pack, sentence, target in uses.get(word, ()):
            row = f"{link(page.to(target), text(pack))} {element('q', text(sentence.replace(chr(10), ' ')))}"
            if row not in rows and len(rows) < SHOWN:
                rows.append(row)
    return element("ul", "".join(element("li", row) for row in rows), class_="seen") if rows else ""


# --- Verbs --------------------------------------------------------------------------------------------------


def _templates(shelf: Shelf) -> dict[str, list[Template]]:
    """The phrases of the language's own verbs, by their meaning."""
    found: dict[str, list[Template]] = defaultdict(list)
    for one in shelf.pack.vocabulary.templates:
        if one.pack == "core":
            found[one.meaning].append(one)
    return found


def _verbs(data: Mapping[str, Any], shelves: Sequence[Shelf]) -> Page:
    page = Page("language/verbs", "Verbs")
    page.add(
        "# Verbs",
        "What every pack can do to its table. What is made of these (*to draw*, *to discard*) is a verb of a pack, "
        "written in the language.",
    )
    templates = _templates(shelves[0])
    kernel = load_verbs()
    lemmas = {template(phrase, verb.id).verb: verb.id for verb in kernel.values() for phrase in verb.phrases}
    for verb in sorted(kernel.values(), key=lambda verb: verb.id):
        _kernel_verb(page, verb, [m for m in templates if m not in kernel and lemmas.get(m) == verb.id])
    _common_words(page)
    page.heading(2, "Words with a meaning of their own", "special")
    rest = {m: found for m, found in templates.items() if m not in kernel and m not in lemmas}
    own = [m for m in data["verbs"] if m in rest]
    rows = []
    for meaning in own:
        row = data["verbs"][meaning]
        example = _said(page, row, row.get("as", "effect")) if "example" in row else ""
        rows.append(
            element("dt", code(meaning), id=page.anchor(slug(meaning)))
            + element("dd", element("p", emphasised(row["means"])) + example + _phrases(rest[meaning]))
        )
    page.add(element("dl", "\n".join(rows), class_="glossary"))
    page.heading(2, "Words that wait for a meaning", "waiting")
    page.add("The language knows how these are used; a pack that wants one says what it does.")
    rows = [
        element("dt", code(meaning), id=page.anchor(slug(meaning))) + element("dd", _phrases(rest[meaning]))
        for meaning in sorted(rest.keys() - own)
    ]
    page.add(element("dl", "\n".join(rows), class_="glossary"))
    return page


def _common_words(page: Page) -> None:
    """What the language says in itself: phrases and adjectives with their sentences."""
    page.heading(2, "Words made of other words", "common")
    page.add(
        "What most games say, written in the language itself. No pack has to declare these; one that does keeps its "
        "own meaning."
    )
    rows = []
    for common in common_words():
        ids = dict.fromkeys(each.meaning for each in common.templates)
        ids |= dict.fromkeys(adjective.id for adjective in common.adjectives)
        heads = [*(show(each) for each in common.templates), *(each.id for each in common.adjectives)]
        anchors = "".join(element("span", "", id=page.anchor(slug(id))) for id in ids)
        said = "".join(
            element("p", text(" ".join(item.text.value.split())), class_="example-line")
            for item in common.items
        )
        rows.append(
            element("dt", anchors + " · ".join(map(code, heads)))
            + element("dd", said + element("p", code(common.name), class_="phrases"))
        )
    page.add(element("dl", "\n".join(rows), class_="glossary"))


def _kernel_verb(page: Page, verb: KernelVerb, also: Sequence[str]) -> None:
    page.heading(2, verb.phrases[0].partition(" {")[0].capitalize(), slug(verb.id))
    for meaning in also:
        page.add(element("span", "", id=page.anchor(slug(meaning))))
    page.add(verb.page)
    phrases = element("p", " · ".join(code(phrase) for phrase in verb.phrases), class_="phrases")
    examples = "".join(element("p", text(example), class_="example-line") for example in verb.examples)
    page.add(element("div", phrases + examples))


def _phrases(templates: Sequence[Template]) -> str:
    shown = dict.fromkeys(code(show(one)) for one in templates)
    return element("p", " · ".join(shown), class_="phrases")


# --- Words of the core --------------------------------------------------------------------------------------


def _core() -> Page:
    words = core_vocabulary()
    page = Page("language/core", "Words of every pack")
    refused = link(page.to("language/refused"), "refused everywhere")
    about = (
        f"No pack has to declare these, and none may give them another meaning. Some are known and {refused}."
    )
    page.add("# Words of every pack", element("p", about))
    for title, found in (
        (
            "Nouns",
            [
                f"{noun.id}, {noun.plural}" if noun.plural != noun.id else noun.id
                for noun in words.nouns.values()
            ],
        ),
        ("Adjectives", list(words.adjectives)),
        ("Relations", list(words.relations)),
        ("Adverbs", sorted(words.adverbs)),
    ):
        page.heading(2, title, slug(title))
        page.add(element("ul", "".join(element("li", text(word)) for word in found), class_="values"))
    return page
