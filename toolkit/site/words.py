"""The vocabulary of a pack: every word that it adds to English, what it is, and how other languages say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolkit.language.phrase import show
from toolkit.pack.source import Attribute, Kind, Place, Quantity
from toolkit.site.markup import code, element, link, plain, text
from toolkit.site.page import Page, slug
from toolkit.site.shelf import WORD_PAGE, Shelf, word_anchor
from toolkit.site.speech import sentence

SEEN = {
    "all": "everyone sees what lies there",
    "owner": "only its owner sees what lies there",
    "nobody": "nobody sees what lies there",
}


def words_page(shelf: Shelf) -> Page:
    """The page; each word has its anchor."""
    page = Page(f"{shelf.id}/{WORD_PAGE}", f"{shelf.name}: vocabulary", shelf.name, shelf.languages)
    page.add(f"# Words of {plain(shelf.name)}")
    source = shelf.pack.source
    words = _Words(shelf, page)
    words.section(
        "Kinds of things", ((kind.name, _kind(kind, words)) for kind in source.kinds if kind.pack == shelf.id)
    )
    words.section(
        "Places", ((place.name, _place(place, words)) for place in source.places if place.pack == shelf.id)
    )
    words.section(
        "Quantities",
        ((one.name, _quantity(one, words)) for one in source.quantities if one.pack == shelf.id),
    )
    words.section("Times", ((id, [_time(shelf, page, id)]) for id in words.nouns("period")))
    words.lists()
    words.section("Attributes and amounts", ((id, []) for id in words.nouns("attribute", "amount")))
    words.section(
        "Other nouns",
        ((id, []) for id in words.nouns("thing", "place", "group", "quantity", "player", "text")),
    )
    adjectives = shelf.pack.vocabulary.adjectives.values()
    words.section(
        "Adjectives",
        ((a.id, []) for a in adjectives if a.pack == shelf.id and a.role == "defined"),
        sort="adj",
    )
    relations = shelf.pack.vocabulary.relations.values()
    words.section("Relations", ((r.id, []) for r in relations if r.pack == shelf.id), sort="relation")
    _verbs(shelf, page)
    return page


class _Words:
    """Sections of words.  A word is shown once, in the first section that has it."""

    def __init__(self, shelf: Shelf, page: Page) -> None:
        self.shelf = shelf
        self.page = page
        self.shown: set[str] = set()

    def nouns(self, *categories: str) -> list[str]:
        return [
            noun.id
            for noun in self.shelf.pack.vocabulary.nouns.values()
            if noun.pack == self.shelf.id and noun.category in categories and noun.id not in self.shown
        ]

    def to(self, noun: str) -> str:
        """A noun, linked to its entry."""
        target = self.shelf.words.get(("noun", noun))
        return link(self.page.to(target), text(noun)) if target else text(noun)

    def one(self, noun: str) -> str:
        """The noun with its article."""
        return f"{'an' if noun[:1] in 'aeiou' else 'a'} {self.to(noun)}"

    def section(self, title: str, entries: Iterable[tuple[str, list[str]]], sort: str = "noun") -> None:
        found = [(id, facts) for id, facts in entries if id not in self.shown]
        if not found:
            return
        self.page.heading(2, title, slug(title))
        self.page.add(
            element(
                "dl", "\n".join(self.entry(id, facts, sort) for id, facts in found), class_="say-glossary"
            )
        )

    def entry(self, id: str, facts: list[str], sort: str) -> str:
        """The word in each language, what it is, and its definitions."""
        self.shown.add(id)
        anchor = self.page.anchor(word_anchor(id))
        names = [
            element("span", text(self.say(id, language, sort)), lang=language)
            for language in self.shelf.languages
        ]
        said = [element("p", fact) for fact in facts if fact]
        definitions = dict.fromkeys(self.shelf.defined.get((sort, id), ()))
        said += [sentence(self.shelf, self.page, item, anchored=False) for item in definitions]
        return element("dt", "".join(names), id=anchor) + element("dd", "".join(said))

    def say(self, id: str, language: str, sort: str) -> str:
        if sort == "noun":
            return self.shelf.word(id, language)
        return self.shelf.value(id, language)

    def lists(self) -> None:
        """Lists of values, whose members are words like adjectives."""
        vocabulary = self.shelf.pack.vocabulary
        own = [
            name
            for name in vocabulary.lists
            if name in vocabulary.nouns and vocabulary.nouns[name].pack == self.shelf.id
        ]
        entries = []
        for name in own:
            values = []
            for value in vocabulary.lists[name]:
                said = [
                    element("span", text(self.shelf.value(value, language)), lang=language)
                    for language in self.shelf.languages
                ]
                again = word_anchor(value) in self.page.anchors
                mark = None if again else self.page.anchor(word_anchor(value))
                self.shown.add(value)
                values.append(element("li", "".join(said), id=mark))
            entries.append(
                (name, [element("span", "one of:") + element("ul", "".join(values), class_="say-values")])
            )
        self.section("Lists", entries)


# --- What a word is -----------------------------------------------------------------------------------------


def _kind(kind: Kind, words: _Words) -> list[str]:
    facts = [words.one(kind.parent)] if kind.parent else []
    facts += _how_many(kind, words)
    facts += [_attribute(attribute, words) for attribute in kind.attributes]
    if kind.starts:
        facts.append(f"begins in: {words.to(kind.starts)}")
    if kind.faces:
        facts.append("lies face up or face down")
    if kind.shows:
        facts.append(f"shows its {words.to(kind.shows)}")
    for field, _ in kind.sentences:
        facts.append(f"has a text: {words.to(field)}")
    if kind.works:
        facts.append("its rules work in: " + ", ".join(words.to(place) for place in kind.works))
    type = next((type for type, owner in words.shelf.kinds.items() if owner == kind.name), None)
    cards = {(card.kind, card.pack) for card in words.shelf.pack.source.components}
    if kind.documents and type and (kind.name, kind.pack) in cards:
        facts.append(link(words.page.to(words.shelf.card_page(type)), f"all {text(kind.plural)}"))
    return _joined(facts)


def _how_many(kind: Kind, words: _Words) -> Iterator[str]:
    number = f"{kind.number}" if kind.number is not None else ""
    if kind.of:
        yield f"each {text(kind.of)} has {number or 'their own'}"
    elif number:
        yield f"there are {number}"
    if kind.each:
        yield "one for each " + " and each ".join(words.to(each) for each in kind.each)


def _attribute(attribute: Attribute, words: _Words) -> str:
    name = words.to(attribute.name)
    several = "several " if attribute.many else ""
    match attribute.form:
        case "number":
            low, high = attribute.low, attribute.high
            bounds = f" from {low} to {high}" if low is not None and high is not None else ""
            return f"{name}: {several}a number{bounds}" if not several else f"{name}: numbers"
        case "flag":
            return f"{name}: yes or no"
        case "text":
            return f"{name}: shown, never read"
        case _:
            of = attribute.of or ""
            return f"{name}: {several}{words.to(of)}" if several else f"{name}: {words.one(of)}"


def _place(place: Place, words: _Words) -> list[str]:
    facts = []
    if place.of:
        facts.append(f"each {text(place.of)} has their own")
    if place.part_of:
        facts.append(f"part of the {words.to(place.part_of)}")
    if place.positions:
        facts.append("at positions " + ", ".join(map(str, place.positions)))
    if place.columns and place.rows:
        facts.append(f"a grid of {place.columns} columns and {place.rows} rows")
    if place.runs_of:
        facts.append(f"every straight run of {place.length} {words.to(place.runs_of)}s")
    for group, what in ((place.columns_of, "columns"), (place.rows_of, "rows")):
        if group:
            facts.append(f"the {what} of {words.to(group)}s")
    if place.ordered:
        facts.append("in order: it has a top and a bottom")
    if place.seen_by != "all":
        facts.append(SEEN[place.seen_by])
    for kind, most in place.capacity:
        facts.append(f"holds at most {most} {words.to(kind)}")
    facts += [_attribute(attribute, words) for attribute in place.attributes]
    return _joined(facts)


def _quantity(quantity: Quantity, words: _Words) -> list[str]:
    facts = [
        f"each {text(quantity.of)} has its own" if quantity.of != "player" else "each player has their own"
    ]
    if quantity.of == "game":
        facts = ["the game has one"]
    if quantity.parent:
        facts.append(words.one(quantity.parent))
    if quantity.at_least is not None:
        facts.append(f"at least {quantity.at_least}")
    if quantity.at_most is not None:
        facts.append(f"at most {quantity.at_most}")
    if quantity.start:
        facts.append(f"{quantity.start} at the start")
    return _joined(facts)


def _joined(facts: list[str]) -> list[str]:
    return ["; ".join(facts) + "."] if facts else []


def _time(shelf: Shelf, page: Page, id: str) -> str:
    for document in shelf.documents("verb"):
        node = document.root.get("period")
        if node is not None and getattr(getattr(node, "text", None), "value", None) == id:
            target = shelf.rule_target("verb", document.id or "")
            return "while it lasts: " + link(page.to(target), text(shelf.title(document)))
    return ""


def _verbs(shelf: Shelf, page: Page) -> None:
    """The pack's own verbs: phrases, and the chapter that says what they do."""
    entries = []
    by_meaning: dict[str, list[str]] = {}
    for template in shelf.pack.vocabulary.templates:
        if template.pack == shelf.id:
            by_meaning.setdefault(template.meaning, []).append(show(template))
    for document in shelf.documents("verb"):
        phrases = list(dict.fromkeys(by_meaning.get(document.id or "", ())))
        if not phrases:
            continue
        anchor = page.anchor(f"verb-{document.id}")
        target = shelf.rule_target("verb", document.id or "")
        said = " · ".join(code(phrase) for phrase in phrases)
        entries.append(
            element("dt", link(page.to(target), text(shelf.title(document))), id=anchor) + element("dd", said)
        )
    if entries:
        page.heading(2, "Verbs", "verbs")
        page.add(element("dl", "\n".join(entries), class_="say-glossary"))
