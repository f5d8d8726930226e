"""A pack as its pages see it: sentences in each language, and where each thing of it is explained.

`Shelf` is made once for a pack.  What a pack takes from one that it extends is explained on the pages of that pack.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from toolkit.compile.pack import Pack
from toolkit.documents.card import key_of
from toolkit.documents.nodes import Document
from toolkit.language import ast
from toolkit.language.lexicon import Lexicon
from toolkit.language.parsing.parser import Parser
from toolkit.language.phrase import show
from toolkit.language.printing.languages import print_tree
from toolkit.language.vocabulary import AdjectiveEntry, NounEntry, RelationEntry, Template
from toolkit.pack.components import kinds_by_type
from toolkit.pack.locales import OWN, lexicon_of, printed_languages
from toolkit.pack.read import entries_of, word_of
from toolkit.pack.source import COMMON, Item
from toolkit.pack.structure import Structure
from toolkit.report.diagnostic import Diagnostic
from toolkit.report.source import Span
from toolkit.site.page import slug

RULE_TYPES = (
    "procedure",
    "verb",
    "rules",
    "keyword",
    "rule-module",
    "definitions",
    "invariants",
    "evaluation",
    "deck-rules",
)
"""Documents that are chapters of the rules; what no chapter list names follows in this order."""

WORD_PAGE, RULE_PAGE, EXAMPLE_PAGE, SOURCE_PAGE, STORY_PAGE = (
    "words",
    "rules",
    "examples",
    "sources",
    "stories",
)
TAKEN = frozenset({"index", WORD_PAGE, RULE_PAGE, EXAMPLE_PAGE, SOURCE_PAGE, STORY_PAGE})
"""Addresses in a pack's folder that a kind of card must not take."""


@dataclass
class Shelf:
    """`languages`: in which its sentences are shown, English first.  `words`: (sort, id) → target of each word that is
    explained.  `found`: what could not be printed."""

    pack: Pack
    languages: tuple[str, ...]
    lexicons: dict[str, Lexicon] = field(default_factory=dict)
    words: dict[tuple[str, str], str] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)
    defined: dict[tuple[str, str], list[Item]] = field(default_factory=lambda: defaultdict(list))
    kinds: dict[str, str] = field(default_factory=dict)
    _items: dict[tuple[str, str, str], list[Item]] = field(default_factory=lambda: defaultdict(list))
    _parser: Parser | None = None

    @classmethod
    def of(cls, pack: Pack, languages: tuple[str, ...] = ()) -> Shelf:
        """`languages`: which of those that it declares; none: all."""
        declared = printed_languages(pack.source)
        shelf = cls(pack, tuple(tag for tag in declared if not languages or tag in languages) or (OWN,))
        for language in shelf.languages:
            if language != OWN:
                shelf.lexicons[language] = lexicon_of(pack.source, language).value
        source = pack.source
        structure = Structure(
            dict(source.vocabulary.lists),
            {kind.name: kind for kind in source.kinds},
            {place.name: place for place in source.places},
        )
        shelf.kinds = {type: owner.name for type, owner in kinds_by_type(structure).items()}
        for item in source.items:
            shelf._items[item.pack, item.type, item.document].append(item)
        shelf._index()
        return shelf

    # --- What there is ------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.pack.id

    @property
    def name(self) -> str:
        return self.pack.source.manifest.name

    @property
    def parser(self) -> Parser:
        """Reads words of this pack."""
        if self._parser is None:
            self._parser = Parser(self.pack.vocabulary)
        return self._parser

    def documents(self, type: str) -> Iterator[Document]:
        """Its own documents of a type, in the order of the files."""
        return (d for d in self.pack.source.folders[-1].documents if d.type == type)

    def items(self, document: Document) -> list[Item]:
        """The sentences of one of its documents that have been read."""
        return [
            item
            for item in self._items.get((self.id, document.type or "", document.id or ""), ())
            if item in self.pack.trees
        ]

    def own_items(self) -> Iterator[Item]:
        """All its sentences, without those of packs that it extends."""
        return (item for item in self.pack.trees if item.pack == self.id)

    @cached_property
    def mentions(self) -> dict[str, list[Document]]:
        """The examples in which each name occurs."""
        found: dict[str, list[Document]] = defaultdict(list)
        for document in self.documents("example"):
            nodes = (node for item in self.items(document) for node in self.pack.trees[item].walk())
            names = (node.name for node in nodes if isinstance(node, ast.Noun) and node.name)
            for name in dict.fromkeys(names):
                found[name].append(document)
        return found

    def title(self, document: Document) -> str:
        """What a document is called; one without a name, by its id."""
        return word_of(document.root.get("name")) or (document.id or "").replace("-", " ").capitalize()

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
        return f"{pack or self.id}/{folder}/{id or 'index'}"

    def rule_target(self, type: str, id: str, pack: str = "") -> str:
        """The chapter of a document."""
        return f"{pack or self.id}/{RULE_PAGE}#{type}/{id}"

    def target(self, item: Item) -> str:
        """The page and anchor of a sentence."""
        if item.type in RULE_TYPES:
            return f"{item.pack}/{RULE_PAGE}#{anchor_of(item)}"
        if item.type == "story":
            return f"{item.pack}/{STORY_PAGE}#{anchor_of(item)}"
        if item.type in ("example", "scenario"):
            return f"{item.pack}/{EXAMPLE_PAGE}#{item.type}/{item.document}"
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
        """What documents declare: verbs, facts, and words by their definitions."""
        for pack, document in self.pack.source.of_type("verb"):
            self.words["pack verb", document.id or ""] = self.rule_target("verb", document.id or "", pack)
        for pack, document in self.pack.source.of_type("sources"):
            for key, _ in entries_of(document.root.get("rules")):
                self.words["rule", key.name] = f"{pack}/{SOURCE_PAGE}#{key.name}"
        for item, tree in self.pack.trees.items():
            if item.start == "definition" and item.pack != COMMON:
                for sentence in tree.sentences:
                    if defined := defined_word(sentence):
                        self.defined[defined].append(item)

    # --- What it says -------------------------------------------------------------------------------------

    def say(self, item: Item, language: str) -> str:
        """The sentence that is executed, printed in a language."""
        return self.print(self.pack.trees[item], language, item.start)

    def print(self, tree: ast.Node, language: str, start: str = "effect") -> str:
        """A tree in a language; what is missing stands in it as ⟨word⟩ and is remembered."""
        printed = print_tree(tree, language, self.pack.vocabulary, self.lexicons.get(language), start=start)
        self.found += printed.diagnostics
        return printed.value

    def word(self, noun: str, language: str, plural: bool = False) -> str:
        """A noun by itself."""
        if noun not in self.pack.vocabulary.nouns:
            return noun
        bare = ast.Noun(head=noun, determiner=ast.Determiner(), plural=plural)
        return self.print(bare, language)

    def value(self, word: str, language: str) -> str:
        """A word of a list."""
        entry = self.lexicons[language].words.get(word) if language in self.lexicons else None
        return entry.text if entry is not None else word

    def called(self, id: str, text: str, language: str) -> str:
        """A name in a language, as a heading has it; without a translation, as it is."""
        entry = self.lexicons[language].name_of(id) if language in self.lexicons else None
        if entry is None:
            return text
        if entry.kind == "noun" and not entry.form("title") and id in self.pack.vocabulary.names:
            whole = self.print(ast.Noun(name=id), language)  # with what belongs to it: *колода ринку*
            return whole[:1].upper() + whole[1:]
        return entry.form("title") or entry.text


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


def phrases_of(templates: Mapping[str, list[Template]], meaning: str) -> list[str]:
    """How the phrases of a verb are typed, the canonical one first."""
    return list(dict.fromkeys(show(template) for template in templates.get(meaning, ())))
