"""A loaded pack: its source, its sentences as trees, and the games compiled from it.

`load_pack(pack)` reads, parses and checks a pack for its usual number of players, so that everything that can
be wrong is found at once.  A pack with errors is still returned: what works can be looked at, but `new_game`
refuses it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from toolkit.compile.compiled import CompiledGame
from toolkit.compile.trees import Exchanged, Trees
from toolkit.compile.trial import MOST_ITEMS, tried
from toolkit.compile.whole import compile_game, declared_game
from toolkit.documents.nodes import Document
from toolkit.language import ast
from toolkit.language.parsing.kept import KeptTrees
from toolkit.language.parsing.parser import Parser
from toolkit.language.parsing.shared import parser_of
from toolkit.language.said import Said
from toolkit.language.vocabulary import Vocabulary
from toolkit.pack.alike import alike, taken_over
from toolkit.pack.common import needed
from toolkit.pack.consequences import defined, unknown_once, words_are_read
from toolkit.pack.decks import DeckList
from toolkit.pack.faces import check_faces
from toolkit.pack.items import EXAMPLE_TYPES
from toolkit.pack.load import load_source
from toolkit.pack.locales import check_locales
from toolkit.pack.source import Item, PackSource
from toolkit.report.diagnostic import Checked, Diagnostic
from toolkit.report.internal import internal
from toolkit.report.source import Span

Key = tuple[str, int, int, str]
"""File, line, column and words of a sentence or a phrase."""

Setting = tuple[int, tuple[tuple[str, bool], ...], tuple[tuple[int, DeckList], ...], str | None]
"""Players, options, decks and scenario of a compiled game."""


@dataclass
class Pack:
    """`trees`: the parsed items (one that failed is left out).  `diagnostics`: of reading and parsing.  `words`: what
    tells its words from others.
    """

    source: PackSource
    trees: Mapping[Item, ast.Paragraph]
    diagnostics: tuple[Diagnostic, ...] = ()
    words: str = ""
    _compiled: dict[Setting, CompiledGame] = field(default_factory=dict, repr=False)
    _declared: dict[Setting, CompiledGame] = field(default_factory=dict, repr=False)
    _nodes: dict[str, dict[Key, ast.Node]] = field(default_factory=dict, repr=False)
    _before: dict[Setting, CompiledGame] = field(default_factory=dict, repr=False)
    _declared_before: dict[Setting, CompiledGame] = field(default_factory=dict, repr=False)
    _judged: dict[int, tuple[Document, object, tuple[Diagnostic, ...]]] = field(
        default_factory=dict, repr=False
    )

    @property
    def id(self) -> str:
        """The pack's id."""
        return self.source.id

    @property
    def vocabulary(self) -> Vocabulary:
        """All words."""
        return self.source.vocabulary

    def compiled(
        self,
        players: int | None = None,
        options: Mapping[str, bool] | None = None,
        decks: Mapping[int, DeckList] | None = None,
        scenario: str | None = None,
    ) -> Checked[CompiledGame]:
        """Model and ruleset for so many players (default: the fewest) with these options and decks; made once.

        `scenario`: the one that says with which procedures the game starts, and how many seats are people.
        """
        key = self._setting(players, options, decks, scenario)
        if key not in self._compiled:
            self._compiled[key] = self._compile(key, decks)
        game = self._compiled[key]
        return Checked(game, game.diagnostics)

    def declared(
        self, players: int | None, options: Mapping[str, bool] | None, scenario: str | None
    ) -> CompiledGame:
        """The same game without what the texts do, unless somebody has asked for that: enough to compile a sentence
        about it, and several times as quick.
        """
        key = self._setting(players, options, None, scenario)
        if key in self._compiled:
            return self._compiled[key]
        if key not in self._declared:
            memory = next((game.world.memory for game in self._compiled.values()), None)
            before = self._declared_before.pop(key, None)
            self._declared[key] = declared_game(
                self.source, self.played, key[0], dict(key[1]), scenario, memory, before
            )
        return self._declared[key]

    @cached_property
    def played(self) -> Mapping[Item, ast.Paragraph]:
        """The trees of which games are compiled: most others are of examples."""
        return {item: self.trees[item] for item in self.trees if item.type not in EXAMPLE_TYPES}

    def _setting(
        self,
        players: int | None,
        options: Mapping[str, bool] | None,
        decks: Mapping[int, DeckList] | None,
        scenario: str | None,
    ) -> Setting:
        manifest = self.source.manifest
        chosen = manifest.chosen(options)
        count = players or manifest.counts(chosen).start
        return count, tuple(sorted(chosen.items())), tuple(sorted((decks or {}).items())), scenario

    def with_other_options(self) -> tuple[Diagnostic, ...]:
        """What is wrong with the rules of options that are off, when nobody says: loading does not compile them."""
        other = {option.id: not option.default for option in self.source.manifest.options}
        if not other:
            return ()
        known = set(self.compiled().diagnostics)
        return tuple(each for each in self.compiled(options=other).diagnostics if each not in known)

    def _compile(self, key: Setting, decks: Mapping[int, DeckList] | None) -> CompiledGame:
        return self._compiled_after(self._before.pop(key, None), key, decks)

    def _compiled_after(
        self, before: CompiledGame | None, key: Setting, decks: Mapping[int, DeckList] | None
    ) -> CompiledGame:
        with uncollected():
            return compile_game(self.source, self.played, key[0], dict(key[1]), decks, key[3], before)

    def follow(self, before: Pack) -> None:
        """Take from the games of an earlier version what is still the same."""
        if alike(before.source, self.source):
            self._before = before._before | before._compiled
            self._declared_before = before._declared_before | before._declared
            there = {id(document) for document in self.source.documents}
            self._judged = {of: known for of, known in before._judged.items() if of in there}

    def judged(
        self, document: Document, game: CompiledGame, judge: Callable[[], tuple[Diagnostic, ...]]
    ) -> tuple[Diagnostic, ...]:
        """What is wrong with a document that speaks of what is declared in a game; as before, if that is the same."""
        assert game.made is not None
        known = self._judged.get(id(document))
        if known is None or known[0] is not document or known[1] is not game.made.declared:
            self._judged[id(document)] = known = (document, game.made.declared, judge())
        return known[2]

    def node(self, key: Key) -> ast.Node | None:
        """The tree of the sentence, line of a choice or noun phrase that stands somewhere."""
        file = key[0]
        if file not in self._nodes:
            self._nodes[file] = {}
            for item in self._by_file.get(file, ()):
                add_nodes(self.trees[item], self._nodes[file])
        return self._nodes[file].get(key)

    @cached_property
    def _by_file(self) -> dict[str, list[Item]]:
        found: dict[str, list[Item]] = {}
        for item in self.trees:
            found.setdefault(item.text.source.name, []).append(item)
        return found


@dataclass
class Changed(Pack):
    """A pack with another tree for one item: what does not hang on it is not compiled again."""

    base: Pack | None = None
    changed: Item | None = None

    @cached_property
    def played(self) -> Mapping[Item, ast.Paragraph]:
        """Those of the other pack, and this one."""
        assert self.base is not None and self.changed is not None
        tree = self.trees.get(self.changed)
        return Exchanged(self.base.played, self.changed, tree)

    def _compile(self, key: Setting, decks: Mapping[int, DeckList] | None) -> CompiledGame:
        assert self.base is not None
        before = self.base.compiled(key[0], dict(key[1]), decks, key[3]).value
        return self._compiled_after(before, key, decks)

    def node(self, key: Key) -> ast.Node | None:
        """As of its own trees, else of the other pack, from which what was compiled there may come."""
        assert self.base is not None
        found = super().node(key)
        return found if found is not None else self.base.node(key)


def changed_pack(pack: Pack, item: Item, tree: ast.Paragraph | None) -> Pack:
    """The pack with this tree for the item; None: without the item."""
    return Changed(pack.source, Exchanged(pack.trees, item, tree), base=pack, changed=item)


def add_nodes(tree: ast.Paragraph, found: dict[Key, ast.Node]) -> None:
    """Adds the sentences and noun phrases of a tree by where they stand, and the verbs of which one is chosen; a
    sentence goes before a phrase.
    """
    for node in tree.walk():
        if isinstance(node, ast.Clause) and node.joint == "or":
            for verb in node.verbs:
                if verb.span is not None:
                    found[key_at(verb.span)] = verb
        if isinstance(node, ast.Sentence | ast.Paragraph | ast.Nominal) and node.span is not None:
            key = key_at(node.span)
            if key not in found or isinstance(node, ast.Sentence):
                found[key] = node


def key_at(span: Span) -> Key:
    """Where a node stands, and its words."""
    line, column = span.position
    return (span.source.name, line, column, span.said)


def load_pack(
    pack: str | Path,
    search: Iterable[Path] | None = None,
    *,
    examples: bool = True,
    before: Pack | None = None,
) -> Checked[Pack | None]:
    """Read, parse and compile a pack.  `pack`: a folder, or an id looked up in `search`, ./content and the
    bundled packs.  `examples`: whether their sentences are parsed, too; most packs have more of them than of others.
    `before`: the pack as it was when it was loaded last: what has not changed since then is not compiled again.

    The value is None only when there is nothing to show (no such pack, no pack.yaml).
    """
    with uncollected():
        return _load(pack, search, examples, before)


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the collector of cycles: what is made is kept, and searching it costs a quarter of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            gc.freeze()  # what was made counts as old at once, or the next collection would search it all
            gc.unfreeze()
        if was:
            gc.enable()


def saying(pack: Pack, trees: Iterable[ast.Paragraph]) -> Pack:
    """The pack with the language's own words that these sentences need, too."""

    # What the pack's own sentences need it has; only the new ones are searched.
    said = Said.of(trees)
    more = needed(pack.source.common, pack.trees, said.words)
    if not more:
        return pack
    held, parser = dict(pack.trees), parser_of(pack.vocabulary)
    while more:
        read = {
            item: tree for item in more if (tree := parser.parse(item.text, item.start).value) is not None
        }
        held |= read
        more = needed(pack.source.common, held, Said.of(read.values()).words)
    return Pack(pack.source, held, pack.diagnostics)


def _load(
    pack: str | Path, search: Iterable[Path] | None, examples: bool, before: Pack | None
) -> Checked[Pack | None]:
    loaded = load_source(pack, search)
    source = loaded.value
    if source is None:
        return Checked(None, loaded.diagnostics)
    found = list(loaded.diagnostics)
    parsed = None
    if before is not None:
        source = replace(source, items=taken_over(source.items, before.source))
    if words_are_read(found, source.documents):
        parsed = _Parsed(source, before)
        parsed.everything(examples)
        if _is_sound(found):
            found += check_locales(source, frozenset(parsed.spoken.heads))
            found += check_faces(source, parsed.spoken)
    result = Pack(source, parsed.trees if parsed is not None else {})
    if parsed is not None:
        result.words = parsed.kept.words
        if before is not None and parsed.before is not None:
            result.follow(before)
    if (
        parsed is not None and parsed.trees and _is_sound(found)
    ):  # the compiler takes keys and values for checked
        found += parsed.tried(result.compiled().value)
        found = defined(found, (item.text.span() for item in source.items if item.start == "definition"))
    elif parsed is not None:
        found += parsed.said
    result.diagnostics = tuple(unknown_once(found))
    return Checked(result, result.diagnostics)


def _is_sound(found: Iterable[Diagnostic]) -> bool:
    """Whether the documents are as their schemas say, and their keys and values can be read."""
    return not any(diagnostic.code < "SAY04" and diagnostic.is_error for diagnostic in found)


class _Parsed:
    """The sentences of a pack as trees, and what parsing them found."""

    def __init__(self, source: PackSource, before: Pack | None) -> None:
        """`before`: as it was when it was loaded last; with other words all is read anew."""
        self.source = source
        self.kept = KeptTrees(source.vocabulary, source.folders[-1].root)
        self.trees = Trees(self.kept, source.vocabulary)
        same = before is not None and before.words == self.kept.words
        self.before = (
            before.trees if before is not None and same and isinstance(before.trees, Trees) else None
        )
        self.different: set[tuple[str, str]] = set()
        """Texts, each once: examples say the same thing again and again."""
        self.spoken = Said()
        self.failed: dict[Item, tuple[Diagnostic, ...]] = {}

    @cached_property
    def parser(self) -> Parser:
        """Made when a text is read that was not kept."""
        return parser_of(self.source.vocabulary, self.kept.words)

    def everything(self, examples: bool) -> None:
        """All items (`examples`: those of examples, too), and those of the language that they need."""
        for item in self.source.items:
            if examples or item.type not in EXAMPLE_TYPES:
                self.parse(item)
        while more := needed(self.source.common, self.trees, self.spoken.words):
            for item in more:
                self.parse(item)
        self.kept.save()

    def parse(self, item: Item) -> None:
        """One item; a mistake of ours is a diagnostic of it."""
        row = self.kept.row(item.text, item.start)
        if row is not None and self._hold_kept(item, row):
            return
        if row is None and (tree := self.kept.met(item.text, item.start)) is not None:
            self._hold(item, tree)
            self.kept.add(item.text, item.start, tree)
            return
        parser = self.parser
        try:
            checked = parser.parse(item.text, item.start, brief=len(self.failed) >= MOST_ITEMS)
        except Exception as error:
            self.failed[item] = (internal(error, item.text.span()),)
            return
        if checked.diagnostics:
            self.failed[item] = checked.diagnostics
        if checked.value is not None and checked.ok:
            self._hold(item, checked.value)
            if not checked.diagnostics:
                self.kept.add(item.text, item.start, checked.value)

    def _hold_kept(self, item: Item, row: str) -> bool:
        """What was parsed before; whether it could be read.  Of examples it is read when somebody asks for it."""
        tree: ast.Paragraph | str | None = self.before.held(item) if self.before is not None else None
        if tree is None:
            tree = row if item.type in EXAMPLE_TYPES else self.kept.read(item.text, row)
        if tree is None:
            return False
        text = (item.start, item.text.value)
        if text not in self.different:
            if (said := self.kept.said(row)) is None:
                return False
            self.different.add(text)
            self.spoken.more(said)
        self.trees.put(item, tree)
        return True

    def _hold(self, item: Item, tree: ast.Paragraph) -> None:
        self.trees.put(item, tree)
        text = (item.start, item.text.value)
        if text not in self.different:
            self.different.add(text)
            self.spoken.add(tree)

    @property
    def said(self) -> list[Diagnostic]:
        """What parsing found."""
        return [d for diagnostics in self.failed.values() for d in diagnostics]

    def tried(self, game: CompiledGame) -> list[Diagnostic]:
        """What parsing and compiling found, with corrections that hold."""
        if self.failed or any(d.fixes for d in game.diagnostics):
            return list(tried(game, self.failed, self.trees, self.parser))
        return list(game.diagnostics)
