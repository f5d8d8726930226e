"""The cards of a pack: a page for each kind whose components are documents, and one for each of them."""

from __future__ import annotations

from collections.abc import Iterator

from toolkit.documents.card import key_of
from toolkit.pack.locales import OWN
from toolkit.pack.read import words_of
from toolkit.pack.source import Component, Item
from toolkit.pack.story import prose_of, translated_prose
from toolkit.site.markup import element, link, plain, text
from toolkit.site.page import Page
from toolkit.site.shelf import Shelf
from toolkit.site.speech import as_lines, linked, rule_ids, sentence


def card_pages(shelf: Shelf) -> Iterator[Page]:
    """For each kind the page of all its cards, then theirs."""
    for type, kind in shelf.kinds.items():
        cards = [c for c in shelf.pack.source.components if c.kind == kind and c.pack == shelf.id]
        if not cards:
            continue
        title = f"{shelf.name}: {_plural(shelf, kind)}"
        overview = Page(shelf.card_page(type), title, shelf.name, shelf.languages, ("toc",))
        overview.add(f"# {plain(_plural(shelf, kind).capitalize())} of {plain(shelf.name)}")
        copies = sum(card.copies for card in cards)
        several = f", {copies} with all copies" if copies != len(cards) else ""
        overview.add(f"There are {len(cards)}{several}.")
        tiles = [_tile(shelf, overview, type, card) for card in cards]
        overview.add(element("div", "\n".join(tiles), class_="say-cards"))
        yield overview
        for before, card, after in zip([None, *cards], cards, [*cards[1:], None], strict=False):
            yield _card_page(shelf, type, card, before, after)


def _plural(shelf: Shelf, kind: str) -> str:
    noun = shelf.pack.vocabulary.nouns.get(kind)
    return noun.plural if noun else kind


# --- One card -----------------------------------------------------------------------------------------------


def _card_page(
    shelf: Shelf, type: str, card: Component, before: Component | None, after: Component | None
) -> Page:
    page = Page(shelf.card_page(type, card.id), card.text, shelf.name, shelf.languages, ("navigation",))
    plural = _plural(shelf, card.kind)
    page.trail((f"{shelf.id}/index", shelf.name), (shelf.card_page(type), plural.capitalize()))
    page.add(f"# {plain(card.text)}")
    faces = [
        element("div", _face(shelf, page, card, language), class_="say-card", lang=language)
        for language in shelf.languages
    ]
    page.add(element("div", "".join(faces), class_="say-faces"))
    items = _items(shelf, card)
    if items:
        page.heading(2, "Text", "text")
        for item in items:
            name = element("div", text(item.field.replace("-", " ").capitalize()), class_="say-step")
            page.add(sentence(shelf, page, item, head=name))
    about = list(_facts(shelf, page, card))
    if about:
        page.heading(2, "About this card", "about")
        page.add(element("dl", "".join(about), class_="say-facts"))
    examples = shelf.mentions.get(card.name, [])
    if examples:
        page.heading(2, "Examples", "examples")
        rows = []
        for document in examples:
            target = f"{shelf.id}/examples#example/{document.id}"
            rows.append(element("li", link(page.to(target), text(shelf.title(document)))))
        page.add(element("ul", "".join(rows)))
    ways = []
    for sign, other in (("← {}", before), ("{} →", after)):
        shown = ""
        if other is not None:
            shown = link(page.to(shelf.card_page(type, other.id)), text(sign.format(other.text)))
        ways.append(element("span", shown))
    ways.insert(1, link(page.to(shelf.card_page(type)), f"all {text(plural)}"))
    page.add(element("div", "".join(ways), class_="say-ways", data_pagefind_ignore="all"))
    return page


def _facts(shelf: Shelf, page: Page, card: Component) -> Iterator[str]:
    document = card.document
    if document is None:
        return
    said = {
        "rulebook": "These facts are the published game's.",
        "original": "Designed for this pack; no published card.",
    }
    for provenance in words_of(document.root.get("provenance")):
        yield _fact("Provenance", text(said.get(provenance, provenance)))
    if cited := words_of(document.root.get("cites")):
        yield _fact("Rules", rule_ids(shelf, page, cited))
    for note in words_of(document.root.get("note")):
        yield _fact("Note", text(note))
    yield _fact("Source", element("code", text(shelf.place(document.head))))


def _fact(name: str, value: str) -> str:
    return f"<dt>{text(name)}</dt><dd>{value}</dd>"


# --- Its face -----------------------------------------------------------------------------------------------


def _tile(shelf: Shelf, page: Page, type: str, card: Component) -> str:
    """A card among others: one language under the other, the name a link."""
    target = page.to(shelf.card_page(type, card.id))
    faces = [
        element("div", _face(shelf, page, card, language, target), lang=language)
        for language in shelf.languages
    ]
    return element("article", "".join(faces), class_="say-card", id=page.anchor(card.id))


def _face(shelf: Shelf, page: Page, card: Component, language: str, target: str = "") -> str:
    name = text(shelf.called(card.name, card.text, language))
    copies = f" ×{card.copies}" if card.copies > 1 else ""
    kind = text(shelf.word(card.kind, language) + copies)
    lines = [
        element("div", link(target, name) if target else name, class_="say-name"),
        element("div", kind, class_="say-kind"),
        element("ul", "".join(_attributes(shelf, card, language)), class_="say-attributes"),
    ]
    items = _items(shelf, card)
    named, before = _named(shelf, card, items), ""
    for item in items:
        if item.field in named and item.field != before and (label := _field(shelf, item.field, language)):
            lines.append(element("div", text(label), class_="say-step"))
        before = item.field
        said = shelf.say(item, language)
        html = linked(shelf, page, item, said) if language == "en" else text(said)
        lines.append(element("div", as_lines(html), class_="say-words"))
    lines += _told(shelf, card, language)
    return "".join(lines)


def _named(shelf: Shelf, card: Component, items: list[Item]) -> set[str]:
    """The fields that are called by their names on a card: where its kind has several, but not what always holds, nor
    the effect of a card that has nothing else."""
    found = {item.field for item in items}
    lineage = shelf.pack.source.lineage(card.kind)
    place = shelf.pack.source.place(card.kind)
    declared = {field for one in (*lineage, *((place,) if place else ())) for field, _ in one.sentences}
    if len(declared | found) < 2 or found == {"effect"}:
        return set()
    return found - {"text"}


def _field(shelf: Shelf, field: str, language: str) -> str:
    """What a field with sentences is called (*Reveal effect*), if the language has a word for it."""
    nouns = shelf.pack.vocabulary.nouns
    name = field.replace("-", " ")
    effect = f"{name.capitalize()} effect"
    if (noun := effect if effect in nouns else name) not in nouns and language != OWN:
        return ""
    said = shelf.word(noun, language)
    return said[:1].upper() + said[1:]


def _told(shelf: Shelf, card: Component, language: str) -> Iterator[str]:
    """What a card of a story tells, in this language if somebody has translated it."""
    if card.document is None or shelf.pack.source.kind(card.kind) is None:
        return
    if all(kind.story is None for kind in shelf.pack.source.lineage(card.kind)):
        return
    translated = translated_prose(shelf.pack.source, language)
    for id, prose in prose_of(card.document).items():
        told = text(translated.get(id, prose.value))
        yield element(
            "div", element("em", told), class_="say-prose", lang=language if id in translated else "en"
        )


def _shown(shelf: Shelf, value: str, form: str | None, language: str) -> str:
    """A value of an attribute of this form, in a language."""
    if form == "value":
        return shelf.value(value, language)
    if form != "thing":
        return value
    names = shelf.pack.vocabulary.names.values()
    named = next((name for name in names if name.id.endswith(f"/{value}")), None)
    return shelf.called(named.id, named.text, language) if named is not None else value


def _attributes(shelf: Shelf, card: Component, language: str) -> Iterator[str]:
    source = shelf.pack.source
    place = source.place(card.kind)
    owners = (*source.lineage(card.kind), *((place,) if place else ()))
    forms = {attribute.name: attribute for one in owners for attribute in one.attributes}
    for name, value in card.attributes.items():
        form = forms[name].form if name in forms else None
        values = value if isinstance(value, tuple) else (value,)
        label = shelf.word(name, language, plural=language != OWN and len(values) > 1)
        if form == "flag":
            if value is True:
                yield element("li", text(label))
            continue
        shown = ", ".join(_shown(shelf, str(each), form, language) for each in values)
        yield element("li", f"{element('b', text(label))} {text(shown)}", data_value=key_of(shown))
    for keyword in card.keywords:
        yield element("li", text(keyword), class_="say-keyword")


def _items(shelf: Shelf, card: Component) -> list[Item]:
    return shelf.items(card.document) if card.document is not None else []
