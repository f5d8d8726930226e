"""The verbs of a pack as events, and what all its sentences together say of each.

In: the verbs of the kernel and the documents of the pack's.  Out: they stand in the world and in the ruleset, without
what they do.  Before any sentence is compiled it is known who chooses, what can be refused, what moves what and what
things are paid in: that is read from the words of all texts, most of which have been read for the compilation before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, TypeVar
from weakref import proxy

from toolkit.compile import seated
from toolkit.compile.base.asked import Table, Words
from toolkit.compile.base.chooser import choices, is_forbidden, lemmas
from toolkit.compile.base.scope import Scope
from toolkit.compile.base.world import VerbInfo
from toolkit.compile.effects.again import once_only
from toolkit.compile.events.brought import bringing
from toolkit.compile.events.moving import moving
from toolkit.compile.events.period import declare_edges
from toolkit.compile.rules.permission import forbidden
from toolkit.compile.texts import by_document
from toolkit.compile.trees import Texts
from toolkit.documents.nodes import Document
from toolkit.language import ast
from toolkit.language.vocabulary import Template
from toolkit.pack.read import word_of
from toolkit.pack.source import COMMON, Item
from toolkit.program.ruleset import Verb
from toolkit.verbs import load_verbs
from toolkit.verbs.phrases import kernel_templates

if TYPE_CHECKING:
    from toolkit.compile.base.world import World
    from toolkit.compile.compiled import CompiledGame
    from toolkit.compile.game import Compiler

T = TypeVar("T")

ASKED = ("forbid", "allow", "choose")
"""Kinds of rules of which verbs know before they are compiled."""


ByLemma = dict[str, list[tuple[VerbInfo, Template]]]
On = tuple[list[Item], set[str]]
"""On what the verbs of a source hang as events: their texts, wherever they stand, and the words that are relations."""


@dataclass(frozen=True, slots=True)
class Named:
    """The verbs of a compilation as events, of which no sentence has said anything yet."""

    on: On
    verbs: tuple[Verb, ...]
    infos: dict[str, VerbInfo]
    by_lemma: ByLemma
    steps: dict[str, int]
    periods: dict[str, int]

    @classmethod
    def of(cls, world: World, on: On) -> Named:
        """Those of a world that has no others."""
        infos, by_lemma = _untold(world.verbs, world.by_lemma)
        return cls(on, tuple(world.ruleset.verbs), infos, by_lemma, {**world.steps}, {**world.periods})

    def put_into(self, world: World) -> None:
        """Put them into a world that has none."""
        world.verbs, world.by_lemma = _untold(self.infos, self.by_lemma)
        world.steps |= self.steps
        world.periods |= self.periods
        world.ruleset.verbs += self.verbs
        world.ruleset.periods += self.periods


def _untold(infos: dict[str, VerbInfo], by_lemma: ByLemma) -> tuple[dict[str, VerbInfo], ByLemma]:
    """The same verbs, of which others may be said.  A verb of the pack may have the id of one of the kernel, which its
    words still say.
    """
    made: dict[int, VerbInfo] = {}

    def same(info: VerbInfo) -> VerbInfo:
        if id(info) not in made:
            made[id(info)] = new = object.__new__(VerbInfo)
            new.__dict__.update(info.__dict__, facts=info.facts.copy())
        return made[id(info)]

    named = {word: [(same(info), template) for info, template in each] for word, each in by_lemma.items()}
    return {id: same(info) for id, info in infos.items()}, named


class Verbs:
    """Those of one compilation."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler: Compiler = proxy(compiler)  # which holds this

    def declare(self) -> None:
        """All that can happen, but for stories."""
        world, items = self.compiler.world, self.compiler.items
        chosen = [act for acts in self.every("choices", choices) for act in acts]
        world.choosers = Words.of("choosers", lemmas(chosen))
        self.named()
        if is_forbidden(chosen):
            self.choosing()
        for item, _ in items("verb", path="requires"):
            if (info := world.verbs.get(item.document)) is not None:
                info.requires = True
        world.unliftable = Words.of("unliftable", self.unliftable())
        texts = [(item.document, str(item.path[0]), tree) for item, tree in items("verb")]
        world.once_only = Words.of("once_only", once_only(texts, world))
        bringing(texts, world)
        nouns = self.every("nouns", seated.nouns_of, items("verb", "definitions"))
        world.paid = Table("paid", seated.beside(chain(*nouns)))
        costs = self.every("costs", seated.costs_of, items("verb"))
        world.costs = Words.of("costs", frozenset(chain(*costs)))
        moving(texts, world)

    def unliftable(self) -> frozenset[str]:
        """Words of verbs that require something and that no rule forbids."""
        requiring = {item.document for item, _ in self.compiler.items("verb", path="requires")}
        lemmas = self.compiler.world.by_lemma.items()
        words = {word for word, verbs in lemmas if any(verb.id in requiring for verb, _ in verbs)}
        if not words:
            return frozenset()
        said = self.orders(rules=True)
        return frozenset(words).difference(*self.every("forbidden", forbidden, said))

    def every(
        self,
        name: str,
        find: Callable[[ast.Paragraph], T],
        items: Iterable[tuple[Item, ast.Paragraph]] | None = None,
    ) -> list[T]:
        """What is found in each of these texts (default: in all), which for most of them is known."""
        texts = self.compiler.trees.values() if items is None else [tree for _, tree in items]
        return self.compiler.world.memory.each(name, [*texts], find)

    def named(self) -> None:
        """The verbs as events, as they were before if they hang on the same."""
        compiler = self.compiler
        texts = [item for item, _ in compiler.texts(("verb",), lambda item: item.type == "verb")]
        written = by_document(compiler.items("verb", path="steps"))
        said = set().union(*self.every("relations", relations, compiler.items("definitions", path="is")))
        before = compiler.of_same_source
        known = before.made.named if before is not None and before.made is not None else None
        if known is None or known.on != (texts, said):
            self.kernel_verbs()
            self.pack_verbs(said, written)
            known = Named.of(compiler.world, (texts, said))
        else:
            known.put_into(compiler.world)
        if compiler.pieces is not None:
            compiler.pieces.made.named = known

    def kernel_verbs(self) -> None:
        """Every kernel verb is an event; its phrases are templates."""
        world, ruleset = self.compiler.world, self.compiler.ruleset
        verbs = load_verbs()
        for verb in verbs.values():
            index = len(ruleset.verbs)
            ruleset.verbs.append(Verb(verb.id, tuple(verb.roles), batch=verb.batch))
            info = VerbInfo(verb.id, index, tuple(verb.roles), kernel=verb)
            world.verbs[verb.id] = info
            info.templates += kernel_templates()[verb.id]
        for verb in verbs.values():
            index = world.verbs[verb.id].index
            old = ruleset.verbs[index]
            ruleset.verbs[index] = replace(old, parents=tuple(world.verbs[p].index for p in verb.parents))
        for info in world.verbs.values():
            for template in info.templates:
                world.by_lemma.setdefault(template.verb, []).append((info, template))

    def pack_verbs(self, relations: set[str], written: dict[str, Texts]) -> None:
        """Every verb document is an event: its roles are the slots of its phrase.  `relations`: words for a definition,
        which is nothing that happens, unless they have steps (`written`).
        """
        world = self.compiler.world
        phrases: dict[str, list[Template]] = {}
        for template in world.vocabulary.templates:
            if template.pack != "core":
                phrases.setdefault(template.meaning, []).append(template)
        for document in self.verb_documents():
            name = word_of(document.root.get("id")) or ""
            templates = phrases.get(name, [])
            if not templates or (name in world.verbs and world.verbs[name].kernel is None):
                continue
            steps = tuple(str(item.path[1]) for item, _ in written.get(name, ()))
            if steps or templates[0].verb not in relations:
                self.pack_verb(name, templates, steps, word_of(document.root.get("period")))
                world.verbs[name].found = word_of(document.root.get("found"))

    def choosing(self) -> None:
        """A choice is an event, too, which can be forbidden."""
        world, verbs = self.compiler.world, self.compiler.ruleset.verbs
        world.choosing = VerbInfo("choose", len(verbs), ("obj",), checked=True)
        verbs.append(Verb("choose", ("obj",), self.compiler.program("choose", lambda: None, Scope(world))))

    def pack_verb(
        self, name: str, templates: list[Template], steps: tuple[str, ...], period: str | None
    ) -> None:
        """One verb of the pack.  `period`: the word for its runs, where they are a period."""
        world, ruleset = self.compiler.world, self.compiler.ruleset
        slots = templates[0].slots
        needs = tuple(n for n, slot in enumerate(slots) if slot.noun not in ("amount", "number"))
        obj = next((n for n in needs if slots[n].role == "obj"), -1)
        if period is not None and period not in world.periods:
            world.periods[period] = len(ruleset.periods)
            ruleset.periods.append(period)
        running = world.periods[period] if period else -1
        roles = tuple(slot.name for slot in slots)
        # What it takes is known once all rules are: until then its candidates are asked for.
        info = VerbInfo(name, len(ruleset.verbs), roles, None, templates, steps, period=period, checked=True)
        world.verbs[name] = info
        ruleset.verbs.append(Verb(name, roles, program=-2, period=running, needs=needs, obj=obj))
        declare_edges(info, world)
        for template in templates:
            world.by_lemma.setdefault(template.verb, []).append((info, template))

    def verb_documents(self) -> Iterator[Document]:
        """The pack's verbs, then those of the language that its sentences say."""
        switches = self.compiler.source.manifest.switches
        for _, document in self.compiler.source.of_type("verb"):
            if all(map(self.compiler.options.get, switches(document))):
                yield document
        said = {item.document for item in self.compiler.trees if item.pack == COMMON and item.type == "verb"}
        for common in self.compiler.source.common:
            yield from (d for d in common.documents if d.type == "verb" and d.id in said)

    def mark_checked(self, rules: bool = False) -> None:
        """Verbs whose events may be refused: only their candidates need asking.  `rules`: also by those that are not
        compiled yet.
        """
        pieces, world = self.compiler.pieces, self.compiler.world
        made = pieces.rules() if pieces is not None else self.compiler.ruleset.rules
        forbidden = {event for rule in made if rule.kind == "forbid" for event in rule.events}
        forbidden |= {info.index for lemma in self.banned(rules) for info, _ in world.by_lemma.get(lemma, ())}
        capacity = any(place.capacity for place in self.compiler.source.places)
        for info in world.verbs.values():
            related = {info.index, *self.compiler.ruleset.verbs[info.index].parents}
            moves = info.kernel is not None and "to" in info.roles and capacity
            info.checked = info.requires or bool(related & forbidden) or moves

    def banned(self, rules: bool) -> set[str]:
        """The verbs of which some effect, or rule, says that it *cannot* be done, or only if."""
        found = chain(*self.every(f"modals {rules}", modals, self.orders(rules=rules)))
        return {verb for modal, verb in found if modal == "cannot" or (rules and modal == "can")}

    def orders(self, *, rules: bool) -> Texts:
        """The texts that say what happens, and (`rules`) what then happens or may."""
        starts = ("effect", "label effect", *(("statement",) if rules else ()))
        return self.compiler.texts(("orders", rules), lambda item: item.start in starts)


def said_of_verbs(game: CompiledGame) -> Iterator[str]:
    """What all sentences together say of verbs, without any number: of all that others say, compiling a sentence
    depends on this and on definitions.
    """
    world, ruleset = game.world, game.ruleset
    yield repr((world.choosing is not None, sorted(world.choosers), sorted(world.unliftable)))
    yield repr((sorted(world.once_only), sorted(world.costs)))
    yield repr(sorted((noun, sorted(others)) for noun, others in world.paid.items()))
    for info in world.verbs.values():
        where = info.lands.what if info.lands is not None else None
        facts = {**info.facts, "lands": where.head if isinstance(where, ast.Noun) else None}
        yield repr((info.id, sorted(facts.items())))
    about = (
        (rule.kind, ruleset.verbs[event].id)
        for rule in ruleset.rules
        for event in rule.events
        if rule.kind in ASKED and not rule.step
    )
    yield repr(sorted(set(about)))


def relations(tree: ast.Paragraph) -> set[str]:
    """The words for definitions of a text: *A player owns a card if …*."""
    return {
        verb.verb
        for sentence in tree.sentences
        if isinstance(sentence.body, ast.Clauses) and any(c.word == "if" for c in sentence.body.closings)
        for clause in sentence.body.clauses
        if isinstance(clause, ast.Clause)
        for verb in clause.verbs
        if isinstance(verb, ast.Act)
    }


def modals(tree: ast.Paragraph) -> set[tuple[str, str]]:
    """What a text says can or cannot be done, or must be."""
    return {(node.modal, node.verb) for node in tree.every(ast.Act) if node.modal}
