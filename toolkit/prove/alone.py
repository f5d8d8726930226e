"""One sentence item of a pack, compiled alone: what it adds to the program.

A pack is compiled once; an item, or what would stand in its place, is then compiled against its `World`.  What that
adds to the ruleset (rules, programs, functions, conditions, words) is the item's program.  Two texts with one program
mean the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import partial
from typing import Any, TypeVar

from toolkit.compile.effects.effect import paragraph
from toolkit.compile.game import Compiler
from toolkit.compile.pack import Pack
from toolkit.compile.story import own_item
from toolkit.compile.texts import rules_of
from toolkit.language import ast
from toolkit.pack.source import Item
from toolkit.program.ruleset import Function, Program, Rule
from toolkit.report.diagnostic import Diagnostic

T = TypeVar("T")

ADDED = ("programs", "rules", "functions", "invariants", "evaluations", "start")
"""The lists of a ruleset that an item adds to."""


class Alone:
    """Compiles items of a pack one at a time.

    options: which are on (default: all, so that every sentence is compiled).  `anywhere`: texts are compared that do
    not stand at the same spot, so that their sentences have other numbers.
    """

    def __init__(
        self, pack: Pack, options: Mapping[str, bool] | None = None, *, anywhere: bool = False
    ) -> None:
        self.pack, self.anywhere = pack, anywhere
        manifest = pack.source.manifest
        self.options = {o.id: True for o in manifest.options} if options is None else options
        game = pack.compiled(options=self.options).value
        assert game is not None
        self.compiler = Compiler.resumed(game, pack.trees, self.options)
        self.steps: dict[str, dict[Item, ast.Paragraph]] = {}
        for item in pack.trees:
            if item.field == "steps":
                self.steps.setdefault(item.anchor, {})[item] = pack.trees[item]

    def program(self, item: Item, tree: ast.Paragraph) -> object | None:
        """What an item adds to the ruleset, comparable; None: it is refused (`diagnostics` says why)."""
        with self._alone(item, tree), self._added() as made:
            self._compile(item, tree)
            result = made()
        return None if self.compiler.found else result

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Why the last item was refused."""
        return self.compiler.found

    @contextmanager
    def _alone(self, item: Item, tree: ast.Paragraph) -> Iterator[None]:
        """This item is the whole pack, with the other steps of its document."""
        beside = self.steps.get(item.anchor, {}) if item.field == "steps" else {item: tree}
        whole = {other: tree if other is item else old for other, old in beside.items()}
        trees, self.compiler.trees, self.compiler.found = self.compiler.trees, whole, []
        try:
            yield
        finally:
            self.compiler.trees = trees

    @contextmanager
    def _added(self) -> Iterator[Callable[[], object]]:
        """What is added from here on, without the numbers of its sentences; afterwards it is taken back."""
        ruleset, world = self.compiler.ruleset, self.compiler.world
        marks = {name: len(getattr(ruleset, name)) for name in ADDED}
        verbs, recorded = list(ruleset.verbs), set(ruleset.recorded)
        effects, formulas = [dict(f) for f in ruleset.effects], [dict(f) for f in ruleset.formulas]
        defined = {k: list(v) for k, v in world.defined.items()}
        aliases = {k: list(v) for k, v in world.aliases.items()}
        orders = dict(world.orders)

        def made() -> object:
            lists = {name: list(getattr(ruleset, name)[mark:]) for name, mark in marks.items()}
            lists["programs"] = [replace(each, at=()) for each in lists["programs"]]
            lists["rules"] = [replace(each, sentence=-1) for each in lists["rules"]]
            lists["functions"] = [replace(each, sentence=-1) for each in lists["functions"]]
            changed = [
                replace(new, requires_at=-1, program=-1)
                for new, old in zip(ruleset.verbs, verbs, strict=True)
                if new is not old
            ]
            words = {
                k: [(d.kinds, d.preps, d.type, d.many) for d in v if d not in defined.get(k, [])]
                for k, v in _new(world.defined, defined).items()
            }
            names = {k: [a[0] for a in v] for k, v in _new(world.aliases, aliases).items()}
            lists["invariants"] = [(*each[:-1], -1) for each in lists["invariants"]]
            if self.anywhere:
                lists = unnumbered(lists, {})
            return repr(lists), repr(changed), repr(words), repr(names), repr([*_new(world.orders, orders)])

        try:
            yield made
        finally:
            for name, mark in marks.items():
                del getattr(ruleset, name)[mark:]
            ruleset.verbs[:], ruleset.recorded = verbs, recorded
            ruleset.effects[:], ruleset.formulas[:] = effects, formulas
            del ruleset.fields[len(effects) :]
            world.defined, world.aliases, world.orders = defined, aliases, orders

    def _compile(self, item: Item, tree: ast.Paragraph) -> None:
        compiler = self.compiler
        if item.type == "story" or own_item(compiler.story.telling.stories, item):
            self._told(item, tree)
            return
        match item.type:
            case "definitions" if item.field == "is":
                compiler.definitions()
            case "verb" if item.field == "requires":
                compiler.requirements()
            case "verb" if item.field == "steps":
                compiler.programs(item.document)
            case "procedure" | "rule-module" if item.field != "rules":
                source = compiler.source
                first = replace(source.manifest, start=(item.document, "set-up"))
                compiler.source = replace(source, manifest=first)
                compiler.procedures()
                compiler.source = source
            case "invariants":
                compiler.invariants()
            case "deck-rules":
                for rule in compiler.deck_rules():
                    compiler.ruleset.invariants.append((rule.condition, rule.size, -1))
            case "evaluation":
                compiler.evaluations()
            case _:
                compiler.standing()
                compiler.cards()
                compiler.card_effects()

    def _told(self, item: Item, tree: ast.Paragraph) -> None:
        """A text of a story: nobody is *you* in it, and its card is *this*."""
        compiler = self.compiler
        holder = compiler.holder(item)
        this = holder.this if holder is not None else None
        scope = compiler.scope(item, this=this)
        if item.start == "statement" and holder is not None:
            compiler.attempt(rules_of, tree, scope, holder)
        elif item.start == "condition":
            for sentence in tree.sentences:
                condition = compiler.attempt(compiler.condition, sentence, scope)
                compiler.ruleset.invariants.append((condition or (), scope.size, -1))
        else:
            compiler.attempt(compiler.program, "told", partial(paragraph, tree, scope), scope)


def unnumbered(part: Any, seen: dict[int, int]) -> Any:
    """The part of a ruleset without the numbers of its sentences.  `seen`: those of counters, in their order."""
    match part:
        case ("branch", who, optional, branches, pc):
            ways = tuple((unnumbered(condition, seen), to, -1) for condition, to, _ in branches)
            return ("branch", unnumbered(who, seen), optional, ways, pc)
        case ("use" | "used" as op, (number, *rest), *more):
            return (op, (seen.setdefault(number, len(seen)), *unnumbered(tuple(rest), seen)), *more)
        case tuple():
            return tuple(unnumbered(each, seen) for each in part)
        case dict():
            return {name: unnumbered(each, seen) for name, each in part.items()}
        case list():
            return [unnumbered(each, seen) for each in part]
        case Program() | Rule() | Function():
            said = {each.name: getattr(part, each.name) for each in fields(part)}
            said |= {
                name: unnumbered(value, seen) for name, value in said.items() if isinstance(value, tuple)
            }
            return replace(
                part, **(said | ({"terms": len(said["terms"]) * (-1,)} if "terms" in said else {}))
            )
    return part


def _new(table: Mapping[str, T], before: Mapping[str, T]) -> dict[str, T]:
    """The rows of a table that were not there, or were others."""
    return {key: value for key, value in table.items() if value != before.get(key)}
