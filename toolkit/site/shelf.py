"""A pack as its pages see it: sentences in each language, and where each thing of it is explained.

`Shelf` is made once for a pack, and `Shelf.edition` gives it in a language.  What a pack takes from one that it extends
is explained on the pages of that pack.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from toolkit.compile.pack import Pack
from toolkit.documents.card import key_of
from toolkit.documents.document_type import chapter_types, sentence_fields
from toolkit.documents.nodes import Document, KeyNode, Node
from toolkit.language import ast
from toolkit.language.lexicon import Lexicon
from toolkit.language.parsing.parser import Parser
from toolkit.language.printing.languages import LANGUAGES, print_tree
from toolkit.language.vocabulary import AdjectiveEntry, NounEntry, RelationEntry
from toolkit.pack.components import kinds_by_type
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.pack.layouts import Layouts
from toolkit.pack.locales import OWN, lexicon_of, printed_languages
from toolkit.pack.read import entries_of, word_of
from toolkit.pack.source import COMMON, Item, PackFolder
from toolkit.pack.story import Stories, read_stories, translated_prose
from toolkit.report.diagnostic import Diagnostic
from toolkit.report.source import Span
from toolkit.site.brand import Brand, brand_of
from toolkit.site.kept import Kept
from toolkit.site.labels import label
from toolkit.site.layout import part_address, parts, weight_of
from toolkit.site.markup import element, text
from toolkit.site.page import Page, Routes, slug

T = TypeVar("T")

(
    WORD_PAGE,
    RULE_PAGE,
    EXAMPLE_PAGE,
    SOURCE_PAGE,
    STORY_PAGE,
    CARD_PAGE,
    DECK_PAGE,
    RULING_PAGE,
    TIMING_PAGE,
    CHANGE_PAGE,
) = PAGES = (
    "words",
    "rules",
    "examples",
    "sources",
    "stories",
    "cards",
    "decks",
    "rulings",
    "timing",
    "changes",
)
TAKEN = frozenset({"index", *PAGES, *LANGUAGES})
"""Addresses in a pack's folder that a kind of card must not take."""


@dataclass
class Shelf:
    """`languages`: in which its sentences are shown; `language`: that of the pages which are being made.

    `words`: (sort, id) → target of each word that is explained.  `found`: what could not be printed.  `brand`: what it
    says of its site.  `routes`: where pages lie.
    """

    pack: Pack
    layouts: Layouts
    languages: tuple[str, ...]
    language: str = OWN
    brand: Brand = field(default_factory=Brand)
    routes: Routes = field(default_factory=Routes)
    lexicons: dict[str, Lexicon] = field(default_factory=dict)
    words: dict[tuple[str, str], str] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)
    defined: dict[tuple[str, str], list[Item]] = field(default_factory=lambda: defaultdict(list))
    kinds: dict[str, str] = field(default_factory=dict)
    pages: dict[tuple[str, str, str], str] = field(default_factory=dict)
    _items: dict[tuple[str, str, str], list[Item]] = field(default_factory=lambda: defaultdict(list))
    _said: dict[tuple[Item, str], str] = field(default_factory=dict)
    _once: dict[Hashable, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, pack: Pack, languages: tuple[str, ...] = ()) -> Shelf:
        """`languages`: which of those that it declares; none: those of its site, else all."""
        declared, brand = printed_languages(pack.source), brand_of(pack)
        chosen = brand.languages or declared
        wanted = tuple(tag for tag in chosen if tag in declared and (not languages or tag in languages))
        shelf = cls(pack, Layouts(pack.source), wanted or (OWN,), brand=brand)
        shelf.language = shelf.languages[0]
        for language in shelf.languages:
            if language != OWN:
                shelf.lexicons[language] = lexicon_of(pack.source, language).value
        structure = shelf.layouts.structure
        shelf.kinds = {type: owner.name for type, owner in kinds_by_type(structure).items()}
        for item in pack.source.items:
            shelf._items[item.pack, item.type, item.document].append(item)
        shelf._lay_out()
        shelf._index()
        return shelf

    def edition(self, language: str, routes: Routes) -> Shelf:
        """The same shelf for the pages of a language; what is found out for one is known to all."""
        return replace(self, language=language, routes=routes)

    def page(self, address: str, title: str, *, contents: bool = True) -> Page:
        """A new page of this edition."""
        frame = f"{self.id}/{self.language}"
        return Page(f"{self.id}/{address}", title, frame, self.language, self.routes, contents)

    def label(self, key: str, **values: object) -> str:
        """What the pages themselves say, in their language."""
        return label(self.language, key, **values)

    def _lay_out(self) -> None:
        """On which page each document of rules, each example and each fact stands, also those of extended packs."""
        for folder in self.pack.source.folders:
            self._lay(folder.id, RULE_PAGE, self._chapters(folder))
            for name, documents in example_files(folder).items():
                self._lay(folder.id, f"{EXAMPLE_PAGE}/{name}", documents)
            facts = [key.name for key, _ in facts_of(folder)]
            for number, part in enumerate(parts(facts, lambda _: 16)):
                address = part_address(SOURCE_PAGE, number)
                self.words.update({("rule", rule): f"{folder.id}/{address}#{rule}" for rule in part})

    def _lay(self, pack: str, address: str, documents: Iterable[Document]) -> None:
        def weigh(document: Document) -> float:
            return weight_of(self.items(document, pack))

        for number, part in enumerate(parts(documents, weigh)):
            for document in part:
                key = (pack, document.type or "", document.id or "")
                self.pages[key] = part_address(address, number)

    def _chapters(self, folder: PackFolder) -> list[Document]:
        types = chapter_types()
        documents = [document for type in types for document in folder.documents if document.type == type]
        named = self.pack.source.manifest.chapters
        first = [document for chapter in named for document in documents if document.id == chapter]
        return first + [document for document in documents if document.id not in named]

    # --- What there is ------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.pack.id

    @property
    def name(self) -> str:
        return self.pack.source.manifest.name

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What all editions need and `make` finds out; it is asked once for each key."""
        if key not in self._once:
            self._once[key] = make()
        found: T = self._once[key]
        return found

    @property
    def kept(self) -> Kept:
        """What earlier builds have found out."""
        return self.once("kept", lambda: Kept(self))

    @property
    def parser(self) -> Parser:
        """Reads words of this pack."""
        return self.once("parser", lambda: Parser(self.pack.vocabulary))

    @property
    def stories(self) -> Stories:
        """The stories of the pack and of those that it extends."""
        return self.once("stories", lambda: read_stories(self.pack.source))

    @property
    def prose(self) -> dict[str, str]:
        """What somebody has translated into the language of the page."""
        return self.once(("prose", self.language), lambda: translated_prose(self.pack.source, self.language))

    def documents(self, type: str) -> Iterator[Document]:
        """Its own documents of a type, in the order of the files."""
        return (document for pack, document in self.pack.source.of_type(type) if pack == self.id)

    @property
    def chapters(self) -> list[Document]:
        """All documents of rules that players read, in reading order: the named chapters, then the rest by type."""
        return self.once("chapters", lambda: self._chapters(self.pack.source.folders[-1]))

    def by_page(self, documents: Iterable[Document]) -> dict[str, list[Document]]:
        """Documents of rules or examples by the address of their page."""
        found: dict[str, list[Document]] = defaultdict(list)
        for document in documents:
            found[self.pages[self.id, document.type or "", document.id or ""]].append(document)
        return found

    def items(self, document: Document, pack: str = "") -> list[Item]:
        """The sentences of one of its documents that have been read."""
        found = self._items.get((pack or self.id, document.type or "", document.id or ""), ())
        return [item for item in found if item in self.pack.trees]

    def own_items(self) -> Iterator[Item]:
        """All its sentences, without those of packs that it extends."""
        return (item for item in self.pack.trees if item.pack == self.id)

    @property
    def mentions(self) -> dict[str, list[Document]]:
        """The examples in which each name occurs."""
        return self.once("mentions", self._mentions)

    def _mentions(self) -> dict[str, list[Document]]:
        found: dict[str, list[Document]] = defaultdict(list)
        examples = {document.id or "": document for document in self.documents("example")}
        for name, id in self.kept.pairs(("mentions", self.kept.around), lambda: list(self._named(examples))):
            found[name].append(examples[id])
        return found

    def _named(self, examples: Mapping[str, Document]) -> Iterator[tuple[str, str]]:
        """Each name that occurs in an example, with the id of that."""
        for id, document in examples.items():
            nodes = (node for item in self.items(document) for node in self.pack.trees[item].walk())
            names = (node.name for node in nodes if isinstance(node, ast.Noun) and node.name)
            yield from ((name, id) for name in dict.fromkeys(names))

    def title(self, document: Document) -> str:
        """What a document is called in the language of the page: by its name, else as its verb is said, else by its
        id."""
        own = word_of(document.root.get("name")) or (document.id or "").replace("-", " ").capitalize()
        return own if self.language == OWN else self._translated(document) or own

    def title_language(self, document: Document) -> str | None:
        """English for a title that nobody has translated into the language of the page."""
        return None if self.language == OWN or self._translated(document) else OWN

    def title_html(self, document: Document) -> str:
        """The title as HTML, which says so where it is in another language."""
        title, lang = text(self.title(document)), self.title_language(document)
        return element("span", title, lang=lang) if lang else title

    def named(self, id: str) -> str:
        """What a locale calls it in the language of the page; empty if nobody has translated it."""
        entry = self.lexicons[self.language].names.get(id) if self.language in self.lexicons else None
        return (entry.form("title") or entry.text) if entry is not None else ""

    @property
    def foreign(self) -> str | None:
        """The language of what nobody has translated; None on pages of the author's own."""
        return None if self.language == OWN else OWN

    def option_html(self, id: str) -> str:
        """The name of an option as HTML, which says so where it is in another language."""
        options = {option.id: option.name for option in self.pack.source.manifest.options}
        own = options.get(id, id)
        said = own if self.language == OWN else self.named(id)
        return text(said) if said else element("span", text(own), lang=OWN)

    def _translated(self, document: Document) -> str:
        lexicon, id = self.lexicons[self.language], document.id or ""
        if entry := lexicon.names.get(f"{document.type}/{id}"):
            return entry.form("title") or entry.text
        if document.type in self.kinds:
            return self.called(f"{document.type}/{id}", "")
        # An example is often called by the id of the card that it shows, and is not the card.
        if document.type not in EXAMPLE_TYPES and (entry := lexicon.names.get(id)):
            return entry.form("title") or entry.text
        period = word_of(document.root.get("period"))
        if period and period in lexicon.words:
            return capital(self.word(period, self.language))
        phrase = lexicon.phrases.get(id) if document.type == "verb" else None
        return capital(_said_alone(phrase.text)) if phrase is not None else ""

    def place(self, span: Span | None) -> str:
        """`rules/turn.yaml:12`, from the pack's folder."""
        if span is None:
            return ""
        root = self.pack.source.folders[-1].root.as_posix()
        name = span.source.name
        inside = os.path.relpath(name, root).replace(os.sep, "/") if name.startswith(root) else name
        return f"{inside}:{span.position[0]}"

    # --- Where it is explained ----------------------------------------------------------------------------

    def card_page(self, type: str, id: str = "", pack: str = "") -> str:
        """The address of a card's page, or of all cards of a type."""
        folder = f"cards-{type}" if type in TAKEN else type
        page = "card-index" if id == "index" else id or "index"
        return f"{pack or self.id}/{folder}/{page}"

    def rule_target(self, type: str, id: str, pack: str = "") -> str:
        """The chapter of a document."""
        return f"{pack or self.id}/{self.pages.get((pack or self.id, type, id), RULE_PAGE)}#{type}/{id}"

    def example_target(self, document: Document) -> str:
        """The page and anchor of an example or a scenario."""
        page = self.pages[self.id, document.type or "", document.id or ""]
        return f"{self.id}/{page}#{document.type}/{document.id}"

    def target(self, item: Item) -> str:
        """The page and anchor of a sentence."""
        if item.type == "story":
            return f"{item.pack}/{STORY_PAGE}#{anchor_of(item)}"
        if item.type in ("example", "scenario"):
            page = self.pages.get((item.pack, item.type, item.document), EXAMPLE_PAGE)
            return f"{item.pack}/{page}#{item.type}/{item.document}"
        if item.type in sentence_fields():
            page = self.pages.get((item.pack, item.type, item.document), RULE_PAGE)
            return f"{item.pack}/{page}#{anchor_of(item)}"
        return f"{self.card_page(item.type, item.document, item.pack)}#{anchor_of(item)}"

    def source_target(self, rule: str) -> str | None:
        """Where a rule id is listed, if it is."""
        return self.words.get(("rule", rule))

    def _index(self) -> None:
        vocabulary = self.pack.vocabulary
        self._words("noun", vocabulary.nouns)
        self._words("adj", vocabulary.adjectives)
        self._words("relation", vocabulary.relations)
        types = {kind: type for type, kind in self.kinds.items()}
        for component in self.pack.source.components:
            page = self.card_page(
                types.get(component.kind, key_of(component.kind)), component.id, component.pack
            )
            self.words["name", component.name] = page
        for name in vocabulary.names.values():
            if name.noun == "player":
                self.words.setdefault(("name", name.id), f"{name.pack}/index#players")
        for template in vocabulary.templates:
            if template.pack in ("core", COMMON):
                sort = "verb" if template.pack == "core" else "pack verb"
                self.words[sort, template.meaning] = f"language/verbs#{slug(template.meaning)}"
        self._documents()

    def _words(self, sort: str, entries: Mapping[str, NounEntry | AdjectiveEntry | RelationEntry]) -> None:
        """The words of a sort that a pack declares, or that are written in the language."""
        for id, entry in entries.items():
            if entry.pack == COMMON:
                self.words[sort, id] = f"language/verbs#{slug(id)}"
            elif entry.pack != "core" and getattr(entry, "category", "") not in ("step", "event"):
                self.words[sort, id] = f"{entry.pack}/{WORD_PAGE}#{word_anchor(id)}"

    def _documents(self) -> None:
        """What documents declare: verbs, and words by their definitions."""
        for pack, document in self.pack.source.of_type("verb"):
            self.words["pack verb", document.id or ""] = self.rule_target("verb", document.id or "", pack)
        for item in self.pack.trees:
            if item.start == "definition" and item.pack != COMMON:
                for sentence in self.pack.trees[item].sentences:
                    if defined := defined_word(sentence):
                        self.defined[defined].append(item)

    # --- What it says -------------------------------------------------------------------------------------

    def say(self, item: Item, language: str = "") -> str:
        """The sentence that is executed, printed in a language, or in that of the page."""
        language = language or self.language
        if (item, language) not in self._said:
            self._said[item, language] = self._printed(item, language)
        return self._said[item, language]

    def _printed(self, item: Item, language: str) -> str:
        """As an earlier build has found it."""
        key = ("said", language, item.start, item.text.value)
        return self.kept.said(key, lambda: self.print(self.pack.trees[item], language, item.start))

    def print(self, tree: ast.Node, language: str, start: str = "effect") -> str:
        """A tree in a language; what is missing stands in it as ⟨word⟩ and is remembered."""
        printed = print_tree(tree, language, self.pack.vocabulary, self.lexicons.get(language), start=start)
        self.found += printed.diagnostics
        return printed.value

    def word(self, noun: str, language: str = "", plural: bool = False) -> str:
        """A noun by itself."""
        language = language or self.language
        if noun not in self.pack.vocabulary.nouns:
            return noun
        bare = ast.Noun(head=noun, determiner=ast.Determiner(), plural=plural)
        return self.print(bare, language)

    def value(self, word: str, language: str = "") -> str:
        """A word of a list, by itself; `title` in a locale is what it is then (not *of the north*, but *the north*)."""
        language = language or self.language
        entry = self.lexicons[language].words.get(word) if language in self.lexicons else None
        return (entry.form("title") or entry.text) if entry is not None else word

    def seat(self, said: str) -> str:
        """A player as a heading has it, by the name of the seat."""
        names = self.pack.vocabulary.names.values()
        found = next((name.id for name in names if name.noun == "player" and name.text == said), None)
        return capital(self.print(ast.Noun(name=found), self.language)) if found else said

    def act(self, act: str) -> str:
        """What an act of a story is called: *act 2A*, *epilogue B*."""
        if act.startswith("epilogue"):
            return self.label("epilogue", act=act.removeprefix("epilogue")).strip()
        return self.label("act", act=act)

    def called(self, id: str, text: str, language: str = "") -> str:
        """A name in a language, as a heading has it; without a translation, as it is."""
        language = language or self.language
        entry = self.lexicons[language].name_of(id) if language in self.lexicons else None
        if entry is None:
            return capital(text) if text.startswith("the ") else text
        if entry.kind == "noun" and not entry.form("title") and id in self.pack.vocabulary.names:
            whole = self.print(ast.Noun(name=id), language)  # with what belongs to it: *колода ринку*
            return capital(whole)
        return entry.form("title") or entry.text


def example_files(folder: PackFolder) -> dict[str, list[Document]]:
    """Examples and scenarios by the name of their file, which is the name of their page."""
    found: dict[str, list[Document]] = defaultdict(list)
    for type in ("example", "scenario"):
        for document in folder.documents:
            if document.type == type:
                found[slug(document.source.name.rpartition("/")[2].partition(".")[0])].append(document)
    return found


def facts_of(folder: PackFolder) -> Iterator[tuple[KeyNode, Node]]:
    """The facts of the game that a pack lists, by their ids."""
    for document in folder.documents:
        if document.type == "sources":
            yield from entries_of(document.root.get("rules"))


def capital(said: str) -> str:
    """With a capital letter, whatever follows as it is."""
    return said[:1].upper() + said[1:]


def _said_alone(phrase: str) -> str:
    """The words of a phrase before its first slot, the first of several aspects: `взяти|брати {card:acc}`."""
    words = phrase.partition("{")[0].split()
    return " ".join(word.partition("|")[0] for word in words)


def anchor_of(item: Item) -> str:
    """A sentence on its page: `verb/sing/steps/refrain`, `rules/ends/rules/2`; counted from 1."""
    steps = (str(step + 1) if isinstance(step, int) else slug(step) for step in item.path)
    return "/".join((item.type, item.document, *steps))


def word_anchor(id: str) -> str:
    """A word on the vocabulary's page."""
    return f"word-{slug(id)}"


def defined_word(sentence: ast.Sentence) -> tuple[str, str] | None:
    """The word that a definition defines: (sort, id)."""
    body = sentence.body
    if not isinstance(body, ast.Clauses) or not isinstance(body.clauses[0], ast.Clause):
        return None
    clause = body.clauses[0]
    verb = clause.verbs[0]
    if any(closing.word == "if" for closing in body.closings):
        match verb:
            case ast.Be(predicate=ast.IsAdjective(adjectives=(word, *_))):
                return "adj", word
            case ast.Be(predicate=ast.IsRelated(relation=word)) | ast.Be(predicate=ast.IsPlaced(prep=word)):
                return "relation", word
            case ast.Be(predicate=ast.IsThing(what=ast.Noun(head=str(word)))):
                return "noun", word
            case ast.Act(verb=word):
                return "verb", word
        return None
    subject = clause.subject
    return ("noun", subject.head) if isinstance(subject, ast.Noun) and subject.head else None
