"""The vocabulary of a pack: every word that it adds to English, what it is, and how other languages say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolkit.language.phrase import show
from toolkit.pack.source import Attribute, Kind, Place, Quantity
from toolkit.site.faces import label_of
from toolkit.site.markup import code, element, link, plain, text
from toolkit.site.page import Page
from toolkit.site.shelf import WORD_PAGE, Shelf, capital, word_anchor
from toolkit.site.speech import sentence


def words_page(shelf: Shelf) -> Page:
    """The page; each word has its anchor."""
    page = shelf.page(WORD_PAGE, shelf.label("words"))
    shelf.kept.fill(page, ("words", shelf.kept.around), lambda: _fill(shelf, page))
    return page


def _fill(shelf: Shelf, page: Page) -> None:
    page.add(f"# {plain(shelf.label('words'))}")
    words = _Words(shelf, page)
    _declared(shelf, words)
    words.section("times", ((id, [_time(shelf, page, id)]) for id in words.nouns("period")))
    words.lists()
    words.section("attributes", ((id, []) for id in words.nouns("attribute", "amount")))
    others = words.nouns("thing", "place", "group", "quantity", "player", "text")
    words.section("nouns", ((id, []) for id in others))
    _described(shelf, words)
    if shelf.language == "en":
        _verbs(shelf, page)


def _declared(shelf: Shelf, words: _Words) -> None:
    """What a pack declares with facts: kinds, places, quantities."""
    source = shelf.pack.source
    kinds = (kind for kind in source.kinds if kind.pack == shelf.id)
    places = (place for place in source.places if place.pack == shelf.id)
    quantities = (one for one in source.quantities if one.pack == shelf.id)
    words.section("kinds", ((kind.name, _kind(kind, words)) for kind in kinds))
    words.section("places", ((place.name, _place(place, words)) for place in places))
    words.section("quantities", ((one.name, _quantity(one, words)) for one in quantities))


def _described(shelf: Shelf, words: _Words) -> None:
    """What definitions say: adjectives and relations."""
    vocabulary = shelf.pack.vocabulary
    adjectives = (each for each in vocabulary.adjectives.values() if each.pack == shelf.id)
    defined = (each for each in adjectives if each.role == "defined")
    words.section("adjectives", ((each.id, []) for each in defined), sort="adj")
    relations = (each for each in vocabulary.relations.values() if each.pack == shelf.id)
    words.section("relations", ((each.id, []) for each in relations), sort="relation")


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
        name = text(self.shelf.word(noun))
        return link(self.page.to(target), name) if target else name

    def fact(self, key: str, **values: object) -> str:
        """What is said of a word, in the language of the page; values are HTML."""
        return self.shelf.label(f"word-{key}", **values)

    def section(self, key: str, entries: Iterable[tuple[str, list[str]]], sort: str = "noun") -> None:
        found = [(id, facts) for id, facts in entries if id not in self.shown]
        if not found:
            return
        self.page.heading(2, self.shelf.label(f"words-{key}"), f"section-{key}")
        shown = "\n".join(self.entry(id, facts, sort) for id, facts in found)
        self.page.add(element("dl", shown, class_="glossary"))

    def entry(self, id: str, facts: list[str], sort: str) -> str:
        """The word, what it is called in the other languages, what it is, and its definitions."""
        self.shown.add(id)
        anchor = self.page.anchor(word_anchor(id))
        name = self.say(id, self.shelf.language, sort)
        others = [language for language in self.shelf.languages if language != self.shelf.language]
        names = "".join(
            element("span", text(self.say(id, language, sort)), lang=language) for language in others
        )
        self.page.finds(capital(name), anchor, "word", ids=(id,))
        said = [fact if fact.startswith("<ul") else element("p", fact) for fact in facts if fact]
        definitions = dict.fromkeys(self.shelf.defined.get((sort, id), ()))
        said += [sentence(self.shelf, self.page, item, anchored=False) for item in definitions]
        return element("dt", text(name) + names, id=anchor) + element("dd", "".join(said))

    def say(self, id: str, language: str, sort: str) -> str:
        if sort == "noun":
            return self.shelf.word(id, language)
        return self.shelf.value(id, language)

    def lists(self) -> None:
        """Lists of values, whose members are words like adjectives."""
        vocabulary = self.shelf.pack.vocabulary
        nouns = vocabulary.nouns
        own = [name for name in vocabulary.lists if name in nouns and nouns[name].pack == self.shelf.id]
        entries = []
        for name in own:
            values = []
            for value in vocabulary.lists[name]:
                again = word_anchor(value) in self.page.anchors
                mark = None if again else self.page.anchor(word_anchor(value))
                self.shown.add(value)
                values.append(element("li", text(self.shelf.value(value)), id=mark))
            shown = element("ul", "".join(values), class_="values")
            entries.append((name, [self.fact("one-of"), shown]))
        self.section("lists", entries)


# --- What a word is -----------------------------------------------------------------------------------------


def _kind(kind: Kind, words: _Words) -> list[str]:
    facts = [words.fact("is", what=words.to(kind.parent))] if kind.parent else []
    facts += _how_many(kind, words)
    facts += [_attribute(attribute, words) for attribute in kind.attributes]
    if kind.starts:
        facts.append(words.fact("starts", place=words.to(kind.starts)))
    if kind.faces:
        facts.append(words.fact("faces"))
    if kind.shows:
        facts.append(words.fact("shows", what=words.to(kind.shows)))
    type = next((type for type, owner in words.shelf.kinds.items() if owner == kind.name), None)
    cards = {(card.kind, card.pack) for card in words.shelf.pack.source.components}
    if kind.documents and type and (kind.name, kind.pack) in cards:
        facts.append(link(words.page.to(words.shelf.card_page(type)), text(words.fact("all"))))
    return _joined(facts)


def _how_many(kind: Kind, words: _Words) -> Iterator[str]:
    if kind.of and kind.number is not None:
        yield words.fact("each-has", owner=words.to(kind.of), number=kind.number)
    elif kind.of and kind.of != "nobody":
        yield words.fact("each-own", owner=words.to(kind.of))
    elif kind.number is not None:
        yield words.fact("number", number=kind.number)
    if kind.each:
        yield words.fact("for-each", what=" × ".join(words.to(each) for each in kind.each))


def _attribute(attribute: Attribute, words: _Words) -> str:
    known = attribute.name in words.shelf.pack.vocabulary.nouns
    name = (
        words.to(attribute.name)
        if known
        else text(label_of(words.shelf, attribute.name, attribute, many=True))
    )
    low, high = attribute.low, attribute.high
    if attribute.form == "number" and low is not None and high is not None:
        return f"{name}: {low}–{high}"
    return name


def _place(place: Place, words: _Words) -> list[str]:
    facts = []
    if place.of:
        facts.append(words.fact("each-own", owner=words.to(place.of)))
    if place.part_of:
        facts.append(words.fact("part-of", whole=words.to(place.part_of)))
    if place.positions:
        facts.append(words.fact("positions", numbers=", ".join(map(str, place.positions))))
    if place.columns and place.rows:
        facts.append(words.fact("grid", columns=place.columns, rows=place.rows))
    if place.ordered:
        facts.append(words.fact("ordered"))
    if place.seen_by != "all":
        facts.append(words.fact(f"seen-{place.seen_by}"))
    for kind, most in place.capacity:
        facts.append(words.fact("capacity", number=most, what=words.to(kind)))
    facts += [_attribute(attribute, words) for attribute in place.attributes]
    return _joined(facts)


def _quantity(quantity: Quantity, words: _Words) -> list[str]:
    if quantity.of == "game":
        facts = [words.fact("of-game")]
    else:
        facts = [words.fact("each-own", owner=words.to(quantity.of))]
    if quantity.parent:
        facts.append(words.fact("is", what=words.to(quantity.parent)))
    if quantity.at_least is not None:
        facts.append(words.fact("at-least", number=quantity.at_least))
    if quantity.at_most is not None:
        facts.append(words.fact("at-most", number=quantity.at_most))
    if quantity.start:
        facts.append(words.fact("at-start", number=quantity.start))
    return _joined(facts)


def _joined(facts: list[str]) -> list[str]:
    return [capital_html("; ".join(facts)) + "."] if facts else []


def capital_html(said: str) -> str:
    """A capital letter at the beginning, unless a tag stands there."""
    return capital(said) if not said.startswith("<") else said


def _time(shelf: Shelf, page: Page, id: str) -> str:
    for document in shelf.documents("verb"):
        node = document.root.get("period")
        if node is not None and getattr(getattr(node, "text", None), "value", None) == id:
            target = shelf.rule_target("verb", document.id or "")
            return text(shelf.label("word-lasts")) + " " + link(page.to(target), text(shelf.title(document)))
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
        page.heading(2, shelf.label("words-verbs"), "section-verbs")
        page.add(element("dl", "\n".join(entries), class_="glossary"))
