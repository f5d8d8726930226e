"""One sentence item of a pack, compiled alone: what it adds to the program.

A pack is compiled once; an item, or what would stand in its place, is then compiled against its `World`.  What that
adds to the ruleset (rules, programs, functions, conditions, words) is the item's program.  Two texts with one program
mean the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import partial
from operator import is_
from typing import Any, TypeVar

from toolkit.compile.base.scope import Scope, player_type
from toolkit.compile.base.settled import GROWING, Before
from toolkit.compile.base.values import Val
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


@dataclass
class _Noting(Compiler):
    """A compiler that notes how it was before each text of steps."""

    begun: dict[int, Before] = field(default_factory=dict)

    def written(self, tree: ast.Paragraph, scope: Scope) -> bool:
        """As every compiler."""
        self.begun[id(tree)] = Before(scope)
        return super().written(tree, scope)


@dataclass
class _Steps:
    """The steps of a document, compiled once.  `added`: what the ruleset got by them."""

    trees: list[ast.Paragraph] = field(default_factory=list)
    begun: dict[int, Before] = field(default_factory=dict)
    added: dict[str, list[Any]] = field(default_factory=dict)


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
        self.compiler = _Noting.resumed(game, pack.trees, self.options)
        self._of_steps = _Steps()
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

    def alike(self, item: Item, tree: ast.Paragraph, others: Sequence[ast.Paragraph]) -> Sequence[bool]:
        """Whether these in the place of an item may make the same program: in a document of many steps, whether their
        own step is the same, for which the other steps are not compiled again.
        """
        if item.field != "steps" or len(self.steps.get(item.anchor, ())) < 2:
            return [True] * len(others)
        with self._alone(item, tree), self._added():
            before = self._begun(item, tree)
            if before is None:
                return [True] * len(others)
            was, *codes = [self._step(each, before) for each in (tree, *others)]
            return [code == was for code in codes]

    def _begun(self, item: Item, tree: ast.Paragraph) -> Before | None:
        """How it was before a step, with the ruleset as far as it had come."""
        compiler, steps = self.compiler, self._of_steps
        trees, ruleset = [*compiler.trees.values()], compiler.ruleset
        if len(trees) != len(steps.trees) or not all(map(is_, trees, steps.trees)):
            marks = {name: len(getattr(ruleset, name)) for name in GROWING}
            compiler.begun = {}
            self._compile(item, tree)
            added = {name: getattr(ruleset, name)[mark:] for name, mark in marks.items()}
            self._of_steps = _Steps(trees, compiler.begun, added)
        else:
            for name, more in steps.added.items():
                getattr(ruleset, name).extend(more)
        return self._of_steps.begun.get(id(tree))

    def _step(self, tree: ast.Paragraph, before: Before) -> object | None:
        """The code of one step; None: it is refused."""
        kept = {name: getattr(self.compiler.ruleset, name)[:] for name in GROWING}
        before.restore()
        self.compiler.found = []
        scope, mark = before.scope, before.scope.here()
        self.compiler.attempt(Compiler.written, self.compiler, tree, scope)
        code = None if self.compiler.found else tuple(scope.code[mark:])
        for name, whole in kept.items():
            getattr(self.compiler.ruleset, name)[:] = whole
        return code

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
            case "rules" if item.start != "statement":  # an order or a condition that stands nowhere yet
                self._told(item, tree, Val(("local", 0), player_type()))
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

    def _told(self, item: Item, tree: ast.Paragraph, you: Val | None = None) -> None:
        """A text of a story: nobody is *you* in it, and its card is *this*."""
        compiler = self.compiler
        holder = compiler.holder(item)
        this = holder.this if holder is not None else None
        scope = compiler.scope(item, you=you, this=this)
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
